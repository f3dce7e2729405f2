//! Disguised secrets: encoded, escaped or split, so that a text could leak them without showing them.

use super::{
    SHORTEST_BEGUN,
    seen::{entity, is_invisible, visible},
};
use crate::text::{hexadecimal, percent_code};
use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::URL_SAFE_NO_PAD},
};
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use icu_normalizer::DecomposingNormalizerBorrowed;

/// The deepest nesting of encodings that is decoded.
const MAX_LAYERS: usize = 3;

/// The shortest secret that is searched for across spaces, or by its letters and digits alone, in bytes: shorter ones
/// occur by chance.
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
    /// Only the letters and digits, in lower case, forwards and backwards; only for long secrets.
    letters: Vec<String>,
    /// Parts of base64 in the URL alphabet, for each position within a longer text.
    base64: Vec<String>,
    /// As `base64`.
    base32: Vec<String>,
    /// In lower case.
    hex: Vec<String>,
    /// The codes of the bytes, decimal and octal, with a space between each two.
    codes: Vec<String>,
}

impl Disguises {
    pub(super) fn of(secrets: &[&str]) -> Self {
        let all = || secrets.iter().copied();
        Self {
            plain: all().map(visible).collect(),
            squeezed: all().map(squeezed).filter(|secret| secret.len() >= SHORTEST_SPLIT).collect(),
            letters: all()
                .map(letters)
                .filter(|secret| secret.len() >= SHORTEST_SPLIT)
                .flat_map(both_ways)
                .collect(),
            base64: all()
                .flat_map(|secret| parts(secret, (6, 3), |bytes| URL_SAFE_NO_PAD.encode(bytes)))
                .collect(),
            base32: all()
                .flat_map(|secret| parts(secret, (5, 5), |bytes| BASE32_NOPAD.encode(bytes)))
                .collect(),
            hex: all().map(|secret| HEXLOWER.encode(secret.as_bytes())).collect(),
            codes: all().flat_map(codes).collect(),
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
        begun(text, self.plain.iter().map(String::as_str))
    }

    fn are_plainly_in(&self, text: &str) -> bool {
        let holds =
            |text: &str, secrets: &[String]| secrets.iter().any(|secret| text.contains(secret.as_str()));
        let squeezed = squeezed(text);
        let lower = squeezed.to_ascii_lowercase();
        let hex = |text: &str| text.chars().filter(char::is_ascii_hexdigit).collect::<String>();
        holds(&visible(text), &self.plain)
            || holds(&squeezed, &self.squeezed)
            || holds(&letters(text), &self.letters)
            || holds(&squeezed.chars().map(url_letter).collect::<String>(), &self.base64)
            || holds(&squeezed.to_ascii_uppercase(), &self.base32)
            // The codes may have a prefix each.
            || holds(&hex(&lower), &self.hex)
            || holds(&hex(&lower.replace("0x", "")), &self.hex)
            || holds(&numbers(text), &self.codes)
    }
}

/// Returns how many bytes at the end of the text are the beginning of one of these secrets; 0 for very few.
pub(super) fn begun<'a>(text: &str, secrets: impl Iterator<Item = &'a str>) -> usize {
    let longest = |secret: &str| {
        let mut ends = (SHORTEST_BEGUN..secret.len()).rev().filter(|end| secret.is_char_boundary(*end));
        ends.find(|end| text.ends_with(&secret[..*end])).unwrap_or_default()
    };
    secrets.map(longest).max().unwrap_or_default()
}

/// Returns the texts that result from decoding one layer; empty if there is no encoding.
fn decoded(text: &str) -> Vec<String> {
    let (percent, unescaped) = (percent_decoded(text), unescaped(text));
    let (of_entities, without_tags) = (without_entities(text), without_tags(text));
    let of_base64 = text
        .split(|c: char| !c.is_ascii_alphanumeric() && !"+/-_=".contains(c))
        .filter(|run| run.len() >= SHORTEST_RUN)
        .filter_map(|run| BASE64.decode(run.chars().map(url_letter).collect::<String>()).ok())
        .filter_map(|bytes| String::from_utf8(bytes).ok());
    [percent, unescaped, of_entities, without_tags].into_iter().flatten().chain(of_base64).collect()
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

/// Decodes the entities of HTML; `None` if there are none.
fn without_entities(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        let (c, length) = entity(&rest[at..]).unwrap_or(('&', 1));
        plain.push(c);
        rest = &rest[at + length..];
    }
    (plain.len() + rest.len() < text.len()).then(|| plain + rest)
}

/// Leaves out the tags of HTML; `None` if there are none.
fn without_tags(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain.push_str(before);
        let Some((_, after)) = tag.split_once('>') else { break };
        rest = after;
    }
    (plain.len() + rest.len() < text.len()).then(|| plain + rest)
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c) && !c.is_whitespace()).collect()
}

/// Converts a letter of either base64 alphabet to the URL alphabet.
fn url_letter(c: char) -> char {
    match c {
        '+' => '-',
        '/' => '_',
        c => c,
    }
}

/// Returns the encoded letters of a secret within a longer text, for each position in which it may begin, without the
/// letters that depend on neighbours. `bits` are those of a letter; with as many bytes as there are `positions`, a
/// letter begins where a byte does.
fn parts(secret: &str, (bits, positions): (usize, usize), encode: impl Fn(&[u8]) -> String) -> Vec<String> {
    let part = |before: usize| {
        let bytes = [&vec![0; before], secret.as_bytes()].concat();
        let own = (before * 8).div_ceil(bits)..bytes.len() * 8 / bits;
        encode(&bytes)[own].to_owned()
    };
    (0..positions).map(part).collect()
}

/// Returns the letters and digits of a text in lower case, without accents, and in their usual width and form.
fn letters(text: &str) -> String {
    let plain = DecomposingNormalizerBorrowed::new_nfkd().normalize(text);
    plain.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn both_ways(text: String) -> [String; 2] {
    let reversed = text.chars().rev().collect();
    [text, reversed]
}

fn codes(secret: &str) -> [String; 2] {
    let each = |code: fn(u8) -> String| secret.bytes().map(code).collect::<Vec<_>>().join(" ");
    [each(|byte| byte.to_string()), each(|byte| format!("{byte:o}"))]
}

/// Returns the numbers of a text, without zeros before them, with a space between each two.
fn numbers(text: &str) -> String {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    numbers.map(|number| number.trim_start_matches('0')).collect::<Vec<_>>().join(" ")
}
