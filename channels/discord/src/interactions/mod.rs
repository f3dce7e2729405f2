//! Interactions: slash commands, buttons, menus and autocompletion.
//!
//! Discord expects a response within three seconds. A command or press is stored before it is acknowledged, unless
//! storing takes too long: if the process were killed after the acknowledgement, a press would be lost, and for a
//! command Discord would show "thinking" for a quarter of an hour. Autocompletion stores nothing.

mod unacknowledged;

use std::{pin::pin, sync::Arc, time::Duration};

use adjutant_channel::{
    Accepted, ChatKind, ChatRef, Command, Completion, Content, Event, Gateway, Heard, Inbound, MessageId,
    Phrase, PressAnswer, Rich, Sender,
};
use reqwest::Method;
use serde::de::IgnoredAny;
use serde_json::Value;
use serenity::all::{
    AutocompleteChoice, CreateAllowedMentions, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, MessageFlags,
};
use tokio::time::{sleep, timeout};

pub(crate) use self::unacknowledged::Unacknowledged;
use crate::{
    CHANNEL, Discord,
    channel_cache::ChannelInfo,
    channel_message,
    components::{MAX_OPTION_LABEL, shorten},
    errors::{CallError, code},
    inbound,
    interaction_response::ResponseHandle,
    markdown,
    retry::retry,
    wire::{CommandOption, Interaction},
};

/// Discord's interaction types.
const COMMAND: u8 = 2;
const COMPONENT: u8 = 3;
const AUTOCOMPLETE: u8 = 4;
/// The context of an interaction in a direct chat or group that the bot is not in.
const PRIVATE_CHANNEL: u8 = 2;

/// How long storing a command may take before the command is acknowledged anyway. Only one attempt fits after that.
const STORE_FIRST: Duration = Duration::from_millis(1500);
/// How long an acknowledgement may take before it is sent again. Both attempts end well before Discord's three seconds.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_millis(1250);
/// How long to wait for the values of an autocompletion.
const AUTOCOMPLETE_TIMEOUT: Duration = Duration::from_secs(2);
/// The most values of an autocompletion.
const MAX_CHOICES: usize = 25;
/// The longest value that can be offered, in code points.
const MAX_VALUE: usize = 100;
/// The number of attempts to send an outcome.
const ATTEMPTS: u32 = 3;

/// Acknowledges an interaction, passes it to the gateway, and shows the outcome.
#[tracing::instrument(name = "interaction", skip_all, fields(channel = CHANNEL, interaction = %interaction.id))]
pub(crate) async fn handle_interaction(
    discord: &Discord,
    gateway: Arc<dyn Gateway>,
    interaction: Interaction,
) {
    match interaction.kind {
        COMMAND => handle_command(discord, &*gateway, interaction).await,
        COMPONENT => handle_press(discord, &*gateway, interaction).await,
        AUTOCOMPLETE => handle_autocomplete(discord, &*gateway, interaction).await,
        kind => tracing::debug!(kind, "ignored an interaction of an unknown kind"),
    }
}

async fn handle_command(discord: &Discord, gateway: &dyn Gateway, interaction: Interaction) {
    let command = discord.settings.commands.iter().find(|command| command.name == interaction.data.name);
    let is_private = command.is_some_and(|command| command.private);
    // Until the acknowledgement, Discord has no response that the answer could replace.
    let unacknowledged = discord.unacknowledged.insert(interaction.id);
    let private_to = interaction.author().filter(|_| is_private).map(|user| user.id);
    let handle = ResponseHandle { id: interaction.id, token: interaction.token.clone(), private_to };
    let event = Event::Command {
        message_id: MessageId(interaction.id.to_string()),
        name: interaction.data.name.to_lowercase(),
        args: arguments(&interaction.data.options, command),
        handle: Some(handle.to_string()),
        named: true,
    };
    let mut store = pin!(store(discord, gateway, &interaction, event));
    let stored = timeout(STORE_FIRST, &mut store).await;
    let message = CreateInteractionResponseMessage::new().ephemeral(is_private);
    acknowledge(discord, &interaction, &CreateInteractionResponse::Defer(message)).await;
    drop(unacknowledged);
    let stored = match stored {
        Ok(stored) => stored,
        Err(_) => store.await,
    };
    match stored.map(Option::unwrap_or_default) {
        // Otherwise Discord would show "thinking" for a quarter of an hour.
        Ok(accepted) if accepted.unanswered => delete_deferred_response(discord, &interaction).await,
        Ok(_) => {}
        Err(error) => {
            tracing::error!(interaction = %interaction.id, error = format!("{error:#}"), "cannot store a command");
            let text = gateway.phrase(Phrase::NotStored, interaction.locale.as_deref());
            let body = channel_message::edit_body(&Content::text(Rich::plain(text)));
            send_outcome(discord, &interaction, Method::PATCH, "/messages/@original", &body).await;
        }
    }
}

