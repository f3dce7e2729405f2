mod request;

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
};

use adjutant_domain::hosts::HostPort;
use async_trait::async_trait;
use axum::{
    Router,
    body::Body,
    http::Uri,
    response::{IntoResponse, Redirect},
    routing::get,
};
use futures::StreamExt;

use super::*;
use crate::kit::WithinServer;

/// A page server on this machine, reachable under the names that a test exempts.
struct Site {
    address: SocketAddr,
}

impl Site {
    async fn serve(router: Router) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address }
    }

    async fn page(content_type: &'static str, body: impl Into<bytes::Bytes>) -> Self {
        let body = body.into();
        let answer = move || async move { ([(CONTENT_TYPE, content_type)], body) };
        Self::serve(Router::new().fallback(answer)).await
    }

    /// Returns a fetcher that resolves `hosts` to this server and exempts them.
    fn fetcher(&self, hosts: &[&'static str]) -> Fetcher {
        self.fetcher_within(hosts, Limits::default())
    }

    fn fetcher_within(&self, hosts: &[&'static str], limits: Limits) -> Fetcher {
        let exempt: Vec<HostPort> = hosts.iter().map(|host| self.named(host).parse().unwrap()).collect();
        let names = hosts.iter().map(|host| (*host, vec![self.address.ip()])).collect();
        fetcher(Policy::new(exempt), limits, Arc::new(Names(names)))
    }

    fn named(&self, host: &str) -> String {
        format!("{host}:{}", self.address.port())
    }

    async fn fetch(&self, path: &str) -> Result<Page, FetchError> {
        fetch(&self.fetcher(&["127.0.0.1"]), &format!("http://{}{path}", self.address)).await
    }
}

struct Names(HashMap<&'static str, Vec<IpAddr>>);

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        self.0.get(host).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn fetcher(policy: Policy, limits: Limits, resolver: Arc<dyn Resolver>) -> Fetcher {
    // Fails only if another test installed it first.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Fetcher::new(policy, limits, resolver)
}

async fn fetch(fetcher: &Fetcher, url: &str) -> Result<Page, FetchError> {
    fetcher.fetch(fetcher.check(url)?, &WithinServer).await
}

async fn markdown(html: impl Into<String>) -> String {
    let base = Url::parse("https://example.com/docs/page").unwrap();
    convert(html.into(), base).await.unwrap().markdown
}

#[tokio::test]
async fn a_page_is_read_as_markdown() {
    let html = r#"<!doctype html><html><head><title> Tea &amp;
        time </title><style>p { color: red }</style><script>if (a < b) document.write("<p>no</p>")</script></head>
        <body><nav><a href="/">Home</a></nav><h1>Tea</h1><p>Steep for <b>three</b> minutes, see <a href="../how?a=1&amp;b=2">how</a>
        or <a href="javascript:alert(1)">not</a>.<p>Second<ul><li>green<li>black <ol><li>Assam</ol></ul>
        <pre><code class="hl language-rust">let a = 1 &lt; 2;</code></pre>
        <table><tr><th>Kind<th>Minutes<tr><td>green<td>2</table><svg><style/><title>x</title></svg>
        <img src="a.png" alt="A cup"><noscript>Enable scripts</noscript><footer>Imprint</footer></body></html>"#;
    let site = Site::page("text/html; charset=utf-8", html.replace("    ", "")).await;
    let page = site.fetch("/docs/page?session=1").await.unwrap();
    assert_eq!(page.title.as_deref(), Some("Tea & time"));
    assert!(!page.is_truncated && page.redirects.is_empty());
    let text = page.text.replace(&site.address.to_string(), "site");
    insta::assert_snapshot!(text, @r"
    # Tea

    Steep for **three** minutes, see [how](http://site/how?a=1&b=2) or not.

    Second

    - green
    - black
      1. Assam

    ```rust
    let a = 1 < 2;
    ```

    | Kind  | Minutes |
    | ----- | ------- |
    | green | 2       |

    (image: A cup)
    ");
}

#[tokio::test]
async fn the_main_element_stands_for_the_page() {
    let story = "A long story. ".repeat(50);
    let page =
        markdown(format!("<div>Menu</div><main><h2>News</h2><article>{story}</article></main><p>Ads</p>"))
            .await;
    assert!(page.starts_with("## News\n\nA long story.") && page.ends_with("story."), "{page}");
    let page = markdown(format!("<div>Menu</div><article>{story}</article><p>Ads</p>")).await;
    assert!(page.starts_with("A long story.") && page.ends_with("story."), "{page}");
    let page = markdown(format!("<p>{story}</p><main>Loading</main>")).await;
    assert!(page.starts_with("A long story."), "an almost empty one does not: {page}");
    assert_eq!(
        markdown("<nav><a href='#a'>All there is</a></nav>").await,
        "[All there is](https://example.com/docs/page#a)"
    );
}

#[tokio::test]
async fn malformed_html_keeps_its_text() {
    for (html, expected) in [
        ("", ""),
        ("just text & more", "just text & more"),
        ("<p>a<div>b</p>c</span></div>d", "a\n\nb c\n\nd"),
        ("<b>one</b><b>two</b><i>x</i>", "**onetwo***x*"),
        ("<ul><li>a<ul><li>b</ul><li>c", "- a\n  - b\n- c"),
        ("a<svg/>b<svg><path/><svg/></svg>c<math/>d", "abcd"),
        ("x <script>never closed", "x"),
        ("a <!-- <p>b</p> --> c", "a c"),
    ] {
        assert_eq!(markdown(html).await, expected, "{html}");
    }
}

#[tokio::test]
async fn hostile_html_ends_soon_and_overflows_nothing() {
    let attributes: String = (0..2_000).map(|n| format!(" a{n}=1")).collect();
    let formatting: String = (0..5_000).map(|n| format!("<font size={n}><b id={n}><p>")).collect();
    for html in [
        "<div>".repeat(100_000) + "deep",
        "<blockquote><ul><li>".repeat(10_000) + "deep",
        "<table><tr><td>".repeat(10_000) + "deep",
        "<b><i><a href=x>".repeat(5_000) + "deep",
        "<b>x</b>".repeat(20_000) + "deep",
        "<ol>".to_owned() + &"<li>x".repeat(20_000) + "deep",
        "<table>".to_owned() + &"<tr><td>x".repeat(10_000) + "deep",
        "</p></b></table>".repeat(10_000) + "deep",
        "<ul><li>".repeat(40) + &"x<br>".repeat(20_000) + "deep",
        "<pre>".repeat(90) + &"<code>x\n".repeat(20_000) + "deep",
        format!("<p{attributes}>{formatting}deep"),
    ] {
        let start: String = html.chars().take(30).collect();
        let page = markdown(html).await;
        assert!(page.contains("deep") && page.len() < 1_000_000, "{start}");
    }
}

#[tokio::test]
async fn long_content_is_cut() {
    let document =
        convert("<p>word ".repeat(100_000), Url::parse("https://example.com/").unwrap()).await.unwrap();
    assert!(document.is_truncated && document.markdown.len() <= 512 * 1024);
}

#[tokio::test]
async fn a_conversion_that_nobody_waits_for_stops() {
    let base = Url::parse("https://example.com/").unwrap();
    assert!(page::to_markdown("<p>a", &base, &|| true).is_none());
}

#[tokio::test]
async fn text_comes_as_it_is_and_other_types_are_refused() {
    for kind in [
        "text/plain",
        "text/markdown; charset=UTF-8",
        "application/json",
        "application/feed+json",
        "application/atom+xml",
        "text/xml",
    ] {
        let page = Site::page(kind, "{\"a\":  \"<b>ü\"}\n").await.fetch("/").await.unwrap();
        assert_eq!(page.text, "{\"a\":  \"<b>ü\"}\n", "{kind}");
    }
    let site = Site::page("application/pdf", "%PDF-1.7").await;
    let error = site.fetch("/report.pdf?key=s3cret").await.unwrap_err().to_string();
    assert_eq!(
        error.replace(&site.address.to_string(), "site"),
        "site/report.pdf is application/pdf (8 bytes); only web pages, text, JSON, XML and documents can be read"
    );
    let error = Site::page("image/svg+xml", "<svg/>").await.fetch("/").await.unwrap_err();
    assert!(matches!(error, FetchError::UnsupportedType { .. }));
}

#[tokio::test]
async fn encodings_are_recognised() {
    let meta = b"<html><head><meta charset=\"shift_jis\"></head><body>\x93\xfa\x96\x7b</body></html>";
    let xml = b"<?xml version=\"1.0\" encoding='iso-8859-2'?><a>\xb1</a>";
    for (kind, body, expected) in [
        ("text/plain; charset=ISO-8859-1", &b"caf\xe9"[..], "café"),
        ("text/plain; charset=\"utf-16le\"", b"h\0i\0", "hi"),
        ("text/plain", b"\xef\xbb\xbfcaf\xc3\xa9", "café"),
        ("text/plain", b"caf\xc3\xa9", "café"),
        ("text/plain", b"caf\xe9 \x80", "café €"),
        ("text/plain; charset=no-such", b"caf\xc3\xa9", "café"),
        ("text/html", meta, "日本"),
        ("text/xml", xml, "<?xml version=\"1.0\" encoding='iso-8859-2'?><a>ą</a>"),
    ] {
        assert_eq!(Site::page(kind, body).await.fetch("/").await.unwrap().text, expected, "{kind}");
    }
}

#[tokio::test]
async fn a_long_body_is_cut_without_being_read_to_its_end() {
    let endless = || async {
        let chunks = futures::stream::repeat("0123456789".repeat(1000)).map(Ok::<_, io::Error>);
        ([(CONTENT_TYPE, "text/plain")], Body::from_stream(chunks))
    };
    let site = Site::serve(Router::new().route("/", get(endless))).await;
    let page = site.fetch("/").await.unwrap();
    assert!(page.is_truncated);
    assert_eq!(page.text.len(), Limits::default().body_bytes);
}

#[tokio::test]
async fn a_compressed_body_is_measured_unpacked() {
    let zeros = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        io::Write::write_all(&mut encoder, &vec![b'0'; 64 * 1024 * 1024]).unwrap();
        bytes::Bytes::from(encoder.finish().unwrap())
    };
    let answer =
        move || async move { ([("content-type", "text/plain"), ("content-encoding", "gzip")], zeros) };
    let page = Site::serve(Router::new().fallback(answer)).await.fetch("/").await.unwrap();
    assert!(page.is_truncated);
    assert_eq!(page.text.len(), Limits::default().body_bytes);
}

#[tokio::test]
async fn a_body_compressed_unasked_is_no_text() {
    let answer = || async { ([("content-type", "text/plain"), ("content-encoding", "Deflate")], "x\u{9c}") };
    let error = Site::serve(Router::new().fallback(answer)).await.fetch("/").await.unwrap_err().to_string();
    assert!(error.ends_with("answered compressed as deflate, which was not asked for"), "{error}");
}

#[tokio::test]
async fn redirects_within_the_host_are_followed_and_counted() {
    let hops = |uri: Uri| async move {
        match uri.path()[1..].parse::<u32>() {
            Ok(0) => "arrived".into_response(),
            Ok(left) => Redirect::to(&format!("../{}?left=1", left - 1)).into_response(),
            Err(_) => Redirect::permanent("ftp://example.com/").into_response(),
        }
    };
    let site = Site::serve(Router::new().fallback(hops)).await;
    let page = site.fetch("/5").await.unwrap();
    assert_eq!(page.text, "arrived");
    assert_eq!(
        page.redirects.iter().map(|url| url.as_url().path()).collect::<Vec<_>>(),
        ["/5", "/4", "/3", "/2", "/1"]
    );
    assert_eq!(page.url.as_url().path(), "/0");
    assert_eq!(site.fetch("/6").await.unwrap_err().to_string(), "gave up after 5 redirects");
    assert!(matches!(site.fetch("/x").await, Err(FetchError::Refused(Refusal::Scheme(_)))));
}

/// Follows every redirect.
struct Anywhere;

#[async_trait]
impl Redirects for Anywhere {
    async fn may_follow(&self, _: &Url, _: &Url) -> bool {
        true
    }
}

/// Follows redirects to this host.
struct To(&'static str);

#[async_trait]
impl Redirects for To {
    async fn may_follow(&self, _: &Url, to: &Url) -> bool {
        to.host_str() == Some(self.0)
    }
}

#[tokio::test]
async fn another_host_is_the_callers_decision() {
    let site_of = |uri: Uri| async move { Redirect::temporary(uri.query().unwrap()) };
    let site =
        Site::serve(Router::new().route("/", get(site_of)).route("/there", get(async || "arrived"))).await;
    let fetcher = site.fetcher(&["a.test", "b.test"]);
    let target = format!("http://{}/there", site.named("b.test"));
    let start = || fetcher.check(&format!("http://{}/?{target}", site.named("a.test"))).unwrap();
    match fetcher.fetch(start(), &To("c.test")).await {
        Err(FetchError::RedirectedTo { to }) => assert_eq!(to.as_url().as_str(), target),
        other => panic!("{other:?}"),
    }
    let page = fetcher.fetch(start(), &To("b.test")).await.unwrap();
    assert_eq!((page.url.host(), page.text.as_str()), ("b.test", "arrived"));
}

#[tokio::test]
async fn a_redirect_cannot_reach_what_a_url_cannot() {
    let to = |uri: Uri| async move { Redirect::temporary(uri.query().unwrap()) };
    let site = Site::serve(Router::new().fallback(to)).await;
    let fetcher = site.fetcher(&["a.test"]);
    for target in [
        "http://169.254.169.254/latest/meta-data",
        "http://0x7f.1/",
        "http://[::ffff:10.0.0.1]/",
        "//127.0.0.1:1/",
    ] {
        let start = fetcher.check(&format!("http://{}/?{target}", site.named("a.test"))).unwrap();
        let result = fetcher.fetch(start, &Anywhere).await;
        assert!(matches!(result, Err(FetchError::Refused(Refusal::NotPublic(_)))), "{target}: {result:?}");
    }
}

#[tokio::test]
async fn names_are_judged_by_every_address_when_connecting() {
    let site = Site::page("text/plain", "secret").await;
    let private = |text: &str| text.parse::<IpAddr>().unwrap();
    let names = HashMap::from([
        ("loopback.test", vec![private("127.0.0.1")]),
        ("mixed.test", vec![private("93.184.215.14"), private("127.0.0.1")]),
        ("mapped.test", vec![private("::ffff:127.0.0.1")]),
        ("exempt.test", vec![private("127.0.0.1")]),
    ]);
    let exempt = vec!["exempt.test:1".parse().unwrap()];
    let fetcher = fetcher(Policy::new(exempt), Limits::default(), Arc::new(Names(names)));
    for host in ["loopback.test", "mixed.test", "mapped.test", "exempt.test"] {
        let result = fetch(&fetcher, &format!("http://{}/", site.named(host))).await;
        assert!(matches!(result, Err(FetchError::Refused(Refusal::NotPublic(_)))), "{host}: {result:?}");
    }
}

#[tokio::test]
async fn a_name_is_resolved_once() {
    /// Returns this machine for the first query, and nothing afterwards.
    struct Once(AtomicBool);
    #[async_trait]
    impl Resolver for Once {
        async fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
            match self.0.swap(false, Ordering::Relaxed) {
                true => Ok(vec![IpAddr::from([127, 0, 0, 1])]),
                false => Err(io::ErrorKind::NotFound.into()),
            }
        }
    }
    let site = Site::page("text/plain", "arrived").await;
    let policy = Policy::new(vec![site.named("a.test").parse().unwrap()]);
    let fetcher = fetcher(policy, Limits::default(), Arc::new(Once(true.into())));
    assert_eq!(fetch(&fetcher, &format!("http://{}/", site.named("a.test"))).await.unwrap().text, "arrived");
}

#[tokio::test]
async fn failures_are_said_without_the_query() {
    let site = Site::serve(Router::new().route("/never", get(std::future::pending::<String>))).await;
    let at = |host: &str, path: &str| format!("http://{}/{path}?key=s3cret", site.named(host));
    let limits = Limits { timeout: Duration::from_millis(50), ..Limits::default() };
    let impatient =
        fetch(&site.fetcher_within(&["a.test"], limits), &at("a.test", "never")).await.unwrap_err();
    let expected = format!("{}/never took longer than 0.05 seconds", site.named("a.test"));
    assert_eq!(impatient.to_string(), expected);

    let fetcher = site.fetcher(&["a.test"]);
    let said = async |url: &str| fetch(&fetcher, url).await.unwrap_err().to_string();
    let missing = format!("{}/missing answered 404 Not Found", site.named("a.test"));
    assert_eq!(said(&at("a.test", "missing")).await, missing);
    assert_eq!(said("https://nowhere.test/?key=s3cret").await, "there is no host named nowhere.test");
    let not_tls = said(&at("a.test", "").replace("http:", "https:")).await;
    assert_eq!(
        not_tls,
        "could not connect to a.test: it refuses, is unreachable, or has no valid certificate"
    );
}
