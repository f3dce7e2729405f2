//! Finds problems before users do, and says how to fix them: for `adjutant doctor`, `adjutant init` and the console.

mod backups;
mod console;
mod finding;
mod jail;
mod media;
mod secret_files;
mod skills;
mod templates;
mod vault;

use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};

use adjutant_channel::Channel;
use adjutant_clock::{ABSENCE, JUMP, SystemClock};
use adjutant_config::{Config, McpSettings};
use adjutant_domain::{
    clock::{Doubt, Why},
    timestamp::Timestamp,
    zones::{Zone, data},
};
use adjutant_mcp::{Examined, Secrets};
use adjutant_memory::embedder::{self, Embedder, Purpose};
use adjutant_provider::{
    ModelMessage, ModelRequest, Provider, models,
    offline::Offline,
    prices::{self, Price},
};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::{Db, probe::probe, space::Space},
    inbox, last_run, process, search,
    set_aside::{self, Listed},
};
use adjutant_texts as texts;
use adjutant_vault::Vault;
use anyhow::{Context, Result, anyhow, bail, ensure};
use chrono::{DateTime, Utc};
use futures::future::join_all;
use rustix::fs::{Access, access};
use tokio::{join, time::timeout};

use self::finding::Outcome;
pub use self::{
    backups::examine_backups,
    console::examine_console,
    finding::{Check, Finding, Severity},
    jail::examine_jail,
    media::examine_media,
    secret_files::examine_secret_files,
    skills::examine_skills,
    templates::examine_templates,
};

pub(crate) use self::secret_files::is_open_to_others;

/// The longest time for one check.
const PATIENCE: Duration = Duration::from_secs(30);
/// A clock before this time was never set: Saturday, 1 August 2026, in seconds since the epoch.
const SURELY_PAST: i64 = 1_785_542_400;

/// The most items set aside that are listed.
const SET_ASIDE_SHOWN: i64 = 20;

/// The configured parts, as far as they can be built.
pub struct Parts {
    pub channels: Result<Vec<Arc<dyn Channel>>>,
    /// Models by their display names.
    pub models: Vec<(String, Result<Arc<dyn Provider>>)>,
    /// The price of each model, by the name of its section.
    pub prices: Vec<(String, Option<Price>)>,
    pub embedder: Result<Option<Arc<dyn Embedder>>>,
    pub vault: Arc<Vault>,
    /// MCP servers, by name.
    pub mcp: BTreeMap<String, McpSettings>,
    /// Whether the settings name the time zone.
    pub is_zone_set: bool,
}

impl Parts {
    /// Builds the parts, except for the channels.
    pub fn of(config: &Config, channels: Result<Vec<Arc<dyn Channel>>>) -> Self {
        let clock = Arc::new(SystemClock);
        let offline = Offline { clock: clock.clone() };
        Self {
            channels,
            models: models::each(config, offline),
            prices: prices::each(config),
            embedder: embedder::configured(config, clock).context("memory.embeddings"),
            vault: Arc::new(Vault::new(config.database.url.beside(".vault-key"))),
            mcp: config.mcp.clone(),
            is_zone_set: config.scheduler.timezone.is_some(),
        }
    }
}

/// The database that is checked.
pub enum Database<'a> {
    /// The file at this path, if it exists.
    At(&'a Path),
    /// The database that this process has open.
    Open(Arc<Db>),
}

/// The subject of the checks, and their context.
pub struct Subject<'a> {
    pub config: &'a Config,
    pub database: Database<'a>,
    pub channels: Result<Vec<Arc<dyn Channel>>>,
    pub sandbox: &'a Sandbox,
    pub now: DateTime<Utc>,
    pub zone: Zone,
}

