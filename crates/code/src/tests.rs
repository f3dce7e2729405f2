use std::collections::BTreeMap;

use adjutant_domain::code::MOST_PRINTED;
use chrono::NaiveDate;
use proptest::prelude::*;

use super::*;

fn run_with(code: &str, files: &[(&str, &str)]) -> Answer {
    let now = NaiveDate::from_ymd_opt(2026, 5, 1).unwrap().and_hms_opt(14, 30, 0).unwrap();
    let files: BTreeMap<_, _> =
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let program = Program { code: code.to_owned(), files, now };
    serde_json::from_slice(&answer(&serde_json::to_vec(&program).unwrap())).unwrap()
}

/// Returns the value as JSON, or the error.
fn value(code: &str) -> String {
    let answer = run_with(code, &[]);
    match answer.error {
        Some(Error { message, line: Some(line), column: Some(column) }) => {
            format!("{line}:{column} {message}")
        }
        Some(Error { message, .. }) => message,
        None => answer.value.to_string(),
    }
}

#[track_caller]
fn are(expected: &[(&str, &str)]) {
    for (code, expected) in expected {
        assert_eq!(value(code), *expected, "{code}");
    }
}

#[test]
fn arithmetic_is_exact() {
    are(&[
        ("0.1 + 0.2", "0.3"),
        ("0.1 + 0.2 == 0.3", "true"),
        ("7 / 2", "3.5"),
        ("6 / 2", "3"),
        ("[10, 20, 30][4 / 2]", "30"),
        ("let x = 7; x /= 2; x", "3.5"),
        ("let x = 3; x *= 1.5; x += 1; x", "5.5"),
        ("2 ** 10", "1024"),
        ("2 ** -2", "0.25"),
        ("17 % 5", "2"),
        ("1.19 * 3", "3.57"),
        ("19.99 * 3 - 0.07", "59.9"),
        ("1 / 3", "\"0.3333333333333333333333333333\""),
        ("(100.0 / 3).round(2)", "33.33"),
        // A half goes away from zero.
        (
            "[round(2.5), round(-2.5), round(0.125, 2), floor(-1.5), ceil(1.2), round(5)]",
            "[3,-3,0.13,-2,2,5]",
        ),
        ("[sqrt(16), sqrt(2).round(6)]", "[4,1.414214]"),
        ("let f = 1; for i in 1..=25 { f *= i; } f", "\"15511210043330985984000000\""),
        ("9223372036854775807 + 1", "\"9223372036854775808\""),
        ("(1000 * 1.05 ** 10).round(2)", "1628.89"),
        ("percent(3, 12)", "25"),
        ("[number(\"1,234.50\"), number(\" -3 \"), number(\"12\")]", "[1234.5,-3,12]"),
        ("1 < 1.5 && 2 == 2.0", "true"),
        ("-7 / 2", "-3.5"),
        ("1 / 0", "1:3 it divides by 0"),
        ("1.5 / 0", "1:5 Division by zero: 1.5 / 0"),
        ("10 ** 40", "1:4 a number got larger than 28 digits"),
        ("number(\"1,5\")", "1:1 \"1,5\" is no number; take away what is not a digit, and write 0.5 for 0,5"),
        ("sqrt(-1)", "1:1 a negative number has no square root"),
    ]);
}

