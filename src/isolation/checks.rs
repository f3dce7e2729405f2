//! The checks: which data a person or the model may not see, and which data must remain.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use adjutant_channel::{ChatRef, Content};
use adjutant_domain::{ids::UserId, scope::Scope};
use adjutant_memory::{Query, SearchResult};
use adjutant_provider::{ModelMessage, ModelRequest};
use adjutant_store::export::{self, Section};
use adjutant_texts::quoted;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use super::{
    APPROVER, NAMES, SHARED, WORDS,
    stage::{Stage, place},
};
use crate::testing::{Place, direct, group, id_of, lock};

/// The beginning of the request for a summary.
const SUMMARY: &str = "You write the summary of a conversation";

pub(super) type Checked = Result<(), TestCaseError>;

/// The cause of shown content.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    Own(usize),
    /// A press by this person, perhaps on a button of the other person's.
    Press(usize),
    /// The passing of time.
    Time,
}

impl Stage {
    /// Checks that the model never gets another person's data nor, in a group, words from a direct chat. Words that
    /// somebody quotes in the group reach the model only as a quotation.
    pub(super) async fn check_requests(&self) -> Checked {
        let released = self.approved_reads().await;
        for request in std::mem::take(&mut *lock(&self.room.model.requests)) {
            let ModelRequest { system, messages, .. } = &request;
            if system.starts_with(SUMMARY) {
                self.check_summary(&format!("{messages:?}"))?;
                continue;
            }
            // The prompt says “You are talking to alice in a direct chat”; a specialist's prompt has the same words.
            let name = NAMES.map(|name| system.contains(&format!(" {name} in a ")));
            prop_assert!(name[0] != name[1], "the prompt names not exactly one person: {system}");
            let who = usize::from(name[1]);
            let in_group = system.contains("in a group chat");
            let quotes: Vec<_> = match in_group {
                true => self.messages.quoted_by(who).iter().map(|it| quoted::note(it, None, &[])).collect(),
                false => Vec::new(),
            };
            let is_quote = |message: &ModelMessage| matches!(message, ModelMessage::Note { text } if quotes.contains(text));
            let unquoted: Vec<_> = messages.iter().filter(|message| !is_quote(message)).collect();
            let given = format!("{system} {unquoted:?}");
            lacks(&given, &WORDS[1 - who], &format!("what the model is given for {}", NAMES[who]))?;
            if in_group {
                // In the group, people's own files are read only after their own press, which releases the result.
                let is_released = |message: &&ModelMessage| matches!(message, ModelMessage::Tool { call_id, .. } if released.contains(call_id));
                let kept: Vec<_> = messages.iter().filter(|message| !is_released(message)).collect();
                lacks(
                    &format!("{system} {kept:?}"),
                    &[WORDS[0][0], WORDS[1][0]],
                    &format!("what the model is given for {} in the group", NAMES[who]),
                )?;
            }
        }
        Ok(())
    }

    /// Returns the calls that show people's own files and that the requesters approved themselves.
    async fn approved_reads(&self) -> Vec<String> {
        #[derive(Debug, Deserialize)]
        struct Read {
            id: String,
        }
        const READS: &str = "SELECT c.model_call_id AS id FROM approvals a JOIN tool_calls c USING (call_id)
            WHERE a.state = 'approved' AND a.decided_by = a.requester AND a.private";
        let reads: Vec<Read> = self.room.store.read(async |tx| tx.all(READS, ()).await).await;
        reads.into_iter().map(|read| read.id).collect()
    }

    /// Checks that a summary covers only one conversation; its request names nobody. It may contain a quotation in the
    /// group.
    fn check_summary(&self, given: &str) -> Checked {
        let held: Vec<_> = WORDS.iter().flatten().copied().filter(|word| given.contains(word)).collect();
        let has_quote = (0..2).any(|who| self.messages.has_quoted_the_other(who));
        let is_of_group = has_quote && held == [WORDS[0][1], WORDS[1][1]];
        prop_assert!(held.len() <= 1 || is_of_group, "a summary covers several conversations: {given}");
        Ok(())
    }

