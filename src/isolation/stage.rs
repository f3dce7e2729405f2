//! The actions of people in a walk.

use adjutant_channel::{Attachment, AttachmentKind, ChatRef, Completion, Event, Gateway, MessageId, Sender};
use adjutant_config::Config;
use adjutant_domain::{
    buttons::{Button, NoteAction, NotePress},
    ids::UserId,
};
use adjutant_texts::commands::COMMANDS;
use adjutant_tools::kit::Permission;
use chrono::TimeDelta;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{
    Deed, NAMES, SHARED, WORDS, What,
    checks::{Checked, is_in_a_file, lacks},
};
use crate::{
    chat::ingest::Ingest,
    scheduler,
    testing::{Place, Room, call, direct, group, lock},
};

/// The button that deletes a person's data. Pressed only at the end: afterwards they are a stranger, with nothing to
/// see.
const LEAVES: &str = "fm:y:";

pub(super) struct Stage {
    pub room: Room,
    number: usize,
    /// The data of the buttons in each chat, one entry per message.
    pub buttons: Vec<(ChatRef, Vec<String>)>,
}

impl Stage {
    /// Creates a gateway with a specialist who may use every tool that needs no network.
    pub(super) async fn new() -> Self {
        let mut config = Config::default();
        let helper =
            r#"{ "description": "Helps.", "tools": ["memory", "schedules", "scratchpad", "files"] }"#;
        config.agents.insert("helper".to_owned(), serde_json::from_str(helper).unwrap());
        Self { room: Room::with(config).await, number: 0, buttons: Vec::new() }
    }

    pub(super) async fn happens(&mut self, deed: &Deed) -> Checked {
        let Deed { who, in_group, what } = deed;
        let (name, place) = (NAMES[*who], place(*who, *in_group));
        self.number += 1;
        let (id, words) = (format!("m{}", self.number), self.words(*who, *in_group));
        match what {
            What::Ask { with_file } => {
                let file = Attachment {
                    kind: AttachmentKind::File,
                    file_id: id.clone(),
                    name: Some(format!("{}.txt", WORDS[*who][usize::from(*in_group)])),
                    size: Some(4_711),
                };
                self.writes(name, &place, &id, &words, with_file.then_some(file)).await;
            }
            What::Call { tool, seed } => {
                let tools = self.tools();
                let tool = tool.get(&tools);
                let arguments = self.arguments(tool, *seed, &words).await;
                let save = call("memory_save", &json!({ "content": words }));
                *lock(&self.room.model.calls) = vec![call(tool, &arguments), save];
                lock(&self.room.model.answers).push(words.clone());
                self.writes(name, &place, &id, &words, None).await;
            }
            What::Command { command, with_words } => {
                let command = command.get(COMMANDS);
                self.completes(*who, &place, command).await?;
                let event = Event::Command {
                    message_id: MessageId(id),
                    name: command.name.to_owned(),
                    args: if *with_words { words } else { String::new() },
                    handle: None,
                };
                self.room.happens(name, &place, 0, event).await;
                if command.name == "people" {
                    self.room.rests().await;
                    self.check_nobody_is_named(NAMES[1 - *who])?;
                }
            }
            What::Press { back, button } => self.presses(*who, (&place, *in_group), *back, button).await?,
            What::Wait => {
                self.room.clock.advance(TimeDelta::minutes(61));
                scheduler::tick(&self.room.core).await.unwrap();
            }
        }
        self.room.rests().await;
        lock(&self.room.model.calls).clear();
        lock(&self.room.model.answers).clear();
        // If somebody presses another's button, or time passes, it is unclear who caused what is shown.
        let is_own = !matches!(what, What::Press { .. } | What::Wait);
        self.check_requests()?;
        self.check_shown(is_own.then_some(*who))
    }

    async fn writes(&self, name: &str, place: &Place, id: &str, text: &str, file: Option<Attachment>) {
        let event = Event::Message {
            message_id: MessageId(id.to_owned()),
            text: text.to_owned(),
            attachments: file.into_iter().collect(),
            reply_to: None,
            forwarded: false,
        };
        self.room.happens(name, place, 0, event).await;
    }

    async fn presses(
        &mut self,
        who: usize,
        (place, in_group): (&Place, bool),
        back: usize,
        button: &prop::sample::Index,
    ) -> Checked {
        let here = self.buttons.iter().rev().filter(|(chat, _)| *chat == place.chat);
        let Some((_, buttons)) = here.take(back + 1).last() else { return Ok(()) };
        let data = button.get(buttons).clone();
        if data.starts_with(LEAVES) || !in_group && is_sharing(&data) {
            return Ok(());
        }
        let event = Event::Press { message_id: None, data };
        let accepted = self.room.happens(NAMES[who], place, 0, event).await;
        let told = accepted.answer.map(|it| format!("{} {}", it.text, it.details.unwrap_or_default()));
        lacks(&told.unwrap_or_default(), &WORDS[1 - who], "the answer to a press")
    }

    async fn completes(&self, who: usize, place: &Place, command: &adjutant_channel::Command) -> Checked {
        for argument in command.arguments {
            let asked = Completion {
                chat: place.chat.clone(),
                sender: Sender::person(NAMES[who], NAMES[who]),
                command: command.name.to_owned(),
                argument: argument.name.to_owned(),
                typed: String::new(),
            };
            let choices = Ingest(self.room.core.clone()).complete(asked).await.unwrap();
            let shown: String = choices.iter().map(|it| format!("{} {} ", it.label, it.value)).collect();
            lacks(&shown, &WORDS[1 - who], "what can be filled in")?;
        }
        Ok(())
    }