async fn handle_press(discord: &Discord, gateway: &dyn Gateway, interaction: Interaction) {
    // Until the acknowledgement, Discord accepts no edit through the press.
    let unacknowledged = discord.unacknowledged.insert(interaction.id);
    let message_id = interaction.message.as_ref().map(|message| MessageId(message.id.to_string()));
    let data = interaction.data.values.first().unwrap_or(&interaction.data.custom_id).clone();
    let event = Event::Press { message_id, data, handle: edit_handle(&interaction) };
    let mut store = pin!(store(discord, gateway, &interaction, event));
    let stored = timeout(STORE_FIRST, &mut store).await;
    acknowledge(discord, &interaction, &CreateInteractionResponse::Acknowledge).await;
    drop(unacknowledged);
    let stored = match stored {
        Ok(stored) => stored,
        Err(_) => store.await,
    };
    let answer = match stored.map(Option::unwrap_or_default) {
        Ok(accepted) => accepted.answer,
        Err(error) => {
            tracing::error!(interaction = %interaction.id, error = format!("{error:#}"), "cannot store a press");
            Some(PressAnswer::alert(gateway.phrase(Phrase::NotStored, interaction.locale.as_deref())))
        }
    };
    for part in answer.map(outcome_messages).unwrap_or_default() {
        let body = CreateInteractionResponseFollowup::new()
            .content(markdown::render(&part))
            .flags(MessageFlags::EPHEMERAL | MessageFlags::SUPPRESS_EMBEDS)
            .allowed_mentions(CreateAllowedMentions::new());
        send_outcome(discord, &interaction, Method::POST, "", &body).await;
    }
}

