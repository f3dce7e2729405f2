use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// The name of a page or a post in its address: words of lower-case ASCII letters and digits, joined by single hyphens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(String);

/// The longest slug, in characters.
pub const MAX_SLUG: usize = 80;

/// Names that the site's own files use.
const RESERVED: [&str; 8] = ["404", "assets", "favicon", "feed", "index", "posts", "robots", "sitemap"];

/// Why a text is not a slug.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SlugRefusal {
    #[error("a slug has at least one letter or digit")]
    Empty,
    #[error("a slug has at most {MAX_SLUG} characters, and this one has {0}")]
    Long(usize),
    #[error("a slug has only the letters a to z, digits, and single hyphens between words: `{0}` would fit")]
    Letters(Slug),
    #[error("`{0}` is a name that the site itself uses")]
    Reserved(String),
}

impl Slug {
    /// Returns a text that is already a slug.
    pub fn parse(text: &str) -> Result<Self, SlugRefusal> {
        if text.is_empty() {
            return Err(SlugRefusal::Empty);
        }
        if text.chars().count() > MAX_SLUG {
            return Err(SlugRefusal::Long(text.chars().count()));
        }
        // These names contain a dot.
        if ["feed.xml", "sitemap.xml", "robots.txt", "404.html", "index.html"].contains(&text)
            || is_reserved(text)
        {
            return Err(SlugRefusal::Reserved(text.to_owned()));
        }
        let words = text.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        });
        if words { Ok(Self(text.to_owned())) } else { Err(SlugRefusal::Letters(Self::from_title(text))) }
    }

    /// Returns the slug of a title. Accents are dropped, umlauts become two letters, Greek and Cyrillic become Latin,
    /// and words beyond [`MAX_SLUG`] are dropped. A title without any such letter becomes `page`.
    pub fn from_title(title: &str) -> Self {
        let mut words = String::new();
        let mut pending = false;
        let mut letter = |c: char| {
            if c.is_ascii_alphanumeric() {
                if pending && !words.is_empty() {
                    words.push('-');
                }
                pending = false;
                words.push(c.to_ascii_lowercase());
            } else if !matches!(c, '\'' | '\u{2019}') {
                pending = true;
            }
        };
        for c in title.nfc().flat_map(char::to_lowercase) {
            match latin(c) {
                Some(letters) => letters.chars().for_each(&mut letter),
                None => std::iter::once(c)
                    .nfkd()
                    .filter(|part| !unicode_normalization::char::is_combining_mark(*part))
                    .for_each(|part| match latin(part) {
                        Some(letters) => letters.chars().for_each(&mut letter),
                        None => letter(part),
                    }),
            }
        }
        let slug = shortened(&words, MAX_SLUG);
        match slug {
            "" => Self("page".to_owned()),
            reserved if is_reserved(reserved) => Self(format!("{reserved}-page")),
            slug => Self(slug.to_owned()),
        }
    }

    /// Returns this slug with a number, in case the slug itself is taken.
    pub fn numbered(&self, number: usize) -> Self {
        let number = format!("-{number}");
        Self(format!("{}{number}", shortened(&self.0, MAX_SLUG - number.len())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Slug {
    type Error = SlugRefusal;

    fn try_from(text: String) -> Result<Self, SlugRefusal> {
        Self::parse(&text)
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> Self {
        slug.0
    }
}

fn is_reserved(text: &str) -> bool {
    RESERVED.contains(&text)
}

/// Cuts a slug between words if that leaves at least half of the length, or else within a word.
fn shortened(words: &str, max: usize) -> &str {
    let Some(cut) = words.get(..max) else { return words };
    if words.as_bytes().get(max) == Some(&b'-') {
        return cut;
    }
    match cut.rfind('-') {
        Some(end) if end >= max / 2 && words.len() > max => &cut[..end],
        _ => cut.trim_end_matches('-'),
    }
}

/// Returns the Latin letters for a letter that does not decompose into a letter and an accent.
fn latin(c: char) -> Option<&'static str> {
    Some(match c {
        'ä' | 'æ' => "ae",
        'ö' | 'œ' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        'α' => "a",
        'β' => "v",
        'γ' => "g",
        'δ' => "d",
        'ε' => "e",
        'ζ' => "z",
        'η' | 'ι' => "i",
        'θ' => "th",
        'κ' => "k",
        'λ' => "l",
        'μ' => "m",
        'ν' => "n",
        'ξ' => "x",
        'ο' | 'ω' => "o",
        'π' => "p",
        'ρ' => "r",
        'σ' | 'ς' => "s",
        'τ' => "t",
        'υ' => "y",
        'φ' => "f",
        'χ' => "ch",
        'ψ' => "ps",
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' | 'ґ' => "g",
        'д' => "d",
        'е' | 'э' => "e",
        'ё' => "yo",
        'є' => "ye",
        'ж' => "zh",
        'з' => "z",
        'и' | 'і' => "i",
        'ї' => "yi",
        'й' | 'ы' => "y",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' => "",
        'ю' => "yu",
        'я' => "ya",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(title: &str) -> String {
        Slug::from_title(title).into()
    }

    #[test]
    fn a_title_becomes_words_with_hyphens() {
        assert_eq!(of("  Our Club: News & Dates!  "), "our-club-news-dates");
        assert_eq!(of("Über uns – Straße"), "ueber-uns-strasse");
        assert_eq!(of("Crème brûlée, naïve Ångström"), "creme-brulee-naive-angstroem");
        assert_eq!(of("Alice's garden"), "alices-garden");
        assert_eq!(of("Новости клуба"), "novosti-kluba");
        assert_eq!(of("ΝΕΑ ΤΟΥ ΣΥΛΛΟΓΟΥ"), "nea-toy-syllogoy");
    }

    #[test]
    fn a_title_without_letters_or_with_a_reserved_name_still_has_a_slug() {
        assert_eq!(of("🎉"), "page");
        assert_eq!(of("Posts"), "posts-page");
        assert_eq!(of("404"), "404-page");
    }

    #[test]
    fn a_long_title_is_cut_between_words() {
        let slug = of(&"twelve chars ".repeat(10));
        assert_eq!(slug, "twelve-chars-twelve-chars-twelve-chars-twelve-chars-twelve-chars-twelve-chars");
        assert_eq!(of(&"x".repeat(200)).len(), MAX_SLUG);
    }

    #[test]
    fn what_is_no_slug_is_refused_with_what_would_fit() {
        assert_eq!(
            Slug::parse("About Us").unwrap_err().to_string(),
            "a slug has only the letters a to z, digits, and single hyphens between words: `about-us` would fit"
        );
        assert_eq!(Slug::parse("feed.xml").unwrap_err(), SlugRefusal::Reserved("feed.xml".to_owned()));
        assert_eq!(Slug::parse("assets").unwrap_err(), SlugRefusal::Reserved("assets".to_owned()));
        assert_eq!(Slug::parse("").unwrap_err(), SlugRefusal::Empty);
        for bad in ["a--b", "-a", "a-", "a/b", "..", "a.b", "ü"] {
            assert!(Slug::parse(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn the_slug_of_any_title_is_one(title in "\\PC{0,200}", number in 2_usize..10_000) {
            let slug = Slug::from_title(&title);
            prop_assert_eq!(Slug::parse(slug.as_str()), Ok(slug.clone()));
            prop_assert_eq!(Slug::parse(slug.numbered(number).as_str()), Ok(slug.numbered(number)));
        }

        #[test]
        fn the_slug_of_a_slug_is_itself(title in "[a-z0-9]{1,12}(-[a-z0-9]{1,12}){0,5}") {
            prop_assume!(Slug::parse(&title).is_ok());
            prop_assert_eq!(of(&title), title);
        }
    }
}
