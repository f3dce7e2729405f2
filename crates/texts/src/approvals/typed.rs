//! A typed yes or no while a prompt waits for a press.

use adjutant_domain::language::Language;

use crate::fluent::text;

/// The answer to somebody who types a yes or a no instead of pressing a button.
pub fn press_instead() -> &'static str {
    text!("approval-press-instead")
}

/// Returns whether a text is that answer, in any of the languages: its reader may have chosen another since.
pub fn is_press_instead(text: &str) -> bool {
    Language::ALL.into_iter().any(|language| language.scope_sync(press_instead) == text)
}

/// Returns whether a message consists only of a yes or a no, in any of the languages.
pub fn is_yes_or_no(text: &str) -> bool {
    const WORDS: [&str; 47] = [
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
        "oui merci",
        "d'accord",
        "non",
        "non merci",
    ];
    let said = text.trim().trim_end_matches(['.', '!', ' ', '\u{a0}', '\u{202f}']);
    let said = said.replace(',', "").replace('’', "'").to_lowercase();
    WORDS.contains(&said.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_or_a_no_is_understood_however_it_is_typed() {
        for said in ["Yes, please!", "Ja, bitte.", "d’accord", "D'accord", "Oui, merci", "oui\u{202f}!", "👍"]
        {
            assert!(is_yes_or_no(said), "{said}");
        }
        for said in ["", ",", "yes, but later", "oui ou non"] {
            assert!(!is_yes_or_no(said), "{said}");
        }
    }
}
