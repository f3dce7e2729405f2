//! The names of credentials.

/// Words in the name of a header, a variable or a field that mark its value as a secret. Some collectors use other
/// words than key: `x-honeycomb-team`, `uptrace-dsn`.
const SIGNS: [&str; 11] = [
    "auth",
    "cookie",
    "credential",
    "dsn",
    "key",
    "license",
    "password",
    "secret",
    "session",
    "team",
    "token",
];

/// Returns whether a name, such as a header's, looks like a credential's.
pub fn is_credential(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SIGNS.iter().any(|sign| name.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_is_known_by_its_name() {
        for name in
            ["Authorization", "Cookie", "X-Api-Key", "x-honeycomb-team", "uptrace-dsn", "X-Session-Id"]
        {
            assert!(is_credential(name), "{name}");
        }
        for name in ["Accept", "Content-Type", "If-None-Match", "X-Request-Id"] {
            assert!(!is_credential(name), "{name}");
        }
    }
}
