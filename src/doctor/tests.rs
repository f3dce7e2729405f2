use std::fs;

use adjutant_channel::{ChatKind, Event, Heard, Inbound, Sender};
use adjutant_clock::ManualClock;
use adjutant_memory::{embedder::EmbedError, testing::Bag};
use adjutant_provider::{ModelError, ModelReply, offline::Offline};
use adjutant_simulators::mcp::Mcp;
use adjutant_store::{
    secrets::{self, Secret},
    testing::{Store, chat},
};
use async_trait::async_trait;
use chrono::TimeDelta;
use tokio::sync::Barrier;

use super::*;
use crate::testing::fake_channel::Fake;

/// 1 September 2026, 08:00 UTC.
const NOW: DateTime<Utc> = DateTime::from_timestamp(1_788_249_600, 0).expect("a time");

#[tokio::test]
async fn every_channel_is_checked_though_one_fails() {
    let store = Store::new().await;
    let event = Inbound {
        external_id: "1".to_owned(),
        chat: chat("alice"),
        chat_kind: ChatKind::Direct,
        sender: Sender::person("alice", "alice"),
        sent_at: NOW - TimeDelta::seconds(7202),
        opened_at: None,
        heard: Heard::Addressed,
        event: Event::Removed,
    };
    let received = (NOW - TimeDelta::hours(2)).into();
    store.write(async move |tx| inbox::record(tx, &event, received).await).await;

    // Needed before any client is built. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mcp = Mcp::start().await;
    let [garden, shed] = [mcp.url(), Mcp::start().await.url()]
        .map(|url| serde_json::from_value(serde_json::json!({ "url": url })).expect("settings of a server"));
    let parts = Parts {
        channels: Ok(vec![
            Arc::new(Fake::failing("one", "the token is not accepted")),
            Arc::new(Fake::new("test")),
        ]),
        models: vec![("model".to_owned(), Ok(Arc::new(Offline { clock: Arc::new(ManualClock::new(NOW)) })))],
        prices: vec![("model".to_owned(), None), ("models.eyes".to_owned(), Some(Price::flat(1.0, 2.5)))],
        embedder: Ok(Some(Bag::new("bag"))),
        vault: Arc::new(Vault::new(store.db.path().with_extension("key"))),
        mcp: [("garden".to_owned(), garden), ("shed".to_owned(), shed)].into(),
        is_zone_set: true,
    };
    let zone = Zone::of(adjutant_domain::zones::Tz::Europe__Paris);
    let findings = examine(Database::Open(store.db.clone()), parts, NOW, zone).await;
    let said: Vec<_> = findings.iter().map(|it| format!("{it}\n")).collect();
    let database = store.db.path().display().to_string();
    let space = store.read(Space::of).await;
    let (size, release) = (texts::bytes(space.bytes()), data::in_use().version);
    insta::assert_snapshot!(said.concat().replace(&database, "DATABASE").replace(&size, "SIZE").replace(&release, "RELEASE"), @"
    ok       database: DATABASE opens and can be written; vectors and full-text search work
    ok       size: the database takes SIZE, 0 bytes of it free
    FAILURE  channel one: the token is not accepted
             nothing received yet
    ok       channel test: test works;
             invite it here
             last heard from it 2 h ago
    ok       model: built-in assistant (no model) answers
    warning  price of model: the price is unknown, so limits in dollars do not count this model; set input_price and output_price in [model] (0.0 for a model of your own)
    ok       price of models.eyes: a million tokens cost $1.00 in, $2.50 out
    ok       embeddings: bag returns vectors of 64 dimensions
    ok       MCP server garden: garden 1.0 answers; tools: 12
    warning  MCP server shed: its tools cannot be used: it cannot be reached: check url, and whether it runs
    ok       clock: it is Tuesday, 1 September 2026, 10:00 in Europe/Paris
    ok       time zone data: release RELEASE, part of this program
    ");
    assert_eq!(findings.iter().filter(|finding| finding.severity() == Severity::Failure).count(), 1);
}

/// A provider that answers once everybody who shares the barrier has been asked.
struct Waits(Arc<Barrier>);

#[async_trait]
impl Provider for Waits {
    fn label(&self) -> String {
        "waiting model".to_owned()
    }

    async fn respond(
        &self,
        _: &ModelRequest,
        _: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        self.0.wait().await;
        Ok(ModelReply::default())
    }
}

#[async_trait]
impl Embedder for Waits {
    fn space(&self) -> &'static str {
        "waiting"
    }

    async fn embed(&self, texts: &[String], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.0.wait().await;
        Ok(vec![vec![1.0]; texts.len()])
    }
}

