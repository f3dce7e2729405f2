//! `site_update_image`, `site_replace_image`, `site_delete_image`.

use adjutant_domain::{ids::PictureId, origin::Sources, site::Credit};
use adjutant_macros::tool;
use adjutant_site::{Template, markdown};
use adjutant_store::{
    db::SyncedTx,
    site::{
        Entry, Picture, Post, Snapshot,
        pictures::{self, ShowingEntry},
    },
};
use adjutant_texts::{count, site::pictures as texts};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    super::{Author, asks, asks_what_is_lost, changed_fields, line, refused, shared, whole, whole_of},
    Contents, CreditArgs, ImageRow, MAX_ALT, MAX_CAPTION, OneImage, Showing, entries_showing, no_such_image,
    own, picture_of, posts_showing, showing, title,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

/// Change the description, the caption or the credit of a picture of the website.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_update,
    tags("website", "image", "picture", "alt", "caption")
)]
pub(in crate::site) async fn site_update_image(
    context: &Context,
    /// From site_list_images or site_add_image.
    image_id: PictureId,
    /// As in site_add_image; an empty one removes it.
    alt: Option<String>,
    /// As in site_add_image; an empty one removes it.
    caption: Option<String>,
    /// As in site_add_image.
    credit: Option<CreditArgs>,
) -> Result<Outcome<OneImage>, ToolError> {
    let wanted = Wanted::new(alt.as_deref(), caption.as_deref(), credit.as_ref())?;
    let old = own(context, &image_id).await?;
    let author = Author::of(context);
    let what = texts::changed(&title(&old), &wanted.fields());
    let update = async move |tx: &SyncedTx| {
        let caption = wanted.caption.as_deref().map(|caption| Some(caption).filter(|it| !it.is_empty()));
        let credit = wanted.credit.as_ref().map(Option::as_ref);
        let change = pictures::Change { alt: wanted.alt.as_deref(), caption, credit };
        Ok(pictures::update(tx, &image_id, &change, &author.by(&what)).await?)
    };
    let picture = context.db.write(shared::scope(context), update).await.map_err(refused)?;
    let untrusted = picture.untrusted.clone();
    let output = OneImage { image: ImageRow::from(&picture) };
    Ok(Outcome { untrusted, ..Outcome::new("Changed what is said of the picture.", output) })
}

async fn asks_to_update(
    context: &Context,
    image_id: &PictureId,
    alt: &Option<String>,
    caption: &Option<String>,
    credit: &Option<CreditArgs>,
) -> Result<CallAssessment, ToolError> {
    let wanted = Wanted::new(alt.as_deref(), caption.as_deref(), credit.as_ref())?;
    let picture = own(context, image_id).await?;
    let credit = wanted.credit.iter().flatten().map(|credit| &credit.photographer);
    let said = wanted.alt.iter().chain(&wanted.caption).chain(credit).cloned().collect::<Vec<_>>().join("\n");
    Ok(asks(texts::change(&title(&picture), &wanted.fields()), || said))
}

/// The changed descriptions of a picture.
struct Wanted {
    alt: Option<String>,
    caption: Option<String>,
    credit: Option<Option<Credit>>,
}

impl Wanted {
    fn new(alt: Option<&str>, caption: Option<&str>, credit: Option<&CreditArgs>) -> Result<Self, ToolError> {
        let said = |field, text: Option<&str>, most| match text.map(str::trim) {
            Some("") => Ok(Some(String::new())),
            text => text.map(|text| line(field, text, most)).transpose(),
        };
        let wanted = Self {
            alt: said("alt", alt, MAX_ALT)?,
            caption: said("caption", caption, MAX_CAPTION)?,
            credit: credit.map(CreditArgs::check).transpose()?,
        };
        match wanted.fields().is_empty() {
            true => {
                Err(ToolError::invalid("give 'alt', 'caption' or 'credit' in arguments beside 'image_id'"))
            }
            false => Ok(wanted),
        }
    }

    /// Returns the names of the changed fields, for people.
    fn fields(&self) -> Vec<&'static str> {
        changed_fields([
            (self.alt.is_some(), "description"),
            (self.caption.is_some(), "caption"),
            (self.credit.is_some(), "credit"),
        ])
    }
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct ReplacedImage {
    /// What is shown now.
    image: ImageRow,
    /// Where.
    shown_on: Vec<String>,
}

