//! `/forget-me`: shows what will be deleted, asks, and deletes it once the same account has confirmed.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    audit,
    db::Tx,
    forget::{self as rows, Forgetting, State},
    outbox as outbox_rows,
    people::{self, Role, User},
};
use adjutant_texts::{self as all_texts, privacy as texts};
use adjutant_workspace::{Workspace, disk};
use anyhow::Result;

use crate::{
    chat::{list, press::Press, request::Request},
    core::Core,
    outbox::{self, Address, Slot},
};

/// How long stopped turns may take to end. What they write after that is deleted as well.
const STOPPING: Duration = Duration::from_secs(30);
/// The pause before the stopped turns are checked again.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// The most audit rows changed in one transaction.
const AUDITED: i64 = 50;

/// Asks whether to delete everything.
pub(crate) async fn ask(request: &Request<'_>) -> Result<()> {
    let &Request { tx, event, user, now, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.say(texts::ask_in_private()).await;
    }
    for before in rows::asked_by(tx, &user.user_id).await? {
        withdraw(tx, &before, texts::Kept::Replaced).await?;
    }
    let wish = rows::ask(tx, event, &user.user_id, now).await?;
    let accounts = accounts(tx, user).await?;
    let extent = rows::extent(tx, &user.user_id).await?;
    let question = texts::question(&wish.forgetting_id, &extent, &accounts);
    let outbox_id =
        outbox::post_content(tx, Slot::first(&wish.source()), &address(&wish), &question, now).await?;
    outbox_rows::note_handle(tx, outbox_id, request.to.handle.as_deref()).await
}

