//! The health of the program as others see it: a service manager, and clients of the chat page's address.

use std::{
    os::unix::net::UnixDatagram,
    sync::{Mutex, mpsc},
    time::Duration,
};

use adjutant_simulators::{PATIENCE, telegram::Telegram};
use adjutant_store::db::{Db, Scope};
use reqwest::{Client, RequestBuilder, StatusCode, header::HOST};
use serde_json::Value;
use tokio::time::timeout;

use super::harness::{Home, telegram};

/// A service manager that expects a sign of life from its service every two seconds.
struct Manager {
    folder: tempfile::TempDir,
    socket: tokio::net::UnixDatagram,
}

impl Manager {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let socket = UnixDatagram::bind(folder.path().join("notify")).unwrap();
        socket.set_nonblocking(true).unwrap();
        Self { folder, socket: tokio::net::UnixDatagram::from_std(socket).unwrap() }
    }

    fn home(&self, tg: &Telegram) -> Home {
        let path = self.folder.path().join("notify").display().to_string();
        Home::new(tg).with_variable("NOTIFY_SOCKET", path).with_variable("WATCHDOG_USEC", "2000000")
    }

    /// Returns the next message to the service manager.
    async fn hears(&self) -> String {
        let mut said = [0; 4096];
        let length =
            timeout(PATIENCE, self.socket.recv(&mut said)).await.expect("it says something").unwrap();
        String::from_utf8_lossy(&said[..length]).into_owned()
    }

    /// Returns all messages up to the first one with this beginning.
    async fn hears_until(&self, beginning: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            all.push(self.hears().await);
            if all.last().is_some_and(|said| said.starts_with(beginning)) {
                return all;
            }
        }
    }
}

#[tokio::test]
async fn a_service_manager_hears_when_it_is_ready_that_it_gets_on_and_that_it_ends() {
    let (tg, manager) = (telegram().await, Manager::new());
    let adjutant = manager.home(&tg).start_listening(&tg).await;
    let begins = manager.hears_until("READY=1").await;
    assert!(!begins.contains(&"WATCHDOG=1".to_owned()), "{begins:?}");
    manager.hears_until("STATUS=ready").await;
    manager.hears_until("WATCHDOG=1").await;
    manager.hears_until("WATCHDOG=1").await;
    adjutant.ask_to_end().await;
    let ends = manager.hears_until("STOPPING=1").await;
    assert_eq!(
        ends.last().unwrap(),
        "STOPPING=1\nSTATUS=ends; work in progress has a few seconds",
        "{ends:?}"
    );
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_database_that_cannot_be_written_stops_the_watchdog_and_an_outage_does_not() {
    /// Longer than the time after which the service manager would restart the service.
    const TOO_LONG: Duration = Duration::from_secs(3);
    let (tg, manager) = (telegram().await, Manager::new());
    let home = manager.home(&tg);
    let adjutant = home.start_listening(&tg).await;
    manager.hears_until("WATCHDOG=1").await;

    // Another process holds the write lock.
    let other = Db::open(&home.database()).await.unwrap();
    let (release, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let holding = tokio::spawn(async move {
        // Holds it until the sender is dropped.
        let hold = async move |_: &_| Ok(held.lock().unwrap().recv().is_ok());
        other.write(Scope::Global, hold).await.unwrap();
    });
    let said = manager.hears_until("STATUS=not ready; database: ").await;
    // The write is refused after about as long as a write may take, so either message may be the first.
    let is_stuck = |said: &str| said.contains("cannot be read or written") || said.contains("has waited for");
    assert!(is_stuck(said.last().unwrap()), "{said:?}");
    let silence = timeout(TOO_LONG, manager.hears_until("WATCHDOG=1")).await;
    assert!(silence.is_err(), "a database that hangs feeds the watchdog");
    drop(release);
    holding.await.unwrap();
    manager.hears_until("STATUS=ready").await;
    manager.hears_until("WATCHDOG=1").await;

    tg.go_offline();
    tg.go_online();
    manager.hears_until("WATCHDOG=1").await;
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_platform_that_is_out_of_reach_from_the_start_holds_up_no_start() {
    let (tg, manager) = (telegram().await, Manager::new());
    tg.go_offline();
    let adjutant = manager.home(&tg).start();
    manager.hears_until("READY=1").await;
    let said = manager.hears_until("STATUS=not ready; receiving: telegram: not connected").await;
    assert!(!said.iter().any(|said| said.starts_with("STATUS=ready")), "{said:?}");
    manager.hears_until("WATCHDOG=1").await;
    adjutant.terminate().await;
}

/// Returns the answer at a page's address.
async fn get(page: &str, path: &str, host: Option<&str>) -> (StatusCode, String) {
    get_with(page, path, |request| match host {
        Some(host) => request.header(HOST, host),
        None => request,
    })
    .await
}

async fn get_with(
    page: &str,
    path: &str,
    with: impl FnOnce(RequestBuilder) -> RequestBuilder,
) -> (StatusCode, String) {
    // Before the client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let origin = page.split("/#").next().unwrap();
    let response = with(Client::new().get(format!("{origin}{path}"))).send().await.expect("it listens");
    (response.status(), response.text().await.expect("text"))
}

async fn readiness(page: &str) -> Value {
    serde_json::from_str(&get(page, "/readyz", None).await.1).expect("JSON")
}

#[tokio::test]
async fn the_page_shows_without_the_key_how_the_gateway_is_also_where_it_stands_by() {
    let tg = telegram().await;
    let home = Home::new(&tg).with("CHANNELS__WEB__ENABLED", true).with("CHANNELS__WEB__BIND", "127.0.0.1:0");
    let mut first = home.start_listening(&tg).await;
    let page = first.says_page().await;
    first.is_up().await;
    assert_eq!(get(&page, "/healthz", None).await, (StatusCode::OK, "ok\n".to_owned()));
    assert_eq!(get(&page, "/readyz", Some("evil.example")).await.0, StatusCode::FORBIDDEN);
    assert_eq!(get(&page, "/api/history", None).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(get(&page, "/metrics", None).await.0, StatusCode::UNAUTHORIZED);
    let key = page.split("#token=").nth(1).unwrap();
    let (status, metrics) = get_with(&page, "/metrics", |request| request.bearer_auth(key)).await;
    assert_eq!(status, StatusCode::OK);
    assert!(metrics.contains("\nadjutant_ready "), "{metrics}");
    let well = readiness(&page).await;
    assert_eq!(well["ready"], true, "{well}");
    assert_eq!(well["parts"]["receiving"]["reason"], "telegram: receives; web: receives");

    let mut second = home.start();
    let page = second.says_page().await;
    second.is_up().await;
    assert_eq!(get(&page, "/healthz", None).await, (StatusCode::OK, "ok\n".to_owned()));
    assert_eq!(get(&page, "/healthz", Some("evil.example")).await.0, StatusCode::FORBIDDEN);
    assert_eq!(get(&page, "/", None).await.0, StatusCode::SERVICE_UNAVAILABLE);
    let stands_by = readiness(&page).await;
    assert_eq!(stands_by["ready"], true, "{stands_by}");
    let said = "telegram: stands by, another process receives; web: stands by, another process receives";
    assert_eq!(stands_by["parts"]["receiving"]["reason"], said);
    second.terminate().await;
    first.terminate().await;
}
