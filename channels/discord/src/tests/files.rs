use std::{io::Write as _, net::TcpListener};

use adjutant_channel::{AttachmentKind, Media, SendError};
use adjutant_simulators::discord::{Fault, Method};
use tempfile::NamedTempFile;

use super::*;

/// A temporary file for the duration of a test.
pub(super) struct TempFile(NamedTempFile);

impl TempFile {
    pub(super) fn with(content: &[u8]) -> Self {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(content).unwrap();
        Self(file)
    }

    /// A sparse file of this size.
    fn of_size(bytes: u64) -> Self {
        let file = NamedTempFile::new().unwrap();
        file.as_file().set_len(bytes).unwrap();
        Self(file)
    }

    pub(super) fn media(&self, kind: AttachmentKind, name: &str) -> Media {
        Media { kind, path: self.0.path().to_owned(), name: name.into(), size: None }
    }
}

const MEGABYTE: u64 = 1024 * 1024;

fn carrying(chat: ChatRef, media: Media, caption: &str) -> Outgoing {
    let mut message = outgoing(chat, caption);
    message.content.media = Some(media);
    message
}

#[tokio::test]
async fn a_file_arrives_with_its_caption_and_buttons() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    let chart = TempFile::with(b"a chart");
    let direct = chat(alice.direct());
    let mut message =
        carrying(direct.clone(), chart.media(AttachmentKind::Photo, "chart.png"), "June so far");
    message.content.buttons = vec![vec![button("More")]];
    let id = channel.send(&message).await.unwrap().message;
    let shown = discord.next_message(&alice).await;
    assert_eq!((shown.text.as_str(), shown.labels()), ("June so far", vec![vec!["More"]]));
    assert_eq!((shown.files[0].name.as_str(), &shown.files[0].bytes[..]), ("chart.png", &b"a chart"[..]));

    message.content.body = Rich::plain("June");
    message.content.buttons.clear();
    channel.edit(&direct, &id, &message.content, None).await.unwrap();
    let shown = discord.next_edit(&alice).await;
    assert_eq!((shown.text.as_str(), shown.buttons.len(), shown.files.len()), ("June", 0, 1));

    let bare = carrying(direct, chart.media(AttachmentKind::File, "chart\r\n.png"), "");
    channel.send(&Outgoing { key: "turn-1/0/1".into(), ..bare }).await.unwrap();
    assert_eq!(discord.next_message(&alice).await.files[0].name, "chart.png");
}

#[tokio::test]
async fn a_file_that_cannot_be_sent_is_refused_before_it_is_uploaded() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    let folder = tempfile::tempdir().unwrap();
    let media = |path| Media { kind: AttachmentKind::File, path, name: "report.pdf".into(), size: None };
    let large = TempFile::of_size(10 * MEGABYTE + 1);
    let empty = TempFile::with(b"");
    for (media, why) in [
        (
            media(folder.path().join("gone")),
            "the file cannot be read: No such file or directory (os error 2)",
        ),
        (media(folder.path().to_owned()), "the path to send is not a file"),
        (empty.media(AttachmentKind::File, "empty.txt"), "the file is empty"),
        (
            large.media(AttachmentKind::Video, "film.mp4"),
            "the file is larger than the 10 MB that Discord takes",
        ),
    ] {
        let refused = channel.send(&carrying(chat(alice.direct()), media, "")).await.unwrap_err();
        assert_eq!(refused, SendError::Refused(why.into()));
    }
    assert_eq!(discord.count(Method::CreateMessage), 0);
}

#[tokio::test]
async fn an_upload_takes_as_much_as_discord_does() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    let film = TempFile::of_size(10 * MEGABYTE);
    let message = carrying(chat(alice.direct()), film.media(AttachmentKind::Video, "film.mp4"), "");
    channel.send(&message).await.unwrap();
    let sent = discord.next_message(&alice).await.files.remove(0);
    assert_eq!(sent.bytes.len() as u64, channel.limits().upload_bytes);
}

#[tokio::test]
async fn an_album_is_one_message() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    let (chart, list) = (TempFile::with(b"a chart"), TempFile::with(b"a list"));
    let mut message =
        carrying(chat(alice.direct()), chart.media(AttachmentKind::Photo, "chart.png"), "June so far");
    message.content.more = vec![list.media(AttachmentKind::File, "list.txt")];
    let id = channel.send(&message).await.unwrap().message;
    let sent = discord.next_message(&alice).await;
    assert_eq!((sent.id.to_string(), sent.text.as_str()), (id.0, "June so far"));
    let files: Vec<_> = sent.files.iter().map(|file| (file.name.as_str(), &file.bytes[..])).collect();
    assert_eq!(files, [("chart.png", &b"a chart"[..]), ("list.txt", b"a list")]);
}

#[tokio::test]
async fn a_file_opens_a_thread_like_any_message() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let question = alice.mentions_bot_in(&general, "").await;
    let chart = TempFile::with(b"a chart");
    let thread = chat(format!("70/{}", question.id));
    let message = carrying(thread, chart.media(AttachmentKind::Photo, "chart.png"), "June");
    channel(&discord).send(&message).await.unwrap();
    let opened = discord.thread_at(&question).await;
    assert_eq!((opened.name().as_str(), discord.next_message(&opened).await.files.len()), ("💬", 1));
}

#[tokio::test]
async fn a_failed_upload_is_what_it_is() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    let film = TempFile::of_size(5 * MEGABYTE);
    let message = carrying(chat(alice.direct()), film.media(AttachmentKind::Video, "film.mp4"), "");
    for fault in [Fault::Status(502), Fault::Cut, Fault::CutAfter] {
        discord.fail_next(Method::CreateMessage, fault);
        let unknown = channel.send(&message).await.unwrap_err();
        assert!(matches!(unknown, SendError::Unknown(_)), "{unknown:?}");
    }
    assert_eq!(discord.count(Method::CreateMessage), 3, "none is repeated");
    assert_eq!(discord.read_all(&alice).len(), 1);

    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let api_url = Some(Url::parse(&format!("http://{free}")).unwrap());
    let offline = Discord::new(Settings { api_url, ..Settings::new("secret") }).unwrap();
    let error = offline.send(&message).await.unwrap_err();
    assert!(matches!(error, SendError::NotSent(_)), "{error:?}");
}
