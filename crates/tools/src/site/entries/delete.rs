//! `site_delete_collection`, `site_delete_entry`.

use adjutant_domain::{
    ids::{CollectionId, EntryId},
    site::PageStatus,
};
use adjutant_macros::tool;
use adjutant_store::{
    db::SyncedTx,
    site::{collections, entries},
};
use adjutant_texts::site::{entries as texts, pictures as site_pictures};
use schemars::JsonSchema;
use serde::Serialize;

use super::{CollectionRow, EntryRow, no_such_collection, own, showing};
use crate::{
    kit::{CallAssessment, Context, Outcome, ToolError},
    site::{
        Author, asks_what_is_lost, described::title_of, page_of, refused, sections::named, shared, whole,
    },
};

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct DeletedCollection {
    /// Whether nothing was deleted, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    collection: CollectionRow,
    /// How many entries go with it.
    entries: usize,
    /// The sections that show it, which have to go or show another one before the next publish.
    shown_on: Vec<String>,
}

/// Delete a collection with all of its entries. The person sees the loss and confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete_collection,
    tags("website", "collection", "delete", "destructive")
)]
pub(in crate::site) async fn site_delete_collection(
    context: &Context,
    /// From site_list_collections.
    collection_id: CollectionId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedCollection>, ToolError> {
    let missing = || no_such_collection(&collection_id);
    let site = whole(context).await?.ok_or_else(missing)?;
    let found = site.collections.iter().find(|it| it.collection_id == collection_id);
    let collection = found.ok_or_else(missing)?;
    let own = site.entries.iter().filter(|entry| entry.collection_id == collection_id);
    let published = own.clone().filter(|entry| entry.status == PageStatus::Published).count();
    let entries = own.count();
    let mut untrusted = collection.untrusted.clone();
    let mut shown_on = Vec::new();
    for section in showing(&site, &collection_id) {
        let Some(page) = page_of(&site, &section.page_id) else { continue };
        shown_on.push(site_pictures::place(&page.title, named(&section.template, &title_of(section))));
        untrusted = untrusted.and(&page.untrusted).and(&section.untrusted);
    }
    let lost = texts::delete_collection(&collection.title, (entries, published), &shown_on);
    let output = DeletedCollection {
        requires_confirmation: !confirmed,
        collection: collection.into(),
        entries,
        shown_on,
    };
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(lost, output) });
    }
    let author = Author::of(context);
    let what = texts::collection_deleted(&collection.title);
    let id = collection_id.clone();
    let delete = async move |tx: &SyncedTx| Ok(collections::delete(tx, &id, &author.by(&what)).await?);
    context.db.write(shared::scope(context), delete).await.map_err(refused)?;
    let message = format!("The collection “{}” is deleted; site_undo brings it back.", collection.title);
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

async fn asks_to_delete_collection(
    _: &Context,
    _: &CollectionId,
    _: &bool,
) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct DeletedEntry {
    /// Whether nothing was deleted, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    entry: EntryRow,
}

/// Delete an entry of a collection; a published one goes from the public website at the next publish. The person
/// confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete_entry,
    tags("website", "collection", "entry", "delete", "destructive")
)]
pub(in crate::site) async fn site_delete_entry(
    context: &Context,
    /// From site_list_entries.
    entry_id: EntryId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedEntry>, ToolError> {
    let (entry, collection) = own(context, &entry_id).await?;
    let is_published = entry.status == PageStatus::Published;
    let lost = texts::delete_entry(&entry.title, &collection.title, is_published);
    let untrusted = [&entry.untrusted, &collection.untrusted].into_iter().collect();
    let output = DeletedEntry { requires_confirmation: !confirmed, entry: (&entry).into() };
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(lost, output) });
    }
    let author = Author::of(context);
    let what = texts::entry_deleted(&entry.title, &collection.title);
    let delete = async move |tx: &SyncedTx| Ok(entries::delete(tx, &entry_id, &author.by(&what)).await?);
    context.db.write(shared::scope(context), delete).await.map_err(refused)?;
    let message =
        format!("“{}” is deleted from “{}”; site_undo brings it back.", entry.title, collection.title);
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

async fn asks_to_delete_entry(_: &Context, _: &EntryId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}
