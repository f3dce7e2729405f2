//! The files of the bot's newest messages.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use adjutant_channel::{Media, MessageId};

use crate::lock;

/// How many messages with a file may be sent and not yet be recorded.
const MAX_RECENT: usize = 64;

/// The media of the newest messages, oldest first. Cheap to clone; clones share one list.
#[derive(Clone, Default)]
pub(crate) struct RecentMedia(Arc<Mutex<VecDeque<Sent>>>);

struct Sent {
    id: MessageId,
    files: Vec<Media>,
}

impl RecentMedia {
    pub(crate) fn remember(&self, id: &MessageId, files: Vec<Media>) {
        let mut sent = lock(&self.0);
        if sent.len() == MAX_RECENT {
            sent.pop_front();
        }
        sent.push_back(Sent { id: id.clone(), files });
    }

    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }

    pub(crate) fn find(&self, id: &MessageId, at: usize) -> Option<Media> {
        lock(&self.0).iter().rev().find(|sent| sent.id == *id)?.files.get(at).cloned()
    }
}
