//! The simulated methods of the Bot API.

/// A method of the Bot API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the platform's own")]
pub enum Method {
    GetMe,
    GetUpdates,
    SetWebhook,
    DeleteWebhook,
    GetWebhookInfo,
    SendMessage,
    SendPhoto,
    SendVideo,
    SendAudio,
    SendVoice,
    SendDocument,
    SendMediaGroup,
    EditMessageText,
    EditMessageCaption,
    EditMessageReplyMarkup,
    DeleteMessage,
    AnswerCallbackQuery,
    SendChatAction,
    SetMessageReaction,
    SetMyCommands,
    GetMyCommands,
    GetFile,
}

impl Method {
    /// Returns whether the method writes to a chat.
    pub(crate) fn writes(self) -> bool {
        match self {
            Self::SendMessage
            | Self::SendPhoto
            | Self::SendVideo
            | Self::SendAudio
            | Self::SendVoice
            | Self::SendDocument
            | Self::SendMediaGroup
            | Self::EditMessageText
            | Self::EditMessageCaption
            | Self::EditMessageReplyMarkup
            | Self::DeleteMessage
            | Self::SendChatAction
            | Self::SetMessageReaction => true,
            Self::GetMe
            | Self::GetUpdates
            | Self::SetWebhook
            | Self::DeleteWebhook
            | Self::GetWebhookInfo
            | Self::AnswerCallbackQuery
            | Self::SetMyCommands
            | Self::GetMyCommands
            | Self::GetFile => false,
        }
    }

    /// Finds a method by name, in any case, as the Bot API does.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "getme" => Self::GetMe,
            "getupdates" => Self::GetUpdates,
            "setwebhook" => Self::SetWebhook,
            "deletewebhook" => Self::DeleteWebhook,
            "getwebhookinfo" => Self::GetWebhookInfo,
            "sendmessage" => Self::SendMessage,
            "sendphoto" => Self::SendPhoto,
            "sendvideo" => Self::SendVideo,
            "sendaudio" => Self::SendAudio,
            "sendvoice" => Self::SendVoice,
            "senddocument" => Self::SendDocument,
            "sendmediagroup" => Self::SendMediaGroup,
            "editmessagetext" => Self::EditMessageText,
            "editmessagecaption" => Self::EditMessageCaption,
            "editmessagereplymarkup" => Self::EditMessageReplyMarkup,
            "deletemessage" => Self::DeleteMessage,
            "answercallbackquery" => Self::AnswerCallbackQuery,
            "sendchataction" => Self::SendChatAction,
            "setmessagereaction" => Self::SetMessageReaction,
            "setmycommands" => Self::SetMyCommands,
            "getmycommands" => Self::GetMyCommands,
            "getfile" => Self::GetFile,
            _ => return None,
        })
    }
}
