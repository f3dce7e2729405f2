//! Processes that divide Discord's shards among themselves.

use adjutant_simulators::discord::{AckKind, Channel, Discord, Rates, Settings, User};

use super::{
    harness::{Home, echoing_model},
    platform::Platform,
};

const SHARDS: u64 = 4;

/// Starts a Discord with four shards, all of which may start at once.
async fn large() -> Discord {
    let rates = Rates::unlimited();
    let settings = Settings { rates, shards: SHARDS, max_concurrency: SHARDS, ..Settings::default() };
    Discord::start_with(settings).await
}

/// Returns a channel in a server of each shard.
fn halls(discord: &Discord) -> Vec<Channel> {
    (0..SHARDS).map(|shard| discord.guild((8 + shard) << 22, "server").channel(10 + shard, "hall")).collect()
}

/// Writes in each channel, and directly to the bot.
async fn says_everywhere(alice: &User, halls: &[Channel], text: &str) {
    for hall in halls {
        alice.mentions_bot_in(hall, text).await;
    }
    alice.says(text).await;
}

/// Reads one answer in each place.
async fn reads_everywhere(discord: &Discord, alice: &User, halls: &[Channel], text: &str) {
    for place in halls.iter().map(Channel::id).chain([alice.direct()]) {
        assert_eq!(discord.next_message(&place).await.text, format!("You said: {text}"));
    }
}

#[tokio::test]
async fn processes_share_the_shards_and_take_over_from_each_other() {
    let (discord, model) = (large().await, echoing_model().await);
    // This Discord refuses sessions that start too soon after each other.
    let home = Home::new(&discord).with_model(&model).with("CHANNELS__DISCORD__SESSION_START_PAUSE", "5s");
    let (alice, halls) = (discord.user(42, "alice"), halls(&discord));
    let first = home.start_listening(&discord).await;
    discord.identified(4).await;
    discord.connected().await;

    // Half of the shards move to the other process; still, each message has one answer.
    let second = home.start_beside().await;
    discord.identified(6).await;
    discord.connected().await;
    says_everywhere(&alice, &halls, "hello").await;
    reads_everywhere(&discord, &alice, &halls, "hello").await;
    for hall in &halls {
        // The process that receives the command acknowledges it, and the one that delivers the answer edits the
        // ephemeral message.
        let command = alice.runs(hall, "status", &[]).await;
        assert_eq!(command.acknowledged().await.kind, AckKind::Deferred);
        assert_eq!(command.answer().await.ephemeral_for, Some(alice.id()));
    }

    first.kill().await;
    says_everywhere(&alice, &halls, "is anybody there?").await;
    discord.identified(8).await;
    reads_everywhere(&discord, &alice, &halls, "is anybody there?").await;

    let third = home.start_beside().await;
    discord.identified(10).await;
    says_everywhere(&alice, &halls, "and now?").await;
    reads_everywhere(&discord, &alice, &halls, "and now?").await;
    second.terminate().await;
    discord.identified(12).await;
    says_everywhere(&alice, &halls, "goodbye").await;
    reads_everywhere(&discord, &alice, &halls, "goodbye").await;
    discord.expect_one_receiver();
    third.finish(&discord).await;
}
