use adjutant_domain::tools::ToolCall;

use super::*;

/// Creates a schedule of alice's; returns its id.
async fn create(alice: &Person<'_>, arguments: Value) -> String {
    alice.json("schedule_create", arguments).await["schedule_id"].as_str().unwrap().to_owned()
}

fn every_hour(name: &str) -> Value {
    json!({ "goal": "Stretch!", "name": name, "cadence_type": "interval", "cadence_value": "1h" })
}

async fn edit(alice: &Person<'_>, id: &str, changes: Value) -> Value {
    let mut arguments = changes;
    arguments["schedule_id"] = json!(id);
    alice.json("schedule_edit", arguments).await
}

/// Returns the fields that decide when and whether it runs.
fn state(schedule: &Value) -> String {
    let text = |key: &str| schedule[key].as_str().unwrap_or("-").to_owned();
    format!(
        "{} {} {} next {}",
        text("status"),
        text("cadence_type"),
        text("cadence_value"),
        text("next_run_at")
    )
}

#[tokio::test]
async fn a_new_schedule_is_confirmed_with_its_next_due_times_where_the_person_is() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let mut made = alice
        .json(
            "schedule_create",
            json!({
                "goal": "Summarise the news.\nThree lines.",
                "cadence_type": "cron",
                "cadence_value": "30 8 * * 1-5",
                "timezone": "America/New_York",
                "notification": "conditional",
            }),
        )
        .await;
    let id = made["schedule_id"].take();
    assert!(id.as_str().unwrap().starts_with("schedule-"));
    insta::assert_snapshot!(serde_json::to_string_pretty(&sorted(&made)).unwrap(), @r#"
        {
          "cadence_type": "cron",
          "cadence_value": "30 8 * * 1-5",
          "description": "every weekday at 08:30 (America/New_York)",
          "goal": "Summarise the news.\nThree lines.",
          "grace_secs": 3600,
          "message": "Scheduled: every weekday at 08:30 (America/New_York).",
          "missed": "once",
          "name": "Summarise the news.",
          "next_run_at": "2026-05-01T08:30:00-04:00",
          "next_runs": [
            "Fri 1 May 2026 14:30:00 (Europe/Berlin)",
            "Mon 4 May 2026 14:30:00 (Europe/Berlin)",
            "Tue 5 May 2026 14:30:00 (Europe/Berlin)"
          ],
          "notification": "conditional",
          "overlap": "skip",
          "previous_outputs": 0,
          "reminder": false,
          "schedule_id": null,
          "status": "active",
          "timezone": "America/New_York",
          "urgent": false
        }
        "#);
}

#[tokio::test]
async fn times_without_a_zone_are_the_hosts() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let at = json!({ "goal": "Tea", "cadence_type": "once", "cadence_value": "2026-05-02 09:00", "reminder": true });
    let made = alice.json("schedule_create", at).await;
    assert_eq!(made["timezone"], "Europe/Berlin");
    assert_eq!(made["next_run_at"], "2026-05-02T09:00:00+02:00");
    assert_eq!(made["notification"], "always");
    assert_eq!(made["name"], "Tea");
    assert_eq!(made["reminder"], true);
}

#[tokio::test]
async fn a_cadence_in_words_is_stored_as_the_time_that_it_means() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let tea =
        |kind: &str, value: &str| json!({ "goal": "Tea", "cadence_type": kind, "cadence_value": value });
    for (kind, value, stored) in [
        ("once", "tomorrow at 9am", "active once 2026-05-02T09:00:00+02:00 next 2026-05-02T09:00:00+02:00"),
        ("once", "24.12.2026 09:00", "active once 2026-12-24T09:00:00+01:00 next 2026-12-24T09:00:00+01:00"),
        ("once", "in 10 minutes", "active once 2026-05-01T08:10:00Z next 2026-05-01T10:10:00+02:00"),
        ("once", "9am", "active once 2026-05-02T09:00:00+02:00 next 2026-05-02T09:00:00+02:00"),
        ("interval", "every 10 minutes", "active interval 600 next 2026-05-01T10:10:00+02:00"),
        ("interval", "@daily", "active interval 86400 next 2026-05-02T10:00:00+02:00"),
        ("interval", "PT90M", "active interval 5400 next 2026-05-01T11:30:00+02:00"),
        ("cron", "every day at 9:00", "active cron 0 9 * * * next 2026-05-02T09:00:00+02:00"),
    ] {
        assert_eq!(state(&alice.json("schedule_create", tea(kind, value)).await), stored, "{kind} {value}");
    }
    let id = create(&alice, every_hour("stretch")).await;
    let later = json!({ "cadence_type": "once", "cadence_value": "tomorrow 9:00" });
    assert_eq!(
        state(&edit(&alice, &id, later).await),
        "active once 2026-05-02T09:00:00+02:00 next 2026-05-02T09:00:00+02:00"
    );
}

