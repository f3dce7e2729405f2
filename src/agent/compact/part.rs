//! The part of a conversation that a summary is written of.

use std::{collections::HashMap, sync::Arc};

use adjutant_domain::ids::CallId;
use adjutant_store::{
    calls,
    turns::{self, Entry, Measured},
};
use anyhow::Result;

use crate::{agent::context, core::Core};

/// Some turns of a conversation, oldest first, as they were said.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub turns: Vec<Vec<Entry>>,
    /// For people: what each call did.
    pub titles: HashMap<CallId, String>,
}

/// Reads these turns.
pub(super) async fn read(core: &Arc<Core>, turns: &[Measured]) -> Result<Part> {
    let ids: Vec<_> = turns.iter().map(|turn| turn.turn_id.clone()).collect();
    core.db
        .read(async move |tx| {
            let mut transcripts = turns::transcripts(tx, &ids).await?;
            let titles = calls::titles(tx, &ids).await?;
            Ok(Part { turns: ids.iter().filter_map(|id| transcripts.remove(id)).collect(), titles })
        })
        .await
}

impl Part {
    /// Whether anything in it is others' words, or may have been said because of such.
    pub fn holds_others(&self) -> bool {
        self.turns.iter().flatten().any(|entry| entry.untrusted().is_some())
    }

    /// Whose words a summary of it may hold, if others': those that earlier turns show.
    pub fn untrusted(&self) -> Option<&str> {
        self.turns.iter().rev().find_map(|entries| context::written_by_others(entries))
    }

    /// Whether the person themselves wrote this, but for case and spaces.
    pub fn was_said(&self, words: &str) -> bool {
        let wanted = plain(words);
        !wanted.is_empty()
            && self.turns.iter().flatten().any(|entry| match entry {
                Entry::User { text, untrusted: None } => plain(text).contains(&wanted),
                _ => false,
            })
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
