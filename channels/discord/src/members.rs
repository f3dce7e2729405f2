//! The roles of a server's members.

use adjutant_channel::ChatRef;

use crate::{
    Discord,
    errors::{CallError, code},
    target::Target,
    wire::{Id, Member},
};

/// Returns the roles that a person has in the server of a chat; none for a person who has left. `None` if the bot
/// cannot see the chat or its members.
///
/// # Errors
/// Returns an error if Discord could not be asked.
pub(crate) async fn roles_of(
    discord: &Discord,
    chat: &ChatRef,
    person: &str,
) -> Result<Option<Vec<String>>, CallError> {
    let (Target { channel, parent }, Some(person)) = (Target::of(chat)?, Id::parse(person)) else {
        return Ok(None);
    };
    let channel = parent.unwrap_or(channel).to_string();
    let info = discord.channel_cache.get_or_fetch(&discord.api, &channel).await?;
    let Some(guild) = info.and_then(|info| info.guild) else { return Ok(None) };
    match discord.api.get::<Member>(&format!("guilds/{guild}/members/{person}")).await {
        Ok(member) => Ok(Some(member.roles.iter().map(Id::to_string).collect())),
        Err(error) if error.is(&[code::UNKNOWN_MEMBER, code::UNKNOWN_USER]) => Ok(Some(Vec::new())),
        Err(CallError::Refused(refusal)) => {
            tracing::info!(code = refusal.code, "cannot see the members of a server");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
