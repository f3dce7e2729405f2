//! Many messages, and one crash or many in the middle of them.

use std::collections::BTreeMap;

use adjutant_simulators::{
    Held,
    model::Model,
    telegram::{BotMessage, Method, Telegram, User},
};

use super::harness::{Home, echoing_model, telegram};

/// The peers' test: twenty people write, and the bot dies when five have their answer. The others' messages are then
/// wherever a message can be.
#[tokio::test]
async fn twenty_people_get_their_answers_though_the_bot_dies_after_five() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let people: Vec<_> = (0..20).map(|i| tg.user(1000 + i, &format!("person {i}"))).collect();
    let adjutant = home.start_listening(&tg).await;

    let mut answers = Vec::new();
    for person in &people[..5] {
        person.says("question").await;
        answers.push(tg.next_message(person).await);
    }
    let sent = [(); 3].map(|()| tg.hold_after(Method::SendMessage));
    write_until_held(&people[5..8], &sent).await;
    let sending = [(); 3].map(|()| tg.hold_before(Method::SendMessage));
    write_until_held(&people[8..11], &sending).await;
    let thinking = [(); 4].map(|()| model.hold_before());
    write_until_held(&people[11..15], &thinking).await;
    tg.pause_updates();
    for person in &people[15..] {
        person.says("question").await;
    }
    adjutant.kill().await;
    sending.into_iter().for_each(Held::cut);
    tg.resume_updates();

    let adjutant = home.start();
    for person in &people[5..] {
        answers.push(tg.next_message(person).await);
    }
    tg.all_acknowledged().await;
    adjutant.finish(&tg).await;
    let said: Vec<_> = answers.iter().map(|answer| unmarked(&answer.text)).collect();
    assert_eq!(said, ["You said: question"; 20]);
    let marked = answers.iter().filter(|answer| unmarked(&answer.text) != answer.text);
    assert_eq!(marked.count(), 3, "only what was on its way may be a repeat");
    expect_no_probe(&tg, &people);
}

async fn write_until_held(people: &[User], held: &[Held]) {
    for (person, held) in people.iter().zip(held) {
        person.says("question").await;
        held.wait().await;
    }
}

/// The same in one chat, whose messages are answered in order and in bursts.
#[tokio::test]
async fn twenty_messages_of_one_person_are_answered_though_the_bot_dies_after_five() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let questions: Vec<_> = (0..20).map(|i| format!("question {i} of 20")).collect();

    let mut heard = Vec::new();
    for question in &questions[..5] {
        alice.says(question).await;
        heard.extend(repeated(&tg.next_message(&alice).await));
    }
    let thinking = model.hold_before();
    for question in &questions[5..] {
        alice.says(question).await;
    }
    thinking.wait().await;
    tg.all_acknowledged().await;
    adjutant.kill().await;

    let adjutant = home.start();
    while heard.len() < questions.len() {
        heard.extend(repeated(&tg.next_message(&alice).await));
    }
    adjutant.finish(&tg).await;
    assert_eq!(heard, questions);
    expect_no_probe(&tg, &[alice]);
}

/// At Telegram's own pace: answers that waited for their place when the bot died were certainly not sent.
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
        heard.extend(repeated(&tg.next_message(&alice).await));
    }
    tg.all_acknowledged().await;
    adjutant.kill().await;

    let adjutant = home.start();
    while heard.len() < questions.len() {
        let answer = tg.next_message(&alice).await;
        assert_eq!(unmarked(&answer.text), answer.text);
        heard.extend(repeated(&answer));
    }
    adjutant.finish(&tg).await;
    assert_eq!(heard, questions);
}

/// Another seed than 1 can be tried with `CRASH_SEED=7 cargo test --test it kills`.
#[tokio::test]
async fn fifty_messages_survive_ten_kills() {
    let seed = std::env::var("CRASH_SEED").map_or(1, |seed| seed.parse().expect("CRASH_SEED is a number"));
    fifty_messages_and_ten_kills(&mut Dice(seed)).await;
}

#[tokio::test]
async fn fifty_messages_survive_ten_other_kills() {
    fifty_messages_and_ten_kills(&mut Dice(2)).await;
}

