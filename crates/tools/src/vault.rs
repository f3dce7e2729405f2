//! `vault_list`, and secrets in the headers of requests: the model names a secret, and only the request holds its
//! value.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
    time::Duration,
};

use adjutant_channel::ChatKind;
use adjutant_domain::{
    redact::{Filter, Named, TooLong},
    timestamp::Timestamp,
    web,
};
use adjutant_macros::tool;
use adjutant_store::{
    db::SyncedTx,
    secrets::{self, Secret},
};
use adjutant_texts::tools::shell as words;
use adjutant_vault::{Plain, Vault as Sealer};
use async_trait::async_trait;
use chrono::SecondsFormat;
use regex::{Captures, Regex};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    fetch::guard::SafeUrl,
    files,
    kit::{
        CallAssessment, Context, DynTool, OnDemand, Outcome, SecretText, SessionView, ToolError, Toolset,
        ToolsetOffer,
    },
    shell::{self, run::SECRETS},
};

const COPYTO: &str = "vault_copyto";

/// How long commands can read a secret that was copied for them.
pub const SECRET_COPIES: Duration = Duration::from_hours(1);
/// The longest name of a copied secret's file, in bytes.
const FILE_NAME: usize = 40;

/// A secret's name in a header's value.
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{\{vault:([^{}]*)\}\}").expect("the pattern is correct"));

/// Words of a message that plainly concerns secrets.
const OPENED_BY: [&str; 6] = ["access token", "api key", "api token", "log in", "secret", "secrets"];

/// Search words for secrets.
const TAGS: &str = "account api credential key login password secret token";

/// Search words in other languages.
const WORDS: &str = "\
anmelden geheimnis kennwort passwort schlüssel zugangsdaten
acceso clave contraseña credencial secreto
clé connexion identifiant jeton passe secret";

/// The toolset for people's secrets, offered to people who have some.
pub(super) struct Vault;

#[async_trait]
impl Toolset for Vault {
    fn name(&self) -> &'static str {
        "vault"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("log in to services with saved secrets");
        Some(known.tags(TAGS).words(WORDS).opened_by(OPENED_BY))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(VaultList), Arc::new(VaultCopyto)]
    }

    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        let with_commands = shell::is_on(session.config);
        offer.only("the person has no secret; they add one with /vault", |_| session.has.secrets);
        offer.only("the operator's settings allow no commands", |name| with_commands || name != COPYTO);
        Ok(())
    }
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    secrets: Vec<Entry>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    name: String,
    /// The one server that it may be sent to.
    server: String,
    /// RFC 3339.
    last_used_at: Option<String>,
}

/// List the names of the person's secrets, such as access tokens, and each one's server.
///
/// To log in there, write {{vault:NAME}} in a header of http_get or http_post. Nobody can read a value. The person adds
/// one with /vault.
#[tool(category = Other, tier = ReadOnly, needs(Read), requirement = in_group_asks, tags("secret", "token", "login"))]
async fn vault_list(context: &Context) -> Result<Outcome<Listed>, ToolError> {
    let found = of_person(context).await?;
    let message = match found.len() {
        0 => "The person has no secrets; they add one with /vault add NAME SERVER.".to_owned(),
        count => format!("{count} secrets."),
    };
    let entries = found.into_iter().map(|secret| Entry {
        name: secret.name,
        server: secret.server,
        last_used_at: secret.last_used_at.map(written),
    });
    Ok(Outcome::new(message, Listed { secrets: entries.collect() }))
}

async fn in_group_asks(context: &Context) -> Result<CallAssessment, ToolError> {
    Ok(match context.session.chat_kind {
        ChatKind::Direct => CallAssessment::default(),
        ChatKind::Group => {
            CallAssessment::must_ask(words::list_secrets(), words::answer_is_seen()).by_requester_alone()
        }
    })
}

