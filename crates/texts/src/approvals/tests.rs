use std::fmt::Write as _;

use adjutant_domain::{
    ids::{CallId, SessionId, TurnId, UserId},
    question::{Answer, Form},
    timestamp::Timestamp,
    tools::Pattern,
    zones::Zone,
};
use adjutant_store::people::Role;

use super::*;

#[test]
fn what_a_person_said_reaches_the_model_as_json() {
    assert_eq!(
        denied_for_model(Some(r#"not "now""#)),
        r#"{"success":false,"error_code":"denied","error":"the person denied this and said: not \"now\""}"#
    );
}

/// The time at which alice is asked, 08:00 on 1 May 2026; she has an hour.
const ASKED: Timestamp = Timestamp::from_millis(1_777_622_400_000);

fn fetch() -> Approval {
    let alice = UserId("user-alice".to_owned());
    Approval {
        approval_id: "approval-1".to_owned(),
        call_id: CallId("call-1".to_owned()),
        turn_id: TurnId("turn-1".to_owned()),
        session_id: SessionId("session-1".to_owned()),
        requester: alice.clone(),
        requester_person: alice,
        requester_name: "alice".to_owned(),
        requester_role: Role::Member,
        channel: "telegram".to_owned(),
        chat: "42".to_owned(),
        chat_kind: ChatKind::Group,
        decider: Decider::Requester,
        reviewers: Vec::new(),
        outbox_id: 1,
        prompt: None,
        tool: "web_fetch".to_owned(),
        arguments: "{}".to_owned(),
        arguments_hash: String::new(),
        basis: None,
        summary: "https://example.com/".to_owned(),
        preview: String::new(),
        reason: String::new(),
        patterns: vec![Pattern::tool(every("web_fetch"))],
        untrusted: super::super::FORWARDED.into(),
        state: State::Pending,
        scope: None,
        allowed: None,
        why: None,
        why_from: None,
        question: None,
        answer: Answer::default(),
        expanded: false,
        decided_by: None,
        decided_by_name: None,
        created_at: ASKED,
        expires_at: ASKED + std::time::Duration::from_hours(1),
    }
}

/// Returns the text of a message, and its buttons by rows.
fn shown(content: &Content) -> String {
    let mut shown = content.body.text.clone();
    for row in &content.buttons {
        let labels: Vec<_> = row.iter().map(|button| format!("[{}]", button.label)).collect();
        let _ = write!(shown, "\n{}", labels.join(" "));
    }
    shown
}

#[test]
fn a_prompt_is_in_the_reader_s_language() {
    let prompts = || {
        let more = Approval { expanded: true, ..fetch() };
        [prompt(&[fetch()]), prompt(&[more])].map(|content| shown(&content)).join("\n\n")
    };
    insta::assert_snapshot!(prompts(), @"
    https://example.com/

    I have read text from a forwarded message, which may try to steer me.
    Only alice or an approver can decide.
    [Approve] [Deny]
    [More choices] [Details]

    https://example.com/

    I have read text from a forwarded message, which may try to steer me.
    Only alice or an approver can decide.
    [This conversation: every page]
    [For 1 hour: every page]
    [Deny and say why]
    [Back]
    ");
    insta::assert_snapshot!(Language::German.scope_sync(prompts), @"
    https://example.com/

    Ich habe fremden Text gelesen, der versuchen könnte, mich zu lenken. Quelle: eine weitergeleitete Nachricht.
    Nur alice oder wer genehmigen darf, kann entscheiden.
    [Genehmigen] [Ablehnen]
    [Mehr Auswahl] [Details]

    https://example.com/

    Ich habe fremden Text gelesen, der versuchen könnte, mich zu lenken. Quelle: eine weitergeleitete Nachricht.
    Nur alice oder wer genehmigen darf, kann entscheiden.
    [Für dieses Gespräch: jede Seite]
    [Für 1 Stunde: jede Seite]
    [Ablehnen mit Grund]
    [Zurück]
    ");
}

#[test]
fn outcomes_are_in_the_reader_s_language() {
    let outcomes = || {
        let decided = |state| Approval { state, decided_by_name: Some("bob".to_owned()), ..fetch() };
        let allowed = Some(every("web_fetch"));
        let always = Approval { scope: Some(Scope::Always), allowed, ..decided(State::Approved) };
        let why = Some("not now".to_owned());
        let all = [
            outcome(&always),
            outcome(&decided(State::Approved)),
            outcome(&Approval { why, ..decided(State::Denied) }),
            outcome(&decided(State::Expired)),
            still_waiting(&[fetch()], Zone::UTC, ASKED.to_utc()).text,
        ];
        all.join("\n")
    };
    insta::assert_snapshot!(outcomes(), @"
    ✅ Approved by bob, always: every page
    ✅ Approved by bob
    ❌ Denied by bob; nothing was done: “not now”
    ⌛ Expired; nothing was done
    ⏳ This still waits for a decision: https://example.com/. It expires in 1 h, on 1 May 2026, 09:00 UTC.
    ");
    insta::assert_snapshot!(Language::German.scope_sync(outcomes), @"
    ✅ Genehmigt von bob, immer: jede Seite
    ✅ Genehmigt von bob
    ❌ Von bob abgelehnt; nichts wurde getan: „not now“
    ⌛ Abgelaufen; nichts wurde getan
    ⏳ Das wartet noch auf eine Entscheidung: https://example.com/. Es läuft in 1 h ab, am 1. Mai 2026, 09:00 UTC.
    ");
}

#[test]
fn a_question_is_in_the_reader_s_language() {
    let asked = || {
        let form = Form { options: vec!["Oats".to_owned(), "Nuts".to_owned()], several: true };
        shown(&prompt(&[Approval { question: Some(form), untrusted: Sources::OWN, ..fetch() }]))
    };
    insta::assert_snapshot!(Language::German.scope_sync(asked), @"
    https://example.com/
    alice, wähl bitte beliebig viele und drück auf „Fertig“, oder antworte auf diese Nachricht.
    [☐ Oats] [☐ Nuts]
    [Fertig]
    ");
}

#[test]
fn what_allows_every_call_of_a_tool_is_known_in_any_language() {
    let german = Language::German.scope_sync(|| every("web_fetch"));
    assert!(is_every(&german, "web_fetch") && is_every("every page", "web_fetch"));
    assert!(!is_every("every page", "web_search"));
}
