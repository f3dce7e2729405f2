//! The files of the newest messages of the bot.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use adjutant_channel::{Media, MessageId};

use crate::lock;

/// Messages with a file that may have been sent and not yet recorded.
const MAX_RECENT: usize = 64;

/// Media of the newest messages, oldest first.
#[derive(Clone, Default)]
pub(crate) struct RecentMedia(Arc<Mutex<VecDeque<(MessageId, Media)>>>);

impl RecentMedia {
    pub(crate) fn remember(&self, id: &MessageId, media: &Media) {
        let mut sent = lock(&self.0);
        if sent.len() == MAX_RECENT {
            sent.pop_front();
        }
        sent.push_back((id.clone(), media.clone()));
    }

    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }

    pub(crate) fn find(&self, id: &MessageId) -> Option<Media> {
        lock(&self.0).iter().rev().find(|(sent, _)| sent == id).map(|(_, media)| media.clone())
    }
}
