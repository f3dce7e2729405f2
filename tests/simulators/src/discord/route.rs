//! The simulated routes of the REST API.

use axum::http::Method as Verb;
use percent_encoding::percent_decode_str;

use super::limits::{Bucket, BucketKind};

/// The kind of a request, without its ids, the same for commands of a guild and global ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the platform's own")]
pub enum Method {
    GetGateway,
    GetGatewayBot,
    GetCurrentUser,
    GetCurrentApplication,
    CreateDm,
    GetChannel,
    /// Threads only.
    EditChannel,
    /// A thread; the bot lacks the permission.
    DeleteChannel,
    GetGuildMember,
    ListMessages,
    GetMessage,
    CreateMessage,
    EditMessage,
    DeleteMessage,
    Typing,
    AddReaction,
    RemoveReaction,
    StartThread,
    ListCommands,
    OverwriteCommands,
    CreateCommand,
    EditCommand,
    DeleteCommand,
    /// The first answer to an interaction.
    InteractionCallback,
    /// `/webhooks/{application}/{token}`.
    CreateFollowup,
    /// `/webhooks/{application}/{token}/messages/...`, `@original` and others.
    GetResponse,
    EditResponse,
    DeleteResponse,
}

impl Method {
    /// Returns whether the request writes to a channel.
    pub(crate) fn writes(self) -> bool {
        matches!(
            self,
            Self::CreateMessage
                | Self::EditMessage
                | Self::DeleteMessage
                | Self::Typing
                | Self::AddReaction
                | Self::RemoveReaction
                | Self::StartThread
                | Self::CreateFollowup
                | Self::EditResponse
                | Self::DeleteResponse
        )
    }
}

/// A request, with the ids in its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    GetGateway,
    GetGatewayBot,
    GetCurrentUser,
    GetCurrentApplication,
    CreateDm,
    GetChannel { channel: u64 },
    EditChannel { channel: u64 },
    DeleteChannel { channel: u64 },
    GetGuildMember { guild: u64, user: u64 },
    ListMessages { channel: u64 },
    GetMessage { channel: u64, message: u64 },
    CreateMessage { channel: u64 },
    EditMessage { channel: u64, message: u64 },
    DeleteMessage { channel: u64, message: u64 },
    Typing { channel: u64 },
    AddReaction { channel: u64, message: u64, emoji: String },
    RemoveReaction { channel: u64, message: u64, emoji: String },
    StartThread { channel: u64, message: u64 },
    Commands(CommandRoute),
    Interaction(InteractionRoute),
}

/// A request that needs the interaction's token instead of the bot's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InteractionRoute {
    Callback {
        interaction: u64,
        token: String,
    },
    CreateFollowup {
        application: u64,
        token: String,
    },
    /// `message` is `None` for `@original`.
    GetResponse {
        application: u64,
        token: String,
        message: Option<u64>,
    },
    EditResponse {
        application: u64,
        token: String,
        message: Option<u64>,
    },
    DeleteResponse {
        application: u64,
        token: String,
        message: Option<u64>,
    },
}

/// A request for application commands, of a guild or global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandRoute {
    pub(crate) application: u64,
    pub(crate) guild: Option<u64>,
    pub(crate) action: CommandAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandAction {
    List,
    Overwrite,
    Create,
    Edit(u64),
    Delete(u64),
}

impl Route {
    /// Parses a path behind `/api/v10/`.
    pub(crate) fn parse(verb: &Verb, path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.split('/').collect();
        match parts.as_slice() {
            ["channels", channel, rest @ ..] => Self::of_channel(verb, id(channel)?, rest),
            ["applications", application, rest @ ..] if *application != "@me" => {
                CommandRoute::parse(verb, id(application)?, rest).map(Self::Commands)
            }
            ["interactions" | "webhooks", ..] => InteractionRoute::parse(verb, &parts).map(Self::Interaction),
            ["guilds", guild, "members", user] if verb == Verb::GET => {
                Some(Self::GetGuildMember { guild: id(guild)?, user: id(user)? })
            }
            ["users", "@me", "channels"] if verb == Verb::POST => Some(Self::CreateDm),
            _ if verb != Verb::GET => None,
            ["gateway"] => Some(Self::GetGateway),
            ["gateway", "bot"] => Some(Self::GetGatewayBot),
            ["users", "@me"] => Some(Self::GetCurrentUser),
            ["applications", "@me"] | ["oauth2", "applications", "@me"] => Some(Self::GetCurrentApplication),
            _ => None,
        }
    }

