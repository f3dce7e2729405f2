//! Files in both directions.

use adjutant_simulators::discord::Discord;
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::client::{Bot, describe, id};
use crate::client::http;

#[tokio::test]
async fn the_bot_downloads_what_a_person_sent() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let sent = discord.user(42, "alice").sends_file("notes.txt", "read this", b"some notes").await;
    let message = bot.get(&format!("/channels/{}/messages/{}", sent.channel_id, sent.id)).await;
    let file = &message["attachments"][0];
    assert_eq!((&file["filename"], &file["size"]), (&json!("notes.txt"), &json!(10)));
    assert_eq!(file["content_type"], "text/plain; charset=utf-8");
    let url = file["url"].as_str().unwrap();
    assert_eq!(http().get(url).send().await.unwrap().text().await.unwrap(), "some notes");
    http().get(url).header("authorization", "Bot a").send().await.unwrap();
    assert_eq!(discord.take_complaints().len(), 1, "the token is nobody else's business");
    let elsewhere = format!("{}/attachments/{}/1/notes.txt", discord.url(), sent.channel_id);
    assert_eq!(http().get(elsewhere).send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn the_bot_uploads_files_and_keeps_some() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    discord.guild(900, "Guild").channel(901, "general");
    let body = json!({"content": "two files", "attachments": [{"id": 0, "filename": "one.txt"}, {"id": 1}]});
    let answer = bot.uploads(901, body, &[("a.txt", b"one".to_vec()), ("b.txt", b"two".to_vec())]).await;
    let sent: Value = answer.json().await.unwrap();
    let message = discord.next_message(&901).await;
    let names: Vec<&str> = message.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!((names, message.files[1].bytes.as_ref()), (vec!["one.txt", "b.txt"], b"two".as_slice()));
    assert_eq!(discord.transcript(&901), "adjutant: (one.txt) (b.txt) two files\n");
    let path = format!("/channels/901/messages/{}", id(&sent));
    let kept = json!({"attachments": [{"id": sent["attachments"][1]["id"]}]});
    let edited = bot.call(Verb::PATCH, &path, kept).await;
    assert_eq!(
        (edited["attachments"].as_array().map(Vec::len), &edited["content"]),
        (Some(1), &json!("two files"))
    );
    assert_eq!(edited["attachments"][0]["filename"], "b.txt");
}

#[tokio::test]
async fn too_large_a_file_is_refused() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    discord.guild(900, "Guild").channel(901, "general");
    let large = bot.uploads(901, json!({}), &[("a.bin", vec![0; 10 * 1024 * 1024 + 1])]).await;
    assert_eq!(describe(large).await, "413 40005 Request entity too large");
    let eleven: Vec<(&str, Vec<u8>)> = (0..11).map(|_| ("a.txt", b"a".to_vec())).collect();
    assert!(describe(bot.uploads(901, json!({}), &eleven).await).await.contains("\"attachments\""));
    assert_eq!(discord.take_complaints().len(), 2);
    assert_eq!(bot.uploads(901, json!({}), &[("a.bin", vec![0; 10 * 1024 * 1024])]).await.status(), 200);
    assert_eq!(discord.read_all(&901).len(), 1);
}
