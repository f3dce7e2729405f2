use adjutant_config::Config;
use adjutant_domain::redact::{Named, Redactor};
use adjutant_simulators::search::{self as simulator, Failure, Search};
use tokio::time;

use super::*;

fn searxng(server: &simulator::Searxng) -> Searxng {
    install_crypto();
    Searxng::new(&Url::parse(&format!("{}/", server.url())).unwrap())
}

fn brave(server: &simulator::Brave) -> Brave {
    brave_with(server, server.key())
}

fn brave_with(server: &simulator::Brave, key: &str) -> Brave {
    install_crypto();
    let variable = |name: &str, value: &str| (format!("ADJUTANT__TOOLS__SEARCH__{name}"), value.to_owned());
    let url = server.url();
    let variables = [variable("PROVIDER", "brave"), variable("URL", &url), variable("API_KEY", key)];
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    std::fs::write(&file, "").unwrap();
    let settings = Config::load(Some(&file), variables).unwrap().tools.search;
    Brave::new(settings.url.as_ref(), settings.api_key.as_ref().unwrap())
}

fn install_crypto() {
    // Fails only if another test installed it first.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn query(text: &str, count: usize) -> Query {
    Query::new(text, count, None, None).unwrap()
}

fn urls(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.url.as_str()).collect()
}

fn params<'a>(search: &'a Search, names: &[&str]) -> Vec<&'a str> {
    names.iter().map(|name| search.params.get(*name).map_or("", String::as_str)).collect()
}

async fn failure(provider: &dyn SearchProvider) -> SearchError {
    provider.search(&query("s3cret oats", 5)).await.unwrap_err()
}

#[test]
fn a_query_is_checked_before_anyone_is_asked() {
    let error = |text: &str, language| Query::new(text, 5, None, language).unwrap_err();
    assert_eq!(error(" \n ", None), SearchError::Empty);
    assert_eq!(error(&"word ".repeat(51), None), SearchError::TooLong);
    assert_eq!(error(&"ü".repeat(401), None), SearchError::TooLong);
    for language in ["english", "e", "de_AT", "de-", "en&q=x", "ü"] {
        assert!(matches!(error("a", Some(language)), SearchError::Language(_)), "{language}");
    }
    let query = Query::new(" green\n tea ", 100, None, Some(" ")).unwrap();
    assert_eq!((query.text.as_str(), query.count, query.language), ("green tea", MAX_COUNT, None));
}

#[tokio::test]
async fn searxng_finds_pages() {
    let server = simulator::Searxng::start().await;
    server.add_published("https://a.example/x#part", "Oats\n and  more", "if a < b &amp; c", "2026-04-30", 1);
    server.add("https://a.example/x", "Oats again", "");
    server.add("javascript:alert(1)", "Oats", "");
    let long = "oats ".repeat(200);
    server.add("https://b.example", "", &long);
    let week = Query::new("oats", 5, Some(Freshness::Week), Some("de-AT")).unwrap();
    let hits = searxng(&server).search(&week).await.unwrap();
    let expected = Hit {
        title: "Oats and more".into(),
        url: Url::parse("https://a.example/x").unwrap(),
        snippet: "if a < b &amp; c".into(),
        published: NaiveDate::from_ymd_opt(2026, 4, 30),
    };
    assert_eq!(hits, [expected]);
    let asked = &server.searches()[0];
    let sent = params(asked, &["q", "format", "language", "time_range", "pageno"]);
    assert_eq!(sent, ["oats", "json", "de-AT", "week", "1"]);

    let hits = searxng(&server).search(&query("oats", 5)).await.unwrap();
    assert_eq!(urls(&hits), ["https://a.example/x", "https://b.example/"]);
    assert_eq!(hits[1].snippet, long.trim_end());
    let secrets = Filter::new(Redactor::new(["s3cret-of-the-operator"]).unwrap(), Named::default());
    let shortened = hits[1].clone().shortened(&secrets);
    assert_eq!(shortened.snippet.chars().count(), MAX_SNIPPET_CHARS);
    assert!(shortened.snippet.ends_with("oats…"));
    // The secret stands where the text is cut.
    let before = "oats ".repeat((MAX_SNIPPET_CHARS - 10) / 5);
    let hit = Hit { snippet: format!("{before}s3cret-of-the-operator, and oats"), ..hits[1].clone() };
    let shortened = hit.shortened(&secrets).snippet;
    assert!(shortened.contains("[secret]") && !shortened.contains("s3cret"), "{shortened}");
    assert_eq!(searxng(&server).search(&query("nothing", 5)).await.unwrap(), []);
}

