use std::collections::BTreeMap;

use adjutant_domain::{
    ids::{self, RunId, ScheduleId, SessionId, TurnId, UserId},
    origin::Sources,
    scope::Scope,
    timestamp::Timestamp,
    tools::Pattern,
};
use anyhow::Result;
use libsql::{Builder, Connection};

use super::*;
use crate::{
    approvals, audit,
    db::{
        Db,
        samples::{connect, make_sample, sample, tables, texts},
    },
    grants, inbox,
    index_queue::{self, Kind, Part},
    outbox, people,
    process::Process,
    runs, schedules, scratchpad, search, sessions, site,
    testing::chat,
    turns, usage,
};

/// The SHA-256 of each migration that has shipped.
const SHIPPED: &[(i64, &str)] = &[
    (1, "5ac267d58712adc8baaac8c56fa931346b6292a5a3a2dbb9324a00e5e50fe356"),
    (2, "c8398271cf405935c832ee9daf51af52412c9d6f90e759a411b41089bc01f424"),
    (3, "42179dadfa37e998f86c20347ac5417d9c59001e4339de6d493eac1c890d5a30"),
    (4, "2220c9b67c83e4e922466f2da300d9f8d18e37fcdda055cee9c2b4eba2f58ec2"),
    (5, "7d9dd08a874d0111b5bf72946f10fe06d99f5be958650617dfa7e003e688d105"),
    (6, "ede13045a16fb9e9b75e3e3385901e4b1d8c3d0720de380f3ac6487ef024aa28"),
    (7, "5aa2661a82b160c1a82e0b6d9fb93c81300f6a72319743e0329fe4f94c777bd0"),
    (8, "3d59c7712e85f7292899e4b1b7041c6f8c4b6c50be9c561897463e2eb7cd743c"),
    (9, "f74deddc998d72e16d4205c473cffd25d032f184a44e7ae42688bc74a8d2181a"),
    (10, "ced2d9a89d7d75854aad1ab18abe0d469edf4c6023089ed8136f6c026bf35dc6"),
    (11, "92844f49731feddb703fc5a4ba28b0220f92d7a19a69273418b686b9ba4ecc78"),
    (12, "c7872fe54258a5eb6297999e433bedee38a0ea2c0cd6ca5c4f83650196fb8baa"),
    (13, "b896921d140c15480076a3a1ee84c6f30e5ec5d5aa2c3018c95897c3fcbd5b87"),
    (14, "f028fa554d3d4f64ab42341b713a595e61c83348b3a15b88fb80d5c648df6e81"),
    (15, "c624d6cbbcb07f3606ebe29dd65251d80e004d8a420ab7ea4c314cfd9288463b"),
    (16, "edd0bbbb4b415ff05b3220c52e136f1be68db6cb8c8b7d6d723d36810a0ace85"),
    (17, "5a680289f143076bcb8755cf262fcffe8a40dce0eb9055c814b42e84064eb5c8"),
    (18, "6e08ce9250d6ea05c2e8662d788a8e6aa3535a5a6150bd70b2a10200c29cadb8"),
    (19, "423d692e1b1ab8d7a21844a903fd01f6dc47bf9bfff98aa9c8b16cfcde5722f0"),
    (20, "4f5508632ae3e97a54918fc85e51c4653039fa5729fa0bf7397a959843da3b9f"),
    (21, "d931d25657628ba237ed55593ec537a4218252031eab1eb3bf75ab5dc2d9e4cb"),
    (22, "dd1708404686e9964bc73a51233a8bcc3da4da3d2f2fc914c4e1a8b77257dd6e"),
    (23, "9745c190e91be16d357f707bdef1d07c552c877cd6f37fd075aa271f68103fb5"),
    (24, "caad6517b902e84c5947ce32d051e91738d4b9b768f5e4852285c911c4897f09"),
    (25, "955db01356c7d60adfbb633c669a5b6a931db723d70eac5dcbe5bec1fa36138c"),
    (26, "8599ab7f74ed14ca9cf178ddba43ffc935a3c82ed528f663cfd9343ba1001863"),
    (27, "37ddf277c672ebefc41437c0b5d9442fa906d2400ee79046f8402b699c2ad59f"),
    (28, "6135f2fc1966fc0734afa0dd097faa8c22e157dca0d97fa2b95983b0b465fc8d"),
    (29, "6a5657b823aea778290afb540db472d83600d4b45f4bdbae8b96755e6aa1e605"),
    (30, "8138919f71a9f785d0326b4eb148ad08a727967fb6baf2ceb755da5437fe8ab2"),
    (31, "65e41aea331470c6480fcf2a7b3c3fbbb14faef234f48675cae51e8351b9c565"),
    (32, "b25c1bae13f325714675c41d56e9e604e29d6243183bbfdd54a4745044e36aae"),
    (33, "94ca81aaf98a2a831ac0416cebe14a99281bce3eca2639290ce74b7b3d0de0c8"),
    (34, "9d845b821b104f1f44b89471569f1c0f2c44daf2053d266785f667801fdb7127"),
    (35, "b9ff08747ab8d9bdbcd01d54b2d55bfa121d661a75b2d1be59a58835684785f0"),
    (36, "01a571956c8483fe562c2622ba796cf48368564e3beb49ab7077a86257cb0341"),
    (37, "ed4543e3eeb81c2211300b57a8fb270627129081a97da3d6178c6f11b1da4e0f"),
    (38, "da5704252ac332198978a88b6987fe63091f7d4820e49c46e160fd48a9743782"),
    (39, "e1fcfa68041e186bb727b8005e2609d5a995d2c7a103c1bf76d9b85a627719fb"),
    (40, "8521cd687a3d8199403a696c5b1345495e0cd278964bd5bd907f846a822528db"),
    (41, "2fd3a819ae16fd3c7cb699047401992423d89ae5d4ac3190fb3c7c94e55fa51f"),
    (42, "f25bbe1498ecd6cf701009be9c3b27955058f006cc193f8c87c37f9fc8eb8386"),
    (43, "374bdbbb5cb837544b08629dcba92830f67019e750189ad7ca2c0efac35ceae2"),
    (44, "513bcbd7e640b5ef0dea7129a212654570d3ed85eb8dc37f1e81882e014391f2"),
    (45, "c1bf11ae23524f675a48c13d25310f002e9582639d5471938b8828817930c355"),
    (46, "eed9601ed18cee065905c0ed9f45407909940bf3c1e97cb6efaaf5050eb271f6"),
    (47, "b36a7596f6a823f6356011108f1a3ad06c6ca22f65cf6a6c926a6a7d0b290f83"),
    (48, "938b6a480c19575db0025bcf2726a430b33bed2fcc4d5185bc2a7f85973867b3"),
    (49, "69bdd9c706befa09920d5b7bd2637b1f3a9ea38bb025752ad5fd0a653f74eef5"),
    (50, "4d7d4a4a9ca93f44e2fef32b2da720f55f2599da62355d6c710490f1acf5735d"),
    (51, "300d5a0e177fe153d4f6448c09600797cf4f66a0942c6e7764d0503d08379288"),
    (52, "4bf093b11b58b2041f60346d1b3109421652b9272c5a116e7ecf92d3081ff5af"),
    (53, "38900bf86555b0d7cf8c3b53369f4392cd0410bf067e9ad07efc6491f5fc9b27"),
    (54, "4066fd61ea515c841dda3d0ae097e809587f81c5362d148c5a84f7a8b043f3df"),
    (55, "f3a6d5e866dd83547457fed92eaf92be00b32db6e6f31fffd51695d3737d82dc"),
    (56, "b7babf05c47a86a64f380ada8de0cc44d44af482b9bda5d6e662017b6a3819b9"),
];

