//! The owner's secrets in the headers of a server: opened for each connection, and removed from the server's texts.

use std::{collections::BTreeMap, sync::Arc};

use adjutant_config::McpSettings;
use adjutant_domain::{redact::Named, timestamp::Timestamp, web};
use adjutant_store::{
    db::{Db, Scope},
    people,
    secrets::{self, Secret},
};
use adjutant_vault::Vault;
use anyhow::{Context as _, Result, bail};

/// The place of the owner's secrets.
#[derive(Clone)]
pub struct Secrets {
    pub db: Arc<Db>,
    pub vault: Arc<Vault>,
}

/// A server's settings with the values of the secrets in its headers.
pub(crate) struct Filled {
    pub settings: McpSettings,
    secrets: Vec<Secret>,
    /// The secrets that the connection sends; the server's texts must not repeat them.
    pub values: Named,
}

impl Filled {
    /// Puts the values of secrets into the headers of a server.
    ///
    /// # Errors
    /// Returns an error if the owner has no such secret, the secret is for another server, or it cannot be opened; the
    /// text names the remedy.
    pub async fn of(name: &str, settings: &McpSettings, from: Option<&Secrets>) -> Result<Self> {
        let named: Vec<_> = settings.secrets_of_headers().map(str::to_owned).collect();
        let (Some(url), false) = (&settings.url, named.is_empty()) else {
            let values = Named::default();
            return Ok(Self { settings: settings.clone(), secrets: Vec::new(), values });
        };
        let Some(from) = from else {
            bail!(
                "[mcp.{name}] headers name secrets, and there is no database yet; start `adjutant run` once"
            );
        };
        let server = web::server(url);
        let of_owner = from
            .db
            .read(async |tx| {
                let owner = people::owner(tx).await?.user_id;
                secrets::of(tx, &owner).await
            })
            .await?;
        let (mut found, mut values) = (Vec::new(), BTreeMap::new());
        for secret_name in named {
            let how = format!("send /vault add {secret_name} {server} to the bot as its owner");
            match of_owner.iter().find(|secret| secret.name == secret_name) {
                None => {
                    bail!("the owner has no secret {secret_name}, which [mcp.{name}] headers name; {how}")
                }
                Some(secret) if secret.server != server => bail!(
                    "the secret {secret_name}, which [mcp.{name}] headers name, may be sent to {} alone; {how}",
                    secret.server
                ),
                Some(secret) => {
                    let value = from.vault.open(&secret.purpose(), &secret.sealed);
                    let value =
                        value.with_context(|| format!("the secret {secret_name} cannot be opened"))?;
                    found.push(secret.clone());
                    values.insert(secret_name, value);
                }
            }
        }
        let settings = settings.with_secrets(|name| values.get(name).map(|value| value.to_string()));
        let values = Named::new(values.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
        Ok(Self { settings, secrets: found, values })
    }

    /// Records a use of each secret.
    pub async fn note_use(&self, of: Option<&Secrets>, now: Timestamp) -> Result<()> {
        let (Some(of), Some(first)) = (of, self.secrets.first()) else { return Ok(()) };
        let ids: Vec<_> = self.secrets.iter().map(|secret| secret.secret_id.clone()).collect();
        let scope = Scope::Person(first.user_id.clone());
        of.db
            .write_unsynced(scope, async move |tx| {
                for id in &ids {
                    secrets::note_use(tx, id, now).await?;
                }
                Ok(())
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{ids, redact::WITHHELD};
    use adjutant_store::testing::{NOW, Store};
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn a_secret_goes_to_its_server_alone() {
        let (store, folder) = (Store::new().await, tempfile::tempdir().unwrap());
        let vault = Arc::new(Vault::new(folder.path().join("key")));
        let owner = store
            .write(async |tx| {
                people::ensure_owner(tx, NOW).await?;
                people::owner(tx).await
            })
            .await;
        let mut secret = Secret {
            secret_id: ids::secret(),
            user_id: owner.user_id,
            name: "garden".to_owned(),
            server: "garden.example".to_owned(),
            sealed: String::new(),
            created_at: NOW,
            last_used_at: None,
            uses: 0,
        };
        secret.sealed = vault.seal(&secret.purpose(), "s3cret").unwrap();
        store.write(async move |tx| secrets::put(tx, &secret).await).await;
        let from = Secrets { db: store.db.clone(), vault };
        let filled = async |url: &str, header: &str, from: Option<&Secrets>| {
            let settings = json!({ "url": url, "headers": [header] });
            Filled::of("garden", &serde_json::from_value(settings).unwrap(), from).await
        };
        let url = "https://garden.example/mcp";
        let header = "Authorization: Bearer {{vault:garden}}";
        let found = filled(url, header, Some(&from)).await.unwrap();
        assert_eq!(found.settings.headers[0].expose(), "Bearer s3cret");
        assert_eq!(found.values.redact("It is s3cret."), "It is [secret garden].");
        assert_eq!(found.values.redact("It is QmVhcmVyIHMzY3JldA==."), WITHHELD);

        let wrong = async |url: &str, header: &str, from: Option<&Secrets>| {
            format!("{:#}", filled(url, header, from).await.err().unwrap())
        };
        assert_eq!(
            wrong("https://shed.example/mcp", header, Some(&from)).await,
            "the secret garden, which [mcp.garden] headers name, may be sent to garden.example alone; send /vault add \
             garden shed.example to the bot as its owner"
        );
        assert_eq!(
            wrong(url, "X-Key: {{vault:key}}", Some(&from)).await,
            "the owner has no secret key, which [mcp.garden] headers name; send /vault add key garden.example to the \
             bot as its owner"
        );
        assert_eq!(
            wrong(url, header, None).await,
            "[mcp.garden] headers name secrets, and there is no database yet; start `adjutant run` once"
        );
        assert!(filled(url, "X-Plain: value", None).await.is_ok());
    }
}
