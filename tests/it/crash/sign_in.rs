//! Links to the console, and signed-in browsers, across a crash of the gateway.

use reqwest::{Client, StatusCode, header::SET_COOKIE};
use serde_json::{Value, json};

use super::{
    harness::{Home, Process},
    platform::{Person as _, Platform},
};

under_kills_and_power_cuts!(a_link_and_a_browser_outlive_the_gateway);

/// Counts the messages that are not recorded as sent.
const NOT_SENT: &str = "SELECT count(*) FROM outbox WHERE state <> 'done'";

/// Opens a link; returns the status of the answer, and the cookie.
async fn opens(origin: &str, code: &str) -> (StatusCode, Option<String>) {
    let asked = Client::new().post(format!("{origin}/api/console/sign_in")).header("origin", origin);
    let answer = asked.json(&json!({ "code": code })).send().await.unwrap();
    let cookie = answer.headers().get(SET_COOKIE).map(|cookie| cookie.to_str().unwrap());
    (answer.status(), cookie.map(|cookie| cookie.split(';').next().unwrap().to_owned()))
}

async fn origin_of(adjutant: &mut Process) -> String {
    adjutant.says_page().await.split("/#").next().unwrap().to_owned()
}

async fn a_link_and_a_browser_outlive_the_gateway<P: Platform>() {
    // Before any client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let at = P::open().await;
    let home = Home::new(&at)
        .with("CHANNELS__WEB__ENABLED", true)
        .with("CHANNELS__WEB__BIND", "127.0.0.1:0")
        .with("CONSOLE__URL", "http://localhost");
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    alice.says("/console").await;
    let message = at.next_message(&alice).await;
    let (_, rest) = message.text.split_once("/console#link=").unwrap();
    let code = rest.split_whitespace().next().unwrap();
    home.comes_to(NOT_SENT, 0).await;
    adjutant.kill().await;

    let mut adjutant = home.start();
    let origin = origin_of(&mut adjutant).await;
    adjutant.is_up().await;
    let (status, cookie) = opens(&origin, code).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    // A sign-in that was acknowledged is stored.
    adjutant.kill().await;

    let mut adjutant = home.start();
    let origin = origin_of(&mut adjutant).await;
    adjutant.is_up().await;
    let asked = Client::new().get(format!("{origin}/api/console/viewer")).header("cookie", cookie.unwrap());
    let viewer: Value = asked.send().await.unwrap().json().await.unwrap();
    assert_eq!(viewer["name"], "alice");
    assert_eq!(opens(&origin, code).await.0, StatusCode::FORBIDDEN, "it was used up with the answer");
    let used = "A link to your console was here, and a browser has opened it. If that was not you, write /console off now.";
    at.shows(&alice, &message, used).await;
    assert_eq!(home.number("SELECT count(*) FROM console_sessions").await, 1);
    adjutant.finish(&at).await;
    at.end();
}