    /// Deletes a person's data. Nothing of theirs is left, and the other person keeps everything.
    pub(super) async fn leaves(&mut self, who: usize) -> Checked {
        let other = self.user(NAMES[1 - who]).await;
        let before = self.everything(&other).await;
        let place = direct(NAMES[who]);
        let event = Event::Command {
            message_id: MessageId("farewell".to_owned()),
            name: "forget_me".to_owned(),
            args: String::new(),
            handle: None,
        };
        self.room.happens(NAMES[who], &place, 0, event).await;
        self.room.rests().await;
        self.check_shown(Some(who))?;
        let asked = self.buttons.iter().rev().find(|(chat, _)| *chat == place.chat);
        let data =
            asked.and_then(|(_, buttons)| buttons.iter().find(|data| data.starts_with(LEAVES))).cloned();
        prop_assert!(data.is_some(), "{} was asked to confirm", NAMES[who]);
        let event = Event::Press { message_id: None, data: data.unwrap_or_default() };
        self.room.happens(NAMES[who], &place, 0, event).await;
        self.room.rests().await;
        self.check_requests()?;
        self.check_shown(Some(who))?;

        let after = self.everything(&other).await;
        for (what, before) in &before {
            prop_assert_eq!(&after[what], before, "{} has different {} than before", NAMES[1 - who], what);
        }
        // A backup holds only what is in the tables, not the remains in a page.
        let copy = tempfile::tempdir().unwrap();
        self.room.store.db.backup(&copy.path().join("copy.db")).await.unwrap();
        for word in WORDS[who] {
            for folder in [copy.path(), self.room.files.path()] {
                prop_assert!(!is_in_a_file(folder, word), "{word} is left of {}", NAMES[who]);
            }
        }
        Ok(())
    }

    /// Returns a message: the person's word for the place, the shared words, and a new number.
    fn words(&self, who: usize, in_group: bool) -> String {
        format!("{} {SHARED} {}", WORDS[who][usize::from(in_group)], self.number)
    }

    /// Returns all tools that need no network.
    pub(super) fn tools(&self) -> Vec<String> {
        let tools = self.room.core.tools.all();
        let local = tools.filter(|tool| !tool.definition.needs.contains(&Permission::Network));
        local.map(|tool| tool.name().to_owned()).collect()
    }

    /// Returns arguments that a tool accepts. Ids are those of anything that anybody has.
    pub(super) async fn arguments(&self, tool: &str, seed: u64, words: &str) -> Value {
        let ids = self.ids().await;
        let schema = &self.room.core.tools.get(tool).expect("it is registered").definition.parameters;
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut arguments = Map::new();
        for (i, (name, schema)) in schema["properties"].as_object().into_iter().flatten().enumerate() {
            let seed = (seed >> i).wrapping_add(i as u64);
            if !required.contains(&json!(name)) && seed.is_multiple_of(3) {
                continue;
            }
            let prefix = name.strip_suffix("_id");
            let fitting: Vec<_> =
                ids.iter().filter(|id| prefix.is_some_and(|prefix| id.starts_with(prefix))).collect();
            let is = |kind: &str| schema["type"] == json!(kind) || schema["type"] == json!([kind, "null"]);
            let value = match name.as_str() {
                _ if !fitting.is_empty() => json!(fitting[seed as usize % fitting.len()]),
                "cadence_type" => json!("interval"),
                "cadence_value" => json!("1h"),
                "timezone" => json!("UTC"),
                _ if schema["enum"].is_array() => {
                    let values = schema["enum"].as_array().expect("it is one");
                    values[seed as usize % values.len()].clone()
                }
                _ if is("integer") => schema["minimum"].clone(),
                _ if is("boolean") => json!(seed.is_multiple_of(2)),
                _ if is("array") => json!([words]),
                _ => json!(words),
            };
            arguments.insert(name.clone(), value);
        }
        Value::Object(arguments)
    }

    async fn ids(&self) -> Vec<String> {
        #[derive(Debug, serde::Deserialize)]
        struct Row {
            id: String,
        }
        let every = "SELECT note_id AS id FROM notes UNION ALL SELECT schedule_id FROM schedules
            UNION ALL SELECT run_id FROM runs UNION ALL SELECT call_id FROM tool_calls
            UNION ALL SELECT attachment_id FROM attachments";
        let rows: Vec<Row> = self.room.store.read(async |tx| tx.all::<Row>(every, ()).await).await;
        rows.into_iter().map(|row| row.id).collect()
    }

    pub(super) async fn user(&self, name: &'static str) -> UserId {
        let find = async move |tx: &adjutant_store::db::Tx| {
            tx.value("SELECT user_id AS value FROM identities WHERE external_id = ?1", [name]).await
        };
        self.room.store.read(find).await.unwrap_or_else(|| UserId("nobody".to_owned()))
    }
}

/// Returns the chat of a person's action.
pub(super) fn place(who: usize, in_group: bool) -> Place {
    if in_group { group("family") } else { direct(NAMES[who]) }
}

/// Returns whether a button shows a note to groups, which is what the person who presses it wants.
fn is_sharing(data: &str) -> bool {
    matches!(Button::parse(data), Some(Button::NoteList(_, NotePress::Note(_, NoteAction::Share(true)))))
}
