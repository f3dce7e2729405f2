//! `site_update_entry`: changes all fields of an entry, also its place and its status.

use adjutant_domain::{
    ids::{EntryId, PictureId},
    site::PageStatus,
};
use adjutant_site::Slug;
use adjutant_store::{db::SyncedTx, site::entries};
use adjutant_texts::site::entries as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OneEntry, body, brief,
    create::{check_picture, check_picture_before, said, taken},
    find, link, no_such_entry, own,
};
use crate::{
    kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError},
    site::{Author, MAX_TITLE, asks, changed_fields, create::given_slug, line, refused, shared},
};

pub(in crate::site) struct SiteUpdateEntry;

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct UpdateArgs {
    /// From site_list_entries.
    entry_id: EntryId,
    /// As in site_create_entry.
    title: Option<String>,
    /// As in site_create_entry; an empty one removes it.
    summary: Option<String>,
    /// As in site_create_entry; all of it, and an empty one removes it.
    body: Option<String>,
    /// As in site_create_entry; an empty one removes the picture.
    image_id: Option<PictureId>,
    /// As in site_create_entry; an empty one removes it.
    leads_to: Option<String>,
    /// As in site_create_entry.
    slug: Option<String>,
    /// A draft goes from the public website with a publish that names the entries that become public; all drafts show
    /// it again.
    status: Option<PageStatus>,
    /// Its place in the collection; 1 is the first.
    #[schemars(range(min = 1))]
    position: Option<usize>,
}

#[async_trait]
impl Tool for SiteUpdateEntry {
    type Args = UpdateArgs;
    type Output = OneEntry;
    const META: Meta = Meta::new(
        "site_update_entry",
        "Change an entry of a collection. Changes to a published entry become public with the next publish.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["website", "collection", "entry", "member", "product"])
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &UpdateArgs,
    ) -> Result<CallAssessment, ToolError> {
        let wanted = Wanted::new(arguments)?;
        let (entry, collection) = own(context, &arguments.entry_id).await?;
        check_picture_before(context, wanted.picture()).await?;
        let summary = texts::change_entry(&entry.title, &collection.title, &wanted.fields());
        Ok(asks(summary, || said(wanted.summary.iter().chain(&wanted.body))))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: UpdateArgs,
    ) -> Result<Outcome<OneEntry>, ToolError> {
        let wanted = Wanted::new(&arguments)?;
        let (author, id) = (Author::of(context), arguments.entry_id);
        let update = async move |tx: &SyncedTx| {
            let (old, collection) = find(tx, &author.user, &id).await?.ok_or_else(|| no_such_entry(&id))?;
            check_picture(tx, &author.user, wanted.picture()).await?;
            let slug = wanted.slug.as_ref().map(Slug::as_str);
            if let Some(slug) = slug
                && let Some(holder) = entries::by_slug(tx, &author.user, &old.collection_id, slug).await?
                && holder.entry_id != id
            {
                return Err(taken(slug, &holder).into());
            }
            let change = entries::Change {
                title: wanted.title.as_deref(),
                slug,
                summary: wanted.summary.as_deref(),
                body: wanted.body.as_deref(),
                picture_id: wanted.picture_id.as_ref().map(Option::as_ref),
                link: wanted.link.as_ref().map(Option::as_deref),
                status: wanted.status,
                position: wanted.position.map(|position| position - 1),
            };
            let what = texts::entry_changed(&old.title, &collection.title, &wanted.fields());
            Ok::<_, anyhow::Error>(entries::update(tx, &id, &change, &author.by(&what)).await?)
        };
        let entry = context.db.write(shared::scope(context), update).await.map_err(refused)?;
        let later = match (entry.status, arguments.status) {
            (PageStatus::Published, _) => " Visitors see it after the next publish.",
            (PageStatus::Draft, Some(_)) => {
                " It goes from the public website when site_publish names the entries that become public (entry_ids, also \
                 none): a publish of all drafts shows it again."
            }
            (PageStatus::Draft, None) => "",
        };
        let message = format!("Changed “{}”.{later}", entry.title);
        let untrusted = entry.untrusted.clone();
        Ok(Outcome { untrusted, ..Outcome::new(message, OneEntry { entry: (&entry).into() }) })
    }
}

/// The checked changes of an entry.
#[derive(Clone)]
struct Wanted {
    title: Option<String>,
    slug: Option<Slug>,
    summary: Option<String>,
    body: Option<String>,
    picture_id: Option<Option<PictureId>>,
    link: Option<Option<String>>,
    status: Option<PageStatus>,
    /// From 1.
    position: Option<usize>,
}

impl Wanted {
    fn new(arguments: &UpdateArgs) -> Result<Self, ToolError> {
        let UpdateArgs { title, slug, summary, body: text, image_id, leads_to, status, position, .. } =
            arguments;
        let wanted = Self {
            title: title.as_deref().map(|title| line("title", title, MAX_TITLE)).transpose()?,
            slug: slug.as_deref().map(given_slug).transpose()?,
            summary: summary.as_deref().map(|text| brief("summary", Some(text))).transpose()?,
            body: text.as_deref().map(body).transpose()?.map(str::to_owned),
            picture_id: image_id.clone().map(|id| Some(id).filter(|id| !id.as_str().trim().is_empty())),
            link: leads_to.as_deref().map(link).transpose()?,
            status: *status,
            position: *position,
        };
        match wanted.fields().is_empty() {
            true => Err(ToolError::invalid("give a field to change, such as 'body', beside 'entry_id'")),
            false => Ok(wanted),
        }
    }

    /// Returns the new picture of the entry, if the call names one.
    fn picture(&self) -> Option<&PictureId> {
        self.picture_id.as_ref()?.as_ref()
    }

    /// Returns the names of the changed fields, for people.
    fn fields(&self) -> Vec<&'static str> {
        let Self { title, slug, summary, body, picture_id, link, status, position } = self;
        changed_fields([
            (title.is_some(), "title"),
            (slug.is_some(), "short name"),
            (summary.is_some(), "summary"),
            (body.is_some(), "text"),
            (picture_id.is_some(), "picture"),
            (link.is_some(), "link"),
            (*status == Some(PageStatus::Published), "published"),
            (*status == Some(PageStatus::Draft), "draft"),
            (position.is_some(), "place"),
        ])
    }
}
