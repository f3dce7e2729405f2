//! Requests whose answers are returned unchanged.

use axum::extract::Request as StoredAttachment;
use axum::routing::any;
use serde_json::{Value, json};

use super::super::Body;
use super::*;

/// A server that returns the request it received.
async fn echo() -> Site {
    async fn answer(request: StoredAttachment) -> impl IntoResponse {
        let (parts, body) = request.into_parts();
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        let headers: HashMap<_, _> =
            parts.headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
        axum::Json(json!({
            "method": parts.method.as_str(),
            "uri": parts.uri.to_string(),
            "headers": headers,
            "body": String::from_utf8_lossy(&body),
        }))
    }
    Site::serve(Router::new().fallback(answer)).await
}

fn received(answer: &Answer) -> Value {
    serde_json::from_str(text(answer)).unwrap()
}

fn text(answer: &Answer) -> &str {
    match &answer.body {
        Body::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

impl Site {
    fn url(&self, path: &str) -> SafeUrl {
        self.fetcher(&["127.0.0.1"]).check(&format!("http://{}{path}", self.address)).unwrap()
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Result<Answer, FetchError> {
        let headers = Headers::new(headers.iter().copied()).unwrap();
        self.fetcher(&["127.0.0.1"]).request(Request::get(self.url(path), headers), &WithinServer).await
    }

    async fn post(&self, path: &str, body: &str) -> Result<Answer, FetchError> {
        let content = Content::new("application/json", body).unwrap();
        let request = Request::post(self.url(path), Headers::default(), content);
        self.fetcher(&["127.0.0.1"]).request(request, &WithinServer).await
    }
}

#[tokio::test]
async fn a_get_carries_what_the_caller_says_and_nothing_else() {
    let site = echo().await;
    let answer = site.get("/a?b=c", &[("X-Api-Key", "k"), ("accept", "text/csv")]).await.unwrap();
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert!(!answer.is_truncated && answer.redirect.is_none());
    let received = received(&answer);
    assert_eq!(received["method"], "GET");
    assert_eq!(received["uri"], "/a?b=c");
    assert_eq!(
        received["headers"],
        json!({
            "accept": "text/csv",
            "accept-encoding": "gzip",
            "host": site.address.to_string(),
            "user-agent": USER_AGENT,
            "x-api-key": "k",
        })
    );
}

#[tokio::test]
async fn a_post_carries_its_body() {
    let answer = echo().await.post("/hook", r#"{"a": "ü"}"#).await.unwrap();
    let received = received(&answer);
    assert_eq!(received["method"], "POST");
    assert_eq!(received["body"], r#"{"a": "ü"}"#);
    assert_eq!(received["headers"]["content-type"], "application/json");
    assert_eq!(received["headers"]["content-length"], "11");
    assert_eq!(received["headers"]["accept"], "*/*");
}

#[test]
fn headers_that_are_not_the_callers_are_refused() {
    let refusal = |name: &str, value: &str| Headers::new([(name, value)]).unwrap_err().to_string();
    for name in [
        "Host",
        "cookie",
        "Content-Length",
        "Transfer-Encoding",
        "CONNECTION",
        "Proxy-Authorization",
        "Content-Type",
        "X-HTTP-Method-Override",
    ] {
        assert!(refusal(name, "s3cret").ends_with("cannot be set: it is made for each request"), "{name}");
    }
    for value in ["a\r\nHost: evil.example", "a\nb", "a\0", "a\u{7f}"] {
        let said = refusal("X-Note", value);
        assert_eq!(said, "the value of the header x-note must be one line without control characters");
    }
    assert_eq!(refusal("X\r\nHost", "a"), r"`X\r\nHost` is not the name of a header");
    assert_eq!(refusal("", "a"), "`` is not the name of a header");
    assert_eq!(refusal("a", &"a".repeat(8 * 1024)), HeaderRefusal::TooMany.to_string());
    let names: Vec<_> = (0..33).map(|number| format!("x-{number}")).collect();
    let many = Headers::new(names.iter().map(|name| (name.as_str(), "")));
    assert_eq!(many.unwrap_err(), HeaderRefusal::TooMany);
    for (name, has_credentials) in [("Authorization", true), ("X-Api-Key", true), ("Accept", false)] {
        assert_eq!(Headers::new([(name, "a")]).unwrap().has_credentials(), has_credentials, "{name}");
    }
    let debug = format!("{:?}", Headers::new([("Authorization", "Bearer s3cret")]).unwrap());
    assert!(!debug.contains("s3cret"), "{debug}");
}

#[test]
fn a_content_type_is_one() {
    for kind in ["text/plain; charset=utf-8", "application/vnd.api+json", " application/json "] {
        let is_json = Content::new(kind, "").unwrap().is_json();
        assert_eq!(is_json, kind != "text/plain; charset=utf-8", "{kind}");
    }
    for kind in ["", "json", "/", "text/", "a/b\r\nX-Evil: 1", "a b/c"] {
        assert_eq!(Content::new(kind, "").unwrap_err(), HeaderRefusal::ContentType, "{kind}");
    }
}

#[tokio::test]
async fn a_failure_is_an_answer_too() {
    let refuse = || async {
        let headers = [("retry-after", "7"), ("set-cookie", "id=s3cret"), ("x-ratelimit-remaining", "0")];
        (StatusCode::TOO_MANY_REQUESTS, headers, "slow down")
    };
    let site = Site::serve(Router::new().fallback(refuse)).await;
    let answer = site.get("/", &[]).await.unwrap();
    assert_eq!((answer.status.as_u16(), text(&answer)), (429, "slow down"));
    let names: Vec<_> = answer.headers.keys().map(String::as_str).collect();
    assert_eq!(names, ["content-length", "content-type", "retry-after", "x-ratelimit-remaining"]);
}

#[tokio::test]
async fn only_text_is_read() {
    for (kind, body, expected) in [
        ("application/yaml", &b"a: 1"[..], Body::Text("a: 1".into())),
        ("text/html", b"<p>as it is</p>", Body::Text("<p>as it is</p>".into())),
        ("text/plain; charset=latin1", b"caf\xe9", Body::Text("café".into())),
        ("image/png", b"\x89PNG", Body::Binary { kind: "image/png".into(), bytes: Some(4) }),
        ("", b"plain", Body::Text("plain".into())),
        ("", b"\0\x01", Body::Binary { kind: "of no stated type".into(), bytes: Some(2) }),
        ("application/octet-stream", b"", Body::Text(String::new())),
    ] {
        assert_eq!(Site::page(kind, body).await.get("/", &[]).await.unwrap().body, expected, "{kind}");
    }
    let nothing = Site::serve(Router::new().fallback(async || StatusCode::NO_CONTENT)).await;
    assert_eq!(text(&nothing.post("/", "{}").await.unwrap()), "");
}

#[tokio::test]
async fn a_long_answer_is_cut() {
    let long = "x".repeat(Limits::default().body_bytes + 1);
    let answer = Site::page("text/plain", long).await.get("/", &[]).await.unwrap();
    assert!(answer.is_truncated);
    assert_eq!(text(&answer).len(), Limits::default().body_bytes);
}

#[tokio::test]
async fn the_callers_headers_stay_with_their_server() {
    let there = echo().await;
    let to = format!("http://{}/there", there.address);
    let redirect = async move |headers: HeaderMap, uri: Uri| match uri.path() {
        "/here" => format!("{:?}", headers.get("authorization")).into_response(),
        "/near" => Redirect::temporary("/here").into_response(),
        _ => Redirect::temporary(&to).into_response(),
    };
    let here = Site::serve(Router::new().fallback(redirect)).await;
    let exempt = [here.named("127.0.0.1"), there.named("127.0.0.1")];
    let policy = Policy::new(exempt.iter().map(|server| server.parse().unwrap()).collect());
    let fetcher = fetcher(policy, Limits::default(), Arc::new(Names(HashMap::new())));
    let get = async |path: &str| {
        let headers = Headers::new([("Authorization", "s3cret"), ("Accept", "text/csv")]).unwrap();
        fetcher.request(Request::get(here.url(path), headers), &Anywhere).await.unwrap()
    };
    assert_eq!(text(&get("/near").await), "Some(\"s3cret\")");
    let far = get("/far").await;
    assert_eq!(far.url.to_string(), format!("{}/there", there.address));
    let headers = &received(&far)["headers"];
    assert_eq!((headers.get("authorization"), &headers["accept"]), (None, &json!("text/csv")));
}

#[tokio::test]
async fn a_get_is_redirected_like_a_page_and_a_post_is_not() {
    let elsewhere = any(async || Redirect::to("https://example.com/a?b=c"));
    let moved = any(async || Redirect::permanent("../new?a=b"));
    let router = Router::new().route("/x/moved", moved).route("/elsewhere", elsewhere);
    let site = Site::serve(router.fallback(async || "arrived")).await;
    assert_eq!(text(&site.get("/x/moved", &[]).await.unwrap()), "arrived");
    match site.get("/elsewhere", &[]).await {
        Err(FetchError::RedirectedTo { to }) => {
            assert_eq!(to.as_url().as_str(), "https://example.com/a?b=c");
        }
        other => panic!("{other:?}"),
    }
    let answer = site.post("/x/moved", "{}").await.unwrap();
    assert_eq!(answer.status.as_u16(), 308);
    assert_eq!(answer.redirect.unwrap().as_str(), format!("http://{}/new?a=b", site.address));
}

#[tokio::test]
async fn a_request_cannot_reach_what_a_page_cannot() {
    let site = echo().await;
    let names = Names(HashMap::from([("private.test", vec![site.address.ip()])]));
    let fetcher = fetcher(Policy::default(), Limits::default(), Arc::new(names));
    let url = fetcher.check(&format!("http://{}/", site.named("private.test"))).unwrap();
    let content = Content::new("text/plain", "a").unwrap();
    for request in [
        Request::get(url.clone(), Headers::default()),
        Request::post(url.clone(), Headers::default(), content.clone()),
    ] {
        let result = fetcher.request(request, &Anywhere).await;
        assert!(matches!(result, Err(FetchError::Refused(Refusal::NotPublic(_)))), "{result:?}");
    }
}
