use std::net::TcpListener;

use adjutant_channel::PressAnswer;
use adjutant_simulators::telegram::{Fault, Method};
use serde::de::IgnoredAny;
use teloxide_core::payloads::SetWebhook;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::*;

fn text(inbound: Inbound) -> String {
    match inbound.event {
        Event::Message { text, .. } | Event::Edit { text, .. } => text,
        other => panic!("not a text: {other:?}"),
    }
}

#[tokio::test]
async fn an_update_is_acknowledged_only_when_it_is_stored() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let mut bot = Running::polling(&api);
    bot.gateway.close_doors();

    alice.says("hello").await;
    assert_eq!(text(bot.next_event().await), "hello");
    assert_eq!(api.pending_updates(), 1);

    bot.gateway.open_doors();
    api.all_acknowledged().await;
    bot.stop().await;
}

#[tokio::test]
async fn what_was_not_stored_comes_again_and_nothing_overtakes_it() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("one").await;
    alice.says("two").await;
    let mut bot = Running::polling(&api);
    bot.gateway.answer_next(Err(anyhow::anyhow!("the disk is full")));

    let (first, again, second) = (bot.next_event().await, bot.next_event().await, bot.next_event().await);
    assert_eq!(first, again);
    assert_eq!((text(again), text(second)), ("one".into(), "two".into()));
    api.all_acknowledged().await;
    bot.stop().await;
}

#[tokio::test]
async fn updates_that_come_in_the_wrong_order_are_stored_in_the_right_one() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("one").await;
    alice.says("two").await;
    api.pause_updates();
    api.resume_updates_reversed();
    let mut bot = Running::polling(&api);
    assert_eq!((text(bot.next_event().await), text(bot.next_event().await)), ("one".into(), "two".into()));
    api.all_acknowledged().await;
    bot.stop().await;
}

#[tokio::test]
async fn an_update_that_cannot_be_read_is_skipped() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    api.sends_garbage();
    alice.says("hello").await;
    let mut bot = Running::polling(&api);
    assert_eq!(text(bot.next_event().await), "hello");
    api.all_acknowledged().await;
    bot.stop().await;
}

#[tokio::test]
async fn an_update_over_which_the_channel_panics_is_set_aside_and_the_next_one_is_handled() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("panic").await;
    alice.says("hello").await;
    let mut bot = Running::polling(&api);
    let unfit = bot.next_event().await;
    assert_eq!(text(bot.next_event().await), "hello");
    api.all_acknowledged().await;
    assert_eq!(*bot.gateway.set_aside.lock().unwrap(), [format!("telegram {}", unfit.external_id)]);
    bot.stop().await;
}

#[tokio::test]
async fn polling_begins_before_anything_else_is_asked() {
    let api = bot_api().await;
    let bot = Running::polling(&api);
    api.called(Method::SetMyCommands, 1).await;
    assert_eq!(api.requests()[0].method, Method::GetUpdates);
    assert_eq!(api.commands(), [("help".to_owned(), "What I can do".to_owned())]);
    bot.stop().await;
}

#[tokio::test]
async fn a_menu_is_in_the_language_of_the_app_and_set_only_when_it_differs() {
    let api = bot_api().await;
    let start = || {
        let usual = settings(&api, Mode::Polling);
        let settings = Settings { commands: &[HELP, STOP], translations: &[TRANSLATED], ..usual };
        Running::start(Telegram::new(settings).unwrap())
    };
    let bot = start();
    api.called(Method::SetMyCommands, 4).await;
    bot.stop().await;
    let described = |menu: Vec<(String, String)>| menu.into_iter().map(|(_, says)| says).collect::<Vec<_>>();
    assert_eq!(described(api.commands_in("de")), ["Was ich kann", "Damit aufhören"]);
    assert_eq!(described(api.group_commands_in("de")), ["Damit aufhören"]);
    // Italian is not among the bot's languages.
    assert_eq!(described(api.commands_in("it")), ["What I can do", "Stop it"]);
    assert_eq!(described(api.group_commands_in("it")), ["Stop it"]);

    let bot = start();
    api.called(Method::GetMyCommands, 8).await;
    bot.stop().await;
    assert_eq!(api.count(Method::SetMyCommands), 4);
}

