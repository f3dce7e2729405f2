//! Link requests: a code made by one account and typed by the other, and the answers of both sides.

use std::time::Duration;

use adjutant_channel::{ChatRef, Inbound};
use adjutant_domain::{ids, timestamp::Timestamp};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    people::AccountRef,
};

pub use adjutant_domain::outbox_key::LinkSide as Side;

/// How long a code can be typed, and after that how long both sides have to agree.
pub const VALID: Duration = Duration::from_mins(10);

/// The most wrong codes that an identity may type within [`GUESS_TIME`]; after that it must wait as long.
const WRONG_CODES: i64 = 5;
/// The window in which wrong codes count.
const GUESS_TIME: Duration = Duration::from_hours(1);

/// A request to link two accounts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Link {
    /// A random id, which the buttons contain.
    pub link_id: String,
    pub state: State,
    pub expires_at: Timestamp,
}

impl Link {
    /// Returns whether the code can be typed.
    pub fn is_offered(&self, now: Timestamp) -> bool {
        self.state == State::Offered && self.expires_at > now
    }
}

/// The progress of a link request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// The code has not been typed.
    Offered,
    /// Both sides are asked.
    Asked,
    Linked,
    /// One side declined.
    Refused,
    /// The maker of the code made another one.
    Replaced,
    Expired,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            Self::Offered => "offered",
            Self::Asked => "asked",
            Self::Linked => "linked",
            Self::Refused => "refused",
            Self::Replaced => "replaced",
            Self::Expired => "expired",
        }
    }
}

/// One of the two accounts of a link.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Party {
    pub side: Side,
    pub channel: String,
    pub external_id: String,
    chat: String,
    pub name: String,
    pub agreed: bool,
}

fn text_of(side: Side) -> &'static str {
    match side {
        Side::Maker => "maker",
        Side::Typist => "typist",
    }
}

impl Party {
    pub fn account(&self) -> AccountRef<'_> {
        AccountRef::new(&self.channel, &self.external_id)
    }

    /// Returns the account's direct chat.
    pub fn chat(&self) -> ChatRef {
        ChatRef { channel: self.channel.clone(), chat: self.chat.clone(), thread: None }
    }
}

/// Offers to link an event's sender, who is asked in `chat`, with the account that types the code.
pub async fn offer(tx: &Tx, event: &Inbound, chat: &ChatRef, code: &str, now: Timestamp) -> Result<()> {
    let id = ids::token();
    tx.execute(
        "INSERT INTO links (link_id, code_hash, state, created_at, expires_at) VALUES (?1, ?2, 'offered', ?3, ?4)",
        params![id.as_str(), hash(code), now, now + VALID],
    )
    .await?;
    add(tx, &id, Side::Maker, event, chat).await
}

/// Returns the open links whose code this identity made.
pub async fn open_of(tx: &Tx, AccountRef { channel, external_id }: AccountRef<'_>) -> Result<Vec<Link>> {
    tx.all(
        "SELECT l.* FROM link_sides s JOIN links l USING (link_id)
         WHERE s.channel = ?1 AND s.external_id = ?2 AND s.side = 'maker' AND l.state IN ('offered', 'asked')",
        params![channel, external_id],
    )
    .await
}

/// Returns the link of this code, current or past.
pub async fn of_code(tx: &Tx, code: &str) -> Result<Option<Link>> {
    tx.first("SELECT * FROM links WHERE code_hash = ?1", [hash(code)]).await
}

/// Records that an event's sender, who is asked in `chat`, typed the code. Both sides' time to agree starts now.
pub async fn typed(tx: &Tx, link: &str, event: &Inbound, chat: &ChatRef, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE links SET state = 'asked', expires_at = ?2 WHERE link_id = ?1 AND state = 'offered'",
        params![link, now + VALID],
    )
    .await?;
    add(tx, link, Side::Typist, event, chat).await
}

/// Returns a link.
pub async fn get(tx: &Tx, link: &str) -> Result<Option<Link>> {
    tx.first("SELECT * FROM links WHERE link_id = ?1", [link]).await
}

/// Returns the maker of the code, and the account that typed it, if any.
pub async fn parties(tx: &Tx, link: &str) -> Result<(Party, Option<Party>)> {
    let parties: Vec<Party> =
        tx.all("SELECT * FROM link_sides WHERE link_id = ?1 ORDER BY side", [link]).await?;
    let mut parties = parties.into_iter();
    Ok((parties.next().context("the link has no maker")?, parties.next()))
}

/// Records that a side agrees.
pub async fn agree(tx: &Tx, link: &str, side: Side) -> Result<()> {
    tx.execute(
        "UPDATE link_sides SET agreed = 1 WHERE link_id = ?1 AND side = ?2",
        params![link, text_of(side)],
    )
    .await
    .map(drop)
}

/// Ends a link with this state. Returns false if it had ended before.
pub async fn end(tx: &Tx, link: &str, state: State) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE links SET state = ?2 WHERE link_id = ?1 AND state IN ('offered', 'asked')",
            params![link, state.text()],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns the open links that have expired.
pub async fn overdue(tx: &Tx, now: Timestamp) -> Result<Vec<Link>> {
    tx.all("SELECT * FROM links WHERE state IN ('offered', 'asked') AND expires_at <= ?1", [now]).await
}

/// Deletes ended links made before `before`, and counts of wrong codes that began before then.
pub async fn forget(tx: &Tx, before: Timestamp) -> Result<()> {
    tx.execute("DELETE FROM links WHERE created_at < ?1 AND state NOT IN ('offered', 'asked')", [before])
        .await?;
    tx.execute("DELETE FROM link_guesses WHERE since < ?1", [before]).await.map(drop)
}

/// Returns whether this identity has typed too many wrong codes to try another now.
pub async fn is_barred(
    tx: &Tx,
    AccountRef { channel, external_id }: AccountRef<'_>,
    now: Timestamp,
) -> Result<bool> {
    let barred: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM link_guesses
             WHERE channel = ?1 AND external_id = ?2 AND wrong_codes >= ?3 AND since > ?4",
            params![channel, external_id, WRONG_CODES, now - GUESS_TIME],
        )
        .await?;
    Ok(barred.is_some())
}

/// Counts a wrong code. The last one allowed starts the waiting time.
pub async fn count_wrong_code(
    tx: &Tx,
    AccountRef { channel, external_id }: AccountRef<'_>,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO link_guesses (channel, external_id, wrong_codes, since) VALUES (?1, ?2, 1, ?3)
         ON CONFLICT (channel, external_id) DO UPDATE SET
             wrong_codes = CASE WHEN since > ?4 THEN wrong_codes + 1 ELSE 1 END,
             since = CASE WHEN since > ?4 AND wrong_codes + 1 < ?5 THEN since ELSE ?3 END",
        params![channel, external_id, now, now - GUESS_TIME, WRONG_CODES],
    )
    .await
    .map(drop)
}

async fn add(tx: &Tx, link: &str, side: Side, event: &Inbound, chat: &ChatRef) -> Result<()> {
    tx.execute(
        "INSERT INTO link_sides (link_id, side, channel, external_id, chat, name) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            link,
            text_of(side),
            chat.channel.as_str(),
            event.sender.id.as_str(),
            chat.chat.as_str(),
            event.sender.name.as_str()
        ],
    )
    .await
    .map(drop)
}

/// Hashes a code as people type it, ignoring case, spaces and dashes.
fn hash(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    ids::sha256(&plain.to_ascii_uppercase())
}
