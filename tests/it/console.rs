//! The console: what its pages show to each person, and the changes made on them.

use adjutant_channel::{ChatKind, ChatRef, Content, Rich};
use adjutant_domain::outbox_key::OutboxKey;
use adjutant_simulators::model::{Model, Turn};
use adjutant_store::{
    db::{Scope, SyncedTx},
    outbox::{self, Post},
};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    core::speech::VOICE,
    harness::{Bot, Both, Chat as _, OnTelegram, OnWeb, Setup, Shown, reads},
};

pub(crate) const VIEWS: [&str; 13] = [
    "overview",
    "plots",
    "approvals",
    "schedules",
    "activity",
    "deliveries",
    "memory",
    "people",
    "usage",
    "audit",
    "log",
    "system",
    "process",
];
pub(crate) const TABLES: [&str; 3] = ["usage.csv", "usage-by-model.csv", "audit.csv"];

/// Requests a deletion, which waits for approval; returns its entry on the page of approvals.
async fn waits(bot: &Bot<OnWeb>) -> Value {
    let alice = bot.alice();
    alice.says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    bot.advance(1);
    alice.says("forget the wifi code").await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let waiting = alice.views("approvals").await["waiting"].take();
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    waiting[0].clone()
}

fn decision(waiting: &Value, approves: bool) -> Value {
    let [id, hash] = [&waiting["id"], &waiting["arguments_hash"]];
    json!({"change": "decide", "id": id, "arguments_hash": hash, "approves": approves})
}

