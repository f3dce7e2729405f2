//! The connection as stores see it: statements by their text, prepared once.

use std::{cell::RefCell, ops::Deref, sync::Arc};

use adjutant_domain::wake::Wake;
use anyhow::{Context, Result};
use libsql::{Connection, Row, Statement};
use serde::de::DeserializeOwned;

use super::{Params, statements::Statements, work::WorkCounter};

/// The connection that stores use: in a transaction in `Db::write`, read-only in `Db::read`.
pub struct Tx {
    pub(super) connection: Connection,
    statements: RefCell<Statements<Statement>>,
    pub(super) wakes: RefCell<Vec<Wake>>,
    pub(super) work: Arc<WorkCounter>,
}

/// A transaction whose commit is on the disk before its caller continues. Functions require it if they store something
/// that is then sent or shown outside, or that must not happen twice.
pub struct SyncedTx(Tx);

impl SyncedTx {
    pub(super) fn new(connection: Connection, work: Arc<WorkCounter>) -> Self {
        Self(Tx::new(connection, work))
    }
}

impl Deref for SyncedTx {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.0
    }
}

impl Tx {
    pub(super) fn new(connection: Connection, work: Arc<WorkCounter>) -> Self {
        Self { connection, statements: RefCell::default(), wakes: RefCell::default(), work }
    }

    /// Runs a statement and returns the number of rows it changed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn execute(&self, sql: &'static str, params: impl Params) -> Result<u64> {
        self.work.count_statement();
        self.control(sql, params).await
    }

    /// As [`Tx::execute`], for the statements that begin and end transactions, which are not counted.
    pub(super) async fn control(&self, sql: &'static str, params: impl Params) -> Result<u64> {
        let statement = self.take(sql).await?;
        let changed = statement.execute(params.into_values()).await;
        self.give_back(sql, statement);
        changed.map(|rows| rows as u64).with_context(|| first_line(sql))
    }

    /// Returns all rows, with columns matched by name.
    ///
    /// # Errors
    /// Returns an error if the database fails or a row does not fit `T`.
    pub async fn all<T: DeserializeOwned>(&self, sql: &'static str, params: impl Params) -> Result<Vec<T>> {
        self.work.count_statement();
        let statement = self.take(sql).await?;
        let found = collect(&statement, params).await;
        self.give_back(sql, statement);
        found.with_context(|| first_line(sql))
    }

    /// Passes each row to `take` as it arrives, for results too large to collect.
    ///
    /// # Errors
    /// Returns an error if the database or `take` fails.
    pub async fn each(
        &self,
        sql: &'static str,
        params: impl Params,
        take: impl FnMut(&Row) -> Result<()>,
    ) -> Result<()> {
        self.work.count_statement();
        let statement = self.take(sql).await?;
        let done = hand_over(&statement, params, take).await;
        self.give_back(sql, statement);
        done.with_context(|| first_line(sql))
    }

    /// Returns the first row, if any.
    ///
    /// # Errors
    /// As [`Tx::all`].
    pub async fn first<T: DeserializeOwned>(
        &self,
        sql: &'static str,
        params: impl Params,
    ) -> Result<Option<T>> {
        Ok(self.all(sql, params).await?.into_iter().next())
    }

    /// Returns the column `value` of the first row, if any.
    ///
    /// # Errors
    /// As [`Tx::all`].
    pub async fn value<T: DeserializeOwned>(
        &self,
        sql: &'static str,
        params: impl Params,
    ) -> Result<Option<T>> {
        #[derive(serde::Deserialize)]
        struct Row<T> {
            value: T,
        }
        Ok(self.first::<Row<T>>(sql, params).await?.map(|row| row.value))
    }

    /// Runs `work` as a part of the transaction that may fail alone: its changes are then rolled back, and the rest
    /// stays.
    ///
    /// # Errors
    /// Returns an error if the database fails; the result of `work` is the inner one.
    pub async fn part<T>(&self, work: impl AsyncFnOnce() -> Result<T>) -> Result<Result<T>> {
        let wakes = self.wakes.borrow().len();
        self.control("SAVEPOINT inner_part", ()).await?;
        let done = work().await;
        if done.is_err() {
            self.wakes.borrow_mut().truncate(wakes);
            self.control("ROLLBACK TO inner_part", ()).await?;
        }
        self.control("RELEASE inner_part", ()).await?;
        Ok(done)
    }

    /// Inserts a row, and returns the id that the statement returns as `value`.
    ///
    /// # Errors
    /// As [`Tx::all`], and if no row was inserted.
    pub async fn added(&self, sql: &'static str, params: impl Params) -> Result<i64> {
        self.value(sql, params).await?.context("the insert returned no id")
    }

    /// Queues a wake-up. It is sent once this transaction commits, and dropped if it does not.
    pub fn wake(&self, wake: Wake) {
        self.wakes.borrow_mut().push(wake);
    }

    async fn take(&self, sql: &'static str) -> Result<Statement> {
        if let Some(statement) = self.statements.borrow_mut().take(sql) {
            return Ok(statement);
        }
        self.connection.prepare(sql).await.with_context(|| first_line(sql))
    }

    fn give_back(&self, sql: &'static str, statement: Statement) {
        statement.reset();
        self.statements.borrow_mut().give_back(sql, statement);
    }
}

async fn collect<T: DeserializeOwned>(statement: &Statement, params: impl Params) -> Result<Vec<T>> {
    let mut found = Vec::new();
    hand_over(statement, params, |row| {
        found.push(libsql::de::from_row(row)?);
        Ok(())
    })
    .await?;
    Ok(found)
}

async fn hand_over(
    statement: &Statement,
    params: impl Params,
    mut take: impl FnMut(&Row) -> Result<()>,
) -> Result<()> {
    let mut rows = statement.query(params.into_values()).await?;
    while let Some(row) = rows.next().await? {
        take(&row)?;
    }
    Ok(())
}

fn first_line(sql: &'static str) -> String {
    let words: Vec<_> = sql.split_whitespace().take(6).collect();
    format!("database: {} …", words.join(" "))
}
