use std::collections::BTreeSet;

use adjutant_domain::{budget::Spent, clock::from_millis, ids::{NoteId, RunId, ScheduleId}, scope::Scope, tools::{Decider, Pattern, ToolCall}};
use adjutant_memory::{self as memory, Query};
use adjutant_store::people::AccountRef;
use chrono_tz::Tz;
use proptest::{prelude::*, test_runner::TestRunner};

use crate::{approvals, cli::audit, grants, notes::{self, Source}, people::{self, Admission, Role, User}, runs, schedules, search, sessions::Session, testing::{self, NOW, Store, view}, turns, usage};
use super::*;

const NAMES: [&str; 3] = ["alice", "bob", "carol"];

/// Three users, each with one row of every kind.
async fn room() -> (Store, Vec<User>) {
    let store = Store::new().await;
    let mut users = Vec::new();
    for (i, name) in NAMES.into_iter().enumerate() {
        let (user, session) = store.person(name).await;
        has_of_all(&store, name, &user, &session, 10_i64.pow(i as u32)).await;
        users.push(user);
    }
    (store, users)
}

/// `number` makes the sums of usage distinct.
async fn has_of_all(store: &Store, name: &'static str, user: &User, session: &Session, number: i64) {
    let call = ToolCall { id: "c".into(), name: "web_fetch".into(), arguments: "{}".into() };
    let (turn, _, calls) = store.turn(session, std::slice::from_ref(&call)).await;
    let (user, session) = (user.user_id.clone(), session.clone());
    store
        .write(async move |tx| {
            people::add_identity(tx, &user, AccountRef::new("test", name), Admission::Owner, NOW).await?;
            let set_chat = "UPDATE identities SET direct_chat = external_id WHERE user_id = ?1";
            tx.execute(set_chat, params![&user]).await?;

            let content = format!("oats of {name}");
            memory::save(tx, &user, NoteId(name.into()), (&content, vec![]), Source::default(), NOW).await?;
            let said = format!("{name} likes oats");
            turns::append_user(tx, &turn, &said, NOW).await?;
            let schedule = schedule(name, &user, &session);
            schedules::put(tx, &schedule).await?;
            let run = RunId(name.into());
            runs::insert(tx, &run, testing::run(&schedule.schedule_id, &user, NOW), NOW).await?;

            let pattern = Pattern::kind(name);
            let new = grants::New {
                user: &user,
                session: &session.session_id,
                tool: "web_fetch",
                pattern: &pattern,
                scope: approvals::Scope::Always,
                untrusted: false,
                approval_id: "none",
            };
            grants::add(tx, &new, NOW).await?;
            let question = approvals::New {
                call_id: &calls[0],
                call: &call,
                turn: &turn,
                session: &session,
                outbox_id: number,
                summary: name,
                preview: "",
                reason: "",
                patterns: &[],
                decider: Decider::Requester,
                untrusted: Sources::OWN,
                expires_at: NOW + 1,
                remind_at: NOW + 1,
            };
            approvals::insert(tx, &question, NOW).await?;
            let used = Spent { input_tokens: number, ..Spent::default() };
            usage::add(tx, &user, used, NOW.to_utc()).await
        })
        .await;
}

fn schedule(name: &str, user: &UserId, session: &Session) -> schedules::Schedule {
    let id = ScheduleId(name.to_owned());
    schedules::Schedule {
        name: name.to_owned(),
        goal: "Stretch!".to_owned(),
        reminder: true,
        cadence_type: "interval".to_owned(),
        cadence_value: "3600".to_owned(),
        timezone: "UTC".to_owned(),
        next_run_at: Some(NOW),
        ..schedules::Schedule::new(id, user.clone(), session.session_id.clone(), NOW)
    }
}

