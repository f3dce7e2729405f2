use adjutant_channel::{Event, Gateway as _, Heard, Inbound, MessageId, Sender};
use adjutant_domain::{buttons::Button, clock::Clock as _, language::Language};
use adjutant_store::{
    people::{AccountRef, Admission},
    schedules, sessions, turns,
};
use chrono::TimeDelta;

use super::*;
use crate::{
    app,
    chat::ingest::Ingest,
    scheduler,
    testing::{Room, command, direct, group, lock, message},
};

/// A gateway that belongs to alice, and serves bob.
impl Room {
    /// Lets time pass, and processes everything that is due then.
    async fn passes(&self, minutes: i64) {
        self.clock.advance(TimeDelta::minutes(minutes));
        for _ in 0..2 {
            scheduler::tick(&self.core).await.unwrap();
        }
        app::poll::release_held(&self.core).await.unwrap();
        self.rests().await;
    }

    /// Makes bob a person whom only the configuration admits, and sets its list.
    async fn lists(&self, entries: &'static [&'static str]) {
        self.store
            .write(async move |tx| {
                tx.execute(
                    "UPDATE identities SET admission = 'listed' WHERE external_id = 'bob' AND admission = 'owner'",
                    (),
                )
                .await?;
                let entries: Vec<_> = entries.iter().map(|entry| (*entry).to_owned()).collect();
                people::set_allowed(tx, &entries).await
            })
            .await;
    }

    /// Presses a button in the list of people, and returns the answer.
    async fn presses_on(&self, whose: &str, id: &UserId, action: PersonAction) -> String {
        let data = Button::People(PeoplePress::Person(id.as_str(), action)).to_string();
        let press = Event::Press { message_id: None, data, handle: None };
        self.happens(whose, &direct(whose), 0, press).await.answer.unwrap().text
    }

    async fn run_count(&self) -> i64 {
        let count = async |tx: &Tx| tx.value("SELECT count(*) AS value FROM runs", ()).await;
        self.store.read(count).await.unwrap()
    }

    async fn waiting_messages(&self) -> i64 {
        let count = async |tx: &Tx| {
            tx.value("SELECT count(*) AS value FROM inbox WHERE state = 'waiting' AND kind = 'message'", ())
                .await
        };
        self.store.read(count).await.unwrap()
    }
}

fn says(id: &str, name: &str, args: &str) -> Event {
    let message_id = MessageId(id.to_owned());
    Event::Command { message_id, name: name.to_owned(), args: args.to_owned(), handle: None, named: true }
}

#[tokio::test]
async fn what_a_removed_person_has_stops_and_is_theirs_again_once_the_owner_admits_them() {
    let room = Room::owned().await;
    let schedule = room.reminds("bob", &direct("bob"), "Stretch!").await;
    let bob = room.user_of("bob").await.person;
    room.passes(60).await;
    assert_eq!(room.sent().await, "test:bob: ⏰ Stretch!");

    assert_eq!(room.presses_on("alice", &bob, PersonAction::Remove).await, "");
    assert!(
        room.store
            .read({
                let bob = bob.clone();
                async move |tx| people::is_served(tx, &bob).await
            })
            .await
    );
    assert_eq!(room.presses_on("alice", &bob, PersonAction::Confirm).await, "Removed.");
    room.passes(180).await;
    assert_eq!((room.sent().await, room.run_count().await), (String::new(), 1));
    room.happens("bob", &direct("bob"), 0, message("m1", "are you there?")).await;
    let said = room.sent().await;
    assert!(said.contains("test:bob: This bot is private."), "{said}");

    assert_eq!(room.presses_on("alice", &bob, PersonAction::Admit).await, "Admitted.");
    room.passes(1).await;
    let said = room.sent().await;
    assert!(said.contains("Stretch!"), "the last due time is made up for: {said}");
    let failures = room.store.read(async move |tx| {
        Ok(schedules::get(tx, &bob, &schedule).await?.map(|schedule| schedule.failures))
    });
    assert_eq!(failures.await, Some(0));
}

#[tokio::test]
async fn a_button_of_the_list_does_nothing_below_another_message() {
    let room = Room::owned().await;
    let bob = room.user_of("bob").await.person;
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    assert_eq!(room.sent().await, "test:alice: Well.");
    let answer = "SELECT message_id AS value FROM outbox WHERE content LIKE '%Well.%'";
    let other: Option<String> = room.store.read(async move |tx| tx.value(answer, ()).await).await;
    for action in [PersonAction::Confirm, PersonAction::MakeApprover, PersonAction::Open] {
        let data = Button::People(PeoplePress::Person(bob.as_str(), action)).to_string();
        let press = Event::Press { message_id: other.clone().map(MessageId), data, handle: None };
        assert!(room.happens("alice", &direct("alice"), 0, press).await.answer.unwrap().alert, "{action:?}");
    }
    assert_eq!(room.sent().await, "");
    assert!(lock(&room.channel.edited).is_empty(), "the answer is as it was");
    let found = async move |tx: &Tx| Ok((people::is_served(tx, &bob).await?, people::get(tx, &bob).await?));
    let (is_served, bob) = room.store.read(found).await;
    assert!(is_served && !bob.approver);
}

