//! Presses below a website visitor's message.

use adjutant_channel::{ChatKind, PressAnswer};
use adjutant_domain::{
    buttons::{SiteMessageAction, SiteMessagePress},
    ids::SiteMessageId,
    outbox_key::OutboxKey,
};
use adjutant_store::{
    outbox as rows,
    people::User,
    site::{self, messages},
};
use adjutant_texts::{self as all_texts, site::messages as texts};
use anyhow::Result;

use crate::{
    chat::{list, press::Press},
    outbox::{self, Address, Slot},
};

/// Carries out a press of the website's owner.
pub(in crate::chat) async fn press(
    press: &Press<'_>,
    user: &User,
    button: SiteMessagePress<'_>,
) -> Result<PressAnswer> {
    let Press { tx, event, now, .. } = *press;
    if event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let id = SiteMessageId(button.message.to_owned());
    if button.action == SiteMessageAction::Unblock {
        // The sender stays blocked after the message is deleted.
        let Some(email) = messages::unblock(tx, &user.user_id, &id).await? else {
            return Ok(PressAnswer::alert(texts::was_not_blocked()));
        };
        redraw(press, &id, false).await?;
        return Ok(PressAnswer::told(texts::unblocked(&email)));
    }
    let Some(message) = messages::get(tx, &user.user_id, &id).await? else {
        return Ok(PressAnswer::alert(texts::gone()));
    };
    if button.action == SiteMessageAction::Block {
        messages::block(tx, &message, now).await?;
        redraw(press, &id, true).await?;
        return Ok(PressAnswer::told(texts::blocked(&message.email)));
    }
    let title = site::of(tx, &user.user_id).await?.map(|site| site.title).unwrap_or_default();
    let (source, to) = (OutboxKey::answering(event), Address::answering(event));
    outbox::post_content(tx, Slot::first(&source), &to, &texts::reply(&title, &message), now).await?;
    Ok(PressAnswer::told(texts::replied()))
}

/// Updates the message's buttons to show whether its sender is blocked.
async fn redraw(press: &Press<'_>, id: &SiteMessageId, is_blocked: bool) -> Result<()> {
    let Press { tx, message, now, .. } = *press;
    let shown = rows::of_source(tx, &OutboxKey::SiteMessage(id.clone())).await?;
    // The buttons are below the last part.
    let Some(row) = shown.into_iter().max_by_key(|row| row.part) else { return Ok(()) };
    if let Some(message) = message {
        rows::confirm_by_press(tx, row.outbox_id, message, now).await?;
    }
    let mut content = row.content()?;
    content.buttons = texts::buttons(id, is_blocked);
    list::redraw(tx, &row, &content).await
}