    fn of_channel(verb: &Verb, channel: u64, rest: &[&str]) -> Option<Self> {
        Some(match (verb.as_str(), rest) {
            ("GET", []) => Self::GetChannel { channel },
            ("PATCH", []) => Self::EditChannel { channel },
            ("DELETE", []) => Self::DeleteChannel { channel },
            ("POST", ["typing"]) => Self::Typing { channel },
            ("GET", ["messages"]) => Self::ListMessages { channel },
            ("POST", ["messages"]) => Self::CreateMessage { channel },
            (_, ["messages", message, rest @ ..]) => {
                return Self::of_message(verb, channel, id(message)?, rest);
            }
            _ => return None,
        })
    }

    fn of_message(verb: &Verb, channel: u64, message: u64, rest: &[&str]) -> Option<Self> {
        Some(match (verb.as_str(), rest) {
            ("GET", []) => Self::GetMessage { channel, message },
            ("PATCH", []) => Self::EditMessage { channel, message },
            ("DELETE", []) => Self::DeleteMessage { channel, message },
            ("POST", ["threads"]) => Self::StartThread { channel, message },
            ("PUT", ["reactions", emoji, "@me"]) => {
                Self::AddReaction { channel, message, emoji: decode(emoji) }
            }
            ("DELETE", ["reactions", emoji, "@me"]) => {
                Self::RemoveReaction { channel, message, emoji: decode(emoji) }
            }
            _ => return None,
        })
    }

    pub(crate) fn method(&self) -> Method {
        match self {
            Self::GetGateway => Method::GetGateway,
            Self::GetGatewayBot => Method::GetGatewayBot,
            Self::GetCurrentUser => Method::GetCurrentUser,
            Self::GetCurrentApplication => Method::GetCurrentApplication,
            Self::CreateDm => Method::CreateDm,
            Self::GetChannel { .. } => Method::GetChannel,
            Self::EditChannel { .. } => Method::EditChannel,
            Self::DeleteChannel { .. } => Method::DeleteChannel,
            Self::GetGuildMember { .. } => Method::GetGuildMember,
            Self::ListMessages { .. } => Method::ListMessages,
            Self::GetMessage { .. } => Method::GetMessage,
            Self::CreateMessage { .. } => Method::CreateMessage,
            Self::EditMessage { .. } => Method::EditMessage,
            Self::DeleteMessage { .. } => Method::DeleteMessage,
            Self::Typing { .. } => Method::Typing,
            Self::AddReaction { .. } => Method::AddReaction,
            Self::RemoveReaction { .. } => Method::RemoveReaction,
            Self::StartThread { .. } => Method::StartThread,
            Self::Commands(route) => route.method(),
            Self::Interaction(route) => route.method(),
        }
    }

    /// Returns the bucket shared by requests with the same major parameter; `None` means unlimited.
    pub(crate) fn bucket(&self) -> Option<Bucket> {
        let (kind, major) = match self {
            Self::CreateMessage { channel } => (BucketKind::Creates, channel.to_string()),
            Self::EditMessage { channel, .. } => (BucketKind::Edits, channel.to_string()),
            Self::DeleteMessage { channel, .. } => (BucketKind::Deletes, channel.to_string()),
            Self::Typing { channel } => (BucketKind::Typing, channel.to_string()),
            Self::StartThread { channel, .. } | Self::EditChannel { channel } => {
                (BucketKind::Threads, channel.to_string())
            }
            Self::AddReaction { channel, .. } | Self::RemoveReaction { channel, .. } => {
                (BucketKind::Reactions, channel.to_string())
            }
            Self::ListMessages { channel } | Self::GetMessage { channel, .. } => {
                (BucketKind::Reads, channel.to_string())
            }
            Self::Commands(CommandRoute { guild, action, .. }) => (action.bucket(), format!("{guild:?}")),
            Self::Interaction(InteractionRoute::Callback { .. }) => return None,
            Self::Interaction(route) => (BucketKind::Webhooks, route.token().to_owned()),
            Self::GetChannel { channel } | Self::DeleteChannel { channel } => {
                (BucketKind::Others, channel.to_string())
            }
            Self::GetGuildMember { guild, .. } => (BucketKind::Others, guild.to_string()),
            _ => (BucketKind::Others, format!("{:?}", self.method())),
        };
        Some(Bucket { kind, major })
    }

