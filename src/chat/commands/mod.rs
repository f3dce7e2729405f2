//! The bot's commands. Each runs in the transaction that stores it, so that it is answered once and never waits behind
//! a turn. What it does is in the room of its subject in `chat`, or in a file here if it has none.

use std::sync::Arc;

use adjutant_channel::{ChatRef, Choice, Completion, Inbound};
use adjutant_domain::{commands::Command, timestamp::Timestamp};
use adjutant_store::{db::Tx, people::User};
use adjutant_texts::{commands as said, preferences::quiet_choices};
use anyhow::Result;

use crate::{
    chat::{
        access::{self, SenderStatus},
        approvals, clients, files, hooks, languages, links, models, notes, people, preferences,
        privacy::{export, forget},
        queue, reasoning,
        request::{Request, Typed},
        schedules, sign_in, site, tables, toolsets, vault,
    },
    core::Core,
};

mod cancel;
mod compact;
mod help;
mod new;
mod plan;
mod start;
mod status;
mod stop;
mod usage;

/// The most choices offered for an argument; platforms show no more.
const MAX_CHOICES: usize = 25;

/// Executes a command and answers it.
pub(crate) async fn run(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    typed: Typed<'_>,
    now: Timestamp,
) -> Result<()> {
    let request = &Request::open(tx, core, event, user, typed, now).await?;
    // A command is never the awaited text of a note. The value of a secret may still come after it: then nobody else,
    // and no model, may read that message.
    let has_ended_edit = notes::end_edits(tx, core, &user.user_id, &event.chat).await?;
    let Some(command) = Command::parse(typed.name) else {
        return request.answer(said::unknown_command(typed.name)).await;
    };
    match command {
        Command::Start => start::run(request).await,
        Command::Help => help::run(request).await,
        Command::New => new::run(request).await,
        Command::Stop => stop::run(request).await,
        Command::Compact => compact::run(request).await,
        Command::Status => status::run(request).await,
        Command::Approvals => approvals::run(request).await,
        Command::Memory => notes::memory(request).await,
        Command::Remember => notes::remember(request).await,
        Command::Forget => notes::forget(request).await,
        Command::Schedules => schedules::run(request).await,
        Command::Files => files::run(request).await,
        Command::Site => site::run(request).await,
        Command::Vault => vault::run(request).await,
        Command::Hooks => hooks::run(request).await,
        Command::Mcp => clients::run(request).await,
        Command::Plan => plan::run(request).await,
        Command::Tools => toolsets::run(request).await,
        Command::Model => models::run(request).await,
        Command::Queue => queue::run(request).await,
        Command::Reasoning => reasoning::run(request).await,
        Command::Tables => tables::run(request).await,
        Command::Language => languages::run(request).await,
        Command::Timezone => preferences::timezone(request).await,
        Command::Quiet => preferences::quiet(request).await,
        Command::Usage => usage::run(request).await,
        Command::Console => sign_in::run(request).await,
        Command::People => people::run(request).await,
        Command::Link => links::link(request).await,
        Command::Unlink => links::unlink(request).await,
        Command::Export => export::run(request).await,
        Command::ForgetMe => forget::run(request).await,
        Command::Cancel => cancel::run(request, has_ended_edit).await,
    }
}

/// Returns the choices for an argument, best first: those that begin with the typed text, then those that contain it.
/// Strangers get none.
pub(crate) async fn complete(tx: &Tx, core: &Core, asked: &Completion) -> Result<Vec<Choice>> {
    let status = access::sender_status(tx, &core.config, &asked.chat.channel, &asked.sender).await?;
    let user = match status {
        SenderStatus::Known(user) => {
            let platform_language = access::platform_language(&asked.sender, &user);
            Some(User { platform_language, ..user })
        }
        SenderStatus::Listed => None,
        SenderStatus::Stranger => return Ok(Vec::new()),
    };
    let Some(command) = Command::parse(&asked.command).filter(|it| said::completes(*it, &asked.argument))
    else {
        return Ok(Vec::new());
    };
    let user = user.as_ref();
    let language = user.map_or_else(|| access::spoken(&asked.sender), User::language);
    let values = values(tx, core, command, &asked.chat, user);
    Ok(fitting(language.scope(Box::pin(values)).await?, &asked.typed))
}

/// Returns the possible values of a command's argument in a chat, likeliest first. There is no user for a person who is
/// admitted but has not written yet.
async fn values(
    tx: &Tx,
    core: &Core,
    command: Command,
    chat: &ChatRef,
    user: Option<&User>,
) -> Result<Vec<Choice>> {
    Ok(match (command, user) {
        (Command::Memory | Command::Forget, Some(user)) => notes::values(tx, core, user, chat).await?,
        (Command::Schedules, Some(user)) => schedules::values(tx, core, user, chat).await?,
        (Command::Model, Some(user)) => models::values(core, user),
        (Command::Unlink, Some(user)) => links::values(tx, user).await?,
        (Command::Help, _) => said::command_choices(),
        (Command::Queue, _) => queue::values(),
        (Command::Reasoning, _) => reasoning::values(),
        (Command::Tables, _) => tables::values(),
        (Command::Language, _) => languages::values(),
        (Command::Timezone, _) => preferences::zone_values(core),
        (Command::Quiet, _) => quiet_choices(),
        (Command::Usage, _) => said::period_choices(),
        (Command::Site | Command::Plan | Command::Console, _) => said::word_choices(command),
        (Command::Memory | Command::Forget | Command::Schedules | Command::Model | Command::Unlink, None)
        | (
            Command::Start
            | Command::New
            | Command::Stop
            | Command::Compact
            | Command::Status
            | Command::Approvals
            | Command::Remember
            | Command::Files
            | Command::Vault
            | Command::Hooks
            | Command::Mcp
            | Command::Tools
            | Command::People
            | Command::Link
            | Command::Export
            | Command::ForgetMe
            | Command::Cancel,
            _,
        ) => Vec::new(),
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

#[cfg(test)]
mod tests;
