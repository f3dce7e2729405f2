//! The sections whose subsections the operator names, such as `[models.NAME]`.

use super::{
    advice, chats, mcp,
    names::{is_agent_name, is_model_name},
};

/// A section whose subsections the operator names.
pub(super) struct Chosen {
    pub(super) section: &'static str,
    pub(super) may_be_named: fn(&str) -> bool,
    /// Describes the names that are allowed.
    pub(super) advice: fn(&str) -> String,
    /// The required key. As long as it is missing, errors about it name the section's place.
    pub(super) required: &'static str,
}

const CHOSEN: [Chosen; 4] = [
    Chosen {
        section: "agents",
        may_be_named: is_agent_name,
        advice: advice::agent_name,
        required: "description",
    },
    Chosen {
        section: "models",
        may_be_named: is_model_name,
        advice: advice::model_name,
        required: "provider",
    },
    Chosen {
        section: "chats",
        may_be_named: chats::may_be_named,
        advice: advice::chat_name,
        required: "instructions",
    },
    Chosen { section: "mcp", may_be_named: mcp::may_be_named, advice: advice::mcp_name, required: "url" },
];

impl Chosen {
    /// Returns the section with this name, if the operator names its subsections.
    pub(super) fn of(section: &str) -> Option<&'static Self> {
        CHOSEN.iter().find(|chosen| chosen.section == section)
    }
}
