//! Slips of the pen in the words of commands: "remimd me", "cancle 1".

use super::words::letters;

/// Returns a text with the first words as they were meant, if that changes it. Goals and notes begin behind them.
pub(super) fn corrected(text: &str) -> Option<String> {
    let words: Vec<_> = text.split(' ').collect();
    let corrected: Vec<_> = words
        .iter()
        .enumerate()
        .map(|(at, word)| Some(*word).filter(|_| at < FIRST).and_then(meant).unwrap_or((*word).to_owned()))
        .collect();
    (corrected != words).then(|| corrected.join(" "))
}

/// Returns the word of commands that was meant.
fn meant(word: &str) -> Option<String> {
    let (name, rest) = letters(word);
    if let Some((_, meant)) = SHORT.iter().find(|(short, _)| *short == name) {
        return Some(format!("{meant}{rest}"));
    }
    let is_meant = |known: &&&str| is_slip(&name, known);
    let known = WORDS.iter().find(is_meant).filter(|_| !WORDS.contains(&name.as_str()))?;
    Some(format!("{known}{rest}"))
}

/// Returns whether a word differs from a longer one by one letter that is wrong, missing, too many or in the place of
/// the next one.
pub(super) fn is_slip(word: &str, of: &str) -> bool {
    let (word, of) = (word.as_bytes(), of.as_bytes());
    if of.len() < SHORTEST || word.first() != of.first() {
        return false;
    }
    let same = word.iter().zip(of).take_while(|(a, b)| a == b).count();
    let (word, of) = (&word[same..], &of[same..]);
    match (word, of) {
        ([a, b, rest @ ..], [c, d, end @ ..]) if a == d && b == c && rest == end => true,
        ([_, rest @ ..], [_, end @ ..]) if rest == end => true,
        ([_, rest @ ..], end) if rest == end => true,
        (rest, [_, end @ ..]) if rest == end => true,
        _ => false,
    }
}

/// How many words at the start of a message are looked at.
const FIRST: usize = 4;
/// The fewest letters of a word in which a slip is recognised.
const SHORTEST: usize = 6;
const WORDS: [&str; 12] = [
    "remind",
    "remember",
    "reminder",
    "reminders",
    "cancel",
    "delete",
    "forget",
    "snooze",
    "resume",
    "schedules",
    "scratchpad",
    "postpone",
];
const SHORT: [(&str, &str); 4] =
    [("remindme", "remind me"), ("rmd", "remind"), ("rmnd", "remind"), ("rember", "remember")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_letter_is_a_slip() {
        for slip in ["remimd", "reming", "remid", "reimnd", "remiind"] {
            assert!(is_slip(slip, "remind"), "{slip}");
        }
        for other in ["rewind", "behind", "remain", "remand"] {
            let is_near = is_slip(other, "remind");
            assert_eq!(is_near, ["rewind", "remand"].contains(&other), "{other}");
        }
        assert!(!is_slip("list", "last"));
    }
}
