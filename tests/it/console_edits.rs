//! The console: edits of schedules and their effects.

use adjutant_store::db::{Scope, SyncedTx};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat as _, OnWeb, Setup, reads};

#[tokio::test]
async fn a_schedule_is_edited_after_a_preview() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    let shown = async || alice.views("schedules").await["schedules"][0].take();
    let schedule = shown().await;
    assert_eq!(
        [&schedule["kind"], &schedule["value"], &schedule["goal"], &schedule["is_reminder"]],
        [&json!("cron"), &json!("30 9 * * *"), &json!("water the plants"), &json!(true)]
    );

    let id = &schedule["id"];
    let edit = json!({"schedule_id": id, "cadence_type": "cron", "cadence_value": "0 7 * * MON", "timezone": "Europe/Berlin"});
    let seen: Value = alice.tries("/api/console/preview", &edit).await.json().await.unwrap();
    assert_eq!(seen["doubt"], Value::Null);
    reads!(seen["cadence"].as_str().unwrap(), @"every Monday at 07:00 (Europe/Berlin)");
    let due = seen["upcoming"].as_array().unwrap().iter().map(|due| due["local"].as_str().unwrap());
    reads!(due.collect::<Vec<_>>().join("; "), @"Mon 4 May, 07:00 (CEST); Mon 11 May, 07:00 (CEST); Mon 18 May, 07:00 (CEST); Mon 25 May, 07:00 (CEST); Mon 1 Jun, 07:00 (CEST)");
    assert_eq!(shown().await["value"], "30 9 * * *", "a preview changes nothing");

    let made = async |edit: &Value| {
        let version = shown().await["version"].take();
        alice.makes(&json!({"change": "edit_schedule", "version": version, "edit": edit})).await
    };
    reads!(made(&edit).await, @"The schedule is changed.");
    let renamed =
        json!({"schedule_id": id, "name": " The  plants ", "goal": "water the cactus", "missed": "skip"});
    reads!(made(&renamed).await, @"The schedule is changed.");
    let schedule = shown().await;
    let after = ["name", "goal", "cadence", "zone", "missed"].map(|field| schedule[field].as_str().unwrap());
    reads!(after.join("; "), @"The plants; water the cactus; every Monday at 07:00 (Europe/Berlin); Europe/Berlin; skip");

    let monthly = json!({"schedule_id": id, "cadence_type": "rrule", "cadence_value": "FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18"});
    let seen: Value = alice.tries("/api/console/preview", &monthly).await.json().await.unwrap();
    reads!(seen["cadence"].as_str().unwrap(), @"on the last day of the month at 18:00 (Europe/Berlin)");
    reads!(made(&monthly).await, @"The schedule is changed.");
    let schedule = shown().await;
    reads!(schedule["value"].as_str().unwrap(), @"DTSTART:20260531T180000 RRULE:FREQ=MONTHLY;BYMONTHDAY=-1");
    assert_eq!(schedule["kind"], "rrule");

    for (edit, why) in [
        (
            json!({"cadence_type": "rrule", "cadence_value": "FREQ=HOURLY"}),
            "rrule: FREQ=HOURLY is not supported",
        ),
        (
            json!({"timezone": "Mars"}),
            "'Mars' is not a time zone of the IANA list; write it like 'Europe/Paris'",
        ),
        (
            json!({"cadence_type": "interval", "cadence_value": "soon"}),
            "interval: `soon` is not a length of time: write seconds, like `900`, or `90s`, `15m`, `2h`, `1d`",
        ),
        (json!({"cadence_type": "once", "cadence_value": "2026-04-01 09:00"}), "is in the past"),
        (json!({"name": "x".repeat(1000)}), "the name has 1000 characters"),
    ] {
        let mut edit = edit;
        edit["schedule_id"] = id.clone();
        let refused = alice.tries("/api/console/preview", &edit).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let told = refused.json::<Value>().await.unwrap()["error"].take();
        assert!(told.as_str().unwrap().contains(why), "{told}");
        let answer = made(&edit).await;
        assert!(answer.alert && answer.text.contains(why), "{}", answer.text);
    }
    assert_eq!(shown().await, schedule, "what is refused changes nothing");
    let gone = json!({"schedule_id": "schedule-1", "name": "mine"});
    assert_eq!(alice.tries("/api/console/preview", &gone).await.status(), StatusCode::NOT_FOUND);
    reads!(made(&gone).await, @"This schedule is gone, or no longer for this chat. Nothing has changed. (alert)");

    let events = alice.views("audit").await["events"].take();
    let told = events.as_array().unwrap().iter().filter(|event| event["tool"] == "console");
    let told = told.map(|event| format!("{} {}", event["outcome"], event["about"])).collect::<Vec<_>>();
    reads!(told.join("; "), @r#""edited" "The plants"; "edited" "The plants"; "edited" "water the plants""#);
    bot.end().await;
}

