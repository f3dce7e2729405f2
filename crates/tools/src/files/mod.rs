//! `attachment_save`, `file_list` and `send_media`: files that people send and receive, and each person's own folder.

use std::{collections::HashSet, io, path::PathBuf, sync::Arc};

use adjutant_channel::ChatKind;
use adjutant_domain::ids::UserId;
use adjutant_store::{
    attachments::{self, StoredAttachment},
    db::Db,
    people,
};
use adjutant_texts as texts;
use adjutant_workspace::{
    Workspace,
    disk::{self, Listed},
    names,
    room::Room,
};
use anyhow::Result;
use async_trait::async_trait;

use super::kit::{Context, DynTool, SessionView, ToolError, Toolset, ToolsetOffer};

mod list;
mod origins;
mod save;
mod send;

/// The most files that the prompt lists for the model.
const LISTED: i64 = 20;

/// The toolset for people's files.
pub(super) struct Files {
    /// The folder that holds everybody's workspaces.
    pub(super) workspaces: PathBuf,
}

/// The folder of a user's files.
#[derive(Clone, Debug)]
struct Folder {
    user: UserId,
    files: Workspace,
}

#[async_trait]
impl Toolset for Files {
    fn name(&self) -> &'static str {
        "files"
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(save::Save), Arc::new(list::List), Arc::new(send::Send)]
    }

    /// Offers saving where a file has come, and sending to a person who has files. The prompt lists only files whose
    /// names are the person's own: a name that somebody else chose would speak in every turn. `file_list` shows it.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> Result<()> {
        let (id, user) = (session.session.session_id.clone(), session.user.user_id.clone());
        let (came, since, members) = session
            .db
            .read(async move |tx| {
                let came = attachments::any(tx, &id).await?;
                let since = if came { attachments::untold(tx, &id).await? } else { Vec::new() };
                Ok((came, since, people::members(tx, &user).await?))
            })
            .await?;
        let folders = folders_of(members, &Workspace::of(&self.workspaces, &session.user.user_id));
        let found = folders.clone();
        let has_files = blocking(move || has_files(&found)).await?;
        let mut own = match has_files {
            true => origins::nameable(session.db, &session.user.user_id, folders, LISTED).await?,
            false => Vec::new(),
        };
        own.retain(|file| names::is_plain(&file.path));
        // In a group, others would read the names.
        let may_list = has_files && session.session.chat_kind == ChatKind::Direct;
        offer.only(|tool| match tool {
            save::NAME => came,
            list::NAME => may_list,
            _ => has_files,
        });
        let since: Vec<_> = since.into_iter().map(without_others_name).collect();
        // What a group's answers are made from holds no name of a private file.
        let is_listed = session.session.chat_kind == ChatKind::Direct;
        offer.prompt(texts::files_prompt(if is_listed { &own } else { &[] }, &since));
        if !is_listed {
            offer.prompt(texts::files_unlisted());
        }
        Ok(())
    }
}

/// Drops the name of a file that somebody else may have named: nothing in the prompt marks the turn. The next turn tells
/// it, and is marked.
fn without_others_name(mut file: StoredAttachment) -> StoredAttachment {
    file.attachment.name.take_if(|_| !file.untrusted.is_empty());
    file
}

/// Returns the folders of a person's files: the user's own, where new files go, and those of linked users.
async fn folders(db: &Db, own: &Workspace, user: &UserId) -> Result<Vec<Folder>> {
    let user = user.clone();
    let members = db.read(async move |tx| people::members(tx, &user).await).await?;
    Ok(folders_of(members, own))
}

fn folders_of(members: Vec<UserId>, own: &Workspace) -> Vec<Folder> {
    members.into_iter().map(|user| Folder { files: own.of_linked(&user), user }).collect()
}

/// Lists the person's files with the user in whose folder each is, newest first. Of two files with the same path, only
/// the user's own can be named.
fn list_all(folders: &[Folder]) -> io::Result<Vec<(UserId, Listed)>> {
    let mut found: Vec<(UserId, Listed)> = Vec::new();
    for Folder { user, files } in folders {
        let paths: HashSet<_> = found.iter().map(|(_, file)| file.path.clone()).collect();
        let files = disk::list(files.root())?.into_iter().filter(|file| !paths.contains(&file.path));
        found.extend(files.map(|file| (user.clone(), file)));
    }
    found.sort_by(|(_, one), (_, other)| {
        other.modified.cmp(&one.modified).then_with(|| one.path.cmp(&other.path))
    });
    Ok(found)
}

fn has_files(folders: &[Folder]) -> io::Result<bool> {
    for folder in folders {
        if disk::has_files(folder.files.root())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the person's file with this path, as a real path without links, and the first folder that has it. Blocks.
fn find<'a>(folders: &'a [Folder], path: &str) -> Option<(&'a Folder, PathBuf)> {
    folders.iter().find_map(|folder| {
        // A link may have replaced the file since the path was checked.
        let file = folder.files.resolve(path).ok()?.canonicalize().ok()?;
        let inside = file.starts_with(folder.files.root().canonicalize().ok()?);
        (file.is_file() && inside).then_some((folder, file))
    })
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
        let folder = |user: &str| {
            let user = UserId(user.to_owned());
            Folder { files: Workspace::of(root.path(), &user), user }
        };
        let folders = [folder("user-alice"), folder("user-bob")];
        let [own, linked] = [&folders[0].files, &folders[1].files];
        for (folder, name) in [(own, "a"), (linked, "a"), (linked, "b")] {
            let shared = folder.root().join("shared");
            std::fs::create_dir_all(&shared).unwrap();
            std::fs::write(shared.join(name), "x".repeat(1 + folder.root().as_os_str().len())).unwrap();
        }
        std::os::unix::fs::symlink(own.root(), linked.root().join("shared/out")).unwrap();
        let mut listed = list_all(&folders).unwrap();
        listed.sort_by(|(_, one), (_, other)| one.path.cmp(&other.path));
        let listed: Vec<_> =
            listed.iter().map(|(user, file)| (user.as_str(), file.path.as_str(), file.size)).collect();
        let size = |folder: &Workspace| 1 + folder.root().as_os_str().len() as u64;
        assert_eq!(listed, [("user-alice", "/shared/a", size(own)), ("user-bob", "/shared/b", size(linked))]);
        let found = |folders, path| find(folders, path).map(|(_, file)| file);
        let whole = |folder: &Workspace, name| Some(folder.root().canonicalize().unwrap().join(name));
        assert_eq!(found(&folders, "/shared/a"), whole(own, "shared/a"));
        assert_eq!(found(&folders, "/shared/b"), whole(linked, "shared/b"));
        for path in ["/shared/c", "/shared/out/shared/a", "/shared/../../user-bob/shared/b"] {
            assert_eq!(found(&folders, path), None, "{path}");
        }
        assert_eq!(found(&folders[..1], "/shared/b"), None);
    }
}
