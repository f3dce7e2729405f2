//! The actions of people in a walk.

use adjutant_channel::{Attachment, AttachmentKind, Completion, Event, Gateway, MessageId, Quoted, Sender};
use adjutant_config::Config;
use adjutant_domain::{
    buttons::{Button, NoteAction, NotePress},
    ids::UserId,
    passages::Passage,
};
use adjutant_store::{db::backup::backup, documents, people};
use adjutant_texts::commands::menu;
use adjutant_tools::kit::Permission;
use chrono::TimeDelta;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{
    APPROVER, Deed, NAMES, SHARED, WORDS, What,
    checks::{Cause, Checked, is_in_a_file, lacks},
    messages::Messages,
};
use crate::{
    chat::ingest::Ingest,
    scheduler,
    testing::{Place, Room, call, direct, group, lock},
};

/// The button that deletes a person's data. It is pressed only at the end, because the person is then a stranger who
/// sees nothing.
const LEAVES: &str = "fm:y:";

pub(super) struct Stage {
    pub room: Room,
    number: usize,
    pub messages: Messages,
}

impl Stage {
    /// Creates a gateway with a specialist that may use every tool that needs no network. Each person has saved two
    /// files in their direct chat: one whose name the other may know, and one with a private name.
    pub(super) async fn new() -> Result<Self, TestCaseError> {
        let mut config = Config::default();
        let helper =
            r#"{ "description": "Helps.", "tools": ["memory", "schedules", "scratchpad", "files"] }"#;
        config.agents.insert("helper".to_owned(), serde_json::from_str(helper).unwrap());
        config.console.url = Some("https://bot.example.org".parse().unwrap());
        let mut stage = Self { room: Room::with(config).await, number: 0, messages: Messages::default() };
        let approver = stage.user(NAMES[APPROVER]).await;
        let promote = async move |tx: &adjutant_store::db::SyncedTx| {
            people::make_approver(tx, &approver, true, &[]).await.map(drop)
        };
        stage.room.store.write(promote).await;
        for who in 0..2 {
            for name in [format!("list-{who}.txt"), format!("{}.txt", WORDS[who][0])] {
                *lock(&stage.room.model.calls) = vec![call("attachment_save", &json!({}))];
                let (place, words) = (direct(NAMES[who]), stage.words(who, false));
                stage.writes(who, &place, &words, With { file: Some(name), quoted: None }).await;
                stage.ends(Cause::Own(who)).await?;
            }
        }
        Ok(stage)
    }

    pub(super) async fn happens(&mut self, deed: &Deed) -> Checked {
        let Deed { who, in_group, what } = deed;
        let (who, place) = (*who, place(*who, *in_group));
        let words = self.words(who, *in_group);
        match what {
            What::Ask { with_file } => {
                let file = with_file.then(|| format!("{}.txt", WORDS[who][usize::from(*in_group)]));
                self.writes(who, &place, &words, With { file, quoted: None }).await;
            }
            What::Call { tool, seed } => {
                let tools = self.tools();
                let tool = tool.get(&tools);
                // In their direct chat a person may change a schedule of the group, which then shows their words.
                let neutral = format!("{SHARED} {}", self.number);
                let said = if tool == "schedule_edit" { &neutral } else { &words };
                let arguments = self.arguments(tool, *seed, said).await;
                let save = call("memory_save", &json!({ "content": words }));
                *lock(&self.room.model.calls) = vec![call(tool, &arguments), save];
                lock(&self.room.model.answers).push(words.clone());
                self.writes(who, &place, &words, With::default()).await;
            }
            What::Command { command, with_words } => {
                let command = command.get(menu());
                self.completes(who, &place, command).await?;
                let event = Event::Command {
                    message_id: MessageId(format!("m{}", self.number)),
                    name: command.name.to_owned(),
                    args: if *with_words { words } else { String::new() },
                    handle: None,
                    named: true,
                };
                self.room.happens(NAMES[who], &place, 0, event).await;
                if command.name == "people" {
                    self.room.rests().await;
                    self.check_nobody_is_named(NAMES[1 - who])?;
                }
            }
            What::Quote { back, elsewhere } => {
                lock(&self.room.model.answers).push(words.clone());
                let quoted = self.messages.quote(who, &place, *back, *elsewhere);
                self.writes(who, &place, &words, With { file: None, quoted }).await;
            }
            What::Press { back, button, beyond } => {
                self.presses(who, &place, *back, |data| chosen(button.get::<String>(data), *beyond)).await?;
            }
            What::Website { change, seed } => self.changes_website(who, *change, *seed, &words).await?,
            What::Wait => {
                self.room.clock.advance(TimeDelta::minutes(61));
                scheduler::tick(&self.room.core).await.unwrap();
            }
        }
        self.ends(match what {
            What::Press { .. } => Cause::Press(who),
            What::Wait => Cause::Time,
            _ => Cause::Own(who),
        })
        .await
    }

    /// Runs everything that follows from an action, and checks it.
    async fn ends(&mut self, cause: Cause) -> Checked {
        self.room.rests().await;
        self.reads_documents().await;
        lock(&self.room.model.calls).clear();
        lock(&self.room.model.answers).clear();
        self.name_grants().await;
        self.check_requests().await?;
        self.check_shown(cause)
    }

