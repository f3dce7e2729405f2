//! The toolset for the public internet.

pub mod fetch_tool;
mod http;
pub(crate) mod providers;
pub(crate) mod search_tool;

use std::sync::Arc;

use adjutant_config::Config;
use adjutant_sandbox::Sandbox;
use async_trait::async_trait;
use providers::SearchProvider;

use crate::{
    fetch::{
        Fetcher, Limits,
        guard::{Policy, SystemResolver},
    },
    kit::{DynTool, OnDemand, SessionView, Toolset, ToolsetOffer},
    research::{self, Research},
};

/// Words of a message that plainly needs the internet.
const OPENED_BY: [&str; 18] = [
    "browse",
    "exchange rate",
    "forecast",
    "google",
    "headlines",
    "internet",
    "look up",
    "news",
    "online",
    "research",
    "stock price",
    "url",
    "weather",
    "web",
    "webhook",
    "webpage",
    "website",
    "wikipedia",
];

/// Search words for questions that the internet answers.
const TAGS: &str = "\
    address answer article blog buy cheap check cost currency current dollar euro event find flight forecast \
    internet latest link match menu movie now online opening people phone post price rain recent recipe \
    restaurant result review score shop site stock temperature ticket traffic train weather";

/// The holder of the places in the sandbox in which documents from the internet are read.
const PAGES: &str = "pages";

pub(super) struct Web {
    fetcher: Arc<Fetcher>,
    search: Option<Arc<dyn SearchProvider>>,
}

impl Web {
    pub(super) fn new(config: &Config, sandbox: Sandbox) -> Self {
        let policy = Policy::new(config.tools.web.allow_private_hosts.clone());
        let fetcher = Fetcher::new(policy, Limits::default(), Arc::new(SystemResolver));
        Self {
            fetcher: Arc::new(fetcher.reading_documents(sandbox.held_by(PAGES))),
            search: providers::provider(&config.tools.search),
        }
    }
}

#[async_trait]
impl Toolset for Web {
    fn name(&self) -> &'static str {
        "web"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("read pages, search, call services").tags(TAGS);
        Some(known.opened_by(OPENED_BY).opened_by_links())
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        let fetcher = || self.fetcher.clone();
        vec![
            Arc::new(fetch_tool::WebFetch { fetcher: fetcher() }),
            Arc::new(http::HttpGet { fetcher: fetcher() }),
            Arc::new(http::HttpPost { fetcher: fetcher() }),
            Arc::new(search_tool::WebSearch { provider: self.search.clone() }),
            Arc::new(Research { fetcher: fetcher(), provider: self.search.clone() }),
        ]
    }

    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        offer.only("the operator has set up no web search", |name| match name {
            search_tool::NAME => self.search.is_some(),
            research::NAME => self.search.is_some() && session.config.has_model(),
            _ => true,
        });
        Ok(())
    }
}
