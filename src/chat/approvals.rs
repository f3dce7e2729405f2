//! `/approvals`: lists pending approvals and, for the owner, waiting strangers, with buttons to decide, and grants,
//! with buttons to revoke them.

use adjutant_channel::{ChatKind, ChatRef, Content, MessageId, PressAnswer};
use adjutant_domain::{
    buttons::{ApprovalListPress, Button, ListedChoice},
    outbox_key::OutboxKey,
    scope::Scope,
    timestamp::Timestamp,
};
use adjutant_store::{
    approvals::{self as rows, State},
    db::Tx,
    grants::{self, Grant},
    outbox::{self as outbox_rows, Row},
    people::{self, Role, User},
};
use adjutant_texts::approvals as texts;
use anyhow::Result;

use super::{knocks, list, request::Request};
use crate::{
    approvals::{self, InForce, in_force, record},
    chat::press::Press,
    core::Core,
    outbox::Slot,
};

/// The most pending approvals that are listed.
const PENDING_SHOWN: usize = 10;
/// The most grants that are listed, each with its button.
const GRANTS_SHOWN: usize = 20;
/// The most pending approvals that are counted; more would be a flood.
const PENDING_COUNTED: i64 = 1_000;

/// `/approvals`: posts the list of the person's pending approvals and grants. In a group, where others read along, the
/// list is limited to this chat.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, user, ref to, now, .. } = request;
    let source = source(user, &to.chat);
    let lists = outbox_rows::of_source(tx, &source).await?;
    // Retention may have deleted the oldest lists.
    let segment = lists.iter().map(|list| list.segment + 1).max().unwrap_or_default();
    let content = draw(tx, core, user, &to.chat, to.kind, now).await?;
    request.post(Slot { source: &source, segment }, content).await
}

/// Carries out a press about a pending item. The press counts only below a list of the presser that shows the button,
/// so that people decide only what they have read.
pub(crate) async fn press(
    press: &Press<'_>,
    user: &User,
    button: ApprovalListPress<'_>,
) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now, .. } = *press;
    let Some(message) = message else { return Ok(PressAnswer::alert(texts::no_longer_valid())) };
    let Some(shown) = pressed_list(tx, user, &event.chat, Some(message)).await? else {
        let other = outbox_rows::by_message(tx, &event.chat, message).await?;
        let is_list = other.is_some_and(|row| matches!(row.source, OutboxKey::Approvals { .. }));
        let said = if is_list { texts::list_not_yours() } else { texts::no_longer_valid() };
        return Ok(PressAnswer::alert(said));
    };
    outbox_rows::confirm_by_press(tx, shown.outbox_id, message, now).await?;
    let data = Button::ApprovalList(button).to_string();
    let shows_button = shown.content()?.buttons.iter().flatten().any(|button| button.data == data);
    let list = async || draw(tx, core, user, &event.chat, shown.chat_kind, now).await;
    let (answer, content) = match button {
        ApprovalListPress::List => (list::shown(), list().await?),
        ApprovalListPress::Call(id, choice) => match (rows::get(tx, id).await?, choice) {
            (Some(approval), ListedChoice::Show) if shows_button && approval.state == State::Pending => {
                (list::shown(), texts::listed_call(&approval))
            }
            // For an item that is decided already, the answer is its outcome: the press may have been delivered twice.
            (Some(approval), ListedChoice::Approve | ListedChoice::Deny)
                if shows_button || approval.state != State::Pending =>
            {
                let approves = choice == ListedChoice::Approve;
                (approvals::press_listed(tx, user, &approval, approves, now).await?, list().await?)
            }
            _ => return Ok(PressAnswer::alert(texts::no_longer_valid())),
        },
    };
    list::redraw(tx, &shown, &content).await?;
    Ok(answer)
}