#[tokio::test]
async fn a_lost_connection_is_reported_and_comes_back() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let mut bot = Running::polling(&api);
    bot.health(|health| health.connected).await;

    api.go_offline();
    let broken = bot.health(|health| !health.connected).await;
    let problem = broken.problem.unwrap();
    assert!(problem.starts_with("cannot reach Telegram: "), "{problem}");
    assert!(!problem.contains(&api.token()), "{problem}");

    api.go_online();
    alice.says("still there?").await;
    assert_eq!(text(bot.next_event().await), "still there?");
    let mended = bot.health(|health| health.connected).await;
    assert_eq!((mended.problem, mended.last_progress), (None, Some(DateTime::UNIX_EPOCH)));
    bot.stop().await;
}

#[tokio::test]
async fn a_server_error_does_not_deafen_the_bot_for_long() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    api.fail_next(Method::GetUpdates, Fault::ServerError(502));
    let mut bot = Running::polling(&api);
    alice.says("hello").await;
    assert_eq!(text(bot.next_event().await), "hello");
    bot.stop().await;
}

#[tokio::test]
async fn a_second_poller_is_named_as_the_problem() {
    let api = bot_api().await;
    let one = Running::polling(&api);
    one.health(|health| health.connected).await;
    let other = Running::polling(&api);
    let conflict = one.health(|health| health.problem.is_some()).await;
    insta::assert_snapshot!(conflict.problem.unwrap(), @"another process polls with this token");
    one.stop().await;
    other.health(|health| health.connected).await;
    other.stop().await;
}

#[tokio::test]
async fn a_wrong_token_is_named_as_the_problem() {
    let api = bot_api().await;
    let settings = Settings { token: "1:wrong".into(), ..settings(&api, Mode::Polling) };
    let bot = Running::start(Telegram::new(settings).unwrap());
    let refused = bot.health(|health| health.problem.is_some()).await;
    insta::assert_snapshot!(
        refused.problem.unwrap(),
        @"Telegram does not accept the bot's token; check channels.telegram.token"
    );
    bot.stop().await;
    api.take_complaints();
}

#[tokio::test]
async fn a_webhook_that_is_in_the_way_of_polling_is_removed() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let channel = channel(&api);
    // No program listens on the discard port.
    let hook = SetWebhook::new(Url::parse("http://127.0.0.1:9/").unwrap());
    channel.api.call::<_, IgnoredAny>(&hook).await.unwrap();
    insta::assert_snapshot!(
        channel.check().await.unwrap(),
        @"@adjutant_bot; a webhook is set elsewhere, and polling will remove it"
    );

    let mut bot = Running::start(channel);
    alice.says("hello").await;
    assert_eq!(text(bot.next_event().await), "hello");
    bot.stop().await;
}

#[tokio::test]
async fn updates_come_by_webhook_until_they_are_stored() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let public_url = Url::parse(&format!("http://{listen}/telegram")).unwrap();
    let mode = Mode::Webhook { listen, public_url: public_url.clone(), secret: "s3cret".into() };
    let mut bot = Running::start(Telegram::new(settings(&api, mode)).unwrap());
    bot.health(|health| health.connected).await;

    bot.gateway.answer_next(Err(anyhow::anyhow!("the disk is full")));
    alice.says("hello").await;
    let (first, again) = (bot.next_event().await, bot.next_event().await);
    assert_eq!(first, again);
    alice.says("anybody?").await;
    assert_eq!(text(bot.next_event().await), "anybody?");

    let stranger = |secret: &'static str| {
        let request = reqwest::Client::builder().no_proxy();
        let request = request.tls_backend_preconfigured(adjutant_net::tls().unwrap()).build().unwrap();
        request
            .post(public_url.clone())
            .header("X-Telegram-Bot-Api-Secret-Token", secret)
            .body(r#"{"update_id":1,"message":{}}"#)
            .send()
    };
    assert_eq!(stranger("guess").await.unwrap().status(), 401);
    assert_eq!(stranger("").await.unwrap().status(), 401);
    assert_eq!(stranger("s3cret").await.unwrap().status(), 200);
    bot.stop().await;
}

/// Two processes share an address: an old process and its successor, or several processes behind a proxy.
#[tokio::test]
async fn a_process_that_stands_by_stores_what_telegram_posts() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let public_url = Url::parse(&format!("http://{listen}/telegram")).unwrap();
    let mode = || Mode::Webhook { listen, public_url: public_url.clone(), secret: "s3cret".into() };
    let mut first = Running::start(Telegram::new(settings(&api, mode())).unwrap());
    first.health(|health| health.connected).await;
    let second = Telegram::new(settings(&api, mode())).unwrap();
    let gateway = first.gateway.clone();
    let standing = tokio::spawn(async move { second.stand_by(gateway).await });

    // Either of the two processes may get a post.
    for said in (0..20).map(|n| n.to_string()) {
        alice.says(&said).await;
        assert_eq!(text(first.next_event().await), said);
    }
    assert_eq!(api.count(Method::SetWebhook), 1);
    // The first process ends, and the second continues.
    let Running { shutdown, task, mut events, .. } = first;
    shutdown.cancel();
    task.await.unwrap().unwrap();
    alice.says("still there?").await;
    assert_eq!(text(events.recv().await.unwrap()), "still there?");
    standing.abort();
}

