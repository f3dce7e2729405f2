//! Many messages, with one or several crashes in between.

use std::collections::BTreeMap;

use adjutant_simulators::{
    Held,
    model::Model,
    telegram::{Method, Telegram},
};

use super::{
    harness::{Home, Process, echoing_model},
    platform::{Person, Platform},
};
use crate::harness::Shown;

under_kills_and_power_cuts!(
    twenty_people_get_their_answers_though_the_bot_dies_after_five,
    fifty_messages_survive_ten_kills;
    kills only:
    twenty_messages_of_one_person_are_answered_though_the_bot_dies_after_five,
    fifty_messages_survive_ten_other_kills,
);

/// Twenty people write, and the bot is killed after five of them have an answer. At that time, the other messages are
/// at every possible stage.
async fn twenty_people_get_their_answers_though_the_bot_dies_after_five<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let people: Vec<_> = (0..20).map(|i| at.person(1000 + i, &format!("person {i}"))).collect();
    let adjutant = home.start_listening(&at).await;
    get_acquainted(&at, &people).await;

    let mut answers = Vec::new();
    for person in &people[..5] {
        person.says("question").await;
        answers.push(at.next_message(person).await);
    }
    let sent = [(); 3].map(|()| at.hold_sent());
    write_until_held(&people[5..8], &sent).await;
    let sending = [(); 3].map(|()| at.hold_sending());
    write_until_held(&people[8..11], &sending).await;
    let thinking = [(); 4].map(|()| model.hold_before());
    write_until_held(&people[11..15], &thinking).await;
    adjutant.kill().await;
    sending.into_iter().for_each(Held::cut);
    for person in &people[15..] {
        person.says("question").await;
    }

    let adjutant = home.start();
    for person in &people[5..] {
        answers.push(at.next_message(person).await);
    }
    at.all_received().await;
    // Messages that arrived before the kill are visible at once, and recorded a little later.
    home.comes_to("SELECT count(*) FROM outbox WHERE state <> 'done'", 0).await;
    adjutant.finish(&at).await;
    let said: Vec<_> = answers.iter().map(|answer| unmarked(&answer.text)).collect();
    assert_eq!(said, ["You said: question"; 20]);
    let marked = answers.iter().filter(|answer| unmarked(&answer.text) != answer.text);
    let in_doubt = if P::MARK.is_empty() { 0 } else { 3 };
    assert_eq!(marked.count(), in_doubt, "only what was on its way may be a repeat");
    expect_no_probe(&at, &people);
}

/// Makes everybody say hello: Discord does not notify a bot of direct chats that it does not know.
pub async fn get_acquainted<P: Platform>(at: &P, people: &[P::Person]) {
    for person in people {
        person.says("hello").await;
        at.next_message(person).await;
    }
}

async fn write_until_held(people: &[impl Person], held: &[Held]) {
    for (person, held) in people.iter().zip(held) {
        person.says("question").await;
        held.wait().await;
    }
}

/// Twenty messages in one chat, which are answered in order, several at a time.
async fn twenty_messages_of_one_person_are_answered_though_the_bot_dies_after_five<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    let questions: Vec<_> = (0..20).map(|i| format!("question {i} of 20")).collect();

    let mut heard = Vec::new();
    for question in &questions[..5] {
        alice.says(question).await;
        heard.extend(repeated(&at.next_message(&alice).await));
    }
    let thinking = model.hold_before();
    for question in &questions[5..] {
        alice.says(question).await;
    }
    thinking.wait().await;
    at.all_received().await;
    adjutant.kill().await;

    let adjutant = home.start();
    while heard.len() < questions.len() {
        heard.extend(repeated(&at.next_message(&alice).await));
    }
    adjutant.finish(&at).await;
    assert_eq!(heard, questions);
    expect_no_probe(&at, &[alice]);
}

/// At Telegram's real rate limits: answers that were waiting for the limit when the bot was killed were certainly not
/// sent.
#[tokio::test]
async fn answers_that_waited_for_their_place_are_sent_without_a_mark() {
    let (tg, model) = (Telegram::start().await, echoing_model().await);
    let home = Home::new(&tg)
        .with_model(&model)
        .with("CHANNELS__TELEGRAM__MESSAGES_PER_SECOND", 30)
        .with("CHANNELS__TELEGRAM__MESSAGES_PER_CHAT_SECOND", 1)
        .with("CHANNELS__TELEGRAM__MESSAGES_PER_GROUP_MINUTE", 20);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let questions: Vec<_> = (0..6).map(|i| format!("question {i} of 6")).collect();
    for (i, question) in questions.iter().enumerate() {
        alice.says(question).await;
        model.called(i + 1).await;
    }
    tg.called(Method::SendMessage, 3).await;
    let mut heard = Vec::new();
    for _ in 0..3 {
        heard.extend(repeated(&tg.next_message(&alice).await.into()));
    }
    tg.all_acknowledged().await;
    adjutant.kill().await;

    let adjutant = home.start();
    while heard.len() < questions.len() {
        let answer = tg.next_message(&alice).await;
        assert_eq!(unmarked(&answer.text), answer.text);
        heard.extend(repeated(&answer.into()));
    }
    adjutant.finish(&tg).await;
    assert_eq!(heard, questions);
}

