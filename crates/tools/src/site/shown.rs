//! Checks that the pictures and collections which a section shows exist.

use adjutant_domain::ids::UserId;
use adjutant_store::db::Tx;
use serde_json::{Map, Value};

use super::{entries, pictures, refused, shared};
use crate::kit::{Context, ToolError};

/// Checks that the pictures and collections of a section are the person's. `field`: the content's name in the
/// arguments.
pub(super) async fn check(
    tx: &Tx,
    user: &UserId,
    field: &str,
    (template, content): (&str, &Map<String, Value>),
) -> anyhow::Result<()> {
    pictures::check(tx, user, field, (template, content)).await?;
    entries::check_shown(tx, user, field, (template, content)).await
}

/// Checks a section's pictures and collections before the person is asked.
pub(super) async fn check_before(
    context: &Context,
    field: &str,
    (template, content): (&str, &Map<String, Value>),
) -> Result<(), ToolError> {
    let (user, field) = (shared::owner(context).clone(), field.to_owned());
    let (template, content) = (template.to_owned(), content.clone());
    let read = async move |tx: &Tx| check(tx, &user, &field, (&template, &content)).await;
    context.db.read(read).await.map_err(refused)
}
