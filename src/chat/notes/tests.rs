use adjutant_channel::{Choice, Completion, Gateway as _, Heard, MessageId, PressAnswer, Quoted};
use adjutant_domain::{
    buttons::{Button, NoteAction, NotePress},
    ids::UserId,
    outbox_key::OutboxKey,
    scope::Scope,
};
use adjutant_store::{notes, outbox as outbox_rows, people};
use serde_json::json;

use super::*;
use crate::{
    chat::ingest::Ingest,
    testing::{Place, Room, call, direct, group, lock, message},
};

impl Room {
    async fn commands(&self, whose: &str, place: &Place, name: &str, args: &str) {
        let event = Event::Command {
            message_id: MessageId(NoteId::generate().to_string()),
            name: name.to_owned(),
            args: args.to_owned(),
            handle: None,
            named: true,
        };
        self.happens(whose, place, 0, event).await;
    }

    /// Returns the expected text of a list's message, with its buttons below.
    async fn shows(&self, list: i64) -> String {
        let content = self.content(list).await;
        let rows = content.buttons.iter().map(|row| {
            let labels: Vec<_> = row.iter().map(|button| format!("[{}]", button.label)).collect();
            format!("\n{}", labels.join(" "))
        });
        content.body.text.clone() + &rows.collect::<String>()
    }

    async fn content(&self, list: i64) -> Content {
        let source = OutboxKey::NoteList(list);
        let row = self.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await.remove(0);
        row.content().unwrap()
    }

    async fn press(&self, whose: &str, place: &Place, list: i64, label: &str) -> PressAnswer {
        let buttons = self.content(list).await.buttons.concat();
        let button = buttons
            .iter()
            .find(|button| button.label == label || button.label.starts_with(&format!("{label}. ")))
            .unwrap();
        self.press_data(whose, place, &button.data).await
    }

    async fn press_data(&self, whose: &str, place: &Place, data: &str) -> PressAnswer {
        let event = Event::Press { message_id: None, data: data.to_owned(), handle: None };
        self.happens(whose, place, 0, event).await.answer.unwrap()
    }

    async fn offered(&self, whose: &str, place: &Place, typed: &str) -> Vec<String> {
        let asked = Completion {
            chat: place.chat.clone(),
            sender: adjutant_channel::Sender::person(whose, whose),
            command: "memory".to_owned(),
            argument: "query".to_owned(),
            typed: typed.to_owned(),
        };
        let choices: Vec<Choice> = Ingest(self.core.clone()).complete(asked).await.unwrap();
        choices.into_iter().map(|choice| choice.value).collect()
    }

    /// Links bob's account to alice's.
    async fn bob_is_alice(&self) {
        let alice = self.alice.user_id.clone();
        self.store
            .write(async move |tx| {
                let (bob, _) = people::find(tx, "test", "bob").await?.unwrap();
                people::link(tx, &alice, &bob.user_id).await
            })
            .await;
    }

    async fn notes_of(&self, user: &UserId) -> i64 {
        let user = user.clone();
        self.store.read(async move |tx| notes::count(tx, &user, &Scope::Everything).await).await
    }
}

#[tokio::test]
async fn only_who_asked_for_a_list_presses_its_buttons() {
    let (room, family) = (Room::new().await, group("family"));
    room.commands("alice", &family, "remember", "oats").await;
    room.commands("alice", &family, "memory", "").await;
    let before = room.shows(1).await;
    let foreign = room.press("bob", &family, 1, "1").await;
    assert_eq!(
        foreign,
        PressAnswer::alert("Only the person who asked for this can decide. Nothing has changed.")
    );
    assert_eq!(room.shows(1).await, before);

    let unknown = room.press_data("alice", &family, "m:99:n").await;
    assert_eq!(unknown, PressAnswer::alert("This button no longer works. Nothing has changed."));
    room.bob_is_alice().await;
    assert!(!room.press("bob", &family, 1, "1").await.alert, "linked users are one person");
    assert!(room.shows(1).await.starts_with("oats\n\n"));
}

