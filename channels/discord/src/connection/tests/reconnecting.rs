use super::*;

#[tokio::test]
async fn a_connection_that_is_cut_is_resumed() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    platform.cut_gateway();
    alice.says("anybody?").await;
    assert_eq!(events.next_text().await, "anybody?");
    platform.resumed(1).await;
    assert_eq!((identified(&platform), pages(&platform)), (1, 0));
    bot.health(|health| health.connected && health.problem.is_none()).await;
    bot.stop().await;
    platform.finish();
}

#[tokio::test]
async fn a_session_whose_resume_is_not_answered_is_given_up_soon() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let settings = Settings { send_timeout: Duration::from_millis(500), ..settings(&platform) };
    let (store, mut events) = Store::new();
    let bot = Running::over(settings, store, &platform).await;
    bot.store.knows(alice.direct(), ChatKind::Direct);
    platform.ignore_resumes(usize::MAX);
    platform.cut_gateway();
    alice.says("anybody?").await;
    assert_eq!(events.next_text().await, "anybody?");
    let ignored = count(&platform, |step| *step == GatewayStep::ResumeIgnored);
    assert_eq!((ignored, identified(&platform)), (2, 2));
    bot.stop().await;
}

#[tokio::test]
async fn a_resume_that_is_answered_the_second_time_goes_on() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let settings = Settings { send_timeout: Duration::from_millis(500), ..settings(&platform) };
    let (store, mut events) = Store::new();
    let bot = Running::over(settings, store, &platform).await;
    platform.ignore_resumes(1);
    platform.cut_gateway();
    alice.says("anybody?").await;
    assert_eq!(events.next_text().await, "anybody?");
    assert_eq!((identified(&platform), resumed(&platform)), (1, 1));
    bot.stop().await;
}

#[tokio::test]
async fn what_ends_a_connection_decides_whether_the_session_goes_on() {
    type End = fn(&simulator::Discord);
    let resumable: [End; 6] = [
        |platform| platform.cut_gateway(),
        |platform| platform.close_gateway(4000),
        |platform| platform.close_gateway(1001),
        |platform| platform.request_reconnect(),
        |platform| platform.invalid_session(true),
        |platform| platform.close_gateway(4008),
    ];
    let over: [End; 3] = [
        |platform| platform.close_gateway(4009),
        |platform| platform.close_gateway(4007),
        |platform| platform.invalid_session(false),
    ];
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.knows(alice.direct(), ChatKind::Direct);
    for (at, end) in resumable.into_iter().enumerate() {
        end(&platform);
        platform.resumed(at + 1).await;
        alice.says("hello").await;
        assert_eq!(events.next_text().await, "hello");
    }
    assert_eq!(identified(&platform), 1);
    for (at, end) in over.into_iter().enumerate() {
        end(&platform);
        alice.says("hello again").await;
        platform.identified(at + 2).await;
        assert_eq!(events.next_text().await, "hello again");
    }
    assert_eq!(resumed(&platform), 6);
    bot.stop().await;
    platform.finish();
}

#[tokio::test]
async fn a_dead_connection_is_noticed() {
    let heartbeat = Duration::from_millis(100);
    let platform = platform_with(simulator::Settings { heartbeat, ..Default::default() }).await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    platform.stop_acknowledging_heartbeats();
    alice.says("anybody?").await;
    assert_eq!(events.next_text().await, "anybody?");
    assert_eq!((identified(&platform), resumed(&platform)), (1, 1));
    bot.stop().await;
}

#[tokio::test]
async fn a_heartbeat_that_is_asked_for_comes_at_once() {
    let platform = platform().await;
    let (bot, _events) = Running::start(&platform).await;
    let beats = |platform: &simulator::Discord| count(platform, |step| *step == GatewayStep::Heartbeat);
    let before = beats(&platform);
    platform.request_heartbeat();
    let mut activity = platform.activity();
    timeout(PATIENCE, activity.wait_for(|_| beats(&platform) > before)).await.unwrap().unwrap();
    bot.stop().await;
}

#[tokio::test]
async fn a_resumed_connection_begins_after_what_was_stored() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.close_doors();
    alice.says("one").await;
    alice.says("two").await;
    platform.cut_gateway();
    platform.resumed(1).await;
    let again = platform.gateway_steps().into_iter().find_map(|(_, step)| match step {
        GatewayStep::Resumed { missed } => Some(missed),
        _ => None,
    });
    assert_eq!(again, Some(2));
    alice.says("three").await;
    bot.store.open_doors();
    assert_eq!(events.texts(3).await, ["one", "two", "three"]);
    bot.stop().await;
}

#[tokio::test]
async fn a_missing_intent_is_for_the_operator_to_mend() {
    let many = 1_000_000_000;
    let sim = simulator::Settings { message_content: false, session_starts: many, ..Default::default() };
    let platform = platform_with(sim).await;
    let settings = Settings { message_content: true, ..settings(&platform) };
    let bot = Running::unconnected(settings, Store::new().0);
    let problem = bot.health(|health| health.problem.is_some()).await.problem.unwrap();
    assert!(
        problem.contains("turn on \"Message Content Intent\" in the Discord Developer Portal"),
        "{problem}"
    );
    // The connection is retried, and the channel keeps running.
    platform.called(Method::GetGatewayBot, 1).await;
    let closed = |step: &GatewayStep| *step == GatewayStep::Closed(4014);
    let mut activity = platform.activity();
    timeout(PATIENCE, activity.wait_for(|_| count(&platform, closed) >= 2)).await.unwrap().unwrap();
    bot.stop().await;
    platform.take_complaints();
}

