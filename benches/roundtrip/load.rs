//! The people and the platform: everybody writes at once, and again when all have their answer.

use std::{collections::HashMap, time::Duration};

use adjutant_simulators::{
    model::{Model, Turn},
    telegram::{Method, Outcome, Rates, Settings, Telegram, User},
};
use anyhow::{Context, Result, bail};
use tokio::time::{Instant, timeout};

/// How long one round may take, besides the model.
const ROUND_WITHIN: Duration = Duration::from_secs(60);

/// Telegram, a model, and people who write.
pub struct Platform {
    pub telegram: Telegram,
    pub model: Model,
    people: Vec<User>,
    model_delay: Duration,
    rounds: usize,
}

/// What became of some rounds.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// From the update's delivery to the request with the whole answer, without the model's own time; sorted.
    pub latencies: Vec<Duration>,
    /// From the first message of each round to the answer that came last.
    pub all_answered: Vec<Duration>,
    /// Requests that were refused as too many.
    pub too_many: usize,
}

impl Platform {
    /// Starts the simulators. `rate` is as in [`crate::gateway::Setup`].
    pub async fn start(users: usize, model_delay: Duration, rate: Option<u32>) -> Self {
        let rates = rate.map_or_else(Rates::default, |rate| Rates::flat(rate.into()));
        let telegram = Telegram::start_with(Settings { rates, strict: false, ..Settings::default() }).await;
        let model = Model::start_lenient(0).await;
        model.set_delay(model_delay);
        model.answer_with(|request| Turn::text(answer_to(request.last_user())));
        let people = (0..users).map(|n| telegram.user(1000 + n as i64, &format!("alice{n}"))).collect();
        Self { telegram, model, people, model_delay, rounds: 0 }
    }

    /// Ids of the people.
    pub fn ids(&self) -> Vec<i64> {
        self.people.iter().map(User::id).collect()
    }

    /// Polls so far.
    pub fn polls(&self) -> usize {
        self.telegram.count(Method::GetUpdates)
    }

    /// Waits until a bot has polled twice after `before` polls. By the second, all of it has been started.
    ///
    /// # Errors
    /// It does not.
    pub async fn connected(&self, before: usize) -> Result<()> {
        let mut activity = self.telegram.activity();
        let polls = async { while self.polls() < before + 2 && activity.changed().await.is_ok() {} };
        timeout(ROUND_WITHIN, polls).await.context("the bot does not ask for updates")
    }

    /// Everybody writes `messages` times, each time when all have been answered.
    ///
    /// # Errors
    /// Somebody is not answered.
    pub async fn rounds(&mut self, messages: usize) -> Result<Outcomes> {
        let mut said: Vec<Vec<String>> = Vec::new();
        let mut begun = Vec::new();
        for _ in 0..messages {
            self.rounds += 1;
            begun.push(Instant::now());
            let mut texts = Vec::new();
            let sends = self.telegram.count(Method::SendMessage) + self.people.len();
            for person in &self.people {
                let text = format!("message {} of {}", self.rounds, person.id());
                person.says(&text).await;
                texts.push(text);
            }
            let answered = self.all_answered(&texts, sends);
            if timeout(ROUND_WITHIN + self.model_delay, answered).await.is_err() {
                bail!("round {} was not answered in time", self.rounds);
            }
            said.push(texts);
        }
        Ok(self.outcomes(&said, &begun))
    }

    /// Returns when each person's last message shows the answer to their text.
    async fn all_answered(&self, texts: &[String], sends: usize) {
        let mut activity = self.telegram.activity();
        let mut waiting: Vec<_> =
            self.people.iter().zip(texts).map(|(person, text)| (person, text, 0)).collect();
        loop {
            // Looking at every chat after every request would slow the simulator down.
            if self.telegram.count(Method::SendMessage) >= sends {
                waiting.retain_mut(|(person, text, last)| {
                    if let Some(newest) = self.telegram.read_all(*person).last() {
                        *last = newest.id;
                    }
                    let shown = self.telegram.message(&(person.id(), *last));
                    shown.is_none_or(|message| message.text != answer_to(text))
                });
            }
            if waiting.is_empty() || activity.changed().await.is_err() {
                return;
            }
        }
    }

    fn outcomes(&self, said: &[Vec<String>], begun: &[Instant]) -> Outcomes {
        let served: HashMap<String, Instant> = self
            .telegram
            .served()
            .into_iter()
            .filter_map(|served| Some((served.update["message"]["text"].as_str()?.to_owned(), served.at)))
            .collect();
        let (mut answered, mut too_many) = (HashMap::new(), 0);
        for request in self.telegram.requests() {
            if matches!(request.outcome, Outcome::Refused { code: 429, .. }) {
                too_many += 1;
            } else if let Some(text) = request.text() {
                answered.entry(text.to_owned()).or_insert(request.at);
            }
        }
        let mut outcomes = Outcomes { too_many, ..Outcomes::default() };
        for (texts, begun) in said.iter().zip(begun) {
            let mut last = *begun;
            for text in texts {
                let (served, answered) = (served[text], answered[&answer_to(text)]);
                outcomes.latencies.push((answered - served).saturating_sub(self.model_delay));
                last = last.max(answered);
            }
            outcomes.all_answered.push(last - *begun);
        }
        outcomes.latencies.sort_unstable();
        outcomes
    }
}

fn answer_to(text: &str) -> String {
    format!("You wrote: {text}")
}