/// Handles a press on a button below the question; only the account that was asked may answer.
pub(crate) async fn press(press: &Press<'_>, id: &str, agrees: bool) -> Result<PressAnswer> {
    let Press { tx, event, message, now, .. } = *press;
    let Some(wish) = rows::get(tx, id).await? else { return Ok(PressAnswer::alert(texts::question_over())) };
    if (wish.channel.as_str(), wish.external_id.as_str()) != (&event.chat.channel, &event.sender.id) {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    if wish.state != State::Asked {
        return Ok(PressAnswer::alert(texts::under_way()));
    }
    list::adopt(tx, &wish.source(), message, now).await?;
    if wish.expires_at <= now {
        withdraw(tx, &wish, texts::Kept::Expired).await?;
        return Ok(PressAnswer::alert(texts::question_over()));
    }
    if !agrees {
        withdraw(tx, &wish, texts::Kept::Wanted).await?;
        return Ok(PressAnswer::told(texts::kept()));
    }
    show(tx, &wish, &texts::deleting()).await?;
    rows::begin(tx, &wish, now).await?;
    Ok(PressAnswer::told(texts::begun()))
}

/// Expires questions that were not confirmed in time, and continues confirmed deletions.
pub(super) async fn process_requests(core: &Arc<Core>) -> Result<()> {
    let now = core.clock.timestamp();
    core.db
        .write(async move |tx| {
            for wish in rows::overdue(tx, now).await? {
                withdraw(tx, &wish, texts::Kept::Expired).await?;
            }
            Ok(())
        })
        .await?;
    for wish in core.db.read(async |tx| rows::under_way(tx).await).await? {
        match wish.state {
            State::Asked => {}
            State::Deleting => delete(core, &wish).await?,
            State::Telling => close(core, &wish).await?,
        }
    }
    Ok(())
}

/// Deletes everything, in transactions so short that nobody waits.
#[tracing::instrument(name = "deletion", skip_all, fields(deletion = wish.forgetting_id))]
async fn delete(core: &Arc<Core>, wish: &Forgetting) -> Result<()> {
    if !have_stopped(core, wish).await? {
        return Ok(());
    }
    blot_audit(core, wish).await?;
    delete_received(core, wish).await?;
    loop {
        let wish_ = wish.clone();
        let found = core.db.read(async move |tx| rows::decisions(tx, &wish_).await).await?;
        if found.is_empty() {
            break;
        }
        core.db.write(async move |tx| rows::blot_decisions(tx, &found).await).await?;
    }
    let id = wish.forgetting_id.clone();
    let (users, identities) = core
        .db
        .read(async move |tx| Ok((rows::users(tx, &id).await?, rows::identities(tx, &id).await?)))
        .await?;
    delete_files(core, &users).await?;
    for identity in identities {
        if let Ok(channel) = core.channels.get(&identity.channel) {
            channel.forget(&identity.external_id).await?;
        }
    }
    while !core.shutdown.is_cancelled() {
        let (wish, users, now) = (wish.clone(), users.clone(), core.clock.timestamp());
        if core.db.write(async move |tx| step(tx, &wish, &users, now).await).await? {
            tracing::info!("deleted a person's data");
            return Ok(());
        }
    }
    Ok(())
}

/// Deletes the next rows. Once none are left, deletes the users, tells the person, and returns true.
async fn step(tx: &Tx, wish: &Forgetting, users: &[UserId], now: Timestamp) -> Result<bool> {
    for user in users {
        if rows::step(tx, wish, user).await? {
            return Ok(false);
        }
    }
    // Audit rows of calls that outlived the time to stop.
    let late = audit::naming(tx, &wish.forgetting_id, 0, AUDITED).await?;
    for row in &late {
        audit::blot(tx, row, &wish.salt).await?;
    }
    if !late.is_empty() {
        return Ok(false);
    }
    rows::finish(tx, &wish.forgetting_id).await?;
    outbox::post_content(
        tx,
        Slot { source: &wish.source(), segment: 1 },
        &address(wish),
        &texts::forgotten(),
        now,
    )
    .await?;
    Ok(true)
}

/// Returns whether the person's turns have ended, or had the time to.
async fn have_stopped(core: &Arc<Core>, wish: &Forgetting) -> Result<bool> {
    loop {
        let id = wish.forgetting_id.clone();
        let running = core.db.write(async move |tx| rows::stop_turns(tx, &id).await).await?;
        if running == 0 || core.clock.timestamp() > wish.begun_at.unwrap_or_default() + STOPPING {
            return Ok(true);
        }
        tokio::select! {
            () = core.shutdown.cancelled() => return Ok(false),
            () = core.clock.sleep(LOOK_AGAIN) => {}
        }
    }
}

async fn blot_audit(core: &Arc<Core>, wish: &Forgetting) -> Result<()> {
    let mut after = 0;
    loop {
        let id = wish.forgetting_id.clone();
        let found = core.db.read(async move |tx| audit::naming(tx, &id, after, AUDITED).await).await?;
        let Some(last) = found.last() else { return Ok(()) };
        after = last.audit_id;
        let salt = wish.salt.clone();
        core.db
            .write(async move |tx| {
                for row in &found {
                    audit::blot(tx, row, &salt).await?;
                }
                Ok(())
            })
            .await?;
    }
}

async fn delete_received(core: &Arc<Core>, wish: &Forgetting) -> Result<()> {
    let mut after = 0;
    loop {
        let wish = wish.clone();
        let next = core.db.read(async move |tx| rows::received(tx, &wish, after).await).await?;
        let Some((found, up_to)) = next else { return Ok(()) };
        after = up_to;
        if !found.is_empty() {
            core.db.write(async move |tx| rows::delete_received(tx, &found).await).await?;
        }
    }
}

async fn delete_files(core: &Arc<Core>, users: &[UserId]) -> Result<()> {
    let folders: Vec<_> = users.iter().map(|user| Workspace::of(&core.workspaces, user)).collect();
    let remove = move || folders.iter().try_for_each(|own| disk::remove(own.root()));
    Ok(tokio::task::spawn_blocking(remove).await??)
}

/// Deletes the messages that confirm the deletion, once they are delivered or dead, and then the request itself.
async fn close(core: &Arc<Core>, wish: &Forgetting) -> Result<()> {
    let wish = wish.clone();
    let closed = core.db.write(async move |tx| {
        if outbox_rows::is_open(tx, &wish.source()).await? {
            return Ok(false);
        }
        outbox_rows::remove(tx, &wish.source()).await?;
        rows::remove(tx, &wish.forgetting_id).await?;
        Ok(true)
    });
    if closed.await? {
        // Deleted rows stay in the write-ahead log until a checkpoint.
        core.db.checkpoint().await?;
    }
    Ok(())
}

/// Withdraws the question, and shows that nothing was deleted.
async fn withdraw(tx: &Tx, wish: &Forgetting, why: texts::Kept) -> Result<()> {
    show(tx, wish, &texts::nothing_deleted(why)).await?;
    rows::remove(tx, &wish.forgetting_id).await
}

/// Updates the question.
async fn show(tx: &Tx, wish: &Forgetting, content: &Content) -> Result<()> {
    for row in outbox_rows::of_source(tx, &wish.source()).await? {
        outbox_rows::revise(tx, row.outbox_id, content).await?;
    }
    Ok(())
}

fn address(wish: &Forgetting) -> Address {
    Address::new(wish.chat(), ChatKind::Direct)
}

/// Returns the accounts that will be deleted, and those that the owner keeps.
async fn accounts(tx: &Tx, user: &User) -> Result<texts::Accounts> {
    let mut accounts = texts::Accounts::default();
    let owner = if user.role == Role::Owner { Some(people::owner(tx).await?.user_id) } else { None };
    for member in people::members(tx, &user.user_id).await? {
        let own = people::identities(tx, &member).await?;
        if Some(&member) == owner.as_ref() {
            accounts.owners.extend(own);
        } else {
            accounts.deleted.extend(own);
        }
    }
    Ok(accounts)
}
