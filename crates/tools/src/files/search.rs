//! `file_search`: the lines of text files that contain a text or match a regular expression.

use std::{
    borrow::Cow,
    collections::VecDeque,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adjutant_domain::{ids::UserId, origin::Sources, redact::Filter};
use adjutant_texts::tools::files as words;
use adjutant_workspace::{Listed, OwnFiles, is_below, names};
use async_trait::async_trait;
use regex::{Regex, RegexBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{asks_in_group, glob, is_taken, lines::Lines, origins::Origins, own_files};
use crate::{
    kit::{CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError},
    vault,
};

/// The time limit of a search. Then it returns what it has found so far.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most bytes of a line that are searched.
const WIDTH_BYTES: usize = 1 << 20;
/// The most characters of a line that are shown.
const SHOWN: usize = 300;
/// The most of these characters that come before the match.
const BEFORE: usize = 100;
/// The most memory that a regular expression takes, in bytes.
const REGEX: usize = 1 << 20;

pub(super) struct Search;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArgs {
    /// What to look for.
    #[schemars(length(min = 1, max = 500))]
    query: String,
    /// Whether it is a regular expression.
    #[serde(default)]
    regex: bool,
    /// Whether upper and lower case differ.
    #[serde(default)]
    case: bool,
    /// Only files like this, such as `*.md`.
    #[schemars(length(min = 1, max = 200))]
    glob: Option<String>,
    /// Lines to show before and after each.
    #[serde(default)]
    #[schemars(range(max = 5))]
    context: usize,
    /// The most lines that match.
    #[serde(default = "limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    /// Only in this file or folder.
    path: Option<FilePath>,
}

fn limit() -> usize {
    50
}

#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Hits {
    /// The newest first.
    files: Vec<InFile>,
    /// Lines that match, of those shown.
    total: usize,
    /// Whether all was searched.
    complete: bool,
}

#[derive(Serialize, JsonSchema)]
struct InFile {
    path: String,
    /// `NUMBER: LINE`; lines around it have a dash.
    lines: Vec<String>,
    /// The sources of words in the file that are not the person's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_of: Option<String>,
}

#[async_trait]
impl Tool for Search {
    type Args = SearchArgs;
    type Output = Hits;
    const META: Meta = Meta::new(
        "file_search",
        "Search the text of the person's files, line by line.",
        Category::Files,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["file", "search", "text"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &SearchArgs,
    ) -> Result<CallAssessment, ToolError> {
        Ok(asks_in_group(context, words::search(&arguments.query)))
    }

    async fn execute(&self, context: &Context, arguments: SearchArgs) -> Result<Outcome<Hits>, ToolError> {
        let glob = arguments.glob.as_deref().map(glob::matcher).transpose()?;
        let within = arguments.path.as_ref().map(|path| super::folder_path(context, path)).transpose()?;
        let files = own_files(context).await?;
        if let Some(path) = within.as_ref().filter(|path| path.matches('/').count() > 1)
            && !is_taken(files.clone(), path).await?
        {
            return Err(ToolError::not_found(format!("there is no file or folder '{path}'")));
        }
        let origins = Origins::of(&context.db, &files).await?;
        let wanted = move |file: &Listed| {
            names::is_plain(&file.path)
                && glob.as_ref().is_none_or(|glob| glob.is_match(&file.path))
                && within.as_ref().is_none_or(|path| file.path == *path || is_below(path, &file.path))
        };
        let SearchArgs { context: around, limit, .. } = arguments;
        let sought =
            Sought { line: regex(&arguments)?, around, limit, secrets: vault::filter(context).await? };
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let mut search = tokio::task::spawn_blocking(move || search(&files, &wanted, &sought, &stopped));
        let done = tokio::select! {
            done = &mut search => done,
            () = tokio::time::sleep(PATIENCE) => {
                stop.store(true, Ordering::Relaxed);
                search.await
            }
            () = context.cancel.cancelled() => {
                stop.store(true, Ordering::Relaxed);
                search.await
            }
        };
        let (found, complete) = done.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
        let mut untrusted = Sources::OWN;
        let mut hits = Hits { complete, ..Hits::default() };
        for Found { user, file, lines, matching } in found {
            let sources = origins.sources(&user, &file);
            untrusted = untrusted.and(&sources);
            let words_of = (!sources.is_empty()).then(|| sources.to_string());
            hits.files.push(InFile { path: file.path, lines, words_of });
            hits.total += matching;
        }
        Ok(Outcome { untrusted, ..Outcome::new(message(&hits), hits) })
    }
}

fn message(hits: &Hits) -> String {
    let found = match hits.total {
        0 => "No line matches.".to_owned(),
        1 => "1 line.".to_owned(),
        lines => format!("{lines} lines."),
    };
    if hits.complete { found } else { format!("{found} Not everything was searched; ask for less.") }
}

/// What a search looks for.
struct Sought {
    line: Regex,
    around: usize,
    limit: usize,
    /// The secrets that lines must not show.
    secrets: Filter,
}

impl Sought {
    /// Returns a line, or the shown part of it around a match. A line that is cut is redacted first; the others are
    /// redacted with the result.
    fn excerpt(&self, line: &str, at: usize) -> String {
        let shown = excerpt(line, at);
        match self.secrets.redact(line) {
            Cow::Owned(redacted) if shown != line => {
                let at = self.line.find(&redacted).map_or(0, |found| found.start());
                excerpt(&redacted, at)
            }
            _ => shown,
        }
    }
}

/// The matches in one file.
struct Found {
    user: UserId,
    file: Listed,
    lines: Vec<String>,
    matching: usize,
}

fn regex(arguments: &SearchArgs) -> Result<Regex, ToolError> {
    let literal = regex::escape(&arguments.query);
    RegexBuilder::new(if arguments.regex { &arguments.query } else { &literal })
        .case_insensitive(!arguments.case)
        .size_limit(REGEX)
        .build()
        .map_err(|error| {
            let error = error.to_string();
            let why = error.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            ToolError::invalid(format!("this is no regular expression that can be searched for: {why}"))
        })
}

/// Searches files, newest first. Returns what was found, and whether everything was searched. Blocks.
fn search(
    files: &OwnFiles,
    wanted: &dyn Fn(&Listed) -> bool,
    sought: &Sought,
    stop: &AtomicBool,
) -> io::Result<(Vec<Found>, bool)> {
    let mut found = Vec::new();
    let (mut left, mut has_cut) = (sought.limit, false);
    for (user, file) in files.list()?.into_iter().filter(|(_, file)| wanted(file)) {
        let Some(opened) = files.blobs.read(&user, &file.path)? else { continue };
        let mut lines = Lines::open(opened.content, WIDTH_BYTES)?;
        if !lines.is_text() {
            continue;
        }
        let (shown, matching, complete) = search_file(&mut lines, sought, left, stop)?;
        has_cut |= lines.has_cut();
        left -= matching;
        if matching > 0 {
            found.push(Found { user, file: opened.file, lines: shown, matching });
        }
        if !complete {
            return Ok((found, false));
        }
    }
    Ok((found, !has_cut))
}

/// Searches a file for at most `most` lines. Returns the lines to show, the number of matches, and whether all matches
/// were found.
fn search_file(
    lines: &mut Lines,
    sought: &Sought,
    most: usize,
    stop: &AtomicBool,
) -> io::Result<(Vec<String>, usize, bool)> {
    let (mut shown, mut matching, mut number) = (Vec::new(), 0, 0_usize);
    // The lines before a match that are not shown yet, and how many lines after a match are still to be shown.
    let (mut before, mut after) = (VecDeque::new(), 0);
    while let Some(line) = lines.next()? {
        number += 1;
        if stop.load(Ordering::Relaxed) {
            return Ok((shown, matching, false));
        }
        if let Some(at) = sought.line.find(&line) {
            if matching == most {
                return Ok((shown, matching, false));
            }
            shown.extend(before.drain(..));
            shown.push(format!("{number}: {}", sought.excerpt(&line, at.start())));
            matching += 1;
            after = sought.around;
        } else if after > 0 {
            shown.push(format!("{number}- {}", sought.excerpt(&line, 0)));
            after -= 1;
        } else if sought.around > 0 {
            if before.len() == sought.around {
                before.pop_front();
            }
            before.push_back(format!("{number}- {}", sought.excerpt(&line, 0)));
        }
    }
    Ok((shown, matching, true))
}

/// Returns a line, or the shown part of it around a match.
fn excerpt(line: &str, at: usize) -> String {
    let start = line[..at].char_indices().rev().nth(BEFORE - 1).map_or(0, |(start, _)| start);
    let rest = &line[start..];
    let end = rest.char_indices().nth(SHOWN).map_or(rest.len(), |(end, _)| end);
    let (head, tail) = (if start > 0 { "…" } else { "" }, if end < rest.len() { "…" } else { "" });
    format!("{head}{}{tail}", &rest[..end])
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use adjutant_domain::redact::{Named, Redactor};

    use super::*;

    /// An endless file that sets `stop` once much of it has been read.
    struct Endless {
        left: usize,
        stop: Arc<AtomicBool>,
    }

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match self.left.checked_sub(1) {
                Some(left) => self.left = left,
                None => self.stop.store(true, Ordering::Relaxed),
            }
            into.fill(b'\n');
            into[..4].copy_from_slice(b"oats");
            Ok(into.len())
        }
    }

    #[test]
    fn a_search_that_is_stopped_returns_what_it_has_found() {
        let stop = Arc::new(AtomicBool::new(false));
        // The first 128 reads tell the encoding.
        let content = Box::new(Endless { left: 131, stop: stop.clone() });
        let mut lines = Lines::open(content, WIDTH_BYTES).unwrap();
        let secrets = Filter::new(Redactor::new([]).unwrap(), Named::default());
        let sought = Sought { line: Regex::new("oats").unwrap(), around: 0, limit: 1000, secrets };
        let (shown, matching, complete) = search_file(&mut lines, &sought, 1000, &stop).unwrap();
        assert_eq!((shown.len(), matching, complete), (131, 131, false));
    }
}
