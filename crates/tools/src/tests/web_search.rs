use adjutant_config::{Config, SearchProviderName};
use adjutant_simulators::search::Searxng;
use serde_json::{Value, json};

use super::*;
use crate::kit::{ApprovalNeed, Context, SessionView};

const TOOL: &str = "web_search";

async fn bench(server: &Searxng) -> Bench {
    // The program installs it at its start; in tests, the first one that needs it does.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut config = Config::default();
    config.tools.search.provider = Some(SearchProviderName::Searxng);
    config.tools.search.url = Some(format!("{}/", server.url()).parse().unwrap());
    Bench::with(config).await
}

async fn is_offered(bench: &Bench) -> bool {
    let Context { db, config, user, session, .. } = bench.person("alice").await.context;
    let preparation = SessionView::new(&db, &config, (&user, &session), NOW);
    bench.registry.tools(preparation, |_| true).await.unwrap().get(TOOL).is_ok()
}

#[tokio::test]
async fn it_is_offered_where_a_service_is_configured() {
    assert!(!is_offered(&Bench::new().await).await);
    assert!(is_offered(&bench(&Searxng::start().await).await).await);
}

#[tokio::test]
async fn it_finds_pages() {
    let server = Searxng::start().await;
    server.add_published("https://example.com/oats", "Oats", "All about oats.", "2026-04-30", 1);
    server.add("https://example.com/tea", "Tea", "With oats?");
    let bench = bench(&server).await;
    let context = bench.person("alice").await.context;
    let search =
        async |arguments: Value| bench.registry.execute(&context, TOOL, &arguments.to_string()).await;
    let outcome = search(json!({ "query": "oats" })).await.unwrap();
    assert_eq!(outcome.message, "Found 2 pages.");
    assert_eq!(outcome.untrusted, Sources::from("the results of a web search"));
    let oats = json!({
        "title": "Oats",
        "url": "https://example.com/oats",
        "snippet": "All about oats.",
        "published": "2026-04-30",
    });
    let tea = json!({ "title": "Tea", "url": "https://example.com/tea", "snippet": "With oats?" });
    assert_eq!(outcome.output, json!({ "matches": [oats, tea] }));
    let recent = search(json!({ "query": "oats", "count": 1, "freshness": "day", "language": "en" })).await;
    assert_eq!(recent.unwrap().message, "Found 1 page.");
    assert_eq!(search(json!({ "query": "barley" })).await.unwrap().message, "Nothing was found.");

    assert!(search(json!({ "query": "oats", "freshness": "hour" })).await.is_err());
    let language = search(json!({ "query": "oats", "language": "English" })).await.unwrap_err();
    assert_eq!(
        language.to_string(),
        "English is not a language to search in; use a code like en or pt-BR, or leave it out"
    );
    server.stop_engines();
    let down = search(json!({ "query": "oats" })).await.unwrap_err();
    assert_eq!(
        down.to_string(),
        "none of the search engines behind SearXNG gave an answer; try again in some minutes"
    );
}

#[tokio::test]
async fn it_is_harmless_unless_others_words_may_choose_its_words() {
    let bench = bench(&Searxng::start().await).await;
    let context = bench.person("alice").await.context;
    let tool = bench.registry.get(TOOL).unwrap();
    let required = tool.requirement(&context, &json!({ "query": "oats" })).await.unwrap();
    assert_eq!(required.need, ApprovalNeed::IfUntrusted);
    assert_eq!(required.ask.summary, "Search the web for “oats”");
    assert_eq!(required.ask.kind.as_deref(), Some("web searches"));

    let asked = Context { own_words: "Are oats healthy?".into(), ..context };
    for (arguments, need) in [
        (json!({ "query": "oats healthy" }), ApprovalNeed::NotNeeded),
        (json!({ "query": "oats 4711" }), ApprovalNeed::IfUntrusted),
        (json!({ "query": "oats", "language": "pt-BR" }), ApprovalNeed::IfUntrusted),
    ] {
        let required = tool.requirement(&asked, &arguments).await;
        assert_eq!(required.ok().map(|it| it.need), Some(need), "{arguments}");
    }
}
