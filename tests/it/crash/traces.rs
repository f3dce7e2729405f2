//! Traces of the real program, as a collector receives them.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    sync::{Arc, Mutex},
};

use adjutant_simulators::{
    PATIENCE,
    model::{Model, Turn},
    telegram::Telegram,
};
use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value, trace::v1::Span,
};
use prost::Message as _;
use serde_json::json;
use tokio::{net::TcpListener, sync::Notify, time::timeout};

use super::{
    harness::{Home, MODEL_KEY, echoing_model, telegram},
    platform::Platform as _,
};
use crate::harness::reads;

const KEY: &str = "sesame-of-the-collector";

/// A collector, which accepts requests with its key.
#[derive(Clone, Default)]
struct Collector(Arc<Taken>);

#[derive(Default)]
struct Taken {
    bodies: Mutex<Vec<Bytes>>,
    more: Notify,
}

impl Collector {
    /// Starts a collector; returns it with its address.
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let take = async |State(Self(taken)): State<Self>, headers: HeaderMap, body: Bytes| {
            assert_eq!(headers["content-type"], "application/x-protobuf");
            assert_eq!(headers["authorization"], format!("Bearer {KEY}"));
            taken.bodies.lock().unwrap().push(body);
            taken.more.notify_waiters();
        };
        let routes = Router::new().route("/v1/traces", post(take)).with_state(collector.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (collector, url)
    }

    /// Returns the settings of a process that sends traces to the collector.
    fn home(at: &str, tg: &Telegram, model: &Model) -> Home {
        Home::new(tg)
            .with_model(model)
            .with("TRACES__ENDPOINT", at)
            .with("TRACES__HEADERS", "[\"Authorization: Bearer ${COLLECTOR_KEY}\"]")
            .with_variable("COLLECTOR_KEY", KEY)
    }

    fn spans(&self) -> Vec<Span> {
        let bodies = self.0.bodies.lock().unwrap();
        let requests = bodies.iter().map(|body| ExportTraceServiceRequest::decode(body.clone()).unwrap());
        requests
            .flat_map(|request| request.resource_spans)
            .flat_map(|resource| resource.scope_spans)
            .flat_map(|scope| scope.spans)
            .collect()
    }

    /// Waits until the collector has spans with all of these names, and returns all of its spans.
    async fn has(&self, names: &[&str]) -> Vec<Span> {
        let all = async {
            loop {
                let more = self.0.more.notified();
                let spans = self.spans();
                if names.iter().all(|name| spans.iter().any(|span| span.name == *name)) {
                    return spans;
                }
                more.await;
            }
        };
        timeout(PATIENCE, all).await.unwrap_or_else(|_| panic!("no {names:?} in {:#?}", self.spans()))
    }

    /// Returns whether a word is in any of the collector's data.
    fn holds(&self, word: &str) -> bool {
        let bodies = self.0.bodies.lock().unwrap();
        bodies.iter().any(|body| body.windows(word.len()).any(|bytes| bytes == word.as_bytes()))
    }
}

/// Returns the spans below a span, indented by their depth, in the order of their start times.
fn tree(spans: &[Span], parent: &[u8], depth: usize) -> String {
    let mut below: Vec<_> = spans.iter().filter(|span| span.parent_span_id == parent).collect();
    below.sort_by_key(|span| (span.start_time_unix_nano, span.end_time_unix_nano));
    let mut text = String::new();
    for span in below {
        assert!(span.start_time_unix_nano <= span.end_time_unix_nano, "{span:?}");
        let attributes: Vec<_> = span
            .attributes
            .iter()
            .map(|attribute| {
                let value = attribute.value.clone().and_then(|value| value.value);
                let value = match value {
                    Some(Value::StringValue(text)) => text,
                    Some(Value::IntValue(number)) => number.to_string(),
                    other => panic!("{other:?}"),
                };
                format!(" {}={value}", attribute.key.trim_start_matches("adjutant."))
            })
            .collect();
        writeln!(text, "{:indent$}{}{}", "", span.name, attributes.concat(), indent = 2 * depth).unwrap();
        text += &tree(spans, &span.span_id, depth + 1);
    }
    text
}

