//! Access to the database from outside the process: reading while the process works, and triggers that make it hang in
//! a transaction.

use std::{collections::BTreeMap, time::Duration};

use adjutant_simulators::PATIENCE;
use libsql::{Builder, Connection};
use tokio::time::{Instant, sleep, timeout};

use super::harness::{Home, Process};

/// How often the database is read while a test waits for a change: it belongs to another process, which does not
/// announce its writes.
const GLANCE: Duration = Duration::from_millis(5);
/// The number of consecutive checks that find the database locked for writing after which the process counts as
/// hanging: far longer than any of its transactions.
const LOOKS: usize = 50;

/// A person whom the gateway knows.
#[derive(Debug)]
pub struct Known {
    user_id: String,
    /// The person's direct chat.
    chat: String,
}

impl Home {
    /// Makes the process hang just before this statement, such as `DELETE ON notes`, in a transaction that has executed
    /// everything before it.
    pub async fn hang_before(&self, deed: &str) {
        let sql = format!(
            "CREATE VIEW forever AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
             CREATE TRIGGER hang BEFORE {deed} BEGIN SELECT count(*) FROM forever; END;"
        );
        self.change(&sql).await;
    }

    /// Returns the number that a query yields.
    pub async fn number(&self, sql: &str) -> i64 {
        let connection = self.connect().await;
        // While a process opens or closes the database, others cannot read it.
        connection.busy_timeout(PATIENCE).expect("it takes a timeout");
        let mut rows = connection.query(sql, ()).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        let row = rows.next().await.expect("the database can be read").expect("there is a row");
        row.get(0).expect("it is a number")
    }

    /// Waits until the query yields this number. Fails if the number stops changing.
    pub async fn comes_to(&self, sql: &str, wanted: i64) {
        let (mut last, mut since) = (None, Instant::now());
        loop {
            let number = self.number(sql).await;
            if number == wanted {
                return;
            }
            if last.replace(number) != Some(number) {
                since = Instant::now();
            }
            assert!(since.elapsed() < PATIENCE, "{sql} gives {number}, not {wanted}");
            sleep(GLANCE).await;
        }
    }

    /// Finds a person by their id on the platform.
    pub async fn known(&self, external_id: u64) -> Known {
        let sql = format!("SELECT user_id, direct_chat FROM identities WHERE external_id = '{external_id}'");
        let [row] = &self.texts(&sql).await[..] else { panic!("{external_id} is not known") };
        let [user_id, chat] = &row[..] else { panic!("these are two columns") };
        Known { user_id: user_id.clone(), chat: chat.clone() }
    }

    /// Returns every row that belongs to the person, by table.
    pub async fn rows_of(&self, known: &Known) -> BTreeMap<String, Vec<String>> {
        let mut found = BTreeMap::new();
        for (table, columns) in self.tables().await {
            let values: Vec<_> = columns.iter().map(|column| format!("quote({column})")).collect();
            let (row, is_theirs) = (values.join(" || '|' || "), known.owns(&columns));
            let rows = self.texts(&format!("SELECT {row} FROM {table} WHERE {is_theirs}")).await;
            if !rows.is_empty() {
                found.insert(table, rows.concat());
            }
        }
        found
    }

    /// Returns the tables with their columns, without those of the full-text indexes.
    async fn tables(&self) -> BTreeMap<String, Vec<String>> {
        let sql = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE '%\\_fts%' ESCAPE '\\'";
        let mut tables = BTreeMap::<_, Vec<_>>::new();
        for row in self.texts(sql).await {
            let [table, column] = <[String; 2]>::try_from(row).expect("these are two columns");
            tables.entry(table).or_default().push(column);
        }
        tables
    }

    async fn texts(&self, sql: &str) -> Vec<Vec<String>> {
        let connection = self.connect().await;
        let mut rows = connection.query(sql, ()).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        let mut found = Vec::new();
        while let Some(row) = rows.next().await.expect("the database can be read") {
            let columns = 0..row.column_count();
            found.push(columns.map(|at| row.get(at).expect("it is a text")).collect());
        }
        found
    }

    /// Changes the database, with or without a running process. Semicolons separate the statements.
    pub async fn change(&self, sql: &str) {
        let connection = self.connect().await;
        connection.busy_timeout(PATIENCE).expect("it can be set");
        connection.execute_batch(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// Returns whether no other transaction is writing.
    async fn is_writable(&self) -> bool {
        let connection = self.connect().await;
        connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK;").await.is_ok()
    }

    async fn connect(&self) -> Connection {
        let database = Builder::new_local(self.database()).build().await.expect("the database opens");
        database.connect().expect("the database opens")
    }
}

impl Process {
    /// Kills the process while it hangs (see [`Home::hang_before`]); the next one will not hang.
    pub async fn kill_hanging(self) {
        let home = self.home().clone();
        let hanging = async {
            let mut looks = 0;
            while looks < LOOKS {
                looks = if home.is_writable().await { 0 } else { looks + 1 };
                sleep(GLANCE).await;
            }
        };
        timeout(PATIENCE, hanging).await.expect("the process does what it is to hang before");
        self.kill().await;
        home.change("DROP TRIGGER hang; DROP VIEW forever;").await;
    }
}

impl Known {
    /// Returns the SQL condition for rows with these columns that belong to the person.
    fn owns(&self, columns: &[String]) -> String {
        let Self { user_id, chat } = self;
        let sessions = format!("SELECT session_id FROM sessions WHERE user_id = '{user_id}'");
        let theirs = [
            ("user_id", format!("'{user_id}'")),
            ("chat", format!("'{chat}'")),
            ("turn_id", format!("SELECT turn_id FROM turns WHERE session_id IN ({sessions})")),
            ("block_id", format!("SELECT block_id FROM vector_blocks WHERE user_id = '{user_id}'")),
            ("session_id", sessions),
        ];
        let theirs = theirs.iter().filter(|(column, _)| columns.iter().any(|own| own == column));
        let theirs: Vec<_> = theirs.map(|(column, values)| format!("{column} IN ({values})")).collect();
        if theirs.is_empty() { "false".to_owned() } else { theirs.join(" OR ") }
    }
}