/// Give shell commands a secret for an hour, as the file $SECRETS/NAME, which they can read and nobody can send.
///
/// Its person is asked.
#[tool(
    category = Other,
    tier = Privileged,
    risk = High,
    needs(Execute),
    asks,
    requirement = for_commands,
    tags("secret", "token", "shell", "file")
)]
async fn vault_copyto(
    context: &Context,
    /// Its name in vault_list.
    name: String,
    /// The name of the file; the secret's unless given.
    to: Option<String>,
) -> Result<Outcome<Copied>, ToolError> {
    let (secret, to) = to_copy(context, &name, to.as_deref()).await?;
    let value = open(context, &secret)?;
    let (blobs, user, now) = (context.blobs.clone(), context.user.user_id.clone(), context.clock.timestamp());
    let file = to.clone();
    // The folder is created as for any other file.
    files::blocking(move || {
        blobs.open(&user)?;
        blobs.put_secret(&user, &file, value.as_bytes(), now.to_utc().into())
    })
    .await?;
    let id = secret.secret_id.clone();
    let note = async move |tx: &SyncedTx| secrets::note_use(tx, &id, now).await;
    context.db.write(context.person_scope(), note).await?;
    let path = format!("${SECRETS}/{to}");
    let message = format!("Commands can read it at {path} until {}.", written(now + SECRET_COPIES));
    Ok(Outcome::new(message, Copied { in_commands: path }))
}

#[derive(Serialize, JsonSchema)]
struct Copied {
    /// How a command of shell_exec names it.
    in_commands: String,
}

async fn for_commands(
    context: &Context,
    name: &str,
    to: &Option<String>,
) -> Result<CallAssessment, ToolError> {
    let (secret, to) = to_copy(context, name, to.as_deref()).await?;
    let reason = words::commands_read_it(context.config.tools.shell.network);
    let what = words::give_secret(&secret.name, &format!("${SECRETS}/{to}"));
    Ok(CallAssessment::must_ask(what, reason).by_requester_alone())
}

/// Returns the secret with this name, and the name of its file.
async fn to_copy(context: &Context, name: &str, to: Option<&str>) -> Result<(Secret, String), ToolError> {
    let to = to.unwrap_or(name);
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if to.is_empty() || to.len() > FILE_NAME || to.starts_with('.') || !to.bytes().all(fits) {
        return Err(ToolError::invalid(format!(
            "'{to}' is not the name of a file: up to {FILE_NAME} letters, digits, dashes, dots and underscores, without a \
             folder"
        )));
    }
    let found = of_person(context).await?.into_iter().find(|secret| secret.name == name);
    Ok((found.ok_or_else(|| no_such(name))?, to.to_owned()))
}

fn no_such(name: &str) -> ToolError {
    ToolError::not_found(format!(
        "the person has no secret '{name}'; vault_list names those there are, and they add one with /vault"
    ))
}

/// Opens a secret.
fn open(context: &Context, secret: &Secret) -> Result<Plain, ToolError> {
    context.vault.open(&secret.purpose(), &secret.sealed).map_err(|error| {
        tracing::error!(%error, "cannot open a secret");
        ToolError::unavailable(format!(
            "the secret '{}' cannot be opened; the log of the bot says why",
            secret.name
        ))
    })
}

/// Returns the secrets that no result of the person's calls may show: those of the vault, and the copies for commands,
/// which may be older than the vault's. A secret that cannot be opened is left out, because no tool can have used it.
///
/// # Errors
/// Returns an error if the database or the folder of copies cannot be read.
pub async fn hidden_from_results(context: &Context) -> Result<Named, ToolError> {
    let mut values = opened(&context.vault, of_person(context).await?);
    let (blobs, user) = (context.blobs.clone(), context.user.user_id.clone());
    let copies = files::blocking(move || blobs.secrets(&user)).await?;
    values.extend(copies.into_iter().map(in_text));
    named(&values).map_err(|error| ToolError::Internal(error.into()))
}

/// Returns a filter for all secrets that no text about the person's calls may show. A tool that shortens a text
/// redacts it first: half a secret would not be recognised.
///
/// # Errors
/// Returns an error if the database or the folder of copies cannot be read.
pub async fn filter(context: &Context) -> Result<Filter, ToolError> {
    Ok(Filter::new(context.redactor.clone(), hidden_from_results(context).await?))
}

/// Returns these secrets of a person. One that cannot be opened is left out, because no tool can have used it.
///
/// # Errors
/// Returns an error if a secret is too long.
pub fn named_secrets(vault: &Sealer, secrets: Vec<Secret>) -> Result<Named, TooLong> {
    named(&opened(vault, secrets))
}

