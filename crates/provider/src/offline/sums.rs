//! Sums: "calculate 12*3", "what is 15% of 80?". The tool `run_code` works them out.

use super::{
    parse::Command,
    words::{take, take_any, trim_end, trim_start},
};

/// The words before a sum in languages that write decimals with a point, and in those that write them with a comma.
const WITH_POINT: [&str; 9] = [
    "calculate",
    "compute",
    "work out",
    "what is",
    "what's",
    "whats",
    "how much is",
    "how much are",
    "how much makes",
];
const WITH_COMMA: [&str; 11] = [
    "was ist",
    "was sind",
    "wie viel ist",
    "wieviel ist",
    "wie viel sind",
    "berechne",
    "rechne",
    "cuánto es",
    "calcula",
    "combien font",
    "calcule",
];
/// Signs and words between numbers, and the operators of the tool's language.
const OPERATORS: [(&str, &str); 20] = [
    ("**", "**"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("multiplied by", "*"),
    ("divided by", "/"),
    ("mal", "*"),
    ("geteilt durch", "/"),
    ("durch", "/"),
    ("por", "*"),
    ("fois", "*"),
    ("x", "*"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("×", "*"),
    ("/", "/"),
    ("÷", "/"),
    ("^", "**"),
];
/// Words after a number that make it a share of the next one.
const PERCENT: [&str; 5] = ["%", "percent", "per cent", "prozent", "por ciento"];
const OF: [&str; 4] = ["of", "von", "de", "del"];
/// The longest sum, in bytes.
const LONGEST: usize = 200;

/// Parses a sum. It has at least two numbers.
pub(super) fn sum(text: &str) -> Option<Command> {
    let (asked, comma) = match (take_any(text, &WITH_POINT), take_any(text, &WITH_COMMA)) {
        (Some(asked), _) => (asked, false),
        (None, Some(asked)) => (asked, true),
        // "24/7" and "5-6" alone are no sums.
        (None, None) => (text.contains(['+', '*', '×', '÷', '^']).then_some(text)?, false),
    };
    let asked = trim_end(trim_start(asked).trim_end_matches(['=', '?', ' ']));
    if asked.len() > LONGEST {
        return None;
    }
    let code = program(asked, comma)?;
    Some(Command::Calculate { asked: asked.to_owned(), code })
}

/// Translates a sum into the language of the tool.
fn program(mut rest: &str, comma: bool) -> Option<String> {
    let (mut code, mut numbers, mut open) = (String::new(), 0, 0_u32);
    let mut wants_number = true;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        match (first, wants_number) {
            ('(', true) => {
                open += 1;
                (code, rest) = (code + "(", &rest[1..]);
            }
            (')', false) => {
                open = open.checked_sub(1)?;
                (code, rest) = (code + ")", &rest[1..]);
            }
            ('-' | '−', true) => (code, rest) = (code + "-", &rest[first.len_utf8()..]),
            (_, true) => {
                let (number, after) = number(rest, comma)?;
                (rest, numbers, wants_number) = (after, numbers + 1, false);
                code += &number;
                if let Some(after) = share(rest) {
                    (rest, wants_number) = (after, true);
                    code += " / 100 * ";
                }
            }
            (_, false) => {
                let (sign, after) =
                    OPERATORS.iter().find_map(|(said, sign)| Some((sign, after(rest, said)?)))?;
                (rest, wants_number) = (after, true);
                code += &format!(" {sign} ");
            }
        }
    }
    (numbers > 1 && open == 0 && !wants_number).then_some(code)
}

/// Returns the text after a sign or a word.
fn after<'t>(text: &'t str, said: &str) -> Option<&'t str> {
    match said.starts_with(char::is_alphabetic) {
        true => take(text, said)
            .or_else(|| text.strip_prefix(said).filter(|it| it.starts_with(|c: char| c.is_ascii_digit()))),
        false => text.strip_prefix(said),
    }
}

/// Returns the text after "% of".
fn share(text: &str) -> Option<&str> {
    let rest = PERCENT.iter().find_map(|percent| after(text.trim_start(), percent))?;
    take_any(trim_start(rest), &OF)
}

/// Takes a number. Signs that group its digits by thousands are left out.
fn number(text: &str, comma: bool) -> Option<(String, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let (point, group) = if comma { (',', '.') } else { ('.', ',') };
    let (whole, decimals) = number.split_once(point).unwrap_or((number, "0"));
    let mut groups = whole.split(group);
    let first = groups.next().filter(|first| !first.is_empty())?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 || first.len() > 3 {
            return None;
        }
        digits += group;
    }
    if !are_digits(&digits) || !are_digits(decimals) {
        return None;
    }
    let has_decimals = number.contains(point);
    Some((if has_decimals { format!("{digits}.{decimals}") } else { digits }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_and_nothing_else() {
        for (text, expected) in [
            ("calculate 12*3", "12 * 3"),
            ("what is 15% of 80?", "15 / 100 * 80"),
            ("What is 15 percent of 1,250.50", "15 / 100 * 1250.50"),
            ("was ist 12*3", "12 * 3"),
            ("Was ist 12,5 mal 3?", "12.5 * 3"),
            ("wie viel ist 15 % von 1.250", "15 / 100 * 1250"),
            ("what's (2 + 3) x 4 =", "(2 + 3) * 4"),
            ("how much is 7 divided by 2", "7 / 2"),
            ("compute 2^10 - -3", "2 ** 10 - -3"),
            ("combien font 6 fois 7 ?", "6 * 7"),
            ("what is 3x4", "3 * 4"),
            ("12*7", "12 * 7"),
            ("2 + 2 =", "2 + 2"),
        ] {
            match sum(text) {
                Some(Command::Calculate { code, .. }) => assert_eq!(code, expected, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in [
            "24/7",
            "5-6",
            "what is 12",
            "what is the wifi code",
            "what is 12 apples plus 3",
            "calculate (2 + 3",
            "calculate 2 + 3)",
            "calculate 2 +",
            "calculate 1,2 * 3",
            "calculate 100 + 10%",
            "what is 2; delete_everything()",
        ] {
            assert_eq!(sum(text), None, "{text}");
        }
    }
}