#[tokio::test]
async fn what_is_slow_to_answer_does_not_hold_up_the_other_checks() {
    let (folder, asked) = (tempfile::tempdir().unwrap(), Arc::new(Barrier::new(2)));
    let path = folder.path().join("adjutant.db");
    let parts = Parts {
        channels: Ok(Vec::new()),
        models: vec![("model".to_owned(), Ok(Arc::new(Waits(asked.clone()))))],
        prices: Vec::new(),
        embedder: Ok(Some(Arc::new(Waits(asked)))),
        vault: Arc::new(Vault::new(path.with_extension("key"))),
        mcp: BTreeMap::new(),
        is_zone_set: false,
    };
    let findings = examine(Database::At(&path), parts, NOW, Zone::UTC).await;
    assert_eq!(findings[1].to_string(), "ok       model: waiting model answers");
    assert_eq!(findings[2].to_string(), "ok       embeddings: waiting returns vectors of 1 dimensions");
}

#[tokio::test]
async fn all_that_fails_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    fs::write(&path, "Dear diary, ".repeat(100)).unwrap();
    let parts = Parts {
        channels: Err(anyhow!("[channels.telegram]: bad address")),
        models: vec![("model".to_owned(), Err(anyhow!("[model]: bad address")))],
        prices: vec![("model".to_owned(), None)],
        embedder: Err(anyhow!("memory.embeddings: no such folder")),
        vault: Arc::new(Vault::new(path.with_extension("key"))),
        mcp: BTreeMap::new(),
        is_zone_set: false,
    };
    let findings =
        examine(Database::At(&path), parts, NOW, Zone::of(adjutant_domain::zones::Tz::Europe__Paris)).await;
    let said: Vec<_> = findings.iter().map(|it| format!("{it}\n")).collect();
    let release = data::in_use().version;
    let said = said.concat().replace(folder.path().to_str().unwrap(), "DIR").replace(&release, "RELEASE");
    insta::assert_snapshot!(said, @"
    FAILURE  database: DIR/adjutant.db is not a database; set [database] url to another file, or put a copy in its place with `adjutant restore`
    FAILURE  channels: [channels.telegram]: bad address
    FAILURE  model: [model]: bad address
    warning  price of model: the price is unknown, so limits in dollars do not count this model; set input_price and output_price in [model] (0.0 for a model of your own)
    FAILURE  embeddings: memory.embeddings: no such folder
    ok       clock: it is Tuesday, 1 September 2026, 10:00 in Europe/Paris
    ok       time zone data: release RELEASE, part of this program
    ");
}

