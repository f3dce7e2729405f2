//! `attachment_save` and `send_media`: files that people send and receive, and each person's own folder.

use std::{collections::HashSet, io, path::PathBuf, sync::Arc};

use adjutant_domain::ids::UserId;
use adjutant_store::{attachments, db::Db, people};
use adjutant_texts as texts;
use adjutant_workspace::{
    Workspace,
    disk::{self, Listed},
    names,
    room::Room,
};
use anyhow::Result;
use async_trait::async_trait;

use super::kit::{Context, DynTool, SessionView, Tool as _, ToolError, Toolset, ToolsetOffer};

mod save;
mod send;

/// The most files that the prompt lists for the model.
const LISTED: usize = 20;

/// The toolset for people's files.
pub(super) struct Files {
    /// The folder that holds everybody's workspaces.
    pub(super) workspaces: PathBuf,
}

#[async_trait]
impl Toolset for Files {
    fn name(&self) -> &'static str {
        "files"
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(save::Save), Arc::new(send::Send)]
    }

    /// Offers saving where a file has come, and sending to a person who has files; the prompt lists the files.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> Result<()> {
        let id = session.session.session_id.clone();
        let (came, since) = session
            .db
            .read(async move |tx| Ok((attachments::any(tx, &id).await?, attachments::untold(tx, &id).await?)))
            .await?;
        let own = Workspace::of(&self.workspaces, &session.user.user_id);
        let folders = folders(session.db, &own, &session.user.user_id).await?;
        let mut own = blocking(move || list(&folders)).await?;
        own.retain(|file| names::is_plain(&file.path));
        offer.only(|tool| if tool == save::Save::META.name { came } else { !own.is_empty() });
        own.truncate(LISTED);
        offer.prompt(texts::files_prompt(&own, &since));
        Ok(())
    }
}

/// Returns the folders of a person's files: the user's own, where new files go, and those of linked users.
async fn folders(db: &Db, own: &Workspace, user: &UserId) -> Result<Vec<Workspace>> {
    let user = user.clone();
    let members = db.read(async move |tx| people::members(tx, &user).await).await?;
    Ok(members.iter().map(|member| own.of_linked(member)).collect())
}

/// Lists the person's files, newest first. Of two files with the same path, only the user's own can be named.
fn list(folders: &[Workspace]) -> io::Result<Vec<Listed>> {
    let mut found: Vec<Listed> = Vec::new();
    for folder in folders {
        let mut files = disk::list(folder.root())?;
        let paths: HashSet<_> = found.iter().map(|file| file.path.clone()).collect();
        files.retain(|file| !paths.contains(&file.path));
        found.append(&mut files);
    }
    found.sort_by(|one, other| other.modified.cmp(&one.modified).then_with(|| one.path.cmp(&other.path)));
    Ok(found)
}

/// Returns the room for files of the user of a call.
fn room(context: &Context) -> Room<'_> {
    Room { db: &context.db, own: &context.workspace, user: &context.user.user_id }
}

/// Returns the error of a call whose person has been forgotten meanwhile.
fn gone() -> ToolError {
    ToolError::rejected("the person's files have been deleted")
}

/// Returns the error of file work; a missing folder means that the person has been forgotten meanwhile.
fn unless_gone(error: anyhow::Error) -> ToolError {
    match error.downcast_ref::<io::Error>() {
        Some(missing) if missing.kind() == io::ErrorKind::NotFound => gone(),
        _ => error.into(),
    }
}

/// Runs file work where it may block.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    Ok(tokio::task::spawn_blocking(work).await??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_linked_users_are_found_after_the_user_s_own() {
        let root = tempfile::tempdir().unwrap();
        let own = Workspace::of(root.path(), &UserId("user-alice".into()));
        let linked = own.of_linked(&UserId("user-bob".into()));
        for (folder, name) in [(&own, "a"), (&linked, "a"), (&linked, "b")] {
            let shared = folder.root().join("shared");
            std::fs::create_dir_all(&shared).unwrap();
            std::fs::write(shared.join(name), "x".repeat(1 + folder.root().as_os_str().len())).unwrap();
        }
        std::os::unix::fs::symlink(own.root(), linked.root().join("shared/out")).unwrap();
        let folders = [own.clone(), linked.clone()];
        let mut listed = list(&folders).unwrap();
        listed.sort_by(|one, other| one.path.cmp(&other.path));
        let listed: Vec<_> = listed.iter().map(|file| (file.path.as_str(), file.size)).collect();
        let size = |folder: &Workspace| 1 + folder.root().as_os_str().len() as u64;
        assert_eq!(listed, [("/shared/a", size(&own)), ("/shared/b", size(&linked))]);
        let whole = |folder: &Workspace, name| Some(folder.root().canonicalize().unwrap().join(name));
        assert_eq!(send::find(&folders, "/shared/a"), whole(&own, "shared/a"));
        assert_eq!(send::find(&folders, "/shared/b"), whole(&linked, "shared/b"));
        for path in ["/shared/c", "/shared/out/shared/a", "/shared/../../user-bob/shared/b"] {
            assert_eq!(send::find(&folders, path), None, "{path}");
        }
        assert_eq!(send::find(&folders[..1], "/shared/b"), None);
    }
}
