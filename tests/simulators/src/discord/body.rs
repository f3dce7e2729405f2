//! The content of a request: query parameters, a JSON object, files.

use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request},
    http::header::CONTENT_TYPE,
};
use serde_json::{Map, Value};

use super::{
    content::{MAX_FILE, too_large},
    errors::{ApiError, invalid, unparsable},
};

/// The parameters behind `?`.
pub(crate) type Query = std::collections::BTreeMap<String, String>;

/// A JSON value (of a form, its `payload_json`), and the uploaded files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// The whole body; `Null` when there is none. An array when commands are overwritten.
    pub(crate) json: Value,
    /// In the order of their numbers: `files[0]`, `files[1]` ...
    pub(crate) files: Vec<Upload>,
}

/// A file of a multipart form.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The number in `files[n]`, by which `attachments` refers to it.
    pub(crate) number: u64,
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
}

impl Body {
    /// Reads the body of a request.
    pub(crate) async fn read(request: Request) -> Result<Self, ApiError> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            return Self::read_form(request).await;
        }
        let is_json = kind.starts_with("application/json");
        let bytes = Bytes::from_request(request, &()).await.map_err(|_| unparsable())?;
        match bytes.as_ref() {
            b"" => Ok(Self::default()),
            _ if !is_json => Err(unparsable()),
            json => Ok(Self { json: parse(json)?, files: Vec::new() }),
        }
    }

    /// Returns the object's fields; none if the body is not an object.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        self.json.as_object().cloned().unwrap_or_default()
    }

    async fn read_form(mut request: Request) -> Result<Self, ApiError> {
        DefaultBodyLimit::disable().apply(&mut request);
        let mut form = Multipart::from_request(request, &()).await.map_err(|_| unparsable())?;
        let mut body = Self::default();
        while let Some(field) = form.next_field().await.map_err(|_| unparsable())? {
            let field_name = field.name().unwrap_or_default().to_owned();
            let name = field.file_name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(|_| unparsable())?;
            if field_name == "payload_json" {
                body.json = parse(&bytes)?;
                continue;
            }
            if bytes.len() > MAX_FILE {
                return Err(too_large());
            }
            let number = field_name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
            let number = number.and_then(|number| number.parse().ok()).filter(|_| !name.is_empty());
            let number = number.ok_or_else(|| {
                invalid(&field_name, "FILE_FIELD_INVALID", "A file is named files[n] and has a file name.")
            })?;
            body.files.push(Upload { number, name, bytes });
        }
        body.files.sort_by_key(|file| file.number);
        Ok(body)
    }
}

fn parse(json: &[u8]) -> Result<Value, ApiError> {
    serde_json::from_slice(json).map_err(|_| unparsable())
}
