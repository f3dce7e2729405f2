//! The part of a conversation that one summary covers.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use adjutant_domain::{ids::CallId, origin::Sources, redact::Filter, timestamp::Timestamp};
use adjutant_store::{
    calls,
    turns::{self, Entry, TurnSize},
};
use anyhow::Result;

use crate::{agent::context, core::Core};

/// Consecutive turns of a conversation, oldest first, in their original words.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub turns: Vec<Turn>,
    /// What each call did, in words for people.
    pub titles: HashMap<CallId, String>,
}

/// A turn of a part.
#[derive(Debug)]
pub(super) struct Turn {
    pub started_at: Timestamp,
    pub entries: Vec<Entry>,
}

/// Reads these turns.
pub(super) async fn read(core: &Arc<Core>, turns: &[TurnSize]) -> Result<Part> {
    let ids: Vec<_> = turns.iter().map(|turn| turn.turn_id.clone()).collect();
    let started: Vec<_> = turns.iter().map(|turn| turn.started_at).collect();
    core.db
        .read(async move |tx| {
            let mut transcripts = turns::transcripts(tx, &ids).await?;
            let titles = calls::titles(tx, &ids).await?;
            let turn = |(id, started_at)| Some(Turn { started_at, entries: transcripts.remove(id)? });
            Ok(Part { turns: ids.iter().zip(started.iter().copied()).filter_map(turn).collect(), titles })
        })
        .await
}

impl Part {
    /// Returns the part without secrets.
    pub fn without(mut self, secrets: &Filter) -> Self {
        for entry in self.turns.iter_mut().flat_map(|turn| &mut turn.entries) {
            match entry {
                Entry::User { text, .. } | Entry::Note { text, .. } => clean(secrets, text),
                Entry::Assistant { text, calls, .. } => {
                    clean(secrets, text);
                    for call in calls {
                        clean(secrets, &mut call.arguments);
                        clean(secrets, &mut call.result);
                    }
                }
            }
        }
        self
    }

    /// Returns whether the part holds untrusted content, or the model's words after it had read some.
    pub fn holds_others(&self) -> bool {
        self.turns.iter().flat_map(|turn| &turn.entries).any(|entry| !entry.untrusted().is_empty())
    }

    /// Returns the untrusted sources that a summary of the part may quote: those that later turns still show.
    pub fn untrusted(&self) -> Sources {
        let shown = |all: Sources, turn: &Turn| all.and(&context::written_by_others(&turn.entries));
        self.turns.iter().fold(Sources::OWN, shown)
    }

    /// Returns when the person first wrote these words; `None` if they did not.
    pub fn said_at(&self, words: &str) -> Option<Timestamp> {
        let says = |turn: &&Turn| turn.entries.iter().any(|entry| entry.is_own_and_says(words));
        self.turns.iter().find(says).map(|turn| turn.started_at)
    }
}

fn clean(secrets: &Filter, text: &mut String) {
    if let Cow::Owned(changed) = secrets.replace(text) {
        *text = changed;
    }
}
