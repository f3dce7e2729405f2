use std::{sync::Arc, time::Duration};

use adjutant_channel::{
    Channel, Channels, ChatKind, ChatRef, Content, Event, Heard, Inbound, MessageId, Sender,
};
use adjutant_config::Config;
use adjutant_domain::{
    buttons::{ApprovalPress, Button, CallChoice, PromptChoice},
    ids::TurnId,
    origin::Sources,
    timestamp::Timestamp,
    tools::ToolCall,
};
use adjutant_store::{
    approvals::{Approval, State},
    calls::{self, State as CallState},
    db::SyncedTx,
    forget, grants,
    inbox::{self, Kind},
    people::{self, AccountRef, Admission, Presence, Role, User},
    sessions::{self, Session},
    testing::{NOW, Store, chat, ms},
    turns,
};
use adjutant_tools::kit::{ApprovalRequest, Decider, Pattern};

use super::*;
use crate::{core::Core, testing};

mod buttons;
mod choices;
mod ends;
mod limits;
mod people_of_groups;
mod shown;
mod time;

const HOUR: Duration = Duration::from_hours(1);
const EXPIRES: Timestamp = Timestamp::from_millis(NOW.as_millis() + 24 * 3_600_000);

/// Alice and bob, each in a chat of their own, and the approvals of alice's last turn. The bot has no owner here.
struct ApprovalRoom {
    store: Store,
    core: Arc<Core>,
    alice: User,
    bob: User,
    /// The session in which alice asks.
    session: Session,
    turn: TurnId,
    approvals: Vec<Approval>,
}

/// The form in which an approval is requested.
#[derive(Clone, Default)]
struct How {
    decider: Decider,
    preview: &'static str,
    untrusted: Option<&'static str>,
}

impl ApprovalRoom {
    async fn new() -> Self {
        Self::with(Config::default()).await
    }

    async fn with(config: Config) -> Self {
        Self::on(Vec::new(), config).await
    }

