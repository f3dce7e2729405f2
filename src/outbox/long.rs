//! Answers that would take more messages than a chat should have: their beginning, and all of them as a file.

use adjutant_channel::{
    AttachmentKind, Content, Media, Rich,
    rich::{self, Unit},
};
use adjutant_domain::ids::UserId;
use anyhow::Result;

use crate::{
    core::Core,
    texts,
    workspace::{Workspace, disk},
};

/// What the file is called.
const NAME: &str = "answer.md";
/// Bytes that may follow a text that was kept. There is room for them, see [`beginning`].
const REMARK: usize = 500;

/// An answer that goes as a file.
#[derive(Clone, Debug)]
pub struct Long {
    markdown: String,
    /// The beginning, and the file.
    parts: [Content; 2],
}

impl Long {
    /// Writes a text that is too long for the channel beside the person's files, under a name that is its own. `None`
    /// if it is not, or if the disk says no: then it goes in as many messages as it takes.
    pub async fn keep(
        core: &Core,
        channel: &str,
        user: &UserId,
        name: String,
        markdown: &str,
    ) -> Option<Self> {
        let limits = core.channels.get(channel).ok()?.limits();
        let parts = core.channels.layout(channel, markdown);
        if parts.len() <= limits.max_parts || markdown.len() as u64 > limits.upload_bytes {
            return None;
        }
        match write(core, user, name, markdown.to_owned()).await {
            Ok(file) => {
                let parts = [Content::text(beginning(parts.first()?)), file];
                Some(Self { markdown: markdown.to_owned(), parts })
            }
            Err(error) => {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a long answer could not be kept; it goes as messages"
                );
                None
            }
        }
    }

    /// The messages that it goes as, where it is this text; or what it begins with, up to a remark, which then stands
    /// with the beginning.
    pub(super) fn parts_of(&self, markdown: &str) -> Option<Vec<Content>> {
        let remark = markdown.strip_prefix(&self.markdown)?.trim();
        let [mut beginning, file] = self.parts.clone();
        if remark.len() > REMARK {
            return None;
        }
        if !remark.is_empty() {
            let remark = rich::from_markdown(remark);
            beginning.body = Rich::builder().rich(&beginning.body).text("\n\n").rich(&remark).build();
        }
        Some(vec![beginning, file])
    }
}

async fn write(core: &Core, user: &UserId, name: String, markdown: String) -> Result<Content> {
    let (own, now) = (Workspace::of(&core.workspaces, user), core.clock.now().into());
    let write = move || disk::write_for_sending(own.root(), &name, markdown.as_bytes(), now);
    let path = tokio::task::spawn_blocking(write).await??;
    let media = Media { kind: AttachmentKind::File, path, name: NAME.to_owned() };
    Ok(Content { media: Some(media), ..Content::default() })
}

/// The beginning of what fits one message: half of it at most, so that there is room for the line below, whatever the
/// platform counts.
fn beginning(first: &Rich) -> Rich {
    let half = first.text.chars().count() / 2;
    let beginning = first.split(half, Unit::Chars).swap_remove(0);
    Rich::builder().rich(&beginning).text("\n\n").italic(texts::whole_in_file()).build()
}