#[tokio::test]
async fn searxng_is_asked_for_as_many_pages_as_needed() {
    let server = simulator::Searxng::start().await;
    for number in 0..12 {
        server.add(&format!("https://example.com/{number}"), "oats", "");
    }
    let pages = |server: &simulator::Searxng| server.searches().len();
    assert_eq!(searxng(&server).search(&query("oats", 10)).await.unwrap().len(), 10);
    assert_eq!(pages(&server), 1);
    assert_eq!(searxng(&server).search(&query("oats", 11)).await.unwrap().len(), 11);
    assert_eq!(pages(&server), 3);
    assert_eq!(searxng(&server).search(&query("oats", 20)).await.unwrap().len(), 12);
    assert_eq!(pages(&server), 6, "the third page is empty");
}

#[tokio::test]
async fn searxng_says_what_to_do() {
    let server = simulator::Searxng::start().await;
    let provider = searxng(&server);
    for (failing, expected) in [
        (Failure::Status(401), SearchError::Login),
        (Failure::Status(502), SearchError::Status(StatusCode::BAD_GATEWAY)),
        (Failure::RateLimited(7), SearchError::RateLimited(Some(Duration::from_secs(7)))),
        (Failure::Redirect("https://example.com/".into()), SearchError::Redirected),
        (Failure::Garbage, SearchError::Unreadable),
        (Failure::Huge(2 << 20), SearchError::Unreadable),
        (Failure::Cut, SearchError::Unreachable),
    ] {
        server.fail_next(failing);
        let error = failure(&provider).await;
        assert_eq!(error, expected);
        assert!(!error.to_string().contains("s3cret"));
    }
    let bang = provider.search(&query("!!wd tea", 5)).await.unwrap_err();
    assert_eq!(bang, SearchError::Bang);
    server.stop_engines();
    assert_eq!(failure(&provider).await, SearchError::EnginesDown);
    server.disable_json();
    assert_eq!(
        failure(&provider).await.to_string(),
        "SearXNG refuses to answer in JSON: format json is not enabled in its settings.yml; the operator has to add \
         it under search: formats:"
    );
    drop(server);
    assert_eq!(failure(&provider).await, SearchError::Unreachable);
}

#[tokio::test]
async fn a_redirect_within_the_server_is_followed() {
    let server = simulator::Searxng::start().await;
    server.add("https://example.com/", "oats", "");
    server.fail_next(Failure::Redirect("/search?q=oats&format=json&pageno=1".into()));
    assert_eq!(searxng(&server).search(&query("oats", 1)).await.unwrap().len(), 1);
    for _ in 0..4 {
        server.fail_next(Failure::Redirect("/search?q=oats&format=json&pageno=1".into()));
    }
    assert_eq!(failure(&searxng(&server)).await, SearchError::Redirected);
}

#[tokio::test]
async fn what_a_first_page_gave_is_kept() {
    let server = simulator::Searxng::start().await;
    for number in 0..12 {
        server.add(&format!("https://example.com/{number}"), "oats", "");
    }
    let first = server.hold();
    let provider = searxng(&server);
    let wanted = query("oats", 20);
    let (hits, ()) = tokio::join!(provider.search(&wanted), async {
        first.wait().await;
        first.release();
        let second = server.hold();
        second.wait().await;
        second.cut();
    });
    assert_eq!(hits.unwrap().len(), 10);
}

#[tokio::test]
async fn a_service_that_is_silent_is_given_up() {
    let (searxng_server, brave_server) = (simulator::Searxng::start().await, simulator::Brave::start().await);
    let (one, other) = (searxng_server.hold(), brave_server.hold());
    let (searxng, brave) = (searxng(&searxng_server), brave(&brave_server));
    let wanted = query("oats", 5);
    let (from_searxng, from_brave, ()) =
        tokio::join!(searxng.search(&wanted), brave.search(&wanted), async {
            one.wait().await;
            other.wait().await;
            time::pause();
            time::advance(TIMEOUT).await;
        });
    let error = from_searxng.unwrap_err();
    assert_eq!(error.to_string(), "the search service took longer than 15 seconds; try again later");
    assert_eq!(from_brave.unwrap_err(), error);
}

