//! Whether people's secrets can be opened.

use adjutant_store::{db::Db, secrets};
use adjutant_vault::Vault;
use anyhow::Result;

use super::{Finding, Outcome};

/// Opens each secret, and shows none; `None` if there are none.
pub(super) async fn check_vault(db: &Db, vault: &Vault) -> Result<Option<Finding>> {
    let secrets = db.read(secrets::all).await?;
    let count = secrets.len();
    let failed = secrets.iter().filter_map(|it| vault.open(&it.purpose(), &it.sealed).err());
    let failed: Vec<_> = failed.collect();
    let outcome = match failed.first() {
        None if count == 0 => return Ok(None),
        None => Outcome::Fine(format!("{count} can be opened; the key is in {}", vault.key_is_in())),
        Some(why) => Outcome::Failure(format!(
            "{} of {count} cannot be opened: {why}. Their people delete them under /vault and add them again, unless \
             you bring the key back",
            failed.len()
        )),
    };
    Ok(Some(Finding { what: "secrets".to_owned(), outcome }))
}
