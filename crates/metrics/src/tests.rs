use std::{collections::BTreeSet, fs};

use super::{
    names::{DATABASE_BYTES, DEAD_LETTERS, SCHEDULE_LATENESS},
    *,
};

/// Units by Prometheus' conventions, at the end of a name or before `_total`. A metric without any of them counts
/// things.
const UNITS: [&str; 6] =
    ["_seconds", "_bytes", "_milliseconds_total", "_microseconds_total", "_microdollars_total", "_total"];
const COUNTS: [&str; 6] = ["_ready", "_waiting", "_messages", "_jobs", "_fds", "part_ready"];

#[test]
fn names_follow_the_conventions() {
    let mut names = BTreeSet::new();
    for metric in ALL {
        let Metric { name, help, kind, labels } = **metric;
        assert!(names.insert(name), "{name} twice");
        assert!(name.starts_with("adjutant_"), "{name}");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{name}");
        assert_eq!(name.ends_with("_total"), kind == Kind::Counter, "{name}");
        let has_unit = UNITS.iter().chain(&COUNTS).any(|unit| name.ends_with(unit));
        assert!(has_unit, "{name} has no unit");
        assert!(help.ends_with('.'), "{name}: {help}");
        assert!(labels.iter().all(|label| label.bytes().all(|byte| byte.is_ascii_lowercase())), "{name}");
        if let Kind::Histogram(buckets) = kind {
            assert!(!buckets.is_empty() && buckets.is_sorted(), "{name}");
        }
    }
}

#[test]
fn counters_gauges_and_histograms_are_rendered() {
    let metrics = Metrics::new();
    assert_eq!(metrics.render(), "", "what was never counted is not there");
    metrics.add(DEAD_LETTERS, &["telegram"], 2);
    metrics.add(DEAD_LETTERS, &["telegram"], 1);
    metrics.set(DATABASE_BYTES, &[], 4096.0);
    metrics.observe(SCHEDULE_LATENESS, &[], 0.25);
    metrics.tidy();
    metrics.observe(SCHEDULE_LATENESS, &[], 7000.0);
    let rendered = metrics.render();
    for line in [
        "# HELP adjutant_dead_letters_total Messages that delivery gave up.",
        "# TYPE adjutant_dead_letters_total counter",
        "adjutant_dead_letters_total{channel=\"telegram\"} 3",
        "# TYPE adjutant_database_bytes gauge",
        "adjutant_database_bytes 4096",
        "# TYPE adjutant_schedule_lateness_seconds histogram",
        "adjutant_schedule_lateness_seconds_bucket{le=\"0.1\"} 0",
        "adjutant_schedule_lateness_seconds_bucket{le=\"0.5\"} 1",
        "adjutant_schedule_lateness_seconds_bucket{le=\"3600\"} 1",
        "adjutant_schedule_lateness_seconds_bucket{le=\"+Inf\"} 2",
        "adjutant_schedule_lateness_seconds_sum 7000.25",
        "adjutant_schedule_lateness_seconds_count 2",
    ] {
        assert!(rendered.lines().any(|found| found == line), "{line} is not in:\n{rendered}");
    }
}

#[test]
fn two_recorders_count_apart() {
    let (one, other) = (Metrics::new(), Metrics::new());
    one.add(DEAD_LETTERS, &["web"], 1);
    assert_eq!(other.render(), "");
}

/// Returns a file of the repository.
fn file(path: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../").to_owned() + path;
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_document_lists_every_metric() {
    let row = |metric: &&Metric| {
        let Metric { name, help, kind, labels } = **metric;
        let labels: Vec<_> = labels.iter().map(|label| format!("`{label}`")).collect();
        format!("| `{name}` | {} | {} | {help} |", kind.name(), labels.join(", "))
    };
    let rows: Vec<_> = ALL.iter().map(row).collect();
    let document = file("docs/METRICS.md");
    let listed: Vec<_> = document.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(listed, rows, "docs/METRICS.md lists:\n{}", rows.join("\n"));
}

#[test]
fn dashboard_and_alerts_name_metrics_that_are_there() {
    let known: BTreeSet<_> = ALL.iter().map(|metric| metric.name).collect();
    for path in
        ["deploy/grafana/dashboard.json", "deploy/prometheus/alerts.yml", "deploy/prometheus/alerts_test.yml"]
    {
        let text = file(path);
        let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '_'));
        let names: BTreeSet<_> = words.filter(|word| word.starts_with("adjutant_")).collect();
        assert!(!names.is_empty(), "{path}");
        for name in names {
            let base = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            assert!(known.contains(base.unwrap_or(name)), "{path}: {name}");
        }
    }
}