/// Returns the owners of what a user finds, for every query.
async fn finds(tx: &Tx, user: &User, session: &Session) -> Result<Vec<(&'static str, BTreeSet<String>)>> {
    let user = &get(tx, &user.user_id).await?;
    let id = &user.user_id;
    let mut found: Vec<(&str, BTreeSet<String>)> = Vec::new();
    let mut note = |what, whose: Vec<String>| found.push((what, whose.into_iter().collect()));
    let whose = |text: &str| NAMES.into_iter().find(|name| text.contains(name)).unwrap_or("?").to_owned();

    let listed = notes::newest(tx, id, &Scope::Everything, 10, 0).await?;
    note("notes listed", listed.into_iter().map(|note| note.note_id.0).collect());
    let query = Query {
        user: id.clone(),
        text: "oats".into(),
        tags: vec![],
        top_k: 10,
        include_conversation: true,
        scope: Scope::Everything,
        turn: None,
    };
    let hits = memory::find(tx, &query, &view()).await?.found;
    let of = |source| hits.iter().filter(move |hit| hit.source == source).map(|hit| whose(&hit.text));
    note("notes found", of("note").collect());
    note("conversations", of("conversation").collect());
    let (listed, total) = schedules::search(tx, id, &schedules::Filter::default(), 10, 0).await?;
    assert_eq!(total as usize, listed.len());
    note("schedules", listed.into_iter().map(|schedule| schedule.name).collect());
    let held = grants::standing(tx, id, NOW).await?;
    note("grants", held.into_iter().map(|grant| grant.label).collect());
    note("grants that let pass", grants::kinds(tx, id, session, "web_fetch", NOW).await?);
    let asked = approvals::pending_for(tx, user, NOW, 10).await?;
    assert_eq!(approvals::count_pending(tx, id).await? as usize, asked.len());
    assert_eq!(approvals::count_prompts_since(tx, id, 0).await? as usize, asked.len());
    assert!(asked.iter().all(|approval| approval.may_be_decided_by(user)));
    note("approvals", asked.into_iter().map(|approval| approval.summary).collect());
    let chats = people::direct_chats(tx, id, "test", &[]).await?;
    assert_eq!(Some(chats[0].chat.as_str()), Some(user.name.as_str()), "their own first");
    note("chats", chats.into_iter().map(|chat| chat.chat).collect());

    let (mut kept, mut planned, mut ran, mut paid) = (vec![], vec![], vec![], vec![]);
    let spent = usage::sums(tx, id, 1, NOW.to_utc()).await?.input_tokens;
    for (i, name) in NAMES.into_iter().enumerate() {
        kept.extend(memory::notes::get(tx, id, &NoteId(name.into())).await?.map(|_| name.to_owned()));
        planned.extend(schedules::get(tx, id, &ScheduleId(name.into())).await?.map(|_| name.to_owned()));
        ran.extend(
            runs::get_own(tx, id, &RunId(name.into()), &Scope::Everything).await?.map(|_| name.to_owned()),
        );
        let runs = runs::of_schedule(tx, id, &ScheduleId(name.into()), &Scope::Everything, 5).await?;
        assert_eq!(runs.len(), usize::from(ran.last().is_some_and(|last| last == name)));
        paid.extend((spent / 10_i64.pow(i as u32) % 10 == 1).then(|| name.to_owned()));
    }
    note("notes by id", kept);
    note("schedules by id", planned);
    note("runs", ran);
    note("usage", paid);
    Ok(found)
}

/// A change to the users: two are linked, or one is unlinked.
#[derive(Clone, Debug)]
enum Happens {
    Link(usize, usize),
    Unlink(usize),
}

fn happens() -> impl Strategy<Value = Happens> {
    prop_oneof![
        2 => (0..3_usize, 0..3_usize).prop_map(|(one, other)| Happens::Link(one, other)),
        1 => (0..3_usize).prop_map(Happens::Unlink),
    ]
}

/// Applies an event to the expected groups: users with the same number are one person.
fn carry_out(happened: &Happens, persons: &mut [usize; 3]) {
    match *happened {
        Happens::Link(one, other) => {
            let (stays, joins) = (persons[one], persons[other]);
            persons.iter_mut().filter(|person| **person == joins).for_each(|person| *person = stays);
        }
        Happens::Unlink(one) => {
            let unused = (0..4).find(|number| !persons.contains(number));
            persons[one] = unused.unwrap();
        }
    }
}

#[test]
fn whoever_is_one_person_finds_the_same_and_nobody_else_does() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (store, users) = runtime.block_on(room());
    TestRunner::new(ProptestConfig::with_cases(24))
        .run(&prop::collection::vec(happens(), 1..10), |events| {
            runtime.block_on(check(&store, &users, events));
            Ok(())
        })
        .unwrap();
}

