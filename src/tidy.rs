//! Removes what was only kept for a while.

use std::{sync::Arc, time::Duration};

use anyhow::Result;
use chrono::TimeDelta;

use crate::{
    core::Core,
    links,
    store::{attachments, inbox, outbox, outputs, people},
    tools::files::disk,
    workspace::Workspace,
};

/// The pause between two passes.
const EVERY: Duration = Duration::from_hours(1);
/// How long files in `/tmp` stay, and those that came in and went out.
const FILES: TimeDelta = TimeDelta::days(1);
/// How long it is known which files came with messages.
const ATTACHMENTS: TimeDelta = TimeDelta::days(30);
/// How long it is known that something was edited, deleted or pressed; platforms tell it again within a day.
const PASSING: TimeDelta = TimeDelta::days(2);
/// How many of those one pass forgets.
const MAX_PASSING: i64 = 50_000;
/// How long it is known what became of a link's code.
const LINKS: TimeDelta = TimeDelta::days(1);

/// Tidies up now and then until the process ends. Several processes may do so at once.
pub(crate) async fn run(core: Arc<Core>) {
    while !core.shutdown.is_cancelled() {
        if let Err(error) = tidy(&core).await {
            tracing::error!(error = format!("{error:#}"), "cannot tidy up; trying again in an hour");
        }
        tokio::select! {
            () = core.shutdown.cancelled() => {}
            () = core.clock.sleep(EVERY) => {}
        }
    }
}

/// One pass.
async fn tidy(core: &Arc<Core>) -> Result<()> {
    let now = core.clock.now();
    // All of the inbox is looked through, which must not keep anybody from writing.
    let passing = core
        .db
        .read(async move |tx| inbox::passing(tx, (now - PASSING).timestamp_millis(), MAX_PASSING).await)
        .await?;
    core.db
        .write(async move |tx| {
            inbox::forget(tx, &passing).await?;
            outputs::expire(tx, now.timestamp_millis()).await?;
            attachments::expire(tx, (now - ATTACHMENTS).timestamp_millis()).await?;
            links::tidy(tx, (now - LINKS).timestamp_millis(), now.timestamp_millis()).await
        })
        .await?;
    let (people, on_their_way) = core
        .db
        .read(async |tx| Ok((people::ids(tx).await?, outbox::folders_of_open_media(tx).await?)))
        .await?;
    let (workspaces, before) = (core.workspaces.clone(), (now - FILES).into());
    tokio::task::spawn_blocking(move || {
        for person in people {
            // Other folders beside these are not ours.
            let own = Workspace::of(&workspaces, &person);
            if let Err(error) = disk::tidy(own.root(), before, &on_their_way) {
                tracing::error!(%person, %error, "old files could not be removed");
            }
        }
    })
    .await?;
    Ok(())
}
