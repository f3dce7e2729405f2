//! What comes of a call, and the envelope in which the model reads it.

use adjutant_channel::Media;
use adjutant_domain::{ids::SessionId, tools::ErrorCode};
use serde_json::{Map, Value};

use super::meta::Nothing;

/// What a call that succeeded gives.
///
/// `output` takes one of three shapes, so that references to what was seen can be drawn from any tool's result: one
/// thing under its own name (`{"schedule": {..}}` or its fields), a list under the plural with `total`, or `matches`
/// with scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<T> {
    /// For people: what was done, in a line.
    pub title: String,
    /// For the model: the same with what it should know.
    pub message: String,
    /// For the model: the data; an object.
    pub output: T,
    /// For whoever shows or records the call.
    pub metadata: Value,
    /// Files for the chat.
    pub attachments: Vec<Attached>,
    /// Whose words the output holds, if not the person's or ours: `example.com`, `the file report.pdf`.
    pub untrusted: Option<String>,
    /// For people: what was saved or changed, in a line of Markdown that the answer ends with.
    pub receipt: Option<String>,
    /// The result is that of this session, and comes when its turn has ended.
    pub awaits: Option<SessionId>,
}

/// A file that a call sends to the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    pub media: Media,
    /// Markdown; may be empty.
    pub caption: String,
}

impl<T> Outcome<T> {
    /// A success. The message also is the title, up to its first line.
    pub fn new(message: impl Into<String>, output: T) -> Self {
        let message = message.into();
        let title = message.lines().next().unwrap_or_default().to_owned();
        Self {
            title,
            message,
            output,
            metadata: Value::Null,
            attachments: Vec::new(),
            untrusted: None,
            receipt: None,
            awaits: None,
        }
    }

    /// With another title than the message.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// With data for whoever shows or records the call.
    pub fn with_metadata(mut self, metadata: Value) -> Self {
        self.metadata = metadata;
        self
    }

    /// With a file for the chat.
    pub fn attach(mut self, media: Media, caption: impl Into<String>) -> Self {
        self.attachments.push(Attached { media, caption: caption.into() });
        self
    }

    /// The output is somebody else's words.
    pub fn from_others(mut self, source: impl Into<String>) -> Self {
        self.untrusted = Some(source.into());
        self
    }

    /// With a line that the answer ends with.
    pub fn receipt(mut self, receipt: impl Into<String>) -> Self {
        self.receipt = Some(receipt.into());
        self
    }

    /// The result comes later.
    pub fn awaiting(mut self, session: SessionId) -> Self {
        self.awaits = Some(session);
        self
    }

    pub(super) fn map<U, E>(self, with: impl FnOnce(T) -> Result<U, E>) -> Result<Outcome<U>, E> {
        Ok(Outcome {
            output: with(self.output)?,
            title: self.title,
            message: self.message,
            metadata: self.metadata,
            attachments: self.attachments,
            untrusted: self.untrusted,
            receipt: self.receipt,
            awaits: self.awaits,
        })
    }
}

impl Outcome<Nothing> {
    /// A success with nothing to tell beside the message.
    pub fn done(message: impl Into<String>) -> Self {
        Self::new(message, Nothing {})
    }
}

impl Outcome<Value> {
    /// What the model reads: `success`, `message`, and the output's own fields.
    pub fn envelope(&self) -> String {
        let mut fields = Map::new();
        fields.insert("success".to_owned(), Value::Bool(true));
        fields.insert("message".to_owned(), Value::String(self.message.clone()));
        if let Value::Object(output) = &self.output {
            fields.extend(output.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        Value::Object(fields).to_string()
    }
}

/// Why a call has no result. The text goes to the model, which may correct itself.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The call cannot be carried out as it is; the text says what to do instead.
    #[error("{1}")]
    Rejected(ErrorCode, String),
    /// Something of ours failed. The cause is logged; the model is told only that it failed.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl ToolError {
    /// A call that cannot be carried out as it is.
    pub fn rejected(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::Rejected, text.into())
    }

    /// Arguments that cannot be used.
    pub fn invalid(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::InvalidArguments, text.into())
    }

    /// Something that is not there; the text says where to find what is.
    pub fn not_found(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::NotFound, text.into())
    }

    /// Something out there that does not do its part.
    pub fn unavailable(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::Unavailable, text.into())
    }
}
