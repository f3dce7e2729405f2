//! Checks pictures by their size and by their colours.

use tiny_skia::Pixmap;

use super::{
    colours::{self, Rgb},
    font::{self, Type},
    labels::Labels,
    *,
};

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn series(name: &str, values: &[f64]) -> Series {
    Series { name: name.to_owned(), values: values.to_vec() }
}

fn table(labels: &[&str], all: &[Series]) -> Table {
    Table {
        title: "Spending".to_owned(), unit: "€".to_owned(), labels: texts(labels), series: all.to_vec()
    }
}

fn drawn(kind: Kind, table: Table) -> Pixmap {
    let picture = Pixmap::decode_png(&Chart::new(kind, table).unwrap().png()).unwrap();
    assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
    picture
}

/// Returns how many pixels have this colour.
fn count(picture: &Pixmap, Rgb(red, green, blue): Rgb) -> usize {
    let is_it = |pixel: &tiny_skia::PremultipliedColorU8| {
        (pixel.red(), pixel.green(), pixel.blue()) == (red, green, blue)
    };
    picture.pixels().iter().filter(|pixel| is_it(pixel)).count()
}

#[test]
fn a_bar_is_as_high_as_its_number_above_zero() {
    let picture = drawn(Kind::Bar, table(&["May"], &[series("a", &[100.0]), series("b", &[75.0])]));
    let [whole, part] = [0, 1].map(|place| count(&picture, colours::series(place)) as f64);
    // The samples beside the names have the same size.
    let sample = f64::from(head::SAMPLE * head::SAMPLE);
    let ratio = (part - sample) / (whole - sample);
    assert!((ratio - 0.75).abs() < 0.01, "{ratio}");
}

#[test]
fn bars_below_zero_hang_from_the_line_at_zero() {
    let picture = drawn(Kind::Bar, table(&["May", "June"], &[series("a", &[50.0, -50.0])]));
    let Rgb(red, green, blue) = colours::series(0);
    let is_bar = |x: u32, y: u32| {
        picture.pixel(x, y).is_some_and(|it| (it.red(), it.green(), it.blue()) == (red, green, blue))
    };
    let rows = |columns: std::ops::Range<u32>| {
        let rows: Vec<_> = (0..HEIGHT).filter(|y| columns.clone().any(|x| is_bar(x, *y))).collect();
        (rows[0], rows[rows.len() - 1])
    };
    let ((_, lowest), (highest, _)) = (rows(0..WIDTH / 2), rows(WIDTH / 2..WIDTH));
    assert!(lowest < highest && highest - lowest < 8, "{lowest} {highest}");
}

#[test]
fn a_slice_takes_its_share_of_the_pie() {
    let picture = drawn(Kind::Pie, table(&["Rent", "Food"], &[series("", &[300.0, 100.0])]));
    let [rent, food] = [0, 1].map(|place| count(&picture, colours::series(place)) as f64);
    let share = rent / (rent + food);
    assert!((share - 0.75).abs() < 0.02, "{share}");
}

#[test]
fn the_smallest_of_many_slices_are_summed_up() {
    let labels: Vec<_> = (0..15).map(|number| format!("{number}")).collect();
    let values = (0..15).map(f64::from).collect();
    let series = vec![Series { name: String::new(), values }];
    let slices = pie::slices(&Table { labels, series, ..Table::default() });
    let shown: Vec<_> = slices.iter().map(|slice| format!("{} {}", slice.label, slice.value)).collect();
    insta::assert_snapshot!(shown.join(", "), @"14 14, 13 13, 12 12, 11 11, 10 10, 9 9, 8 8, 7 7, 6 6, 5 5, 4 4, other 6");
}

#[test]
fn every_series_of_the_largest_chart_is_seen() {
    let labels: Vec<_> = (0..MAX_POINTS).map(|day| format!("{day:0>60}")).collect();
    let all = (0..MAX_SERIES).map(|place| Series {
        name: format!("{place:W>60}"),
        values: (0..MAX_POINTS).map(|day| (place * 10) as f64 + (day % 7) as f64).collect(),
    });
    let title = "W".repeat(MAX_TITLE);
    let table = Table { title, unit: "W".repeat(MAX_UNIT), labels, series: all.collect() };
    let picture = drawn(Kind::Line, table);
    for place in 0..MAX_SERIES {
        assert!(count(&picture, colours::series(place)) > 1000, "{place}");
    }
}

#[test]
fn the_most_bars_and_slices_are_seen() {
    let labels: Vec<_> = (0..MAX_BARS).map(|label| format!("{label}")).collect();
    let values = (1..=MAX_BARS).map(|value| value as f64).collect();
    let series = vec![Series { name: "many".to_owned(), values }];
    let table = Table { labels, series, ..Table::default() };
    let bars = drawn(Kind::Bar, table.clone());
    assert!(count(&bars, colours::series(0)) > 50_000);
    let pie = drawn(Kind::Pie, table);
    for place in 0..MAX_SLICES {
        assert!(count(&pie, colours::series(place)) > 500, "{place}");
    }
}

