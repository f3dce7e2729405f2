//! The displayable form of texts from other people, models and tool arguments, in which they cannot look like something
//! else.
//!
//! One filter serves everything that a prompt, a list or a button shows: names, goals, addresses, bodies, titles. A
//! character that is invisible, or that changes the look of its neighbours, is shown as `⟨U+200B⟩`: removing it would
//! make two different texts look alike. It is kept where writing needs it: a joiner within an emoji or within a word of
//! a script that joins its letters, a variation selector behind the character that it varies. Spaces of any width
//! become one kind of space. A host that is not plain ASCII is followed by its punycode: `раураl.com (xn--…)`.
//!
//! Filtering a text twice gives the same result as filtering it once.

use crate::text::beginning;

mod hosts;

pub use hosts::host_within;

/// The most hidden characters in a row that are shown one by one.
const IN_A_ROW: usize = 3;

/// The room for the number of omitted characters, in characters.
const REMARK: usize = 30;

/// The greatest length of a host, in bytes.
const LONGEST_HOST: usize = 253;

/// The flags of parts of a country: a black flag, and tags that spell the part.
const FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
const BLACK_FLAG: char = '\u{1f3f4}';
const END_OF_TAGS: char = '\u{e007f}';

/// Returns a text of several lines in displayable form.
pub fn text(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let chars: Vec<char> = text.chars().collect();
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let flag = flag(&chars[at..]);
        if flag > 0 {
            shown.extend(&chars[at..at + flag]);
            at += flag;
        } else if is_hidden(&chars, at) {
            let end = (at..chars.len()).find(|&next| !is_hidden(&chars, next)).unwrap_or(chars.len());
            mark(&mut shown, &chars[at..end]);
            at = end;
        } else {
            shown.push(if c.is_whitespace() && !matches!(c, '\n' | '\t') { ' ' } else { c });
            at += 1;
        }
    }
    hosts::with_punycode(&shown)
}

/// Returns a text in displayable form on one line, so that no part of it looks like a line of the bot's.
pub fn line(text: &str) -> String {
    self::text(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns a text of at most `most` characters unchanged, and otherwise its beginning and the number of omitted
/// characters, in English: for models and logs.
pub fn elided(text: &str, most: usize) -> String {
    match within(text, most) {
        (all, 0) => all,
        (beginning, 1) => format!("{beginning}… (1 more character)"),
        (beginning, left_out) => format!("{beginning}… ({left_out} more characters)"),
    }
}

/// Returns a text of at most `most` characters unchanged, and otherwise its beginning, and the number of omitted
/// characters. Leaves room to state that number.
///
/// If the text has the address of a host, enough of the host is kept to identify its owner: whole labels of its end, or
/// else all of it, even beyond `most`.
pub fn within(text: &str, most: usize) -> (String, usize) {
    let all = text.chars().count();
    if all <= most {
        return (text.to_owned(), 0);
    }
    let room = most.saturating_sub(REMARK).max(1);
    let cut_off = hosts::first(text).filter(|(before, host)| {
        let is_cut = before.chars().count() + host.chars().count() > room;
        is_cut && host.len() <= LONGEST_HOST
    });
    let Some((before, host)) = cut_off else {
        let shown = beginning(text, room);
        return (shown.trim_end().to_owned(), all - shown.chars().count());
    };
    let before = beginning(before, room / 3);
    let host = host_within(host, room - before.chars().count()).unwrap_or_else(|| host.to_owned());
    let shown = format!("{before}{host}");
    (shown.trim_end().to_owned(), all - shown.chars().filter(|c| *c != '…').count())
}

/// Appends the marks of hidden characters in a row.
fn mark(shown: &mut String, hidden: &[char]) {
    let few = hidden.len() <= IN_A_ROW;
    for c in &hidden[..if few { hidden.len() } else { 1 }] {
        let more = if few { String::new() } else { format!(" and {} more hidden", hidden.len() - 1) };
        shown.push_str(&format!("⟨U+{:04X}{more}⟩", u32::from(*c)));
    }
}

/// Returns the number of characters in the flag of a part of a country at the beginning; 0 if there is none.
fn flag(chars: &[char]) -> usize {
    if chars.first() != Some(&BLACK_FLAG) {
        return 0;
    }
    let end = chars.iter().position(|&c| c == END_OF_TAGS).unwrap_or_default();
    let letter = |tag: &char| char::from_u32(u32::from(*tag).wrapping_sub(0xe0000)).unwrap_or_default();
    let name: String = chars[1..end.max(1)].iter().map(letter).collect();
    if FLAGS.contains(&&*name) { end + 1 } else { 0 }
}

/// Returns whether a character is invisible at its position, or changes the look of its neighbours.
fn is_hidden(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or(' ');
    let after = chars.get(at + 1).copied().unwrap_or(' ');
    match chars[at] {
        '\n' | '\t' => false,
        // Between the parts of an emoji, or between letters of a script that joins them.
        '\u{200d}' => !(is_of_emoji(before) && is_emoji(after) || joins(before) && joins(after)),
        '\u{200c}' => !(joins(before) && joins(after)),
        // The vowel separator and the variants of Mongolian letters.
        '\u{180e}' => !(is_mongolian(before) && is_mongolian(after)),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => !is_mongolian(before),
        // Variants of an ideograph, and the emoji or text form of a symbol.
        '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => !is_ideograph(before),
        '\u{fe0e}' | '\u{fe0f}' => {
            !(is_emoji(before) || matches!(before, '0'..='9' | '#' | '*') && after == '\u{20e3}')
        }
        c => c.is_control() || is_never_seen(c),
    }
}

/// Returns whether a character has no visible form of its own at any position.
pub fn is_never_seen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        // Blank, though they count as letters or symbols.
        | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{1d159}'
        | '\u{fe03}'..='\u{fe0d}' | '\u{feff}' | '\u{fff0}'..='\u{fffc}'
        | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
        // Private use: their look depends on the font.
        | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Returns whether a character can begin an emoji, or follow a joiner in one.
fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{23ff}' | '\u{24c2}' | '\u{25a0}'..='\u{27bf}' | '\u{2934}'..='\u{2935}'
        | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns whether a joiner may follow a character within an emoji.
fn is_of_emoji(c: char) -> bool {
    is_emoji(c) || c == '\u{fe0f}'
}

/// Returns whether a character belongs to a script whose letters change their form when joined.
fn joins(c: char) -> bool {
    matches!(c,
        '\u{620}'..='\u{6d3}' | '\u{6fa}'..='\u{74f}' | '\u{750}'..='\u{77f}' | '\u{7ca}'..='\u{7ea}'
        | '\u{8a0}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f40}'..='\u{fbc}' | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17d3}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        || is_mongolian(c)
}

fn is_mongolian(c: char) -> bool {
    matches!(c, '\u{1820}'..='\u{18aa}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests;
