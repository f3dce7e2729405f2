use adjutant_channel::SendError;
use adjutant_simulators::discord::{Channel, Method, Permission, Sent, User};

use super::*;
use crate::Threads;

/// A question in a guild, and the chat of the thread for its answer.
async fn asked(discord: &simulator::Discord) -> (User, Channel, Sent, ChatRef) {
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let question = alice.mentions_bot_in(&general, "what is the weather in Rome?").await;
    let thread = chat(format!("70/{}", question.id));
    (alice, general, question, thread)
}

fn answer(thread: &ChatRef, question: &Sent, text: &str) -> Outgoing {
    Outgoing { reply_to: Some(MessageId(question.id.to_string())), ..outgoing(thread.clone(), text) }
}

#[tokio::test]
async fn the_first_message_opens_the_thread() {
    let discord = discord().await;
    let (_alice, general, question, thread) = asked(&discord).await;
    let channel = channel(&discord);
    channel.typing(&thread).await.unwrap();
    assert_eq!(discord.requests().pop().unwrap().channel_id(), Some(general.id()));

    let id = channel.send(&answer(&thread, &question, "Sunny.")).await.unwrap().message;
    let opened = discord.thread_at(&question).await;
    assert_eq!(opened.name(), "what is the weather in Rome?");
    let shown = discord.next_message(&opened).await;
    assert_eq!((shown.id.to_string(), shown.reply_to), (id.0.clone(), None));

    let more = Outgoing { key: "turn-1/0/1".into(), ..outgoing(thread.clone(), "And warm.") };
    channel.send(&more).await.unwrap();
    channel.edit(&thread, &id, &Content::text(Rich::plain("Sunny!")), None).await.unwrap();
    assert_eq!(discord.transcript(&opened), "adjutant: Sunny!\nadjutant: And warm.\n");
    assert_eq!(discord.count(Method::StartThread), 1);
    discord.read_all(&opened);
}

#[tokio::test]
async fn a_thread_that_somebody_else_opened_meanwhile_will_do() {
    let discord = discord().await;
    let (alice, _general, question, thread) = asked(&discord).await;
    let held = discord.hold_before(Method::StartThread);
    let channel = channel(&discord);
    let message = answer(&thread, &question, "Sunny.");
    let (sent, opened) = tokio::join!(channel.send(&message), async {
        held.wait().await;
        let opened = alice.opens_thread(&question, "Weather").await;
        held.release();
        opened
    });
    sent.unwrap();
    assert_eq!(discord.next_message(&opened).await.text, "Sunny.");
}

#[tokio::test]
async fn where_no_thread_can_be_opened_the_answer_is_a_reply() {
    let discord = discord().await;
    let (_alice, general, question, thread) = asked(&discord).await;
    general.forbids(Permission::CreatePublicThreads);
    let asked = channel(&discord);
    let id = asked.send(&answer(&thread, &question, "Sunny.")).await.unwrap().message;
    let shown = discord.next_message(&general).await;
    assert_eq!((shown.id.to_string(), shown.reply_to), (id.0.clone(), Some(question.id)));

    // The thread stays cached for a while, and is fetched again after a restart.
    let restarted = channel(&discord);
    for (channel, text, requests) in [(&asked, "Sunny!", 1), (&restarted, "Sunny?", 2)] {
        let edits = discord.count(Method::EditMessage);
        channel.edit(&thread, &id, &Content::text(Rich::plain(text)), None).await.unwrap();
        assert_eq!(discord.next_edit(&general).await.text, text);
        assert_eq!(discord.count(Method::EditMessage) - edits, requests);
    }
    let more = Outgoing { key: "turn-1/0/1".into(), ..answer(&thread, &question, "And warm.") };
    asked.send(&more).await.unwrap();
    assert_eq!(discord.next_message(&general).await.text, "And warm.");
    assert_eq!(discord.count(Method::StartThread), 1);
}

#[tokio::test]
async fn a_question_that_was_deleted_has_no_answer_in_the_channel() {
    let discord = discord().await;
    let (alice, general, question, thread) = asked(&discord).await;
    alice.deletes(&question).await;
    let gone = channel(&discord).send(&answer(&thread, &question, "Sunny.")).await;
    assert_eq!(gone, Err(SendError::ChatGone("Unknown Channel".into())));
    assert_eq!(discord.transcript(&general), "");
}

