//! The chat page with a demo bot instead of a gateway, for work on the page itself: `cargo run -p adjutant-web
//! --example page -- 127.0.0.1:8788`. The bot streams, shows every kind of text, asks for approval, and returns files.

use std::{
    collections::HashSet,
    env::temp_dir,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::{
    Accepted, Argument, Button, ButtonStyle, Channel as _, ChatRef, Choice, Command, Completion, Content,
    Event, Form, Gateway, HistoryCursor, HistoryItem, Inbound, Media, MessageId, Outgoing, PressAnswer, Rich,
    rich,
};
use adjutant_web::{AccessToken, CHANNEL, CHAT, Settings, Web};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let bind = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8788".to_owned()).parse()?;
    let (token, files) =
        (AccessToken::new("an-access-token-for-the-demo")?, temp_dir().join("adjutant-page"));
    let mut settings = Settings { commands: COMMANDS, ..Settings::new(bind, token, files.clone()) };
    settings.routes.pages.files = adjutant_texts::page_texts().collect();
    let web = Arc::new(Web::new(settings));
    web.bind()?;
    eprintln!("{}", web.url());

    let shutdown = CancellationToken::new();
    let interrupted = shutdown.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupted.cancel();
        }
    });
    web.run(Arc::new(Echo { web: web.clone(), files, past: Arc::default() }), shutdown).await
}

const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        description: "What I can do, or more about one command",
        arguments: &[Argument {
            name: "command",
            description: "The command to explain",
            completes: true,
            form: Form::Value,
        }],
        private: true,
    },
    Command { name: "new", description: "Start a new conversation", arguments: &[], private: false },
    Command { name: "stop", description: "Stop what I am doing", arguments: &[], private: false },
    Command {
        name: "start",
        description: "What I am and what I can do",
        arguments: &[Argument {
            name: "code",
            description: "The code that makes you the owner",
            completes: false,
            form: Form::Value,
        }],
        private: true,
    },
    Command { name: "status", description: "How things stand", arguments: &[], private: true },
];

/// Remembers messages, and chooses its answer by the first word: `code`, `fetch`, `slow`, or anything else.
struct Echo {
    web: Arc<Web>,
    files: PathBuf,
    past: Arc<Mutex<Past>>,
}

#[derive(Default)]
struct Past {
    seen: HashSet<String>,
    items: Vec<HistoryItem>,
    busy: bool,
}

impl Past {
    /// Returns the position of the next message.
    fn cursor(&self) -> HistoryCursor {
        HistoryCursor { received: 0, sent: self.items.len() as i64 }
    }
}

#[async_trait]
impl Gateway for Echo {
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted> {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        if !past.seen.insert(event.external_id.clone()) {
            return Ok(Accepted::default());
        }
        let waits = past.busy;
        let (id, text, attachments) = match event.event {
            Event::Message { message_id, text, attachments, .. } => (message_id, text, attachments),
            Event::Command { message_id, name, args, .. } => {
                (message_id, format!("/{name} {args}").trim().to_owned(), Vec::new())
            }
            Event::Press { message_id: Some(id), data, handle: None } => {
                drop(past);
                return Ok(Accepted { answer: Some(self.decide(id, &data)), ..Accepted::default() });
            }
            _ => return Ok(Accepted::default()),
        };
        let item = HistoryItem {
            message_id: id,
            from_bot: false,
            content: Content::text(Rich::plain(&text)),
            attachments: attachments.clone(),
            at: event.sent_at,
            cursor: past.cursor(),
        };
        past.items.push(item);
        let answer = Answering {
            web: self.web.clone(),
            past: self.past.clone(),
            key: format!("re-{}", past.items.len()),
        };
        let media = attachments.into_iter().next().map(|file| Media {
            kind: file.kind,
            path: self.files.join(&file.file_id),
            name: file.name.unwrap_or_default(),
            size: None,
        });
        tokio::spawn(async move { answer.to(&text, media, event.sent_at).await });
        Ok(Accepted { waits, ..Accepted::default() })
    }

    async fn history(
        &self,
        _chat: &ChatRef,
        before: Option<HistoryCursor>,
        limit: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let end = past.items.iter().position(|item| before == Some(item.cursor)).unwrap_or(past.items.len());
        Ok(past.items[end.saturating_sub(limit)..end].to_vec())
    }

    async fn media_of(
        &self,
        _chat: &ChatRef,
        message: &MessageId,
        at: usize,
    ) -> anyhow::Result<Option<Media>> {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let item = past.items.iter().find(|item| item.message_id == *message);
        Ok(item.and_then(|item| item.content.files().nth(at).cloned()))
    }

