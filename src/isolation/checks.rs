//! What nobody may be shown, and what has to stay.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use adjutant_channel::Content;
use adjutant_domain::{ids::UserId, scope::Scope};
use adjutant_memory::{Query, SearchResult};
use adjutant_provider::ModelRequest;
use adjutant_store::export::{self, Section};
use proptest::prelude::*;
use serde_json::Value;

use super::{
    NAMES, SHARED, WORDS,
    stage::{Stage, place},
};
use crate::testing::{Place, direct, group, lock};

/// The beginning of the request for a summary.
const SUMMARY: &str = "You write the summary of a conversation";

pub(super) type Checked = Result<(), TestCaseError>;

impl Stage {
    /// Checks that the model is never given another person's data nor, in a group, what was said in a direct chat.
    pub(super) fn check_requests(&self) -> Checked {
        for request in std::mem::take(&mut *lock(&self.room.model.requests)) {
            let ModelRequest { system, messages, .. } = &request;
            // The prompt says “You are talking to alice in a direct chat”; a specialist's prompt has the same words.
            let given = format!("{system} {messages:?}");
            if system.starts_with(SUMMARY) {
                // It names nobody, and covers one conversation.
                let held = WORDS.iter().flatten().filter(|word| given.contains(**word)).count();
                prop_assert!(held <= 1, "a summary covers several conversations: {given}");
                continue;
            }
            let name = NAMES.map(|name| system.contains(&format!(" {name} in a ")));
            prop_assert!(name[0] != name[1], "the prompt names not exactly one person: {system}");
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

    /// Checks that what was sent last does not name the other member, though everybody's names and accounts are in the
    /// owner's list of people.
    pub(super) fn check_nobody_is_named(&self, other: &str) -> Checked {
        match lock(&self.room.channel.sent).last() {
            Some(message) => lacks(&shown(&message.content), &[other], "what a member is told of people"),
            None => Ok(()),
        }
    }

    /// Checks that nobody is shown another person's data, except what was said in the same group. `by`: who caused
    /// it.
    pub(super) fn check_shown(&mut self, by: Option<usize>) -> Checked {
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

    /// Returns everything that a person can be shown: their export, and the results of a search.
    pub(super) async fn everything(&self, user: &UserId) -> BTreeMap<String, Vec<String>> {
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
            // The rank depends on how often everybody has written a word.
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

    /// Checks that searches find nothing that the person may not see.
    pub(super) async fn searches_all(&self) -> Checked {
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

    /// Returns what a person finds there with the shared words.
    async fn finds(&self, user: &UserId, place: &Place) -> Vec<SearchResult> {
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
}

/// Returns everything that a message shows, including the file it carries.
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

pub(super) fn lacks(text: &str, words: &[&str], what: &str) -> Checked {
    for word in words {
        prop_assert!(!text.to_lowercase().contains(word), "{what} holds {word}: {text}");
    }
    Ok(())
}

pub(super) fn is_in_a_file(folder: &Path, word: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).any(|path| {
        let bytes = std::fs::read(&path).unwrap_or_default();
        path.is_dir() && is_in_a_file(&path, word)
            || bytes.windows(word.len()).any(|bytes| bytes == word.as_bytes())
    })
}
