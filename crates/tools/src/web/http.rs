//! `http_get` and `http_post`: requests to web services. Answers are returned unchanged, whatever their status.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc, time::Duration};

use adjutant_channel::ChatKind;
use adjutant_domain::web;
use adjutant_texts::{approvals::at_server_with, tools::web as words};
use adjutant_vault::Plain;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fetch_tool::{is_allowed, reason_to_ask};
use crate::{
    fetch::{Answer, Body, Content, FetchError, Fetcher, Headers, Request, guard::SafeUrl},
    kit::{
        ApprovalMode, CallAssessment, Category, Context, Meta, Outcome, Permission, Risk, SecretText, Tier,
        Tool, ToolError, WebUrl,
    },
    vault::{self, InHeaders},
};

const TIMEOUT: Duration = Duration::from_secs(30);

/// Characters of a request body that an approval prompt shows.
const SHOWN: usize = 800;

pub(super) struct HttpGet {
    pub(super) fetcher: Arc<Fetcher>,
}

pub(super) struct HttpPost {
    pub(super) fetcher: Arc<Fetcher>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetArgs {
    /// http or https.
    url: WebUrl,
    /// By name, such as Accept. A value can hold a secret of the person as {{vault:NAME}}.
    #[serde(default)]
    headers: BTreeMap<String, SecretText>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PostArgs {
    /// http or https.
    url: WebUrl,
    /// The body to send.
    #[schemars(length(max = 262_144))]
    body: String,
    /// The type of the body.
    #[serde(default = "json_type")]
    content_type: String,
    /// By name. A value can hold a secret of the person as {{vault:NAME}}.
    #[serde(default)]
    headers: BTreeMap<String, SecretText>,
}

fn json_type() -> String {
    "application/json".to_owned()
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Answered {
    /// After redirects.
    url: String,
    status: u16,
    /// The headers that describe the answer.
    headers: BTreeMap<String, String>,
    /// Unchanged, if it is text.
    body: String,
    /// Whether the body was cut.
    truncated: bool,
}

#[async_trait]
impl Tool for HttpGet {
    type Args = GetArgs;
    type Output = Answered;
    /// Idempotent: a GET may be repeated.
    const META: Meta = Meta::new(
        "http_get",
        "Send a GET to a web service. To read a page, use web_fetch.",
        Category::Http,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Network])
    .tags(&["http", "api", "read"])
    .asks(ApprovalMode::Conditional("if the host is not allowed, or it logs in"))
    .timeout(TIMEOUT)
    .idempotent();

    /// With headers, an allowed host is not enough, because headers can carry more than a question.
    async fn requirement(&self, context: &Context, arguments: &GetArgs) -> Result<CallAssessment, ToolError> {
        vault::only_in_headers(&[&arguments.url])?;
        let url = check(&self.fetcher, &arguments.url)?;
        let headers = headers(&arguments.headers)?;
        let secrets = InHeaders::of(context, &url, &arguments.headers).await?;
        let summary = words::get(url.as_url().as_str());
        if !secrets.is_empty() {
            return Ok(with_secrets(context, &url, &secrets, summary).preview(named(&arguments.headers)));
        }
        let requirement = match is_allowed(context, &url).await? {
            true if headers.is_empty() => CallAssessment::without_asking(),
            true if headers.has_credentials() => {
                CallAssessment::must_ask(summary, words::logs_in(url.host()))
            }
            true => CallAssessment::by_policy(summary),
            false => CallAssessment::must_ask(summary, reason_to_ask(context, &url)),
        };
        Ok(requirement.kind(web::server(url.as_url())).preview(named(&arguments.headers)))
    }

    async fn execute(&self, context: &Context, arguments: GetArgs) -> Result<Outcome<Answered>, ToolError> {
        let url = check(&self.fetcher, &arguments.url)?;
        context.progress(&words::asking(url.host()));
        let filled = fill(context, &url, &arguments.headers).await?;
        let request = Request::get(url, checked(&filled)?);
        let answer = self.fetcher.request(request, &*context.redirects).await;
        Ok(outcome(answer.map_err(|error| explain_get(&error))?))
    }
}

#[async_trait]
impl Tool for HttpPost {
    type Args = PostArgs;
    type Output = Answered;
    const META: Meta = Meta::new(
        "http_post",
        "Send data to a web service with a POST.",
        Category::Http,
        Tier::SideEffecting,
    )
    .risk(Risk::High)
    .needs(&[Permission::Network])
    .tags(&["http", "api", "send"])
    .asks(ApprovalMode::Always)
    .timeout(TIMEOUT);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &PostArgs,
    ) -> Result<CallAssessment, ToolError> {
        vault::only_in_headers(&[&arguments.url, &arguments.body])?;
        let url = check(&self.fetcher, &arguments.url)?;
        headers(&arguments.headers)?;
        content(arguments)?;
        let secrets = InHeaders::of(context, &url, &arguments.headers).await?;
        if !secrets.is_empty() {
            let summary = words::post(&url.to_string());
            return Ok(with_secrets(context, &url, &secrets, summary).preview(preview(&url, arguments)));
        }
        let requirement =
            CallAssessment::must_ask(words::post(&url.to_string()), words::cannot_be_taken_back());
        Ok(requirement.kind(web::server(url.as_url())).preview(preview(&url, arguments)))
    }

    async fn execute(&self, context: &Context, arguments: PostArgs) -> Result<Outcome<Answered>, ToolError> {
        let url = check(&self.fetcher, &arguments.url)?;
        context.progress(&words::sending(url.host()));
        let filled = fill(context, &url, &arguments.headers).await?;
        let request = Request::post(url, checked(&filled)?, content(&arguments)?);
        let answer = self.fetcher.request(request, &*context.redirects).await;
        Ok(outcome(answer.map_err(|error| explain_post(&error))?))
    }
}

fn check(fetcher: &Fetcher, url: &str) -> Result<SafeUrl, ToolError> {
    fetcher.check(url).map_err(|refusal| ToolError::rejected(refusal.to_string()))
}

fn headers(headers: &BTreeMap<String, SecretText>) -> Result<Headers, ToolError> {
    let headers = headers.iter().map(|(name, value)| (name.as_str(), &**value));
    Headers::new(headers).map_err(|refusal| ToolError::invalid(refusal.to_string()))
}

/// Replaces the names of secrets by their values.
async fn fill(
    context: &Context,
    url: &SafeUrl,
    headers: &BTreeMap<String, SecretText>,
) -> Result<BTreeMap<String, Plain>, ToolError> {
    InHeaders::of(context, url, headers).await?.fill(context, headers).await
}

fn checked(filled: &BTreeMap<String, Plain>) -> Result<Headers, ToolError> {
    let headers = filled.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Headers::new(headers).map_err(|refusal| ToolError::invalid(refusal.to_string()))
}

/// Asks about a request that logs in with the person's secrets; only that person decides. A permission beyond this call
/// covers these secrets at this server.
fn with_secrets(context: &Context, url: &SafeUrl, secrets: &InHeaders, summary: String) -> CallAssessment {
    let names = secrets.names();
    let reason = words::logs_in_with_secret(url.host(), &names);
    let asks =
        CallAssessment::must_ask(summary, reason).kind(at_server_with(&web::server(url.as_url()), &names));
    match context.session.chat_kind {
        ChatKind::Direct => asks,
        ChatKind::Group => asks.by_requester_alone(),
    }
}

/// Checks that a body declared as JSON is JSON: otherwise a person would be asked in vain.
fn content(arguments: &PostArgs) -> Result<Content, ToolError> {
    let PostArgs { body, content_type, .. } = arguments;
    let content = Content::new(content_type, body.as_str())
        .map_err(|refusal| ToolError::invalid(refusal.to_string()))?;
    if content.is_json() {
        serde_json::from_str::<serde::de::IgnoredAny>(body).map_err(|error| {
            ToolError::invalid(format!("the body is not valid JSON ({error}); state its content_type"))
        })?;
    }
    Ok(content)
}

/// Returns a preview of the request: its address, its type, and as much of the body as fits.
fn preview(url: &SafeUrl, arguments: &PostArgs) -> String {
    let PostArgs { body, content_type, headers, .. } = arguments;
    let mut text = format!("POST {}\n{}\n", url.as_url(), words::content_type(content_type));
    if !headers.is_empty() {
        text.push_str(&named(headers));
        text.push('\n');
    }
    text.push('\n');
    match body.char_indices().nth(SHOWN) {
        Some((end, _)) => {
            text.push_str(&format!("{}…\n{}", &body[..end], words::bytes_in_all(body.len())));
        }
        None => text.push_str(body),
    }
    text
}

/// Returns the names of the headers only: a prompt stays in the chat, and header values may be credentials.
fn named(headers: &BTreeMap<String, SecretText>) -> String {
    if headers.is_empty() {
        return String::new();
    }
    let names: Vec<_> = headers.keys().map(String::as_str).collect();
    words::headers(&names.join(", "))
}

fn outcome(answer: Answer) -> Outcome<Answered> {
    let Answer { url, status, headers, redirect, body, is_truncated } = answer;
    let host = url.host().to_owned();
    let mut message = format!("{host} answered {status}.");
    if let Some(to) = redirect {
        // Writing to a String cannot fail.
        _ = write!(message, " It redirects to {to}, which was not followed.");
    }
    let body = match body {
        Body::Text(text) => text,
        Body::Binary { kind, bytes } => {
            let size = bytes.map_or("of unknown size".to_owned(), |bytes| format!("{bytes} bytes"));
            format!("[{kind}, {size}: not text, not read]")
        }
    };
    let url = url.as_url().to_string();
    let answered = Answered { url, status: status.as_u16(), headers, body, truncated: is_truncated };
    Outcome::new(message, answered).from_others(host)
}

fn explain_get(error: &FetchError) -> ToolError {
    match error {
        FetchError::RedirectedTo { to } => ToolError::rejected(format!(
            "it redirects to {}; request that address, and the person is asked",
            to.as_url()
        )),
        other => ToolError::unavailable(other.to_string()),
    }
}

fn explain_post(error: &FetchError) -> ToolError {
    match error {
        FetchError::Broken(_) | FetchError::Timeout(..) => ToolError::unavailable(format!(
            "{error}; what was sent may have arrived all the same, so check before sending it again"
        )),
        other => ToolError::unavailable(other.to_string()),
    }
}
