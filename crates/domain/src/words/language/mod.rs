//! Language detection, stemming and stop words.
//!
//! A text's language is the one with the most stop words and typical letters in it. This needs no model, costs one
//! look-up per word, and works for sentences of a few words.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    iter,
    sync::LazyLock,
};

use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::fold::fold;

/// The shortest stem used, in characters. A shorter stem says too little, so the word itself is used.
const MIN_STEM: usize = 3;

/// The number of votes from which a query counts as a sentence in one language.
const CLEAR: u32 = 2;

/// The languages of a text, one for each script.
pub(super) struct Spoken {
    latin: &'static Language,
    cyrillic: &'static Language,
    greek: &'static Language,
}

impl Spoken {
    /// Detects the probable languages of these words.
    pub(super) fn of<'t>(words: impl Iterator<Item = &'t str>) -> Self {
        let votes = votes(words);
        let best = |script| {
            let candidates = LANGUAGES.iter().zip(votes).filter(|(language, _)| language.script == script);
            // `max_by_key` returns the last maximum; in reverse order, this is the first one in the list.
            candidates.rev().max_by_key(|(_, votes)| *votes).map_or(&LANGUAGES[0], |(language, _)| language)
        };
        Self { latin: best(Script::Latin), cyrillic: best(Script::Cyrillic), greek: best(Script::Greek) }
    }

    /// Returns the name of the language of the words in Latin letters.
    pub(super) fn main(&self) -> &'static str {
        self.latin.name
    }

    /// Returns the stem of a word, which may be the word itself.
    pub(super) fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        let language = match Script::of(word) {
            Some(Script::Latin) => self.latin,
            Some(Script::Cyrillic) => self.cyrillic,
            Some(Script::Greek) => self.greek,
            None => return Cow::Borrowed(word),
        };
        let stem = Stemmer::create(language.stemmer).stem(word);
        if stem.chars().nth(MIN_STEM - 1).is_some() { stem } else { Cow::Borrowed(word) }
    }
}

/// The probable languages of a query.
pub(super) struct Asked {
    /// The languages with the most votes.
    languages: Languages,
    /// Whether the query is clearly in one language.
    is_clear: bool,
}

impl Asked {
    pub(super) fn of<'t>(words: impl Iterator<Item = &'t str>) -> Self {
        // In a short query, a repeated word would outvote all others: in "K. K. K.", each "k" is a Czech stop word.
        let distinct: HashSet<_> = words.collect();
        let votes = votes(distinct.into_iter());
        let most = votes.iter().max().copied().unwrap_or_default();
        let languages = set_of(|index, _| votes[index] == most);
        Self { languages, is_clear: most >= CLEAR && languages.count_ones() == 1 }
    }

    /// Returns whether a word is a stop word in one of the query's probable languages.
    pub(super) fn is_stop_word(&self, word: &str) -> bool {
        stop_word_of(word) & self.languages != 0
    }

    /// Returns the languages under which texts with these words may have been indexed.
    pub(super) fn readings<'t>(&self, words: impl Iterator<Item = &'t str>) -> impl Iterator<Item = Spoken> {
        let languages = match words.fold(0, |languages, word| languages | self.plausible(word)) {
            // No word has a stem, so any language is right.
            0 => 1,
            languages => languages,
        };
        LANGUAGES.iter().enumerate().filter(move |(index, _)| languages & 1 << index != 0).map(
            |(_, language)| {
                let mut spoken = Spoken::of(iter::empty());
                match language.script {
                    Script::Latin => spoken.latin = language,
                    Script::Cyrillic => spoken.cyrillic = language,
                    Script::Greek => spoken.greek = language,
                }
                spoken
            },
        )
    }

    /// Returns the possible languages of a word of the query.
    fn plausible(&self, word: &str) -> Languages {
        let script = Script::of(word);
        let of_script = set_of(|_, language| Some(language.script) == script);
        let letters = word.chars().fold(0, |languages, c| languages | letter_of(c));
        match (self.languages | letters) & of_script {
            likely if self.is_clear && likely != 0 => likely,
            _ => of_script,
        }
    }
}

/// A set of languages, one bit for each by its place in [`LANGUAGES`].
type Languages = u32;

struct Language {
    name: &'static str,
    script: Script,
    stemmer: Algorithm,
    /// Letters that few other languages use.
    letters: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
}

