use adjutant_clock::ManualClock;
use adjutant_config::Config;
use adjutant_domain::{
    budget::Spent,
    clock::Clock as _,
    ids::{PictureId, RunId, ScheduleId, SessionId, SiteMessageId, TurnId},
    origin::Sources,
    site::{Variant, VariantFormat},
    tools::ToolCall,
};
use adjutant_memory::indexer::{Indexer, Step};
use adjutant_store::{
    db::SyncedTx,
    runs,
    schedules::{self, Schedule},
    scratchpad,
    sessions::{self, Session},
    summaries::{self, Summary},
    testing::{self, NOW, Store},
    turns::{self, Page},
};
use adjutant_workspace::{Blob, origins};
use proptest::{
    prelude::*,
    test_runner::{Config as Cases, TestRunner},
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::*;

const YEAR: TimeDelta = TimeDelta::days(366);

struct Attic {
    store: Store,
    core: Arc<Core>,
    clock: Arc<ManualClock>,
    _files: TempDir,
}

impl Attic {
    async fn new() -> Self {
        let (store, files) = (Store::new().await, tempfile::tempdir().unwrap());
        let mut config = Config::default();
        config.tools.workspace = Some(files.path().to_owned());
        let (parts, clock) = crate::testing::parts(&store, Vec::new(), config);
        Self { core: Core::new(parts), store, clock, _files: files }
    }

    /// Returns the number of rows that a query counts.
    async fn count(&self, sql: &'static str) -> i64 {
        self.store.read(async move |tx| Ok(tx.value(sql, ()).await?.unwrap_or_default())).await
    }

    async fn is_whole(&self) {
        let whole = async |tx: &SyncedTx| {
            tx.execute("INSERT INTO entries_fts (entries_fts) VALUES ('integrity-check')", ()).await?;
            let broken: Option<i64> =
                tx.value("SELECT count(*) AS value FROM pragma_foreign_key_check", ()).await?;
            let check: Option<String> =
                tx.value("SELECT integrity_check AS value FROM pragma_integrity_check", ()).await?;
            let left: Option<i64> = tx
                .value(
                    "SELECT (SELECT count(*) FROM entries_fts WHERE rowid NOT IN (SELECT entry_id FROM entries))
                          + (SELECT count(*) FROM unindexed
                             WHERE kind = 'entry' AND row NOT IN (SELECT entry_id FROM entries)) AS value",
                    (),
                )
                .await?;
            Ok((broken, check, left))
        };
        assert_eq!(self.store.write(whole).await, (Some(0), Some("ok".to_owned()), Some(0)));
    }
}

/// Adds a finished turn with a message and an answer.
async fn said(tx: &Tx, session: &SessionId, text: &str, now: Timestamp) -> Result<TurnId> {
    let turn = turns::open(tx, session, None, now).await?.turn_id;
    turns::append_user(tx, &turn, text, &Sources::OWN, now).await?;
    turns::append_assistant(tx, &turn, (&format!("So {text}."), 0), &Sources::OWN, now).await?;
    turns::set_state(tx, &turn, turns::State::Done, now).await?;
    Ok(turn)
}

fn summary(up_to: i64, turn_id: TurnId) -> Summary {
    let text = "Decided: oats.".to_owned();
    Summary {
        up_to,
        turns: 1,
        text,
        untrusted: Sources::OWN,
        turn_id: Some(turn_id),
        segment: 0,
        noted: Vec::new(),
    }
}

/// Returns the texts of the conversation that the model sees.
async fn context(tx: &Tx, session: &SessionId) -> Result<String> {
    let session = sessions::get(tx, session).await?;
    let nobody = TurnId("turn-none".to_owned());
    let page = Page { except: &nobody, before: i64::MAX, limit: 1000 };
    let told = turns::earlier(tx, &session.session_id, session.context_from, page).await?;
    let mut shown = format!("{:?}", summaries::get(tx, &session.session_id).await?.map(|it| it.text));
    for turn in told {
        shown.push_str(&format!("{:?}", turn.entries));
    }
    Ok(shown)
}

fn daily(session: &Session) -> Schedule {
    let id = ScheduleId("schedule-1".to_owned());
    Schedule {
        name: "stretch".to_owned(),
        goal: "Stretch!".to_owned(),
        cadence_type: "interval".to_owned(),
        cadence_value: "86400".to_owned(),
        timezone: "UTC".to_owned(),
        next_run_at: Some(NOW),
        ..Schedule::new(id, session.user_id.clone(), session.session_id.clone(), NOW)
    }
}

#[tokio::test]
async fn after_a_year_what_was_said_is_forgotten_and_what_is_needed_is_not() {
    let attic = Attic::new().await;
    let ((_, here), (_, there)) = (attic.store.person("alice").await, attic.store.person("bob").await);
    let call = ToolCall { id: "c".into(), name: "web_fetch".into(), arguments: "{}".into() };
    // A turn that waits for a decision in an abandoned conversation.
    let (waiting, ..) = attic.store.turn(&there, &[call]).await;
    let (own, his) = (here.session_id.clone(), there.session_id.clone());
    let before = attic
        .store
        .write(async move |tx| {
            said(tx, &own, "the parrot sleeps", NOW).await?;
            sessions::reset_context(tx, &own).await?;
            said(tx, &own, "oats are cheap", NOW).await?;
            scratchpad::write(tx, &own, &["buy oats".to_owned()], &Sources::OWN, NOW).await?;
            turns::set_state(tx, &waiting, turns::State::Waiting, NOW).await?;
            sessions::reset_context(tx, &his).await?;
            schedules::put(tx, &daily(&here)).await?;
            for (id, status) in [
                ("schedule-paused", schedules::Status::Paused),
                ("schedule-over", schedules::Status::Completed),
                ("schedule-snoozed", schedules::Status::Completed),
                ("schedule-at-work", schedules::Status::Completed),
            ] {
                let id = ScheduleId(id.to_owned());
                schedules::put(tx, &Schedule { schedule_id: id, status, ..daily(&here) }).await?;
            }
            tx.execute(
                "INSERT INTO hook_secrets (schedule_id, user_id, sealed)
                 SELECT schedule_id, user_id, '' FROM schedules",
                (),
            )
            .await?;
            for (run, schedule) in [("run-held", "schedule-snoozed"), ("run-open", "schedule-at-work")] {
                let (run, schedule) = (RunId(run.to_owned()), ScheduleId(schedule.to_owned()));
                runs::insert(tx, &run, testing::run(&schedule, &here.user_id, NOW), NOW).await?;
            }
            let held = RunId("run-held".to_owned());
            runs::skip(tx, &held, "quiet", NOW).await?;
            runs::hold(tx, &held, NOW).await?;
            let (run, schedule) = (RunId("run-1".to_owned()), ScheduleId("schedule-1".to_owned()));
            runs::insert(tx, &run, testing::run(&schedule, &here.user_id, NOW), NOW).await?;
            let of_run = sessions::open_run(tx, &here, &run, NOW).await?;
            said(tx, &of_run.session_id, "stretch", NOW).await?;
            let (status, delivery) = (runs::Status::Succeeded, runs::Delivery::Delivered);
            let end =
                runs::End { status, delivery, output: "Stretched.", error: None, spent: Spent::default() };
            runs::finish(tx, &run, end, NOW).await?;
            context(tx, &own).await
        })
        .await;
    let entries = "SELECT count(*) AS value FROM entries";

    attic.clock.advance(TimeDelta::days(91));
    assert_eq!(run_pass(&attic.core).await.unwrap().rows, 1);
    assert_eq!(
        attic.count("SELECT count(*) AS value FROM runs WHERE output = '' AND run_id = 'run-1'").await,
        1
    );
    assert_eq!(attic.count(entries).await, 7);

    attic.clock.advance(YEAR);
    run_pass(&attic.core).await.unwrap();
    assert_eq!(attic.count(entries).await, 3, "the current conversation and the waiting turn stay");
    assert_eq!(attic.count("SELECT count(*) AS value FROM turns").await, 2);
    assert_eq!(attic.count("SELECT count(*) AS value FROM runs").await, 2, "one is held, and one at work");
    assert_eq!(attic.count("SELECT count(*) AS value FROM sessions").await, 2);
    let over = "SELECT count(*) AS value FROM schedules WHERE schedule_id = 'schedule-over'";
    assert_eq!(attic.count(over).await, 0);
    assert_eq!(
        attic.count("SELECT count(*) AS value FROM hook_secrets").await,
        4,
        "those of the other schedules"
    );
    assert_eq!(
        attic.count("SELECT count(*) AS value FROM schedules JOIN scratchpads USING (session_id)").await,
        4
    );
    let own = here_session(&attic).await;
    assert_eq!(attic.store.read(async move |tx| context(tx, &own).await).await, before);
    attic.is_whole().await;
    // The indexer handles later entries too.
    let mut indexer = Indexer::new(&attic.core.memory, attic.core.process.clone());
    while indexer.step().await.unwrap() != Step::Idle {}
    attic.core.db.shrink().await.unwrap();
    for file in std::fs::read_dir(attic.store.db.path().parent().unwrap()).unwrap() {
        let path = file.unwrap().path();
        let bytes = if path.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
        assert!(!bytes.windows(6).any(|part| part == b"parrot"), "{}", path.display());
    }
}

#[tokio::test]
async fn nothing_is_old_by_a_clock_that_is_in_doubt() {
    let attic = Attic::new().await;
    let (_, here) = attic.store.person("alice").await;
    let id = here.session_id.clone();
    attic
        .store
        .write(async move |tx| {
            said(tx, &id, "oats are cheap", NOW).await?;
            sessions::reset_context(tx, &id).await
        })
        .await;
    let trust = &attic.core.trust;
    // Far ahead while it runs, and far ahead at start.
    attic.clock.step_wall_clock(YEAR * 10);
    assert_eq!(run_pass(&attic.core).await.unwrap().rows, 0);
    trust.hear("test", attic.clock.now(), attic.clock.uptime());
    trust.compare_with_last_run(NOW);
    assert_eq!(run_pass(&attic.core).await.unwrap().rows, 0);
    // The machine really was off for that long.
    trust.hear("test", attic.clock.now(), attic.clock.uptime());
    assert_ne!(run_pass(&attic.core).await.unwrap().rows, 0);
}

async fn here_session(attic: &Attic) -> SessionId {
    let find =
        async |tx: &Tx| tx.value("SELECT session_id AS value FROM sessions WHERE chat = 'alice'", ()).await;
    attic.store.read(find).await.unwrap()
}

#[tokio::test]
async fn the_last_turn_of_a_conversation_that_was_left_says_nothing_and_numbers_go_on() {
    let attic = Attic::new().await;
    let (_, here) = attic.store.person("alice").await;
    let id = here.session_id.clone();
    attic
        .store
        .write(async move |tx| {
            for text in ["one", "two", "three"] {
                said(tx, &id, text, NOW).await?;
            }
            sessions::reset_context(tx, &id).await
        })
        .await;
    attic.clock.advance(YEAR);
    run_pass(&attic.core).await.unwrap();
    assert_eq!(run_pass(&attic.core).await.unwrap().rows, 0, "a second pass deletes nothing");
    let (id, now) = (here.session_id.clone(), attic.clock.timestamp());
    let shown = attic
        .store
        .write(async move |tx| {
            said(tx, &id, "four", now).await?;
            context(tx, &id).await
        })
        .await;
    assert!(shown.contains("four") && !shown.contains("three"), "{shown}");
    attic.is_whole().await;
}

#[tokio::test]
async fn messages_go_but_for_the_newest_of_a_chat() {
    let attic = Attic::new().await;
    attic
        .store
        .write(async |tx| {
            tx.execute(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
                 INSERT INTO inbox (channel, external_id, chat, kind, message_id, body, state, sent_at, received_at)
                 SELECT 'test', i, 'chat-' || (i % 5), iif(i % 2, 'message', 'control'), i, '{}', 'done', ?1 + i, ?1 + i
                 FROM n",
                [NOW],
            )
            .await?;
            tx.execute(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
                 INSERT INTO outbox (source, segment, part, channel, chat, thread, chat_kind, content, state,
                     message_id, created_at)
                 SELECT 'turn-' || i, 0, 0, 'test', 'chat-' || (i % 5), '', 'direct', '{}',
                     iif(i % 2, 'done', 'dead'), iif(i % 2, i, NULL), ?1 + i FROM n",
                [NOW],
            )
            .await
        })
        .await;
    attic.clock.advance(TimeDelta::days(91));
    run_pass(&attic.core).await.unwrap();
    let events = attic.count("SELECT count(*) AS value FROM inbox").await;
    assert_eq!(events, 25_000, "nothing came since, so the platform may deliver all of it again");
    assert_eq!(attic.count("SELECT count(*) AS value FROM outbox").await, 5 + 1);

    let now = attic.clock.timestamp();
    let newest =
        "INSERT INTO inbox (channel, external_id, chat, kind, message_id, body, state, sent_at, received_at)
                  VALUES ('test', 'new', 'chat-1', 'message', 'new', '{}', 'waiting', ?1, ?1)";
    attic.store.write(async move |tx| tx.execute(newest, [now]).await).await;
    let done = run_pass(&attic.core).await.unwrap();
    assert_eq!(attic.count("SELECT count(*) AS value FROM inbox").await, 4 + 1);
    assert_eq!(done.rows, 25_000 - 4);
    assert!(done.transactions >= done.rows / ROWS, "{done:?}");
    attic.is_whole().await;
}

#[tokio::test]
async fn what_visitors_of_a_website_wrote_goes_with_age_and_who_is_blocked_stays() {
    let attic = Attic::new().await;
    let (alice, _) = attic.store.person("alice").await;
    let user = alice.user_id;
    let receive = async move |tx: &SyncedTx| {
        let site = site::open(tx, &user, NOW).await?.site_id;
        for (name, days) in [("old", 0), ("new", 80)] {
            let message = site::messages::Message {
                message_id: SiteMessageId::generate(),
                site_id: site.clone(),
                page: String::new(),
                name: name.to_owned(),
                email: "bob@example.org".to_owned(),
                message: "Hello".to_owned(),
                address: "digest".to_owned(),
                content: name.to_owned(),
                received_at: (NOW.to_utc() + TimeDelta::days(days)).into(),
            };
            site::messages::put(tx, &message).await?;
            site::messages::block(tx, &message, NOW).await?;
        }
        Ok(())
    };
    attic.store.write(receive).await;
    attic.clock.advance(TimeDelta::days(89));
    run_pass(&attic.core).await.unwrap();
    assert_eq!(attic.count("SELECT count(*) AS value FROM site_messages").await, 2);
    attic.clock.advance(TimeDelta::days(2));
    run_pass(&attic.core).await.unwrap();
    assert_eq!(attic.count("SELECT count(*) AS value FROM site_messages WHERE name = 'new'").await, 1);
    assert_eq!(attic.count("SELECT count(*) AS value FROM site_messages").await, 1);
    assert_eq!(attic.count("SELECT count(*) AS value FROM site_blocked_senders").await, 2);
    attic.is_whole().await;
}

#[tokio::test]
async fn what_is_to_be_kept_for_good_is_kept() {
    let attic = Attic::new().await;
    let (_, here) = attic.store.person("alice").await;
    let id = here.session_id.clone();
    attic
        .store
        .write(async move |tx| {
            said(tx, &id, "one", NOW).await?;
            sessions::reset_context(tx, &id).await
        })
        .await;
    let mut config = (*attic.core.config).clone();
    config.retention.transcripts = None;
    let (parts, clock) = crate::testing::parts(&attic.store, Vec::new(), config);
    clock.advance(YEAR * 5);
    assert_eq!(run_pass(&Core::new(parts)).await.unwrap().rows, 0);
}

/// Events in two conversations.
#[derive(Clone, Debug)]
enum Event {
    Said,
    Waits,
    New,
    /// All turns but this many of the newest are summarised.
    SummedUp(i64),
    /// The other conversation continues from the newest turn of this one.
    GoneOnWith,
    DaysPass(i64),
}

fn events() -> impl Strategy<Value = Vec<(bool, Event)>> {
    let event = prop_oneof![
        6 => Just(Event::Said),
        1 => Just(Event::Waits),
        2 => Just(Event::New),
        2 => (0..3_i64).prop_map(Event::SummedUp),
        1 => Just(Event::GoneOnWith),
        3 => (1..300_i64).prop_map(Event::DaysPass),
    ];
    prop::collection::vec((any::<bool>(), event), 1..40)
}

async fn happens(tx: &Tx, event: &Event, here: &SessionId, there: &SessionId, now: Timestamp) -> Result<()> {
    let newest = "SELECT turn_id AS value FROM turns WHERE session_id = ?1 ORDER BY seq DESC LIMIT 1";
    match event {
        Event::Said => said(tx, here, &format!("word{now}"), now).await.map(drop),
        Event::Waits => {
            let turn = said(tx, here, "may I?", now).await?;
            turns::set_state(tx, &turn, turns::State::Waiting, now).await
        }
        Event::New => sessions::reset_context(tx, here).await,
        Event::SummedUp(but) => {
            let Some(turn) = tx.value::<TurnId>(newest, adjutant_store::params![here]).await? else {
                return Ok(());
            };
            let seq = turns::load(tx, &turn).await?.head.seq;
            summaries::put(tx, here, &summary(seq + 1 - but, turn), now).await
        }
        Event::GoneOnWith => {
            let turn: Option<String> = tx.value(newest, adjutant_store::params![here]).await?;
            tx.execute(
                "UPDATE sessions SET continues = ?2 WHERE session_id = ?1",
                adjutant_store::params![there, turn],
            )
            .await
            .map(drop)
        }
        Event::DaysPass(_) => Ok(()),
    }
}

#[test]
fn no_conversation_that_is_open_loses_anything_that_is_shown_of_it() {
    let runtime = Runtime::new().unwrap();
    let mut cases = TestRunner::new(Cases { cases: 24, failure_persistence: None, ..Cases::default() });
    let run = |events| {
        runtime.block_on(keeps_contexts(events));
        Ok(())
    };
    cases.run(&events(), run).unwrap();
}

async fn keeps_contexts(events: Vec<(bool, Event)>) {
    let attic = Attic::new().await;
    let ((_, alice), (_, bob)) = (attic.store.person("alice").await, attic.store.person("bob").await);
    let chats = [alice.session_id, bob.session_id];
    for (whose, event) in events {
        if let Event::DaysPass(days) = event {
            attic.clock.advance(TimeDelta::days(days));
            let shown = async |chats: [SessionId; 2]| {
                let read = async move |tx: &Tx| {
                    let waiting = "SELECT count(*) AS value FROM turns JOIN entries USING (turn_id)
                                   WHERE state = 'waiting'";
                    let waiting: Option<i64> = tx.value(waiting, ()).await?;
                    Ok((context(tx, &chats[0]).await?, context(tx, &chats[1]).await?, waiting))
                };
                attic.store.read(read).await
            };
            let before = shown(chats.clone()).await;
            run_pass(&attic.core).await.unwrap();
            assert_eq!(shown(chats.clone()).await, before);
            attic.is_whole().await;
        } else {
            let [here, there] = if whose { chats.clone() } else { [chats[1].clone(), chats[0].clone()] };
            let now = attic.clock.timestamp();
            attic.store.write(async move |tx| happens(tx, &event, &here, &there, now).await).await;
        }
    }
}

#[tokio::test]
async fn what_cannot_be_deleted_keeps_nothing_else_from_being_deleted() {
    let attic = Attic::new().await;
    attic
        .store
        .write(async |tx| {
            for (id, state) in [(1, "dead"), (2, "done"), (3, "done"), (4, "done")] {
                tx.execute(
                    "INSERT INTO outbox (outbox_id, source, segment, part, channel, chat, thread, chat_kind, content,
                         state, created_at)
                     VALUES (?1, 'x-' || ?1, 0, 0, 'test', 'alice', '', 'direct', '{}', ?2, ?3)",
                    adjutant_store::params![id, state, NOW],
                )
                .await?;
            }
            let kept = "CREATE TRIGGER poison BEFORE DELETE ON outbox WHEN OLD.outbox_id = 2
                BEGIN SELECT RAISE(ABORT, 'poison'); END";
            tx.execute(kept, ()).await
        })
        .await;
    attic.clock.advance(YEAR * 3);
    assert!(run_pass(&attic.core).await.is_err(), "it is logged");
    assert_eq!(attic.count("SELECT count(*) AS value FROM outbox WHERE state = 'dead'").await, 0);
}

