//! The names of all metrics. Dashboards and alerts of operators use them, so they never change. `docs/METRICS.md` lists
//! them.

/// A metric.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name, by Prometheus' conventions: with its unit, and `_total` for a counter.
    pub name: &'static str,
    /// A description of the metric.
    pub help: &'static str,
    /// The kind of the metric.
    pub kind: Kind,
    /// The names of its labels.
    pub labels: &'static [&'static str],
}

/// The kind of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A value that only grows, from zero at each start.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// Values in buckets up to these bounds.
    Histogram(&'static [f64]),
}

impl Kind {
    /// Returns its name in Prometheus' text format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

/// Bounds of durations in seconds, from unnoticeable to longer than people wait.
const DURATIONS: &[f64] =
    &[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0];
/// Bounds of delays in seconds: a schedule is on time within a second, and late after some minutes.
const LATENESS: &[f64] = &[0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0, 86400.0];

const fn counter(name: &'static str, labels: &'static [&'static str], help: &'static str) -> Metric {
    Metric { name, help, kind: Kind::Counter, labels }
}

const fn gauge(name: &'static str, labels: &'static [&'static str], help: &'static str) -> Metric {
    Metric { name, help, kind: Kind::Gauge, labels }
}

macro_rules! metrics {
    ($($constant:ident = $metric:expr;)+) => {
        $(
            /// See its [`Metric::help`].
            pub const $constant: &Metric = &$metric;
        )+

        /// All metrics, in the order of docs/METRICS.md.
        pub const ALL: &[&Metric] = &[$($constant),+];
    };
}

metrics! {
    READY = gauge("adjutant_ready", &[], "Whether the process is ready, as /readyz says: 1 or 0.");
    PART_READY = gauge(
        "adjutant_part_ready",
        &["part"],
        "Whether a part of the process works, as /readyz says, 1 or 0: database, receiving, delivering, timetable.",
    );

    EVENTS_RECEIVED = counter(
        "adjutant_events_received_total",
        &["channel", "kind"],
        "Events from people that were stored: message, command, press, edit, deletion, other.",
    );
    MESSAGES_SENT = counter(
        "adjutant_messages_sent_total",
        &["channel", "kind"],
        "Messages that the platform accepted: message, or edit of an earlier message.",
    );
    TURNS = counter("adjutant_turns_total", &["end"], "Ended turns: done, failed, stopped.");
    STAGE_SECONDS = Metric {
        name: "adjutant_stage_seconds",
        help: "The time of one stage of an answer: queue (from the message to its turn), context (preparing the \
               model's input), model (one model call), tools (one tool call), delivery (one attempt to deliver a message).",
        kind: Kind::Histogram(DURATIONS),
        labels: &["stage"],
    };

    MODEL_CALLS = counter(
        "adjutant_model_calls_total",
        &["model", "outcome"],
        "Requests to models, each attempt: answered, rate_limited, unavailable, cut, blind, too_dear, too_long, \
         key_refused, account_empty, no_model, no_tools, withheld, web_page, refused, stopped.",
    );
    MODEL_TOKENS = counter(
        "adjutant_model_tokens_total",
        &["model", "kind"],
        "Tokens as the provider reports them: input (including cached tokens), cached, output.",
    );
    MODEL_COST = counter(
        "adjutant_model_cost_microdollars_total",
        &["model"],
        "The cost of answers by the known prices, in millionths of a US dollar.",
    );

    TOOL_CALLS = counter(
        "adjutant_tool_calls_total",
        &["tool", "outcome"],
        "Tool calls that ran, by tool (mcp: all tools of MCP servers) and by outcome: succeeded, or the code of the \
         error.",
    );
    APPROVALS = counter(
        "adjutant_approvals_total",
        &["event"],
        "Requests for approval: asked, approved, denied, expired, cancelled.",
    );
    APPROVALS_WAITING = gauge("adjutant_approvals_waiting", &[], "Requests for approval that wait for a decision.");

    SCHEDULE_LATENESS = Metric {
        name: "adjutant_schedule_lateness_seconds",
        help: "The time from a run's due time until a process took it up. Waiting for other runs after that does not \
               count.",
        kind: Kind::Histogram(LATENESS),
        labels: &[],
    };
    SCHEDULE_OVERDUE = gauge(
        "adjutant_schedule_overdue_seconds",
        &[],
        "The time since the earliest due time of a schedule that no process has begun, 0 if no schedule is due.",
    );
    RUNS = counter("adjutant_runs_total", &["outcome"], "Runs that ended: succeeded, failed, stopped, skipped.");

    OUTBOX_MESSAGES = gauge("adjutant_outbox_messages", &["channel"], "Messages that wait for delivery.");
    OUTBOX_OLDEST = gauge(
        "adjutant_outbox_oldest_seconds",
        &["channel"],
        "The age of the oldest message that waits for delivery, 0 if none does.",
    );
    RATE_LIMITED = counter(
        "adjutant_rate_limited_total",
        &["channel"],
        "Delivery attempts that the platform refused because of its rate limit (429).",
    );
    RETRIES = counter(
        "adjutant_retries_total",
        &["of"],
        "Repeated attempts: delivery (of a message), model (a model call).",
    );
    DEAD_LETTERS = counter("adjutant_dead_letters_total", &["channel"], "Messages that delivery gave up.");

    DATABASE_BYTES = gauge("adjutant_database_bytes", &[], "The size of the database.");
    DATABASE_FREE_BYTES = gauge("adjutant_database_free_bytes", &[], "The size of the free pages in the database.");
    DISK_FREE_BYTES = gauge(
        "adjutant_disk_free_bytes",
        &[],
        "The free space on the disk of the database, for the user of this process.",
    );
    DISK_BYTES = gauge("adjutant_disk_bytes", &[], "The size of the disk of the database.");
    DATABASE_WAITING = gauge(
        "adjutant_database_waiting_jobs",
        &["kind"],
        "Jobs that wait for a database thread: read, write.",
    );
    DATABASE_JOBS = counter("adjutant_database_jobs_total", &["kind"], "Jobs that a database thread took up: read, write.");
    DATABASE_WAIT = counter(
        "adjutant_database_wait_microseconds_total",
        &["kind"],
        "The total time that jobs have waited for a database thread.",
    );
    DATABASE_COMMITS = counter("adjutant_database_commits_total", &[], "Commits. Several writes can share one.");
    DATABASE_STATEMENTS = counter("adjutant_database_statements_total", &[], "SQL statements of the stores.");

    TRACE_SPANS = counter(
        "adjutant_trace_spans_total",
        &["outcome"],
        "Spans of traces: exported, or dropped (no room, or not accepted by the collector).",
    );

    PROCESS_MEMORY = gauge("adjutant_process_resident_memory_bytes", &[], "The memory of the process.");
    PROCESS_CPU = counter(
        "adjutant_process_cpu_milliseconds_total",
        &[],
        "The processor time of the process.",
    );
    PROCESS_FDS = gauge("adjutant_process_open_fds", &[], "Files and sockets that the process has open.");
    PROCESS_UPTIME = gauge("adjutant_process_uptime_seconds", &[], "The time since the process started.");
}