async fn empty() -> Connection {
    let connection = Builder::new_local(":memory:").build().await.unwrap().connect().unwrap();
    connection.execute("PRAGMA foreign_keys = ON", ()).await.unwrap();
    connection
}

#[test]
fn a_migration_that_has_shipped_is_never_edited() {
    for (i, (version, sql)) in MIGRATIONS.iter().enumerate() {
        assert_eq!(*version, i as i64 + 1, "versions count from one, without gaps");
        let Some((_, pinned)) = SHIPPED.iter().find(|(shipped, _)| shipped == version) else {
            panic!("migration {version} is new: pin it in SHIPPED as {}", ids::sha256(sql));
        };
        assert_eq!(
            ids::sha256(sql),
            *pinned,
            "migration {version} was edited after it had shipped: databases that have it already would never get the \
             change. Put it back as it was, and add a migration"
        );
    }
    assert_eq!(MIGRATIONS.len(), SHIPPED.len(), "a migration that has shipped is never removed");
}

#[tokio::test]
async fn each_migration_takes_the_rows_of_the_versions_before_along() {
    let connection = empty().await;
    let mut before = BTreeMap::new();
    for (i, (number, _)) in MIGRATIONS.iter().enumerate() {
        migrate_to(&connection, &MIGRATIONS[..=i]).await.unwrap();
        assert_eq!(version(&connection).await.unwrap(), *number);
        let after = tables(&connection).await;
        // Version 4 rebuilds the full-text indexes: a worker fills them while the program runs. Version 49 queues the
        // texts of websites.
        let is_kept = |table: &String| match number {
            4 => !table.ends_with("_fts"),
            49 => table != "unindexed",
            _ => true,
        };
        for (table, rows) in before.iter().filter(|(table, _)| is_kept(table)) {
            assert_eq!(after.get(table), Some(rows), "rows of {table} after migration {number}");
        }
        assert_eq!(texts(&connection, "PRAGMA integrity_check").await, ["ok"]);
        assert_eq!(texts(&connection, "PRAGMA foreign_key_check").await, [""; 0]);

        connection.execute_batch(&sample(*number)).await.unwrap();
        before = tables(&connection).await;
        let without: Vec<_> = before.iter().filter(|(_, rows)| **rows == 0).map(|(table, _)| table).collect();
        assert!(without.is_empty(), "the sample of version {number} has no rows in {without:?}");
    }
}

