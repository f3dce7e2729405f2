//! The parameters of a request, in any of the forms that the Bot API accepts.

use std::collections::HashMap;

use axum::{
    Form,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Multipart, Query, Request},
    http::{Method as HttpMethod, header::CONTENT_TYPE},
};
use serde_json::{Map, Value};

use super::{
    errors::{ApiError, malformed, too_large},
    media::MAX_UPLOAD,
};

/// Parameters by name. In forms, all values are strings, and hold numbers and JSON as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params {
    pub(crate) values: Map<String, Value>,
    /// The uploads, by parameter name.
    pub(crate) files: HashMap<String, Upload>,
}

/// A file of a multipart form.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
}

impl Params {
    /// Reads the parameters from a JSON object, a form, a multipart form or the query.
    pub(crate) async fn read(request: Request) -> Result<Self, ApiError> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if request.method() == HttpMethod::GET {
            let query = Query::<Map<String, Value>>::from_request(request, &()).await.map_err(malformed)?;
            Ok(Self::from(query.0))
        } else if kind.starts_with("application/json") {
            let body = Bytes::from_request(request, &()).await.map_err(malformed)?;
            let json: Map<_, _> =
                serde_json::from_slice(&body).map_err(|_| malformed("can't parse JSON object"))?;
            Ok(Self::from(json))
        } else if kind.starts_with("multipart/form-data") {
            Self::read_multipart(request).await
        } else if kind.starts_with("application/x-www-form-urlencoded") {
            let form = Form::<Map<String, Value>>::from_request(request, &()).await.map_err(malformed)?;
            Ok(Self::from(form.0))
        } else {
            Ok(Self::default())
        }
    }

    async fn read_multipart(mut request: Request) -> Result<Self, ApiError> {
        DefaultBodyLimit::disable().apply(&mut request);
        let mut form = Multipart::from_request(request, &()).await.map_err(malformed)?;
        let mut params = Self::default();
        while let Some(field) = form.next_field().await.map_err(malformed)? {
            let name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await.map_err(malformed)?;
            if bytes.len() > MAX_UPLOAD {
                return Err(too_large());
            }
            if let Some(file_name) = file_name {
                params.files.insert(name, Upload { name: file_name, bytes });
            } else {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                params.values.insert(name, Value::String(text));
            }
        }
        Ok(params)
    }

    /// Returns a text; a number becomes its digits.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        match self.values.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        }
    }

    /// Returns a whole number.
    pub(crate) fn int(&self, name: &str) -> Result<Option<i64>, ApiError> {
        let number = match self.values.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(digits)) => digits.parse().ok(),
            Some(other) => other.as_i64(),
        };
        number.map(Some).ok_or_else(|| malformed(format_args!("parameter \"{name}\" must be an integer")))
    }

    /// Returns a required number; `missing` is the Bot API's error message if it is absent.
    pub(crate) fn required(&self, name: &str, missing: &str) -> Result<i64, ApiError> {
        self.int(name)?.ok_or_else(|| malformed(missing))
    }

    /// Returns a boolean; absent means false.
    pub(crate) fn flag(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::String(text)) => matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1"),
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            _ => false,
        }
    }

    /// Returns an object or array.
    pub(crate) fn json(&self, name: &str) -> Result<Option<Value>, ApiError> {
        match self.values.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => serde_json::from_str(text)
                .map(Some)
                .map_err(|_| malformed(format_args!("can't parse {} JSON object", name.replace('_', " ")))),
            Some(value) => Ok(Some(value.clone())),
        }
    }
}

impl From<Map<String, Value>> for Params {
    fn from(values: Map<String, Value>) -> Self {
        Self { values, files: HashMap::new() }
    }
}