/// Runs all checks without changing anything. Checks that send requests run concurrently, each for half a minute at
/// most, because the console waits for all of them.
pub async fn examine_all(subject: Subject<'_>) -> Vec<Finding> {
    let Subject { config, database, channels, sandbox, now, zone } = subject;
    let parts = Parts::of(config, channels);
    let (mut findings, jail, media) = join!(
        Box::pin(examine(database, parts, now, zone)),
        Box::pin(examine_jail(config, sandbox)),
        Box::pin(examine_media(config)),
    );
    findings.extend(jail);
    findings.extend(media);
    findings.extend(examine_backups(config, now, zone));
    findings.extend(examine_console(config));
    findings.extend(examine_secret_files(config));
    findings.extend(examine_skills(config));
    findings.extend(examine_templates(config));
    findings
}

/// Checks the database and the parts built from the settings.
pub async fn examine(database: Database<'_>, parts: Parts, now: DateTime<Utc>, zone: Zone) -> Vec<Finding> {
    let (checked, db) = match database {
        Database::Open(db) => (Finding::of(Check::Database, check_database(&db).await), Some(db)),
        Database::At(path) if path.exists() => match Db::open_read_only(path).await {
            Ok(db) => (Finding::of(Check::Database, check_database(&db).await), Some(db)),
            Err(error) => (Finding::of(Check::Database, Err(error)), None),
        },
        Database::At(path) => (Finding::of(Check::Database, check_folder(path)), None),
    };
    let mut findings = vec![checked];
    if let Some(db) = &db {
        findings.push(check_size(db).await.unwrap_or_else(|error| Finding::of(Check::Size, Err(error))));
        let set_aside = check_set_aside(db, zone).await;
        findings.extend(set_aside.unwrap_or_else(|error| Some(Finding::of(Check::SetAside, Err(error)))));
        let secrets = vault::check_vault(db, &parts.vault).await;
        findings.extend(secrets.unwrap_or_else(|error| Some(Finding::of(Check::Secrets, Err(error)))));
    }
    let channels = async {
        match parts.channels {
            Ok(channels) => {
                join_all(channels.iter().map(|made| check_channel(made.as_ref(), db.as_deref(), now))).await
            }
            Err(error) => vec![Finding::of(Check::Channels, Err(error))],
        }
    };
    let models = join_all(parts.models.into_iter().map(check_model));
    let embedder = async {
        match parts.embedder {
            Ok(Some(embedder)) => {
                Some(Finding::of(Check::Embeddings, check_embedder(embedder.as_ref()).await))
            }
            Ok(None) => None,
            Err(error) => Some(Finding::of(Check::Embeddings, Err(error))),
        }
    };
    let secrets = db.clone().map(|db| Secrets { db, vault: parts.vault.clone() });
    let servers =
        join_all(parts.mcp.iter().map(|(name, settings)| check_mcp(name, settings, secrets.as_ref())));
    // Concurrently, so that a silent one does not delay the others.
    let (channels, models, embedder, servers) = join!(channels, models, embedder, servers);
    findings.extend(channels);
    findings.extend(models);
    findings.extend(parts.prices.into_iter().filter_map(check_price));
    findings.extend(embedder);
    findings.extend(servers);
    findings.push(check_time(now, zone, parts.is_zone_set));
    findings.push(check_zone_data(now));
    if let Some(db) = &db {
        findings.extend(
            check_last_run(db, now).await.unwrap_or_else(|error| Some(Finding::of(Check::Clock, Err(error)))),
        );
    }
    findings
}

/// Checks the connection to the platform, and adds the time of its last event.
pub(crate) async fn check_channel(channel: &dyn Channel, db: Option<&Db>, now: DateTime<Utc>) -> Finding {
    let name = channel.name();
    let checked = match timeout(PATIENCE, channel.check()).await {
        Ok(outcome) => outcome,
        Err(_) => Err(anyhow!("no answer within {} s; check the network", PATIENCE.as_secs())),
    };
    let last = match db {
        Some(db) => db.read(async move |tx| inbox::last_event(tx, name).await).await.ok(),
        None => None,
    };
    let last = last.map(|last| texts::health::last_event(last, now.into()));
    let with_last = |said: String| [Some(said), last].into_iter().flatten().collect::<Vec<_>>().join("\n");
    let checked = match checked {
        Ok(said) => Ok(with_last(said)),
        Err(error) => Err(anyhow!(with_last(format!("{error:#}")))),
    };
    Finding::of(Check::Channel(name.to_owned()), checked)
}

