use std::time::Duration;

use adjutant_clock::ManualClock;
use chrono::DateTime;
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTracePartialSuccess, ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use prost::Message as _;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::{Layer as _, Registry, filter::FilterFn, layer::SubscriberExt as _};

use super::*;
use crate::span::{Span, Value};

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(DateTime::from_timestamp_millis(1_777_629_600_000).unwrap()))
}

/// Returns the spans recorded during `work`.
fn recorded(share: f64, work: impl FnOnce()) -> Vec<Span> {
    let (sender, mut receiver) = mpsc::channel(QUEUE);
    let recorder = Recorder::new(share, clock(), (sender, Lost::default()));
    let subscriber = Registry::default().with(recorder.with_filter(FilterFn::new(is_recorded)));
    tracing::subscriber::with_default(subscriber, work);
    std::iter::from_fn(|| receiver.try_recv().ok()).collect()
}

fn turn(id: &str) {
    let turn = tracing::info_span!(target: "adjutant::agent", "turn", turn = id, user = "user-alice", session = "session-1");
    let _turn = turn.entered();
    let call =
        tracing::info_span!(target: "adjutant::agent", "tool_call", tool = "memory_search", call = "call-1");
    call.in_scope(|| tracing::error!(target: "adjutant::agent", words = "orchid", "the orchid is not found"));
    tracing::info_span!(target: "reqwest", "foreign", channel = "web").in_scope(|| {});
}

#[test]
fn a_span_belongs_to_the_trace_of_its_turn() {
    let spans = recorded(1.0, || turn("turn-1"));
    let [call, work] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!((call.name, work.name), ("tool_call", "work"));
    assert_eq!([call.trace, work.trace], [ids::of_trace("turn-1"); 2]);
    assert_eq!((call.parent, work.parent), (Some(work.id), Some(ids::of_span("turn-1", "whole_turn"))));
    assert_eq!((call.failed, work.failed), (true, false));
    assert_eq!(call.attributes, [("adjutant.tool", Value::Text("memory_search".to_owned()))]);
    assert!(work.attributes.is_empty());
}

#[test]
fn what_belongs_to_no_turn_is_not_recorded() {
    let work = || {
        tracing::info_span!(target: "adjutant::channels", "poll_updates", channel = "telegram")
            .in_scope(|| {});
    };
    assert_eq!(recorded(1.0, work), []);
}

#[test]
fn what_is_over_is_told_with_its_times() {
    let told = || {
        let span = |began: i64| tracing::trace_span!(target: PAST, "whole_turn", turn = "turn-1", began, ended = 5_000, end = "done");
        span(2_000).in_scope(|| {});
        span(9_000).in_scope(|| {});
    };
    let spans = recorded(1.0, told);
    let [first, second] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!((first.name, first.parent, first.id), ("turn", None, ids::of_span("turn-1", "whole_turn")));
    assert_eq!((first.began.timestamp_millis(), first.ended.timestamp_millis()), (2_000, 5_000));
    assert_eq!(second.ended, second.began, "an end before the beginning");
}

#[test]
fn a_share_of_the_turns_is_traced_and_these_are_traced_whole() {
    let traced = |share: f64| {
        let all = (0..1_000).map(|number| recorded(share, || turn(&format!("turn-{number}"))).len());
        let counts: Vec<_> = all.collect();
        assert!(counts.iter().all(|count| [0, 2].contains(count)));
        counts.iter().filter(|count| **count > 0).count()
    };
    assert_eq!((traced(0.0), traced(1.0)), (0, 1_000));
    assert!((200..300).contains(&traced(0.25)));
}

#[test]
fn a_part_is_traced_only_with_the_whole() {
    let is_sampled = |key: &String| ids::is_sampled(ids::of_trace(key), 0.5);
    let run = (0..).map(|number| format!("run-{number}")).find(|run| !is_sampled(run)).unwrap();
    let id = (0..).map(|number| format!("turn-{number}")).find(is_sampled).unwrap();
    let spans = recorded(0.5, || {
        let turn = tracing::info_span!(target: "adjutant::agent", "turn", run, turn = id);
        let _turn = turn.entered();
        tracing::info_span!(target: "adjutant::agent", "model_call", turn = id).in_scope(|| {});
    });
    assert_eq!(spans, []);
}

#[test]
fn what_finds_no_room_is_counted() {
    let (sender, _receiver) = mpsc::channel(1);
    let lost = Lost::default();
    let recorder = Recorder::new(1.0, clock(), (sender, lost.clone()));
    let subscriber = Registry::default().with(recorder.with_filter(FilterFn::new(is_recorded)));
    tracing::subscriber::with_default(subscriber, || {
        turn("turn-1");
        turn("turn-2");
    });
    assert_eq!(lost.total(), 3);
}