    async fn on(channels: Vec<Arc<dyn Channel>>, config: Config) -> Self {
        let store = Store::new().await;
        let ((alice, session), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        let core = Core::new(testing::parts(&store, channels, config).0);
        let turn = TurnId("none".into());
        Self { store, core, alice, bob, session, turn, approvals: Vec::new() }
    }

    /// Creates a room in which alice's turn asks to fetch from each of these hosts.
    async fn asking(hosts: &[&str]) -> Self {
        let mut room = Self::new().await;
        assert_eq!(room.asks(hosts, How::default()).await, Asked::Prompted);
        room
    }

    /// Creates the same in a group.
    async fn asking_in_a_group(hosts: &[&str], how: How) -> Self {
        let mut room = Self::new().await;
        room.goes_to_a_group().await;
        assert_eq!(room.asks(hosts, how).await, Asked::Prompted);
        room
    }

    async fn goes_to_a_group(&mut self) {
        let alice = self.alice.user_id.clone();
        let group = async move |tx: &SyncedTx| {
            sessions::open(tx, &chat("family"), ChatKind::Group, &alice, NOW).await
        };
        self.session = self.store.write(group).await;
    }

    /// Makes carol the owner of the bot, with a direct chat.
    async fn owner(&self) -> User {
        let sender = Sender::person("carol", "carol");
        let event = Inbound {
            external_id: "1".to_owned(),
            chat: chat("carol"),
            chat_kind: ChatKind::Direct,
            sender,
            sent_at: NOW.to_utc(),
            opened_at: None,
            heard: Heard::Addressed,
            event: Event::Removed,
        };
        self.store
            .write(async move |tx| {
                people::ensure_owner(tx, NOW).await?;
                let owner = people::owner(tx).await?;
                people::rename(tx, &owner.user_id, "carol").await?;
                people::add_identity(
                    tx,
                    &owner.user_id,
                    AccountRef::new("test", "carol"),
                    Admission::Owner,
                    NOW,
                )
                .await?;
                people::note_presence(tx, &event, &Presence::default(), NOW).await?;
                people::owner(tx).await
            })
            .await
    }

    /// Makes another turn of alice's ask to fetch from each of these hosts.
    async fn asks(&mut self, hosts: &[&str], how: How) -> Asked {
        let call = |(i, host): (usize, &&str)| ToolCall {
            id: format!("c{i}"),
            name: "web_fetch".into(),
            arguments: format!(r#"{{"url":"https://{host}/"}}"#),
        };
        let calls: Vec<_> = hosts.iter().enumerate().map(call).collect();
        let (turn, entry_id, call_ids) = self.store.turn(&self.session, &calls).await;
        let asks: Vec<_> = hosts
            .iter()
            .map(|host| ApprovalRequest {
                summary: format!("Fetch https://{host}/"),
                preview: how.preview.to_owned(),
                reason: format!("The host {host} is not on the list of allowed hosts."),
                kind: Some((*host).to_owned()),
                decider: how.decider,
                basis: None,
                question: None,
            })
            .collect();
        let (place, user, of, core) =
            (self.session.clone(), self.alice.clone(), turn.clone(), self.core.clone());
        let (asked, approvals) = self
            .store
            .write(async move |tx| {
                let question = |((call_id, call), ask)| Question {
                    call_id,
                    call,
                    ask,
                    patterns: patterns(call, ask),
                    untrusted: how.untrusted.map(Sources::from).unwrap_or_default(),
                    reaches_out: true,
                };
                let questions: Vec<_> = call_ids.iter().zip(&calls).zip(&asks).map(question).collect();
                let head = turns::load(tx, &of).await?.head;
                let asked = ask(
                    tx,
                    &core,
                    Response { session: &place, user: &user, turn: &head, entry_id },
                    &questions,
                    NOW,
                )
                .await?;
                turns::set_state(tx, &of, turns::State::Waiting, NOW).await?;
                Ok((asked, rows::open_of_turn(tx, &of).await?))
            })
            .await;
        (self.turn, self.approvals) = (turn, approvals);
        asked
    }

    /// Links two users, and returns the second.
    async fn linked(&self, one: &User, other: &User) -> User {
        let (one, other) = (one.user_id.clone(), other.user_id.clone());
        let link = async move |tx: &SyncedTx| {
            people::link(tx, &one, &other).await?;
            people::get(tx, &other).await
        };
        self.store.write(link).await
    }

    async fn press(&self, user: &User, which: usize, choice: CallChoice, now: Timestamp) -> PressAnswer {
        let id = self.approvals[which].approval_id.clone();
        self.press_on(user, self.approvals[which].outbox_id, ApprovalPress::Call(&id, choice), now).await
    }

    /// Presses a button for the whole prompt.
    async fn press_below(&self, user: &User, choice: PromptChoice, now: Timestamp) -> PressAnswer {
        let Approval { outbox_id, prompt, .. } = &self.approvals[0];
        let token = prompt.as_deref().unwrap();
        self.press_on(user, *outbox_id, ApprovalPress::Whole(token, choice), now).await
    }

    /// Presses a button below a prompt that has arrived.
    async fn press_on(
        &self,
        user: &User,
        outbox_id: i64,
        button: ApprovalPress<'_>,
        now: Timestamp,
    ) -> PressAnswer {
        let shown = self.store.read(async move |tx| outbox_rows::get(tx, outbox_id).await).await;
        let message = shown.as_ref().and_then(|row| row.message_id.clone());
        let message = MessageId(message.unwrap_or_else(|| format!("message-{outbox_id}")));
        let chat = shown.map_or_else(|| chat("carol"), |row| row.chat());
        self.press_at(user, button, (&chat, Some(&message)), now).await
    }

    /// Presses a button below this message of this chat.
    async fn press_at(
        &self,
        user: &User,
        button: ApprovalPress<'_>,
        (chat, message): (&ChatRef, Option<&MessageId>),
        now: Timestamp,
    ) -> PressAnswer {
        let data = Button::Approval(button).to_string();
        let (user, core, chat, message) = (user.clone(), self.core.clone(), chat.clone(), message.cloned());
        let pressed = async move |tx: &SyncedTx| {
            let Some(Button::Approval(button)) = Button::parse(&data) else { panic!("{data}") };
            let pressed = Pressed { button, chat: &chat, message: message.as_ref(), is_repeat: false };
            press(tx, &core, &user, pressed, now).await
        };
        self.store.write(pressed).await
    }

    /// Returns the messages of an outbox source.
    async fn said(&self, source: OutboxKey) -> Vec<String> {
        let rows = self.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await;
        rows.iter().map(|row| drawn(&row.content().unwrap())).collect()
    }

    /// Returns the prompt as it should look now.
    async fn prompt(&self) -> String {
        drawn(&self.prompt_row().await.content().unwrap())
    }

    async fn prompt_row(&self) -> outbox_rows::Row {
        let outbox_id = self.approvals[0].outbox_id;
        self.store.read(async move |tx| outbox_rows::get(tx, outbox_id).await).await.unwrap()
    }

    async fn calls(&self) -> Vec<(CallState, String)> {
        let turn = self.turn.clone();
        let calls = self.store.read(async move |tx| calls::of_turn(tx, &turn).await).await;
        calls.into_iter().map(|call| (call.state, call.result)).collect()
    }

    async fn error_codes(&self) -> Vec<String> {
        let turn = self.turn.clone();
        let calls = self.store.read(async move |tx| calls::of_turn(tx, &turn).await).await;
        calls.into_iter().filter_map(|call| call.error_code).collect()
    }

    async fn turn_state(&self) -> turns::State {
        let turn = self.turn.clone();
        self.store.read(async move |tx| Ok(turns::load(tx, &turn).await?.head.state)).await
    }

    /// Returns the number of decisions in the session's inbox.
    async fn decisions(&self) -> usize {
        let session = self.session.session_id.clone();
        let waiting = self.store.read(async move |tx| inbox::waiting(tx, &session, 10).await).await;
        waiting.iter().filter(|row| row.kind == Kind::Decision).count()
    }

    /// Returns the kinds of calls granted to this person.
    async fn granted(&self, user: &User) -> Vec<String> {
        self.granted_at(user, NOW).await
    }

    async fn granted_at(&self, user: &User, now: Timestamp) -> Vec<String> {
        let mut granted = Vec::new();
        for host in ["example.com", "example.org"] {
            let (user, session, kind) = (user.user_id.clone(), self.session.clone(), [Pattern::kind(host)]);
            let find = async move |tx: &Tx| {
                grants::find(tx, &user, &session, "web_fetch", &kind, &Sources::OWN, now).await
            };
            granted.extend(self.store.read(find).await.map(|_| host.to_owned()));
        }
        granted
    }
}

/// Returns the patterns that the pipeline offers to grant.
fn patterns(call: &ToolCall, ask: &ApprovalRequest) -> Vec<Pattern> {
    let kind = ask.kind.iter().map(|kind| Pattern::kind(kind));
    [Pattern::exact(&call.arguments)]
        .into_iter()
        .chain(kind)
        .chain([Pattern::tool(adjutant_texts::approvals::every(&call.name))])
        .collect()
}

/// Returns a message from a person's view: the text, and each row of buttons in brackets.
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
    let room = ApprovalRoom::asking(&["example.com"]).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        [Approve] [Deny]
        [More choices] [Details]
        ");
    let answer = room.press(&room.alice, 0, CallChoice::Once, NOW + ms(1)).await;
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
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, CallChoice::Deny, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("Denied. Nothing was done.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ❌ Denied; nothing was done
        ");
    assert_eq!(room.calls().await, [(CallState::Done, texts::denied_for_model(None))]);
    assert_eq!(room.decisions().await, 1);
}

#[tokio::test]
async fn always_is_a_grant_of_the_one_who_asked() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, CallChoice::AlwaysKind, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("Approved, always: example.com.", false));
    insta::assert_snapshot!(room.prompt().await, @r"
        Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.
        ✅ Approved, always: example.com
        ");
    assert_eq!(room.granted(&room.alice).await, ["example.com"]);
    assert_eq!(room.granted(&room.bob).await, [""; 0]);
}

#[tokio::test]
async fn each_call_of_a_prompt_is_decided_by_itself() {
    let room = ApprovalRoom::asking(&["example.com", "example.org"]).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        [1. Approve] [1. Deny]
        [2. Approve] [2. Deny]
        [Approve all] [Deny all]
        [More choices] [Details]
        ");
    room.press(&room.alice, 1, CallChoice::Deny, NOW + ms(1)).await;
    insta::assert_snapshot!(room.prompt().await, @r"
        1. Fetch https://example.com/
        The host example.com is not on the list of allowed hosts.

        2. Fetch https://example.org/
        The host example.org is not on the list of allowed hosts.
        ❌ Denied; nothing was done
        [1. Approve] [1. Deny]
        [More choices] [Details]
        ");
    room.press(&room.alice, 0, CallChoice::Once, NOW + ms(2)).await;
    let states: Vec<_> = room.calls().await.into_iter().map(|(state, _)| state).collect();
    assert_eq!(states, [CallState::Ready, CallState::Done]);
    assert_eq!(room.decisions().await, 2);
}

#[tokio::test]
async fn a_second_press_changes_nothing_and_says_what_was_decided() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    room.press(&room.alice, 0, CallChoice::Deny, NOW + ms(1)).await;
    for choice in [CallChoice::Once, CallChoice::AlwaysKind, CallChoice::Deny] {
        let answer = room.press(&room.alice, 0, choice, NOW + ms(2)).await;
        assert_eq!(said(&answer), ("This was already decided. Denied. Nothing was done.", true));
    }
    assert_eq!(room.calls().await, [(CallState::Done, texts::denied_for_model(None))]);
    assert_eq!(room.decisions().await, 1);
    assert_eq!(room.granted(&room.alice).await, [""; 0]);
}

#[tokio::test]
async fn only_the_person_who_asked_decides() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let before = room.prompt().await;
    for choice in [CallChoice::Once, CallChoice::AlwaysKind, CallChoice::Deny] {
        let answer = room.press(&room.bob, 0, choice, NOW + ms(1)).await;
        assert_eq!(
            said(&answer),
            ("Only the person who asked for this can decide. Nothing has changed.", true)
        );
    }
    let owner = User { role: Role::Owner, ..room.bob.clone() };
    assert!(room.press(&owner, 0, CallChoice::Once, NOW + ms(1)).await.alert, "not even the owner");
    assert_eq!(room.prompt().await, before);
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);
    assert_eq!(room.decisions().await, 0);
}