#[tokio::test]
async fn a_time_that_is_not_exact_is_refused_with_a_form_and_the_present_time() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for (kind, value, why) in [
        (
            "once",
            "2026-12-24",
            "once: `2026-12-24` is not exact: the time of day is missing: write it like `2026-12-24 09:00`; it is now Fri 1 May 2026 at 10:00 (Europe/Berlin)",
        ),
        (
            "once",
            "soon",
            "once: `soon` is not a date and time: write it as local time, like `2026-05-01 09:00`, or with an offset, like `2026-05-01T09:00:00+02:00`; it is now Fri 1 May 2026 at 10:00 (Europe/Berlin)",
        ),
        (
            "once",
            "24.12.2025 09:00",
            "once: Wed 24 Dec 2025 at 09:00 (Europe/Berlin) is in the past; it is now Fri 1 May 2026 at 10:00 (Europe/Berlin)",
        ),
        (
            "interval",
            "soon",
            "interval: `soon` is not a length of time: write seconds, like `900`, or `90s`, `15m`, `2h`, `1d`",
        ),
    ] {
        let refused = json!({ "goal": "Tea", "cadence_type": kind, "cadence_value": value });
        assert_eq!(alice.error("schedule_create", refused).await, format!("rejected: {why}"));
    }
}

/// Somebody may approve the call much later.
#[tokio::test]
async fn the_record_of_a_call_has_the_exact_time() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let recorded = async |tool: &str, arguments: Value| {
        let tool = bench.registry.get(tool).unwrap();
        let corrected = tool.corrected(&alice.context, &arguments.to_string()).await;
        corrected.map(|corrected| sorted(&serde_json::from_str(&corrected).unwrap()).to_string())
    };
    let soon = json!({ "goal": "Tea", "cadence_type": "once", "cadence_value": "in 10 minutes" });
    assert_eq!(
        recorded("schedule_create", soon).await.unwrap(),
        r#"{"cadence_type":"once","cadence_value":"2026-05-01T08:10:00Z","goal":"Tea"}"#
    );
    let id = create(
        &alice,
        json!({
            "goal": "Tea", "cadence_type": "once", "cadence_value": "11:00", "timezone": "Asia/Tokyo",
        }),
    )
    .await;
    let edit = json!({ "schedule_id": id, "cadence_type": "once", "cadence_value": "tomorrow 9:00" });
    let exact: Value = serde_json::from_str(&recorded("schedule_edit", edit).await.unwrap()).unwrap();
    assert_eq!(exact["cadence_value"], "2026-05-02T09:00:00+09:00", "in the schedule's own zone");
    assert_eq!(recorded("schedule_create", every_hour("stretch")).await, None);
}

#[tokio::test]
async fn a_creation_that_is_repeated_after_a_crash_is_one_schedule() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let call = CallId::generate();
    let arguments = every_hour("stretch").to_string();
    let first = alice.call_as(call.clone(), "schedule_create", &arguments).await.unwrap();
    bench.advance(TimeDelta::minutes(1));
    assert_eq!(alice.call_as(call, "schedule_create", &arguments).await.unwrap(), first);
    assert_eq!(alice.json("schedule_search", json!({})).await["total"], 1);
}

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
async fn a_deletion_asks_and_says_what_would_go() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let id = create(&alice, every_hour("stretch")).await;
    let ask = alice.question("schedule_delete", json!({ "schedule_id": id })).await;
    let expected = ApprovalRequest {
        summary: "Delete the schedule “stretch” (every hour)".to_owned(),
        reason: "A deleted schedule cannot be brought back.".to_owned(),
        ..ApprovalRequest::default()
    };
    assert_eq!(ask, expected);
    let delete = || alice.json("schedule_delete", json!({ "schedule_id": id }));
    assert_eq!(delete().await, json!({ "message": "Deleted." }));
    assert_eq!(delete().await, json!({ "message": "It was deleted already." }));
    assert_eq!(alice.json("schedule_search", json!({})).await["total"], 0);
}

