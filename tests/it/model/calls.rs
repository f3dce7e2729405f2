//! Tools as a model uses them: the arguments of its calls, and their results.

use adjutant_simulators::model::{Chunks, Turn};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Masked, OnWeb, Setup, in_order, reads};

#[tokio::test]
async fn what_is_saved_is_searched_updated_and_found_as_it_is_now() {
    let bot = bot().await;

    let saved =
        call(&bot, "memory_save", json!({"content": "the wifi code is 4711", "tags": ["Home"]})).await;
    let id = value(&saved)["note_id"].as_str().unwrap().to_owned();
    reads!(saved.masked(&id, "NOTE"), @r#"{"message":"Saved.","note_id":"NOTE","success":true}"#);
    reads!(found(&bot, "wifi").await, @r#""the wifi code is 4711" ["home"] "2026-05-01T10:00:00+00:00" "2026-05-01T10:00:00+00:00""#);
    bot.advance(5);
    let update = json!({"note_id": id, "content": "the wifi code is 4712"});
    reads!(call(&bot, "memory_update", update).await.masked(&id, "NOTE"), @r#"{"message":"Updated.","note_id":"NOTE","success":true}"#);
    reads!(found(&bot, "wifi AND \"code").await, @r#""the wifi code is 4712" ["home"] "2026-05-01T10:00:00+00:00" "2026-05-01T10:05:00+00:00""#);
    reads!(found(&bot, "4711").await, @"");
    reads!(call(&bot, "memory_update", json!({"note_id": "note-x", "content": "?"})).await, @r#"{"error":"there is no note 'note-x'; memory_search lists the existing ids","error_code":"not_found","success":false}"#);
    bot.end().await;
}

#[tokio::test]
async fn the_scratchpad_is_written_read_and_cleared() {
    let bot = bot().await;

    reads!(call(&bot, "scratchpad_write", json!({"items": ["one", "two"]})).await, @r#"{"item_count":2,"message":"The scratchpad has 2 items.","success":true,"updated":true}"#);
    let read = call(&bot, "scratchpad_read", json!({})).await;
    let session = value(&read)["session_id"].as_str().unwrap().to_owned();
    reads!(read.masked(&session, "SESSION"), @r#"{"item_count":2,"items":["one","two"],"message":"The scratchpad has 2 items.","session_id":"SESSION","success":true,"updated_at":"2026-05-01T10:00:00+00:00"}"#);
    reads!(call(&bot, "scratchpad_clear", json!({})).await, @r#"{"cleared":true,"message":"The scratchpad is empty now.","success":true}"#);
    reads!(call(&bot, "scratchpad_read", json!({})).await.masked(&session, "SESSION"), @r#"{"item_count":0,"items":[],"message":"The scratchpad has 0 items.","session_id":"SESSION","success":true,"updated_at":null}"#);
    bot.end().await;
}

#[tokio::test]
async fn a_schedule_is_made_found_changed_and_its_runs_are_listed() {
    let bot = bot().await;

    let made = json!({
        "goal": "stretch", "cadence_type": "cron", "cadence_value": "30 8 * * 1-5", "timezone": "Europe/Paris",
        "reminder": true,
    });
    let made = call(&bot, "schedule_create", made).await;
    let id = value(&made)["schedule_id"].as_str().unwrap().to_owned();
    reads!(made.masked(&id, "SCHEDULE"), @r#"{"cadence_type":"cron","cadence_value":"30 8 * * 1-5","description":"every weekday at 08:30 (Europe/Paris)","goal":"stretch","grace_secs":3600,"message":"Scheduled: every weekday at 08:30 (Europe/Paris).","missed":"once","name":"stretch","next_run_at":"2026-05-04T08:30:00+02:00","next_runs":["Mon 4 May 2026 06:30:00 (UTC)","Tue 5 May 2026 06:30:00 (UTC)","Wed 6 May 2026 06:30:00 (UTC)"],"notification":"always","overlap":"skip","previous_outputs":0,"reminder":true,"schedule_id":"SCHEDULE","status":"active","success":true,"timezone":"Europe/Paris","urgent":false}"#);
    let edit =
        json!({"schedule_id": id, "cadence_type": "interval", "cadence_value": "2h", "name": "Stretching"});
    reads!(call(&bot, "schedule_edit", edit).await.masked(&id, "SCHEDULE"), @r#"{"cadence_type":"interval","cadence_value":"7200","description":"every 2 hours","goal":"stretch","grace_secs":3600,"message":"Changed: every 2 hours.","missed":"once","name":"Stretching","next_run_at":"2026-05-01T14:00:00+02:00","next_runs":["Fri 1 May 2026 12:00:00 (UTC)","Fri 1 May 2026 14:00:00 (UTC)","Fri 1 May 2026 16:00:00 (UTC)"],"notification":"always","overlap":"skip","previous_outputs":0,"reminder":true,"schedule_id":"SCHEDULE","status":"active","success":true,"timezone":"Europe/Paris","urgent":false}"#);
    reads!(call(&bot, "schedule_search", json!({"name": "stretch"})).await.masked(&id, "SCHEDULE"), @r#"{"hint":"That is all.","message":"Found 1 schedule.","remaining":0,"schedules":[{"cadence_type":"interval","cadence_value":"7200","description":"every 2 hours","goal":"stretch","grace_secs":3600,"missed":"once","name":"Stretching","next_run_at":"2026-05-01T14:00:00+02:00","next_runs":["Fri 1 May 2026 12:00:00 (UTC)","Fri 1 May 2026 14:00:00 (UTC)","Fri 1 May 2026 16:00:00 (UTC)"],"notification":"always","overlap":"skip","previous_outputs":0,"reminder":true,"schedule_id":"SCHEDULE","status":"active","timezone":"Europe/Paris","urgent":false}],"success":true,"total":1}"#);
    bot.advance(120);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.rests().await;
    let runs = call(&bot, "schedule_runs", json!({"schedule_id": id})).await;
    let run = value(&runs)["runs"][0]["run_id"].as_str().unwrap().to_owned();
    reads!(runs.replace(&run, "RUN").masked(&id, "SCHEDULE"), @r#"{"message":"1 run.","runs":[{"cost_usd":0.0,"delivery":"delivered","due_at":"2026-05-01T12:00:00+00:00","error":null,"finished_at":"2026-05-01T12:00:00+00:00","model_calls":0,"reason":null,"run_id":"RUN","seconds":0.0,"started_at":"2026-05-01T12:00:00+00:00","status":"succeeded","summary":"stretch","tokens":0}],"success":true}"#);
    let output = call(&bot, "schedule_run_output", json!({"run_id": run})).await;
    reads!(output.replace(&run, "RUN").masked(&id, "SCHEDULE"), @r#"{"message":"That is all.","offset":0,"output":"stretch","remaining":0,"run_id":"RUN","success":true,"total":7}"#);
    bot.end().await;
}

#[tokio::test]
async fn wrong_calls_come_back_with_what_to_do_instead() {
    let bot = bot().await;

    bot.model().script([
        Turn::raw_call("memory_save", "{\"content\": \"half a"),
        Turn::calls([("memory_save", json!({"tags": ["home"]}))]),
        Turn::calls([("memory_save", json!({"content": true}))]),
        Turn::calls([("memory_save", json!({"content": "x", "colour": "red"}))]),
        Turn::calls([("memory_store", json!({"content": "the wifi code is 4711"}))]),
        Turn::calls([(
            "schedule_create",
            json!({"goal": "x", "cadence_type": "interval", "cadence_value": "10 seconds"}),
        )]),
        Turn::text("I give up."),
    ]);
    bot.alice().says("go on, please").await;
    reads!(bot.next_message().await, @"I give up.");
    let last = bot.model().requests().pop().unwrap();
    let results = last.messages.iter().filter(|it| it.role == "tool").map(|it| value(&it.text));
    let results: Vec<_> = results
        .map(|it| format!("{}: {}", it["error_code"].as_str().unwrap(), it["error"].as_str().unwrap()))
        .collect();
    reads!(results.join("\n"), @r#"
    invalid_arguments: the arguments are not valid JSON: EOF while parsing a string at line 1 column 19
    invalid_arguments: missing required field 'content' in arguments
    invalid_arguments: field 'content' in arguments: true is not of type "string"
    invalid_arguments: there is no field 'colour' in arguments; there are 'content', 'tags'
    unknown_tool: there is no tool 'memory_store'; did you mean 'memory_save'?
    rejected: runs would be 10 seconds apart, but the shortest interval allowed is 1 minute
    "#);
    bot.end().await;
}

#[tokio::test]
async fn a_call_in_which_the_response_reached_its_limit_does_not_run_and_the_model_is_told() {
    let bot = bot().await;

    let whole = json!({"content": "the wifi code is 4711"}).to_string();
    bot.model().script([
        Turn::raw_call("memory_save", "{\"content\": \"half a").truncated(),
        Turn::raw_call("scratchpad_read", "").truncated(),
        Turn::raw_call("memory_save", whole).truncated(),
        Turn::text("Saved.").withheld(),
    ]);
    bot.alice().says("go on, please").await;
    reads!(bot.next_message().await, @"
    Saved.

    (The provider of the model withheld the rest of this answer. Please ask in other words.)

    📝 Remembered: “the wifi code is 4711”
    ");
    let last = bot.model().requests().pop().unwrap();
    let results = last.messages.iter().filter(|it| it.role == "tool").map(|it| value(&it.text));
    let results: Vec<_> = results.map(|it| it["error"].as_str().unwrap_or("done").to_owned()).collect();
    reads!(results.join("\n"), @"
    the response reached its longest length within this call, which did not run; make it shorter, such as a long text in parts
    the response reached its longest length within this call, which did not run; make it shorter, such as a long text in parts
    done
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_model_that_confirms_for_the_person_is_refused() {
    let bot = bot().await;
    call(&bot, "memory_save", json!({"content": "the wifi code is 4711"})).await;
    let notes = value(&call(&bot, "memory_search", json!({"query": "wifi"})).await);
    let id = notes["matches"][0]["note_id"].as_str().unwrap();

    let confirmed = call(&bot, "memory_delete", json!({"note_id": id, "confirmed": true})).await;
    let refused = "there is no field 'confirmed' in arguments; there are 'note_id'";
    assert_eq!(value(&confirmed)["error"], refused);
    assert!(found(&bot, "wifi").await.contains("the wifi code is 4711"), "nothing was deleted");
    bot.end().await;
}

#[tokio::test]
async fn results_come_in_the_order_of_the_calls_however_they_are_cut_up() {
    for chunks in [Chunks::Whole, Chunks::OddToolDeltas, Chunks::NoIndex, Chunks::SharedIndex] {
        let bot = bot().await;
        // A stream whose calls cannot be distinguished is requested again, in one piece.
        let calls = || {
            Turn::calls([
                ("scratchpad_write", json!({"items": ["one"]})),
                ("scratchpad_read", json!({})),
                ("memory_save", json!({"content": "the wifi code is 4711"})),
            ])
        };
        bot.model().answer_with(move |request| match request.tool_results().len() {
            0 => calls().in_chunks(chunks),
            _ => Turn::text("Done."),
        });
        bot.alice().says("go on, please").await;
        let said = bot.next_message().await.text;
        assert_eq!(said, "Done.\n\n📝 Remembered: “the wifi code is 4711”", "{chunks:?}");
        let last = bot.model().requests().pop().unwrap();
        let [written, read, saved] = last.tool_results().try_into().expect("three results");
        assert!(written.contains("The scratchpad has"), "{chunks:?}: {written}");
        assert!(read.contains("items"), "{chunks:?}: {read}");
        assert!(saved.contains("note_id"), "{chunks:?}: {saved}");
        bot.end().await;
    }
}

#[tokio::test]
async fn a_long_result_is_cut_and_says_so() {
    let setup = Setup::new().with("TOOLS__MAX_OUTPUT_BYTES", 1024).with_model().await;
    let bot: Bot<OnWeb> = setup.start().await;

    let item = "x".repeat(100);
    call(&bot, "scratchpad_write", json!({"items": vec![&item; 12]})).await;
    let read = call(&bot, "scratchpad_read", json!({})).await;
    let (kept, suffix) = read.split_once('\n').unwrap();
    let shown = value(kept)["items"].as_array().unwrap().len();
    assert_eq!(
        (shown, value(kept)["items"][shown - 1].as_str()),
        (8, Some(item.as_str())),
        "between two items"
    );
    let (_, rest) = suffix.split_once("call_id '").unwrap();
    let (id, _) = rest.split_once('\'').unwrap();
    reads!(suffix.masked(id, "CALL"), @"
    [to read on: tool_output with call_id 'CALL' and offset 949]
    [output truncated — original size: 1,420 bytes]
    ");
    let request = bot.model().requests().pop().unwrap();
    assert!(request.tools.iter().any(|tool| tool == "tool_output"), "{:?}", request.tools);
    let page = json!({"call_id": id, "offset": 949, "max_chars": 200});
    let page = value(&call(&bot, "tool_output", page).await);
    assert!(page["output"].as_str().unwrap().starts_with(&format!(",\"{item}\"")), "{page}");
    reads!(page["message"], @r#""271 characters more: call again with offset 1149.""#);
    let unknown = call(&bot, "tool_output", json!({"call_id": "call-of-somebody"})).await;
    reads!(unknown, @r#"{"error":"the result of 'call-of-somebody' is not kept (any more); make the call again","error_code":"not_found","success":false}"#);
    bot.end().await;
}

async fn bot() -> Bot<OnWeb> {
    Setup::new().with_model().await.start().await
}

/// Makes the model call a tool; returns the result.
async fn call(bot: &Bot<OnWeb>, tool: &str, arguments: Value) -> String {
    bot.model().script([Turn::calls([(tool, arguments)]), Turn::text("Done.")]);
    bot.alice().says("go on, please").await;
    // Receipts may follow.
    assert_eq!(bot.next_message().await.text.lines().next(), Some("Done."));
    let last = bot.model().requests().pop().unwrap();
    in_order(&last.tool_results().concat())
}

/// Returns the results of a search: a line for each note, without its id and score.
async fn found(bot: &Bot<OnWeb>, query: &str) -> String {
    let found = value(&call(bot, "memory_search", json!({"query": query})).await);
    let line = |note: &Value| {
        format!("{} {} {} {}", note["text"], note["tags"], note["created_at"], note["updated_at"])
    };
    found["matches"].as_array().unwrap().iter().map(line).collect::<Vec<_>>().join("\n")
}

fn value(result: &str) -> Value {
    serde_json::from_str(result).unwrap_or_else(|error| panic!("{error}: {result}"))
}
