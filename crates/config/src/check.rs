//! Checks that types cannot express: limits, and settings that depend on each other.

use adjutant_domain::{policy::Effect, web::is_loopback, zones::Zone};

use super::chats::INSTRUCTIONS;
use super::limits::{
    AMOUNTS, DURATIONS, LEAST_CONTEXT, LEAST_MEMORY, LONGEST, MODEL_TIMEOUT, RATES, RETENTIONS, SIZES,
    SPECIALIST, WEIGHTS, WHOLE_NUMBERS, written,
};
use super::{
    Config, EmbeddingSource, McpSettings, ModelSettings, ProviderName, ReasoningEffort, ReplyWithVoice,
    SearchProviderName, SearchSettings, SpeechSource, TelegramMode, TelegramSettings, VoiceSource, addresses,
    advice,
};

/// The path of a setting, and what it must be, as the rest of a sentence about it.
pub(super) type Problem = (&'static str, String);

/// Returns the problems of a configuration whose settings are valid one by one.
pub(super) fn problems(config: &Config) -> Vec<Problem> {
    let mut problems = Vec::new();
    bounds(config, &mut problems);
    telegram(&config.channels.telegram, &mut problems);
    let discord = &config.channels.discord;
    if !discord.always_answer.is_empty() && !discord.message_content {
        let must =
            "needs message_content = true: without it Discord does not send the text of these messages";
        problems.push(("channels.discord.always_answer", must.to_owned()));
    }
    if config.tools.rules.iter().any(|rule| rule.then == Effect::Off && !rule.arguments.is_empty()) {
        let must = "must not have arguments in a rule that switches a tool off: use then = \"deny\"";
        problems.push(("tools.rules", must.to_owned()));
    }
    search(&config.tools.search, &mut problems);
    memory(config, &mut problems);
    speech(config, &mut problems);
    voice(config, &mut problems);
    retention(config, &mut problems);
    if let Err(error) = config.backup.cadence(config.scheduler.timezone.unwrap_or(Zone::UTC)) {
        problems.push(("backup.schedule", format!("cannot be read: {error}")));
    }
    if let Some(must) = config.console.problem_of_url() {
        problems.push(("console.url", must.to_owned()));
    }
    if let Some(endpoint) = &config.traces.endpoint
        && endpoint.scheme() == "http"
        && !is_loopback(endpoint)
        && config.traces.secrets().next().is_some()
    {
        let must = "must begin with https:// where headers hold a key: over http:// others can read it";
        problems.push(("traces.endpoint", must.to_owned()));
    }
    web_token(config, &mut problems);
    addresses::check(config, &mut problems);
    problems
}

/// Checks the access token of the chat page, which must fit a URL and a cookie unescaped.
fn web_token(config: &Config, problems: &mut Vec<Problem>) {
    let Some(token) = &config.channels.web.token else { return };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !(16..=128).contains(&token.expose().len()) || !token.expose().bytes().all(is_allowed) {
        problems.push((
            "channels.web.token",
            "must be 16 to 128 characters of A-Z, a-z, 0-9, _ and -".to_owned(),
        ));
    }
}

fn bounds(config: &Config, problems: &mut Vec<Problem>) {
    for (path, range, read) in WHOLE_NUMBERS {
        let value = read(config);
        if value < *range.start() {
            problems.push((path, format!("must be at least {}", range.start())));
        } else if value > *range.end() {
            problems.push((path, format!("must be at most {}", range.end())));
        }
    }
    for (path, most, read) in DURATIONS {
        if read(config) > most {
            problems.push((path, format!("must be at most {}", written(most))));
        }
    }
    for (path, most, read) in SIZES {
        if read(config) > most {
            problems.push((path, format!("must be at most {} MB", most >> 20)));
        }
    }
    if config.tools.shell.max_memory < LEAST_MEMORY {
        problems.push(("tools.shell.max_memory", format!("must be at least {} MB", LEAST_MEMORY >> 20)));
    }
    for (path, read) in AMOUNTS {
        if !is_amount(read(config)) {
            problems.push((path, AMOUNT.to_owned()));
        }
    }
    for (path, read) in RATES {
        let rate = read(config);
        if !(rate.is_finite() && rate > 0.0) {
            problems.push((path, "must be a number above 0".to_owned()));
        }
    }
    for (path, read) in WEIGHTS {
        if !(0.0..=1.0).contains(&read(config)) {
            problems.push((path, "must be 0 to 1".to_owned()));
        }
    }
}

const AMOUNT: &str = "must be an amount in USD, not negative";

fn is_amount(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}

/// Returns the problems of the specialists: the path of a setting, and what it must be.
pub(super) fn agents(config: &Config) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    for (name, own) in &config.agents {
        let mut problem = |key: &str, must: String| problems.push((format!("agents.{name}.{key}"), must));
        if own.description.trim().is_empty() {
            problem(
                "description",
                "is required: the bot decides by it what to ask this specialist".to_owned(),
            );
        }
        for (key, range, read) in SPECIALIST {
            match read(own) {
                Some(value) if value < *range.start() => {
                    problem(key, format!("must be at least {}", range.start()));
                }
                Some(value) if value > *range.end() => {
                    problem(key, format!("must be at most {}", range.end()));
                }
                _ => {}
            }
        }
        if own.max_cost.is_some_and(|cost| !is_amount(cost)) {
            problem("max_cost", AMOUNT.to_owned());
        }
    }
    problems
}

