//! `/forget_me`: shows what will be deleted, asks, and deletes it once the same account has confirmed.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::{backoff::doubled, ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    audit,
    db::{self, Scope, Tx},
    forget::{self as rows, DeletionRequest, State},
    outbox as outbox_rows,
    people::{self, Role, User},
    set_aside::{self as failures, Item, Kind},
    site,
};
use adjutant_texts::{self as all_texts, privacy as texts};
use anyhow::{Result, anyhow};
use futures::FutureExt;

use crate::{
    chat::{list, press::Press, request::Request},
    core::Core,
    outbox::{self, Address, Slot, set_aside},
};

/// How long stopped turns may take to end. Anything that they write later is deleted as well.
const STOPPING: Duration = Duration::from_secs(30);
/// The pause before the stopped turns are checked again.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// The pause after the first failure of a deletion; it doubles with each further failure.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause after a failed deletion.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);
/// The most audit rows changed in one transaction.
const AUDITED: i64 = 50;

/// `/forget_me`: asks whether to delete everything.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, event, user, now, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.say(texts::ask_in_private()).await;
    }
    for before in rows::asked_by(tx, &user.user_id).await? {
        withdraw(tx, &before, texts::WithdrawReason::Replaced).await?;
    }
    let deletion = rows::ask(tx, event, &user.user_id, now).await?;
    let accounts = accounts(tx, user).await?;
    let extent = rows::extent(tx, &user.user_id).await?;
    let question = texts::question(&deletion.forgetting_id, &extent, &accounts);
    let outbox_id =
        outbox::post_content(tx, Slot::first(&deletion.source()), &address(&deletion), &question, now)
            .await?;
    outbox_rows::note_handle(tx, outbox_id, request.to.handle.as_deref()).await
}

