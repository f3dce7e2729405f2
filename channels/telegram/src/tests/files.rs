use std::{io::Write as _, net::TcpListener};

use adjutant_channel::{AttachmentKind, Media, MessageId, SendError, rich};
use adjutant_simulators::telegram::{Fault, Method};
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

/// A message to alice that carries this file.
fn carrying(media: Media, caption: Rich) -> Outgoing {
    Outgoing { content: Content { media: Some(media), ..Content::text(caption) }, ..outgoing(chat(42), "") }
}

fn caption() -> Rich {
    let bold = rich::Entity { offset: 0, length: 4, style: rich::Style::Bold };
    Rich { text: "June so far".into(), entities: vec![bold] }
}

/// The first bytes of a PNG, enough to read its size in pixels.
fn png(width: u32, height: u32) -> Vec<u8> {
    let header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice();
    [header, &width.to_be_bytes(), &height.to_be_bytes()].concat()
}

#[tokio::test]
async fn each_kind_arrives_as_what_it_is() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    for (kind, shown_as) in [
        (AttachmentKind::Photo, "photo"),
        (AttachmentKind::Video, "video"),
        (AttachmentKind::Audio, "audio"),
        (AttachmentKind::Voice, "voice"),
        (AttachmentKind::File, "document"),
        (AttachmentKind::Other, "document"),
    ] {
        let file = TempFile::with(b"what is in it");
        let name = r#"Übersicht "Juni".png"#;
        let id = channel.send(&carrying(file.media(kind, name), caption())).await.unwrap().message;
        let shown = api.next_message(&alice).await;
        assert_eq!(id.0, shown.id.to_string());
        assert_eq!((shown.text.as_str(), shown.entities[0].kind.as_str()), ("June so far", "bold"));
        let sent = shown.file.unwrap();
        assert_eq!((sent.kind, sent.name.as_str(), &sent.bytes[..]), (shown_as, name, &b"what is in it"[..]));
    }
}

#[tokio::test]
async fn an_album_has_its_caption_below_the_first_file() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let question = alice.says("hello").await;
    let channel = channel(&api);
    let (chart, film) = (TempFile::with(b"a chart"), TempFile::with(b"a film"));
    let mut message = carrying(chart.media(AttachmentKind::Photo, "chart.png"), caption());
    message.content.more = vec![film.media(AttachmentKind::Video, "film.mp4")];
    message.reply_to = Some(MessageId(question.id.to_string()));

    let ids = channel.send(&message).await.unwrap();
    let [first, second] = api.read_all(&alice).try_into().unwrap();
    assert_eq!(ids.message.0, first.id.to_string());
    assert_eq!(ids.more, [MessageId(second.id.to_string())]);
    assert_eq!((first.text.as_str(), first.entities[0].kind.as_str()), ("June so far", "bold"));
    assert_eq!(first.file.unwrap().to_string(), "photo chart.png");
    assert_eq!((second.text.as_str(), second.file.unwrap().to_string().as_str()), ("", "video film.mp4"));
    assert!(first.album.is_some() && first.album == second.album);
    assert!(!channel.is_findable(&message));

    let large = TempFile::of_size(11 * MEGABYTE);
    message.content.more = vec![large.media(AttachmentKind::Photo, "large.png")];
    let refused = channel.send(&message).await.unwrap_err();
    assert_eq!(refused, SendError::Refused("a picture is too large to be shown".to_owned()));
}

