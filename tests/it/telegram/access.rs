//! The people whom the bot serves.

use adjutant_domain::timestamp::Timestamp;
use adjutant_simulators::{pages::Pages, telegram::User};
use adjutant_store::{db::Scope, people};

use crate::harness::{Bot, Masked, OnTelegram, Setup, Shown, reads};

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
    bob (@bob on Telegram) wants to talk to me: “let me in”

    Whoever you admit has a memory of their own, and never sees yours.
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
    bot.model().script([adjutant_simulators::model::Turn::text("You are in, bob.")]);
    reads!(alice.presses(&knock, "Admit").await.text, @"Admitted.");
    reads!(Shown::from(tg.next_message(&bob).await), @"The owner has let you in. Write to me as you would to a person, or send /help to see what I can do.");
    reads!(Shown::from(tg.next_message(&bob).await), @"You are in, bob.");
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
    reads!(Shown::from(tg.next_message(&bob).await), @"This bot is private, and its owner has not let you in.");
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
    reads!(bot.next_message().await, @"
    This bot is private and has no owner yet. As soon as it has one, I will ask them to let you in.

    If you are the owner, send me /start CODE with the code that the program printed when it started.
    ");
    bot.end().await;
}

#[tokio::test]
async fn strangers_of_an_hour_are_one_message_to_the_owner() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let [bob, carol, dave] = [(43, "bob"), (44, "carol"), (45, "dave")].map(|(id, name)| tg.user(id, name));
    is_owner(&bot, &code).await;

    bob.says("/start").await;
    tg.next_message(&bob).await;
    let request = tg.next_message(&alice).await;
    reads!(Shown::from(request.clone()), @"
    bob (@bob on Telegram) wants to talk to me.

    Whoever you admit has a memory of their own, and never sees yours.
    [Admit] [Refuse]
    ");
    bob.says("hello, is this the bot that\nremembers things? \u{202e}dne http://xn--pypal-4ve.com/").await;
    let request = tg.when(&request, |now| *now != request).await;
    reads!(Shown::from(request.clone()), @"
    bob (@bob on Telegram) wants to talk to me: “hello, is this the bot that remembers things? ⟨U+202E⟩dne http://pаypal.com (xn--pypal-4ve.com)/”

    Whoever you admit has a memory of their own, and never sees yours.
    [Admit] [Refuse]
    ");
    bot.advance(50);
    carol.says("hi there").await;
    tg.next_message(&carol).await;
    let request = tg.when(&request, |now| *now != request).await;
    reads!(Shown::from(request.clone()), @"
    1. bob (@bob on Telegram) wants to talk to me: “hello, is this the bot that remembers things? ⟨U+202E⟩dne http://pаypal.com (xn--pypal-4ve.com)/”

    2. carol (@carol on Telegram) wants to talk to me: “hi there”

    Whoever you admit has a memory of their own, and never sees yours.
    [1. Admit] [1. Refuse]
    [2. Admit] [2. Refuse]
    ");
    reads!(alice.presses(&request, "2. Refuse").await.text, @"Refused.");
    let request = tg.when(&request, |now| *now != request).await;
    reads!(Shown::from(request.clone()), @"
    bob (@bob on Telegram) wants to talk to me: “hello, is this the bot that remembers things? ⟨U+202E⟩dne http://pаypal.com (xn--pypal-4ve.com)/”

    carol was refused.

    Whoever you admit has a memory of their own, and never sees yours.
    [Admit] [Refuse]
    ");
    bot.advance(10);
    dave.says("me too").await;
    tg.next_message(&dave).await;
    reads!(Shown::from(tg.next_message(&alice).await), @"
    dave (@dave on Telegram) wants to talk to me: “me too”

    Whoever you admit has a memory of their own, and never sees yours.
    [Admit] [Refuse]
    ");
    bot.end().await;
}

#[tokio::test]
async fn what_a_stranger_wrote_is_answered_once_they_are_admitted() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (bob, carol) = (tg.user(43, "bob"), tg.user(44, "carol"));
    is_owner(&bot, &code).await;

    bob.says("remind me in 8 hours to stretch").await;
    tg.next_message(&bob).await;
    carol.says("remember that my shoe size is 38").await;
    tg.next_message(&carol).await;
    tg.next_message(&alice).await;
    bot.advance(60);
    alice.says("/approvals").await;
    let list = tg.next_message(&alice).await;
    reads!(Shown::from(list.clone()), @"
    Nothing waits for a decision.

    Waiting to be let in
    1. bob (@bob on Telegram) wants to talk to me: “remind me in 8 hours to stretch”
    2. carol (@carol on Telegram) wants to talk to me: “remember that my shoe size is 38”

    You have allowed nothing beyond single calls.
    [1. Admit] [1. Refuse]
    [2. Admit] [2. Refuse]
    ");
    reads!(alice.presses(&list, "1. Admit").await.text, @"Admitted.");
    reads!(Shown::from(tg.next_message(&bob).await), @"The owner has let you in. Write to me as you would to a person, or send /help to see what I can do.");
    reads!(Shown::from(tg.next_message(&bob).await), @"I'll remind you in 7 hours, on Friday 1 May 2026 at 18:00 (UTC): stretch");
    let list = tg.when(&list, |now| *now != list).await;
    reads!(Shown::from(list.clone()), @"
    Nothing waits for a decision.

    Waiting to be let in
    1. carol (@carol on Telegram) wants to talk to me: “remember that my shoe size is 38”

    You have allowed nothing beyond single calls.
    [1. Admit] [1. Refuse]
    ");
    bot.advance(6 * 60);
    reads!(alice.presses(&list, "1. Admit").await.text, @"Admitted.");
    reads!(Shown::from(tg.next_message(&carol).await), @"The owner has let you in. What you wrote was a while ago: please write it again if you still want an answer. /help says what I can do.");
    reads!(Shown::from(tg.when(&list, |now| *now != list).await), @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
    bot.end().await;
}

#[tokio::test]
async fn whoever_wrote_before_there_was_an_owner_knocks_once_there_is_one() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let bob = tg.user(43, "bob");

    bob.says("hello?").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"
    This bot is private and has no owner yet. As soon as it has one, I will ask them to let you in.

    If you are the owner, send me /start CODE with the code that the program printed when it started.
    ");
    alice.says("it is me").await;
    tg.next_message(&alice).await;
    is_owner(&bot, &code).await;
    let request = tg.next_message(&alice).await;
    reads!(Shown::from(request.clone()), @"
    bob (@bob on Telegram) wants to talk to me: “hello?”

    Whoever you admit has a memory of their own, and never sees yours.
    [Admit] [Refuse]
    ");
    alice.presses(&request, "Admit").await;
    tg.next_message(&bob).await;
    reads!(Shown::from(tg.next_message(&bob).await), @"
    Hello! I'm the built-in assistant: no language model, but I do follow simple commands, in English only.

    Try one of these:

    • remember that the wifi code is 4711, then what is the wifi code?, or forget the wifi code
    • remind me in 20 minutes to stretch, or every weekday at 8:30: plan the day
    • list reminders, then move 1 to friday, pause 1 or cancel 1; what do I have tomorrow?
    • jot buy milk, show scratchpad, cross out milk
    • fetch https://example.org/
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_hundred_strangers_may_wait() {
    let (bot, code) = without_owner(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    is_owner(&bot, &code).await;
    for id in 100..200 {
        let stranger = tg.user(id, "mallory");
        stranger.says("let me in").await;
        tg.next_message(&stranger).await;
    }
    let bob = tg.user(43, "bob");
    bob.says("let me in").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"This bot is private, and many others wait for its owner. Please write again in a few days.");
    let all = "95 more: send /approvals to see who waits.\n\nWhoever you admit has a memory of their own, and never sees yours.";
    let request = tg.next_message(&alice).await;
    tg.when(&request, |now| Shown::from(now.clone()).text.ends_with(all)).await;
    bot.end().await;
}

/// The owner allows everybody access to a server, in their chat, until the owner revokes it. Nobody else can allow it.
#[tokio::test]
async fn the_owner_allows_everybody_a_server() {
    let site = Pages::start().await;
    site.serve("/weather", "text/plain", "Sunny, 23 degrees.");
    let host = site.url("").trim_start_matches("http://").to_owned();
    let (bot, code) = serving(Setup::new().beside(&site), r#"["telegram:43"]"#).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    is_owner(&bot, &code).await;
    let bob = tg.user(43, "bob");
    let fetch = format!("fetch {}", site.url("/weather"));
    let asked = async |person: &User| {
        person.says(&fetch).await;
        let prompt = tg.next_message(person).await;
        person.presses(&prompt, "More choices").await;
        tg.when(&prompt, |now| *now != prompt).await
    };
    let of_everybody = format!("For everybody: http://{host}");

    let prompt = asked(&bob).await;
    assert!(!Shown::from(prompt.clone()).to_string().contains("For everybody"), "{prompt:?}");
    bob.presses(&prompt, "Back").await;
    let prompt = tg.when(&prompt, |now| *now != prompt).await;
    bob.presses(&prompt, "Deny").await;
    tg.next_message(&bob).await;

    let prompt = asked(&alice).await;
    let answer = alice.presses(&prompt, &of_everybody).await.text;
    reads!(answer.masked(&host, "HOST"), @"Approved, always: http://HOST, for everybody.");
    assert!(Shown::from(tg.next_message(&alice).await).text.contains("Sunny"));
    bob.says(&fetch).await;
    assert!(Shown::from(tg.next_message(&bob).await).text.contains("Sunny"));

    alice.says("/approvals").await;
    let list = tg.next_message(&alice).await;
    reads!(Shown::from(list.clone()).masked(&host, "HOST"), @"
    Nothing waits for a decision.

    Allowed without asking
    1. http://HOST (page), always, for everybody; given 1 May, 10:00, not used yet
    [Revoke 1]
    ");
    alice.presses(&list, "Revoke 1").await;
    bob.says(&fetch).await;
    let prompt = tg.next_message(&bob).await;
    assert!(Shown::from(prompt.clone()).text.contains("is not on the list of allowed hosts"), "{prompt:?}");
    bob.presses(&prompt, "Deny").await;
    tg.next_message(&bob).await;
    bot.end().await;
}

/// Alice claims the bot.
async fn is_owner(bot: &Bot<OnTelegram>, code: &str) {
    bot.alice().alice.says(&format!("/start {code}")).await;
    reads!(bot.next_message().await, @"Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can do.");
}

/// Starts a bot that serves nobody yet; returns it and the code that its owner must send.
async fn without_owner(setup: Setup) -> (Bot<OnTelegram>, String) {
    serving(setup, "[]").await
}

/// Starts a bot that serves these people and has no owner yet; returns the code, too.
async fn serving(setup: Setup, allowed: &str) -> (Bot<OnTelegram>, String) {
    let bot: Bot<OnTelegram> = setup.with("ACCESS__ALLOW", allowed).start().await;
    let code = bot
        .app()
        .core()
        .db
        .write(Scope::Global, async |tx| people::renew_owner_code(tx, Timestamp::EPOCH).await)
        .await;
    let code = code.expect("the database can be written").expect("nobody has used the code");
    (bot, code)
}
