//! A database for tests, with people, sessions and turns.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted may panic")]

use std::{fmt::Debug, sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, ChatRef, Content, Rich};
use adjutant_domain::{
    ids::{CallId, ScheduleId, TurnId, UserId},
    origin::Sources,
    timestamp::Timestamp,
    tools::ToolCall,
};
use anyhow::Result;
use tempfile::TempDir;

use crate::{
    calls,
    db::{Db, Scope, SyncedTx, Tx},
    people::{self, User},
    process::Process,
    runs,
    sessions::{self, Session},
    turns,
};

/// The creation time of everything: 2026-05-01 08:00 UTC.
pub const NOW: Timestamp = Timestamp::from_millis(1_777_622_400_000);

/// Returns a length of time in milliseconds.
pub const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A database in its own folder, which is deleted on drop.
pub struct Store {
    pub db: Arc<Db>,
    pub process: Arc<Process>,
    _folder: TempDir,
}

impl Store {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        let db = Db::open(&path).await.unwrap();
        db.rehearse_if_asked();
        let process = Arc::new(Process::register(&path).unwrap());
        Self { db, process, _folder: folder }
    }

    /// Registers another process on the same database.
    pub fn other_process(&self) -> Process {
        Process::register(self.db.path()).unwrap()
    }

    /// Makes the leases older by `age`, by the database's clock.
    pub async fn age_leases(&self, age: Duration) {
        self.write(async move |tx| {
            tx.execute("UPDATE leases SET expires_at = expires_at - ?1 WHERE expires_at > 0", [age]).await
        })
        .await;
    }

    /// Runs work in a transaction that must succeed.
    pub async fn write<T, F>(&self, work: F) -> T
    where
        T: Send + Debug + 'static,
        F: AsyncFn(&SyncedTx) -> Result<T> + Send + 'static,
    {
        self.db.write(Scope::Global, work).await.unwrap()
    }

    /// Runs a read that must succeed.
    pub async fn read<T, F>(&self, work: F) -> T
    where
        T: Send + Debug + 'static,
        F: AsyncFnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        self.db.read(work).await.unwrap()
    }

    /// Makes a member with their direct chat, whose id is the name.
    pub async fn person(&self, name: &'static str) -> (User, Session) {
        self.write(async move |tx| {
            let user = people::add_member(tx, name, NOW).await?;
            let session = sessions::open(tx, &chat(name), ChatKind::Direct, &user.user_id, NOW).await?;
            Ok((user, session))
        })
        .await
    }

    /// Makes a turn of this session with calls of the model that wait for approval.
    pub async fn turn(&self, session: &Session, calls: &[ToolCall]) -> (TurnId, i64, Vec<CallId>) {
        let (session, calls) = (session.clone(), calls.to_vec());
        self.write(async move |tx| {
            let turn = turns::open(tx, &session.session_id, None, NOW).await?.turn_id;
            let entry = turns::append_assistant(tx, &turn, ("", 0), &Sources::OWN, NOW).await?;
            let mut ids = Vec::new();
            for (ordinal, call) in calls.iter().enumerate() {
                let id = CallId::generate();
                let (state, result) = (calls::State::Asking, calls::PENDING);
                let new = calls::New { id: &id, call, state, result, error_code: None };
                calls::insert(tx, &turn, entry, ordinal, new).await?;
                ids.push(id);
            }
            Ok((turn, entry, ids))
        })
        .await
    }
}

/// Returns a running run of a schedule, started by its cadence.
pub fn run<'a>(schedule_id: &'a ScheduleId, user_id: &'a UserId, due_at: Timestamp) -> runs::New<'a> {
    let (cause, status) = (runs::Cause::Due, runs::Status::Running);
    runs::New { schedule_id, user_id, revision: 0, due_at, cause, status, missed: 0 }
}

/// Returns a chat of the channel `test`.
pub fn chat(id: &str) -> ChatRef {
    ChatRef { channel: "test".to_owned(), chat: id.to_owned(), thread: None }
}

/// Returns a message content with this text.
pub fn content(text: &str) -> Content {
    Content::text(Rich::builder().text(text).build())
}