#[tokio::test]
async fn a_search_has_filters_and_pages() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for i in 0..25 {
        create(&alice, every_hour(&format!("Stretch {i}"))).await;
    }
    let tea = json!({
        "goal": "Tea", "cadence_type": "cron", "cadence_value": "0 16 * * *", "notification": "never",
    });
    let tea = create(&alice, tea).await;
    edit(&alice, &tea, json!({ "status": "paused" })).await;

    let page = async |arguments: Value| {
        let found = alice.json("schedule_search", arguments).await;
        let shown = found["schedules"].as_array().unwrap().len();
        format!(
            "{shown} of {}, {} remain: {}",
            found["total"],
            found["remaining"],
            found["hint"].as_str().unwrap()
        )
    };
    assert_eq!(page(json!({})).await, "20 of 26, 6 remain: 6 more: call again with offset 20.");
    assert_eq!(page(json!({ "offset": 20 })).await, "6 of 26, 0 remain: That is all.");
    // A page ends where the result has no more room.
    assert_eq!(page(json!({ "limit": 50 })).await, "23 of 26, 3 remain: 3 more: call again with offset 23.");
    assert_eq!(page(json!({ "offset": 23 })).await, "3 of 26, 0 remain: That is all.");
    assert_eq!(page(json!({ "offset": 100 })).await, "0 of 26, 0 remain: That is all.");
    assert_eq!(page(json!({ "name": "STRETCH 2" })).await, "6 of 6, 0 remain: That is all.");
    for filter in ["status", "cadence_type", "notification"] {
        let value = match filter {
            "status" => "paused",
            "cadence_type" => "cron",
            _ => "never",
        };
        let found = alice.json("schedule_search", json!({ filter: value })).await;
        assert_eq!((&found["total"], &found["schedules"][0]["name"]), (&json!(1), &json!("Tea")), "{filter}");
    }
    assert_eq!(page(json!({ "name": "%" })).await, "0 of 0, 0 remain: That is all.");
}

#[tokio::test]
async fn what_is_alices_is_not_bobs() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let id = create(&alice, every_hour("stretch")).await;
    let unknown = format!("not_found: there is no schedule '{id}'; schedule_search lists the existing ids");
    assert_eq!(bob.json("schedule_search", json!({})).await["total"], 0);
    assert_eq!(bob.error("schedule_edit", json!({ "schedule_id": id, "status": "paused" })).await, unknown);
    for tool in ["schedule_edit", "schedule_delete"] {
        let refused = bob.requirement(tool, json!({ "schedule_id": id })).await.unwrap_err();
        assert_eq!(explained(&refused), unknown, "{tool}: not even to ask");
    }
    bob.json("schedule_delete", json!({ "schedule_id": id })).await;
    assert_eq!(alice.json("schedule_search", json!({})).await["total"], 1);
}

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

#[tokio::test]
async fn without_the_scheduler_none_of_its_tools_is_offered() {
    let mut config = Config::default();
    config.scheduler.enabled = false;
    let bench = Bench::with(config).await;
    let alice = bench.person("alice").await;
    let names: Vec<_> = alice.offered().await.specs().into_iter().map(|spec| spec.name).collect();
    assert!(names.iter().any(|name| name == "memory_save"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("schedule") || name == "notify"), "{names:?}");
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
async fn the_model_is_told_how_to_schedule_at_more_length_than_people_are() {
    let bench = Bench::new().await;
    let definition = &bench.registry.get("schedule_create").unwrap().definition;
    assert!(definition.description.len() > definition.summary.len(), "{}", definition.description);
    let goal = definition.parameters["properties"]["goal"].to_string();
    assert!(goal.contains("without this conversation"), "{goal}");
}

#[tokio::test]
async fn in_a_group_there_are_only_the_schedules_that_were_made_in_it() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let hourly =
        json!({ "goal": "stretch", "cadence_type": "interval", "cadence_value": "1h", "reminder": true });
    let private = alice.json("schedule_create", hourly.clone()).await["schedule_id"].clone();
    let user = alice.context.user.user_id.clone();
    let open = async move |tx: &adjutant_store::db::SyncedTx| {
        let chat = testing::chat("family");
        adjutant_store::sessions::open(tx, &chat, adjutant_channel::ChatKind::Group, &user, NOW).await
    };
    let direct = std::mem::replace(&mut alice.context.session, bench.store.write(open).await);

    let found = alice.json("schedule_search", json!({})).await;
    assert_eq!((&found["total"], &found["schedules"]), (&json!(0), &json!([])));
    assert_eq!(found["message"], "Found 0 schedules. This is a group, so only those made here are listed.");
    let id = private.as_str().unwrap();
    let unknown = format!("not_found: there is no schedule '{id}'; schedule_search lists the existing ids");
    assert_eq!(alice.error("schedule_edit", json!({ "schedule_id": id, "name": "mine" })).await, unknown);
    let delete = json!({ "schedule_id": id });
    assert_eq!(explained(&alice.requirement("schedule_delete", delete.clone()).await.unwrap_err()), unknown);
    assert_eq!(alice.json("schedule_delete", delete.clone()).await["message"], "It was deleted already.");
    assert_eq!(alice.json("schedule_runs", delete).await["runs"], json!([]));

    let here = alice.json("schedule_create", hourly).await["schedule_id"].clone();
    assert_eq!(alice.json("schedule_search", json!({})).await["schedules"][0]["schedule_id"], here);
    alice.context.session = direct;
    assert_eq!(alice.json("schedule_search", json!({})).await["total"], 2, "nobody reads along here");
}

