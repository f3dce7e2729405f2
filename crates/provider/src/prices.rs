//! Model prices: set by the operator, or listed in `prices.toml`.

use std::collections::BTreeMap;

use adjutant_config::{Config, ModelSettings, ProviderName};

use super::Usage;

const TABLE: &str = include_str!("prices.toml");

/// A model's price in US dollars per million tokens, which equals millionths of a dollar per token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    pub input: f64,
    pub output: f64,
    /// The prices of input read from the cache and of newly cached input, as shares of the price of input.
    pub cached: f64,
    pub newly_cached: f64,
}

impl Price {
    /// Returns the cost of a response in millionths of a US dollar, rounded up.
    pub fn of(&self, usage: Usage) -> i64 {
        let own_price = (usage.cached_tokens + usage.newly_cached_tokens).min(usage.input_tokens);
        let input = (usage.input_tokens - own_price) as f64
            + usage.cached_tokens as f64 * self.cached
            + usage.newly_cached_tokens as f64 * self.newly_cached;
        (input * self.input + usage.output_tokens as f64 * self.output).ceil() as i64
    }

    /// Returns a price with no discount for cached input.
    pub const fn flat(input: f64, output: f64) -> Self {
        Self { input, output, cached: 1.0, newly_cached: 1.0 }
    }
}

/// The remaining budget for reading a request, whichever model reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLimit {
    /// The tokens that are read at least.
    pub least: Usage,
    /// The amount that their cost must stay below, in millionths of a US dollar.
    pub micros: i64,
}

impl CostLimit {
    /// Returns whether reading alone reaches the limit at this price; `false` for an unknown price.
    pub fn is_passed_at(&self, price: Option<Price>) -> bool {
        price.is_some_and(|price| price.of(self.least) >= self.micros)
    }
}

/// Returns the price of the configured model. `None` if it is unknown: then limits in money have no effect.
pub fn of(model: &ModelSettings) -> Option<Price> {
    if model.provider == ProviderName::Offline {
        return Some(Price::flat(0.0, 0.0));
    }
    match (model.input_price, model.output_price) {
        (Some(input), Some(output)) => Some(Price::flat(input, output)),
        // The table does not know the price of a model of that name on another server.
        _ if model.base_url.is_some() => None,
        _ => listed(model.provider, &model.name),
    }
}

/// Returns the price of each configured model, by the name of its section: `model`, `models.eyes`.
pub fn each(config: &Config) -> Vec<(String, Option<Price>)> {
    let named = config
        .models
        .iter()
        .map(|(name, other)| (format!("models.{name}"), of(&other.in_place_of(&config.model))));
    [("model".to_owned(), of(&config.model))].into_iter().chain(named).collect()
}

fn listed(provider: ProviderName, name: &str) -> Option<Price> {
    let prices = table().remove(provider.as_str())?;
    let (_, [input, output]) = prices.into_iter().find(|(listed, _)| is_version_of(name, listed))?;
    let (cached, newly_cached) = cache_shares(provider, name);
    Some(Price { input, output, cached, newly_cached })
}

/// Returns [`Price::cached`] and [`Price::newly_cached`] by the makers' price lists, and the full price where the lists
/// disagree: a budget may end early but never late.
fn cache_shares(provider: ProviderName, name: &str) -> (f64, f64) {
    match provider {
        ProviderName::Anthropic => (0.1, 1.25),
        ProviderName::OpenAi if name.starts_with("gpt-5.6") => (0.1, 1.25),
        ProviderName::OpenAi if name.starts_with("gpt-5") => (0.1, 1.0),
        ProviderName::OpenAi if name.starts_with("gpt-4o") => (0.5, 1.0),
        ProviderName::OpenAi => (0.25, 1.0),
        ProviderName::Gemini => (0.25, 1.0),
        _ => (1.0, 1.0),
    }
}

/// Returns whether `name` is the listed model or a dated version of it: `gpt-5-2025-08-07` is a version of `gpt-5`,
/// `gpt-5-mini` is not.
fn is_version_of(name: &str, listed: &str) -> bool {
    let Some(rest) = name.strip_prefix(listed) else { return false };
    let date = rest.strip_prefix(['-', '@']).unwrap_or_default();
    rest.is_empty() || date.len() >= 8 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn table() -> BTreeMap<String, BTreeMap<String, [f64; 2]>> {
    toml::from_str(TABLE).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(provider: ProviderName, name: &str) -> ModelSettings {
        ModelSettings { provider, name: name.to_owned(), ..Config::default().model }
    }

    #[test]
    fn the_table_can_be_read_and_names_providers_that_exist() {
        let table: BTreeMap<String, BTreeMap<String, [f64; 2]>> = toml::from_str(TABLE).unwrap();
        use ProviderName::{Anthropic, DeepSeek, Gemini, Mistral, Moonshot, OpenAi, Xai};
        let known = [Anthropic, DeepSeek, Gemini, Mistral, Moonshot, OpenAi, Xai].map(ProviderName::as_str);
        assert_eq!(table.keys().collect::<Vec<_>>(), known);
        assert!(table.values().flat_map(BTreeMap::values).flatten().all(|price| *price > 0.0));
    }

    #[test]
    fn a_model_costs_what_the_operator_says_or_the_table_or_nobody_knows() {
        let mini = model(ProviderName::OpenAi, "gpt-5-mini");
        assert_eq!(of(&mini), Some(Price { cached: 0.1, ..Price::flat(0.25, 2.0) }));
        let dated = model(ProviderName::OpenAi, "gpt-5-mini-2025-08-07");
        assert_eq!(of(&dated), of(&mini));
        assert_eq!(of(&model(ProviderName::OpenAi, "gpt-5-ultra")), None);
        assert_eq!(of(&model(ProviderName::Anthropic, "gpt-5-mini")), None);
        let own = ModelSettings { input_price: Some(1.0), output_price: Some(3.0), ..mini.clone() };
        assert_eq!(of(&own), Some(Price::flat(1.0, 3.0)));
        let elsewhere = ModelSettings { base_url: Some("http://127.0.0.1/".parse().unwrap()), ..mini };
        assert_eq!(of(&elsewhere), None);
        assert_eq!(of(&model(ProviderName::Offline, "")), Some(Price::flat(0.0, 0.0)));
    }

    #[test]
    fn a_response_costs_its_tokens() {
        let used = Usage { input_tokens: 1_000, output_tokens: 101, ..Usage::default() };
        assert_eq!(Price::flat(0.25, 2.0).of(used), 452);
        let haiku = of(&model(ProviderName::Anthropic, "claude-haiku-4-5")).unwrap();
        let cached = Usage { cached_tokens: 600, newly_cached_tokens: 200, ..used };
        assert_eq!(haiku.of(cached), 200 + 60 + 250 + 505);
        assert_eq!(Price::flat(1.0, 5.0).of(cached), 1_505);
    }
}
