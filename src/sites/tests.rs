use std::{fs, os::unix::fs::symlink, path::Path};

use axum::body::{Body, to_bytes};
use tempfile::TempDir;
use tower::ServiceExt as _;

use super::*;

/// A folder of sites with one site, `choir`.
fn sites() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let version = folder.path().join("choir/versions/1");
    for (path, content) in [
        ("index.html", "<h1>Choir</h1>"),
        ("404.html", "<h1>Not here</h1>"),
        ("about/index.html", "<h1>About</h1>"),
        ("assets/style.12ab.css", "body { margin: 0 }"),
    ] {
        let path = version.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    fs::write(folder.path().join("secret.txt"), "4711").unwrap();
    symlink("versions/1", folder.path().join("choir/current")).unwrap();
    folder
}

async fn asks(folder: &Path, request: Request) -> (StatusCode, HeaderMap, String) {
    let response = with_headers(router(folder.into())).oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, headers, String::from_utf8_lossy(&body).into_owned())
}

fn get(path: &str) -> Request {
    Request::get(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_site_is_served_below_its_name() {
    let folder = sites();
    let mut seen = String::new();
    for path in [
        "/choir",
        "/choir/",
        "/choir/about",
        "/choir/about/",
        "/choir/none",
        "/choir/assets/style.12ab.css",
        "/",
        "/band/",
    ] {
        let (status, headers, body) = asks(folder.path(), get(path)).await;
        let header =
            |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or("-");
        seen += &format!(
            "{path}: {} {} {} {}\n",
            status.as_u16(),
            header(LOCATION),
            header(CACHE_CONTROL),
            body.trim()
        );
    }
    insta::assert_snapshot!(seen, @"
    /choir: 308 /choir/ - 
    /choir/: 200 - no-cache <h1>Choir</h1>
    /choir/about: 308 /choir/about/ - 
    /choir/about/: 200 - no-cache <h1>About</h1>
    /choir/none: 404 - no-cache <h1>Not here</h1>
    /choir/assets/style.12ab.css: 200 - public, max-age=31536000, immutable body { margin: 0 }
    /: 404 - - There is no page here.
    /band/: 404 - - There is no page here.
    ");
}

#[tokio::test]
async fn nothing_outside_of_a_site_is_served() {
    let folder = sites();
    for path in [
        "/secret.txt",
        "/choir/../secret.txt",
        "/choir/%2e%2e/%2e%2e/secret.txt",
        "/choir/..%2f..%2f..%2fsecret.txt",
        "/choir//secret.txt",
        "/choir/.hidden",
        "/choir%00/",
        "/.",
        "/%2e%2e/",
        "/choir/%ff",
    ] {
        let (status, _, body) = asks(folder.path(), get(path)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {body}");
        assert!(!body.contains("4711"), "{path}");
    }
}

#[tokio::test]
async fn who_has_a_file_does_not_get_it_again() {
    let folder = sites();
    let (_, headers, _) = asks(folder.path(), get("/choir/")).await;
    let tag = headers[ETAG].to_str().unwrap();
    for known in [tag.to_owned(), format!("\"other\", W/{tag}")] {
        let request = Request::get("/choir/").header(IF_NONE_MATCH, known).body(Body::empty()).unwrap();
        let (status, _, body) = asks(folder.path(), request).await;
        assert_eq!((status, body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    }
    fs::write(folder.path().join("choir/versions/1/index.html"), "<h1>The choir</h1>").unwrap();
    let request = Request::get("/choir/").header(IF_NONE_MATCH, tag).body(Body::empty()).unwrap();
    assert_eq!(asks(folder.path(), request).await.2, "<h1>The choir</h1>");
}

#[tokio::test]
async fn browsers_run_no_script_and_nothing_is_posted() {
    let folder = sites();
    for path in ["/choir/", "/choir/none", "/"] {
        let (_, headers, _) = asks(folder.path(), get(path)).await;
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'self';"), "{policy}");
        assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
    let post = Request::post("/choir/").body(Body::from("name=alice")).unwrap();
    assert_eq!(asks(folder.path(), post).await.0, StatusCode::METHOD_NOT_ALLOWED);
}
