//! The progress of a research. It is stored after each step, so a call that runs again continues from there.

use adjutant_domain::{ids::CallId, origin::Sources};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::kit::Context;

/// The name of the state in the session; no toolset has it. A conversation has one research at a time.
const KEPT_AS: &str = "research";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    call: CallId,
    /// The pages that were found, best first.
    pub(super) pages: Vec<Page>,
    /// How many searches failed.
    pub(super) failed_searches: usize,
    /// The report, once it is written.
    pub(super) report: Option<String>,
}

/// A page that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Page {
    /// The address at which it was found; once it is read, the address after redirects.
    pub(super) url: Url,
    pub(super) title: String,
    pub(super) reading: Reading,
}

/// The outcome of reading a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reading {
    Open,
    /// The notes on what the page says about the question.
    Noted(String),
    /// The page says nothing about the question.
    Irrelevant,
    /// Why it could not be read.
    Failed(String),
}

impl State {
    pub(super) fn new(context: &Context, pages: Vec<Page>, failed_searches: usize) -> Self {
        Self { call: context.call_id.clone(), pages, failed_searches, report: None }
    }

    /// Returns the progress that an earlier attempt at this call stored, if there was one.
    pub(super) async fn of(context: &Context) -> Result<Option<Self>> {
        let kept: Option<Self> = context.state(KEPT_AS).await?;
        Ok(kept.filter(|kept| kept.call == context.call_id))
    }

    pub(super) async fn keep(&self, context: &Context) -> Result<()> {
        context.remember(KEPT_AS, self).await
    }

    /// Returns the pages with notes, each with its number in the report and its notes.
    pub(super) fn noted(&self) -> impl Iterator<Item = (usize, &Page, &str)> {
        let noted = self.pages.iter().filter_map(|page| match &page.reading {
            Reading::Noted(notes) => Some((page, notes.as_str())),
            _ => None,
        });
        (1..).zip(noted).map(|(number, (page, notes))| (number, page, notes))
    }

    /// Returns the pages that could not be read, each with the reason.
    pub(super) fn failed(&self) -> impl Iterator<Item = (&Page, &str)> {
        self.pages.iter().filter_map(|page| match &page.reading {
            Reading::Failed(why) => Some((page, why.as_str())),
            _ => None,
        })
    }

    /// Takes the report, and drops the notes, which are no longer needed.
    pub(super) fn finish(&mut self, report: String) {
        self.report = Some(report);
        for page in &mut self.pages {
            if let Reading::Noted(notes) = &mut page.reading {
                notes.clear();
            }
        }
    }

    /// Returns the sources of the words in the notes.
    pub(super) fn sources(&self) -> Sources {
        let mut sources = Sources::OWN;
        sources.extend(self.noted().filter_map(|(_, page, _)| page.url.host_str().map(str::to_owned)));
        sources
    }
}
