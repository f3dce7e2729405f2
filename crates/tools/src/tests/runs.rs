use adjutant_domain::budget::Spent;
use adjutant_store::{
    runs::{self, Delivery, End, Status},
    testing::{self, ms},
};

use super::*;

const OUTPUT: &str = "Zürich: 21 °C, no rain. ☀";

/// Stores runs 0 to `count` of this person's schedule, each with `output`, a minute apart.
async fn ran(alice: &Person<'_>, count: i64, output: String) {
    let user = alice.context.user.user_id.clone();
    alice
        .bench
        .store
        .write(async move |tx| {
            for i in 0..count {
                let (run, due) = (RunId(format!("run-{i}")), NOW + ms(i as u64 * 60_000));
                runs::insert(
                    tx,
                    &run,
                    testing::run(&ScheduleId("schedule-1".into()), &user, due),
                    due + ms(5),
                )
                .await?;
                let end = End {
                    status: Status::Succeeded,
                    delivery: Delivery::Delivered,
                    output: &output,
                    error: None,
                    spent: Spent { cost_micros: 1_500, ..Spent::default() },
                };
                runs::finish(tx, &run, end, due + ms(900)).await?;
            }
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_newest_runs_are_listed_without_their_output() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    ran(&alice, 25, OUTPUT.repeat(20)).await;
    let list = async |arguments: Value| alice.json("schedule_runs", arguments).await["runs"].clone();
    let newest = list(json!({ "schedule_id": "schedule-1", "limit": 1 })).await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&sorted(&newest)).unwrap(), @r#"
        [
          {
            "cost_usd": 0.0015,
            "delivery": "delivered",
            "due_at": "2026-05-01T08:24:00+00:00",
            "error": null,
            "finished_at": "2026-05-01T08:24:00.900+00:00",
            "model_calls": 0,
            "reason": null,
            "run_id": "run-24",
            "seconds": 0.0,
            "started_at": "2026-05-01T08:24:00.005+00:00",
            "status": "succeeded",
            "summary": "Zürich: 21 °C, no rain. ☀Zürich: 21 °C, no rain. ☀Zürich: 21 °C, no rain. ☀Zürich: 21 °C, no rain. ☀Zürich: 21 °C, no ra",
            "tokens": 0
          }
        ]
        "#);
    let few = list(json!({ "schedule_id": "schedule-1" })).await;
    let ids: Vec<_> = few.as_array().unwrap().iter().map(|run| run["run_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["run-24", "run-23", "run-22", "run-21", "run-20"]);
    let most = list(json!({ "schedule_id": "schedule-1", "limit": 20 })).await;
    assert_eq!(most.as_array().map(Vec::len), Some(20));
    assert_eq!(list(json!({ "schedule_id": "schedule-2" })).await, json!([]));
}

#[tokio::test]
async fn a_long_output_is_read_page_by_page_and_nothing_is_lost() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let output = OUTPUT.repeat(400);
    let total = output.chars().count();
    ran(&alice, 1, output.clone()).await;

    let mut read = String::new();
    let mut pages = 0;
    loop {
        let offset = read.chars().count();
        let page = alice.json("schedule_run_output", json!({ "run_id": "run-0", "offset": offset })).await;
        read.push_str(page["output"].as_str().unwrap());
        assert_eq!(page["total"], total);
        assert_eq!(page["remaining"], total - read.chars().count());
        pages += 1;
        if page["remaining"] == 0 {
            break;
        }
    }
    assert_eq!(read, output);
    assert_eq!(pages, total.div_ceil(4_000));

    let small = json!({ "run_id": "run-0", "offset": 5, "max_chars": 200 });
    let page = alice.json("schedule_run_output", small).await;
    assert_eq!(page["output"].as_str().unwrap().chars().count(), 200);
    assert!(page["output"].as_str().unwrap().starts_with("h: 21 °C"));
}

#[tokio::test]
async fn a_page_behind_the_end_is_empty() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    ran(&alice, 1, OUTPUT.to_owned()).await;
    for offset in [25_u64, 26, 1_000_000, u64::MAX] {
        let page = alice.json("schedule_run_output", json!({ "run_id": "run-0", "offset": offset })).await;
        let expected = json!({ "run_id": "run-0", "output": "", "offset": offset, "total": 25, "remaining": 0, "message": "That is all." });
        assert_eq!(page, expected);
    }
}

#[tokio::test]
async fn what_is_alices_is_not_bobs() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    ran(&alice, 1, OUTPUT.to_owned()).await;
    assert_eq!(bob.json("schedule_runs", json!({ "schedule_id": "schedule-1" })).await["runs"], json!([]));
    assert_eq!(
        bob.error("schedule_run_output", json!({ "run_id": "run-0" })).await,
        "not_found: there is no run 'run-0'; schedule_runs lists the existing ids"
    );
}

#[tokio::test]
async fn a_run_decides_whether_its_result_is_sent() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let decision = json!({ "send": false, "reason": "nothing new" });
    assert_eq!(
        alice.error("notify", decision.clone()).await,
        "rejected: this is not a scheduled run; just answer"
    );
    alice.begin_run("schedule-1").await;
    assert_eq!(
        alice.need("notify", decision.clone()).await,
        ApprovalNeed::NotNeeded,
        "it only holds back its own words"
    );
    assert_eq!(alice.json("notify", decision).await, json!({ "message": "Noted." }));
    let run =
        bench.store.read(async |tx| runs::get(tx, &RunId("run-of-schedule-1".into())).await).await.unwrap();
    let expected = runs::Notify { send: false, reason: "nothing new".to_owned() };
    assert_eq!(run.notify(), Some(expected));
    let listed = alice.json("schedule_runs", json!({ "schedule_id": "schedule-1" })).await;
    assert_eq!(listed["runs"][0]["reason"], "nothing new");
}

#[tokio::test]
async fn whose_words_an_earlier_output_held_counts_for_the_run_that_was_given_it() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    alice.begin_run("schedule-1").await;
    let session = alice.context.session.session_id.clone();
    let given = async move |tx: &adjutant_store::db::SyncedTx| {
        let turn = adjutant_store::turns::open(tx, &session, None, NOW).await?.turn_id;
        let (said, sources) = ("The run before said: out.", "text from example.org".into());
        adjutant_store::turns::append_note(tx, &turn, said, &sources, NOW).await
    };
    bench.store.write(given).await;
    let arguments = json!({ "schedule_id": "schedule-1" }).to_string();
    let listed = alice.call_as(CallId::generate(), "schedule_runs", &arguments).await.unwrap();
    assert_eq!(listed.untrusted, Sources::from("text from example.org"));
}