#[test]
fn dates_follow_the_calendar() {
    are(&[
        ("today()", "\"2026-05-01\""),
        ("now()", "\"2026-05-01 14:30\""),
        ("today() + 30", "\"2026-05-31\""),
        ("date(\"2026-01-31\").add_months(1)", "\"2026-02-28\""),
        ("date(2024, 2, 29).add_years(1)", "\"2025-02-28\""),
        ("date(\"2026-12-24\") - today()", "237"),
        ("today().days_until(date(\"2026-04-30\"))", "-1"),
        ("date(1990, 5, 2).years_until(today())", "35"),
        ("date(1990, 5, 1).years_until(today())", "36"),
        ("date(2026, 1, 31).months_until(date(2026, 2, 28))", "1"),
        (
            "[today().weekday(), today().weekday_number, today().iso_week, today().year]",
            "[\"Friday\",5,18,2026]",
        ),
        ("today().format(\"%d.%m.%Y\")", "\"01.05.2026\""),
        ("date(\"24.12.2026\", \"%d.%m.%Y\")", "\"2026-12-24\""),
        ("date(\"2026-05-01T08:00:00Z\") == today()", "true"),
        ("date(2026, 2, 1).days_in_month()", "28"),
        ("dates(today(), today() + 7).filter(|d| d.weekday() == \"Monday\").len()", "1"),
        ("max([today(), date(2030, 1, 1), date(2020, 1, 1)])", "\"2030-01-01\""),
        ("clock(minutes(\"17:40\") - minutes(\"09:15\"))", "\"8:25\""),
        ("[minutes(\"36:15\"), minutes(\"08:30:59\")]", "[2175,510]"),
        ("`Today is ${today()}.`", "\"Today is 2026-05-01.\""),
        ("date(2026, 2, 30)", "1:1 there is no 2026-2-30"),
        (
            "date(\"1.5.26\")",
            "1:1 \"1.5.26\" is no date like 2026-05-01; date(text, \"%d.%m.%Y\") reads other forms",
        ),
        ("today() + 9223372036854775807", "1:9 the date is too far away"),
        ("today().format(\"%Q\")", "1:9 \"%Q\" is no format; an example is \"%d.%m.%Y\""),
        ("minutes(\"9:75\")", "1:1 \"9:75\" is no time like 17:40"),
        (
            "dates(date(1900, 1, 1), date(2100, 1, 1))",
            "1:1 there are more than 40000 dates from 1900-01-01 to 2100-01-01",
        ),
    ]);
}

