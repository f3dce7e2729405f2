//! The log when everything goes wrong.

use adjutant_simulators::{
    model::Turn,
    telegram::{Fault, Method},
};
use insta::assert_snapshot;
use reqwest::Client;
use serde_json::Value;

use super::harness::{Home, echoing_model, telegram};

#[tokio::test]
async fn neither_secrets_nor_messages_are_logged_when_everything_fails() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    model.script([Turn::error_with(400, None, "invalid_request", "the question is in poor taste")]);
    alice.says("sing me a song of the sea").await;
    assert_snapshot!(
        tg.next_message(&alice).await.text,
        @"The model refused my request. The operator of this bot can find the reason in the log, and adjutant doctor checks the model's settings."
    );
    tg.fail_next(Method::SendMessage, Fault::ServerError(502));
    for fault in [Fault::ServerError(502), Fault::Cut] {
        tg.fail_next(Method::GetUpdates, fault);
    }
    alice.says("is the kettle on?").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @r"
    ↻ This may be a repeat:
    You said: sing me a song of the sea

    [Not from the user: The message above was stopped, or failed, before it was answered; leave it unless it is asked again.]

    is the kettle on?
    ");
    adjutant.kill().await;

    tg.fail_next(Method::GetMe, Fault::Cut);
    let adjutant = home.start();
    alice.says("and the oven?").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: and the oven?");
    let log = home.log();
    assert!(
        log.contains(r#"model call failed attempt=1 kind="refused" status=400 code="invalid_request""#),
        "{log}"
    );
    assert!(!log.contains("poor taste"), "the words of the model's server may quote the person: {log}");
    assert!(log.contains("no updates from Telegram"), "the log tells of Telegram's failure");
    assert!(log.contains("delivery attempt failed"), "the log tells of the failed send");
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn each_line_carries_the_ids_of_its_flow_and_none_above_debug_holds_what_was_said() {
    let tg = telegram().await;
    let home = Home::new(&tg).with("LOG__FORMAT", "json").with("LOG__LEVEL", "debug");
    let home = home.with("CHANNELS__WEB__ENABLED", true).with("CHANNELS__WEB__BIND", "127.0.0.1:0");
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says("remind me tomorrow to stretch").await;
    tg.next_message(&alice).await;
    adjutant.terminate().await;
    home.bring_due_times_to_now().await;
    let mut adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"⏰ stretch");
    let shown = console_log(&adjutant.says_page().await).await;
    adjutant.terminate().await;

    let log = Log::read(&home);
    let stored = log.spans_of("stored event");
    assert_eq!(stored.names(), ["poll_updates", "update", "inbound_event"]);
    assert_eq!(stored.field("inbound_event", "channel"), "telegram");
    assert_eq!(stored.field("inbound_event", "chat"), "telegram:42");
    assert_ne!(stored.field("inbound_event", "external_id"), Value::Null);

    let model = log.spans_of("model answered");
    assert_eq!(model.names(), ["turn", "model_call"]);
    let turn = model.field("turn", "turn");
    assert!(is_id(&turn, "turn-") && is_id(&model.field("turn", "session"), "session-"), "{model:?}");
    assert!(is_id(&model.field("turn", "user"), "user-"), "{model:?}");
    assert_eq!(model.field("model_call", "turn"), turn);
    assert_eq!(model.field("model_call", "step"), 1);

    let call = log.spans_of("ran tool call");
    assert_eq!(call.names(), ["turn", "tool_call"]);
    assert_eq!(call.field("turn", "turn"), turn);
    assert!(is_id(&call.field("tool_call", "call"), "call-"), "{call:?}");
    assert_eq!(call.field("tool_call", "tool"), "schedule_create");

    let delivery = log.spans_of("delivered message");
    assert_eq!(delivery.names(), ["delivery"]);
    assert_eq!(delivery.field("delivery", "outbox_id"), 1);
    assert_eq!(delivery.field("delivery", "chat"), "telegram:42");

    let run = log.spans_of("finished run");
    assert_eq!(run.names(), ["run"]);
    assert!(is_id(&run.field("run", "run"), "run-"), "{run:?}");
    assert!(is_id(&run.field("run", "schedule"), "schedule-"), "{run:?}");

    for line in log.0.iter().chain(&shown).filter(|line| line["level"] != "DEBUG") {
        assert!(!line.to_string().contains("stretch"), "a message is in the log: {line}");
    }
    // The console shows these lines and no others; it cuts very long ones.
    let written =
        log.0.iter().map(|line| (&line["level"], &line["target"], text(&line["fields"]["message"])));
    let mut written: Vec<_> = written.collect();
    assert!(!shown.is_empty());
    for line in &shown {
        let message = text(&line["message"]);
        let message = message.strip_suffix('…').unwrap_or(message);
        let at = written.iter().position(|(level, target, whole)| {
            (*level, *target) == (&line["level"], &line["target"]) && whole.starts_with(message)
        });
        written.swap_remove(at.unwrap_or_else(|| panic!("the console shows what is not logged: {line}")));
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the lines that the console shows.
async fn console_log(page: &str) -> Vec<Value> {
    let (origin, key) = page.split_once("/#token=").expect("the address holds the token");
    // Before the client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let asked = Client::new().get(format!("{origin}/api/console/views/log")).bearer_auth(key).send();
    let shown: Value = asked.await.unwrap().json().await.unwrap();
    shown["lines"].as_array().expect("there are lines").clone()
}

/// The lines of a log in JSON format.
struct Log(Vec<Value>);

impl Log {
    fn read(home: &Home) -> Self {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        Self(home.log().lines().map(parse).collect())
    }

    /// Returns the spans around the first line with this message, outermost first.
    fn spans_of(&self, message: &str) -> Spans<'_> {
        let line = self.0.iter().find(|line| line["fields"]["message"] == message);
        let line = line.unwrap_or_else(|| panic!("no line says {message:?}"));
        Spans(line["spans"].as_array().expect("the line is in a span"))
    }
}

#[derive(Debug)]
struct Spans<'a>(&'a [Value]);

impl Spans<'_> {
    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|span| span["name"].as_str().expect("a span has a name")).collect()
    }

    fn field(&self, span: &str, name: &str) -> Value {
        self.0.iter().find(|it| it["name"] == span).map_or(Value::Null, |it| it[name].clone())
    }
}

fn is_id(value: &Value, prefix: &str) -> bool {
    value.as_str().is_some_and(|id| id.starts_with(prefix))
}
