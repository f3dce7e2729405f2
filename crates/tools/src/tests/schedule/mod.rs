use adjutant_domain::tools::ToolCall;

use super::*;

mod edits;
mod runs;

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
async fn a_name_that_comes_from_the_goal_holds_no_part_of_a_secret() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let goal = format!("See every morning whether it is {OPERATORS_SECRET}");
    let at = json!({ "goal": goal, "cadence_type": "once", "cadence_value": "2026-05-02 09:00" });
    let made = alice.json("schedule_create", at).await;
    assert_eq!(made["name"], "See every morning whether it is [secret]");
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
async fn a_zone_may_be_an_offset_in_whole_hours() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let at = json!({ "goal": "Tea", "cadence_type": "once", "cadence_value": "2026-05-02 09:00", "timezone": "UTC+3" });
    let made = alice.json("schedule_create", at).await;
    assert_eq!(made["next_run_at"], "2026-05-02T09:00:00+03:00");
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
    assert_eq!(page(json!({ "status": "open", "offset": 20 })).await, "6 of 26, 0 remain: That is all.");
    // Those that are over come last, the latest first.
    let end = async |tx: &adjutant_store::db::SyncedTx| {
        tx.execute(
            "UPDATE schedules SET status = 'completed', next_run_at = NULL, updated_at = length(name)
             WHERE name IN ('Stretch 3', 'Stretch 10')",
            (),
        )
        .await
    };
    bench.store.write(end).await;
    assert_eq!(page(json!({ "status": "open", "offset": 20 })).await, "4 of 24, 0 remain: That is all.");
    let last = alice.json("schedule_search", json!({ "offset": 23 })).await;
    let names: Vec<_> = last["schedules"].as_array().unwrap().iter().map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["Tea", "Stretch 10", "Stretch 3"].map(Some));
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
