//! A process answers, asks and posts while its writes are recorded. Then the power is cut a thousand times: after each
//! cut, the database must hold everything that the process had reported to the world by then.

use std::{collections::BTreeSet, path::Path};

use adjutant_simulators::{
    model::{Model, Turn},
    pages::Pages,
};
use libsql::{Builder, Connection};
use regex::Regex;
use serde_json::json;
use tempfile::tempdir;

use super::{
    super::{
        harness::{Home, MODEL_KEY, cut_power},
        many::Dice,
        platform::{Person as _, Platform},
    },
    Event,
};

over_both_platforms!(nothing_that_was_told_is_lost_in_five_hundred_cuts);

const CUTS: usize = 500;
const PEOPLE: u32 = 4;
const ROUNDS: usize = 5;

/// The reports to the world up to a moment.
#[derive(Default)]
struct Told {
    /// The id of the first update that Telegram still keeps.
    next_update: i64,
    /// The questions that were repeated in answers.
    answers: BTreeSet<String>,
    /// The texts that were posted to the page.
    posts: BTreeSet<String>,
    /// The number of presses that were answered.
    decisions: usize,
}

/// The part of it that a database holds.
#[derive(Debug, Default)]
struct Kept {
    updates: BTreeSet<i64>,
    begun_sends: String,
    begun_posts: String,
    decisions: usize,
}

async fn nothing_that_was_told_is_lost_in_five_hundred_cuts<P: Platform>() {
    cut_power();
    let (at, model, pages) = (P::open().await, Model::start().await, Pages::start().await);
    model.require_key(MODEL_KEY);
    pages.serve("/tides", "text/plain", "noted");
    let url = pages.url("/tides");
    model.answer_with(move |request| {
        let said = request.last_user();
        if said.starts_with("post") && request.tool_results().is_empty() {
            return Turn::calls([(
                "http_post",
                json!({ "url": url, "body": json!({ "said": said }).to_string() }),
            )]);
        }
        Turn::text(format!("You said: {said}"))
    });
    let home = Home::new(&at)
        .with_model(&model)
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{}"]"#, host(&pages)));
    let people: Vec<_> = (0..PEOPLE).map(|i| at.person(1000 + i, &format!("person {i}"))).collect();
    let adjutant = home.start_listening(&at).await;
    for round in 0..ROUNDS {
        for (i, person) in people.iter().enumerate() {
            let verb = if i == round % people.len() { "post" } else { "say" };
            person.says(&format!("{verb} {round}-{i}")).await;
        }
        for (i, person) in people.iter().enumerate() {
            let shown = at.next_message(person).await;
            if i == round % people.len() {
                at.presses(person, &shown, "Approve").await;
                at.next_message(person).await;
            }
        }
    }
    at.all_received().await;
    let all = kept(&home.database()).await.updates;
    let (mut disk, events) = adjutant.kill_watched();

    let folder = tempdir().expect("a folder can be made");
    let database = folder.path().join("adjutant.db");
    let mut dice = Dice(7);
    let mut cuts: Vec<_> = (0..CUTS).map(|_| dice.below(events.len() + 1)).collect();
    cuts.sort_unstable();
    let (mut told, mut done) = (Told::default(), 0);
    for cut in cuts {
        for event in &events[done..cut] {
            disk.follow(event);
            told.follow(event);
        }
        done = cut;
        disk.cut_into(folder.path(), &mut dice);
        if !database.exists() {
            continue;
        }
        told.expect_in(&kept(&database).await, &all, cut);
    }
    assert!(told.answers.len() >= ROUNDS * people.len() - 1, "{:?}", told.answers);
    assert_eq!((told.posts.len(), told.decisions), (ROUNDS, ROUNDS));
}

/// Returns the host and port of the pages.
fn host(pages: &Pages) -> String {
    pages.url("").trim_start_matches("http://").to_owned()
}

impl Told {
    fn follow(&mut self, event: &Event) {
        let Event::Requested { line, body } = event else { return };
        let line = line.to_lowercase();
        let repeated = Regex::new(r"You said: (\w+ \d-\d)").expect("it is a valid expression");
        if line.contains("/getupdates") {
            let offset =
                serde_json::from_str::<serde_json::Value>(body).ok().and_then(|body| body["offset"].as_i64());
            self.next_update = offset.unwrap_or(self.next_update).max(self.next_update);
        } else if line.starts_with("post /tides") {
            let posted = Regex::new(r"post \d-\d").expect("it is a valid expression");
            self.posts.extend(posted.find(body).map(|said| said.as_str().to_owned()));
        } else if body.contains("Approved.") {
            self.decisions += usize::from(!line.contains("message"));
        } else if line.contains("message") {
            self.answers.extend(repeated.captures(body).map(|said| said[1].to_owned()));
        }
    }

    fn expect_in(&self, kept: &Kept, all: &BTreeSet<i64>, cut: usize) {
        let lost: Vec<_> = all
            .iter()
            .filter(|update| **update < self.next_update && !kept.updates.contains(update))
            .collect();
        assert!(lost.is_empty(), "cut {cut}: acknowledged and lost: {lost:?}");
        let is_in = |kept: &str, word: &String| kept.contains(word.as_str());
        let lost: Vec<_> = self.answers.iter().filter(|answer| !is_in(&kept.begun_sends, answer)).collect();
        assert!(lost.is_empty(), "cut {cut}: sent, and would be sent again unmarked: {lost:?}");
        let lost: Vec<_> = self.posts.iter().filter(|post| !is_in(&kept.begun_posts, post)).collect();
        assert!(lost.is_empty(), "cut {cut}: posted, and would be posted again: {lost:?}");
        assert!(
            self.decisions <= kept.decisions,
            "cut {cut}: {} decisions are lost",
            self.decisions - kept.decisions
        );
    }
}

async fn kept(database: &Path) -> Kept {
    let database = Builder::new_local(database).build().await.expect("the database opens");
    let connection = database.connect().expect("the database opens");
    assert_eq!(texts(&connection, "PRAGMA quick_check").await, ["ok"]);
    let tables = texts(&connection, "SELECT name FROM sqlite_schema WHERE name = 'turns'").await;
    if tables.is_empty() {
        return Kept::default();
    }
    let updates = texts(&connection, "SELECT external_id FROM inbox WHERE channel = 'telegram'").await;
    let sends = "SELECT content || coalesce(in_flight, '') FROM outbox
        WHERE attempt_at IS NOT NULL OR message_id IS NOT NULL";
    let posts = "SELECT arguments FROM tool_calls WHERE tool = 'http_post' AND state IN ('started', 'done')";
    let decided = "SELECT approval_id FROM approvals WHERE state = 'approved'";
    Kept {
        updates: updates.iter().filter_map(|id| id.parse().ok()).collect(),
        begun_sends: texts(&connection, sends).await.join("\n"),
        begun_posts: texts(&connection, posts).await.join("\n"),
        decisions: texts(&connection, decided).await.len(),
    }
}

async fn texts(connection: &Connection, sql: &str) -> Vec<String> {
    let mut rows = connection.query(sql, ()).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let mut texts = Vec::new();
    while let Some(row) = rows.next().await.expect("the database can be read") {
        texts.push(row.get(0).expect("it is a text"));
    }
    texts
}
