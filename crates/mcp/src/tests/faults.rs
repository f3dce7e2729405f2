//! A server that fails, hangs, floods or dies harms only its own calls.

use super::*;
use crate::server::MOST_CALLS;

#[tokio::test]
async fn errors_say_whose_they_are() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    let (code, why) = kept.fails("fail", json!({})).await;
    assert_eq!(
        (code, why.as_str()),
        (ErrorCode::Rejected, "the server garden failed: The garden is closed.")
    );
    let (code, why) = kept.fails("refuse", json!({})).await;
    let refuses = "the server garden refuses the call: The gardener is away.";
    assert_eq!((code, why.as_str()), (ErrorCode::Rejected, refuses));
    let (code, why) = kept.fails("garbage", json!({})).await;
    assert_eq!(code, ErrorCode::Unavailable, "{why}");
    kept.end().await;
}

#[tokio::test]
async fn a_result_that_is_too_large_is_refused() {
    let mcp = Mcp::start().await;
    let kept = Kept::new(json!({ "url": mcp.url(), "max_result": "8 KB" })).await;
    assert!(kept.call("huge", json!({ "kilobytes": 7 })).await.is_ok());
    let (code, why) = kept.fails("huge", json!({ "kilobytes": 9 })).await;
    assert_eq!(code, ErrorCode::Rejected);
    let told = "the result takes 9 KB, and at most 8 KB are taken; ask for less, such as a page or a filter";
    assert_eq!(why, told);
    // Larger than any message that is read.
    let (code, why) = kept.fails("huge", json!({ "kilobytes": 5 * 1024 })).await;
    assert_eq!(code, ErrorCode::Unavailable, "{why}");
    assert!(!why.contains("adjutant_mcp::"), "{why}");
    kept.until_connected().await;
    assert!(kept.call("echo", json!({ "text": "still there" })).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn a_server_that_dies_is_reached_again() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    let (code, why) = kept.fails("die", json!({})).await;
    assert_eq!(code, ErrorCode::Unavailable);
    assert!(why.ends_with("whether the call took effect is not known"), "{why}");
    kept.until_connected().await;
    assert!(kept.call("echo", json!({ "text": "again" })).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn a_call_that_reaches_no_server_did_nothing() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    drop(mcp);
    let told = "the server garden did not answer: it cannot be reached: check url, and whether it runs; the call did \
                nothing";
    // The first calls may use connections that break only then.
    let calls = timeout(PATIENCE, async { while kept.fails("echo", json!({})).await.1 != told {} });
    calls.await.expect("a call for which no connection can be made");
    kept.end().await;
}

#[tokio::test]
async fn a_call_that_the_server_turns_away_did_nothing() {
    for (status, told) in [
        (401, "it answers with status 401, as the bot is not signed in: check headers"),
        (403, "it answers with status 403, as the bot may not do this: check headers"),
        (404, "it answers with status 404: check url"),
    ] {
        let mcp = Mcp::start().await;
        let kept = Kept::over(&mcp).await;
        mcp.turn_away(status);
        let (code, why) = kept.fails("echo", json!({ "text": "Hello?" })).await;
        let told = format!("the server garden did not answer: {told}; the call did nothing");
        assert_eq!((code, why), (ErrorCode::Unavailable, told));
        assert!(mcp.calls().is_empty());
        kept.end().await;
    }
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    mcp.require_header("Authorization", "Bearer sesame");
    let told =
        "the server garden did not answer: it wants other credentials: check headers; the call did nothing";
    assert_eq!(kept.fails("echo", json!({ "text": "Hello?" })).await.1, told);
    kept.end().await;
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_tried_ever_more_rarely() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let kept = Kept::begin(json!({ "url": url }));
    let mut between = Vec::new();
    let mut last = kept.clock.uptime();
    for _ in 0..4 {
        // Each attempt is a connection, which is closed at once.
        let attempt = timeout(PATIENCE, async {
            loop {
                tokio::select! {
                    accepted = listener.accept() => break drop(accepted.unwrap()),
                    () = sleep(GLANCE) => kept.clock.advance(TimeDelta::milliseconds(500)),
                }
            }
        });
        attempt.await.expect("another attempt");
        between.push(kept.clock.uptime() - last);
        last = kept.clock.uptime();
    }
    assert!(between[1..].is_sorted() && between[3] >= Duration::from_secs(4), "{between:?}");
    let called = kept.server.call(("echo", "none"), serde_json::Map::new(), |_| {}).await;
    assert!(called.is_err());
    kept.end().await;
}

#[tokio::test]
async fn a_few_messages_are_heard_and_a_flood_ends_the_connection() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    mcp.when_listed(1).await;
    assert!(kept.call("flood", json!({ "messages": 300 })).await.is_ok());
    mcp.when_listed(2).await;
    let (code, why) = kept.fails("flood", json!({ "messages": 10_000 })).await;
    assert_eq!(code, ErrorCode::Unavailable, "{why}");
    // The clock does not advance: 300 notices caused two readings at most.
    let listed = mcp.listed();
    assert!(listed <= 4, "the list was read {listed} times");
    kept.until_connected().await;
    assert!(kept.call("echo", json!({ "text": "calm" })).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn a_connection_whose_server_answers_no_ping_is_opened_anew() {
    let mcp = Mcp::start().await;
    let kept = Kept::new(json!({ "url": mcp.url(), "start_timeout": "200ms" })).await;
    mcp.silence(true);
    kept.until(|server| !server.is_connected()).await;
    let (code, why) = kept.fails("echo", json!({ "text": "Hello?" })).await;
    let told = "the server garden cannot be reached at the moment; try again later";
    assert_eq!((code, why.as_str()), (ErrorCode::Unavailable, told));
    mcp.silence(false);
    kept.until_connected().await;
    assert!(kept.call("echo", json!({ "text": "Hello" })).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn a_call_that_hangs_holds_up_no_other() {
    let mcp = Mcp::start().await;
    let kept = Kept::over(&mcp).await;
    let hang = |_| Box::pin(kept.call("hang", json!({})));
    let mut hangs = futures::future::select_all((1..MOST_CALLS).map(hang));
    tokio::select! {
        _ = &mut hangs => panic!("none of them answers"),
        echo = async {
            mcp.when_called(MOST_CALLS - 1).await;
            kept.call("echo", json!({ "text": "here" })).await
        } => assert!(echo.is_ok()),
    }
    let last = hang(0);
    tokio::select! {
        _ = hangs => panic!("none of them answers"),
        _ = last => panic!("nor does this"),
        (code, why) = async {
            mcp.when_called(MOST_CALLS + 1).await;
            kept.fails("echo", json!({ "text": "one too many" })).await
        } => {
            let told = "the server garden has 64 calls to answer first; try again later";
            assert_eq!((code, why.as_str()), (ErrorCode::Unavailable, told));
        }
    }
    kept.end().await;
}
