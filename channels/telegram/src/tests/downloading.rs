use std::io;

use adjutant_channel::{Attachment, AttachmentKind, DownloadError, Event};
use adjutant_simulators::telegram::Method;
use axum::{Json, Router, body::Body, http::StatusCode, response::IntoResponse, routing};
use futures::stream;
use serde_json::json;
use tokio_util::io::ReaderStream;

use super::*;

const ENOUGH: u64 = 1 << 20;

fn attachment(file_id: &str, size: Option<u64>) -> Attachment {
    Attachment {
        kind: AttachmentKind::File,
        file_id: file_id.into(),
        unique_id: None,
        name: None,
        size,
        card: None,
        still: None,
        seconds: None,
    }
}

/// A Bot API that does not tell a file's size, and serves this content.
async fn other_api<T>(file: impl Fn() -> T + Clone + Send + Sync + 'static) -> Telegram
where
    T: IntoResponse + 'static,
{
    let found = json!({"ok": true, "result": {"file_id": "1", "file_path": "documents/file_1"}});
    let router = Router::new()
        .route("/bot1:secret/getFile", routing::post(move || async { Json(found) }))
        .route("/file/bot1:secret/documents/file_1", routing::get(move || async move { file() }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let api_url = Some(Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    Telegram::new(Settings { api_url, ..Settings::new("1:secret") }).unwrap()
}

#[tokio::test]
async fn what_a_person_sends_can_be_had() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let mut running = Running::polling(&api);
    for (name, sent) in [
        (None, alice.sends_photo("look", b"a picture").await),
        (Some("notes.txt"), alice.sends_file("notes.txt", "", b"a picture").await),
    ] {
        let event = running.next_event().await.event;
        let Event::Message { message_id, attachments, .. } = event else { panic!("no message: {event:?}") };
        assert_eq!((message_id.0, attachments[0].name.as_deref()), (sent.id.to_string(), name));
        let bytes = running.channel.download(&attachments[0], 9).await.unwrap();
        assert_eq!(bytes, b"a picture");
    }
    running.stop().await;
}

#[tokio::test]
async fn a_file_that_is_known_to_be_too_large_is_not_touched() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let channel = channel(&api);
    let too_large = |limit| Err(DownloadError::TooLarge { limit });

    let sized = attachment("file-1", Some(11));
    assert_eq!(channel.download(&sized, 10).await, too_large(10));
    assert_eq!(api.count(Method::GetFile), 0);

    alice.sends_file("notes.txt", "", b"some notes!").await;
    let unsized_one = attachment("file-1", None);
    assert_eq!(channel.download(&unsized_one, 10).await, too_large(10));
    assert_eq!(channel.download(&unsized_one, 11).await.unwrap(), b"some notes!");

    alice.sends_file("film.mp4", "", &vec![0; 21 << 20]).await;
    assert_eq!(channel.download(&attachment("file-2", None), u64::MAX).await, too_large(20 << 20));
}

#[tokio::test]
async fn a_file_that_turns_out_too_large_is_not_read_to_its_end() {
    let endless = other_api(|| Body::from_stream(ReaderStream::new(tokio::io::repeat(0)))).await;
    let cut = endless.download(&attachment("1", None), ENOUGH).await;
    assert_eq!(cut, Err(DownloadError::TooLarge { limit: ENOUGH }));

    let announced = other_api(|| vec![0; ENOUGH as usize + 1]).await;
    let refused = announced.download(&attachment("1", None), ENOUGH).await;
    assert_eq!(refused, Err(DownloadError::TooLarge { limit: ENOUGH }));
}

#[tokio::test]
async fn a_file_that_is_not_there_is_gone() {
    let api = bot_api().await;
    let telegram = channel(&api);
    assert_eq!(telegram.download(&attachment("unknown", None), ENOUGH).await, Err(DownloadError::Gone));
    assert_eq!(telegram.download(&attachment("", None), ENOUGH).await, Err(DownloadError::Gone));
    let expired = other_api(|| StatusCode::NOT_FOUND).await;
    assert_eq!(expired.download(&attachment("1", None), ENOUGH).await, Err(DownloadError::Gone));
}

#[tokio::test]
async fn a_download_that_fails_may_be_tried_again_and_names_no_token() {
    let failing = other_api(|| StatusCode::BAD_GATEWAY).await;
    let failed = failing.download(&attachment("1", None), ENOUGH).await.unwrap_err();
    assert_eq!(failed, DownloadError::Failed("Telegram answered 502 Bad Gateway".into()));

    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.sends_file("notes.txt", "", b"some notes").await;
    let held = api.hold_after(Method::GetFile);
    let channel = channel(&api);
    let notes = attachment("file-1", None);
    let (failed, ()) = tokio::join!(channel.download(&notes, ENOUGH), async {
        held.wait().await;
        held.cut();
    });
    let failed = failed.unwrap_err();
    assert!(matches!(failed, DownloadError::Failed(_)), "{failed:?}");
    assert!(!failed.to_string().contains(&api.token()), "{failed}");

    let broken = other_api(|| {
        let cut = io::Error::from(io::ErrorKind::ConnectionReset);
        Body::from_stream(stream::iter([Ok("half"), Err(cut)]))
    })
    .await;
    let failed = broken.download(&attachment("1", None), ENOUGH).await.unwrap_err();
    assert!(matches!(failed, DownloadError::Failed(_)), "{failed:?}");
    assert!(!failed.to_string().contains("secret"), "{failed}");
}
