//! Requests to the model, parsed and checked against the rules of the OpenAI API.

use axum::http::{HeaderMap, header::AUTHORIZATION};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

/// The beginning of the gateway's note below the person's last message.
const PRESENT: &str = "\n\n[Not from the user: It is ";

/// The most bytes of a picture.
const LARGEST_PICTURE: usize = 20 << 20;

/// One request for a completion.
#[derive(Clone, Debug)]
pub struct Request {
    /// The time when it had arrived in full.
    pub at: Instant,
    /// The key of the request.
    pub key: Option<String>,
    /// The requested model.
    pub model: String,
    /// Whether it requests a stream.
    pub stream: bool,
    /// Whether it requests the usage at the end of the stream.
    pub include_usage: bool,
    /// The conversation.
    pub messages: Vec<Message>,
    /// The names of the offered tools.
    pub tools: Vec<String>,
    /// The whole body, as sent.
    pub body: Value,
}

/// One entry of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `system`, `user`, `assistant`, `tool` ...
    pub role: String,
    /// The message's text, with its parts joined.
    pub text: String,
    /// The pictures in the message, decoded.
    pub pictures: Vec<Picture>,
    /// The earlier reasoning that is sent back to the model with it; empty if there is none.
    pub reasoning: String,
    /// The tool calls in the message.
    pub calls: Vec<Call>,
    /// The id of the call whose result it is.
    pub call_id: Option<String>,
}

/// A picture in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// `image/jpeg` ...
    pub media_type: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A tool call in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments, as sent.
    pub arguments: String,
}

impl Request {
    /// Returns the system prompt; empty if there is none.
    pub fn system(&self) -> &str {
        self.last_text(|message| matches!(message.role.as_str(), "system" | "developer"))
    }

    /// Returns the person's last message, without the [present](Self::present) below it; empty if there is none.
    pub fn last_user(&self) -> &str {
        self.question().0
    }

    /// Returns the gateway's note below the person's last message, which begins with the time; empty if there is none.
    pub fn present(&self) -> &str {
        self.question().1
    }

    /// Returns all of the gateway's own text: the system prompt, and the [present](Self::present).
    pub fn told(&self) -> String {
        format!("{}{}", self.system(), self.present())
    }

    fn question(&self) -> (&str, &str) {
        let text = self.last_text(|message| message.role == "user");
        text.split_at(text.rfind(PRESENT).unwrap_or(text.len()))
    }

    /// Returns the tool results at the end of the conversation, in order; empty if it ends otherwise.
    pub fn tool_results(&self) -> Vec<&str> {
        let results = self.messages.iter().rev().take_while(|message| message.role == "tool");
        let mut texts: Vec<_> = results.map(|message| message.text.as_str()).collect();
        texts.reverse();
        texts
    }

    /// Parses a body.
    ///
    /// # Errors
    /// Returns the API's complaint about the request.
    pub(crate) fn parse(headers: &HeaderMap, body: &[u8]) -> Result<Self, String> {
        let body: Value = serde_json::from_slice(body)
            .map_err(|_| "We could not parse the JSON body of your request.".to_owned())?;
        let key = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let raw = Raw::deserialize(&body).map_err(|error| error.to_string())?;
        let request = Self {
            at: Instant::now(),
            key: key.map(str::to_owned),
            model: raw.model,
            stream: raw.stream.unwrap_or_default(),
            include_usage: body["stream_options"]["include_usage"] == true,
            messages: raw.messages.into_iter().map(Message::parse).collect::<Result<_, _>>()?,
            tools: raw.tools.unwrap_or_default().into_iter().map(|tool| tool.function.name).collect(),
            body,
        };
        request.check()?;
        Ok(request)
    }

    /// Returns the pictures of the whole conversation, in order.
    pub fn pictures(&self) -> Vec<&Picture> {
        self.messages.iter().flat_map(|message| &message.pictures).collect()
    }

    fn last_text(&self, is_wanted: impl Fn(&Message) -> bool) -> &str {
        self.messages.iter().rev().find(|message| is_wanted(message)).map_or("", |message| &message.text)
    }