/// A collector that gives these answers, and returns the requests that it received.
async fn collector(answers: &[&str]) -> (Url, tokio::task::JoinHandle<Vec<(String, Vec<u8>)>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/collector", listener.local_addr().unwrap()).parse().unwrap();
    let answers: Vec<_> = answers.iter().map(|answer| (*answer).to_owned()).collect();
    let taken = tokio::spawn(async move {
        let mut taken = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            taken.push(request(&mut stream).await);
            let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
        taken
    });
    (url, taken)
}

/// Returns the head and the body of a request.
async fn request(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut received = Vec::new();
    loop {
        assert_ne!(stream.read_buf(&mut received).await.unwrap(), 0, "it breaks off");
        let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(received[..end].to_vec()).unwrap().to_lowercase();
        let length = head.split("content-length: ").nth(1).unwrap().lines().next().unwrap();
        let body = &received[end + 4..];
        if body.len() == length.parse::<usize>().unwrap() {
            return (head, body.to_vec());
        }
    }
}

/// Exports the spans of a turn to a collector that gives these answers.
async fn exported(answers: &[&str]) -> (Counts, Vec<(String, Vec<u8>)>) {
    let (endpoint, taken) = collector(answers).await;
    let headers = vec![("X-Key".to_owned(), "sesame".to_owned())];
    let (clock, settings) = (clock(), Settings { endpoint, headers, sample: 1.0, version: "1.2.3" });
    let (recorder, exporter) = open(settings, clock.clone()).unwrap();
    let subscriber = Registry::default().with(recorder.with_filter(FilterFn::new(is_recorded)));
    tracing::subscriber::with_default(subscriber, || turn("turn-1"));
    let noted = std::sync::Mutex::new(Counts::default());
    let stop = CancellationToken::new();
    let export = exporter.run(stop.clone(), |counts| {
        let is_settled = counts.exported + counts.dropped > 0;
        *noted.lock().unwrap() = counts;
        if is_settled {
            stop.cancel();
        }
    });
    let time = async {
        loop {
            tokio::task::yield_now().await;
            clock.advance(chrono::TimeDelta::milliseconds(100));
        }
    };
    tokio::select! {
        () = export => {}
        () = time => unreachable!("it goes on for ever"),
    }
    let counts = *noted.lock().unwrap();
    (counts, tokio::time::timeout(Duration::from_secs(30), taken).await.unwrap().unwrap())
}

#[tokio::test]
async fn a_collector_gets_what_it_can_decode() {
    let (counts, taken) = exported(&["200 OK"]).await;
    assert_eq!(counts, Counts { exported: 2, dropped: 0 });
    let (head, body) = &taken[0];
    assert!(head.starts_with("post /collector/v1/traces http/1.1\r\n"), "{head}");
    for header in ["content-type: application/x-protobuf", "x-key: sesame"] {
        assert!(head.contains(header), "{head}");
    }
    let request = ExportTraceServiceRequest::decode(&body[..]).unwrap();
    let spans = &request.resource_spans[0].scope_spans[0].spans;
    assert_eq!(
        (spans[0].name.as_str(), spans[0].trace_id.len(), spans[0].span_id.len()),
        ("tool_call", 16, 8)
    );
    assert_eq!(spans[0].parent_span_id, spans[1].span_id);
    let body = String::from_utf8_lossy(body);
    for word in ["orchid", "user-alice", "session-1", "turn-1", "call-1", "web"] {
        assert!(!body.contains(word), "{word}");
    }
}

#[tokio::test]
async fn what_a_collector_cannot_take_now_is_sent_again() {
    let (counts, taken) = exported(&["503 Service Unavailable", "429 Too Many Requests", "200 OK"]).await;
    assert_eq!((counts, taken.len()), (Counts { exported: 2, dropped: 0 }, 3));
    assert_eq!(taken[0].1, taken[2].1);
}

#[tokio::test]
async fn what_a_collector_does_not_take_is_dropped_and_counted() {
    let (counts, _) = exported(&["400 Bad Request"]).await;
    assert_eq!(counts, Counts { exported: 0, dropped: 2 });
    let (counts, taken) = exported(&["503 Service Unavailable"; 4]).await;
    assert_eq!((counts, taken.len()), (Counts { exported: 0, dropped: 2 }, 4));
}

#[test]
fn a_header_that_cannot_be_sent_is_not_quoted() {
    let headers = vec![("X-Key".to_owned(), "ses\name".to_owned())];
    let endpoint = "http://127.0.0.1:4318".parse().unwrap();
    let settings = Settings { endpoint, headers, sample: 1.0, version: "1.2.3" };
    let error = open(settings, clock()).err().unwrap();
    assert_eq!(format!("{error:#}"), "the value of X-Key cannot be sent");
}

#[test]
fn what_a_collector_rejects_of_a_request_is_known() {
    let partial_success =
        Some(ExportTracePartialSuccess { rejected_spans: 3, error_message: "too old".into() });
    let answer = ExportTraceServiceResponse { partial_success }.encode_to_vec();
    assert_eq!(encode::rejected(&answer), 3);
    assert_eq!(encode::rejected(b""), 0);
    assert_eq!(encode::rejected(b"{\"partialSuccess\":{}}"), 0);
}
