//! Crashes while a website is published: visitors see all of the old site or all of the new one, and the call is
//! repeated.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Instant,
};

use adjutant_simulators::{
    PATIENCE,
    model::{Model, Turn},
    telegram::{BotMessage, Telegram, User},
};
use adjutant_store::db::{Db, Scope, SyncedTx};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{task::spawn_blocking, time::timeout};

use super::{
    harness::{Home, Process, echoing_model, telegram},
    platform::seen,
};

const OLD: &str = "Riverside Choir";
const NEW: &str = "Hillside Choir";
/// The number of pages of the new site, besides the first one.
const PAGES: usize = 200;

/// The point at which the process is killed.
#[derive(Clone, Copy)]
enum Point {
    /// When it begins to change the folder of the site.
    Begun,
    /// When this many of the new files exist.
    Written(usize),
    /// When visitors are switched to the new site.
    Switched,
    /// While the operator's program copies the site.
    Copying,
}

#[tokio::test]
async fn it_is_killed_as_it_begins() {
    is_killed_at(Point::Begun).await;
}

#[tokio::test]
async fn it_is_killed_after_the_first_files() {
    is_killed_at(Point::Written(2)).await;
}

#[tokio::test]
async fn it_is_killed_among_the_files() {
    is_killed_at(Point::Written(PAGES / 2)).await;
}

#[tokio::test]
async fn it_is_killed_when_the_new_site_is_shown() {
    is_killed_at(Point::Switched).await;
}

#[tokio::test]
async fn it_is_killed_while_it_is_copied() {
    is_killed_at(Point::Copying).await;
}

async fn is_killed_at(point: Point) {
    // Before a client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (tg, model) = (telegram().await, publishing_model().await);
    let alice = tg.user(42, "alice");
    let stage = Stage::new(&tg, &model);
    stage.publishes_old(&tg, &alice, &model).await;

    let adjutant = stage.home.start_listening(&tg).await;
    let (question, address) = stage.is_asked(&tg, &alice, &model).await;
    assert_eq!(shown_at(&address).await, Some(OLD));
    let visitor = tokio::spawn(visits(address));
    let barrier = stage.bars(point);
    alice.presses(&question, "Approve").await;
    stage.reaches(point, barrier).await;
    adjutant.kill().await;
    let seen_by_visitor = visitor.await.unwrap();
    assert!(seen_by_visitor.is_sorted_by_key(|shown| *shown == NEW), "{seen_by_visitor:?}");
    let left = shown_whole(&stage.root);
    if matches!(point, Point::Switched | Point::Copying) {
        assert_eq!(left, NEW);
    }
    assert!(left == NEW || !seen_by_visitor.contains(&NEW), "what was shown is shown no more");

    stage.unbars();
    stage.home.age_interrupted_turns().await;
    let adjutant = stage.home.start_listening(&tg).await;
    let answer = tg.next_message(&alice).await.text;
    assert!(answer.starts_with("It is online.") && answer.ends_with("and copied by sh."), "{answer}");
    assert_eq!(shown_whole(&stage.root), NEW);
    assert_eq!(shown_at(&last_address(&model)).await, Some(NEW));
    assert_eq!(names(&stage.root), ["current", "lock", "versions"]);
    let current = version(&stage.root);
    let versions: Vec<u64> =
        names(&stage.root.join("versions")).iter().map(|name| name.parse().unwrap()).collect();
    assert!(versions.iter().all(|version| *version <= current), "{versions:?}, of which {current} is shown");
    adjutant.finish(&tg).await;
    let answers = seen(&tg, &alice).iter().filter(|text| text.contains("It is online.")).count();
    assert_eq!(answers, 2, "one for each publish: {:?}", seen(&tg, &alice));
}

/// Starts a model that says after each call that the site is online.
async fn publishing_model() -> Model {
    let model = echoing_model().await;
    model.answer_with(|_| Turn::text("It is online."));
    model
}

/// An installation with a published site, and the obstacles to its next publish.
struct Stage {
    home: Home,
    /// The folder of the site.
    root: PathBuf,
    /// A pipe. While it exists, the program that copies the site waits for a writer to it.
    copying: PathBuf,
    _folder: TempDir,
}

