//! Commands, presses and choices against the simulated Discord.

use std::sync::Mutex;

use adjutant_channel::{
    Accepted, Argument, Button, ButtonStyle, Channel as _, ChatKind, Choice, Form, HistoryCursor,
    HistoryItem, Outgoing, Sender,
};
use adjutant_simulators::discord::{self as simulator, AckKind, Fault, Method, Rates, User};
use anyhow::bail;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use url::Url;

use super::*;
use crate::{CHANNEL, Settings};

const COMMANDS: &[Command] = &[
    Command { name: "status", description: "How it is going", arguments: &[], private: false },
    Command {
        name: "unlink",
        description: "Part what was linked",
        arguments: &[
            Argument { name: "identity", description: "Which one", completes: true, form: Form::Value },
            Argument { name: "why", description: "What for", completes: false, form: Form::Value },
        ],
        private: true,
    },
    Command {
        name: "vault",
        description: "What is secret",
        arguments: &[Argument { name: "add", description: "One more", completes: false, form: Form::Named }],
        private: true,
    },
];
/// How long Discord waits for an acknowledgement.
const SIGN: Duration = Duration::from_secs(3);

/// A gateway under the test's control.
struct Desk {
    taken: mpsc::UnboundedSender<Inbound>,
    /// One permit lets one event be stored.
    open: Semaphore,
    answer: Mutex<Option<PressAnswer>>,
    /// The completions that were requested.
    asked: Mutex<Vec<Completion>>,
    choices: Mutex<Vec<Choice>>,
    is_broken: bool,
}

#[async_trait]
impl Gateway for Desk {
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted> {
        self.open.acquire().await?.forget();
        if self.is_broken {
            bail!("the disk is full");
        }
        self.taken.send(event)?;
        Ok(Accepted { answer: self.answer.lock().unwrap().clone(), ..Accepted::default() })
    }

    async fn history(
        &self,
        _: &ChatRef,
        _: Option<HistoryCursor>,
        _: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        Ok(Vec::new())
    }

    async fn complete(&self, completion: Completion) -> anyhow::Result<Vec<Choice>> {
        self.asked.lock().unwrap().push(completion);
        self.open.acquire().await?.forget();
        Ok(self.choices.lock().unwrap().clone())
    }

    fn phrase(&self, phrase: Phrase, language: Option<&str>) -> &'static str {
        assert_eq!((phrase, language), (Phrase::NotStored, Some("en-US")));
        NOT_STORED
    }

    fn now(&self) -> DateTime<Utc> {
        START.parse().unwrap()
    }
}

const NOT_STORED: &str = "That did not reach me.";
const START: &str = "2026-05-01T10:00:00Z";

struct Running {
    platform: simulator::Discord,
    discord: Discord,
    desk: Arc<Desk>,
    events: mpsc::UnboundedReceiver<Inbound>,
    shutdown: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    async fn start() -> Self {
        Self::with(false).await
    }

    async fn with(is_broken: bool) -> Self {
        let settings = simulator::Settings { rates: Rates::unlimited(), ..simulator::Settings::default() };
        let platform = simulator::Discord::start_with(settings).await;
        let start: DateTime<Utc> = START.parse().unwrap();
        platform.set_time(u64::try_from(start.timestamp_millis()).unwrap());
        let url = Some(Url::parse(&platform.url()).unwrap());
        let settings = Settings { api_url: url, commands: COMMANDS, ..Settings::new(platform.token()) };
        let discord = Discord::new(settings).unwrap();
        let (taken, events) = mpsc::unbounded_channel();
        let desk = Arc::new(Desk {
            taken,
            open: Semaphore::new(100),
            answer: Mutex::default(),
            asked: Mutex::default(),
            choices: Mutex::default(),
            is_broken,
        });
        let (running, gateway, shutdown) = (discord.clone(), desk.clone(), CancellationToken::new());
        let token = shutdown.clone();
        let task = tokio::spawn(async move { running.run(gateway, token).await });
        platform.has_commands(COMMANDS.len()).await;
        discord.health.subscribe().wait_for(|health| health.connected).await.unwrap();
        Self { platform, discord, desk, events, shutdown, task }
    }

    /// Starts with a gateway that stores nothing until the test lets it.
    fn close(&self) {
        self.desk.open.forget_permits(100);
    }

    async fn finish(self) {
        self.shutdown.cancel();
        self.task.await.unwrap().unwrap();
        self.platform.finish();
    }
}

fn chat(id: impl ToString) -> ChatRef {
    ChatRef { channel: CHANNEL.into(), chat: id.to_string(), thread: None }
}

fn outgoing(chat: ChatRef, text: &str) -> Outgoing {
    let content = Content::text(Rich::plain(text));
    Outgoing { key: "turn-1/0/0".into(), chat, content, reply_to: None, handle: None, part: 0 }
}

