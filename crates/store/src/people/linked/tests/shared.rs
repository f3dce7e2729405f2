//! Linked users find the same rows, and other users do not, after any series of links and unlinks.

use std::collections::BTreeSet;

use adjutant_channel::ChatKind;
use adjutant_domain::{
    ids::{CollectionId, EntryId, NoteId, PageId, PostId, RunId, ScheduleId, SiteId, SiteMessageId, UserId},
    origin::Sources,
    scope::Scope,
    tools::Pattern,
    words::query_terms,
};
use anyhow::Result;
use proptest::{prelude::*, test_runner::TestRunner};
use serde::Deserialize;

use super::{
    super::*,
    room::{NAMES, room},
};
use crate::{
    approvals,
    db::SyncedTx,
    documents, file_origins, file_usage, grants, notes,
    people::{self, User},
    runs, schedules,
    search::{self, Source},
    sessions::{self, Session},
    site,
    testing::{self, NOW, Store, ms},
    usage,
};

/// The owners of the rows that each query returns.
#[derive(Default)]
struct Found(Vec<(&'static str, BTreeSet<String>)>);

impl Found {
    fn note(&mut self, what: &'static str, whose: impl IntoIterator<Item = String>) {
        self.0.push((what, whose.into_iter().collect()));
    }

    /// Records the owners of a sum to which each user contributes another digit.
    fn note_sum(&mut self, what: &'static str, sum: i64) {
        let digit = |i: usize| sum / 10_i64.pow(i as u32) % 10;
        assert!((0..NAMES.len()).all(|i| digit(i) <= 1), "{what} counts somebody twice: {sum}");
        self.note(what, (0..NAMES.len()).filter(|i| digit(*i) == 1).map(|i| NAMES[i].to_owned()));
    }
}

/// Returns the owners of the rows that a user finds, for every query.
async fn finds(tx: &Tx, user: &User, session: &Session) -> Result<Found> {
    let user = &get(tx, &user.user_id).await?;
    let id = &user.user_id;
    let mut found = Found::default();
    memory(tx, id, &mut found).await?;
    work(tx, id, &mut found).await?;
    website(tx, id, &mut found).await?;

    let held = grants::in_force(tx, id, NOW).await?;
    found.note("grants", held.into_iter().map(|grant| grant.label));
    let mut pass = Vec::new();
    for name in NAMES {
        let patterns = [Pattern::kind(name)];
        let grant = grants::find(tx, id, session, "web_fetch", &patterns, &Sources::OWN, NOW).await?;
        pass.extend(grant.map(|grant| grant.label));
    }
    found.note("grants that let pass", pass);
    let asked = approvals::pending_for(tx, user, NOW, 10).await?;
    assert_eq!(approvals::count_pending(tx, id).await? as usize, asked.len());
    assert_eq!(approvals::count_requests_since(tx, id, NOW - ms(1)).await? as usize, asked.len());
    assert!(asked.iter().all(|approval| approval.may_be_decided_by(user)));
    found.note("approvals", asked.into_iter().map(|approval| approval.summary));

    let chats = people::direct_chats(tx, id, "test", &[]).await?;
    assert_eq!(Some(chats[0].chat.as_str()), Some(user.name.as_str()), "their own first");
    found.note("chats", chats.into_iter().map(|chat| chat.chat));
    let members = members(tx, id).await?;
    let files = file_origins::newest_own(tx, id, 10).await?;
    found.note(
        "files",
        files.into_iter().map(|file| file.path["/shared/".len()..file.path.len() - ".txt".len()].to_owned()),
    );
    found.note_sum("the size of files", file_usage::total(tx, &members).await? as i64);
    let today = NOW.to_utc();
    found.note_sum("usage", usage::sums(tx, id, 1, today).await?.input_tokens);
    let by_model = usage::by_model(tx, id, 1, 10, today).await?;
    found.note_sum("usage by model", by_model.iter().map(|used| used.input_tokens).sum());
    let by_day = usage::by_day_and_model(tx, id, 1, today).await?;
    found.note_sum("usage by day and model", by_day.iter().map(|used| used.input_tokens).sum());
    assert_eq!(usage::last_day_without_models(tx, id, 1, today).await?, None);
    Ok(found)
}

/// Returns the user's name in a text.
fn whose(text: &str) -> String {
    NAMES.into_iter().find(|name| text.contains(name)).unwrap_or("?").to_owned()
}

async fn memory(tx: &Tx, id: &UserId, found: &mut Found) -> Result<()> {
    let listed = notes::newest(tx, id, &Scope::Everything, 10, 0).await?;
    assert_eq!(notes::extent(tx, id).await?.notes as usize, listed.len());
    found.note("notes listed", listed.into_iter().map(|note| note.note_id.0));
    let mut kept = Vec::new();
    for name in NAMES {
        kept.extend(notes::get(tx, id, &NoteId(name.into())).await?.map(|note| note.note_id.0));
    }
    found.note("notes by id", kept);

    let words = &query_terms("oats").parts()[0].expression();
    let all = search::rows(
        tx,
        id,
        &Scope::Everything,
        &[],
        search::Beside { conversations: true, documents: false },
    )
    .await?;
    for among in [None, Some(&all)] {
        let mut rows = Vec::new();
        for source in [Source::Note, Source::Entry] {
            let searched = search::Searched::of(tx, id, source, among).await?;
            rows.extend(searched.matching(tx, words, 10).await?.into_iter().map(|row| (source, row)));
        }
        let texts = search::texts(tx, id, &rows, None).await?;
        assert_eq!(texts.len(), rows.len());
        let of =
            |source| texts.iter().filter(move |text| text.source == source).map(|text| whose(&text.text));
        found.note("notes found", of(Source::Note));
        found.note("conversations", of(Source::Entry));
    }
    let searched = search::Searched::of(tx, id, Source::Document, None).await?;
    let rows = searched.matching(tx, words, 10).await?.into_iter().map(|row| (Source::Document, row));
    let texts = search::texts(tx, id, &rows.collect::<Vec<_>>(), None).await?;
    found.note("documents", texts.into_iter().map(|text| whose(&text.text)));
    assert_eq!(documents::counts(tx, id).await?.waiting as usize, members(tx, id).await?.len());
    Ok(())
}

async fn work(tx: &Tx, id: &UserId, found: &mut Found) -> Result<()> {
    let (listed, total) = schedules::search(tx, id, &schedules::Filter::default(), 10, 0).await?;
    assert_eq!(total as usize, listed.len());
    assert_eq!(schedules::count_open(tx, id).await? as usize, listed.len());
    found.note("schedules", listed.into_iter().map(|schedule| schedule.name));
    let (mut planned, mut ran) = (Vec::new(), Vec::new());
    for name in NAMES {
        let (schedule, run) = (ScheduleId(name.into()), RunId(name.into()));
        planned.extend(schedules::get(tx, id, &schedule).await?.map(|_| name.to_owned()));
        let own = runs::get_own(tx, id, &run, &Scope::Everything).await?;
        let runs = runs::of_schedule(tx, id, &schedule, &Scope::Everything, 5).await?;
        assert_eq!(runs.len(), usize::from(own.is_some()));
        ran.extend(own.map(|_| name.to_owned()));
    }
    found.note("schedules by id", planned);
    found.note("runs", ran);
    Ok(())
}

/// Records the owners of the websites found. Linked users with several websites find only one of them.
async fn website(tx: &Tx, id: &UserId, found: &mut Found) -> Result<()> {
    let (mut pages, mut changes, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    let (mut posts, mut collections, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for name in NAMES {
        pages.extend(site::pages::get(tx, id, &PageId(name.into())).await?.map(|page| page.title));
        let changed = site::revisions::list(tx, id, &SiteId(name.into()), 10).await?;
        changes.extend(changed.into_iter().map(|change| change.what));
        let sent = site::messages::get(tx, id, &SiteMessageId(name.into())).await?;
        messages.extend(sent.map(|message| message.name));
        posts.extend(site::posts::get(tx, id, &PostId(name.into())).await?.map(|post| post.title));
        let collection = CollectionId(name.into());
        let own = site::entries::of_collection(tx, id, &collection).await?;
        entries.extend(own.into_iter().map(|entry| entry.title));
        entries.extend(site::entries::get(tx, id, &EntryId(name.into())).await?.map(|entry| entry.title));
        collections.extend(site::collections::get(tx, id, &collection).await?.map(|it| it.title));
    }
    let mut said = Vec::new();
    for name in NAMES {
        let pieces = site::texts::pieces(tx, id, &SiteId(name.into()), &[site::Subject::Post]).await?;
        let rows: Vec<_> = pieces.into_iter().map(|piece| piece.row).collect();
        said.extend(site::texts::texts(tx, id, &rows).await?.into_values().map(|text| whose(&text)));
    }
    found.note("texts of websites", said);
    let shown = site::of(tx, id).await?.map(|site| site.site_id.0);
    assert!(shown.is_some_and(|shown| pages.iter().min() == Some(&shown)), "the oldest is shown");
    found.note("pages of websites", pages);
    found.note("changes of websites", changes);
    found.note("messages of visitors", messages);
    found.note("posts of websites", posts);
    found.note("collections of websites", collections);
    found.note("entries of websites", entries);
    Ok(())
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
    let found = async move |tx: &SyncedTx| {
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
                let session = sessions::open(tx, &chat, ChatKind::Direct, &user.user_id, NOW).await?;
                for (what, whose) in finds(tx, user, &session).await?.0 {
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
        "awaited_secrets",
        "console_links",
        "console_sessions",
        "exports",
        "forgettings",
        "forgotten_users",
        "identities",
        "inbox",
        "missed",
        "owner_reads",
        "sessions",
        "set_aside",
        "users",
    ];
    let shared = [
        "approvals",
        "documents",
        "file_origins",
        "file_usage",
        "grants",
        "hook_calls",
        "hook_secrets",
        "mcp_clients",
        "notes",
        "runs",
        "schedules",
        "secrets",
        "site_reviewers",
        "site_revisions",
        "sites",
        "usage",
        "usage_by_model",
        "vector_blocks",
    ];
    let mut known = [&apart[..], &shared[..]].concat();
    known.sort_unstable();
    assert_eq!(tables, known, "a new table has an owner: say whether linked users share its rows");
}