#[test]
fn odd_numbers_and_names_are_drawn() {
    for values in [[0.0, 0.0], [MAX_VALUE, -MAX_VALUE], [5e-324, 0.0], [-1e-9, 1e-9], [7.0, 7.0]] {
        for kind in [Kind::Line, Kind::Bar] {
            let mut table = table(&["", "🎉 party 🎉"], &[series("", &values)]);
            table.title = String::new();
            let picture = drawn(kind, table);
            assert!(count(&picture, colours::PAPER) > 500_000, "{kind:?} of {values:?}");
        }
    }
}

#[test]
fn labels_stay_level_where_they_have_room() {
    let place = |labels: &[String], slot, may_skip| match Labels::place(labels, slot, may_skip) {
        Labels::Level(shown) => format!("level {shown:?}"),
        Labels::Rising { shown, degrees } => format!("{} of {} at {degrees}", shown.len(), labels.len()),
    };
    let few = texts(&["May", "Public transport"]);
    let days: Vec<_> = (1..=30).map(|day| format!("{day}.11.")).collect();
    let all = [
        place(&few, 300.0, false),
        place(&few, 170.0, false),
        place(&few, 100.0, false),
        place(&days, 36.0, true),
        place(&days, 36.0, false),
        place(&days, 10.0, false),
    ];
    insta::assert_snapshot!(all.join("\n"), @r#"
    level [(0, ["May"]), (1, ["Public transport"])]
    level [(0, ["May"]), (1, ["Public", "transport"])]
    2 of 2 at 45
    level [(0, ["1.11."]), (3, ["4.11."]), (6, ["7.11."]), (9, ["10.11."]), (12, ["13.11."]), (15, ["16.11."]), (18, ["19.11."]), (21, ["22.11."]), (24, ["25.11."]), (27, ["28.11."])]
    30 of 30 at 65
    8 of 30 at 65
    "#);
}

#[test]
fn the_font_has_latin_greek_and_cyrillic_letters() {
    for text in ["Zürich, Łódź, Đà Nẵng", "Αθήνα", "Київ, Ўзбекистон", "€£$¥₺₹ 1,234 − 5 % … ·"]
    {
        for letter in text.chars() {
            assert!(font::has(letter), "{letter}");
        }
        for font in [Type::regular(30.0), Type::bold(30.0)] {
            assert!(font.outline(text).is_some(), "{text}");
        }
    }
}

#[test]
fn a_text_that_is_too_wide_ends_with_an_ellipsis() {
    let font = Type::regular(30.0);
    let cut = font.fit("Phone and internet", 200.0);
    insta::assert_snapshot!(cut, @"Phone and i…");
    assert!(font.width(&cut) <= 200.0);
    assert_eq!(font.fit("Phone", 200.0), "Phone");
    assert_eq!(font.fit("Phone", 3.0), "");
}

#[test]
fn what_cannot_be_drawn_says_what_to_change() {
    let refused = |kind, table| Chart::new(kind, table).unwrap_err().to_string();
    let many = |count: usize| vec!["x"; count];
    let one = |values: &[f64]| table(&many(values.len()), &[series("a", values)]);
    let bars = |labels, count| {
        let all: Vec<_> = (0..count).map(|name| series(&format!("{name}"), &vec![1.0; labels])).collect();
        table(&many(labels), &all)
    };
    let named = |label: &str| table(&[label], &[series("a", &[1.0])]);
    let all = [
        refused(Kind::Line, Table::default()),
        refused(Kind::Line, bars(1, 13)),
        refused(Kind::Line, one(&vec![1.0; 401])),
        refused(Kind::Bar, bars(101, 4)),
        refused(Kind::Line, table(&["x", "y"], &[series("a", &[1.0])])),
        refused(Kind::Line, table(&["x"], &[series("a", &[1.0]), series("a", &[2.0])])),
        refused(Kind::Line, named(&"x".repeat(61))),
        refused(Kind::Line, named("東京")),
        refused(Kind::Line, Table { unit: "₽".to_owned(), ..named("May") }),
        refused(Kind::Line, one(&[f64::NAN])),
        refused(Kind::Line, one(&[f64::INFINITY])),
        refused(Kind::Line, one(&[-2e15])),
        refused(Kind::Pie, bars(2, 2)),
        refused(Kind::Pie, one(&[1.0, -1.0])),
        refused(Kind::Pie, one(&[0.0, 0.0])),
    ];
    insta::assert_snapshot!(all.join("\n"), @"
    there are no numbers; give at least one label and one series
    there are 13 series, and a chart shows at most 12; leave some out or sum them up
    there are 401 labels, and a chart shows at most 400; sum up the numbers, for example by week
    there would be 404 bars, and a chart shows at most 400; choose lines, or sum up the numbers
    the series 'a' has 1 values for 2 labels; give one value for each label
    two series are called 'a'; give each a name of its own
    the label 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' has 61 characters; shorten it to at most 60
    the font has no '東', which is in the label '東京'; write it in Latin, Greek or Cyrillic letters
    the font has no '₽', which is in the unit '₽'; write it in Latin, Greek or Cyrillic letters
    the series 'a' holds a value that is no finite number; leave that label out
    the series 'a' holds a value that is no finite number; leave that label out
    the series 'a' holds a number beyond 1,000,000,000,000,000; give the numbers in a larger unit
    a pie shows one series, and there are 2; give one, or choose bars
    a pie cannot show the negative number of 'x'; choose bars
    the numbers of a pie are all 0, so there are no slices; choose bars
    ");
}
