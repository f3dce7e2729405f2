//! A yes or a no that is typed while a prompt waits for a press.

/// The answer to somebody who types a yes or a no instead of pressing a button.
pub fn press_instead() -> &'static str {
    "Please press “Approve” or “Deny” below the question: only a press decides it."
}

/// Returns whether a message is nothing but a yes or a no.
pub fn is_yes_or_no(text: &str) -> bool {
    const WORDS: [&str; 28] = [
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
    ];
    let said = text.trim().trim_end_matches(['.', '!', ',']).to_lowercase();
    WORDS.contains(&said.as_str())
}
