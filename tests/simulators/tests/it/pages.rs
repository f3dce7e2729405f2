//! The web site.

use std::time::Duration;

use adjutant_simulators::pages::Pages;

use crate::client::http;

#[tokio::test]
async fn pages_redirects_and_bodies_without_length() {
    let pages = Pages::start().await;
    pages.serve("/", "text/html", "<h1>hello</h1>");
    pages.serve_slowly("/slow", "text/plain", "at last", Duration::from_millis(10));
    pages.serve_status("/gone", 410, "text/plain", "gone");
    pages.serve_huge("/huge", "text/plain", 100_000);
    pages.redirect("/old", 302, "/?moved");
    pages.cut("/cut");
    let get = |path: &str| http().get(pages.url(path)).send();

    let home = get("/old").await.unwrap();
    assert_eq!(home.headers()["content-type"], "text/html");
    assert_eq!(home.text().await.unwrap(), "<h1>hello</h1>");
    assert_eq!(get("/slow").await.unwrap().text().await.unwrap(), "at last");
    assert_eq!(get("/gone").await.unwrap().status(), 410);
    assert_eq!(get("/nothing").await.unwrap().status(), 404);
    assert!(get("/cut").await.is_err());
    let huge = get("/huge").await.unwrap();
    assert_eq!(huge.content_length(), None);
    assert_eq!(huge.bytes().await.unwrap().len(), 100_000);
    assert_eq!(pages.requests()[..2], ["/old", "/?moved"]);
    assert_eq!(pages.hits("/"), 1);
}

#[tokio::test]
async fn what_was_sent_can_be_looked_at() {
    let pages = Pages::start().await;
    let sent = http().post(pages.url("/hook?a=b")).header("X-Note", "c").body("d").send().await.unwrap();
    assert_eq!(sent.status(), 404);
    let received = &pages.received()[0];
    assert_eq!((received.method.as_str(), received.path.as_str()), ("POST", "/hook?a=b"));
    assert_eq!((&received.headers["x-note"], received.body.as_str()), (&"c".parse().unwrap(), "d"));
}
