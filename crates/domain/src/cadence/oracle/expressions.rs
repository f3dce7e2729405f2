//! Generates random expressions in every accepted syntax, and writes them for `croner` too.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::Difference;

/// A cron expression.
#[derive(Clone, Debug)]
pub struct Expression {
    pub ours: String,
    /// The same for `croner`: unchanged, unless a difference requires another spelling.
    pub croners: String,
    /// Whether the expression steps through the hour.
    pub steps: bool,
    /// Whether both day fields must match.
    pub both: bool,
    /// The differences caused by its spelling.
    pub differences: BTreeSet<Difference>,
}

pub fn any() -> impl Strategy<Value = Expression> {
    let fields = (field(&MINUTE), field(&HOUR), field(&DATE), field(&MONTH), field(&WEEKDAY));
    let written = fields.prop_map(|(minute, hour, date, month, weekday)| {
        let steps = [&minute, &hour].iter().any(|field| field.ours.contains('*'));
        let both = [&date, &weekday].iter().any(|field| field.ours.starts_with('*'));
        let fields = [minute, hour, date, month, weekday];
        let join = |text: fn(&Text) -> &str| fields.iter().map(text).collect::<Vec<_>>().join(" ");
        Expression {
            ours: join(|field| &field.ours),
            croners: join(|field| &field.croners),
            steps,
            both,
            differences: fields.iter().flat_map(|field| field.differences.clone()).collect(),
        }
    });
    prop_oneof![40 => written, 1 => nickname()]
}

fn nickname() -> impl Strategy<Value = Expression> {
    let names = ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually", "@DAILY"];
    prop::sample::select(names.to_vec()).prop_map(|name| {
        let unknown = name == "@midnight";
        Expression {
            ours: name.to_owned(),
            croners: if unknown { "@daily" } else { name }.to_owned(),
            steps: name == "@hourly",
            both: true,
            differences: unknown.then_some(Difference::Spelling).into_iter().collect(),
        }
    })
}

/// A part of an expression, in both spellings.
#[derive(Clone, Debug)]
struct Text {
    ours: String,
    croners: String,
    differences: BTreeSet<Difference>,
}

struct Field {
    lowest: u32,
    /// The highest value that may be written; 7 is Sunday.
    highest: u32,
    /// The number of values.
    count: u32,
    /// Whether `?` means `*`.
    of_days: bool,
    names: &'static [&'static str],
}