#[tokio::test]
async fn brave_finds_pages() {
    let server = simulator::Brave::start().await;
    server.add_published("https://a.example/", "Tea & \"oats\"", "What's <b>oats</b>?", "2026-04-30", 1);
    server.add("https://a.example/#top", "Oats", "");
    server.add("https://b.example/", "Oats", "");
    server.add("https://c.example/", "Oats", "");
    let month = Query::new("oats", 3, Some(Freshness::Month), Some("pt-BR")).unwrap();
    let hits = brave(&server).search(&month).await.unwrap();
    let expected = Hit {
        title: "Tea & \"oats\"".into(),
        url: Url::parse("https://a.example/").unwrap(),
        snippet: "What's <b>oats</b>?".into(),
        published: NaiveDate::from_ymd_opt(2026, 4, 30),
    };
    assert_eq!(hits, [expected]);
    let asked = &server.searches()[0];
    let sent = params(asked, &["q", "count", "freshness", "search_lang", "text_decorations"]);
    assert_eq!(sent, ["oats", "3", "pm", "pt-br", "false"]);
    assert_eq!(asked.headers["x-subscription-token"], server.key());

    let hits = brave(&server).search(&query("oats", 3)).await.unwrap();
    assert_eq!(urls(&hits), ["https://a.example/", "https://b.example/"]);
    assert_eq!(brave(&server).search(&query("nothing", 3)).await.unwrap(), []);
}

#[tokio::test]
async fn brave_has_codes_of_its_own_for_languages() {
    let server = simulator::Brave::start().await;
    let provider = brave(&server);
    for (language, code) in [
        ("en", "en"),
        ("en-US", "en"),
        ("en-GB", "en-gb"),
        ("ja", "jp"),
        ("zh", "zh-hans"),
        ("zh-TW", "zh-hant"),
        ("zh-Hant", "zh-hant"),
        ("pt", "pt-pt"),
        ("no", "nb"),
        ("de-AT", "de"),
    ] {
        provider.search(&Query::new("tea", 1, None, Some(language)).unwrap()).await.unwrap();
        assert_eq!(server.searches().last().unwrap().params["search_lang"], code);
    }
    let unknown = Query::new("tea", 1, None, Some("tlh")).unwrap();
    assert_eq!(provider.search(&unknown).await.unwrap_err(), SearchError::Language("tlh".into()));
}

#[tokio::test]
async fn brave_says_what_to_do() {
    let server = simulator::Brave::start().await;
    let wrong = failure(&brave_with(&server, "s3cret-key")).await;
    assert_eq!(
        wrong.to_string(),
        "the search service does not accept its key; the operator has to check [tools.search] api_key"
    );
    let provider = brave(&server);
    for (failing, expected) in [
        (Failure::Status(401), SearchError::Key),
        (Failure::Status(403), SearchError::Key),
        (Failure::Status(500), SearchError::Status(StatusCode::INTERNAL_SERVER_ERROR)),
        (Failure::QuotaUsedUp, SearchError::QuotaUsedUp),
        (Failure::RateLimited(30), SearchError::RateLimited(Some(Duration::from_secs(30)))),
        (Failure::Redirect("https://example.com/".into()), SearchError::Redirected),
        (Failure::Cut, SearchError::Unreachable),
    ] {
        server.fail_next(failing);
        assert_eq!(failure(&provider).await, expected);
    }
}

#[tokio::test]
async fn brave_is_asked_again_once_if_it_was_too_soon() {
    let server = simulator::Brave::start().await;
    server.add("https://example.com/", "oats", "");
    let provider = brave(&server);
    server.fail_next(Failure::RateLimited(0));
    assert_eq!(provider.search(&query("oats", 1)).await.unwrap().len(), 1);
    assert_eq!(server.searches().len(), 2);
    server.fail_next(Failure::RateLimited(0));
    server.fail_next(Failure::RateLimited(0));
    assert_eq!(
        failure(&provider).await.to_string(),
        "the search service has had too many requests; try again in 1 seconds"
    );
}

#[test]
fn html_becomes_plain_text() {
    for (html, text) in [
        ("<strong>Tea</strong> &amp; oats&#x27;s &lt;b&gt;", "Tea & oats's <b>"),
        ("one<br>two<script>x</script>", "one twox"),
        ("a < b, 3 > 2 &unknown; <", "a < b, 3 > 2 &unknown; <"),
        ("", ""),
    ] {
        assert_eq!(plain::from_html(html), text);
    }
}
