//! `/status`: the state of the bot, the conversation and the person's data.

use std::time::Duration;

use adjutant_channel::ChatKind;
use adjutant_domain::{scope::Scope, timestamp::Timestamp, zones::data};
use adjutant_store::{
    approvals as approval_rows,
    db::Tx,
    documents, file_usage, inbox, notes as note_rows,
    outbox::{self as rows, Held},
    owner_reads,
    people::{self, Role},
    runs, schedules as schedule_rows, search,
    sessions::{self, Session},
    toolset_state::{self, SKILLS},
    turns,
};
use adjutant_texts::{
    commands::{self as texts, Elsewhere, Kept, MOST_MESSAGES, Status},
    health::ChannelHealth,
};
use adjutant_tools::skills::{self, Whose};
use anyhow::Result;

use crate::{
    chat::{models, request::Request},
    core::Core,
    outbox,
};

/// How far back `/status` counts dead letters.
const WEEK: Duration = Duration::from_hours(7 * 24);

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(texts::status(&status(request).await?)).await
}

async fn status(request: &Request<'_>) -> Result<Status> {
    let &Request { tx, core, ref session, user, now, .. } = request;
    let active = schedule_rows::Filter { status: Some("active".to_owned()), ..Default::default() };
    let (_, schedules) = schedule_rows::search(tx, &user.user_id, &active, 1, 0).await?;
    let (dead, dead_reason) = rows::dead_letters(tx, &session.chat(), now - WEEK).await?;
    // Other members of a group would read this.
    let kept = match session.chat_kind {
        ChatKind::Direct => Some(kept(request).await?),
        ChatKind::Group => None,
    };
    let elsewhere = match runs::refused_by_groups(tx, &user.user_id, now - WEEK).await? {
        Some((results, reason)) => {
            let own = outbox::direct_chats(tx, core, &user.user_id, &session.chat().channel).await?;
            Some(Elsewhere { results, reason, sent: !own.is_empty() })
        }
        None => None,
    };
    Ok(Status {
        model: models::in_use(tx, core, session, user).await?,
        zone: user.zone(core.zone),
        busy: is_busy(tx, session).await?,
        approvals: approval_rows::count_pending(tx, &user.user_id).await?,
        schedules,
        skills: skills(tx, session).await?,
        channels: health(tx, core, now).await?,
        undelivered: rows::count_open(tx).await?,
        held_up: held_up(tx, session, now).await?,
        dead,
        dead_reason,
        elsewhere,
        kept,
        clock: core.trust.doubt(),
        zone_data: data::in_use(),
        now,
    })
}

/// Returns the reason why messages to the conversation's chat are held up, and how many wait there.
async fn held_up(tx: &Tx, session: &Session, now: Timestamp) -> Result<Option<(Held, i64)>> {
    let chat = session.chat();
    Ok(match rows::held_up(tx, &chat, now).await? {
        Some(held) => Some((held, rows::count_open_of(tx, &chat, MOST_MESSAGES).await?)),
        None => None,
    })
}

/// Returns the amounts of data stored about a person; for the owner, also the totals.
async fn kept(request: &Request<'_>) -> Result<Kept> {
    let &Request { tx, core, user, prepared, .. } = request;
    let read_since = match core.config.console.owner_reads {
        true => owner_reads::told_at(tx, &user.user_id).await?,
        false => None,
    };
    let everybody = prepared.everybody.clone().filter(|_| user.role == Role::Owner);
    Ok(Kept {
        notes: note_rows::count(tx, &user.user_id, &Scope::Everything).await?,
        messages: search::count_entries(tx, &user.user_id, MOST_MESSAGES + 1).await?,
        files: file_usage::total(tx, &people::members(tx, &user.user_id).await?).await?,
        documents: documents::counts(tx, &user.user_id).await?,
        read_since,
        everybody,
    })
}

/// Returns the names of the active skills of this conversation, and whether each is the person's own.
async fn skills(tx: &Tx, session: &Session) -> Result<Vec<(String, bool)>> {
    let state = toolset_state::get(tx, &session.session_id, SKILLS).await?;
    let active = skills::active(state.as_deref()).into_iter();
    Ok(active.map(|skill| (skill.name, skill.whose == Whose::Person)).collect())
}

/// Returns whether a turn of this conversation, or a specialist's for it, is running.
async fn is_busy(tx: &Tx, session: &Session) -> Result<bool> {
    let mut busy = turns::running(tx, &session.session_id).await?.is_some();
    for turn in turns::suspended(tx, &session.session_id).await? {
        busy |= !sessions::delegated_sessions_of(tx, &turn).await?.is_empty();
    }
    Ok(busy)
}

/// Returns the health of each channel, sorted by name.
async fn health(tx: &Tx, core: &Core, now: Timestamp) -> Result<Vec<ChannelHealth>> {
    let mut channels = Vec::new();
    for channel in core.channels.all() {
        let (name, state) = (channel.name().to_owned(), core.channel_health.state(channel.as_ref(), now));
        let last = inbox::last_event(tx, &name).await?;
        channels.push(ChannelHealth { name, state, last });
    }
    channels.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(channels)
}
