//! The body of an answer, read up to a limit and decoded as text.

use bytes::Bytes;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};

/// Bytes at the start of a page that are searched for the encoding it declares.
const CHARSET_PRESCAN_BYTES: usize = 1024;

/// Returns up to `limit` bytes, and whether there were more. `first` holds the bytes that have been read already.
pub(super) async fn read(
    response: &mut Response,
    first: Bytes,
    limit: usize,
) -> reqwest::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    let mut next = Some(first);
    while let Some(chunk) = next {
        let room = limit - bytes.len();
        if chunk.len() > room {
            bytes.extend_from_slice(&chunk[..room]);
            return Ok((bytes, true));
        }
        bytes.extend_from_slice(&chunk);
        next = response.chunk().await?;
    }
    Ok((bytes, false))
}

/// How a reader treats a page.
pub(super) enum Kind {
    Html,
    Text,
}

/// The type that a server states for its answer.
pub(super) struct ContentType {
    /// In lower case, without parameters; empty when the server states none.
    essence: String,
    pub(super) charset: Option<String>,
}

impl ContentType {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let value = value.to_ascii_lowercase();
        let mut parts = value.split(';').map(str::trim);
        let essence = parts.next().unwrap_or_default().to_owned();
        let charset = parts.find_map(|part| part.strip_prefix("charset="));
        Self { essence, charset: charset.map(|label| label.trim_matches('"').to_owned()) }
    }

    /// Returns how a reader treats this type; `None` for one that it cannot use.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self.essence.as_str() {
            "text/html" | "application/xhtml+xml" => Some(Kind::Html),
            "application/json" | "application/xml" => Some(Kind::Text),
            essence if essence.starts_with("text/") => Some(Kind::Text),
            essence if essence.starts_with("application/") => {
                (essence.ends_with("+json") || essence.ends_with("+xml")).then_some(Kind::Text)
            }
            _ => None,
        }
    }

    /// Returns whether a program's answer of this type can be read as text; `None` when the server states no type.
    pub(super) fn is_textual(&self) -> Option<bool> {
        const SUBTYPES: [&str; 8] = [
            "javascript",
            "x-javascript",
            "x-ndjson",
            "jsonl",
            "yaml",
            "x-yaml",
            "toml",
            "x-www-form-urlencoded",
        ];
        let subtype = self.essence.strip_prefix("application/");
        let is_textual = self.kind().is_some() || subtype.is_some_and(|subtype| SUBTYPES.contains(&subtype));
        (!self.essence.is_empty()).then_some(is_textual)
    }

    pub(super) fn describe(&self) -> String {
        if self.essence.is_empty() { "of no stated type".to_owned() } else { self.essence.clone() }
    }
}

/// Returns the compression of a body that the client did not ask for and so has not undone.
pub(super) fn compression(headers: &HeaderMap) -> Option<String> {
    let named = headers.get(CONTENT_ENCODING)?.to_str().unwrap_or("unknown").trim().to_ascii_lowercase();
    (!matches!(named.as_str(), "" | "identity")).then_some(named)
}

/// Picks the encoding by byte order mark, then the server's charset, then the document's own declaration; else UTF-8 if
/// the bytes are valid, else the browsers' default.
pub(super) fn decode(bytes: &[u8], charset: Option<&str>) -> String {
    let stated = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    let encoding =
        stated.or_else(|| declared_encoding(bytes)).unwrap_or_else(|| match std::str::from_utf8(bytes) {
            Ok(_) => UTF_8,
            // The text is cut in the middle of a character.
            Err(error) if error.error_len().is_none() => UTF_8,
            Err(_) => WINDOWS_1252,
        });
    encoding.decode(bytes).0.into_owned()
}

/// Finds `<meta charset="...">`, its http-equiv form, or `<?xml encoding="..."?>`.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(CHARSET_PRESCAN_BYTES)];
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let marker =
        ["charset=", "encoding="].iter().find_map(|marker| Some(start.find(marker)? + marker.len()))?;
    let label = start[marker..].trim_start_matches(['"', '\'', ' ']);
    let end = label.find(['"', '\'', ' ', '>', ';', '/', '?']).unwrap_or(label.len());
    // A declaration that could be read as ASCII is not in UTF-16, whatever it claims.
    Encoding::for_label(&label.as_bytes()[..end]).map(Encoding::output_encoding)
}