/// Returns whether a database can be created.
fn check_folder(database: &Path) -> Result<String> {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    may_write(folder).with_context(|| format!("{} cannot be made", database.display()))?;
    Ok(format!("there is none yet; the first start makes {}", database.display()))
}

/// Returns an error unless this process may make files in a folder.
fn may_write(folder: &Path) -> Result<()> {
    let allowed = access(folder, Access::WRITE_OK | Access::EXEC_OK);
    ensure!(folder.is_dir() && allowed.is_ok(), "{} is no folder that can be written", folder.display());
    Ok(())
}

async fn check_database(db: &Db) -> Result<String> {
    probe(db.path()).await?;
    let distance: f64 = db
        .read(async move |tx| {
            let sql = "SELECT vector_distance_cos(vector32('[1,0]'), vector32('[0,1]')) AS value";
            search::check(tx).await?;
            Ok(tx.value(sql, ()).await?.unwrap_or_default())
        })
        .await?;
    ensure!((distance - 1.0).abs() < 1e-6, "vector functions return wrong results; use an official build");
    Ok(format!("{} opens and can be written; vectors and full-text search work", db.path().display()))
}

/// Checks the size of the file, and whether it shrinks when rows are deleted.
async fn check_size(db: &Db) -> Result<Finding> {
    Ok(Finding { check: Check::Size, outcome: judge_size(db.read(Space::of).await?) })
}

fn judge_size(space: Space) -> Outcome {
    let (size, free) = (texts::bytes(space.bytes()), texts::bytes(space.free_bytes()));
    let said = format!("the database takes {size}, {free} of it free");
    if space.can_shrink() || space.needs_rewrite() {
        return Outcome::Fine(said);
    }
    Outcome::Warning(format!(
        "{said}; an older version created it, so it does not shrink when rows are deleted: stop the gateway, \
         then run `adjutant backup /tmp/copy.db && adjutant restore /tmp/copy.db`"
    ))
}

/// Lists the items that failed repeatedly and were set aside.
async fn check_set_aside(db: &Db, zone: Zone) -> Result<Option<Finding>> {
    let (items, count) = db
        .read(async |tx| {
            let items = set_aside::list(tx, SET_ASIDE_SHOWN).await?;
            Ok((items, set_aside::count_since(tx, Timestamp::EPOCH).await?))
        })
        .await?;
    if items.is_empty() {
        return Ok(None);
    }
    let line = |item: &Listed| {
        let at = item.at.to_utc().with_timezone(&zone).format("%Y-%m-%d %H:%M");
        format!("{at} {} {}, after {} failures: {}", item.kind, item.item, item.attempts, item.error)
    };
    let lines: Vec<_> = items.iter().map(line).collect();
    let said = format!(
        "{count} failed again and again, so nothing else waits for them; please report what looks like a bug. The \
         latest:\n{}",
        lines.join("\n")
    );
    Ok(Some(Finding { check: Check::SetAside, outcome: Outcome::Warning(said) }))
}

/// Returns whether limits in dollars can count a model's usage.
fn check_price((section, price): (String, Option<Price>)) -> Option<Finding> {
    let outcome = match price {
        Some(Price { input: 0.0, output: 0.0, .. }) => return None,
        Some(Price { input, output, .. }) => {
            Outcome::Fine(format!("a million tokens cost ${input:.2} in, ${output:.2} out"))
        }
        None => Outcome::Warning(texts::usage::unknown_price(&section)),
    };
    Some(Finding { check: Check::Price(section), outcome })
}

