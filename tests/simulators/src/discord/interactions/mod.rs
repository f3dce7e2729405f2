//! Interactions: commands, presses, choices and forms. This file holds the bot's answers to them.
//!
//! An interaction accepts one first answer, within seconds. After that, its token can edit and add messages for a
//! quarter of an hour. A deferred answer becomes a message when it gets its content, so its id is later than on the
//! platform.

mod calls;
mod modal;
mod payload;

use std::{collections::BTreeMap, time::Duration};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::Instant;

pub use calls::Interaction;
pub use modal::Modal;

use super::{
    Discord, Shared,
    body::{Body, Query},
    commands,
    content::{Draft, EPHEMERAL},
    errors::{ApiError, invalid, refused, unknown_channel, unknown_message},
    http::Reply,
    route::InteractionRoute,
    state::{Message, State},
};

/// Every interaction so far.
#[derive(Debug, Default)]
pub(crate) struct Interactions(BTreeMap<u64, Record>);

/// A person's action, and the bot's answers so far.
#[derive(Debug)]
struct Record {
    token: String,
    kind: Kind,
    user: u64,
    channel: u64,
    /// The message with the button or menu; for a form, the message of the interaction that opened it.
    source: Option<u64>,
    /// The `interaction_metadata` of messages that answer the interaction.
    metadata: Value,
    sent_at: Instant,
    acknowledged: Option<Acknowledged>,
    original: Original,
    /// Its messages other than the original.
    followups: Vec<u64>,
    /// The first message with content.
    answer: Option<u64>,
    choices: Vec<(String, String)>,
    /// The form that it opened.
    modal: Option<Value>,
}

/// The kind of action, by the number in `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Form = 5,
}

/// The target of `@original`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Original {
    None,
    /// "The application is thinking".
    Loading {
        ephemeral: bool,
    },
    Message(u64),
}

/// The first answer to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// The kind of answer.
    pub kind: AckKind,
    /// Whether the message that the answer is, or announces, is visible only to the caller.
    pub ephemeral: bool,
    /// The time from the interaction to the answer.
    pub after: Duration,
}

/// The kinds of first answers, by the platform's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckKind {
    /// A message.
    Message = 4,
    /// An announced message.
    Deferred = 5,
    /// No visible change; the message with the component may change later.
    DeferredUpdate = 6,
    /// A change of the message with the component.
    Update = 7,
    /// Choices for the argument being typed.
    Choices = 8,
    /// A form.
    Modal = 9,
}

/// Performs a request to `/interactions` or `/webhooks`.
pub(crate) fn call(
    shared: &Shared,
    route: &InteractionRoute,
    query: &Query,
    body: &Body,
) -> Result<Reply, ApiError> {
    let mut state = shared.lock();
    let state = &mut *state;
    match route {
        InteractionRoute::Callback { interaction, token } => {
            acknowledge(state, *interaction, token, body)?;
            let wants_body = query.get("with_response").is_some_and(|value| value == "true");
            Ok(if wants_body { Reply::json(render_callback(state, *interaction)) } else { Reply::empty() })
        }
        InteractionRoute::CreateFollowup { application, token } => {
            let id = find(state, *application, token)?;
            follow_up(state, id, body)
        }
        InteractionRoute::GetResponse { application, token, message } => {
            let id = find(state, *application, token)?;
            let message = locate(state, id, *message)?;
            Ok(Reply::json(state.render(&message)))
        }
        InteractionRoute::EditResponse { application, token, message } => {
            let id = find(state, *application, token)?;
            edit(state, id, *message, body)
        }
        InteractionRoute::DeleteResponse { application, token, message } => {
            let id = find(state, *application, token)?;
            delete(state, id, *message)
        }
    }
}

