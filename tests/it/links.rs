//! Accounts on two platforms are linked as one person, and unlinked again.

use adjutant::cli::audit;
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{db::Scope, people};

use crate::harness::{Bot, Both, Chat, OnDiscord, OnTelegram, OnWeb, Setup, Shown, reads};

type OnBoth = Both<OnTelegram, OnWeb>;

const NO_NOTE: &str = "I have no note about the wifi code. I know only what you tell me, for example: remember that the wifi code is 4711";

#[tokio::test]
async fn what_one_account_is_told_the_other_knows_once_both_have_agreed() {
    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();

    tells(&phone, "remember that the wifi code is 4711", "I'll remember: the wifi code is 4711").await;
    let code = code(&page).await;
    phone.says(&format!("/link {}", code.to_lowercase().replace('-', " "))).await;
    reads!(phone.next_message().await, @"That code is right. Now both sides have 10 minutes to confirm, each in a direct chat with me.");
    let (of_phone, of_page) = (phone.next_message().await, page.next_message().await);
    reads!(of_phone, @"
    owner (the chat page) made this code. Link that account with this one?
    Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
    You will be an owner of this bot, as they are.
    [Link] [Do not link]
    ");
    reads!(of_page, @"
    alice (Telegram account 42) has typed your code. Link that account with this one?
    Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
    They will be an owner of this bot, as you are.
    [Link] [Do not link]
    ");
    reads!(phone.presses(&of_phone, "Link").await, @"Now the other side has to agree.");
    reads!(phone.changes(&of_phone).await, @"
    owner (the chat page) made this code. Link that account with this one?
    Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
    You will be an owner of this bot, as they are.
    ✅ You have agreed. I am waiting for the other side.
    [Do not link]
    ");
    reads!(phone.presses(&of_phone, "Link").await, @"You have already agreed. I am waiting for the other side. (alert)");
    tells(&page, "what is the wifi code?", NO_NOTE).await;

    reads!(page.presses(&of_page, "Link").await, @"Linked.");
    reads!(page.changes(&of_page).await, @"
    Link this account with alice (Telegram account 42)?
    ✅ Linked
    ");
    reads!(page.next_message().await, @"From now on this account and alice (Telegram account 42) are linked.");
    reads!(phone.next_message().await, @"From now on this account and owner (the chat page) are linked.");
    reads!(page.presses(&of_page, "Do not link").await, @"Both of you have already agreed to this. Nothing has changed. To separate the accounts, send /unlink. (alert)");
    tells(&page, "what is the wifi code?", "You told me: the wifi code is 4711").await;
    tells(&page, "remember that my shoe size is 38", "I'll remember: my shoe size is 38").await;
    tells(&phone, "what is my shoe size?", "You told me: my shoe size is 38").await;

    phone.says("/unlink").await;
    reads!(phone.next_message().await, @"No longer linked: Telegram account 42 with the chat page. Each side keeps what it made itself, including what it made while linked.");
    reads!(page.next_message().await, @"No longer linked: Telegram account 42 with the chat page. Each side keeps what it made itself, including what it made while linked.");
    tells(&page, "what is the wifi code?", NO_NOTE).await;
    tells(&page, "what is my shoe size?", "You told me: my shoe size is 38").await;
    tells(&phone, "what is the wifi code?", "You told me: the wifi code is 4711").await;
    phone.says("what is my shoe size?").await;
    reads!(phone.next_message().await, @"I have no note about my shoe size. I know only what you tell me, for example: remember that the wifi code is 4711");
    phone.says("/unlink").await;
    reads!(phone.next_message().await, @"This account is not linked with another.");
    bot.end().await;
}

#[tokio::test]
async fn commands_of_discord_link_as_well() {
    let bot: Bot<Both<OnDiscord, OnWeb>> = Setup::new().start().await;
    let Both(discord, page) = bot.alice();

    tells(&discord, "remember that the wifi code is 4711", "I'll remember: the wifi code is 4711").await;
    let (of_page, of_discord) = asked(&page, &discord).await;
    reads!(of_discord, @"
    owner (the chat page) has typed your code. Link that account with this one?
    Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
    You will be an owner of this bot, as they are.
    [Link] [Do not link]
    ");
    reads!(discord.presses(&of_discord, "Link").await, @"Now the other side has to agree.");
    tells(&page, "what is the wifi code?", NO_NOTE).await;
    page.presses(&of_page, "Link").await;
    reads!(page.next_message().await, @"From now on this account and alice (Discord account 42) are linked.");
    reads!(discord.next_message().await, @"From now on this account and owner (the chat page) are linked.");
    tells(&page, "what is the wifi code?", "You told me: the wifi code is 4711").await;

    discord.says("/unlink").await;
    reads!(discord.next_message().await, @"No longer linked: Discord account 42 with the chat page. Each side keeps what it made itself, including what it made while linked.");
    page.next_message().await;
    tells(&page, "what is the wifi code?", NO_NOTE).await;
    tells(&discord, "what is the wifi code?", "You told me: the wifi code is 4711").await;
    bot.end().await;
}

#[tokio::test]
async fn a_slash_command_in_a_server_links_in_private() {
    let bot: Bot<Both<OnDiscord, OnWeb>> = Setup::new().start().await;
    let Both(OnDiscord { discord, alice, .. }, page) = bot.alice();
    let garden = discord.guild(900, "home").channel(901, "garden");
    let runs = async |name: &str, args: &[(&str, &str)]| {
        let answer = alice.runs(&garden, name, args).await.answer().await;
        assert_eq!(answer.ephemeral_for, Some(alice.id()));
        Shown::from(answer)
    };

    // A code that is typed where others can read it links nobody.
    alice.mentions_bot_in(&garden, &format!("/link {}", code(&page).await)).await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Please link accounts in a direct chat with me, not here, where others can read along. If that was a valid code, it no longer works. To get another, send me /link in a direct chat.");

    // The person has not written in a direct chat yet.
    reads!(runs("link", &[("code", &code(&page).await)]).await, @"That code is right. Now both sides have 10 minutes to confirm, each in a direct chat with me.");
    let (of_alice, of_page) = (discord.next_message(&alice).await, page.next_message().await);
    page.presses(&of_page, "Link").await;
    alice.presses(&of_alice, "Link").await.answer().await;
    reads!(page.next_message().await, @"From now on this account and alice (Discord account 42) are linked.");
    reads!(Shown::from(discord.next_message(&alice).await), @"From now on this account and owner (the chat page) are linked.");

    reads!(runs("unlink", &[]).await, @"No longer linked: Discord account 42 with the chat page. Each side keeps what it made itself, including what it made while linked.");
    discord.next_message(&alice).await;
    page.next_message().await;
    let offered = runs("link", &[]).await.text;
    let code = offered.lines().find_map(|line| line.strip_prefix("/link ")).expect("a code");
    page.says(&format!("/link {code}")).await;
    page.next_message().await;
    page.next_message().await;
    let asked = discord.next_message(&alice).await.text;
    assert!(asked.contains("(the chat page) has typed your code"), "{asked}");
    let help = runs("help", &[]).await.text;
    assert!(
        help.ends_with(
            "Only in a direct chat with me: /start, /files, /vault, /hooks, /mcp, /console, /people, /forget_me"
        ),
        "{help}"
    );

    let gone = "UPDATE identities SET gone_at = seen_at WHERE channel = 'discord'";
    let db = bot.app().core().db.clone();
    db.write(Scope::Global, async move |tx| tx.execute(gone, ()).await).await.unwrap();
    reads!(runs("link", &[]).await, @"Both sides have to confirm in a direct chat with me, and I cannot write to you in one. Please write to me there, and then send the command again.");
    assert_eq!(discord.messages(&garden).len(), 1);
    bot.end().await;
}

#[tokio::test]
async fn one_side_that_does_not_agree_is_enough() {
    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();

    tells(&phone, "remember that the wifi code is 4711", "I'll remember: the wifi code is 4711").await;
    let (of_phone, of_page) = asked(&phone, &page).await;
    reads!(phone.presses(&of_phone, "Link").await, @"Now the other side has to agree.");
    reads!(page.presses(&of_page, "Do not link").await, @"Not linked.");
    reads!(page.changes(&of_page).await, @"
    Link this account with alice (Telegram account 42)?
    ❌ Not linked
    ");
    phone.shows(&of_phone, &phone.changes(&of_phone).await.text).await;
    reads!(page.presses(&of_page, "Link").await, @"One of you did not want to link. Nothing has changed. (alert)");
    reads!(phone.presses(&of_phone, "Link").await, @"One of you did not want to link. Nothing has changed. (alert)");
    tells(&page, "what is the wifi code?", NO_NOTE).await;
    bot.end().await;
}

#[tokio::test]
async fn a_code_works_once_for_ten_minutes_and_in_private() {
    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();
    let group = phone.tg.group(-100_200, "family");

    phone.alice.says_in(&group, "/link").await;
    reads!(Shown::from(phone.tg.next_message(&group).await), @"Please do that in a direct chat with me, not here, where others can read along.");
    let first = code(&page).await;
    phone.alice.says_in(&group, &format!("/link {first}")).await;
    reads!(Shown::from(phone.tg.next_message(&group).await), @"Please link accounts in a direct chat with me, not here, where others can read along. If that was a valid code, it no longer works. To get another, send me /link in a direct chat.");
    let over = "That code is no longer valid. A code works once, for 10 minutes, and only until you ask for a newer \
         one. To get another, send me /link on the other platform.";
    tells(&phone, &format!("/link {first}"), over).await;
    let (second, third) = (code(&page).await, code(&page).await);
    tells(&phone, &format!("/link {second}"), over).await;
    page.says(&format!("/link {third}")).await;
    reads!(page.next_message().await, @"That code belongs to this account. Send it from the other account that you want to link.");
    bot.advance(10);
    tells(&phone, &format!("/link {third}"), over).await;

    let (of_phone, of_page) = asked(&phone, &page).await;
    reads!(phone.presses(&of_phone, "Link").await, @"Now the other side has to agree.");
    bot.advance(10);
    reads!(page.presses(&of_page, "Link").await, @"That took more than 10 minutes. Nothing has changed. To start again, send /link. (alert)");
    reads!(page.changes(&of_page).await, @"
    Link this account with alice (Telegram account 42)?
    ⌛ Not linked: you did not both confirm in time
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_prompt_that_nobody_answers_says_that_it_is_over() {
    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();

    let (of_phone, of_page) = asked(&phone, &page).await;
    bot.advance(60);
    reads!(phone.changes(&of_phone).await, @"
    Link this account with owner (the chat page)?
    ⌛ Not linked: you did not both confirm in time
    ");
    reads!(page.changes(&of_page).await, @"
    Link this account with alice (Telegram account 42)?
    ⌛ Not linked: you did not both confirm in time
    ");
    bot.advance(24 * 60);
    let links = "SELECT count(*) AS value FROM link_sides";
    let db = bot.app().core().db.clone();
    bot.until("it to be forgotten", async || {
        db.read(async move |tx| tx.value::<i64>(links, ()).await).await.unwrap() == Some(0)
    })
    .await;
    reads!(phone.presses(&of_phone, "Link").await, @"This button no longer works. Nothing has changed. (alert)");
    bot.end().await;
}

#[tokio::test]
async fn guessing_ends_after_five_wrong_codes_for_an_hour() {
    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();

    for _ in 0..5 {
        phone.says("/link ABCDE-FGHJK").await;
        reads!(phone.next_message().await, @"That code is not valid. To get one, send me /link on the other platform, in a direct chat.");
    }
    bot.advance(59);
    let code = code(&page).await;
    phone.says(&format!("/link {code}")).await;
    reads!(phone.next_message().await, @"That was one wrong code too many. Please wait an hour before you try another.");
    bot.advance(1);
    phone.says(&format!("/link {code}")).await;
    reads!(phone.next_message().await, @"That code is right. Now both sides have 10 minutes to confirm, each in a direct chat with me.");
    phone.next_message().await;
    page.next_message().await;
    bot.end().await;
}

#[tokio::test]
async fn the_owner_s_code_admits_a_stranger_for_as_long_as_they_are_linked() {
    let bot: Bot<OnBoth> = Setup::new().with("ACCESS__ALLOW", "[]").start().await;
    let Both(phone, page) = bot.alice();

    let (of_phone, of_page) = asked(&phone, &page).await;
    reads!(of_phone, @"
    owner (the chat page) made this code. Link that account with this one?
    Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
    You will be an owner of this bot, as they are.
    [Link] [Do not link]
    ");
    page.presses(&of_page, "Link").await;
    reads!(page.changes(&of_page).await, @"
    alice (Telegram account 42) has typed your code. Link that account with this one?
    Both sides, and all accounts that either side is linked to, will then share notes, past conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends /unlink.
    They will be an owner of this bot, as you are.
    ✅ You have agreed. I am waiting for the other side.
    [Do not link]
    ");
    reads!(phone.presses(&of_phone, "Link").await, @"Linked.");
    page.next_message().await;
    phone.next_message().await;
    tells(&page, "remember that the wifi code is 4711", "I'll remember: the wifi code is 4711").await;
    tells(&phone, "what is the wifi code?", "You told me: the wifi code is 4711").await;

    let bob = phone.tg.user(43, "bob");
    bob.says("let me in").await;
    phone.tg.next_message(&bob).await;
    let knock = phone.next_message().await;
    reads!(knock, @"
    bob (@bob on Telegram) wants to talk to me: “let me in”

    Whoever you admit has a memory of their own, and never sees yours.
    [Admit] [Refuse]
    ");
    reads!(phone.presses(&knock, "Refuse").await, @"Refused.");
    phone.changes(&knock).await;

    page.says("/unlink").await;
    reads!(page.next_message().await, @"No longer linked: the chat page with Telegram account 42. Each side keeps what it made itself, including what it made while linked.");
    phone.next_message().await;
    bot.advance(1);
    phone.says("what is the wifi code?").await;
    reads!(phone.next_message().await, @"This bot is private. I have asked its owner to let you in. If they do, I will answer you here.");
    let knock = page.next_message().await;
    reads!(phone.presses(&of_phone, "Link").await, @"Both of you have already agreed to this. Nothing has changed. To separate the accounts, send /unlink. (alert)");
    page.presses(&knock, "Admit").await;
    phone.next_message().await;
    assert_eq!(phone.next_message().await.text, NO_NOTE, "what was asked before");
    reads!(audited(&bot).await, @"
    2026-05-01 10:00:00Z  grant       alice  link  admitted: telegram:42, for as long as it is linked
    2026-05-01 10:00:00Z  grant       alice  link  linked: telegram:42 and web:owner
    2026-05-01 10:00:00Z  grant       owner  link  linked: telegram:42 and web:owner
    2026-05-01 10:00:00Z  revocation  owner  link  unlinked: web:owner from telegram:42
    2026-05-01 10:00:00Z  revocation  alice  link  unlinked by owner: web:owner from telegram:42
    2026-05-01 10:01:00Z  grant       alice  people  admitted by owner: telegram:42 was admitted
    ");
    bot.end().await;
}

#[tokio::test]
async fn the_code_of_a_member_is_of_no_use_to_a_stranger() {
    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();
    let bob = phone.tg.user(43, "bob");

    page.says("remember that the wifi code is 4711").await;
    page.next_message().await;
    let code = code(&phone).await;
    bob.says(&format!("/link {code}")).await;
    reads!(Shown::from(phone.tg.next_message(&bob).await), @"This bot is private. I have asked its owner to let you in. If they do, I will answer you here.");
    page.next_message().await;
    page.says(&format!("/link {code}")).await;
    page.next_message().await;
    let (of_phone, of_page) = (phone.next_message().await, page.next_message().await);
    let shown = phone.tg.message(&(phone.alice.id(), of_phone.id.parse().unwrap())).unwrap();
    let forged = bob.taps_data(&shown, of_phone.button("Link")).await.answer().await;
    reads!(forged.text, @"Only the person who asked for this can decide. Nothing has changed.");
    page.presses(&of_page, "Link").await;
    tells(&phone, "what is the wifi code?", NO_NOTE).await;
    bot.end().await;
}

#[tokio::test]
async fn of_several_linked_accounts_one_is_unlinked_by_name() {
    let both = r#"["telegram:42", "telegram:43"]"#;
    let bot: Bot<OnBoth> = Setup::new().with("ACCESS__ALLOW", both).start().await;
    let Both(phone, page) = bot.alice();
    let bob = phone.tg.user(43, "bob");

    tells(&phone, "remember that the wifi code is 4711", "I'll remember: the wifi code is 4711").await;
    let (of_phone, of_page) = asked(&phone, &page).await;
    agree(&phone, &of_phone, &page, &of_page).await;
    bob.says(&format!("/link {}", code(&page).await)).await;
    phone.tg.next_message(&bob).await;
    let (of_bob, of_page) = (phone.tg.next_message(&bob).await, page.next_message().await);
    bob.presses(&of_bob, "Link").await;
    page.presses(&of_page, "Link").await;
    page.next_message().await;
    phone.tg.next_message(&bob).await;
    bob.says("what is the wifi code?").await;
    reads!(Shown::from(phone.tg.next_message(&bob).await), @"You told me: the wifi code is 4711");

    for what in ["", " telegram:99", " bob"] {
        phone.says(&format!("/unlink{what}")).await;
        reads!(phone.next_message().await, @"
    Several accounts are linked. Which one should I unlink?

    • /unlink telegram:42: alice
    • /unlink web:owner: owner
    • /unlink telegram:43: bob
    ");
    }
    phone.says("/unlink web:owner").await;
    reads!(phone.next_message().await, @"No longer linked: the chat page with Telegram account 42 and Telegram account 43. Each side keeps what it made itself, including what it made while linked.");
    reads!(page.next_message().await, @"No longer linked: the chat page with Telegram account 42 and Telegram account 43. Each side keeps what it made itself, including what it made while linked.");
    reads!(Shown::from(phone.tg.next_message(&bob).await), @"No longer linked: the chat page with Telegram account 42 and Telegram account 43. Each side keeps what it made itself, including what it made while linked.");
    bob.says("what is the wifi code?").await;
    reads!(Shown::from(phone.tg.next_message(&bob).await), @"You told me: the wifi code is 4711");
    tells(&page, "what is the wifi code?", NO_NOTE).await;
    bot.end().await;
}

#[tokio::test]
async fn the_owner_s_own_accounts_are_no_linked_users() {
    let bot: Bot<OnBoth> = Setup::new().with("ACCESS__ALLOW", "[]").start().await;
    let Both(phone, page) = bot.alice();
    let owner_code = bot
        .app()
        .core()
        .db
        .write(Scope::Global, async |tx| people::renew_owner_code(tx, Timestamp::EPOCH).await)
        .await;

    phone.says(&format!("/start {}", owner_code.unwrap().unwrap())).await;
    phone.next_message().await;
    phone.says(&format!("/link {}", code(&page).await)).await;
    reads!(phone.next_message().await, @"Both accounts are yours already. They share everything, so there is nothing to link.");
    phone.says("/unlink").await;
    reads!(phone.next_message().await, @"There is nothing to unlink: these are yours without a link: Telegram account 42 and the chat page.");
    bot.end().await;
}

#[tokio::test]
async fn a_link_outlives_a_restart_half_way() {
    let mut bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();

    tells(&phone, "remember that the wifi code is 4711", "I'll remember: the wifi code is 4711").await;
    let (of_phone, of_page) = asked(&phone, &page).await;
    phone.presses(&of_phone, "Link").await;
    bot.restart().await;
    page.presses(&of_page, "Link").await;
    phone.next_message().await;
    page.next_message().await;
    tells(&page, "what is the wifi code?", "You told me: the wifi code is 4711").await;
    bot.end().await;
}

/// Returns the output of `adjutant audit`.
async fn audited(bot: &Bot<OnBoth>) -> String {
    let core = bot.app().core();
    let mut out = Vec::new();
    let all = audit::Selection { since: None, user: None, json: false };
    let time = (core.clock.now(), core.zone);
    audit::print(&core.db, &core.redactor, all, time, &mut out).await.unwrap();
    String::from_utf8(out).unwrap()
}

/// Both sides confirm, and each receives a notice.
pub(crate) async fn agree(one: &impl Chat, of_one: &Shown, other: &impl Chat, of_other: &Shown) {
    one.presses(of_one, "Link").await;
    other.presses(of_other, "Link").await;
    one.next_message().await;
    other.next_message().await;
}

/// Sends a message and expects this answer.
async fn tells(chat: &impl Chat, said: &str, answer: &str) {
    chat.says(said).await;
    assert_eq!(chat.next_message().await.text, answer);
}

/// Returns a new code.
pub(crate) async fn code(chat: &impl Chat) -> String {
    chat.says("/link").await;
    let said = chat.next_message().await.text;
    let line = said.lines().find_map(|line| line.strip_prefix("/link "));
    line.unwrap_or_else(|| panic!("no code in:\n{said}")).to_owned()
}

/// Types the page's code on the phone, and returns both prompts.
pub(crate) async fn asked(phone: &impl Chat, page: &impl Chat) -> (Shown, Shown) {
    phone.says(&format!("/link {}", code(page).await)).await;
    phone.next_message().await;
    (phone.next_message().await, page.next_message().await)
}
