//! The people and the platform: everybody writes at once, and again once everybody has an answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adjutant_simulators::model::{Model, Request, Turn};
use anyhow::{Result, bail};
use tokio::time::{Instant, timeout};

use crate::side::{Channel, Side};

/// The longest time that one round may take, besides the model's time.
const ROUND_WITHIN: Duration = Duration::from_secs(60);

/// A platform with people who write, and a model.
pub struct Platform {
    pub side: Side,
    pub model: Model,
    model_delay: Duration,
    rounds: usize,
    instructions: Arc<AtomicUsize>,
}

/// The results of several rounds.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Times from the event's delivery to the request with the whole answer, without the model's own time; ascending.
    pub latencies: Vec<Duration>,
    /// Times from the first message of each round to the last answer.
    pub all_answered: Vec<Duration>,
    /// The number of requests that were refused as too many.
    pub too_many: usize,
}

/// A person's message and its time.
struct Said {
    text: String,
    at: Instant,
}

impl Platform {
    /// Starts the simulators. `rate` is as in [`crate::gateway::Setup`].
    pub async fn start(channel: Channel, users: usize, model_delay: Duration, rate: Option<u32>) -> Self {
        let side = Side::start(channel, users, rate).await;
        let model = echoing_model(model_delay).await;
        let instructions = Arc::new(AtomicUsize::new(0));
        let bytes = instructions.clone();
        model.answer_with(move |request| {
            // Measured only once, because it takes time.
            if bytes.load(Ordering::Relaxed) == 0 {
                let tools = request.body["tools"].to_string();
                bytes.store(request.system().len() + tools.len(), Ordering::Relaxed);
            }
            reply_to(request)
        });
        Self { side, model, model_delay, rounds: 0, instructions }
    }

    /// Returns the bytes of the system prompt and the tools in the first request to the model.
    pub fn instructions_bytes(&self) -> usize {
        self.instructions.load(Ordering::Relaxed)
    }

    /// Makes everybody write `messages` times, each time after everybody has an answer.
    ///
    /// # Errors
    /// Returns an error if somebody gets no answer.
    pub async fn rounds(&mut self, messages: usize) -> Result<Outcomes> {
        let mut rounds: Vec<Vec<Said>> = Vec::new();
        for _ in 0..messages {
            self.rounds += 1;
            let mut round = Vec::new();
            let sends = self.side.sends() + self.side.people();
            for person in 0..self.side.people() {
                let text = format!("message {} of {person}", self.rounds);
                let at = Instant::now();
                self.side.says(person, &text).await;
                round.push(Said { text, at });
            }
            let answered = self.all_answered(&round, sends);
            if timeout(ROUND_WITHIN + self.model_delay, answered).await.is_err() {
                bail!("round {} was not answered in time", self.rounds);
            }
            rounds.push(round);
        }
        Ok(self.outcomes(&rounds))
    }

    /// Returns once each person's last message shows the answer to their text.
    async fn all_answered(&self, round: &[Said], sends: usize) {
        let mut activity = self.side.activity();
        let mut waiting: Vec<_> = round.iter().enumerate().map(|(person, said)| (person, said, 0)).collect();
        loop {
            // Checking every chat after every request would slow the simulator down.
            if self.side.sends() >= sends {
                waiting.retain_mut(|(person, said, last)| {
                    self.side
                        .newest(*person, last)
                        .is_none_or(|shown| last_line(&shown) != answer_to(&said.text))
                });
            }
            if waiting.is_empty() || activity.changed().await.is_err() {
                return;
            }
        }
    }

    fn outcomes(&self, rounds: &[Vec<Said>]) -> Outcomes {
        let (served, heard) = (self.side.served(), self.side.heard());
        let mut outcomes = Outcomes { too_many: heard.too_many, ..Outcomes::default() };
        for round in rounds {
            let Some(begun) = round.first().map(|said| said.at) else { continue };
            let mut last = begun;
            for said in round {
                let answered = heard.texts[&answer_to(&said.text)];
                let served = served.get(&said.text).copied().unwrap_or(said.at);
                outcomes.latencies.push((answered - served).saturating_sub(self.model_delay));
                last = last.max(answered);
            }
            outcomes.all_answered.push(last - begun);
        }
        outcomes.latencies.sort_unstable();
        outcomes
    }
}

/// Starts a model that repeats its input.
pub async fn echoing_model(delay: Duration) -> Model {
    let model = Model::start_lenient(0).await;
    model.set_delay(delay);
    model.answer_with(reply_to);
    model
}

/// Repeats the person's message. Instructions without tools request a summary of a conversation and get one of usual
/// length: a summary as long as the conversation would take far more time than any model's.
fn reply_to(request: &Request) -> Turn {
    const SUMMARY: &str = "- They went on, and everything that was said got its answer.\n";
    if !request.system().is_empty() && request.body["tools"].is_null() {
        return Turn::text(SUMMARY.repeat(30));
    }
    Turn::text(answer_to(request.last_user()))
}

/// Returns the answer in a message, below the line that says that the conversation was summarised.
pub fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

fn answer_to(text: &str) -> String {
    format!("You wrote: {text}")
}
