//! Crashes while research is in progress.

use adjutant_simulators::{
    model::{Model, Turn},
    pages::Pages,
    search::Searxng,
};
use serde_json::json;

use super::harness::{Home, echoing_model, telegram};

#[tokio::test]
async fn a_research_killed_at_work_goes_on_where_it_was() {
    let (tg, model) = (telegram().await, researching_model().await);
    let (site, searxng) = (Pages::start().await, Searxng::start().await);
    for path in ["/dover", "/calais"] {
        site.serve(path, "text/plain", "High tide is at nine.");
        searxng.add(&site.url(path), path, "tide");
    }
    let server = site.url("").trim_start_matches("http://").to_owned();
    let home = Home::new(&tg)
        .with_model(&model)
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!("[\"{server}\"]"))
        .with("TOOLS__SEARCH__PROVIDER", "searxng")
        .with("TOOLS__SEARCH__URL", searxng.url());
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says("research the tides").await;
    let prompt = tg.next_message(&alice).await;
    let (one, other) = (model.hold_before(), model.hold_before());
    alice.presses(&prompt, "Approve").await;
    one.wait().await;
    other.wait().await;
    one.release();
    let status = tg.next_message(&alice).await;
    tg.when(&status, |status| status.text.contains("1 of 2 pages done")).await;
    adjutant.kill().await;

    let again = model.hold_before();
    let adjutant = home.start();
    again.wait().await;
    let (searches, asked) = (searxng.searches().len(), model.count());
    adjutant.kill().await;

    let adjutant = home.start();
    tg.shows(&status, "At nine.").await;
    let file = tg.next_message(&alice).await;
    assert!(file.file.is_some(), "{file:?}");
    adjutant.finish(&tg).await;
    assert_eq!(searxng.searches().len(), searches, "it searched again");
    assert_eq!(model.count() - asked, 3, "one note, the report, the answer");
    assert_eq!(site.requests().len(), 4, "a page was read again after it was noted");
}

/// Starts a model that first requests research.
async fn researching_model() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| match request.tool_results()[..] {
        _ if request.system().starts_with("You take notes") => Turn::text("High tide: nine."),
        _ if request.system().starts_with("You write a report") => Turn::text("High tide is at nine [1][2]."),
        [] => {
            let queries = ["tide", "tide tables", "tide clock"];
            let wanted = json!({ "title": "Tides", "question": "When is high tide?", "queries": queries });
            Turn::calls([("deep_research", wanted)])
        }
        [result] if result.contains("at nine [1][2].") => Turn::text("At nine."),
        _ => Turn::text("Nobody knows."),
    });
    model
}
