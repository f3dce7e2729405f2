//! `site_delete_section`, `site_delete_sections`.

use adjutant_domain::ids::SectionId;
use adjutant_macros::tool;
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{Page, Section, sections},
};
use adjutant_texts::{count, site as texts};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Author, asks_what_is_lost,
    described::{SectionRow, title_of},
    no_such_section, refused,
    sections::{find, named},
    shared,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct DeletedSections {
    /// Whether nothing was deleted, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    sections: Vec<SectionRow>,
    total: usize,
}

/// Delete a section from its page. The person sees it and confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete_one,
    tags("website", "section", "delete", "destructive")
)]
pub(super) async fn site_delete_section(
    context: &Context,
    /// From site_get_page or site_list_sections.
    section_id: SectionId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedSections>, ToolError> {
    delete(context, vec![section_id], confirmed).await
}

async fn asks_to_delete_one(_: &Context, _: &SectionId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}

/// Delete several sections at once, all or none. The person sees them and confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete_many,
    tags("website", "section", "delete", "destructive")
)]
pub(super) async fn site_delete_sections(
    context: &Context,
    /// From site_get_page or site_list_sections.
    #[schemars(length(min = 1, max = 100))]
    section_ids: Vec<SectionId>,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedSections>, ToolError> {
    delete(context, section_ids, confirmed).await
}

async fn asks_to_delete_many(_: &Context, _: &[SectionId], _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}

async fn delete(
    context: &Context,
    ids: Vec<SectionId>,
    confirmed: bool,
) -> Result<Outcome<DeletedSections>, ToolError> {
    let found = own(context, ids).await?;
    let lost = in_words(&found, |named| match named {
        [(section, page)] => texts::delete_section(*section, page),
        several => texts::delete_sections(several),
    });
    let untrusted = found.iter().map(|(section, _)| &section.untrusted).collect();
    let sections: Vec<_> = found.iter().map(|(section, _)| SectionRow::from(section)).collect();
    let total = sections.len();
    let output = DeletedSections { requires_confirmation: !confirmed, sections, total };
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(lost, output) });
    }
    let author = Author::of(context);
    let delete = async move |tx: &SyncedTx| {
        // Each change concerns one page.
        for of_page in found.chunk_by(|(_, one), (_, other)| one.page_id == other.page_id) {
            let what = in_words(of_page, texts::sections_deleted);
            let ids: Vec<_> = of_page.iter().map(|(section, _)| section.section_id.clone()).collect();
            let page = &of_page[0].1.page_id;
            sections::delete_many(tx, page, &ids, &author.by(&what)).await?;
        }
        Ok(())
    };
    context.db.write(shared::scope(context), delete).await.map_err(refused)?;
    let message =
        format!("Deleted {}; site_undo brings back what was deleted.", count(total as i64, "section"));
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

/// Returns these sections with their pages, grouped by page.
async fn own(context: &Context, mut ids: Vec<SectionId>) -> Result<Vec<(Section, Page)>, ToolError> {
    ids.sort();
    ids.dedup();
    let user = shared::owner(context).clone();
    let read = async move |tx: &Tx| {
        let mut all = Vec::new();
        for id in &ids {
            all.push(find(tx, &user, id).await?.ok_or_else(|| no_such_section(id))?);
        }
        all.sort_by(|(one, _), (other, _)| {
            (&one.page_id, one.position).cmp(&(&other.page_id, other.position))
        });
        Ok(all)
    };
    context.db.read(read).await.map_err(refused)
}

fn in_words(
    sections: &[(Section, Page)],
    text: impl FnOnce(&[(texts::SectionName<'_>, &str)]) -> String,
) -> String {
    let titles: Vec<_> = sections.iter().map(|(section, _)| title_of(section)).collect();
    let named = sections
        .iter()
        .zip(&titles)
        .map(|((section, page), title)| (named(&section.template, title), &*page.title));
    text(&named.collect::<Vec<_>>())
}
