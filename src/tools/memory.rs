//! `memory_search`, `memory_save`, `memory_update`, `memory_delete`: the person's own notes.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kit::{
    AnyTool, Asks, Category, Context, Meta, Nothing, Offer, Outcome, Permission, Preparation, Requirement,
    Risk, Tier, Tool, ToolError, Toolset,
};
use crate::{
    ids::NoteId,
    memory::{self, Found, Query},
};

/// Results of a search that names no number, and the most that one may name.
const TOP_K: i64 = 5;

/// How much of a note a prompt shows, in characters.
const SHOWN: usize = 200;

/// What the person asked to be remembered.
pub(super) struct Memory;

#[async_trait]
impl Toolset for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn tools(&self) -> Vec<Arc<dyn AnyTool>> {
        vec![Arc::new(Search), Arc::new(Save), Arc::new(Update), Arc::new(Delete)]
    }

    async fn prepare(&self, _: &Preparation<'_>, offer: &mut Offer) -> anyhow::Result<()> {
        offer.prompt(PROMPT);
        Ok(())
    }
}

const PROMPT: &str = "\
You remember through the memory tools only: search before you say that you do not know something about the person, and \
save durable facts, preferences and decisions they tell you.";

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

#[derive(Serialize, JsonSchema)]
struct Matches {
    /// Best first.
    matches: Vec<Found>,
}

#[derive(Serialize, JsonSchema)]
struct Noted {
    note_id: NoteId,
}

#[async_trait]
impl Tool for Search {
    type Args = SearchArgs;
    type Output = Matches;
    const META: Meta = Meta::new(
        "memory_search",
        "Search what this person asked you to remember. Use it before saying that you do not know something of them.",
        Category::Memory,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["memory", "note", "search"]);

    async fn execute(&self, context: &Context, arguments: SearchArgs) -> Result<Outcome<Matches>, ToolError> {
        let SearchArgs { query, top_k, include_conversation, tags } = arguments;
        let user = context.user.user_id.clone();
        let turn = context.turn_id.clone();
        let tags = memory::normalise_tags(&tags);
        let query = Query { text: query, tags, top_k, include_conversation, turn };
        let matches = context.db.read(async move |tx| memory::search(tx, &user, &query).await).await?;
        let found = match matches.len() {
            0 => "Nothing was found.".to_owned(),
            1 => "Found 1 match.".to_owned(),
            many => format!("Found {many} matches."),
        };
        let untrusted = matches.iter().find_map(|found| found.untrusted.clone());
        Ok(Outcome { untrusted, ..Outcome::new(found, Matches { matches }) })
    }
}

#[async_trait]
impl Tool for Save {
    type Args = SaveArgs;
    type Output = Noted;
    const META: Meta = Meta::new(
        "memory_save",
        "Remember a durable fact, preference, decision or corrected procedure of this person, in one sentence.",
        Category::Memory,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Write])
    .tags(&["memory", "note", "create"])
    .idempotent();

    async fn requirement(&self, _: &Context, arguments: &SaveArgs) -> Result<Requirement, ToolError> {
        Ok(Requirement::policy(format!("Remember: “{}”", shown(&arguments.content))))
    }

    async fn execute(&self, context: &Context, arguments: SaveArgs) -> Result<Outcome<Noted>, ToolError> {
        let (user, now) = (context.user.user_id.clone(), context.clock.millis());
        let note_id = NoteId::of(&context.call_id);
        let (id, tags) = (note_id.clone(), memory::normalise_tags(&arguments.tags));
        let content = arguments.content;
        context.db.write(async move |tx| memory::save(tx, &user, id, &content, tags, now).await).await?;
        Ok(Outcome::new("Saved.", Noted { note_id }))
    }
}

#[async_trait]
impl Tool for Update {
    type Args = UpdateArgs;
    type Output = Noted;
    const META: Meta = Meta::new(
        "memory_update",
        "Replace what a saved note says, when something remembered has changed or was wrong.",
        Category::Memory,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["memory", "note", "update"])
    .idempotent();

    async fn requirement(&self, context: &Context, arguments: &UpdateArgs) -> Result<Requirement, ToolError> {
        let before = note(context, &arguments.note_id).await?;
        let changes = format!("- {}\n+ {}", shown(&before), shown(&arguments.content));
        Ok(Requirement::policy("Change a note").preview(changes))
    }

    async fn execute(&self, context: &Context, arguments: UpdateArgs) -> Result<Outcome<Noted>, ToolError> {
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
        Ok(Outcome::new("Updated.", Noted { note_id }))
    }
}

#[async_trait]
impl Tool for Delete {
    type Args = DeleteArgs;
    type Output = Nothing;
    const META: Meta = Meta::new(
        "memory_delete",
        "Delete a saved note for good. The person is asked first.",
        Category::Memory,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["memory", "note", "delete", "destructive"])
    .asks(Asks::Always)
    .idempotent();

    async fn requirement(&self, context: &Context, arguments: &DeleteArgs) -> Result<Requirement, ToolError> {
        let content = note(context, &arguments.note_id).await?;
        let what = format!("Delete the note “{}”", shown(&content));
        Ok(Requirement::ask(what, "A deleted note cannot be brought back."))
    }

    async fn execute(&self, context: &Context, arguments: DeleteArgs) -> Result<Outcome<Nothing>, ToolError> {
        let (user, id) = (context.user.user_id.clone(), NoteId(arguments.note_id));
        let found = context.db.write(async move |tx| memory::delete(tx, &user, &id).await).await?;
        let message = if found { "Deleted." } else { "It was deleted already." };
        Ok(Outcome::done(message))
    }
}

/// What a note says, before something is done to it.
async fn note(context: &Context, id: &str) -> Result<String, ToolError> {
    let (user, id) = (context.user.user_id.clone(), NoteId(id.to_owned()));
    let wanted = id.clone();
    let note = context.db.read(async move |tx| memory::get(tx, &user, &wanted).await).await?;
    Ok(note.ok_or_else(|| no_such_note(&id))?.content)
}

fn shown(content: &str) -> String {
    match content.char_indices().nth(SHOWN) {
        // What is not shown is at least not hidden.
        Some((end, _)) => format!("{}… ({} characters in all)", &content[..end], content.chars().count()),
        None => content.to_owned(),
    }
}

fn no_such_note(id: &NoteId) -> ToolError {
    ToolError::not_found(format!("there is no note '{id}'; memory_search gives the ids there are"))
}
