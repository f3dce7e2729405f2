//! What a research has so far. It is kept after each step, so that a call that runs again goes on from there.

use adjutant_domain::{ids::CallId, origin::Sources};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::kit::Context;

/// The name, which no toolset has, under which a session keeps it. A conversation has one research at a time.
const KEPT_AS: &str = "research";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    call: CallId,
    /// What was found, best first.
    pub(super) pages: Vec<Page>,
    /// How many searches failed.
    pub(super) failed_searches: usize,
    /// The report, once it is written.
    pub(super) report: Option<String>,
}

/// A page that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Page {
    /// Where it was found; once it is read, where it is.
    pub(super) url: Url,
    pub(super) title: String,
    pub(super) reading: Reading,
}

/// What became of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reading {
    Open,
    /// The notes on what it says about the question.
    Noted(String),
    /// It says nothing about the question.
    Irrelevant,
    /// Why it could not be read.
    Failed(String),
}

impl State {
    pub(super) fn new(context: &Context, pages: Vec<Page>, failed_searches: usize) -> Self {
        Self { call: context.call_id.clone(), pages, failed_searches, report: None }
    }

    /// Returns what an earlier attempt at this call has kept, if there was one.
    pub(super) async fn of(context: &Context) -> Result<Option<Self>> {
        let kept: Option<Self> = context.state(KEPT_AS).await?;
        Ok(kept.filter(|kept| kept.call == context.call_id))
    }

    pub(super) async fn keep(&self, context: &Context) -> Result<()> {
        context.remember(KEPT_AS, self).await
    }

    /// Returns the pages with notes, each after the number that a report knows it by, and their notes.
    pub(super) fn noted(&self) -> impl Iterator<Item = (usize, &Page, &str)> {
        let noted = self.pages.iter().filter_map(|page| match &page.reading {
            Reading::Noted(notes) => Some((page, notes.as_str())),
            _ => None,
        });
        (1..).zip(noted).map(|(number, (page, notes))| (number, page, notes))
    }

    /// Returns the pages that could not be read, and why.
    pub(super) fn failed(&self) -> impl Iterator<Item = (&Page, &str)> {
        self.pages.iter().filter_map(|page| match &page.reading {
            Reading::Failed(why) => Some((page, why.as_str())),
            _ => None,
        })
    }

    /// Takes the report. What it was written from is no longer needed.
    pub(super) fn finish(&mut self, report: String) {
        self.report = Some(report);
        for page in &mut self.pages {
            if let Reading::Noted(notes) = &mut page.reading {
                notes.clear();
            }
        }
    }

    /// Returns whose words the notes hold.
    pub(super) fn sources(&self) -> Sources {
        let mut sources = Sources::OWN;
        sources.extend(self.noted().filter_map(|(_, page, _)| page.url.host_str().map(str::to_owned)));
        sources
    }
}
