//! The pictures that a turn shows to its model. They are kept until the turn ends; the file stays with its platform,
//! and is fetched again when needed.

use std::sync::Arc;

use adjutant_channel::Attachment;
use adjutant_domain::{
    ids::{AttachmentId, CallId, TurnId},
    picture::{Answer, Picture, Problem},
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// A picture of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPicture {
    /// Its number in the turn.
    pub ordinal: i64,
    /// The attachment, if the picture came with a message. `None` once its row is deleted.
    pub file: Option<(AttachmentId, Attachment)>,
    /// How many responses the turn had when the picture's message came.
    pub responses: i64,
    /// The call that shows it; `None` if it came with a message.
    pub call: Option<CallId>,
    pub state: State,
    /// A model's description of the picture.
    pub description: Option<String>,
    /// Whether the conversation holds the description.
    pub is_told: bool,
}

/// The processing state of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Not processed yet.
    Waiting,
    Drawn(Arc<Picture>),
    Refused(Problem),
}

/// Adds a message's file to the pictures of a turn, unless it is there already.
pub async fn add(tx: &Tx, turn: &TurnId, file: &AttachmentId) -> Result<()> {
    tx.execute(
        "INSERT INTO pictures (turn_id, ordinal, attachment_id, responses)
         SELECT ?1, (SELECT count(*) FROM pictures WHERE turn_id = ?1), ?2,
                (SELECT count(*) FROM entries WHERE turn_id = ?1 AND role = 'assistant')
         WHERE NOT EXISTS (SELECT 1 FROM pictures WHERE turn_id = ?1 AND attachment_id = ?2 AND call_id IS NULL)",
        params![turn, file],
    )
    .await
    .map(drop)
}

/// Adds a call's picture to a turn, unless the call has added one before.
pub async fn show(tx: &Tx, turn: &TurnId, call: &CallId, picture: &Picture) -> Result<()> {
    tx.execute(
        "INSERT INTO pictures (turn_id, ordinal, call_id, outcome, bytes)
         SELECT ?1, (SELECT count(*) FROM pictures WHERE turn_id = ?1), ?2, ?3, ?4
         WHERE NOT EXISTS (SELECT 1 FROM pictures WHERE turn_id = ?1 AND call_id = ?2)",
        params![turn, call, serde_json::to_string(&Answer::Drawn(picture.size))?, picture.bytes.as_slice()],
    )
    .await
    .map(drop)
}

/// Records the outcome of processing a picture.
pub async fn note(tx: &Tx, turn: &TurnId, ordinal: i64, state: &State) -> Result<()> {
    let (answer, bytes) = match state {
        State::Waiting => return Ok(()),
        State::Drawn(picture) => (Answer::Drawn(picture.size), Some(picture.bytes.clone())),
        State::Refused(problem) => (Answer::Refused(*problem), None),
    };
    tx.execute(
        "UPDATE pictures SET outcome = ?3, bytes = ?4 WHERE turn_id = ?1 AND ordinal = ?2",
        params![turn, ordinal, serde_json::to_string(&answer)?, bytes],
    )
    .await
    .map(drop)
}

/// Returns the pictures of a turn, in order.
pub async fn of_turn(tx: &Tx, turn: &TurnId) -> Result<Vec<TurnPicture>> {
    let rows: Vec<Row> = tx
        .all(
            "SELECT p.ordinal, p.attachment_id, p.call_id, p.outcome, p.bytes, p.told, p.responses, a.attachment, a.description
             FROM pictures p LEFT JOIN attachments a USING (attachment_id)
             WHERE p.turn_id = ?1 ORDER BY p.ordinal",
            params![turn],
        )
        .await?;
    rows.into_iter().map(Row::read).collect()
}

/// Deletes the pictures of a turn.
pub async fn forget(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute("DELETE FROM pictures WHERE turn_id = ?1", params![turn]).await.map(drop)
}

/// Stores a model's description of a turn's picture with its file. The conversation holds the description from now on.
pub async fn describe(
    tx: &Tx,
    (turn, ordinal): (&TurnId, i64),
    file: &AttachmentId,
    description: &str,
) -> Result<()> {
    tx.execute("UPDATE pictures SET told = 1 WHERE turn_id = ?1 AND ordinal = ?2", params![turn, ordinal])
        .await?;
    tx.execute("UPDATE attachments SET description = ?2 WHERE attachment_id = ?1", params![file, description])
        .await
        .map(drop)
}

#[derive(Deserialize)]
struct Row {
    ordinal: i64,
    attachment_id: Option<AttachmentId>,
    call_id: Option<CallId>,
    outcome: Option<String>,
    bytes: Option<Vec<u8>>,
    told: i64,
    responses: i64,
    attachment: Option<String>,
    description: Option<String>,
}

impl Row {
    fn read(self) -> Result<TurnPicture> {
        let Self {
            ordinal,
            attachment_id,
            call_id,
            outcome,
            bytes,
            told,
            responses,
            attachment,
            description,
        } = self;
        let file = match (attachment_id, attachment) {
            (Some(id), Some(attachment)) => {
                Some((id, serde_json::from_str(&attachment).context("cannot parse an attachment")?))
            }
            _ => None,
        };
        let state = match outcome.as_deref().map(serde_json::from_str).transpose()? {
            None => State::Waiting,
            Some(Answer::Drawn(size)) => {
                let bytes = bytes.unwrap_or_default();
                State::Drawn(Arc::new(Picture { size, bytes }))
            }
            Some(Answer::Refused(problem)) => State::Refused(problem),
        };
        let is_told = told != 0;
        Ok(TurnPicture { ordinal, file, responses, call: call_id, state, description, is_told })
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::picture::{Format, Size};

    use super::*;
    use crate::testing::Store;

    #[tokio::test]
    async fn a_picture_keeps_what_came_of_it_until_its_turn_ends() {
        let store = Store::new().await;
        let (_, session) = store.person("alice").await;
        let (turn, ..) = store.turn(&session, &[]).await;
        let size = Size { format: Format::Png, width: 2, height: 1 };
        let picture = Picture { size, bytes: vec![0, 255, 7] };
        let (drawn, id) = (picture.clone(), turn.clone());
        store
            .write(async move |tx| {
                let file = AttachmentId("attachment-1".to_owned());
                for _ in 0..2 {
                    add(tx, &id, &file).await?;
                    show(tx, &id, &CallId("call-1".to_owned()), &drawn).await?;
                }
                note(tx, &id, 0, &State::Refused(Problem::Gone)).await
            })
            .await;
        let id = turn.clone();
        let kept = store.read(async move |tx| of_turn(tx, &id).await).await;
        let states: Vec<_> = kept.iter().map(|picture| &picture.state).collect();
        assert_eq!(states, [&State::Refused(Problem::Gone), &State::Drawn(Arc::new(picture))]);
        let id = turn.clone();
        store.write(async move |tx| forget(tx, &id).await).await;
        assert_eq!(store.read(async move |tx| of_turn(tx, &turn).await).await, []);
    }
}