fn button(label: &str) -> Button {
    Button { label: label.into(), data: format!("{label}:1"), style: ButtonStyle::Plain }
}

fn alice(running: &Running) -> User {
    running.platform.user(7, "alice")
}

fn alice_as_sender() -> Sender {
    let (username, language) = (Some("alice".into()), Some("en-US".into()));
    Sender { username, language, ..Sender::person("7", "alice") }
}

#[tokio::test]
async fn a_command_is_answered_in_its_place() {
    let mut running = Running::start().await;
    let guild = running.platform.guild(1, "Home");
    let (alice, general) = (alice(&running), guild.channel(10, "general"));
    let role = guild.role(70, "crew");
    guild.gives_role(&alice, role);

    let interaction = alice.runs(&general, "status", &[]).await;
    let acknowledged = interaction.acknowledged().await;
    assert_eq!((acknowledged.kind, acknowledged.ephemeral), (AckKind::Deferred, false));

    let event = running.events.recv().await.unwrap();
    assert_eq!(event.external_id, format!("interaction:{}", interaction.id()));
    assert_eq!((&event.chat, event.chat_kind), (&chat(10), ChatKind::Group));
    assert_eq!(event.sender, Sender { roles: vec!["70".into()], ..alice_as_sender() });
    let Event::Command { message_id, name, args, handle, .. } = event.event else { panic!("no command") };
    assert_eq!((message_id.0, name.as_str(), args.as_str()), (interaction.id().to_string(), "status", ""));

    let answer = Outgoing { handle, ..outgoing(event.chat, "All is well.") };
    running.discord.send(&answer).await.unwrap();
    assert_eq!(interaction.answer().await.text, "All is well.");
    running.finish().await;
}

#[tokio::test]
async fn a_private_command_is_for_who_gave_it() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let general = running.platform.guild(1, "Home").channel(10, "general");

    let given = [("why", "I say so"), ("identity", "telegram")];
    let interaction = alice.runs(&general, "unlink", &given).await;
    assert!(interaction.acknowledged().await.ephemeral);
    let event = running.events.recv().await.unwrap();
    let Event::Command { args, handle, .. } = event.event else { panic!("no command") };
    assert_eq!(args, "telegram I say so");

    let answer = Outgoing { handle, ..outgoing(event.chat.clone(), "Sure?") };
    let id = running.discord.send(&answer).await.unwrap().message;
    assert_eq!(running.platform.next_ephemeral(&alice).await.text, "Sure?");
    let changed = Content { buttons: vec![vec![button("Yes")]], ..Content::text(Rich::plain("Really?")) };
    running.discord.edit(&event.chat, &id, &changed, answer.handle.as_deref()).await.unwrap();

    // A press below it brings a newer handle, which edits it from then on.
    let message = running.platform.message(&(10, id.0.parse().unwrap())).unwrap();
    let press = alice.presses(&message, "Yes").await;
    let event = running.events.recv().await.unwrap();
    let Event::Press { handle, .. } = event.event else { panic!("no press") };
    assert_ne!(handle, answer.handle);
    let done = Content::text(Rich::plain("Done."));
    running.discord.edit(&event.chat, &id, &done, handle.as_deref()).await.unwrap();
    assert_eq!(press.acknowledged().await.kind, AckKind::DeferredUpdate);
    let message = running.platform.message(&(10, id.0.parse().unwrap())).unwrap();
    assert_eq!((message.text.as_str(), message.ephemeral_for), ("Done.", Some(7)));
    running.platform.read_all_ephemeral(&alice);
    running.finish().await;
}

#[tokio::test]
async fn a_sign_is_given_however_long_storing_takes() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    running.close();
    let command = alice.runs(&alice, "status", &[]).await;
    let others: Vec<_> = futures::future::join_all((0..20).map(|_| alice.runs(&alice, "status", &[]))).await;
    for command in [&command].into_iter().chain(&others) {
        assert!((STORE_FIRST..SIGN).contains(&command.acknowledged().await.after));
    }
    assert!(running.events.try_recv().is_err());
    running.desk.open.add_permits(100);
    for _ in 0..=others.len() {
        assert_eq!(running.events.recv().await.unwrap().chat, chat(alice.direct()));
    }
    running.finish().await;
}

#[tokio::test]
async fn a_sign_that_is_lost_is_given_again() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    running.platform.fail_next(Method::InteractionCallback, Fault::Cut);
    let cut = alice.runs(&alice, "status", &[]).await;
    assert_eq!(cut.acknowledged().await.kind, AckKind::Deferred);
    running.events.recv().await.unwrap();

    running.platform.fail_next(Method::InteractionCallback, Fault::CutAfter);
    let cut_after = alice.runs(&alice, "status", &[]).await;
    assert_eq!(cut_after.acknowledged().await.kind, AckKind::Deferred);
    running.events.recv().await.unwrap();
    running.platform.take_complaints();
    running.finish().await;
}