#[tokio::test]
async fn a_new_database_is_as_if_all_migrations_had_made_it() {
    let (new, migrated) = (empty().await, empty().await);
    migrate_to(&new, MIGRATIONS).await.unwrap();
    for i in 0..MIGRATIONS.len() {
        migrate_to(&migrated, &MIGRATIONS[..=i]).await.unwrap();
    }
    // Columns added later are written without line breaks, and renamed tables have other quotes.
    let plain = |sql: String| sql.split_whitespace().collect::<String>().replace('\'', "\"");
    let schema =
        "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name";
    let schema_of =
        async |connection| texts(connection, schema).await.into_iter().map(plain).collect::<Vec<_>>();
    assert_eq!(schema_of(&new).await, schema_of(&migrated).await);
    for index in ["notes_fts", "entries_fts", "passages_fts"] {
        let options = format!("SELECT k || ' = ' || v FROM {index}_config ORDER BY k");
        assert_eq!(texts(&new, &options).await, texts(&migrated, &options).await);
    }
    assert_eq!(version(&new).await.unwrap(), version(&migrated).await.unwrap());
    assert_eq!(tables(&new).await, tables(&migrated).await);
}

#[tokio::test]
async fn the_rows_of_every_version_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    make_sample(&path).await;

    let process = Process::register(&path).unwrap();
    let db = Db::open(&path).await.unwrap();
    db.write(super::super::Scope::Global, async |tx| {
        for item in index_queue::next(tx, Part::Words, Timestamp::MAX, 100).await? {
            match item.kind {
                Kind::Note => search::index_note(tx, item.row).await?,
                Kind::Entry => search::index_entry(tx, item.row).await?,
                Kind::Draft => site::texts::index(tx, item.row).await?,
                Kind::Document => search::index_passage(tx, item.row).await?,
            }
        }
        Ok(())
    })
    .await
    .unwrap();
    db.read(async move |tx| {
        let (alice, session) = (UserId("user-alice".into()), SessionId("session-alice".into()));
        assert_eq!(people::owner(tx).await?.user_id, alice);
        assert_eq!(
            people::find(tx, "telegram", "42").await?.map(|(user, _)| user.user_id),
            Some(alice.clone())
        );
        assert_eq!(
            people::stranger_by_token(tx, "knock-1").await?.map(|stranger| stranger.name).as_deref(),
            Some("carol")
        );
        assert_eq!(sessions::get(tx, &session).await?.chat().chat, "42");
        assert_eq!(inbox::waiting(tx, &session, 10).await?.len(), 1);
        assert_eq!(scratchpad::read(tx, &session).await?.items, ["buy oats"]);

        let turn = turns::load(tx, &TurnId("turn-1".into())).await?;
        assert_eq!(turn.head.state, turns::State::Waiting);
        assert_eq!(turn.entries.len(), 3);
        let asked = approvals::of_prompt(tx, 1).await?;
        assert_eq!(asked.len(), 1);
        assert!(asked[0].matches_arguments(r#"{"url":"https://example.com/"}"#));
        assert_eq!((asked[0].patterns[0].label.as_str(), asked[0].scope), ("example.com", None));
        let here = sessions::get(tx, &session).await?;
        let now = Timestamp::from_millis(1_777_622_400_000);
        for (tool, kind) in [("web_fetch", "example.org"), ("http_post", "example.com")] {
            let covers = async |untrusted: Sources| {
                let kind = [Pattern::kind(kind)];
                grants::find(tx, &alice, &here, tool, &kind, &untrusted, now)
                    .await
                    .map(|found| found.is_some())
            };
            assert!(covers(Sources::OWN).await?, "{tool}");
            assert!(!covers("example.com".into()).await?, "{tool}: it names no sources");
        }
        let audited = audit::page(tx, 0, Timestamp::EPOCH, Some(std::slice::from_ref(&alice)), 10).await?;
        assert_eq!(audited.len(), 1);

        let schedule = ScheduleId("schedule-1".into());
        assert_eq!(
            schedules::get(tx, &alice, &schedule).await?.map(|found| found.name).as_deref(),
            Some("stretch")
        );
        let found = runs::of_schedule(tx, &alice, &schedule, &Scope::Everything, 5).await?;
        assert_eq!(found.len(), 2);
        let run = runs::get(tx, &RunId("run-1".into())).await?.unwrap();
        assert_eq!(run.notify().map(|notify| notify.reason).as_deref(), Some("due"));

        let mut telegram = chat("42");
        telegram.channel = "telegram".into();
        assert!(matches!(
            outbox::next(tx, &telegram, &process, Timestamp::MAX).await?,
            outbox::Next::Deliver(_)
        ));
        assert_eq!(
            usage::sums(tx, &alice, 1, Timestamp::from_millis(1_777_622_400_000).to_utc()).await?.turns,
            1
        );
        Ok(())
    })
    .await
    .unwrap();
}

/// The SHA-256 of version 1 in an early build.
const EARLY: &str = "e5945f90d2556923a9dfd140c6447b69e7e54673dc1262db784e4fb0f371df21";

#[tokio::test]
async fn a_database_of_an_early_build_becomes_one_like_any_other() {
    let now = MIGRATIONS[0].1;
    let early = [
        (
            "    chat_kind    TEXT NOT NULL CHECK (chat_kind IN ('direct', 'group')),\n    state        TEXT",
            "    state        TEXT",
        ),
        ("CREATE INDEX inbox_written ON inbox (channel, chat, inbox_id) WHERE message_id IS NOT NULL;\n", ""),
        (
            "    attempts         INTEGER NOT NULL DEFAULT 0,  -- how often it was taken up again after it broke off\n    segment          INTEGER NOT NULL DEFAULT 0,  -- one more for each prompt\n    steps            INTEGER NOT NULL DEFAULT 0,  -- since the person last decided, as the next four\n    began_at         INTEGER NOT NULL,\n",
            "    leg              INTEGER NOT NULL DEFAULT 0,  -- 0, then one more for each approval that continued the turn\n    segment          INTEGER NOT NULL DEFAULT 0,\n    steps            INTEGER NOT NULL DEFAULT 0,  -- of this leg, as the next four\n    leg_started_at   INTEGER NOT NULL,\n",
        ),
        (
            "CREATE INDEX outbox_arrived ON outbox (channel, chat, outbox_id) WHERE message_id IS NOT NULL;",
            "CREATE INDEX outbox_by_message ON outbox (channel, chat, message_id) WHERE message_id IS NOT NULL;",
        ),
    ];
    let early = early.into_iter().fold(now.to_owned(), |sql, (now, then)| sql.replacen(now, then, 1));
    assert_eq!(ids::sha256(&early), EARLY);

    let (old, new) = (empty().await, empty().await);
    migrate_to(&old, &[(1, &early)]).await.unwrap();
    let people = "INSERT INTO strangers VALUES ('telegram', '44', 'knock-1', 'carol', '44', 'waiting', 1, 0);
        INSERT INTO users VALUES ('user-alice', 'owner', 'alice', 1);
        INSERT INTO sessions VALUES ('session-alice', 'chat', 'telegram', '42', '', 'direct', 'user-alice', NULL, 0, 1);
        INSERT INTO turns VALUES ('turn-1', 'session-alice', 0, 'waiting', 0, NULL, 2, 1, 3, 17, 120, 30, 0, 16, NULL)";
    old.execute_batch(people).await.unwrap();
    migrate(&old).await.unwrap();
    migrate(&new).await.unwrap();
    assert_same_schema(&old, &new).await;
    let turn = "SELECT state || ' ' || began_at || ' ' || attempts || ' ' || steps FROM turns";
    assert_eq!(texts(&old, turn).await, ["waiting 17 0 3"]);
    assert_eq!(texts(&old, "SELECT chat_kind FROM strangers").await, ["direct"]);
}

/// The SHA-256 of version 2 in an early build.
const EARLY_2: &str = "1ab745146702d542a475082da0989960a69ef5f9c1418f6c0cafaf0912ac0a0e";

#[tokio::test]
async fn a_database_of_an_early_build_of_version_2_becomes_one_like_any_other() {
    let early = [
        "CREATE INDEX sessions_by_run ON sessions (run_id) WHERE run_id IS NOT NULL;\n",
        "ALTER TABLE scratchpads ADD COLUMN untrusted TEXT;\n",
    ];
    let early = early.into_iter().fold(MIGRATIONS[1].1.to_owned(), |sql, line| sql.replacen(line, "", 1));
    assert_eq!(ids::sha256(&early), EARLY_2);

    let (old, new) = (empty().await, empty().await);
    migrate_to(&old, &[MIGRATIONS[0], (2, &early)]).await.unwrap();
    migrate(&old).await.unwrap();
    migrate(&new).await.unwrap();
    assert_same_schema(&old, &new).await;
}

async fn assert_same_schema(old: &Connection, new: &Connection) {
    let columns =
        "SELECT m.name || '.' || c.name || ' ' || c.type FROM sqlite_schema m, pragma_table_info(m.name) c
                   WHERE m.type = 'table' ORDER BY 1";
    assert_eq!(texts(old, columns).await, texts(new, columns).await);
    let indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY 1";
    assert_eq!(texts(old, indexes).await, texts(new, indexes).await);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    drop(Db::open(&path).await.unwrap());
    let connection = connect(&path).await;
    connection.execute_batch("PRAGMA user_version = 9999").await.unwrap();
    let error = format!("{:#}", Db::open(&path).await.err().unwrap());
    insta::assert_snapshot!(
        error.replace(folder.path().to_str().unwrap(), "DIR"),
        @"cannot prepare DIR/adjutant.db: the database has schema version 9999, and this program knows versions up to 56; run the newer program that made it, or restore a backup"
    );
    assert_eq!(version(&connection).await.unwrap(), 9999);
}

#[tokio::test]
async fn opening_again_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let connection = connect(&path).await;
    for (i, (number, _)) in MIGRATIONS.iter().enumerate() {
        migrate_to(&connection, &MIGRATIONS[..=i]).await.unwrap();
        connection.execute_batch(&sample(*number)).await.unwrap();
    }
    let (rows, schema) =
        (tables(&connection).await, texts(&connection, "SELECT name FROM sqlite_schema").await);
    drop(Db::open(&path).await.unwrap());
    assert_eq!(tables(&connection).await, rows);
    assert_eq!(texts(&connection, "SELECT name FROM sqlite_schema").await, schema);
}

