//! Files: uploaded by the person, shown in messages.

use std::fs;

use adjutant_channel::{
    Attachment, AttachmentKind, Channel as _, Content, DownloadError, Event, HistoryCursor, HistoryItem,
    Media, MessageId, Outgoing, Rich,
};
use axum::http::{Method, StatusCode};
use insta::assert_snapshot;
use serde_json::json;

use super::{
    ID,
    harness::{NOW, Reply, Site, TOKEN, content, outgoing},
};

const UPLOAD: &str = "0b7c5a1e-3a55-4b0e-8f0a-1c1d7a6f9b22";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\nand so on";

#[tokio::test]
async fn a_file_goes_up_comes_with_the_message_and_can_be_downloaded() {
    let site = Site::open().await;
    let mut page = site.events().await;
    let reply = site.upload(UPLOAD, PNG).await;
    assert_snapshot!(reply.body, @r#"{"kind":"photo","url":"/api/uploads/0b7c5a1e-3a55-4b0e-8f0a-1c1d7a6f9b22"}"#);

    let files = json!([{ "id": UPLOAD, "name": "C:\\pictures\\a cat.png\n" }]);
    let reply = site.post("/api/messages", &json!({ "client_id": ID, "text": " ", "files": files })).await;
    assert_eq!(reply.status, StatusCode::OK);
    let Event::Message { text, attachments, .. } = site.gateway.last().event else { panic!("no message") };
    let attachment = Attachment {
        kind: AttachmentKind::Photo,
        file_id: UPLOAD.to_owned(),
        unique_id: None,
        name: Some("a cat.png".to_owned()),
        size: Some(PNG.len() as u64),
        card: None,
        still: None,
        seconds: None,
    };
    assert_eq!((text.as_str(), &attachments), ("", &vec![attachment.clone()]));
    assert_snapshot!(page.take(1).await, @r#"message {"id":"5e0e2c9a-7d7c-4a8e-9a64-0d6a4f0f5a11","from_bot":false,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":""},"files":[{"kind":"photo","name":"a cat.png","url":"/api/uploads/0b7c5a1e-3a55-4b0e-8f0a-1c1d7a6f9b22"}]}}"#);

    assert_eq!(site.web.download(&attachment, 1000).await, Ok(PNG.to_vec()));
    assert_eq!(site.web.download(&attachment, 4).await, Err(DownloadError::TooLarge { limit: 4 }));
    let elsewhere = Attachment { file_id: "../uploads".to_owned(), ..attachment };
    assert_eq!(site.web.download(&elsewhere, 1000).await, Err(DownloadError::Gone));

    let shown = site.get(&format!("/api/uploads/{UPLOAD}")).await;
    assert_eq!((shown.status, shown.header("content-type")), (StatusCode::OK, "image/png"));
}

#[tokio::test]
async fn an_id_never_changes_its_file() {
    let site = Site::open().await;
    for _ in 0..2 {
        assert_eq!(
            site.upload(UPLOAD, b"the first").await.status,
            StatusCode::OK,
            "a repeat is no other file"
        );
    }
    let refused = site.upload(UPLOAD, b"the second").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_snapshot!(refused.body, @r#"{"error":"Another file was sent under this id before. Choose the file again.","code":"upload-taken"}"#);
    assert_eq!(site.get(&format!("/api/uploads/{UPLOAD}")).await.body, "the first");
}

#[tokio::test]
async fn what_comes_with_a_file_is_a_message_even_if_it_reads_like_a_command() {
    let site = Site::open().await;
    site.upload(UPLOAD, b"some words").await;
    let say = json!({ "client_id": ID, "text": "/new", "files": [{ "id": UPLOAD, "name": "" }] });
    site.post("/api/messages", &say).await;
    let Event::Message { text, attachments, .. } = site.gateway.last().event else { panic!("no message") };
    assert_eq!((text.as_str(), attachments[0].kind), ("/new", AttachmentKind::File));
    assert_eq!(attachments[0].name, None);
}

#[tokio::test]
async fn what_the_page_records_is_a_voice_message_if_it_may_be_a_sound() {
    let webm = [b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm", &[0; 300][..]].concat();
    let ogg = &b"OggS\0\x02\0\0\0\0\0\0\0\0"[..];
    let mp4 = &b"\0\0\0\x20ftypisom\0\0\x02\0isomiso5"[..];
    let (recorded, sent) =
        (json!([{ "id": UPLOAD, "name": "", "voice": true }]), json!([{ "id": UPLOAD, "name": "" }]));
    for (bytes, files, kind) in [
        (ogg, &recorded, AttachmentKind::Voice),
        (&webm, &recorded, AttachmentKind::Voice),
        (mp4, &recorded, AttachmentKind::Voice),
        (ogg, &sent, AttachmentKind::Audio),
        (&webm, &sent, AttachmentKind::Video),
        (PNG, &recorded, AttachmentKind::Photo),
        (b"some words", &recorded, AttachmentKind::File),
    ] {
        let site = Site::open().await;
        site.upload(UPLOAD, bytes).await;
        site.post("/api/messages", &json!({ "client_id": ID, "text": "", "files": files })).await;
        let Event::Message { attachments, .. } = site.gateway.last().event else { panic!("no message") };
        assert_eq!((attachments[0].kind, &attachments[0].name), (kind, &None));
    }
}

#[tokio::test]
async fn a_film_has_a_still_if_that_is_a_picture_of_a_sensible_size() {
    const FILM: &[u8] = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso5";
    const STILL: &str = "a-still-0001";
    let too_large = [PNG, &[0; 2 << 20][..]].concat();
    for (film, still, is_taken) in [
        (FILM, Some(PNG), true),
        (FILM, Some(&*too_large), false),
        (FILM, Some(b"no picture"), false),
        (FILM, None, false),
        (PNG, Some(PNG), false),
    ] {
        let site = Site::open().await;
        site.upload(UPLOAD, film).await;
        if let Some(still) = still {
            site.upload(STILL, still).await;
        }
        let files = json!([{ "id": UPLOAD, "name": "a.mp4", "still": STILL }]);
        let reply = site.post("/api/messages", &json!({ "client_id": ID, "text": "", "files": files })).await;
        assert_eq!(reply.status, StatusCode::OK);
        let Event::Message { attachments, .. } = site.gateway.last().event else { panic!("no message") };
        assert_eq!(attachments[0].still.as_deref(), is_taken.then_some(STILL));
    }
}

#[tokio::test]
async fn an_upload_has_its_limits() {
    let site = Site::open().await;
    let too_big = site.upload(UPLOAD, &vec![0; 20 * 1024 * 1024 + 1]).await;
    assert_eq!(too_big.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_snapshot!(too_big.body, @r#"{"error":"The file is too large: at most 20 MB can be sent.","code":"file-too-big"}"#);
    assert_eq!(site.upload(UPLOAD, &vec![0; 20 * 1024 * 1024]).await.status, StatusCode::OK);
    assert!(include_str!("../page/tray.js").contains("const MAX_FILE = 20 * 1024 * 1024;"));
    assert_snapshot!(site.upload(UPLOAD, b"").await.body, @r#"{"error":"The file is empty.","code":"file-empty"}"#);
    for id in ["short", "..%2F..%2Fetc", "%2e%2e", "a.b.c.d.e", "aaaaaaaa%2Fbbbbbbbb"] {
        assert_eq!(site.upload(id, b"x").await.status, StatusCode::NOT_FOUND, "{id}");
        let reply = site.get(&format!("/api/uploads/{id}")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{id}");
    }
    let names: Vec<_> = fs::read_dir(site.folder.path().join("uploads")).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
}

#[tokio::test]
async fn a_message_whose_files_are_gone_or_too_many_is_refused() {
    let site = Site::open().await;
    let file = json!({ "id": UPLOAD, "name": "a.txt" });
    let reply =
        site.post("/api/messages", &json!({ "client_id": ID, "text": "look", "files": [file] })).await;
    assert_eq!(reply.status, StatusCode::GONE);
    assert_snapshot!(reply.body, @r#"{"error":"A file of this message no longer exists. Choose it again.","code":"upload-gone"}"#);

    let files = vec![file; 11];
    let reply = site.post("/api/messages", &json!({ "client_id": ID, "text": "look", "files": files })).await;
    assert_snapshot!(reply.body, @r#"{"error":"One message can carry 10 files. Send the others in another one.","code":"too-many-files"}"#);
    assert_eq!(site.gateway.events(), []);
}

#[tokio::test]
async fn an_upload_by_another_sites_page_is_refused() {
    let site = Site::open().await;
    let path = format!("/api/uploads/{UPLOAD}");
    let bearer = format!("Bearer {TOKEN}");
    for header in [("Host", "evil.example"), ("Origin", "http://evil.example")] {
        let headers = [("Authorization", &*bearer), header];
        assert_eq!(site.request(Method::PUT, &path, &headers, PNG).await.status, StatusCode::FORBIDDEN);
    }
    let by_cookie = format!("adjutant_{}={TOKEN}", site.address.port());
    let no_origin = site.request(Method::PUT, &path, &[("Cookie", &by_cookie)], PNG).await;
    assert_eq!(no_origin.status, StatusCode::FORBIDDEN);
    assert_eq!(site.get(&path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_file_of_the_bot_is_served_by_its_message() {
    let site = Site::open().await;
    let mut page = site.events().await;
    let message = with_file(&site, "7.1", "cat ü.png", PNG);
    site.web.send(&message).await.unwrap();
    assert_snapshot!(page.take(1).await, @r#"message {"id":"7.1","from_bot":true,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"the caption"},"files":[{"kind":"photo","name":"cat ü.png","url":"/api/files/7.1"}]}}"#);

    let reply = site.get("/api/files/7.1").await;
    assert_snapshot!(headers(&reply), @"
    200 OK
    content-type: image/png
    content-disposition: inline; filename*=UTF-8''cat%20%C3%BC.png
    content-security-policy: default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox
    x-content-type-options: nosniff
    cache-control: no-store
    cross-origin-resource-policy: same-origin
    ");
    assert!(reply.body.ends_with("and so on"));
    let bearer = format!("Bearer {TOKEN}");
    let range = [("Authorization", &*bearer), ("Range", "bytes=12-14")];
    let part = site.request(Method::GET, "/api/files/7.1", &range, "").await;
    assert_eq!((part.status, part.body.as_str()), (StatusCode::PARTIAL_CONTENT, "so "));
}

#[tokio::test]
async fn the_files_of_an_album_are_served_by_their_places() {
    let site = Site::open().await;
    let mut page = site.events().await;
    let mut message = with_file(&site, "7.1", "cat.png", PNG);
    message.content.more = with_file(&site, "7.2", "list.txt", b"oats").content.media.into_iter().collect();
    site.web.send(&message).await.unwrap();
    assert_snapshot!(page.take(1).await, @r#"message {"id":"7.1","from_bot":true,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"the caption"},"files":[{"kind":"photo","name":"cat.png","url":"/api/files/7.1"},{"kind":"photo","name":"list.txt","url":"/api/files/7.1/1"}]}}"#);
    assert_eq!(site.get("/api/files/7.1/1").await.body, "oats");
    assert_eq!(site.get("/api/files/7.1/2").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_could_run_is_only_ever_a_download() {
    let site = Site::open().await;
    for (key, name, bytes) in [
        ("1", "a.svg", &b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"[..]),
        ("2", "a.png", b"<!doctype html><script>alert(1)</script>"),
        ("3", "a.html\"; x=\r\ny", b"<html>"),
    ] {
        site.web.send(&with_file(&site, key, name, bytes)).await.unwrap();
        let reply = site.get(&format!("/api/files/{key}")).await;
        assert_eq!(reply.status, StatusCode::OK);
        assert_eq!(reply.header("content-type"), "application/octet-stream", "{name}");
        let disposition = reply.header("content-disposition");
        assert!(disposition.starts_with("attachment; filename*=UTF-8''a."), "{disposition}");
        assert!(!disposition.contains('"'), "{disposition}");
    }
}

#[tokio::test]
async fn a_file_is_found_again_however_long_ago_it_was_sent() {
    let site = Site::open().await;
    let item = |message: Outgoing| HistoryItem {
        message_id: MessageId(message.key),
        from_bot: true,
        content: message.content,
        attachments: Vec::new(),
        at: NOW,
        cursor: HistoryCursor::NOW,
    };
    let mut past = vec![item(with_file(&site, "old", "old.txt", b"old"))];
    past.extend((0..1500).map(|number| item(outgoing(&number.to_string(), "between"))));
    past.push(item(with_file(&site, "new", "new.txt", b"new")));
    let gone = with_file(&site, "gone", "gone.txt", b"gone");
    fs::remove_file(&gone.content.media.as_ref().unwrap().path).unwrap();
    past.push(item(gone));
    site.gateway.remember(past);

    assert_eq!(site.get("/api/files/old").await.body, "old");
    assert_eq!(site.get("/api/files/new").await.body, "new");
    for id in ["gone", "499", "never-was"] {
        let reply = site.get(&format!("/api/files/{id}")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{id}");
        assert_eq!(reply.body, r#"{"error":"This file no longer exists.","code":"file-gone"}"#);
    }
    let history = site.get("/api/history").await.body;
    assert!(history.contains(r#""url":"/api/files/new""#), "{history}");
    assert!(!history.contains(site.folder.path().to_str().unwrap()), "a path of this machine is on the wire");
}

/// A message of the bot with a file, which is stored beside the uploads.
fn with_file(site: &Site, key: &str, name: &str, bytes: &[u8]) -> Outgoing {
    let path = site.folder.path().join(key);
    fs::write(&path, bytes).unwrap();
    let media = Media { kind: AttachmentKind::Photo, path, name: name.to_owned(), size: None };
    let content = Content { media: Some(media), body: Rich::plain("the caption"), ..content("") };
    Outgoing { content, ..outgoing(key, "") }
}

fn headers(reply: &Reply) -> String {
    let names = [
        "content-type",
        "content-disposition",
        "content-security-policy",
        "x-content-type-options",
        "cache-control",
        "cross-origin-resource-policy",
    ];
    let lines = names.map(|name| format!("{name}: {}", reply.header(name)));
    format!("{}\n{}", reply.status, lines.join("\n"))
}