impl Script {
    /// Returns the script of a word, if all of its characters are of one script.
    fn of(word: &str) -> Option<Self> {
        let mut scripts = word.chars().map(|c| match c {
            'a'..='z' | 'ß'..='ɏ' | '\u{1e00}'..='\u{1eff}' => Some(Self::Latin),
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Self::Greek),
            '\u{400}'..='\u{52f}' => Some(Self::Cyrillic),
            _ => None,
        });
        let first = scripts.next()??;
        scripts.all(|script| script == Some(first)).then_some(first)
    }
}

/// Counts the votes for each language: one for each stop word, one for each typical letter.
fn votes<'t>(words: impl Iterator<Item = &'t str>) -> [u32; LANGUAGES.len()] {
    let mut votes = [0; LANGUAGES.len()];
    for word in words {
        let letters = word.chars().filter(|c| !c.is_ascii()).map(letter_of);
        for mut languages in iter::once(stop_word_of(word)).chain(letters) {
            while languages != 0 {
                votes[languages.trailing_zeros() as usize] += 1;
                languages &= languages - 1;
            }
        }
    }
    votes
}

/// Returns the languages in which this word is a stop word.
fn stop_word_of(word: &str) -> Languages {
    STOP_WORDS.get(word).copied().unwrap_or_default()
}

/// Returns the languages for which this letter is typical.
fn letter_of(c: char) -> Languages {
    LETTERS.get(&c).copied().unwrap_or_default()
}

fn set_of(is_in: impl Fn(usize, &Language) -> bool) -> Languages {
    let chosen = LANGUAGES.iter().enumerate().filter(|(index, language)| is_in(*index, language));
    chosen.fold(0, |languages, (index, _)| languages | 1 << index)
}

/// The stop words, with and without their accents, and the languages of each.
static STOP_WORDS: LazyLock<HashMap<Cow<'static, str>, Languages>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for paragraph in include_str!("../stop_words.txt").split("\n\n") {
        let Some((name, list)) = paragraph.split_once(':') else { continue };
        let Some(index) = LANGUAGES.iter().position(|language| language.name == name) else { continue };
        for word in list.split_whitespace() {
            *words.entry(Cow::Borrowed(word)).or_default() |= 1 << index;
            *words.entry(fold(word)).or_default() |= 1 << index;
        }
    }
    words
});

static LETTERS: LazyLock<HashMap<char, Languages>> = LazyLock::new(|| {
    let mut letters = HashMap::new();
    for (index, language) in LANGUAGES.iter().enumerate() {
        for c in language.letters.chars() {
            *letters.entry(c).or_default() |= 1 << index;
        }
    }
    letters
});

const fn language(name: &'static str, script: Script, stemmer: Algorithm, letters: &'static str) -> Language {
    Language { name, script, stemmer, letters }
}

/// All languages; the first one wins a tie.
static LANGUAGES: [Language; 19] = [
    language("English", Script::Latin, Algorithm::English, ""),
    language("German", Script::Latin, Algorithm::German, "äöüß"),
    language("French", Script::Latin, Algorithm::French, "éèêàçœùûîôëï"),
    language("Spanish", Script::Latin, Algorithm::Spanish, "ñáéíóú"),
    language("Italian", Script::Latin, Algorithm::Italian, "àèìòù"),
    language("Portuguese", Script::Latin, Algorithm::Portuguese, "ãõçáâêéíóú"),
    language("Dutch", Script::Latin, Algorithm::Dutch, "ëïé"),
    language("Swedish", Script::Latin, Algorithm::Swedish, "åäö"),
    language("Norwegian", Script::Latin, Algorithm::Norwegian, "åøæ"),
    language("Danish", Script::Latin, Algorithm::Danish, "åøæ"),
    language("Finnish", Script::Latin, Algorithm::Finnish, "äö"),
    language("Hungarian", Script::Latin, Algorithm::Hungarian, "őűáéíóúöü"),
    language("Romanian", Script::Latin, Algorithm::Romanian, "ășțşţâî"),
    language("Turkish", Script::Latin, Algorithm::Turkish, "ğışçöü"),
    language("Polish", Script::Latin, Algorithm::Polish, "łąęśźżćńó"),
    language("Czech", Script::Latin, Algorithm::Czech, "řěůšžčýáíé"),
    language("Russian", Script::Cyrillic, Algorithm::Russian, "ыэёъ"),
    language("Ukrainian", Script::Cyrillic, Algorithm::Ukrainian, "іїєґ"),
    language("Greek", Script::Greek, Algorithm::Greek, ""),
];

#[cfg(test)]
mod tests;
