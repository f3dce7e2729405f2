//! What the types of the settings cannot say: bounds, and settings that depend on each other.

use std::time::Duration;

use adjutant_domain::policy::Effect;

use super::{
    Config, EmbeddingSource, MemorySettings, ModelSettings, ProviderName, RetentionSettings,
    SearchProviderName, SearchSettings, TelegramMode, TelegramSettings,
};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// A century.
const LONGEST: Duration = Duration::from_hours(24 * 36_500);
/// A file that is saved is in memory for a moment; in bytes.
const MAX_FILE: u64 = 1 << 30;

/// Path of a setting, and what it must be, as the rest of a sentence about it.
pub(super) type Problem = (&'static str, String);

/// Everything that is wrong with a configuration whose settings are right one by one.
pub(super) fn problems(config: &Config) -> Vec<Problem> {
    let mut problems = Vec::new();
    bounds(config, &mut problems);
    telegram(&config.channels.telegram, &mut problems);
    let discord = &config.channels.discord;
    if !discord.always_answer.is_empty() && !discord.message_content {
        let must = "needs message_content = true: without it Discord does not say what is written there";
        problems.push(("channels.discord.always_answer", must.to_owned()));
    }
    if !(1..=100).contains(&discord.max_messages) {
        problems.push(("channels.discord.max_messages", "must be 1 to 100".to_owned()));
    }
    model(&config.model, &mut problems);
    if config.tools.rules.iter().any(|rule| rule.then == Effect::Off && !rule.arguments.is_empty()) {
        let must = "must not have arguments in a rule that switches a tool off: use then = \"deny\"";
        problems.push(("tools.rules", must.to_owned()));
    }
    search(&config.tools.search, &mut problems);
    memory(&config.memory, &config.model, &mut problems);
    retention(&config.retention, &mut problems);
    let web = &config.channels.web;
    if !web.bind.ip().is_loopback() && !web.allow_remote {
        let reason = "is reachable from other machines: use 127.0.0.1, or set allow_remote = true and put a proxy \
                      with TLS in front";
        problems.push(("channels.web.bind", reason.to_owned()));
    }
    problems
}

fn bounds(config: &Config, problems: &mut Vec<Problem>) {
    let (telegram, model, agent) = (&config.channels.telegram, &config.model, &config.agent);
    let run = &config.scheduler.run;
    let whole_numbers = [
        ("model.max_output_tokens", u64::from(model.max_output_tokens), 1..=u64::MAX),
        ("model.context_tokens", u64::from(model.context_tokens), 1000..=u64::MAX),
        ("agent.max_steps", u64::from(agent.max_steps), 1..=1000),
        ("agent.max_seconds", agent.max_seconds, 1..=DAY.as_secs()),
        ("agent.max_tokens", agent.max_tokens, 1..=u64::MAX),
        ("tools.max_output_bytes", config.tools.max_output_bytes as u64, 256..=1 << 20),
        ("tools.max_corrections", config.tools.max_corrections.into(), 1..=100),
        ("scheduler.min_interval_secs", config.scheduler.min_interval_secs, 1..=DAY.as_secs()),
        ("scheduler.max_runs", config.scheduler.max_runs.into(), 1..=256),
        ("scheduler.max_runs_per_user", config.scheduler.max_runs_per_user.into(), 1..=256),
        ("scheduler.run.max_steps", run.max_steps.into(), 1..=1000),
        ("scheduler.run.max_seconds", run.max_seconds, 1..=DAY.as_secs()),
        ("scheduler.run.max_tokens", run.max_tokens, 1..=u64::MAX),
    ];
    for (path, value, range) in whole_numbers {
        if value < *range.start() {
            problems.push((path, format!("must be at least {}", range.start())));
        } else if value > *range.end() {
            problems.push((path, format!("must be at most {}", range.end())));
        }
    }
    for (path, value, most) in [
        ("channels.telegram.send_timeout", telegram.send_timeout, HOUR),
        ("channels.discord.send_timeout", config.channels.discord.send_timeout, HOUR),
        ("channels.answer_within", config.channels.answer_within, DAY * 365),
        ("model.timeout", model.timeout, HOUR),
        ("approvals.expiry", config.approvals.expiry, DAY * 365),
        ("tools.keep_output", config.tools.keep_output, DAY * 365),
    ] {
        if value > most {
            problems.push((path, format!("must be at most {}h", most.as_secs() / HOUR.as_secs())));
        }
    }
    if config.tools.files.max_file > MAX_FILE {
        problems.push(("tools.files.max_file", format!("must be at most {} MB", MAX_FILE >> 20)));
    }
    for (path, value) in [
        ("model.input_price", model.input_price.unwrap_or_default()),
        ("model.output_price", model.output_price.unwrap_or_default()),
        ("agent.max_cost", agent.max_cost),
        ("agent.user_daily_cost", agent.user_daily_cost),
        ("scheduler.run.max_cost", run.max_cost),
    ] {
        if !(value.is_finite() && value >= 0.0) {
            problems.push((path, "must be an amount in USD, not negative".to_owned()));
        }
    }
    let discord = &config.channels.discord;
    for (path, value) in [
        ("channels.discord.messages_per_second", discord.messages_per_second),
        ("channels.discord.messages_per_channel_second", discord.messages_per_channel_second),
        ("channels.telegram.messages_per_second", telegram.messages_per_second),
        ("channels.telegram.messages_per_chat_second", telegram.messages_per_chat_second),
        ("channels.telegram.messages_per_group_minute", telegram.messages_per_group_minute),
    ] {
        if !(value.is_finite() && value > 0.0) {
            problems.push((path, "must be a number above 0".to_owned()));
        }
    }
}

/// What is wrong with the specialists: path of a setting, and what it must be.
pub(super) fn agents(config: &Config) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    for (name, own) in &config.agents {
        let mut problem = |key: &str, must: String| problems.push((format!("agents.{name}.{key}"), must));
        if own.description.trim().is_empty() {
            problem("description", "is needed: the bot decides by it what to ask this specialist".to_owned());
        }
        let whole_numbers = [
            ("max_steps", own.max_steps.map(u64::from), 1000),
            ("max_seconds", own.max_seconds, DAY.as_secs()),
            ("max_tokens", own.max_tokens, u64::MAX),
        ];
        for (key, value, most) in whole_numbers {
            match value {
                Some(0) => problem(key, "must be at least 1".to_owned()),
                Some(value) if value > most => problem(key, format!("must be at most {most}")),
                _ => {}
            }
        }
        if own.max_cost.is_some_and(|cost| !(cost.is_finite() && cost >= 0.0)) {
            problem("max_cost", "must be an amount in USD, not negative".to_owned());
        }
    }
    problems
}

