//! `deep_research`, with a simulated search service, simulated pages and a simulated model.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adjutant_config::{Config, ProviderName, SearchProviderName};
use adjutant_domain::{picture::Picture, redact::WITHHELD};
use adjutant_provider::{ModelMessage, ModelReply, ModelRequest};
use adjutant_simulators::{pages::Pages, search::Searxng};
use async_trait::async_trait;
use url::Url;

use super::*;
use crate::kit::{ErrorCode, Resources};

const TOOL: &str = "deep_research";

/// The simulated web.
struct Web {
    site: Pages,
    searxng: Searxng,
}

impl Web {
    /// Starts it with pages that one search finds.
    async fn with(pages: &[(&str, &str)]) -> Self {
        // The program installs it at its start; in tests, the first one that needs it does.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let web = Self { site: Pages::start().await, searxng: Searxng::start().await };
        for (path, text) in pages {
            web.site.serve(path, "text/plain", (*text).to_owned());
            web.searxng.add(&web.site.url(path), path, "tide");
        }
        web
    }

    async fn bench(&self) -> Bench {
        let mut config = Config::default();
        config.model.provider = ProviderName::OpenAi;
        config.tools.search.provider = Some(SearchProviderName::Searxng);
        config.tools.search.url = Some(format!("{}/", self.searxng.url()).parse().unwrap());
        let server = self.site.url("").trim_start_matches("http://").to_owned();
        config.tools.web.allow_private_hosts = vec![server.parse().unwrap()];
        Bench::with(config).await
    }
}

/// A turn with a model that notes the last word of a page and reports all notes.
struct Scripted {
    /// The texts that it was given to read, without the questions.
    read: Mutex<Vec<String>>,
    /// How many more requests it answers.
    answers: Mutex<usize>,
    time: Duration,
    /// The path that the rules forbid.
    forbidden: &'static str,
}

impl Scripted {
    fn new() -> Self {
        let time = Duration::from_secs(60);
        Self { read: Mutex::default(), answers: Mutex::new(usize::MAX), time, forbidden: "/forbidden" }
    }

    fn read(&self) -> Vec<String> {
        std::mem::take(&mut self.read.lock().unwrap())
    }
}

#[async_trait]
impl Resources for Scripted {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, ToolError> {
        let mut answers = self.answers.lock().unwrap();
        *answers = answers.checked_sub(1).ok_or_else(|| ToolError::unavailable("the tokens are used up"))?;
        let [ModelMessage::User { text }] = &request.messages[..] else { panic!("{request:?}") };
        let material = text.split_once("?\n").map_or(text.as_str(), |(_, material)| material);
        self.read.lock().unwrap().push(material.trim().to_owned());
        let is_report = request.system.starts_with("You write a report");
        let last = material.split_whitespace().last().unwrap_or_default();
        let text = if is_report { format!("It is {last} [1].") } else { last.to_owned() };
        Ok(ModelReply { text, ..ModelReply::default() })
    }

    async fn see(&self, _: &Arc<Picture>, _: &str) -> Result<Option<String>, ToolError> {
        Ok(None)
    }

    async fn may_read(&self, page: &Url) -> bool {
        page.path() != self.forbidden
    }

    async fn time_left(&self) -> Result<Duration, ToolError> {
        Ok(self.time)
    }
}

fn arguments() -> Value {
    json!({ "title": "Tides", "question": "When?", "queries": ["tide", "tide tables", "tide clock"] })
}

async fn research(alice: &Person<'_>, turn: &Arc<Scripted>) -> Result<Outcome<Value>, ToolError> {
    let context = Context { resources: turn.clone(), ..alice.context.clone() };
    alice.bench.registry.execute(&context, TOOL, &arguments().to_string()).await
}