#[tokio::test]
async fn albums_that_were_sent_before_have_the_ids_that_telegram_gave_them() {
    let connection = empty().await;
    migrate_to(&connection, &MIGRATIONS[..38]).await.unwrap();
    connection
        .execute_batch(
            r#"INSERT INTO outbox (outbox_id, source, segment, part, channel, chat, thread, chat_kind, content, state,
                   message_id, created_at)
               VALUES (1, 'media-call-1', 0, 0, 'telegram', '42', '', 'direct', '{"body":{},"more":[{},{}]}', 'done', '9', 0),
                      (2, 'media-call-2', 0, 0, 'discord', '42', '', 'direct', '{"body":{},"more":[{}]}', 'done', '11', 0),
                      (3, 'media-call-3', 0, 0, 'telegram', '42', '', 'direct', '{"body":{},"more":[{}]}', 'pending', NULL, 0),
                      (4, 'turn-1', 0, 0, 'telegram', '42', '', 'direct', '{"body":{}}', 'done', '12', 0)"#,
        )
        .await
        .unwrap();
    migrate_to(&connection, MIGRATIONS).await.unwrap();
    let ids = "SELECT outbox_id || ' ' || place || ' ' || message_id FROM album_messages ORDER BY 1";
    assert_eq!(texts(&connection, ids).await, ["1 1 10", "1 2 11"]);
}

