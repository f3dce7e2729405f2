//! The configured models: `[model]`, and each `[models.NAME]` by its name.

use std::{collections::BTreeMap, sync::Arc};

use adjutant_config::{Config, ModelSettings, ProviderName};
use adjutant_domain::clock::Clock;
use anyhow::Context as _;

use super::{
    Provider,
    chain::{Chain, KeyState, Link},
    genai::GenaiProvider,
    offline::Offline,
    prices::{self, Price},
};

/// The token limits of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelTokens {
    /// The longest conversation that is sent.
    pub context: u32,
    /// The longest answer.
    pub output: u32,
}

impl ModelTokens {
    /// Returns the limits in these settings.
    pub fn of(settings: &ModelSettings) -> Self {
        Self { context: settings.context_tokens, output: settings.max_output_tokens }
    }
}

/// A model, with its fallbacks.
#[derive(Clone)]
pub struct Model {
    pub provider: Arc<dyn Provider>,
    /// Its own price; `None` if it is unknown.
    pub price: Option<Price>,
    pub tokens: ModelTokens,
}

impl Model {
    fn new(provider: Arc<dyn Provider>, settings: &ModelSettings) -> Self {
        Self { provider, price: prices::of(settings), tokens: ModelTokens::of(settings) }
    }

    /// Returns the price of the model that would answer now: its own, or that of a fallback while the model rests.
    pub fn price_now(&self) -> Option<Price> {
        self.provider.stand_in().map_or(self.price, |by| by.price)
    }
}

/// The key of a model, as its provider has judged the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    /// The model's section in the settings.
    pub section: &'a str,
    /// The model's name for people.
    pub label: String,
    pub state: KeyState,
    /// Whether another model may answer instead, as far as is known.
    pub is_helped: bool,
}

/// The models of the settings.
#[derive(Clone)]
pub struct Models {
    /// Each model with the name of its section, followed by its fallbacks.
    keys: Vec<(String, Vec<Arc<Link>>)>,
    usual: Model,
    named: BTreeMap<String, Model>,
    vision: Option<Model>,
}

impl Models {
    /// Builds the configured language models. The fallbacks of `[model]` follow in order; those of a named model are
    /// `[model]` and these.
    ///
    /// # Errors
    /// Returns an error if the settings name no language model.
    pub fn configured(config: &Config, clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let first = link(&config.model).context("[model]")?;
        let mut links = BTreeMap::new();
        for (name, other) in &config.models {
            let settings = other.in_place_of(&config.model);
            let link = link(&settings).with_context(|| format!("[models.{name}]"))?;
            links.insert(name.as_str(), (settings, link));
        }
        let fallbacks = config.model.fallbacks.iter().map(|name| {
            let (_, link) = links.get(name.as_str()).with_context(|| format!("[models.{name}]"))?;
            Ok(link.clone())
        });
        let usual: Vec<_> = [Ok(first)].into_iter().chain(fallbacks).collect::<anyhow::Result<_>>()?;
        let chain = |links: Vec<Arc<Link>>| Arc::new(Chain { links, clock: clock.clone() });
        let mut keys = vec![("model".to_owned(), usual.clone())];
        let mut named = BTreeMap::new();
        for (name, (settings, own)) in &links {
            let others = usual.iter().filter(|other| !Arc::ptr_eq(own, other)).cloned();
            let followed: Vec<_> = [own.clone()].into_iter().chain(others).collect();
            keys.push((format!("models.{name}"), followed.clone()));
            named.insert((*name).to_owned(), Model::new(chain(followed), settings));
        }
        // The vision model has no fallbacks: they might not see.
        let vision = links.get(config.media.vision.as_str());
        let vision = vision.map(|(settings, own)| Model::new(chain(vec![own.clone()]), settings));
        Ok(Self { keys, usual: Model::new(chain(usual), &config.model), named, vision })
    }

    /// Uses this provider for all purposes.
    pub fn only(provider: Arc<dyn Provider>, settings: &ModelSettings) -> Self {
        Self { keys: Vec::new(), usual: Model::new(provider, settings), named: BTreeMap::new(), vision: None }
    }

    /// Returns the model `[models.NAME]`, or `[model]` without a name or if no model has the name.
    pub fn get(&self, name: Option<&str>) -> &Model {
        name.and_then(|name| self.named.get(name)).unwrap_or(&self.usual)
    }

    /// Returns the model that describes pictures for models that do not see, if one is configured.
    pub fn vision(&self) -> Option<&Model> {
        self.vision.as_ref()
    }

