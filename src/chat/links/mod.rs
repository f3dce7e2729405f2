//! Linking accounts: `/link` creates a code, somebody sends it from another account, and both sides confirm. Everything
//! happens in the caller's transaction.
//!
//! From then on, linked users are one person (`store/people/linked/`). Until both have confirmed, each side sees
//! only the other's name.

use adjutant_channel::{ChatKind, ChatRef, Content, Inbound};
use adjutant_domain::{
    ids,
    language::Language,
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    links::{self as rows, Link, Party, Side, State},
    outbox as outbox_rows,
    people::{self, AccountRef, OwnChat, Role, User},
};
use adjutant_texts::links as texts;
use anyhow::Result;

use crate::{
    chat::request::Request,
    core::Core,
    outbox::{self, Address, Slot},
};

mod press;
mod unlink;

pub(crate) use press::press;
pub(crate) use unlink::{unlink, values};

/// `/link` by a user: without a code, creates one; with a code, asks both sides to confirm.
pub(crate) async fn link(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, args: code, now, .. } = request;
    if !request.is_unseen() {
        return request.say(&in_a_group(tx, code).await?).await;
    }
    let Some(chat) = direct_chat(tx, core, event).await? else {
        return request.say(texts::no_direct_chat()).await;
    };
    if code.is_empty() {
        return request.say(&offer(tx, event, &chat, now).await?).await;
    }
    match fitting(tx, event, user, code, now).await? {
        Ok(link) => {
            request.say(texts::confirm()).await?;
            ask(tx, &link, (event, &chat), now).await
        }
        Err(why) => request.say(why).await,
    }
}

/// Returns the direct chat of an event's sender, if there is one or it can be opened.
async fn direct_chat(tx: &Tx, core: &Core, event: &Inbound) -> Result<Option<ChatRef>> {
    if event.chat_kind == ChatKind::Direct {
        return Ok(Some(event.chat.clone()));
    }
    Ok(match people::direct_chat_of(tx, AccountRef::sender_of(event)).await? {
        OwnChat::Known(chat) => Some(chat),
        OwnChat::Gone => None,
        OwnChat::Never => core.channels.get(&event.chat.channel)?.direct_chat_with(&event.sender.id),
    })
}

/// `/link CODE` by a stranger. The owner's code admits anybody who types it, once both have confirmed. Any other code,
/// right or wrong, reveals nothing to a stranger. Returns false if the stranger should be turned away.
pub(crate) async fn link_stranger(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    code: &str,
    now: Timestamp,
) -> Result<bool> {
    let own = AccountRef::sender_of(event);
    if event.chat_kind != ChatKind::Direct || code.is_empty() || rows::is_barred(tx, own, now).await? {
        return Ok(false);
    }
    let Some(link) = rows::of_code(tx, code).await? else {
        rows::count_wrong_code(tx, own, now).await?;
        return Ok(false);
    };
    let maker = rows::parties(tx, &link.link_id).await?.0;
    if !link.is_offered(now) || !press::is_owner(tx, &core.config, &maker).await? {
        return Ok(false);
    }
    let to = Address::answering(event);
    let source = OutboxKey::LinkTyped(EventKey::of(event));
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, texts::confirm(), now).await?;
    ask(tx, &link, (event, &event.chat), now).await?;
    Ok(true)
}

/// Expires links that were not confirmed in time, and deletes those created before `before`.
pub(crate) async fn expire(tx: &Tx, before: Timestamp, now: Timestamp) -> Result<()> {
    for link in rows::overdue(tx, now).await? {
        end(tx, &link, State::Expired).await?;
    }
    rows::forget(tx, before).await
}

/// Revokes a code typed in a group, where others have read it.
async fn in_a_group(tx: &Tx, code: &str) -> Result<String> {
    if let Some(link) = rows::of_code(tx, code).await? {
        end(tx, &link, State::Replaced).await?;
    }
    Ok(texts::in_private(!code.is_empty()).to_owned())
}

/// Creates a code, which replaces any earlier one of this account.
async fn offer(tx: &Tx, event: &Inbound, chat: &ChatRef, now: Timestamp) -> Result<String> {
    for before in rows::open_of(tx, AccountRef::sender_of(event)).await? {
        end(tx, &before, State::Replaced).await?;
    }
    let code = ids::code();
    rows::offer(tx, event, chat, &code, now).await?;
    Ok(texts::offered(&code))
}