#[tokio::test]
async fn an_edit_of_what_was_changed_meanwhile_is_refused() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    let schedule = alice.views("schedules").await["schedules"][0].take();
    let edit = |goal: &str| {
        let edit = json!({"schedule_id": schedule["id"], "goal": goal});
        json!({"change": "edit_schedule", "version": schedule["version"], "edit": edit})
    };
    reads!(alice.makes(&edit("water the cactus")).await, @"The schedule is changed.");
    reads!(alice.makes(&edit("water the orchid")).await, @"The schedule was changed meanwhile, so nothing was saved. Close this form and open it again to see how the schedule is now. (alert)");
    let schedule = alice.views("schedules").await["schedules"][0].take();
    assert_eq!(schedule["goal"], "water the cactus");
    bot.end().await;
}

#[tokio::test]
async fn schedules_are_found_by_their_names_and_texts() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    for said in ["remind me every day at 9:30 to water the plants", "remind me tomorrow at 10 to call Bob"] {
        alice.says(said).await;
        bot.next_message().await;
    }
    let found = async |query: &str| {
        let shown = alice.views(&format!("schedules?of={query}")).await;
        let goals = shown["schedules"].as_array().unwrap().iter().map(|found| found["goal"].clone());
        (goals.collect::<Vec<_>>(), shown["total"].clone(), shown["query"].clone())
    };
    assert_eq!(found("%20BOB%20").await, (vec![json!("call Bob")], json!(1), json!("BOB")));
    assert_eq!(found("plants").await.0, [json!("water the plants")]);
    assert_eq!(found("orchid").await, (Vec::new(), json!(0), json!("orchid")));
    assert_eq!(found("").await.1, 2);
    bot.end().await;
}

#[tokio::test]
async fn what_costs_much_is_said_before_it_is_saved() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    let made_a_task = async |tx: &SyncedTx| tx.execute("UPDATE schedules SET reminder = 0", ()).await;
    bot.app().core().db.write(Scope::Global, made_a_task).await.unwrap();
    let schedule = alice.views("schedules").await["schedules"][0].take();
    assert_eq!(schedule["is_reminder"], false);
    let edit = json!({"schedule_id": schedule["id"], "cadence_type": "interval", "cadence_value": "5m"});
    let seen: Value = alice.tries("/api/console/preview", &edit).await.json().await.unwrap();
    reads!(seen["doubt"].as_str().unwrap(), @"It would run up to 288 times a day, each time with the model.");
    bot.end().await;
}

#[tokio::test]
async fn the_operators_rules_for_the_tool_hold_on_the_page() {
    for (rule, said) in [
        (
            r#"[{ tool = "schedule_edit", then = "deny" }]"#,
            "Whoever runs this bot does not permit it. (alert)",
        ),
        (
            r#"[{ tool = "schedule_edit", then = "off" }]"#,
            "Whoever runs this bot does not permit it. (alert)",
        ),
        // The viewer is the owner.
        (r#"[{ tool = "schedule_edit", then = "owner" }]"#, "The schedule is changed."),
        (r#"[{ tool = "schedule_edit", then = "ask" }]"#, "The schedule is changed."),
    ] {
        let bot: Bot<OnWeb> = Setup::new().with("TOOLS__RULES", rule).start().await;
        let alice = bot.alice();
        alice.says("remind me every day at 9:30 to water the plants").await;
        bot.next_message().await;
        let schedule = alice.views("schedules").await["schedules"][0].take();
        let edit = json!({"schedule_id": schedule["id"], "name": "mine"});
        let refused = alice.tries("/api/console/preview", &edit).await.status() == StatusCode::FORBIDDEN;
        assert_eq!(refused, said.ends_with("(alert)"), "{rule}");
        let change = json!({"change": "edit_schedule", "version": schedule["version"], "edit": edit});
        assert_eq!(alice.makes(&change).await.to_string(), said, "{rule}");
        bot.end().await;
    }
}
