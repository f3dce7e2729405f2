//! The bot's identity, its command menu, and the check for `doctor`.

use std::time::Duration;

use adjutant_channel::Command;
use adjutant_net::Backoff;
use anyhow::Context as _;
use serde::de::IgnoredAny;
use teloxide_core::{
    payloads::{
        GetMe, GetMyCommands, GetMyCommandsSetters as _, GetWebhookInfo, SetMyCommands,
        SetMyCommandsSetters as _,
    },
    types::{BotCommand, BotCommandScope},
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    Mode, Telegram,
    api::Api,
    errors::CallError,
    inbound::BotIdentity,
    wire::{User, WebhookInfo},
};

/// How often setting the command menu is attempted; after that the menu stays as it was.
const MENU_ATTEMPTS: u32 = 5;
/// The longest pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// Fetches the bot's identity and sets its command menu, beside the first poll.
pub(crate) async fn register_commands(telegram: &Telegram, shutdown: &CancellationToken) {
    let mut backoff = Backoff::new();
    for _ in 0..MENU_ATTEMPTS {
        let Some(outcome) = shutdown.run_until_cancelled(try_register_commands(telegram)).await else {
            return;
        };
        let Err(error) = outcome else { return };
        tracing::warn!(%error, "cannot set the bot's command menu");
        let pause = match error {
            CallError::Refused(refusal) => match refusal.pause() {
                Some(pause) => pause,
                None => return,
            },
            CallError::NotSent(_) | CallError::Unknown(_) => backoff.pause(MAX_PAUSE),
        };
        if shutdown.run_until_cancelled(sleep(pause)).await.is_none() {
            return;
        }
    }
}

async fn try_register_commands(telegram: &Telegram) -> Result<(), CallError> {
    telegram.identity().await?;
    let (api, settings) = (&telegram.api, &telegram.settings);
    let translated = settings.translations.iter().map(|menu| (Some(menu.language), menu.commands));
    for (language, commands) in [(None, settings.commands)].into_iter().chain(translated) {
        set_command_menu(api, BotCommandScope::AllPrivateChats, language, commands.iter()).await?;
        // In all other chats everybody sees the answer.
        let public = commands.iter().filter(|command| !command.private);
        set_command_menu(api, BotCommandScope::Default, language, public).await?;
    }
    Ok(())
}

/// Sets the command menu for a scope and a language, unless it is correct already. A menu without a language is for
/// people without a menu in their own language.
async fn set_command_menu(
    api: &Api,
    scope: BotCommandScope,
    language: Option<&str>,
    commands: impl Iterator<Item = &Command>,
) -> Result<(), CallError> {
    let menu: Vec<_> = commands.map(|command| BotCommand::new(command.name, command.description)).collect();
    let mut get = GetMyCommands::new().scope(scope.clone());
    get.language_code = language.map(str::to_owned);
    let shown: Vec<BotCommand> = api.call(&get).await?;
    if shown != menu {
        let mut set = SetMyCommands::new(menu).scope(scope);
        set.language_code = get.language_code;
        api.call::<_, IgnoredAny>(&set).await?;
    }
    Ok(())
}

/// Returns the bot's name, and a notice if its webhook does not suit `mode`.
///
/// # Errors
/// Returns an error if the token is rejected or Telegram is unreachable.
pub(crate) async fn check_setup(api: &Api, mode: &Mode) -> anyhow::Result<String> {
    let name = match fetch_identity(api).await {
        Ok(me) => format!("@{}", me.username),
        Err(CallError::Refused(refusal)) if refusal.is_bad_token() => anyhow::bail!(
            "Telegram does not accept the bot's token; copy it again from @BotFather into channels.telegram.token"
        ),
        Err(error) => {
            return Err(error).context("cannot reach Telegram; check the network, and api_url if set");
        }
    };
    let hook: WebhookInfo = api.call(&GetWebhookInfo::new()).await?;
    let set = !hook.url.is_empty();
    Ok(match (mode, hook.last_error_message) {
        (Mode::Polling, _) if set => {
            format!("{name}; a webhook is set elsewhere, and polling will remove it")
        }
        (Mode::Webhook { public_url, .. }, _) if set && hook.url != public_url.as_str() => {
            format!("{name}; another webhook is set, and starting will replace it")
        }
        (Mode::Webhook { .. }, Some(error)) => {
            format!("{name}; Telegram could not reach the webhook: {error}")
        }
        _ => name,
    })
}

impl Telegram {
    /// Returns the bot's identity; asks Telegram once.
    pub(crate) async fn identity(&self) -> Result<&BotIdentity, CallError> {
        self.identity.get_or_try_init(|| fetch_identity(&self.api)).await
    }
}

async fn fetch_identity(api: &Api) -> Result<BotIdentity, CallError> {
    let me: User = api.call(&GetMe::new()).await?;
    Ok(BotIdentity { id: me.id, username: me.username.unwrap_or_default() })
}
