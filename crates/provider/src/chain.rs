//! A chain of models: if one does not answer, the request goes to the next one.

#![expect(clippy::disallowed_methods, reason = "a chain passes on what it is asked")]

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use adjutant_domain::clock::Clock;
use async_trait::async_trait;

use super::{
    Answerer, ModelError, ModelReply, ModelRequest, Provider,
    prices::{CostLimit, Price},
};

/// How long a failed model rests, unless its provider asks for another time.
const REST: Duration = Duration::from_mins(1);

/// Models, in the order in which requests go to them.
pub(super) struct Chain {
    pub links: Vec<Arc<Link>>,
    pub clock: Arc<dyn Clock>,
}

/// A model of one chain or several.
pub(super) struct Link {
    provider: Box<dyn Provider>,
    max_tokens: u32,
    price: Option<Price>,
    /// The end of the model's rest.
    rests_until: Mutex<Option<Instant>>,
    key: Mutex<Option<KeyState>>,
}

/// Whether the provider accepts the key of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    Accepted,
    Refused,
}

impl Link {
    pub fn new(provider: Box<dyn Provider>, max_tokens: u32, price: Option<Price>) -> Self {
        Self { provider, max_tokens, price, rests_until: Mutex::default(), key: Mutex::default() }
    }

    /// Returns the state of the key by the last request that reached the provider; `None` before the first.
    pub fn key(&self) -> Option<KeyState> {
        *self.key.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answerer(&self) -> Answerer {
        Answerer { label: self.label(), price: self.price }
    }

    fn note_key(&self, state: KeyState) {
        *self.key.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    }

    fn rests(&self, now: Instant) -> bool {
        self.rests_until.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|until| now < until)
    }

    /// Lets the model rest for a while, if the error concerns more than this request.
    fn rest_after(&self, error: &ModelError, now: Instant) {
        let time = match error {
            ModelError::TooLong(_) => return,
            ModelError::RateLimited { retry_after: Some(time), .. } => *time,
            _ => REST,
        };
        *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(now + time);
    }
}

/// A model of [`Config::models`]; its replies name it as the answerer.
#[async_trait]
impl Provider for Link {
    fn label(&self) -> String {
        self.provider.label()
    }

    fn sees(&self) -> bool {
        self.provider.sees()
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        let own = ModelRequest { max_tokens: request.max_tokens.min(self.max_tokens), ..request.clone() };
        let outcome = self.provider.respond(&own, on_text).await;
        match &outcome {
            Ok(_) => self.note_key(KeyState::Accepted),
            Err(ModelError::KeyRefused(_)) => self.note_key(KeyState::Refused),
            Err(_) => {}
        }
        let reply = outcome?;
        Ok(ModelReply { by: Some(self.answerer()), ..reply })
    }
}

impl Chain {
    /// Returns the models to ask now, in order, with their positions: those within the cost limit that do not rest.
    fn asked(&self, limit: Option<CostLimit>) -> Vec<(usize, &Arc<Link>)> {
        let now = self.clock.monotonic();
        let is_too_dear = |link: &Link| limit.is_some_and(|limit| limit.is_passed_at(link.price));
        let all: Vec<_> = self.links.iter().enumerate().filter(|(_, link)| !is_too_dear(link)).collect();
        let awake: Vec<_> = all.iter().copied().filter(|(_, link)| !link.rests(now)).collect();
        // If all of them rest, any may have recovered.
        if awake.is_empty() { all } else { awake }
    }
}

#[async_trait]
impl Provider for Chain {
    fn label(&self) -> String {
        self.links.first().map(|link| link.label()).unwrap_or_default()
    }

    /// Returns whether the model to which the next request would go first sees pictures.
    fn sees(&self) -> bool {
        self.asked(None).first().is_some_and(|(_, link)| link.sees())
    }

