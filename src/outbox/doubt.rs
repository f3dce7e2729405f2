//! A send whose outcome is unknown. What is found has arrived; what a process that is gone has sent is looked for at once.
//! What is not found may still arrive for some seconds; only after these it is looked for once more, and sent again if it
//! is not there.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{Channel, LostSend, MessageId, SendError};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::{Scope, SyncedTx},
    outbox::{self as rows, Row},
};
use anyhow::Result;
use futures::FutureExt;

use super::{
    arrived, counted, give_up, move_chat, on_this_machine,
    outgoing::{marked, outgoing},
    pause,
    verdict::{Verdict, decide},
};
use crate::core::Core;

/// The longest time for which a process that is gone may have waited for an answer.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);
/// Most messages that the search for a lost message is told of, on each side of its send, of those received and sent.
const KNOWN_MESSAGES: i64 = 1_000;

/// Finds out whether a send with an unknown outcome arrived, before anything is sent again.
#[tracing::instrument(name = "delivery", skip_all, fields(outbox_id = row.outbox_id, chat = %row.chat()))]
pub(super) async fn resolve(core: &Arc<Core>, channel: &Arc<dyn Channel>, row: Row) -> Result<()> {
    let (scope, claim) = (Scope::chat(&row.chat()), row.claim());
    if row.message_id.is_some() {
        // An edit may be repeated.
        let again = async move |tx: &SyncedTx| rows::retry(tx, claim, Timestamp::EPOCH, "interrupted").await;
        return core.db.write(scope, again).await.map(drop);
    }
    let now = core.clock.timestamp();
    let begun = row.attempt_at.unwrap_or(row.created_at);
    // Without an outcome, its process is gone, and its connection with it.
    let settled = now.min(begun + LONGEST_REQUEST) + channel.limits().in_flight;
    let is_settled = row.is_in_doubt() || settled <= now;
    if core.pace.take_spare(channel.name(), core.clock.now()) {
        let _ = channel.typing(&row.chat()).await;
    }
    match look(core, channel, &row, is_settled).await? {
        Ok(Some(message)) => settle(core, row, &message).await,
        Ok(None) if !is_settled => {
            let wait = async move |tx: &SyncedTx| rows::mark_unknown(tx, claim, settled, "interrupted").await;
            core.db.write(scope, wait).await.map(drop)
        }
        Ok(None) => {
            tracing::info!("message in doubt not found; sending it again with a mark");
            let again = async move |tx: &SyncedTx| rows::requeue_as_repeat(tx, claim).await;
            core.db.write(scope, again).await.map(log_if_void)
        }
        Err(error) => postpone(core, channel, row, error, now).await,
    }
}

/// Looks for a message. While its send may still take effect, only the likeliest places are looked at.
async fn look(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: &Row,
    is_settled: bool,
) -> Result<Result<Option<MessageId>, SendError>> {
    let known = row.clone();
    let (last_known, known) =
        core.db.read(async move |tx| rows::known_messages(tx, &known, KNOWN_MESSAGES).await).await?;
    let begun = row.attempt_at.unwrap_or(row.created_at);
    let age = (core.clock.timestamp() - begun).abs().to_std().unwrap_or_default();
    let content = on_this_machine(core, marked(row, row.in_flight()?)).await?;
    let lost = LostSend { message: outgoing(row, content), last_known, known, age, is_settled };
    let found = AssertUnwindSafe(channel.find(&lost)).catch_unwind().await;
    Ok(found.unwrap_or_else(|_| Err(SendError::Unknown("it panicked".to_owned()))))
}

/// Records that a message in doubt had arrived.
async fn settle(core: &Arc<Core>, row: Row, message: &MessageId) -> Result<()> {
    tracing::info!("message in doubt had arrived");
    let (scope, message, now) = (Scope::chat(&row.chat()), message.clone(), core.clock.timestamp());
    core.db.write(scope, async move |tx| arrived(tx, &row, &message, now).await).await.map(log_if_void)
}

/// Records that a message in doubt could not be looked for.
async fn postpone(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    row: Row,
    error: SendError,
    now: Timestamp,
) -> Result<()> {
    let row = counted(core, channel, row, &error).await;
    let (core_, claim, until) = (core.clone(), row.claim(), now + pause(&row, row.attempts, &error));
    let verdict = decide(&row, &error, core.config.channels.give_up_after);
    let scope = verdict.scope(&row);
    let carry_out = async move |tx: &SyncedTx| {
        if !rows::note_failure(tx, &row).await? {
            return Ok(false);
        }
        match &verdict {
            Verdict::GiveUp(said) => give_up(tx, &core_, &row, &error, said, now).await?,
            // It is still in doubt there: what is in flight may have reached the old chat.
            Verdict::Follow(to) => move_chat(tx, &row, to).await?,
            _ => return rows::postpone_check(tx, claim, until, &error.to_string()).await,
        }
        Ok(true)
    };
    core.db.write(scope, carry_out).await.map(log_if_void)
}

fn log_if_void(stands: bool) {
    if !stands {
        tracing::info!("the message was settled meanwhile, or claimed again");
    }
}
