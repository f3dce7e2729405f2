//! Where the page is served, and who serves it.

use super::*;

#[tokio::test]
async fn shutdown_ends_the_feeds_and_the_server() {
    let site = Site::open().await;
    let mut page = site.events().await;
    assert!(site.web.health().connected);
    assert!(site.web.check().await.unwrap().starts_with("listening on 127.0.0.1:"));

    let web = site.stop().await;
    assert_eq!(page.rest().await, "");
    assert!(!web.health().connected);
    assert!(web.check().await.unwrap().ends_with("is free to listen on"));
}

#[tokio::test]
async fn a_taken_address_is_told_apart() {
    let site = Site::open().await;
    let other = Site::channel(site.address, site.folder.path());
    let error = other.bind().unwrap_err().to_string();
    let address = site.address;
    assert_eq!(
        error,
        format!("cannot listen on {address}: stop what uses it, or set another `bind` under [channels.web]")
    );
    assert!(other.run(site.gateway.clone(), site.shutdown.clone()).await.is_err());
}

#[tokio::test]
async fn a_process_that_stands_by_says_so_until_it_serves() {
    let folder = tempfile::tempdir().unwrap();
    let web = Arc::new(Site::channel("127.0.0.1:0".parse().unwrap(), folder.path()));
    let address = web.bind().unwrap();
    let standing = tokio::spawn({
        let (web, gateway) = (web.clone(), Arc::new(Notes::default()));
        async move { web.stand_by(gateway).await }
    });
    let asked = async |path: &str| {
        let mut connection = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let page = asked("/").await;
    assert!(page.starts_with("HTTP/1.1 503") && page.contains("This process stands by"), "{page}");
    assert!(page.contains("style-src 'unsafe-inline'"), "its own style would not show: {page}");
    assert!(
        asked("/icon.svg").await.contains("content-type: image/svg+xml"),
        "a browser would not show the icon"
    );
    assert!(asked("/api/history").await.starts_with("HTTP/1.1 503"));
    assert!(Site::channel(address, folder.path()).check().await.is_ok(), "it is a gateway all the same");

    standing.abort();
    let _ = standing.await;
    let shutdown = CancellationToken::new();
    let (gateway, stop) = (Arc::new(Notes::default()), shutdown.clone());
    let serving = tokio::spawn(async move { web.run(gateway, stop).await });
    assert!(asked("/").await.starts_with("HTTP/1.1 200"));
    shutdown.cancel();
    serving.await.unwrap().unwrap();
}

#[tokio::test]
async fn an_address_of_another_machine_is_told_apart() {
    // An address of the documentation range, which no machine has.
    let folder = tempfile::tempdir().unwrap();
    let web = Site::channel("192.0.2.7:8765".parse().unwrap(), folder.path());
    assert_eq!(
        web.bind().unwrap_err().to_string(),
        "cannot listen on 192.0.2.7:8765: this machine has no address 192.0.2.7; set another `bind` under [channels.web]"
    );
}

#[tokio::test]
async fn a_check_tells_a_running_gateway_from_another_program() {
    let site = Site::open().await;
    let address = site.address;
    assert_eq!(
        Site::channel(address, site.folder.path()).check().await.unwrap(),
        format!("a running gateway serves the page on {address}")
    );

    let program = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = program.local_addr().unwrap();
    // A server that accepts connections and closes them.
    let hangs_up = std::thread::spawn(move || drop(program.accept()));
    assert_eq!(
        Site::channel(address, site.folder.path()).check().await.unwrap_err().to_string(),
        format!("cannot listen on {address}: stop what uses it, or set another `bind` under [channels.web]")
    );
    hangs_up.join().unwrap();
}

#[tokio::test]
async fn the_url_opens_the_page_from_this_machine() {
    for (bind, host) in [("127.0.0.1:0", "127.0.0.1"), ("0.0.0.0:0", "127.0.0.1"), ("[::1]:8787", "[::1]")] {
        let web = Site::channel(bind.parse().unwrap(), Path::new("unused"));
        let port = if bind.ends_with(":0") { web.bind().unwrap().port() } else { 8787 };
        assert_eq!(web.url(), format!("http://{host}:{port}/#token={TOKEN}"));
    }
}

#[test]
fn a_token_is_long_and_plain() {
    use crate::AccessToken;
    for weak in ["", "short", "0123456789abcde", "0123456789abcdef;", "0123456789 abcdef", &"x".repeat(129)] {
        assert!(AccessToken::new(weak).is_err(), "{weak}");
    }
    assert_eq!(format!("{:?}", AccessToken::new(TOKEN).unwrap()), "AccessToken(..)");
}
