//! Files that are written record by record, none of them larger than the chat accepts.

use std::{path::PathBuf, sync::Arc};

use adjutant_channel::{AttachmentKind, Media};
use adjutant_domain::ids::UserId;
use adjutant_workspace::{Blob, Blobs, blobs::Unfinished};
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio::task::spawn_blocking;

/// The bytes buffered before a write to disk.
const BATCH_SIZE: usize = 64 * 1024;

/// The storage of the files, and their names.
#[derive(Clone)]
pub(super) struct Place {
    pub blobs: Arc<dyn Blobs>,
    pub owner: UserId,
    /// The prefix of the stored names.
    pub blob: String,
    /// The prefix of the displayed names.
    pub name: String,
    /// The largest size, in bytes. A single record that exceeds it makes a larger file.
    pub limit: u64,
    pub now: DateTime<Utc>,
}

/// A file format. Its output depends on the earlier records of the same file.
pub(super) trait Format {
    const EXTENSION: &'static str;

    /// Returns the beginning of a new file.
    fn beginning(&mut self, part: usize) -> String;
    fn record(&mut self, section: &'static str, record: &Value) -> String;
    /// Returns the heading of a conversation, to which the following records belong.
    fn conversation(&mut self, conversation: &Value) -> String;
    fn end(&self) -> String;
}

/// The files of one format.
pub(super) struct Files<F> {
    place: Place,
    format: F,
    open: Option<Open>,
    done: Vec<Media>,
}

/// The file that is being written.
struct Open {
    /// The path by which messages will refer to it.
    stored: PathBuf,
    file: Box<dyn Unfinished>,
    buffer: String,
    /// The bytes so far, and the length of the file's beginning.
    size: usize,
    beginning: usize,
}

impl<F: Format> Files<F> {
    pub(super) fn new(place: Place, format: F) -> Self {
        Self { place, format, open: None, done: Vec::new() }
    }

    /// Adds a record.
    pub(super) async fn record(&mut self, section: &'static str, record: &Value) -> Result<()> {
        self.add(|format| format.record(section, record)).await
    }

    /// Starts a conversation, to which the next records belong.
    pub(super) async fn conversation(&mut self, conversation: &Value) -> Result<()> {
        self.add(|format| format.conversation(conversation)).await
    }

    /// Ends the last file, and returns all of them. There is always one.
    pub(super) async fn finish(mut self) -> Result<Vec<Media>> {
        self.begin().await?;
        self.close().await?;
        Ok(self.done)
    }

    async fn add(&mut self, render: impl Fn(&mut F) -> String) -> Result<()> {
        self.begin().await?;
        let mut text = render(&mut self.format);
        let end = self.format.end().len();
        let fits = |open: &Open| (open.size + text.len() + end) as u64 <= self.place.limit;
        if self.open.as_ref().is_some_and(|open| !fits(open) && open.size > open.beginning) {
            self.close().await?;
            self.begin().await?;
            text = render(&mut self.format);
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        open.size += text.len();
        open.buffer.push_str(&text);
        if open.buffer.len() >= BATCH_SIZE {
            self.flush().await?;
        }
        Ok(())
    }

    async fn begin(&mut self) -> Result<()> {
        if self.open.is_some() {
            return Ok(());
        }
        let part = self.done.len() + 1;
        let buffer = self.format.beginning(part);
        let Place { blobs, owner, blob, .. } = self.place.clone();
        let blob = Blob::outgoing(&owner, format!("{blob}-{}-{part}", F::EXTENSION));
        let stored = blob.stored();
        let file = spawn_blocking(move || blobs.begin(&blob)).await??;
        let beginning = buffer.len();
        self.open = Some(Open { stored, file, buffer, size: beginning, beginning });
        Ok(())
    }

    async fn flush(&mut self) -> Result<()> {
        let Some(Open { stored, mut file, buffer, size, beginning }) = self.open.take() else {
            return Ok(());
        };
        let file = spawn_blocking(move || file.write(buffer.as_bytes()).map(|()| file)).await??;
        self.open = Some(Open { stored, file, buffer: String::new(), size, beginning });
        Ok(())
    }

    async fn close(&mut self) -> Result<()> {
        if let Some(open) = &mut self.open {
            open.buffer.push_str(&self.format.end());
        }
        self.flush().await?;
        let Some(open) = self.open.take() else { return Ok(()) };
        let now = self.place.now.into();
        let Open { stored: path, file, .. } = open;
        spawn_blocking(move || file.finish(now)).await??;
        let number = match self.done.len() {
            0 => String::new(),
            n => format!("-{}", n + 1),
        };
        let name = format!("{}{number}.{}", self.place.name, F::EXTENSION);
        self.done.push(Media { kind: AttachmentKind::File, path, name, size: None });
        Ok(())
    }
}
