//! The secrets that texts of a person must not show.

use adjutant_domain::{ids::UserId, redact::Filter};
use adjutant_store::{
    db::Tx,
    secrets::{self, Secret},
};
use adjutant_tools::vault;
use anyhow::Result;

use super::Core;

impl Core {
    /// Returns a filter for the secrets of the configuration and those that a person has in the vault.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn secrets_of(&self, user: &UserId) -> Result<Filter> {
        let user = user.clone();
        self.filter(self.db.read(async move |tx| secrets::of(tx, &user).await).await?)
    }

    /// Returns the same filter within a transaction.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn secrets_in(&self, tx: &Tx, user: &UserId) -> Result<Filter> {
        self.filter(secrets::of(tx, user).await?)
    }

    fn filter(&self, own: Vec<Secret>) -> Result<Filter> {
        Ok(Filter::new(self.redactor.clone(), vault::named_secrets(&self.vault, own)?))
    }
}