#[tokio::test]
async fn a_file_with_all_there_is_to_it() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let group = api.group(-1001, "Family");
    let topic = group.topic(&alice, "Plans").await;
    let question = alice.says_in(&topic, "@adjutant_bot?").await;
    let file = TempFile::with(b"a chart");
    let mut message = Outgoing {
        chat: ChatRef { thread: Some(topic.id().to_string()), ..chat(group.id()) },
        reply_to: Some(MessageId(question.id.to_string())),
        ..carrying(file.media(AttachmentKind::File, "chart\r\n.svg"), Rich::default())
    };
    message.content.buttons = vec![vec![button("Keep")]];
    channel(&api).send(&message).await.unwrap();
    insta::assert_debug_snapshot!(api.next_message(&topic).await, @r#"
    BotMessage {
        id: 3,
        chat_id: -1001,
        thread_id: Some(
            1,
        ),
        text: "",
        entities: [],
        buttons: [
            [
                (
                    "Keep",
                    "Keep:1",
                ),
            ],
        ],
        reply_to: Some(
            2,
        ),
        file: document chart.svg, 7 bytes,
    }
    "#);
}

#[tokio::test]
async fn an_edit_changes_caption_and_buttons() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    let file = TempFile::with(b"a chart");
    let mut message = carrying(file.media(AttachmentKind::Photo, "chart.png"), caption());
    message.content.buttons = vec![vec![button("Keep")]];
    let id = channel.send(&message).await.unwrap().message;
    api.next_message(&alice).await;

    channel.edit(&message.chat, &id, &message.content, None).await.unwrap();
    message.content = Content { body: Rich::plain("June, as kept"), buttons: Vec::new(), ..message.content };
    channel.edit(&message.chat, &id, &message.content, None).await.unwrap();
    let shown = api.next_edit(&alice).await;
    assert_eq!((shown.text.as_str(), shown.buttons.len(), shown.file.is_some()), ("June, as kept", 0, true));

    message.content.body = caption();
    api.fail_next(Method::EditMessageCaption, Fault::Refused("can't parse entities: whatever"));
    channel.edit(&message.chat, &id, &message.content, None).await.unwrap();
    let shown = api.next_edit(&alice).await;
    assert_eq!((shown.text.as_str(), shown.entities.len()), ("June so far", 0));
}

#[tokio::test]
async fn an_edit_across_the_kinds_says_that_the_message_is_gone() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    let file = TempFile::with(b"a chart");
    let with_file = carrying(file.media(AttachmentKind::Photo, "chart.png"), caption());
    let without = outgoing(chat(42), "Hello!");
    for (message, other) in [(&with_file, &without), (&without, &with_file)] {
        let id = channel.send(message).await.unwrap().message;
        let error = channel.edit(&message.chat, &id, &other.content, None).await.unwrap_err();
        assert!(matches!(error, SendError::MessageGone(_)), "{error:?}");
    }
    api.read_all(&alice);
}

#[tokio::test]
async fn what_telegram_does_not_show_or_play_goes_as_a_document() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);

    let strip = TempFile::with(&png(100, 9_000));
    channel.send(&carrying(strip.media(AttachmentKind::Photo, "strip.png"), caption())).await.unwrap();
    let shown = api.next_message(&alice).await;
    assert_eq!((shown.file.unwrap().kind, shown.entities.len()), ("document", 1));

    api.fail_next(Method::SendVoice, Fault::Refused("VOICE_MESSAGES_FORBIDDEN"));
    let voice = TempFile::with(b"a voice");
    channel.send(&carrying(voice.media(AttachmentKind::Voice, "voice.ogg"), caption())).await.unwrap();
    assert_eq!(api.next_message(&alice).await.file.unwrap().kind, "document");

    let poster = TempFile::of_size(10 * MEGABYTE + 1);
    channel.send(&carrying(poster.media(AttachmentKind::Photo, "poster.png"), caption())).await.unwrap();
    assert_eq!(api.next_message(&alice).await.file.unwrap().kind, "document");
    assert_eq!(api.count(Method::SendPhoto), 1, "a picture that is too large is not uploaded twice");
}

