use adjutant_channel::Content;

use super::*;
use crate::store::{
    calls::State as CallState,
    testing::{NOW, Store},
};

const HOUR: i64 = 3_600_000;
const EXPIRES: i64 = NOW + 24 * HOUR;

/// A response of alice's turn whose calls ask, with bob in the room.
struct Room {
    store: Store,
    alice: User,
    bob: User,
    session: Session,
    turn: TurnId,
    approvals: Vec<Approval>,
}

impl Room {
    /// Asks to fetch from each of these hosts.
    async fn asking(hosts: &[&str]) -> Self {
        let store = Store::new().await;
        let ((alice, session), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        let call = |(i, host): (usize, &&str)| ToolCall {
            id: format!("c{i}"),
            name: "web_fetch".into(),
            arguments: format!(r#"{{"url":"https://{host}/"}}"#),
        };
        let calls: Vec<_> = hosts.iter().enumerate().map(call).collect();
        let (turn, entry_id, call_ids) = store.turn(&session, &calls).await;
        let asks: Vec<_> = hosts
            .iter()
            .map(|host| Ask {
                summary: format!("Fetch https://{host}/"),
                reason: format!("The host {host} is not on the list of allowed hosts."),
                pattern: Some((*host).to_owned()),
            })
            .collect();
        let (place, user, of) = (session.clone(), alice.clone(), turn.clone());
        let approvals = store
            .write(async move |tx| {
                let questions: Vec<_> = call_ids
                    .iter()
                    .zip(&calls)
                    .zip(&asks)
                    .map(|((call_id, call), ask)| Question { call_id, call, ask })
                    .collect();
                let head = turns::load(tx, &of).await?.head;
                ask(tx, (&place, &user), &head, entry_id, &questions, (NOW, EXPIRES)).await?;
                turns::set_state(tx, &of, turns::State::Waiting, NOW).await?;
                let prompt = outbox_rows::of_source(tx, &format!("prompt-{entry_id}")).await?;
                rows::of_prompt(tx, prompt[0].outbox_id).await
            })
            .await;
        Self { store, alice, bob, session, turn, approvals }
    }

    async fn press(&self, user: &User, which: usize, choice: Choice, now: i64) -> PressAnswer {
        let (user, id) = (user.clone(), self.approvals[which].approval_id.clone());
        self.store.write(async move |tx| press(tx, &user, (&id, choice), None, now).await).await
    }

    /// The prompt as it is now to be shown.
    async fn prompt(&self) -> String {
        let outbox_id = self.approvals[0].outbox_id;
        let row = self.store.read(async move |tx| outbox_rows::get(tx, outbox_id).await).await;
        drawn(&row.unwrap().content().unwrap())
    }

    async fn calls(&self) -> Vec<(CallState, String)> {
        let turn = self.turn.clone();
        let calls = self.store.read(async move |tx| calls::of_turn(tx, &turn).await).await;
        calls.into_iter().map(|call| (call.state, call.result)).collect()
    }

    async fn turn_state(&self) -> turns::State {
        let turn = self.turn.clone();
        self.store.read(async move |tx| Ok(turns::load(tx, &turn).await?.head.state)).await
    }

    /// How many decisions wait for the session.
    async fn decisions(&self) -> usize {
        let session = self.session.session_id.clone();
        let waiting = self.store.read(async move |tx| inbox::waiting(tx, &session, 10).await).await;
        waiting.iter().filter(|row| row.kind == Kind::Decision).count()
    }

    async fn granted(&self, user: &User) -> Vec<String> {
        let user = user.user_id.clone();
        self.store.read(async move |tx| grants::patterns(tx, &user, "web_fetch").await).await
    }
}

/// A message as a person sees it: the text, and each row of buttons in brackets.
fn drawn(content: &Content) -> String {
    let row = |row: &Vec<adjutant_channel::Button>| {
        let labels: Vec<_> = row.iter().map(|button| format!("[{}]", button.label)).collect();
        labels.join(" ")
    };
    let buttons: Vec<_> = content.buttons.iter().map(row).collect();
    format!("{}\n{}", content.body.text, buttons.join("\n")).trim_end().to_owned()
}

fn said(answer: &PressAnswer) -> (&str, bool) {
    (&answer.text, answer.alert)
}

const RUNS: (CallState, &str) = (CallState::Ready, calls::PENDING);

#[tokio::test]
async fn an_approved_call_may_run_and_its_turn_goes_on() {
    let room = Room::asking(&["example.com"]).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        [Approve] [Deny]
        [Always for example.com]
        ");
    let answer = room.press(&room.alice, 0, Choice::Approve, NOW + 1).await;
    assert_eq!(said(&answer), ("Approved.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ✅ Approved
        ");
    assert_eq!(room.calls().await, [(RUNS.0, RUNS.1.to_owned())]);
    assert_eq!(room.decisions().await, 1);
    assert_eq!(room.granted(&room.alice).await, [""; 0]);
}

#[tokio::test]
async fn a_denied_call_has_a_result_that_says_so() {
    let room = Room::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, Choice::Deny, NOW + 1).await;
    assert_eq!(said(&answer), ("Denied. Nothing was done.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ❌ Denied; nothing was done
        ");
    assert_eq!(room.calls().await, [(CallState::Done, texts::denied_for_model().to_owned())]);
    assert_eq!(room.decisions().await, 1);
}

#[tokio::test]
async fn always_is_a_grant_of_the_one_who_asked() {
    let room = Room::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, Choice::Always, NOW + 1).await;
    assert_eq!(said(&answer), ("Approved, from now on always.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ✅ Approved, always for example.com
        ");
    assert_eq!(room.granted(&room.alice).await, ["example.com"]);
    assert_eq!(room.granted(&room.bob).await, [""; 0]);
}

#[tokio::test]
async fn each_call_of_a_prompt_is_decided_by_itself() {
    let room = Room::asking(&["example.com", "example.org"]).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        [1. Approve] [1. Deny]
        [1. Always for example.com]
        [2. Approve] [2. Deny]
        [2. Always for example.org]
        ");
    room.press(&room.alice, 1, Choice::Deny, NOW + 1).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        ❌ Denied; nothing was done
        [1. Approve] [1. Deny]
        [1. Always for example.com]
        ");
    room.press(&room.alice, 0, Choice::Approve, NOW + 2).await;
    let states: Vec<_> = room.calls().await.into_iter().map(|(state, _)| state).collect();
    assert_eq!(states, [CallState::Ready, CallState::Done]);
    assert_eq!(room.decisions().await, 2);
}

#[tokio::test]
async fn a_second_press_changes_nothing_and_says_what_was_decided() {
    let room = Room::asking(&["example.com"]).await;
    room.press(&room.alice, 0, Choice::Deny, NOW + 1).await;
    for choice in [Choice::Approve, Choice::Always, Choice::Deny] {
        let answer = room.press(&room.alice, 0, choice, NOW + 2).await;
        assert_eq!(said(&answer), ("This was decided before. Denied. Nothing was done.", true));
    }
    assert_eq!(room.calls().await, [(CallState::Done, texts::denied_for_model().to_owned())]);
    assert_eq!(room.decisions().await, 1);
    assert_eq!(room.granted(&room.alice).await, [""; 0]);
}

#[tokio::test]
async fn only_the_person_who_asked_decides() {
    let room = Room::asking(&["example.com"]).await;
    let before = room.prompt().await;
    for choice in [Choice::Approve, Choice::Always, Choice::Deny] {
        let answer = room.press(&room.bob, 0, choice, NOW + 1).await;
        assert_eq!(
            said(&answer),
            ("Only the person who asked for this can decide. Nothing has changed.", true)
        );
    }
    let owner = User { role: crate::store::people::Role::Owner, ..room.bob.clone() };
    assert!(room.press(&owner, 0, Choice::Approve, NOW + 1).await.alert, "not even the owner");
    assert_eq!(room.prompt().await, before);
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);
    assert_eq!(room.decisions().await, 0);
}

#[tokio::test]
async fn a_press_at_the_last_moment_counts_and_one_at_the_expiry_does_not() {
    let room = Room::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, Choice::Approve, EXPIRES - 1).await;
    assert_eq!(said(&answer), ("Approved.", false));

    let room = Room::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, Choice::Approve, EXPIRES).await;
    assert_eq!(said(&answer), ("Too late: this had expired. Nothing was done.", true));
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);
    assert_eq!(room.decisions().await, 0);

    let overdue = |now| room.store.read(async move |tx| Ok(rows::overdue(tx, now, 10).await?.len()));
    assert_eq!(
        (overdue(EXPIRES - 1).await, overdue(EXPIRES).await),
        (0, 1),
        "the timetable sees it the same way"
    );
}

#[tokio::test]
async fn an_approval_is_for_the_arguments_that_were_shown() {
    let room = Room::asking(&["example.com"]).await;
    let turn = room.turn.clone();
    room.store
        .write(async move |tx| {
            tx.execute(
                r#"UPDATE tool_calls SET arguments = '{"url":"https://evil.example/"}' WHERE turn_id = ?1"#,
                [turn.as_str()],
            )
            .await
        })
        .await;
    let answer = room.press(&room.alice, 0, Choice::Approve, NOW + 1).await;
    assert_eq!(said(&answer), ("What this would do has changed since I asked. Nothing was done.", true));
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);
    assert_eq!(room.decisions().await, 0);
}

#[tokio::test]
async fn a_button_that_nobody_knows_is_said_to_be_unknown() {
    let room = Room::asking(&["example.com"]).await;
    let alice = room.alice.clone();
    let answer =
        room.store.write(async move |tx| press(tx, &alice, ("0123", Choice::Approve), None, NOW).await).await;
    assert_eq!(said(&answer), ("I do not know this button any more. Nothing has changed.", true));
}

#[tokio::test]
async fn a_press_shows_where_a_prompt_in_doubt_arrived() {
    let room = Room::asking(&["example.com"]).await;
    let (process, outbox_id) = (room.store.process.clone(), room.approvals[0].outbox_id);
    let (alice, id) = (room.alice.clone(), room.approvals[0].approval_id.clone());
    let row = room
        .store
        .write(async move |tx| {
            let row = outbox_rows::get(tx, outbox_id).await?.unwrap();
            outbox_rows::claim(tx, &row, &process, NOW).await?;
            outbox_rows::unknown(tx, outbox_id, NOW, "cut").await?;
            press(tx, &alice, (&id, Choice::Approve), Some(&MessageId("77".into())), NOW + 1).await?;
            outbox_rows::next(tx, &row.chat(), &process, NOW + 1).await
        })
        .await;
    let outbox_rows::Next::Deliver(row) = row else { panic!("{row:?}") };
    assert_eq!(row.message_id.as_deref(), Some("77"), "the decision is an edit of that message");
}

#[tokio::test]
async fn what_is_withdrawn_ends_its_turn_and_cannot_be_approved() {
    let room = Room::asking(&["example.com", "example.org"]).await;
    let session = room.session.session_id.clone();
    assert_eq!(room.store.write(async move |tx| withdraw(tx, &session, NOW + 1).await).await, 1, "one turn");
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        🚫 Withdrawn; nothing was done

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        🚫 Withdrawn; nothing was done
        ");
    assert_eq!(room.turn_state().await, turns::State::Stopped);
    let refused = (CallState::Done, texts::not_decided_for_model(State::Cancelled).to_owned());
    assert_eq!(room.calls().await, [refused.clone(), refused]);

    let answer = room.press(&room.alice, 0, Choice::Approve, NOW + 2).await;
    assert_eq!(said(&answer), ("This was decided before. This was withdrawn. Nothing was done.", true));
    let session = room.session.session_id.clone();
    assert_eq!(room.store.write(async move |tx| withdraw(tx, &session, NOW + 3).await).await, 0);
}

#[tokio::test]
async fn what_nobody_decided_expires_once_and_is_said_in_the_chat() {
    let room = Room::asking(&["example.com", "example.org"]).await;
    let expire = |now| room.store.write(async move |tx| expire(tx, &Channels::default(), now).await);
    assert_eq!(expire(EXPIRES - 1).await, 0);
    assert_eq!(expire(EXPIRES).await, 2);
    assert_eq!(expire(EXPIRES + 1).await, 0);
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ⌛ Expired; nothing was done

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        ⌛ Expired; nothing was done
        ");
    assert_eq!(room.turn_state().await, turns::State::Stopped);
    let refused = (CallState::Done, texts::not_decided_for_model(State::Expired).to_owned());
    assert_eq!(room.calls().await, [refused.clone(), refused]);
    assert_eq!(room.decisions().await, 0, "no model is called for it");

    let source = format!("expired-{}", room.approvals[0].approval_id);
    let said = room.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await;
    assert_eq!(said.len(), 1);
    insta::assert_snapshot!(said[0].content().unwrap().body.text, @r"
        Nobody decided within 24 h, so this was not done:

        • Fetch https://example.com/
        • Fetch https://example.org/
        ");

    let answer = room.press(&room.alice, 0, Choice::Approve, EXPIRES + 2).await;
    let late = "This was decided before. Too late: this had expired. Nothing was done.";
    assert_eq!((answer.text.as_str(), answer.alert), (late, true));
}

#[test]
fn the_data_of_a_button_is_read_back() {
    for (data, expected) in [
        ("a:y:0123", Some(("0123", Choice::Approve))),
        ("a:s:0123", Some(("0123", Choice::Always))),
        ("a:n:0123", Some(("0123", Choice::Deny))),
        ("a:x:0123", None),
        ("k:y:0123", None),
        ("a:y", None),
        ("", None),
    ] {
        assert_eq!(parse(data), expected, "{data}");
    }
}

#[tokio::test]
async fn the_data_of_every_button_is_read_and_short_enough() {
    let room = Room::asking(&["example.com", "example.org"]).await;
    let content = texts::prompt(&room.approvals);
    let data: Vec<_> = content.buttons.iter().flatten().map(|button| button.data.as_str()).collect();
    assert_eq!(data.len(), 6);
    for data in data {
        assert!(data.len() <= 64, "{data} is longer than a button may carry");
        let (id, _) = parse(data).unwrap();
        assert!(room.approvals.iter().any(|approval| approval.approval_id == id));
    }
}
