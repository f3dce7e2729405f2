//! The effects of the routes.

use serde_json::{Value, json};

use super::{
    Shared,
    body::{Body, Query},
    commands,
    errors::{ApiError, invalid, missing_access, missing_permissions, refused},
    http::Reply,
    interactions, messages,
    route::Route,
    state::State,
    threads,
};
use axum::http::StatusCode;

/// The application flag of the MESSAGE_CONTENT intent for small bots.
const MESSAGE_CONTENT_LIMITED: u64 = 1 << 19;

/// Performs a request that the rate limits admitted.
pub(crate) fn call(shared: &Shared, route: &Route, query: &Query, body: &Body) -> Result<Reply, ApiError> {
    match route {
        Route::Commands(route) => return commands::call(shared, route, query, body),
        Route::Interaction(route) => return interactions::call(shared, route, query, body),
        _ => {}
    }
    let state = &mut shared.lock();
    match route {
        Route::GetGateway => Ok(Reply::json(json!({"url": gateway_url(state)}))),
        Route::GetGatewayBot => Ok(Reply::json(gateway_bot(state))),
        Route::GetCurrentUser => Ok(Reply::json(current_user(state))),
        Route::GetCurrentApplication => Ok(Reply::json(current_application(state))),
        Route::CreateDm => create_dm(state, body),
        Route::GetChannel { channel } => get_channel(state, *channel),
        Route::EditChannel { channel } => threads::edit(state, *channel, body),
        // Only "Manage Threads" permits it, even for the bot's own threads.
        Route::DeleteChannel { channel } => state.visible(*channel).and_then(|_| Err(missing_permissions())),
        Route::GetGuildMember { guild, user } => get_member(state, *guild, *user),
        Route::ListMessages { channel } => messages::list(state, *channel, query),
        Route::GetMessage { channel, message } => messages::get(state, *channel, *message),
        Route::CreateMessage { channel } => messages::create(state, *channel, body),
        Route::EditMessage { channel, message } => messages::edit(state, *channel, *message, body),
        Route::DeleteMessage { channel, message } => messages::delete(state, *channel, *message),
        Route::Typing { channel } => messages::typing(state, *channel),
        Route::AddReaction { channel, message, emoji } => messages::react(state, *channel, *message, emoji),
        Route::RemoveReaction { channel, message, emoji } => {
            messages::take_reaction(state, *channel, *message, emoji)
        }
        Route::StartThread { channel, message } => threads::start(state, *channel, *message, body),
        Route::Commands(_) | Route::Interaction(_) => unreachable!("performed above"),
    }
}

/// Returns the gateway's URL, without version and encoding.
pub(crate) fn gateway_url(state: &State) -> String {
    format!("{}/gateway", state.url.replacen("http", "ws", 1))
}

fn gateway_bot(state: &State) -> Value {
    let now = state.clock.ms();
    json!({
        "url": gateway_url(state),
        "shards": state.settings.shards,
        "session_start_limit": {
            "total": state.settings.session_starts,
            "remaining": state.session_starts.remaining(state.settings.session_starts, now),
            "reset_after": state.session_starts.reset_after(now),
            "max_concurrency": state.settings.max_concurrency,
        },
    })
}

fn current_user(state: &State) -> Value {
    let mut user = state.render_user(state.settings.bot_id);
    user["verified"] = json!(true);
    user["email"] = Value::Null;
    user["mfa_enabled"] = json!(true);
    user["flags"] = json!(0);
    user
}

fn current_application(state: &State) -> Value {
    json!({
        "id": state.settings.application_id.to_string(),
        "name": state.settings.bot_name,
        "icon": null,
        "description": "",
        "rpc_origins": [],
        "bot_public": false,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "team": null,
        "flags": application_flags(state),
        "bot": state.render_user(state.settings.bot_id),
    })
}

/// Returns the `flags` of the application, which tell whether a bot in few guilds may read messages.
pub(crate) fn application_flags(state: &State) -> u64 {
    if state.settings.message_content { MESSAGE_CONTENT_LIMITED } else { 0 }
}

fn create_dm(state: &mut State, body: &Body) -> Result<Reply, ApiError> {
    let recipient = &body.json["recipient_id"];
    let recipient = recipient.as_u64().or_else(|| recipient.as_str()?.parse().ok());
    let recipient = recipient
        .ok_or_else(|| invalid("recipient_id", "NUMBER_TYPE_COERCE", "Value is not a snowflake."))?;
    let is_person = state.users.get(&recipient).is_some_and(|user| !user.is_bot && !user.is_webhook);
    if !is_person {
        return Err(refused(StatusCode::BAD_REQUEST, 50033, "Invalid Recipient(s)"));
    }
    let id = state.direct(recipient);
    get_channel(state, id)
}

pub(crate) fn get_channel(state: &mut State, id: u64) -> Result<Reply, ApiError> {
    let channel = state.visible(id)?.clone();
    Ok(Reply::json(state.render_channel(id, &channel)))
}

fn get_member(state: &State, guild: u64, user: u64) -> Result<Reply, ApiError> {
    let unknown = |code, message| refused(StatusCode::NOT_FOUND, code, message);
    let members = &state.guilds.get(&guild).ok_or_else(|| unknown(10004, "Unknown Guild"))?.members;
    if !members.contains_key(&state.settings.bot_id) {
        return Err(missing_access());
    }
    if !members.contains_key(&user) {
        return Err(unknown(10007, "Unknown Member"));
    }
    let mut member = state.render_member(guild, user);
    member["user"] = state.render_user(user);
    Ok(Reply::json(member))
}
