//! The templates of sections, and their fields.

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

/// A kind of section: its fields and its HTML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Template {
    pub key: Cow<'static, str>,
    pub label: Cow<'static, str>,
    /// Its purpose, for the model that chooses among templates.
    pub description: Cow<'static, str>,
    pub fields: Vec<Field>,
    /// The minijinja template of the section's content.
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

/// The templates of this process: the built-in ones and the operator's. They are set before their first use and never
/// change, so all code that renders, checks or lists sections uses the same ones.
static INSTALLED: OnceLock<Vec<Template>> = OnceLock::new();

/// Returns the templates of this process: the built-in ones, and those of the folder given to [`install`].
pub fn templates() -> &'static [Template] {
    INSTALLED.get().map_or(built_in(), Vec::as_slice)
}

/// Adds the operator's templates, once, at the start of the process.
///
/// # Errors
/// Returns an error if the folder cannot be used, or if others were added before. In that case the templates stay the
/// same.
pub fn install(folder: &Path) -> Result<(), FolderError> {
    let problem = "others are in use already; they are set once, at the start".to_owned();
    INSTALLED.set(load(folder)?).map_err(|_| FolderError { file: folder.to_owned(), problem })
}

/// Returns whether a template is not a built-in one.
pub fn is_own(template: &Template) -> bool {
    built_in().iter().all(|one| one.key != template.key)
}

/// Returns the built-in templates.
fn built_in() -> &'static [Template] {
    static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(built_in::templates);
    &TEMPLATES
}

/// Changes the content of a section: the fields of `patch` replace those of the content, null removes a field, and
/// lists are replaced as a whole.
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
    /// Finds a template of this process.
    pub fn find(key: &str) -> Result<&'static Self, UnknownTemplate> {
        find(templates(), key)
    }

    /// Returns all problems of the content, in the order of the fields. Does not check whether pictures, collections
    /// and pages exist: see [`Self::pictures`], [`Self::collections`] and [`Self::links`].
    pub fn check(&self, content: &Map<String, Value>) -> Result<(), Vec<Problem>> {
        let problems = check::check(&self.fields, content);
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Returns the ids of the pictures in the content, in order, each once.
    pub fn pictures(&self, content: &Map<String, Value>) -> Vec<String> {
        let mut ids = Vec::new();
        for (_, id) in self.picture_fields(content) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    /// Returns the ids of the pictures in the content, each with the path of its field.
    pub fn picture_fields(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        walk::pictures(&self.fields, content)
    }

    /// Replaces a picture wherever the content shows it; returns the number of places.
    pub fn replace_picture(&self, content: &mut Map<String, Value>, old: &str, new: &str) -> usize {
        walk::replace_picture(&self.fields, content, old, new)
    }

    /// Returns the pictures in picture fields, not those in texts, with the path of each field.
    pub fn own_pictures(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        pictures::shown(&self.fields, content)
    }

    /// Puts a picture into an empty field, the first one unless one is named, or into a new entry of a list of
    /// pictures; returns the field's path.
    ///
    /// # Errors
    /// Returns an error if there is no such field, or it already has a picture.
    pub fn add_picture(
        &self,
        content: &mut Map<String, Value>,
        id: &str,
        field: Option<&str>,
    ) -> Result<String, PictureRefusal> {
        pictures::add(&self.fields, content, id, field)
    }

    /// Puts another picture into the field with this path, or removes it, together with its entry if that requires a
    /// picture. Returns whether the field exists. The result may not fit: see [`Self::check`].
    pub fn set_picture(&self, content: &mut Map<String, Value>, field: &str, id: Option<&str>) -> bool {
        pictures::set(&self.fields, content, field, id)
    }

    /// Removes a picture from all picture fields; returns their number. The result may not fit: see [`Self::check`].
    pub fn remove_picture(&self, content: &mut Map<String, Value>, id: &str) -> usize {
        pictures::remove(&self.fields, content, id)
    }

    /// Returns the links of the content as they are written, each with the path of its field.
    pub fn links(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        walk::links(&self.fields, content)
    }

    /// Returns the ids of the collections in the content, each with the path of its field.
    pub fn collections(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        walk::collections(&self.fields, content)
    }

    /// Replaces a collection wherever the content shows it.
    pub fn replace_collection(&self, content: &mut Map<String, Value>, old: &str, new: &str) {
        walk::replace_collection(&self.fields, content, old, new);
    }

    /// Returns the texts of the content without markup, one field per line.
    pub fn words(&self, content: &Map<String, Value>) -> String {
        walk::words(&self.fields, content)
    }

    /// Returns the texts, choices and links of the content as they are written, each on lines of its own.
    pub fn written(&self, content: &Map<String, Value>) -> String {
        walk::written(&self.fields, content)
    }

    /// Returns the texts of the content as they are written, by the path of the field.
    pub(crate) fn texts(&self, content: &Map<String, Value>) -> BTreeMap<String, String> {
        walk::texts(&self.fields, content)
    }

    /// Returns the collections, links, choices and flags of the content, by the path of the field.
    pub(crate) fn options(&self, content: &Map<String, Value>) -> BTreeMap<String, String> {
        walk::options(&self.fields, content)
    }
}

/// Finds a template among others, such as those that [`load`] returns.
pub fn find<'a>(templates: &'a [Template], key: &str) -> Result<&'a Template, UnknownTemplate> {
    templates.iter().find(|template| template.key == key).ok_or_else(|| UnknownTemplate {
        given: key.to_owned(),
        closest: closest(templates.iter().map(|template| &*template.key), key),
        keys: templates.iter().map(|template| template.key.to_string()).collect(),
    })
}

/// Returns the name that is most similar to the given one.
pub(crate) fn closest<'a>(names: impl Iterator<Item = &'a str>, given: &str) -> String {
    let likeness = |name: &str| strsim::jaro_winkler(name, &given.to_lowercase());
    names.max_by(|one, two| likeness(one).total_cmp(&likeness(two))).unwrap_or_default().to_owned()
}
