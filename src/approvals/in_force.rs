//! Whether a grant applies at present.

use adjutant_store::grants::Grant;
use serde::Serialize;

use crate::core::Core;

/// Whether a grant applies to the calls of its tool at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InForce {
    Yes,
    /// The tool's server has changed the tool since.
    Changed,
    /// There is no such tool: its server is not connected, or is not set up any more.
    NoTool,
}

/// Returns whether a grant applies at present.
pub(crate) fn in_force(core: &Core, grant: &Grant) -> InForce {
    let Some(tool) = core.tools.known(&grant.tool) else { return InForce::NoTool };
    match &tool.definition.others {
        Some(others) if !grant.as_pattern().is_while_same(&others.fingerprint) => InForce::Changed,
        _ => InForce::Yes,
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{ids::UserId, origin::Sources};
    use adjutant_store::{approvals::Scope, testing::NOW};

    use super::*;
    use crate::testing::Room;

    #[tokio::test]
    async fn a_grant_for_a_tool_that_is_not_there_is_not_in_force() {
        let room = Room::new().await;
        let of = |tool: &str| {
            let grant = Grant {
                grant_id: "grant-1".to_owned(),
                user_id: UserId("user-alice".to_owned()),
                tool: tool.to_owned(),
                pattern: "*".to_owned(),
                label: tool.to_owned(),
                scope: Scope::Always,
                sources: Sources::OWN,
                for_everybody: false,
                by_owner: false,
                preview: None,
                created_at: NOW,
                expires_at: None,
                last_used_at: None,
            };
            in_force(&room.core, &grant)
        };
        assert_eq!((of("memory_save"), of("calc__add")), (InForce::Yes, InForce::NoTool));
    }
}
