//! Answers that would take more messages than a chat should get: sends their beginning, and the whole as a file.

use adjutant_channel::{
    AttachmentKind, ChatRef, Content, Media, Rich,
    rich::{self, Unit},
};
use adjutant_domain::ids::UserId;
use adjutant_texts as texts;
use anyhow::Result;

use super::keep_file;
use crate::core::Core;

/// The file's name.
const NAME: &str = "answer.md";
/// Most bytes of a remark that may follow a kept text. [`beginning`] leaves room for it.
const REMARK: usize = 500;

/// An answer that is sent as a file.
#[derive(Clone, Debug)]
pub struct AnswerFile {
    markdown: String,
    /// The beginning, and the file.
    parts: [Content; 2],
}

impl AnswerFile {
    /// Writes a text that is too long for the channel to a file of its own, beside the person's files. Returns `None`
    /// if the text is not too long, or if the disk refuses: then it is sent in as many messages as it takes.
    pub async fn keep(
        core: &Core,
        chat: &ChatRef,
        user: &UserId,
        name: String,
        markdown: &str,
    ) -> Option<Self> {
        let limits = core.channels.get(&chat.channel).ok()?.limits();
        let parts = core.channels.layout(chat, markdown);
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
                    "cannot keep long answer as a file; sending it as messages"
                );
                None
            }
        }
    }

    /// Returns the messages to send, if `markdown` is the kept text, perhaps with a remark behind it, which then stands
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
    let path = keep_file(core, user, name, markdown.into_bytes()).await?;
    let media = Media { kind: AttachmentKind::File, path, name: NAME.to_owned() };
    Ok(Content { media: Some(media), ..Content::default() })
}

/// Returns the beginning of what fits one message: half of it at most, so that there is room for the line below,
/// whatever the platform counts.
fn beginning(first: &Rich) -> Rich {
    let half = first.text.chars().count() / 2;
    let beginning = first.split(half, Unit::Chars).swap_remove(0);
    Rich::builder().rich(&beginning).text("\n\n").italic(texts::continued_in_file()).build()
}
