//! The body of a call as text: decoded, and readable if it is a form.

use adjutant_domain::encoding;
use axum::http::{HeaderMap, header::CONTENT_TYPE};
use serde_json::Value;
use url::form_urlencoded;

const FORM: &str = "application/x-www-form-urlencoded";
/// The field in which GitHub and others send JSON.
const PAYLOAD: &str = "payload";
/// The characters of an encoded form besides letters and digits.
const IN_FORM: &[u8] = b"*-._+%=&!~'()";

/// Returns the text of a body; `None` if it is not text in the encoding that its type names, or else in UTF-8.
pub(super) fn text(headers: &HeaderMap, body: &[u8]) -> Option<String> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let mut parts = kind.split(';').map(str::trim);
    let is_form = parts.next() == Some(FORM) && is_form(body);
    let charset = parts.find_map(|part| part.strip_prefix("charset=")).unwrap_or("utf-8");
    let text = match is_form {
        true => fields(body),
        false => encoding::decode_as(body, charset.trim_matches('"'))?,
    };
    (!text.contains('\0')).then_some(text)
}

/// Returns whether a body is a form. Some programs, such as curl, call any text a form.
fn is_form(body: &[u8]) -> bool {
    let is_pair = |pair: &[u8]| pair.iter().position(|&byte| byte == b'=').is_some_and(|at| at > 0);
    body.iter().all(|byte| byte.is_ascii_alphanumeric() || IN_FORM.contains(byte))
        && body.split(|&byte| byte == b'&').all(is_pair)
}

/// Returns the fields of a form, a line each, or the JSON in its only field.
fn fields(body: &[u8]) -> String {
    let fields: Vec<_> = form_urlencoded::parse(body).collect();
    match fields.as_slice() {
        [(name, payload)] if name == PAYLOAD && serde_json::from_str::<Value>(payload).is_ok() => {
            payload.clone().into_owned()
        }
        fields => {
            let lines: Vec<_> = fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            lines.join("\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: &str, body: &[u8]) -> Option<String> {
        text(&HeaderMap::from_iter([(CONTENT_TYPE, kind.parse().unwrap())]), body)
    }

    #[test]
    fn a_form_is_readable() {
        let github = "payload=%7B%22action%22%3A+%22opened%22%7D";
        assert_eq!(read(FORM, github.as_bytes()).as_deref(), Some(r#"{"action": "opened"}"#));
        let form = format!("{FORM}; charset=utf-8");
        let fields = "From=%2B49+30&Body=Gr%C3%BC%C3%9Fe%21&empty=";
        assert_eq!(read(&form, fields.as_bytes()).as_deref(), Some("From: +49 30\nBody: Grüße!\nempty: "));
        assert_eq!(read(FORM, b"payload=no+JSON").as_deref(), Some("payload: no JSON"));
    }

    #[test]
    fn what_only_claims_to_be_a_form_stays() {
        for body in ["Hello", "Somebody rang.", r#"{"a": "b=c"}"#, "https://example.com/?a=b", "a=b&c", ""] {
            assert_eq!(read(FORM, body.as_bytes()).as_deref(), Some(body));
        }
        assert_eq!(read("text/plain", b"a=b").as_deref(), Some("a=b"));
    }

    #[test]
    fn text_is_decoded_as_its_type_says() {
        assert_eq!(read("text/plain; charset=ISO-8859-1", b"Gr\xfc\xdfe").as_deref(), Some("Grüße"));
        assert_eq!(read("text/plain; charset=\"utf-8\"", "Grüße".as_bytes()).as_deref(), Some("Grüße"));
        for (kind, body) in [
            ("text/plain", &b"Gr\xfc\xdfe"[..]),
            ("text/plain; charset=utf-8", b"Gr\xfc\xdfe"),
            ("text/plain; charset=klingon", b"a"),
            ("text/plain", b"a\0b"),
            (FORM, b"a=%00"),
        ] {
            assert_eq!(read(kind, body), None, "{kind}");
        }
    }
}