#[tokio::test]
async fn what_was_set_aside_is_listed() {
    let store = Store::new().await;
    let zone = Zone::of(adjutant_domain::zones::Tz::Europe__Paris);
    assert!(check_set_aside(&store.db, zone).await.unwrap().is_none());
    store
        .write(async |tx| {
            for (id, failures) in [("run-1", 3), ("run-2", 2)] {
                let item = set_aside::Item::new(set_aside::Kind::Run, id);
                set_aside::count_failures(tx, &item, failures, "no such session", NOW.into()).await?;
            }
            Ok(())
        })
        .await;
    insta::assert_snapshot!(check_set_aside(&store.db, zone).await.unwrap().unwrap(), @"
    warning  set aside: 1 failed again and again, so nothing else waits for them; please report what looks like a bug. The latest:
             2026-09-01 10:00 run run-1, after 3 failures: no such session
    ");
}

#[tokio::test]
async fn secrets_whose_key_is_gone_are_reported() {
    let (store, folder) = (Store::new().await, tempfile::tempdir().unwrap());
    let vault = Vault::new(folder.path().join("key"));
    assert!(vault::check_vault(&store.db, &vault).await.unwrap().is_none());
    let (alice, _) = store.person("alice").await;
    let mut secret = Secret {
        secret_id: "secret-1".to_owned(),
        user_id: alice.user_id,
        name: "github".to_owned(),
        server: "api.example.com".to_owned(),
        sealed: String::new(),
        created_at: NOW.into(),
        last_used_at: None,
        uses: 0,
    };
    secret.sealed = vault.seal(&secret.purpose(), "s3cret").unwrap();
    store.write(async move |tx| secrets::put(tx, &secret).await).await;
    let said = async || {
        let found = vault::check_vault(&store.db, &vault).await.unwrap().unwrap().to_string();
        found.replace(folder.path().to_str().unwrap(), "DIR")
    };
    assert_eq!(said().await, "ok       secrets: 1 can be opened; the key is in DIR/key");
    fs::remove_file(folder.path().join("key")).unwrap();
    assert_eq!(
        said().await,
        "FAILURE  secrets: 1 of 1 cannot be opened: the key of the vault, DIR/key, is missing; restore it from where it \
         was kept. Unless you bring the key back, their people delete those under /vault and add them again, and make new ones for hooks under /hooks"
    );
}

#[test]
fn every_check_has_a_line_in_the_documents() {
    let named = String::new;
    let checks = [
        Check::Database,
        Check::Size,
        Check::SetAside,
        Check::Backups,
        Check::Console,
        Check::Secrets,
        Check::SecretFiles,
        Check::Channels,
        Check::Channel(named()),
        Check::Model(named()),
        Check::Price(named()),
        Check::Embeddings,
        Check::McpServer(named()),
        Check::Clock,
        Check::ZoneData,
        Check::Calculations,
        Check::Decoders,
        Check::Commands,
        Check::Recordings,
        Check::Pictures,
        Check::Voice,
        Check::Skills,
        Check::Templates,
    ];
    for check in &checks {
        let (checked, remedy) = check.documented().expect("a line");
        assert!(checked.ends_with('.') && remedy.ends_with('.'), "{checked} {remedy}");
    }
    let documents = include_str!("../../docs/DOCTOR.md");
    let codes: Vec<_> =
        documents.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(codes, checks.map(|check| check.code()), "docs/DOCTOR.md has a line for each code");
}

#[test]
fn a_file_that_does_not_shrink_is_restored_from_its_own_backup() {
    let judged = |auto_vacuum: u8| {
        let pages = serde_json::json!({
            "page_size": 4096, "pages": 51_200, "free": 2560, "auto_vacuum": auto_vacuum,
        });
        let outcome = judge_size(serde_json::from_value(pages).unwrap());
        Finding { check: Check::Size, outcome }.to_string()
    };
    insta::assert_snapshot!(judged(0), @"warning  size: the database takes 200 MB, 10 MB of it free; an older version created it, so it does not shrink when rows are deleted: stop the gateway, then run `adjutant backup /tmp/copy.db && adjutant restore /tmp/copy.db`");
    insta::assert_snapshot!(judged(2), @"ok       size: the database takes 200 MB, 10 MB of it free");
}

#[test]
fn programs_get_the_code_and_the_severity() {
    let finding = Finding {
        check: Check::McpServer("shed".to_owned()),
        outcome: Outcome::Warning("no answer\n".to_owned()),
    };
    insta::assert_snapshot!(finding.for_programs(), @r#"{"code":"mcp_server","about":"shed","severity":"warning","detail":"no answer"}"#);
    assert_eq!(finding.severity().exit_code(), 3);
}

#[tokio::test]
async fn utc_is_a_zone_like_others_where_the_settings_name_it() {
    let mut config = Config::default();
    let told = |config: &Config| {
        let is_zone_set = Parts::of(config, Ok(Vec::new())).is_zone_set;
        check_time(NOW, Zone::UTC, is_zone_set).to_string()
    };
    insta::assert_snapshot!(told(&config), @"warning  clock: it is Tuesday, 1 September 2026, 08:00 UTC; if that is not your zone, set timezone in [scheduler]");
    config.scheduler.timezone = Some(Zone::UTC);
    insta::assert_snapshot!(told(&config), @"ok       clock: it is Tuesday, 1 September 2026, 08:00 in UTC");
}
