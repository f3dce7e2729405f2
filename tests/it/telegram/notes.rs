//! Notes in a group, where everybody sees a person's list.

use super::with_bob;
use crate::harness::{OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn a_note_is_edited_in_a_group_by_a_reply() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-100_200, "family");

    alice.says("/remember my pin is 4711").await;
    let _ = tg.next_message(&alice).await;
    alice.says_in(&group, "/remember oats for sunday #food").await;
    reads!(Shown::from(tg.next_message(&group).await), @"📝 Remembered: “oats for sunday” #food");
    alice.says_in(&group, "/memory").await;
    let list = tg.next_message(&group).await;
    reads!(Shown::from(list.clone()), @"
    Your notes: 1

    1. oats for sunday
    1 May 2026 · #food · from this chat

    Here, where others can read along, I only use notes that you saved here, and those that you share.
    [1. oats for sunday]
    ");
    let foreign = bob.presses(&list, "1. oats for sunday").await;
    reads!(foreign.text, @"Only the person who asked for this can decide. Nothing has changed.");
    assert!(foreign.alert);
    let _ = alice.presses(&list, "1. oats for sunday").await;
    let open = tg.when(&list, |now| now.text.starts_with("oats")).await;
    reads!(alice.presses(&open, "Edit").await.text, @"Reply to the message with the new text.");
    let editing = tg.when(&list, |now| now.text.contains("Reply to this message with its new text")).await;

    alice.says_in(&group, "@adjutant_bot show scratchpad").await;
    reads!(Shown::from(tg.next_message(&group).await), @"The scratchpad is empty. To put something on it: jot buy milk");
    bob.replies(&editing, "show scratchpad").await;
    reads!(Shown::from(tg.next_message(&group).await), @"The scratchpad is empty. To put something on it: jot buy milk");
    alice.replies(&editing, "barley for sunday").await;
    reads!(Shown::from(tg.next_message(&group).await), @"
    📝 Changed the note.

    Before: “oats for sunday” #food
    Now: “barley for sunday” #food
    [Undo]
    ");
    let changed = tg.when(&list, |now| now.text.starts_with("barley for sunday")).await;
    assert!(changed.text.contains("Tags: #food."), "{}", changed.text);
    bot.end().await;
}
