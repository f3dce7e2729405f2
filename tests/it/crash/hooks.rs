//! Crashes after a call of a hook was acknowledged.

use adjutant_simulators::{model::Turn, telegram::Method};
use reqwest::StatusCode;

use super::{
    harness::{Home, echoing_model, telegram},
    platform::seen,
};
use crate::{core::hooks::Hook, harness::Shown};

#[tokio::test]
async fn a_call_that_was_acknowledged_arrives_once() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says("/hooks add doorbell").await;
    let hook = Hook::of(&Shown::from(tg.next_message(&alice).await));
    let on_its_way = tg.hold_before(Method::SendMessage);
    let (status, _) = hook.call("1", "Somebody rang.").await;
    assert_eq!(status, StatusCode::ACCEPTED);
    on_its_way.wait().await;
    adjutant.kill().await;

    home.age_what_is_in_doubt().await;
    let adjutant = home.start();
    let rang = tg.next_message(&alice).await;
    assert!(rang.text.contains("Somebody rang."), "{rang:?}");
    adjutant.finish(&tg).await;
    let rang = seen(&tg, &alice).iter().filter(|text| text.contains("Somebody rang.")).count();
    assert_eq!(rang, 1, "{:?}", seen(&tg, &alice));
}

#[tokio::test]
async fn a_task_that_was_killed_at_work_runs_again_and_reports_once() {
    let (tg, model) = (telegram().await, echoing_model().await);
    model.answer_with(|_| Turn::text("A test failed."));
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says("/hooks add build Say why the build failed").await;
    let made = tg.next_message(&alice).await;
    let at_work = model.hold_before();
    let (status, _) = Hook::of(&Shown::from(made)).call("1", r#"{"result": "failed"}"#).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    at_work.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    let report = tg.next_message(&alice).await;
    assert!(report.text.contains("A test failed."), "{report:?}");
    adjutant.finish(&tg).await;
    let reports = seen(&tg, &alice).iter().filter(|text| text.contains("A test failed.")).count();
    assert_eq!((reports, model.count()), (1, 2));
}
