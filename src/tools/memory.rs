//! `memory_search`, `memory_save`, `memory_update`, `memory_delete`: the person's own notes.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Ask, Context, Registry, Tier, Tool, ToolError};
use crate::{
    ids::NoteId,
    memory::{self, Query},
};

/// Results of a search that names no number, and the most that one may name.
const TOP_K: i64 = 5;

/// How much of a note a prompt shows, in characters.
const SHOWN: usize = 200;

pub(super) fn register(registry: &mut Registry) {
    registry.add(Search);
    registry.add(Save);
    registry.add(Update);
    registry.add(Delete);
}

struct Search;
struct Save;
struct Update;
struct Delete;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchArgs {
    /// What to look for, in plain words.
    #[schemars(length(min = 1))]
    query: String,
    /// How many results at most; 5 unless given.
    #[serde(default = "top_k")]
    #[schemars(range(min = 1, max = 20))]
    top_k: i64,
    /// Also search what was said in earlier conversations.
    #[serde(default)]
    include_conversation: bool,
    /// Only notes that carry every one of these tags.
    #[serde(default)]
    tags: Vec<String>,
}

fn top_k() -> i64 {
    TOP_K
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveArgs {
    /// The fact, preference, decision or working procedure, complete in itself.
    #[schemars(length(min = 1))]
    content: String,
    /// Words to find it by; at most 16 are kept.
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateArgs {
    /// The note to replace, as memory_search or memory_save gave it.
    note_id: String,
    /// What it says from now on.
    #[schemars(length(min = 1))]
    content: String,
    /// Its tags from now on; the old ones stay unless given.
    tags: Option<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeleteArgs {
    /// The note to delete, as memory_search or memory_save gave it.
    note_id: String,
}

#[async_trait]
impl Tool for Search {
    type Args = SearchArgs;
    const NAME: &'static str = "memory_search";
    const DESCRIPTION: &'static str = "Search what this person asked you to remember. Use it before saying that you do not know something of them.";
    const TIER: Tier = Tier::ReadOnly;

    async fn execute(&self, context: &Context, arguments: SearchArgs) -> Result<Value, ToolError> {
        let SearchArgs { query, top_k, include_conversation, tags } = arguments;
        let user = context.user.user_id.clone();
        let turn = context.turn_id.clone();
        let tags = memory::normalise_tags(&tags);
        let query = Query { text: query, tags, top_k, include_conversation, turn };
        let found = context.db.read(async move |tx| memory::search(tx, &user, &query).await).await?;
        Ok(serde_json::to_value(found).map_err(anyhow::Error::from)?)
    }
}

#[async_trait]
impl Tool for Save {
    type Args = SaveArgs;
    const NAME: &'static str = "memory_save";
    const DESCRIPTION: &'static str = "Remember a durable fact, preference, decision or corrected procedure of this person, in one sentence.";
    const TIER: Tier = Tier::SideEffecting;
    const IDEMPOTENT: bool = true;

    async fn execute(&self, context: &Context, arguments: SaveArgs) -> Result<Value, ToolError> {
        let (user, now) = (context.user.user_id.clone(), context.clock.millis());
        let note_id = NoteId::of(&context.call_id);
        let (id, tags) = (note_id.clone(), memory::normalise_tags(&arguments.tags));
        let content = arguments.content;
        context.db.write(async move |tx| memory::save(tx, &user, id, &content, tags, now).await).await?;
        Ok(json!({ "note_id": note_id, "message": "Saved." }))
    }
}

#[async_trait]
impl Tool for Update {
    type Args = UpdateArgs;
    const NAME: &'static str = "memory_update";
    const DESCRIPTION: &'static str =
        "Replace what a saved note says, when something remembered has changed or was wrong.";
    const TIER: Tier = Tier::SideEffecting;
    const IDEMPOTENT: bool = true;

    async fn execute(&self, context: &Context, arguments: UpdateArgs) -> Result<Value, ToolError> {
        let (user, now) = (context.user.user_id.clone(), context.clock.millis());
        let note_id = NoteId(arguments.note_id);
        let (id, content) = (note_id.clone(), arguments.content);
        let tags = arguments.tags.map(|tags| memory::normalise_tags(&tags));
        let found = context
            .db
            .write(async move |tx| memory::update(tx, &user, &id, &content, tags.as_deref(), now).await)
            .await?;
        if !found {
            return Err(no_such_note(&note_id));
        }
        Ok(json!({ "note_id": note_id, "message": "Updated." }))
    }
}

#[async_trait]
impl Tool for Delete {
    type Args = DeleteArgs;
    const NAME: &'static str = "memory_delete";
    const DESCRIPTION: &'static str = "Delete a saved note for good. The person is asked first.";
    const TIER: Tier = Tier::SideEffecting;
    const IDEMPOTENT: bool = true;

    async fn approval(&self, context: &Context, arguments: &DeleteArgs) -> Result<Option<Ask>, ToolError> {
        let (user, id) = (context.user.user_id.clone(), NoteId(arguments.note_id.clone()));
        let wanted = id.clone();
        let note = context.db.read(async move |tx| memory::get(tx, &user, &wanted).await).await?;
        let note = note.ok_or_else(|| no_such_note(&id))?;
        let mut shown: String = note.content.chars().take(SHOWN).collect();
        if shown.len() < note.content.len() {
            shown.push('…');
        }
        Ok(Some(Ask {
            summary: format!("Delete the note “{shown}”"),
            reason: "A deleted note cannot be brought back.".to_owned(),
            pattern: None,
        }))
    }

    async fn execute(&self, context: &Context, arguments: DeleteArgs) -> Result<Value, ToolError> {
        let (user, id) = (context.user.user_id.clone(), NoteId(arguments.note_id));
        let found = context.db.write(async move |tx| memory::delete(tx, &user, &id).await).await?;
        let message = if found { "Deleted." } else { "It was deleted already." };
        Ok(json!({ "message": message }))
    }
}

fn no_such_note(id: &NoteId) -> ToolError {
    ToolError::rejected(format!("there is no note '{id}'; memory_search gives the ids there are"))
}
