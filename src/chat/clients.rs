//! `/mcp`: people let programs use their data over MCP, see these programs, and remove them; in their direct chats
//! only. A program's token is shown in one message until a press, the token's first use or its expiry, and stored as a
//! digest.

use adjutant_channel::{ChatKind, PressAnswer};
use adjutant_domain::{
    buttons::{Button, ClientAction, ClientPress},
    ids::{self, ClientId},
};
use adjutant_store::{
    mcp_clients::{self, Client},
    people::User,
};
use adjutant_texts::{self as all_texts, clients as texts};
use anyhow::Result;

use super::{list as lists, press::Press, request::Request};
use crate::{agent::clients, outbox::Slot};

/// The most programs per person.
const MOST: usize = 20;
/// The longest name, in bytes.
const NAME: usize = 40;

/// `/mcp`: answers with the list, or with the token of a new program.
pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, args, ref session, now, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.point_to_direct_chat(texts::in_private()).await;
    }
    let known = mcp_clients::of(tx, &user.user_id).await?;
    let mut words = args.split_whitespace();
    let name = match (words.next(), words.next(), words.next()) {
        (None, ..) => {
            let content = texts::listing(&known, 0, user.zone(core.zone));
            return request.post(Slot::first(&request.source), content).await;
        }
        (Some(new), Some(name), None) if new.eq_ignore_ascii_case("new") => name,
        _ => return request.answer(texts::how_to_add().to_owned()).await,
    };
    if name.len() > NAME || !name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_')) {
        return request.answer(texts::bad_name().to_owned()).await;
    }
    if known.iter().any(|client| client.name == name) {
        return request.answer(texts::name_is_taken(name)).await;
    }
    if known.len() >= MOST {
        return request.answer(texts::too_many(MOST)).await;
    }
    let client = Client {
        client_id: ClientId::generate(),
        user_id: user.user_id.clone(),
        name: name.to_owned(),
        session_id: session.session_id.clone(),
        created_at: now,
        last_used_at: None,
    };
    let token = format!("adjutant-{}", ids::token());
    mcp_clients::put(tx, &client, &token, &request.source).await?;
    request
        .post(Slot::first(&request.source), texts::token(&client, &token, clients::address(core).as_deref()))
        .await
}

/// Carries out a press, and redraws the message.
pub(super) async fn press(press: &Press<'_>, user: &User, button: ClientPress<'_>) -> Result<PressAnswer> {
    let Press { tx, core, event, now, .. } = *press;
    if event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match lists::pressed(press, |button| matches!(button, Button::Client(_))).await? {
        Ok(row) => row,
        Err(refused) => return Ok(refused),
    };
    let zone = user.zone(core.zone);
    let known = mcp_clients::of(tx, &user.user_id).await?;
    let (content, answer) = match button {
        ClientPress::Page(page) => (texts::listing(&known, page, zone), lists::shown()),
        ClientPress::Client(id, action) => {
            let (found, others): (Vec<_>, Vec<_>) =
                known.into_iter().partition(|it| it.client_id.as_str() == id);
            match (found.first(), action) {
                (None, _) => (texts::listing(&others, 0, zone), PressAnswer::alert(texts::no_such_client())),
                (Some(client), ClientAction::Open) => (texts::one(client, zone), lists::shown()),
                (Some(client), ClientAction::Hide) => {
                    clients::hide_token(tx, client).await?;
                    return Ok(PressAnswer::told(texts::hidden()));
                }
                (Some(client), ClientAction::Remove) => {
                    clients::remove(tx, client, now).await?;
                    (texts::listing(&others, 0, zone), PressAnswer::told(texts::removed()))
                }
            }
        }
    };
    if let Some(row) = row {
        lists::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}
