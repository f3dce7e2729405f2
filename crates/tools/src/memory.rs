//! `memory_search`, `memory_save`, `memory_update`, `memory_delete`: the person's own notes.

use std::{ops::Not, sync::Arc};

use adjutant_domain::{
    ids::{NoteId, TurnId},
    notes::Unfit,
    origin::Sources,
    scope::Scope,
};
use adjutant_memory::{self as memory, Query, Saved, SearchResult, SearchResults};
use adjutant_store::{
    db::{SyncedTx, Tx},
    documents,
    notes::{Note, Source},
    turns,
};
use adjutant_texts::{for_model, memory as texts, tools::notes as words};
use anyhow::Result;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    kit::{
        ApprovalMode, CallAssessment, Category, Context, DynTool, Meta, NoFields, OnDemand, Outcome,
        Permission, Risk, SessionView, Tier, Tool, ToolError, Toolset, ToolsetOffer,
    },
    vault,
};

/// The number of results of a search that names none.
const TOP_K: i64 = 5;

/// The toolset for the person's notes.
pub(super) struct Memory;

#[async_trait]
impl Toolset for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known =
            OnDemand::new("change and delete saved notes").core(&[Search::META.name, Save::META.name]);
        Some(known.tags(TAGS).opened_by(OPENED_BY))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(Search), Arc::new(Save), Arc::new(Update), Arc::new(Delete)]
    }

    async fn prepare(&self, _: &SessionView<'_>, offer: &mut ToolsetOffer) -> Result<()> {
        offer.prompt(PROMPT);
        Ok(())
    }
}

/// Words of a message that plainly changes notes.
const OPENED_BY: [&str; 6] =
    ["forget about", "forget everything", "forget my", "forget that", "forget what", "memories"];

/// Search words for changes of notes.
const TAGS: &str = "\
    cancel change changed correct correction erase fix forget memory mistake outdated remember remove \
    replace rewrite saved told update wrong";

const PROMPT: &str = "\
Memory: search before you say that you do not know something about the person; save durable facts, preferences and \
decisions that they tell you. The person is shown each change: do not repeat it.";

struct Search;
struct Save;
struct Update;
struct Delete;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchArgs {
    /// Plain words.
    #[schemars(length(min = 1))]
    query: String,
    /// Most results.
    #[serde(default = "top_k")]
    #[schemars(range(min = 1, max = 20))]
    top_k: i64,
    /// Also in earlier conversations.
    #[serde(default)]
    include_conversation: bool,
    /// Notes with all of these.
    #[serde(default)]
    tags: Vec<String>,
}

