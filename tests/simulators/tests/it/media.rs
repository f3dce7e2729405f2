//! Files that the bot sends.

use adjutant_simulators::telegram::{Fault, Method, Rates, Telegram};
use reqwest::multipart::Part;
use serde_json::json;

use crate::client::Bot;

fn file(bytes: Vec<u8>) -> Part {
    Part::bytes(bytes).file_name("chart.png")
}

#[tokio::test]
async fn every_kind_keeps_its_file() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    tg.set_rates(Rates::flat(1_000.0));
    for (method, kind) in [
        ("sendPhoto", "photo"),
        ("sendVideo", "video"),
        ("sendAudio", "audio"),
        ("sendVoice", "voice"),
        ("sendDocument", "document"),
    ] {
        let entities = json!([{"type": "bold", "offset": 0, "length": 4}]).to_string();
        let rest = [("caption", "June so far \n"), ("caption_entities", &entities)];
        let answer = bot.upload(method, kind, file(b"a chart".into()), &rest).await;
        let message = &answer["result"];
        assert_eq!((&message["caption"], &message["text"]), (&json!("June so far"), &json!(null)));
        let media = if kind == "photo" { &message[kind][0] } else { &message[kind] };
        let stored = bot.call("getFile", json!({"file_id": media["file_id"]})).await;
        assert_eq!(stored["file_size"], 7);

        let shown = tg.next_message(&alice).await;
        assert_eq!((shown.text.as_str(), shown.entities[0].kind.as_str()), ("June so far", "bold"));
        assert_eq!(format!("{:?}", shown.file.unwrap()), format!("{kind} chart.png, 7 bytes"));
        assert!(tg.transcript(&alice).ends_with(&format!("adjutant_bot: ({kind} chart.png) June so far\n")));
    }
}

#[tokio::test]
async fn files_and_captions_have_limits() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    tg.user(42, "alice").says("hi").await;
    let refusal = async |method, field, bytes: Vec<u8>, caption: &str| {
        let answer = bot.upload(method, field, file(bytes), &[("caption", caption)]).await;
        format!("{} {}", answer["error_code"], answer["description"].as_str().unwrap_or_default())
    };
    let mut strip = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    strip.extend([0, 0, 0, 100, 0, 0, 8, 0]);

    let long = "😀".repeat(513);
    assert_eq!(
        refusal("sendPhoto", "photo", b"a chart".into(), &long).await,
        "400 Bad Request: message caption is too long"
    );
    assert_eq!(
        refusal("sendPhoto", "photo", vec![0; (10 << 20) + 1], "").await,
        "400 Bad Request: file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes"
    );
    assert_eq!(
        refusal("sendVideo", "video", vec![0; (50 << 20) + 1], "").await,
        "413 Request Entity Too Large"
    );
    assert_eq!(
        refusal("sendPhoto", "document", b"a chart".into(), "").await,
        "400 Bad Request: there is no photo in the request"
    );
    assert_eq!(tg.take_complaints().len(), 4);
    assert_eq!(refusal("sendPhoto", "photo", strip, "").await, "400 Bad Request: PHOTO_INVALID_DIMENSIONS");
    assert_eq!(
        refusal("sendDocument", "document", vec![], "").await,
        "400 Bad Request: file must be non-empty"
    );
}

#[tokio::test]
async fn a_caption_is_edited_as_a_caption_and_a_text_as_a_text() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    tg.set_rates(Rates::flat(1_000.0));
    let text = bot.send(42, "hello").await["message_id"].clone();
    let answer =
        bot.upload("sendDocument", "document", file(b"a chart".into()), &[("caption", "June")]).await;
    let document = answer["result"]["message_id"].clone();
    tg.read_all(&alice);

    assert_eq!(
        bot.refusal("editMessageText", json!({"chat_id": 42, "message_id": document, "text": "July"})).await,
        "400 Bad Request: there is no text in the message to edit"
    );
    assert_eq!(
        bot.refusal("editMessageCaption", json!({"chat_id": 42, "message_id": text, "caption": "July"}))
            .await,
        "400 Bad Request: there is no caption in the message to edit"
    );
    let edit = json!({"chat_id": 42, "message_id": document, "caption": "July"});
    assert_eq!(bot.call("editMessageCaption", edit.clone()).await["caption"], "July");
    assert!(bot.refusal("editMessageCaption", edit).await.contains("message is not modified"));
    bot.call("editMessageCaption", json!({"chat_id": 42, "message_id": document})).await;
    let edits: Vec<String> = tg.read_edits(&alice).into_iter().map(|edit| edit.text).collect();
    assert_eq!(edits, ["July", ""]);
}

#[tokio::test]
async fn uploads_count_against_the_rate_and_can_go_wrong() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let send = || bot.upload("sendDocument", "document", file(b"a chart".into()), &[]);
    tg.fail_next(Method::SendDocument, Fault::TooManyRequests { retry_after: 7 });
    assert_eq!(send().await["parameters"]["retry_after"], 7);
    for _ in 0..3 {
        assert_eq!(send().await["ok"], true);
    }
    assert_eq!(send().await["error_code"], 429);
    assert_eq!(tg.read_all(&alice).len(), 3);
}

#[tokio::test]
async fn large_files_cannot_be_downloaded() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    tg.user(42, "alice").sends_file("film.mp4", "", &vec![0; (20 << 20) + 1]).await;
    let id = bot.next_update().await["message"]["document"]["file_id"].take();
    assert_eq!(bot.refusal("getFile", json!({"file_id": id})).await, "400 Bad Request: file is too big");
    assert_eq!(
        bot.refusal("getFile", json!({"file_id": "unknown"})).await,
        "400 Bad Request: wrong file_id or the file is temporarily unavailable"
    );
}

#[tokio::test]
async fn an_album_takes_what_may_be_together_and_counts_as_its_messages() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let answer = bot.send_album(&["photo", "video"], b"a chart").await;
    let sent = answer["result"].as_array().unwrap();
    assert_eq!(sent.len(), 2);
    assert!(sent[0]["media_group_id"].is_string() && sent[0]["media_group_id"] == sent[1]["media_group_id"]);
    let read = tg.read_all(&alice);
    let lines: Vec<_> = read.iter().map(|message| format!("{:?} {}", message.file, message.text)).collect();
    assert_eq!(lines, ["Some(photo chart.png, 7 bytes) photo", "Some(video chart.png, 7 bytes) video"]);

    let refusal = async |kinds: &[&str], content| {
        let answer = bot.send_album(kinds, content).await;
        format!("{} {}", answer["error_code"], answer["description"].as_str().unwrap_or_default())
    };
    for (kinds, why) in [
        (&[][..], "there are no messages to send"),
        (&["photo"; 11], "too many messages to send as an album"),
        (&["photo", "document"], "document can't be mixed with other media types"),
        (&["audio", "video"], "audio can't be mixed with other media types"),
        (&["photo", "voice"], "can't parse InputMedia: type \"voice\" is unsupported"),
    ] {
        assert_eq!(refusal(kinds, b"a chart").await, format!("400 Bad Request: {why}"));
    }
    assert_eq!(
        refusal(&["photo", "photo"], b"").await,
        "400 Bad Request: failed to send message #1 with the error message \"file must be non-empty\""
    );
    assert!(tg.read_all(&alice).is_empty());

    // Three messages may arrive at once.
    bot.send_album(&["document"; 4], b"a list").await;
    assert_eq!(refusal(&["document"; 2], b"a list").await, "429 Too Many Requests: retry after 4");
    assert_eq!(tg.read_all(&alice).len(), 4);
}
