//! The model's reasoning, for people who want to see it.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Masked as _, Setup, reads};

over_every_channel!(
    reasoning_is_above_the_answer_while_a_person_wants_it,
    reasoning_that_was_kept_is_part_of_the_export,
    long_reasoning_is_cut,
);

async fn reasoning_is_above_the_answer_while_a_person_wants_it<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::text("Hello.").reasoned("A greeting.")]);
    alice.says("good day to you").await;
    reads!(bot.next_message().await, @"Hello.");

    alice.says("/reasoning").await;
    let told = bot.next_message().await;
    reads!(told, @"
    What the model reasons before it answers is neither shown nor kept here. I can show it above my answers, folded, where the model says it.
    [Show it]
    ");
    reads!(alice.taps(&told, "Show it").await, @"
    Above my answers here I show, folded, what the model says that it reasoned, and keep it with them. No other model reads it.
    [Hide it]
    ");

    bot.model().script([
        Turn::calls([("memory_save", json!({"content": "the wifi code is 4711"}))])
            .reasoned("They want it kept."),
        Turn::text("Kept.").reasoned("All is done."),
    ]);
    alice.says("the wifi code is 4711").await;
    reads!(bot.next_message().await.masked("-# ", ""), @"
    💭 They want it kept.
    All is done.
    Kept.

    📝 Remembered: “the wifi code is 4711”
    ");

    bot.restart().await;
    alice.says("/reasoning off").await;
    reads!(bot.next_message().await, @"
    What the model reasons before it answers is neither shown nor kept here. I can show it above my answers, folded, where the model says it.
    [Show it]
    ");
    bot.model().script([Turn::text("4711.").reasoned("They know it.")]);
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"4711.");
    alice.says("/reasoning perhaps").await;
    reads!(bot.next_message().await, @"“perhaps” is neither “on” nor “off”. /reasoning shows what holds in this conversation.");
    let all = bot.model().requests();
    let asked: Vec<_> = all.iter().map(|request| request.body.to_string()).collect();
    assert!(asked.iter().all(|body| !body.contains("They want it kept") && !body.contains("All is done")));
    bot.end().await;
}

async fn reasoning_that_was_kept_is_part_of_the_export<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    bot.model().script([Turn::text("Hello.").reasoned("Nobody asked to keep this.")]);
    alice.says("good day to you").await;
    bot.next_message().await;
    alice.says("/reasoning on").await;
    bot.next_message().await;
    bot.model().script([Turn::text("Good night.").reasoned("A farewell.")]);
    alice.says("good night").await;
    bot.next_message().await;

    alice.says("/export").await;
    bot.next_message().await;
    let (markdown, json) = (bot.next_message().await, bot.next_message().await);
    let text = String::from_utf8(alice.file_of(&markdown).await.1).unwrap();
    assert!(text.contains("10:00, reasoning: A farewell.") && !text.contains("Nobody asked"), "{text}");
    let export: Value = serde_json::from_slice(&alice.file_of(&json).await.1).unwrap();
    let kept: Vec<_> = export["messages"].as_array().unwrap().iter().map(|said| &said["reasoning"]).collect();
    assert_eq!(kept, [&Value::Null, &Value::Null, &Value::Null, &json!("A farewell.")]);
    bot.end().await;
}

async fn long_reasoning_is_cut<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    alice.says("/reasoning on").await;
    bot.next_message().await;
    bot.model().script([Turn::text("Yes.").reasoned("So it goes. ".repeat(200))]);
    alice.says("does it go on").await;
    let said = bot.next_message().await.masked("-# ", "");
    let (above, answer) = said.rsplit_once('\n').unwrap();
    assert_eq!(answer, "Yes.");
    assert!(above.starts_with("💭 So it goes. So it") && above.ends_with('…'), "{above}");
    assert!((990..=1_010).contains(&above.chars().count()), "{}", above.chars().count());
    bot.end().await;
}
