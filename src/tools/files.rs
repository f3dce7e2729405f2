//! `attachment_save` and `send_media`: files that people send and are sent, and the folder of each person's own.

use std::{io, path::PathBuf, sync::Arc};

use anyhow::Result;
use async_trait::async_trait;

use super::kit::{AnyTool, Offer, Preparation, Tool as _, Toolset};
use crate::{store::attachments, texts, workspace::Workspace};

pub mod disk;
mod kind;
pub mod name;
mod save;
mod send;

/// Files that the model is told of before each of its answers.
const LISTED: usize = 20;

/// The files of people.
pub(super) struct Files {
    /// The folder of everybody's files.
    pub(super) workspaces: PathBuf,
}

#[async_trait]
impl Toolset for Files {
    fn name(&self) -> &'static str {
        "files"
    }

    fn tools(&self) -> Vec<Arc<dyn AnyTool>> {
        vec![Arc::new(save::Save), Arc::new(send::Send)]
    }

    /// Saving is offered where a file has come, sending to whom has a file; the model knows which by the prompt.
    async fn prepare(&self, session: &Preparation<'_>, offer: &mut Offer) -> Result<()> {
        let id = session.session.session_id.clone();
        let (came, since) = session
            .db
            .read(async move |tx| Ok((attachments::any(tx, &id).await?, attachments::untold(tx, &id).await?)))
            .await?;
        let root = Workspace::of(&self.workspaces, &session.user.user_id).root().to_owned();
        let mut own = blocking(move || disk::list(&root)).await?;
        own.retain(|file| name::is_plain(&file.path));
        offer.only(|tool| if tool == save::Save::META.name { came } else { !own.is_empty() });
        own.truncate(LISTED);
        offer.prompt(texts::files_prompt(&own, &since));
        Ok(())
    }
}

/// Runs file work where it may block.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    Ok(tokio::task::spawn_blocking(work).await??)
}
