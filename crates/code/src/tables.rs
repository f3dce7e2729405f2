//! Tables: lists of rows, each a map from column to value; read from CSV and JSON, sorted, grouped and added up.

use std::cmp::Ordering;

use regex::Regex;
use rhai::{Array, Dynamic, Engine, Map};
use rust_decimal::Decimal;

use crate::{
    dates::Date,
    engine::Raw,
    numbers::{decimal, reduced},
    values,
};

pub(crate) fn register(engine: &mut Engine) {
    engine.register_fn("csv", |text: &str| read_csv(text, None));
    engine.register_fn("csv", |text: &str, separator: &str| read_csv(text, Some(separator)));
    engine.register_fn("to_csv", write_csv);
    engine.register_fn("json", |text: &str| -> Raw<Dynamic> {
        let value = serde_json::from_str(text).map_err(|error| format!("the text is no JSON: {error}"))?;
        Ok(values::from_json(&value))
    });
    engine
        .register_fn("to_json", |value: Dynamic| -> Raw<String> { Ok(values::to_json(&value)?.to_string()) });
    engine
        .register_fn("to_json", |map: Map| -> Raw<String> { Ok(values::to_json(&map.into())?.to_string()) });
    // Both sort the list in place, and return it.
    engine.register_fn("sort_by", |rows: &mut Array, column: &str| sort_by(rows, column, false));
    engine.register_fn("sort_by", |rows: &mut Array, column: &str, descending: bool| {
        sort_by(rows, column, descending)
    });
    engine.register_fn("group_by", group_by);
    engine.register_fn("sum_by", sum_by);
    engine.register_fn("column", |rows: Array, column: &str| values_of(&rows, column));
    for (name, of) in FIGURES {
        engine.register_fn(name, move |values: Array| of(values));
        engine.register_fn(name, move |rows: Array, column: &str| of(values_of(&rows, column)?));
    }
}

type Figure = fn(Array) -> Raw<Dynamic>;

const FIGURES: [(&str, Figure); 6] = [
    ("sum", |values| Ok(reduced(sum(&values)?))),
    ("mean", mean),
    ("average", mean),
    ("median", median),
    ("min", |values| extreme(values, Ordering::Less)),
    ("max", |values| extreme(values, Ordering::Greater)),
];

/// Returns the rows below a header. A cell with a number in JSON's form becomes a number: `007` and `1,5` stay text.
fn read_csv(text: &str, separator: Option<&str>) -> Raw<Array> {
    let separator = match separator {
        Some(named) => match named.as_bytes() {
            [separator] => *separator,
            _ => return Err(format!("a separator is one character, not {named:?}").into()),
        },
        // The most frequent separator in the header.
        None => {
            let header = text.lines().next().unwrap_or_default();
            let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
            b"\t|;,".iter().copied().max_by_key(|separator| count(*separator)).unwrap_or(b',')
        }
    };
    let number = Regex::new(r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$").map_err(|error| error.to_string())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .trim(csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let wrong = |error: csv::Error| format!("the text is no CSV: {error}");
    let header = reader.headers().map_err(wrong)?.clone();
    let mut rows = Array::new();
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let cells = header.iter().enumerate().map(|(i, column)| {
            let cell = record.get(i).unwrap_or_default();
            let value = number.is_match(cell).then(|| values::parsed(cell)).flatten();
            (column.into(), value.unwrap_or_else(|| cell.into()))
        });
        rows.push(cells.collect::<Map>().into());
    }
    Ok(rows)
}

