//! `/hooks`: people make addresses for other programs to call, see them and revoke them; in their direct chats only. A
//! hook is a schedule, so `/schedules` lists it too. Its secret is shown once, in a message from which the first call
//! removes it.

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::{
    buttons::{Button, HookAction, HookPress},
    cadence::{HOOK, HookName},
    ids::ScheduleId,
    outbox_key::OutboxKey,
    schedules::MAX_GOAL,
};
use adjutant_store::{
    db::Tx,
    hooks,
    people::User,
    schedules::{self, Overlap, Schedule},
};
use adjutant_texts::{self as all_texts, hooks as texts};
use anyhow::Result;

use super::{list as lists, press::Press, request::Request};
use crate::{
    agent::choice,
    core::Core,
    hooks::{address, secret},
    outbox::Slot,
};

/// `/hooks`: answers with the list, or with a new hook.
pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, args, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.point_to_direct_chat(texts::in_private()).await;
    }
    if !core.config.hooks.enabled || !core.config.scheduler.enabled {
        return request.answer(texts::off().to_owned()).await;
    }
    let (first, rest) = first_word(args);
    if first.is_empty() {
        let content = texts::listing(&hooks::of(tx, &user.user_id).await?, 0);
        return request.post(Slot::first(&request.source), content).await;
    }
    let (name, goal) = first_word(rest);
    if !first.eq_ignore_ascii_case("add") || name.is_empty() {
        return request.answer(texts::how_to_add().to_owned()).await;
    }
    match HookName::parse(name) {
        Some(name) => add(request, &name, goal).await,
        None => request.answer(texts::bad_name().to_owned()).await,
    }
}

/// Makes a hook, and shows its secret.
async fn add(request: &Request<'_>, name: &HookName, goal: &str) -> Result<()> {
    let &Request { tx, core, user, now, .. } = request;
    let known = hooks::of(tx, &user.user_id).await?;
    if known.iter().any(|hook| hook.cadence_value == name.as_str()) {
        return request.answer(texts::taken(name.as_str())).await;
    }
    if goal.chars().count() > MAX_GOAL {
        return request.answer(texts::too_long(MAX_GOAL)).await;
    }
    let most = core.config.limits.schedules;
    if schedules::count_open(tx, &user.user_id).await? >= i64::from(most) {
        return request.answer(texts::too_many(most)).await;
    }
    let session = request.session.session_id.clone();
    let model = match goal {
        "" => None,
        _ => choice::chosen(tx, core, (&request.session, user)).await?,
    };
    let hook = Schedule {
        name: name.as_str().to_owned(),
        goal: if goal.is_empty() { name.as_str() } else { goal }.to_owned(),
        reminder: goal.is_empty(),
        cadence_type: HOOK.to_owned(),
        cadence_value: name.as_str().to_owned(),
        timezone: user.zone(core.zone).name().to_owned(),
        // Every call gets its run.
        overlap: Overlap::Queue,
        model,
        ..Schedule::new(ScheduleId::generate(), user.user_id.clone(), session, now)
    };
    schedules::put(tx, &hook).await?;
    let plain = match secret::renew(tx, core, (&hook.schedule_id, &hook.user_id), &request.source).await? {
        Ok(plain) => plain,
        Err(error) => {
            tracing::error!(%error, "cannot seal the secret of a hook");
            schedules::delete(tx, &hook.user_id, &hook.schedule_id).await?;
            return request.answer(texts::unsealed().to_owned()).await;
        }
    };
    let content = texts::with_secret(&hook, &address(core, name.as_str()), &plain);
    request.post(Slot::first(&request.source), content).await
}

/// Returns the first word of a text, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim_start())
}

/// Carries out a press, and redraws the message.
pub(super) async fn press(press: &Press<'_>, user: &User, button: HookPress<'_>) -> Result<PressAnswer> {
    let Press { tx, core, event, .. } = *press;
    if event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match lists::pressed(press, |button| matches!(button, Button::Hooks(_))).await? {
        Ok(row) => row,
        Err(refused) => return Ok(refused),
    };
    if let Some(row) = &row {
        hooks::note_hidden(tx, &row.source).await?;
    }
    let known = hooks::of(tx, &user.user_id).await?;
    let (content, answer) = match button {
        HookPress::Page(page) => (texts::listing(&known, page), lists::shown()),
        HookPress::Hook(id, action) => {
            let (found, others): (Vec<_>, Vec<_>) =
                known.into_iter().partition(|hook| hook.schedule_id.as_str() == id);
            match (found.first(), action) {
                (None, _) => (texts::listing(&others, 0), PressAnswer::alert(texts::no_such_hook())),
                (Some(hook), HookAction::Open) => (shown(tx, core, hook, user).await?, lists::shown()),
                (Some(hook), HookAction::Renew) => {
                    let Some(row) = &row else { return Ok(PressAnswer::alert(texts::ask_again())) };
                    match renewed(tx, core, hook, &row.source).await? {
                        Some(content) => (content, lists::shown()),
                        None => return Ok(PressAnswer::alert(texts::unsealed())),
                    }
                }
                (Some(hook), HookAction::Revoke) => {
                    schedules::delete(tx, &user.user_id, &hook.schedule_id).await?;
                    (texts::listing(&others, 0), PressAnswer::told(texts::revoked()))
                }
            }
        }
    };
    if let Some(row) = row {
        lists::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}

async fn shown(tx: &Tx, core: &Core, hook: &Schedule, user: &User) -> Result<Content> {
    let called = hooks::called(tx, &hook.schedule_id).await?;
    Ok(texts::one(hook, &address(core, &hook.cadence_value), &called, user.zone(core.zone)))
}

/// Returns the message that shows a new secret of a hook; `None` if it could not be sealed.
async fn renewed(tx: &Tx, core: &Core, hook: &Schedule, shown_by: &OutboxKey) -> Result<Option<Content>> {
    let renewed = secret::renew(tx, core, (&hook.schedule_id, &hook.user_id), shown_by).await?;
    Ok(match renewed {
        Ok(plain) => Some(texts::with_secret(hook, &address(core, &hook.cadence_value), &plain)),
        Err(error) => {
            tracing::error!(%error, "cannot seal the secret of a hook");
            None
        }
    })
}
