//! Turns a row into the message that a channel sends.

use std::path::PathBuf;

use adjutant_channel::{Content, MessageId, Outgoing, Rich};
use adjutant_domain::{ids::UserId, language::Language};
use adjutant_store::{
    db::Tx,
    file_usage::{NewFile, Reserved},
    outbox::{self as rows, Row},
    people,
};
use adjutant_texts as texts;
use adjutant_workspace::{Blob, blobs, room::Room};
use anyhow::{Result, ensure};

use crate::core::Core;

/// Returns the content to show for a row. A message that may have arrived before says so.
pub(super) async fn marked(core: &Core, row: &Row, mut content: Content) -> Result<Content> {
    if row.repeat {
        let row = row.clone();
        let language = core.db.read(async move |tx| language_of(tx, &row).await).await?;
        content.body = marked_in(language, content.body);
    }
    Ok(content)
}

/// Adds to a message, in this language, that it may have arrived before.
pub(super) fn marked_in(language: Language, body: Rich) -> Rich {
    language.scope_sync(|| texts::possible_repeat(body))
}

/// Returns the language of the person whose work a message is about.
pub(super) async fn language_of(tx: &Tx, row: &Row) -> Result<Language> {
    match rows::user_of(tx, &row.source).await? {
        Some(user) => people::language(tx, &user).await,
        None => Ok(Language::default()),
    }
}

/// Returns content whose files have paths that this machine can read.
pub(crate) async fn on_this_machine(core: &Core, mut content: Content) -> Result<Content> {
    for media in content.media.iter_mut().chain(&mut content.more) {
        let (blobs, stored) = (core.blobs.clone(), media.path.clone());
        media.path = tokio::task::spawn_blocking(move || blobs::locate(&*blobs, &stored)).await??;
    }
    Ok(content)
}

/// Writes a file for a message beside the person's files. Returns its path as messages store it.
///
/// # Errors
/// Returns an error if the disk refuses, or the person is being forgotten.
pub(crate) async fn keep_file(core: &Core, user: &UserId, name: String, bytes: Vec<u8>) -> Result<PathBuf> {
    let (now, size) = (core.clock.now(), bytes.len());
    let room = Room { db: &core.db, blobs: &core.blobs, user };
    // An answer must get out in any case, and its file is deleted soon.
    let reserved = room.reserve(NewFile { bytes: size as u64, room: None }, now.into()).await?;
    ensure!(reserved == Reserved::Yes, "the person is being forgotten");
    let (blobs, blob) = (core.blobs.clone(), Blob::outgoing(user, name));
    let path = blob.stored();
    let written = tokio::task::spawn_blocking(move || blobs.put(&blob, &bytes, now.into())).await?;
    room.settle(if written.is_ok() { 0 } else { -(size as i64) }, now.into()).await?;
    written?;
    Ok(path)
}

/// Returns a row's message with this content.
pub(super) fn outgoing(row: &Row, content: Content) -> Outgoing {
    Outgoing {
        key: row.key(),
        chat: row.chat(),
        content,
        reply_to: row.reply_to.clone().map(MessageId),
        handle: row.handle.clone(),
        part: row.part.unsigned_abs() as usize,
    }
}
