use adjutant_channel::{ChatKind, Event, Form, Gateway as _, Heard, MessageId, Sender};
use adjutant_config::Config;
use adjutant_domain::ids::ScheduleId;
use adjutant_store::{
    outbox,
    people::{self, AccountRef, Admission},
    schedules as schedule_rows, sessions,
    testing::{NOW, Store, chat},
};
use adjutant_texts::commands::menu;

use super::*;
use crate::chat::ingest::Ingest;

/// A gateway that serves Alice.
struct CommandRoom {
    store: Store,
    core: Arc<Core>,
}

impl CommandRoom {
    async fn new() -> Self {
        let store = Store::new().await;
        let core = Core::new(crate::testing::parts(&store, Vec::new(), Config::default()).0);
        let (alice, _) = store.person("alice").await;
        store
            .write(async move |tx| {
                people::add_identity(
                    tx,
                    &alice.user_id,
                    AccountRef::new("test", "alice"),
                    Admission::Owner,
                    NOW,
                )
                .await
            })
            .await;
        Self { store, core }
    }

    /// Links Alice's account to another one.
    async fn is_linked(&self) {
        let (bob, _) = self.store.person("bob").await;
        self.store
            .write(async move |tx| {
                people::add_identity(
                    tx,
                    &bob.user_id,
                    AccountRef::new("other", "alice"),
                    Admission::Owner,
                    NOW,
                )
                .await?;
                let (alice, _) = people::find(tx, "test", "alice").await?.unwrap();
                people::link(tx, &alice.user_id, &bob.user_id).await
            })
            .await;
    }

    /// Adds a schedule of Alice.
    async fn has_a_schedule(&self) {
        self.store
            .write(async |tx| {
                let (alice, _) = people::find(tx, "test", "alice").await?.unwrap();
                let session =
                    sessions::open(tx, &chat("alice"), ChatKind::Direct, &alice.user_id, NOW).await?;
                let schedule = schedule_rows::Schedule {
                    name: "stretch".to_owned(),
                    cadence_type: "once".to_owned(),
                    ..schedule_rows::Schedule::new(
                        ScheduleId::generate(),
                        alice.user_id,
                        session.session_id,
                        NOW,
                    )
                };
                schedule_rows::put(tx, &schedule).await
            })
            .await;
    }

    /// Returns the answer to Alice's command.
    async fn answers(&self, name: &str, args: &str) -> Vec<String> {
        let id = format!("{name} {args}");
        let event = Event::Command {
            message_id: MessageId(id.clone()),
            name: name.to_owned(),
            args: args.to_owned(),
            handle: None,
            named: true,
        };
        let event = Inbound {
            external_id: id.clone(),
            chat: chat("alice"),
            chat_kind: ChatKind::Direct,
            sender: Sender::person("alice", "alice"),
            sent_at: self.core.clock.now(),
            opened_at: None,
            heard: Heard::Addressed,
            event,
        };
        Ingest(self.core.clone()).accept(event).await.unwrap();
        let rows = self.store.read(async |tx| {
            let mut said = Vec::new();
            while let Some(row) = outbox::get(tx, said.len() as i64 + 1).await? {
                said.push(row.content()?.body.text);
            }
            Ok(said)
        });
        rows.await
    }

    async fn completions(&self, who: &str, of: (&str, &str), typed: &str) -> Vec<String> {
        self.choices(who, of, typed).await.into_iter().map(|choice| choice.value).collect()
    }

    async fn choices(&self, who: &str, (command, argument): (&str, &str), typed: &str) -> Vec<Choice> {
        let asked = Completion {
            chat: chat(who),
            sender: Sender::person(who, who),
            command: command.to_owned(),
            argument: argument.to_owned(),
            typed: typed.to_owned(),
        };
        Ingest(self.core.clone()).complete(asked).await.unwrap()
    }
}

#[tokio::test]
async fn every_command_of_the_menus_is_carried_out() {
    let room = CommandRoom::new().await;
    for (before, command) in menu().iter().enumerate() {
        let said = room.answers(command.name, "").await;
        assert!(said.len() > before, "/{} got no answer", command.name);
        let answer = said.last().unwrap();
        assert!(!answer.starts_with("I do not know"), "/{}: {answer}", command.name);
    }
}

