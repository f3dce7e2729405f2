//! Which language a text is in, what its words' stems are, and which of them say nothing.
//!
//! A text is in the language that most of its stop words and telltale letters speak for. That needs no model, takes a
//! look-up a word, and works for sentences of a few words.

use std::{borrow::Cow, collections::HashMap, iter, sync::LazyLock};

use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::fold::fold;

/// Stems shorter than this, in characters, say too little; the word is taken as it is.
const MIN_STEM: usize = 3;

/// Words that have to speak for a language before a query is taken to be in it.
const CLEAR: u32 = 2;

/// The languages of a text, one for each script.
pub(super) struct Spoken {
    latin: &'static Language,
    cyrillic: &'static Language,
    greek: &'static Language,
}

impl Spoken {
    /// The languages that these words are probably in.
    pub(super) fn of<'t>(words: impl Iterator<Item = &'t str>) -> Self {
        let votes = votes(words);
        let best = |script| {
            let candidates = LANGUAGES.iter().zip(votes).filter(|(language, _)| language.script == script);
            // Of the best the last is taken, which is the first of the list.
            candidates.rev().max_by_key(|(_, votes)| *votes).map_or(&LANGUAGES[0], |(language, _)| language)
        };
        Self { latin: best(Script::Latin), cyrillic: best(Script::Cyrillic), greek: best(Script::Greek) }
    }

    /// The name of the language of the words in Latin letters.
    pub(super) fn main(&self) -> &'static str {
        self.latin.name
    }

    /// The stem of a word, which may be the word itself.
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

/// What a query may be in.
pub(super) struct Asked {
    /// The languages that most of its words speak for.
    languages: Languages,
    /// It is a sentence in one language.
    is_clear: bool,
}

impl Asked {
    pub(super) fn of<'t>(words: impl Iterator<Item = &'t str>) -> Self {
        let votes = votes(words);
        let most = votes.iter().max().copied().unwrap_or_default();
        let languages = set_of(|index, _| votes[index] == most);
        Self { languages, is_clear: most >= CLEAR && languages.count_ones() == 1 }
    }

    /// It says nothing about what is looked for.
    pub(super) fn is_stop_word(&self, word: &str) -> bool {
        stop_word_of(word) & self.languages != 0
    }

    /// What texts that have these words may have been taken for.
    pub(super) fn readings<'t>(&self, words: impl Iterator<Item = &'t str>) -> impl Iterator<Item = Spoken> {
        let languages = match words.fold(0, |languages, word| languages | self.plausible(word)) {
            // No word that has a stem: any language will do.
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

    /// The languages that a word of this query may be in.
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

/// A set of languages, a bit for each by its place in [`LANGUAGES`].
type Languages = u32;

struct Language {
    name: &'static str,
    script: Script,
    stemmer: Algorithm,
    /// Letters that few others use.
    letters: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
}

impl Script {
    /// The script that all of a word's characters are of.
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

/// What speaks for each language: a stop word once, a letter once each time.
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

/// The languages that have this as a stop word.
fn stop_word_of(word: &str) -> Languages {
    STOP_WORDS.get(word).copied().unwrap_or_default()
}

/// The languages that this letter is typical of.
fn letter_of(c: char) -> Languages {
    LETTERS.get(&c).copied().unwrap_or_default()
}

fn set_of(is_in: impl Fn(usize, &Language) -> bool) -> Languages {
    let chosen = LANGUAGES.iter().enumerate().filter(|(index, language)| is_in(*index, language));
    chosen.fold(0, |languages, (index, _)| languages | 1 << index)
}

/// As they are written, and as they are when accents are left out, with the languages that have each.
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

/// All languages; of two that are as likely the first is taken.
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