/// To use another seed than 1, run `CRASH_SEED=7 cargo test --test it kills`.
async fn fifty_messages_survive_ten_kills<P: Platform>() {
    let seed = std::env::var("CRASH_SEED").map_or(1, |seed| seed.parse().expect("CRASH_SEED is a number"));
    fifty_messages_and_ten_kills::<P>(&mut Dice(seed)).await;
}

async fn fifty_messages_survive_ten_other_kills<P: Platform>() {
    fifty_messages_and_ten_kills::<P>(&mut Dice(2)).await;
}

/// Kills at points chosen by a seed, with messages arriving all the time. They arrive in two waves, because a turn that
/// is interrupted more than five times is given up.
async fn fifty_messages_and_ten_kills<P: Platform>(dice: &mut Dice) {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let people: Vec<_> = (0..10).map(|i| at.person(1000 + i, &format!("person {i}"))).collect();
    let mut adjutant = home.start_listening(&at).await;
    get_acquainted(&at, &people).await;

    for storm in 0..2 {
        adjutant.terminate().await;
        let mut asked: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for round in storm * 5..storm * 5 + 5 {
            let point = Point::choose(dice, &at, &model);
            let adjutant = point.start(dice, &home, &at).await;
            for i in 0..5 {
                let person = &people[dice.below(people.len())];
                let question = format!("question {} of 50", round * 5 + i);
                person.says(&question).await;
                asked.entry(person.id()).or_default().push(question);
            }
            point.wait(&at).await;
            adjutant.kill().await;
            point.end(dice);
            home.age_interrupted_turns().await;
        }
        adjutant = home.start();
        for person in &people {
            expect_answers(&at, person, asked.remove(&person.id()).unwrap_or_default()).await;
        }
    }

    at.all_received().await;
    adjutant.finish(&at).await;
    expect_no_probe(&at, &people);
    // Messages for which nobody waited would be unread.
    at.end();
}

/// Waits until all of a person's questions are answered, in order.
async fn expect_answers<P: Platform>(at: &P, person: &P::Person, mut asked: Vec<String>) {
    // A chat keeps its order: this message is answered only after everything before it.
    person.says("is that all?").await;
    asked.push("is that all?".to_owned());
    let mut heard = Vec::new();
    while heard.len() < asked.len() {
        heard.extend(repeated(&at.next_message(person).await));
    }
    assert_eq!(heard, asked, "{:#?}", at.attempts(person));
}

/// The point at which a process is killed.
enum Point {
    /// While the bot begins to receive.
    Receiving(Held),
    /// While this request is held.
    Held(Held),
    /// When this many messages were sent in total.
    Sent(usize),
}

impl Point {
    fn choose<P: Platform>(dice: &mut Dice, at: &P, model: &Model) -> Self {
        match dice.below(6) {
            receipt @ (0 | 1) => Self::Receiving(P::RECEIPTS[receipt](at)),
            2 => Self::Held(model.hold_before()),
            3 => Self::Held(at.hold_sending()),
            4 => Self::Held(at.hold_sent()),
            _ => Self::Sent(at.sends() + 1 + dice.below(2)),
        }
    }

    /// Starts a process that may or may not be listening when people write.
    async fn start(&self, dice: &mut Dice, home: &Home, at: &impl Platform) -> Process {
        match self {
            Self::Held(_) | Self::Sent(_) if dice.below(2) == 0 => home.start_listening(at).await,
            _ => home.start(),
        }
    }

    async fn wait(&self, at: &impl Platform) {
        match self {
            Self::Receiving(held) | Self::Held(held) => held.wait().await,
            Self::Sent(count) => at.sent(*count).await,
        }
    }

    /// Makes the held request take effect late, or never.
    fn end(self, dice: &mut Dice) {
        match self {
            Self::Receiving(held) | Self::Held(held) if dice.below(2) == 0 => held.cut(),
            Self::Receiving(held) | Self::Held(held) => held.release(),
            Self::Sent(_) => {}
        }
    }
}

/// A random generator with the same output in each run: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

/// Returns the text without the mark of a possible repeat.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix("↻ This may be a repeat:\n").unwrap_or(text)
}

/// Returns the questions that an answer repeats.
fn repeated(answer: &Shown) -> Vec<String> {
    let said = unmarked(&answer.text).strip_prefix("You said: ");
    said.unwrap_or_else(|| panic!("{:?} repeats nothing", answer.text))
        .split("\n\n")
        .map(str::to_owned)
        .collect()
}

fn expect_no_probe<P: Platform>(at: &P, people: &[P::Person]) {
    let messages = people.iter().flat_map(|person| at.messages(person));
    let probed: Vec<_> = messages.filter(|message| !message.buttons.is_empty()).collect();
    assert!(probed.is_empty(), "buttons of probes are left: {probed:#?}");
}
