//! `/help [COMMAND]`: lists all commands, or explains one.

use adjutant_domain::text::join;
use adjutant_texts::commands as texts;
use anyhow::Result;

use crate::chat::{prompts, request::Request};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    request.answer(help(request)).await
}

fn help(request: &Request<'_>) -> String {
    let name = request.args.trim().trim_start_matches('/').to_lowercase();
    match texts::menu().iter().find(|command| command.name == name) {
        Some(command) => texts::help_about(command),
        None if name.is_empty() => {
            let known =
                texts::help(request.event.chat_kind, request.is_unseen(), request.core.config.has_model());
            join(&known, &prompts::help(request.core, &request.session, request.user))
        }
        None => prompts::about(request.core, &request.session, request.user, &name)
            .unwrap_or_else(|| texts::unknown_command(&name)),
    }
}
