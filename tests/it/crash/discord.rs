//! Crashes that concern only Discord: forgotten nonces, commands, servers, and the log of its failures.

use std::time::Duration;

use adjutant_simulators::{
    discord::{Discord, Fault, Method, Rates, Settings},
    model::Turn,
};
use adjutant_texts::commands::menu;

use super::{
    harness::{Home, discord, echoing_model},
    platform::{Platform, seen},
};

/// Starts a Discord that forgets nonces at once, as the real one does after three minutes.
async fn forgetful() -> Discord {
    let nonce_window = Duration::ZERO;
    let settings = Settings { rates: Rates::unlimited(), nonce_window, ..Settings::default() };
    let discord = Discord::start_with(settings).await;
    discord.set_identify_pause(Duration::ZERO);
    discord
}

#[tokio::test]
async fn a_send_is_read_back_once_its_nonce_is_forgotten() {
    let (discord, model) = (forgetful().await, echoing_model().await);
    let home = Home::new(&discord).with_model(&model);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;
    alice.says("hello").await;
    discord.next_message(&alice).await;

    let sent = discord.hold_after(Method::CreateMessage);
    alice.says("is the kettle on?").await;
    sent.wait().await;
    adjutant.kill().await;
    home.age_what_is_in_doubt().await;

    let adjutant = home.start();
    alice.says("and the oven?").await;
    for said in ["You said: is the kettle on?", "You said: and the oven?"] {
        assert_eq!(discord.next_message(&alice).await.text, said);
    }
    adjutant.finish(&discord).await;
    assert_eq!(seen(&discord, &alice).len(), 3);
    assert_eq!(discord.count(Method::CreateMessage), 3, "it is not sent again");
}

#[tokio::test]
async fn a_send_that_is_not_there_once_its_nonce_is_forgotten_is_made_again() {
    let (discord, model) = (forgetful().await, echoing_model().await);
    let home = Home::new(&discord).with_model(&model);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;

    let sending = discord.hold_before(Method::CreateMessage);
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();
    home.age_what_is_in_doubt().await;

    let adjutant = home.start();
    let answer = discord.next_message(&alice).await;
    // The history was read, so there is no doubt that it arrived once.
    assert_eq!(answer.text, "You said: is the kettle on?");
    adjutant.finish(&discord).await;
    assert_eq!(seen(&discord, &alice).len(), 1);
}

#[tokio::test]
async fn a_command_is_answered_in_its_place_after_a_crash() {
    let discord = discord().await;
    let home = Home::new(&discord);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;
    discord.has_commands(menu().len()).await;

    let answering = discord.hold_before(Method::EditResponse);
    let status = alice.runs(&alice, "status", &[]).await;
    status.acknowledged().await;
    answering.wait().await;
    adjutant.kill().await;
    answering.cut();

    let adjutant = home.start();
    let answer = status.answer().await;
    assert!(!answer.text.is_empty() && !answer.text.contains("repeat"), "{}", answer.text);
    adjutant.finish(&discord).await;
    assert_eq!(discord.count(Method::CreateMessage), 0);
}

#[tokio::test]
async fn a_command_whose_process_ends_with_the_acknowledgement_is_answered() {
    let discord = discord().await;
    let home = Home::new(&discord);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;
    discord.has_commands(menu().len()).await;

    let acknowledged = discord.hold_after(Method::InteractionCallback);
    let status = alice.runs(&alice, "status", &[]).await;
    acknowledged.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert!(!status.answer().await.text.is_empty());
    adjutant.finish(&discord).await;
    assert_eq!(discord.count(Method::CreateMessage), 0);
}

#[tokio::test]
async fn a_commands_answer_that_took_effect_is_not_repeated() {
    let discord = discord().await;
    let home = Home::new(&discord);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;
    discord.has_commands(menu().len()).await;

    let answered = discord.hold_after(Method::EditResponse);
    let status = alice.runs(&alice, "status", &[]).await;
    answered.wait().await;
    let answer = status.answer().await;
    adjutant.kill().await;

    let adjutant = home.start();
    alice.says("remember that the wifi code is 4711").await;
    let said = discord.next_message(&alice).await.text;
    assert_eq!(said, "I'll remember: the wifi code is 4711");
    adjutant.finish(&discord).await;
    assert_eq!(discord.message(&answer).map(|now| now.text), Some(answer.text));
    assert_eq!(discord.count(Method::CreateMessage), 1);
}

