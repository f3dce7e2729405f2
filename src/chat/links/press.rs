//! Presses on the buttons of a link's prompts.

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_config::Config;
use adjutant_domain::{ids::UserId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    audit::{self, Act, Kind},
    db::Tx,
    links::{Link, Party, Side, State},
    people::{self, AccountRef, Admission, Role, User},
};
use adjutant_texts as all_texts;
use anyhow::Result;

use super::{end, language_of, prompt_source, rows, show, texts};
use crate::{
    chat::{access, list, press::Press},
    core::Core,
    outbox::{self, Address, Slot},
};

/// Handles a press by one of the two sides, who may still be a stranger. A press by anybody else has no effect.
pub(crate) async fn press(press: &Press<'_>, id: &str, agrees: bool) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now, .. } = *press;
    let Some(link) = rows::get(tx, id).await? else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    let (own, other) = match rows::parties(tx, id).await? {
        (maker, Some(typist)) if maker.account() == AccountRef::sender_of(event) => (maker, typist),
        (maker, Some(typist)) if typist.account() == AccountRef::sender_of(event) => (typist, maker),
        _ => return Ok(PressAnswer::alert(all_texts::not_yours())),
    };
    list::confirm_by_press(tx, &prompt_source(&link, own.side), message, now).await?;
    if link.state != State::Asked {
        return Ok(PressAnswer::alert(texts::pressed_late(link.state)));
    }
    if link.expires_at <= now {
        end(tx, &link, State::Expired).await?;
        return Ok(PressAnswer::alert(texts::pressed_late(State::Expired)));
    }
    if !agrees {
        end(tx, &link, State::Refused).await?;
        return Ok(PressAnswer::told(texts::refused()));
    }
    agree(tx, core, &link, (own, other), now).await
}

/// Returns whether this side is an owner, and is served.
pub(super) async fn is_owner(tx: &Tx, config: &Config, party: &Party) -> Result<bool> {
    let user = access::served(tx, config, party.account()).await?;
    Ok(user.is_some_and(|user| user.role == Role::Owner))
}

async fn agree(
    tx: &Tx,
    core: &Core,
    link: &Link,
    (own, other): (Party, Party),
    now: Timestamp,
) -> Result<PressAnswer> {
    if !may_link(tx, &core.config, &own, &other).await? {
        end(tx, link, State::Refused).await?;
        return Ok(PressAnswer::alert(texts::not_admitted()));
    }
    if own.agreed {
        return Ok(PressAnswer::alert(texts::pressed_again()));
    }
    rows::agree(tx, &link.link_id, own.side).await?;
    if !other.agreed {
        show(tx, link).await?;
        return Ok(PressAnswer::told(texts::agreed()));
    }
    complete(tx, &core.config, link, (&own, &other), now).await?;
    Ok(PressAnswer::told(texts::done()))
}

/// Returns whether the two may be linked: both are served, or only the maker is and is the owner, whose code admits the
/// typist.
async fn may_link(tx: &Tx, config: &Config, one: &Party, other: &Party) -> Result<bool> {
    let (maker, typist) = if one.side == Side::Maker { (one, other) } else { (other, one) };
    if access::served(tx, config, typist.account()).await?.is_none() {
        return is_owner(tx, config, maker).await;
    }
    Ok(access::served(tx, config, maker.account()).await?.is_some())
}

/// Links both sides, which makes them one person.
async fn complete(
    tx: &Tx,
    config: &Config,
    link: &Link,
    (own, other): (&Party, &Party),
    now: Timestamp,
) -> Result<()> {
    let (one, two) = (admitted(tx, config, own, now).await?, admitted(tx, config, other, now).await?);
    // If both have a setting, that of the code's maker wins.
    let (maker, typist) = if own.side == Side::Maker { (&one, &two) } else { (&two, &one) };
    people::link(tx, &maker.user_id, &typist.user_id).await?;
    end(tx, link, State::Linked).await?;
    let label = texts::together(own, other);
    for (user, side, with) in [(&one, own, other), (&two, other, own)] {
        record(tx, (&user.user_id, &user.user_id), (Kind::Grant, "linked"), &label, now).await?;
        let source = OutboxKey::Linked { side: side.side, link_id: link.link_id.clone() };
        let linked = language_of(tx, side).await?.scope_sync(|| Content::text(texts::linked(with)));
        outbox::post_content(
            tx,
            Slot::first(&source),
            &Address::new(side.chat(), ChatKind::Direct),
            &linked,
            now,
        )
        .await?;
    }
    Ok(())
}

/// Returns the user of a side, and admits a stranger who used the owner's code.
async fn admitted(tx: &Tx, config: &Config, party: &Party, now: Timestamp) -> Result<User> {
    if let Some(user) = access::served(tx, config, party.account()).await? {
        return Ok(user);
    }
    let user = access::admit(tx, party.account(), &party.name, Admission::Owner, now).await?;
    people::admit_by_link(tx, party.account()).await?;
    let (kind, label) = ((Kind::Grant, "admitted"), texts::admitted(party));
    record(tx, (&user.user_id, &user.user_id), kind, &label, now).await?;
    Ok(user)
}

/// Records the linking or unlinking of a user in the audit log.
pub(super) async fn record(
    tx: &Tx,
    (user, actor): (&UserId, &UserId),
    (kind, outcome): (Kind, &str),
    label: &str,
    now: Timestamp,
) -> Result<()> {
    audit::record_act(tx, Act { kind, user, actor: Some(actor), at: "link", outcome, label }, now).await
}