/// Returns the problems of the chats: the path of a setting, and what it must be.
pub(super) fn chats(config: &Config) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    for (name, own) in &config.chats {
        if own.instructions.chars().count() > INSTRUCTIONS {
            let must = format!("must be at most {INSTRUCTIONS} characters");
            problems.push((format!("chats.{name}.instructions"), must));
        }
        if let Some(model) = own.model.as_deref().filter(|model| !config.models.contains_key(*model)) {
            let must = advice::unknown_model(model, config.models.keys().cloned());
            problems.push((format!("chats.{name}.model"), must));
        }
    }
    problems
}

/// Returns the problems of the MCP servers: the path of a setting, and what it must be.
pub(super) fn mcp(config: &Config) -> Vec<(String, String)> {
    let of = |(name, own): (&String, &McpSettings)| {
        let path = format!("mcp.{name}");
        own.problems().into_iter().map(move |(key, must)| (format!("{path}.{key}"), must)).collect::<Vec<_>>()
    };
    config.mcp.iter().flat_map(of).collect()
}

fn telegram(telegram: &TelegramSettings, problems: &mut Vec<Problem>) {
    if telegram.mode != TelegramMode::Webhook {
        return;
    }
    if telegram.webhook_listen.is_none() {
        let must = "is required for mode = \"webhook\"; example: webhook_listen = \"127.0.0.1:8443\"";
        problems.push(("channels.telegram.webhook_listen", must.to_owned()));
    }
    if telegram.webhook_url.is_none() {
        let must = "is required for mode = \"webhook\": the public address that Telegram calls";
        problems.push(("channels.telegram.webhook_url", must.to_owned()));
    }
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let secret = telegram.webhook_secret.as_ref().map_or("", |secret| secret.expose());
    if !(1..=256).contains(&secret.len()) || !secret.bytes().all(is_allowed) {
        let must = "must be 1 to 256 characters of A-Z, a-z, 0-9, _ and - for mode = \"webhook\"";
        problems.push(("channels.telegram.webhook_secret", must.to_owned()));
    }
}