#[tokio::test]
async fn a_press_is_answered_for_whoever_pressed() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let general = running.platform.guild(1, "Home").channel(10, "general");
    let asked = Content { buttons: vec![vec![button("Allow")]], ..Content::text(Rich::plain("May I?")) };
    running.discord.send(&Outgoing { content: asked, ..outgoing(chat(10), "") }).await.unwrap();
    let prompt = running.platform.next_message(&general).await;

    let details = format!("# Details\n\n```\n{}```", "a line of it\n".repeat(300));
    *running.desk.answer.lock().unwrap() =
        Some(PressAnswer { text: "It's *not* yours.".into(), alert: true, details: Some(details) });
    let press = alice.presses(&prompt, "Allow").await;
    assert_eq!(press.acknowledged().await.kind, AckKind::DeferredUpdate);
    let event = running.events.recv().await.unwrap();
    let expected = Event::Press {
        message_id: Some(MessageId(prompt.id.to_string())),
        data: "Allow:1".into(),
        handle: None,
    };
    assert_eq!((event.event, event.chat), (expected, chat(10)));

    let told = running.platform.next_ephemeral(&alice).await;
    assert_eq!((told.text.as_str(), told.ephemeral_for), (r"⚠️ It's \*not\* yours.", Some(7)));
    for _ in 0..3 {
        let part = running.platform.next_ephemeral(&alice).await.text;
        assert_eq!(part.matches("```").count(), 2, "{part}");
    }
    running.finish().await;
}

#[tokio::test]
async fn a_press_that_is_dispatched_twice_is_answered_once() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let asked = Content { buttons: vec![vec![button("Allow")]], ..Content::text(Rich::plain("May I?")) };
    running.discord.send(&Outgoing { content: asked, ..outgoing(chat(alice.direct()), "") }).await.unwrap();
    let prompt = running.platform.next_message(&alice).await;
    *running.desk.answer.lock().unwrap() = Some(PressAnswer::told("Allowed."));
    let press = alice.presses(&prompt, "Allow").await;
    running.platform.duplicate_last_event();
    running.events.recv().await.unwrap();
    press.acknowledged().await;
    assert_eq!(running.platform.next_ephemeral(&alice).await.text, "Allowed.");
    running.finish().await;
}

#[tokio::test]
async fn a_command_is_stored_before_it_is_acknowledged() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let held = running.platform.hold_before(Method::InteractionCallback);
    let command = alice.runs(&alice, "status", &[]).await;
    held.wait().await;
    let Event::Command { handle, .. } = running.events.recv().await.unwrap().event else {
        panic!("no command")
    };
    let answer = Outgoing { handle, ..outgoing(chat(alice.direct()), "All is well.") };
    let discord = running.discord.clone();
    let answered = tokio::spawn(async move { discord.send(&answer).await });
    held.release();
    answered.await.unwrap().unwrap();
    assert_eq!(command.answer().await.text, "All is well.");
    running.finish().await;
}

#[tokio::test]
async fn a_press_is_stored_before_it_is_acknowledged() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let asked = Content { buttons: vec![vec![button("Allow")]], ..Content::text(Rich::plain("May I?")) };
    running.discord.send(&Outgoing { content: asked, ..outgoing(chat(alice.direct()), "") }).await.unwrap();
    let prompt = running.platform.next_message(&alice).await;
    let held = running.platform.hold_before(Method::InteractionCallback);
    let press = alice.presses(&prompt, "Allow").await;
    held.wait().await;
    assert!(matches!(running.events.recv().await.unwrap().event, Event::Press { .. }));
    held.release();
    press.acknowledged().await;

    // However long storing takes, the press is acknowledged in time.
    running.close();
    let press = alice.presses(&prompt, "Allow").await;
    assert!((STORE_FIRST..SIGN).contains(&press.acknowledged().await.after));
    running.desk.open.add_permits(1);
    running.events.recv().await.unwrap();
    running.finish().await;
}

#[tokio::test]
async fn a_field_named_like_a_word_of_the_command_adds_the_word() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    for (value, typed) in [("weather api.example.com", "add weather api.example.com"), ("add x", "add x")] {
        alice.runs(&alice, "vault", &[("add", value)]).await.acknowledged().await;
        let Event::Command { args, .. } = running.events.recv().await.unwrap().event else {
            panic!("no command")
        };
        assert_eq!(args, typed);
    }
    running.finish().await;
}

