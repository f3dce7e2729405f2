//! A yes or a no that is typed while a prompt waits for a press.

use adjutant_domain::language::Language;

use crate::fluent::text;

/// The answer to somebody who types a yes or a no instead of pressing a button.
pub fn press_instead() -> &'static str {
    text!("approval-press-instead")
}

/// Returns whether a text is that answer: in any of the languages, since its reader may have chosen another meanwhile.
pub fn is_press_instead(text: &str) -> bool {
    Language::ALL.into_iter().any(|language| language.scope_sync(press_instead) == text)
}

/// Returns whether a message is nothing but a yes or a no, in any of the languages.
pub fn is_yes_or_no(text: &str) -> bool {
    const WORDS: [&str; 45] = [
        "yes",
        "yes please",
        "y",
        "yeah",
        "yep",
        "yup",
        "sure",
        "ok",
        "okay",
        "k",
        "fine",
        "approve",
        "approved",
        "i approve",
        "confirm",
        "confirmed",
        "allow",
        "go ahead",
        "do it",
        "please do",
        "👍",
        "no",
        "no thanks",
        "n",
        "nope",
        "deny",
        "denied",
        "👎",
        "ja",
        "ja bitte",
        "klar",
        "gerne",
        "genehmigt",
        "nein",
        "nein danke",
        "abgelehnt",
        "sí",
        "si",
        "vale",
        "claro",
        "de acuerdo",
        "no gracias",
        "oui",
        "d'accord",
        "non",
    ];
    let said = text.trim().trim_end_matches(['.', '!', ',']).to_lowercase();
    WORDS.contains(&said.as_str())
}
