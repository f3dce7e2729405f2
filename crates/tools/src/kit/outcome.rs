//! The outcome of a call, and the envelope in which the model reads it.

use adjutant_channel::Media;
use adjutant_domain::{
    ids::{ScheduleId, SessionId},
    origin::Sources,
    tools::ErrorCode,
};
use serde_json::{Map, Value};

use super::meta::NoFields;

/// The result of a call that succeeded.
///
/// `output` takes one of three shapes, so that references to shown items can be extracted from any tool's result: one
/// item under its own name (`{"schedule": {..}}` or its fields), a list under the plural with `total`, or `matches`
/// with scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<T> {
    /// For people: what was done, in one line.
    pub title: String,
    /// For the model: what was done, and what it should know about it.
    pub message: String,
    /// For the model: the data; an object.
    pub output: T,
    /// Files for the chat.
    pub attachments: Vec<Attached>,
    /// The sources of untrusted content in the output: `example.com`, `the file report.pdf`.
    pub untrusted: Sources,
    /// For people: what was saved or changed, in one line of Markdown that is added to the end of the answer.
    pub receipt: Option<String>,
    /// The session whose turn produces the result, which arrives when that turn has ended.
    pub awaits: Option<SessionId>,
    /// A schedule whose time has passed, so that its person is asked about it.
    pub overdue: Option<ScheduleId>,
}

/// Files that a call sends to the chat together, if the platform can show them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// At least one, in order.
    pub files: Vec<Media>,
    /// Markdown; may be empty.
    pub caption: String,
}

impl<T> Outcome<T> {
    /// Builds a success. The first line of the message is also the title.
    pub fn new(message: impl Into<String>, output: T) -> Self {
        let message = message.into();
        let title = message.lines().next().unwrap_or_default().to_owned();
        Self {
            title,
            message,
            output,
            attachments: Vec::new(),
            untrusted: Sources::OWN,
            receipt: None,
            awaits: None,
            overdue: None,
        }
    }

    /// Sets a title that differs from the message.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Adds a file for the chat.
    pub fn attach(self, media: Media, caption: impl Into<String>) -> Self {
        self.attach_all(vec![media], caption)
    }

    /// Adds files for the chat that go together.
    pub fn attach_all(mut self, files: Vec<Media>, caption: impl Into<String>) -> Self {
        self.attachments.push(Attached { files, caption: caption.into() });
        self
    }

    /// Marks the output as untrusted, with its source.
    pub fn from_others(mut self, source: impl Into<String>) -> Self {
        self.untrusted.extend([source.into()]);
        self
    }

    /// Adds a line to the end of the answer.
    pub fn receipt(mut self, receipt: impl Into<String>) -> Self {
        self.receipt = Some(receipt.into());
        self
    }

    /// Defers the result until the turn of that session ends.
    pub fn awaiting(mut self, session: SessionId) -> Self {
        self.awaits = Some(session);
        self
    }

    pub(super) fn map<U, E>(self, with: impl FnOnce(T) -> Result<U, E>) -> Result<Outcome<U>, E> {
        Ok(Outcome {
            output: with(self.output)?,
            title: self.title,
            message: self.message,
            attachments: self.attachments,
            untrusted: self.untrusted,
            receipt: self.receipt,
            awaits: self.awaits,
            overdue: self.overdue,
        })
    }
}

impl Outcome<NoFields> {
    /// Builds a success that holds only a message.
    pub fn done(message: impl Into<String>) -> Self {
        Self::new(message, NoFields {})
    }
}

impl Outcome<Value> {
    /// Returns the envelope for the model: `success`, `message`, and the output's own fields.
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

/// Why a call has no result. The model reads the text and may correct itself.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The call cannot be carried out as it is; the text says what to do instead.
    #[error("{1}")]
    Rejected(ErrorCode, String),
    /// A failure of the gateway. The cause is logged; the model learns only that the call failed.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl ToolError {
    /// Builds the error of a call that cannot be carried out as it is.
    pub fn rejected(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::Rejected, text.into())
    }

    /// Builds the error of unusable arguments.
    pub fn invalid(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::InvalidArguments, text.into())
    }

    /// Builds the error of a name that does not exist; the text says where to find existing ones.
    pub fn not_found(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::NotFound, text.into())
    }

    /// Builds the error of an outside service that failed.
    pub fn unavailable(text: impl Into<String>) -> Self {
        Self::Rejected(ErrorCode::Unavailable, text.into())
    }
}
