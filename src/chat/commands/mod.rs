//! The bot's commands. Each runs in the transaction that stores it, so that it is answered once and never waits
//! behind a turn.

use std::sync::Arc;

use adjutant_channel::{ChatKind, Choice, Completion, Inbound};
use adjutant_domain::{ids::UserId, scope::Scope, text::join, wake::Wake};
use adjutant_store::{
    approvals as approval_rows,
    db::{Tx, space::Space},
    inbox::{self, Origin},
    notes as note_rows, outbox as rows,
    people::{self, Role, User},
    runs, schedules as schedule_rows,
    sessions::{self, Session},
    turns, usage as usage_rows,
};
use anyhow::Result;
use chrono::NaiveTime;

use crate::{
    agent::compact::manual,
    approvals,
    chat::{
        access::{self, Standing},
        late_messages, links, notes, preferences, privacy, schedules,
    },
    config::ProviderName,
    core::Core,
    memory::View,
    outbox::{self, Address},
    scheduler::manual as manual_runs,
    texts::{
        self,
        commands::{self as said, COMMANDS},
        health::ChannelHealth,
        usage::{self as usage_texts, MOST_DAYS, Period},
    },
    workspace::{Workspace, disk},
};

/// How far back `/status` counts dead letters, in milliseconds.
const WEEK: i64 = 7 * 24 * 3_600_000;
/// The most choices offered for an argument; platforms show no more.
const MAX_CHOICES: usize = 25;

/// Returns what a command searches the person's memory for, if it does.
pub(crate) fn searches<'a>(name: &str, args: &'a str) -> Option<&'a str> {
    matches!(name, "memory" | "forget").then_some(args)
}

/// Executes a command and answers it. `view`: the view of memory for what it [`searches`].
pub(crate) async fn run(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    (name, args, view): (&str, &str, &View),
    now: i64,
) -> Result<()> {
    let session = sessions::open_for(tx, event, &user.user_id, now).await?;
    let to = Address::answering(event);
    let source = Origin::of(event).source();
    let was_editing = notes::end_edits(tx, core, &user.user_id, &event.chat).await?;
    let answer = match name {
        "approvals" => {
            return super::approvals::overview(tx, core, user, (&to, late_messages::delay(event, now)), now)
                .await;
        }
        "memory" => return notes::browse(tx, core, (event, &session), (args, view), now).await,
        "remember" => return notes::remember(tx, core, (event, &session), (&source, args), now).await,
        "forget" => {
            return notes::forget(tx, core, (event, &session), (&source, args, view), now).await;
        }
        "schedules" => return schedules::browse(tx, core, (event, &session), args, now).await,
        "cancel" => texts::note_list::cancelled(was_editing).to_owned(),
        "link" => return links::link(tx, core, event, (user, args), (&source, &to), now).await,
        "unlink" => links::unlink(tx, core, event, (user, args), now).await?,
        "export" => privacy::export::ask(tx, core, event, user, now).await?,
        "forget_me" | "forget-me" => {
            return privacy::forget::ask(tx, core, event, user, (&source, &to), now).await;
        }
        "start" => said::start(),
        "help" => help(args),
        "new" => new(tx, &session, now).await?,
        "stop" => stop(tx, &session, now).await?,
        "compact" => manual::ask(tx, event, &session).await?.to_owned(),
        "status" => status(tx, core, &session, user, now).await?,
        "timezone" => preferences::timezone(tx, core, user, args, now).await?,
        "quiet" => preferences::quiet(tx, core, user, args, now).await?,
        "usage" => usage(tx, core, user, args).await?,
        unknown => said::unknown_command(unknown),
    };
    let answer = late_messages::opened(event, answer, user.zone(core.zone), now);
    outbox::say(tx, &core.channels, (&source, 0), &to, &answer, now).await
}

