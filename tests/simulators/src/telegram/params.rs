//! The parameters of a request, from any of the forms in which the Bot API takes them.

use axum::{
    Form,
    extract::{FromRequest, Multipart, Query, Request},
    http::{Method as HttpMethod, header::CONTENT_TYPE},
};
use serde_json::{Map, Value};

use super::errors::{ApiError, malformed};

/// Parameters by name. Those of forms are strings and hold numbers and JSON as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(pub(crate) Map<String, Value>);

impl Params {
    /// Reads them from a JSON object, a form, a multipart form or the query.
    pub(crate) async fn read(request: Request) -> Result<Self, ApiError> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if request.method() == HttpMethod::GET {
            let query = Query::<Map<String, Value>>::from_request(request, &()).await.map_err(malformed)?;
            Ok(Self(query.0))
        } else if kind.starts_with("application/json") {
            let body = axum::body::Bytes::from_request(request, &()).await.map_err(malformed)?;
            let json = serde_json::from_slice(&body).map_err(|_| malformed("can't parse JSON object"))?;
            Ok(Self(json))
        } else if kind.starts_with("multipart/form-data") {
            Self::read_multipart(request).await
        } else if kind.starts_with("application/x-www-form-urlencoded") {
            Ok(Self(Form::<Map<String, Value>>::from_request(request, &()).await.map_err(malformed)?.0))
        } else {
            Ok(Self::default())
        }
    }

    async fn read_multipart(request: Request) -> Result<Self, ApiError> {
        let mut form = Multipart::from_request(request, &()).await.map_err(malformed)?;
        let mut params = Map::new();
        while let Some(field) = form.next_field().await.map_err(malformed)? {
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(malformed)?;
            params.insert(name, Value::String(String::from_utf8_lossy(&bytes).into_owned()));
        }
        Ok(Self(params))
    }

    /// A text; numbers are taken as their digits.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        match self.0.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        }
    }

    /// A whole number.
    pub(crate) fn int(&self, name: &str) -> Result<Option<i64>, ApiError> {
        let number = match self.0.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(digits)) => digits.parse().ok(),
            Some(other) => other.as_i64(),
        };
        number.map(Some).ok_or_else(|| malformed(format_args!("parameter \"{name}\" must be an integer")))
    }

    /// A number that the method cannot do without, named as the Bot API's complaint names it.
    pub(crate) fn required(&self, name: &str, missing: &str) -> Result<i64, ApiError> {
        self.int(name)?.ok_or_else(|| malformed(missing))
    }

    /// A yes or no; absent is no.
    pub(crate) fn flag(&self, name: &str) -> bool {
        match self.0.get(name) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::String(text)) => matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1"),
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            _ => false,
        }
    }

    /// An object or array.
    pub(crate) fn json(&self, name: &str) -> Result<Option<Value>, ApiError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => serde_json::from_str(text)
                .map(Some)
                .map_err(|_| malformed(format_args!("can't parse {} JSON object", name.replace('_', " ")))),
            Some(value) => Ok(Some(value.clone())),
        }
    }
}
