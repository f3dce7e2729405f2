//! Disguised secrets: encoded, escaped or split, so that a text could leak them without showing them.

use std::fmt::Write as _;

use super::SHORTEST_BEGUN;
use crate::text::{hexadecimal, percent_code};
use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::URL_SAFE_NO_PAD},
};

/// The deepest nesting of encodings that is decoded.
const MAX_LAYERS: usize = 3;

/// The shortest secret that is searched for across spaces, in bytes: shorter ones occur by chance.
const SHORTEST_SPLIT: usize = 12;

/// The shortest run of letters that is decoded as base64, in bytes: 16 bytes when decoded.
const SHORTEST_RUN: usize = 22;

/// Base64 in the URL alphabet, with or without padding, ignoring trailing bits.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The known secrets in the forms that are searched for.
#[derive(Clone, Debug, Default)]
pub(super) struct Disguises {
    /// Without invisible characters.
    plain: Vec<String>,
    /// Without spaces either; only for long secrets.
    squeezed: Vec<String>,
    /// Parts of base64 in the URL alphabet, for each position within a longer text.
    base64: Vec<String>,
    /// In lower case.
    hex: Vec<String>,
}

impl Disguises {
    pub(super) fn of(secrets: &[&str]) -> Self {
        let all = || secrets.iter().copied();
        Self {
            plain: all().map(visible).collect(),
            squeezed: all().map(squeezed).filter(|secret| secret.len() >= SHORTEST_SPLIT).collect(),
            base64: all().flat_map(base64_parts).collect(),
            hex: all().map(hex).collect(),
        }
    }

    /// Returns whether the text holds a known secret in any disguise, or an encoded text for which `matches` is true.
    pub(super) fn are_in(&self, text: &str, matches: impl Fn(&str) -> bool) -> bool {
        let mut layer = vec![text.to_owned()];
        for _ in 0..=MAX_LAYERS {
            if layer.iter().any(|text| matches(text) || self.are_plainly_in(text)) {
                return true;
            }
            layer = layer.iter().flat_map(|text| decoded(text)).collect();
        }
        false
    }

    /// Returns how many bytes at the end of the text are the beginning of a secret; 0 for very few.
    pub(super) fn begun(&self, text: &str) -> usize {
        let longest = |secret: &String| {
            let mut ends = (SHORTEST_BEGUN..secret.len()).rev().filter(|end| secret.is_char_boundary(*end));
            ends.find(|end| text.ends_with(&secret[..*end])).unwrap_or_default()
        };
        self.plain.iter().map(longest).max().unwrap_or_default()
    }

    fn are_plainly_in(&self, text: &str) -> bool {
        let holds =
            |text: &str, secrets: &[String]| secrets.iter().any(|secret| text.contains(secret.as_str()));
        let squeezed = squeezed(text);
        let letters: String = squeezed.chars().map(url_letter).collect();
        holds(&visible(text), &self.plain)
            || holds(&squeezed, &self.squeezed)
            || holds(&letters, &self.base64)
            || holds(&squeezed.to_ascii_lowercase(), &self.hex)
    }
}

/// Returns the texts that result from decoding one layer; empty if there is no encoding.
fn decoded(text: &str) -> Vec<String> {
    let percent = percent_decoded(text);
    let unescaped = unescaped(text);
    let of_base64 = text
        .split(|c: char| !c.is_ascii_alphanumeric() && !"+/-_=".contains(c))
        .filter(|run| run.len() >= SHORTEST_RUN)
        .filter_map(|run| BASE64.decode(run.chars().map(url_letter).collect::<String>()).ok())
        .filter_map(|bytes| String::from_utf8(bytes).ok());
    [percent, unescaped].into_iter().flatten().chain(of_base64).collect()
}

/// Decodes percent-encoding; `None` if there is none.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        match percent_code(after) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(b'%');
                rest = after;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    (bytes.len() < text.len()).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// Decodes the escapes of JSON and of most programming languages; `None` if there are none.
fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let digits = match after.as_bytes().first() {
            Some(b'u') => 4,
            Some(b'x') => 2,
            _ => 0,
        };
        let code = after.get(1..=digits).filter(|code| !code.is_empty());
        let coded = code.and_then(hexadecimal).and_then(char::from_u32);
        rest = match coded {
            Some(c) => {
                plain.push(c);
                &after[1 + digits..]
            }
            None => after,
        };
    }
    (plain.len() + rest.len() < text.len()).then(|| plain + rest)
}

fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c) && !c.is_whitespace()).collect()
}

/// Returns whether a character is invisible between two letters.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    ) || c.is_control() && !c.is_whitespace()
}

/// Converts a letter of either base64 alphabet to the URL alphabet.
fn url_letter(c: char) -> char {
    match c {
        '+' => '-',
        '/' => '_',
        c => c,
    }
}

/// Returns the base64 letters of a secret within a longer text, for each of the three positions, without the letters
/// that depend on neighbours.
fn base64_parts(secret: &str) -> Vec<String> {
    let part = |before: usize| {
        let bytes = [&vec![0; before], secret.as_bytes()].concat();
        let letters = URL_SAFE_NO_PAD.encode(&bytes);
        let own = (before * 8).div_ceil(6)..bytes.len() * 8 / 6;
        letters[own].to_owned()
    };
    (0..3).map(part).collect()
}

fn hex(secret: &str) -> String {
    secret.bytes().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        _ = write!(hex, "{byte:02x}");
        hex
    })
}
