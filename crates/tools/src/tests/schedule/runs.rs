//! Schedules that runs and specialists make, change and end.

use super::*;

#[tokio::test]
async fn a_run_that_schedules_asks_first_and_reports_to_the_chat() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    assert_eq!(alice.need("schedule_create", every_hour("x")).await, ApprovalNeed::ByPolicy);

    let chat = alice.context.session.clone();
    alice.begin_run("schedule-1").await;
    let ask = alice.question("schedule_create", every_hour("x")).await;
    assert_eq!(ask.summary, "Schedule “x”");
    assert_eq!(ask.reason, "A scheduled task wants to make another one.");
    let id = ScheduleId(create(&alice, every_hour("x")).await);
    let user = chat.user_id.clone();
    let made =
        bench.store.read(async move |tx| adjutant_store::schedules::get(tx, &user, &id).await).await.unwrap();
    assert_eq!(made.session_id, chat.session_id);
}

#[tokio::test]
async fn a_specialist_schedules_for_the_chat_and_asks_where_a_run_has_called_it() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let chat = alice.context.session.clone();
    let delegate = ToolCall { id: "1".into(), name: "delegate_to_agent".into(), arguments: "{}".into() };
    for in_a_run in [false, true] {
        if in_a_run {
            alice.context.session = chat.clone();
            alice.begin_run("schedule-1").await;
        }
        let origin = alice.context.session.clone();
        let (_, _, calls) = bench.store.turn(&origin, std::slice::from_ref(&delegate)).await;
        let open = async move |tx: &adjutant_store::db::SyncedTx| {
            let id =
                adjutant_store::sessions::open_delegated(tx, &origin, ("planner", &calls[0]), NOW).await?;
            adjutant_store::sessions::get(tx, &id).await
        };
        alice.context.session = bench.store.write(open).await;
        let need = alice.need("schedule_create", every_hour("x")).await;
        assert_eq!(need, if in_a_run { ApprovalNeed::Required } else { ApprovalNeed::ByPolicy });
        let (user, id) = (chat.user_id.clone(), ScheduleId(create(&alice, every_hour("x")).await));
        let made =
            bench.store.read(async move |tx| adjutant_store::schedules::get(tx, &user, &id).await).await;
        assert_eq!(made.unwrap().session_id, chat.session_id);
    }
}

#[tokio::test]
async fn a_run_may_end_its_own_schedule_and_no_other() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let (mine, other) =
        (create(&alice, every_hour("stretch")).await, create(&alice, every_hour("tea")).await);
    let in_chat: Vec<_> = alice.offered().await.specs().into_iter().map(|spec| spec.name).collect();
    assert!(!in_chat.iter().any(|name| name == "schedule_stop_current" || name == "notify"), "{in_chat:?}");

    alice.begin_run(&mine).await;
    let offered = alice.offered().await;
    let stop = offered.get("schedule_stop_current").unwrap();
    assert!(stop.definition.description.contains("“stretch”"), "{}", stop.definition.description);
    let arguments = json!({ "reason": "The bread has come." });
    let expected = CallAssessment::by_policy("End the schedule “stretch”").preview("The bread has come.");
    assert_eq!(stop.requirement(&alice.context, &arguments).await.unwrap(), expected);
    let ended = stop.run(&alice.context, arguments.clone()).await.unwrap();
    assert_eq!(fits(&(stop.definition.output)(), &ended.output), Ok(()));
    let expected = json!({
        "message": "The schedule “stretch” has ended.", "schedule_id": mine, "status": "completed",
    });
    assert_eq!(read(&ended), expected);
    assert_eq!(stop.run(&alice.context, arguments.clone()).await.unwrap(), ended, "twice is once");

    let found = alice.json("schedule_search", json!({ "status": "active" })).await;
    assert_eq!((&found["total"], &found["schedules"][0]["schedule_id"]), (&json!(1), &json!(other)));
    alice.json("schedule_delete", json!({ "schedule_id": mine })).await;
    let gone = stop.run(&alice.context, arguments).await.unwrap_err();
    assert_eq!(explained(&gone), "not_found: the schedule was deleted meanwhile; there is nothing to end");
}

#[tokio::test]
async fn only_a_run_whose_schedule_lets_it_may_hold_back_its_result() {
    let bench = Bench::new().await;
    for (notification, offered) in [("always", false), ("conditional", true), ("never", false)] {
        let mut alice = bench.person(notification).await;
        let mut arguments = every_hour("stretch");
        arguments["notification"] = json!(notification);
        let id = create(&alice, arguments).await;
        alice.begin_run(&id).await;
        assert_eq!(alice.offered().await.get("notify").is_ok(), offered, "{notification}");
    }
}