/// Stores the event of an interaction; returns `None` if the interaction names no user or no channel.
async fn store(
    discord: &Discord,
    gateway: &dyn Gateway,
    interaction: &Interaction,
    event: Event,
) -> anyhow::Result<Option<Accepted>> {
    match inbound_from_interaction(discord, interaction, event).await {
        Some(inbound) => gateway.accept(inbound).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the handle with which the answer to a press edits the pressed message, if the message is ephemeral: the
/// channel's routes do not reach such a message.
fn edit_handle(interaction: &Interaction) -> Option<String> {
    let flags = MessageFlags::from_bits_truncate(interaction.message.as_ref()?.flags);
    let private_to = Some(interaction.author()?.id);
    let handle = ResponseHandle { id: interaction.id, token: interaction.token.clone(), private_to };
    flags.contains(MessageFlags::EPHEMERAL).then(|| handle.to_string())
}

/// Offers values for an argument; none if they take too long.
async fn handle_autocomplete(discord: &Discord, gateway: &dyn Gateway, interaction: Interaction) {
    let choices = timeout(AUTOCOMPLETE_TIMEOUT, autocomplete_choices(discord, gateway, &interaction)).await;
    let offered = CreateAutocompleteResponse::new().set_choices(choices.ok().flatten().unwrap_or_default());
    acknowledge(discord, &interaction, &CreateInteractionResponse::Autocomplete(offered)).await;
}

async fn autocomplete_choices(
    discord: &Discord,
    gateway: &dyn Gateway,
    interaction: &Interaction,
) -> Option<Vec<AutocompleteChoice>> {
    let argument = interaction.data.options.iter().find(|option| option.focused)?;
    let completion = Completion {
        chat: interaction_chat(discord, interaction).await?,
        sender: sender(interaction)?,
        command: interaction.data.name.to_lowercase(),
        argument: argument.name.clone(),
        typed: value_text(&argument.value),
    };
    let choices = gateway.complete(completion).await;
    let choices = choices
        .inspect_err(|error| {
            tracing::warn!(error = format!("{error:#}"), "cannot look up autocomplete values");
        })
        .ok()?;
    let fits = |text: &str, max| !text.is_empty() && text.chars().count() <= max;
    let choices = choices.into_iter().filter(|choice| fits(&choice.value, MAX_VALUE));
    let offered = choices
        .filter(|choice| !choice.label.is_empty())
        .map(|choice| AutocompleteChoice::new(shorten(&choice.label, MAX_OPTION_LABEL), choice.value));
    Some(offered.take(MAX_CHOICES).collect())
}

/// Acknowledges an interaction. If that fails, Discord tells the person that the bot did not respond, but the
/// interaction still counts.
async fn acknowledge(discord: &Discord, interaction: &Interaction, body: &CreateInteractionResponse) {
    let path = format!("interactions/{}/{}/callback", interaction.id, interaction.token);
    let attempt = || timeout(ACKNOWLEDGE_TIMEOUT, discord.api.send::<()>(Method::POST, &path, body));
    let is_in_doubt = |outcome: &Result<_, _>| {
        matches!(outcome, Err(_) | Ok(Err(CallError::NotSent(_) | CallError::Unknown(_))))
    };
    let mut outcome = attempt().await;
    if let Ok(Err(CallError::RetryAfter(pause))) = &outcome
        && *pause <= ACKNOWLEDGE_TIMEOUT
    {
        sleep(*pause).await;
        outcome = attempt().await;
    } else if is_in_doubt(&outcome) {
        outcome = attempt().await;
    }
    let interaction = interaction.id;
    match outcome {
        Ok(Ok(())) => {}
        // Either the first attempt arrived, or Discord sent the event twice.
        Ok(Err(error)) if error.is(&[code::ALREADY_ACKNOWLEDGED]) => {}
        Ok(Err(error)) => tracing::warn!(%interaction, %error, "cannot acknowledge an interaction"),
        Err(_) => tracing::warn!(%interaction, "cannot acknowledge an interaction in time"),
    }
}

/// Deletes the deferred response. Best effort.
async fn delete_deferred_response(discord: &Discord, interaction: &Interaction) {
    let delete = async {
        let application = &discord.identity().await?.application_id;
        let path = format!("webhooks/{application}/{}/messages/@original", interaction.token);
        retry(ATTEMPTS, || discord.api.delete(&path)).await
    };
    if let Err(error) = delete.await {
        tracing::warn!(interaction = %interaction.id, %error, "cannot delete a deferred response");
    }
}

/// Sends the outcome of an interaction. Best effort.
async fn send_outcome(
    discord: &Discord,
    interaction: &Interaction,
    method: Method,
    below: &str,
    body: &impl serde::Serialize,
) {
    let send = async {
        let application = &discord.identity().await?.application_id;
        let path = format!("webhooks/{application}/{}{below}", interaction.token);
        retry(ATTEMPTS, || discord.api.send::<IgnoredAny>(method.clone(), &path, body)).await
    };
    if let Err(error) = send.await {
        tracing::warn!(interaction = %interaction.id, %error, "cannot send the outcome of an interaction");
    }
}

/// Returns the gateway's event; `None` if the interaction names no user or no channel.
async fn inbound_from_interaction(
    discord: &Discord,
    interaction: &Interaction,
    event: Event,
) -> Option<Inbound> {
    Some(Inbound {
        external_id: format!("interaction:{}", interaction.id),
        chat: interaction_chat(discord, interaction).await?,
        chat_kind: interaction_chat_kind(interaction),
        sender: sender(interaction)?,
        sent_at: interaction.id.time(),
        opened_at: None,
        heard: Heard::Addressed,
        event,
    })
}

fn sender(interaction: &Interaction) -> Option<Sender> {
    let sender = inbound::sender(interaction.author()?, interaction.member.as_ref());
    Some(Sender { language: interaction.locale.clone(), ..sender })
}

/// Returns the kind of chat. A chat between people who use the bot's commands there is not a direct chat with the bot.
fn interaction_chat_kind(interaction: &Interaction) -> ChatKind {
    match interaction.context {
        Some(PRIVATE_CHANNEL) => ChatKind::Group,
        _ => inbound::chat_kind(interaction.guild_id),
    }
}

async fn interaction_chat(discord: &Discord, interaction: &Interaction) -> Option<ChatRef> {
    let channel = interaction.channel_id?;
    if interaction.guild_id.is_none() {
        return Some(inbound::chat_ref(channel, None));
    }
    // A request here could take longer than Discord waits for an acknowledgement.
    if let Some(named) = &interaction.channel {
        let info = ChannelInfo::of(named, interaction.guild_id);
        return Some(inbound::chat_ref(channel, Some(&info)));
    }
    let id = channel.to_string();
    let info = retry(ATTEMPTS, || discord.channel_cache.get_or_fetch(&discord.api, &id)).await;
    Some(inbound::chat_ref(channel, info.ok().flatten().as_ref()))
}

/// Returns the arguments of a command as one text, as people type them, in the command's own order.
fn arguments(options: &[CommandOption], command: Option<&Command>) -> String {
    let known = command.map_or(&[][..], |command| command.arguments);
    let position = |option: &&CommandOption| known.iter().position(|known| known.name == option.name);
    let mut options: Vec<&CommandOption> = options.iter().collect();
    options.sort_by_key(position);
    let typed = |option: &CommandOption| {
        let value = value_text(&option.value);
        match known.iter().find(|known| known.name == option.name) {
            Some(argument) => argument.typed(&value),
            None => value,
        }
    };
    let values: Vec<String> = options.into_iter().map(typed).collect();
    values.join(" ").trim().to_owned()
}

fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// Returns the messages that show the outcome to the presser.
fn outcome_messages(answer: PressAnswer) -> Vec<Rich> {
    let text = if answer.alert { format!("⚠️ {}", answer.text) } else { answer.text };
    let line = Some(Rich::plain(text)).filter(|line| !line.text.trim().is_empty());
    let details = answer
        .details
        .map(|details| markdown::layout(&details, &markdown::Names::default(), crate::MAX_PART));
    line.into_iter().chain(details.into_iter().flatten()).collect()
}

#[cfg(test)]
mod tests;
