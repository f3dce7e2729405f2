//! People are asked in their language, and the model gets English; the values that are compared are the same in all
//! languages.

use adjutant_domain::language::Language;

use super::{files_read::put, *};

const WRITE: &str = "file_write";

fn overwritten() -> Value {
    json!({ "path": "/shared/a", "content": "tea\n", "mode": "overwrite" })
}

/// Returns the assessment of a call in a language.
async fn asked(alice: &Person<'_>, language: Language, tool: &str, arguments: &Value) -> CallAssessment {
    language.scope(alice.requirement(tool, arguments.clone())).await.unwrap()
}

#[tokio::test]
async fn only_the_words_of_a_question_depend_on_the_language() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/a", "oats\n");
    for (tool, arguments) in [
        (WRITE, overwritten()),
        (WRITE, json!({ "path": "/shared/b", "content": "tea" })),
        ("file_edit", json!({ "path": "/shared/a", "old": "oats", "new": "rye" })),
        ("file_move", json!({ "from": "/shared/a", "to": "/shared/c" })),
        ("file_delete", json!({ "path": "/shared/a" })),
        ("memory_save", json!({ "content": "Tea at four.", "tags": ["tea"] })),
        (
            "schedule_create",
            json!({ "goal": "Tides", "cadence_type": "interval", "cadence_value": "10m", "missed": "skip" }),
        ),
        ("web_search", json!({ "query": "high tide" })),
        ("web_fetch", json!({ "url": "https://example.com/" })),
        ("http_get", json!({ "url": "https://example.com/", "headers": { "Accept": "text/plain" } })),
        ("http_post", json!({ "url": "https://example.com/", "body": "{}" })),
        ("delegate_to_agent", json!({ "agent": "researcher", "goal": "Find out." })),
    ] {
        let english = asked(&alice, Language::English, tool, &arguments).await;
        let mut words = vec![[english.ask.summary.clone(), english.ask.reason.clone()]];
        for language in [Language::German, Language::Spanish, Language::French] {
            let other = asked(&alice, language, tool, &arguments).await;
            let said = [&other.ask.summary, &other.ask.reason].map(String::clone);
            assert!(said[0] != english.ask.summary, "{tool}: {said:?}");
            assert!(said[1].is_empty() || said[1] != english.ask.reason, "{tool}: {said:?}");
            assert!(!words.contains(&said), "{tool}: {said:?}");
            words.push(said);
            let (summary, reason) = (english.ask.summary.clone(), english.ask.reason.clone());
            let preview = english.ask.preview.clone();
            let same = ApprovalRequest { summary, reason, preview, ..other.ask };
            assert_eq!(CallAssessment { ask: same, ..other }, english, "{tool} in {language:?}");
        }
    }
}

#[tokio::test]
async fn what_was_approved_in_one_language_runs_in_another() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    put(&alice, "/shared/a", "oats\n");
    let asked = asked(&alice, Language::German, WRITE, &overwritten()).await;
    assert_eq!(asked.ask.summary, "/shared/a ersetzen, 5 Bytes durch 4 Bytes");
    alice.context.approved = true;
    alice.context.basis = asked.ask.basis;
    assert!(alice.context.basis.is_some());
    assert_eq!(alice.json(WRITE, overwritten()).await["message"], "/shared/a has 4 bytes now.");
}

#[tokio::test]
async fn the_model_is_answered_in_english() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    put(&alice, "/shared/a", "oats\n");
    let written = Language::German.scope(alice.json(WRITE, overwritten())).await;
    assert_eq!(written["message"], "/shared/a has 4 bytes now.");
    let skips =
        json!({ "goal": "Tides", "cadence_type": "interval", "cadence_value": "2h", "missed": "skip" });
    let made = |language: Language| language.scope(alice.json("schedule_create", skips.clone()));
    assert_eq!(made(Language::German).await["message"], made(Language::English).await["message"]);
}
