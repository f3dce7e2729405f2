//! A scheduled task that writes a megabyte of text that is hard to split.

use adjutant_simulators::model::{Chunks, Turn};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, conversation};

over_every_channel!(a_megabyte_arrives_as_its_beginning_and_a_file_and_is_read_in_pages);

/// Characters made of several code points, both writing directions, code.
const PIECES: [&str; 6] = [
    "👨\u{200d}👩\u{200d}👧\u{200d}👦🇫🇷👍🏽e\u{301}\u{323}\u{1112}\u{1161}\u{11ab}",
    " שָׁלוֹם עולם وبّخ ",
    "\n\n```rust\nfn main() { println!(\"🏴\u{200d}☠\u{fe0f} & <b>\"); }\n```\n\n",
    "**bold** and [a link](https://example.com/?q=\u{e9}) ",
    "x\u{301}\u{302}\u{303}",
    "கணினி தமிழ் ",
];
const MEGABYTE: usize = 1 << 20;

fn megabyte() -> String {
    let mut text = String::from("So it begins. ");
    while text.len() < MEGABYTE - 400 {
        PIECES.iter().for_each(|piece| text.push_str(piece));
    }
    format!("{text}So it ends.")
}

async fn a_megabyte_arrives_as_its_beginning_and_a_file_and_is_read_in_pages<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let (alice, text) = (bot.alice(), megabyte());
    let task = json!({
        "goal": "look at the tide", "cadence_type": "interval", "cadence_value": "1h", "name": "Tide",
        "previous_outputs": 2,
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("Every hour, then.")]);
    alice.says("look at the tide every hour").await;
    bot.next_message().await;

    bot.model().script([Turn::text(text.clone()).in_chunks(Chunks::Whole).with_usage(1_000, 1_000)]);
    bot.advance(60);
    let beginning = bot.next_message().await;
    assert!(beginning.text.starts_with("Tide\n\nSo it begins."), "{beginning}");
    if C::CHANNEL == adjutant_web::CHANNEL {
        // The page shows all of the text, in as many parts as needed.
        let mut last = beginning;
        while !last.text.ends_with("So it ends.") {
            last = bot.next_message().await;
        }
    } else {
        assert!(beginning.text.ends_with("… The whole answer is in the file."), "{beginning}");
        let (_, file) = alice.file_of(&bot.next_message().await).await;
        assert!(String::from_utf8(file).unwrap() == format!("**Tide**\n\n{text}"));
    }
    bot.rests().await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM runs WHERE delivery = 'delivered'").await, 1);

    // A person reads it in parts.
    alice.says("/schedules").await;
    let opened = alice.taps(&bot.next_message().await, "1").await;
    let outputs = alice.taps(&opened, "History").await;
    let first = alice.taps(&outputs, "1").await;
    assert!(first.text.starts_with("So it begins.") && first.text.contains("Part 1 of "), "{first}");
    let second = alice.taps(&first, "Next part").await;
    assert!(second.text.contains("Part 2 of "), "{second}");

    // The model receives as much as fits, and requests the rest.
    bot.model().script([Turn::text("It was a long one.")]);
    alice.says("what was that?").await;
    bot.next_message().await;
    let known = conversation(bot.model());
    assert!(known.contains("look at the tide every hour") && known.contains("So it begins."));
    assert!(known.len() < 60_000, "{}", known.len());
    let run = known.split("with run_id '").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    let mut read = String::new();
    for _ in 0..3 {
        let offset = read.chars().count();
        let page = json!({"run_id": run, "offset": offset, "max_chars": 8000});
        bot.model().script([Turn::calls([("schedule_run_output", page)]), Turn::text("I have read on.")]);
        alice.says("read on").await;
        bot.next_message().await;
        let seen = bot.model().requests().pop().unwrap();
        let page: Value = serde_json::from_str(seen.tool_results().pop().unwrap()).unwrap();
        read.push_str(page["output"].as_str().unwrap());
    }
    assert!(read.chars().count() > 23_900 && text.starts_with(&read));

    // The next run's context is limited as well.
    bot.model().script([Turn::text("As ever.")]);
    bot.advance(60);
    bot.next_message().await;
    assert!(conversation(bot.model()).len() < 30_000);
    bot.end().await;
}
