//! A client of Discord's REST API.
//!
//! Request bodies are `serenity`'s types, but this module sends them itself. The library's transport waits within a
//! request for as long as a rate limit asks; the gateway's outbox must be able to send other messages in that time.

use std::{sync::Arc, time::Duration};

use adjutant_channel::Gateway;
use adjutant_net::{ServerDates, Upload};
use anyhow::Context as _;
use reqwest::{
    Method, RequestBuilder, Response, StatusCode,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, USER_AGENT},
    multipart::{Form, Part},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use url::Url;

use crate::{
    CHANNEL, Settings,
    errors::{CallError, Refusal, field_errors},
    rate_limits::{RateLimits, RetryAfter},
    route::Route,
};

const API_URL: &str = "https://discord.com";
/// The path added to a root URL without one.
const VERSION_PATH: &str = "/api/v10/";
/// Discord rejects requests without a user agent of this form.
const AGENT: &str = concat!("DiscordBot (https://docs.rs/adjutant-discord, ", env!("CARGO_PKG_VERSION"), ")");
const JSON: &str = "application/json";

/// A connection pool to the REST API of one bot. Cheap to clone.
///
/// Deliberately not `Debug`: it contains the bot's token.
#[derive(Clone)]
pub(crate) struct Api {
    http: reqwest::Client,
    /// Ends in a slash.
    base: Arc<Url>,
    authorization: HeaderValue,
    timeout: Duration,
    rate_limits: RateLimits,
    /// `None` if the servers' clock may be this machine's.
    dates: Option<ServerDates>,
}

impl Api {
    /// Prepares a client without connecting.
    ///
    /// # Errors
    /// Returns an error if the token or the URL is invalid, or TLS cannot be set up.
    pub(crate) fn new(settings: &Settings) -> anyhow::Result<Self> {
        let mut authorization = HeaderValue::try_from(format!("Bot {}", settings.token))
            .context("the Discord token is malformed; copy it again from the Discord Developer Portal")?;
        authorization.set_sensitive(true);
        Ok(Self {
            http: adjutant_net::client(settings.send_timeout)?,
            base: Arc::new(base(settings.api_url.as_ref())?),
            authorization,
            timeout: settings.send_timeout,
            rate_limits: RateLimits::new(settings.per_second),
            dates: settings.has_own_clock.then(|| ServerDates::new(CHANNEL)),
        })
    }

    /// Reports the dates of the servers to this gateway from now on.
    pub(crate) fn hand_dates_to(&self, gateway: &Arc<dyn Gateway>) {
        if let Some(dates) = &self.dates {
            dates.hand_to(gateway);
        }
    }

    /// Gets the resource at `path`, relative to the API's root, and parses the fields that `T` has.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, CallError> {
        self.call(Method::GET, path, |request| request).await
    }

    /// Makes a request with a body; `()` for none. `T` may be `()` too, if the answer has no body.
    pub(crate) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, CallError> {
        let body = json(body)?;
        let with = |request: RequestBuilder| match body.as_slice() {
            b"null" => request.header(CONTENT_LENGTH, 0),
            _ => request.header(CONTENT_TYPE, JSON).body(body),
        };
        self.call(method, path, with).await
    }

    /// Deletes the resource at `path`.
    pub(crate) async fn delete(&self, path: &str) -> Result<(), CallError> {
        self.call(Method::DELETE, path, |request| request).await
    }

    /// Makes a request that uploads files, with a timeout extended by their size.
    pub(crate) async fn upload<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
        files: Vec<Upload>,
    ) -> Result<T, CallError> {
        let mut form = Form::new().part("payload_json", Part::bytes(json(body)?).mime_str(JSON)?);
        let size = files.iter().map(Upload::size).sum();
        for (at, file) in files.into_iter().enumerate() {
            form = form.part(format!("files[{at}]"), file.into_part());
        }
        let timeout = adjutant_net::transfer_timeout(self.timeout, size);
        self.call(method, path, |request| request.multipart(form).timeout(timeout)).await
    }

    /// Starts the download of a file of at most `size` bytes. Sends no token.
    pub(crate) async fn fetch(&self, url: Url, size: u64) -> Result<Response, CallError> {
        let timeout = adjutant_net::transfer_timeout(self.timeout, size);
        Ok(self.http.get(url).header(USER_AGENT, AGENT).timeout(timeout).send().await?)
    }

    /// Returns whether a URL has the API's origin.
    pub(crate) fn is_origin_of(&self, url: &Url) -> bool {
        url.origin() == self.base.origin()
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<T, CallError> {
        let url = self.base.join(path).map_err(|error| CallError::NotSent(error.to_string()))?;
        let route = Route::of(&method, path);
        let mut request = self.http.request(method, url).header(USER_AGENT, AGENT);
        if !route.has_own_token() {
            request = request.header(AUTHORIZATION, self.authorization.clone());
        }
        let permit = self.rate_limits.acquire(route).map_err(CallError::RetryAfter)?;
        let asked = self.dates.as_ref().map(ServerDates::ask);
        let response = with(request).send().await?;
        if let (Some(dates), Some(asked)) = (&self.dates, asked) {
            dates.answered(asked, response.headers());
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.bytes().await?;
        let pause = (status == StatusCode::TOO_MANY_REQUESTS).then(|| RetryAfter::read(&headers, &body));
        permit.update(&headers, pause.as_ref());
        match pause {
            Some(pause) => Err(CallError::RetryAfter(pause.length)),
            None => read_answer(status, &body),
        }
    }
}

/// Serialises a body without the fields that are `null`: `serenity` writes each option that is not set as one, while
/// Discord documents most of these fields as optional and not as nullable.
fn json(body: &impl Serialize) -> Result<Vec<u8>, CallError> {
    let mut body = serde_json::to_value(body).map_err(|error| CallError::refused(error.to_string()))?;
    remove_null_fields(&mut body);
    Ok(body.to_string().into_bytes())
}

fn remove_null_fields(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(remove_null_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_null_fields),
        _ => {}
    }
}

