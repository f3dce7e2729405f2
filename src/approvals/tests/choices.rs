//! The choices of a prompt, and their effects.

use std::collections::HashSet;

use adjutant_channel::{Heard, Quoted, rich};

use super::*;
use crate::{
    chat::{approvals::revoke, commands, prepared::Prepared, press::Press, request::Typed},
    testing::{ScriptedChannel, command},
};

#[tokio::test]
async fn more_choices_are_drawn_in_the_same_message_and_folded_again() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press_below(&room.alice, PromptChoice::More, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("More choices are below the question.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        [This conversation: example.com]
        [For 1 hour: example.com]
        [Always: exactly this]
        [Always: example.com]
        [Always: every page]
        [Deny and say why]
        [Back]
        ");
    room.press_below(&room.alice, PromptChoice::Back, NOW + ms(2)).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    assert_eq!(room.calls().await, [(RUNS_NOT, calls::PENDING.to_owned())]);
}

const RUNS_NOT: CallState = CallState::Asking;

#[tokio::test]
async fn an_hour_is_an_hour() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, CallChoice::Hour, NOW).await;
    assert_eq!(said(&answer), ("Approved for 1 hour: example.com.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ✅ Approved for 1 hour: example.com
        ");
    assert_eq!(room.granted_at(&room.alice, NOW + HOUR - ms(1)).await, ["example.com"]);
    assert_eq!(room.granted_at(&room.alice, NOW + HOUR).await, [""; 0]);
}

#[tokio::test]
async fn a_conversation_ends_when_a_new_one_begins() {
    let mut room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, CallChoice::Conversation, NOW).await;
    assert_eq!(said(&answer), ("Approved for this conversation: example.com.", false));
    assert_eq!(room.granted_at(&room.alice, NOW + 1000 * HOUR).await, ["example.com"]);

    let own_chat = room.session.clone();
    room.goes_to_a_group().await;
    assert_eq!(room.granted(&room.alice).await, [""; 0], "another chat is another conversation");
    room.session = own_chat;

    let id = room.session.session_id.clone();
    room.store.write(async move |tx| sessions::reset_context(tx, &id).await).await;
    assert_eq!(room.granted(&room.alice).await, [""; 0]);
}

/// Returns whether a call of the tool that matches these patterns is granted.
async fn passes(room: &ApprovalRoom, patterns: &[Pattern], untrusted: &[&str]) -> bool {
    let (session, patterns) = (room.session.clone(), patterns.to_vec());
    let untrusted =
        untrusted.iter().map(|source| Sources::from(*source)).collect::<Vec<_>>().iter().collect();
    let found = room.store.read(async move |tx| {
        grants::find(tx, &session.user_id, &session, "web_fetch", &patterns, &untrusted, NOW).await
    });
    found.await.is_some()
}