impl Stage {
    fn new(tg: &Telegram, model: &Model) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let copying = folder.path().join("copying");
        let script = format!("[ ! -p {0} ] || read held < {0}", copying.display());
        let home = Home::new(tg)
            .with_model(model)
            .with("SITE__FOLDER", folder.path().join("sites").display())
            .with("SITE__DEPLOY", json!(["/bin/sh", "-c", script]));
        let root = folder.path().join("sites/riverside-choir");
        Self { home, root, copying, _folder: folder }
    }

    /// Publishes a site of one page. Then, while no process runs, adds many pages and changes the title.
    async fn publishes_old(&self, tg: &Telegram, alice: &User, model: &Model) {
        let adjutant: Process = self.home.start_listening(tg).await;
        let page = json!({ "title": "Welcome", "sections": [{ "template": "text", "content": { "body": "We sing." } }] });
        model.script([Turn::calls([
            ("site_update_settings", json!({ "title": OLD })),
            ("site_create_page_with_content", page),
        ])]);
        model.script([Turn::calls([("site_publish", json!({}))])]);
        alice.says("make a website for our choir, and publish it").await;
        let question = tg.next_message(alice).await;
        alice.presses(&question, "Approve").await;
        tg.next_message(alice).await;
        adjutant.terminate().await;
        let db = Db::open(&self.home.database()).await.unwrap();
        let change = async |tx: &SyncedTx| {
            tx.execute(
                "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
                 INSERT INTO site_pages
                     (page_id, site_id, title, slug, description, status, is_home, position, created_at, updated_at)
                 SELECT 'page-' || n, site_id, 'Page ' || n, 'page-' || n, '', 'published', 0, n, created_at, updated_at
                 FROM numbers, site_pages WHERE is_home = 1",
                [PAGES as i64],
            )
            .await?;
            tx.execute("UPDATE sites SET title = ?1", [NEW]).await
        };
        db.write(Scope::Global, change).await.unwrap();
    }

    /// Returns the approval question for publishing the new site, and the address of the old one.
    async fn is_asked(&self, tg: &Telegram, alice: &User, model: &Model) -> (BotMessage, String) {
        model.script([Turn::calls([("site_publish", json!({}))])]);
        alice.says("publish the website").await;
        let question = tg.next_message(alice).await;
        let at = question.text.find("http://").expect("it says where");
        let end = question.text[at..].find("choir/").expect("it says where") + "choir/".len();
        let address = question.text[at..at + end].to_owned();
        (question, address)
    }

    /// Creates pipes at which the next publish waits for this test; returns the path of the pipe at the point. No
    /// publish gets past the copying, so its call has no result yet when the process is killed.
    fn bars(&self, point: Point) -> PathBuf {
        let lock = self.root.join("lock");
        let is_copying = matches!(point, Point::Copying);
        for pipe in [Some(&self.copying), (!is_copying).then_some(&lock)].into_iter().flatten() {
            let _ = fs::remove_file(pipe);
            assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        }
        if is_copying { self.copying.clone() } else { lock }
    }

    /// Waits until the publish has reached the point.
    async fn reaches(&self, point: Point, pipe: PathBuf) {
        let root = self.root.clone();
        let reached = spawn_blocking(move || {
            // Returns once the other side opens the pipe.
            let held = match point {
                Point::Copying => File::options().write(true).open(pipe).unwrap(),
                _ => File::open(pipe).unwrap(),
            };
            let began = Instant::now();
            let is_there = || match point {
                Point::Begun | Point::Copying => true,
                Point::Written(files) => files_in(&root.join("versions/2")).len() >= files,
                Point::Switched => version(&root) == 2,
            };
            while !is_there() {
                assert!(began.elapsed() < PATIENCE, "it does not come there");
                thread::yield_now();
            }
            held
        });
        // Without its writer, the program that copies the site would continue.
        let held = timeout(PATIENCE, reached).await.expect("it comes there in time").unwrap();
        std::mem::forget(held);
    }

    fn unbars(&self) {
        // Releases a program that waits for a writer. Opening a pipe for both reading and writing does not block.
        drop(File::options().read(true).write(true).open(&self.copying).unwrap());
        for pipe in [self.root.join("lock"), self.copying.clone()] {
            let _ = fs::remove_file(pipe);
        }
    }
}

/// Visits the site until it does not answer; returns which version was shown each time.
async fn visits(address: String) -> Vec<&'static str> {
    let mut all = Vec::new();
    while let Some(shown) = shown_at(&address).await {
        all.push(shown);
    }
    all
}

/// Returns which version of the site is shown at an address; `None` if there is no answer.
async fn shown_at(address: &str) -> Option<&'static str> {
    let response = reqwest::get(address).await.ok()?;
    assert_eq!(response.status(), StatusCode::OK);
    Some(shown_by(&response.text().await.ok()?))
}

/// Returns the version to which a page belongs. The page must be complete.
fn shown_by(page: &str) -> &'static str {
    assert!(page.trim_end().ends_with("</html>"), "half a page: {page}");
    match (page.contains(OLD), page.contains(NEW)) {
        (true, false) => OLD,
        (false, true) => NEW,
        _ => panic!("a page of neither site: {page}"),
    }
}

/// Returns the current version of the site. Checks that no page is missing or of another version.
fn shown_whole(root: &Path) -> &'static str {
    let files = files_in(&root.join("current"));
    let pages = files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "html"));
    let pages = pages.map(|path| fs::read_to_string(path).unwrap());
    // Redirecting pages do not name the site.
    let pages = pages.filter(|page| !page.contains("http-equiv=\"refresh\""));
    let shown: Vec<_> = pages.map(|page| shown_by(&page)).collect();
    let first = shown[0];
    assert!(shown.iter().all(|shown| *shown == first), "pages of both sites");
    // The first page, the page of the posts, and the page for missing addresses.
    let wanted = if first == NEW { PAGES + 3 } else { 3 };
    assert_eq!(shown.len(), wanted, "the pages of {first}: {files:?}");
    first
}

/// Returns the files below a folder, which may be missing or change meanwhile.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns the number of the current version.
fn version(root: &Path) -> u64 {
    let target = fs::read_link(root.join("current")).unwrap();
    target.file_name().unwrap().to_str().unwrap().parse().unwrap()
}

/// Returns the address in the last result that the model received.
fn last_address(model: &Model) -> String {
    let request = model.requests().pop().unwrap();
    let published: Value = serde_json::from_str(request.tool_results().last().unwrap()).unwrap();
    published["address"].as_str().unwrap().to_owned()
}