/// Returns the choices for an argument, best first: those that begin with the typed text, then those that contain it.
/// Strangers get none.
pub(crate) async fn complete(tx: &Tx, core: &Core, asked: &Completion) -> Result<Vec<Choice>> {
    let standing = access::standing(tx, &core.config, &asked.chat.channel, &asked.sender).await?;
    let user = match &standing {
        Standing::Known(user) => Some(user),
        Standing::Listed => None,
        Standing::Stranger => return Ok(Vec::new()),
    };
    let known = values(tx, core, user, asked).await?;
    Ok(fitting(known, &asked.typed))
}

/// Returns the values that an argument may have, the likeliest first.
async fn values(tx: &Tx, core: &Core, user: Option<&User>, asked: &Completion) -> Result<Vec<Choice>> {
    Ok(match (asked.command.as_str(), asked.argument.as_str(), user) {
        ("help", "command", _) => said::command_choices(),
        ("timezone", "zone", _) => preferences::zone_values(core),
        ("quiet", "hours", _) => texts::preferences::quiet_choices(),
        ("usage", "days", _) => said::period_choices(),
        ("unlink", "account", Some(user)) => {
            let identities = people::linked_identities(tx, &user.user_id).await?;
            identities.into_iter().map(said::account_choice).collect()
        }
        ("memory", "query", Some(user)) | ("forget", "what", Some(user)) => {
            notes::values(tx, core, user, &asked.chat).await?
        }
        ("schedules", "name", Some(user)) => schedules::values(tx, core, user, &asked.chat).await?,
        _ => Vec::new(),
    })
}

/// Returns the choices that match the typed text, with or without a command's slash.
fn fitting(choices: Vec<Choice>, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().trim_start_matches('/').to_lowercase();
    let (begin, others): (Vec<_>, Vec<_>) =
        choices.into_iter().partition(|choice| choice.value.to_lowercase().starts_with(&typed));
    let contain = others.into_iter().filter(|choice| choice.label.to_lowercase().contains(&typed));
    begin.into_iter().chain(contain).take(MAX_CHOICES).collect()
}

fn help(args: &str) -> String {
    let name = args.trim().trim_start_matches('/').to_lowercase();
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => said::help_about(command),
        None if name.is_empty() => said::help(),
        None => said::unknown_command(&name),
    }
}

async fn usage(tx: &Tx, core: &Core, user: &User, args: &str) -> Result<String> {
    let days = match args.trim() {
        "" => vec![1, 30],
        "today" => vec![1],
        number => match number.parse() {
            Ok(days @ 1..=MOST_DAYS) => vec![days],
            _ => return Ok(usage_texts::no_period()),
        },
    };
    let (user, now) = (&user.user_id, core.clock.now());
    let mut periods = Vec::new();
    for days in days {
        let since = usage_rows::first_of(days, now).and_time(NaiveTime::MIN).and_utc();
        periods.push(Period {
            days,
            sums: usage_rows::sums(tx, user, days, now).await?,
            runs: runs::sums(tx, user, since.timestamp_millis()).await?,
        });
    }
    let today = usage_rows::sums(tx, user, 1, now).await?.spent();
    let mut budget = core.config.agent.daily_budget();
    if core.price.is_none() {
        budget.cost_micros = None;
    }
    // The built-in assistant has no limits.
    let is_limited = core.config.model.provider != ProviderName::Offline;
    Ok(usage_texts::usage(&periods, is_limited.then_some((&budget, &today))))
}

async fn new(tx: &Tx, session: &Session, now: i64) -> Result<String> {
    let id = &session.session_id;
    end_running(tx, session).await?;
    let withdrawn = approvals::withdraw(tx, id, now).await?;
    sessions::start_anew(tx, id).await?;
    Ok(join(&said::new_conversation(withdrawn.approvals), &withdrawn.receipts))
}