#[tokio::test]
async fn what_waits_is_shown_whole_and_decided() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let waiting = waits(&bot).await;
    let prompt = bot.next_message().await;

    reads!(waiting["summary"].as_str().unwrap(), @"Delete the note “the wifi code is 4711”");
    let details = waiting["details"].as_str().unwrap();
    assert!(details.contains("Tool: memory_delete") && details.contains("note_id"), "{details}");
    assert_eq!((&waiting["requester"], &waiting["may_approve"]), (&Value::Null, &json!(true)));

    let mut other = decision(&waiting, true);
    other["arguments_hash"] = json!("0");
    reads!(alice.makes(&other).await, @"This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision. (alert)");
    reads!(alice.makes(&decision(&waiting, true)).await, @"Approved.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ✅ Approved
    ");
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    reads!(alice.makes(&decision(&waiting, false)).await, @"This was already decided. Approved. (alert)");
    assert_eq!(alice.views("approvals").await["waiting"], json!([]));

    let audit = alice.views("audit").await;
    let told = audit["events"].as_array().unwrap().iter().map(|event| {
        let word = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        [word("kind"), word("tool"), word("outcome"), word("by"), word("about")]
            .join(", ")
            .trim_end()
            .to_owned()
    });
    reads!(told.collect::<Vec<_>>().join("\n"), @"
    call, memory_delete, succeeded, owner,
    call, console, approved, owner, Delete the note “the wifi code is 4711”
    decision, memory_delete, approved, owner, Delete the note “the wifi code is 4711”
    ");
    let table = String::from_utf8(alice.fetches("/api/console/tables/audit.csv").await).unwrap();
    reads!(table, @"
    at,kind,person,by,tool,outcome,about
    2026-05-01T10:01:00Z,call,owner,owner,memory_delete,succeeded,
    2026-05-01T10:01:00Z,call,owner,owner,console,approved,Delete the note “the wifi code is 4711”
    2026-05-01T10:01:00Z,decision,owner,owner,memory_delete,approved,Delete the note “the wifi code is 4711”
    ");
    bot.end().await;
}

#[tokio::test]
async fn the_owner_sees_what_the_database_takes_and_what_is_left_on_its_disk() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let overview = bot.alice().views("overview").await;
    let [used, free] = [&overview["database_bytes"], &overview["disk"]["free_bytes"]];
    assert!(used.as_u64() > Some(0) && free.as_u64() > Some(0), "{overview}");
    bot.end().await;
}

#[tokio::test]
async fn a_schedule_is_paused_run_and_deleted() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    let shown = async || alice.views("schedules").await["schedules"].get(0).cloned().unwrap_or_default();
    let schedule = shown().await;
    let act = async |act: &str| {
        let answer = alice.makes(&json!({"change": "schedule", "id": schedule["id"], "act": act})).await;
        (answer.to_string(), shown().await)
    };

    reads!(schedule["cadence"].as_str().unwrap(), @"every day at 09:30 (UTC)");
    let due = schedule["upcoming"].as_array().unwrap().iter().map(|due| due["local"].as_str().unwrap());
    reads!(due.collect::<Vec<_>>().join("; "), @"Sat 2 May, 09:30 (UTC); Sun 3 May, 09:30 (UTC); Mon 4 May, 09:30 (UTC); Tue 5 May, 09:30 (UTC); Wed 6 May, 09:30 (UTC)");
    let (answer, paused) = act("pause").await;
    reads!(answer, @"Paused.");
    assert_eq!((&paused["status"], &paused["upcoming"]), (&json!("paused"), &json!([])));
    let (answer, resumed) = act("resume").await;
    reads!(answer, @"Resumed.");
    assert_eq!(resumed["status"], "active");

    reads!(act("run_now").await.0, @"It is running now.");
    reads!(bot.next_message().await, @"
    ⏰ water the plants
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.rests().await;
    let run = shown().await["runs"][0].take();
    assert_eq!(
        (&run["status"], &run["delivery"], &run["cause"]),
        (&json!("succeeded"), &json!("delivered"), &json!("asked"))
    );
    let (answer, gone) = act("delete").await;
    reads!(answer, @"Deleted.");
    assert_eq!(gone, Value::Null);
    reads!(act("pause").await.0, @"This schedule is gone, or no longer for this chat. Nothing has changed. (alert)");
    let nonsense = json!({"change": "schedule", "id": "schedule-1", "act": "explode"});
    let refused = alice.tries("/api/console/changes", &nonsense).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    bot.end().await;
}

#[tokio::test]
async fn a_clock_change_shows_in_the_next_due_times() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/timezone Europe/Berlin").await;
    bot.next_message().await;
    bot.advance(174 * 24 * 60);
    bot.rests().await;
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    let schedule = alice.views("schedules").await["schedules"][0].take();
    let due = schedule["upcoming"].as_array().unwrap().iter().map(|due| due["local"].as_str().unwrap());
    reads!(due.collect::<Vec<_>>().join("\n"), @"
    Fri 23 Oct, 09:30 (CEST)
    Sat 24 Oct, 09:30 (CEST)
    Sun 25 Oct, 09:30 (CET)
    Mon 26 Oct, 09:30 (CET)
    Tue 27 Oct, 09:30 (CET)
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_turn_is_shown_step_by_step() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let waiting = waits(&bot).await;
    let prompt = bot.next_message().await;
    let newest = async || alice.views("activity").await["turns"][0].take();
    let turn = newest().await;
    assert_eq!(
        (&turn["state"], &turn["took_ms"], &turn["calls"]),
        (&json!("waiting"), &Value::Null, &json!(2))
    );

    bot.advance(1);
    alice.makes(&decision(&waiting, true)).await;
    alice.changes(&prompt).await;
    bot.next_message().await;
    bot.rests().await;
    let turn = newest().await;
    assert_eq!((&turn["state"], &turn["took_ms"]), (&json!("done"), &json!(60_000)));
    let shown = alice.views(&format!("turn?of={}", turn["id"].as_str().unwrap())).await;
    let steps = shown["steps"].as_array().unwrap().iter().map(|step| {
        let word = |name: &str| step[name].as_str().unwrap_or_default().to_owned();
        let took = step["ends"].as_i64().zip(step["begins"].as_i64()).map_or(-1, |(end, begin)| end - begin);
        let said = if step["kind"] == "response" { word("output") } else { String::new() };
        format!("{} {} {} {took} {said}", word("kind"), word("name"), word("state"))
    });
    reads!(steps.map(|step| step.trim_end().to_owned()).collect::<Vec<_>>().join("\n"), @"
    message web  0
    response   0
    call memory_search done -1
    response   0 This is the note: the wifi code is 4711
    delivery web done 0
    decision memory_delete approved 60000
    call memory_delete done -1
    response   0 Forgotten: I have deleted the note. Our conversation may still contain what it said; `/new` begins without it.
    delivery web done 0
    ");
    assert_eq!(alice.views("turn?of=turn-1").await, Value::Null);
    assert_eq!(alice.views("turn").await, Value::Null);
    bot.end().await;
}

#[tokio::test]
async fn the_owner_admits_removes_and_names_people() {
    let bot: Bot<Both<OnTelegram, OnWeb>> = Setup::new().start().await;
    let Both(OnTelegram { tg, .. }, page) = bot.alice();
    let bob = tg.user(43, "bob");
    page.says("jot one").await;
    page.next_message().await;
    bob.says("let me in").await;
    tg.next_message(&bob).await;
    let knock = page.next_message().await;
    let stranger = page.views("people").await["knocks"][0].take();
    assert_eq!(page.views("overview").await["knocking"], 1);
    assert_eq!((&stranger["name"], &stranger["account"]), (&json!("bob"), &json!("43")));

    let admission = json!({"change": "knock", "token": stranger["token"], "admits": true});
    reads!(page.makes(&admission).await, @"Admitted.");
    reads!(page.changes(&knock).await, @"bob was admitted.");
    reads!(Shown::from(tg.next_message(&bob).await), @"The owner has let you in. Write to me as you would to a person, or send /help to see what I can do.");
    // By now, bob's message is answered.
    tg.next_message(&bob).await;
    reads!(page.makes(&admission).await, @"You have already decided this. Nothing has changed. (alert)");

    let person = async || {
        let people = page.views("people").await["people"].take();
        people.as_array().unwrap().iter().find(|person| person["name"] == "bob").unwrap().clone()
    };
    let found = page.views("people?of=TELEGRAM%3A43").await;
    assert_eq!((&found["people"][0]["name"], &found["total"]), (&json!("bob"), &json!(1)));
    let id = person().await["id"].clone();
    let act = async |act: &str| page.makes(&json!({"change": "person", "id": id, "act": act})).await;
    reads!(act("make_approver").await, @"They may now decide what others ask for in groups.");
    assert_eq!(person().await["is_approver"], true);
    reads!(act("end_approver").await, @"They decide only what they ask for themselves.");
    let shown = page.views(&format!("person?of={}", id.as_str().unwrap())).await;
    let account = &shown["accounts"][0];
    assert_eq!(
        [&account["platform"], &account["account"], &account["admitted_by"]],
        [&json!("Telegram"), &json!("43"), &json!("owner")]
    );
    let kept =
        shown["kept"].as_array().unwrap().iter().map(|kept| format!("{} {}", kept["what"], kept["used"]));
    reads!(kept.collect::<Vec<_>>().join(", "), @r#""notes" 0, "notes_size" 0, "schedules" 0, "files_size" 0"#);
    assert_eq!(page.views("person?of=user-1").await, Value::Null);
    reads!(act("remove").await, @"Removed.");
    assert_eq!(person().await["is_served"], false);
    reads!(act("admit").await, @"Admitted.");
    assert_eq!(person().await["is_served"], true);
    let owner = page.views("people").await["people"][0].take();
    reads!(page.makes(&json!({"change": "person", "id": owner["id"], "act": "remove"})).await, @"The owner cannot be removed here. `adjutant people`, where I run, can move the ownership or shut out an account. (alert)");

    let events = page.views("audit").await["events"].take();
    let told =
        events.as_array().unwrap().iter().filter(|event| event["tool"] == "console").map(|event| {
            format!("{} {}", event["outcome"].as_str().unwrap(), event["about"].as_str().unwrap())
        });
    reads!(told.collect::<Vec<_>>().join("\n"), @"
    admitted telegram:43
    removed telegram:43
    no_approver telegram:43
    approver telegram:43
    admitted telegram:43
    ");
    bot.end().await;
}

#[tokio::test]
async fn an_account_is_admitted_before_it_writes() {
    let bot: Bot<Both<OnTelegram, OnWeb>> = Setup::new().start().await;
    let Both(OnTelegram { tg, .. }, page) = bot.alice();
    for account in ["", "bob", "telegram:", "pigeon:43", "telegram:4 3"] {
        let refused = page.makes(&json!({"change": "account", "account": account})).await;
        reads!(refused, @"That is no account. Write it as telegram:42 or discord:42, with the number of the account. Nothing has changed. (alert)");
    }
    reads!(page.makes(&json!({"change": "account", "account": "telegram:43"})).await, @"Admitted.");
    let bob = tg.user(43, "bob");
    bob.says("jot hello").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"Jotted down: it is the only thing on the scratchpad.");
    let events = page.views("audit").await["events"].take();
    assert_eq!(
        (&events[0]["tool"], &events[0]["outcome"], &events[0]["about"]),
        (&json!("console"), &json!("admitted"), &json!("telegram:43"))
    );
    bot.end().await;
}

#[tokio::test]
async fn what_was_given_up_is_sent_again_or_deleted() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let given_up = async |number: i64| {
        let at = bot.app().core().clock.timestamp();
        let written = bot.app().core().db.write(Scope::Global, async move |tx| {
            let content = Content::text(Rich::plain(format!("the result of run {number}")));
            let chat = ChatRef { channel: "web".to_owned(), chat: "main".to_owned(), thread: None };
            let (source, chat_kind) = (OutboxKey::Heard(number), ChatKind::Direct);
            let post = Post {
                source: &source,
                segment: 0,
                part: 0,
                chat: &chat,
                chat_kind,
                reply_to: None,
                content: &content,
            };
            let id = outbox::post(tx, &post, at).await?;
            outbox::dead_letter(tx, id, "the chat was closed").await
        });
        written.await.unwrap();
    };
    given_up(1).await;
    given_up(2).await;

    let dead = alice.views("deliveries").await["dead"].take();
    assert_eq!((dead.as_array().unwrap().len(), &dead[1]["reason"]), (2, &json!("the chat was closed")));
    let act = async |letter: &Value, delivers: bool| {
        alice.makes(&json!({"change": "dead_letter", "id": letter["id"], "delivers": delivers})).await
    };
    reads!(act(&dead[1], true).await, @"It is being sent again.");
    reads!(bot.next_message().await, @"the result of run 1");
    bot.rests().await;
    reads!(act(&dead[0], false).await, @"Deleted. It will not be sent.");
    reads!(act(&dead[0], true).await, @"This message is no longer among those that were given up. Nothing has changed. (alert)");
    assert_eq!(alice.views("deliveries").await["dead"], json!([]));
    bot.end().await;
}

#[tokio::test]
async fn the_owner_runs_the_checks() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let answer = alice.tries("/api/console/checks", &json!({})).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let report: Value = answer.json().await.unwrap();
    let finding = |code: &str| {
        let findings = report["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["code"] == code).unwrap_or_else(|| panic!("{code}: {report}"))
    };
    assert_eq!(finding("database")["severity"], "ok");
    assert_eq!(finding("channel")["about"], "web");
    let model = finding("model");
    reads!(["detail", "checked", "remedy"].map(|name| model[name].as_str().unwrap()).join("\n"), @"
    built-in assistant (no model) answers
    A model answers one short question.
    Correct its settings in `[model]` or `[models.NAME]`.
    ");
    bot.end().await;
}

#[tokio::test]
async fn the_owner_copies_the_database_and_takes_a_copy_away() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup::new().with("BACKUP__FOLDER", folder.path().display());
    let bot: Bot<OnWeb> = setup.start().await;
    let alice = bot.alice();
    let copies = async || alice.views("system").await["backups"]["copies"].take();
    assert_eq!(copies().await, json!([]));
    let copy = async || {
        let answer: Value = alice.tries("/api/console/backups", &json!({})).await.json().await.unwrap();
        answer["text"].as_str().unwrap().to_owned()
    };
    reads!(copy().await, @"Copied: adjutant-20260501T100000Z-asked.db");
    bot.advance(1);
    reads!(copy().await, @"Copied: adjutant-20260501T100100Z-asked.db");
    // The remains of a killed process, and a file that is not a backup.
    for name in ["adjutant-20260501T100200Z.db.part", "notes.txt"] {
        std::fs::write(folder.path().join(name), "half").unwrap();
    }
    let listed = copies().await;
    let names: Vec<_> =
        listed.as_array().unwrap().iter().map(|copy| copy["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["adjutant-20260501T100100Z-asked.db", "adjutant-20260501T100000Z-asked.db"]);

    let taken = alice.requests(&format!("/api/console/backups/{}", names[0])).await;
    let length = taken.headers()["content-length"].to_str().unwrap().to_owned();
    reads!(taken.headers()["content-disposition"].to_str().unwrap(), @r#"attachment; filename="adjutant-20260501T100100Z-asked.db""#);
    let bytes = taken.bytes().await.unwrap();
    assert!(bytes.starts_with(b"SQLite format 3"));
    assert_eq!((json!(bytes.len()), length), (listed[0]["bytes"].clone(), bytes.len().to_string()));
    assert_eq!(bytes, std::fs::read(folder.path().join(names[0])).unwrap());
    for name in ["notes.txt", "adjutant-20260501T100200Z.db", "..%2F..%2Fetc%2Fpasswd"] {
        let refused = alice.asks(&format!("/api/console/backups/{name}")).await;
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{name}");
    }

    let events = alice.views("audit").await["events"].take();
    let told = events.as_array().unwrap().iter().map(|event| {
        ["tool", "outcome", "by", "about"].map(|name| event[name].as_str().unwrap_or_default()).join(" ")
    });
    reads!(told.collect::<Vec<_>>().join("\n"), @"
    console downloaded owner adjutant-20260501T100100Z-asked.db
    console backed_up owner adjutant-20260501T100100Z-asked.db
    console backed_up owner adjutant-20260501T100000Z-asked.db
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_copy_that_cannot_be_made_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("blocked");
    std::fs::write(&blocked, "").unwrap();
    let bot: Bot<OnWeb> = Setup::new().with("BACKUP__FOLDER", blocked.display()).start().await;
    let alice = bot.alice();
    let refused = alice.tries("/api/console/backups", &json!({})).await;
    assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR);
    let why: Value = refused.json().await.unwrap();
    let why = why["error"].as_str().unwrap().replace(&folder.path().display().to_string(), "DIR");
    assert!(why.starts_with("The database was not copied: cannot use the folder DIR/blocked: "), "{why}");
    assert_eq!(alice.views("audit").await["events"], json!([]));
    bot.end().await;
}

#[tokio::test]
async fn the_settings_that_count_are_shown_without_secrets() {
    let setup =
        Setup::new().with("MODEL__API_KEY", "sk-hunter22").with("AGENT__INSTRUCTIONS", "say sk-hunter22");
    let bot: Bot<OnWeb> = setup.start().await;
    let alice = bot.alice();
    let shown = alice.views("process").await;
    assert!(!shown.to_string().contains("hunter22"), "{shown}");
    let setting = |path: &str| {
        let settings = shown["settings"].as_array().unwrap();
        let found = settings.iter().find(|setting| setting["path"] == path).unwrap();
        format!("{} from {}", found["value"].as_str().unwrap(), found["origin"].as_str().unwrap())
    };
    reads!(setting("model.api_key"), @"(set) from ADJUTANT__MODEL__API_KEY");
    reads!(setting("channels.telegram.token"), @"(not set) from default");
    reads!(setting("agent.max_steps"), @"20 from default");
    bot.end().await;
}

#[tokio::test]
async fn the_last_day_is_drawn_from_what_happened() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("jot one").await;
    bot.next_message().await;
    alice.says("remind me in 20 minutes to water the plants").await;
    bot.next_message().await;
    bot.rests().await;
    bot.advance(20);
    bot.next_message().await;
    bot.rests().await;
    alice.says("jot two").await;
    bot.next_message().await;
    bot.rests().await;

    let plots = alice.views("plots").await;
    let values = |of: &Value| of.as_array().unwrap().clone();
    let newest = |of: &Value| values(of).split_off(94);
    assert_eq!(values(&plots["messages"]).len(), 96);
    assert_eq!(newest(&plots["messages"]), [json!(2), json!(1)]);
    assert_eq!(newest(&plots["half_ms"]), [json!(0), json!(0)]);
    assert_eq!(newest(&plots["cost_micros"]), [json!(0), json!(0)]);
    let operation = &plots["operation"];
    assert_eq!(newest(&operation["lateness_ms"]), [Value::Null, json!(0)]);
    assert_eq!(newest(&operation["queue_age_ms"])[1], json!(0));
    assert_eq!(newest(&operation["rate_limited"])[1], json!(0));
    assert_eq!(plots["stretch_ms"], 900_000);
    bot.end().await;
}

#[tokio::test]
async fn usage_is_shown_by_the_model_that_answered() {
    let second = Model::start().await;
    let settings = [
        ("MODEL__INPUT_PRICE", "2.5"),
        ("MODEL__OUTPUT_PRICE", "10"),
        ("MODEL__FALLBACKS", "[\"local\"]"),
        ("MODELS__LOCAL__PROVIDER", "openai"),
        ("MODELS__LOCAL__NAME", "small"),
        ("MODELS__LOCAL__BASE_URL", &second.url()),
        ("MODELS__LOCAL__API_KEY", "sk-second"),
        ("MODELS__LOCAL__INPUT_PRICE", "1"),
        ("MODELS__LOCAL__OUTPUT_PRICE", "1"),
        ("MEDIA__SPEECH__SOURCE", "remote"),
        ("MEDIA__SPEECH__MODEL", "whisper-1"),
        ("MEDIA__SPEECH__PRICE_PER_MINUTE", "6"),
    ];
    let setup = settings.iter().fold(Setup::new(), |setup, (name, value)| setup.with(name, value));
    let bot: Bot<OnWeb> = setup.with_model().await.start().await;
    let alice = bot.alice();
    bot.model().hears(["What shall I buy?"]);
    let looks = Turn::calls([("memory_search", json!({"query": "tea"}))]).with_usage(900, 50);
    let tea = Turn::text("Tea.").with_usage(1_000, 100).with_cached(800);
    bot.model().script([looks, tea, Turn::error(503, None)]);
    second.script([Turn::text("Oats.").with_usage(200, 20)]);
    alice.speaks(VOICE).await;
    bot.next_message().await;
    reads!(bot.next_message().await, @"Tea.");
    alice.says("and?").await;
    assert!(bot.next_message().await.text.starts_with("Oats."));

    let usage = alice.views("usage").await;
    let used = json!([
        {"model": "whisper-1", "calls": 0, "input_tokens": 0, "cached_tokens": 0, "output_tokens": 0, "cost_micros": 300_000},
        {"model": "openai simulated-model", "calls": 2, "input_tokens": 1_900, "cached_tokens": 800, "output_tokens": 150, "cost_micros": 6_250},
        {"model": "openai small", "calls": 1, "input_tokens": 200, "cached_tokens": 0, "output_tokens": 20, "cost_micros": 220},
    ]);
    for period in usage["periods"].as_array().unwrap() {
        for models in ["models", "models_of_all"] {
            assert_eq!(period[models], json!({"used": used, "incomplete_until": null}));
        }
    }
    let sums = json!({"day": "2026-05-01", "turns": 2, "input_tokens": 2_100, "cached_tokens": 800, "output_tokens": 170, "cost_micros": 306_470});
    assert_eq!(usage["days"], json!([sums]), "the sums of the models");
    let table = alice.fetches("/api/console/tables/usage-by-model.csv").await;
    reads!(String::from_utf8(table).unwrap(), @"
    day,model,calls,input_tokens,cached_tokens,output_tokens,cost_micros
    2026-05-01,openai simulated-model,2,1900,800,150,6250
    2026-05-01,openai small,1,200,0,20,220
    2026-05-01,whisper-1,0,0,0,0,300000
    ");

    // As in a version that did not count by model.
    let forgets = bot
        .app()
        .core()
        .db
        .write(Scope::Global, async |tx| tx.execute("DELETE FROM usage_by_model", ()).await);
    forgets.await.unwrap();
    let month = alice.views("usage").await["periods"][1].take();
    for models in ["models", "models_of_all"] {
        assert_eq!(month[models], json!({"used": [], "incomplete_until": "2026-05-01"}));
    }
    bot.end().await;
    second.finish();
}

#[tokio::test]
async fn nobody_elses_words_are_shown_to_the_owner() {
    let bot: Bot<Both<OnTelegram, OnWeb>> = Setup::new().with("AGENT__MAX_STEPS", 8).start().await;
    let Both(phone, page) = bot.alice();
    phone.says("remember that my orchid needs rain water").await;
    bot.next_message().await;
    bot.advance(1);
    phone.says("remind me every day at 9:30 to water the orchid").await;
    bot.next_message().await;
    phone.says("forget the orchid").await;
    bot.next_message().await;
    let prompt = bot.next_message().await;
    reads!(phone.presses(&prompt, "Approve").await, @"Approved.");
    phone.changes(&prompt).await;
    bot.next_message().await;
    bot.rests().await;

    for view in VIEWS {
        let shown = page.views(view).await.to_string();
        assert!(!shown.contains("orchid"), "{view}: {shown}");
    }
    assert_eq!(page.views("memory?of=orchid+water").await["found"], json!([]), "whoever owns the bot");
    for table in TABLES {
        let table = page.fetches(&format!("/api/console/tables/{table}")).await;
        assert!(!String::from_utf8(table).unwrap().contains("orchid"));
    }
    for turn in page.views("activity").await["turns"].take().as_array().unwrap() {
        let turn = page.views(&format!("turn?of={}", turn["id"].as_str().unwrap())).await;
        assert!(!turn.to_string().contains("orchid") && turn["is_own"] == false, "{turn}");
        assert!(!turn["steps"].as_array().unwrap().is_empty());
    }
    let usage = page.views("usage").await["periods"][0]["people"].take();
    let names: Vec<_> = usage.as_array().unwrap().iter().map(|person| person["name"].clone()).collect();
    assert_eq!(names, [json!("alice")], "but what it cost is");
    let events = page.views("audit").await["events"].take();
    assert!(!events.as_array().unwrap().is_empty(), "and that something was decided");
    bot.end().await;
}

#[tokio::test]
async fn a_grant_says_what_it_allows_and_whether_it_applies() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("jot one").await;
    bot.next_message().await;
    let give = async |tx: &SyncedTx| {
        tx.execute(
            "INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, approval_id, created_at)
             SELECT column1, user_id, column2, column3, column4, 'always', 0, 'none', column5 FROM users, (
                 VALUES ('1', 'web_fetch', 'kind:example.com', 'example.com', 2), ('2', 'calc__add', '*', 'all', 1))",
            (),
        )
        .await
    };
    bot.app().core().db.write(Scope::Global, give).await.unwrap();
    let grants = alice.views("approvals").await["grants"].take();
    let told =
        grants.as_array().unwrap().iter().map(|grant| format!("{} {}", grant["allows"], grant["in_force"]));
    reads!(told.collect::<Vec<_>>().join("; "), @r#""example.com (page)" "yes"; "all (“calc  add”)" "no_tool""#);
    bot.end().await;
}

#[tokio::test]
async fn nothing_of_others_is_changed_by_the_owner() {
    let bot: Bot<Both<OnTelegram, OnWeb>> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();
    phone.says("/remember my orchid needs rain water").await;
    bot.next_message().await;
    phone.says("remind me every day at 9:30 to water the orchid").await;
    bot.next_message().await;
    let ids = "SELECT (SELECT note_id FROM notes) || ' ' || (SELECT schedule_id FROM schedules) AS value";
    let ids =
        bot.app().core().db.read(async move |tx| tx.value::<String>(ids, ()).await).await.unwrap().unwrap();
    let (note, schedule) = ids.split_once(' ').unwrap();
    let edit =
        json!({"change": "edit_schedule", "version": "", "edit": {"schedule_id": schedule, "name": "mine"}});
    for change in [
        json!({"change": "note", "id": note, "act": {"edit": {"text": "mine"}}}),
        json!({"change": "note", "id": note, "act": "share"}),
        json!({"change": "note", "id": note, "act": "forget"}),
        json!({"change": "schedule", "id": schedule, "act": "delete"}),
        edit,
    ] {
        let answer = page.makes(&change).await;
        assert!(answer.alert && answer.text.contains("is gone"), "{change}: {answer}");
    }
    let preview = page.tries("/api/console/preview", &json!({"schedule_id": schedule})).await;
    assert_eq!(preview.status(), StatusCode::NOT_FOUND);
    assert_eq!(
        bot.number("SELECT count(*) AS value FROM notes WHERE content LIKE '%orchid%' AND NOT shareable")
            .await,
        1
    );
    assert_eq!(bot.number("SELECT count(*) AS value FROM schedules WHERE name LIKE '%orchid%'").await, 1);
    assert_eq!(bot.number("SELECT count(*) AS value FROM audit WHERE tool = 'console'").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn a_page_that_is_followed_gets_what_has_changed_and_no_more() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let mut feed = Feed::of(alice.follows("schedules", None).await);
    let (shown, id) = feed.next().await;
    assert!(shown.contains(r#""schedules":[]"#), "{shown}");

    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    let changed = async {
        loop {
            let (shown, id) = feed.next().await;
            if shown.contains("water the plants") {
                return id;
            }
        }
    };
    let now = bot.while_time_passes(changed).await;
    assert_ne!(id, now);
    let mut again = Feed::of(alice.follows("schedules", Some(&now)).await);
    assert_eq!(again.next().await, ("checked".to_owned(), String::new()), "it has this state");
    let mut behind = Feed::of(alice.follows("schedules", Some(&id)).await);
    assert_eq!(behind.next().await.1, now);
    bot.end().await;
}

#[tokio::test]
async fn nothing_is_shown_without_the_token_or_to_a_foreign_page() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let views = VIEWS
        .iter()
        .flat_map(|view| [format!("/api/console/views/{view}"), format!("/api/console/live/{view}")]);
    let tables = TABLES.iter().map(|table| format!("/api/console/tables/{table}"));
    let tables = tables.chain(["/api/console/backups/adjutant-20260501T100000Z-asked.db".to_owned()]);
    for path in views.chain(tables) {
        let refused = Client::new().get(alice.url(&path)).send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::UNAUTHORIZED, "{path}");
        let foreign =
            Client::new().get(alice.url(&path)).header("host", "evil.example").send().await.unwrap();
        assert_eq!(foreign.status(), StatusCode::FORBIDDEN, "{path}");
    }
    let change = json!({"change": "revoke", "id": "1"});
    for path in ["changes", "preview", "checks", "backups"] {
        let refused = Client::new().post(alice.url(&format!("/api/console/{path}"))).json(&change);
        assert_eq!(refused.send().await.unwrap().status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    let page = Client::new().get(alice.url("/console")).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    bot.end().await;
}

/// The events of a page that is followed.
pub struct Feed {
    answer: Response,
    received: String,
}

impl Feed {
    pub fn of(answer: Response) -> Self {
        Self { answer, received: String::new() }
    }

    /// Returns the next event's content, or its name if it has none; and its id.
    pub async fn next(&mut self) -> (String, String) {
        loop {
            if let Some(end) = self.received.find("\n\n") {
                let event: String = self.received.drain(..end + 2).collect();
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
                let shows = ["view", "more"].contains(&field("event: "));
                let shown = if shows { field("data: ") } else { field("event: ") };
                return (shown.to_owned(), field("id: ").to_owned());
            }
            let piece = self.answer.chunk().await.unwrap().expect("the feed goes on");
            self.received.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }
}
