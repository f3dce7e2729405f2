//! `/vault`: people give the bot secrets, see which secrets it has, and delete them; in their direct chats only. A
//! value is sealed in the transaction that stores its message; the message's text is not stored. The message is then
//! removed, if the platform allows that, and the person gets an answer.

use adjutant_channel::{ChatKind, Event, Inbound, MessageId, PressAnswer};
use adjutant_domain::{
    buttons::{Button, SecretAction, VaultPress},
    ids::{self, UserId},
    timestamp::Timestamp,
    web,
};
use adjutant_store::{
    db::Tx,
    inbox::Message,
    people::User,
    secrets::{self, Awaited, Outcome, Secret},
};
use adjutant_texts::{self as all_texts, vault as texts};
use anyhow::Result;

use super::{list as lists, press::Press, request::Request};
use crate::{core::Core, outbox::Slot};

pub(crate) mod removal;

/// The first word of the argument that gives a secret.
const ADD: &str = "add";
/// From this length on, a word alone is a token rather than a name, in bytes.
const TOKEN: usize = 20;
/// The most secrets per person.
const MOST: usize = 100;
/// The longest name, in bytes.
const NAME: usize = 40;
/// The longest value, in bytes.
const VALUE: usize = 4_000;

/// `/vault`: answers with the list, or by asking for the value of a new secret.
pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, args, now, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.point_to_direct_chat(texts::in_private()).await;
    }
    let known = secrets::of(tx, &user.user_id).await?;
    let words: Vec<_> = args.split_whitespace().collect();
    if words.is_empty() {
        let content = texts::listing(&known, 0, user.zone(core.zone));
        return request.post(Slot::first(&request.source), content).await;
    }
    if may_hold_value(&words) {
        return refuse_value(request).await;
    }
    let (name, server, value) = match words.as_slice() {
        [add, name, server, value @ ..] if add.eq_ignore_ascii_case(ADD) => (*name, *server, value),
        _ => return request.answer(texts::how_to_add().to_owned()).await,
    };
    let name = name.to_lowercase();
    if !is_name(&name) {
        return request.answer(texts::bad_name().to_owned()).await;
    }
    let Some(server) = server_of(server) else { return request.answer(texts::bad_server().to_owned()).await };
    if known.len() >= MOST && known.iter().all(|secret| secret.name != name) {
        return request.answer(texts::too_many(MOST)).await;
    }
    let value = value.join(" ");
    let Event::Command { message_id, handle, .. } = &event.event else { return Ok(()) };
    if value.is_empty() {
        secrets::wait(tx, &user.user_id, &event.chat, (&name, &server), now).await?;
        return request.answer(texts::send_the_value(&name, &server)).await;
    }
    // The command contains the value. On some platforms, nobody else can see a command.
    let outcome = seal(tx, core, &user.user_id, (&name, &server), &value, now).await?;
    if handle.is_some() {
        return request.answer(texts::taken(outcome, &name, &server, None)).await;
    }
    secrets::wait(tx, &user.user_id, &event.chat, (&name, &server), now).await?;
    secrets::note_value(tx, &user.user_id, (event, message_id), outcome, now).await
}

/// Returns whether words after the command may hold the value of a secret, without being `add NAME SERVER VALUE`: a
/// sentence about it, or the value in the place of another part.
fn may_hold_value(words: &[&str]) -> bool {
    match words {
        [add, _, server] if add.eq_ignore_ascii_case(ADD) => {
            server_of(server).is_none() && !server.contains(['.', ':'])
        }
        [add, name, server, _] if add.eq_ignore_ascii_case(ADD) => {
            !is_name(&name.to_lowercase()) || server_of(server).is_none()
        }
        [add, word] if add.eq_ignore_ascii_case(ADD) => word.len() >= TOKEN,
        [word] => word.len() >= TOKEN,
        _ => true,
    }
}

/// Refuses a command that may hold the value of a secret. Keeps nothing of it, and has the message removed.
async fn refuse_value(request: &Request<'_>) -> Result<()> {
    let &Request { tx, event, user, now, .. } = request;
    let Event::Command { message_id, handle, .. } = &event.event else { return Ok(()) };
    // On some platforms, nobody else can see a command.
    if handle.is_some() {
        return request.answer(texts::taken(Outcome::NoForm, "", "", None)).await;
    }
    secrets::wait(tx, &user.user_id, &event.chat, ("", ""), now).await?;
    secrets::note_value(tx, &user.user_id, (event, message_id), Outcome::NoForm, now).await
}

fn is_name(name: &str) -> bool {
    name.len() <= NAME && name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
}

/// Takes a message as the awaited value of a secret; returns whether it was one. Forwarded messages and files without
/// words never are.
pub(super) async fn take_value(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    (id, message): (&MessageId, &Message),
    now: Timestamp,
) -> Result<bool> {
    let has_files = !message.attachments.is_empty();
    if message.forwarded || has_files && message.text.trim().is_empty() {
        return Ok(false);
    }
    let Some(awaited) = awaited(tx, event, user).await? else { return Ok(false) };
    let outcome = match awaited.is_in_time(event.sent_at.into()) {
        // A platform may keep a caption apart from the message that is removed.
        true if has_files => Outcome::Unusable,
        true => seal(tx, core, &user.user_id, (&awaited.name, &awaited.server), &message.text, now).await?,
        false => Outcome::Late,
    };
    secrets::note_value(tx, &user.user_id, (event, id), outcome, now).await?;
    Ok(true)
}

