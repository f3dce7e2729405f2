//! Presses on buttons: each goes to the module that handles its kind of button.

use std::sync::Arc;

use adjutant_channel::{Accepted, Inbound, MessageId, PressAnswer};
use adjutant_domain::{buttons::Button, timestamp::Timestamp};
use adjutant_store::{db::Tx, note_lists, people::User, schedule_lists};
use adjutant_texts as texts;
use anyhow::Result;

use super::{access, approvals as approval_list, links, list, privacy::forget, schedules};
use crate::{approvals, core::Core};

/// Carries out a user's press.
pub(super) async fn press(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    (data, message): (&str, Option<&MessageId>),
    now: Timestamp,
) -> Result<Accepted> {
    let answer = match Button::parse(data) {
        Some(Button::Approval(press)) => approvals::press(tx, core, user, press, message, now).await?,
        Some(Button::RevokeGrant(grant)) => {
            approval_list::revoke(tx, core, user, grant, (&event.chat, message), now).await?
        }
        Some(Button::NoteList(id, press)) => {
            list::press::<note_lists::List>(tx, core, (event, user), (id, press, message), now).await?
        }
        Some(Button::ScheduleList(id, press)) => {
            list::press::<schedule_lists::List>(tx, core, (event, user), (id, press, message), now).await?
        }
        Some(Button::Delivered(button)) => {
            schedules::press_delivered(tx, core, (event, user), (button, message), now).await?
        }
        Some(Button::Link { id, agrees }) => {
            links::press(tx, core, event, ((id, agrees), message), now).await?
        }
        Some(Button::Forget { id, agrees }) => forget::press(tx, event, ((id, agrees), message), now).await?,
        Some(Button::Knock { token, admits }) => {
            access::press(tx, &core.channels, user, (token, admits), message, now).await?
        }
        None => PressAnswer::alert(texts::unknown_button()),
    };
    Ok(answered(answer))
}

/// Carries out a stranger's press: they may confirm or refuse a link, and nothing else.
pub(super) async fn press_of_stranger(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    (data, message): (&str, Option<&MessageId>),
    now: Timestamp,
) -> Result<Accepted> {
    let answer = match Button::parse(data) {
        Some(Button::Link { id, agrees }) => {
            links::press(tx, core, event, ((id, agrees), message), now).await?
        }
        _ => PressAnswer::alert(texts::not_yours()),
    };
    Ok(answered(answer))
}

fn answered(answer: PressAnswer) -> Accepted {
    Accepted { answer: Some(answer), ..Accepted::default() }
}