    /// Reads documents like the gateway's reader, but without a child process: the documents are plain texts.
    async fn reads_documents(&self) {
        let now = self.room.core.clock.timestamp();
        while let Some(next) = self.room.store.read(async move |tx| documents::next(tx, now).await).await {
            let file = self.room.files.path().join(next.user_id.as_str()).join(&next.path[1..]);
            // A folder may have a document's name.
            let text = if next.is_gone() || file.is_dir() {
                String::new()
            } else {
                std::fs::read_to_string(&file).unwrap()
            };
            let work = async move |tx: &adjutant_store::db::SyncedTx| {
                while documents::remove_passages(tx, next.document_id, 100).await? {}
                if next.is_gone() {
                    return documents::remove(tx, next.document_id).await;
                }
                let passage = Passage { place: None, heading: None, text: text.clone() };
                documents::add(tx, next.document_id, 1, &[passage]).await?;
                documents::done(tx, next.document_id, documents::Outcome::Read).await
            };
            self.room.store.write(work).await;
        }
    }

    async fn writes(&mut self, who: usize, place: &Place, text: &str, With { file, quoted }: With) {
        let id = format!("m{}", self.number);
        let file = file.map(|name| {
            lock(&self.room.channel.files).insert(id.clone(), text.as_bytes().to_vec());
            let (kind, size) = (AttachmentKind::File, Some(text.len() as u64));
            Attachment {
                kind,
                file_id: id.clone(),
                unique_id: None,
                name: Some(name),
                size,
                card: None,
                still: None,
                seconds: None,
            }
        });
        let message_id = MessageId(id);
        self.messages.written(&place.chat, &message_id, text);
        let event = Event::Message {
            message_id,
            text: text.to_owned(),
            attachments: file.into_iter().collect(),
            reply_to: quoted,
            forwarded: false,
            album: None,
        };
        self.room.happens(NAMES[who], place, 0, event).await;
    }

    async fn presses(
        &mut self,
        who: usize,
        place: &Place,
        back: usize,
        choose: impl Fn(&[String]) -> String,
    ) -> Checked {
        let Some((message, buttons)) = self.messages.with_buttons(&place.chat, back) else { return Ok(()) };
        let (message, data) = (message.clone(), choose(buttons));
        let in_group = place.chat.chat != NAMES[who];
        if data.starts_with(LEAVES) || !in_group && is_sharing(&data) {
            return Ok(());
        }
        let event = Event::Press { message_id: Some(message), data, handle: None };
        let accepted = self.room.happens(NAMES[who], place, 0, event).await;
        let told = accepted.answer.map(|it| format!("{} {}", it.text, it.details.unwrap_or_default()));
        // An approver is told the content of the prompt in the group.
        let secret = if in_group && who == APPROVER { &WORDS[1 - who][..1] } else { &WORDS[1 - who] };
        lacks(&told.unwrap_or_default(), secret, "the answer to a press")
    }

    /// Labels each grant with the word of the place where it was given. Usually labels are hosts, but no tool here uses
    /// the network.
    async fn name_grants(&self) {
        for (who, in_group) in [(0, false), (0, true), (1, false), (1, true)] {
            let (user, place) = (self.user(NAMES[who]).await, place(who, in_group));
            let word = WORDS[who][usize::from(in_group)];
            let name = async move |tx: &adjutant_store::db::SyncedTx| {
                tx.execute(
                    "UPDATE grants SET label = ?1 WHERE user_id = ?2 AND approval_id IN (
                         SELECT approval_id FROM approvals JOIN sessions USING (session_id) WHERE chat = ?3)",
                    adjutant_store::params![word, &user, place.chat.chat.clone()],
                )
                .await
                .map(drop)
            };
            self.room.store.write(name).await;
        }
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

    /// Deletes a person's data. Checks that nothing of theirs is left, and that the other person keeps everything.
    pub(super) async fn leaves(&mut self, who: usize) -> Checked {
        let other = self.user(NAMES[1 - who]).await;
        let before = self.everything(&other).await;
        let place = direct(NAMES[who]);
        let event = Event::Command {
            message_id: MessageId("farewell".to_owned()),
            name: "forget_me".to_owned(),
            args: String::new(),
            handle: None,
            named: true,
        };
        self.room.happens(NAMES[who], &place, 0, event).await;
        self.ends(Cause::Own(who)).await?;
        let asked = self.messages.with_buttons(&place.chat, 0);
        let asked =
            asked.and_then(|(id, data)| Some((id, data.iter().find(|data| data.starts_with(LEAVES))?)));
        let Some((id, data)) = asked else {
            return Err(TestCaseError::fail(format!("{} was not asked to confirm", NAMES[who])));
        };
        let event = Event::Press { message_id: Some(id.clone()), data: data.clone(), handle: None };
        self.room.happens(NAMES[who], &place, 0, event).await;
        self.ends(Cause::Own(who)).await?;

        let after = self.everything(&other).await;
        for (what, before) in &before {
            let (after, before) = (without_decider(&after[what]), without_decider(before));
            prop_assert_eq!(after, before, "{} has different {} than before", NAMES[1 - who], what);
        }
        // A backup contains only the rows of the tables, not deleted data in a page.
        let copy = tempfile::tempdir().unwrap();
        backup(self.room.store.db.path(), &copy.path().join("copy.db")).await.unwrap();
        let quoted = self.messages.has_quoted_the_other(1 - who);
        // Words that the other has quoted in the group stay in their conversation.
        for word in WORDS[who].into_iter().take(if quoted { 1 } else { 2 }) {
            for folder in [copy.path(), self.room.files.path()] {
                prop_assert!(!is_in_a_file(folder, word), "{word} is left of {}", NAMES[who]);
            }
        }
        Ok(())
    }

