//! Sends in doubt, searches for them, and messages that are given up.

use adjutant_channel::{Examined, Found};
use adjutant_domain::ids::TurnId;
use adjutant_store::outbox::Post;
use chrono::TimeDelta;
use tokio::time::timeout;

use super::*;

/// Longer than any step takes that need not wait.
const PATIENCE: Duration = Duration::from_secs(20);

/// The deliveries to a group, step by step.
struct Group {
    room: Room,
    channel: Arc<dyn Channel>,
    doubts: Doubts,
}

impl Group {
    async fn new() -> Self {
        let room = Room::new().await;
        let channel = room.core.channels.get("test").unwrap().clone();
        Self { room, channel, doubts: Doubts::default() }
    }

    /// Posts a text in a topic.
    async fn posts(&self, topic: &str, text: &'static str) {
        let (core, now) = (self.room.core.clone(), self.room.core.clock.timestamp());
        let to = Address::new(ChatRef { thread: Some(topic.to_owned()), ..chat("family") }, ChatKind::Group);
        let post = async move |tx: &SyncedTx| {
            post_text(tx, &core.channels, Slot::first(&OutboxKey::parse(text)), &to, text, now).await
        };
        self.room.store.write(post).await;
    }

    /// Takes the next step, which must not wait.
    async fn step(&mut self) {
        let family = chat("family");
        let step = deliver_next(&self.room.core, &self.channel, &family, &mut self.doubts);
        timeout(PATIENCE, step).await.expect("the step does not wait").unwrap();
    }

    fn seconds_pass(&self, seconds: i64) {
        self.room.clock.advance(TimeDelta::seconds(seconds));
    }

    fn next_send_fails(&self, error: SendError) {
        lock(&self.room.channel.fails).push_back(error);
    }

    fn next_search_finds(&self, found: Result<Found, SendError>) {
        lock(&self.room.channel.found).push_back(found);
    }

    /// Returns the texts sent since the last call.
    fn sent(&self) -> Vec<String> {
        let sent = std::mem::take(&mut *lock(&self.room.channel.sent));
        sent.into_iter().map(|message| message.content.body.text).collect()
    }

    async fn row(&self, source: &str) -> Row {
        let source = OutboxKey::parse(source);
        self.room.store.read(async move |tx| Ok(rows::of_source(tx, &source).await?.remove(0))).await
    }
}

fn in_doubt() -> SendError {
    SendError::Unknown("the connection broke".to_owned())
}

#[tokio::test]
async fn other_topics_have_their_turn_between_two_steps_of_a_search() {
    let mut group = Group::new().await;
    group.posts("plans", "One.").await;
    group.next_send_fails(in_doubt());
    group.step().await;
    group.posts("chores", "Two.").await;
    group.posts("plans", "Three.").await;
    group.seconds_pass(2);
    let examined = vec![Examined { message: MessageId("7".to_owned()), exists: false }];
    let goes_on = Found::GoesOn { examined: examined.clone(), pause: Duration::from_secs(4) };
    group.next_search_finds(Ok(goes_on));
    group.step().await;
    assert_eq!(lock(&group.room.channel.searched).len(), 1);

    group.step().await;
    assert_eq!(group.sent(), ["Two."]);
    let now = group.room.core.clock.timestamp();
    let held =
        group.room.store.read(async move |tx| rows::held_up(tx, &chat("family"), now).await).await.unwrap();
    assert!(held.in_doubt && held.until > now, "{held:?}");

    group.seconds_pass(4);
    group.step().await;
    let searched = lock(&group.room.channel.searched).pop().unwrap();
    assert_eq!(searched.examined, examined, "the search goes on where it was");
    assert!(group.sent().is_empty(), "the topic keeps its order");
    group.step().await;
    group.step().await;
    assert_eq!(group.sent(), ["↻ This may be a repeat:\nOne.", "Three."]);
}

