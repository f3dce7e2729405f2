use adjutant_channel::{AttachmentKind, Found, KnownMessage, LostSend, MessageId, SendError};
use adjutant_simulators::telegram::{Fault, Group, Method, User};

use super::{files::TempFile, *};

const PROBE: Method = Method::EditMessageReplyMarkup;

fn lost(message: Outgoing, last_known: i32, taken: &[i32]) -> LostSend {
    LostSend {
        message,
        variants: Vec::new(),
        last_known: Some(MessageId(last_known.to_string())),
        known: taken.iter().map(|id| known(42, *id, false)).collect(),
        age: Duration::from_secs(15),
        is_settled: true,
        examined: Vec::new(),
    }
}

/// Searches to the end.
async fn find(channel: &Telegram, lost: &LostSend) -> Result<Found, SendError> {
    let mut lost = lost.clone();
    loop {
        match channel.find(&lost).await? {
            Found::GoesOn { examined, .. } => lost.examined = examined,
            found => return Ok(found),
        }
    }
}

/// Has messages written in a group that take ids and do not come to the bot.
async fn others_talk(alice: &User, group: &Group, times: usize) {
    for _ in 0..times {
        alice.says_in(group, "this is not for the bot").await;
    }
}

/// Returns a topic of the group.
fn in_topic(topic: i32) -> ChatRef {
    ChatRef { thread: Some(topic.to_string()), ..chat(-100_200) }
}

#[tokio::test]
async fn a_message_that_arrived_is_found_among_others_and_gets_its_buttons_back() {
    let api = bot_api().await;
    let (alice, bob) = (api.user(42, "alice"), api.user(43, "bob"));
    let hello = alice.says("hello").await;
    bob.says("hello").await;
    let channel = channel(&api);
    channel.send(&outgoing(chat(43), "for bob")).await.unwrap();
    let known = channel.send(&outgoing(chat(42), "known")).await.unwrap().message;

    let mut message = outgoing(chat(42), "Fetch it?\n");
    message.content.buttons = vec![vec![button("Approve")]];
    api.fail_next(Method::SendMessage, Fault::CutAfter);
    channel.send(&message).await.unwrap_err();

    let lost = lost(message, hello.id, &[known.0.parse().unwrap()]);
    let Ok(Found::Message(found)) = find(&channel, &lost).await else { panic!("not found") };
    let _known = api.next_message(&alice).await;
    let shown = api.next_message(&alice).await;
    assert_eq!(found.0, shown.id.to_string());
    assert_eq!((shown.text.as_str(), shown.labels()), ("Fetch it?", vec![vec!["Approve"]]));
    assert!(
        api.requests()
            .iter()
            .all(|request| request.method != PROBE || request.message_id() != known_id(&lost))
    );
    api.read_all(&bob);
}

fn known_id(lost: &LostSend) -> Option<i32> {
    lost.known[0].message.0.parse().ok()
}

fn known(chat: i64, id: i32, before: bool) -> KnownMessage {
    KnownMessage { chat: chat.to_string(), message: MessageId(id.to_string()), before }
}

#[tokio::test]
async fn the_search_begins_above_the_newest_message_of_all_chats_that_count_together() {
    let api = bot_api().await;
    let (alice, bob) = (api.user(42, "alice"), api.user(43, "bob"));
    let hello = alice.says("hello").await;
    for _ in 0..30 {
        bob.says("psst").await;
    }
    let newest = bob.says("hello").await;
    let channel = channel(&api);
    let message = outgoing(chat(42), "Time to stretch.");
    let sent = channel.send(&message).await.unwrap().message;
    api.next_message(&alice).await;

    let mut lost = lost(message, hello.id, &[]);
    assert_eq!(find(&channel, &lost).await, Ok(Found::Unclear));
    // A supergroup counts ids for itself: its newest message does not count here, and its ids are not taken here.
    lost.known = vec![known(-100_200, 90, true), known(-100_200, sent.0.parse().unwrap(), false)];
    assert_eq!(find(&channel, &lost).await, Ok(Found::Unclear));
    lost.known.push(known(43, newest.id, true));
    let before = api.count(PROBE);
    assert_eq!(find(&channel, &lost).await, Ok(Found::Message(sent)));
    assert_eq!(api.count(PROBE) - before, 2, "one probe, and the buttons as they were");
}