/// Unlinks everybody first.
async fn check(store: &Store, users: &[User], events: Vec<Happens>) {
    let users = users.to_vec();
    let found = async move |tx: &Tx| {
        for user in &users {
            unlink(tx, &user.user_id).await?;
        }
        let mut persons = [0, 1, 2];
        for happened in &events {
            match *happened {
                Happens::Link(one, other) => link(tx, &users[one].user_id, &users[other].user_id).await?,
                Happens::Unlink(one) => unlink(tx, &users[one].user_id).await?,
            }
            carry_out(happened, &mut persons);
            for (i, user) in users.iter().enumerate() {
                let same = (0..3).filter(|other| persons[*other] == persons[i]);
                let same: BTreeSet<_> = same.map(|other| NAMES[other].to_owned()).collect();
                let chat = testing::chat(NAMES[i]);
                let kind = adjutant_channel::ChatKind::Direct;
                let session = crate::sessions::open(tx, &chat, kind, &user.user_id, NOW).await?;
                for (what, whose) in finds(tx, user, &session).await? {
                    assert_eq!(whose, same, "{what} of {} after {happened:?} of {events:?}", NAMES[i]);
                }
            }
        }
        Ok(())
    };
    store.write(found).await;
}

/// Checks that every table with an owner is either queried above, or never queried by owner.
#[tokio::test]
async fn every_table_with_an_owner_is_known_here() {
    #[derive(Debug, Deserialize)]
    struct Table {
        name: String,
    }
    let store = Store::new().await;
    let tables: Vec<Table> = store
        .read(async |tx| {
            tx.all(
                "SELECT DISTINCT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
                 WHERE t.type = 'table' AND c.name IN ('user_id', 'requester') ORDER BY t.name",
                (),
            )
            .await
        })
        .await;
    let tables: Vec<_> = tables.iter().map(|table| table.name.as_str()).collect();
    let apart = [
        "audit",
        "exports",
        "forgettings",
        "forgotten_users",
        "identities",
        "inbox",
        "missed",
        "sessions",
        "users",
    ];
    let shared = ["approvals", "grants", "notes", "runs", "schedules", "usage", "vector_blocks"];
    let mut known = [&apart[..], &shared[..]].concat();
    known.sort_unstable();
    assert_eq!(tables, known, "a new table has an owner: say whether linked users share its rows");
}