/// Returns the problems of a model: the key of a setting, and what it must be.
fn model(model: &ModelSettings) -> Vec<Problem> {
    let (provider, mut problems) = (model.provider, Vec::new());
    if provider == ProviderName::Offline {
        return problems;
    }
    let provider_name = provider.as_str();
    if model.name.trim().is_empty() {
        let must =
            format!("is required for provider = {provider_name:?}: the model, by the provider's name for it");
        problems.push(("name", must));
    }
    if provider.needs_key() && model.base_url.is_none() && model.api_key.is_none() {
        let must = format!(
            "is required for provider = {provider_name:?}; example: api_key = {{ env = \"{}_API_KEY\" }} with that \
             variable set",
            provider_name.to_uppercase()
        );
        problems.push(("api_key", must));
    }
    if let Some((effort, tokens)) = reasoning_of_anthropic(model)
        && model.max_output_tokens <= tokens
    {
        let must = format!(
            "= {effort:?} needs max_output_tokens above {tokens}: what the model reasons counts as output"
        );
        problems.push(("reasoning_effort", must));
    }
    for (key, own, other, other_key) in [
        ("input_price", model.input_price, model.output_price, "output_price"),
        ("output_price", model.output_price, model.input_price, "input_price"),
    ] {
        if own.is_none() && other.is_some() {
            problems.push((key, format!("is required when {other_key} is set")));
        }
    }
    problems
}

/// Returns the reasoning effort of a model from Anthropic, and the most tokens that it may take. Anthropic refuses
/// requests that leave no room for these tokens.
fn reasoning_of_anthropic(model: &ModelSettings) -> Option<(&'static str, u32)> {
    let effort = model.reasoning_effort.filter(|_| model.provider == ProviderName::Anthropic);
    match effort? {
        ReasoningEffort::None => None,
        ReasoningEffort::Low => Some(("low", 1024)),
        ReasoningEffort::Medium => Some(("medium", 8000)),
        ReasoningEffort::High => Some(("high", 24_000)),
    }
}

/// Returns the problems of the models: the path of a setting, and what it must be.
pub(super) fn models(config: &Config) -> Vec<(String, String)> {
    let first = model(&config.model).into_iter().map(|(key, must)| (format!("model.{key}"), must));
    let mut problems: Vec<_> = first.collect();
    let names = config.model.named().map(|(key, name)| (format!("model.{key}"), name));
    let own = config.agents.iter().filter_map(|(agent, own)| Some((agent, own.model.as_deref()?)));
    for (path, name) in names.chain(own.map(|(agent, name)| (format!("agents.{agent}.model"), name))) {
        if !config.models.contains_key(name) {
            problems.push((path, advice::unknown_model(name, config.models.keys().cloned())));
        }
    }
    let vision = &config.media.vision;
    if !vision.is_empty() && !config.models.contains_key(vision) {
        let must = format!("names {vision:?}, and there is no [models.{vision}]");
        problems.push(("media.vision".to_owned(), must));
    }
    for (name, other) in &config.models {
        let mut problem = |key: &str, must: String| problems.push((format!("models.{name}.{key}"), must));
        if other.provider == ProviderName::Offline {
            problem("provider", "is required, and must be a provider of models".to_owned());
        }
        for (key, must) in model(&other.in_place_of(&config.model)) {
            problem(key, must);
        }
        for (key, least, value) in [
            ("max_output_tokens", 1, Some(other.max_output_tokens)),
            ("context_tokens", LEAST_CONTEXT, other.context_tokens),
        ] {
            if value.is_some_and(|value| value < least) {
                problem(key, format!("must be at least {least}"));
            }
        }
        if other.context_tokens.is_some_and(|tokens| config.memory.recall_tokens > tokens as usize / 4) {
            problem("context_tokens", "must be at least four times recall_tokens in [memory]".to_owned());
        }
        if other.timeout > MODEL_TIMEOUT.1 {
            problem("timeout", format!("must be at most {}", written(MODEL_TIMEOUT.1)));
        }
        for (key, price) in [("input_price", other.input_price), ("output_price", other.output_price)] {
            if price.is_some_and(|price| !is_amount(price)) {
                problem(key, AMOUNT.to_owned());
            }
        }
    }
    problems
}

fn search(search: &SearchSettings, problems: &mut Vec<Problem>) {
    match search.provider {
        Some(SearchProviderName::Searxng) if search.url.is_none() => {
            let must = "is required for provider = \"searxng\": the address of your server; example: url = \
                        \"http://127.0.0.1:8888\"";
            problems.push(("tools.search.url", must.to_owned()));
        }
        Some(SearchProviderName::Brave) if search.api_key.is_none() => {
            let must = "is required for provider = \"brave\"; example: api_key = { env = \"BRAVE_API_KEY\" } with \
                        that variable set";
            problems.push(("tools.search.api_key", must.to_owned()));
        }
        _ => {}
    }
}