#[tokio::test]
async fn what_completes_has_values_that_can_be_shown() {
    let room = CommandRoom::new().await;
    room.is_linked().await;
    room.has_a_schedule().await;
    room.answers("remember", "the wifi code is 4711 #home").await;
    for command in menu() {
        for argument in command.arguments.iter().filter(|argument| argument.completes) {
            let choices = room.choices("alice", (command.name, argument.name), "").await;
            assert!(!choices.is_empty(), "/{} {}", command.name, argument.name);
            for Choice { label, value } in choices {
                assert!((1..=100).contains(&label.chars().count()), "{label}");
                assert!((1..=100).contains(&value.chars().count()), "{value}");
            }
        }
    }
}

#[tokio::test]
async fn what_begins_as_typed_comes_before_what_contains_it() {
    let room = CommandRoom::new().await;
    let command = ("help", "command");
    assert_eq!(room.completions("alice", command, "st").await, ["start", "stop", "status", "new", "unlink"]);
    assert_eq!(
        room.completions("alice", command, "/US").await,
        ["usage", "status", "schedules", "mcp", "people"]
    );
    assert_eq!(room.completions("alice", command, "a new").await, ["new"]);
    assert_eq!(room.completions("alice", command, "").await.len(), menu().len().min(MAX_CHOICES));
    assert_eq!(room.completions("alice", ("usage", "days"), "").await, ["today", "7", "30"]);
    assert!(room.completions("alice", ("usage", "nothing"), "").await.is_empty());
}

#[tokio::test]
async fn strangers_are_offered_nothing_and_stay_unknown() {
    let room = CommandRoom::new().await;
    assert!(room.completions("mallory", ("help", "command"), "").await.is_empty());
    let known = room.store.read(async |tx| people::find(tx, "test", "mallory").await);
    assert!(known.await.is_none());
}

#[test]
fn no_more_is_offered_than_a_platform_shows() {
    let choice = |n: i32| Choice { label: format!("{n}"), value: format!("{n}") };
    assert_eq!(fitting((0..100).map(choice).collect(), "").len(), MAX_CHOICES);
}

#[tokio::test]
async fn completions_are_in_the_language_in_which_the_person_uses_the_platform_now() {
    let room = CommandRoom::new().await;
    let mut labels = Vec::new();
    for language in ["de", "fr"] {
        let asked = Completion {
            chat: chat("alice"),
            sender: Sender { language: Some(language.to_owned()), ..Sender::person("alice", "alice") },
            command: "usage".to_owned(),
            argument: "days".to_owned(),
            typed: String::new(),
        };
        let choices = Ingest(room.core.clone()).complete(asked).await.unwrap();
        labels.push(choices.into_iter().map(|choice| choice.label).next().unwrap());
    }
    assert_ne!(labels[0], labels[1]);
    assert!(!labels.contains(&room.choices("alice", ("usage", "days"), "").await[0].label));
}

/// The answers of commands to something that they do not understand.
fn misunderstandings() -> Vec<String> {
    use adjutant_texts::{clients, files, hooks, plan, vault};
    vec![
        vault::how_to_add().to_owned(),
        hooks::how_to_add().to_owned(),
        clients::how_to_add().to_owned(),
        files::how_to_rename().to_owned(),
        plan::unknown(),
    ]
}

#[tokio::test]
async fn what_a_menu_offers_is_understood() {
    let room = CommandRoom::new().await;
    for command in menu() {
        for argument in command.arguments {
            let value = match (argument.form, command.name) {
                (Form::Named, "vault") => "weather api.example.com",
                (Form::Named, "files") => "old.md new.md",
                (Form::Named, _) => "weather",
                (Form::Words(_), _) => "yes",
                (Form::Value, _) => continue,
            };
            let answer = room.answers(command.name, &argument.typed(value)).await.pop().unwrap();
            assert!(!misunderstandings().contains(&answer), "/{} {value}: {answer}", command.name);
        }
    }
}
