use adjutant_channel::{Attachment, AttachmentKind, DownloadError};
use adjutant_simulators::discord::Method;

use super::*;

const ENOUGH: u64 = 1 << 20;

fn attachment(url: &str, size: Option<u64>) -> Attachment {
    Attachment {
        kind: AttachmentKind::File,
        file_id: url.into(),
        unique_id: None,
        name: None,
        size,
        card: None,
        still: None,
        seconds: None,
    }
}

/// The URL of a file that alice sent.
async fn sent(discord: &simulator::Discord, bytes: &[u8]) -> String {
    let alice = discord.user(42, "alice");
    let sent = alice.sends_file("notes.txt", "", bytes).await;
    let path = format!("channels/{}/messages/{}", sent.channel_id, sent.id);
    let message: serde_json::Value = channel(discord).api.get(&path).await.unwrap();
    message["attachments"][0]["url"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_a_person_sends_can_be_had_up_to_a_size() {
    let discord = discord().await;
    let url = sent(&discord, b"some notes!").await;
    let channel = channel(&discord);
    let requests = discord.requests().len();
    let too_large = Err(DownloadError::TooLarge { limit: 10 });
    for (size, limit, expected) in [
        (Some(11), 11, Ok(b"some notes!".to_vec())),
        (None, ENOUGH, Ok(b"some notes!".to_vec())),
        (Some(11), 10, too_large.clone()),
        (None, 10, too_large),
    ] {
        assert_eq!(channel.download(&attachment(&url, size), limit).await, expected);
    }
    assert_eq!(discord.requests().len(), requests, "none is a request of the API");
    assert_eq!(discord.count(Method::GetMessage), 1);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_gone() {
    let discord = discord().await;
    let channel = channel(&discord);
    let nowhere = format!("{}/attachments/1/2/notes.txt", discord.url());
    for url in [nowhere.as_str(), ""] {
        let gone = channel.download(&attachment(url, None), ENOUGH).await;
        assert_eq!(gone, Err(DownloadError::Gone), "{url}");
    }
    discord.take_complaints();
}

#[tokio::test]
async fn nothing_is_fetched_from_elsewhere() {
    // A request here would reach the listener.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let discord = discord().await;
    let channel = channel(&discord);
    for url in [
        format!("http://127.0.0.1:{port}/attachments/1/2/notes.txt"),
        format!("http://cdn.discordapp.com@127.0.0.1:{port}/"),
        "http://cdn.discordapp.com/attachments/1/2/notes.txt".into(),
        "https://cdn.discordapp.com:8443/attachments/1/2/notes.txt".into(),
        "https://cdn.discordapp.com.example.org/attachments/1/2/notes.txt".into(),
        "file:///etc/passwd".into(),
    ] {
        let refused = channel.download(&attachment(&url, None), ENOUGH).await;
        assert_eq!(refused, Err(DownloadError::Gone), "{url}");
    }
}

#[tokio::test]
async fn a_download_that_fails_may_be_tried_again() {
    let discord = discord().await;
    let url = sent(&discord, b"some notes").await;
    discord.go_offline();
    let failed = channel(&discord).download(&attachment(&url, None), ENOUGH).await.unwrap_err();
    assert!(matches!(failed, DownloadError::Failed(_)), "{failed:?}");
}
