//! What changes a schedule, what pauses it, and what it keeps.

use super::*;

#[tokio::test]
async fn an_edit_changes_what_it_names_and_nothing_else() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    bench.advance(TimeDelta::minutes(10));
    let edited = edit(&alice, &id, json!({ "name": "Stretching", "notification": "never" })).await;
    assert_eq!((&edited["name"], &edited["goal"]), (&json!("Stretching"), &json!("Stretch!")));
    assert_eq!(edited["notification"], "never");
    assert_eq!(state(&edited), "active interval 3600 next 2026-05-01T11:00:00+02:00");
    assert_eq!(
        state(&edit(&alice, &id, json!({ "cadence_type": "interval", "cadence_value": "2h" })).await),
        "active interval 7200 next 2026-05-01T12:10:00+02:00"
    );
    assert_eq!(
        state(&edit(&alice, &id, json!({ "timezone": "Asia/Tokyo" })).await),
        "active interval 7200 next 2026-05-01T19:10:00+09:00"
    );
}

#[tokio::test]
async fn a_cadence_is_given_whole() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    for half in [json!({ "cadence_type": "cron" }), json!({ "cadence_value": "2h" })] {
        let mut arguments = half;
        arguments["schedule_id"] = json!(id);
        assert_eq!(
            alice.error("schedule_edit", arguments).await,
            "rejected: give cadence_type and cadence_value together"
        );
    }
}

#[tokio::test]
async fn an_edit_that_is_refused_changes_nothing() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    let refused =
        json!({ "schedule_id": id, "name": "x", "cadence_type": "interval", "cadence_value": "1s" });
    assert_eq!(
        alice.error("schedule_edit", refused).await,
        "rejected: runs would be 1 second apart, but the shortest interval allowed is 1 minute"
    );
    let found = alice.json("schedule_search", json!({})).await;
    assert_eq!(found["schedules"][0]["name"], "stretch");
}

#[tokio::test]
async fn a_paused_schedule_has_no_due_time_and_goes_on_from_when_it_is_resumed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    assert_eq!(state(&edit(&alice, &id, json!({ "status": "paused" })).await), "paused interval 3600 next -");
    bench.advance(TimeDelta::minutes(150));
    assert_eq!(
        state(&edit(&alice, &id, json!({ "status": "active" })).await),
        "active interval 3600 next 2026-05-01T13:00:00+02:00"
    );
}

#[tokio::test]
async fn a_paused_schedule_stays_paused_whatever_else_is_changed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    edit(&alice, &id, json!({ "status": "paused" })).await;
    let cadence = json!({ "cadence_type": "interval", "cadence_value": "2h" });
    assert_eq!(state(&edit(&alice, &id, cadence).await), "paused interval 7200 next -");
    let both = json!({ "cadence_type": "interval", "cadence_value": "3h", "status": "active" });
    assert_eq!(state(&edit(&alice, &id, both).await), "active interval 10800 next 2026-05-01T13:00:00+02:00");
}

#[tokio::test]
async fn no_call_of_a_hook_is_left_out_whatever_is_changed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let hook = json!({ "goal": "Who is it?", "cadence_type": "hook", "cadence_value": "doorbell" });
    let id = create(&alice, hook).await;
    assert_eq!(edit(&alice, &id, json!({ "overlap": "skip" })).await["overlap"], "queue");
    assert_eq!(edit(&alice, &id, json!({ "overlap": "parallel" })).await["overlap"], "parallel");
}

#[tokio::test]
async fn a_schedule_that_the_bot_paused_begins_anew_when_it_is_resumed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = ScheduleId(create(&alice, every_hour("stretch")).await);
    let failing = id.clone();
    bench
        .store
        .write(async move |tx| {
            adjutant_store::schedules::count_failure(tx, &failing).await?;
            adjutant_store::schedules::pause(tx, &failing, Some("it failed"), NOW).await
        })
        .await;
    let found = alice.json("schedule_search", json!({})).await;
    assert_eq!(found["schedules"][0]["paused_why"], "it failed");
    let resumed = edit(&alice, id.as_str(), json!({ "status": "active" })).await;
    assert_eq!((&resumed["status"], resumed.get("paused_why")), (&json!("active"), None));
    let user = alice.context.user.user_id.clone();
    let stored =
        bench.store.read(async move |tx| adjutant_store::schedules::get(tx, &user, &id).await).await.unwrap();
    assert_eq!((stored.failures, stored.paused_why), (0, None));
}

