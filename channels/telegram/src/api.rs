//! A client of the Bot API.
//!
//! The requests are `teloxide-core`'s types, but this module sends them itself. The library's transport waits ten
//! seconds within every request that gets a server error, drops the status code, and reports a successful send as
//! failed if it cannot parse every field of the answer.

use std::{sync::Arc, time::Duration};

use adjutant_net::ServerDates;
use reqwest::{RequestBuilder, Response, StatusCode, multipart::Form};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use teloxide_core::requests::Payload;
use url::Url;

use crate::errors::{CallError, Refusal};

const API_URL: &str = "https://api.telegram.org/";
/// The most of a server's own words about an error that is passed on, in characters.
const MOST_SAID: usize = 200;

/// A connection pool to the Bot API of one bot. Cheap to clone.
///
/// Deliberately not `Debug`: the URL contains the bot's token.
#[derive(Clone)]
pub(crate) struct Api {
    http: reqwest::Client,
    /// Ends in `/bot<token>/`.
    base: Arc<Url>,
    /// Ends in `/file/bot<token>/`.
    files: Arc<Url>,
    timeout: Duration,
    /// `None` if the servers' clock may be this machine's.
    dates: Option<ServerDates>,
}

impl Api {
    /// Prepares a client without connecting. `timeout` bounds each request, including its whole answer.
    ///
    /// # Errors
    /// Returns an error if the URL cannot have a path, or TLS cannot be set up.
    pub(crate) fn new(
        token: &str,
        api_url: Option<&Url>,
        timeout: Duration,
        dates: Option<ServerDates>,
    ) -> anyhow::Result<Self> {
        let root = match api_url {
            Some(url) => url.clone(),
            None => Url::parse(API_URL)?,
        };
        let bot = format!("bot{token}");
        let base = below(&root, &[&bot, ""])?;
        let files = below(&root, &["file", &bot, ""])?;

        let http = adjutant_net::client(timeout)?;
        Ok(Self { http, base: Arc::new(base), files: Arc::new(files), timeout, dates })
    }

    /// Makes a request, and parses the fields of its result that `T` has.
    pub(crate) async fn call<P, T>(&self, request: &P) -> Result<T, CallError>
    where
        P: Payload + Serialize,
        T: DeserializeOwned,
    {
        self.answer(self.post(P::NAME)?.json(request)).await
    }

    /// Makes a request that uploads a file of `size` bytes, with a timeout extended by its size.
    pub(crate) async fn upload<T>(&self, method: &str, form: Form, size: u64) -> Result<T, CallError>
    where
        T: DeserializeOwned,
    {
        let timeout = adjutant_net::transfer_timeout(self.timeout, size);
        self.answer(self.post(method)?.multipart(form).timeout(timeout)).await
    }

    /// Starts the download of a file of at most `size` bytes by the path that `getFile` returned.
    pub(crate) async fn download(&self, path: &str, size: u64) -> Result<Response, CallError> {
        let url = below(&self.files, &path.split('/').collect::<Vec<_>>())
            .map_err(|error| CallError::NotSent(error.to_string()))?;
        Ok(self.http.get(url).timeout(adjutant_net::transfer_timeout(self.timeout, size)).send().await?)
    }