#[tokio::test]
async fn an_upgrade_that_fails_changes_nothing() {
    let connection = empty().await;
    let broken: &[(i64, &str)] = &[
        (1, "CREATE TABLE first (a TEXT) STRICT"),
        (2, "CREATE TABLE second (a TEXT) STRICT; INSERT INTO nowhere VALUES (1)"),
    ];
    let error = migrate_to(&connection, broken).await.unwrap_err();
    assert_eq!(error.to_string(), "migration 2");
    assert_eq!(version(&connection).await.unwrap(), 0);
    assert!(tables(&connection).await.is_empty());

    migrate_to(&connection, &[broken[0], (2, "CREATE TABLE second (a TEXT) STRICT")]).await.unwrap();
    assert_eq!(version(&connection).await.unwrap(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn processes_that_start_at_the_same_time_migrate_once() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        let open = |_| {
            let path = path.clone();
            tokio::spawn(async move { Db::open(&path).await.map(drop) })
        };
        let opened: Vec<Result<()>> =
            futures::future::join_all((0..8).map(open)).await.into_iter().map(|done| done.unwrap()).collect();
        for outcome in opened {
            outcome.unwrap();
        }
        let connection = connect(&path).await;
        assert_eq!(version(&connection).await.unwrap(), MIGRATIONS.len() as i64);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_connections_do_not_both_apply_a_migration() {
    const COUNTED: &[(i64, &str)] = &[(1, "CREATE TABLE n (i INTEGER)"), (2, "INSERT INTO n VALUES (1)")];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let migrate = |_| {
        let path = path.clone();
        tokio::spawn(async move {
            let connection = connect(&path).await;
            migrate_to(&connection, COUNTED).await.unwrap();
        })
    };
    for done in futures::future::join_all((0..4).map(migrate)).await {
        done.unwrap();
    }
    let connection = connect(&path).await;
    assert_eq!(tables(&connection).await, BTreeMap::from([("n".to_owned(), 1)]));
}