/// Show another picture wherever the website shows this one.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_replace,
    tags("website", "image", "picture")
)]
pub(in crate::site) async fn site_replace_image(
    context: &Context,
    /// The picture that is shown; from site_list_images.
    image_id: PictureId,
    /// The picture that takes its place.
    new_image_id: PictureId,
) -> Result<Outcome<ReplacedImage>, ToolError> {
    let author = Author::of(context);
    let replace = async move |tx: &SyncedTx| {
        let site = whole_of(tx, &author.user).await?.ok_or_else(|| no_such_image(&image_id))?;
        let wanted = ToReplace::find(&site, &image_id, &new_image_id)?;
        let mut contents = Contents::new();
        for Showing { section, .. } in &wanted.sections {
            let Ok(template) = Template::find(&section.template) else { continue };
            let mut content = section.content.as_object().cloned().unwrap_or_default();
            template.replace_picture(&mut content, image_id.as_str(), new_image_id.as_str());
            contents.push((section.section_id.clone(), Value::Object(content)));
        }
        let mut bodies = Vec::new();
        for post in &wanted.posts {
            let mut body = post.body.clone();
            markdown::replace_picture(&mut body, image_id.as_str(), new_image_id.as_str());
            bodies.push((post.post_id.clone(), body));
        }
        let what = texts::replaced(&title(wanted.old), &title(wanted.new));
        let entries: Vec<_> =
            wanted.entries.iter().map(|it| replaced(it, &image_id, &new_image_id)).collect();
        let shown = pictures::Shown { contents: &contents, bodies: &bodies, entries: &entries };
        pictures::set_shown(tx, &image_id, &shown, false, &author.by(&what)).await?;
        Ok((wanted.new.clone(), wanted.places(), wanted.sources()))
    };
    let done = context.db.write(shared::scope(context), replace).await;
    let (new, shown_on, of_places): (Picture, Vec<_>, Sources) = done.map_err(refused)?;
    let message = format!("Replaced the picture in {}.", count(shown_on.len() as i64, "place"));
    let untrusted = new.untrusted.clone().and(&of_places);
    let output = ReplacedImage { image: ImageRow::from(&new), shown_on };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

async fn asks_to_replace(
    context: &Context,
    image_id: &PictureId,
    new_image_id: &PictureId,
) -> Result<CallAssessment, ToolError> {
    let site = whole(context).await?.ok_or_else(|| no_such_image(image_id))?;
    let wanted = ToReplace::find(&site, image_id, new_image_id)?;
    Ok(asks(texts::replace(&title(wanted.old), &title(wanted.new), &wanted.places()), String::new))
}

/// A picture that replaces another, and the items that show the other one.
struct ToReplace<'a> {
    old: &'a Picture,
    new: &'a Picture,
    sections: Vec<Showing<'a>>,
    posts: Vec<&'a Post>,
    entries: Vec<&'a Entry>,
}

impl<'a> ToReplace<'a> {
    fn find(site: &'a Snapshot, old: &PictureId, new: &PictureId) -> Result<Self, ToolError> {
        let (old_picture, new_picture) = (picture_of(site, old)?, picture_of(site, new)?);
        let found = Self {
            old: old_picture,
            new: new_picture,
            sections: showing(site, old),
            posts: posts_showing(site, old),
            entries: entries_showing(site, old),
        };
        if old == new {
            return Err(ToolError::invalid(
                "'image_id' and 'new_image_id' in arguments are the same picture",
            ));
        }
        if found.places().is_empty() {
            return Err(ToolError::rejected(
                "nothing shows this picture, so there is nothing to replace; site_add_image_to_section shows the other one",
            ));
        }
        Ok(found)
    }

    /// Returns the sources of the words in [`Self::places`].
    fn sources(&self) -> Sources {
        let sections: Sources =
            self.sections.iter().map(Showing::sources).collect::<Vec<_>>().iter().collect();
        let rest =
            self.posts.iter().map(|it| &it.untrusted).chain(self.entries.iter().map(|it| &it.untrusted));
        sections.and(&rest.collect())
    }

    /// Returns the places that show the old picture, in words.
    fn places(&self) -> Vec<String> {
        let posts = self.posts.iter().map(|post| texts::in_post(&post.title));
        let entries = self.entries.iter().map(|entry| texts::in_entry(&entry.title));
        self.sections.iter().map(Showing::place).chain(posts).chain(entries).collect()
    }
}

