//! The kinds of sections that pages are made of, and what each holds.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::Path,
    sync::{LazyLock, OnceLock},
};

pub(crate) use built_in::DAYS;
pub(crate) use check::{counted, is_email, quoted};
pub use field::{Field, FieldKind, MAX_PICTURE_ID};
pub use folder::{FolderError, load};
pub use pictures::PictureRefusal;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::problem::Problem;

mod built_in;
mod check;
mod field;
mod folder;
mod pictures;
#[cfg(test)]
mod tests;
mod walk;

/// A kind of section: which fields it has, and how it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Template {
    pub key: Cow<'static, str>,
    pub label: Cow<'static, str>,
    /// What it is for, for the model that chooses among them.
    pub description: Cow<'static, str>,
    pub fields: Vec<Field>,
    /// A minijinja template of the section's inside.
    #[serde(skip)]
    pub(crate) html: Cow<'static, str>,
}

/// No template has this key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no section template is called `{given}`; the closest is `{closest}`, and there are: {}", keys.join(", "))]
pub struct UnknownTemplate {
    pub given: String,
    pub closest: String,
    pub keys: Vec<String>,
}

/// The templates of this process: those that every site has, and the operator's. They are set before anything asks for them,
/// and stay as they are, so whoever renders, checks or lists sections finds the same.
static INSTALLED: OnceLock<Vec<Template>> = OnceLock::new();

/// The templates that sections can have here: the built-in ones, and those of the folder that [`install`] was given.
pub fn templates() -> &'static [Template] {
    INSTALLED.get().map_or(built_in(), Vec::as_slice)
}

/// Adds the operator's templates to those of this process, once, at its start.
///
/// # Errors
/// Returns an error if the folder cannot be used, or if others were added before. The templates are as before then.
pub fn install(folder: &Path) -> Result<(), FolderError> {
    let problem = "others are in use already; they are set once, at the start".to_owned();
    INSTALLED.set(load(folder)?).map_err(|_| FolderError { file: folder.to_owned(), problem })
}

/// Returns whether a template is the operator's.
pub fn is_own(template: &Template) -> bool {
    built_in().iter().all(|one| one.key != template.key)
}

/// The templates that every site has.
fn built_in() -> &'static [Template] {
    static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(built_in::templates);
    &TEMPLATES
}

/// Changes the content of a section: the fields of `patch` replace, those that are null are removed, and lists are replaced
/// whole.
pub fn merge(content: &mut Map<String, Value>, patch: &Map<String, Value>) {
    for (name, value) in patch {
        if value.is_null() {
            content.remove(name);
        } else {
            content.insert(name.clone(), value.clone());
        }
    }
}

impl Template {
    /// Finds a template among those of this process.
    pub fn find(key: &str) -> Result<&'static Self, UnknownTemplate> {
        find(templates(), key)
    }

    /// Returns everything about the content that does not fit, in the order of the fields. Whether pictures, collections and
    /// pages exist is not known here: see [`Self::pictures`], [`Self::collections`] and [`Self::links`].
    pub fn check(&self, content: &Map<String, Value>) -> Result<(), Vec<Problem>> {
        let problems = check::check(&self.fields, content);
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// The ids of the pictures that the content shows, in their order, each once.
    pub fn pictures(&self, content: &Map<String, Value>) -> Vec<String> {
        let mut ids = Vec::new();
        for (_, id) in self.picture_fields(content) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    /// The ids of the pictures that the content shows, with the path of the field that holds each.
    pub fn picture_fields(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        walk::pictures(&self.fields, content)
    }

    /// Shows another picture wherever the content shows one; returns at how many places.
    pub fn replace_picture(&self, content: &mut Map<String, Value>, old: &str, new: &str) -> usize {
        walk::replace_picture(&self.fields, content, old, new)
    }

    /// The pictures in fields of their own, not those in texts, with the path of each field.
    pub fn own_pictures(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        pictures::shown(&self.fields, content)
    }

    /// Puts a picture into a field that has none, the first one unless one is named, or into a further entry of a list of
    /// pictures; returns the field's path.
    ///
    /// # Errors
    /// Returns an error if there is no such field, or it has a picture.
    pub fn add_picture(
        &self,
        content: &mut Map<String, Value>,
        id: &str,
        field: Option<&str>,
    ) -> Result<String, PictureRefusal> {
        pictures::add(&self.fields, content, id, field)
    }

    /// Shows another picture in the field of this path, or none: an entry that is nothing without its picture goes with it.
    /// Returns whether there is such a field. What is left may not fit: see [`Self::check`].
    pub fn set_picture(&self, content: &mut Map<String, Value>, field: &str, id: Option<&str>) -> bool {
        pictures::set(&self.fields, content, field, id)
    }

    /// Takes a picture out of all fields of their own; returns of how many. What is left may not fit: see [`Self::check`].
    pub fn remove_picture(&self, content: &mut Map<String, Value>, id: &str) -> usize {
        pictures::remove(&self.fields, content, id)
    }

    /// The links of the content as they are written, with the path of the field that holds each.
    pub fn links(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        walk::links(&self.fields, content)
    }

    /// The ids of the collections that the content shows, with the path of the field that holds each.
    pub fn collections(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        walk::collections(&self.fields, content)
    }

    /// Shows another collection wherever the content shows one.
    pub fn replace_collection(&self, content: &mut Map<String, Value>, old: &str, new: &str) {
        walk::replace_collection(&self.fields, content, old, new);
    }

    /// The texts of the content without markup, one field on a line.
    pub fn words(&self, content: &Map<String, Value>) -> String {
        walk::words(&self.fields, content)
    }

    /// The texts of the content as they are written, by the path of the field.
    pub(crate) fn texts(&self, content: &Map<String, Value>) -> BTreeMap<String, String> {
        walk::texts(&self.fields, content)
    }

    /// The collections, links, choices and flags of the content, by the path of the field.
    pub(crate) fn options(&self, content: &Map<String, Value>) -> BTreeMap<String, String> {
        walk::options(&self.fields, content)
    }
}

/// Finds a template among some, such as those that [`load`] returns.
pub fn find<'a>(templates: &'a [Template], key: &str) -> Result<&'a Template, UnknownTemplate> {
    templates.iter().find(|template| template.key == key).ok_or_else(|| UnknownTemplate {
        given: key.to_owned(),
        closest: closest(templates.iter().map(|template| &*template.key), key),
        keys: templates.iter().map(|template| template.key.to_string()).collect(),
    })
}

/// The name that is the most like a given one.
pub(crate) fn closest<'a>(names: impl Iterator<Item = &'a str>, given: &str) -> String {
    let likeness = |name: &str| strsim::jaro_winkler(name, &given.to_lowercase());
    names.max_by(|one, two| likeness(one).total_cmp(&likeness(two))).unwrap_or_default().to_owned()
}
