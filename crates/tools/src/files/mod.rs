//! `attachment_save`, `send_media` and the `file_` tools: files that people send and receive, and each person's own
//! folder.

use std::{io, sync::Arc};

use adjutant_channel::ChatKind;
use adjutant_domain::ids::UserId;
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    attachments::{self, StoredAttachment},
    people,
};
use adjutant_texts::{self as texts, tools::files as words};
use adjutant_workspace::{self as workspace, BadPath, Blobs, OwnFiles, names, room::Room};
use anyhow::Result;
use async_trait::async_trait;

use super::kit::{CallAssessment, Context, DynTool, OnDemand, SessionView, ToolError, Toolset, ToolsetOffer};

mod diff;
mod document;
mod edit;
pub(crate) mod folder;
mod glob;
mod history;
mod lines;
mod list;
mod look;
mod made;
mod manage;
mod origins;
mod read;
pub(crate) mod save;
mod search;
mod send;
pub(crate) mod source;
mod write;
mod writer;

pub(super) use diff::unified;
pub use look::NAME as LOOK;
pub use made::made;
pub(super) use origins::{of_all, of_file, of_linked};
pub(super) use read::whole_text;
pub(super) use send::to_send;
pub(super) use writer::{of_the_person, save_new};

/// The most files that the prompt lists for the model.
const LISTED: i64 = 20;

/// Words of a message that plainly concerns files.
const OPENED_BY: [&str; 12] = [
    "attached",
    "attachment",
    "attachments",
    "document",
    "documents",
    "file",
    "files",
    "pdf",
    "photo",
    "photos",
    "spreadsheet",
    "upload",
];

/// Search words for files and their uses.
const TAGS: &str = "\
    attachment audio back contract delete document download earlier edit folder get image invoice keep letter media \
    move pdf photo picture receipt recording rename restore save scan screenshot search send sent spreadsheet store \
    trash undelete upload version video voice write";

/// Search words in other languages, and names of formats.
const WORDS: &str = "\
csv docx epub excel pdf powerpoint pptx word xlsx
datei dateien dokument ordner anhang bild foto rechnung tabelle ansehen lesen speichern schicken löschen
archivo archivos documento carpeta adjunto imagen foto factura hoja ver leer guardar enviar borrar
fichier fichiers document dossier pièce jointe image photo facture tableur voir lire enregistrer envoyer supprimer";

/// The toolset for people's files.
pub(super) struct Files {
    /// Everybody's files.
    blobs: Arc<dyn Blobs>,
    changes: Arc<writer::Changes>,
    /// Reads documents, and redraws pictures.
    sandbox: Sandbox,
}

impl Files {
    pub(super) fn new(blobs: Arc<dyn Blobs>, sandbox: Sandbox) -> Self {
        Self { blobs, changes: Arc::default(), sandbox }
    }
}

#[async_trait]
impl Toolset for Files {
    fn name(&self) -> &'static str {
        "files"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("read, write, send").tags(TAGS).words(WORDS);
        Some(known.opened_by(OPENED_BY).opened_by_files())
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![
            Arc::new(save::Save),
            Arc::new(read::ReadFile),
            Arc::new(document::ReadDocument(self.sandbox.clone())),
            Arc::new(look::Look(self.sandbox.clone())),
            Arc::new(list::List),
            Arc::new(glob::Glob),
            Arc::new(search::Search),
            Arc::new(write::Write(self.changes.clone())),
            Arc::new(edit::EditFile(self.changes.clone())),
            Arc::new(manage::Move(self.changes.clone())),
            Arc::new(manage::Copy(self.changes.clone())),
            Arc::new(manage::Mkdir(self.changes.clone())),
            Arc::new(manage::Delete(self.changes.clone())),
            Arc::new(history::History),
            Arc::new(history::Restore(self.changes.clone())),
            Arc::new(send::Send),
        ]
    }

    /// Offers `attachment_save` once a file has come, and the tools that need existing files to a person who has some.
    /// The prompt lists only files whose names are the person's own, because a name that somebody else chose would be
    /// in every turn. `file_list` shows the others.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> Result<()> {
        let (id, came) = (session.session.session_id.clone(), session.has.attachments);
        let since = match came {
            true => session.db.read(async move |tx| attachments::untold(tx, &id).await).await?,
            false => Vec::new(),
        };
        let files = OwnFiles { blobs: self.blobs.clone(), users: session.has.members.clone() };
        let found = files.clone();
        let has_files = blocking(move || found.has_files()).await?;
        let mut own = match has_files {
            true => origins::nameable(session.db, &session.user.user_id, files, LISTED).await?,
            false => Vec::new(),
        };
        own.retain(|file| names::is_plain(&file.path));
        // `look` shows a picture to the model of this turn, and a client has its own model.
        let is_client = session.session.client.is_some();
        offer.only("a client's own model looks at pictures", |tool| tool != look::NAME || !is_client);
        offer.only("no file has come in this conversation", |tool| tool != save::NAME || came);
        offer.only("the person has saved no file yet", |tool| match tool {
            save::NAME => true,
            document::NAME | look::NAME if came => true,
            write::NAME | manage::MKDIR | history::NAME | history::RESTORE => true,
            // A client's list is made once, so it must hold everything from the start.
            _ => has_files || is_client,
        });
        let since: Vec<_> = since.into_iter().map(without_others_name).collect();
        // The prompt of a group holds no name of a private file.
        let is_listed = session.session.chat_kind == ChatKind::Direct;
        if !since.is_empty() {
            offer.need();
        }
        offer.prompt(texts::files_prompt(if is_listed { &own } else { &[] }, &since));
        if !is_listed {
            offer.prompt(texts::files_unlisted());
        }
        Ok(())
    }
}