#[tokio::test]
async fn a_delivery_into_a_group_waits_for_its_person_and_holds_up_nobody_else() {
    let room = Room::owned().await;
    room.reminds("bob", &group("family"), "Water the plants").await;
    room.clock.advance(TimeDelta::minutes(60));
    scheduler::tick(&room.core).await.unwrap();
    // The result is already in the outbox when bob is taken off the list.
    room.lists(&[]).await;
    room.happens("alice", &group("family"), 0, says("m1", "timezone", "")).await;
    let said = room.sent().await;
    assert!(said.starts_with("test:family: ") && !said.contains("plants"), "{said}");

    room.lists(&["test:bob"]).await;
    room.passes(0).await;
    assert_eq!(room.sent().await, "test:family: bob ⏰ Water the plants");
}

#[tokio::test]
async fn a_message_waits_for_somebody_who_is_off_the_list_and_is_answered_when_they_are_back() {
    let room = Room::owned().await;
    room.happens("bob", &direct("bob"), 0, message("m1", "what is the wifi code?")).await;
    room.lists(&[]).await;
    room.passes(1).await;
    assert_eq!((room.sent().await, room.waiting_messages().await), (String::new(), 1));
    assert!(lock(&room.model.requests).is_empty(), "the model is not asked");

    room.lists(&["test:bob"]).await;
    room.passes(1).await;
    assert_eq!((&*room.sent().await, room.waiting_messages().await), ("test:bob: Well.", 0));
}

#[tokio::test]
async fn a_message_that_waited_too_long_is_not_answered_any_more() {
    let room = Room::owned().await;
    room.happens("bob", &direct("bob"), 0, message("m1", "what is the wifi code?")).await;
    room.lists(&[]).await;
    room.passes(7 * 60).await;
    room.lists(&["test:bob"]).await;
    room.passes(1).await;
    let said = room.sent().await;
    assert!(said.starts_with("test:bob: ") && !said.contains("Well."), "{said}");
    assert_eq!(room.waiting_messages().await, 0);
}

#[tokio::test]
async fn a_linked_person_is_served_while_one_of_their_accounts_is() {
    let room = Room::owned().await;
    let (alice, bob) = (room.user_of("alice").await.user_id, room.user_of("bob").await.user_id);
    room.lists(&[]).await;
    let served = room
        .store
        .write(async move |tx| {
            let alone = people::is_served(tx, &bob).await?;
            people::link(tx, &alice, &bob).await?;
            Ok((alone, people::is_served(tx, &bob).await?))
        })
        .await;
    assert_eq!(served, (false, true));
}

#[tokio::test]
async fn a_role_serves_for_as_long_as_it_is_seen_and_listed() {
    let room = Room::owned().await;
    let bob = room.user_of("bob").await.user_id;
    room.lists(&["test:role:7"]).await;
    let event = Inbound {
        external_id: "1".to_owned(),
        chat: group("family").chat,
        chat_kind: ChatKind::Group,
        sender: Sender::person("bob", "bob"),
        sent_at: room.clock_now(),
        opened_at: None,
        heard: Heard::Addressed,
        event: message("m1", "hello"),
    };
    let served = room
        .store
        .write(async move |tx| {
            let mut served = vec![people::is_served(tx, &bob).await?];
            for role in [Some("test:role:7"), None, Some("test:role:8")] {
                people::note_role(tx, AccountRef::sender_of(&event), &event.chat.chat, role).await?;
                served.push(people::is_served(tx, &bob).await?);
            }
            Ok(served)
        })
        .await;
    assert_eq!(served, [false, true, false, false]);
}

impl Room {
    fn clock_now(&self) -> chrono::DateTime<chrono::Utc> {
        self.core.clock.now()
    }
}

#[tokio::test]
async fn removal_ends_what_waits_and_beats_the_list_of_the_configuration() {
    let room = Room::owned().await;
    let bob = room.user_of("bob").await;
    let (id, person) = (bob.user_id.clone(), bob.person.clone());
    let turn = room
        .store
        .write(async move |tx| {
            let session =
                sessions::open(tx, &direct("bob").chat, ChatKind::Direct, &id, adjutant_store::testing::NOW)
                    .await?;
            Ok(turns::open(tx, &session.session_id, None, adjutant_store::testing::NOW).await?.turn_id)
        })
        .await;
    room.presses_on("alice", &person, PersonAction::Confirm).await;
    assert!(room.store.read(async move |tx| turns::cancel_requested(tx, &turn).await).await);
    room.lists(&["test:bob"]).await;
    assert!(!room.store.read(async move |tx| people::is_served(tx, &person).await).await);
    let found = room.store.read(async |tx| Ok(people::find(tx, "test", "bob").await?.unwrap().1)).await;
    assert_eq!(found, Admission::Removed);
}