    /// Returns a new text: the person's word for the place, the shared words, and a number.
    fn words(&mut self, who: usize, in_group: bool) -> String {
        self.number += 1;
        format!("{} {SHARED} {}", WORDS[who][usize::from(in_group)], self.number)
    }

    /// Returns all tools that need no network.
    pub(super) fn tools(&self) -> Vec<String> {
        let tools = self.room.core.tools.all();
        let local = tools.filter(|tool| !tool.definition.needs.contains(&Permission::Network));
        local.map(|tool| tool.name().to_owned()).collect()
    }

    /// Returns arguments that a tool accepts. Ids may be anybody's.
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
                "path" | "to" => json!(format!("/shared/list-{}.txt", seed % 3)),
                "template" => json!("text"),
                "slug" => json!(format!("slug-{}", seed % 3)),
                "leads_to" => json!("/posts"),
                "content" if is("object") => json!({ "body": words }),
                "credit" => json!({ "photographer": words }),
                _ if schema["enum"].is_array() => {
                    let values = schema["enum"].as_array().expect("it is one");
                    values[seed as usize % values.len()].clone()
                }
                _ if is("integer") => schema["minimum"].clone(),
                _ if is("boolean") => json!(seed.is_multiple_of(2)),
                _ if is("array") => {
                    let fields = schema["items"]["required"].as_array().into_iter().flatten();
                    let of_item = &schema["items"]["properties"];
                    let filled = |name: &str| match &of_item[name]["items"]["type"] {
                        _ if name == "template" => json!("text"),
                        _ if of_item[name]["type"] == "object" => json!({ "body": words }),
                        kind if kind == "number" => json!([seed % 100]),
                        _ => json!(words),
                    };
                    let item: Map<_, _> = fields
                        .filter_map(|name| name.as_str().map(|name| (name.to_owned(), filled(name))))
                        .collect();
                    let of = |number| match (item.is_empty(), number) {
                        _ if schema["items"]["enum"].is_array() => schema["items"]["enum"][0].clone(),
                        (true, 1) => json!(words),
                        (true, number) => json!(format!("{words} {number}")),
                        (false, _) => Value::Object(item.clone()),
                    };
                    (1..=schema["minItems"].as_u64().unwrap_or(1)).map(of).collect()
                }
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
            UNION ALL SELECT attachment_id FROM attachments UNION ALL SELECT page_id FROM site_pages
            UNION ALL SELECT section_id FROM site_sections UNION ALL SELECT item_id FROM site_navigation
            UNION ALL SELECT revision_id FROM site_revisions UNION ALL SELECT picture_id FROM site_pictures
            UNION ALL SELECT post_id FROM site_posts UNION ALL SELECT collection_id FROM site_collections
            UNION ALL SELECT entry_id FROM site_entries";
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

/// Returns records without their deciders and reasons, which are deleted with the decider.
fn without_decider(records: &[String]) -> Vec<Value> {
    let without = |record: &String| match serde_json::from_str(record) {
        Ok(Value::Object(mut fields)) => {
            let inner = fields.get_mut("detail").and_then(Value::as_object_mut);
            inner.map(|detail| detail.remove("why"));
            for field in ["by", "decided_by", "why"] {
                fields.remove(field);
            }
            Value::Object(fields)
        }
        _ => json!(record),
    };
    records.iter().map(without).collect()
}

/// Attachments of a message.
#[derive(Default)]
struct With {
    /// A file of this name.
    file: Option<String>,
    quoted: Option<Quoted>,
}

/// Returns the data of the chosen button. An approval becomes one for the conversation, for an hour or for good, like
/// the buttons behind "More".
fn chosen(data: &str, beyond: usize) -> String {
    match data.strip_prefix("a:y:") {
        Some(approval) => format!("a:{}:{approval}", ["y", "c", "h", "p1"][beyond]),
        None => data.to_owned(),
    }
}

/// Returns the chat in which a person acts.
pub(super) fn place(who: usize, in_group: bool) -> Place {
    if in_group { group("family") } else { direct(NAMES[who]) }
}

/// Returns whether a button shares a note with groups, which is then intended by the presser.
fn is_sharing(data: &str) -> bool {
    matches!(Button::parse(data), Some(Button::NoteList(_, NotePress::Note(_, NoteAction::Share(true)))))
}
