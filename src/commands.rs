//! The bot's commands. Each is carried out in the transaction that stores it, so that it is answered once and never
//! waits behind a turn.

use std::sync::Arc;

use adjutant_channel::{Channel, Inbound};
use anyhow::Result;

use crate::{
    approvals,
    core::Core,
    db::Tx,
    outbox::{self, Address},
    store::{
        approvals as approval_rows, inbox, outbox as rows, people::User, schedules, sessions,
        sessions::Session, turns, usage,
    },
    texts,
    wake::Wake,
};

/// How far back `/status` counts what could not be delivered, in milliseconds.
const WEEK: i64 = 7 * 24 * 3_600_000;

/// Carries a command out and answers it.
pub(crate) async fn run(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    (name, _args): (&str, &str),
    now: i64,
) -> Result<()> {
    let session = sessions::open(tx, &event.chat, event.chat_kind, &user.user_id, now).await?;
    let to = Address::new(event.chat.clone(), event.chat_kind);
    let said = match name {
        "approvals" => return approvals::standing(tx, core, user, &to, now).await,
        "start" => texts::start(),
        "help" => texts::help(),
        "new" => new(tx, &session, now).await?,
        "stop" => stop(tx, &session, now).await?,
        "status" => status(tx, core, &session, user, now).await?,
        "usage" => {
            let today = usage::sums(tx, &user.user_id, 1, core.clock.now()).await?;
            texts::usage(today, usage::sums(tx, &user.user_id, 30, core.clock.now()).await?)
        }
        unknown => texts::unknown_command(unknown),
    };
    let source = format!("command-{}-{}", event.chat.channel, event.external_id);
    outbox::say(tx, &core.channels, (&source, 0), &to, &said, now).await
}

async fn new(tx: &Tx, session: &Session, now: i64) -> Result<String> {
    let id = &session.session_id;
    end_running(tx, session).await?;
    let withdrawn = approvals::withdraw(tx, id, now).await?;
    sessions::start_anew(tx, id).await?;
    Ok(texts::new_conversation(withdrawn.approvals))
}

async fn stop(tx: &Tx, session: &Session, now: i64) -> Result<String> {
    let running = end_running(tx, session).await?;
    let dropped = inbox::cancel_waiting(tx, &session.session_id).await?;
    let withdrawn = approvals::withdraw(tx, &session.session_id, now).await?;
    Ok(texts::stopped(running || withdrawn.specialists > 0, dropped, withdrawn.approvals))
}

async fn end_running(tx: &Tx, session: &Session) -> Result<bool> {
    let running = turns::request_cancel(tx, &session.session_id).await?;
    if let Some(turn) = &running {
        tx.wake(Wake::Stop(session.session_id.clone(), turn.clone()));
    }
    Ok(running.is_some())
}

async fn status(tx: &Tx, core: &Arc<Core>, session: &Session, user: &User, now: i64) -> Result<String> {
    let active = schedules::Filter { status: Some("active".to_owned()), ..Default::default() };
    let (_, schedules) = schedules::search(tx, &user.user_id, &active, 1, 0).await?;
    let (dead, dead_reason) = rows::dead_letters(tx, &session.chat(), now - WEEK).await?;
    Ok(texts::status(&texts::Status {
        model: core.provider.label(),
        zone: core.zone.name().to_owned(),
        busy: is_busy(tx, session).await?,
        approvals: approval_rows::count_pending(tx, &user.user_id).await?,
        schedules,
        channels: health(core),
        undelivered: rows::count_open(tx).await?,
        dead,
        dead_reason,
    }))
}

/// Whether the bot works in this conversation, or a specialist does for it.
async fn is_busy(tx: &Tx, session: &Session) -> Result<bool> {
    let mut busy = turns::running(tx, &session.session_id).await?.is_some();
    for turn in turns::laid_aside(tx, &session.session_id).await? {
        busy |= !sessions::at_work_for(tx, &turn).await?.is_empty();
    }
    Ok(busy)
}

/// Each channel's name, and what is wrong with it if anything is.
fn health(core: &Core) -> Vec<(String, Option<String>)> {
    let line = |channel: &Arc<dyn Channel>| {
        let health = channel.health();
        let problem = health.problem.or_else(|| (!health.connected).then(|| "not connected".to_owned()));
        (channel.name().to_owned(), problem)
    };
    let mut lines: Vec<_> = core.channels.all().map(line).collect();
    lines.sort();
    lines
}