    /// Checks that each decision was made by somebody who may make it: the requester, or in the group, if it is not
    /// private, the approver.
    pub(super) async fn check_deciders(&self) -> Checked {
        #[derive(Debug, Deserialize)]
        struct Decided {
            requester: UserId,
            decided_by: UserId,
            private: i64,
            chat: String,
        }
        let decided: Vec<Decided> = self
            .room
            .store
            .read(async |tx| {
                tx.all(
                    "SELECT a.requester, a.decided_by, a.private, s.chat FROM approvals a JOIN sessions s USING (session_id)
                     WHERE a.decided_by IS NOT NULL",
                    (),
                )
                .await
            })
            .await;
        let approver = self.user(NAMES[APPROVER]).await;
        for one in decided {
            let by_approver = one.decided_by == approver && one.chat == "family" && one.private == 0;
            prop_assert!(
                one.decided_by == one.requester || by_approver,
                "the wrong one has decided: {one:?}"
            );
        }
        Ok(())
    }

    /// Checks that the last sent message does not name the other member, although the owner's list of people has
    /// everybody's names and accounts.
    pub(super) fn check_nobody_is_named(&self, other: &str) -> Checked {
        match lock(&self.room.channel.sent).last() {
            Some(message) => lacks(&shown(&message.content), &[other], "what a member is told of people"),
            None => Ok(()),
        }
    }

    /// Checks that nobody is shown another person's data, except words from their common group.
    pub(super) fn check_shown(&mut self, cause: Cause) -> Checked {
        let sent = std::mem::take(&mut *lock(&self.room.channel.sent));
        let sent = sent.into_iter().map(|message| (message.chat.clone(), id_of(&message), message.content));
        let edited = std::mem::take(&mut *lock(&self.room.channel.edited));
        let edited_in = std::mem::take(&mut *lock(&self.room.channel.edited_in));
        let edited = edited_in.into_iter().zip(edited).map(|((chat, id), content)| (chat, id, content));
        for (chat, id, content) in sent.chain(edited) {
            self.check_content(cause, &chat, &content)?;
            self.messages.shown(&chat, &id, &content);
        }
        Ok(())
    }

    fn check_content(&self, cause: Cause, chat: &ChatRef, content: &Content) -> Checked {
        let text = shown(content);
        let Some(who) = NAMES.iter().position(|name| **name == chat.chat) else {
            for (owner, words) in WORDS.iter().enumerate() {
                // A person's own file is shown to the group only by that person's press.
                let is_released = content.media.is_some() && matches!(cause, Cause::Press(by) if by == owner);
                if !is_released {
                    lacks(&text, &words[..1], "what the group is shown")?;
                }
            }
            return match cause {
                Cause::Own(by) => {
                    lacks(&text, &WORDS[1 - by], &format!("what {} has shown to the group", NAMES[by]))
                }
                Cause::Press(_) | Cause::Time => Ok(()),
            };
        };
        // An export also contains the person's quotations.
        let quotes = self.messages.quoted_by(who).iter().flat_map(|quoted| quoted.text.lines());
        let quotes = quotes.filter(|line| content.media.is_some() && !line.is_empty());
        let text = quotes.fold(text, |text, quote| text.replace(quote, ""));
        lacks(&text, &WORDS[1 - who], &format!("what {} is shown", NAMES[who]))
    }

    /// Returns everything that a person can be shown: their export, and their search results.
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
            Section::Sites,
            Section::SitePages,
            Section::SitePictures,
            Section::SiteChanges,
            Section::SiteMessages,
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
            // The rank depends on how often all people have used a word.
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

    /// Checks that searches find only what the person may see.
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

    /// Returns a person's search results for the shared words in a place.
    async fn finds(&self, user: &UserId, place: &Place) -> Vec<SearchResult> {
        let query = Query {
            user: user.clone(),
            text: SHARED.to_owned(),
            tags: Vec::new(),
            top_k: 1_000,
            include_conversation: true,
            include_documents: true,
            scope: Scope::in_chat(&place.chat, place.kind),
            turn: None,
        };
        self.room.core.memory.search(query).await.unwrap().found
    }
}

/// Returns everything that a message shows, including the contents of its files.
fn shown(content: &Content) -> String {
    let mut text = content.body.text.clone();
    for button in content.buttons.iter().flatten() {
        write!(text, " {} {}", button.label, button.data).unwrap();
    }
    for media in content.files() {
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
