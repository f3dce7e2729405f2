//! The secrets of hooks.

use adjutant_domain::{
    ids::{ScheduleId, UserId},
    outbox_key::OutboxKey,
};
use adjutant_store::{
    db::Tx,
    hooks::{self, HookSecret},
};
use adjutant_vault::{Plain, VaultError};
use anyhow::Result;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::rand::{SecureRandom as _, SystemRandom};

use crate::core::Core;

/// The prefix of secrets, as in Standard Webhooks: <https://www.standardwebhooks.com>.
pub(super) const PREFIX: &str = "whsec_";
/// The random part, in bytes.
const RANDOM: usize = 32;

/// Replaces the secret of a hook by a new one, and returns it. `shown_by` is the source of the message that will show
/// it.
///
/// # Errors
/// Returns an error if the database failed, and an inner one if no usable key exists to seal the secret.
pub(crate) async fn renew(
    tx: &Tx,
    core: &Core,
    (hook, user): (&ScheduleId, &UserId),
    shown_by: &OutboxKey,
) -> Result<Result<Plain, VaultError>> {
    let mut random = [0; RANDOM];
    if SystemRandom::new().fill(&mut random).is_err() {
        return Ok(Err(VaultError::Random));
    }
    let plain = Plain::new(format!("{PREFIX}{}", STANDARD.encode(random)));
    let mut secret = HookSecret {
        schedule_id: hook.clone(),
        user_id: user.clone(),
        sealed: String::new(),
        shown_by: Some(shown_by.clone()),
    };
    match core.vault.seal(&secret.purpose(), &plain) {
        Ok(sealed) => secret.sealed = sealed,
        Err(error) => return Ok(Err(error)),
    }
    hooks::put_secret(tx, &secret).await?;
    Ok(Ok(plain))
}