    /// Returns the known states of the keys of models that were asked.
    pub fn keys(&self) -> impl Iterator<Item = Key<'_>> {
        self.keys.iter().filter_map(|(section, links)| {
            let (own, others) = links.split_first()?;
            let is_helped = others.iter().any(|other| other.key() != Some(KeyState::Refused));
            Some(Key { section, label: own.label(), state: own.key()?, is_helped })
        })
    }

    /// Returns whether the price of any model is known.
    pub fn is_a_price_known(&self) -> bool {
        self.named.values().chain([&self.usual]).any(|model| model.price.is_some())
    }
}

/// Builds each configured model without its fallbacks, with its name for people. Without a language model the first one
/// is `offline`.
pub fn each(config: &Config, offline: Offline) -> Vec<(String, anyhow::Result<Arc<dyn Provider>>)> {
    let of = |section: String, settings: &ModelSettings| {
        let built = GenaiProvider::new(settings).with_context(|| format!("[{section}]"));
        built.map(|built| Arc::new(built) as Arc<dyn Provider>)
    };
    let first = match config.model.provider {
        ProviderName::Offline => Ok(Arc::new(offline) as Arc<dyn Provider>),
        _ => of("model".to_owned(), &config.model),
    };
    let others = config.models.iter().map(|(name, other)| {
        (format!("model {name}"), of(format!("models.{name}"), &other.in_place_of(&config.model)))
    });
    [("model".to_owned(), first)].into_iter().chain(others).collect()
}

fn link(settings: &ModelSettings) -> anyhow::Result<Arc<Link>> {
    let provider = GenaiProvider::new(settings)?;
    Ok(Arc::new(Link::new(Box::new(provider), settings.max_output_tokens, prices::of(settings))))
}

#[cfg(test)]
mod tests {
    use adjutant_clock::ManualClock;
    use adjutant_simulators::model::{Model as Server, Turn};
    use chrono::DateTime;

    use super::*;
    use crate::{ModelMessage, ModelRequest};

    /// Returns `[model]` with the fallback `last`, and `other` beside them; the server lets only the last one succeed.
    async fn configured() -> (Models, Server) {
        // Another test may have installed it already.
        _ = rustls::crypto::ring::default_provider().install_default();
        let server = Server::start().await;
        server.answer_with(|request| match request.model.as_str() {
            "last" => Turn::text("I answer."),
            _ => Turn::error(503, None),
        });
        let mut env = vec![
            ("ADJUTANT__MODEL__FALLBACKS".to_owned(), "['last']".to_owned()),
            ("ADJUTANT__MODELS__OTHER__CONTEXT_TOKENS".to_owned(), "8000".to_owned()),
        ];
        for (section, name) in [("MODEL", "first"), ("MODELS__OTHER", "other"), ("MODELS__LAST", "last")] {
            let settings =
                [("PROVIDER", "openai"), ("NAME", name), ("API_KEY", "k"), ("BASE_URL", &server.url())];
            env.extend(
                settings.map(|(key, value)| (format!("ADJUTANT__{section}__{key}"), value.to_owned())),
            );
        }
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(DateTime::UNIX_EPOCH));
        (Models::configured(&Config::load(None, env).unwrap(), &clock).unwrap(), server)
    }

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "the models are what is tested")]
    async fn a_named_model_is_followed_by_the_usual_ones_and_rests_for_all() {
        let (models, server) = configured().await;
        let messages = vec![ModelMessage::User { text: "Are you there?".to_owned() }];
        let request = ModelRequest { messages, max_tokens: 100, ..ModelRequest::default() };
        let mut answered = Vec::new();
        for name in [Some("other"), None, Some("last")] {
            let model = models.get(name);
            let reply = model.provider.respond(&request, &mut |_: &str| {}).await.unwrap();
            answered.push((model.provider.label(), reply.by.map(|by| by.label)));
        }
        let last = Some("openai last".to_owned());
        assert_eq!(
            answered,
            [
                ("openai other".to_owned(), last.clone()),
                ("openai first".to_owned(), last),
                ("openai last".to_owned(), None)
            ]
        );
        let asked: Vec<_> = server.requests().into_iter().map(|request| request.model).collect();
        assert_eq!(asked, ["other", "first", "last", "last", "last"]);
    }

    #[tokio::test]
    async fn a_name_that_no_section_has_is_the_usual_model() {
        let (models, _server) = configured().await;
        assert_eq!(models.get(Some("gone")).provider.label(), "openai first");
        let context = |name| models.get(name).tokens.context;
        assert_eq!((context(None), context(Some("other"))), (32_000, 8_000));
    }
}