#[tokio::test]
async fn while_the_operator_has_to_mend_something_session_starts_are_spared() {
    let sim = simulator::Settings { message_content: false, session_starts: 2, ..Default::default() };
    let platform = platform_with(sim).await;
    let settings = Settings { message_content: true, ..settings(&platform) };
    let bot = Running::unconnected(settings, Store::new().0);
    bot.health(|health| health.problem.is_some()).await;
    // After the first start, Discord says that it allows only one more today.
    platform.called(Method::GetGatewayBot, 2).await;
    bot.stop().await;
    assert_eq!(count(&platform, |step| *step == GatewayStep::Closed(4014)), 1);
    platform.finish();
}

#[tokio::test]
async fn a_wrong_token_is_named_as_the_problem() {
    let platform = platform().await;
    let settings = Settings { token: "MTE.wrong.token".into(), ..settings(&platform) };
    let bot = Running::unconnected(settings, Store::new().0);
    let refused = bot.health(|health| health.problem.is_some()).await;
    insta::assert_snapshot!(
        refused.problem.unwrap(),
        @"Discord does not accept the bot's token; check channels.discord.token"
    );
    bot.stop().await;
    platform.take_complaints();
}

#[tokio::test]
async fn an_outage_is_reported_and_passes() {
    let platform = platform().await;
    let alice = platform.user(42, "alice");
    let (bot, mut events) = Running::start(&platform).await;
    platform.go_offline();
    let broken = bot.health(|health| !health.connected).await;
    let problem = broken.problem.unwrap();
    assert!(!problem.contains(&platform.token()), "{problem}");

    platform.go_online();
    alice.says("still there?").await;
    assert_eq!(events.next_text().await, "still there?");
    let mended = bot.health(|health| health.connected).await;
    assert_eq!((mended.problem, mended.last_progress), (None, Some(start())));
    bot.stop().await;
}

#[tokio::test]
async fn every_recommended_shard_is_connected() {
    let platform = platform_with(simulator::Settings { shards: 2, ..Default::default() }).await;
    let alice = platform.user(42, "alice");
    let (even, odd) = (platform.guild(2 << 22, "even"), platform.guild(3 << 22, "odd"));
    let (even, odd) = (even.channel(20, "general"), odd.channel(30, "general"));
    let (bot, mut events) = Running::start(&platform).await;
    alice.mentions_bot_in(&even, "one").await;
    assert_eq!(events.next_text().await, "one");
    alice.mentions_bot_in(&odd, "two").await;
    assert_eq!(events.next_text().await, "two");
    alice.says("three").await;
    assert_eq!(events.next_text().await, "three");
    assert_eq!(identified(&platform), 2);
    bot.stop().await;
}

/// Half of the cuts also end the session, so that the messages sent meanwhile have to be fetched.
#[tokio::test]
async fn a_storm_of_cuts_neither_loses_nor_doubles_anything() {
    let platform = platform().await;
    let (alice, general) = (platform.user(42, "alice"), platform.guild(1, "home").channel(20, "general"));
    let (bot, mut events) = Running::start(&platform).await;
    bot.store.knows(alice.direct(), ChatKind::Direct);
    let mut expected = Vec::new();
    for cut in 0..50 {
        if cut % 2 == 0 {
            platform.forget_sessions();
        }
        platform.cut_gateway();
        for said in [format!("{cut}"), format!("{cut} again")] {
            alice.says(&said).await;
            alice.mentions_bot_in(&general, &said).await;
            expected.push(said);
        }
        bot.store.pass(Duration::from_secs(1), &platform);
        platform.connected().await;
    }
    let (mut direct, mut guild) = (Vec::new(), Vec::new());
    for _ in 0..2 * expected.len() {
        let event = events.next().await;
        let chat = if event.chat_kind == ChatKind::Direct { &mut direct } else { &mut guild };
        chat.push(text(event));
    }
    assert_eq!(direct, expected);
    assert_eq!(guild, expected);
    bot.stop().await;
    events.expect_none();
    platform.finish();
}

#[tokio::test]
async fn a_shard_that_falls_to_another_process_is_left_to_it() {
    let platform = platform_with(simulator::Settings { shards: 2, ..Default::default() }).await;
    let (bot, mut events) = Running::start(&platform).await;
    let share = |shards: &[u32]| *bot.store.share.lock().unwrap() = Some(shards.iter().copied().collect());
    share(&[0]);
    bot.health(|_| !bot.store.released.lock().unwrap().is_empty()).await;
    assert_eq!(*bot.store.released.lock().unwrap(), [Part { number: 1, count: 2 }]);
    assert!(bot.discord.health.borrow().connected, "the other one goes on");

    share(&[0, 1]);
    platform.identified(3).await;
    let odd = platform.guild(3 << 22, "odd").channel(30, "hall");
    platform.user(42, "alice").mentions_bot_in(&odd, "hello").await;
    assert_eq!(events.next_text().await, "hello");
    bot.stop().await;
    platform.finish();
}
