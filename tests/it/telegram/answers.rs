//! The appearance of answers: while they are being written, when they are long, and in Markdown.

use std::time::Duration;

use adjutant_simulators::{
    model::Turn,
    telegram::{BotMessage, Fault, Method},
};

use crate::harness::{Bot, OnTelegram, Setup, reads};

#[tokio::test]
async fn a_slow_answer_grows_in_one_message() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let story = words(60);

    bot.model().script([Turn::text(&*story).paced(Duration::from_millis(10))]);
    alice.says("tell me a story").await;
    let draft = bot.while_time_passes(tg.next_message(&alice)).await;
    assert!(story.starts_with(&draft.text), "{draft:?}");
    assert_ne!(draft.text, story);
    bot.while_time_passes(tg.shows(&draft, &story)).await;
    let edits: Vec<_> = tg.read_edits(&alice).into_iter().map(|edit| edit.text).collect();
    assert!(edits.len() > 2, "{edits:?}");
    assert!(edits.is_sorted_by_key(String::len), "{edits:?}");
    assert!(edits.iter().all(|edit| story.starts_with(edit)), "{edits:?}");
    assert_eq!(tg.count(Method::SendMessage), 1);
    bot.end().await;
}

#[tokio::test]
async fn a_quick_answer_is_sent_once_and_not_edited() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    bot.model().script([Turn::text(words(20))]);
    alice.says("tell me a story").await;
    assert_eq!(bot.next_message().await.text, words(20));
    bot.rests().await;
    assert_eq!((tg.count(Method::SendMessage), tg.count(Method::EditMessageText)), (1, 0));
    bot.end().await;
}

#[tokio::test]
async fn a_draft_is_finished_after_a_restart() {
    let mut bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    bot.model().script([Turn::text(words(30)), Turn::text("Another answer, and a complete one.")]);
    let held = bot.model().hold_after();
    alice.says("tell me a story").await;
    held.wait().await;
    let draft = bot.while_time_passes(tg.next_message(&alice)).await;
    bot.restart().await;
    tg.shows(&draft, "Another answer, and a complete one.").await;
    bot.rests().await;
    assert_eq!(tg.messages(&alice).len(), 1);
    bot.end().await;
}

#[tokio::test]
async fn an_answer_is_shown_whole_after_an_edit_of_its_draft_in_doubt() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    let again = Turn::text(words(30)).paced(Duration::from_millis(100));
    bot.model().script([Turn::text(words(30)), again]);
    let held = bot.model().hold_after();
    alice.says("tell me a story").await;
    held.wait().await;
    let draft = bot.while_time_passes(tg.next_message(&alice)).await;
    bot.while_time_passes(tg.shows(&draft, &words(30))).await;
    // The draft showed the whole answer before. Then it shows a part of it, and nobody hears that it does.
    tg.fail_next(Method::EditMessageText, Fault::CutAfter);
    held.cut();
    bot.while_time_passes(tg.called(Method::EditMessageText, 2)).await;
    tg.shows(&draft, &words(30)).await;
    bot.end().await;
}

#[tokio::test]
async fn a_long_answer_comes_in_parts_and_loses_nothing() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let story = words(2_000);

    bot.model().script([Turn::text(&*story)]);
    alice.says("tell me a long story").await;
    let mut parts = vec![tg.next_message(&alice).await];
    while text(&parts).len() < story.len() {
        parts.push(tg.next_message(&alice).await);
    }
    assert_eq!(text(&parts), story);
    assert_eq!(parts.len(), 5);
    assert!(parts.iter().all(|part| part.text.encode_utf16().count() <= 4096));
    assert!(parts.is_sorted_by_key(|part| part.id));
    bot.end().await;
}

#[tokio::test]
async fn a_draft_that_grows_too_long_becomes_the_first_part() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let story = words(800);

    bot.model().script([Turn::text(&*story).paced(Duration::from_millis(1))]);
    alice.says("tell me a long story").await;
    let draft = bot.while_time_passes(tg.next_message(&alice)).await;
    let second = bot.while_time_passes(tg.next_message(&alice)).await;
    bot.rests().await;
    let first = tg.message(&draft).unwrap();
    assert_eq!(text(&[first, second]), story);
    bot.end().await;
}

#[tokio::test]
async fn markdown_becomes_entities() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    bot.model().script([Turn::text(
        "# Plan\n\n**Bold**, *italic*, `code` and a [link](https://example.org/).\n\n> 🙂 quoted\n\n\
         ```rust\nfn main() {}\n```\n\n| day | task |\n|---|---|\n| Mon | wash |\n| Tue | iron |",
    )]);
    alice.says("what is the plan").await;
    let message = tg.next_message(&alice).await;
    reads!(message.text, @"
    Plan

    Bold, italic, code and a link.

    🙂 quoted

    fn main() {}

    day | task
    ----+-----
    Mon | wash
    Tue | iron
    ");
    reads!(entities(&message), @r#"
    bold: "Plan"
    bold: "Bold"
    italic: "italic"
    code: "code"
    text_link (https://example.org/): "link"
    blockquote: "🙂 quoted"
    pre (rust): "fn main() {}"
    pre: "day | task\n----+-----\nMon | wash\nTue | iron"
    "#);
    bot.end().await;
}

#[tokio::test]
async fn an_answer_whose_entities_are_refused_comes_as_text_with_its_addresses() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    tg.fail_next(Method::SendMessage, Fault::Refused("can't parse entities: whatever"));
    bot.model().script([Turn::text("**Bold**, and a [link](https://example.org/).")]);
    alice.says("what is the plan").await;
    let message = tg.next_message(&alice).await;
    reads!(message.text, @"Bold, and a link (https://example.org/).");
    reads!(entities(&message), @"");
    bot.end().await;
}

/// Returns numbered words, all different.
fn words(count: usize) -> String {
    (1..=count).map(|n| format!("word-{n}")).collect::<Vec<_>>().join(" ")
}

fn text(parts: &[BotMessage]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns a line for each entity: its kind and the text it covers.
fn entities(message: &BotMessage) -> String {
    let units: Vec<_> = message.text.encode_utf16().collect();
    let line = |entity: &adjutant_simulators::telegram::Entity| {
        let covered = String::from_utf16(&units[entity.offset..][..entity.length]).unwrap();
        let extra = entity.url.iter().chain(&entity.language).map(|extra| format!(" ({extra})"));
        format!("{}{}: {covered:?}", entity.kind, extra.collect::<String>())
    };
    message.entities.iter().map(line).collect::<Vec<_>>().join("\n")
}
