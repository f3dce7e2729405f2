//! The poll: finds work without a wake-up in this process, after a crash or from another process.

use std::{sync::Arc, time::Duration};

use adjutant_domain::wake::Wake;
use adjutant_store::{db::Scope, outbox, sessions, turns};
use anyhow::Result;

use crate::core::Core;

/// How often the database is polled for work without a wake-up, such as that of another or a dead process.
pub(super) const EVERY: Duration = Duration::from_secs(1);
/// The most sessions and chats that one poll wakes.
const WORK_AT_ONCE: i64 = 500;

/// Polls until shutdown.
pub(super) async fn run(core: Arc<Core>) {
    while !core.shutdown.is_cancelled() {
        if let Err(error) = release_held(&core).await {
            tracing::error!(
                error = format!("{error:#}"),
                "cannot release the messages for those who are back"
            );
        }
        look_for_work(&core).await;
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(EVERY) => {}
        }
    }
}

/// Releases the messages that waited for people who are served again for any reason.
pub(crate) async fn release_held(core: &Arc<Core>) -> Result<()> {
    let returned = core.db.read(async |tx| outbox::returned(tx).await).await?;
    if returned.is_empty() {
        return Ok(());
    }
    core.db
        .write(Scope::Global, async move |tx| {
            for back in &returned {
                outbox::release_held(tx, back).await?;
            }
            Ok(())
        })
        .await
}

/// Wakes the workers for work without a wake-up in this process: after a crash, only this finds it.
pub(super) async fn look_for_work(core: &Arc<Core>) {
    let (at_work, delivering) = (core.sessions.keys(), core.chats.keys());
    let running = core.running_sessions();
    let delivers: Vec<_> = core.duties.delivering.borrow().iter().copied().collect();
    let found = core.db.read(async move |tx| {
        // Sessions and chats with a worker here must not take the places of others.
        let sessions = sessions::with_work(tx, WORK_AT_ONCE + at_work.len() as i64).await?;
        let sessions = sessions.into_iter().filter(|session| !at_work.contains(session)).map(Wake::Session);
        let chats = outbox::chats_with_work(tx, &delivers, WORK_AT_ONCE + delivering.len() as i64).await?;
        let chats = chats.into_iter().filter(|chat| !delivering.contains(chat)).map(Wake::Chat);
        let mut wakes: Vec<_> = chats.chain(sessions).collect();
        for session in running {
            if let Some(turn) = turns::to_stop(tx, &session).await? {
                wakes.push(Wake::Stop(session, turn));
            }
        }
        Ok(wakes)
    });
    match found.await {
        Ok(wakes) => wakes.into_iter().for_each(|wake| core.wake(wake)),
        Err(error) => tracing::error!(error = format!("{error:#}"), "cannot poll for work"),
    }
}

#[cfg(test)]
mod tests;