#[tokio::test]
async fn always_is_for_what_was_chosen() {
    let com = Pattern::kind("example.com");
    let (this, other) = (Pattern::exact(r#"{"url":"https://example.com/"}"#), Pattern::exact("{}"));
    let every = Pattern::tool(adjutant_texts::approvals::every("web_fetch"));
    for (index, label, listed, lets_pass) in [
        (0, "exactly this", "exactly “Fetch https://example.com/”", [true, false, false]),
        (1, "example.com", "example.com", [false, true, false]),
        (2, "every page", "every page", [false, false, true]),
    ] {
        let room = ApprovalRoom::asking(&["example.com"]).await;
        let answer = room.press(&room.alice, 0, CallChoice::Always(index), NOW).await;
        assert_eq!(answer.text, format!("Approved, always: {label}."));
        let alice = room.alice.user_id.clone();
        let in_force = room.store.read(async move |tx| grants::in_force(tx, &alice, NOW).await).await;
        assert_eq!(in_force[0].label, listed);
        let patterns = [&this, &com, &every];
        for (pattern, expected) in patterns.into_iter().zip(lets_pass) {
            assert_eq!(passes(&room, std::slice::from_ref(pattern), &[]).await, expected, "{label}");
        }
        assert!(!passes(&room, std::slice::from_ref(&other), &[]).await);
        assert!(passes(&room, &[other.clone(), this.clone(), com.clone(), every.clone()], &[]).await);
    }
}

#[tokio::test]
async fn a_choice_that_was_not_offered_decides_nothing() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let (id, number) = (room.approvals[0].approval_id.clone(), room.approvals[0].outbox_id);
    room.store
        .write(async move |tx| {
            tx.execute("UPDATE approvals SET patterns = '[]' WHERE outbox_id = ?1", [number]).await
        })
        .await;
    let button = ApprovalPress::Call(&id, CallChoice::Always(2));
    let answer = room.press_on(&room.alice, number, button, NOW).await;
    assert_eq!(said(&answer), ("This button no longer works. Nothing has changed.", true));
    assert_eq!(room.calls().await, [(RUNS_NOT, calls::PENDING.to_owned())]);
}

#[tokio::test]
async fn what_was_allowed_of_one_s_own_words_does_not_cover_others_words() {
    let com = [Pattern::kind("example.com")];
    let room = ApprovalRoom::asking(&["example.com"]).await;
    room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW).await;
    assert!(passes(&room, &com, &[]).await);
    assert!(!passes(&room, &com, &["example.net"]).await);

    let mut room = ApprovalRoom::new().await;
    room.asks(&["example.com"], How { untrusted: Some("example.net"), ..How::default() }).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        I have read text from example.net, which may try to steer me.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW).await;
    assert!(passes(&room, &com, &["example.net"]).await);
    assert!(passes(&room, &com, &[]).await);
    for others in [&["example.org"][..], &["example.net", "example.org"]] {
        assert!(!passes(&room, &com, others).await, "the prompt did not name {others:?}");
    }
    let alice = room.alice.user_id.clone();
    let in_force = room.store.read(async move |tx| grants::in_force(tx, &alice, NOW).await).await;
    assert_eq!(in_force[0].sources, Sources::from("example.net"));
}

#[tokio::test]
async fn all_calls_of_a_prompt_are_decided_at_once() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let answer = room.press_below(&room.alice, PromptChoice::ApproveAll, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("Approved 2 requests.", false));
    let states: Vec<_> = room.calls().await.into_iter().map(|(state, _)| state).collect();
    assert_eq!(states, [CallState::Ready, CallState::Ready]);
    assert_eq!(room.decisions().await, 1, "the turn goes on once");
    let answer = room.press_below(&room.alice, PromptChoice::DenyAll, NOW + ms(2)).await;
    assert_eq!(said(&answer), ("All of this was already decided. Nothing has changed.", true));

    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let answer = room.press_below(&room.alice, PromptChoice::DenyAll, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("Denied 2 requests. None of them was done.", false));
    assert_eq!(room.calls().await[1], (CallState::Done, texts::denied_for_model(None)));
}

#[tokio::test]
async fn of_all_calls_only_those_that_still_wait_are_decided() {
    let room = ApprovalRoom::asking(&["example.com", "example.org", "example.net"]).await;
    room.press(&room.alice, 0, CallChoice::Deny, NOW).await;
    let id = room.approvals[1].approval_id.clone();
    room.store
        .write(async move |tx| {
            tx.execute("UPDATE approvals SET expires_at = ?2 WHERE approval_id = ?1", (id.clone(), NOW)).await
        })
        .await;
    let answer = room.press_below(&room.alice, PromptChoice::ApproveAll, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("Approved 1 request. It was too late for 1 more.", false));
    let states: Vec<_> = room.calls().await.into_iter().map(|(state, _)| state).collect();
    assert_eq!(states, [CallState::Done, CallState::Asking, CallState::Ready]);

    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    let answer = room.press_below(&room.alice, PromptChoice::ApproveAll, EXPIRES).await;
    assert_eq!(said(&answer), ("Too late: this had expired. Nothing was done.", true));
}

