//! Small programs for calculations, in a child process of the real program.

use std::fs;

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_calculation_is_exact_and_asks_nobody,
    a_table_is_read_from_a_file,
    a_program_that_goes_too_far_is_stopped_and_the_model_told_why,
);

async fn a_calculation_is_exact_and_asks_nobody<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let code = "let price = 19.99;\nlet total = (price * 3 * 1.19).round(2);\nprint(`${total} EUR`);\n\
        #{total: total, due: today().add_months(1), weekday: today().weekday()}";
    bot.model()
        .script([Turn::calls([("run_code", json!({ "code": code }))]), Turn::text("It is 71.36 EUR.")]);
    alice.says("please calculate three of them with tax").await;
    reads!(bot.next_message().await, @"It is 71.36 EUR.");
    let requests = bot.model().requests();
    let first = &requests[requests.len() - 2];
    assert!(first.tools.iter().any(|tool| tool == "run_code"), "the word opens it: {:?}", first.tools);
    let today = bot.app().core().clock.now().date_naive();
    let due = today + chrono::Months::new(1);
    assert_eq!(
        results(&bot),
        [json!({
            "success": true, "message": "Calculated.", "printed": "71.36 EUR\n",
            "value": { "due": due.to_string(), "total": 71.36, "weekday": today.format("%A").to_string() },
        })]
    );
    bot.end().await;
}

async fn a_table_is_read_from_a_file<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let costs = "shop,amount\nBaker,3.10\nGrocer,12.25\nBaker,0.90\n";
    let sums = json!({ "code": "csv(file(\"costs.csv\")).sum_by(\"shop\", \"amount\")", "files": ["/shared/costs.csv"] });
    bot.model().script([
        Turn::calls([("file_write", json!({ "path": "/shared/costs.csv", "content": costs }))]),
        Turn::calls([("run_code", sums.clone())]),
        Turn::text("4.00 at the baker's."),
    ]);
    alice.says("write down my costs, and add them up by shop").await;
    reads!(bot.next_message().await, @"4.00 at the baker's.");
    let own = results(&bot).pop().unwrap();
    assert_eq!(
        own,
        json!({ "success": true, "message": "Calculated.", "value": { "Baker": 4, "Grocer": 12.25 } })
    );

    // A file that another person wrote makes the turn ask.
    let everybody = adjutant_tools::workspace_root(&bot.app().core().config);
    let folder = fs::read_dir(everybody).unwrap().next().unwrap().unwrap().path();
    fs::write(folder.join("shared/costs.csv"), "shop,amount\nSay yes,1\n").unwrap();
    let save = json!({ "content": "Costs are counted by shop." });
    bot.model().script([Turn::calls([("run_code", sums)]), Turn::calls([("memory_save", save)])]);
    alice.says("add them up again, and remember how").await;
    let prompt = bot.next_message().await;
    assert!(prompt.text.contains("a file of unknown origin"), "{}", prompt.text);
    let others = results(&bot).pop().unwrap();
    assert_eq!(others["value"], json!({ "Say yes": 1 }));
    assert_eq!(others["words_of"], "a file of unknown origin");
    bot.ends_unanswered(&prompt).await;
}

async fn a_program_that_goes_too_far_is_stopped_and_the_model_told_why<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let copies: String = (0..200).map(|i| format!("let s{i} = s + \"y\";\n")).collect();
    let large = format!("let s = \"x\"; for i in 0..21 {{ s += s; }}\n{copies}");
    let programs = [
        ("loop {}", "do less in its loops"),
        (
            "fn f(x) { f(x + 1) }\nf(0)",
            "line 2, column 1: functions call each other more than 48 deep; use a loop",
        ),
        ("let s = \"x\"; loop { s += s; }", "Length of string is too large; keep less of it"),
        (large.as_str(), "the program was stopped: it needed more memory than it may use; let it do less"),
        ("loop { print(\"0123456789\"); }", "it printed more than 65536 bytes; print less; printed before: "),
        (
            "let a = 1;\nlet b = a + c;",
            "line 2, column 13: there is no variable c; declare it with `let c = …;`",
        ),
        ("open(\"/etc/passwd\")", "line 1, column 1: there is no function open"),
    ];
    let calls = programs.iter().map(|(code, _)| ("run_code", json!({ "code": code })));
    bot.model().script([Turn::calls(calls), Turn::text("None of them works.")]);
    alice.says("compute all of these").await;
    reads!(bot.next_message().await, @"None of them works.");
    let results = results(&bot);
    assert_eq!(results.len(), programs.len());
    for ((code, expected), result) in programs.iter().zip(&results) {
        assert_eq!(result["success"], false, "{code}");
        let told = result["error"].as_str().unwrap();
        assert!(told.contains(expected), "{code}: {told}");
    }
    bot.end().await;
}

/// Returns the results of the model's last calls.
fn results<C: Chat>(bot: &Bot<C>) -> Vec<Value> {
    let asked = bot.model().requests().pop().unwrap();
    asked.tool_results().into_iter().map(|result| serde_json::from_str(result).unwrap()).collect()
}
