//! The bot's commands, one file each. A command runs in the transaction that stores it, so that it is answered once and
//! never waits behind a turn.

use std::sync::Arc;

use adjutant_channel::{ChatRef, Choice, Completion, Inbound};
use adjutant_domain::{commands::Command, timestamp::Timestamp};
use adjutant_store::{db::Tx, people::User};
use adjutant_texts::commands as said;
use anyhow::Result;

use crate::{
    chat::{
        access::{self, SenderStatus},
        notes,
        request::{Request, Typed},
        vault as secrets,
    },
    core::Core,
};

mod approvals;
mod cancel;
mod compact;
mod console;
mod export;
mod files;
mod forget;
mod forget_me;
mod help;
mod hooks;
mod language;
mod link;
mod mcp;
mod memory;
mod model;
mod new;
mod people;
mod plan;
mod queue;
mod quiet;
mod reasoning;
mod remember;
mod schedules;
mod site;
mod start;
mod status;
mod stop;
mod tables;
mod timezone;
mod tools;
mod unlink;
mod usage;
mod vault;

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
        return match secrets::refuse_command(request).await? {
            true => Ok(()),
            false => request.answer(said::unknown_command(typed.name)).await,
        };
    };
    match command {
        Command::Start => start::run(request).await,
        Command::Help => help::run(request).await,
        Command::New => new::run(request).await,
        Command::Stop => stop::run(request).await,
        Command::Compact => compact::run(request).await,
        Command::Status => status::run(request).await,
        Command::Approvals => approvals::run(request).await,
        Command::Memory => memory::run(request).await,
        Command::Remember => remember::run(request).await,
        Command::Forget => forget::run(request).await,
        Command::Schedules => schedules::run(request).await,
        Command::Files => files::run(request).await,
        Command::Site => site::run(request).await,
        Command::Vault => vault::run(request).await,
        Command::Hooks => hooks::run(request).await,
        Command::Mcp => mcp::run(request).await,
        Command::Plan => plan::run(request).await,
        Command::Tools => tools::run(request).await,
        Command::Model => model::run(request).await,
        Command::Queue => queue::run(request).await,
        Command::Reasoning => reasoning::run(request).await,
        Command::Tables => tables::run(request).await,
        Command::Language => language::run(request).await,
        Command::Timezone => timezone::run(request).await,
        Command::Quiet => quiet::run(request).await,
        Command::Usage => usage::run(request).await,
        Command::Console => console::run(request).await,
        Command::People => people::run(request).await,
        Command::Link => link::run(request).await,
        Command::Unlink => unlink::run(request).await,
        Command::Export => export::run(request).await,
        Command::ForgetMe => forget_me::run(request).await,
        Command::Cancel => cancel::run(request, has_ended_edit).await,
    }
}

/// An argument to complete, and the person who types it.
struct Completing<'a> {
    tx: &'a Tx,
    core: &'a Core,
    chat: &'a ChatRef,
    /// `None` for a person who is admitted but has not written yet.
    user: Option<&'a User>,
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
    let user = user.as_ref();
    let completing = Completing { tx, core, chat: &asked.chat, user };
    let Some(command) = Command::parse(&asked.command).filter(|it| said::completes(*it, &asked.argument))
    else {
        return Ok(Vec::new());
    };
    let language = user.map_or_else(|| access::spoken(&asked.sender), User::language);
    Ok(fitting(language.scope(Box::pin(values(command, &completing))).await?, &asked.typed))
}

/// Returns the possible values of a command's argument, likeliest first.
async fn values(command: Command, completing: &Completing<'_>) -> Result<Vec<Choice>> {
    Ok(match command {
        Command::Help => help::complete(),
        Command::Memory => memory::complete(completing).await?,
        Command::Forget => forget::complete(completing).await?,
        Command::Schedules => schedules::complete(completing).await?,
        Command::Model => model::complete(completing),
        Command::Queue => queue::complete(),
        Command::Reasoning => reasoning::complete(),
        Command::Tables => tables::complete(),
        Command::Language => language::complete(),
        Command::Timezone => timezone::complete(completing.core),
        Command::Quiet => quiet::complete(),
        Command::Usage => usage::complete(),
        Command::Site | Command::Plan | Command::Console => said::word_choices(command),
        Command::Unlink => unlink::complete(completing).await?,
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
        | Command::Cancel => Vec::new(),
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