#[tokio::test]
async fn another_bot_s_address_is_in_use() {
    let api = bot_api().await;
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let public_url = Url::parse(&format!("http://{listen}/telegram")).unwrap();
    let mode = |secret: &str| Mode::Webhook { listen, public_url: public_url.clone(), secret: secret.into() };
    let first = Running::start(Telegram::new(settings(&api, mode("s3cret"))).unwrap());
    first.health(|health| health.connected).await;

    let second = Telegram::new(settings(&api, mode("other"))).unwrap();
    let error = second.run(first.gateway.clone(), CancellationToken::new()).await.unwrap_err();
    let expected = format!("cannot listen on {listen} for Telegram: Address already in use (os error 98)");
    assert_eq!(format!("{error:#}"), expected);
    assert_eq!(api.count(Method::SetWebhook), 1);
    first.stop().await;
}

#[tokio::test]
async fn a_webhook_refuses_a_stranger_before_the_body_has_come() {
    let api = bot_api().await;
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let public_url = Url::parse(&format!("http://{listen}/telegram")).unwrap();
    let mode = Mode::Webhook { listen, public_url, secret: "s3cret".into() };
    let bot = Running::start(Telegram::new(settings(&api, mode)).unwrap());
    bot.health(|health| health.connected).await;

    for request in [
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n{",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ] {
        let mut stranger = TcpStream::connect(listen).await.unwrap();
        stranger.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(PATIENCE, stranger.read_to_string(&mut answer))
            .await
            .expect("it is answered at once")
            .unwrap();
        assert!(answer.starts_with("HTTP/1.1 401 Unauthorized\r\n"), "{request}: {answer}");
    }
    bot.stop().await;
}

#[test]
fn a_webhook_needs_a_secret() {
    for secret in ["", "no spaces"] {
        let mode = Mode::Webhook {
            listen: ([127, 0, 0, 1], 0).into(),
            public_url: Url::parse("https://bot.example.org/").unwrap(),
            secret: secret.into(),
        };
        assert!(Telegram::new(Settings { mode, ..Settings::new("1:a") }).is_err());
    }
}

#[tokio::test]
async fn a_press_is_answered_with_its_outcome() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let mut bot = Running::polling(&api);
    alice.says("hello").await;
    bot.next_event().await;
    let mut prompt = outgoing(chat(42), "Fetch it?");
    prompt.content.buttons = vec![vec![button("Approve")]];
    bot.channel.send(&prompt).await.unwrap();
    let prompt = api.next_message(&alice).await;

    let outcome = PressAnswer::alert("Approved.");
    bot.gateway.answer_next(Ok(Accepted { answer: Some(outcome), ..Accepted::default() }));
    let answer = alice.presses(&prompt, "Approve").await;
    assert_eq!((answer.text.as_str(), answer.alert), ("Approved.", true));
    let Event::Press { message_id, data, .. } = bot.next_event().await.event else { panic!("not a press") };
    assert_eq!((message_id.unwrap().0, data), (prompt.id.to_string(), "Approve:1".into()));
    bot.stop().await;
}

#[tokio::test]
async fn a_press_that_takes_long_is_answered_all_the_same() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let mut bot = Running::polling(&api);
    let sent = alice.says("hello").await;
    bot.next_event().await;
    bot.gateway.close_doors();
    let answer = alice.taps_data(&sent, "approve:1").await.answer().await;
    insta::assert_snapshot!(answer.text, @"Working on it…");
    bot.gateway.open_doors();
    api.all_acknowledged().await;
    bot.stop().await;
}

#[tokio::test]
async fn in_a_topic_the_bot_hears_its_name() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let group = api.group(-1001, "Family");
    let topic = group.topic(&alice, "Plans").await;
    let mut bot = Running::polling(&api);
    alice.says_in(&topic, "hello all").await;
    alice.says_in(&topic, "@adjutant_bot hello").await;
    let heard = bot.next_event().await;
    assert_eq!(heard.chat.thread, Some(topic.id().to_string()));
    assert_eq!(text(heard), "hello");
    bot.stop().await;
}