#[tokio::test]
async fn a_search_that_fails_goes_on_where_it_was_and_a_new_attempt_begins_anew() {
    let mut group = Group::new().await;
    group.posts("plans", "One.").await;
    group.next_send_fails(in_doubt());
    group.step().await;
    let examined = vec![Examined { message: MessageId("7".to_owned()), exists: true }];
    group.next_search_finds(Ok(Found::GoesOn { examined, pause: Duration::ZERO }));
    group.next_search_finds(Err(SendError::RetryAfter(Duration::from_secs(5))));
    group.seconds_pass(2);
    group.step().await;
    group.step().await;
    group.seconds_pass(6);
    group.step().await;
    group.next_send_fails(in_doubt());
    group.step().await;
    group.seconds_pass(2);
    group.step().await;
    let steps = lock(&group.room.channel.searched).iter().map(|lost| lost.examined.len()).collect::<Vec<_>>();
    assert_eq!(steps, [0, 1, 1, 0]);
}

#[tokio::test]
async fn what_comes_after_a_send_in_doubt_is_told_apart_though_the_clock_was_set_back() {
    let mut group = Group::new().await;
    let family = self::group("family");
    group.room.happens("alice", &family, 0, message("m1", "before")).await;
    group.seconds_pass(120);
    group.posts("plans", "One.").await;
    group.next_send_fails(in_doubt());
    group.step().await;

    group.room.clock.step_wall_clock(TimeDelta::seconds(-60));
    group.seconds_pass(30);
    group.room.happens("alice", &family, 0, message("m2", "after")).await;
    group.seconds_pass(32);
    group.step().await;
    let lost = lock(&group.room.channel.searched).pop().unwrap();
    assert_eq!(lost.last_known, Some(MessageId("m1".to_owned())));
    let known = lost.known.iter().map(|known| (known.message.0.as_str(), known.before)).collect::<Vec<_>>();
    assert_eq!(known, [("m1", true), ("m2", false)]);
    assert_eq!(lost.age, Duration::from_secs(62));
}

#[tokio::test]
async fn the_draft_of_an_answer_that_is_given_up_says_that_it_is_incomplete() {
    let mut group = Group::new().await;
    let (core, now) = (group.room.core.clone(), group.room.core.clock.timestamp());
    let draft = async move |tx: &SyncedTx| {
        let (source, to) = (OutboxKey::Turn(TurnId("turn-1".to_owned())), chat("family"));
        let content = adjutant_store::testing::content("The sea");
        let post = Post {
            source: &source,
            segment: 0,
            part: 0,
            chat: &to,
            chat_kind: ChatKind::Group,
            reply_to: None,
            content: &content,
        };
        let row = rows::draft(tx, &post, now).await?;
        let row = rows::start_draft(tx, row.outbox_id, &content, &core.process, now).await?;
        rows::delivered(tx, row.claim(), &MessageId("draft".to_owned()).into(), now).await?;
        let to = Address::new(to, ChatKind::Group);
        post_text(tx, &core.channels, Slot::first(&source), &to, "The sea is wide.", now).await
    };
    group.room.store.write(draft).await;
    group.next_send_fails(SendError::Refused("no reason".to_owned()));
    for _ in 0..3 {
        group.step().await;
    }
    let notice = "I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in \
                  another way.";
    assert_eq!(group.sent(), [notice]);
    let edited = lock(&group.room.channel.edited_in).pop().unwrap().1;
    let shown = lock(&group.room.channel.edited).pop().unwrap().body.text;
    assert_eq!(edited.0, "draft");
    assert_eq!(shown, "The sea…\n\nThis answer is incomplete: the rest could not be delivered.");
}

#[tokio::test]
async fn the_notice_of_a_loss_is_not_in_doubt_while_its_chat_is_out_of_reach() {
    let mut group = Group::new().await;
    group.posts("plans", "lost-7").await;
    group.room.channel.is_out_of_reach.store(true, Ordering::Relaxed);
    group.next_send_fails(in_doubt());
    group.step().await;
    assert!(!group.row("lost-7").await.is_in_doubt());
    assert_eq!(lock(&group.room.channel.fails).drain(..).len(), 1, "it was not sent");

    group.room.channel.is_out_of_reach.store(false, Ordering::Relaxed);
    group.seconds_pass(10);
    group.step().await;
    assert_eq!(group.sent(), ["lost-7"]);
}
