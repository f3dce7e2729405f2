//! Whether anything of one person reaches another: alice and bob have the bot do whatever it can, each in a direct chat
//! and both in one group. All that they write holds a word that they write nowhere else. In the end one of them has the
//! bot forget them, which takes nothing from the other.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use adjutant_channel::{
    Attachment, AttachmentKind, ChatRef, Completion, Content, Event, Gateway, MessageId, Sender,
};
use chrono::TimeDelta;
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::{Map, Value, json};

use crate::{
    config::Config,
    gateway::Ingest,
    ids::UserId,
    memory::{Found, Query, Scope},
    provider::ModelRequest,
    scheduler,
    store::export::{self, Section},
    testing::{Place, Room, call, direct, group, lock},
    texts::commands::COMMANDS,
    tools::kit::Permission,
};

const NAMES: [&str; 2] = ["alice", "bob"];
/// What each writes in their direct chat, and in the group.
const WORDS: [[&str; 2]; 2] = [["quokka", "wombat"], ["axolotl", "narwhal"]];
/// What everybody writes, so that everybody finds whatever they are let find.
const SHARED: &str = "wifi code";

/// Somebody does something somewhere.
#[derive(Clone, Debug)]
struct Deed {
    who: usize,
    in_group: bool,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// Writes something that goes with whatever was remembered.
    Ask { with_file: bool },
    /// Has the model call a tool; the seed chooses its arguments.
    Call { tool: prop::sample::Index, seed: u64 },
    /// Gives a command, and asks what can be filled in for it.
    Command { command: prop::sample::Index, with_words: bool },
    /// Presses a button of a message in the chat; `back`: of which, counted from the newest.
    Press { back: usize, button: prop::sample::Index },
    /// Waits until schedules are due.
    Wait,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let what = prop_oneof![
        2 => any::<bool>().prop_map(|with_file| What::Ask { with_file }),
        6 => (any::<prop::sample::Index>(), any::<u64>()).prop_map(|(tool, seed)| What::Call { tool, seed }),
        3 => (any::<prop::sample::Index>(), any::<bool>())
            .prop_map(|(command, with_words)| What::Command { command, with_words }),
        4 => (0..3_usize, any::<prop::sample::Index>()).prop_map(|(back, button)| What::Press { back, button }),
        1 => Just(What::Wait),
    ];
    let deed =
        (0..2_usize, any::<bool>(), what).prop_map(|(who, in_group, what)| Deed { who, in_group, what });
    prop::collection::vec(deed, 1..40)
}

#[test]
fn nothing_of_one_person_reaches_another() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // A case is a whole gateway, so there are few; PROPTEST_CASES asks for more.
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(16);
    let config =
        ProptestConfig { cases, max_shrink_iters: 200, failure_persistence: None, ..Default::default() };
    TestRunner::new(config)
        .run(&(deeds(), 0..2_usize), |(deeds, leaver)| {
            runtime.block_on(async {
                let mut stage = Stage::new().await;
                for deed in &deeds {
                    stage.happens(deed).await?;
                }
                stage.searches_all().await?;
                stage.leaves(leaver).await
            })
        })
        .unwrap();
}

/// Each tool is really called by the generated arguments, and not refused for them.
#[test]
fn every_tool_is_called_with_arguments_that_fit() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let stage = Stage::new().await;
        for tool in stage.tools() {
            for seed in 0..64 {
                let arguments = stage.arguments(&tool, seed * 0x9e37_79b9, "quokka wifi code").await;
                let entry = stage.room.core.tools.get(&tool).unwrap();
                assert!(entry.parse(&arguments.to_string()).is_ok(), "{tool}: {arguments}");
            }
        }
    });
}

/// The button after which somebody is a stranger, of whom there is nothing to see: pressed when all else is done.
const LEAVES: &str = "fm:y:";
/// How the request for a summary begins.
const SUMMARY: &str = "You write the summary of a conversation";

type Checked = Result<(), TestCaseError>;

struct Stage {
    room: Room,
    number: usize,
    /// What the buttons in each chat carry, a message after the other.
    buttons: Vec<(ChatRef, Vec<String>)>,
}

impl Stage {
    /// With a specialist, who may do all that needs no network.
    async fn new() -> Self {
        let mut config = Config::default();
        let helper =
            r#"{ "description": "Helps.", "tools": ["memory", "schedules", "scratchpad", "files"] }"#;
        config.agents.insert("helper".to_owned(), serde_json::from_str(helper).unwrap());
        Self { room: Room::with(config).await, number: 0, buttons: Vec::new() }
    }