/// Returns an entry's picture and body with the new picture in place of the old one.
fn replaced(entry: &Entry, old: &PictureId, new: &PictureId) -> ShowingEntry {
    let picture_id = entry.picture_id.as_ref().map(|id| if id == old { new.clone() } else { id.clone() });
    let mut body = entry.body.clone();
    markdown::replace_picture(&mut body, old.as_str(), new.as_str());
    ShowingEntry { entry_id: entry.entry_id.clone(), picture_id, body }
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct DeletedImage {
    /// Whether nothing was deleted, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    image: ImageRow,
    /// Where it is shown, and goes from.
    shown_on: Vec<String>,
}

/// Delete a picture of the website, also from the places that show it. The person sees the loss and confirms it.
#[tool(
    category = Other,
    tier = SideEffecting,
    risk = High,
    needs(Write),
    asks,
    requirement = asks_to_delete,
    tags("website", "image", "picture", "delete", "destructive")
)]
pub(in crate::site) async fn site_delete_image(
    context: &Context,
    /// From site_list_images.
    image_id: PictureId,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
) -> Result<Outcome<DeletedImage>, ToolError> {
    let site = whole(context).await?.ok_or_else(|| no_such_image(&image_id))?;
    let picture = picture_of(&site, &image_id)?;
    let shown = showing(&site, &image_id);
    without(&site, &image_id)?;
    entries_without(&site, &image_id)?;
    let entries = entries_showing(&site, &image_id);
    let titles = entries.iter().map(|entry| texts::in_entry(&entry.title));
    let shown_on: Vec<_> = shown.iter().map(Showing::place).chain(titles).collect();
    let mut untrusted = picture.untrusted.clone();
    shown.iter().for_each(|showing| untrusted = untrusted.clone().and(&showing.sources()));
    entries.iter().for_each(|entry| untrusted = untrusted.clone().and(&entry.untrusted));
    let lost = texts::delete(&title(picture), &shown_on);
    let output = DeletedImage { requires_confirmation: !confirmed, image: picture.into(), shown_on };
    if !confirmed {
        return Ok(Outcome { untrusted, ..Outcome::new(lost, output) });
    }
    let author = Author::of(context);
    let what = texts::deleted(&title(picture));
    let delete = async move |tx: &SyncedTx| {
        let site = whole_of(tx, &author.user).await?.ok_or_else(|| no_such_image(&image_id))?;
        let (contents, entries) = (without(&site, &image_id)?, entries_without(&site, &image_id)?);
        let shown = pictures::Shown { contents: &contents, bodies: &[], entries: &entries };
        Ok(pictures::set_shown(tx, &image_id, &shown, true, &author.by(&what)).await?)
    };
    context.db.write(shared::scope(context), delete).await.map_err(refused)?;
    let message = format!("The picture “{}” is deleted; site_undo brings it back.", title(picture));
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}

async fn asks_to_delete(_: &Context, _: &PictureId, _: &bool) -> Result<CallAssessment, ToolError> {
    Ok(asks_what_is_lost())
}

/// Returns the contents of the sections that show a picture, without it.
///
/// # Errors
/// Returns an error if a section requires the picture, or a post shows it.
fn without(site: &Snapshot, id: &PictureId) -> Result<Contents, ToolError> {
    if let Some(post) = posts_showing(site, id).first() {
        return Err(ToolError::rejected(format!(
            "the post {} shows this picture; show another one there with site_replace_image, or take it out of the body \
             with site_update_post first",
            post.post_id
        )));
    }
    let mut contents = Contents::new();
    for showing in showing(site, id) {
        let section = showing.section;
        let Ok(template) = Template::find(&section.template) else { continue };
        let mut content = section.content.as_object().cloned().unwrap_or_default();
        template.remove_picture(&mut content, id.as_str());
        let is_in_text = template.pictures(&content).iter().any(|shown| shown == id.as_str());
        if is_in_text || !fits(template, &content) {
            return Err(ToolError::rejected(format!(
                "the section {} cannot be without this picture; show another one there with site_update_section_image or \
                 site_replace_image, or delete the section first",
                section.section_id
            )));
        }
        contents.push((section.section_id.clone(), Value::Object(content)));
    }
    Ok(contents)
}

/// Returns the entries whose own picture it is, without it.
///
/// # Errors
/// Returns an error if an entry shows it in its body.
fn entries_without(site: &Snapshot, id: &PictureId) -> Result<Vec<ShowingEntry>, ToolError> {
    let without = |entry: &Entry| match markdown::pictures(&entry.body).iter().any(|it| it == id.as_str()) {
        true => Err(ToolError::rejected(format!(
            "the entry {} shows this picture in its body; show another one there with site_replace_image, or take it out \
             with site_update_entry first",
            entry.entry_id
        ))),
        false => {
            Ok(ShowingEntry { entry_id: entry.entry_id.clone(), picture_id: None, body: entry.body.clone() })
        }
    };
    entries_showing(site, id).into_iter().map(without).collect()
}

fn fits(template: &Template, content: &Map<String, Value>) -> bool {
    template.check(content).is_ok()
}
