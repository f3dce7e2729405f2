//! `site_add_image_to_section`, `site_update_section_image`: the pictures of one section.

use adjutant_domain::ids::{PictureId, SectionId};
use adjutant_macros::tool;
use adjutant_site::Template;
use adjutant_store::{
    db::SyncedTx,
    site::{Page, Section, sections},
};
use adjutant_texts::site::pictures as texts;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    super::{
        Author, asks,
        described::{SectionRow, title_of},
        does_not_fit, line, no_such_section, refused,
        sections::{find, named, own as own_section},
        shared,
    },
    MAX_CAPTION, own, title,
};
use crate::kit::{CallAssessment, Context, Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct ChangedImages {
    section: SectionRow,
    /// The pictures that it shows now, in their order.
    shown: Vec<Shown>,
}

#[derive(Serialize, JsonSchema)]
struct Shown {
    field: String,
    image: PictureId,
}

/// Show a picture in a section: in its first field for a picture that is free, or as a further one of a gallery.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    requirement = asks_to_add,
    tags("website", "section", "image", "picture", "gallery")
)]
pub(in crate::site) async fn site_add_image_to_section(
    context: &Context,
    /// From site_get_page or site_list_sections.
    section_id: SectionId,
    /// From site_list_images or site_add_image.
    image_id: PictureId,
    /// Which one, such as image or items[2].image.
    field: Option<String>,
) -> Result<Outcome<ChangedImages>, ToolError> {
    let picture = own(context, &image_id).await?;
    let change = move |section: &Section, page: &Page| {
        let (content, place) = with(section, &image_id, field.as_deref())?;
        let section_title = title_of(section);
        let what = texts::shown(&title(&picture), named(&section.template, &section_title), &page.title);
        let message = format!("The page “{}” shows the picture in `{place}`.", page.title);
        Ok(Changed { content, what, message })
    };
    set(context, section_id, change).await
}

async fn asks_to_add(
    context: &Context,
    section_id: &SectionId,
    image_id: &PictureId,
    field: &Option<String>,
) -> Result<CallAssessment, ToolError> {
    let (section, page) = own_section(context, section_id).await?;
    let picture = own(context, image_id).await?;
    with(&section, image_id, field.as_deref())?;
    let section = (title_of(&section), section);
    Ok(asks(texts::show(&title(&picture), named(&section.1.template, &section.0), &page.title), String::new))
}

/// Returns the content of a section with one more picture, and the picture's field.
fn with(
    section: &Section,
    id: &PictureId,
    field: Option<&str>,
) -> Result<(Map<String, Value>, String), ToolError> {
    let template = template_of(section)?;
    let mut content = section.content.as_object().cloned().unwrap_or_default();
    let place = template.add_picture(&mut content, id.as_str(), field).map_err(|refusal| {
        ToolError::rejected(format!(
            "the picture has no place in this section ({}): {refusal}; site_update_section_image shows another \
             picture in the place of one",
            template.label
        ))
    })?;
    template.check(&content).map_err(|problems| does_not_fit("field", &template.key, &problems))?;
    Ok((content, place))
}

/// Show another picture in a place of a section, change its caption there, or take it out.
#[tool(
    category = Other,
    tier = SideEffecting,
    needs(Write),
    idempotent,
    requirement = asks_to_update,
    tags("website", "section", "image", "picture", "gallery", "caption")
)]
pub(in crate::site) async fn site_update_section_image(
    context: &Context,
    /// From site_get_page or site_list_sections.
    section_id: SectionId,
    /// The field that shows it, such as image or images[2].image; not needed if the section shows one picture.
    field: Option<String>,
    /// Instead of the field: its place among the pictures of the section; 1 is the first.
    #[schemars(range(min = 1))]
    position: Option<usize>,
    /// The picture that takes its place.
    image_id: Option<PictureId>,
    /// Its caption there, instead of the picture's own; an empty one removes it. Only in galleries.
    caption: Option<String>,
    /// Whether to take the picture out.
    #[serde(default)]
    remove: bool,
) -> Result<Outcome<ChangedImages>, ToolError> {
    if let Some(id) = &image_id {
        own(context, id).await?;
    }
    let change = Change { field, position, image_id, caption, remove };
    let change = move |section: &Section, page: &Page| {
        let section_title = title_of(section);
        Ok(Changed {
            content: change.of(section)?,
            what: texts::shown_changed(named(&section.template, &section_title), &page.title),
            message: format!("Changed a picture on the page “{}”.", page.title),
        })
    };
    set(context, section_id, change).await
}

async fn asks_to_update(
    context: &Context,
    section_id: &SectionId,
    field: &Option<String>,
    position: &Option<usize>,
    image_id: &Option<PictureId>,
    caption: &Option<String>,
    remove: &bool,
) -> Result<CallAssessment, ToolError> {
    let (section, page) = own_section(context, section_id).await?;
    if let Some(id) = image_id {
        own(context, id).await?;
    }
    let change = Change {
        field: field.clone(),
        position: *position,
        image_id: image_id.clone(),
        caption: caption.clone(),
        remove: *remove,
    };
    change.of(&section)?;
    let title = title_of(&section);
    let summary = texts::change_shown(named(&section.template, &title), &page.title);
    Ok(asks(summary, || change.caption.unwrap_or_default()))
}

