//! The export for programs, in the format of docs/EXPORT.md.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::files::Format;

/// The version of the format. It increases with every change that would mislead existing readers.
const VERSION: u32 = 1;

pub(super) struct Json {
    at: DateTime<Utc>,
    /// The open array.
    section: Option<&'static str>,
}

impl Json {
    pub(super) fn new(at: DateTime<Utc>) -> Self {
        Self { at, section: None }
    }
}

impl Format for Json {
    const EXTENSION: &'static str = "json";

    fn beginning(&mut self, part: usize) -> String {
        self.section = None;
        let at = self.at.to_rfc3339_opts(SecondsFormat::Secs, true);
        format!(
            "{{\n\"format\": \"adjutant-export\",\n\"version\": {VERSION},\n\"part\": {part},\n\"exported_at\": {}",
            json!(at)
        )
    }

    fn record(&mut self, section: &'static str, record: &Value) -> String {
        let before = match self.section {
            Some(open) if open == section => ",\n".to_owned(),
            Some(_) => format!("\n],\n\"{section}\": [\n"),
            None => format!(",\n\"{section}\": [\n"),
        };
        self.section = Some(section);
        format!("{before}{record}")
    }

    /// Writes nothing: each message names its conversation.
    fn conversation(&mut self, _: &Value) -> String {
        String::new()
    }

    fn end(&self) -> String {
        let close = if self.section.is_some() { "\n]" } else { "" };
        format!("{close}\n}}\n")
    }
}
