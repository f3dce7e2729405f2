//! How much of a text asks something.

use adjutant_domain::words::language;
use unicode_segmentation::UnicodeSegmentation;

/// Words that begin a question, in lower case, by the English name of their language. People often leave the question
/// mark out in a chat.
const QUESTION_WORDS: [(&str, &[&str]); 7] = [
    ("English", &["who", "who's", "whose", "whom", "what", "what's", "which", "when", "where", "why", "how"]),
    (
        "German",
        &[
            "wer", "wen", "wem", "wessen", "was", "welche", "welcher", "welches", "welchen", "wann", "wo",
            "wohin", "woher", "warum", "wieso", "wie",
        ],
    ),
    (
        "French",
        &["qui", "quel", "quelle", "quels", "quelles", "quand", "où", "pourquoi", "comment", "combien"],
    ),
    (
        "Spanish",
        &["quién", "quiénes", "qué", "cuál", "cuáles", "cuándo", "dónde", "adónde", "cómo", "cuánto"],
    ),
    ("Italian", &["chi", "cosa", "quale", "quali", "quando", "dove", "perché", "come", "quanto"]),
    ("Portuguese", &["quem", "qual", "quais", "quando", "onde", "por", "como", "quanto"]),
    ("Dutch", &["wie", "wat", "welke", "wanneer", "waar", "waarom", "hoe"]),
];
/// Words after which a question word begins a statement instead: "when I was in Rome", "was ich mag".
const SUBJECTS: [&str; 23] = [
    "i", "i'm", "we", "you", "he", "she", "they", "it", "ich", "wir", "du", "er", "sie", "es", "ihr", "je",
    "tu", "il", "elle", "on", "nous", "vous", "ils",
];

/// Returns the share of a text that consists of questions, by length: 0 to 1. A sentence with a question mark is a
/// question, and so is one without any mark that begins with a question word.
pub(super) fn asking(text: &str) -> f64 {
    let (mut all, mut asked, mut sentence, mut start) = (0_u32, 0_u32, 0_u32, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        all += 1;
        sentence += 1;
        let is_end = match c {
            // A `?` within a link does not end a sentence.
            '?' => !chars.peek().is_some_and(|(_, next)| next.is_alphanumeric()),
            '？' | '؟' | '.' | '!' | '…' | '。' | '！' | '\n' => true,
            _ => false,
        };
        if is_end || chars.peek().is_none() {
            let is_question = match c {
                '?' | '？' | '؟' => is_end,
                '.' | '!' | '…' | '。' | '！' => false,
                _ => begins_like_a_question(&text[start..at + c.len_utf8()]),
            };
            asked += if is_question { sentence } else { 0 };
            (sentence, start) = (0, at + c.len_utf8());
        }
    }
    if all == 0 { 0.0 } else { f64::from(asked) / f64::from(all) }
}

fn begins_like_a_question(sentence: &str) -> bool {
    let mut words = sentence.unicode_words().map(|word| word.to_lowercase().replace('’', "'"));
    let Some(first) = words.next() else { return false };
    let mut languages = QUESTION_WORDS.iter().filter(|(_, words)| words.contains(&first.as_str())).peekable();
    if languages.peek().is_none() || words.next().is_some_and(|next| SUBJECTS.contains(&next.as_str())) {
        return false;
    }
    let spoken = language(sentence);
    languages.any(|(language, _)| *language == spoken)
}