async fn stop(tx: &Tx, session: &Session, now: i64) -> Result<String> {
    let running = end_running(tx, session).await?;
    let dropped = inbox::cancel_waiting(tx, &session.session_id).await?;
    let compactions = manual::withdraw(tx, &session.session_id).await?;
    let withdrawn = approvals::withdraw(tx, &session.session_id, now).await?;
    let runs = runs::not_over_from(tx, session).await?;
    let of_runs = manual_runs::stop(tx, &runs, now).await?;
    let stopped = running || withdrawn.specialists > 0 || compactions > 0;
    let approvals = withdrawn.approvals + of_runs.approvals;
    let receipts = join(&withdrawn.receipts, &of_runs.receipts);
    Ok(join(&said::stopped(stopped, runs.len(), dropped, approvals), &receipts))
}

async fn end_running(tx: &Tx, session: &Session) -> Result<bool> {
    let running = turns::request_cancel(tx, &session.session_id).await?;
    if let Some(turn) = &running {
        tx.wake(Wake::Stop(session.session_id.clone(), turn.clone()));
    }
    Ok(running.is_some())
}

async fn status(tx: &Tx, core: &Arc<Core>, session: &Session, user: &User, now: i64) -> Result<String> {
    let active = schedule_rows::Filter { status: Some("active".to_owned()), ..Default::default() };
    let (_, schedules) = schedule_rows::search(tx, &user.user_id, &active, 1, 0).await?;
    let (dead, dead_reason) = rows::dead_letters(tx, &session.chat(), now - WEEK).await?;
    // A group's other members read along.
    let kept = match session.chat_kind {
        ChatKind::Direct => Some(kept(tx, core, user).await?),
        ChatKind::Group => None,
    };
    Ok(said::status(&said::Status {
        model: core.provider.label(),
        zone: user.zone(core.zone).name().to_owned(),
        busy: is_busy(tx, session).await?,
        approvals: approval_rows::count_pending(tx, &user.user_id).await?,
        schedules,
        channels: health(tx, core, now).await?,
        undelivered: rows::count_open(tx).await?,
        dead,
        dead_reason,
        kept,
        now,
    }))
}

/// Returns what is stored about a person; for the owner, also the totals.
async fn kept(tx: &Tx, core: &Core, user: &User) -> Result<said::Kept> {
    let everybody = match user.role {
        Role::Owner => {
            let space = Space::of(tx).await?;
            let files = size_of_files(core, &people::ids(tx).await?);
            Some(said::Everybody { database: space.bytes(), free: space.free_bytes(), files })
        }
        Role::Member => None,
    };
    Ok(said::Kept {
        notes: note_rows::count(tx, &user.user_id, &Scope::Everything).await?,
        messages: turns::count_said(tx, &user.user_id, said::MOST_MESSAGES + 1).await?,
        files: size_of_files(core, &people::members(tx, &user.user_id).await?),
        everybody,
    })
}

/// Returns the size of the users' files, in bytes. A folder that cannot be read counts as empty.
fn size_of_files(core: &Core, users: &[UserId]) -> u64 {
    let size = |user: &UserId| match disk::list(Workspace::of(&core.workspaces, user).root()) {
        Ok(files) => files.iter().map(|file| file.size).sum(),
        Err(error) => {
            tracing::warn!(%user, %error, "cannot read the sizes of files");
            0
        }
    };
    users.iter().map(size).sum()
}

/// Returns whether a turn of this conversation, or a specialist's for it, is running.
async fn is_busy(tx: &Tx, session: &Session) -> Result<bool> {
    let mut busy = turns::running(tx, &session.session_id).await?.is_some();
    for turn in turns::laid_aside(tx, &session.session_id).await? {
        busy |= !sessions::at_work_for(tx, &turn).await?.is_empty();
    }
    Ok(busy)
}

/// Returns the health of each channel, sorted by name.
async fn health(tx: &Tx, core: &Core, now: i64) -> Result<Vec<ChannelHealth>> {
    let mut channels = Vec::new();
    for channel in core.channels.all() {
        let (name, state) = (channel.name().to_owned(), core.channel_health.state(channel.as_ref(), now));
        let last = inbox::last_event(tx, &name).await?;
        channels.push(ChannelHealth { name, state, last });
    }
    channels.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(channels)
}

#[cfg(test)]
mod tests;
