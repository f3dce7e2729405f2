//! The limits of single settings, as tables. The check, the schema and the reference use them.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::{Config, McpSettings, SpecialistSettings};

pub(super) const HOUR: Duration = Duration::from_hours(1);
pub(super) const DAY: Duration = Duration::from_hours(24);
/// The longest retention: a century.
pub(super) const LONGEST: Duration = Duration::from_hours(24 * 36_500);

/// The limit of a setting. A range without an upper limit ends with the greatest number.
pub(super) enum Limit {
    WholeNumber(RangeInclusive<u64>),
    /// 0 to 1.
    Weight,
    /// An amount in USD, not negative.
    Amount,
    /// A number above 0.
    Rate,
    Duration {
        least: Option<Duration>,
        most: Duration,
    },
    /// The greatest size, in bytes.
    Size(u64),
}

/// The path of a whole number, its range, and how to read it.
type WholeNumber = (&'static str, RangeInclusive<u64>, fn(&Config) -> u64);
/// The path of a number, and how to read it.
type Number = (&'static str, fn(&Config) -> f64);
/// The path of a duration, its limit, and how to read it.
type Span = (&'static str, Duration, fn(&Config) -> Duration);
/// The path of a size, the largest one in bytes, and how to read it.
type Size = (&'static str, u64, fn(&Config) -> u64);
/// The path of a retention, the shortest one, and how to read it; `None` means forever.
type Retention = (&'static str, Duration, fn(&Config) -> Option<Duration>);

pub(super) const WHOLE_NUMBERS: [WholeNumber; 28] = [
    ("channels.discord.max_messages", 1..=100, |config| config.channels.discord.max_messages as u64),
    ("model.max_output_tokens", 1..=u64::MAX, |config| config.model.max_output_tokens.into()),
    ("model.context_tokens", LEAST_CONTEXT as u64..=u64::MAX, |config| config.model.context_tokens.into()),
    ("agent.max_steps", 1..=1000, |config| config.agent.max_steps.into()),
    ("agent.max_seconds", 1..=DAY.as_secs(), |config| config.agent.max_seconds),
    ("agent.max_tokens", 1..=u64::MAX, |config| config.agent.max_tokens),
    ("tools.max_output_bytes", 256..=1 << 20, |config| config.tools.max_output_bytes as u64),
    ("tools.max_corrections", 1..=100, |config| config.tools.max_corrections.into()),
    ("tools.shell.max_processes", 1..=10_000, |config| config.tools.shell.max_processes),
    ("backup.keep", 1..=1_000, |config| config.backup.keep.into()),
    ("hooks.max_per_minute", 1..=10_000, |config| config.hooks.max_per_minute.into()),
    ("scheduler.min_interval_secs", 1..=DAY.as_secs(), |config| config.scheduler.min_interval_secs),
    ("scheduler.max_runs", 1..=256, |config| config.scheduler.max_runs.into()),
    ("scheduler.max_runs_per_user", 1..=256, |config| config.scheduler.max_runs_per_user.into()),
    ("scheduler.run.max_steps", 1..=1000, |config| config.scheduler.run.max_steps.into()),
    ("scheduler.run.max_seconds", 1..=DAY.as_secs(), |config| config.scheduler.run.max_seconds),
    ("scheduler.run.max_tokens", 1..=u64::MAX, |config| config.scheduler.run.max_tokens),
    ("limits.schedules", 1..=u32::MAX as u64, |config| config.limits.schedules.into()),
    ("limits.notes", 1..=u32::MAX as u64, |config| config.limits.notes.into()),
    ("limits.conversations", 1..=u32::MAX as u64, |config| config.limits.conversations.into()),
    ("limits.waiting_messages", 1..=u32::MAX as u64, |config| config.limits.waiting_messages.into()),
    ("limits.undelivered", 10..=u32::MAX as u64, |config| config.limits.undelivered.into()),
    ("limits.turns", 1..=256, |config| config.limits.turns.into()),
    ("media.max_pixels", 1..=50_000_000, |config| config.media.max_pixels),
    ("media.document_tokens", 0..=100_000, |config| config.media.document_tokens as u64),
    ("memory.document_passages", 0..=1_000_000, |config| config.memory.document_passages.into()),
    ("media.voice.max_characters", 100..=20_000, |config| config.media.voice.max_characters.into()),
    ("media.max_pictures", 1..=50, |config| config.media.max_pictures.into()),
];

pub(super) const AMOUNTS: [Number; 7] = [
    ("model.input_price", |config| config.model.input_price.unwrap_or_default()),
    ("model.output_price", |config| config.model.output_price.unwrap_or_default()),
    ("agent.max_cost", |config| config.agent.max_cost),
    ("agent.user_daily_cost", |config| config.agent.user_daily_cost),
    ("scheduler.run.max_cost", |config| config.scheduler.run.max_cost),
    ("media.speech.price_per_minute", |config| config.media.speech.price_per_minute),
    ("media.voice.price_per_million_characters", |config| config.media.voice.price_per_million_characters),
];

pub(super) const RATES: [Number; 5] = [
    ("channels.discord.messages_per_second", |config| config.channels.discord.messages_per_second),
    ("channels.discord.messages_per_channel_second", |config| {
        config.channels.discord.messages_per_channel_second
    }),
    ("channels.telegram.messages_per_second", |config| config.channels.telegram.messages_per_second),
    ("channels.telegram.messages_per_chat_second", |config| {
        config.channels.telegram.messages_per_chat_second
    }),
    ("channels.telegram.messages_per_group_minute", |config| {
        config.channels.telegram.messages_per_group_minute
    }),
];

pub(super) const WEIGHTS: [Number; 3] = [
    ("traces.sample", |config| config.traces.sample),
    ("memory.vector_weight", |config| config.memory.vector_weight),
    ("memory.fts_weight", |config| config.memory.fts_weight),
];

/// The longest time that copying a website may take: a tool call waits for it.
const DEPLOY: Duration = Duration::from_mins(5);

/// The maximum of each duration.
pub(super) const DURATIONS: [Span; 11] = [
    ("channels.telegram.send_timeout", HOUR, |config| config.channels.telegram.send_timeout),
    ("channels.discord.session_start_pause", HOUR, |config| config.channels.discord.session_start_pause),
    ("channels.discord.send_timeout", HOUR, |config| config.channels.discord.send_timeout),
    ("channels.answer_within", Duration::from_hours(24 * 365), |config| config.channels.answer_within),
    ("channels.give_up_after", Duration::from_hours(24 * 365), |config| config.channels.give_up_after),
    ("model.timeout", HOUR, |config| config.model.timeout),
    ("media.speech.timeout", HOUR, |config| config.media.speech.timeout),
    ("media.voice.timeout", HOUR, |config| config.media.voice.timeout),
    ("site.deploy_timeout", DEPLOY, |config| config.site.deploy_timeout),
    ("approvals.expiry", Duration::from_hours(24 * 365), |config| config.approvals.expiry),
    ("tools.keep_output", Duration::from_hours(24 * 365), |config| config.tools.keep_output),
];

/// The minimum of each retention. [`LONGEST`] is the maximum of all.
pub(super) const RETENTIONS: [Retention; 6] = [
    ("retention.transcripts", Duration::from_hours(48), |config| config.retention.transcripts),
    ("retention.messages", Duration::from_hours(48), |config| config.retention.messages),
    ("retention.dead_letters", DAY, |config| config.retention.dead_letters),
    ("retention.run_outputs", DAY, |config| config.retention.run_outputs),
    ("retention.attachments", HOUR, |config| config.retention.attachments),
    ("retention.files", HOUR, |config| config.retention.files),
];

/// The maximum of each size. Files of these sizes are held in memory for a moment.
pub(super) const SIZES: [Size; 3] = [
    ("media.max_picture", 1 << 28, |config| config.media.max_picture),
    ("tools.files.max_file", 1 << 30, |config| config.tools.files.max_file),
    ("media.speech.max_size", 1 << 30, |config| config.media.speech.max_size),
];

/// The least memory for a command, in bytes: the gateway's own program sets up the jail within this limit.
pub(super) const LEAST_MEMORY: u64 = 256 << 20;

/// The key of a specialist's whole number, its range, and how to read it.
type OfSpecialist = (&'static str, RangeInclusive<u64>, fn(&SpecialistSettings) -> Option<u64>);

pub(super) const SPECIALIST: [OfSpecialist; 3] = [
    ("max_steps", 1..=1000, |own| own.max_steps.map(u64::from)),
    ("max_seconds", 1..=DAY.as_secs(), |own| own.max_seconds),
    ("max_tokens", 1..=u64::MAX, |own| own.max_tokens),
];

/// The key of an MCP server's whole number, its range, and how to read it.
type OfMcp = (&'static str, RangeInclusive<u64>, fn(&McpSettings) -> u64);

pub(super) const MCP_NUMBERS: [OfMcp; 1] = [("max_tools", 1..=256, |own| own.max_tools.into())];

/// The key of an MCP server's duration, its limit, and how to read it.
type SpanOfMcp = (&'static str, Duration, fn(&McpSettings) -> Duration);

pub(super) const MCP_DURATIONS: [SpanOfMcp; 2] =
    [("timeout", HOUR, |own| own.timeout), ("start_timeout", HOUR, |own| own.start_timeout)];

/// The smallest context of a model, in tokens.
pub(super) const LEAST_CONTEXT: u32 = 1000;

/// The longest timeout of another model.
pub(super) const MODEL_TIMEOUT: (&str, Duration) = ("timeout", HOUR);

/// The largest result of an MCP server's tool. It is held in memory for a moment.
pub(super) const MCP_SIZE: (&str, u64) = ("max_result", 16 << 20);

/// Returns the limits of all settings, by path; those of specialists, other models and MCP servers
/// are below `agents.NAME`, `models.NAME` and `mcp.NAME`.
pub(super) fn all() -> Vec<(String, Limit)> {
    let whole_numbers = WHOLE_NUMBERS.map(|(path, range, _)| (path.to_owned(), Limit::WholeNumber(range)));
    let of_specialists =
        SPECIALIST.map(|(key, range, _)| (format!("agents.NAME.{key}"), Limit::WholeNumber(range)));
    let durations = DURATIONS.map(|(path, most, _)| (path.to_owned(), Limit::Duration { least: None, most }));
    let retentions = RETENTIONS
        .map(|(path, least, _)| (path.to_owned(), Limit::Duration { least: Some(least), most: LONGEST }));
    let sizes = SIZES.map(|(path, most, _)| (path.to_owned(), Limit::Size(most)));
    let cost = ("agents.NAME.max_cost".to_owned(), Limit::Amount);
    let of_mcp = MCP_NUMBERS.map(|(key, range, _)| (format!("mcp.NAME.{key}"), Limit::WholeNumber(range)));
    let mut limits: Vec<_> = whole_numbers.into_iter().chain(of_specialists).chain(of_mcp).collect();
    limits.extend(
        MCP_DURATIONS
            .map(|(key, most, _)| (format!("mcp.NAME.{key}"), Limit::Duration { least: None, most })),
    );
    let (key, most) = MODEL_TIMEOUT;
    limits.push((format!("models.NAME.{key}"), Limit::Duration { least: None, most }));
    limits.push(("models.NAME.max_output_tokens".to_owned(), Limit::WholeNumber(1..=u64::MAX)));
    let context = Limit::WholeNumber(LEAST_CONTEXT.into()..=u64::MAX);
    limits.push(("models.NAME.context_tokens".to_owned(), context));
    limits.extend(["input_price", "output_price"].map(|key| (format!("models.NAME.{key}"), Limit::Amount)));
    limits.push((format!("mcp.NAME.{}", MCP_SIZE.0), Limit::Size(MCP_SIZE.1)));
    limits.extend(durations.into_iter().chain(retentions).chain(sizes).chain([cost]));
    limits.extend(AMOUNTS.map(|(path, _)| (path.to_owned(), Limit::Amount)));
    limits.extend(RATES.map(|(path, _)| (path.to_owned(), Limit::Rate)));
    limits.extend(WEIGHTS.map(|(path, _)| (path.to_owned(), Limit::Weight)));
    limits
}

/// Returns a duration as it is written in a setting: `1h`, `24h`, `36500d`.
pub(super) fn written(duration: Duration) -> String {
    if duration > DAY * 365 {
        format!("{}d", duration.as_secs() / DAY.as_secs())
    } else if duration >= HOUR {
        format!("{}h", duration.as_secs() / HOUR.as_secs())
    } else {
        format!("{}m", duration.as_secs() / 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_of_settings_that_exist() {
        let sections = crate::manual::sections();
        for (path, _) in all() {
            let (section, key) = crate::paths::split(&path);
            let found = sections.iter().find(|each| each.path == section).map(|each| &each.settings);
            assert!(found.is_some_and(|settings| settings.iter().any(|each| each.key == key)), "{path}");
        }
    }
}
