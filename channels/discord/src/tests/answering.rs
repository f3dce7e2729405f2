use adjutant_channel::{AttachmentKind, Command, Event, Found, LostSend, SendError};
use adjutant_simulators::discord::{Channel, Fault, Interaction, Method, User};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{files::TempFile, *};

const COMMANDS: &[Command] = &[
    Command { name: "help", description: "What I can do", arguments: &[], private: false },
    Command { name: "status", description: "How it is going", arguments: &[], private: true },
];
const MINUTE: Duration = Duration::from_secs(60);

/// A gateway that forwards the handles of commands.
struct Desk(mpsc::UnboundedSender<Option<String>>);

#[async_trait]
impl Gateway for Desk {
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted> {
        if let Event::Command { handle, .. } = event.event {
            self.0.send(handle)?;
        }
        Ok(Accepted::default())
    }

    async fn history(
        &self,
        _: &ChatRef,
        _: Option<HistoryCursor>,
        _: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        Ok(Vec::new())
    }

    fn now(&self) -> DateTime<Utc> {
        start()
    }
}

fn start() -> DateTime<Utc> {
    "2026-05-01T10:00:00Z".parse().unwrap()
}

/// A command that alice sent before a restart.
struct Asked {
    alice: User,
    general: Channel,
    interaction: Interaction,
    answer: Outgoing,
}

async fn asked(discord: &simulator::Discord, command: &str) -> Asked {
    discord.set_time(start().timestamp_millis() as u64);
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let (handles, mut given) = mpsc::unbounded_channel();
    let before = Discord::new(Settings { commands: COMMANDS, ..settings(discord) }).unwrap();
    let shutdown = CancellationToken::new();
    let task = tokio::spawn({
        let shutdown = shutdown.clone();
        async move { before.run(Arc::new(Desk(handles)), shutdown).await }
    });
    discord.connected().await;
    discord.has_commands(COMMANDS.len()).await;
    let interaction = alice.runs(&general, command, &[]).await;
    let handle = given.recv().await.unwrap();
    shutdown.cancel();
    task.await.unwrap().unwrap();
    let answer = Outgoing {
        handle,
        reply_to: Some(MessageId(interaction.id().to_string())),
        ..outgoing(chat(70), "All is well.")
    };
    Asked { alice, general, interaction, answer }
}

fn lost(message: &Outgoing, age: Duration) -> LostSend {
    let last_known = message.reply_to.clone();
    LostSend {
        message: message.clone(),
        variants: Vec::new(),
        last_known,
        known: Vec::new(),
        age,
        is_settled: true,
        examined: Vec::new(),
    }
}

#[tokio::test]
async fn an_answer_takes_the_place_that_was_held_for_it() {
    let discord = discord().await;
    let asked = asked(&discord, "help").await;
    let file = TempFile::with(b"a chart");
    let mut answer = asked.answer;
    answer.content.media = Some(file.media(AttachmentKind::Photo, "chart.png"));
    let channel = channel_at(&discord, start() + 14 * MINUTE);
    let id = channel.send(&answer).await.unwrap().message;
    let shown = asked.interaction.answer().await;
    assert_eq!((shown.id.to_string(), shown.text.as_str()), (id.0.clone(), "All is well."));
    assert_eq!((shown.files.len(), shown.flags), (1, 4));
    assert_eq!(discord.count(Method::CreateMessage), 0);

    // The edited message is an ordinary one and no longer needs the interaction.
    let later = channel_at(&discord, start() + 20 * MINUTE);
    let better = Content::text(Rich::plain("Better."));
    later.edit(&answer.chat, &id, &better, answer.handle.as_deref()).await.unwrap();
    assert_eq!(discord.next_edit(&asked.general).await.text, "Better.");
}