#[tokio::test]
async fn what_was_said_on_a_server_and_alone_meanwhile_is_answered_in_order() {
    let (discord, model) = (discord().await, echoing_model().await);
    let home = Home::new(&discord).with_model(&model);
    let (alice, bob) = (discord.user(42, "alice"), discord.user(43, "bob"));
    let server = discord.guild(900, "server");
    let rooms = [server.channel(901, "hall"), server.channel(902, "kitchen")];
    let adjutant = home.start_listening(&discord).await;
    alice.says("hello").await;
    discord.next_message(&alice).await;
    let thinking = model.hold_before();
    bob.mentions_bot_in(&rooms[0], "what is cooking?").await;
    thinking.wait().await;
    adjutant.kill().await;

    alice.says("is the kettle on?").await;
    bob.mentions_bot_in(&rooms[1], "is the oven on?").await;
    bob.says_in(&rooms[1], "nothing for the bot").await;
    alice.says("and the light?").await;

    let adjutant = home.start();
    let mut answers = vec![discord.next_message(&rooms[0]).await.text];
    answers.push(discord.next_message(&rooms[1]).await.text);
    let mut alone = String::new();
    while !alone.contains("and the light?") {
        alone += &discord.next_message(&alice).await.text;
    }
    answers.push(alone);
    adjutant.finish(&discord).await;
    assert_eq!(answers[0], "You said: what is cooking?");
    assert_eq!(answers[1], "You said: is the oven on?");
    assert!(answers[2].starts_with("You said: is the kettle on?"), "{}", answers[2]);
    assert_eq!(discord.messages(&rooms[1]).len(), 1);
}

#[tokio::test]
async fn a_lost_prompt_has_its_buttons_after_a_crash() {
    let (discord, model) = (discord().await, echoing_model().await);
    let home = Home::new(&discord).with_model(&model);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;
    let fetch = serde_json::json!({"url": "http://example.org/"});
    model.script([Turn::calls([("web_fetch", fetch)]), Turn::text("As you wish.")]);
    let sent = discord.hold_after(Method::CreateMessage);
    alice.says("fetch it").await;
    sent.wait().await;
    adjutant.kill().await;
    let prompt = discord.next_message(&alice).await;

    let adjutant = home.start_listening(&discord).await;
    let answer = alice.presses(&prompt, "Deny").await.answer().await;
    assert_eq!(answer.text, "Denied. Nothing was done.");
    assert_eq!(discord.next_message(&alice).await.text, "As you wish.");
    adjutant.finish(&discord).await;
    assert_eq!(seen(&discord, &alice).len(), 2);
}

#[tokio::test]
async fn neither_secrets_nor_messages_are_logged_when_everything_fails() {
    let (discord, model) = (discord().await, echoing_model().await);
    let home = Home::new(&discord).with_model(&model);
    let alice = discord.user(42, "alice");
    let adjutant = home.start_listening(&discord).await;
    discord.has_commands(menu().len()).await;

    discord.fail_next(Method::CreateMessage, Fault::Status(502));
    alice.says("is the kettle on?").await;
    assert_eq!(discord.next_message(&alice).await.text, "You said: is the kettle on?");
    discord.fail_next(Method::InteractionCallback, Fault::Cut);
    discord.fail_next(Method::EditResponse, Fault::CutAfter);
    let status = alice.runs(&alice, "status", &[]).await;
    status.answer().await;
    discord.cut_gateway();
    discord.resumed(1).await;
    discord.forget_sessions();
    discord.close_gateway(4000);
    discord.identified(2).await;
    adjutant.kill().await;

    discord.fail_next(Method::GetGatewayBot, Fault::Cut);
    discord.fail_next(Method::ListMessages, Fault::Status(502));
    let adjutant = home.start();
    alice.says("and the oven?").await;
    assert_eq!(discord.next_message(&alice).await.text, "You said: and the oven?");
    let log = home.log();
    assert!(log.contains("no connection to Discord"), "the log tells of the connection");
    assert!(log.contains("delivery attempt failed"), "the log tells of the failed send");
    adjutant.finish(&discord).await;
    assert!(discord.secrets().len() > 1, "there were tokens of interactions");
}

#[tokio::test]
async fn a_thread_that_was_opened_before_the_crash_is_answered_in() {
    let (discord, model) = (discord().await, echoing_model().await);
    let home = Home::new(&discord).with_model(&model).with("CHANNELS__DISCORD__THREADS", "always");
    let bob = discord.user(43, "bob");
    let hall = discord.guild(900, "server").channel(901, "hall");
    let adjutant = home.start_listening(&discord).await;

    let opened = discord.hold_after(Method::StartThread);
    let question = bob.mentions_bot_in(&hall, "what is cooking?").await;
    opened.wait().await;
    adjutant.kill().await;

    let adjutant = home.start_listening(&discord).await;
    let thread = discord.thread_at(&question).await;
    assert_eq!(discord.next_message(&thread).await.text, "You said: what is cooking?");
    bob.mentions_bot_in(&thread, "and for whom?").await;
    assert_eq!(discord.next_message(&thread).await.text, "You said: and for whom?");
    adjutant.finish(&discord).await;
    assert_eq!(discord.count(Method::StartThread), 1);
    assert_eq!(discord.messages(&hall).len(), 0);
}