fn retention(config: &Config, problems: &mut Vec<Problem>) {
    for (path, least, read) in RETENTIONS {
        match read(config) {
            Some(keep) if keep < least => {
                problems.push((path, format!("must be at least {}", written(least))));
            }
            Some(keep) if keep > LONGEST => {
                problems.push((path, format!("must be at most {}, or \"never\"", written(LONGEST))));
            }
            _ => {}
        }
    }
}

fn memory(config: &Config, problems: &mut Vec<Problem>) {
    let (memory, model) = (&config.memory, &config.model);
    if memory.vector_weight + memory.fts_weight <= 0.0 {
        problems.push(("memory.fts_weight", "must not be 0 when vector_weight is".to_owned()));
    }
    if memory.recall_tokens > model.context_tokens as usize / 4 {
        let must = "must be at most a quarter of context_tokens in [model]";
        problems.push(("memory.recall_tokens", must.to_owned()));
    }
    let embeddings = &memory.embeddings;
    match embeddings.source {
        EmbeddingSource::Folder if embeddings.folder.is_none() => {
            problems.push(("memory.embeddings.folder", "is required for source = \"folder\"".to_owned()));
        }
        EmbeddingSource::Remote => {
            if embeddings.model.trim().is_empty() {
                let must = "is required for source = \"remote\": the model, by the server's name for it";
                problems.push(("memory.embeddings.model", must.to_owned()));
            }
            if embeddings.base_url.is_none() && model.base_url.is_none() {
                let must = "is required for source = \"remote\" when [model] has none";
                problems.push(("memory.embeddings.base_url", must.to_owned()));
            }
        }
        _ => {}
    }
}

fn speech(config: &Config, problems: &mut Vec<Problem>) {
    let (speech, model) = (&config.media.speech, &config.model);
    match speech.source {
        SpeechSource::Remote => {
            if speech.model.trim().is_empty() {
                let must = "is required for source = \"remote\": the model, by the server's name for it";
                problems.push(("media.speech.model", must.to_owned()));
            }
            if speech.base_url.is_none() && model.base_url.is_none() {
                let must = "is required for source = \"remote\" when [model] has none";
                problems.push(("media.speech.base_url", must.to_owned()));
            }
        }
        SpeechSource::Command if speech.command.is_empty() => {
            let must =
                "is required for source = \"command\": the program and its arguments, one of them {file}";
            problems.push(("media.speech.command", must.to_owned()));
        }
        SpeechSource::Command if !speech.command[1..].iter().any(|argument| argument.contains("{file}")) => {
            problems.push(("media.speech.command", "must have {file} in an argument".to_owned()));
        }
        _ => {}
    }
}

fn voice(config: &Config, problems: &mut Vec<Problem>) {
    let (media, voice) = (&config.media, &config.media.voice);
    let mut required = |key, must: &str| problems.push((key, must.to_owned()));
    match voice.source {
        VoiceSource::Off if media.reply_with_voice != ReplyWithVoice::Off => {
            required(
                "media.voice.source",
                "is required for reply_with_voice: who speaks, \"remote\" or \"command\"",
            );
        }
        VoiceSource::Remote => {
            if voice.model.trim().is_empty() {
                let must = "is required for source = \"remote\": the model, by the server's name for it";
                required("media.voice.model", must);
            }
            if voice.voice.trim().is_empty() {
                required("media.voice.voice", "is required for source = \"remote\": who speaks");
            }
            if voice.base_url.is_none() && config.model.base_url.is_none() {
                let must = "is required for source = \"remote\" when [model] has none";
                required("media.voice.base_url", must);
            }
        }
        VoiceSource::Command if voice.command.is_empty() => {
            let must =
                "is required for source = \"command\": the program and its arguments, one of them {file}";
            required("media.voice.command", must);
        }
        VoiceSource::Command if !voice.command[1..].iter().any(|argument| argument.contains("{file}")) => {
            required("media.voice.command", "must have {file} in an argument");
        }
        _ => {}
    }
}