#[tokio::test]
async fn whose_words_the_trash_and_versions_hold_is_known_as_long_as_they_are_there() {
    let attic = Attic::new().await;
    let (alice, _) = attic.store.person("alice").await;
    let (user, blobs) = (alice.user_id, attic.core.blobs.clone());
    blobs.open(&user).unwrap();
    let put = |number: i64, path: &str| {
        let blob = Blob::outgoing(&user, number.to_string());
        blobs.put(&blob, number.to_string().as_bytes(), attic.clock.now().into()).unwrap();
        blobs.replace(&blob, path, attic.clock.now().into()).unwrap()
    };
    for path in ["/shared/a", "/shared/b", "/shared/b"] {
        let (user, placed) = (user.clone(), put(NOW.as_millis(), path));
        let saved = SavedFile {
            user_id: user.clone(),
            path: placed.file.path.clone(),
            bytes: placed.file.size as i64,
            modified_at: placed.file.modified_at(),
            untrusted: Sources::OWN,
            session_id: None,
        };
        let record = async move |tx: &SyncedTx| {
            origins::replaced(tx, &user, &saved.path, placed.before.as_deref()).await?;
            file_origins::put(tx, &saved).await
        };
        attic.store.write(record).await;
    }
    blobs.discard(&user, "/shared/a", "call-1", attic.clock.now().into()).unwrap();
    let id = user.clone();
    attic.store.write(async move |tx| origins::discarded(tx, &id, "/shared/a", "call-1").await).await;
    let known = async || attic.count("SELECT count(*) AS value FROM file_origins").await;
    for (days, left) in [(0, 3), (2, 2), (31, 1)] {
        attic.clock.advance(TimeDelta::days(days));
        run_pass(&attic.core).await.unwrap();
        assert_eq!(known().await, left, "after {days} days");
    }
    assert_eq!(
        (blobs.trash(&user).unwrap().len(), blobs.versions(&user, "/shared/b").unwrap().len()),
        (0, 0)
    );
    assert!(blobs.find(&user, "/shared/b").unwrap().is_some());
}