#[tokio::test]
async fn whoever_is_linked_has_the_times_that_either_has_set() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            let times = async |user: &UserId| {
                let user = get(tx, user).await?;
                anyhow::Ok((user.timezone, user.quiet_from.zip(user.quiet_until)))
            };
            let (zone, night) = (|zone: Tz| Some(zone.name().to_owned()), Some((1_320, 420)));
            people::set_timezone(tx, &bob, Some(Tz::Europe__Paris)).await?;
            people::set_quiet(tx, &bob, night).await?;
            link(tx, &alice, &bob).await?;
            assert_eq!(times(&alice).await?, (zone(Tz::Europe__Paris), night));

            people::set_timezone(tx, &alice, Some(Tz::Asia__Tokyo)).await?;
            people::set_timezone(tx, &carol, Some(Tz::America__Lima)).await?;
            assert_eq!(times(&bob).await?, (zone(Tz::Asia__Tokyo), night));
            link(tx, &carol, &alice).await?;
            for user in [&alice, &bob, &carol] {
                assert_eq!(
                    times(user).await?,
                    (zone(Tz::America__Lima), night),
                    "the one who asked first wins"
                );
            }

            unlink(tx, &bob).await?;
            people::set_timezone(tx, &alice, None).await?;
            people::set_quiet(tx, &alice, None).await?;
            assert_eq!(times(&carol).await?, (None, None));
            assert_eq!(times(&bob).await?, (zone(Tz::America__Lima), night));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_a_linked_user_changes_stays_whose_it_was() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            let id = NoteId("alice".into());
            assert!(!memory::update(tx, &bob, &id, "rye", None, &Source::default(), NOW).await?);
            assert!(!memory::delete(tx, &bob, &id).await?);
            link(tx, &alice, &bob).await?;
            assert!(memory::update(tx, &bob, &id, "rye", None, &Source::default(), NOW).await?);
            let schedule = schedules::get(tx, &bob, &ScheduleId("alice".into())).await?.unwrap();
            schedules::put(tx, &schedules::Schedule { name: "walk".into(), ..schedule }).await?;
            assert!(!memory::delete(tx, &carol, &id).await?);
            assert!(!schedules::delete(tx, &carol, &ScheduleId("alice".into())).await?);

            unlink(tx, &bob).await?;
            let rye = async |user: &UserId| {
                search::notes(tx, user, "\"rye\"", None, 5).await.map(|hits| hits.len())
            };
            assert_eq!((rye(&alice).await?, rye(&bob).await?), (1, 0));
            let walk = schedules::get(tx, &alice, &ScheduleId("alice".into())).await?.unwrap();
            assert_eq!((walk.name.as_str(), walk.user_id), ("walk", alice.clone()));

            link(tx, &bob, &alice).await?;
            assert!(schedules::delete(tx, &bob, &ScheduleId("alice".into())).await?);
            assert!(memory::delete(tx, &bob, &id).await?);
            let grant = grants::standing(tx, &alice, NOW).await?.into_iter().find(|it| it.label == "alice");
            let id = grant.unwrap().grant_id;
            assert_eq!(grants::revoke(tx, &carol, &id, NOW).await?, None);
            assert_eq!(grants::revoke(tx, &bob, &id, NOW).await?.map(|grant| grant.user_id), Some(alice));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_owner_s_role_and_an_approver_s_hold_for_the_person() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            people::ensure_owner(tx, NOW).await?;
            let owner = people::owner(tx).await?.user_id;
            link(tx, &alice, &owner).await?;
            link(tx, &carol, &bob).await?;
            assert!(people::note_approver(tx, &carol, &["test:bob".into()]).await?);
            let who = async |user: &UserId| get(tx, user).await.map(|user| (user.role, user.approver));
            assert_eq!(who(&alice).await?, (Role::Owner, false));
            assert_eq!(who(&bob).await?, (Role::Member, true));
            assert_eq!(people::owner(tx).await?.user_id, owner, "links leave the owner the same user");
            unlink(tx, &owner).await?;
            unlink(tx, &bob).await?;
            assert_eq!(who(&owner).await?, (Role::Owner, false));
            assert_eq!(who(&alice).await?, (Role::Member, false));
            assert_eq!(who(&bob).await?, (Role::Member, true));
            assert_eq!(who(&carol).await?, (Role::Member, false));
            link(tx, &carol, &bob).await?;
            assert!(!people::note_approver(tx, &carol, &[]).await?, "nobody is named any more");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_person_of_several_is_listed_by_identity_and_named() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            assert_eq!(linked_identities(tx, &alice).await?, []);
            link(tx, &alice, &bob).await?;
            link(tx, &carol, &bob).await?;
            let pair = |name: &str| (format!("test:{name}"), name.to_owned());
            assert_eq!(linked_identities(tx, &bob).await?[0], pair("bob"), "their own first");
            let all: BTreeSet<_> = linked_identities(tx, &alice).await?.into_iter().collect();
            assert_eq!(all, BTreeSet::from(NAMES.map(pair)));
            assert!(audit::page(tx, 0, 0, &[], 10).await?.is_empty());
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn whom_the_configuration_lists_no_more_is_asked_nothing() {
    let (store, users) = room().await;
    let [alice, bob, _] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            people::add_identity(tx, &bob, AccountRef::new("test", "bob"), Admission::Listed, NOW).await?;
            link(tx, &alice, &bob).await?;
            let chats = async |listed: &[&str]| {
                let listed: Vec<_> = listed.iter().map(|id| (*id).to_owned()).collect();
                let chats = people::direct_chats(tx, &alice, "test", &listed).await?;
                anyhow::Ok(chats.into_iter().map(|chat| chat.chat).collect::<Vec<_>>())
            };
            assert_eq!(chats(&["test:bob"]).await?, ["alice", "bob"]);
            assert_eq!(chats(&[]).await?, ["alice"]);
            Ok(())
        })
        .await;
}