pub(crate) async fn check_model((what, provider): (String, Result<Arc<dyn Provider>>)) -> Finding {
    let request = ModelRequest {
        system: "Answer with the one word: ok".to_owned(),
        messages: vec![ModelMessage::User { text: "Are you there?".to_owned() }],
        max_tokens: 64,
        ..ModelRequest::default()
    };
    let asked = async {
        let provider = provider?;
        let mut ignored = |_: &str| {};
        #[expect(clippy::disallowed_methods, reason = "the operator asks, and has no budget")]
        let asked = provider.respond(&request, &mut ignored);
        match timeout(PATIENCE, asked).await {
            Ok(Ok(_)) => Ok(format!("{} answers", provider.label())),
            Ok(Err(error)) => bail!("{}: {error}; check its settings", provider.label()),
            Err(_) => bail!("{}: no answer within {} s", provider.label(), PATIENCE.as_secs()),
        }
    };
    Finding::of(Check::Model(what), asked.await)
}

async fn check_embedder(embedder: &dyn Embedder) -> Result<String> {
    let texts = ["Are you there?".to_owned()];
    let Ok(made) = timeout(PATIENCE, embedder.embed(&texts, Purpose::Query)).await else {
        bail!(
            "no vector within {} s; until the embedder answers, memory is searched by words only",
            PATIENCE.as_secs()
        );
    };
    let vectors = made.context("memory is searched by words only; check [memory.embeddings]")?;
    let dimensions = vectors.first().map_or(0, Vec::len);
    Ok(format!("{} returns vectors of {dimensions} dimensions", embedder.space()))
}

/// Checks the tools of an MCP server. The gateway works without the server.
async fn check_mcp(name: &str, settings: &McpSettings, secrets: Option<&Secrets>) -> Finding {
    let outcome = match timeout(PATIENCE, adjutant_mcp::examine(name, settings, secrets)).await {
        Ok(Ok(Examined { server, tools, left_out, .. })) if left_out.is_empty() => {
            Outcome::Fine(format!("{server} answers; tools: {}", tools.len()))
        }
        Ok(Ok(Examined { server, tools, left_out, .. })) => Outcome::Warning(format!(
            "{server} answers; tools: {}; not used:\n{}",
            tools.len(),
            left_out.join("\n")
        )),
        Ok(Err(error)) => Outcome::Warning(format!("its tools cannot be used: {error:#}")),
        Err(_) => Outcome::Warning(format!("no answer within {} s", PATIENCE.as_secs())),
    };
    Finding { check: Check::McpServer(name.to_owned()), outcome }
}

/// Compares the clock with the latest time at which the gateway is known to have run.
async fn check_last_run(db: &Db, now: DateTime<Utc>) -> Result<Option<Finding>> {
    let Some(last_run) = db.read(last_run::get).await? else { return Ok(None) };
    let shown = Timestamp::from(now);
    let ahead = shown - last_run;
    let why = if ahead > JUMP && process::any_runs(db.path()) {
        Why::Jumped
    } else if ahead > ABSENCE {
        Why::LongAbsence
    } else if ahead < -JUMP {
        Why::BehindOf("the database".to_owned())
    } else {
        return Ok(None);
    };
    let said = texts::clock::doubt(&Doubt { why, shown, other: last_run });
    Ok(Some(Finding { check: Check::Clock, outcome: Outcome::Warning(said) }))
}

fn check_time(now: DateTime<Utc>, zone: Zone, is_zone_set: bool) -> Finding {
    let local = now.with_timezone(&zone).format("%A, %-d %B %Y, %H:%M");
    let outcome = if now.timestamp() < SURELY_PAST {
        Outcome::Failure(format!(
            "it shows {local}, which is past; set the clock, or schedules run at the wrong time"
        ))
    } else if zone.is_utc() && !is_zone_set {
        Outcome::Warning(format!("it is {local} UTC; if that is not your zone, set timezone in [scheduler]"))
    } else {
        Outcome::Fine(format!("it is {local} in {zone}"))
    };
    Finding { check: Check::Clock, outcome }
}

fn check_zone_data(now: DateTime<Utc>) -> Finding {
    let data = data::in_use();
    let outcome = match data.is_old(now) {
        true => Outcome::Warning(texts::clock::old_zone_data(&data)),
        false => Outcome::Fine(texts::clock::zone_data(&data)),
    };
    Finding { check: Check::ZoneData, outcome }
}

#[cfg(test)]
mod tests;