#[tokio::test]
async fn where_the_bot_may_not_write_in_threads_the_answer_is_a_reply() {
    let discord = discord().await;
    let (_alice, general, question, thread) = asked(&discord).await;
    general.forbids(Permission::SendMessagesInThreads);
    let answered = channel(&discord);
    for (key, text) in [("turn-1/0/0", "Sunny."), ("turn-1/0/1", "And warm.")] {
        let message = Outgoing { key: key.into(), ..answer(&thread, &question, text) };
        answered.send(&message).await.unwrap();
        let shown = discord.next_message(&general).await;
        assert_eq!((shown.text.as_str(), shown.reply_to), (text, Some(question.id)));
    }
    // The bot may not delete the empty thread, and forgets it with a restart.
    let message = Outgoing { key: "turn-2/0/0".into(), ..answer(&thread, &question, "Still warm.") };
    channel(&discord).send(&message).await.unwrap();
    assert_eq!(discord.next_message(&general).await.text, "Still warm.");
}

#[tokio::test]
async fn what_was_said_in_a_thread_that_is_deleted_does_not_go_to_all_of_the_channel() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let private = general.thread("a surprise for bob");
    let question = alice.mentions_bot_in(&private, "what does it cost?").await;
    private.delete();
    let thread = chat(format!("70/{}", private.id()));
    for reply_to in [Some(MessageId(question.id.to_string())), None] {
        let message = Outgoing { reply_to, ..outgoing(thread.clone(), "40 euros.") };
        let gone = channel(&discord).send(&message).await;
        assert_eq!(gone, Err(SendError::ChatGone("Unknown Channel".into())));
    }
    assert_eq!(discord.transcript(&general), "");
}

#[tokio::test]
async fn a_thread_without_its_channel_is_gone() {
    let discord = discord().await;
    let (_alice, general, question, thread) = asked(&discord).await;
    general.delete();
    let gone = channel(&discord).send(&answer(&thread, &question, "Sunny.")).await.unwrap_err();
    assert_eq!(gone, SendError::ChatGone("Unknown Channel".into()));
}

#[tokio::test]
async fn an_archived_thread_is_opened_again() {
    let discord = discord().await;
    let (_alice, _general, question, thread) = asked(&discord).await;
    let channel = channel(&discord);
    let id = channel.send(&answer(&thread, &question, "Sunny.")).await.unwrap().message;
    let opened = discord.thread_at(&question).await;
    discord.next_message(&opened).await;
    opened.archive();
    channel.edit(&thread, &id, &Content::text(Rich::plain("Sunny!")), None).await.unwrap();
    assert_eq!(discord.next_edit(&opened).await.text, "Sunny!");
}

#[tokio::test]
async fn a_locked_thread_is_gone_and_its_channel_is_not() {
    let discord = discord().await;
    let (_alice, general, question, thread) = asked(&discord).await;
    let channel = channel(&discord);
    let id = channel.send(&answer(&thread, &question, "Sunny.")).await.unwrap().message;
    let opened = discord.thread_at(&question).await;
    discord.next_message(&opened).await;
    opened.lock();
    let edited = channel.edit(&thread, &id, &Content::text(Rich::plain("Sunny!")), None).await.unwrap_err();
    assert!(matches!(edited, SendError::ThreadGone(_)), "{edited:?}");
    let sent = channel.send(&answer(&thread, &question, "Rainy.")).await.unwrap_err();
    assert!(matches!(sent, SendError::ThreadGone(_)), "{sent:?}");
    channel.send(&outgoing(chat(70), "Windy.")).await.unwrap();
    assert_eq!(discord.next_message(&general).await.text, "Windy.");
}

#[tokio::test]
async fn long_answers_go_to_a_thread_where_the_settings_say_so() {
    let discord = discord().await;
    let (_alice, _general, question, _thread) = asked(&discord).await;
    let message = MessageId(question.id.to_string());
    for (threads, expected) in
        [(Threads::Never, None), (Threads::Always, None), (Threads::Long, Some(format!("70/{message}")))]
    {
        let channel = Discord::new(Settings { threads, ..settings(&discord) }).unwrap();
        channel.channel_cache.get_or_fetch(&channel.api, "70").await.unwrap();
        let thread = channel.thread_at(&chat(70), &message);
        assert_eq!(thread.map(|thread| thread.chat), expected);
        for elsewhere in ["71", "70/71", "x"] {
            assert_eq!(channel.thread_at(&chat(elsewhere), &message), None);
        }
    }
}
