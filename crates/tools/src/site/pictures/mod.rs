//! The pictures of the website.

use adjutant_domain::{
    ids::{PictureId, SectionId, UserId},
    origin::Sources,
};
use adjutant_site::{Template, markdown};
use adjutant_store::{
    db::Tx,
    site::{Entry, Page, Picture, Post, Section, Snapshot, pictures},
};
use adjutant_texts::{in_a_line, site::pictures as texts};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{described::title_of, sections::named, shared};
use crate::kit::{Context, ToolError};

mod add;
mod change;
mod credit;
mod find;
mod list;
mod within;

pub(super) use add::{Kept, Said, SiteAddImage, add_source, draw, made_from};
pub(super) use change::{SiteDeleteImage, SiteReplaceImage, SiteUpdateImage};
pub(super) use credit::CreditArgs;
pub(super) use find::{SiteFindImage, SiteSearchImages};
pub(super) use list::SiteListImages;
pub(super) use within::{SiteAddImageToSection, SiteUpdateSectionImage};

/// The longest description of a picture, in characters.
pub(super) const MAX_ALT: usize = 300;
/// The longest caption, in characters.
pub(super) const MAX_CAPTION: usize = 200;
/// The length of a picture's title, in characters.
const TITLE: usize = 60;

/// A picture as the model reads it.
#[derive(Serialize, JsonSchema)]
pub(super) struct ImageRow {
    image_id: PictureId,
    /// Its description, or the name of its file.
    title: String,
    /// What it shows, for those who do not see it. Empty if nobody has said it.
    alt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    /// Who took it; pages say so that show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    credit: Option<CreditArgs>,
    /// In pixels.
    width: i64,
    height: i64,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct OneImage {
    image: ImageRow,
}

impl From<&Picture> for ImageRow {
    fn from(picture: &Picture) -> Self {
        Self {
            image_id: picture.picture_id.clone(),
            title: title(picture),
            alt: picture.alt.clone(),
            caption: picture.caption.clone(),
            credit: picture.credit.as_ref().map(CreditArgs::from),
            width: picture.width,
            height: picture.height,
        }
    }
}

/// Returns the title of a picture, for people.
pub(super) fn title(picture: &Picture) -> String {
    in_a_line(if picture.alt.is_empty() { &picture.name } else { &picture.alt }, TITLE)
}

/// A section that shows a picture.
struct Showing<'a> {
    section: &'a Section,
    page: &'a Page,
}

impl Showing<'_> {
    /// Returns the sources of the words in [`Self::place`].
    fn sources(&self) -> Sources {
        self.page.untrusted.clone().and(&self.section.untrusted)
    }

    /// Returns its page and section, in words.
    fn place(&self) -> String {
        texts::place(&self.page.title, named(&self.section.template, &title_of(self.section)))
    }
}

/// Returns the sections that show a picture, in a field or within a text.
fn showing<'a>(site: &'a Snapshot, id: &PictureId) -> Vec<Showing<'a>> {
    let mut found = Vec::new();
    for page in &site.pages {
        for section in site.sections.iter().filter(|section| section.page_id == page.page_id) {
            if ids_in(&section.template, &section.content).iter().any(|shown| shown == id.as_str()) {
                found.push(Showing { section, page });
            }
        }
    }
    found
}

/// Returns the posts whose bodies show a picture.
fn posts_showing<'a>(site: &'a Snapshot, id: &PictureId) -> Vec<&'a Post> {
    let shows = |post: &&Post| markdown::pictures(&post.body).iter().any(|shown| shown == id.as_str());
    site.posts.iter().filter(shows).collect()
}

/// Returns the entries of collections that show a picture, as their own picture or in their bodies.
fn entries_showing<'a>(site: &'a Snapshot, id: &PictureId) -> Vec<&'a Entry> {
    let shows = |entry: &&Entry| ids_of_entry(entry).any(|shown| shown == id.as_str());
    site.entries.iter().filter(shows).collect()
}

fn is_shown(site: &Snapshot, id: &PictureId) -> bool {
    let (sections, posts) = (showing(site, id), posts_showing(site, id));
    !sections.is_empty() || !posts.is_empty() || !entries_showing(site, id).is_empty()
}

/// Returns the ids of the pictures that an entry shows.
pub(super) fn ids_of_entry(entry: &Entry) -> impl Iterator<Item = String> {
    let own = entry.picture_id.as_ref().map(PictureId::to_string);
    own.into_iter().chain(markdown::pictures(&entry.body))
}

/// Returns the ids of the pictures that a section shows.
pub(super) fn ids_in(template: &str, content: &Value) -> Vec<String> {
    let (Ok(template), Some(content)) = (Template::find(template), content.as_object()) else {
        return Vec::new();
    };
    template.pictures(content)
}

/// Checks that the pictures of a section belong to the person's site.
pub(super) async fn check(
    tx: &Tx,
    user: &UserId,
    field: &str,
    (template, content): (&str, &Map<String, Value>),
) -> anyhow::Result<()> {
    let shown = Template::find(template).map(|template| template.picture_fields(content)).unwrap_or_default();
    for (path, id) in shown {
        if pictures::get(tx, user, &PictureId(id.clone())).await?.is_none() {
            return Err(ToolError::invalid(format!(
                "field '{field}' in arguments shows a picture at {path} that the website does not have: '{id}'; \
                 site_list_images lists the existing ids, and site_add_image adds a picture"
            ))
            .into());
        }
    }
    Ok(())
}

/// Returns a picture of the person.
async fn own(context: &Context, id: &PictureId) -> Result<Picture, ToolError> {
    let (user, wanted) = (shared::owner(context).clone(), id.clone());
    let found = context.db.read(async move |tx| pictures::get(tx, &user, &wanted).await).await?;
    found.ok_or_else(|| no_such_image(id))
}

/// Returns a picture of a site.
fn picture_of<'a>(site: &'a Snapshot, id: &PictureId) -> Result<&'a Picture, ToolError> {
    site.pictures.iter().find(|picture| picture.picture_id == *id).ok_or_else(|| no_such_image(id))
}

fn no_such_image(id: &PictureId) -> ToolError {
    ToolError::not_found(format!("there is no picture '{id}'; site_list_images lists the existing ids"))
}

/// The new contents of sections.
type Contents = Vec<(SectionId, Value)>;
