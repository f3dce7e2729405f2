//! Checks whether the secrets of people and of their hooks can be opened.

use adjutant_store::{db::Db, hooks, secrets};
use adjutant_vault::Vault;
use anyhow::Result;

use super::{Check, Finding, Outcome};

/// Opens each secret without showing it; `None` if there are no secrets.
pub(super) async fn check_vault(db: &Db, vault: &Vault) -> Result<Option<Finding>> {
    let (secrets, hooks) =
        db.read(async |tx| Ok((secrets::all(tx).await?, hooks::all_secrets(tx).await?))).await?;
    let count = secrets.len() + hooks.len();
    let of_people = secrets.iter().map(|it| (it.purpose(), &it.sealed));
    let of_hooks = hooks.iter().map(|it| (it.purpose(), &it.sealed));
    let failed = of_people.chain(of_hooks).filter_map(|(purpose, sealed)| vault.open(&purpose, sealed).err());
    let failed: Vec<_> = failed.collect();
    let outcome = match failed.first() {
        None if count == 0 => return Ok(None),
        None => Outcome::Fine(format!("{count} can be opened; the key is in {}", vault.key_is_in())),
        Some(why) => Outcome::Failure(format!(
            "{} of {count} cannot be opened: {why}. Unless you bring the key back, their people delete those under \
             /vault and add them again, and make new ones for hooks under /hooks",
            failed.len()
        )),
    };
    Ok(Some(Finding { check: Check::Secrets, outcome }))
}
