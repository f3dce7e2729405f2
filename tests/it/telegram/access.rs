//! Who is served.

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{db::Scope, people};

use crate::harness::{Bot, OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn the_owner_code_makes_one_owner_in_a_direct_chat() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (bob, group) = (tg.user(43, "bob"), tg.group(-100_200, "family"));

    bob.says("/start 12345678").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"That code is not valid. A code works once, and I make a new one each time I start without an owner. The program printed the current one when it started.");
    alice.says_in(&group, &format!("/start {code}")).await;
    reads!(Shown::from(tg.next_message(&group).await), @"That was the owner code, and others here have read it, so it is void. The program makes a new one when it is started again, or at once with adjutant people owner. Send that one to me in a direct chat.");
    alice.says(&format!("/start {code}")).await;
    reads!(bot.next_message().await, @"That code is not valid. A code works once, and I make a new one each time I start without an owner. The program printed the current one when it started.");
    let code = bot
        .app()
        .core()
        .db
        .write(Scope::Global, async |tx| people::replace_owner_code(tx, Timestamp::EPOCH).await)
        .await;
    let code = code.expect("the database can be written");
    alice.says(&format!("/start {code}")).await;
    reads!(bot.next_message().await, @"Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can do.");
    bob.says(&format!("/start {code}")).await;
    reads!(Shown::from(tg.next_message(&bob).await), @"That code is not valid. A code works once, and I make a new one each time I start without an owner. The program printed the current one when it started.");
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_gets_a_line_an_hour_until_the_owner_admits_them() {
    let (bot, code) = without_owner(Setup::new().with_model().await).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let bob = tg.user(43, "bob");

    alice.says(&format!("/start {code}")).await;
    reads!(bot.next_message().await, @"Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can do.");
    bob.says("let me in").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"This bot is private. I have asked its owner to let you in. If they do, I will answer you here.");
    let knock = bot.next_message().await;
    reads!(knock, @"
    bob (telegram 43) wants to talk to me. May they? They would have a memory of their own, and would never see yours.
    [Admit] [Refuse]
    ");
    bob.says("please").await;
    tg.all_acknowledged().await;
    bot.advance(59);
    bob.says("pretty please").await;
    tg.all_acknowledged().await;
    bot.advance(1);
    bob.says("hello?").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"This bot is private. I have asked its owner to let you in. If they do, I will answer you here.");
    assert_eq!(bot.model().count(), 0);

    let knock = tg.message(&(alice.id(), knock.id.parse().unwrap())).unwrap();
    reads!(alice.presses(&knock, "Admit").await.text, @"Admitted.");
    reads!(Shown::from(tg.next_message(&bob).await), @"The owner has let you in. Write to me as you would to a person, or send /help to see what I can do.");
    reads!(Shown::from(tg.when(&knock, |now| now.buttons.is_empty()).await), @"bob was admitted.");
    reads!(alice.presses(&knock, "Refuse").await.text, @"You have already decided this. Nothing has changed.");
    bot.model().script([adjutant_simulators::model::Turn::text("Welcome, bob.")]);
    bob.says("thank you").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"Welcome, bob.");
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_who_is_refused_stays_outside() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let bob = tg.user(43, "bob");

    alice.says(&format!("/start {code}")).await;
    reads!(bot.next_message().await, @"Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can do.");
    bob.says("let me in").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"This bot is private. I have asked its owner to let you in. If they do, I will answer you here.");
    let knock = tg.next_message(&alice).await;
    reads!(alice.presses(&knock, "Refuse").await.text, @"Refused.");
    reads!(Shown::from(tg.when(&knock, |now| now.buttons.is_empty()).await), @"bob was refused.");
    bot.advance(61);
    bob.says("jot one").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"This bot is private. Its owner can let you in by adding telegram:43 to the list allow under [access] in its configuration.");
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_cannot_press_what_is_asked_of_the_owner() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let bob = tg.user(43, "bob");

    alice.says(&format!("/start {code}")).await;
    reads!(bot.next_message().await, @"Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can do.");
    bob.says("let me in").await;
    let line = tg.next_message(&bob).await;
    let knock = tg.next_message(&alice).await;
    let admit = &knock.buttons[0][0].1;
    reads!(bob.taps_data(&line, admit).await.answer().await.text, @"Only the person who asked for this can decide. Nothing has changed.");
    assert_eq!(tg.message(&knock), Some(knock.clone()));
    bot.end().await;
}

#[tokio::test]
async fn without_an_owner_a_stranger_learns_their_id() {
    let (bot, _) = without_owner(Setup::new()).await;
    let OnTelegram { alice, .. } = bot.alice();

    alice.says("hello").await;
    reads!(bot.next_message().await, @"This bot is private, and nobody owns it here yet. If it is yours: send me /start CODE with the code that the program printed when it started.");
    bot.end().await;
}

/// Starts a bot that serves nobody yet; returns it and the code that its owner has to send.
async fn without_owner(setup: Setup) -> (Bot<OnTelegram>, String) {
    let bot: Bot<OnTelegram> = setup.with("ACCESS__ALLOW", "[]").start().await;
    let code = bot
        .app()
        .core()
        .db
        .write(Scope::Global, async |tx| people::renew_owner_code(tx, Timestamp::EPOCH).await)
        .await;
    let code = code.expect("the database can be written").expect("nobody has used the code");
    (bot, code)
}
