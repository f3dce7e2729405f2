//! Three users, each with one row of every kind.

use adjutant_domain::{
    budget::Spent,
    ids::{CollectionId, EntryId, NoteId, PageId, PostId, RunId, ScheduleId, SiteId, SiteMessageId, UserId},
    origin::Sources,
    passages::Passage,
    site::PageStatus,
    tools::{Decider, Pattern, ToolCall},
};
use anyhow::Result;

use crate::{
    approvals,
    db::{Tx, params},
    documents,
    file_origins::{self, SavedFile},
    file_usage::{self, NewFile},
    grants,
    notes::{self, Note, Source},
    people::{self, AccountRef, Admission, User},
    runs, schedules,
    sessions::Session,
    site,
    testing::{self, NOW, Store, ms},
    turns, usage,
};

pub(super) const NAMES: [&str; 3] = ["alice", "bob", "carol"];

/// Three users, each with one row of every kind.
pub(super) async fn room() -> (Store, Vec<User>) {
    let store = Store::new().await;
    let mut users = Vec::new();
    for (i, name) in NAMES.into_iter().enumerate() {
        let (user, session) = store.person(name).await;
        has_of_all(&store, name, &user, &session, 10_i64.pow(i as u32)).await;
        users.push(user);
    }
    (store, users)
}

/// Stores one row of every kind for a user. `number` makes the sums of usage distinct.
async fn has_of_all(store: &Store, name: &'static str, user: &User, session: &Session, number: i64) {
    let call = ToolCall { id: "c".into(), name: "web_fetch".into(), arguments: "{}".into() };
    let (turn, _, calls) = store.turn(session, std::slice::from_ref(&call)).await;
    let (user, session) = (user.user_id.clone(), session.clone());
    store
        .write(async move |tx| {
            people::add_identity(tx, &user, AccountRef::new("test", name), Admission::Owner, NOW).await?;
            let set_chat = "UPDATE identities SET direct_chat = external_id WHERE user_id = ?1";
            tx.execute(set_chat, params![&user]).await?;

            notes::insert(tx, &user, &note(name)).await?;
            turns::append_user(tx, &turn, &format!("{name} likes oats"), &Sources::OWN, NOW).await?;
            crate::search::index_turn(tx, &turn).await?;
            let schedule = schedule(name, &user, &session);
            schedules::put(tx, &schedule).await?;
            let run = RunId(name.into());
            runs::insert(tx, &run, testing::run(&schedule.schedule_id, &user, NOW), NOW).await?;
            let file = NewFile { bytes: number as u64, room: None };
            file_usage::reserve(tx, &user, file, NOW).await?;
            file_origins::put(tx, &file_of(name, &user)).await?;
            passage(tx, name).await?;
            website(tx, name, &user).await?;

            let pattern = Pattern::kind(name);
            let new = grants::New {
                user: &user,
                session: &session.session_id,
                tool: "web_fetch",
                pattern: &pattern,
                for_everybody: false,
                scope: approvals::Scope::Always,
                sources: &Sources::OWN,
                approval_id: "none",
            };
            grants::add(tx, &new, NOW).await?;
            let question = approvals::New {
                call_id: &calls[0],
                call: &call,
                turn: &turn,
                session: &session,
                outbox_id: number,
                prompt: name,
                summary: name,
                preview: "",
                reason: "",
                patterns: &[],
                decider: Decider::Requester,
                untrusted: &Sources::OWN,
                basis: None,
                question: None,
                expires_at: NOW + ms(1),
                remind_at: NOW + ms(1),
            };
            approvals::insert(tx, &question, NOW).await?;
            let used = Spent { input_tokens: number, ..Spent::default() };
            usage::add(tx, &user, ("openai gpt-5", used), NOW.to_utc()).await
        })
        .await;
}

fn note(name: &str) -> Note {
    Note {
        note_id: NoteId(name.to_owned()),
        content: format!("oats of {name}"),
        tags: Vec::new(),
        source: Source::default(),
        shareable: false,
        created_at: NOW,
        updated_at: NOW,
    }
}

/// Stores a passage of the newest document.
async fn passage(tx: &Tx, name: &str) -> Result<()> {
    let document = tx.value("SELECT max(document_id) AS value FROM documents", ()).await?.unwrap_or_default();
    let passage = Passage { place: None, heading: None, text: format!("{name} sells oats") };
    documents::add(tx, document, 1, &[passage]).await.map(drop)
}

/// Makes a website whose id is the name, with a page, a post, a collection and an entry of that id.
async fn website(tx: &Tx, name: &'static str, user: &UserId) -> Result<()> {
    let made = site::open(tx, user, NOW).await?.site_id;
    let named = SiteId(name.to_owned());
    tx.execute("UPDATE sites SET site_id = ?2 WHERE site_id = ?1", params![&made, &named]).await?;
    let page = site::pages::New {
        page_id: PageId(name.to_owned()),
        title: name,
        slug: name,
        description: "",
        status: PageStatus::Draft,
        is_home: false,
        sections: &[],
    };
    let by = site::By { user, author: user, what: name, now: NOW, untrusted: &Sources::OWN };
    site::pages::add(tx, &named, &page, &by).await?;
    let post = site::posts::New {
        post_id: PostId(name.to_owned()),
        title: name,
        slug: name,
        body: name,
        excerpt: None,
        author: None,
        tags: &[],
        published_at: None,
    };
    site::posts::add(tx, &named, &post, &by).await?;
    let collection_id = CollectionId(name.to_owned());
    let collection = site::collections::New { collection_id, title: name, slug: name, description: "" };
    let collection = site::collections::add(tx, &named, &collection, &by).await?.collection_id;
    let entry = site::entries::New {
        entry_id: EntryId(name.to_owned()),
        title: name,
        slug: name,
        summary: "",
        body: "",
        picture_id: None,
        link: None,
        status: PageStatus::Draft,
    };
    site::entries::add(tx, &collection, &entry, &by).await?;
    let sent = site::messages::Message {
        message_id: SiteMessageId(name.to_owned()),
        site_id: named,
        page: String::new(),
        name: name.to_owned(),
        email: format!("{name}@example.org"),
        message: "Hello".to_owned(),
        address: name.to_owned(),
        content: name.to_owned(),
        received_at: NOW,
    };
    site::messages::put(tx, &sent).await?;
    Ok(())
}

fn file_of(name: &str, user: &UserId) -> SavedFile {
    SavedFile {
        user_id: user.clone(),
        path: format!("/shared/{name}.txt"),
        bytes: 1,
        modified_at: NOW,
        untrusted: Sources::OWN,
        session_id: None,
    }
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
