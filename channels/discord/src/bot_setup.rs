//! The bot's identity, the registration of its commands, and the check for `doctor`.

use std::time::Duration;

use adjutant_net::Backoff;
use anyhow::{Context as _, bail};
use serde::Deserialize;
use serenity::all::Permissions;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    Discord, Settings, Threads,
    api::Api,
    commands::{self, Menus},
    errors::CallError,
    wire::{Id, User},
};

/// The longest pause between two attempts to register the commands.
const MAX_PAUSE: Duration = Duration::from_secs(5 * 60);

/// The page on which a server's administrator adds the bot.
const INVITE_URL: &str = "https://discord.com/oauth2/authorize";
/// The application flags that let the bot read the content of all messages: for any number of servers, or for up to a
/// hundred.
const SEES_CONTENT: u64 = 1 << 18 | 1 << 19;

/// The bot's identity on Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BotIdentity {
    /// Its user id.
    pub(crate) id: String,
    /// The id of its application, used for commands and interactions.
    pub(crate) application_id: String,
    pub(crate) username: String,
}

impl Discord {
    /// Returns the bot's identity; asks Discord once, unless the gateway's READY event came first.
    pub(crate) async fn identity(&self) -> Result<&BotIdentity, CallError> {
        self.identity.get_or_try_init(|| fetch_identity(&self.api)).await
    }
}

/// Registers the bot's commands, beside the connection, retrying unless Discord refuses.
pub(crate) async fn register_commands(discord: &Discord, shutdown: &CancellationToken) {
    let mut backoff = Backoff::new();
    loop {
        let Some(outcome) = shutdown.run_until_cancelled(try_register_commands(discord)).await else {
            return;
        };
        let Err(error) = outcome else { return };
        tracing::warn!(%error, "cannot register the bot's commands");
        let pause = match error {
            CallError::RetryAfter(asked) => asked,
            CallError::NotSent(_) | CallError::Unknown(_) => backoff.pause(MAX_PAUSE),
            CallError::Refused(_) => return,
        };
        if shutdown.run_until_cancelled(sleep(pause)).await.is_none() {
            return;
        }
    }
}

async fn try_register_commands(discord: &Discord) -> Result<(), CallError> {
    let me = discord.identity().await?;
    let menus = Menus { commands: discord.settings.commands, translations: discord.settings.translations };
    commands::sync_commands(&discord.api, &me.application_id, menus).await
}

/// Returns the bot's name and its invite link.
///
/// # Errors
/// Returns an error if the token is rejected, Discord is unreachable, or the bot lacks a permission that the settings
/// need.
pub(crate) async fn check_setup(api: &Api, settings: &Settings) -> anyhow::Result<String> {
    let (user, application) = match tokio::try_join!(fetch_user(api), fetch_application(api)) {
        Ok(answers) => answers,
        Err(error) if error.is_bad_token() => bail!(
            "Discord does not accept the bot's token; reset it in the Discord Developer Portal under Bot, and copy it \
             into channels.discord.token"
        ),
        Err(error) => {
            return Err(error).context("cannot reach Discord; check the network, and api_url if set");
        }
    };
    let sees_content = application.flags & SEES_CONTENT != 0;
    if settings.message_content && !sees_content {
        bail!(
            "{} may not see the content of messages: turn on \"Message Content Intent\" in the Discord Developer Portal \
             under Bot, or set message_content = false in [channels.discord]",
            user.username
        );
    }
    let unused = if sees_content && !settings.message_content {
        "; its \"Message Content Intent\" is on, but message_content = false does not ask for it"
    } else {
        ""
    };
    let invite = invite_url(application.id, settings.threads)?;
    Ok(format!("{}{unused}\ninvite it by {invite}", user.username))
}

/// Returns the link by which a server's administrator adds the bot, with exactly the permissions it uses.
fn invite_url(application: Id, threads: Threads) -> anyhow::Result<Url> {
    let mut permissions = Permissions::VIEW_CHANNEL
        | Permissions::SEND_MESSAGES
        | Permissions::SEND_MESSAGES_IN_THREADS
        | Permissions::ATTACH_FILES
        | Permissions::READ_MESSAGE_HISTORY
        | Permissions::ADD_REACTIONS;
    permissions.set(Permissions::CREATE_PUBLIC_THREADS, threads != Threads::Never);
    let query = [
        ("client_id", application.to_string()),
        ("scope", "bot applications.commands".into()),
        ("permissions", permissions.bits().to_string()),
    ];
    Ok(Url::parse_with_params(INVITE_URL, query)?)
}

async fn fetch_identity(api: &Api) -> Result<BotIdentity, CallError> {
    let (user, application) = tokio::try_join!(fetch_user(api), fetch_application(api))?;
    Ok(BotIdentity {
        id: user.id.to_string(),
        application_id: application.id.to_string(),
        username: user.username,
    })
}

async fn fetch_user(api: &Api) -> Result<User, CallError> {
    api.get("users/@me").await
}

#[derive(Deserialize)]
struct Application {
    id: Id,
    #[serde(default)]
    flags: u64,
}

async fn fetch_application(api: &Api) -> Result<Application, CallError> {
    api.get("applications/@me").await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_asks_for_what_is_used() {
        insta::assert_snapshot!(
            invite_url(Id(7), Threads::Never).unwrap(),
            @"https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=274878008384"
        );
        insta::assert_snapshot!(
            invite_url(Id(7), Threads::Long).unwrap(),
            @"https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=309237746752"
        );
    }
}
