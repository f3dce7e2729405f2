//! `file_history`, `file_restore`: files that were deleted within a day, and earlier versions of files.

use std::sync::Arc;

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::db::SyncedTx;
use adjutant_texts::tools::files as words;
use adjutant_workspace::{Discarded, OwnFiles, Version, names, origins as paths};
use async_trait::async_trait;
use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    asks_in_group, blocking, diff, edit, file_path,
    origins::Origins,
    writer::{self, Changes, There},
};
use crate::kit::{
    CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool, ToolError,
};

pub(super) const NAME: &str = "file_history";
pub(super) const RESTORE: &str = "file_restore";
/// The most deletions that are listed.
const MOST: usize = 50;

pub(super) struct History;
pub(super) struct Restore(pub(super) Arc<Changes>);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryArgs {
    /// The file; without it, everything in the trash.
    path: Option<FilePath>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Found {
    /// What is in the trash, what was deleted last first.
    deleted: Vec<InTrash>,
    /// What the file held before, the newest first.
    versions: Vec<Earlier>,
}

#[derive(Serialize, JsonSchema)]
struct InTrash {
    path: String,
    /// How many files it is.
    files: usize,
    /// In bytes.
    size: u64,
    /// RFC 3339.
    deleted_at: String,
}

#[derive(Serialize, JsonSchema)]
struct Earlier {
    /// When it was replaced, in RFC 3339: its name for file_restore.
    version: String,
    /// In bytes.
    size: u64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RestoreArgs {
    /// The path of the file or folder before it was deleted, or of the file.
    #[schemars(length(min = 1))]
    path: FilePath,
    /// The version that is to replace the file, as file_history names it; what was deleted last at the path unless
    /// given.
    #[schemars(length(min = 1))]
    version: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Restored {
    path: String,
}

#[async_trait]
impl Tool for History {
    type Args = HistoryArgs;
    type Output = Found;
    const META: Meta = Meta::new(
        NAME,
        "List what file_restore can bring back: deleted files, and earlier versions of a file.",
        Category::Files,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["file", "trash", "version"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &HistoryArgs,
    ) -> Result<CallAssessment, ToolError> {
        Ok(asks_in_group(context, words::list_earlier(arguments.path.as_deref())))
    }

    async fn execute(
        &self,
        context: &Context,
        HistoryArgs { path }: HistoryArgs,
    ) -> Result<Outcome<Found>, ToolError> {
        let path = path.map(|path| file_path(context, &path)).transpose()?;
        let mut trash = trash(context).await?;
        trash.retain(|it| names::is_plain(&it.path) && path.as_ref().is_none_or(|path| it.path == *path));
        trash.truncate(MOST);
        let versions = match &path {
            Some(path) => versions(context, path).await?,
            None => Vec::new(),
        };
        let own = OwnFiles { blobs: context.blobs.clone(), users: vec![context.user.user_id.clone()] };
        let kept: Vec<_> = trash.iter().map(Discarded::kept_at).collect();
        let untrusted = Origins::of(&context.db, &own).await?.of_folders(kept.iter().map(String::as_str));
        let message = format!("{} deleted, {} versions.", trash.len(), versions.len());
        let deleted = trash.into_iter().map(|it| InTrash {
            deleted_at: name_of(it.deleted_at()),
            path: it.path,
            files: it.files,
            size: it.size,
        });
        let versions = versions.iter().map(|it| Earlier { version: name_of(it.until_at()), size: it.size });
        let found = Found { deleted: deleted.collect(), versions: versions.collect() };
        Ok(Outcome { untrusted, ..Outcome::new(message, found) })
    }
}

#[async_trait]
impl Tool for Restore {
    type Args = RestoreArgs;
    type Output = Restored;
    const META: Meta = Meta::new(
        RESTORE,
        "Bring back a deleted file or folder, or an earlier version of a file; file_history lists them.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["file", "restore", "undo", "version"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &RestoreArgs,
    ) -> Result<CallAssessment, ToolError> {
        let path = file_path(context, &arguments.path)?;
        let assessment = match &arguments.version {
            None => {
                let it = deleted(context, &path).await?;
                CallAssessment::by_policy(words::bring_back(&path, it.is_folder))
            }
            Some(at) => {
                let version = version(context, &path, at).await?;
                let summary = words::bring_back_version(&path, version.size);
                let asks = CallAssessment::must_ask(summary, words::kept_as_version());
                let there = writer::own_if_there(context, &path).await?;
                let basis = writer::basis(context, there.as_ref()).await?;
                asks.preview(compared(context, &path, &version).await?).about(basis)
            }
        };
        Ok(writer::of_the_person(context, assessment.kind(writer::kind_of(&path))))
    }

    async fn execute(
        &self,
        context: &Context,
        RestoreArgs { path, version: wanted }: RestoreArgs,
    ) -> Result<Outcome<Restored>, ToolError> {
        let path = file_path(context, &path)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let (blobs, user) = (context.blobs.clone(), context.user.user_id.clone());
        let Some(wanted) = wanted else {
            let it = deleted(context, &path).await?;
            let id = it.id.clone();
            let restored = blocking(move || blobs.restore(&user, &id)).await;
            let restored = restored.map_err(|error| writer::misplaced(error, &path))?;
            let to = restored.ok_or_else(|| not_in_trash(&path))?;
            let (user, path) = (context.user.user_id.clone(), to.clone());
            let record = async move |tx: &SyncedTx| paths::restored(tx, &user, &it.id, &path).await;
            context.db.write(context.person_scope(), record).await?;
            return Ok(Outcome::new(format!("{to} is back."), Restored { path: to }));
        };
        let there = writer::own_if_there(context, &path).await?;
        writer::is_as_asked(context, &path, there.as_ref()).await?;
        let version = version(context, &path, &wanted).await?;
        let (now, to, from) = (context.clock.now().into(), path.clone(), version.clone());
        let placed = blocking(move || blobs.bring_back(&user, &from, &to, now)).await;
        let placed = placed.map_err(|error| writer::misplaced(error, &path))?;
        let user = context.user.user_id.clone();
        let record = async move |tx: &SyncedTx| paths::brought_back(tx, &user, &version.path, &placed).await;
        context.db.write(context.person_scope(), record).await?;
        Ok(Outcome::new(format!("{path} holds again what it held then."), Restored { path }))
    }
}

/// Returns the diff that restoring a version would make, if both are texts.
async fn compared(context: &Context, path: &str, version: &Version) -> Result<String, ToolError> {
    let before = match writer::own_if_there(context, path).await? {
        Some(There::Folder(..)) => return Err(writer::taken(path)),
        Some(There::File(file)) => edit::text(context, &file).await.unwrap_or_default(),
        None => String::new(),
    };
    let (blobs, user, version) = (context.blobs.clone(), context.user.user_id.clone(), version.clone());
    let read = move || blobs.read_version(&user, &version)?.map(edit::text_of).transpose();
    Ok(blocking(read)
        .await?
        .flatten()
        .map(|after| diff::in_prompt(context, path, &before, &after))
        .unwrap_or_default())
}

async fn trash(context: &Context) -> Result<Vec<Discarded>, ToolError> {
    let (blobs, user) = (context.blobs.clone(), context.user.user_id.clone());
    Ok(blocking(move || blobs.trash(&user)).await?)
}

async fn versions(context: &Context, path: &str) -> Result<Vec<Version>, ToolError> {
    let (blobs, user, path) = (context.blobs.clone(), context.user.user_id.clone(), path.to_owned());
    Ok(blocking(move || blobs.versions(&user, &path)).await?)
}

/// Returns the latest deletion at a path.
async fn deleted(context: &Context, path: &str) -> Result<Discarded, ToolError> {
    let found = trash(context).await?.into_iter().find(|it| it.path == path);
    found.ok_or_else(|| not_in_trash(path))
}

async fn version(context: &Context, path: &str, name: &str) -> Result<Version, ToolError> {
    let found = versions(context, path).await?.into_iter().find(|it| name_of(it.until_at()) == name);
    found.ok_or_else(|| {
        ToolError::not_found(format!(
            "there is no such version of '{path}'; file_history lists those there are"
        ))
    })
}

/// Returns a time in RFC 3339, to the millisecond.
fn name_of(at: Timestamp) -> String {
    at.to_utc().to_rfc3339_opts(SecondsFormat::Millis, true)
}

fn not_in_trash(path: &str) -> ToolError {
    ToolError::not_found(format!("'{path}' is not in the trash; file_history lists what is"))
}