/// Writes rows below a header, which has the columns of all rows in alphabetical order.
fn write_csv(rows: Array) -> Raw<String> {
    let maps: Vec<Map> = rows.into_iter().map(row).collect::<Raw<_>>()?;
    let mut columns: Vec<_> = maps.iter().flat_map(|map| map.keys()).cloned().collect();
    columns.sort();
    columns.dedup();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |cells: Vec<String>| writer.write_record(cells).map_err(|error| error.to_string());
    write(columns.iter().map(ToString::to_string).collect())?;
    for map in &maps {
        let cell = |column| match map.get(column) {
            Some(value) if !value.is_unit() => value.to_string(),
            _ => String::new(),
        };
        write(columns.iter().map(cell).collect())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn row(row: Dynamic) -> Raw<Map> {
    let kind = row.type_name();
    row.try_cast::<Map>()
        .ok_or_else(|| format!("a row is a map like #{{name: 1}}, not a value of type {kind}").into())
}

/// Returns a column's values.
fn values_of(rows: &Array, column: &str) -> Raw<Array> {
    rows.iter()
        .map(|row| {
            let map =
                row.as_map_ref().map_err(|kind| format!("a row is a map, not a value of type {kind}"))?;
            map.get(column).cloned().ok_or_else(|| {
                let columns: Vec<_> = map.keys().map(|name| name.as_str()).collect();
                format!("a row has no column {column:?}, only {}", columns.join(", ")).into()
            })
        })
        .collect()
}

fn sort_by(rows: &mut Array, column: &str, descending: bool) -> Raw<Array> {
    let keys = values_of(rows, column)?;
    let mut pairs: Vec<_> = keys.into_iter().zip(std::mem::take(rows)).collect();
    pairs.sort_by(|(one, _), (other, _)| {
        let order = compare(one, other);
        if descending { order.reverse() } else { order }
    });
    *rows = pairs.into_iter().map(|(_, row)| row).collect();
    Ok(rows.clone())
}

fn group_by(rows: Array, column: &str) -> Raw<Map> {
    let keys = values_of(&rows, column)?;
    let mut groups = Map::new();
    for (key, row) in keys.iter().zip(rows) {
        let group = groups.entry(key.to_string().into()).or_insert_with(|| Array::new().into());
        if let Ok(mut group) = group.as_array_mut() {
            group.push(row);
        }
    }
    Ok(groups)
}

/// Returns the sum of a column for each value of another.
fn sum_by(rows: Array, column: &str, summed: &str) -> Raw<Map> {
    let groups = group_by(rows, column)?.into_iter();
    let sums = groups.map(|(name, rows)| {
        let rows = rows.into_array()?;
        Ok((name, reduced(sum(&values_of(&rows, summed)?)?)))
    });
    sums.collect()
}

/// Orders values of one kind; those of several kinds by their kind.
fn compare(one: &Dynamic, other: &Dynamic) -> Ordering {
    if let (Ok(one), Ok(other)) = (decimal(one), decimal(other)) {
        return one.cmp(&other);
    }
    if let (Some(one), Some(other)) = (one.read_lock::<Date>(), other.read_lock::<Date>()) {
        return one.cmp(&other);
    }
    one.type_name().cmp(other.type_name()).then_with(|| one.to_string().cmp(&other.to_string()))
}

fn sum(values: &Array) -> Raw<Decimal> {
    values.iter().try_fold(Decimal::ZERO, |sum, value| {
        sum.checked_add(decimal(value)?).ok_or_else(|| "the sum has more than 28 digits".into())
    })
}

fn mean(values: Array) -> Raw<Dynamic> {
    let count = Decimal::from(values.len());
    sum(&values)?.checked_div(count).map(reduced).ok_or_else(empty)
}

fn median(values: Array) -> Raw<Dynamic> {
    let mut values: Vec<_> = values.iter().map(decimal).collect::<Raw<_>>()?;
    values.sort();
    let (half, two) = (values.len() / 2, Decimal::TWO);
    match (values.get(half), values.len() % 2) {
        (None, _) => Err(empty()),
        (Some(middle), 1) => Ok(reduced(*middle)),
        (Some(middle), _) => Ok(reduced((*middle + values[half - 1]) / two)),
    }
}

fn extreme(values: Array, wanted: Ordering) -> Raw<Dynamic> {
    let better = |one: Dynamic, other: Dynamic| if compare(&other, &one) == wanted { other } else { one };
    values.into_iter().reduce(better).ok_or_else(empty)
}

fn empty() -> Box<rhai::EvalAltResult> {
    "the list is empty".into()
}