fn opened(vault: &Sealer, secrets: Vec<Secret>) -> Vec<(String, Plain)> {
    let open = |secret: Secret| match vault.open(&secret.purpose(), &secret.sealed) {
        Ok(value) => Some((secret.name, value)),
        Err(error) => {
            tracing::warn!(%error, "cannot open a secret to keep it out of texts");
            None
        }
    };
    secrets.into_iter().filter_map(open).collect()
}

/// Returns a copied secret as a text.
fn in_text((name, value): (String, Vec<u8>)) -> (String, Plain) {
    (name, Plain::new(String::from_utf8(value).unwrap_or_default()))
}

fn named(secrets: &[(String, Plain)]) -> Result<Named, TooLong> {
    Named::new(secrets.iter().map(|(name, value)| (name.as_str(), value.as_str())))
}

/// Checks that texts outside the headers of a request name no secret.
///
/// # Errors
/// Returns an error that tells the model where secrets belong.
pub(super) fn only_in_headers(texts: &[&str]) -> Result<(), ToolError> {
    let decoded = |text: &str| text.replace("%7B", "{").replace("%7b", "{");
    match texts.iter().any(|text| decoded(text).contains("{{vault:")) {
        true => Err(ToolError::invalid(
            "secrets are sent in headers only: write {{vault:NAME}} in a value of `headers`, such as \
             \"Authorization\": \"Bearer {{vault:NAME}}\", and not in the address or the body",
        )),
        false => Ok(()),
    }
}

/// The secrets that the headers of a request name.
#[derive(Default)]
pub(super) struct InHeaders(Vec<Secret>);

impl InHeaders {
    /// Finds the secrets that headers name, and checks that all may be sent to this server.
    ///
    /// # Errors
    /// Returns an error if there is no such secret, or it is for another server.
    pub(super) async fn of(
        context: &Context,
        url: &SafeUrl,
        headers: &BTreeMap<String, SecretText>,
    ) -> Result<Self, ToolError> {
        let all = headers.values().flat_map(|value| NAMED.captures_iter(value));
        let names: BTreeSet<_> = all.map(|found| found[1].to_owned()).collect();
        if names.is_empty() {
            return Ok(Self::default());
        }
        let (known, server) = (of_person(context).await?, web::server(url.as_url()));
        let find = |name: &String| match known.iter().find(|secret| secret.name == *name) {
            None => Err(no_such(name)),
            Some(secret) if secret.server != server => Err(ToolError::rejected(format!(
                "the secret '{name}' may be sent to {} alone; a person who wants another server adds it there",
                secret.server
            ))),
            Some(secret) => Ok(secret.clone()),
        };
        names.iter().map(find).collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names of the secrets, for people.
    pub(super) fn names(&self) -> String {
        self.0.iter().map(|secret| secret.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Replaces the names by their values, and counts the use.
    ///
    /// # Errors
    /// Returns an error if a secret cannot be opened, or the database fails.
    pub(super) async fn fill(
        &self,
        context: &Context,
        headers: &BTreeMap<String, SecretText>,
    ) -> Result<BTreeMap<String, Plain>, ToolError> {
        let mut values = Vec::new();
        for secret in &self.0 {
            values.push((secret.name.clone(), open(context, secret)?));
        }
        let value_of = |named: &Captures<'_>| {
            let found = values.iter().find(|(name, _)| *name == named[1]);
            found.map_or_else(String::new, |(_, value)| value.to_string())
        };
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), Plain::new(NAMED.replace_all(value, value_of).into_owned())))
            .collect();
        self.note_use(context).await?;
        Ok(headers)
    }

    async fn note_use(&self, context: &Context) -> Result<(), ToolError> {
        if self.is_empty() {
            return Ok(());
        }
        let ids: Vec<_> = self.0.iter().map(|secret| secret.secret_id.clone()).collect();
        let now = context.clock.timestamp();
        let note = async move |tx: &SyncedTx| {
            for id in &ids {
                secrets::note_use(tx, id, now).await?;
            }
            Ok(())
        };
        Ok(context.db.write(context.person_scope(), note).await?)
    }
}

async fn of_person(context: &Context) -> Result<Vec<Secret>, ToolError> {
    let user = context.user.user_id.clone();
    Ok(context.db.read(async move |tx| secrets::of(tx, &user).await).await?)
}

fn written(at: Timestamp) -> String {
    at.to_utc().to_rfc3339_opts(SecondsFormat::Secs, true)
}
