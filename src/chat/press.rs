//! Presses on buttons: passes each to the module for its kind of button.

use std::sync::Arc;

use adjutant_channel::{Accepted, Inbound, MessageId, PressAnswer};
use adjutant_domain::{buttons::Button, timestamp::Timestamp};
use adjutant_store::{db::Tx, note_lists, people::User, schedule_lists};
use adjutant_texts as texts;
use anyhow::Result;

use super::{
    approvals as approval_list, clients, files, hooks, knocks, languages, links, list, models, notes, people,
    prepared::Prepared, privacy::forget, queue, reasoning, schedules, site, suggestions, tables, toolsets,
    vault,
};
use crate::{approvals, core::Core};

/// A press on a button, in the transaction that stores and answers it.
#[derive(Clone, Copy)]
pub(crate) struct Press<'a> {
    pub tx: &'a Tx,
    pub core: &'a Arc<Core>,
    pub event: &'a Inbound,
    /// The message with the button, if the platform names it.
    pub message: Option<&'a MessageId>,
    /// Whether the platform delivers again a press that has been carried out.
    pub is_repeat: bool,
    pub now: Timestamp,
}

/// Carries out a user's press on a button with this data.
pub(super) async fn carry_out(
    press: &Press<'_>,
    user: &User,
    data: &str,
    prepared: &Prepared,
) -> Result<Accepted> {
    let Press { tx, core, event, message, is_repeat, now } = *press;
    let answer = match Button::parse(data) {
        Some(Button::Approval(button)) => {
            let pressed = approvals::Pressed { button, chat: &event.chat, message, is_repeat };
            approvals::press(tx, core, user, pressed, now).await?
        }
        Some(Button::ApprovalList(button)) => approval_list::press(press, user, button).await?,
        Some(Button::RevokeGrant(grant)) => approval_list::revoke(press, user, grant).await?,
        Some(Button::NoteList(id, button)) => {
            list::press::<note_lists::List>(press, user, id, button).await?
        }
        Some(Button::UndoEdit { note, edited_at }) => {
            notes::undo_edit(press, user, (note, edited_at)).await?
        }
        Some(Button::ScheduleList(id, button)) => {
            list::press::<schedule_lists::List>(press, user, id, button).await?
        }
        Some(Button::Delivered(button)) => schedules::press_delivered(press, user, button).await?,
        Some(Button::Overdue { schedule, action }) => {
            schedules::press_overdue(press, user, (schedule, action)).await?
        }
        Some(Button::Link { id, agrees }) => links::press(press, id, agrees).await?,
        Some(Button::Forget { id, agrees }) => forget::press(press, id, agrees).await?,
        Some(Button::Files(button)) => files::press(press, user, button, prepared).await?,
        Some(Button::Site(_)) => site::press(press, prepared).await?,
        Some(Button::Vault(button)) => vault::press(press, user, button).await?,
        Some(Button::Hooks(button)) => hooks::press(press, user, button).await?,
        Some(Button::Client(button)) => clients::press(press, user, button).await?,
        Some(Button::People(button)) => people::press(press, user, button, prepared).await?,
        Some(Button::Toolset { name, opens }) => toolsets::press(press, user, (name, opens)).await?,
        Some(Button::ToolsetPage(page)) => toolsets::turn(press, user, page).await?,
        Some(Button::Model { name }) => models::press(press, user, name).await?,
        Some(Button::WhileBusy(choice)) => queue::press(press, user, choice).await?,
        Some(Button::Reasoning { shows }) => reasoning::press(press, user, shows).await?,
        Some(Button::TableForm(form)) => tables::press(press, user, form).await?,
        Some(Button::Language(choice)) => languages::press(press, user, choice).await?,
        Some(Button::Suggestion { turn, .. }) => suggestions::refuse(press, user, turn).await?,
        Some(Button::SiteMessage(button)) => site::messages::press(press, user, button).await?,
        Some(Button::Knock { token, admits }) => knocks::press(press, user, token, admits).await?,
        None => PressAnswer::alert(texts::unknown_button()),
    };
    Ok(answered(answer))
}

/// Carries out a stranger's press: strangers can only confirm or refuse a link.
pub(super) async fn carry_out_for_stranger(press: &Press<'_>, data: &str) -> Result<Accepted> {
    let answer = match Button::parse(data) {
        Some(Button::Link { id, agrees }) => links::press(press, id, agrees).await?,
        Some(Button::Approval(button)) => approvals::refuse_stranger(press.tx, button).await?,
        _ => PressAnswer::alert(texts::not_yours()),
    };
    Ok(answered(answer))
}

fn answered(answer: PressAnswer) -> Accepted {
    Accepted { answer: Some(answer), ..Accepted::default() }
}