#[tokio::test]
async fn the_details_are_shown_once_and_without_secrets() {
    let mut room = ApprovalRoom::new().await;
    let how =
        How { preview: "GET / as operator-secret-4711", untrusted: Some("example.net"), ..How::default() };
    room.asks(&["example.com/operator-secret-4711"], how).await;
    let details = OutboxKey::Details(room.approvals[0].outbox_id);
    let answer = room.press_below(&room.alice, PromptChoice::Details, NOW).await;
    assert_eq!(said(&answer), ("The details are below.", false));
    let shown = room.said(details.clone()).await;
    assert_eq!(shown.len(), 1);
    insta::assert_snapshot!(shown[0].replace(&room.approvals[0].call_id.0, "CALL"), @r#"
    Fetch https://example.com/[secret]/

    Tool: web_fetch
    Arguments:
    {
      "url": "https://example.com/[secret]/"
    }
    Preview:
    GET / as [secret]
    Why I ask: The host example.com/[secret] is not on the list of allowed hosts. I have read text from example.net, which may try to steer me.
    Who decides: alice
    Expires: 2 May 2026, 08:00 UTC
    Call: CALL
    "#);
    let answer = room.press_below(&room.alice, PromptChoice::Details, NOW).await;
    assert_eq!(said(&answer), ("The details are above.", false));
    assert_eq!(room.said(details).await, shown);
}

#[tokio::test]
async fn the_details_show_no_credentials() {
    let mut room = ApprovalRoom::new().await;
    room.asks(&["example.com"], How::default()).await;
    let sent = serde_json::json!({
        "url": "https://example.com/",
        "headers": { "Authorization": "Basic YWxpY2U6NDcxMQ", "X-Wifi": "4711" },
    });
    let change = async move |tx: &SyncedTx| {
        let arguments = sent.to_string();
        tx.execute("UPDATE approvals SET tool = 'http_get', arguments = ?1", [arguments]).await
    };
    room.store.write(change).await;
    room.press_below(&room.alice, PromptChoice::Details, NOW).await;
    let shown = room.said(OutboxKey::Details(room.approvals[0].outbox_id)).await.join("\n");
    assert!(shown.contains(r#""Authorization": "[hidden: 20 characters]""#), "{shown}");
    assert!(shown.contains(r#""X-Wifi": "4711""#), "what is given away is shown: {shown}");
}

#[tokio::test]
async fn where_only_they_can_see_it_the_details_are_for_whoever_pressed() {
    let mut room = ApprovalRoom::on(vec![Arc::new(ScriptedChannel::default())], Config::default()).await;
    let how = How { preview: "# GET ```\n*now*", untrusted: Some("*example.net*"), ..How::default() };
    room.asks(&["example.com/__init__/operator-secret-4711"], how).await;
    for _ in 0..2 {
        let answer = room.press_below(&room.alice, PromptChoice::Details, NOW).await;
        assert_eq!(said(&answer), ("The details are below.", false));
        let shown = rich::from_markdown(&answer.details.unwrap());
        let posted = texts::Details::of(&room.approvals[..1], adjutant_domain::zones::Zone::UTC, |text| {
            text.replace("operator-secret-4711", "[secret]")
        })
        .messages();
        let lines = |text: &str| text.replace("\n\n", "\n");
        let posted: Vec<_> = posted.into_iter().map(|part| lines(&part.text)).collect();
        let (shown, posted) = (lines(&shown.text), posted.join("\n"));
        assert_eq!(shown, posted);
    }
    let source = OutboxKey::Details(room.approvals[0].outbox_id);
    assert!(room.said(source).await.is_empty(), "nothing is posted");
}

#[tokio::test]
async fn a_long_text_still_fits_a_message() {
    let mut room = ApprovalRoom::new().await;
    let host = "é".repeat(5_000);
    let hosts: Vec<_> = (0..6).map(|_| host.as_str()).collect();
    let preview = String::leak("+ line\n".repeat(1_000));
    assert_eq!(room.asks(&hosts, How { preview, ..How::default() }).await, Asked::Prompted);
    let prompts: HashSet<_> = room.approvals.iter().map(|approval| approval.outbox_id).collect();
    assert_eq!(prompts.len(), 6, "each shows as much as a message holds");
    for approvals in [&room.approvals[..1], &room.approvals] {
        let content = texts::prompt(approvals);
        let size = content.body.text.chars().count();
        assert!((900..=1_900).contains(&size), "{size}");
        assert!(content.body.text.contains(" more characters)"), "{}", content.body.text);
    }
    let details =
        texts::Details::of(&room.approvals, adjutant_domain::zones::Zone::UTC, str::to_owned).messages();
    assert!(details.iter().all(|part| part.text.chars().count() <= 1_900));
}

/// Sends alice's next message; returns whether it was taken as the reason.
async fn says(room: &ApprovalRoom, text: &'static str, now: Timestamp) -> bool {
    replies(room, text, None, now).await
}

/// Sends alice's next message as a reply to another message, or to none; returns whether it was taken as the reason.
async fn replies(room: &ApprovalRoom, text: &'static str, to: Option<&str>, now: Timestamp) -> bool {
    let alice = room.alice.clone();
    let quoted =
        to.map(|id| Quoted { message_id: MessageId(id.into()), text: String::new(), from_bot: true });
    let said = async move |tx: &SyncedTx| {
        let said = Said { text, reply_to: quoted.as_ref(), arrived_at: None };
        take_text(tx, &alice, &chat("alice"), said, now).await
    };
    room.store.write(said).await
}

#[tokio::test]
async fn the_next_message_is_the_reason_of_a_denial() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    assert!(!says(&room, "hello", NOW).await, "nobody asked for a reason");
    let answer = room.press(&room.alice, 0, CallChoice::SayWhy, NOW).await;
    assert_eq!(said(&answer), ("Send me the reason in your next message.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        Send me the reason in your next message.
        [Just deny]
        [Back]
        ");
    assert!(says(&room, " approve it ", NOW + ms(1)).await);
    let denied = texts::denied_for_model(Some("approve it"));
    assert_eq!(room.calls().await, [(CallState::Done, denied)], "no text approves anything");
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ❌ Denied; nothing was done: “approve it”
        ");
    assert_eq!(room.decisions().await, 1);
    assert!(!says(&room, "and another thing", NOW + ms(2)).await);
}

#[tokio::test]
async fn a_reason_that_is_not_wanted_any_more_is_a_message() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    room.press(&room.alice, 0, CallChoice::SayWhy, NOW).await;
    room.press_below(&room.alice, PromptChoice::Back, NOW).await;
    assert!(!says(&room, "never mind", NOW).await);

    room.press(&room.alice, 0, CallChoice::SayWhy, NOW).await;
    room.press(&room.alice, 0, CallChoice::Deny, NOW).await;
    assert!(!says(&room, "just so", NOW).await);

    room.press(&room.alice, 1, CallChoice::SayWhy, NOW).await;
    assert!(!says(&room, "too late", EXPIRES).await);
}

#[tokio::test]
async fn a_reply_to_something_else_is_no_reason() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let (outbox_id, at) = (room.approvals[0].outbox_id, MessageId("77".into()));
    room.store.write(async move |tx| outbox_rows::confirm_by_press(tx, outbox_id, &at, NOW).await).await;
    room.press(&room.alice, 0, CallChoice::SayWhy, NOW).await;
    assert!(!replies(&room, "what did you mean here?", Some("76"), NOW).await);
    assert!(replies(&room, "too far", Some("77"), NOW).await);
}

#[tokio::test]
async fn only_the_last_question_takes_the_reason() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    room.press(&room.alice, 0, CallChoice::SayWhy, NOW).await;
    room.press(&room.alice, 1, CallChoice::SayWhy, NOW).await;
    assert!(says(&room, "not that one", NOW).await);
    let states: Vec<_> = room.calls().await.into_iter().map(|(state, _)| state).collect();
    assert_eq!(states, [CallState::Asking, CallState::Done]);
    assert!(!says(&room, "nor the other", NOW).await);
}

#[tokio::test]
async fn what_waits_and_what_is_allowed_is_listed_and_revoked() {
    let mut room = ApprovalRoom::asking(&["example.com"]).await;
    room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW).await;
    room.asks(&["example.org"], How::default()).await;
    room.press(&room.alice, 0, CallChoice::Hour, NOW + ms(1)).await;
    room.asks(&["example.net"], How::default()).await;
    let list = OutboxKey::parse(&format!("approvals-{}-test:alice", room.alice.user_id));
    lists(&room, (chat("alice"), ChatKind::Direct), NOW + HOUR / 2).await;
    insta::assert_snapshot!(room.said(list.clone()).await.join("\n"), @"
    Waiting for a decision
    1. Fetch https://example.net/
    The host example.net is not on the list of allowed hosts.
    Asked 30 min ago. Expires in 23 h.

    Allowed without asking
    2. example.org (page), for 1 hour; given 1 May, 08:00, until 1 May, 09:00, not used yet
    3. example.com (page), always; given 1 May, 08:00, not used yet
    [1. Approve] [1. Deny]
    [Revoke 2] [Revoke 3]
    ");

    let row = list.clone();
    let rows = room.store.read(async move |tx| outbox_rows::of_source(tx, &row).await).await;
    let data = rows[0].content().unwrap().buttons[1][1].data.clone();
    assert_eq!(
        revokes(&room, &room.bob, &data).await,
        ("This permission is already gone, or is not yours. Nothing has changed.".to_owned(), true)
    );
    let told = revokes(&room, &room.alice, &data).await;
    assert_eq!(
        told,
        ("Revoked: example.com (page). I will ask again before the next call.".to_owned(), false)
    );
    assert_eq!(room.granted(&room.alice).await, ["example.org"]);
    insta::assert_snapshot!(room.said(list).await.join("\n"), @"
    Waiting for a decision
    1. Fetch https://example.net/
    The host example.net is not on the list of allowed hosts.
    Asked 30 min ago. Expires in 23 h.

    Allowed without asking
    2. example.org (page), for 1 hour; given 1 May, 08:00, until 1 May, 09:00, not used yet
    [1. Approve] [1. Deny]
    [Revoke 2]
    ");
    assert!(revokes(&room, &room.alice, &data).await.1, "twice changes nothing");
}

#[tokio::test]
async fn in_a_group_the_list_has_only_what_waits_there() {
    let mut room = ApprovalRoom::asking(&["private.example"]).await;
    room.goes_to_a_group().await;
    room.asks(&["example.org"], How::default()).await;
    lists(&room, (chat("family"), ChatKind::Group), NOW).await;
    let list = OutboxKey::parse(&format!("approvals-{}-test:family", room.alice.user_id));
    let list = room.said(list).await.join("\n");
    assert!(list.contains("example.org") && !list.contains("private"), "{list}");
}

/// Sends alice's command `/approvals` in a chat.
async fn lists(room: &ApprovalRoom, (chat, chat_kind): (ChatRef, ChatKind), now: Timestamp) {
    let (core, alice) = (room.core.clone(), room.alice.clone());
    let event = Inbound {
        external_id: "approvals".to_owned(),
        chat,
        chat_kind,
        sender: Sender::person("alice", "alice"),
        sent_at: now.to_utc(),
        opened_at: None,
        heard: Heard::Addressed,
        event: command("approvals", "approvals", "handle"),
    };
    let run = async move |tx: &SyncedTx| {
        let typed = Typed { name: "approvals", args: "", prepared: &Prepared::default() };
        commands::run(tx, &core, &event, &alice, typed, now).await
    };
    room.store.write(run).await;
}

async fn revokes(room: &ApprovalRoom, user: &User, data: &str) -> (String, bool) {
    let (core, user, data) = (room.core.clone(), user.clone(), data.to_owned());
    let here = Inbound {
        external_id: "revoke".to_owned(),
        chat: chat(&user.name),
        chat_kind: ChatKind::Direct,
        sender: Sender::person(&user.name, &user.name),
        sent_at: NOW.to_utc(),
        opened_at: None,
        heard: Heard::Addressed,
        event: Event::Press { message_id: None, data: data.clone(), handle: None },
    };
    let answer = room.store.write(async move |tx| {
        let Some(Button::RevokeGrant(grant)) = Button::parse(&data) else { panic!("{data}") };
        let press =
            Press { tx, core: &core, event: &here, message: None, is_repeat: false, now: NOW + HOUR / 2 };
        revoke(&press, &user, grant).await
    });
    let answer = answer.await;
    (answer.text, answer.alert)
}
