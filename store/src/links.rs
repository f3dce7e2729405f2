//! Wishes to link two accounts: a code that one side made, and what both sides say once the other has typed it.

use adjutant_channel::{ChatRef, Inbound};
use adjutant_domain::ids;
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// How long a code can be typed, and how long both sides have to agree after that, in milliseconds.
pub const VALID: i64 = 10 * 60_000;

/// Wrong codes that an identity may type in [`GUESS_TIME`]; after that it has to wait as long.
const WRONG_CODES: i64 = 5;
/// In milliseconds.
const GUESS_TIME: i64 = 3_600_000;

/// A wish to link two accounts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Link {
    /// Random; the buttons carry it.
    pub link_id: String,
    pub state: State,
    pub expires_at: i64,
}

impl Link {
    /// Whether its code can be typed.
    pub fn is_offered(&self, now: i64) -> bool {
        self.state == State::Offered && self.expires_at > now
    }
}

/// How far it has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// There is a code that nobody has typed.
    Offered,
    /// Both sides are asked.
    Asked,
    Linked,
    /// One side did not want to.
    Refused,
    /// The side that made the code has made another.
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

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Made the code.
    Maker,
    /// Typed it.
    Typist,
}

impl Side {
    fn text(self) -> &'static str {
        match self {
            Self::Maker => "maker",
            Self::Typist => "typist",
        }
    }
}

impl Party {
    /// Channel and id.
    pub fn identity(&self) -> (&str, &str) {
        (&self.channel, &self.external_id)
    }

    /// Their direct chat.
    pub fn chat(&self) -> ChatRef {
        ChatRef { channel: self.channel.clone(), chat: self.chat.clone(), thread: None }
    }
}

/// Offers to link whoever sent this event with whoever types the code.
pub async fn offer(tx: &Tx, event: &Inbound, code: &str, now: i64) -> Result<()> {
    let id = ids::token();
    tx.execute(
        "INSERT INTO links (link_id, code_hash, state, created_at, expires_at) VALUES (?1, ?2, 'offered', ?3, ?4)",
        params![id.as_str(), hash(code), now, now + VALID],
    )
    .await?;
    add(tx, &id, Side::Maker, event).await
}

/// The links with a code of this identity's that can still come about.
pub async fn open_of(tx: &Tx, (channel, external_id): (&str, &str)) -> Result<Vec<Link>> {
    tx.all(
        "SELECT l.* FROM link_sides s JOIN links l USING (link_id)
         WHERE s.channel = ?1 AND s.external_id = ?2 AND s.side = 'maker' AND l.state IN ('offered', 'asked')",
        params![channel, external_id],
    )
    .await
}

/// The link whose code this is, or was.
pub async fn of_code(tx: &Tx, code: &str) -> Result<Option<Link>> {
    tx.first("SELECT * FROM links WHERE code_hash = ?1", [hash(code)]).await
}

/// Records that whoever sent this event has typed the code. Both sides have their time from now.
pub async fn typed(tx: &Tx, link: &str, event: &Inbound, now: i64) -> Result<()> {
    tx.execute(
        "UPDATE links SET state = 'asked', expires_at = ?2 WHERE link_id = ?1 AND state = 'offered'",
        params![link, now + VALID],
    )
    .await?;
    add(tx, link, Side::Typist, event).await
}

/// A link.
pub async fn get(tx: &Tx, link: &str) -> Result<Option<Link>> {
    tx.first("SELECT * FROM links WHERE link_id = ?1", [link]).await
}

/// Who made the code, and who typed it once somebody has.
pub async fn parties(tx: &Tx, link: &str) -> Result<(Party, Option<Party>)> {
    let parties: Vec<Party> =
        tx.all("SELECT * FROM link_sides WHERE link_id = ?1 ORDER BY side", [link]).await?;
    let mut parties = parties.into_iter();
    Ok((parties.next().context("a code has a maker")?, parties.next()))
}

/// Records that a side agrees.
pub async fn agree(tx: &Tx, link: &str, side: Side) -> Result<()> {
    tx.execute(
        "UPDATE link_sides SET agreed = 1 WHERE link_id = ?1 AND side = ?2",
        params![link, side.text()],
    )
    .await
    .map(drop)
}

/// Ends a link in this state. False if it had ended before.
pub async fn end(tx: &Tx, link: &str, state: State) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE links SET state = ?2 WHERE link_id = ?1 AND state IN ('offered', 'asked')",
            params![link, state.text()],
        )
        .await?;
    Ok(changed == 1)
}

/// The links whose time is over, though nothing says so yet.
pub async fn overdue(tx: &Tx, now: i64) -> Result<Vec<Link>> {
    tx.all("SELECT * FROM links WHERE state IN ('offered', 'asked') AND expires_at <= ?1", [now]).await
}

/// Forgets links that were begun before `before`, and who guessed before that.
pub async fn forget(tx: &Tx, before: i64) -> Result<()> {
    tx.execute("DELETE FROM links WHERE created_at < ?1 AND state NOT IN ('offered', 'asked')", [before])
        .await?;
    tx.execute("DELETE FROM link_guesses WHERE since < ?1", [before]).await.map(drop)
}

/// Whether this identity has typed too many wrong codes to try another now.
pub async fn is_barred(tx: &Tx, (channel, external_id): (&str, &str), now: i64) -> Result<bool> {
    let barred: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM link_guesses
             WHERE channel = ?1 AND external_id = ?2 AND wrong_codes >= ?3 AND since > ?4",
            params![channel, external_id, WRONG_CODES, now - GUESS_TIME],
        )
        .await?;
    Ok(barred.is_some())
}

/// Counts a wrong code. The last that is allowed begins the time to wait.
pub async fn count_wrong_code(tx: &Tx, (channel, external_id): (&str, &str), now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO link_guesses (channel, external_id, wrong_codes, since) VALUES (?1, ?2, 1, ?3)
         ON CONFLICT (channel, external_id) DO UPDATE SET
             wrong_codes = iif(since > ?4, wrong_codes + 1, 1),
             since = iif(since > ?4 AND wrong_codes + 1 < ?5, since, ?3)",
        params![channel, external_id, now, now - GUESS_TIME, WRONG_CODES],
    )
    .await
    .map(drop)
}

async fn add(tx: &Tx, link: &str, side: Side, event: &Inbound) -> Result<()> {
    tx.execute(
        "INSERT INTO link_sides (link_id, side, channel, external_id, chat, name) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            link,
            side.text(),
            event.chat.channel.as_str(),
            event.sender.id.as_str(),
            event.chat.chat.as_str(),
            event.sender.name.as_str()
        ],
    )
    .await
    .map(drop)
}

/// A code as people type it: in any case, and with spaces and dashes anywhere.
fn hash(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    ids::sha256(&plain.to_ascii_uppercase())
}
