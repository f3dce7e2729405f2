//! Asks a platform whether people whom a role admits still have it, before their schedules run: otherwise the role would
//! count until the person's next message.

use std::time::Duration;

use adjutant_channel::ChatRef;
use adjutant_store::{
    db::Scope,
    people::{self, RoleHolder},
    schedules::Schedule,
};
use anyhow::Result;
use tokio::time::timeout;

use crate::core::Core;

/// How long the schedules wait for an answer. Without one, the role counts as before.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Updates the roles of the people whose schedules are due.
pub(super) async fn update(core: &Core, due: &[Schedule]) -> Result<()> {
    if !core.config.access.admits_roles() {
        return Ok(());
    }
    let users: Vec<_> = due.iter().map(|schedule| schedule.user_id.clone()).collect();
    let holders = core.db.read(async move |tx| {
        let mut holders = Vec::new();
        for user in &users {
            holders.extend(people::role_holders(tx, user).await?);
        }
        Ok(holders)
    });
    for holder in holders.await? {
        if core.role_checks.begin(&holder, core.clock.uptime()) {
            update_one(core, holder).await?;
        }
    }
    Ok(())
}

async fn update_one(core: &Core, holder: RoleHolder) -> Result<()> {
    let Ok(channel) = core.channels.get(&holder.channel) else { return Ok(()) };
    let chat = ChatRef { channel: holder.channel.clone(), chat: holder.chat.clone(), thread: None };
    let roles = match timeout(TIMEOUT, channel.roles_of(&chat, &holder.external_id)).await {
        Ok(Ok(Some(roles))) => roles,
        Ok(Ok(None)) => return Ok(()),
        Ok(Err(error)) => {
            tracing::warn!(channel = holder.channel, %error, "cannot ask for a person's roles; keeping the known ones");
            return Ok(());
        }
        Err(_) => {
            tracing::warn!(
                channel = holder.channel,
                "no answer about a person's roles; keeping the known ones"
            );
            return Ok(());
        }
    };
    let role = core.config.access.admitting_role(&holder.channel, &holder.external_id, &roles);
    core.db
        .write(Scope::Global, async move |tx| {
            people::note_role(tx, holder.account(), &holder.chat, role.as_deref()).await
        })
        .await
}
