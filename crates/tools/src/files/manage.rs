//! `file_move`, `file_copy`, `file_mkdir`, `file_delete`: files and folders as a whole, whatever their content.

use std::sync::Arc;

use adjutant_domain::origin::Sources;
use adjutant_store::{
    db::SyncedTx,
    file_usage::{NewFile, Reserved},
};
use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::{Listed, origins as paths};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    blocking, diff, file_path, gone, no_such_file, origins, own_files, room,
    write::Written,
    writer::{self, Changes, Content, Place, There},
};
use crate::kit::{
    ApprovalMode, CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Risk, Tier, Tool,
    ToolError,
};

pub(super) const MOVE: &str = "file_move";
pub(super) const COPY: &str = "file_copy";
pub(super) const MKDIR: &str = "file_mkdir";
pub(super) const DELETE: &str = "file_delete";
/// How many files the details of a deletion name.
const NAMED: usize = 50;

pub(super) struct Move(pub(super) Arc<Changes>);
pub(super) struct Copy(pub(super) Arc<Changes>);
pub(super) struct Mkdir(pub(super) Arc<Changes>);
pub(super) struct Delete(pub(super) Arc<Changes>);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FromTo {
    /// The present path of the file or folder.
    #[schemars(length(min = 1))]
    from: FilePath,
    /// Its new path.
    #[schemars(length(min = 1))]
    to: FilePath,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    /// The file or folder.
    #[schemars(length(min = 1))]
    path: FilePath,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Moved {
    path: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Deleted {
    /// How many files went.
    deleted: usize,
}

#[async_trait]
impl Tool for Move {
    type Args = FromTo;
    type Output = Moved;
    const META: Meta = Meta::new(
        MOVE,
        "Move or rename a file or folder; nothing is replaced.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["file", "move", "rename"]);

    async fn requirement(&self, context: &Context, arguments: &FromTo) -> Result<CallAssessment, ToolError> {
        let (from, to) = from_to(context, arguments)?;
        movable(context, &from, &to).await?;
        let assessment = CallAssessment::by_policy(words::move_to(&from, &to));
        Ok(writer::of_the_person(context, assessment.kind(writer::kind_of(&to))))
    }

    async fn execute(&self, context: &Context, arguments: FromTo) -> Result<Outcome<Moved>, ToolError> {
        let (from, to) = from_to(context, &arguments)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let own = movable(context, &from, &to).await?;
        let (blobs, user, at, wanted) =
            (context.blobs.clone(), context.user.user_id.clone(), own.path().to_owned(), to.clone());
        blocking(move || blobs.rename(&user, &at, &wanted))
            .await
            .map_err(|error| writer::misplaced(error, &to))?;
        // Before this record, the moved files are of unknown origin.
        origins::rename(context, &own, &to).await?;
        Ok(Outcome::new(format!("Moved {from} to {to}."), Moved { path: to }))
    }
}

#[async_trait]
impl Tool for Copy {
    type Args = FromTo;
    type Output = Written;
    /// The call's id identifies its copy.
    const META: Meta =
        Meta::new(COPY, "Copy a file; nothing is replaced.", Category::Files, Tier::SideEffecting)
            .needs(&[Permission::Write])
            .tags(&["file", "copy"])
            .idempotent();

    async fn requirement(&self, context: &Context, arguments: &FromTo) -> Result<CallAssessment, ToolError> {
        let (from, to) = from_to(context, arguments)?;
        let assessment = CallAssessment::by_policy(words::copy(&from, &to));
        Ok(writer::of_the_person(context, assessment.kind(writer::kind_of(&to))))
    }

    async fn execute(&self, context: &Context, arguments: FromTo) -> Result<Outcome<Written>, ToolError> {
        let (from, to) = from_to(context, &arguments)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let (files, wanted) = (own_files(context).await?, from.clone());
        let found = blocking(move || files.open(&wanted)).await?;
        let (owner, opened) = found.ok_or_else(|| no_such_file(&from))?;
        let own = origins::of_file(&context.db, &owner, &opened.file).await?;
        if !writer::has_written(context).await? {
            if writer::own_if_there(context, &to).await?.is_some() {
                return Err(writer::taken(&to));
            }
            writer::store(context, Content { size: opened.file.size, from: opened.content }).await?;
        }
        let file = writer::put(context, &to, Place::Copy, &own).await?;
        let written = Written { path: file.path, size: file.size };
        Ok(Outcome::new(format!("Copied {from} to {to}."), written))
    }
}

#[async_trait]
impl Tool for Mkdir {
    type Args = At;
    type Output = Moved;
    const META: Meta = Meta::new(
        MKDIR,
        "Make a folder; writing a file makes its folders anyway.",
        Category::Files,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["file", "folder", "create"])
    .idempotent();

    async fn requirement(&self, context: &Context, arguments: &At) -> Result<CallAssessment, ToolError> {
        let path = writer::new_path(context, "path", &arguments.path)?;
        Ok(CallAssessment::by_policy(words::make_folder(&path)).kind(writer::kind_of(&path)))
    }

    async fn execute(&self, context: &Context, arguments: At) -> Result<Outcome<Moved>, ToolError> {
        let path = writer::new_path(context, "path", &arguments.path)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let now = context.clock.now();
        // A folder takes no space, but the reservation checks that the person still exists.
        if room(context).reserve(NewFile { bytes: 0, room: None }, now.into()).await? == Reserved::Gone {
            return Err(gone());
        }
        let (blobs, user, wanted) = (context.blobs.clone(), context.user.user_id.clone(), path.clone());
        let made = blocking(move || blobs.make_folder(&user, &wanted)).await;
        room(context).settle(0, now.into()).await?;
        let made = made.map_err(|error| writer::misplaced(error, &path))?;
        if made {
            origins::record_folders(context, &format!("{path}/"), &Sources::OWN).await?;
        }
        let message = if made { format!("Made {path}.") } else { format!("There was {path} already.") };
        Ok(Outcome::new(message, Moved { path }))
    }
}

#[async_trait]
impl Tool for Delete {
    type Args = At;
    type Output = Deleted;
    const META: Meta = Meta::new(
        DELETE,
        "Delete a file, or a folder with everything in it.",
        Category::Files,
        Tier::SideEffecting,
    )
    .risk(Risk::High)
    .needs(&[Permission::Write])
    .tags(&["file", "delete", "destructive"])
    .asks(ApprovalMode::Always);

    async fn requirement(&self, context: &Context, arguments: &At) -> Result<CallAssessment, ToolError> {
        let path = file_path(context, &arguments.path)?;
        let (summary, files) = match writer::own(context, &path).await? {
            There::File(file) => (words::delete(&path, file.size), Vec::new()),
            There::Folder(_, files) => {
                (words::delete_folder(&path, files.len(), files.iter().map(|file| file.size).sum()), files)
            }
        };
        let asks = CallAssessment::must_ask(summary, words::gone_in_a_day());
        let named = files.iter().take(NAMED).map(|file| format!("- {}", file.path));
        let more = files.len().saturating_sub(NAMED);
        let more = (more > 0).then(|| words::and_more(more));
        let preview = named.chain(more).collect::<Vec<_>>().join("\n");
        let asks = if diff::may_show(context) { asks.preview(preview) } else { asks };
        Ok(writer::of_the_person(context, asks))
    }

    async fn execute(&self, context: &Context, arguments: At) -> Result<Outcome<Deleted>, ToolError> {
        let path = file_path(context, &arguments.path)?;
        let _alone = self.0.begin(&context.user.user_id).await;
        let own = writer::own(context, &path).await?;
        let (deleted, what) = match &own {
            There::File(_) => (1, "The file".to_owned()),
            There::Folder(_, files) => (files.len(), format!("The folder with {}", counted(files))),
        };
        let (blobs, user, call) =
            (context.blobs.clone(), context.user.user_id.clone(), context.call_id.clone());
        let (now, at) = (context.clock.now(), own.path().to_owned());
        let discarded = blocking(move || blobs.discard(&user, &at, call.as_str(), now.into()));
        discarded.await.map_err(|error| writer::misplaced(error, &path))?;
        let (user, call, at) = (context.user.user_id.clone(), context.call_id.clone(), own.path().to_owned());
        let record = async move |tx: &SyncedTx| paths::discarded(tx, &user, &at, call.as_str()).await;
        context.db.write(context.person_scope(), record).await?;
        let message = format!(
            "{what} is in the trash, where it takes up room for a day; until then, file_restore brings it back."
        );
        Ok(Outcome::new(message, Deleted { deleted }))
    }
}

/// Returns the paths of a move or a copy.
fn from_to(context: &Context, FromTo { from, to }: &FromTo) -> Result<(String, String), ToolError> {
    Ok((file_path(context, from)?, writer::new_path(context, "to", to)?))
}

/// Returns the file or folder to move, if it can be moved.
async fn movable(context: &Context, from: &str, to: &str) -> Result<There, ToolError> {
    let own = writer::own(context, from).await?;
    if to == from || to.starts_with(&format!("{from}/")) {
        return Err(ToolError::rejected("a file or folder cannot be moved to or into itself"));
    }
    if writer::kind_of(from) == "/shared" && writer::kind_of(to) == "/tmp" {
        return Err(ToolError::rejected(
            "what is kept cannot be moved to /tmp, which is emptied; copy it, or delete it",
        ));
    }
    match writer::own_if_there(context, to).await? {
        Some(_) => Err(writer::taken(to)),
        None => Ok(own),
    }
}

/// Returns the number of files and their size, in words.
fn counted(files: &[Listed]) -> String {
    let size = texts::for_model(|| texts::bytes(files.iter().map(|file| file.size).sum()));
    match files.len() {
        0 => "no files".to_owned(),
        1 => format!("1 file, {size}"),
        count => format!("{count} files, {size}"),
    }
}