#[tokio::test]
async fn what_a_schedule_does_besides_is_kept_and_changed() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let mut wanted = every_hour("stretch");
    wanted.as_object_mut().unwrap().extend([
        ("urgent".to_owned(), json!(true)),
        ("missed".to_owned(), json!("all")),
        ("grace_secs".to_owned(), json!(86_400)),
        ("overlap".to_owned(), json!("parallel")),
        ("previous_outputs".to_owned(), json!(10)),
    ]);
    let id = create(&alice, wanted).await;
    let besides = |schedule: &Value| {
        ["urgent", "missed", "grace_secs", "overlap", "previous_outputs"]
            .map(|key| schedule[key].to_string())
            .join(" ")
    };
    let found = alice.json("schedule_search", json!({})).await;
    assert_eq!(besides(&found["schedules"][0]), r#"true "all" 86400 "parallel" 10"#);
    let edited = edit(&alice, &id, json!({ "urgent": false, "previous_outputs": 3 })).await;
    assert_eq!(besides(&edited), r#"false "all" 86400 "parallel" 3"#);
    assert_eq!(
        edited["message"],
        "Changed: every hour. Missed runs still run, if they are at most 1 day late."
    );
    let too_many = json!({ "schedule_id": id, "previous_outputs": 11 });
    assert!(alice.error("schedule_edit", too_many).await.contains("previous_outputs"));
    for (grace, why) in [
        (59, "59 is less than the minimum of 60"),
        (2_678_401, "2678401 is greater than the maximum of 2678400"),
    ] {
        let refused = alice.error("schedule_edit", json!({ "schedule_id": id, "grace_secs": grace })).await;
        assert_eq!(refused, format!("invalid_arguments: field 'grace_secs' in arguments: {why}"));
    }
}

#[tokio::test]
async fn a_schedule_that_is_over_needs_a_new_time() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let at = |time| json!({ "goal": "Tea", "cadence_type": "once", "cadence_value": time });
    let id = create(&alice, at("2026-05-01 11:00")).await;
    bench.advance(TimeDelta::hours(2));
    let done = id.clone();
    bench
        .store
        .write(async move |tx| {
            tx.execute(
                "UPDATE schedules SET status = 'completed', next_run_at = NULL WHERE schedule_id = ?1",
                [done.clone()],
            )
            .await
        })
        .await;
    assert_eq!(
        alice.error("schedule_edit", json!({ "schedule_id": id, "status": "active" })).await,
        "rejected: it has no due time any more; give a new cadence_type and cadence_value"
    );
    let again = json!({ "cadence_type": "once", "cadence_value": "2026-05-01 13:00" });
    assert_eq!(
        state(&edit(&alice, &id, again).await),
        "active once 2026-05-01T13:00:00+02:00 next 2026-05-01T13:00:00+02:00"
    );
}

#[tokio::test]
async fn who_decides_about_a_change_sees_what_changes() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let plants = json!({
        "goal": "Water the plants", "cadence_type": "interval", "cadence_value": "1h", "reminder": true,
    });
    let id = create(&alice, plants).await;
    let asked = async |change: Value| {
        let mut arguments = change;
        arguments["schedule_id"] = json!(id);
        alice
            .requirement("schedule_edit", arguments)
            .await
            .map(|it| it.ask.preview)
            .map_err(|it| explained(&it))
    };
    let change = json!({ "goal": "Pay mallory", "cadence_type": "interval", "cadence_value": "2h", "status": "paused" });
    insta::assert_snapshot!(asked(change).await.unwrap(), @r"
    - every hour (Europe/Berlin)
    + every 2 hours (Europe/Berlin)
    - active
    + paused
    - Water the plants
    + Pay mallory
    ");
    let change = json!({ "urgent": true, "missed": "all", "grace_secs": 7200, "overlap": "queue", "previous_outputs": 2 });
    insta::assert_snapshot!(asked(change).await.unwrap(), @r"
    - in quiet hours: wait until they are over
    + in quiet hours: come at once
    - missed due times: once, within 1 hour
    + missed due times: all, within 2 hours
    - due while its last run is not over: skip
    + due while its last run is not over: queue
    - last outputs that a run is given: 0
    + last outputs that a run is given: 2
    ");
    assert_eq!(asked(json!({ "goal": "Water the plants" })).await.unwrap(), "");
    let half = asked(json!({ "cadence_value": "2h" })).await;
    assert_eq!(half.unwrap_err(), "rejected: give cadence_type and cadence_value together");
}

#[tokio::test]
async fn a_goal_and_a_name_have_bounds() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    let long = "x".repeat(4_001);
    let mut new = every_hour("stretch");
    new["goal"] = json!(long);
    let goal = "invalid_arguments: the goal has 4001 characters, and a schedule's goal takes 4000 at most: say it more \
                briefly";
    assert_eq!(explained(&alice.requirement("schedule_create", new.clone()).await.unwrap_err()), goal);
    assert_eq!(alice.error("schedule_create", new).await, goal);
    let change = json!({ "schedule_id": id, "goal": long });
    assert_eq!(explained(&alice.requirement("schedule_edit", change.clone()).await.unwrap_err()), goal);
    assert_eq!(alice.error("schedule_edit", change).await, goal);
    let name = alice.error("schedule_edit", json!({ "schedule_id": id, "name": "n".repeat(101) })).await;
    assert_eq!(
        name,
        "invalid_arguments: the name has 101 characters, and a schedule's name takes 100 at most"
    );
}