fn traces(spans: &[Span]) -> BTreeSet<&[u8]> {
    spans.iter().map(|span| &span.trace_id[..]).collect()
}

#[tokio::test]
async fn a_message_is_one_trace_from_the_update_to_the_delivery_and_nobody_is_in_it() {
    let (tg, model, (collector, url)) = (telegram().await, echoing_model().await, Collector::start().await);
    model.answer_with(|request| match request.tool_results()[..] {
        [] => Turn::calls([("memory_search", json!({"query": "orchid"}))]),
        _ => Turn::text("The orchid needs rain water."),
    });
    let home = Collector::home(&url, &tg, &model);
    let adjutant = home.start_listening(&tg).await;
    let alice = tg.person(42, "alice");
    alice.says("what does my orchid need?").await;
    tg.next_message(&alice).await;
    let spans = collector.has(&["turn", "delivery"]).await;

    assert_eq!(traces(&spans).len(), 1, "{spans:#?}");
    reads!(tree(&spans, &[], 0), @"
    turn channel=telegram end=done
      accept
      queue
      work
        context
        model_call step=1 model=openai simulated-model outcome=answered
        tool_call tool=memory_search
        tool_call tool=memory_search outcome=succeeded
        context
        model_call step=2 model=openai simulated-model outcome=answered
      delivery
        send_message channel=telegram
    ");
    let secrets = [MODEL_KEY.to_owned(), tg.token(), KEY.to_owned()];
    let ids = ["telegram:42", "user-", "session-", "turn-", "call-"].map(str::to_owned);
    let words = ["orchid", "alice", "what does my"].map(str::to_owned);
    for word in secrets.into_iter().chain(ids).chain(words) {
        assert!(!collector.holds(&word), "{word}");
    }
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_turn_that_another_process_delivers_stays_one_trace() {
    let (tg, model, (collector, url)) = (telegram().await, echoing_model().await, Collector::start().await);
    let home = Collector::home(&url, &tg, &model);
    let adjutant = home.start_listening(&tg).await;
    let alice = tg.person(42, "alice");
    let sending = tg.hold_sending();
    alice.says("is the kettle on?").await;
    sending.wait().await;
    let before = collector.has(&["turn", "work"]).await;
    adjutant.kill().await;
    sending.cut();
    assert!(before.iter().all(|span| span.name != "delivery"), "{before:#?}");

    let adjutant = home.start_listening(&tg).await;
    tg.next_message(&alice).await;
    let spans = collector.has(&["delivery"]).await;
    assert_eq!(traces(&spans).len(), 1, "{spans:#?}");
    let named = |name: &str| spans.iter().find(|span| span.name == name).unwrap();
    assert_eq!(named("delivery").parent_span_id, named("turn").span_id);
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_collector_that_is_away_holds_up_nothing() {
    let (tg, model) = (telegram().await, echoing_model().await);
    // Nothing listens at this address.
    let home = Collector::home("http://127.0.0.1:9", &tg, &model);
    let adjutant = home.start_listening(&tg).await;
    let alice = tg.person(42, "alice");
    for text in ["is the kettle on?", "are you there?"] {
        alice.says(text).await;
        assert_eq!(tg.next_message(&alice).await.text, format!("You said: {text}"));
    }
    adjutant.finish(&tg).await;
    assert!(!home.log().contains(KEY), "{}", home.log());
}

#[tokio::test]
async fn what_is_recorded_last_is_sent_before_the_end() {
    let (tg, model, (collector, url)) = (telegram().await, echoing_model().await, Collector::start().await);
    let home = Collector::home(&url, &tg, &model);
    let adjutant = home.start_listening(&tg).await;
    let alice = tg.person(42, "alice");
    alice.says("is the kettle on?").await;
    tg.next_message(&alice).await;
    adjutant.finish(&tg).await;
    let spans = collector.spans();
    for name in ["turn", "work", "delivery"] {
        assert!(spans.iter().any(|span| span.name == name), "{name}: {spans:#?}");
    }
}