    fn check(&self) -> Result<(), String> {
        if self.messages.is_empty() {
            return Err("Invalid 'messages': empty array. Expected an array with minimum length 1.".into());
        }
        for name in &self.tools {
            let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
            if !(1..=64).contains(&name.len()) || !name.bytes().all(is_valid) {
                return Err(format!("Invalid tool name {name:?}: expected ^[a-zA-Z0-9_-]{{1,64}}$."));
            }
        }
        self.check_results()
    }

    /// Checks that every call is followed by its result, and every result follows its call.
    fn check_results(&self) -> Result<(), String> {
        let mut open: Vec<&str> = Vec::new();
        for message in &self.messages {
            if let Some(id) = &message.call_id {
                let found = open.iter().position(|open| open == id).ok_or(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with \
                     'tool_calls'.",
                )?;
                open.remove(found);
                continue;
            }
            if let Some(id) = open.first() {
                return Err(unanswered(id));
            }
            open = message.calls.iter().map(|call| call.id.as_str()).collect();
        }
        open.first().map_or(Ok(()), |id| Err(unanswered(id)))
    }
}

fn unanswered(id: &str) -> String {
    format!(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each \
         'tool_call_id'. The following tool_call_ids did not have response messages: {id}"
    )
}

#[derive(Deserialize)]
struct Raw {
    model: String,
    stream: Option<bool>,
    messages: Vec<RawMessage>,
    tools: Option<Vec<RawTool>>,
}

#[derive(Deserialize)]
struct RawMessage {
    role: String,
    #[serde(default)]
    content: Value,
    #[serde(default)]
    reasoning_content: String,
    tool_calls: Option<Vec<RawCall>>,
    tool_call_id: Option<String>,
}

#[derive(Deserialize)]
struct RawCall {
    id: String,
    function: RawFunction,
}

#[derive(Deserialize)]
struct RawFunction {
    name: String,
    arguments: String,
}

#[derive(Deserialize)]
struct RawTool {
    function: RawToolName,
}

#[derive(Deserialize)]
struct RawToolName {
    name: String,
}

impl Message {
    fn parse(raw: RawMessage) -> Result<Self, String> {
        let (mut text, mut pictures) = (String::new(), Vec::new());
        match &raw.content {
            Value::String(whole) => text.clone_from(whole),
            Value::Array(parts) => {
                for part in parts {
                    match part["type"].as_str() {
                        Some("text") => text.push_str(part["text"].as_str().unwrap_or_default()),
                        Some("image_url") if raw.role == "user" => pictures.push(Picture::parse(part)?),
                        kind => {
                            return Err(format!(
                                "Invalid value: {kind:?} in a message with role {:?}.",
                                raw.role
                            ));
                        }
                    }
                }
            }
            _ => {}
        }
        let calls = raw.tool_calls.unwrap_or_default().into_iter().map(|call| Call {
            id: call.id,
            name: call.function.name,
            arguments: call.function.arguments,
        });
        Ok(Self {
            role: raw.role,
            text,
            pictures,
            reasoning: raw.reasoning_content,
            calls: calls.collect(),
            call_id: raw.tool_call_id,
        })
    }
}

impl Picture {
    /// Parses a part with a picture in a data URL.
    fn parse(part: &Value) -> Result<Self, String> {
        let url = part["image_url"]["url"].as_str().ok_or("Missing required parameter: 'image_url.url'.")?;
        let data = url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
        let (media_type, data) = data.ok_or("Failed to download the image from its URL.")?;
        if !["image/png", "image/jpeg", "image/webp", "image/gif"].contains(&media_type) {
            return Err(format!("You uploaded an unsupported image: {media_type}."));
        }
        let bytes = STANDARD.decode(data).map_err(|_| "Invalid base64 image_url.".to_owned())?;
        if bytes.len() > LARGEST_PICTURE {
            return Err("The image is larger than 20 MB.".to_owned());
        }
        Ok(Self { media_type: media_type.to_owned(), bytes })
    }
}