#[tokio::test]
async fn a_choice_from_a_menu_is_a_press() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let buttons = (0..30).map(|number| vec![button(&format!("Number {number}"))]).collect();
    let asked = Content { buttons, ..Content::text(Rich::plain("Which?")) };
    running.discord.send(&Outgoing { content: asked, ..outgoing(chat(alice.direct()), "") }).await.unwrap();
    let prompt = running.platform.next_message(&alice).await;
    let chosen = alice.selects(&prompt, "Number 27").await;
    let event = running.events.recv().await.unwrap();
    assert!(matches!(event.event, Event::Press { data, .. } if data == "Number 27:1"));
    assert_eq!((event.chat_kind, event.sender.roles.len()), (ChatKind::Direct, 0));
    assert_eq!(chosen.acknowledged().await.kind, AckKind::DeferredUpdate);
    running.finish().await;
}

#[tokio::test]
async fn what_happens_in_a_thread_is_of_the_thread() {
    let mut running = Running::start().await;
    let alice = alice(&running);
    let thread = running.platform.guild(1, "Home").channel(10, "general").thread("Later");
    let interaction = alice.runs(&thread, "status", &[]).await;
    let event = running.events.recv().await.unwrap();
    assert_eq!(event.chat, chat(format!("10/{}", thread.id())));
    interaction.acknowledged().await;
    running.finish().await;
}

#[tokio::test]
async fn a_chat_that_the_bot_is_not_in_is_no_direct_chat_with_it() {
    let discord = Discord::new(Settings::new("token")).unwrap();
    for (context, kind) in [(None, ChatKind::Direct), (Some(1), ChatKind::Direct), (Some(2), ChatKind::Group)]
    {
        let interaction = serde_json::json!({
            "id": "1", "token": "aW50", "type": 2, "channel_id": "10", "user": {"id": "7"}, "context": context,
        });
        let interaction: Interaction = serde_json::from_value(interaction).unwrap();
        let event = Event::Press { message_id: None, data: String::new(), handle: None };
        let inbound = inbound_from_interaction(&discord, &interaction, event).await.unwrap();
        assert_eq!((inbound.chat, inbound.chat_kind), (chat(10), kind));
    }
}

#[tokio::test]
async fn a_thread_that_a_command_names_is_not_asked_for() {
    let discord = Discord::new(Settings::new("token")).unwrap();
    let interaction = serde_json::json!({
        "id": "1", "token": "aW50", "type": 2, "guild_id": "1", "channel_id": "11", "user": {"id": "7"},
        "channel": {"id": "11", "type": 12, "name": "later", "parent_id": "10", "permissions": "0"},
    });
    let interaction: Interaction = serde_json::from_value(interaction).unwrap();
    assert_eq!(interaction_chat(&discord, &interaction).await, Some(chat("10/11")));
}

#[tokio::test]
async fn values_are_offered_to_be_filled_in() {
    let running = Running::start().await;
    let alice = alice(&running);
    let choice = |label: &str, value: &str| Choice { label: label.into(), value: value.into() };
    let mut choices = vec![choice("Telegram: alice", "telegram:1"), choice("none", &"x".repeat(101))];
    choices.extend((0..40).map(|number| choice(&"long ".repeat(30), &number.to_string())));
    *running.desk.choices.lock().unwrap() = choices;

    let offered = alice.types(&alice, "unlink", "identity", "tel").await;
    assert_eq!(offered[0], ("Telegram: alice".into(), "telegram:1".into()));
    assert_eq!((offered.len(), offered[1].0.chars().count(), offered[1].1.as_str()), (MAX_CHOICES, 100, "0"));
    let asked = running.desk.asked.lock().unwrap()[0].clone();
    assert_eq!(
        (asked.command.as_str(), asked.argument.as_str(), asked.typed.as_str(), asked.sender),
        ("unlink", "identity", "tel", alice_as_sender())
    );

    // When the lookup takes too long, the response offers no values.
    running.close();
    assert!(alice.types(&alice, "unlink", "identity", "").await.is_empty());
    running.finish().await;
}

#[tokio::test]
async fn whoever_is_not_heard_is_told_so() {
    let running = Running::with(true).await;
    let alice = alice(&running);
    let command = alice.runs(&alice, "status", &[]).await;
    assert_eq!(command.answer().await.text, NOT_STORED);

    let asked = Content { buttons: vec![vec![button("Allow")]], ..Content::text(Rich::plain("May I?")) };
    running.discord.send(&Outgoing { content: asked, ..outgoing(chat(alice.direct()), "") }).await.unwrap();
    let prompt = running.platform.next_message(&alice).await;
    let press = alice.presses(&prompt, "Allow").await;
    assert_eq!(running.platform.next_ephemeral(&alice).await.text, format!("⚠️ {NOT_STORED}"));
    press.acknowledged().await;
    running.finish().await;
}