/// Returns the link behind a code that this user can confirm, or the reason why there is none.
async fn fitting(
    tx: &Tx,
    event: &Inbound,
    user: &User,
    code: &str,
    now: Timestamp,
) -> Result<Result<Link, &'static str>> {
    let own = AccountRef::sender_of(event);
    if rows::is_barred(tx, own, now).await? {
        return Ok(Err(texts::too_many_codes()));
    }
    let Some(link) = rows::of_code(tx, code).await? else {
        rows::count_wrong_code(tx, own, now).await?;
        return Ok(Err(texts::wrong_code()));
    };
    if !link.is_offered(now) {
        return Ok(Err(texts::code_over()));
    }
    let maker = rows::parties(tx, &link.link_id).await?.0;
    if maker.account() == own {
        return Ok(Err(texts::own_code()));
    }
    let AccountRef { channel, external_id: id } = maker.account();
    Ok(match people::find(tx, channel, id).await? {
        None => Err(texts::code_over()),
        Some((other, _)) if other.user_id == user.user_id => Err(texts::same_user()),
        Some((other, _)) if other.person == user.person => Err(texts::linked_already()),
        Some(_) => Ok(link),
    })
}

/// Asks both sides to confirm; the sender of the event is asked in their direct chat.
async fn ask(tx: &Tx, link: &Link, (event, chat): (&Inbound, &ChatRef), now: Timestamp) -> Result<()> {
    rows::typed(tx, &link.link_id, event, chat, now).await?;
    let link = Link { state: State::Asked, expires_at: now + rows::VALID, ..link.clone() };
    for (own, content) in prompts(tx, &link).await? {
        outbox::post_content(
            tx,
            Slot::first(&prompt_source(&link, own.side)),
            &Address::new(own.chat(), ChatKind::Direct),
            &content,
            now,
        )
        .await?;
    }
    Ok(())
}

/// Ends a link that was not completed, and updates its prompts.
async fn end(tx: &Tx, link: &Link, state: State) -> Result<()> {
    if rows::end(tx, &link.link_id, state).await? {
        show(tx, &Link { state, ..link.clone() }).await?;
    }
    Ok(())
}

/// Updates both prompts, if there are any.
async fn show(tx: &Tx, link: &Link) -> Result<()> {
    for (own, content) in prompts(tx, link).await? {
        for row in outbox_rows::of_source(tx, &prompt_source(link, own.side)).await? {
            if row.content()? != content {
                outbox_rows::update_content(tx, row.outbox_id, &content).await?;
            }
        }
    }
    Ok(())
}

/// Returns each side's prompt; none before somebody has typed the code.
async fn prompts(tx: &Tx, link: &Link) -> Result<Vec<(Party, Content)>> {
    let (maker, Some(typist)) = rows::parties(tx, &link.link_id).await? else { return Ok(Vec::new()) };
    let owner = match (role(tx, &maker).await?, role(tx, &typist).await?) {
        (Some(Role::Owner), Some(Role::Owner)) => None,
        (Some(Role::Owner), _) => Some(Side::Maker),
        (_, Some(Role::Owner)) => Some(Side::Typist),
        _ => None,
    };
    let prompt = |own, other| texts::prompt(link, own, other, owner);
    let of_maker = language_of(tx, &maker).await?.scope_sync(|| prompt(&maker, &typist));
    let of_typist = language_of(tx, &typist).await?.scope_sync(|| prompt(&typist, &maker));
    Ok(vec![(maker, of_maker), (typist, of_typist)])
}

async fn role(tx: &Tx, party: &Party) -> Result<Option<Role>> {
    let AccountRef { channel, external_id: id } = party.account();
    Ok(people::find(tx, channel, id).await?.map(|(user, _)| user.role))
}

/// Returns the language of a side; the default for a stranger, whose language is unknown.
async fn language_of(tx: &Tx, party: &Party) -> Result<Language> {
    let AccountRef { channel, external_id: id } = party.account();
    Ok(people::find(tx, channel, id).await?.map(|(user, _)| user.language()).unwrap_or_default())
}

fn prompt_source(link: &Link, side: Side) -> OutboxKey {
    OutboxKey::LinkPrompt { side, link_id: link.link_id.clone() }
}
