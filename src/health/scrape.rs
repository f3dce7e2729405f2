//! `/metrics`: counters that are kept all the time, and figures that are read on request.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use adjutant_domain::timestamp::Timestamp;
use adjutant_metrics::names::{
    APPROVALS_WAITING, DATABASE_BYTES, DATABASE_COMMITS, DATABASE_FREE_BYTES, DATABASE_JOBS,
    DATABASE_STATEMENTS, DATABASE_WAIT, DATABASE_WAITING, DISK_BYTES, DISK_FREE_BYTES, OUTBOX_MESSAGES,
    OUTBOX_OLDEST, PART_READY, PROCESS_CPU, PROCESS_FDS, PROCESS_MEMORY, PROCESS_UPTIME, READY,
    SCHEDULE_OVERDUE,
};
use adjutant_store::{
    approvals,
    db::space::Space,
    outbox::{self, Depth},
    schedules,
};
use anyhow::Result;
use tokio::{sync::Mutex, time::timeout};

use super::{Disk, Health, judge::Readiness, process};
use crate::core::Core;

/// How long figures from rows are reused.
const HOLDS: Duration = Duration::from_secs(5);
/// How long the database may take; otherwise the response has the previous figures.
const PATIENCE: Duration = Duration::from_secs(1);

/// When the rows were last read.
#[derive(Default)]
pub(super) struct Scrape(Mutex<Option<Instant>>);

/// The figures from rows.
struct Rows {
    depths: Vec<Depth>,
    waiting: i64,
    due_since: Option<Timestamp>,
    space: Space,
}

/// Returns all metrics in Prometheus' text format.
pub(super) async fn render(health: &Health) -> String {
    let core = &health.core;
    let readiness = health.look().await;
    note_readiness(core, &readiness);
    note_database(core);
    note_process(core);
    let mut read = health.scrape.0.lock().await;
    let now = core.clock.monotonic();
    if read.is_none_or(|at| now.saturating_duration_since(at) >= HOLDS) {
        match timeout(PATIENCE, rows(core)).await {
            Ok(Ok(rows)) => {
                note_rows(core, &rows);
                *read = Some(now);
            }
            Ok(Err(error)) => tracing::warn!(error = format!("{error:#}"), "cannot look up what to measure"),
            Err(_) => tracing::warn!("the database takes too long to say what to measure"),
        }
    }
    drop(read);
    core.metrics.render()
}

async fn rows(core: &Core) -> Result<Rows> {
    let (certain, shown) = (core.clock.certain(), core.clock.timestamp());
    core.db
        .read(async move |tx| {
            let due = schedules::due(tx, certain, shown, 1).await?;
            Ok(Rows {
                depths: outbox::depths(tx).await?,
                waiting: approvals::count_waiting(tx).await?,
                due_since: due.first().and_then(|schedule| schedule.next_run_at),
                space: Space::of(tx).await?,
            })
        })
        .await
}

fn note_rows(core: &Core, rows: &Rows) {
    let (metrics, now) = (&core.metrics, core.clock.timestamp());
    // A channel without waiting messages has no row.
    let none = core.channels.all().map(|channel| (channel.name(), (0, Duration::ZERO)));
    let mut depths: HashMap<_, _> = none.collect();
    for depth in &rows.depths {
        let (count, oldest) = depths.entry(core.channel_label(&depth.channel)).or_default();
        *count += depth.count;
        *oldest = (*oldest).max(depth.oldest.map(|at| now.since(at)).unwrap_or_default());
    }
    for (channel, (count, oldest)) in depths {
        metrics.set(OUTBOX_MESSAGES, &[channel], count as f64);
        metrics.set(OUTBOX_OLDEST, &[channel], oldest.as_secs_f64());
    }
    metrics.set(APPROVALS_WAITING, &[], rows.waiting as f64);
    let overdue = rows.due_since.map(|at| now.since(at)).unwrap_or_default();
    metrics.set(SCHEDULE_OVERDUE, &[], overdue.as_secs_f64());
    metrics.set(DATABASE_BYTES, &[], rows.space.bytes() as f64);
    metrics.set(DATABASE_FREE_BYTES, &[], rows.space.free_bytes() as f64);
}

fn note_readiness(core: &Core, readiness: &Readiness) {
    let one_if = |is_so: bool| f64::from(u8::from(is_so));
    core.metrics.set(READY, &[], one_if(readiness.is_ready()));
    for (name, part) in readiness.each() {
        core.metrics.set(PART_READY, &[name], one_if(part.ok));
    }
}

fn note_database(core: &Core) {
    let metrics = &core.metrics;
    let (reads, writes) = core.db.queues();
    for (kind, queue) in [("read", reads), ("write", writes)] {
        metrics.set(DATABASE_WAITING, &[kind], queue.waiting as f64);
        metrics.set_total(DATABASE_JOBS, &[kind], queue.taken);
        metrics.set_total(DATABASE_WAIT, &[kind], queue.waited.as_micros() as u64);
    }
    let work = core.db.work();
    metrics.set_total(DATABASE_COMMITS, &[], work.commits);
    metrics.set_total(DATABASE_STATEMENTS, &[], work.statements);
    if let Some(disk) = Disk::of(core.db.path()) {
        metrics.set(DISK_FREE_BYTES, &[], disk.free as f64);
        metrics.set(DISK_BYTES, &[], disk.size as f64);
    }
}

fn note_process(core: &Core) {
    let metrics = &core.metrics;
    let uptime = core.clock.timestamp().since(core.started_at);
    metrics.set(PROCESS_UPTIME, &[], uptime.as_secs_f64());
    let Some(figures) = process::figures() else { return };
    metrics.set(PROCESS_MEMORY, &[], figures.memory as f64);
    metrics.set_total(PROCESS_CPU, &[], figures.cpu_millis);
    metrics.set(PROCESS_FDS, &[], figures.files as f64);
}
