//! What the statements of the stores say in SQLite's own words, for each such thing one place: JSON in columns, lists
//! as parameters, texts joined and searched, the index that a statement reads, and the time by the database's own
//! clock. Statements use these macros through `concat!`.

/// Returns the values of a JSON list, to be looked for: `concat!("turn_id IN ", listed!("?1"))`.
macro_rules! listed {
    ($list:literal) => {
        concat!("(SELECT value FROM json_each(", $list, "))")
    };
}

/// Returns the items of a JSON list as a table: `value`, and `key`, which counts them.
macro_rules! each_of {
    ($list:literal) => {
        concat!("json_each(", $list, ")")
    };
}

/// Returns an item of a JSON list, counted from 0.
macro_rules! item {
    ($list:literal, $number:literal) => {
        concat!("json_extract(", $list, ", '$[", $number, "]')")
    };
}

/// Returns a field of a JSON object.
macro_rules! field {
    ($object:literal, $name:literal) => {
        concat!("json_extract(", $object, ", '$.", $name, "')")
    };
}

/// Returns how many items a list in a JSON object has.
macro_rules! field_length {
    ($object:literal, $name:literal) => {
        concat!("json_array_length(", $object, ", '$.", $name, "')")
    };
}

/// Returns a JSON object with another value of a field.
macro_rules! with_field {
    ($object:expr, $name:literal, $value:literal) => {
        concat!("json_set(", $object, ", '$.", $name, "', ", $value, ")")
    };
}

/// Returns a JSON object without a field.
macro_rules! without_field {
    ($object:literal, $name:literal) => {
        concat!("json_remove(", $object, ", '$.", $name, "')")
    };
}

/// Returns the texts of a group in one, with `between` between them.
macro_rules! joined {
    ($text:literal, $between:literal) => {
        concat!("group_concat(", $text, ", ", $between, ")")
    };
}

/// Returns where a text has another, counted from 1; 0 if it has it nowhere.
macro_rules! position {
    ($text:expr, $part:literal) => {
        concat!("instr(", $text, ", ", $part, ")")
    };
}

/// Returns a table that is read by this index. SQLite counts no rows, so it cannot know that the index holds few; a
/// planner that does is told nothing.
macro_rules! indexed {
    ($table:expr, $index:expr) => {
        concat!($table, " INDEXED BY ", $index)
    };
}

/// Returns the time by the database's own clock, in milliseconds since the epoch. An embedded file has the clock of this
/// machine; all processes that share a server's database see the server's.
macro_rules! now {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}

pub(crate) use {
    each_of, field, field_length, indexed, item, joined, listed, now, position, with_field, without_field,
};