/// Handles a press on a button below the question; only the account that was asked may answer.
pub(crate) async fn press(press: &Press<'_>, id: &str, agrees: bool) -> Result<PressAnswer> {
    let Press { tx, event, message, now, .. } = *press;
    let Some(deletion) = rows::get(tx, id).await? else {
        return Ok(PressAnswer::alert(texts::question_over()));
    };
    if (deletion.channel.as_str(), deletion.external_id.as_str()) != (&event.chat.channel, &event.sender.id) {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    if deletion.state != State::Asked {
        return Ok(PressAnswer::alert(texts::under_way()));
    }
    list::confirm_by_press(tx, &deletion.source(), message, now).await?;
    if deletion.expires_at <= now {
        withdraw(tx, &deletion, texts::WithdrawReason::Expired).await?;
        return Ok(PressAnswer::alert(texts::question_over()));
    }
    if !agrees {
        withdraw(tx, &deletion, texts::WithdrawReason::Wanted).await?;
        return Ok(PressAnswer::told(texts::kept()));
    }
    show(tx, &deletion, &texts::deleting()).await?;
    rows::begin(tx, &deletion, now).await?;
    Ok(PressAnswer::told(texts::begun()))
}

/// Expires questions that were not confirmed in time, and continues confirmed deletions. A failing deletion does not
/// hold up the others, and is retried without limit at growing intervals.
pub(super) async fn process_requests(core: &Arc<Core>) -> Result<()> {
    let now = core.clock.timestamp();
    let (overdue, under_way) =
        core.db.read(async move |tx| Ok((rows::overdue(tx, now).await?, rows::under_way(tx).await?))).await?;
    for deletion in overdue.into_iter().chain(under_way) {
        let id = deletion.forgetting_id.clone();
        let before = core.db.read(async move |tx| failures::of(tx, Kind::Deletion, &id).await).await?;
        if before.is_some_and(|before| now < before.at + doubled(FIRST_PAUSE, before.attempts, LONGEST_PAUSE))
        {
            continue;
        }
        let language = core.language_of(&deletion.user_id).await?;
        let done = AssertUnwindSafe(language.scope(process(core, &deletion))).catch_unwind().await;
        let done = done.unwrap_or_else(|_| Err(anyhow!("the deletion panicked")));
        if let Some(error) = db::unless_storage_failed(done)? {
            // The row does not name the person.
            set_aside::count_failure(core, Item::new(Kind::Deletion, &deletion.forgetting_id), &error)
                .await?;
        }
    }
    Ok(())
}

async fn process(core: &Arc<Core>, deletion: &DeletionRequest) -> Result<()> {
    match deletion.state {
        State::Asked => {
            let deletion = deletion.clone();
            core.db
                .write(Scope::Global, async move |tx| {
                    withdraw(tx, &deletion, texts::WithdrawReason::Expired).await
                })
                .await
        }
        State::Deleting => delete(core, deletion).await,
        State::Telling => close(core, deletion).await,
    }
}

/// Deletes everything, in transactions so short that nobody has to wait.
#[tracing::instrument(name = "deletion", skip_all, fields(deletion = deletion.forgetting_id))]
async fn delete(core: &Arc<Core>, deletion: &DeletionRequest) -> Result<()> {
    if !have_stopped(core, deletion).await? {
        return Ok(());
    }
    blot_audit(core, deletion).await?;
    delete_received(core, deletion).await?;
    loop {
        let wish_ = deletion.clone();
        let found = core.db.read(async move |tx| rows::decisions(tx, &wish_).await).await?;
        if found.is_empty() {
            break;
        }
        core.db.write(Scope::Global, async move |tx| rows::blot_decisions(tx, &found).await).await?;
    }
    let id = deletion.forgetting_id.clone();
    let (users, identities) = core
        .db
        .read(async move |tx| Ok((rows::users(tx, &id).await?, rows::identities(tx, &id).await?)))
        .await?;
    delete_files(core, &users).await?;
    withdraw_sites(core, &users).await?;
    for identity in identities {
        if let Ok(channel) = core.channels.get(&identity.channel) {
            channel.forget(&identity.external_id).await?;
        }
    }
    while !core.shutdown.is_cancelled() {
        let (deletion, users, now) = (deletion.clone(), users.clone(), core.clock.timestamp());
        if core.db.write(Scope::Global, async move |tx| step(tx, &deletion, &users, now).await).await? {
            tracing::info!("deleted a person's data");
            return Ok(());
        }
    }
    Ok(())
}

/// Deletes the next rows. Once none are left, deletes the users, tells the person, and returns true.
async fn step(tx: &Tx, deletion: &DeletionRequest, users: &[UserId], now: Timestamp) -> Result<bool> {
    for user in users {
        if rows::step(tx, deletion, user).await? {
            return Ok(false);
        }
    }
    // Audit rows of calls that continued after the time to stop.
    let late = audit::naming(tx, &deletion.forgetting_id, 0, AUDITED).await?;
    for row in &late {
        audit::blot(tx, row, &deletion.salt).await?;
    }
    if !late.is_empty() {
        return Ok(false);
    }
    rows::finish(tx, &deletion.forgetting_id).await?;
    outbox::post_content(
        tx,
        Slot { source: &deletion.source(), segment: 1 },
        &address(deletion),
        &texts::forgotten(),
        now,
    )
    .await?;
    Ok(true)
}

/// Returns whether the person's turns have ended, or their time to stop is over.
async fn have_stopped(core: &Arc<Core>, deletion: &DeletionRequest) -> Result<bool> {
    loop {
        let id = deletion.forgetting_id.clone();
        let running = core.db.write(Scope::Global, async move |tx| rows::stop_turns(tx, &id).await).await?;
        if running == 0 || core.clock.timestamp() > deletion.begun_at.unwrap_or_default() + STOPPING {
            return Ok(true);
        }
        tokio::select! {
            () = core.shutdown.cancelled() => return Ok(false),
            () = core.clock.sleep(LOOK_AGAIN) => {}
        }
    }
}

async fn blot_audit(core: &Arc<Core>, deletion: &DeletionRequest) -> Result<()> {
    let mut after = 0;
    loop {
        let id = deletion.forgetting_id.clone();
        let found = core.db.read(async move |tx| audit::naming(tx, &id, after, AUDITED).await).await?;
        let Some(last) = found.last() else { return Ok(()) };
        after = last.audit_id;
        let salt = deletion.salt.clone();
        core.db
            .write(Scope::Global, async move |tx| {
                for row in &found {
                    audit::blot(tx, row, &salt).await?;
                }
                Ok(())
            })
            .await?;
    }
}

async fn delete_received(core: &Arc<Core>, deletion: &DeletionRequest) -> Result<()> {
    let mut after = 0;
    loop {
        let deletion = deletion.clone();
        let next = core.db.read(async move |tx| rows::received(tx, &deletion, after).await).await?;
        let Some((found, up_to)) = next else { return Ok(()) };
        after = up_to;
        if !found.is_empty() {
            core.db.write(Scope::Global, async move |tx| rows::delete_received(tx, &found).await).await?;
        }
    }
}

async fn delete_files(core: &Arc<Core>, users: &[UserId]) -> Result<()> {
    let (blobs, users) = (core.blobs.clone(), users.to_vec());
    let remove = move || users.iter().try_for_each(|user| blobs.remove(user));
    Ok(tokio::task::spawn_blocking(remove).await??)
}

/// Removes the people's published websites.
async fn withdraw_sites(core: &Arc<Core>, users: &[UserId]) -> Result<()> {
    for user in users {
        let user = user.clone();
        let name = core.db.read(async move |tx| site::public::name_of(tx, &user).await).await?;
        let Some(name) = name else { continue };
        let folder = adjutant_tools::sites_folder(&core.config).join(name);
        tokio::task::spawn_blocking(move || adjutant_site::withdraw(&folder)).await??;
    }
    Ok(())
}

/// Deletes the messages that confirm the deletion, once they are delivered or dead, and then the request itself.
async fn close(core: &Arc<Core>, deletion: &DeletionRequest) -> Result<()> {
    let deletion = deletion.clone();
    let closed = core.db.write(Scope::Global, async move |tx| {
        if outbox_rows::is_open(tx, &deletion.source()).await? {
            return Ok(false);
        }
        outbox_rows::remove(tx, &deletion.source()).await?;
        rows::remove(tx, &deletion.forgetting_id).await?;
        failures::clear(tx, Kind::Deletion, &deletion.forgetting_id).await?;
        Ok(true)
    });
    if closed.await? {
        // Deleted rows stay in the write-ahead log until a checkpoint.
        core.db.checkpoint().await?;
    }
    Ok(())
}

/// Withdraws the question, and shows that nothing was deleted.
async fn withdraw(tx: &Tx, deletion: &DeletionRequest, why: texts::WithdrawReason) -> Result<()> {
    show(tx, deletion, &texts::nothing_deleted(why)).await?;
    rows::remove(tx, &deletion.forgetting_id).await
}

/// Updates the question.
async fn show(tx: &Tx, deletion: &DeletionRequest, content: &Content) -> Result<()> {
    for row in outbox_rows::of_source(tx, &deletion.source()).await? {
        outbox_rows::update_content(tx, row.outbox_id, content).await?;
    }
    Ok(())
}

fn address(deletion: &DeletionRequest) -> Address {
    Address::new(deletion.chat(), ChatKind::Direct)
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
