//! The appearance of answers: while they are being written, when they are long, and in Discord's own Markdown.

use std::time::Duration;

use adjutant_simulators::{
    discord::{BotMessage, Method, Sent, as_read},
    model::Turn,
};

use super::{garden, with_bob};
use crate::harness::{Bot, OnDiscord, Setup, reads};

/// The flag of a message whose links have no preview.
const SUPPRESS_EMBEDS: u64 = 1 << 2;

#[tokio::test]
async fn a_slow_answer_grows_in_one_message() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let story = words(60);

    bot.model().script([Turn::text(&*story).paced(Duration::from_millis(10))]);
    alice.says("tell me a story").await;
    let draft = bot.while_time_passes(discord.next_message(&alice)).await;
    assert!(story.starts_with(&draft.text), "{draft:?}");
    assert_ne!(draft.text, story);
    bot.while_time_passes(discord.shows(&draft, &story)).await;
    let edits: Vec<_> = discord.read_edits(&alice).into_iter().map(|edit| edit.text).collect();
    assert!(edits.len() > 2, "{edits:?}");
    assert!(edits.is_sorted_by_key(String::len), "{edits:?}");
    assert!(edits.iter().all(|edit| story.starts_with(edit)), "{edits:?}");
    assert_eq!(discord.count(Method::CreateMessage), 1);
    assert!(discord.count(Method::Typing) > 0, "it shows that it is writing");
    bot.end().await;
}

#[tokio::test]
async fn a_quick_answer_is_sent_once_and_not_edited() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    bot.model().script([Turn::text(words(20))]);
    alice.says("tell me a story").await;
    assert_eq!(discord.next_message(&alice).await.text, words(20));
    bot.rests().await;
    assert_eq!((discord.count(Method::CreateMessage), discord.count(Method::EditMessage)), (1, 0));
    bot.end().await;
}

#[tokio::test]
async fn a_draft_is_finished_after_a_restart() {
    let mut bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    bot.model().script([Turn::text(words(30)), Turn::text("Another answer, and a complete one.")]);
    let held = bot.model().hold_after();
    alice.says("tell me a story").await;
    held.wait().await;
    let draft = bot.while_time_passes(discord.next_message(&alice)).await;
    bot.restart().await;
    discord.shows(&draft, "Another answer, and a complete one.").await;
    bot.rests().await;
    assert_eq!(discord.messages(&alice).len(), 1);
    bot.end().await;
}

#[tokio::test]
async fn a_draft_that_was_deleted_is_sent_anew() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let story = words(60);

    bot.model().script([Turn::text(&*story).paced(Duration::from_millis(10))]);
    alice.says("tell me a story").await;
    let draft = bot.while_time_passes(discord.next_message(&alice)).await;
    alice.deletes_all(&[Sent { id: draft.id, channel_id: draft.channel_id }]).await;
    let answer = bot.while_time_passes(discord.next_message(&alice)).await;
    bot.while_time_passes(discord.shows(&answer, &story)).await;
    assert_eq!(discord.messages(&alice).len(), 1);
    bot.end().await;
}

#[tokio::test]
async fn code_that_is_cut_is_code_in_each_part() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { alice, .. } = bot.alice();
    let lines: Vec<_> = (1..=300).map(|n| format!("let x{n} = {n};")).collect();

    bot.model().script([Turn::text(format!("Here:\n\n```rust\n{}\n```\n\nThat was it.", lines.join("\n")))]);
    alice.says("write a program").await;
    let parts = parts(&bot, "That was it.").await;
    assert_eq!(parts.len(), 3);
    let mut code = Vec::new();
    for part in &parts {
        assert!(part.chars().count() <= 2000);
        let (_, inside) = part.split_once("```rust\n").expect("a fence with its language");
        let (inside, _) = inside.split_once("\n```").expect("a fence that is closed");
        assert_eq!(part.matches("```").count(), 2, "{part}");
        code.extend(inside.lines().map(str::to_owned));
    }
    assert_eq!(code, lines);
    bot.end().await;
}

#[tokio::test]
async fn a_long_answer_comes_in_parts_and_loses_nothing() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { alice, .. } = bot.alice();
    let story = words(700);

    bot.model().script([Turn::text(&*story)]);
    alice.says("tell me a long story").await;
    let parts = parts(&bot, "word-700").await;
    assert_eq!(parts.iter().map(|part| as_read(part)).collect::<Vec<_>>().join(" "), story);
    assert!(parts.iter().all(|part| part.chars().count() <= 2000));
    bot.end().await;
}