    async fn happens(&mut self, deed: &Deed) -> Checked {
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
            }
            What::Press { back, button } => self.presses(*who, &place, *back, button).await?,
            What::Wait => {
                self.room.clock.advance(TimeDelta::minutes(61));
                scheduler::tick(&self.room.core).await.unwrap();
            }
        }
        self.room.rests().await;
        lock(&self.room.model.calls).clear();
        lock(&self.room.model.answers).clear();
        // Whose doing it is that something is shown is not sure where somebody presses another's button, or time passes.
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
        place: &Place,
        back: usize,
        button: &prop::sample::Index,
    ) -> Checked {
        let here = self.buttons.iter().rev().filter(|(chat, _)| *chat == place.chat);
        let Some((_, buttons)) = here.take(back + 1).last() else { return Ok(()) };
        let data = button.get(buttons).clone();
        if data.starts_with(LEAVES) {
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

    /// No model is given anything of anybody else, nor in a group what is said in a direct chat.
    fn check_requests(&self) -> Checked {
        for request in std::mem::take(&mut *lock(&self.room.model.requests)) {
            let ModelRequest { system, messages, .. } = &request;
            // “You are talking to alice in a direct chat”; a specialist is told the like.
            let given = format!("{system} {messages:?}");
            if system.starts_with(SUMMARY) {
                // It is told nobody's name; what is summed up is of one conversation.
                let held = WORDS.iter().flatten().filter(|word| given.contains(**word)).count();
                prop_assert!(held <= 1, "several conversations in one summary: {given}");
                continue;
            }
            let name = NAMES.map(|name| system.contains(&format!(" {name} in a ")));
            prop_assert!(name[0] != name[1], "for whom is this: {system}");
            let who = usize::from(name[1]);
            let in_group = system.contains("in a group chat");
            lacks(&given, &WORDS[1 - who], &format!("what the model is given for {}", NAMES[who]))?;
            if in_group {
                lacks(
                    &given,
                    &WORDS[who][..1],
                    &format!("what the model is given for {} in the group", NAMES[who]),
                )?;
            }
        }
        Ok(())
    }

    /// Nobody is shown anything of anybody else but in the group what was said there. `by`: whose doing it is.
    fn check_shown(&mut self, by: Option<usize>) -> Checked {
        let sent = std::mem::take(&mut *lock(&self.room.channel.sent));
        let sent: Vec<_> = sent.into_iter().map(|message| (message.chat, message.content)).collect();
        let edited = std::mem::take(&mut *lock(&self.room.channel.edited));
        let edited: Vec<_> =
            std::mem::take(&mut *lock(&self.room.channel.edited_in)).into_iter().zip(edited).collect();
        for (chat, content) in sent.iter().chain(&edited) {
            let text = shown(content);
            match NAMES.iter().position(|name| **name == chat.chat) {
                Some(who) => lacks(&text, &WORDS[1 - who], &format!("what {} is shown", NAMES[who]))?,
                None => {
                    lacks(&text, &[WORDS[0][0], WORDS[1][0]], "what the group is shown")?;
                    if let Some(by) = by {
                        lacks(&text, &WORDS[1 - by], &format!("what {} has shown to the group", NAMES[by]))?;
                    }
                }
            }
            let buttons: Vec<_> =
                content.buttons.iter().flatten().map(|button| button.data.clone()).collect();
            if !buttons.is_empty() {
                self.buttons.push((chat.clone(), buttons));
            }
        }
        Ok(())
    }

    /// Somebody has the bot forget them. Nothing of theirs is left, and the other has all that they had.
    async fn leaves(&mut self, who: usize) -> Checked {
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
        prop_assert!(data.is_some(), "{} is asked", NAMES[who]);
        let event = Event::Press { message_id: None, data: data.unwrap_or_default() };
        self.room.happens(NAMES[who], &place, 0, event).await;
        self.room.rests().await;
        self.check_requests()?;
        self.check_shown(Some(who))?;

        let after = self.everything(&other).await;
        for (what, before) in &before {
            prop_assert_eq!(&after[what], before, "{} has other {} than before", NAMES[1 - who], what);
        }
        // A copy has what is in the tables, and nothing of what a page happens to hold besides.
        let copy = tempfile::tempdir().unwrap();
        self.room.store.db.backup(&copy.path().join("copy.db")).await.unwrap();
        for word in WORDS[who] {
            for folder in [copy.path(), self.room.files.path()] {
                prop_assert!(!is_in_a_file(folder, word), "{word} is left of {}", NAMES[who]);
            }
        }
        Ok(())
    }

    /// All that somebody can have shown to them: what `/export` gives, and what a search finds.
    async fn everything(&self, user: &UserId) -> BTreeMap<String, Vec<String>> {
        let mut everything = BTreeMap::new();
        for section in [
            Section::Accounts,
            Section::Notes,
            Section::Conversations,
            Section::Others,
            Section::Schedules,
            Section::Runs,
            Section::Approvals,
            Section::Grants,
            Section::Usage,
            Section::Audit,
        ] {
            let records = self.records(section, user.as_str()).await;
            if matches!(section, Section::Conversations) {
                for conversation in &records {
                    let id = conversation["id"].as_str().expect("it has an id");
                    let said = self.records(Section::Messages, id).await;
                    everything.insert(id.to_owned(), said.iter().map(Value::to_string).collect());
                }
            }
            everything.insert(format!("{section:?}"), records.iter().map(Value::to_string).collect());
        }
        for place in [direct("anybody"), group("family")] {
            let mut found: Vec<_> = self.finds(user, &place).await.into_iter().map(|it| it.text).collect();
            // How much a word counts depends on how often everybody has written it.
            found.sort();
            everything.insert(format!("findings in a {:?} chat", place.kind), found);
        }
        everything
    }

    async fn records(&self, section: Section, whose: &str) -> Vec<Value> {
        let (mut records, mut after) = (Vec::new(), String::new());
        loop {
            let whose = whose.to_owned();
            let page =
                self.room.store.read(async move |tx| export::page(tx, section, &whose, &after).await).await;
            records.extend(page.records);
            let Some(next) = page.next else { return records };
            after = next;
        }
    }

    /// Whatever there is by now, a search finds nothing that it may not.
    async fn searches_all(&self) -> Checked {
        for (who, name) in NAMES.iter().enumerate() {
            let user = self.user(name).await;
            for in_group in [false, true] {
                let place = place(who, in_group);
                let found = format!("{:?}", self.finds(&user, &place).await);
                lacks(&found, &WORDS[1 - who], &format!("what {name} finds"))?;
                if in_group {
                    lacks(&found, &WORDS[who][..1], &format!("what {name} finds in the group"))?;
                }
            }
        }
        Ok(())
    }

    /// What a search for what everybody writes finds for somebody there.
    async fn finds(&self, user: &UserId, place: &Place) -> Vec<Found> {
        let query = Query {
            user: user.clone(),
            text: SHARED.to_owned(),
            tags: Vec::new(),
            top_k: 1_000,
            include_conversation: true,
            scope: Scope::in_chat(&place.chat, place.kind),
            turn: None,
        };
        self.room.core.memory.search(query).await.unwrap().found
    }

    /// What somebody writes there: their word, what everybody writes, and something new.
    fn words(&self, who: usize, in_group: bool) -> String {
        format!("{} {SHARED} {}", WORDS[who][usize::from(in_group)], self.number)
    }

    /// All tools that need no network.
    fn tools(&self) -> Vec<String> {
        let tools = self.room.core.tools.all();
        let local = tools.filter(|tool| !tool.definition.needs.contains(&Permission::Network));
        local.map(|tool| tool.name().to_owned()).collect()
    }

    /// Arguments that fit a tool. Ids are those of anything that anybody has.
    async fn arguments(&self, tool: &str, seed: u64, words: &str) -> Value {
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

    async fn user(&self, name: &'static str) -> UserId {
        let find = async move |tx: &crate::db::Tx| {
            tx.value("SELECT user_id AS value FROM identities WHERE external_id = ?1", [name]).await
        };
        self.room.store.read(find).await.unwrap_or_else(|| UserId("nobody".to_owned()))
    }
}

/// Where somebody is.
fn place(who: usize, in_group: bool) -> Place {
    if in_group { group("family") } else { direct(NAMES[who]) }
}

/// All that a message shows, with the file that it carries.
fn shown(content: &Content) -> String {
    let mut text = content.body.text.clone();
    for button in content.buttons.iter().flatten() {
        write!(text, " {} {}", button.label, button.data).unwrap();
    }
    if let Some(media) = &content.media {
        let bytes = std::fs::read(&media.path).unwrap_or_default();
        write!(text, " {} {}", media.name, String::from_utf8_lossy(&bytes)).unwrap();
    }
    text
}

fn lacks(text: &str, words: &[&str], what: &str) -> Checked {
    for word in words {
        prop_assert!(!text.to_lowercase().contains(word), "{what} holds {word}: {text}");
    }
    Ok(())
}

fn is_in_a_file(folder: &Path, word: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).any(|path| {
        let bytes = std::fs::read(&path).unwrap_or_default();
        path.is_dir() && is_in_a_file(&path, word)
            || bytes.windows(word.len()).any(|bytes| bytes == word.as_bytes())
    })
}