async fn report(alice: &Person<'_>, path: &str) -> String {
    let read = alice.json("file_read", json!({ "path": path })).await;
    read["content"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn pages_become_notes_and_notes_a_report() {
    let web = Web::with(&[("/a", "nine"), ("/b", "ten"), ("/forbidden", "one"), ("/empty", " ")]).await;
    web.site.redirect("/moved", 302, &web.site.url("/forbidden"));
    web.searxng.add(&web.site.url("/moved"), "Moved", "tide");
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    let alice = bench.person("alice").await;
    let outcome = research(&alice, &turn).await.unwrap();
    assert_eq!(outcome.output["path"], "/shared/research/Tides.md");
    assert_eq!(outcome.output["summary"], "It is ten [1].");
    assert_eq!(outcome.output["sources"].as_array().unwrap().len(), 2);
    assert_eq!(outcome.output["not_read"], 2);
    assert_eq!(outcome.untrusted, Sources::from("127.0.0.1"));
    assert_eq!(outcome.attachments.len(), 1);
    assert_eq!(web.site.hits("/forbidden"), 0);
    let report = report(&alice, "/shared/research/Tides.md").await;
    assert!(report.contains("the operator's rules"), "{report}");
}

#[tokio::test]
async fn a_source_is_where_it_is_read_and_its_title_loads_nothing() {
    let web = Web::with(&[]).await;
    web.site.serve("/new", "text/plain", "nine");
    web.site.redirect("/old", 302, &web.site.url("/new"));
    web.searxng.add(&web.site.url("/old"), "![tide](https://evil.example/)", "tide");
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    let alice = bench.person("alice").await;
    let outcome = research(&alice, &turn).await.unwrap();
    assert_eq!(outcome.output["sources"][0]["url"], web.site.url("/new"));
    let report = report(&alice, "/shared/research/Tides.md").await;
    assert!(report.contains(&format!("<{}>", web.site.url("/new"))) && !report.contains("!["), "{report}");
}

#[tokio::test]
async fn the_model_reads_no_secret_of_the_person_on_a_page() {
    let hidden = "it is b3duLXNlY3JldC0wODE1";
    let web = Web::with(&[("/a", "it is own-secret-0815 today"), ("/b", hidden)]).await;
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    let alice = bench.person("alice").await;
    http::give(&alice, "garden", "https://example.com", "own-secret-0815").await;
    research(&alice, &turn).await.unwrap();
    let read = turn.read();
    assert!(read.iter().any(|text| text.ends_with("it is [secret garden] today")), "{read:?}");
    assert!(read.iter().any(|text| text.ends_with(WITHHELD)), "{read:?}");
    assert!(!read.iter().any(|text| text.contains("own-secret") || text.contains("b3du")), "{read:?}");
}

#[tokio::test]
async fn a_call_that_was_broken_off_goes_on_from_what_it_has() {
    let web = Web::with(&[("/a", "nine"), ("/b", "ten")]).await;
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    let alice = bench.person("alice").await;
    *turn.answers.lock().unwrap() = 3;
    let first = research(&alice, &turn).await.unwrap();
    assert_eq!(turn.read().len(), 3);
    let again = research(&alice, &turn).await.unwrap();
    assert_eq!(again.envelope(), first.envelope());
    assert_eq!((turn.read(), web.site.requests().len()), (Vec::new(), 2), "it did something twice");

    *turn.answers.lock().unwrap() = 3;
    let anew = Context { call_id: CallId::generate(), ..alice.context.clone() };
    let another = research(&Person { bench: &bench, context: anew }, &turn).await.unwrap();
    assert_eq!(another.output["path"], "/shared/research/Tides (2).md", "the first report is still there");
}

#[tokio::test]
async fn a_report_that_cannot_be_written_is_the_notes() {
    let web = Web::with(&[("/a", "nine"), ("/b", "ten")]).await;
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    *turn.answers.lock().unwrap() = 2;
    let alice = bench.person("alice").await;
    let outcome = research(&alice, &turn).await.unwrap();
    assert_eq!(
        outcome.output["summary"],
        "The report could not be written: the tokens are used up. Below are the notes for it."
    );
    let report = report(&alice, "/shared/research/Tides.md").await;
    assert!(report.contains("nine") && report.contains("ten"), "{report}");
}

#[tokio::test]
async fn what_cannot_be_read_is_said() {
    let web = Web::with(&[("/a", "nine")]).await;
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    let alice = bench.person("alice").await;
    *turn.answers.lock().unwrap() = 0;
    let error = research(&alice, &turn).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("no page that was found could be used; {}: the tokens are used up", web.site.url("/a"))
    );
    web.site.serve_slowly("/a", "text/plain", "nine", Duration::from_secs(60));
    let late = Arc::new(Scripted { time: Duration::ZERO, ..Scripted::new() });
    let anew = Context { call_id: CallId::generate(), ..alice.context.clone() };
    let error = research(&Person { bench: &bench, context: anew }, &late).await.unwrap_err();
    assert!(error.to_string().ends_with("there was no time left"), "{error}");
}

#[tokio::test]
async fn searches_that_find_nothing_or_fail_are_said() {
    let web = Web::with(&[]).await;
    let (bench, turn) = (web.bench().await, Arc::new(Scripted::new()));
    let alice = bench.person("alice").await;
    let error = research(&alice, &turn).await.unwrap_err();
    assert!(matches!(error, ToolError::Rejected(ErrorCode::NotFound, _)), "{error}");
    web.searxng.stop_engines();
    let error = research(&alice, &turn).await.unwrap_err();
    assert!(error.to_string().starts_with("none of the search engines"), "{error}");
}
