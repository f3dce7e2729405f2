//! Albums: files that a person sends as one message, and that arrive as several. The parts wait in the inbox until no
//! further part is expected; then they count as one message. Only the rows tell whether an album is complete, so a
//! killed process leaves no state behind. Pure functions.

use std::time::Duration;

use adjutant_domain::{text::join, timestamp::Timestamp};
use adjutant_store::{
    attachments::StoredAttachment,
    inbox::{Message, Waiting},
};
use anyhow::Result;

/// How long to wait for the next part after the last one.
const PAUSE: Duration = Duration::from_secs(1);
/// How long to wait for an album in total.
const LONGEST: Duration = Duration::from_secs(5);

/// A message as its person sent it: one row, or all rows of an album.
#[derive(Debug)]
pub(in crate::agent) struct Sent<'a> {
    /// The rows in the order in which they were sent.
    pub rows: Vec<&'a Waiting>,
    /// The combined message of all rows.
    pub message: Message,
}

impl Sent<'_> {
    /// Returns whether the message has text, rather than only files.
    pub(super) fn has_text(&self) -> bool {
        let Message { text, heard, .. } = &self.message;
        !text.trim().is_empty() || heard.as_ref().is_some_and(|said| !said.is_empty())
    }

    /// Returns how much longer to wait for further parts.
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
        // The platform repeats to this process any parts that a killed process did not store.
        (last + PAUSE).min(first + LONGEST).max(started + PAUSE).since(now)
    }
}

/// Returns the messages of waiting rows up to the first album that may be incomplete, and how long to wait for that
/// album. `started` is the start of this process.
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
    /// Adds another part. A webhook may deliver the parts in any order; their ids ascend.
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

    /// Returns whether a file came with the message.
    pub(super) fn brought(&self, file: &StoredAttachment) -> bool {
        self.rows.iter().any(|row| came_with(file, row))
    }

    /// Returns the files that came with the message, in the order in which they were sent.
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
