//! SQLite's own dialect, with one macro for each construct: JSON in columns, lists as parameters, joined and searched
//! texts, index hints, and the database's clock. Statements use these macros through `concat!`.

/// Returns a subquery of a JSON list's values: `concat!("turn_id IN ", listed!("?1"))`.
macro_rules! listed {
    ($list:literal) => {
        concat!("(SELECT value FROM json_each(", $list, "))")
    };
}

/// Returns the items of a JSON list as a table with the columns `value` and `key`, the item's index.
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

/// Returns a JSON object with the value of one field replaced.
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

/// Returns the texts of a group joined by `between`.
macro_rules! joined {
    ($text:literal, $between:literal) => {
        concat!("group_concat(", $text, ", ", $between, ")")
    };
}

/// Returns the position of one text within another, counted from 1; 0 if it does not occur.
macro_rules! position {
    ($text:expr, $part:literal) => {
        concat!("instr(", $text, ", ", $part, ")")
    };
}

/// Returns a table with a hint to read it by this index. SQLite counts no rows, so it cannot know that the index is
/// small; a database whose planner counts rows gets no hint.
macro_rules! indexed {
    ($table:expr, $index:expr) => {
        concat!($table, " INDEXED BY ", $index)
    };
}

/// Returns the time by the database's own clock, in milliseconds since the epoch. SQLite uses this machine's clock; a
/// database server gives all its processes one clock, its own.
macro_rules! now {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}

pub(crate) use {
    each_of, field, field_length, indexed, item, joined, listed, now, position, with_field, without_field,
};
