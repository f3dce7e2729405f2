//! Tells the owner, in a direct chat, when a provider refuses the key of a model, and when it accepts the key again.
//!
//! The outbox records whether the owner was told, so that neither a restart nor another process tells them twice.

use std::{collections::HashMap, sync::Arc, time::Duration};

use adjutant_channel::ChatKind;
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_provider::{chain::KeyState, models::Key};
use adjutant_store::{
    db::{Scope, Tx},
    outbox as rows, people,
};
use adjutant_texts::model as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// How often the keys are checked.
const WATCH_EVERY: Duration = Duration::from_secs(5);

/// The outbox segments of the notices about a key.
const REFUSED: i64 = 0;
const ACCEPTED: i64 = 1;

/// Checks the keys of the models until shutdown.
pub(super) async fn watch(core: Arc<Core>) {
    let mut told = HashMap::new();
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(WATCH_EVERY) => {}
        }
        for key in core.models.keys() {
            if told.get(key.section) == Some(&key.state) {
                continue;
            }
            match tell(&core, &key).await {
                Ok(true) => _ = told.insert(key.section, key.state),
                Ok(false) => {}
                Err(error) => {
                    let (model, error) = (key.section, format!("{error:#}"));
                    tracing::error!(model, error, "cannot tell the owner about the key of a model");
                }
            }
        }
    }
}

/// Tells the owner about the state of a key. Returns false if the owner has no direct chat yet.
async fn tell(core: &Arc<Core>, key: &Key<'_>) -> Result<bool> {
    let (core_, now) = (core.clone(), core.clock.timestamp());
    let (section, label, state, is_helped) =
        (key.section.to_owned(), key.label.clone(), key.state, key.is_helped);
    core.db
        .write(Scope::Global, async move |tx| {
            let key = Key { section: &section, label: label.clone(), state, is_helped };
            let owner = people::owner(tx).await?;
            people::speaking_to(tx, &owner.user_id, post(tx, &core_, &key, now)).await
        })
        .await
}

async fn post(tx: &Tx, core: &Core, key: &Key<'_>, now: Timestamp) -> Result<bool> {
    let open = rows::last_of(tx, &OutboxKey::model_keys(key.section), REFUSED).await?;
    let (source, segment, to, said) = match (key.state, open) {
        (KeyState::Refused, None) => {
            let owner = people::owner(tx).await?;
            let chats = people::direct_chats(tx, &owner.user_id, "", &core.config.access.listed()).await?;
            let Some(chat) = chats.into_iter().next() else { return Ok(false) };
            let source = OutboxKey::ModelKey { section: key.section.to_owned(), since: now };
            (source, REFUSED, chat, texts::key_refused(key.section, &key.label, key.is_helped))
        }
        (KeyState::Accepted, Some(row)) => {
            let chat = row.chat();
            (row.source, ACCEPTED, chat, texts::key_accepted(key.section, &key.label))
        }
        (KeyState::Refused, Some(_)) | (KeyState::Accepted, None) => return Ok(true),
    };
    let to = Address::new(to, ChatKind::Direct);
    outbox::post_text(tx, &core.channels, Slot { source: &source, segment }, &to, &said, now).await?;
    Ok(true)
}