/// Drops the name of a file if somebody else may have chosen it, because the prompt does not mark the turn as
/// untrusted. The next turn shows the name, and is marked.
fn without_others_name(mut file: StoredAttachment) -> StoredAttachment {
    file.attachment.name.take_if(|_| !file.untrusted.is_empty());
    file
}

/// Returns the files of the call's person.
pub(super) async fn own_files(context: &Context) -> Result<OwnFiles> {
    let user = context.user.user_id.clone();
    let users = context.db.read(async move |tx| people::members(tx, &user).await).await?;
    Ok(OwnFiles { blobs: context.blobs.clone(), users })
}

/// Returns the users that the call's user is linked to.
pub(crate) async fn linked_users(context: &Context) -> Result<Vec<UserId>> {
    let mut users = own_files(context).await?.users;
    users.retain(|user| *user != context.user.user_id);
    Ok(users)
}

/// Returns whether there is a file or a folder at a path.
async fn is_taken(files: OwnFiles, path: &str) -> Result<bool> {
    let path = path.to_owned();
    blocking(move || Ok(files.find(&path)?.is_some() || files.folders()?.contains(&path))).await
}

/// Returns the normal form of a file's path.
fn file_path(context: &Context, path: &str) -> Result<String, ToolError> {
    workspace::file_path(path).map_err(bad_path)?;
    folder_path(context, path)
}

/// Returns the normal form of the path of a file or a folder.
pub(super) fn folder_path(context: &Context, path: &str) -> Result<String, ToolError> {
    context.blobs.check(&context.user.user_id, path).map_err(bad_path)
}

fn bad_path(error: BadPath) -> ToolError {
    ToolError::invalid(error.to_string())
}

fn no_such_file(path: &str) -> ToolError {
    ToolError::not_found(format!("there is no file '{path}'"))
}

/// Asks in a group, where others would see the person's own files; otherwise leaves the decision to the policy.
pub(super) fn asks_in_group(context: &Context, summary: String) -> CallAssessment {
    match context.session.chat_kind {
        ChatKind::Direct => CallAssessment::by_policy(summary),
        ChatKind::Group => CallAssessment::must_ask(summary, words::answer_is_seen()).by_requester_alone(),
    }
}

/// Returns the storage of the call's user, which counts the room for files.
pub(super) fn room(context: &Context) -> Room<'_> {
    Room { db: &context.db, blobs: &context.blobs, user: &context.user.user_id }
}

/// Returns the error of a call whose files would exceed the person's room.
pub(super) fn no_room(most: u64) -> ToolError {
    let most = texts::for_model(|| texts::bytes(most));
    ToolError::rejected(format!(
        "the person's files would take more than {most}, the most that they may take"
    ))
}

/// Returns the error of a call whose person was forgotten in the meantime.
pub(super) fn gone() -> ToolError {
    ToolError::rejected("the person's files have been deleted")
}

/// Returns the error of file work; a missing folder means that the person was forgotten in the meantime.
pub(super) fn unless_gone(error: anyhow::Error) -> ToolError {
    match error.downcast_ref::<io::Error>() {
        Some(missing) if missing.kind() == io::ErrorKind::NotFound => gone(),
        _ => error.into(),
    }
}

/// Runs file work on a thread that may block.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T> {
    Ok(tokio::task::spawn_blocking(work).await??)
}
