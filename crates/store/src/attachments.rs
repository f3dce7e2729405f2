//! Files that came with messages, and whether the model knows of them. Their content stays with the platform until it
//! is needed.

use adjutant_channel::{Attachment, ChatRef, MessageId};
use adjutant_domain::{
    ids::{AttachmentId, CallId, SessionId, TurnId},
    origin::Sources,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{Tx, params, sql::indexed},
    sessions::thread,
};

/// A file that came with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAttachment {
    pub attachment_id: AttachmentId,
    pub message_id: MessageId,
    pub attachment: Attachment,
    /// The sources of the untrusted content that it may hold, its name included.
    pub untrusted: Sources,
}

/// A row.
#[derive(Deserialize)]
struct Row {
    attachment_id: AttachmentId,
    message_id: MessageId,
    attachment: String,
    untrusted: Sources,
}

/// The files of a message.
#[derive(Clone, Copy, Debug)]
pub struct Received<'a> {
    pub message: &'a MessageId,
    pub attachments: &'a [Attachment],
    /// The sources of the untrusted content that they may hold.
    pub untrusted: &'a Sources,
}

/// Stores the files of a message. Skips attachments without a file, such as a location.
pub async fn add(
    tx: &Tx,
    session: &SessionId,
    Received { message, attachments, untrusted }: Received<'_>,
    now: Timestamp,
) -> Result<()> {
    for attachment in attachments.iter().filter(|attachment| is_file(attachment)) {
        tx.execute(
            "INSERT INTO attachments (attachment_id, session_id, message_id, attachment, created_at, untrusted)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                AttachmentId::generate(),
                session,
                message.0.as_str(),
                serde_json::to_string(attachment)?,
                now,
                untrusted
            ],
        )
        .await?;
    }
    Ok(())
}

/// Returns whether the attachment has a file to download.
pub fn is_file(attachment: &Attachment) -> bool {
    !attachment.file_id.is_empty()
}

/// Returns the files of a session that the model has not been told of, oldest first.
pub async fn untold(tx: &Tx, session: &SessionId) -> Result<Vec<StoredAttachment>> {
    let rows: Vec<Row> = tx
        .all(
            "SELECT attachment_id, message_id, attachment, untrusted FROM attachments
             WHERE session_id = ?1 AND told = 0
             ORDER BY created_at, attachment_id",
            params![session],
        )
        .await?;
    rows.into_iter().map(received).collect()
}

/// Records that the model has been told of all files of a session.
pub async fn mark_told(tx: &Tx, session: &SessionId) -> Result<()> {
    tx.execute("UPDATE attachments SET told = 1 WHERE session_id = ?1 AND told = 0", params![session])
        .await
        .map(drop)
}

/// Returns the files of a turn's messages that have not been tried as text for the model.
pub async fn not_given(tx: &Tx, session: &SessionId, turn: &TurnId) -> Result<Vec<StoredAttachment>> {
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT attachment_id, message_id, attachment, untrusted FROM ",
                indexed!("attachments", "attachments_not_given"),
                " WHERE session_id = ?1 AND given = 0
                  AND message_id IN (SELECT message_id FROM inbox WHERE turn_id = ?2)
                 ORDER BY created_at, attachment_id"
            ),
            params![session, turn],
        )
        .await?;
    rows.into_iter().map(received).collect()
}

/// Records that a file was tried as text for the model. `unreadable` says why it cannot be read, as the end of a
/// sentence.
pub async fn mark_given(tx: &Tx, file: &AttachmentId, unreadable: Option<&str>) -> Result<()> {
    tx.execute(
        "UPDATE attachments SET given = 1, unreadable = ?2 WHERE attachment_id = ?1",
        params![file, unreadable],
    )
    .await
    .map(drop)
}

/// Returns a turn's files with unreadable text, oldest first, each with the reason.
pub async fn unreadable(tx: &Tx, session: &SessionId, turn: &TurnId) -> Result<Vec<(Attachment, String)>> {
    #[derive(Deserialize)]
    struct Unreadable {
        attachment: String,
        unreadable: String,
    }

    let rows: Vec<Unreadable> = tx
        .all(
            "SELECT attachment, unreadable FROM attachments
             WHERE session_id = ?1 AND unreadable IS NOT NULL
               AND message_id IN (SELECT message_id FROM inbox WHERE turn_id = ?2)
             ORDER BY created_at, attachment_id",
            params![session, turn],
        )
        .await?;
    rows.into_iter().map(|row| Ok((serde_json::from_str(&row.attachment)?, row.unreadable))).collect()
}

/// Returns the files that came with a message of a session.
pub async fn of_message(tx: &Tx, session: &SessionId, message: &MessageId) -> Result<Vec<StoredAttachment>> {
    let rows: Vec<Row> = tx
        .all(
            "SELECT attachment_id, message_id, attachment, untrusted FROM attachments
             WHERE session_id = ?1 AND message_id = ?2
             ORDER BY created_at, attachment_id",
            params![session, message.0.as_str()],
        )
        .await?;
    rows.into_iter().map(received).collect()
}

/// Returns a file of the conversation that this session belongs to: the named one, or else the newest one older than
/// the call. The conversation of a run or a specialist is that of the person in its chat.
pub async fn find(
    tx: &Tx,
    session: &SessionId,
    wanted: Option<&AttachmentId>,
    call: &CallId,
) -> Result<Option<StoredAttachment>> {
    let row: Option<Row> = tx
        .first(
            // Ids are ordered by time, so the call uses the file that the person was asked about, whatever came
            // meanwhile.
            "SELECT attachment_id, message_id, attachment, untrusted FROM attachments
             WHERE session_id IN (
                 SELECT chat.session_id FROM sessions chat JOIN sessions own USING (channel, chat, thread, user_id)
                 WHERE own.session_id = ?1 AND chat.kind = 'chat')
             AND CASE WHEN ?2 IS NULL
                 THEN substr(attachment_id, length('attachment-') + 1) < substr(?3, length('call-') + 1)
                 ELSE attachment_id = ?2 END
             ORDER BY created_at DESC, attachment_id DESC LIMIT 1",
            params![session, wanted.map(AttachmentId::as_str), call],
        )
        .await?;
    row.map(received).transpose()
}

/// Returns a model's description of a file's picture.
pub async fn description(tx: &Tx, file: &AttachmentId) -> Result<Option<String>> {
    let found: Option<Option<String>> = tx
        .value("SELECT description AS value FROM attachments WHERE attachment_id = ?1", params![file])
        .await?;
    Ok(found.flatten())
}

/// Deletes the files of a deleted message, unless the model has been told of them.
pub async fn forget(tx: &Tx, chat: &ChatRef, message: &MessageId) -> Result<()> {
    tx.execute(
        "DELETE FROM attachments WHERE told = 0 AND message_id = ?4 AND session_id IN (
             SELECT session_id FROM sessions WHERE channel = ?1 AND chat = ?2 AND thread = ?3 AND kind = 'chat')",
        params![chat.channel.as_str(), chat.chat.as_str(), thread(chat), message.0.as_str()],
    )
    .await
    .map(drop)
}

fn received(row: Row) -> Result<StoredAttachment> {
    let attachment = serde_json::from_str(&row.attachment).with_context(|| row.attachment_id.to_string())?;
    let Row { attachment_id, message_id, untrusted, .. } = row;
    Ok(StoredAttachment { attachment_id, message_id, attachment, untrusted })
}