/// Refuses a command that nobody knows, while the value of a secret is awaited: it may be a value that begins with a
/// slash, so it is neither stored, nor repeated, nor left in the chat. Returns false if none is awaited.
pub(super) async fn refuse_command(tx: &Tx, event: &Inbound, user: &User, now: Timestamp) -> Result<bool> {
    let Event::Command { message_id, .. } = &event.event else { return Ok(false) };
    let Some(awaited) = awaited(tx, event, user).await? else { return Ok(false) };
    let is_in_time = awaited.is_in_time(event.sent_at.into());
    let outcome = if is_in_time { Outcome::Unusable } else { Outcome::Late };
    secrets::note_value(tx, &user.user_id, (event, message_id), outcome, now).await?;
    Ok(true)
}

/// Returns the value that this chat owes the bot, even if the deadline has passed.
async fn awaited(tx: &Tx, event: &Inbound, user: &User) -> Result<Option<Awaited>> {
    match event.chat_kind {
        ChatKind::Direct => secrets::awaited(tx, &user.user_id, &event.chat, event.sent_at.into()).await,
        ChatKind::Group => Ok(None),
    }
}

/// Seals and stores a value.
async fn seal(
    tx: &Tx,
    core: &Core,
    user: &UserId,
    (name, server): (&str, &str),
    value: &str,
    now: Timestamp,
) -> Result<Outcome> {
    let value = value.trim();
    if value.is_empty() || value.len() > VALUE || value.chars().any(char::is_control) {
        return Ok(Outcome::Unusable);
    }
    let mut secret = Secret {
        secret_id: ids::secret(),
        user_id: user.clone(),
        name: name.to_owned(),
        server: server.to_owned(),
        sealed: String::new(),
        created_at: now,
        last_used_at: None,
        uses: 0,
    };
    match core.vault.seal(&secret.purpose(), value) {
        Ok(sealed) => secret.sealed = sealed,
        Err(error) => {
            tracing::error!(%error, "cannot seal a secret");
            return Ok(Outcome::Unsealed);
        }
    }
    secrets::put(tx, &secret).await?;
    Ok(Outcome::Stored)
}

/// Returns a server in the form that permissions use; `None` if secrets must not be sent there.
fn server_of(text: &str) -> Option<String> {
    let full = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let url = web::normalised(&full).ok()?;
    let is_bare = url.path() == "/" && url.query().is_none() && url.host().is_some();
    let is_safe = url.scheme() == "https" || url.scheme() == "http" && web::is_loopback(&url);
    // A word without a dot is rather a part of a sentence.
    let is_server = text.contains("://") || text.contains(['.', ':']) || web::is_loopback(&url);
    (is_bare && is_safe && is_server).then(|| web::server(&url))
}

/// Carries out a press, and redraws the message.
pub(super) async fn press(press: &Press<'_>, user: &User, button: VaultPress<'_>) -> Result<PressAnswer> {
    let Press { tx, core, event, .. } = *press;
    if event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match lists::pressed(press, |button| matches!(button, Button::Vault(_))).await? {
        Ok(row) => row,
        Err(refused) => return Ok(refused),
    };
    let zone = user.zone(core.zone);
    let known = secrets::of(tx, &user.user_id).await?;
    let (content, answer) = match button {
        VaultPress::Page(page) => (texts::listing(&known, page, zone), lists::shown()),
        VaultPress::Secret(id, action) => {
            let (found, others): (Vec<_>, Vec<_>) = known.into_iter().partition(|it| it.secret_id == id);
            match (found.first(), action) {
                (None, _) => (texts::listing(&others, 0, zone), PressAnswer::alert(texts::no_such_secret())),
                (Some(secret), SecretAction::Open) => (texts::one(secret, zone), lists::shown()),
                (Some(_), SecretAction::Delete) => {
                    secrets::delete(tx, &user.user_id, id).await?;
                    (texts::listing(&others, 0, zone), PressAnswer::told(texts::deleted()))
                }
            }
        }
    };
    if let Some(row) = row {
        lists::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_hold_a_value_is_not_taken_for_something_else() {
        for (words, may_hold) in [
            ("add my github api key is ghp_0123", true),
            ("my github token is ghp_0123", true),
            ("add github ghp_0123", true),
            ("add my api.github.com key ghp_0123", true),
            ("add github token ghp_0123", true),
            ("ghp_0123456789012345678901234567890123456", true),
            ("add ghp_0123456789012345678901234567890123456", true),
            ("add github api.github.com", false),
            ("add github api.github.com ghp_0123", false),
            ("add github https://nas:8443 ghp_0123", false),
            ("add github http://api.github.com", false),
            ("add github localhost", false),
            ("add github", false),
            ("add", false),
        ] {
            let words: Vec<_> = words.split(' ').collect();
            assert_eq!(may_hold_value(&words), may_hold, "{words:?}");
        }
    }

    #[test]
    fn secrets_go_to_one_server_and_encrypted() {
        for (text, server) in [
            ("api.github.com", Some("api.github.com")),
            ("https://API.github.com/", Some("api.github.com")),
            ("example.com:8443", Some("https://example.com:8443")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("http://localhost", Some("http://localhost")),
            ("http://example.com", None),
            ("ftp://example.com", None),
            ("https://alice@example.com", None),
            ("example.com/path", None),
            ("localhost", Some("localhost")),
            ("https://nas", Some("nas")),
            ("github", None),
            ("", None),
            (" ", None),
        ] {
            assert_eq!(server_of(text).as_deref(), server, "{text}");
        }
    }
}