#[tokio::test]
async fn a_press_at_the_last_moment_counts_and_one_at_the_expiry_does_not() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, CallChoice::Once, EXPIRES - ms(1)).await;
    assert_eq!(said(&answer), ("Approved.", false));

    let room = ApprovalRoom::asking(&["example.com"]).await;
    let answer = room.press(&room.alice, 0, CallChoice::Once, EXPIRES).await;
    assert_eq!(said(&answer), ("Too late: this had expired. Nothing was done.", true));
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);
    assert_eq!(room.decisions().await, 0);

    let overdue = |now| room.store.read(async move |tx| Ok(rows::overdue_turns(tx, now, 10).await?.len()));
    assert_eq!(
        (overdue(EXPIRES - ms(1)).await, overdue(EXPIRES).await),
        (0, 1),
        "the timetable sees it the same way"
    );
}

#[tokio::test]
async fn an_approval_is_for_the_arguments_that_were_shown() {
    let room = ApprovalRoom::asking(&["example.com"]).await;
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
    let answer = room.press(&room.alice, 0, CallChoice::Once, NOW + ms(1)).await;
    assert_eq!(said(&answer), ("This request has changed since I asked you. Nothing was done.", true));
    assert_eq!(room.calls().await, [(CallState::Asking, calls::PENDING.to_owned())]);
    assert_eq!(room.decisions().await, 0);
}