#[tokio::test]
async fn refused_formatting_costs_neither_the_picture_nor_the_caption() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let file = TempFile::with(b"a chart");
    api.fail_next(Method::SendPhoto, Fault::Refused("can't parse entities: whatever"));
    let message = carrying(file.media(AttachmentKind::Photo, "chart.png"), caption());
    channel(&api).send(&message).await.unwrap();
    let shown = api.next_message(&alice).await;
    assert_eq!((shown.text.as_str(), shown.entities.len()), ("June so far", 0));
    assert_eq!(shown.file.unwrap().kind, "photo");
}

#[tokio::test]
async fn a_refusal_that_stays_is_passed_up() {
    let api = bot_api().await;
    api.user(42, "alice").says("hello").await;
    let file = TempFile::with(b"a chart");
    for method in [Method::SendPhoto, Method::SendDocument, Method::SendDocument] {
        api.fail_next(method, Fault::Refused("whatever"));
    }
    let message = carrying(file.media(AttachmentKind::Photo, "chart.png"), caption());
    let refused = channel(&api).send(&message).await.unwrap_err();
    assert_eq!(refused, SendError::Refused("Bad Request: whatever".into()));
}

#[tokio::test]
async fn a_file_that_cannot_be_sent_is_refused_before_it_is_uploaded() {
    let api = bot_api().await;
    api.user(42, "alice").says("hello").await;
    let channel = channel(&api);
    let folder = tempfile::tempdir().unwrap();
    let media = |path| Media { kind: AttachmentKind::File, path, name: "report.pdf".into(), size: None };
    let large = TempFile::of_size(50 * MEGABYTE + 1);
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
            "the file is larger than the 50 MB that Telegram takes",
        ),
    ] {
        let refused = channel.send(&carrying(media, Rich::default())).await.unwrap_err();
        assert_eq!(refused, SendError::Refused(why.into()));
    }
    assert!(api.requests().is_empty());
}

#[tokio::test]
async fn an_upload_takes_as_much_as_telegram_does() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let film = TempFile::of_size(50 * MEGABYTE);
    let message = carrying(film.media(AttachmentKind::Video, "film.mp4"), Rich::default());
    channel(&api).send(&message).await.unwrap();
    let sent = api.next_message(&alice).await.file.unwrap();
    assert_eq!(sent.bytes.len() as u64, channel(&api).limits().upload_bytes);
}

#[tokio::test]
async fn a_failed_upload_is_what_it_is() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    let film = TempFile::of_size(5 * MEGABYTE);
    let message = carrying(film.media(AttachmentKind::Video, "film.mp4"), caption());

    api.fail_next(Method::SendVideo, Fault::TooManyRequests { retry_after: 7 });
    let paused = channel.send(&message).await.unwrap_err();
    assert_eq!(paused, SendError::RetryAfter(Duration::from_secs(7)));
    for fault in [Fault::ServerError(502), Fault::Cut, Fault::CutAfter] {
        api.fail_next(Method::SendVideo, fault);
        let unknown = channel.send(&message).await.unwrap_err();
        assert!(matches!(unknown, SendError::Unknown(_)), "{unknown:?}");
    }
    assert_eq!(api.count(Method::SendVideo), 4, "none is repeated");
    assert_eq!(api.read_all(&alice).len(), 1);

    // The connection breaks during the upload.
    api.go_offline();
    let cut = channel.send(&message).await.unwrap_err();
    assert!(matches!(cut, SendError::Unknown(_)), "{cut:?}");
    assert!(!cut.to_string().contains(&api.token()), "{cut}");
}

#[tokio::test]
async fn an_upload_that_cannot_leave_was_not_sent() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let api_url = Some(Url::parse(&format!("http://{free}")).unwrap());
    let channel = Telegram::new(Settings { api_url, ..Settings::new("1:secret") }).unwrap();
    let file = TempFile::with(b"a chart");
    let message = carrying(file.media(AttachmentKind::Photo, "chart.png"), caption());
    let error = channel.send(&message).await.unwrap_err();
    assert!(matches!(error, SendError::NotSent(_)), "{error:?}");
    assert!(!error.to_string().contains("1:secret"), "{error}");
}