/// A change of a picture of a section.
struct Change {
    field: Option<String>,
    position: Option<usize>,
    image_id: Option<PictureId>,
    caption: Option<String>,
    remove: bool,
}

impl Change {
    /// Returns the content of a section after the change.
    fn of(&self, section: &Section) -> Result<Map<String, Value>, ToolError> {
        let is_given = self.image_id.is_some() || self.caption.is_some();
        if self.remove == is_given {
            return Err(ToolError::invalid(
                "give what changes in arguments: 'image_id', 'caption' or both, or else 'remove'",
            ));
        }
        let template = template_of(section)?;
        let mut content = section.content.as_object().cloned().unwrap_or_default();
        let field = self.place(template, &content)?;
        if let Some(caption) = &self.caption {
            set_caption(template, &mut content, &field, caption)?;
        }
        let id = self.image_id.as_ref().map(PictureId::as_str);
        if self.remove || id.is_some() {
            template.set_picture(&mut content, &field, id);
        }
        template.check(&content).map_err(|problems| does_not_fit("field", &template.key, &problems))?;
        Ok(content)
    }

    /// Returns the field of the picture that changes.
    fn place(&self, template: &Template, content: &Map<String, Value>) -> Result<String, ToolError> {
        let shown: Vec<_> = template.own_pictures(content).into_iter().map(|(field, _)| field).collect();
        let found = match (&self.field, self.position) {
            (Some(_), Some(_)) => {
                return Err(ToolError::invalid("give 'field' or 'position' in arguments, not both"));
            }
            (Some(field), None) => shown.iter().find(|shown| *shown == field.trim()),
            (None, Some(position)) => shown.get(position.saturating_sub(1)),
            (None, None) if shown.len() == 1 => shown.first(),
            (None, None) => None,
        };
        found.cloned().ok_or_else(|| match &*shown {
            [] => ToolError::rejected("this section shows no picture; site_add_image_to_section adds one"),
            shown => ToolError::invalid(format!(
                "which picture? This section shows them in the fields {}; give one in 'field'",
                shown.join(", ")
            )),
        })
    }
}

/// Sets the caption beside a picture of a gallery.
fn set_caption(
    template: &Template,
    content: &mut Map<String, Value>,
    field: &str,
    caption: &str,
) -> Result<(), ToolError> {
    let has_none = || {
        ToolError::rejected(format!(
            "a picture has no caption of its own in this section ({}); site_update_image changes that of the picture",
            template.label
        ))
    };
    let caption = match caption.trim() {
        "" => None,
        caption => Some(line("caption", caption, MAX_CAPTION)?),
    };
    let (list, index) = field.split_once('[').ok_or_else(has_none)?;
    let index = index.split(']').next().and_then(|index| index.parse::<usize>().ok()).ok_or_else(has_none)?;
    let is_captioned = template.fields.iter().any(|field| match &field.kind {
        adjutant_site::FieldKind::List { fields, .. } => {
            field.name == list && fields.iter().any(|field| field.name == "caption")
        }
        _ => false,
    });
    let entry = content.get_mut(list).and_then(|entries| entries.get_mut(index));
    let entry = entry.and_then(Value::as_object_mut).filter(|_| is_captioned).ok_or_else(has_none)?;
    match caption {
        Some(caption) => drop(entry.insert("caption".to_owned(), caption.into())),
        None => drop(entry.remove("caption")),
    }
    Ok(())
}

fn template_of(section: &Section) -> Result<&'static Template, ToolError> {
    Template::find(&section.template).map_err(|unknown| ToolError::rejected(unknown.to_string()))
}

/// A section after a change.
struct Changed {
    content: Map<String, Value>,
    /// The change in the words of the list of changes.
    what: String,
    /// The message for the model.
    message: String,
}

/// Changes a section.
async fn set(
    context: &Context,
    id: SectionId,
    change: impl Fn(&Section, &Page) -> Result<Changed, ToolError> + Send + Sync + 'static,
) -> Result<Outcome<ChangedImages>, ToolError> {
    let author = Author::of(context);
    let write = async move |tx: &SyncedTx| {
        let Some((section, page)) = find(tx, &author.user, &id).await? else {
            return Err(no_such_section(&id).into());
        };
        let Changed { content, what, message } = change(&section, &page)?;
        let content = Value::Object(content);
        Ok((sections::set_content(tx, &id, &content, &author.by(&what)).await?, message))
    };
    let (section, message) = context.db.write(shared::scope(context), write).await.map_err(refused)?;
    let content = section.content.as_object().cloned().unwrap_or_default();
    let shown = template_of(&section)?.own_pictures(&content);
    let shown = shown.into_iter().map(|(field, id)| Shown { field, image: PictureId(id) }).collect();
    let untrusted = section.untrusted.clone();
    let output = ChangedImages { section: SectionRow::from(&section), shown };
    Ok(Outcome { untrusted, ..Outcome::new(message, output) })
}
