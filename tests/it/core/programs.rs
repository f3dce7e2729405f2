//! `/mcp`: people let programs use what is theirs, see which they have let in, and remove them.

use crate::harness::{Bot, Chat, Masked, Setup, reads};

over_every_channel!(programs_are_let_in_listed_and_removed, a_token_is_shown_once);

/// Returns the token that a message shows.
fn token_in(text: &str) -> String {
    let word = text.split_whitespace().find(|word| word.trim_matches('`').starts_with("adjutant-"));
    word.expect("it shows a token").trim_matches('`').to_owned()
}

async fn programs_are_let_in_listed_and_removed<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/mcp").await;
    reads!(bot.next_message().await, @"
    Programs that use what is yours: none

    To let a program that speaks MCP, such as an editor, use your notes, schedules and files, write /mcp new NAME; for example: /mcp new laptop. It reads on its own, and I ask you here before it changes anything.
    ");
    alice.says("/mcp new laptop").await;
    let message = bot.next_message().await;
    let token = token_in(&message.text);
    reads!(message.masked(&token, "TOKEN"), @"
    The token for laptop:

    TOKEN

    Give the program the command adjutant mcp serve, with the token in the environment variable ADJUTANT_MCP_TOKEN. Whoever has it can read your notes, schedules and files. It goes from this message when you press the button or it is first used, and ends if nobody uses it within 24 hours.
    [I have it, remove it here]
    ");
    for (words, answer) in [
        ("/mcp old", "To let a program"),
        ("/mcp new my laptop", "To let a program"),
        ("/mcp new lap/top", "A name has"),
        ("/mcp new laptop", "There is a program with the name laptop"),
    ] {
        alice.says(words).await;
        let text = bot.next_message().await.text;
        assert!(text.starts_with(answer), "{words}: {text}");
    }
    alice.says("/mcp").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Programs that use what is yours: 1

    1. laptop: not used yet

    To let a program that speaks MCP, such as an editor, use your notes, schedules and files, write /mcp new NAME; for example: /mcp new laptop. It reads on its own, and I ask you here before it changes anything.
    [1. laptop]
    ");
    let one = alice.taps(&list, "1. laptop").await;
    reads!(one, @"
    laptop
    Let in: 1 May 2026, 10:00
    Uses: not used yet

    If I remove it, its token ends for good, and I do nothing more that it asked for.
    [Remove] [Back]
    ");
    reads!(alice.presses(&one, "Remove").await.text, @"The program is removed.");
    assert!(alice.changes(&one).await.to_string().starts_with("Programs that use what is yours: none"));
    alice.changes(&message).await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM mcp_clients").await, 0);
    bot.end().await;
}

async fn a_token_is_shown_once<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/mcp new laptop").await;
    let message = bot.next_message().await;
    reads!(alice.presses(&message, "I have it, remove it here").await.text, @"The token is removed from the message.");
    reads!(alice.changes(&message).await, @"The token for laptop was here. If you lose it, remove the program under /mcp and let it in anew.");
    assert_eq!(bot.number("SELECT count(*) AS value FROM mcp_clients WHERE shown_by IS NULL").await, 1);
    assert_eq!(bot.number("SELECT count(*) AS value FROM outbox WHERE content LIKE '%adjutant-%'").await, 0);
    bot.end().await;
}
