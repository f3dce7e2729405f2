//! Opens the direct chats of people who may have written for the first time while the bot was away: Discord announces
//! such chats in no other way.

use std::collections::HashSet;

use adjutant_net::Backoff;
use tokio::{
    sync::mpsc,
    task::JoinHandle,
    time::{Duration, sleep},
};

use crate::{
    CHANNEL, direct_chat,
    errors::CallError,
    event_handler::EventHandler,
    wire::{Channel, Id},
};

/// The most direct chats opened at a start: Discord stops bots that open very many.
const MAX_OPENED: usize = 100;
/// The longest pause before asking again for a direct chat that could not be opened.
const MAX_PAUSE: Duration = Duration::from_mins(5);

/// The direct chats being opened, one after the other, in the background.
#[derive(Default)]
pub(crate) struct FirstMessages {
    opening: Option<Opening>,
    /// The people whose direct chats this process has opened, so that a later session asks for no chat again.
    people: HashSet<String>,
    /// The ids of those chats.
    chats: HashSet<Id>,
}

struct Opening {
    opened: mpsc::Receiver<(String, Option<Channel>)>,
    task: JoinHandle<()>,
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl FirstMessages {
    /// Begins to open the direct chats of the people that the gateway names, for a new session.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn open(&mut self, handler: &EventHandler) -> anyhow::Result<()> {
        self.opening = None;
        let mut people = handler.gateway.people_without_chat(CHANNEL, MAX_OPENED).await?;
        people.retain(|person| !self.people.contains(person));
        if people.is_empty() {
            return Ok(());
        }
        let (found, opened) = mpsc::channel(1);
        let handler = handler.clone();
        let task = tokio::spawn(async move {
            for person in people {
                let chat = open_chat(&handler, &person).await;
                if found.send((person, chat)).await.is_err() {
                    return;
                }
            }
        });
        self.opening = Some(Opening { opened, task });
        Ok(())
    }

    /// Returns the chats that earlier sessions of this process have opened.
    pub(crate) fn chats(&self) -> impl Iterator<Item = Id> {
        self.chats.iter().copied()
    }

    /// Waits for the next direct chat with a message after `since`; `None` if no more are opened. Safe to cancel.
    pub(crate) async fn next_newer(&mut self, since: Id) -> Option<Id> {
        loop {
            let Some((person, chat)) = self.opening.as_mut()?.opened.recv().await else {
                self.opening = None;
                return None;
            };
            self.people.insert(person);
            let Some(chat) = chat else { continue };
            self.chats.insert(chat.id);
            if chat.last_message_id.is_some_and(|id| id > since) {
                return Some(chat.id);
            }
        }
    }

    /// Returns whether every chat has been opened or has failed to open.
    pub(crate) fn is_complete(&self) -> bool {
        self.opening.is_none()
    }
}

/// Opens the direct chat with a person, or finds the existing one; `None` if Discord refuses.
async fn open_chat(handler: &EventHandler, person: &str) -> Option<Channel> {
    let mut backoff = Backoff::new();
    loop {
        match direct_chat::open(&handler.discord.api, person).await {
            Ok(channel) => return Some(channel),
            // The id is not a person's account, or the account is gone.
            Err(CallError::Refused(refusal)) => {
                tracing::debug!(person, refusal = refusal.message, "cannot open a direct chat");
                return None;
            }
            Err(CallError::RetryAfter(pause)) => sleep(pause).await,
            Err(error) => {
                tracing::warn!(%error, "cannot open a direct chat yet; retrying");
                sleep(backoff.pause(MAX_PAUSE)).await;
            }
        }
    }
}
