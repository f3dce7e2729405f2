//! The person's notes, browsed and changed with buttons.

use crate::harness::{Bot, Chat, Setup, Shown, reads};

over_every_channel!(
    notes_are_looked_through_page_by_page,
    a_note_is_opened_changed_and_shared,
    a_change_of_a_note_is_undone,
    a_question_is_not_taken_for_a_notes_text,
    a_command_ends_the_editing_of_a_note,
    a_note_is_deleted_after_asking,
    what_is_to_go_is_chosen_among_several,
    what_is_found_is_listed,
    buttons_work_after_a_restart,
    a_long_note_is_shown_in_parts,
);

async fn notes_are_looked_through_page_by_page<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/memory").await;
    reads!(bot.next_message().await, @"You have no notes. To save one, send: /remember The wifi code is 4711 #home");
    for note in ["one", "two #Home", "three", "four *not bold*", "five", "six #home #net", "seven"] {
        remembers(&bot, note).await;
        bot.advance(1);
    }
    alice.says("/memory").await;
    let first = bot.next_message().await;
    reads!(first, @"
    Your notes: 1 to 5 of 7

    1. seven
    1 May 2026 · from this chat

    2. six
    1 May 2026 · #home #net · from this chat

    3. five
    1 May 2026 · from this chat

    4. four *not bold*
    1 May 2026 · from this chat

    5. three
    1 May 2026 · from this chat
    [1. seven] [2. six]
    [3. five] [4. four *not bold*]
    [5. three]
    [Next]
    ");
    let second = alice.taps(&first, "Next").await;
    reads!(second, @"
    Your notes: 6 to 7 of 7

    6. two
    1 May 2026 · #home · from this chat

    7. one
    1 May 2026 · from this chat
    [6. two] [7. one]
    [Previous]
    ");
    assert_eq!(alice.taps(&second, "Previous").await, first);
    bot.end().await;
}

async fn a_note_is_opened_changed_and_shared<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let note = opens_a_note(&bot, "the wifi code is 4711 #home #net").await;
    reads!(note, @"
    the wifi code is 4711

    Saved 1 May 2026, 10:00, in this chat.
    Tags: #home #net.
    [Edit] [Delete]
    [Share in groups]
    [Back]
    ");
    reads!(alice.presses(&note, "Share in groups").await, @"I may use this note in every group where you talk to me.");
    let note = alice.changes(&note).await;
    assert!(note.to_string().ends_with(
        "Tags: #home #net.\nI may use it in every group where you talk to me.\n[Edit] [Delete]\n[Do not \
         share]\n[Back]"
    ));
    reads!(alice.presses(&note, "Do not share").await, @"I no longer use this note in groups, except where you saved it.");
    let note = alice.changes(&note).await;

    bot.advance(5);
    reads!(alice.presses(&note, "Edit").await, @"Your next message becomes the note's text.");
    let editing = alice.changes(&note).await;
    reads!(editing, @"
    the wifi code is 4711

    Send me its new text in your next message, by 10:15. A question or a command ends this, unless you send it as a reply to this message. Tags at its end (#home) replace the old ones. /cancel keeps the note as it is.
    [Cancel]
    ");
    alice.says("the wifi code is 4712, größer 🦀").await;
    reads!(bot.next_message().await, @"
    📝 Changed the note.

    Before: “the wifi code is 4711” #home #net
    Now: “the wifi code is 4712, größer 🦀” #home #net
    [Undo]
    ");
    let note = alice.changes(&editing).await;
    reads!(note, @"
    the wifi code is 4712, größer 🦀

    Saved 1 May 2026, 10:00, in this chat; changed 1 May 2026, 10:05.
    Tags: #home #net.
    [Edit] [Delete]
    [Share in groups]
    [Back]
    ");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4712, größer 🦀");
    let list = alice.taps(&note, "Back").await;
    reads!(list, @"
    Your notes: 1

    1. the wifi code is 4712, größer 🦀
    1 May 2026 · #home #net · from this chat
    [1. the wifi code is 4712, g…]
    ");
    bot.end().await;
}

async fn a_change_of_a_note_is_undone<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let note = opens_a_note(&bot, "the wifi code is 4711 #home").await;

    let _ = alice.presses(&note, "Edit").await;
    alice.changes(&note).await;
    alice.says("good morning #hello").await;
    let receipt = bot.next_message().await;
    reads!(receipt, @"
    📝 Changed the note.

    Before: “the wifi code is 4711” #home
    Now: “good morning” #hello
    [Undo]
    ");
    bot.restart().await;
    reads!(alice.taps(&receipt, "Undo").await, @"📝 The note is as it was: “the wifi code is 4711” #home");
    reads!(alice.presses(&receipt, "Undo").await, @"The note is gone or has changed since, so I cannot undo this. Nothing has changed. (alert)");
    alice.says("/memory").await;
    reads!(bot.next_message().await, @"
    Your notes: 1

    1. the wifi code is 4711
    1 May 2026 · #home · from this chat
    [1. the wifi code is 4711]
    ");

    // An earlier button does not undo a later change.
    bot.advance(1);
    alice.says("/memory").await;
    let list = bot.next_message().await;
    let note = alice.taps(&list, "1").await;
    let _ = alice.presses(&note, "Edit").await;
    let editing = alice.changes(&note).await;
    alice.says("the wifi code is 12").await;
    let first = bot.next_message().await;
    let note = alice.changes(&editing).await;
    bot.advance(1);
    let _ = alice.presses(&note, "Edit").await;
    alice.changes(&note).await;
    alice.says("the wifi code is 13").await;
    bot.next_message().await;
    reads!(alice.presses(&first, "Undo").await, @"The note is gone or has changed since, so I cannot undo this. Nothing has changed. (alert)");
    bot.end().await;
}

async fn a_question_is_not_taken_for_a_notes_text<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let note = opens_a_note(&bot, "the wifi code is 4711").await;

    for asked in ["what is the wifi code?", "remind me in 5 minutes to stretch"] {
        let _ = alice.presses(&note, "Edit").await;
        let editing = alice.changes(&note).await;
        alice.says(asked).await;
        let answer = bot.next_message().await.text;
        assert!(answer.starts_with("You told me") || answer.starts_with("I'll remind you"), "{answer}");
        assert_eq!(alice.changes(&editing).await, note);
    }
    bot.end().await;
}

async fn a_command_ends_the_editing_of_a_note<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let note = opens_a_note(&bot, "the wifi code is 4711").await;

    let _ = alice.presses(&note, "Edit").await;
    let editing = alice.changes(&note).await;
    alice.says("/cancel").await;
    reads!(bot.next_message().await, @"All right, the note stays as it is.");
    assert_eq!(alice.changes(&editing).await, note);
    let _ = alice.presses(&note, "Edit").await;
    let editing = alice.changes(&note).await;
    assert_eq!(alice.taps(&editing, "Cancel").await, note);
    let _ = alice.presses(&note, "Edit").await;
    let editing = alice.changes(&note).await;
    bot.advance(10);
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4711");
    assert_eq!(alice.changes(&editing).await, note);
    alice.says("/cancel").await;
    reads!(bot.next_message().await, @"There is nothing to cancel. To stop what I am doing, send /stop.");
    bot.end().await;
}

async fn a_note_is_deleted_after_asking<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    remembers(&bot, "one").await;
    bot.advance(1);
    let note = opens_a_note(&bot, "the wifi code is 4711 #home").await;

    let question = alice.taps(&note, "Delete").await;
    reads!(question, @"
    Delete this note?

    the wifi code is 4711
    #home

    A deleted note cannot be brought back.
    [Delete] [Cancel]
    ");
    assert_eq!(alice.taps(&question, "Cancel").await, note);
    let question = alice.taps(&note, "Delete").await;
    alice.says("/memory").await;
    let other = bot.next_message().await;
    reads!(alice.presses(&question, "Delete").await, @"Deleted. Our conversation may still contain what it said; /new begins without it.");
    let list = alice.changes(&question).await;
    reads!(list, @"
    Your notes: 1

    1. one
    1 May 2026 · from this chat
    [1. one]
    ");
    reads!(alice.presses(&other, "1").await, @"This note is gone, or no longer for this chat. Nothing has changed. (alert)");
    assert_eq!(alice.changes(&other).await.text, list.text);
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"I have no note about the wifi code. I know only what you tell me, for example: remember that the wifi code is 4711");
    bot.end().await;
}

async fn what_is_to_go_is_chosen_among_several<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    for note in ["the wifi code at home is 4711", "the wifi code at work is 12", "bob likes oats"] {
        remembers(&bot, note).await;
        bot.advance(1);
    }

    alice.says("/forget").await;
    reads!(bot.next_message().await, @"Write what the note is about after the command, like “/forget wifi code”. I ask before I delete anything. /memory lists all your notes, to look through and delete; /forget_me deletes everything I know about you.");
    alice.says("/forget the moon").await;
    reads!(bot.next_message().await, @"I have no note about “the moon”. /memory lists all your notes.");
    alice.says("/forget wifi code").await;
    let question = bot.next_message().await;
    reads!(question, @"
    Which note should I delete?

    1. the wifi code at work is 12
    1 May 2026 · from this chat

    2. the wifi code at home is 4711
    1 May 2026 · from this chat
    [1. the wifi code at work is…] [2. the wifi code at home is…]
    [None of these]
    ");
    let deleting = alice.taps(&question, "1").await;
    assert_eq!(alice.taps(&deleting, "Cancel").await, question);
    let deleting = alice.taps(&question, "1").await;
    reads!(deleting, @"
    Delete this note?

    the wifi code at work is 12

    A deleted note cannot be brought back.
    [Delete] [Cancel]
    ");
    reads!(alice.taps(&deleting, "Delete").await, @"🗑️ The note is gone. Our conversation may still contain what it said; /new begins without it.");
    reads!(alice.presses(&deleting, "Delete").await, @"This note is gone, or no longer for this chat. Nothing has changed. (alert)");

    alice.says("/forget oats").await;
    let only = bot.next_message().await;
    reads!(only, @"
    Delete this note?

    bob likes oats

    A deleted note cannot be brought back.
    [Delete] [Cancel]
    ");
    reads!(alice.taps(&only, "Cancel").await, @"All right, nothing was deleted.");
    bot.end().await;
}

async fn what_is_found_is_listed<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    for note in ["the wifi code is 4711 #home", "bob likes oats #food", "the kettle is new #home"] {
        remembers(&bot, note).await;
        bot.advance(1);
    }

    alice.says("/remember").await;
    reads!(bot.next_message().await, @"Write what I should remember after the command, with tags if you like: /remember The wifi code is 4711 #home");
    alice.says("/memory what does bob like? oats!").await;
    reads!(bot.next_message().await, @"
    Your notes about “what does bob like? oats!”: 1

    1. bob likes oats
    1 May 2026 · #food · from this chat
    [1. bob likes oats]
    ");
    alice.says("/memory kettle #home").await;
    reads!(bot.next_message().await, @"
    Your notes about “kettle #home”: 1

    1. the kettle is new
    1 May 2026 · #home · from this chat
    [1. the kettle is new]
    ");
    alice.says("/memory #home").await;
    let found = bot.next_message().await;
    assert_eq!(found.buttons.concat().len(), 2, "{found}");
    alice.says("/remember #work call the bank").await;
    bot.next_message().await;
    alice.says("/memory #work").await;
    reads!(bot.next_message().await, @"
    Your notes about “#work”: 1

    1. #work call the bank
    1 May 2026 · #work · from this chat
    [1. #work call the bank]
    ");
    alice.says("/memory \"pve-01\" AND C++ *").await;
    reads!(bot.next_message().await, @r#"I have no note about “"pve-01" AND C++ *”. /memory lists all your notes."#);
    bot.end().await;
}

async fn buttons_work_after_a_restart<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let note = opens_a_note(&bot, "the wifi code is 4711").await;

    bot.restart().await;
    let _ = alice.presses(&note, "Edit").await;
    let editing = alice.changes(&note).await;
    bot.restart().await;
    alice.says("the wifi code is 12 #home").await;
    reads!(bot.next_message().await, @"
    📝 Changed the note.

    Before: “the wifi code is 4711”
    Now: “the wifi code is 12” #home
    [Undo]
    ");
    let note = alice.changes(&editing).await;
    let list = alice.taps(&note, "Back").await;
    reads!(list, @"
    Your notes: 1

    1. the wifi code is 12
    1 May 2026 · #home · from this chat
    [1. the wifi code is 12]
    ");
    bot.end().await;
}

async fn a_long_note_is_shown_in_parts<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let long: Vec<_> = (1..=300).map(|number| format!("*Größe {number}*")).collect();

    let mut part = opens_a_note(&bot, &long.join(" ")).await;
    let mut read = String::new();
    loop {
        let (text, _) = part.text.rsplit_once("\n\n").unwrap();
        read.push_str(text);
        read.push(' ');
        if !part.to_string().contains("[Next part]") {
            break;
        }
        part = alice.taps(&part, "Next part").await;
    }
    assert_eq!(read.trim_end(), long.join(" "));
    let question = alice.taps(&part, "Delete").await;
    assert!(question.text.contains("characters in all)"), "{question}");
    bot.end().await;
}

/// Alice saves a note.
async fn remembers<C: Chat>(bot: &Bot<C>, note: &str) {
    bot.alice().says(&format!("/remember {note}")).await;
    let receipt = bot.next_message().await;
    assert!(receipt.text.starts_with("📝 Remembered: “"), "{receipt}");
}

/// Alice saves a note and opens it.
async fn opens_a_note<C: Chat>(bot: &Bot<C>, note: &str) -> Shown {
    remembers(bot, note).await;
    bot.alice().says("/memory").await;
    let list = bot.next_message().await;
    bot.alice().taps(&list, "1").await
}