#[tokio::test]
async fn a_person_has_as_many_schedules_as_the_limit_allows() {
    let mut config = Config::default();
    config.limits.schedules = 2;
    let bench = Bench::with(config).await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    create(&alice, every_hour("one")).await;
    let two = create(&alice, every_hour("two")).await;
    let full = alice.error("schedule_create", every_hour("three")).await;
    assert!(full.contains("this person has 2 schedules, which is the most; nothing was scheduled"), "{full}");
    create(&bob, every_hour("one")).await;
    alice.json("schedule_delete", json!({ "schedule_id": two })).await;
    let three = create(&alice, every_hour("three")).await;

    // A completed schedule no longer counts, and counts again when it begins anew.
    let over = three.clone();
    let end = async move |tx: &adjutant_store::db::SyncedTx| {
        tx.execute("UPDATE schedules SET status = 'completed' WHERE schedule_id = ?1", [over.clone()]).await
    };
    bench.store.write(end).await;
    let four = create(&alice, every_hour("four")).await;
    let anew = json!({ "schedule_id": three, "cadence_type": "interval", "cadence_value": "2h" });
    let full = alice.error("schedule_edit", anew.clone()).await;
    assert!(full.contains("this person has 2 schedules, which is the most; nothing was scheduled"), "{full}");
    alice.json("schedule_delete", json!({ "schedule_id": four })).await;
    alice.json("schedule_edit", anew).await;
}

#[tokio::test]
async fn the_question_shows_whatever_is_unusual_about_a_new_schedule() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let usual = alice.requirement("schedule_create", every_hour("stretch")).await.unwrap().ask;
    assert_eq!((&*usual.summary, &*usual.preview), ("Schedule “stretch”", "every hour\nStretch!"));
    let mut unusual = every_hour("News\n✅ Approved");
    for (field, value) in [
        ("timezone", json!("Asia/Tokyo")),
        ("notification", json!("never")),
        ("reminder", json!(true)),
        ("urgent", json!(true)),
        ("missed", json!("all")),
        ("grace_secs", json!(7200)),
        ("overlap", json!("parallel")),
        ("previous_outputs", json!(3)),
    ] {
        unusual[field] = value;
    }
    let asked = alice.requirement("schedule_create", unusual).await.unwrap().ask;
    assert_eq!(asked.summary, "Schedule “News ✅ Approved”", "a name is one line");
    insta::assert_snapshot!(asked.preview, @r"
        every hour
        times are in Asia/Tokyo
        a reminder: this text is sent, and no model runs
        results: never
        in quiet hours: come at once
        missed due times: all, within 2 hours
        due while its last run is not over: parallel
        last outputs that a run is given: 3
        Stretch!
        ");
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

#[tokio::test]
async fn a_schedule_keeps_whose_words_it_was_made_from() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let source = async |alice: &Person<'_>, id: &str| {
        let found = alice.call("schedule_search", json!({})).await.unwrap();
        assert!(read(&found).to_string().contains(id));
        found.untrusted
    };
    alice.context.untrusted = "example.com".into();
    let id = create(&alice, every_hour("stretch")).await;
    assert_eq!(source(&alice, &id).await, Sources::from("example.com"));
    // Another change in the person's own words leaves the goal and its sources.
    alice.context.untrusted = Sources::OWN;
    edit(&alice, &id, json!({ "name": "Stretching" })).await;
    assert_eq!(source(&alice, &id).await, Sources::from("example.com"));
    alice.context.untrusted = "example.org".into();
    edit(&alice, &id, json!({ "urgent": true })).await;
    assert_eq!(source(&alice, &id).await.to_string(), "example.com, example.org");
    alice.context.untrusted = Sources::OWN;
    edit(&alice, &id, json!({ "goal": "Stretch well!" })).await;
    assert_eq!(source(&alice, &id).await, Sources::OWN);
}