/// Redraws the list whose button was pressed, if it is one.
pub(super) async fn refresh(press: &Press<'_>, user: &User) -> Result<()> {
    let Press { tx, core, event, message, now, .. } = *press;
    let Some(message) = message else { return Ok(()) };
    let Some(shown) = pressed_list(tx, user, &event.chat, Some(message)).await? else { return Ok(()) };
    // Without a known message id, the list may be another one.
    if shown.message_id.is_some() {
        let content = draw(tx, core, user, &event.chat, shown.chat_kind, now).await?;
        list::redraw(tx, &shown, &content).await?;
    }
    Ok(())
}

/// Revokes a grant of the presser, and redraws the list with the button.
pub(crate) async fn revoke(press: &Press<'_>, user: &User, grant_id: &str) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now, .. } = *press;
    let chat = &event.chat;
    let revoked = grants::revoke(tx, &user.user_id, grant_id, now).await?;
    if let Some(shown) = pressed_list(tx, user, chat, message).await? {
        if let Some(message) = message {
            outbox_rows::confirm_by_press(tx, shown.outbox_id, message, now).await?;
        }
        let content = draw(tx, core, user, chat, shown.chat_kind, now).await?;
        list::redraw(tx, &shown, &content).await?;
    }
    let Some(grant) = revoked else { return Ok(PressAnswer::alert(texts::no_such_grant())) };
    record::revocation(tx, &grant, &user.user_id, now).await?;
    Ok(PressAnswer::told(texts::revoked(&grant)))
}

async fn draw(
    tx: &Tx,
    core: &Core,
    user: &User,
    chat: &ChatRef,
    kind: ChatKind,
    now: Timestamp,
) -> Result<Content> {
    let mut pending = rows::pending_for(tx, user, now, PENDING_COUNTED).await?;
    if kind == ChatKind::Group {
        pending.retain(|approval| approval.channel == chat.channel && approval.chat == chat.chat);
    }
    let sees_knocks = user.role == Role::Owner && kind == ChatKind::Direct;
    let knocks = if sees_knocks { people::knocking(tx, knocks::SHOWN).await? } else { Vec::new() };
    let more_knocks = match knocks.len() as i64 {
        knocks::SHOWN => people::count_knocking(tx).await? - knocks::SHOWN,
        _ => 0,
    };
    let grants = grants::in_force_in(tx, &user.user_id, &Scope::in_chat(chat, kind), now).await?;
    let more_grants = grants.len().saturating_sub(GRANTS_SHOWN);
    let shown = grants.into_iter().take(GRANTS_SHOWN);
    // Of a tool that is unknown at present, nobody knows otherwise.
    let applies = |grant: &Grant| in_force(core, grant) != InForce::Changed;
    let grants: Vec<_> = shown.map(|grant| texts::ListedGrant { applies: applies(&grant), grant }).collect();
    Ok(texts::overview(&texts::ApprovalOverview {
        reader: user,
        more_pending: pending.len().saturating_sub(PENDING_SHOWN),
        pending: &pending[..pending.len().min(PENDING_SHOWN)],
        knocks: &knocks,
        more_knocks,
        more_grants,
        grants: &grants,
        kind,
        zone: user.zone(core.zone),
        now: now.to_utc(),
    }))
}

/// Returns the list whose button was pressed: a person may have several lists in a chat.
async fn pressed_list(
    tx: &Tx,
    user: &User,
    chat: &ChatRef,
    message: Option<&MessageId>,
) -> Result<Option<Row>> {
    let mut lists = outbox_rows::of_source(tx, &source(user, chat)).await?;
    let pressed = |row: &Row| row.message_id.as_deref() == message.map(|message| message.0.as_str());
    let at =
        lists.iter().position(pressed).or_else(|| lists.iter().rposition(|row| row.message_id.is_none()));
    Ok(at.map(|at| lists.swap_remove(at)))
}

fn source(user: &User, chat: &ChatRef) -> OutboxKey {
    let (channel, chat) = (chat.channel.clone(), chat.chat.clone());
    OutboxKey::Approvals { user: user.user_id.clone(), channel, chat }
}