fn top_k() -> i64 {
    TOP_K
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveArgs {
    /// One self-contained sentence.
    #[schemars(length(min = 1))]
    content: String,
    /// At most 16 words to find it by.
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateArgs {
    /// From memory_search or memory_save.
    note_id: String,
    /// As in memory_save.
    #[schemars(length(min = 1))]
    content: String,
    /// New tags; else the old ones stay.
    tags: Option<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeleteArgs {
    /// From memory_search or memory_save.
    note_id: String,
}

#[derive(Serialize, JsonSchema)]
struct Matches {
    /// Best first.
    matches: Vec<SearchResult>,
}

#[derive(Serialize, JsonSchema)]
struct Noted {
    /// The note with this content: a new one, or an older one that said the same.
    note_id: NoteId,
    /// Whether it is an older one.
    #[serde(skip_serializing_if = "Not::not")]
    #[schemars(default)]
    existed: bool,
}

#[async_trait]
impl Tool for Search {
    type Args = SearchArgs;
    type Output = Matches;
    const META: Meta = Meta::new(
        "memory_search",
        "Search this person's notes and saved documents.",
        Category::Memory,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["memory", "note", "search"]);

    async fn execute(&self, context: &Context, arguments: SearchArgs) -> Result<Outcome<Matches>, ToolError> {
        let SearchArgs { query, top_k, include_conversation, tags } = arguments;
        let query = Query {
            user: context.user.user_id.clone(),
            text: query,
            tags: memory::normalise_tags(&tags),
            top_k,
            include_conversation,
            include_documents: true,
            scope: context.session.scope(),
            turn: Some(context.turn_id.clone()),
        };
        let is_everywhere = query.scope == Scope::Everything;
        let SearchResults { found: matches, keyword_only } = context.memory.search(query).await?;
        let title = words::found(matches.len());
        let mut message = for_model(|| words::found(matches.len()));
        if is_everywhere {
            let user = context.user.user_id.clone();
            let counts = context.db.read(async move |tx| documents::counts(tx, &user).await).await?;
            if counts.waiting > 0 {
                message = texts::documents_wait(&message, counts.waiting);
            }
        } else {
            message = texts::group_scope_remark(&message);
        }
        if let Some(why) = keyword_only {
            message = texts::by_words_only(&message, &why);
        }
        let untrusted = matches.iter().map(|found| &found.untrusted).collect();
        Ok(Outcome { untrusted, ..Outcome::new(message, Matches { matches }).titled(title) })
    }
}

#[async_trait]
impl Tool for Save {
    type Args = SaveArgs;
    type Output = Noted;
    const META: Meta = Meta::new(
        "memory_save",
        "Remember a durable fact, preference, decision or corrected procedure of this person.",
        Category::Memory,
        Tier::SideEffecting,
    )
    .risk(Risk::Safe)
    .needs(&[Permission::Write])
    .tags(&["memory", "note", "create"])
    .idempotent();

    async fn requirement(&self, _: &Context, arguments: &SaveArgs) -> Result<CallAssessment, ToolError> {
        let tags = memory::normalise_tags(&arguments.tags);
        Ok(CallAssessment::by_policy(words::remember(&arguments.content, &tags)))
    }

    async fn execute(&self, context: &Context, arguments: SaveArgs) -> Result<Outcome<Noted>, ToolError> {
        let (user, now) = (context.user.user_id.clone(), context.clock.timestamp());
        let note_id = NoteId::of(&context.call_id);
        let (id, tags) = (note_id.clone(), memory::normalise_tags(&arguments.tags));
        let content = arguments.content;
        let origin = Origin::of(context);
        // A receipt is shortened, so secrets are redacted first.
        let secrets = vault::filter(context).await?;
        let receipt = texts::remembered(&secrets.redact(&content));
        let limits = context.config.limits.of_notes();
        let save = async move |tx: &SyncedTx| {
            memory::ensure_room(tx, &user, &id, &content, limits).await?;
            let source = origin.source(tx, &content).await?;
            memory::save(tx, &user, id.clone(), (&content, tags.clone()), source, now).await
        };
        Ok(match context.db.write(context.person_scope(), save).await.map_err(refused)? {
            Saved::New => Outcome::new("Saved.", Noted { note_id, existed: false }).receipt(receipt),
            Saved::Same(Note { note_id, content, .. }) => {
                Outcome::new(texts::duplicate_note(&content), Noted { note_id, existed: true })
                    .titled(words::noted_already())
                    .receipt(texts::remembered_already(&secrets.redact(&content)))
            }
        })
    }
}

#[async_trait]
impl Tool for Update {
    type Args = UpdateArgs;
    type Output = Noted;
    const META: Meta =
        Meta::new("memory_update", "Replace what a saved note says.", Category::Memory, Tier::SideEffecting)
            .needs(&[Permission::Write])
            .tags(&["memory", "note", "update"])
            .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &UpdateArgs,
    ) -> Result<CallAssessment, ToolError> {
        let before = note(context, &arguments.note_id).await?;
        let tags = arguments.tags.as_deref().map(memory::normalise_tags);
        let changes = words::changes(&before, &arguments.content, tags.as_deref());
        Ok(CallAssessment::by_policy(words::change()).preview(changes))
    }

    async fn execute(&self, context: &Context, arguments: UpdateArgs) -> Result<Outcome<Noted>, ToolError> {
        let (user, now) = (context.user.user_id.clone(), context.clock.timestamp());
        let (note_id, scope) = (NoteId(arguments.note_id), context.session.scope());
        let (id, content) = (note_id.clone(), arguments.content);
        let tags = arguments.tags.map(|tags| memory::normalise_tags(&tags));
        let receipt = texts::changed(&vault::filter(context).await?.redact(&content));
        let origin = Origin::of(context);
        let limits = context.config.limits.of_notes();
        let update = async move |tx: &SyncedTx| {
            if memory::get_in(tx, &user, &id, &scope).await?.is_none() {
                return Ok(false);
            }
            memory::ensure_room(tx, &user, &id, &content, limits).await?;
            let source = origin.source(tx, &content).await?;
            memory::update(tx, &user, &id, &content, tags.as_deref(), &source, now).await
        };
        if !context.db.write(context.person_scope(), update).await.map_err(refused)? {
            return Err(no_such_note(&note_id));
        }
        Ok(Outcome::new("Updated.", Noted { note_id, existed: false }).receipt(receipt))
    }
}

#[async_trait]
impl Tool for Delete {
    type Args = DeleteArgs;
    type Output = NoFields;
    const META: Meta =
        Meta::new("memory_delete", "Delete a saved note for good.", Category::Memory, Tier::SideEffecting)
            .risk(Risk::High)
            .needs(&[Permission::Write])
            .tags(&["memory", "note", "delete", "destructive"])
            .asks(ApprovalMode::Always)
            .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &DeleteArgs,
    ) -> Result<CallAssessment, ToolError> {
        let content = note(context, &arguments.note_id).await?;
        Ok(CallAssessment::must_ask(words::delete(&content), words::is_gone()))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: DeleteArgs,
    ) -> Result<Outcome<NoFields>, ToolError> {
        let (user, now) = (context.user.user_id.clone(), context.clock.timestamp());
        let (id, scope) = (NoteId(arguments.note_id), context.session.scope());
        let delete = async move |tx: &SyncedTx| {
            let note = memory::get_in(tx, &user, &id, &scope).await?;
            if note.is_some() {
                memory::delete(tx, &user, &id, now).await?;
            }
            Ok(note)
        };
        let secrets = vault::filter(context).await?;
        Ok(match context.db.write(context.person_scope(), delete).await? {
            Some(note) => Outcome::done("Deleted.").receipt(texts::deleted(&secrets.redact(&note.content))),
            None => Outcome::done("It was deleted already."),
        })
    }
}

/// Returns a note's text without secrets, before it is changed or deleted. In a group, a note that must not be seen
/// there is not found.
async fn note(context: &Context, id: &str) -> Result<String, ToolError> {
    let (user, id) = (context.user.user_id.clone(), NoteId(id.to_owned()));
    let (wanted, scope) = (id.clone(), context.session.scope());
    let find = async move |tx: &Tx| memory::get_in(tx, &user, &wanted, &scope).await;
    let note = context.db.read(find).await?.ok_or_else(|| no_such_note(&id))?;
    Ok(vault::filter(context).await?.redact(&note.content).into_owned())
}

/// Returns the error that tells the model to correct a text which no note can hold.
fn refused(error: anyhow::Error) -> ToolError {
    match error.downcast::<Unfit>() {
        Ok(full @ (Unfit::TooMany(_) | Unfit::NoRoom)) => ToolError::rejected(full.to_string()),
        Ok(unfit) => ToolError::invalid(unfit.to_string()),
        Err(error) => ToolError::Internal(error),
    }
}

/// The origin of a note's content.
struct Origin {
    turn: TurnId,
    /// The source if the model had chosen the words.
    by_model: Source,
}

impl Origin {
    fn of(context: &Context) -> Self {
        let by_model = Source {
            session_id: Some(context.session.conversation().clone()),
            message_id: context.message_id.clone(),
            untrusted: context.untrusted.clone(),
        };
        Self { turn: context.turn_id.clone(), by_model }
    }

    /// Returns the source of `content`. Words that the person wrote in this turn are their own, whatever else the turn
    /// holds. Other words stay marked even if the person approved the call: they may steer whoever reads them later.
    async fn source(&self, tx: &Tx, content: &str) -> Result<Source> {
        let Self { turn, by_model } = self;
        let is_own = !by_model.untrusted.is_empty()
            && turns::entries(tx, turn).await?.iter().any(|entry| entry.is_own_and_says(content));
        let untrusted = if is_own { Sources::OWN } else { by_model.untrusted.clone() };
        Ok(Source { untrusted, ..by_model.clone() })
    }
}

fn no_such_note(id: &NoteId) -> ToolError {
    ToolError::not_found(format!("there is no note '{id}'; memory_search lists the existing ids"))
}
