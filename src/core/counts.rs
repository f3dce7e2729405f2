//! The operators' counters and measurements. Labels come from closed sets, or are names in the operator's settings.

use std::time::{Duration, Instant};

use adjutant_channel::{Channels, Event, Inbound};
use adjutant_domain::{counted::Counted, wake::Wake};
use adjutant_metrics::{
    Metrics,
    names::{
        APPROVALS, DEAD_LETTERS, EVENTS_RECEIVED, RATE_LIMITED, RUNS, SCHEDULE_LATENESS, STAGE_SECONDS, TURNS,
    },
};
use adjutant_store::db::Tx;

use super::Core;

/// A stage of an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stage {
    /// From the arrival of the message to the start of its turn.
    Queue,
    /// Gathering the model's context.
    Context,
    /// One model call.
    Model,
    /// One tool call.
    Tools,
    /// One attempt to deliver a message.
    Delivery,
}

impl Stage {
    fn label(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Context => "context",
            Self::Model => "model",
            Self::Tools => "tools",
            Self::Delivery => "delivery",
        }
    }
}

/// Sets the counters that alerts watch to zero: a counter that first appears with its first event does not seem to
/// grow.
pub(super) fn begin(metrics: &Metrics, channels: &Channels) {
    for channel in channels.all() {
        metrics.add(DEAD_LETTERS, &[channel.name()], 0);
        metrics.add(RATE_LIMITED, &[channel.name()], 0);
    }
}

/// Counts an event, in the transaction that stores it.
pub(crate) fn received(tx: &Tx, event: &Inbound) {
    let kind = match event.event {
        Event::Message { .. } => "message",
        Event::Command { .. } => "command",
        Event::Press { .. } => "press",
        Event::Edit { .. } => "edit",
        Event::Deleted { .. } => "deletion",
        Event::Added | Event::Removed | Event::Migrated { .. } => "other",
    };
    tx.wake(Wake::Counted(Counted::Received { channel: event.chat.channel.clone(), kind }));
}

impl Core {
    /// Counts the events of a committed transaction.
    pub(super) fn count(&self, counted: &Counted) {
        let metrics = &self.metrics;
        match counted {
            Counted::Received { channel, kind } => {
                metrics.add(EVENTS_RECEIVED, &[self.channel_label(channel), kind], 1);
            }
            Counted::TurnBegun { after } => self.note_stage(Stage::Queue, *after),
            Counted::Turn(end) => metrics.add(TURNS, &[end], 1),
            Counted::Approvals(event, number) => metrics.add(APPROVALS, &[event], *number),
            Counted::Begun { late } => metrics.observe(SCHEDULE_LATENESS, &[], late.as_secs_f64()),
            Counted::Run(outcome) => metrics.add(RUNS, &[outcome], 1),
            Counted::DeadLetter { channel } => {
                metrics.add(DEAD_LETTERS, &[self.channel_label(channel)], 1);
            }
        }
    }

    /// Records the duration of a stage that began at `began` and ends now.
    pub(crate) fn note_stage_since(&self, stage: Stage, began: Instant) {
        self.note_stage(stage, self.clock.monotonic().saturating_duration_since(began));
    }

    fn note_stage(&self, stage: Stage, took: Duration) {
        self.metrics.observe(STAGE_SECONDS, &[stage.label()], took.as_secs_f64());
    }

    /// Counts a message for which the platform asked to wait.
    pub(crate) fn note_rate_limited(&self, channel: &'static str) {
        self.metrics.add(RATE_LIMITED, &[channel], 1);
        self.history.note_rate_limited();
    }

    /// Returns the label of a channel: `other` if it is no longer set up, since old rows may still name it.
    pub(crate) fn channel_label(&self, channel: &str) -> &'static str {
        self.channels.get(channel).map_or("other", |channel| channel.name())
    }
}