    fn stand_in(&self) -> Option<Answerer> {
        let (position, link) = self.asked(None).into_iter().next()?;
        (position > 0).then(|| link.answerer())
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        let mut failed = ModelError::TooDear;
        let mut asked = self.asked(request.cost_limit).into_iter().peekable();
        while let Some((position, link)) = asked.next() {
            // Lets the caller describe the pictures and ask again. If the caller would send the pictures again, because
            // the first model sees, this model gets a line in place of each picture instead.
            if request.shows_pictures() && !link.sees() && !self.sees() {
                return Err(ModelError::Blind("the one that answers now does not see".to_owned()));
            }
            let own = if link.sees() { Cow::Borrowed(request) } else { request.without_pictures() };
            let mut has_said = false;
            let mut listen = |text: &str| {
                has_said = true;
                on_text(text);
            };
            let error = match link.respond(&own, &mut listen).await {
                Ok(mut reply) => {
                    reply.by = reply.by.filter(|_| position > 0);
                    return Ok(reply);
                }
                // After `Blind`, the caller describes the pictures. A refusal concerns the request: other models would
                // cost money only to refuse it too.
                Err(error @ (ModelError::Blind(_) | ModelError::Refused(_) | ModelError::Withheld(_))) => {
                    return Err(error);
                }
                Err(error) => error,
            };
            link.rest_after(&error, self.clock.monotonic());
            let (model, kind, status, code) = (link.label(), error.kind(), error.status(), error.code());
            // The provider's text may quote the request.
            tracing::debug!(model, kind, status, code, %error, "why the model does not answer");
            // People may have read a part of this answer: the caller begins again with the next model.
            if has_said && self.links.len() > 1 {
                return Err(ModelError::Cut);
            }
            // The failure of the last model is the caller's to log.
            if let Some((_, next)) = asked.peek() {
                let next = next.label();
                tracing::warn!(model, kind, status, code, next, "model does not answer; asking the next one");
            }
            failed = error;
        }
        Err(failed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use adjutant_clock::ManualClock;
    use adjutant_domain::picture::{Format, Picture, Size};
    use chrono::{DateTime, TimeDelta};

    use super::*;
    use crate::{ModelMessage, Usage};

    /// Success, or an error and the text shown before it.
    type Answer = Result<(), (ModelError, &'static str)>;

    /// A model that follows a script.
    struct Scripted {
        name: &'static str,
        sees: bool,
        script: Mutex<VecDeque<Answer>>,
    }

    #[async_trait]
    impl Provider for Scripted {
        fn label(&self) -> String {
            self.name.to_owned()
        }

        fn sees(&self) -> bool {
            self.sees
        }

        async fn respond(
            &self,
            _: &ModelRequest,
            on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
        ) -> Result<ModelReply, ModelError> {
            let next = self.script.lock().unwrap().pop_front().expect("the model was not to be asked");
            match next {
                Ok(()) => Ok(ModelReply { text: self.name.to_owned(), ..ModelReply::default() }),
                Err((error, shown)) => {
                    if !shown.is_empty() {
                        on_text(shown);
                    }
                    Err(error)
                }
            }
        }
    }

    /// Returns a chain of two models, of which only the first sees, and the clock to advance.
    fn chain(first: Vec<Answer>, second: Vec<Answer>) -> (Chain, Arc<ManualClock>) {
        let clock = clock();
        let link = |name, script: Vec<Answer>| {
            let script = Mutex::new(script.into());
            let sees = name == "first";
            Arc::new(Link::new(Box::new(Scripted { name, sees, script }), 100, None))
        };
        (Chain { links: vec![link("first", first), link("second", second)], clock: clock.clone() }, clock)
    }

    fn clock() -> Arc<ManualClock> {
        Arc::new(ManualClock::new(DateTime::UNIX_EPOCH))
    }

    fn down() -> Answer {
        Err((ModelError::Unavailable("HTTP 503".to_owned()), ""))
    }

    async fn asked(chain: &Chain) -> Result<(String, Option<String>), ModelError> {
        let reply = chain.respond(&ModelRequest::default(), &mut |_| {}).await?;
        Ok((reply.text, reply.by.map(|by| by.label)))
    }

    fn by(name: &str) -> (String, Option<String>) {
        (name.to_owned(), (name != "first").then(|| name.to_owned()))
    }

    #[tokio::test]
    async fn the_next_model_answers_until_the_first_has_rested() {
        let (chain, clock) = chain(vec![Ok(()), down(), Ok(())], vec![Ok(()), Ok(())]);
        assert_eq!(asked(&chain).await.unwrap(), by("first"));
        assert_eq!(chain.stand_in(), None);
        assert_eq!(asked(&chain).await.unwrap(), by("second"));
        assert_eq!(chain.stand_in().map(|by| by.label), Some("second".to_owned()));
        assert_eq!(asked(&chain).await.unwrap(), by("second"));
        clock.advance(TimeDelta::minutes(1));
        assert_eq!(asked(&chain).await.unwrap(), by("first"));
    }

    #[tokio::test]
    async fn a_failure_is_logged_once() {
        let (chain, _clock) = chain(vec![down()], vec![down()]);
        let (mut log, writer) = std::io::pipe().unwrap();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_writer(Mutex::new(writer))
            .finish();
        let logging = tracing::subscriber::set_default(subscriber);
        asked(&chain).await.unwrap_err();
        drop(logging);
        let log = std::io::read_to_string(&mut log).unwrap();
        // The caller logs the failure of the second model.
        insta::assert_snapshot!(log, @r#" WARN adjutant_provider::chain: model does not answer; asking the next one model="first" kind="unavailable" status=503 next="second""#);
    }

    #[tokio::test]
    async fn a_provider_says_how_long_it_rests_and_a_long_conversation_rests_nobody() {
        let limited =
            ModelError::RateLimited { message: "wait".into(), retry_after: Some(Duration::from_secs(5)) };
        let too_long = ModelError::TooLong("too many tokens".into());
        let (chain, clock) =
            chain(vec![Err((limited, "")), Err((too_long, "")), Ok(())], vec![Ok(()), Ok(())]);
        assert_eq!(asked(&chain).await.unwrap(), by("second"));
        clock.advance(TimeDelta::seconds(5));
        assert_eq!(asked(&chain).await.unwrap(), by("second"));
        assert_eq!(asked(&chain).await.unwrap(), by("first"));
    }

    #[tokio::test]
    async fn an_answer_that_people_saw_begin_is_begun_again_by_the_next_model() {
        let cut = Err((ModelError::Unavailable("HTTP 500".into()), "Once upon"));
        let (chain, _clock) = chain(vec![cut], vec![Ok(())]);
        assert_eq!(asked(&chain).await.unwrap_err(), ModelError::Cut);
        assert_eq!(asked(&chain).await.unwrap(), by("second"));
    }

    #[tokio::test]
    async fn a_refused_request_goes_to_nobody_else_and_an_empty_account_rests() {
        let refused = ModelError::Refused("HTTP 400: content filter".into());
        let empty = ModelError::AccountEmpty("HTTP 402: no money".into());
        let (chain, _clock) =
            chain(vec![Err((refused.clone(), "")), Ok(()), Err((empty, ""))], vec![Ok(()), Ok(())]);
        assert_eq!(asked(&chain).await.unwrap_err(), refused);
        for name in ["first", "second", "second"] {
            assert_eq!(asked(&chain).await.unwrap(), by(name));
        }
    }

    #[tokio::test]
    async fn pictures_are_handed_back_before_a_model_gets_them_that_does_not_see() {
        let size = Size { format: Format::Png, width: 1, height: 1 };
        let picture = Arc::new(Picture { size, bytes: Vec::new() });
        let messages = vec![ModelMessage::Picture { picture }];
        let request = ModelRequest { messages, ..ModelRequest::default() };
        let too_long = ModelError::TooLong("too many tokens".into());
        let (chain, clock) = chain(vec![Err((too_long, "")), down()], vec![Ok(()), Ok(())]);
        // The next request would come with pictures again, because the first model would be asked.
        assert_eq!(chain.respond(&request, &mut |_| {}).await.unwrap().text, "second");
        assert!(chain.sees());
        let handed_back = chain.respond(&request, &mut |_| {}).await.unwrap_err();
        assert!(matches!(handed_back, ModelError::Blind(_)), "{handed_back:?}");
        assert!(!chain.sees());
        assert_eq!(asked(&chain).await.unwrap(), by("second"));
        clock.advance(TimeDelta::minutes(1));
        assert!(chain.sees());
    }

    #[tokio::test]
    async fn a_model_that_costs_more_than_is_left_is_passed_over() {
        let link = |name, script: Vec<Answer>, price| {
            let provider = Scripted { name, sees: false, script: Mutex::new(script.into()) };
            Arc::new(Link::new(Box::new(provider), 100, Some(Price::flat(price, 0.0))))
        };
        let links = vec![
            link("first", vec![down()], 1.0),
            link("dear", Vec::new(), 2.0),
            link("cheap", vec![Ok(()), down()], 1.0),
        ];
        let chain = Chain { links, clock: clock() };
        let least = Usage { input_tokens: 100, ..Usage::default() };
        let cost_limit = Some(CostLimit { least, micros: 200 });
        let request = ModelRequest { cost_limit, ..ModelRequest::default() };
        assert_eq!(chain.respond(&request, &mut |_| {}).await.unwrap().text, "cheap");
        let failed = chain.respond(&request, &mut |_| {}).await.unwrap_err();
        assert_eq!(failed, ModelError::Unavailable("HTTP 503".into()));
        let request =
            ModelRequest { cost_limit: Some(CostLimit { least, micros: 100 }), ..ModelRequest::default() };
        assert_eq!(chain.respond(&request, &mut |_| {}).await.unwrap_err(), ModelError::TooDear);
    }

    #[tokio::test]
    async fn where_all_rest_all_are_asked_again() {
        let refused = || Err((ModelError::KeyRefused("HTTP 401".into()), ""));
        let (chain, _clock) = chain(vec![refused(), Ok(())], vec![down()]);
        assert_eq!(asked(&chain).await.unwrap_err(), ModelError::Unavailable("HTTP 503".into()));
        assert_eq!(asked(&chain).await.unwrap(), by("first"));
    }
}
