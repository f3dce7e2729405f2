//! `site_remove_navigation_item`, `site_reorder_navigation`.

use adjutant_domain::ids::ItemId;
use adjutant_macros::tool;
use adjutant_store::{
    db::SyncedTx,
    site::{Item, navigation},
};
use adjutant_texts::site as texts;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Author, asks, asks_what_is_lost,
    described::ItemRow,
    navigation::{self as items, ListedItems, all, listed, own},
    no_such_item, refused, shared,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct RemovedItem {
    /// Whether nothing was removed, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    item: ItemRow,
}

/// Remove an item from the navigation; its page stays. The person confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_remove,
    tags("website", "navigation", "menu", "delete", "destructive")
)]
pub(super) async fn site_remove_navigation_item(
    context: &Context,
    /// From site_list_navigation.
    item_id: ItemId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<RemovedItem>, ToolError> {
    let item = own(context, &item_id).await?;
    let untrusted = item.untrusted.clone();
    let removed = RemovedItem { requires_confirmation: !confirmed, item: (&item).into() };
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(texts::remove_item(&item.label), removed) });
    }
    let author = Author::of(context);
    let what = texts::item_removed(&item.label);
    let remove = async move |tx: &SyncedTx| Ok(navigation::remove(tx, &item_id, &author.by(&what)).await?);
    context.db.write(shared::scope(context), remove).await.map_err(refused)?;
    let message = format!("“{}” is removed from the navigation; site_undo brings it back.", item.label);
    Ok(Outcome { untrusted, ..Outcome::new(message, removed) })
}

async fn asks_to_remove(_: &Context, _: &ItemId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}

/// Put the navigation in another order.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    requirement = asks_to_reorder,
    tags("website", "navigation", "menu")
)]
pub(super) async fn site_reorder_navigation(
    context: &Context,
    /// All of them from site_list_navigation, in their new order.
    #[schemars(length(min = 1, max = 50))]
    item_ids: Vec<ItemId>,
) -> Result<Outcome<ListedItems>, ToolError> {
    let author = Author::of(context);
    let reorder = async move |tx: &SyncedTx| {
        let before = items::in_order(tx, &author.user).await?;
        if let Some(first) = in_order(&before, &item_ids)?.first() {
            navigation::reorder(tx, &first.site_id, &item_ids, &author.by(texts::items_ordered())).await?;
        }
        items::in_order(tx, &author.user).await
    };
    let items = context.db.write(shared::scope(context), reorder).await.map_err(refused)?;
    Ok(listed(&items, |_| "The navigation is in this order now.".to_owned()))
}

async fn asks_to_reorder(context: &Context, item_ids: &[ItemId]) -> Result<CallAssessment, ToolError> {
    let items = all(context).await?;
    let labels: Vec<_> = in_order(&items, item_ids)?.into_iter().map(|item| &*item.label).collect();
    Ok(asks(texts::order_items(&labels), String::new))
}

/// Returns the items in the order of the call, which must name each item once.
fn in_order<'a>(items: &'a [Item], ids: &[ItemId]) -> Result<Vec<&'a Item>, ToolError> {
    let find = |id: &ItemId| items.iter().find(|item| item.item_id == *id).ok_or_else(|| no_such_item(id));
    let ordered: Vec<_> = ids.iter().map(find).collect::<Result<_, _>>()?;
    let named = |item: &&Item| ids.iter().filter(|id| **id == item.item_id).count();
    match items.iter().find(|item| named(item) != 1) {
        None => Ok(ordered),
        Some(item) => Err(ToolError::invalid(format!(
            "field 'item_ids' in arguments names '{}' (“{}”) {} times; every item once fits",
            item.item_id,
            item.label,
            named(&item)
        ))),
    }
}
