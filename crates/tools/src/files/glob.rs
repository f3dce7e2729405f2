//! `file_glob`: the files whose paths match a pattern.

use adjutant_domain::text::composed;
use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::names;
use async_trait::async_trait;
use globset::{GlobBuilder, GlobMatcher};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    asks_in_group, blocking,
    list::{self, File},
    origins::Origins,
    own_files,
};
use crate::kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError};

pub(super) struct Glob;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GlobArgs {
    /// Such as `**/*invoice*.{pdf,txt}`, in any case.
    #[schemars(length(min = 1, max = 200))]
    pattern: String,
    #[serde(default = "limit")]
    /// The most files.
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn limit() -> usize {
    100
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Fitting {
    /// Newest first.
    files: Vec<File>,
    total: usize,
}

#[async_trait]
impl Tool for Glob {
    type Args = GlobArgs;
    type Output = Fitting;
    const META: Meta = Meta::new(
        "file_glob",
        "Find the person's files by their paths, newest first.",
        Category::Files,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["file", "find", "pattern"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &GlobArgs,
    ) -> Result<CallAssessment, ToolError> {
        Ok(asks_in_group(context, words::find(&arguments.pattern)))
    }

    async fn execute(
        &self,
        context: &Context,
        GlobArgs { pattern, limit }: GlobArgs,
    ) -> Result<Outcome<Fitting>, ToolError> {
        let pattern = matcher(&pattern)?;
        let files = own_files(context).await?;
        let origins = Origins::of(&context.db, &files).await?;
        let mut found = blocking(move || files.list()).await?;
        found.retain(|(_, file)| names::is_plain(&file.path) && pattern.is_match(&file.path));
        let total = found.len();
        found.truncate(limit);
        let (files, untrusted) = list::shown(found, &origins);
        let message = texts::files_found(total, files.len());
        Ok(Outcome { untrusted, ..Outcome::new(message, Fitting { files, total }) })
    }
}

/// Builds the matcher of a pattern. A pattern that does not begin with `/` matches in every folder.
pub(super) fn matcher(pattern: &str) -> Result<Matcher, ToolError> {
    let pattern = composed(pattern);
    let whole = if pattern.starts_with('/') { pattern.into_owned() } else { format!("/**/{pattern}") };
    let glob = GlobBuilder::new(&whole).literal_separator(true).case_insensitive(true).build();
    glob.map(|glob| Matcher(glob.compile_matcher()))
        .map_err(|error| ToolError::invalid(format!("this is no pattern for paths: {}", error.kind())))
}

/// A pattern for paths, whatever the Unicode form of their letters.
pub(super) struct Matcher(GlobMatcher);

impl Matcher {
    pub(super) fn is_match(&self, path: &str) -> bool {
        self.0.is_match(&*composed(path))
    }
}
