//! `/unlink`: makes a linked user a separate person again.

use adjutant_channel::{ChatKind, Choice};
use adjutant_domain::{
    ids::UserId,
    outbox_key::{EventKey, OutboxKey},
};
use adjutant_store::{
    audit::Kind,
    db::Tx,
    people::{self, User},
};
use adjutant_texts::commands::account_choice;
use anyhow::Result;

use super::{press::record, texts};
use crate::{
    chat::request::Request,
    outbox::{self, Address, Slot},
};

/// `/unlink [ACCOUNT]`: separates the user behind the named account (such as `telegram:42`) from the requesting person.
/// If only two users are linked, the account may be left out. Notifies all chats concerned.
pub(crate) async fn unlink(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, args: account, now, .. } = request;
    if !request.is_unseen() {
        return request.answer(texts::in_private(false).to_owned()).await;
    }
    let members = people::members(tx, &user.user_id).await?;
    if members.len() < 2 {
        return request.answer(texts::not_linked(&people::identities(tx, &user.user_id).await?)).await;
    }
    let Some(leaves) = user_to_unlink(tx, user, &members, account).await? else {
        return request.answer(texts::which(&people::linked_identities(tx, &user.user_id).await?)).await;
    };
    let mut rest = Vec::new();
    for member in members.iter().filter(|member| **member != leaves) {
        rest.extend(people::identities(tx, member).await?);
    }
    let own = people::identities(tx, &leaves).await?;
    let (said, label) = (texts::unlinked(&own, &rest), texts::apart(&own, &rest));
    let listed = core.config.access.listed();
    let chats = people::direct_chats(tx, &user.user_id, &event.chat.channel, &listed).await?;

    people::unlink(tx, &leaves).await?;
    for member in &members {
        record(tx, (member, &user.user_id), (Kind::Revocation, "unlinked"), &label, now).await?;
    }
    let source = OutboxKey::Unlinked(EventKey::of(event));
    for (segment, chat) in chats.into_iter().filter(|chat| *chat != event.chat).enumerate() {
        // The other account may have another language.
        let language =
            people::in_direct_chat(tx, &chat).await?.map(|user| user.language()).unwrap_or_default();
        let said = language.scope_sync(|| texts::unlinked(&own, &rest));
        let to = Address::new(chat, ChatKind::Direct);
        outbox::post_text(
            tx,
            &core.channels,
            Slot { source: &source, segment: segment as i64 },
            &to,
            &said,
            now,
        )
        .await?;
    }
    request.answer(said).await
}

/// Returns the accounts that the person may unlink.
pub(crate) async fn values(tx: &Tx, user: &User) -> Result<Vec<Choice>> {
    let identities = people::linked_identities(tx, &user.user_id).await?;
    Ok(identities.into_iter().map(account_choice).collect())
}

/// Returns the user to separate. `None` if the account is ambiguous or unknown.
async fn user_to_unlink(tx: &Tx, user: &User, members: &[UserId], account: &str) -> Result<Option<UserId>> {
    if account.is_empty() {
        return Ok((members.len() == 2).then(|| user.user_id.clone()));
    }
    let Some((channel, id)) = account.split_once(':') else { return Ok(None) };
    let named = people::find(tx, channel, id).await?.map(|(named, _)| named.user_id);
    Ok(named.filter(|named| members.contains(named)))
}