    /// Returns whether the bot's global limit applies. It does not apply to interactions, which have tokens of their
    /// own.
    pub(crate) fn is_of_bot(&self) -> bool {
        !matches!(self, Self::Interaction(_))
    }
}

impl InteractionRoute {
    fn parse(verb: &Verb, parts: &[&str]) -> Option<Self> {
        let target = |name: &str| match name {
            "@original" => Some(None),
            message => id(message).map(Some),
        };
        Some(match (verb.as_str(), parts) {
            ("POST", ["interactions", interaction, token, "callback"]) => {
                Self::Callback { interaction: id(interaction)?, token: (*token).to_owned() }
            }
            ("POST", ["webhooks", application, token]) => {
                Self::CreateFollowup { application: id(application)?, token: (*token).to_owned() }
            }
            (verb, ["webhooks", application, token, "messages", message]) => {
                let (application, token) = (id(application)?, (*token).to_owned());
                let message = target(message)?;
                match verb {
                    "GET" => Self::GetResponse { application, token, message },
                    "PATCH" => Self::EditResponse { application, token, message },
                    "DELETE" => Self::DeleteResponse { application, token, message },
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn method(&self) -> Method {
        match self {
            Self::Callback { .. } => Method::InteractionCallback,
            Self::CreateFollowup { .. } => Method::CreateFollowup,
            Self::GetResponse { .. } => Method::GetResponse,
            Self::EditResponse { .. } => Method::EditResponse,
            Self::DeleteResponse { .. } => Method::DeleteResponse,
        }
    }

    fn token(&self) -> &str {
        let (Self::Callback { token, .. }
        | Self::CreateFollowup { token, .. }
        | Self::GetResponse { token, .. }
        | Self::EditResponse { token, .. }
        | Self::DeleteResponse { token, .. }) = self;
        token
    }
}

impl CommandRoute {
    fn parse(verb: &Verb, application: u64, rest: &[&str]) -> Option<Self> {
        let (guild, rest) = match rest {
            ["guilds", guild, rest @ ..] => (Some(id(guild)?), rest),
            rest => (None, rest),
        };
        let action = match (verb.as_str(), rest) {
            ("GET", ["commands"]) => CommandAction::List,
            ("PUT", ["commands"]) => CommandAction::Overwrite,
            ("POST", ["commands"]) => CommandAction::Create,
            ("PATCH", ["commands", command]) => CommandAction::Edit(id(command)?),
            ("DELETE", ["commands", command]) => CommandAction::Delete(id(command)?),
            _ => return None,
        };
        Some(Self { application, guild, action })
    }

    fn method(&self) -> Method {
        match self.action {
            CommandAction::List => Method::ListCommands,
            CommandAction::Overwrite => Method::OverwriteCommands,
            CommandAction::Create => Method::CreateCommand,
            CommandAction::Edit(_) => Method::EditCommand,
            CommandAction::Delete(_) => Method::DeleteCommand,
        }
    }
}

impl CommandAction {
    fn bucket(self) -> BucketKind {
        match self {
            Self::List => BucketKind::Others,
            Self::Overwrite => BucketKind::CommandLists,
            Self::Create | Self::Edit(_) | Self::Delete(_) => BucketKind::Commands,
        }
    }
}

fn id(part: &str) -> Option<u64> {
    part.parse().ok()
}

fn decode(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}
