//! `site_import`: Markdown files become pages, posts and collections.

use std::{sync::Arc, time::Duration};

use adjutant_domain::ids::{self, AttachmentId};
use adjutant_sandbox::Sandbox;
use adjutant_store::db::SyncedTx;
use adjutant_texts::{count, site::files as site_files, tools::site as words};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::apply::{self, NewPicture, Pictures};
use crate::{
    kit::{
        ApprovalMode, CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool,
        ToolError,
    },
    site::{Author, pictures, refused, shared},
};

mod given;
mod planned;

use given::Given;
use planned::{Planned, Row, SAME};

/// The most files that the details of a prompt name.
const NAMED: usize = 60;

pub(in crate::site) struct SiteImport(pub(in crate::site) Sandbox);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct ImportArgs {
    /// A folder of the person's files, such as /shared/blog, or a ZIP archive among them.
    path: Option<FilePath>,
    /// Or the id of a ZIP archive that came with a message; the newest file unless given.
    attachment_id: Option<AttachmentId>,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct Imported {
    /// Whether nothing was imported, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    /// What each becomes.
    files: Vec<Row>,
    total: usize,
    /// The pictures that the site gets.
    pictures: usize,
    /// The pictures that the site has, of which something else is said.
    #[serde(skip_serializing_if = "is_none")]
    #[schemars(default)]
    pictures_changed: usize,
    /// Fields of front matter that mean nothing here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    fields_left_out: Vec<String>,
    /// How many files become nothing.
    files_left_out: usize,
}

#[async_trait]
impl Tool for SiteImport {
    type Args = ImportArgs;
    type Output = Imported;
    /// A call that runs again changes nothing more: items that are there already stay the same.
    const META: Meta = Meta::new(
        "site_import",
        "Import Markdown and pictures from a folder or a ZIP as pages, posts and collections; those with the same slug are \
         replaced. The person confirms it.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Read, Permission::Write])
    .tags(&["website", "import", "zip"])
    .asks(ApprovalMode::Always)
    .timeout(Duration::from_secs(600))
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &ImportArgs,
    ) -> Result<CallAssessment, ToolError> {
        let read = self.read(context, arguments).await?;
        let (plan, digest) = read.plan(context).await?;
        let rows = plan.rows();
        let summary = plan.summary(&read.from);
        let lines = rows.iter().filter(|row| row.what != SAME).take(NAMED);
        let lines: Vec<_> = lines.map(|row| site_files::imported(row.what, row.kind, &row.file)).collect();
        let asks = CallAssessment::must_ask(summary, site_files::import_reason());
        Ok(asks.preview(lines.join("\n")).about(Some(digest)))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: ImportArgs,
    ) -> Result<Outcome<Imported>, ToolError> {
        let read = self.read(context, &arguments).await?;
        let (plan, digest) = read.plan(context).await?;
        let mut untrusted = plan.untrusted();
        untrusted.extend(read.names.iter().map(str::to_owned));
        let (rows, summary) = (plan.rows(), plan.summary(&read.from));
        let done = plan.counts(&rows);
        // A call that runs again finds everything as it left it.
        let is_done = rows.iter().all(|row| row.what == SAME);
        let output = plan.output(rows, !arguments.confirmed);
        if !arguments.confirmed {
            return Ok(Outcome { untrusted, ..Outcome::new(summary, output) });
        }
        if !is_done && context.basis.as_ref().is_some_and(|asked| *asked != digest) {
            return Err(ToolError::rejected(
                "the files or the website have changed since the person was asked, so nothing was imported; call again to ask anew",
            ));
        }
        let new = self.draw(context, &read, &plan).await?;
        let shown = Pictures { new, reworded: plan.reworded };
        let (author, plan) = (Author::of(context), Arc::new(plan.plan));
        let write = async move |tx: &SyncedTx| apply::apply(tx, &author, &plan, &shown).await;
        let changes = context.db.write(shared::scope(context), write).await.map_err(refused)?;
        let message = format!(
            "{} Nothing of it is public before site_publish; site_undo takes back each of the {}.",
            site_files::import_done(&done),
            count(changes as i64, "change")
        );
        Ok(Outcome { untrusted, ..Outcome::new(message, output) })
    }
}

impl SiteImport {
    async fn read(&self, context: &Context, arguments: &ImportArgs) -> Result<Given, ToolError> {
        let ImportArgs { path, attachment_id, .. } = arguments;
        Given::read(context, &self.0, (path.as_ref(), attachment_id.as_ref())).await
    }

    /// Draws the pictures that the site does not have yet.
    async fn draw(
        &self,
        context: &Context,
        read: &Given,
        plan: &Planned,
    ) -> Result<Vec<NewPicture>, ToolError> {
        let mut new = Vec::with_capacity(plan.new.len());
        for (number, (path, id)) in plan.new.iter().enumerate() {
            context.progress(&words::preparing_pictures(number + 1, plan.new.len()));
            let (bytes, untrusted) = read.picture(context, path).await?;
            let subject = format!("picture {} of those that are shown", number + 1);
            let kept = pictures::draw(context, &self.0, (&subject, &bytes)).await?;
            let words = plan.plan.pictures.get(path).cloned().unwrap_or_default();
            new.push(NewPicture {
                picture_id: id.clone(),
                file: path.rsplit('/').next().unwrap_or_default().to_owned(),
                hash: ids::sha256_of(&bytes),
                kept,
                untrusted: untrusted.and(&words.untrusted),
                words,
            });
        }
        Ok(new)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_none(number: &usize) -> bool {
    *number == 0
}