#[tokio::test]
async fn a_file_that_arrived_is_found_by_its_caption() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&api);
    let chart = TempFile::with(b"a chart");
    for (caption, is_text_there) in [("Fetch it?", true), ("", false)] {
        if is_text_there {
            channel.send(&outgoing(chat(42), caption)).await.unwrap();
        }
        let mut message = outgoing(chat(42), caption);
        message.content.media = Some(chart.media(AttachmentKind::Photo, "chart.png"));
        message.content.buttons = vec![vec![button("Approve")]];
        api.fail_next(Method::SendPhoto, Fault::CutAfter);
        channel.send(&message).await.unwrap_err();

        let Ok(Found::Message(found)) = find(&channel, &lost(message, hello.id, &[])).await else {
            panic!("not found")
        };
        let shown = api.read_all(&alice).pop().unwrap();
        assert_eq!((found.0, shown.text.as_str()), (shown.id.to_string(), caption));
        assert_eq!((shown.labels(), shown.file.is_some()), (vec![vec!["Approve"]], true));
    }
}

#[tokio::test]
async fn a_message_that_did_not_arrive_is_not_found() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&api);
    let message = outgoing(chat(42), "Hello!");
    api.fail_next(Method::SendMessage, Fault::Cut);
    channel.send(&message).await.unwrap_err();
    let early = LostSend { is_settled: false, ..lost(message.clone(), hello.id, &[]) };
    assert_eq!(find(&channel, &early).await, Ok(Found::Unclear));
    assert_eq!(api.count(PROBE), 2);
    assert_eq!(find(&channel, &lost(message.clone(), hello.id, &[])).await, Ok(Found::Unclear));
    assert_eq!(api.count(PROBE), 2 + 6);

    let nothing_known = LostSend { last_known: None, ..lost(message, 0, &[]) };
    assert_eq!(find(&channel, &nothing_known).await, Ok(Found::Unclear));
    assert_eq!(api.count(PROBE), 2 + 6);
}

#[tokio::test]
async fn in_a_supergroup_the_search_goes_on_past_what_others_have_said() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let team = api.group(-100_200, "team");
    let hello = alice.says_in(&team, "@adjutant_bot hello").await;
    others_talk(&alice, &team, 10).await;
    let channel = channel(&api);
    let message = outgoing(chat(-100_200), "Hello!");
    assert_eq!(find(&channel, &lost(message.clone(), hello.id, &[])).await, Ok(Found::Unclear));
    assert_eq!(api.count(PROBE), 10 + 4, "the counter ends there");
    let sent = channel.send(&message).await.unwrap().message;
    assert_eq!(find(&channel, &lost(message, hello.id, &[])).await, Ok(Found::Message(sent)));
    api.read_all(&team);
}

#[tokio::test]
async fn in_a_supergroup_where_much_was_said_the_search_goes_backwards_from_the_end() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let team = api.group(-100_200, "team");
    let hello = alice.says_in(&team, "@adjutant_bot hello").await;
    let channel = channel(&api);
    let mut probes = 0;
    for (said, after) in [(30, 0), (40, 3), (400, 1)] {
        others_talk(&alice, &team, said).await;
        let message = outgoing(chat(-100_200), &format!("Reminder {said}"));
        let lost = lost(message.clone(), hello.id, &[]);
        let sent = channel.send(&message).await.unwrap().message;
        for _ in 0..after {
            alice.says_in(&team, "nor this").await;
        }
        let before = api.count(PROBE);
        assert_eq!(find(&channel, &lost).await, Ok(Found::Message(sent)), "{said}");
        probes = api.count(PROBE) - before;
    }
    assert!(probes <= 40, "{probes} probes");
    api.read_all(&team);
}

#[tokio::test]
async fn messages_that_are_sent_between_two_steps_are_told_from_the_lost_one() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let team = api.group(-100_200, "team");
    let (plans, chores) = (team.topic(&alice, "plans").await, team.topic(&alice, "chores").await);
    let hello = alice.says_in(&plans, "@adjutant_bot hello").await;
    let channel = channel(&api);
    for arrives in [true, false] {
        others_talk(&alice, &team, 3).await;
        let message = outgoing(in_topic(plans.id()), &format!("Hello! {arrives}"));
        let mut lost = lost(message.clone(), hello.id, &[]);
        if arrives {
            let sent = channel.send(&message).await.unwrap().message;
            assert_eq!(find(&channel, &lost).await, Ok(Found::Message(sent)));
        }
        let mut steps = 0;
        let found = loop {
            match channel.find(&lost).await.unwrap() {
                Found::GoesOn { examined, .. } => {
                    steps += 1;
                    assert_eq!(examined.len(), steps, "a step makes one probe");
                    lost.examined = examined;
                }
                found => break found,
            }
            let shown =
                api.messages(&team).into_iter().chain(api.messages(&plans)).chain(api.messages(&chores));
            assert!(shown.flat_map(|it| it.buttons).next().is_none(), "no button of a probe is left");
            if steps % 2 == 0 {
                // The same words in another topic.
                let other = Outgoing { chat: in_topic(chores.id()), ..message.clone() };
                let other = channel.send(&other).await.unwrap().message;
                lost.known.push(known(-100_200, other.0.parse().unwrap(), false));
            }
        };
        assert_eq!(matches!(found, Found::Message(_)), arrives, "{found:?}");
        assert!(steps < 12, "{steps} steps: what is sent meanwhile does not lengthen the search");
        for place in [&plans, &chores] {
            api.read_all(place);
        }
    }
}

