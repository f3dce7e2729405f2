use super::*;

fn referred(markdown: &str) -> String {
    let mut text = markdown.to_owned();
    for (place, _) in rich::tables(markdown).into_iter().rev() {
        replace(&mut text, place, "*here*");
    }
    rich::from_markdown(&text).text
}

#[test]
fn a_reference_stands_where_the_table_was() {
    let table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
    let quoted: String = table.lines().map(|line| format!("> {line}\n")).collect();
    let listed: String = table.lines().map(|line| format!("  {line}\n")).collect();
    let all = [
        referred(table),
        referred(&format!("Before:\n\n{table}\nAfter.")),
        referred(&format!("{table}2. After")),
        referred(&format!("{table}\n{table}")),
        referred(&format!("> Before\n>\n{quoted}> \n> After")),
        referred(&format!("- Before\n\n{listed}- After")),
        referred("| a | b |\n|---|---|"),
    ];
    insta::assert_snapshot!(all.map(|text| format!("{text:?}")).join("\n"), @r#"
    "here"
    "Before:\n\nhere\n\nAfter."
    "here\n\n2. After"
    "here\n\nhere"
    "Before\n\nhere\n\nAfter"
    "• Before\n\n  here\n\n• After"
    "here"
    "#);
}

#[test]
fn wide_is_what_a_phone_does_not_show_in_one_line() {
    let table = |cell: usize| {
        let text = format!("| a | b |\n|---|---|\n| {} | 2 |", "x".repeat(cell));
        rich::tables(&text).swap_remove(0).1.is_wide()
    };
    assert_eq!([10, 32, 33, 100].map(table), [false, false, true, true]);
}

#[test]
fn a_picture_that_shows_not_everything_brings_the_file() {
    let made = |rows: usize, cell: &str| {
        let text = format!("| a | b |\n|---|---|\n{}", format!("| {cell} | 2 |\n").repeat(rows));
        make(&rich::tables(&text).swap_remove(0).1, TableForm::Picture).below()
    };
    assert_eq!(made(3, "x"), Below::Picture);
    assert_eq!(made(300, "x"), Below::PictureAndFile);
    assert_eq!(made(3, "東京"), Below::File);
}