#[tokio::test]
async fn the_files_of_pictures_go_once_no_website_names_them() {
    let attic = Attic::new().await;
    let (alice, _) = attic.store.person("alice").await;
    let (user, blobs) = (alice.user_id, attic.core.blobs.clone());
    blobs.open(&user).unwrap();
    let put = |name: &str| {
        let blob = Blob::of_site(&user, name);
        blobs.put(&blob, b"a picture", attic.clock.now().into()).unwrap();
        let blobs = blobs.clone();
        move || blobs.exists(&blob).unwrap()
    };
    let (named, unnamed) = (put("1a-48.webp"), put("2b-48.webp"));
    let owner = user.clone();
    let add = async move |tx: &SyncedTx| {
        let file = "1a-48.webp".to_owned();
        let variant = Variant { width: 48, height: 32, format: VariantFormat::WebP, file };
        let new = site::pictures::New {
            picture_id: PictureId::generate(),
            name: "boat.jpg",
            alt: "",
            caption: None,
            hash: "1a",
            bytes: 9,
            variants: &[variant],
            credit: None,
            session_id: None,
        };
        let by = site::By { user: &owner, author: &owner, what: "", now: NOW, untrusted: &Sources::OWN };
        let site = site::open(tx, &owner, NOW).await?.site_id;
        Ok(site::pictures::add(tx, &site, &new, &by).await?)
    };
    attic.store.write(add).await;
    attic.clock.advance(TimeDelta::hours(2));
    run_pass(&attic.core).await.unwrap();
    assert!(named() && unnamed(), "its row may still be on the way");
    attic.clock.advance(TimeDelta::days(2));
    run_pass(&attic.core).await.unwrap();
    assert!(named() && !unnamed());
    attic
        .store
        .write(async |tx| {
            tx.execute("DELETE FROM site_pictures", ()).await?;
            tx.execute("DELETE FROM site_revisions", ()).await
        })
        .await;
    run_pass(&attic.core).await.unwrap();
    assert!(!named());
}