#[tokio::test]
async fn only_the_owner_sees_and_changes_who_is_served_and_only_in_their_direct_chat() {
    let room = Room::owned().await;
    let (alice, bob) = (room.user_of("alice").await.person, room.user_of("bob").await.person);
    room.happens("bob", &direct("bob"), 0, says("m1", "people", "")).await;
    assert_eq!(room.sent().await, format!("test:bob: {}", texts::for_the_owner()));
    room.happens("alice", &group("family"), 0, says("m2", "people", "")).await;
    assert_eq!(room.sent().await, format!("test:family: {}", texts::in_private()));
    for action in [PersonAction::Open, PersonAction::Confirm, PersonAction::MakeApprover] {
        assert_eq!(room.presses_on("bob", &alice, action).await, all_texts::not_yours());
    }
    assert_eq!(room.presses_on("alice", &alice, PersonAction::Confirm).await, texts::owner_stays());
    assert_eq!(
        room.presses_on("alice", &UserId("user-unknown".to_owned()), PersonAction::Confirm).await,
        texts::no_such_person()
    );

    assert_eq!(room.presses_on("alice", &bob, PersonAction::MakeApprover).await, texts::made_approver());
    // Bob's next event is compared with the configuration, which names nobody.
    room.happens("bob", &direct("bob"), 0, says("m3", "timezone", "")).await;
    assert!(room.user_of("bob").await.approver);
    assert_eq!(room.presses_on("alice", &bob, PersonAction::EndApprover).await, texts::ended_approver());
    assert!(!room.user_of("bob").await.approver);
}

