//! Asks a platform whether people whom a role admits still have it, before their schedules run: otherwise the role
//! would count until the person's next message.

use std::{pin::pin, time::Duration};

use adjutant_channel::ChatRef;
use adjutant_store::{
    db::Scope,
    people::{self, RoleHolder},
    schedules::Schedule,
};
use anyhow::Result;
use futures::{StreamExt as _, stream};
use tokio::time::sleep;

use crate::core::Core;

/// How long the schedules wait for all answers. Without an answer, the role counts as before.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most people who are asked about at the same time.
const AT_ONCE: usize = 8;

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
    let mut holders = holders.await?;
    holders.retain(|holder| core.role_checks.begin(holder, core.clock.uptime()));
    let asked = stream::iter(holders).map(async |holder| (roles_of(core, &holder).await, holder));
    let answers = asked.buffer_unordered(AT_ONCE).take_until(sleep(TIMEOUT));
    let mut answers = pin!(answers);
    while let Some((roles, holder)) = answers.next().await {
        if let Some(roles) = roles {
            store(core, holder, &roles).await?;
        }
    }
    Ok(())
}

/// Asks for the roles of a person; returns `None` without an answer.
async fn roles_of(core: &Core, holder: &RoleHolder) -> Option<Vec<String>> {
    let channel = core.channels.get(&holder.channel).ok()?;
    let chat = ChatRef { channel: holder.channel.clone(), chat: holder.chat.clone(), thread: None };
    let asked = channel.roles_of(&chat, &holder.external_id).await;
    asked.unwrap_or_else(|error| {
        tracing::warn!(channel = holder.channel, %error, "cannot ask for a person's roles; keeping the known ones");
        None
    })
}

async fn store(core: &Core, holder: RoleHolder, roles: &[String]) -> Result<()> {
    let role = core.config.access.admitting_role(&holder.channel, &holder.external_id, roles);
    core.db
        .write(Scope::Global, async move |tx| {
            people::note_role(tx, holder.account(), &holder.chat, role.as_deref()).await
        })
        .await
}