/// Kills at points that a seed chooses, with messages coming in all the time. They come in two storms: a turn that
/// breaks off more than five times is given up.
async fn fifty_messages_and_ten_kills(dice: &mut Dice) {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let people: Vec<_> = (0..10).map(|i| tg.user(1000 + i, &format!("person {i}"))).collect();
    let mut adjutant = home.start_listening(&tg).await;

    for storm in 0..2 {
        let mut asked: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for round in storm * 5..storm * 5 + 5 {
            let point = Point::choose(dice, &tg, &model);
            for i in 0..5 {
                let person = &people[dice.below(people.len())];
                let question = format!("question {} of 50", round * 5 + i);
                person.says(&question).await;
                asked.entry(person.id()).or_default().push(question);
            }
            point.wait(&tg).await;
            adjutant.kill().await;
            point.end(dice);
            adjutant = home.start();
        }
        for person in &people {
            expect_answers(&tg, person, asked.remove(&person.id()).unwrap_or_default()).await;
        }
    }

    tg.all_acknowledged().await;
    adjutant.finish(&tg).await;
    expect_no_probe(&tg, &people);
    // Messages that nobody waited for would be unread.
    tg.finish();
}

/// Waits until everything that a person asked is answered, in order.
async fn expect_answers(tg: &Telegram, person: &User, mut asked: Vec<String>) {
    // A chat keeps its order: the answer to this comes when all before it is settled.
    person.says("is that all?").await;
    asked.push("is that all?".to_owned());
    let mut heard = Vec::new();
    while heard.len() < asked.len() {
        heard.extend(repeated(&tg.next_message(person).await));
    }
    assert_eq!(heard, asked, "{:#?}", sends(tg, person));
}

/// When a round's kill comes.
enum Point {
    /// While this request is held.
    Held(Held),
    /// When so many messages were sent in all.
    Sent(usize),
}

impl Point {
    fn choose(dice: &mut Dice, tg: &Telegram, model: &Model) -> Self {
        match dice.below(6) {
            0 => Self::Held(tg.hold_after(Method::GetUpdates)),
            1 => Self::Held(tg.hold_before(Method::GetUpdates)),
            2 => Self::Held(model.hold_before()),
            3 => Self::Held(tg.hold_before(Method::SendMessage)),
            4 => Self::Held(tg.hold_after(Method::SendMessage)),
            _ => Self::Sent(tg.count(Method::SendMessage) + 1 + dice.below(2)),
        }
    }

    async fn wait(&self, tg: &Telegram) {
        match self {
            Self::Held(held) => held.wait().await,
            Self::Sent(count) => tg.called(Method::SendMessage, *count).await,
        }
    }

    /// What was held takes effect, late, or never does.
    fn end(self, dice: &mut Dice) {
        match self {
            Self::Held(held) if dice.below(2) == 0 => held.cut(),
            Self::Held(held) => held.release(),
            Self::Sent(_) => {}
        }
    }
}

/// Chance that is the same in each run: SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

/// The text without the mark of a possible repeat.
fn unmarked(text: &str) -> &str {
    text.strip_prefix("↻ This may be a repeat:\n").unwrap_or(text)
}

/// The questions that an answer repeats.
fn repeated(answer: &BotMessage) -> Vec<String> {
    let said = unmarked(&answer.text).strip_prefix("You said: ");
    said.unwrap_or_else(|| panic!("{:?} repeats nothing", answer.text))
        .split("\n\n")
        .map(str::to_owned)
        .collect()
}

/// What was sent to a person, when, and with what success.
fn sends(tg: &Telegram, person: &User) -> Vec<String> {
    let requests = tg.requests();
    let own = requests
        .iter()
        .filter(|request| request.method == Method::SendMessage && request.chat_id() == Some(person.id()));
    own.map(|request| format!("{:?} {:?} {:?}", request.at, request.text(), request.outcome)).collect()
}

fn expect_no_probe(tg: &Telegram, people: &[User]) {
    let messages = people.iter().flat_map(|person| tg.messages(person));
    let probed: Vec<_> = messages.filter(|message| !message.buttons.is_empty()).collect();
    assert!(probed.is_empty(), "buttons of probes are left: {probed:#?}");
}