#[tokio::test]
async fn the_list_names_everybody_and_its_message_shows_what_a_press_did() {
    let room = Room::owned().await;
    let bob = room.user_of("bob").await.person;
    room.happens("alice", &direct("alice"), 0, command("m1", "people", "handle")).await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: People: 2

    1. alice (test account alice): owner, last seen 1 May 2026
    2. bob (test account bob): member, last seen never
    ");
    let shown = async |tx: &Tx| {
        tx.value("SELECT message_id AS value FROM outbox WHERE message_id IS NOT NULL", ()).await
    };
    let shown: Option<String> = room.store.read(shown).await;
    let data = Button::People(PeoplePress::Person(bob.as_str(), PersonAction::Confirm)).to_string();
    let press = Event::Press { message_id: shown.map(MessageId), data, handle: None };
    room.happens("alice", &direct("alice"), 0, press).await;
    room.rests().await;
    let edited = lock(&room.channel.edited).pop().unwrap();
    insta::assert_snapshot!(edited.body.text, @"
    bob
    Accounts: test account bob
    Role: removed
    Last seen: never
    This month: 0 turns, 0 tokens

    I do nothing for them, and what they have stays until they are back.
    ");
    let labels: Vec<_> = edited.buttons.iter().flatten().map(|button| button.label.as_str()).collect();
    assert_eq!(labels, ["Admit", "All people"]);
}

#[tokio::test]
async fn whoever_renames_themselves_on_the_platform_has_the_new_name_here() {
    let room = Room::owned().await;
    let place = direct("bob");
    let event = Inbound {
        external_id: "renamed".to_owned(),
        chat: place.chat.clone(),
        chat_kind: place.kind,
        sender: Sender::person("bob", "Robert"),
        sent_at: room.clock.now(),
        opened_at: None,
        heard: Heard::Addressed,
        event: message("m1", "hello"),
    };
    Ingest(room.core.clone()).accept(event).await.unwrap();
    assert_eq!(room.user_of("bob").await.name, "Robert");
    // The chat page names its person by the id alone.
    room.happens("bob", &place, 0, message("m2", "hello again")).await;
    assert_eq!(room.user_of("bob").await.name, "Robert");
}

#[tokio::test]
async fn the_browser_says_the_language_until_the_person_chooses_one() {
    let room = Room::owned().await;
    let speaks = async |tag| Ingest(room.core.clone()).language("test", "bob", tag).await.unwrap();
    assert_eq!((speaks(None).await, speaks(Some("fr-CA")).await), (None, Some("fr")));
    let bob = room.user_of("bob").await.user_id;
    room.store
        .write(async move |tx| people::note_platform_language(tx, &bob, Some(Language::German)).await)
        .await;
    assert_eq!((speaks(None).await, speaks(Some("fr-CA")).await), (Some("de"), Some("fr")));
    let bob = room.user_of("bob").await.user_id;
    room.store.write(async move |tx| people::set_language(tx, &bob, Some(Language::Spanish)).await).await;
    assert_eq!(speaks(Some("fr-CA")).await, Some("es"));
}

#[tokio::test]
async fn claiming_the_bot_keeps_what_one_has() {
    let room = Room::new().await;
    let schedule = room.reminds("bob", &direct("bob"), "Stretch!").await;
    let code = room
        .store
        .write(async |tx| {
            let now = adjutant_store::testing::NOW;
            people::ensure_owner(tx, now).await?;
            let owner = people::owner(tx).await?;
            people::add_identity(tx, &owner.user_id, AccountRef::new("web", "owner"), Admission::Owner, now)
                .await?;
            Ok(people::renew_owner_code(tx, now).await?.unwrap())
        })
        .await;
    room.happens("bob", &direct("bob"), 0, says("m1", "start", &code)).await;
    assert!(room.sent().await.contains("You are now the owner"));
    let (owner, is_theirs) = room
        .store
        .read(async move |tx| {
            let owner = people::owner(tx).await?;
            let page = people::find(tx, "web", "owner").await?.unwrap().0;
            assert_eq!((page.role, &page.person), (Role::Owner, &owner.person));
            Ok((owner.user_id.clone(), schedules::get(tx, &page.user_id, &schedule).await?.is_some()))
        })
        .await;
    assert_eq!((owner, is_theirs), (room.user_of("bob").await.user_id, true));
    room.passes(60).await;
    assert_eq!(room.sent().await, "test:bob: ⏰ Stretch!");
}

#[tokio::test]
async fn a_code_that_others_have_read_is_void() {
    let room = Room::new().await;
    for said in ["start", "text"] {
        let code = room
            .store
            .write(async |tx| {
                people::ensure_owner(tx, adjutant_store::testing::NOW).await?;
                people::replace_owner_code(tx, adjutant_store::testing::NOW).await
            })
            .await;
        let event = match said {
            "start" => says("m1", "start", &code),
            _ => message("m2", &format!("my code is {code}, isn’t it?")),
        };
        room.happens("bob", &group("family"), 0, event).await;
        let answer = room.sent().await;
        assert!(answer.contains("it is void") && answer.contains("adjutant people owner"), "{answer}");
        room.happens("bob", &direct("bob"), 0, says(&format!("{said}-again"), "start", &code)).await;
        let answer = room.sent().await;
        assert!(answer.contains("That code is not valid"), "{answer}");
    }
}

#[tokio::test]
async fn a_grant_of_somebody_who_is_not_served_covers_nothing() {
    let room = Room::owned().await;
    let bob = room.user_of("bob").await.user_id;
    room.lists(&[]).await;
    let live = room
        .store
        .write(async move |tx| {
            let now = adjutant_store::testing::NOW;
            tx.execute(
                "INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, approval_id, created_at)
                 VALUES ('g', ?1, 'web_fetch', '*', 'all', 'always', 1, 'a', ?2)",
                adjutant_store::db::params![&bob, now],
            )
            .await?;
            let before = adjutant_store::grants::in_force(tx, &bob, now).await?.len();
            people::set_allowed(tx, &["test:bob".to_owned()]).await?;
            Ok((before, adjutant_store::grants::in_force(tx, &bob, now).await?.len()))
        })
        .await;
    assert_eq!(live, (0, 1));
}

#[tokio::test]
async fn what_concerns_everybody_is_read_before_the_transaction_and_for_the_owner_alone() {
    let room = Room::owned().await;
    let press = Button::People(PeoplePress::Page(1)).to_string();
    for (whose, place, is_read) in
        [("alice", direct("alice"), true), ("alice", group("family"), false), ("bob", direct("bob"), false)]
    {
        let of = async |event| {
            let event = Inbound {
                external_id: "asks".to_owned(),
                chat: place.chat.clone(),
                chat_kind: place.kind,
                sender: Sender::person(whose, whose),
                sent_at: room.clock.now(),
                opened_at: None,
                heard: Heard::Addressed,
                event,
            };
            Prepared::of(&room.core, &event).await.unwrap()
        };
        assert_eq!(of(command("c1", "people", "handle")).await.people.is_some(), is_read, "{whose}");
        assert_eq!(of(command("c2", "status", "handle")).await.everybody.is_some(), is_read, "{whose}");
        let pressed = of(Event::Press { message_id: None, data: press.clone(), handle: None }).await;
        assert_eq!(pressed.people.is_some(), is_read, "{whose}");
    }
}
