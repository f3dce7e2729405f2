//! The export for people: the records as `texts::export` renders them, below headings.

use adjutant_domain::zones::Zone;
use adjutant_texts::export as texts;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;

use super::files::Format;

pub(super) struct Markdown {
    at: DateTime<Utc>,
    zone: Zone,
    conversation: Value,
    /// The section heading that this file already has.
    section: Option<&'static str>,
    is_conversation_named: bool,
    day: Option<NaiveDate>,
}

impl Markdown {
    pub(super) fn new(at: DateTime<Utc>, zone: Zone) -> Self {
        let (section, day) = (None, None);
        Self { at, zone, conversation: Value::Null, section, is_conversation_named: false, day }
    }

    /// Returns the heading of the section, unless this file already has it.
    fn section(&mut self, section: &'static str) -> String {
        if self.section.replace(section) == Some(section) { String::new() } else { texts::section(section) }
    }

    /// Returns the heading of the messages' conversation, unless this file already has it.
    fn place(&mut self) -> String {
        let section = self.section("messages");
        if std::mem::replace(&mut self.is_conversation_named, true) {
            return section;
        }
        self.day = None;
        section + &texts::conversation(&self.conversation, self.zone)
    }
}

impl Format for Markdown {
    const EXTENSION: &'static str = "md";

    fn beginning(&mut self, part: usize) -> String {
        (self.section, self.is_conversation_named, self.day) = (None, false, None);
        texts::beginning(self.at.with_timezone(&self.zone), part)
    }

    fn record(&mut self, section: &'static str, record: &Value) -> String {
        match section {
            // Each conversation is written above its messages.
            "conversations" => String::new(),
            "messages" => {
                let mut text = self.place();
                let day = texts::at(record, "at", self.zone).map(|at| at.date_naive());
                if let Some(day) = day.filter(|day| self.day != Some(*day)) {
                    self.day = Some(day);
                    text += &texts::day(day);
                }
                text + &texts::message(record, self.zone)
            }
            _ => self.section(section) + &texts::record(section, record, self.zone),
        }
    }

    fn conversation(&mut self, conversation: &Value) -> String {
        self.conversation = conversation.clone();
        self.is_conversation_named = false;
        self.place()
    }

    fn end(&self) -> String {
        String::new()
    }
}