#[tokio::test]
async fn a_late_answer_is_a_message_and_a_private_one_goes_where_nobody_else_is() {
    for command in ["help", "status"] {
        let discord = discord().await;
        let asked = asked(&discord, command).await;
        let late = channel_at(&discord, start() + 15 * MINUTE);
        late.send(&asked.answer).await.unwrap();
        let place = if command == "help" { asked.general.id() } else { asked.alice.direct() };
        let shown = discord.next_message(&place).await;
        assert_eq!((shown.text.as_str(), shown.reply_to), ("All is well.", None));
        assert_eq!(discord.count(Method::EditResponse), 0, "the token is not tried");
    }
}

#[tokio::test]
async fn what_discord_takes_no_answer_to_is_answered_by_a_message() {
    for command in ["help", "status"] {
        let discord = discord().await;
        let asked = asked(&discord, command).await;
        discord.set_interaction_lifetime(Duration::ZERO);
        // The time is unknown before the first run.
        channel(&discord).send(&asked.answer).await.unwrap();
        let place = if command == "help" { asked.general.id() } else { asked.alice.direct() };
        assert_eq!(discord.next_message(&place).await.text, "All is well.");
        assert_eq!(discord.count(Method::EditResponse), 1);
    }
}

#[tokio::test]
async fn an_answer_waits_until_another_process_has_acknowledged_its_command() {
    let discord = discord().await;
    let asked = asked(&discord, "status").await;
    let unknown = Fault::Refused(10015, "Unknown Webhook");
    let channel = channel_at(&discord, start() + Duration::from_secs(2));
    discord.fail_next(Method::EditResponse, unknown.clone());
    let early = channel.send(&asked.answer).await.unwrap_err();
    assert_eq!(early, SendError::RetryAfter(Duration::from_millis(500)));
    channel.send(&asked.answer).await.unwrap();
    assert_eq!(discord.next_ephemeral(&asked.alice).await.text, "All is well.");

    // No process has acknowledged the command in time.
    discord.fail_next(Method::EditResponse, unknown);
    channel_at(&discord, start() + Duration::from_secs(6)).send(&asked.answer).await.unwrap();
    assert_eq!(discord.next_message(&asked.alice).await.text, "All is well.");
}

#[tokio::test]
async fn that_somebody_takes_no_direct_messages_is_not_the_end_of_the_chat() {
    let discord = discord().await;
    let asked = asked(&discord, "status").await;
    asked.alice.blocks_bot().await;
    let late = channel_at(&discord, start() + 15 * MINUTE);
    let refused = SendError::Refused("Cannot send messages to this user".into());
    assert_eq!(late.send(&asked.answer).await, Err(refused.clone()));
    assert_eq!(late.find(&lost(&asked.answer, MINUTE)).await, Ok(Found::Unclear));
    discord.fail_next(Method::CreateDm, Fault::Refused(50007, "Cannot send messages to this user"));
    // Another process does not know the direct chat.
    let other = channel_at(&discord, start() + 15 * MINUTE);
    assert_eq!(other.find(&lost(&asked.answer, MINUTE)).await, Err(refused));
}

#[tokio::test]
async fn a_direct_chat_is_opened_once_and_a_limit_on_that_is_none_on_the_commands_chat() {
    let discord = discord().await;
    let asked = asked(&discord, "status").await;
    let at = start() + 15 * MINUTE;
    let late = channel_at(&discord, at);
    for _ in 0..2 {
        late.send(&asked.answer).await.unwrap();
    }
    assert_eq!(discord.next_message(&asked.alice.direct()).await.text, "All is well.");
    assert_eq!(discord.count(Method::CreateDm), 1);
    // Another process does not know the direct chat.
    discord.fail_next(Method::CreateDm, Fault::TooManyRequests { after: 577.0, global: false });
    let limited = channel_at(&discord, at).send(&asked.answer).await.unwrap_err();
    assert_eq!(limited, SendError::NotSent("Discord lets the bot open no direct chat now".into()));
}

