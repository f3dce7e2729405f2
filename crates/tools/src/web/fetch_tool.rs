//! `web_fetch`: reads a web page as Markdown, or the text of a document. Asks about hosts that nobody has allowed.

use std::{sync::Arc, time::Duration};

use adjutant_domain::{tools::Pattern, web};
use adjutant_store::grants;
use adjutant_texts::tools::web as words;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    fetch::{FetchError, Fetcher, guard::SafeUrl},
    kit::{
        ApprovalMode, CallAssessment, Category, Context, Meta, Outcome, Permission, Risk, Tier, Tool,
        ToolError, WebUrl,
    },
};

/// The name of the tool.
pub const NAME: &str = "web_fetch";

pub(super) struct WebFetch {
    pub(super) fetcher: Arc<Fetcher>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebFetchArgs {
    /// http or https.
    url: WebUrl,
}

#[async_trait]
impl Tool for WebFetch {
    type Args = WebFetchArgs;
    type Output = Page;
    /// Idempotent: a GET may be repeated.
    const META: Meta = Meta::new(
        NAME,
        "Read a public web page or document, such as a PDF, as Markdown.",
        Category::Web,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Network])
    .tags(&["web", "page", "read"])
    .asks(ApprovalMode::Conditional("if the host is not allowed"))
    .timeout(Duration::from_secs(70))
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &WebFetchArgs,
    ) -> Result<CallAssessment, ToolError> {
        let url = self.check(&arguments.url)?;
        if is_allowed(context, &url).await? {
            return Ok(CallAssessment::without_asking());
        }
        let reason = reason_to_ask(context, &url);
        Ok(CallAssessment::must_ask(words::fetch(url.as_url().as_str()), reason)
            .kind(web::server(url.as_url())))
    }

    async fn execute(&self, context: &Context, arguments: WebFetchArgs) -> Result<Outcome<Page>, ToolError> {
        let url = self.check(&arguments.url)?;
        context.progress(&words::reading(url.host()));
        let page = self.fetcher.fetch(url, &*context.redirects).await.map_err(explain)?;
        let source = page.url.host().to_owned();
        let title = page.title.clone().unwrap_or_else(|| source.clone());
        let output = Page {
            url: page.url.as_url().to_string(),
            title: page.title,
            content: page.text,
            truncated: page.is_truncated,
        };
        let outcome = Outcome::new(format!("Read {title}."), output).titled(words::has_read(&title));
        Ok(outcome.from_others(source))
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Page {
    /// The final address, after redirects.
    url: String,
    title: Option<String>,
    /// Markdown.
    content: String,
    /// Whether the page was cut.
    truncated: bool,
}

impl WebFetch {
    fn check(&self, url: &str) -> Result<SafeUrl, ToolError> {
        self.fetcher.check(url).map_err(|refusal| ToolError::rejected(refusal.to_string()))
    }
}

/// Returns whether the operator allows everyone the host and port of this URL. An unusual port must be named in that
/// setting, or as a private server.
fn is_allowed_by_operator(context: &Context, url: &SafeUrl) -> bool {
    let port = url.as_url().port_or_known_default();
    context.config.tools.web.allow_hosts.iter().any(|allowed| {
        allowed.host() == url.host()
            && match allowed.port() {
                Some(named) => Some(named) == port,
                None => url.has_usual_port() || url.is_exempt(),
            }
    })
}

/// Returns whether everyone may read from this URL's server, because the operator or the owner allows it.
pub(super) async fn is_allowed(context: &Context, url: &SafeUrl) -> Result<bool, ToolError> {
    let server = Pattern::kind(&web::server(url.as_url()));
    Ok(is_allowed_by_operator(context, url)
        || context.db.read(async move |tx| grants::everybody_may(tx, &server).await).await?)
}

/// Returns why a person is asked about a server that the operator does not allow.
pub(super) fn reason_to_ask(context: &Context, url: &SafeUrl) -> String {
    let is_known = context.config.tools.web.allow_hosts.iter().any(|allowed| allowed.host() == url.host());
    let host = url.host();
    match url.as_url().port_or_known_default().filter(|_| is_known) {
        Some(port) => words::port_not_allowed(host, port),
        None => words::host_not_allowed(host),
    }
}

fn explain(error: FetchError) -> ToolError {
    match error {
        FetchError::RedirectedTo { to } => {
            let to = to.as_url();
            ToolError::rejected(format!(
                "the page redirects to {to}; fetch that address, and the person is asked"
            ))
        }
        other => ToolError::unavailable(other.to_string()),
    }
}