#[tokio::test]
async fn a_group_sees_what_was_saved_there_or_is_shared() {
    let (room, family, own) = (Room::new().await, group("family"), direct("alice"));
    room.commands("alice", &own, "remember", "my pin is 4711").await;
    room.commands("alice", &group("work"), "remember", "the work printer jams").await;
    room.commands("alice", &family, "remember", "oats for sunday").await;
    room.commands("alice", &family, "memory", "").await;
    insta::assert_snapshot!(room.shows(1).await, @"
    Your notes: 1

    1. oats for sunday
    1 May 2026 · from this chat

    Here, where others can read along, I only use notes that you saved here, and those that you share.
    [1. oats for sunday]
    ");
    room.commands("alice", &family, "memory", "pin").await;
    insta::assert_snapshot!(room.shows(2).await, @"
    I have no note about “pin”. /memory lists all your notes.

    Here, where others can read along, I only use notes that you saved here, and those that you share.
    ");
    room.commands("alice", &own, "memory", "").await;
    insta::assert_snapshot!(room.shows(3).await, @"
    Your notes: 3

    1. oats for sunday
    1 May 2026 · from a group (test)

    2. the work printer jams
    1 May 2026 · from a group (test)

    3. my pin is 4711
    1 May 2026 · from this chat
    [1. oats for sunday] [2. the work printer jams]
    [3. my pin is 4711]
    ");
    assert_eq!(room.offered("alice", &family, "").await, ["oats for sunday"]);
    assert_eq!(room.offered("alice", &own, "").await.len(), 3);
    assert!(room.offered("bob", &own, "").await.is_empty());
}

#[tokio::test]
async fn what_is_shared_no_more_is_not_opened_from_an_old_list() {
    let (room, family, own) = (Room::new().await, group("family"), direct("alice"));
    room.commands("alice", &own, "remember", "my pin is 4711").await;
    room.commands("alice", &own, "memory", "").await;
    room.press("alice", &own, 1, "1").await;
    room.press("alice", &own, 1, "Share in groups").await;
    room.commands("alice", &family, "memory", "").await;
    let old = room.content(2).await.buttons.concat().remove(0).data;
    assert!(room.shows(2).await.contains("my pin is 4711"));

    room.press("alice", &own, 1, "Do not share").await;
    assert!(room.press_data("alice", &family, &old).await.alert);
    insta::assert_snapshot!(room.shows(2).await, @"
    You have no notes. To save one, send: /remember The wifi code is 4711 #home

    Here, where others can read along, I only use notes that you saved here, and those that you share.
    ");
    for act in [NoteAction::Confirm, NoteAction::Rewrite, NoteAction::Share(true)] {
        let old = Button::parse(&old);
        let Some(Button::NoteList(_, NotePress::Note(id, _))) = old else { panic!("{old:?}") };
        let forged = Button::NoteList(2, NotePress::Note(id, act)).to_string();
        assert!(room.press_data("alice", &family, &forged).await.alert);
    }
    assert_eq!(room.notes_of(&room.alice.user_id).await, 1);
}

#[tokio::test]
async fn what_nobody_can_reply_to_is_edited_elsewhere() {
    let (room, family) = (Room::new().await, group("family"));
    room.commands("alice", &family, "remember", "oats").await;
    room.commands("alice", &family, "memory", "").await;
    room.press("alice", &family, 1, "1").await;
    let open = room.shows(1).await;
    assert!(open.ends_with("\n[Delete]\n[Share in groups]\n[Back]"), "{open}");
}

#[tokio::test]
async fn what_is_meant_for_the_assistant_does_not_become_a_note_s_text() {
    let (room, own) = (Room::new().await, direct("alice"));
    room.commands("alice", &own, "remember", "oats").await;
    room.commands("alice", &own, "memory", "").await;
    room.press("alice", &own, 1, "1").await;
    room.press("alice", &own, 1, "Edit").await;
    room.sent().await;

    let quoted = Quoted { message_id: MessageId("of-bot-x".into()), text: "Well.".into(), from_bot: true };
    let reply = |id: &str, reply_to: Option<Quoted>, forwarded: bool| Event::Message {
        message_id: MessageId(id.to_owned()),
        text: "barley".to_owned(),
        attachments: Vec::new(),
        reply_to,
        forwarded,
        album: None,
    };
    room.happens("alice", &own, 0, reply("m1", Some(quoted), false)).await;
    room.happens("alice", &own, 0, reply("m2", None, true)).await;
    assert!(!room.sent().await.contains("📝"));
    assert!(room.shows(1).await.starts_with("oats\n\nSend me its new text"));
    room.happens("alice", &own, 0, message("m3", " #grain #food")).await;
    assert_eq!(
        room.sent().await,
        "test:alice: 📝 Changed the note.\n\nBefore: “oats”\nNow: “oats” #grain #food"
    );
    insta::assert_snapshot!(room.shows(1).await, @"
    oats

    Saved 1 May 2026, 08:00, in this chat.
    Tags: #grain #food.
    [Edit] [Delete]
    [Share in groups]
    [Back]
    ");
}

#[tokio::test]
async fn one_note_is_edited_at_a_time() {
    let (room, own) = (Room::new().await, direct("alice"));
    room.commands("alice", &own, "remember", "oats").await;
    room.commands("alice", &own, "remember", "barley").await;
    for (list, note) in [(1, "1"), (2, "2")] {
        room.commands("alice", &own, "memory", "").await;
        room.press("alice", &own, list, note).await;
    }
    room.press("alice", &own, 1, "Edit").await;
    room.press("alice", &own, 2, "Edit").await;
    assert!(room.shows(1).await.ends_with("[Back]"), "the other one is not awaited any more");
    room.happens("alice", &own, 0, message("m1", "rye")).await;
    assert!(room.shows(1).await.starts_with("barley\n"));
    assert!(room.shows(2).await.starts_with("rye\n"));
}

#[tokio::test]
async fn pressing_twice_is_pressing_once() {
    let (room, own) = (Room::new().await, direct("alice"));
    room.commands("alice", &own, "remember", "oats").await;
    room.commands("alice", &own, "forget", "oats").await;
    let delete = room.content(1).await.buttons.concat().remove(0).data;
    let press = Event::Press { message_id: None, data: delete, handle: None };
    let event = |id: &str| Inbound {
        external_id: id.to_owned(),
        chat: own.chat.clone(),
        chat_kind: own.kind,
        sender: adjutant_channel::Sender::person("alice", "alice"),
        sent_at: room.core.clock.now(),
        opened_at: None,
        heard: Heard::Addressed,
        event: press.clone(),
    };
    let gateway = Ingest(room.core.clone());
    let first = gateway.accept(event("press-1")).await.unwrap().answer.unwrap();
    assert_eq!(first, PressAnswer::told(""));
    for again in ["press-1", "press-2"] {
        assert!(gateway.accept(event(again)).await.unwrap().answer.unwrap().alert);
        assert_eq!(
            room.shows(1).await,
            "🗑️ The note is gone. Our conversation may still contain what it said; /new begins without it."
        );
    }
    assert_eq!(room.notes_of(&room.alice.user_id).await, 0);
}

#[tokio::test]
async fn a_person_s_notes_are_those_of_all_their_accounts() {
    let room = Room::new().await;
    room.commands("alice", &direct("alice"), "remember", "oats #food").await;
    room.commands("bob", &direct("bob"), "remember", "barley #food #Grain").await;
    room.bob_is_alice().await;
    room.commands("bob", &direct("bob"), "memory", "").await;
    insta::assert_snapshot!(room.shows(1).await, @"
    Your notes: 2

    1. barley
    1 May 2026 · #food #grain · from this chat

    2. oats
    1 May 2026 · #food · from a direct chat (test)
    [1. barley] [2. oats]
    ");
    assert_eq!(room.offered("bob", &direct("bob"), "").await, ["#food", "#grain", "barley", "oats"]);
    assert_eq!(room.offered("bob", &direct("bob"), "#gr").await, ["#grain"]);
}

#[tokio::test]
async fn whatever_notes_say_is_listed_within_a_message() {
    let (room, own) = (Room::new().await, direct("alice"));
    let tag = "größe_".repeat(50);
    for note in [
        "👨‍👩‍👧‍👦".repeat(2_000),
        "*_`[]() a".repeat(1_500),
        "日本語のメモ。".repeat(1_000),
        "a\u{202e}b\n\n\u{200b}c".to_owned(),
        "x".repeat(10_000),
        "last".to_owned(),
    ] {
        room.commands("alice", &own, "remember", &format!("{note} #{tag} #two")).await;
    }
    room.commands("alice", &own, "memory", &"\u{1f980}".repeat(1_000)).await;
    room.commands("alice", &own, "memory", "").await;
    let listed = room.content(2).await.body.text;
    assert!(listed.chars().count() < 1_500, "{listed}");
    assert!(listed.contains("a⟨U+202E⟩b ⟨U+200B⟩c"), "{listed}");
    for number in ["2", "3", "4", "5"] {
        room.press("alice", &own, 2, number).await;
        let open = room.content(2).await;
        let (text, of_ours) = open.body.text.rsplit_once("Saved").unwrap();
        assert!(text.chars().count() < 1_500 && of_ours.chars().count() < 500, "{}", open.body.text);
        room.press("alice", &own, 2, "Back").await;
    }
    for choice in room.offered("alice", &own, "").await {
        assert!((1..=100).contains(&choice.chars().count()), "{choice}");
    }
}

#[tokio::test]
async fn a_page_that_is_not_there_any_more_is_the_last() {
    let (room, own) = (Room::new().await, direct("alice"));
    for number in 1..=6 {
        room.commands("alice", &own, "remember", &format!("note number {number}")).await;
    }
    room.commands("alice", &own, "memory", "").await;
    room.press("alice", &own, 1, "Next").await;
    for label in ["6", "Delete", "Delete"] {
        room.press("alice", &own, 1, label).await;
    }
    assert!(room.shows(1).await.starts_with("Your notes: 5\n"));
    for page in [-1, i64::MAX] {
        room.press_data("alice", &own, &Button::NoteList(1, NotePress::Page(page)).to_string()).await;
        assert!(room.shows(1).await.starts_with("Your notes: 5\n"));
    }
}

#[tokio::test]
async fn what_cannot_be_a_note_is_said_and_changes_nothing() {
    let (room, own) = (Room::new().await, direct("alice"));
    room.commands("alice", &own, "remember", "Bob likes oats. #food").await;
    room.commands("alice", &own, "remember", "bob likes oats #breakfast").await;
    room.commands("alice", &own, "remember", &"ab ".repeat(10_000)).await;
    room.commands("alice", &own, "remember", "#food").await;
    let said = room.store.read(async |tx| {
        let mut said = Vec::new();
        while let Some(row) = outbox_rows::get(tx, said.len() as i64 + 1).await? {
            said.push(row.content()?.body.text);
        }
        Ok(said.join("\n"))
    });
    insta::assert_snapshot!(said.await, @"
    📝 Remembered: “Bob likes oats.” #food
    📝 I have that already: “Bob likes oats.” #food #breakfast
    A note holds at most 16000 characters, and this has 29999, so nothing has changed. Send it in parts, or shorten it.
    Write what I should remember after the command, with tags if you like: /remember The wifi code is 4711 #home
    ");
    room.commands("alice", &own, "memory", "").await;
    room.press("alice", &own, 1, "1").await;
    room.press("alice", &own, 1, "Edit").await;
    room.sent().await;
    room.happens("alice", &own, 0, message("m1", &"ab ".repeat(10_000))).await;
    assert!(room.sent().await.starts_with("test:alice: A note holds at most 16000 characters"));
    assert!(room.shows(1).await.starts_with("Bob likes oats.\n\nSaved"));
}

#[tokio::test]
async fn the_conversation_that_made_a_deleted_note_is_not_found_any_more() {
    let (room, own) = (Room::new().await, direct("alice"));
    let save = call("memory_save", &json!({ "content": "The alarm code is QUOKKA-31." }));
    *lock(&room.model.calls) = vec![save];
    room.happens("alice", &own, 0, message("m1", "please remember that the alarm code is QUOKKA-31")).await;
    room.rests().await;
    room.happens("alice", &own, 0, message("m2", "the alarm is loud")).await;
    room.rests().await;
    let found = async || {
        let asked = query(&room.alice, "alarm", FOUND, Scope::Everything);
        let found =
            room.core.memory.search(Query { include_conversation: true, ..asked }).await.unwrap().found;
        found.into_iter().map(|found| found.text).collect::<Vec<_>>()
    };
    let all = found().await;
    assert!(all.iter().any(|text| text.contains("QUOKKA")) && all.len() > 1, "{all:?}");
    let calls =
        "SELECT group_concat(arguments || result || title || coalesce(receipt, '')) AS value FROM tool_calls";
    let calls = async || room.store.read(async |tx| tx.value::<String>(calls, ()).await).await.unwrap();
    assert!(calls().await.contains("QUOKKA"));

    room.commands("alice", &own, "forget", "alarm code").await;
    room.press("alice", &own, 1, "Delete").await;
    assert_eq!(found().await, ["the alarm is loud", "Well."], "the other turn stays");
    let left = calls().await;
    assert!(left.contains("The person has deleted this note since.") && !left.contains("QUOKKA"), "{left}");
}