fn telegram(telegram: &TelegramSettings, problems: &mut Vec<Problem>) {
    if telegram.mode != TelegramMode::Webhook {
        return;
    }
    if telegram.webhook_listen.is_none() {
        let must = "is needed for mode = \"webhook\"; example: webhook_listen = \"127.0.0.1:8443\"";
        problems.push(("channels.telegram.webhook_listen", must.to_owned()));
    }
    if telegram.webhook_url.is_none() {
        let must = "is needed for mode = \"webhook\": the public address that Telegram calls";
        problems.push(("channels.telegram.webhook_url", must.to_owned()));
    }
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let secret = telegram.webhook_secret.as_ref().map_or("", |secret| secret.expose());
    if !(1..=256).contains(&secret.len()) || !secret.bytes().all(is_allowed) {
        let must = "must be 1 to 256 characters of A-Z, a-z, 0-9, _ and - for mode = \"webhook\"";
        problems.push(("channels.telegram.webhook_secret", must.to_owned()));
    }
}

fn model(model: &ModelSettings, problems: &mut Vec<Problem>) {
    let provider = model.provider;
    if provider == ProviderName::Offline {
        return;
    }
    let provider_name = provider.as_str();
    if model.name.trim().is_empty() {
        let must = format!("is needed for provider = {provider_name:?}: the model, as the provider calls it");
        problems.push(("model.name", must));
    }
    if provider.needs_key() && model.base_url.is_none() && model.api_key.is_none() {
        let must = format!(
            "is needed for provider = {provider_name:?}; example: api_key = {{ env = \"{}_API_KEY\" }} with that \
             variable set",
            provider_name.to_uppercase()
        );
        problems.push(("model.api_key", must));
    }
    for (path, own, other, key) in [
        ("model.input_price", model.input_price, model.output_price, "output_price"),
        ("model.output_price", model.output_price, model.input_price, "input_price"),
    ] {
        if own.is_none() && other.is_some() {
            problems.push((path, format!("is needed where {key} is set")));
        }
    }
}

fn search(search: &SearchSettings, problems: &mut Vec<Problem>) {
    match search.provider {
        Some(SearchProviderName::Searxng) if search.url.is_none() => {
            let must = "is needed for provider = \"searxng\": where your server is; example: url = \
                        \"http://127.0.0.1:8888\"";
            problems.push(("tools.search.url", must.to_owned()));
        }
        Some(SearchProviderName::Brave) if search.api_key.is_none() => {
            let must = "is needed for provider = \"brave\"; example: api_key = { env = \"BRAVE_API_KEY\" } with \
                        that variable set";
            problems.push(("tools.search.api_key", must.to_owned()));
        }
        _ => {}
    }
}

fn retention(retention: &RetentionSettings, problems: &mut Vec<Problem>) {
    for (path, keep, least) in [
        ("retention.transcripts", retention.transcripts, DAY * 2),
        ("retention.messages", retention.messages, DAY * 2),
        ("retention.dead_letters", retention.dead_letters, DAY),
        ("retention.run_outputs", retention.run_outputs, DAY),
        ("retention.attachments", retention.attachments, HOUR),
        ("retention.files", retention.files, HOUR),
    ] {
        match keep {
            Some(keep) if keep < least => {
                problems.push((path, format!("must be at least {}h", least.as_secs() / HOUR.as_secs())));
            }
            Some(keep) if keep > LONGEST => {
                let must = format!("must be at most {}d, or \"never\"", LONGEST.as_secs() / DAY.as_secs());
                problems.push((path, must));
            }
            _ => {}
        }
    }
}

fn memory(memory: &MemorySettings, model: &ModelSettings, problems: &mut Vec<Problem>) {
    for (path, weight) in
        [("memory.vector_weight", memory.vector_weight), ("memory.fts_weight", memory.fts_weight)]
    {
        if !(0.0..=1.0).contains(&weight) {
            problems.push((path, "must be 0 to 1".to_owned()));
        }
    }
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
            problems.push(("memory.embeddings.folder", "is needed for source = \"folder\"".to_owned()));
        }
        EmbeddingSource::Remote => {
            if embeddings.model.trim().is_empty() {
                let must = "is needed for source = \"remote\": the model, as the server calls it";
                problems.push(("memory.embeddings.model", must.to_owned()));
            }
            if embeddings.base_url.is_none() && model.base_url.is_none() {
                let must = "is needed for source = \"remote\" when [model] has none either";
                problems.push(("memory.embeddings.base_url", must.to_owned()));
            }
        }
        _ => {}
    }
}