#[tokio::test]
async fn a_very_long_answer_is_a_file_with_a_preview() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let story = words(2_000);

    bot.model().script([Turn::text(&*story)]);
    alice.says("tell me a very long story").await;
    let preview = discord.next_message(&alice).await;
    let told = as_read(&preview.text);
    assert!(told.starts_with("word-1 word-2"), "{told}");
    assert!(told.ends_with("The whole answer is in the file."), "{told}");
    let file = discord.next_message(&alice).await.files.pop().expect("a file");
    assert_eq!((file.name.as_str(), String::from_utf8_lossy(&file.bytes).trim()), ("answer.md", &*story));
    bot.rests().await;
    assert_eq!(discord.messages(&alice).len(), 2);
    bot.end().await;
}

#[tokio::test]
async fn a_draft_that_grows_too_long_becomes_the_preview() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let story = words(1_200);

    bot.model().script([Turn::text(&*story).paced(Duration::from_millis(1))]);
    alice.says("tell me a very long story").await;
    let draft = bot.while_time_passes(discord.next_message(&alice)).await;
    let file = bot.while_time_passes(discord.next_message(&alice)).await;
    assert_eq!(file.files.len(), 1, "{file:?}");
    bot.rests().await;
    let preview = discord.message(&draft).expect("the draft is still there");
    assert!(as_read(&preview.text).ends_with("The whole answer is in the file."), "{preview:?}");
    assert_eq!(discord.messages(&alice).len(), 2);
    bot.end().await;
}

#[tokio::test]
async fn markdown_becomes_discord_s_own() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    bot.model().script([Turn::text(
        "# Plan\n\n**Bold**, *italic*, `code`, ~~no~~ and a [link](https://example.org/a_b).\n\n> 🙂 quoted\n\n\
         - wash\n- iron\n\n```rust\nfn main() {}\n```\n\n| day | task |\n|---|---|\n| Mon | wash |\n| Tue | iron |",
    )]);
    alice.says("what is the plan").await;
    reads!(discord.next_message(&alice).await.text, @"
    **Plan**

    **Bold**, *italic*, `code`, ~~no~~ and a [link](<https://example.org/a_b>).

    > 🙂 quoted

    • wash
    • iron

    ```rust
    fn main() {}
    ```

    ```
    day | task
    ----+-----
    Mon | wash
    Tue | iron
    ```
    ");
    bot.end().await;
}

#[tokio::test]
async fn an_answer_pings_nobody_but_whom_it_answers_and_shows_no_previews() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (home, garden) = (super::home(&discord), garden(&discord));
    let friends = home.role(700, "friends");
    home.gives_role(&bob, friends);

    let loud = format!("@everyone @here <@43> <@&700> see https://example.org/x_y_z and <#{}>", garden.id());
    bot.model().script([Turn::text(&*loud), Turn::text(&*loud)]);
    alice.mentions_bot_in(&garden, "call everybody").await;
    let answer = discord.next_message(&garden).await;
    assert_eq!(answer.pings, [alice.id()]);
    assert_eq!(answer.flags & SUPPRESS_EMBEDS, SUPPRESS_EMBEDS);
    assert_eq!(as_read(&answer.text), loud);
    alice.says("and here").await;
    let answer = discord.next_message(&alice).await;
    assert_eq!(answer.pings, [] as [u64; 0]);
    assert_eq!((answer.flags & SUPPRESS_EMBEDS, answer.reply_to), (SUPPRESS_EMBEDS, None));
    bot.end().await;
}

/// Returns numbered words, all different.
fn words(count: usize) -> String {
    (1..=count).map(|n| format!("word-{n}")).collect::<Vec<_>>().join(" ")
}

/// Returns the parts of an answer as sent, up to the part with this end.
async fn parts(bot: &Bot<OnDiscord>, end: &str) -> Vec<String> {
    let OnDiscord { discord, alice, .. } = bot.alice();
    let mut parts: Vec<BotMessage> = Vec::new();
    while !parts.last().is_some_and(|part| part.text.ends_with(end)) {
        parts.push(discord.next_message(&alice).await);
    }
    assert!(parts.is_sorted_by_key(|part| part.id));
    parts.into_iter().map(|part| part.text).collect()
}
