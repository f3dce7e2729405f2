//! Albums: files that a person sends as one message, and that arrive as several. The parts wait in the inbox until no
//! further one is to be expected; then they count as one message. Whether they are complete is told by their rows alone,
//! so a process that was killed meanwhile leaves nothing behind. Pure.

use std::time::Duration;

use adjutant_domain::{text::join, timestamp::Timestamp};
use adjutant_store::{
    attachments::StoredAttachment,
    inbox::{Message, Waiting},
};
use anyhow::Result;

/// How long after a part of an album the next one is waited for.
const PAUSE: Duration = Duration::from_secs(1);
/// How long an album is waited for in all.
const LONGEST: Duration = Duration::from_secs(5);

/// A message as its person sent it: one row, or all rows of an album.
#[derive(Debug)]
pub(in crate::agent) struct Sent<'a> {
    /// In the order in which they were sent.
    pub rows: Vec<&'a Waiting>,
    /// What all rows say together.
    pub message: Message,
}

impl Sent<'_> {
    /// Returns whether it says something, and does not only bring files.
    pub(super) fn has_text(&self) -> bool {
        let Message { text, heard, .. } = &self.message;
        !text.trim().is_empty() || heard.as_ref().is_some_and(|said| !said.is_empty())
    }

    /// Returns how long further parts are waited for.
    fn is_open_for(&self, started: Timestamp, now: Timestamp) -> Duration {
        let arrived = || self.rows.iter().map(|row| row.delay().received_at);
        let (Some(first), Some(last), Some(_)) = (arrived().min(), arrived().max(), &self.message.album)
        else {
            return Duration::ZERO;
        };
        // A clock that was set back must not keep the album waiting.
        if now < last || now < started {
            return Duration::ZERO;
        }
        // What a process did not store before it was killed, the platform repeats to the next one.
        (last + PAUSE).min(first + LONGEST).max(started + PAUSE).since(now)
    }
}

/// Returns the messages of waiting rows up to the first album that may not be complete, and how long that is waited for.
/// `started` is when this process was.
///
/// # Errors
/// Returns an error if a row cannot be parsed.
pub(in crate::agent) fn gather<'a>(
    rows: Vec<&'a Waiting>,
    started: Timestamp,
    now: Timestamp,
) -> Result<(Vec<Sent<'a>>, Option<Duration>)> {
    let mut all: Vec<Sent<'a>> = Vec::new();
    for row in rows {
        let message: Message = row.body()?;
        let album = message.album.as_ref();
        match all.iter_mut().find(|sent| album.is_some() && sent.message.album.as_ref() == album) {
            Some(sent) => sent.add(row, message),
            None => all.push(Sent { rows: vec![row], message }),
        }
    }
    let open = all.iter().position(|sent| !sent.is_open_for(started, now).is_zero());
    let wait = open.map(|at| all[at].is_open_for(started, now));
    all.truncate(open.unwrap_or(all.len()));
    Ok((all, wait))
}

impl<'a> Sent<'a> {
    /// Adds another part. A webhook may bring them in any order; their ids count up.
    fn add(&mut self, row: &'a Waiting, part: Message) {
        let id = |row: &Waiting| row.message_id.as_ref().map(|id| (id.len(), id.clone()));
        let at = self.rows.partition_point(|other| id(other) <= id(row));
        self.rows.insert(at, row);
        let Message { text, attachments, reply_to, forwarded, heard, missed, .. } = part;
        let whole = &mut self.message;
        if !text.trim().is_empty() {
            whole.text =
                if whole.text.trim().is_empty() { text } else { format!("{}\n\n{text}", whole.text) };
        }
        whole.attachments.extend(attachments);
        if let Some(said) = heard.filter(|said| !said.is_empty()) {
            whole.heard = Some(whole.heard.take().map_or(said.clone(), |before| join(&before, &said)));
        }
        whole.missed += missed;
        whole.reply_to = whole.reply_to.take().or(reply_to);
        whole.forwarded |= forwarded;
    }

    /// Returns whether a file came with it.
    pub(super) fn brought(&self, file: &StoredAttachment) -> bool {
        self.rows.iter().any(|row| came_with(file, row))
    }

    /// Returns those files that came with it, in the order in which they were sent.
    pub(super) fn in_order(&self, files: &[StoredAttachment]) -> Vec<StoredAttachment> {
        let of =
            |row: &&'a Waiting| files.iter().filter(|file| came_with(file, row)).cloned().collect::<Vec<_>>();
        self.rows.iter().flat_map(of).collect()
    }

    /// Returns the row that an answer replies to.
    pub(super) fn first(&self) -> &'a Waiting {
        self.rows[0]
    }
}

fn came_with(file: &StoredAttachment, row: &Waiting) -> bool {
    row.message_id.as_ref() == Some(&file.message_id.0)
}
