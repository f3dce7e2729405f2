//! Knocks: somebody whom the bot does not serve writes, and the owner is asked whether to admit them. One message, a
//! request, asks about everybody who knocks within an hour. It is edited, so that the owner is notified of strangers
//! once an hour at most. A stranger's first message is kept while they wait, and answered if they are admitted.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, ChatRef, Event, Inbound, PressAnswer};
use adjutant_domain::{
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
};
use adjutant_store::{
    audit::{self, Kind},
    db::Tx,
    inbox, outbox as rows,
    people::{self, Admission, Role, Stranger, StrangerState, User},
};
use adjutant_texts::{self as texts, access::Turned};
use anyhow::Result;

use super::{access, approvals as approval_list, ingest::message, press::Press};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
    unanswered,
};

/// A stranger gets at most one line within this time.
const LINE_EVERY: Duration = Duration::from_hours(1);

/// The owner gets at most one request within this time.
const REQUEST_EVERY: Duration = Duration::from_hours(1);

/// The most strangers who may wait for the owner at a time.
const MOST_KNOCKING: i64 = 100;

/// The most strangers that one message shows, each with buttons.
pub(super) const SHOWN: i64 = 5;

/// The longest message that is kept to be answered, in characters: the longest of any platform.
const LONGEST_KEPT: usize = 4_096;

/// Answers a stranger with at most one line an hour, and asks the owner about them. Returns false if the stranger got
/// their line within the hour.
pub(super) async fn turn_away(tx: &Tx, core: &Core, event: &Inbound, now: Timestamp) -> Result<bool> {
    let (channel, id) = (event.chat.channel.as_str(), event.sender.id.as_str());
    let before = people::stranger(tx, channel, id).await?;
    let (stranger, was_told) = match before {
        Some(before) if before.last_line_at > now - LINE_EVERY => (before, true),
        _ => (people::note_stranger(tx, event, now).await?, false),
    };
    let turned = match stranger.state {
        StrangerState::Waiting => knock(tx, core, event, &stranger, now).await?,
        StrangerState::Admitted => Turned::Unheard,
        StrangerState::Refused => Turned::Refused,
    };
    if was_told {
        return Ok(false);
    }
    let source = OutboxKey::Stranger(EventKey::of(event));
    let has_owner_code = people::is_owner_code_open(tx).await?;
    let said = texts::access::private_bot(turned, has_owner_code, channel, id);
    let to = Address::answering(event);
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await?;
    Ok(true)
}

/// Stores a stranger's message, and asks the owner about them.
async fn knock(tx: &Tx, core: &Core, event: &Inbound, stranger: &Stranger, now: Timestamp) -> Result<Turned> {
    if !stranger.knocks() && people::count_knocking(tx).await? >= MOST_KNOCKING {
        return Ok(Turned::TooMany);
    }
    people::note_knock(tx, stranger, now).await?;
    if let Event::Message { message_id, text, .. } = &event.event
        && kept(core, stranger, now).is_none()
        && text.chars().count() <= LONGEST_KEPT
    {
        people::keep_first_event(tx, stranger, message_id, event).await?;
    }
    let asked = ask_owner(tx, core, &event.chat.channel, now).await?;
    if let Some(request) = stranger.asked_at {
        redraw(tx, request).await?;
    }
    Ok(if asked { Turned::Asked } else { Turned::Unheard })
}

/// Returns the message that would be answered if the stranger were admitted now.
fn kept(core: &Core, stranger: &Stranger, now: Timestamp) -> Option<Inbound> {
    stranger.first_event().filter(|event| !unanswered::is_too_old(core, event.sent_at.into(), now))
}

/// Asks the owner about all waiting strangers, in the owner's direct chat, on this channel if possible. Returns false
/// if the owner has no such chat.
pub(super) async fn ask_owner(tx: &Tx, core: &Core, channel: &str, now: Timestamp) -> Result<bool> {
    let owner = people::owner(tx).await?;
    let chats = people::direct_chats(tx, &owner.user_id, channel, &core.config.access.listed()).await?;
    let Some(chat) = chats.into_iter().next() else { return Ok(false) };
    let last = people::last_asked(tx).await?.filter(|last| *last > now - REQUEST_EVERY && *last <= now);
    let shown = match last {
        // The message may be in a chat that no longer belongs to the owner.
        Some(last) => {
            rows::of_source(tx, &OutboxKey::Knocks(last)).await?.iter().any(|row| row.chat() == chat)
        }
        None => false,
    };
    let request = match last {
        Some(last) if shown => last,
        // A request is named by its time, so no two may share one.
        Some(last) => now.max(last + Duration::from_millis(1)),
        None => now,
    };
    if people::add_to_request(tx, request).await? == 0 {
        return Ok(true);
    }
    if shown {
        redraw(tx, request).await?;
    } else {
        let to = Address::new(chat, ChatKind::Direct);
        let content = draw(tx, request).await?;
        outbox::post_content(tx, Slot::first(&OutboxKey::Knocks(request)), &to, &content, now).await?;
    }
    Ok(true)
}