#[tokio::test]
async fn a_message_of_another_topic_is_not_the_lost_one() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let team = api.group(-100_200, "team");
    let (plans, chores) = (team.topic(&alice, "plans").await, team.topic(&alice, "chores").await);
    let hello = alice.says_in(&plans, "@adjutant_bot hello").await;
    let channel = channel(&api);
    let hello_in = |topic: i32| outgoing(in_topic(topic), "Hello!");
    let sent = channel.send(&hello_in(chores.id())).await.unwrap().message;
    assert_eq!(find(&channel, &lost(hello_in(plans.id()), hello.id, &[])).await, Ok(Found::Unclear));
    let found = find(&channel, &lost(hello_in(chores.id()), hello.id, &[])).await;
    assert_eq!(found, Ok(Found::Message(sent)));
    api.read_all(&chores);
}

#[tokio::test]
async fn in_a_group_the_search_leaves_places_for_other_messages() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let team = api.group(-100_200, "team");
    let hello = alice.says_in(&team, "@adjutant_bot hello").await;
    others_talk(&alice, &team, 60).await;
    let settings = Settings { per_chat_second: 1.0, per_group_minute: 20.0, ..settings(&api, Mode::Polling) };
    let channel = Telegram::new(settings).unwrap();
    let mut lost = lost(outgoing(chat(-100_200), "Hello!"), hello.id, &[]);
    let mut at = Duration::ZERO;
    let mut probes_at = vec![at];
    while let Found::GoesOn { examined, pause } = channel.find(&lost).await.unwrap() {
        lost.examined = examined;
        at += pause;
        probes_at.push(at);
    }
    let most = |seconds| {
        let stretch = Duration::from_secs(seconds);
        probes_at
            .iter()
            .map(|from| probes_at.iter().filter(|at| (*from..*from + stretch).contains(at)).count())
            .max()
    };
    assert_eq!((most(3), most(60)), (Some(4), Some(18)));
    assert!(at < Duration::from_secs(150), "{at:?}");
}

#[tokio::test]
async fn one_search_recognises_all_contents_with_which_the_message_may_have_been_sent() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&api);
    let [marked, in_german] =
        ["a repeat: Hello!", "eine Wiederholung: Hello!"].map(|it| outgoing(chat(42), it));
    let lost = LostSend { variants: vec![in_german.content.clone()], ..lost(marked, hello.id, &[]) };
    assert_eq!(find(&channel, &lost).await, Ok(Found::Unclear));
    assert_eq!(api.count(PROBE), 6, "each id is probed once");

    let sent = channel.send(&in_german).await.unwrap().message;
    assert_eq!(find(&channel, &lost).await, Ok(Found::Message(sent)));
    api.read_all(&alice);
}

#[tokio::test]
async fn a_draft_that_is_not_the_message_is_left_as_it_was() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&api);
    channel.send(&outgoing(chat(42), "Hel")).await.unwrap();
    assert_eq!(find(&channel, &lost(outgoing(chat(42), "Hello!"), hello.id, &[])).await, Ok(Found::Unclear));
    let draft = api.next_message(&alice).await;
    assert_eq!((draft.text.as_str(), draft.buttons.len()), ("Hel", 0));
}

#[tokio::test]
async fn an_interrupted_search_can_be_repeated() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&api);
    let message = outgoing(chat(42), "Hello!");
    let sent = channel.send(&message).await.unwrap().message;
    let lost = lost(message, hello.id, &[]);

    // The probe takes effect but its answer is lost: the message keeps the button.
    api.fail_next(PROBE, Fault::CutAfter);
    let error = find(&channel, &lost).await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error:?}");
    assert_eq!(find(&channel, &lost).await, Ok(Found::Message(sent)));
    assert_eq!(api.next_message(&alice).await.buttons.len(), 0);
}

#[tokio::test]
async fn a_pause_that_telegram_asks_for_is_passed_up() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    api.fail_next(PROBE, Fault::TooManyRequests { retry_after: 3 });
    let lost = lost(outgoing(chat(42), "Hello!"), hello.id, &[]);
    assert_eq!(find(&channel(&api), &lost).await, Err(SendError::RetryAfter(Duration::from_secs(3))));
}