    async fn complete(&self, asked: Completion) -> anyhow::Result<Vec<Choice>> {
        let fits = COMMANDS.iter().filter(|command| command.name.starts_with(&asked.typed));
        Ok(fits.map(|it| Choice { label: it.description.to_owned(), value: it.name.to_owned() }).collect())
    }

    #[expect(clippy::disallowed_methods, reason = "a demo for eyes shows the time of day")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

impl Echo {
    fn decide(&self, id: MessageId, data: &str) -> PressAnswer {
        let done = Content::text(outcome(data));
        let answering = Answering { web: self.web.clone(), past: self.past.clone(), key: id.0 };
        if data != "late" {
            tokio::spawn(async move {
                sleep(Duration::from_millis(300)).await;
                answering.show(done).await;
            });
        }
        let text = match data {
            "late" => "This was decided already; nothing has changed.",
            "deny" => "Denied",
            _ => "Approved",
        };
        PressAnswer { text: text.to_owned(), alert: data == "late", details: None }
    }
}

/// One answer in progress.
struct Answering {
    web: Arc<Web>,
    past: Arc<Mutex<Past>>,
    key: String,
}

impl Answering {
    async fn to(self, text: &str, media: Option<Media>, at: DateTime<Utc>) {
        self.past.lock().unwrap_or_else(PoisonError::into_inner).busy = true;
        let _ = self.web.typing(&chat()).await;
        sleep(Duration::from_millis(700)).await;
        let content = match text.split_whitespace().next() {
            Some("code") => Content::text(rich::from_markdown(SAMPLE)),
            Some("fetch") => prompt(),
            _ => Content { media, ..Content::text(Rich::plain(format!("You said: {text}"))) },
        };
        if text.starts_with("slow") {
            self.stream(at).await;
        } else {
            self.send(content, at).await;
        }
        self.past.lock().unwrap_or_else(PoisonError::into_inner).busy = false;
    }

    async fn stream(&self, at: DateTime<Utc>) {
        let words =
            "A long answer comes word by word and the page follows it as long as its end is in view. "
                .repeat(6);
        let words: Vec<&str> = words.split_inclusive(' ').collect();
        let plain = |count: usize| Content::text(Rich::plain(words[..count].concat()));
        self.send(plain(1), at).await;
        for count in 2..=words.len() {
            sleep(Duration::from_millis(40)).await;
            self.show(plain(count)).await;
        }
    }

    async fn send(&self, content: Content, at: DateTime<Utc>) {
        let id = MessageId(self.key.clone());
        {
            let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
            let item = HistoryItem {
                message_id: id,
                from_bot: true,
                content: content.clone(),
                attachments: Vec::new(),
                at,
                cursor: past.cursor(),
            };
            past.items.push(item);
        }
        let message =
            Outgoing { key: self.key.clone(), chat: chat(), content, reply_to: None, handle: None, part: 0 };
        if let Err(error) = self.web.send(&message).await {
            eprintln!("{error}");
        }
    }

    async fn show(&self, content: Content) {
        let id = MessageId(self.key.clone());
        {
            let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
            past.items
                .iter_mut()
                .filter(|item| item.message_id == id)
                .for_each(|item| item.content = content.clone());
        }
        if let Err(error) = self.web.edit(&chat(), &id, &content, None).await {
            eprintln!("{error}");
        }
    }
}

fn chat() -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: CHAT.to_owned(), thread: None }
}

fn prompt() -> Content {
    let button =
        |label: &str, data: &str, style| Button { label: label.to_owned(), data: data.to_owned(), style };
    let body = Rich::builder().bold("May I fetch this page?").text("\n").code("https://example.com/");
    Content {
        body: body.text("\nexample.com is not among the hosts that I may read without asking.").build(),
        buttons: vec![
            vec![
                button("Approve", "approve", ButtonStyle::Primary),
                button("Always for this host", "always", ButtonStyle::Plain),
                button("Deny", "deny", ButtonStyle::Danger),
            ],
            vec![button("Decide too late", "late", ButtonStyle::Plain)],
        ],
        ..Content::default()
    }
}

fn outcome(data: &str) -> Rich {
    let decision = if data == "deny" { "Denied." } else { "Approved." };
    Rich::builder().text("Fetch ").code("https://example.com/").text("\n").bold(decision).build()
}

const SAMPLE: &str = r#"
**Headings are bold**, then *italic*, ~~struck~~, `code`, a [link](https://example.com/)
and a bare one: https://example.com/path?q=1. 🎉

- first
- second

```rust
fn main() {
    println!("a line that is long enough to need a scroll bar on most phones: {}", 42);
}
```

| city | °C |
|---|---|
| Lisbon | 21 |
| Tromsø | -4 |

> What is quoted stands apart,
> even on two lines.

<b>not bold</b> and [not a link](javascript:alert(1)).
"#;