/// Redraws the request to the owner, if it has changed.
async fn redraw(tx: &Tx, request: Timestamp) -> Result<()> {
    let content = draw(tx, request).await?;
    for shown in rows::of_source(tx, &OutboxKey::Knocks(request)).await? {
        super::list::redraw(tx, &shown, &content).await?;
    }
    Ok(())
}

async fn draw(tx: &Tx, request: Timestamp) -> Result<adjutant_channel::Content> {
    let (shown, all) = people::of_request(tx, request, SHOWN).await?;
    let language = people::owner(tx).await?.language();
    Ok(language.scope_sync(|| texts::access::knocks(&shown, all - shown.len() as i64)))
}

/// Handles the owner's press on a button that admits or refuses a stranger.
pub(super) async fn press(
    press: &Press<'_>,
    user: &User,
    token: &str,
    admitted: bool,
) -> Result<PressAnswer> {
    let Press { tx, core, message, now, .. } = *press;
    let asked_at = people::stranger_by_token(tx, token).await?.and_then(|stranger| stranger.asked_at);
    if let Some(request) = asked_at.filter(|_| user.role == Role::Owner) {
        super::list::confirm_by_press(tx, &OutboxKey::Knocks(request), message, now).await?;
    }
    let answer = decide(tx, core, user, (token, admitted), now).await?;
    approval_list::refresh(press, user).await?;
    Ok(answer)
}

/// Carries out the owner's decision about a stranger, and redraws the requests for it.
pub(crate) async fn decide(
    tx: &Tx,
    core: &Arc<Core>,
    user: &User,
    (token, admitted): (&str, bool),
    now: Timestamp,
) -> Result<PressAnswer> {
    let alert = |text: &str| PressAnswer::alert(text);
    if user.role != Role::Owner {
        return Ok(alert(texts::not_yours()));
    }
    let Some(stranger) = people::stranger_by_token(tx, token).await? else {
        return Ok(alert(texts::unknown_button()));
    };
    let is_first = people::decide_stranger(tx, token, admitted).await?;
    if is_first && admitted {
        admit(tx, core, user, &stranger, now).await?;
    }
    if let Some(request) = stranger.asked_at {
        redraw(tx, request).await?;
    }
    // A request from an earlier version of the gateway is about one stranger.
    for shown in rows::of_source(tx, &OutboxKey::Knock(token.to_owned())).await? {
        let decided = people::stranger_by_token(tx, token).await?.unwrap_or_else(|| stranger.clone());
        super::list::redraw(tx, &shown, &texts::access::knocks(&[decided], 0)).await?;
    }
    Ok(match (is_first, admitted) {
        (false, _) => alert(texts::access::knock_decided_before()),
        (true, true) => PressAnswer::told(texts::access::pressed_admit()),
        (true, false) => PressAnswer::told(texts::access::pressed_refuse()),
    })
}

/// Admits a stranger, tells them, and queues their first message for an answer.
async fn admit(tx: &Tx, core: &Arc<Core>, owner: &User, stranger: &Stranger, now: Timestamp) -> Result<()> {
    let user = access::admit(tx, stranger.account(), &stranger.name, Admission::Owner, now).await?;
    let label = format!("{}:{} was admitted", stranger.channel, stranger.external_id);
    let (kind, outcome, actor) = (Kind::Grant, "admitted", Some(&owner.user_id));
    let change = audit::Act { kind, user: &user.user_id, actor, at: "people", outcome, label: &label };
    audit::record_act(tx, change, now).await?;
    let first = stranger.first_event();
    let answered = kept(core, stranger, now);
    let to = match &first {
        Some(first) => Address::answering(first),
        None => {
            let chat =
                ChatRef { channel: stranger.channel.clone(), chat: stranger.chat.clone(), thread: None };
            Address::new(chat, stranger.chat_kind)
        }
    };
    let source = OutboxKey::Admitted(stranger.knock_token.clone());
    let spoken = first.as_ref().map(|first| access::spoken(&first.sender)).unwrap_or_default();
    let said = spoken.scope_sync(|| texts::access::admitted(to.kind, first.is_some() && answered.is_none()));
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, said, now).await?;
    let Some(event) = answered else { return Ok(()) };
    if !inbox::is_recorded(tx, &event).await? {
        return Ok(());
    }
    spoken.scope(Box::pin(message::receive(tx, core, &event, &user, now))).await?;
    Ok(())
}