#[test]
fn tables_are_read_sorted_grouped_and_added_up() {
    let files =
        [("/shared/costs.csv", "Shop;Amount;Zip\nBaker;3.10;01067\nGrocer;12.25;10115\nBaker;0.90;01067\n")];
    let table = |code: &str| {
        let answer = run_with(code, &files);
        assert_eq!(answer.error, None, "{code}");
        answer.value.to_string()
    };
    assert_eq!(table("csv(file(\"costs.csv\"))[0]"), r#"{"Amount":3.1,"Shop":"Baker","Zip":"01067"}"#);
    assert_eq!(table("csv(file(\"/shared/costs.csv\"), \";\").sum(\"Amount\")"), "16.25");
    let by_shop = "let by = csv(file(\"costs.csv\")).group_by(\"Shop\");
        let shops = by.keys();
        shops.map(|shop| #{shop: shop, total: by[shop].sum(\"Amount\"), count: by[shop].len()}).sort_by(\"total\", true)";
    assert_eq!(
        table(by_shop),
        r#"[{"count":1,"shop":"Grocer","total":12.25},{"count":2,"shop":"Baker","total":4}]"#
    );
    assert_eq!(
        table("let t = csv(file(\"costs.csv\")); t.sort_by(\"Amount\"); to_csv(t)"),
        r#""Amount,Shop,Zip\n0.90,Baker,01067\n3.10,Baker,01067\n12.25,Grocer,10115\n""#
    );
    assert_eq!(
        table("csv(file(\"costs.csv\")).sum_by(\"Shop\", \"Amount\")"),
        r#"{"Baker":4,"Grocer":12.25}"#
    );
    are(&[
        ("[3, 1.5, 2].sum()", "6.5"),
        (
            "[mean([1, 2, 4]).round(3), median([5, 1, 3]), median([1, 2]), min([2, 1]), max([\"b\", \"a\"])]",
            "[2.333,3,1.5,1,\"b\"]",
        ),
        ("json(`{\"a\": [1, 0.1, null, \"x\"]}`).a", "[1,0.1,null,\"x\"]"),
        ("to_json(#{a: [1, 0.10, today()]})", r#""{\"a\":[1,0.1,\"2026-05-01\"]}""#),
        ("csv(\"a,b\\n1,\\\"x, y\\\"\\n\")[0].b", "\"x, y\""),
        ("[].mean()", "1:4 the list is empty"),
        ("[#{a: 1}].sum(\"b\")", "1:11 a row has no column \"b\", only a"),
        ("[\"x\"].sum()", "1:7 this is no number but a value of type string: x; number(text) reads one"),
        ("json(\"{\")", "1:1 the text is no JSON: EOF while parsing an object at line 1 column 1"),
    ]);
}

#[test]
fn patterns_search_texts() {
    are(&[
        ("find(\"order 4711 of 12\", `\\d+`)", "\"4711\""),
        ("find(\"none\", `\\d+`)", "null"),
        ("find_all(\"a1 b22\", `\\d+`)", "[\"1\",\"22\"]"),
        ("groups(\"2026-05\", `(\\d+)-(\\d+)`)", "[\"2026-05\",\"2026\",\"05\"]"),
        ("\"a  b\".replace_all(` +`, \" \")", "\"a b\""),
        ("\"a1b2c\".split_by(`\\d`)", "[\"a\",\"b\",\"c\"]"),
        ("\"Ähre\".matches(`^\\w+$`)", "true"),
        ("[1, 2.5, \"x\"].join(\"; \")", "\"1; 2.5; x\""),
        ("\"a\\nb\".lines().len()", "2"),
        ("\"AbC\".to_upper()", "\"ABC\""),
        (
            "find(\"x\", \"(\")",
            "1:1 the pattern \"(\" is wrong: regex parse error:\n    (\n    ^\nerror: unclosed group",
        ),
    ]);
}

#[test]
fn errors_name_the_place_and_what_to_do() {
    are(&[
        ("let a = 1;\nlet b = a + c;", "2:13 there is no variable c; declare it with `let c = …;`"),
        ("foo(1)", "1:1 there is no function foo (i64); look at its name and at what it is given"),
        ("fn f(x) { x / 0 }\nf(1)", "1:13 it divides by 0"),
        ("1 +", "1:4 it is no valid Rhai: Script is incomplete"),
        ("eval(\"1\")", "1:1 it is no valid Rhai: reserved keyword 'eval' is disabled"),
        ("file(\"x\")", "1:1 there is no file \"x\": name it in `files`"),
        (
            "let m = #{a: 1};\nm.keys().map(|k| m[k])",
            "a function reads the variable that its own line begins with; give that line's first part a name of its own: \
             `let keys = m.keys();`",
        ),
        ("throw \"no\"", "1:1 no"),
    ]);
    assert_eq!(
        run_with("file(\"x\")", &[("/shared/a.csv", "")]).error.unwrap().message,
        "there is no file \"x\", only /shared/a.csv"
    );
    assert_eq!(
        run_with("|x| x", &[]).error.unwrap().message,
        "a value of type Fn cannot be returned; return text, numbers, lists or maps"
    );
    let broken: Answer = serde_json::from_slice(&answer(b"{")).unwrap();
    assert!(broken.error.is_some());
}

#[test]
fn what_is_printed_comes_with_the_value_and_with_an_error() {
    let answer = run_with("print(\"one\"); print(2.50); 3", &[]);
    assert_eq!((answer.printed.as_str(), answer.value), ("one\n2.50\n", 3.into()));
    let answer = run_with("print(1); 1 / 0", &[]);
    assert_eq!((answer.printed.as_str(), answer.error.is_some()), ("1\n", true));
}

#[test]
fn what_is_too_much_is_broken_off() {
    let broken = |code: &str| run_with(code, &[]).error.expect(code).message;
    let flooded = run_with("loop { print(\"0123456789\"); }", &[]);
    assert_eq!(flooded.error.unwrap().message, "it printed more than 65536 bytes; print less");
    assert!(flooded.printed.len() <= MOST_PRINTED);
    assert_eq!(
        broken("fn f(x) { f(x + 1) } f(0)"),
        "functions call each other more than 48 deep; use a loop"
    );
    for large in [
        "let s = \"x\"; loop { s += s; }",
        "let l = [1]; loop { l += l; }",
        "let l = []; l.pad(100000000, 0);",
        "let s = \"\"; s.pad(100000000, \"x\");",
    ] {
        let message = broken(large);
        assert!(message.ends_with("is too large; keep less of it"), "{large}: {message}");
    }
    assert_eq!(
        broken("let s = \"x\"; s.pad(300000, \"x\"); s"),
        "the value is longer than 262144 bytes; return less of it"
    );
    let deep = format!("{}1{}", "(".repeat(500), ")".repeat(500));
    assert!(broken(&deep).starts_with("it is no valid Rhai: "), "{}", broken(&deep));
    assert!(broken("find(\"x\", `(\\w{500}){500}`)").contains("size limit"));
}

proptest! {
    #[test]
    fn sums_of_money_are_exact(cents in proptest::collection::vec(-10_000_000_i64..10_000_000, 1..50)) {
        let amounts: Vec<_> = cents.iter().map(|cents| {
            let sign = if *cents < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
        }).collect();
        let code = format!("(100 * [{}].sum()).to_int()", amounts.join(", "));
        let code = code.replace(".to_int()", "");
        prop_assert_eq!(value(&code), cents.iter().sum::<i64>().to_string());
    }

    #[test]
    fn no_text_makes_it_panic(code in "[a-z0-9(){}\\[\\]|\"`$#.,;:+*/=<> -]{0,60}") {
        run_with(&code, &[]);
    }
}