const MINUTE: Field = Field { lowest: 0, highest: 59, count: 60, of_days: false, names: &[] };
const HOUR: Field = Field { lowest: 0, highest: 23, count: 24, of_days: false, names: &[] };
const DATE: Field = Field { lowest: 1, highest: 31, count: 31, of_days: true, names: &[] };
const MONTH: Field = Field {
    lowest: 1,
    highest: 12,
    count: 12,
    of_days: false,
    names: &[
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
};
const WEEKDAY: Field = Field {
    lowest: 0,
    highest: 7,
    count: 7,
    of_days: true,
    names: &["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
};

fn field(field: &'static Field) -> impl Strategy<Value = Text> {
    let all = if field.of_days { vec!["*", "?"] } else { vec!["*"] };
    let all = prop::sample::select(all).prop_map(|all| Text::same(all.to_owned()));
    let items = prop::collection::vec(item(field), 1..4).prop_map(|items| {
        let join = |text: fn(&Text) -> &str| items.iter().map(text).collect::<Vec<_>>().join(",");
        Text {
            ours: join(|item| &item.ours),
            croners: join(|item| &item.croners),
            differences: items.iter().flat_map(|item| item.differences.clone()).collect(),
        }
    });
    // Most expressions do not restrict the days.
    let of_the_day = field.highest >= 23 && field.lowest == 0;
    prop_oneof![if of_the_day { 1 } else { 3 } => all, 2 => items]
}

fn item(field: &'static Field) -> impl Strategy<Value = Text> {
    let step = prop_oneof![3 => 1..=7u32.min(field.highest), 1 => 1..=field.highest];
    let ends = (value(field), value(field), prop::bool::weighted(0.9)).prop_map(|(first, last, in_order)| {
        if in_order && first.number > last.number { (last, first) } else { (first, last) }
    });
    let range = (ends, prop::option::weighted(0.3, step.clone()));
    prop_oneof![
        16 => value(field).prop_map(|value| value.alone()),
        6 => range.prop_map(|((first, last), step)| self::range(field, &first, &last, step)),
        4 => step.clone().prop_map(|step| Text::same(format!("*/{step}"))),
        1 => (value(field), step).prop_map(|(first, step)| from(field, &first, step)),
        1 => value(field).prop_map(|value| beside_all(field, &value)),
    ]
}

impl Text {
    fn same(text: String) -> Self {
        Self { croners: text.clone(), ours: text, differences: BTreeSet::new() }
    }
}

/// A value and its spelling.
#[derive(Clone, Debug)]
struct Value {
    number: u32,
    text: String,
    /// Whether the value is a full name, which `croner` does not know.
    in_full: bool,
}

fn value(field: &'static Field) -> impl Strategy<Value = Value> {
    // Low values are more likely, because the clock changes in the first hours of a day.
    let number = prop_oneof![1 => field.lowest..=field.highest, 2 => field.lowest..field.lowest + 4];
    (number, 0..16).prop_map(|(number, form)| {
        let name = field.names.get((number - field.lowest) as usize);
        let short = name.map(|name| &name[..3]);
        let text = match (form, name, short) {
            (0, Some(name), _) => (*name).to_owned(),
            (1..5, _, Some(short)) => short.to_owned(),
            (5..9, _, Some(short)) => short.to_uppercase(),
            (9, ..) => format!("{number:02}"),
            _ => number.to_string(),
        };
        Value { number, in_full: text.len() > 3, text }
    })
}

impl Value {
    fn alone(&self) -> Text {
        Text { ours: self.text.clone(), croners: self.croners(), differences: self.spelling() }
    }

    fn croners(&self) -> String {
        if self.in_full { self.number.to_string() } else { self.text.clone() }
    }

    fn spelling(&self) -> BTreeSet<Difference> {
        self.in_full.then_some(Difference::Spelling).into_iter().collect()
    }
}

/// `5-10`, `FRI-SUN/2`
fn range(field: &Field, first: &Value, last: &Value, step: Option<u32>) -> Text {
    // The lower number comes first, but Sunday may come last.
    let (first, last) = if first.number > last.number && (field.count != 7 || last.number != 0) {
        (last, first)
    } else {
        (first, last)
    };
    let short_sunday = last.text.eq_ignore_ascii_case("sun");
    let difference = match (first.number, last.number) {
        (0, 0) if field.count == 7 && short_sunday => Some(Difference::EndOfWeek),
        (1.., 0) if field.count == 7 => (!short_sunday).then_some(Difference::EndOfWeek),
        _ => None,
    };
    let step_text = step.map(|step| format!("/{step}")).unwrap_or_default();
    let croners = match difference {
        Some(_) => walk(field, first.number, last.number, step.unwrap_or(1)),
        None => format!("{}-{}{step_text}", first.croners(), last.croners()),
    };
    Text {
        ours: format!("{}-{}{step_text}", first.text, last.text),
        croners,
        differences: &(&first.spelling() | &last.spelling()) | &difference.into_iter().collect(),
    }
}

/// `5/20`
fn from(field: &Field, first: &Value, step: u32) -> Text {
    let of_week = field.count == 7;
    let croners = match of_week {
        true => walk(field, first.number, 6, step),
        false => format!("{}/{step}", first.croners()),
    };
    let end = of_week.then_some(Difference::EndOfWeek);
    let differences = &first.spelling() | &end.into_iter().collect();
    Text { ours: format!("{}/{step}", first.text), croners, differences }
}

/// `5,*`
fn beside_all(field: &Field, value: &Value) -> Text {
    Text {
        ours: format!("{},*", value.text),
        croners: format!("{},{}-{}", value.croners(), field.lowest, field.highest),
        differences: BTreeSet::from([Difference::Spelling]),
    }
}

/// Lists each `step`th value from `first` to `last`, wrapping around at the field's end.
fn walk(field: &Field, first: u32, last: u32, step: u32) -> String {
    let (first, last) = if field.count == 7 { (first % 7, last % 7) } else { (first, last) };
    let end = field.lowest + field.count - 1;
    let next = |value: &u32| (*value != last).then_some(if *value == end { field.lowest } else { value + 1 });
    let way = std::iter::successors(Some(first), next);
    way.step_by(step as usize).map(|value| value.to_string()).collect::<Vec<_>>().join(",")
}