    fn post(&self, method: &str) -> Result<RequestBuilder, CallError> {
        let url =
            self.base.join(&documented(method)).map_err(|error| CallError::NotSent(error.to_string()))?;
        Ok(self.http.post(url))
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, CallError> {
        let asked = self.dates.as_ref().map(ServerDates::ask);
        let response = request.send().await?;
        if let (Some(dates), Some(asked)) = (&self.dates, asked) {
            dates.answered(asked, response.headers());
        }
        let status = response.status();
        let body = response.bytes().await?;
        read_answer(status, &body)
    }
}

/// Returns a method's name as Telegram's documentation spells it: `teloxide-core` begins it with a capital letter,
/// which other servers of the Bot API may not know.
fn documented(method: &str) -> String {
    let mut name = method.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// The envelope around every answer.
#[derive(Deserialize)]
struct Answer<T> {
    ok: Option<bool>,
    result: Option<T>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Default, Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
    migrate_to_chat_id: Option<i64>,
}

fn read_answer<T: DeserializeOwned>(status: StatusCode, body: &[u8]) -> Result<T, CallError> {
    // The error of serde_json may quote the body, so it is not passed on.
    let unreadable = || CallError::Unknown("Telegram's answer cannot be parsed".into());
    let answer: Answer<T> = match serde_json::from_slice(body) {
        Ok(answer) => answer,
        Err(_) if status.is_success() => return Err(unreadable()),
        Err(_) => Answer { ok: None, result: None, error_code: None, description: None, parameters: None },
    };
    if status.is_server_error() {
        let why: String = answer.description.unwrap_or_default().chars().take(MOST_SAID).collect();
        let colon = if why.is_empty() { "" } else { ": " };
        return Err(CallError::Unknown(format!("Telegram answered {status}{colon}{why}")));
    }
    if status.is_success() && answer.ok != Some(false) {
        // Where the result says nothing more, some servers leave it out.
        return answer.result.map_or_else(|| serde_json::from_str("null").map_err(|_| unreadable()), Ok);
    }
    let parameters = answer.parameters.unwrap_or_default();
    Err(CallError::Refused(Refusal {
        code: answer.error_code.unwrap_or(status.as_u16()),
        description: answer.description.unwrap_or_else(|| status.to_string()),
        retry_after: parameters.retry_after.map(Duration::from_secs),
        migrate_to: parameters.migrate_to_chat_id,
    }))
}

/// Appends segments to a URL's path.
fn below(url: &Url, segments: &[&str]) -> anyhow::Result<Url> {
    let mut url = url.clone();
    url.path_segments_mut()
        .map_err(|()| anyhow::anyhow!("the URL of the Bot API must begin with http:// or https://"))?
        .pop_if_empty()
        .extend(segments);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use serde::de::IgnoredAny;

    use super::*;

    fn failure(status: u16, body: &str) -> CallError {
        read_answer::<IgnoredAny>(StatusCode::from_u16(status).unwrap(), body.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_refusal_carries_what_telegram_says() {
        let body = r#"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 7",
            "parameters":{"retry_after":7}}"#;
        let CallError::Refused(refusal) = failure(429, body) else { panic!("not a refusal") };
        assert_eq!((refusal.code, refusal.retry_after), (429, Some(Duration::from_secs(7))));
    }

    #[test]
    fn a_proxy_that_refuses_in_html_is_a_refusal() {
        let CallError::Refused(refusal) = failure(413, "<html>") else { panic!("not a refusal") };
        assert_eq!((refusal.code, refusal.description.as_str()), (413, "413 Payload Too Large"));
    }

    #[test]
    fn server_errors_and_unreadable_answers_leave_the_outcome_unknown() {
        assert!(matches!(failure(502, "<html>"), CallError::Unknown(_)));
        assert!(matches!(failure(200, r#"{"ok":true,"#), CallError::Unknown(_)));
        let CallError::Unknown(why) = failure(500, r#"{"ok":false,"description":"no such method"}"#) else {
            panic!("not unknown")
        };
        assert_eq!(why, "Telegram answered 500 Internal Server Error: no such method");
    }

    #[test]
    fn what_counts_is_whether_telegram_says_that_it_did_it() {
        let is_done = |body: &str| read_answer::<IgnoredAny>(StatusCode::OK, body.as_bytes()).is_ok();
        assert!(is_done(r#"{"ok":true,"result":true}"#));
        assert!(is_done(r#"{"ok":true,"result":null}"#));
        assert!(!is_done(r#"{"ok":false,"error_code":400,"description":"Bad Request"}"#));
    }

    #[test]
    fn methods_are_spelled_as_documented() {
        assert_eq!(documented("GetUpdates"), "getUpdates");
        assert_eq!(documented("sendDocument"), "sendDocument");
    }

    #[test]
    fn the_token_is_in_the_path_behind_any_prefix() {
        for (given, expected) in [
            (None, "https://api.telegram.org/bot1:a/"),
            (Some("http://localhost:8081"), "http://localhost:8081/bot1:a/"),
            (Some("http://localhost:8081/tg/"), "http://localhost:8081/tg/bot1:a/"),
        ] {
            let given = given.map(|url| Url::parse(url).unwrap());
            let api = Api::new("1:a", given.as_ref(), Duration::from_secs(1), None).unwrap();
            assert_eq!(api.base.as_str(), expected);
            assert_eq!(api.files.as_str(), expected.replace("/bot", "/file/bot"));
        }
    }
}