#[tokio::test]
async fn what_only_one_person_sees_is_edited_by_its_handle_by_whatever_process() {
    let discord = discord().await;
    let asked = asked(&discord, "status").await;
    let channel = channel_at(&discord, start());
    let id = channel.send(&asked.answer).await.unwrap().message;
    assert_eq!(discord.next_ephemeral(&asked.alice).await.ephemeral_for, Some(42));
    let changed = Content::text(Rich::plain("Better."));
    let (chat, handle) = (&asked.answer.chat, asked.answer.handle.as_deref());
    let other = channel_at(&discord, start());
    other.edit(chat, &id, &changed, handle).await.unwrap();
    assert_eq!(discord.message(&(70, id.0.parse().unwrap())).unwrap().text, "Better.");

    let late = channel_at(&discord, start() + 15 * MINUTE).edit(chat, &id, &changed, handle).await;
    assert_eq!(late, Err(SendError::MessageGone("Unknown Message".into())));
}

#[tokio::test]
async fn an_answer_that_was_left_in_doubt_is_there_once() {
    for (command, age) in [("help", MINUTE), ("help", 3 * MINUTE), ("status", 3 * MINUTE)] {
        let discord = discord().await;
        let asked = asked(&discord, command).await;
        let channel = channel_at(&discord, start() + age);
        discord.fail_next(Method::EditResponse, Fault::CutAfter);
        let cut = channel.send(&asked.answer).await.unwrap_err();
        assert!(matches!(cut, SendError::Unknown(_)), "{cut:?}");
        let token = asked.answer.handle.as_ref().unwrap().split(':').nth(1).unwrap();
        assert!(!cut.to_string().contains(token), "{cut}");

        let Ok(Found::Message(found)) = channel.find(&lost(&asked.answer, age)).await else {
            panic!("not found")
        };
        assert_eq!(asked.interaction.answer().await.id.to_string(), found.0);
        assert_eq!(discord.count(Method::EditResponse), 1);
        assert_eq!(discord.count(Method::CreateMessage), 0);
        let changed = Content::text(Rich::plain("Better."));
        channel.edit(&asked.answer.chat, &found, &changed, asked.answer.handle.as_deref()).await.unwrap();
    }
}

#[tokio::test]
async fn the_rest_of_an_answer_can_be_looked_for_unless_one_person_alone_sees_it() {
    for (command, findable) in [("help", true), ("status", false)] {
        let discord = discord().await;
        let asked = asked(&discord, command).await;
        let channel = channel_at(&discord, start() + 3 * MINUTE);
        channel.send(&asked.answer).await.unwrap();
        asked.interaction.answer().await;
        let rest = Outgoing { part: 1, ..outgoing(chat(70), "And this.") };
        let rest =
            Outgoing { handle: asked.answer.handle.clone(), reply_to: asked.answer.reply_to.clone(), ..rest };
        assert_eq!((channel.repeatable_for(&rest), channel.is_findable(&rest)), (Duration::ZERO, findable));
        let sent = channel.send(&rest).await.unwrap().message;
        let found = channel.find(&lost(&rest, MINUTE)).await;
        assert_eq!(found, Ok(if findable { Found::Message(sent) } else { Found::Unclear }));
        discord.read_all(&asked.general);
        discord.read_all_ephemeral(&asked.alice);
    }
}

#[tokio::test]
async fn an_answer_that_did_not_arrive_is_not_found() {
    let discord = discord().await;
    let asked = asked(&discord, "help").await;
    let lost = lost(&asked.answer, 3 * MINUTE);
    let channel = channel_at(&discord, start() + 3 * MINUTE);
    assert_eq!(channel.find(&lost).await, Ok(Found::Absent));
    let sent = channel.send(&asked.answer).await.unwrap().message;
    asked.interaction.answer().await;
    // When a response is too late, the search reads the messages.
    let late = channel_at(&discord, start() + 20 * MINUTE);
    let lost = LostSend { age: MINUTE, ..lost };
    assert_eq!(late.find(&lost).await, Ok(Found::Message(sent)));
}

#[tokio::test]
async fn what_answers_no_command_is_refused() {
    let discord = discord().await;
    let answer = Outgoing { handle: Some("12:../../users:".into()), ..outgoing(chat(70), "Hello!") };
    let refused = Err(SendError::Refused("not a response handle of Discord".into()));
    assert_eq!(channel(&discord).send(&answer).await, refused);
}