fn read_answer<T: DeserializeOwned>(status: StatusCode, body: &[u8]) -> Result<T, CallError> {
    if status.is_server_error() {
        return Err(CallError::Unknown(format!("Discord answered {status}")));
    }
    if status.is_success() {
        let body = if body.is_empty() { b"null" } else { body };
        // The error of serde_json may quote the body, so it is not passed on.
        return serde_json::from_slice(body)
            .map_err(|_| CallError::Unknown("Discord's answer cannot be parsed".into()));
    }

    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Failure {
        code: u32,
        message: Option<String>,
        errors: Value,
    }
    let Ok(failure) = serde_json::from_slice::<Failure>(body) else {
        return Err(foreign_refusal(status));
    };
    let mut message = failure.message.unwrap_or_else(|| status.to_string());
    let field_errors = field_errors(&failure.errors);
    if !field_errors.is_empty() {
        message = format!("{message} ({})", field_errors.join(", "));
    }
    Err(CallError::Refused(Refusal { status: status.as_u16(), code: failure.code, message }))
}

/// Returns the error for a refusal by a proxy on the way to Discord.
fn foreign_refusal(status: StatusCode) -> CallError {
    match status {
        // A block of the request's source address, which may be lifted.
        StatusCode::FORBIDDEN => CallError::NotSent(format!("Discord's proxy answered {status}")),
        _ => CallError::Refused(Refusal { status: status.as_u16(), code: 0, message: status.to_string() }),
    }
}

/// Returns the API's root. A URL without a path gets the same path as Discord's own.
fn base(api_url: Option<&Url>) -> anyhow::Result<Url> {
    let mut url = match api_url {
        Some(url) => url.clone(),
        None => Url::parse(API_URL)?,
    };
    anyhow::ensure!(
        matches!(url.scheme(), "http" | "https"),
        "the URL of Discord's API must begin with http:// or https://"
    );
    match url.path().trim_end_matches('/') {
        "" => url.set_path(VERSION_PATH),
        path => url.set_path(&format!("{path}/")),
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use serde::de::IgnoredAny;
    use serenity::all::{CommandOptionType, CreateCommand, CreateCommandOption, CreateInteractionResponse};

    use super::*;

    fn failure(status: u16, body: &str) -> CallError {
        read_answer::<IgnoredAny>(StatusCode::from_u16(status).unwrap(), body.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_refusal_carries_what_discord_says() {
        let body = r#"{"code":50035,"message":"Invalid Form Body",
            "errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"too long"}]}}}"#;
        let CallError::Refused(refusal) = failure(400, body) else { panic!("not a refusal") };
        assert_eq!((refusal.status, refusal.code), (400, 50035));
        assert_eq!(refusal.message, "Invalid Form Body (content BASE_TYPE_MAX_LENGTH)");
    }

    #[test]
    fn a_proxy_that_refuses_in_html_is_a_refusal() {
        let CallError::Refused(refusal) = failure(413, "<html>") else { panic!("not a refusal") };
        assert_eq!((refusal.code, refusal.message.as_str()), (0, "413 Payload Too Large"));
        assert!(matches!(failure(403, "<html>"), CallError::NotSent(_)));
    }

    #[test]
    fn server_errors_and_unreadable_answers_leave_the_outcome_unknown() {
        assert!(matches!(failure(502, "<html>"), CallError::Unknown(_)));
        assert!(matches!(failure(200, r#"{"id":"#), CallError::Unknown(_)));
    }

    #[test]
    fn an_answer_may_be_empty() {
        assert!(read_answer::<()>(StatusCode::NO_CONTENT, b"").is_ok());
        assert!(read_answer::<IgnoredAny>(StatusCode::NO_CONTENT, b"").is_ok());
    }

    #[test]
    fn fields_that_are_not_set_are_absent() {
        assert_eq!(json(&CreateInteractionResponse::Acknowledge).unwrap(), br#"{"type":6}"#);
        let option = CreateCommandOption::new(CommandOptionType::String, "topic", "What to look for");
        let body = json(&[CreateCommand::new("search").add_option(option)]).unwrap();
        assert!(!String::from_utf8_lossy(&body).contains("null"), "{}", String::from_utf8_lossy(&body));
        assert_eq!(json(&()).unwrap(), b"null");
    }

    #[test]
    fn a_root_is_where_discord_has_it_unless_it_says_otherwise() {
        for (given, expected) in [
            (None, "https://discord.com/api/v10/"),
            (Some("http://localhost:8081"), "http://localhost:8081/api/v10/"),
            (Some("http://localhost:8081/discord"), "http://localhost:8081/discord/"),
            (Some("http://localhost:8081/discord/"), "http://localhost:8081/discord/"),
        ] {
            let given = given.map(|url| Url::parse(url).unwrap());
            assert_eq!(base(given.as_ref()).unwrap().as_str(), expected);
        }
        assert!(base(Some(&Url::parse("ftp://localhost/").unwrap())).is_err());
    }
}