/// Takes the first answer.
fn acknowledge(state: &mut State, id: u64, token: &str, body: &Body) -> Result<(), ApiError> {
    let record = state.interactions.0.get(&id).filter(|record| record.token == token);
    let record = record.ok_or_else(|| unknown_interaction().into_bug())?;
    if record.acknowledged.is_some() {
        let message = "Interaction has already been acknowledged.";
        return Err(refused(StatusCode::BAD_REQUEST, 40060, message));
    }
    let after = record.sent_at.elapsed();
    if after > state.settings.interaction_ack {
        return Err(unknown_interaction().into_bug());
    }
    let kind = ack_kind(record, &body.json["type"])?;
    let data = &body.json["data"];
    let ephemeral = data["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0;
    match kind {
        AckKind::Message => {
            let draft = Draft::read(state, data, body)?;
            let message = post(state, id, draft, ephemeral)?;
            state.interactions.get(id).original = Original::Message(message);
        }
        AckKind::Deferred => state.interactions.get(id).original = Original::Loading { ephemeral },
        AckKind::DeferredUpdate => state.interactions.get(id).adopt_source(),
        AckKind::Update => {
            let draft = Draft::read(state, data, body)?;
            let source = state.interactions.get(id).source.ok_or_else(unknown_message)?;
            rewrite(state, id, source, draft)?;
            state.interactions.get(id).adopt_source();
        }
        AckKind::Choices => state.interactions.get(id).choices = read_choices(data)?,
        AckKind::Modal => {
            modal::check(data)?;
            state.interactions.get(id).modal = Some(data.clone());
        }
    }
    state.interactions.get(id).acknowledged = Some(Acknowledged { kind, ephemeral, after });
    Ok(())
}

/// Returns the kind of answer if the person's action permits it.
fn ack_kind(record: &Record, number: &Value) -> Result<AckKind, ApiError> {
    let kinds = [
        AckKind::Message,
        AckKind::Deferred,
        AckKind::DeferredUpdate,
        AckKind::Update,
        AckKind::Choices,
        AckKind::Modal,
    ];
    let fits = |kind: &AckKind| match kind {
        AckKind::Choices => record.kind == Kind::Autocomplete,
        _ if record.kind == Kind::Autocomplete => false,
        AckKind::DeferredUpdate | AckKind::Update => record.source.is_some(),
        AckKind::Modal => record.kind != Kind::Form,
        AckKind::Message | AckKind::Deferred => true,
    };
    let found = kinds.into_iter().find(|kind| number.as_u64() == Some(*kind as u64)).filter(fits);
    let message = "Interaction callback type is invalid for this interaction";
    found.ok_or_else(|| invalid("type", "INTERACTION_CALLBACK_TYPE_INVALID", message))
}

fn read_choices(data: &Value) -> Result<Vec<(String, String)>, ApiError> {
    let choices = data["choices"].as_array().map_or(&[][..], Vec::as_slice);
    commands::check_choices("data.choices", choices)?;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Ok(choices.iter().map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect())
}

/// Adds a message; the first one after a deferred answer becomes that answer.
fn follow_up(state: &mut State, id: u64, body: &Body) -> Result<Reply, ApiError> {
    let draft = Draft::read(state, &body.json, body)?;
    if let Original::Loading { ephemeral } = state.interactions.get(id).original {
        return resolve(state, id, draft, ephemeral);
    }
    let ephemeral = draft.flags.unwrap_or_default() & EPHEMERAL != 0;
    let message = post(state, id, draft, ephemeral)?;
    state.interactions.get(id).followups.push(message);
    Ok(Reply::json(render(state, id, message)))
}

fn edit(state: &mut State, id: u64, message: Option<u64>, body: &Body) -> Result<Reply, ApiError> {
    let draft = Draft::read(state, &body.json, body)?;
    if let (Original::Loading { ephemeral }, None) = (state.interactions.get(id).original, message) {
        return resolve(state, id, draft, ephemeral);
    }
    let message = locate(state, id, message)?.id;
    rewrite(state, id, message, draft)?;
    Ok(Reply::json(render(state, id, message)))
}

fn delete(state: &mut State, id: u64, message: Option<u64>) -> Result<Reply, ApiError> {
    let record = state.interactions.get(id);
    if matches!(record.original, Original::Loading { .. }) && message.is_none() {
        record.original = Original::None;
        return Ok(Reply::empty());
    }
    let message = locate(state, id, message)?;
    state.remove(message.channel, message.id);
    Ok(Reply::empty())
}

/// Sets the content of a deferred answer.
fn resolve(state: &mut State, id: u64, draft: Draft, ephemeral: bool) -> Result<Reply, ApiError> {
    let message = post(state, id, draft, ephemeral)?;
    state.interactions.get(id).original = Original::Message(message);
    Ok(Reply::json(render(state, id, message)))
}

fn post(state: &mut State, id: u64, draft: Draft, ephemeral: bool) -> Result<u64, ApiError> {
    let author = state.settings.bot_id;
    let record = state.interactions.get(id);
    let mut message = Message {
        channel: record.channel,
        author,
        ephemeral_for: ephemeral.then_some(record.user),
        interaction: Some(record.metadata.clone()),
        ..Message::default()
    };
    if !state.channels.contains_key(&message.channel) {
        return Err(unknown_channel());
    }
    draft.apply(state, &mut message)?;
    message.flags = (message.flags & !EPHEMERAL) | if ephemeral { EPHEMERAL } else { 0 };
    let message = state.post(message);
    state.interactions.get(id).answer.get_or_insert(message);
    Ok(message)
}

fn rewrite(state: &mut State, id: u64, message: u64, draft: Draft) -> Result<(), ApiError> {
    let channel = state.interactions.get(id).channel;
    let mut edited = state.message(channel, message).cloned().ok_or_else(unknown_message)?;
    draft.apply(state, &mut edited)?;
    state.replace(edited);
    state.interactions.get(id).answer.get_or_insert(message);
    Ok(())
}

/// Returns one of an interaction's own messages; `None` means `@original`.
fn locate(state: &mut State, id: u64, message: Option<u64>) -> Result<Message, ApiError> {
    let record = state.interactions.get(id);
    let original = match record.original {
        Original::Message(original) => Some(original),
        Original::None | Original::Loading { .. } => None,
    };
    let is_own = |message: &u64| original == Some(*message) || record.followups.contains(message);
    let message = message.map_or(original, |message| Some(message).filter(is_own));
    let channel = record.channel;
    message.and_then(|message| state.message(channel, message).cloned()).ok_or_else(unknown_message)
}

/// Returns the interaction with this token, if the token is valid and the first answer was given.
fn find(state: &State, application: u64, token: &str) -> Result<u64, ApiError> {
    let unknown_webhook = || refused(StatusCode::NOT_FOUND, 10015, "Unknown Webhook").into_bug();
    if application != state.settings.application_id {
        return Err(unknown_webhook());
    }
    let invalid_token = || refused(StatusCode::UNAUTHORIZED, 50027, "Invalid Webhook Token");
    let found = state.interactions.0.iter().find(|(_, record)| record.token == token);
    let (id, record) = found.ok_or_else(|| invalid_token().into_bug())?;
    if record.acknowledged.is_none() {
        return Err(unknown_webhook());
    }
    if record.sent_at.elapsed() >= state.settings.interaction_lifetime {
        return Err(invalid_token());
    }
    Ok(*id)
}

fn render(state: &mut State, id: u64, message: u64) -> Value {
    let channel = state.interactions.get(id).channel;
    state.message(channel, message).map_or(Value::Null, |message| state.render(message))
}

/// Returns the answer to a callback with `with_response`.
fn render_callback(state: &mut State, id: u64) -> Value {
    let record = state.interactions.get(id);
    let mut interaction = json!({"id": id.to_string(), "type": record.kind as u8});
    let mut resource = json!({"type": record.acknowledged.map(|ack| ack.kind as u8)});
    match record.original {
        Original::Message(message) => {
            let rendered = render(state, id, message);
            interaction["response_message_id"] = json!(message.to_string());
            interaction["response_message_loading"] = json!(false);
            resource["message"] = rendered;
        }
        Original::Loading { .. } => interaction["response_message_loading"] = json!(true),
        Original::None => {}
    }
    json!({"interaction": interaction, "resource": resource})
}

fn unknown_interaction() -> ApiError {
    refused(StatusCode::NOT_FOUND, 10062, "Unknown interaction")
}

impl Interactions {
    /// Returns an existing record, by an id that was issued.
    fn get(&mut self, id: u64) -> &mut Record {
        self.0.get_mut(&id).expect("interactions are never forgotten")
    }
}

impl Record {
    /// Makes the message with the component `@original` from now on.
    fn adopt_source(&mut self) {
        self.original = self.source.map_or(Original::None, Original::Message);
    }
}

impl Discord {
    /// Sets how long interactions wait for their first answer, including existing ones.
    pub fn set_interaction_ack(&self, limit: Duration) {
        self.shared.lock().settings.interaction_ack = limit;
    }

    /// Sets how long interaction tokens are valid, including existing ones.
    pub fn set_interaction_lifetime(&self, lifetime: Duration) {
        self.shared.lock().settings.interaction_lifetime = lifetime;
    }
}
