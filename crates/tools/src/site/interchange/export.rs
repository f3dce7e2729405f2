//! `site_export`: the website as Markdown files.

use std::{io::Read as _, time::Duration};

use adjutant_texts::{
    count,
    site::{entries as site_entries, files as site_files},
    tools::site as words,
};
use adjutant_workspace::Blob;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::write::{Copied, export};
use crate::{
    files::{blocking, folder::NewFolder, of_the_person},
    kit::{CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError},
    site::{asks, shared, whole},
};

pub(in crate::site) struct SiteExport;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct ExportArgs {
    /// A new folder, such as /shared/website.
    #[schemars(length(min = 1))]
    path: FilePath,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct Exported {
    path: String,
    pages: usize,
    posts: usize,
    collections: usize,
    entries: usize,
    pictures: usize,
}

#[async_trait]
impl Tool for SiteExport {
    type Args = ExportArgs;
    type Output = Exported;
    /// The call's id identifies its written files.
    const META: Meta = Meta::new(
        "site_export",
        "Export the website as Markdown, with its drafts and pictures, to the person's files; site_import takes it.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Read, Permission::Write])
    .tags(&["website", "export"])
    .timeout(Duration::from_secs(300))
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &ExportArgs,
    ) -> Result<CallAssessment, ToolError> {
        let folder = NewFolder::at(context, &arguments.path).await?;
        Ok(of_the_person(context, asks(site_files::export(folder.path()), String::new)))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: ExportArgs,
    ) -> Result<Outcome<Exported>, ToolError> {
        let Some(site) = whole(context).await? else {
            return Err(ToolError::rejected("there is no website yet; site_create_page makes one"));
        };
        let mut folder = NewFolder::at(context, &arguments.path).await?;
        let others = shared::others_words(context);
        let written = export(&site, shared::zone(context));
        for file in written.files {
            folder.add(&file.path, file.text.into_bytes(), &file.untrusted.and(&others)).await?;
        }
        let mut pictures = 0;
        for (number, Copied { path, picture, variant }) in written.pictures.iter().enumerate() {
            context.progress(&words::copying_pictures(number + 1, written.pictures.len()));
            let blob = Blob::of_site(&site.site.user_id, variant.file.as_str());
            let blobs = context.blobs.clone();
            let read = move || {
                let mut bytes = Vec::new();
                std::fs::File::open(blobs.local(&blob)?)?.read_to_end(&mut bytes)?;
                Ok(bytes)
            };
            folder.add(path, blocking(read).await?, &picture.untrusted.clone().and(&others)).await?;
            pictures += 1;
        }
        let output = Exported {
            path: folder.path().to_owned(),
            pages: site.pages.len(),
            posts: site.posts.len(),
            collections: site.collections.len(),
            entries: site.entries.len(),
            pictures,
        };
        let counted = |number: usize, what: &str| count(number as i64, what);
        let (pages, posts) = (counted(output.pages, "page"), counted(output.posts, "post"));
        let parts = match output.collections {
            0 => format!("{pages} and {posts}"),
            some => {
                let entries = site_entries::entries_of(output.entries);
                format!("{pages}, {posts} and {} with {entries}", counted(some, "collection"))
            }
        };
        let pictures = counted(pictures, "picture");
        let message = format!("Wrote {parts} as Markdown into {}, with {pictures}.", output.path);
        Ok(Outcome::new(message, output))
    }
}
