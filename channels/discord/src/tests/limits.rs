use adjutant_channel::{Receipt, SendError};
use adjutant_simulators::discord::{Fault, Method};

use super::*;

fn numbered(chat: &ChatRef, number: usize) -> Outgoing {
    Outgoing { key: format!("turn-{number}/0/0"), ..outgoing(chat.clone(), "Hello!") }
}

#[tokio::test]
async fn an_empty_bucket_is_not_asked() {
    let discord = simulator::Discord::start().await;
    let (alice, bob) = (discord.user(42, "alice"), discord.user(43, "bob"));
    let (to_alice, to_bob) = (chat(alice.direct()), chat(bob.direct()));
    let channel = channel(&discord);
    for number in 0..5 {
        channel.send(&numbered(&to_alice, number)).await.unwrap();
    }
    let full = channel.send(&numbered(&to_alice, 5)).await.unwrap_err();
    let SendError::RetryAfter(pause) = full else { panic!("{full:?}") };
    assert!(pause <= Duration::from_secs(5), "{pause:?}");
    assert_eq!(discord.count(Method::CreateMessage), 5, "the sixth is not even tried");

    // Other channels and other kinds of requests continue.
    channel.send(&numbered(&to_bob, 6)).await.unwrap();
    let first = MessageId(discord.next_message(&alice).await.id.to_string());
    channel.edit(&to_alice, &first, &Content::text(Rich::plain("Hi!")), None).await.unwrap();
    discord.read_all(&alice);
    discord.read_all(&bob);
}

#[tokio::test]
async fn requests_on_their_way_count() {
    let discord = simulator::Discord::start().await;
    let alice = discord.user(42, "alice");
    let direct = chat(alice.direct());
    let channel = channel(&discord);
    channel.send(&numbered(&direct, 0)).await.unwrap();
    let burst = (1..10).map(|number| {
        let (channel, message) = (channel.clone(), numbered(&direct, number));
        async move { channel.send(&message).await }
    });
    let outcomes = futures::future::join_all(burst).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 4);
    assert_eq!(discord.count(Method::CreateMessage), 5, "none is refused by Discord");
    discord.read_all(&alice);
}

#[tokio::test]
async fn the_reactions_of_a_burst_wait_for_their_turn() {
    let discord = simulator::Discord::start().await;
    let alice = discord.user(42, "alice");
    let (channel, direct) = (channel(&discord), chat(alice.direct()));
    let mut said = Vec::new();
    for _ in 0..6 {
        said.push(alice.says("hello").await);
    }
    let burst = said.iter().map(|said| {
        let (channel, direct, message) = (&channel, &direct, MessageId(said.id.to_string()));
        async move { channel.react(direct, &message, Receipt::Seen, None).await }
    });
    futures::future::try_join_all(burst).await.unwrap();
    assert!(said.iter().all(|said| discord.reactions(said) == ["👀"]));
    assert_eq!(discord.count(Method::AddReaction), said.len(), "none is refused by Discord");
}

#[tokio::test]
async fn a_pause_holds_for_its_bucket_and_a_global_one_for_all() {
    let discord = discord().await;
    let bob = discord.user(43, "bob");
    let to_bob = chat(bob.direct());
    let pause = Duration::from_secs(30);
    for (place, global, passes) in [(70, false, "Ok"), (71, true, "RetryAfter")] {
        discord.guild(7, "Family").channel(place, "general");
        let channel = channel(&discord);
        let requests = discord.count(Method::CreateMessage);
        discord.fail_next(Method::CreateMessage, Fault::TooManyRequests { after: 30.0, global });
        let paused = channel.send(&outgoing(chat(place), "Hello!")).await;
        assert_eq!(paused, Err(SendError::RetryAfter(pause)));
        let again = channel.send(&outgoing(chat(place), "Hello!")).await;
        assert!(matches!(again, Err(SendError::RetryAfter(left)) if left <= pause), "{again:?}");
        assert_eq!(discord.count(Method::CreateMessage), requests + 1);
        let elsewhere = channel.send(&outgoing(to_bob.clone(), "Hello!")).await;
        assert!(format!("{elsewhere:?}").contains(passes), "{elsewhere:?}");
    }
    assert_eq!(discord.read_all(&bob).len(), 1);
}
