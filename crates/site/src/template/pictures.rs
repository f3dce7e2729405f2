//! Adds pictures to the content of a section, and removes them.
//!
//! A place is named as in problems: `image`, `images[2].image`. The name of a list whose entries are pictures means a
//! new entry.

use serde_json::{Map, Value, json};

use super::field::{Field, FieldKind};

/// Why a picture cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureRefusal {
    #[error("it has no field for a picture")]
    NoField,
    #[error("all of its fields for pictures have one: {}", .0.join(", "))]
    Full(Vec<String>),
    #[error("`{0}` shows one already")]
    Taken(String),
    #[error("`{field}` is no place of a picture; it has {}", .places.join(", "))]
    NoPlace { field: String, places: Vec<String> },
}

type Content = Map<String, Value>;

/// A place of a picture.
enum Place<'a> {
    Field(&'a str),
    Entry { list: &'a str, index: usize, field: &'a str },
}

/// Returns the pictures in picture fields, with the path of each field.
pub(super) fn shown(fields: &[Field], content: &Content) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for field in fields {
        let (name, value) = (&field.name, content.get(&*field.name));
        match (&field.kind, value) {
            (FieldKind::Image, Some(Value::String(id))) if !id.trim().is_empty() => {
                found.push((name.to_string(), id.clone()));
            }
            (FieldKind::List { fields, .. }, Some(Value::Array(entries))) => {
                for (index, entry) in entries.iter().enumerate() {
                    let within = entry.as_object().map(|entry| shown(fields, entry)).unwrap_or_default();
                    found
                        .extend(within.into_iter().map(|(path, id)| (format!("{name}[{index}].{path}"), id)));
                }
            }
            _ => {}
        }
    }
    found
}

/// Puts a picture into a free place, the first one unless one is named; returns the place.
pub(super) fn add(
    fields: &[Field],
    content: &mut Content,
    id: &str,
    wanted: Option<&str>,
) -> Result<String, PictureRefusal> {
    let free = free(fields, content);
    let place = match wanted.map(str::trim) {
        Some(wanted) => free.iter().find(|(name, path)| name == wanted || path == wanted),
        None => free.first(),
    };
    if let Some((_, path)) = place {
        set(fields, content, path, Some(id));
        return Ok(path.clone());
    }
    let taken: Vec<_> = shown(fields, content).into_iter().map(|(path, _)| path).collect();
    match wanted {
        Some(wanted) if taken.iter().any(|path| path == wanted) => {
            Err(PictureRefusal::Taken(wanted.to_owned()))
        }
        Some(wanted) if !free.is_empty() || !taken.is_empty() => {
            let places = free.into_iter().map(|(name, _)| name).chain(taken).collect();
            Err(PictureRefusal::NoPlace { field: wanted.to_owned(), places })
        }
        _ if taken.is_empty() => Err(PictureRefusal::NoField),
        _ => Err(PictureRefusal::Full(taken)),
    }
}

/// Returns the free places, the section's own fields first: the name and the path of each.
fn free(fields: &[Field], content: &Content) -> Vec<(String, String)> {
    let is_empty = |content: &Content, name: &str| {
        content.get(name).and_then(Value::as_str).is_none_or(|id| id.trim().is_empty())
    };
    let mut free = Vec::new();
    for field in fields.iter().filter(|field| field.kind == FieldKind::Image) {
        if is_empty(content, &field.name) {
            free.push((field.name.to_string(), field.name.to_string()));
        }
    }
    for list in fields {
        let FieldKind::List { fields, max, .. } = &list.kind else { continue };
        let entries = content.get(&*list.name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for image in fields.iter().filter(|field| field.kind == FieldKind::Image) {
            for (index, entry) in entries.iter().enumerate() {
                if entry.as_object().is_some_and(|entry| is_empty(entry, &image.name)) {
                    let path = format!("{}[{index}].{}", list.name, image.name);
                    free.push((path.clone(), path));
                }
            }
            // A list whose entries require nothing but a picture takes a new entry.
            if image.required && entries.len() < *max {
                let path = format!("{}[{}].{}", list.name, entries.len(), image.name);
                free.push((list.name.to_string(), path));
            }
        }
    }
    free
}

/// Puts a picture into a place; without an id, removes the place's picture, with its list entry if that needs a
/// picture. Returns whether the place exists.
pub(super) fn set(fields: &[Field], content: &mut Content, path: &str, id: Option<&str>) -> bool {
    match Place::parse(path) {
        Some(Place::Field(name)) => {
            let is_there = fields.iter().any(|field| field.name == name && field.kind == FieldKind::Image);
            match id {
                _ if !is_there => {}
                Some(id) => drop(content.insert(name.to_owned(), json!(id))),
                None => drop(content.remove(name)),
            }
            is_there
        }
        Some(Place::Entry { list, index, field }) => {
            let Some(FieldKind::List { fields, .. }) =
                fields.iter().find(|it| it.name == list).map(|it| &it.kind)
            else {
                return false;
            };
            let image = fields.iter().find(|it| it.name == field && it.kind == FieldKind::Image);
            let entries = content.entry(list).or_insert_with(|| json!([]));
            let (Some(image), Some(entries)) = (image, entries.as_array_mut()) else { return false };
            if index == entries.len() && id.is_some() {
                entries.push(json!({}));
            }
            let Some(entry) = entries.get_mut(index).and_then(Value::as_object_mut) else { return false };
            match id {
                Some(id) => drop(entry.insert(field.to_owned(), json!(id))),
                None if image.required => drop(entries.remove(index)),
                None => drop(entry.remove(field)),
            }
            true
        }
        None => false,
    }
}

/// Removes a picture from all picture fields that show it; returns their number.
pub(super) fn remove(fields: &[Field], content: &mut Content, id: &str) -> usize {
    let places: Vec<_> = shown(fields, content).into_iter().filter(|(_, shown)| shown == id).collect();
    // From the last place on, so that the indices before it stay valid.
    for (path, _) in places.iter().rev() {
        set(fields, content, path, None);
    }
    places.len()
}

impl<'a> Place<'a> {
    fn parse(path: &'a str) -> Option<Self> {
        let Some((list, rest)) = path.split_once('[') else { return Some(Self::Field(path)) };
        let (index, field) = rest.split_once("].")?;
        Some(Self::Entry { list, index: index.parse().ok()?, field })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Template;
    use super::*;

    fn content(value: Value) -> Content {
        value.as_object().cloned().unwrap()
    }

    /// Adds a picture `new`; returns its place, or why it could not be added.
    fn added(template: &str, before: Value, wanted: Option<&str>) -> String {
        let (template, mut content) = (Template::find(template).unwrap(), content(before));
        match template.add_picture(&mut content, "new", wanted) {
            Ok(place) => {
                assert!(template.picture_fields(&content).contains(&(place.clone(), "new".to_owned())));
                place
            }
            Err(refusal) => refusal.to_string(),
        }
    }

    #[test]
    fn a_picture_is_put_where_there_is_room() {
        let cards = json!({ "items": [{ "title": "A", "image": "a" }, { "title": "B" }] });
        let one = json!({ "images": [{ "image": "a" }] });
        for (template, before, wanted, place) in [
            ("hero", json!({ "heading": "Hi" }), None, "image"),
            ("hero", json!({ "heading": "Hi", "image": "" }), Some("image"), "image"),
            ("gallery", json!({}), None, "images[0].image"),
            ("gallery", one.clone(), None, "images[1].image"),
            ("gallery", one.clone(), Some("images"), "images[1].image"),
            ("gallery", one.clone(), Some("images[1].image"), "images[1].image"),
            ("cards", cards.clone(), None, "items[1].image"),
        ] {
            assert_eq!(added(template, before, wanted), place);
        }
        let mut refused = String::new();
        for (template, before, wanted) in [
            ("text", json!({ "body": "Hi" }), None),
            ("hero", json!({ "image": "a" }), None),
            ("hero", json!({ "image": "a" }), Some("image")),
            ("hero", json!({}), Some("picture")),
            ("gallery", one, Some("images[7].image")),
            ("cards", cards, Some("items")),
        ] {
            refused += &added(template, before, wanted);
            refused.push('\n');
        }
        insta::assert_snapshot!(refused, @"
        it has no field for a picture
        all of its fields for pictures have one: image
        `image` shows one already
        `picture` is no place of a picture; it has image
        `images[7].image` is no place of a picture; it has images, images[0].image
        `items` is no place of a picture; it has items[1].image, items[0].image
        ");
    }

    #[test]
    fn a_picture_is_taken_out_with_an_entry_that_is_nothing_without_it() {
        let gallery = Template::find("gallery").unwrap();
        let entries =
            json!({ "images": [{ "image": "a" }, { "image": "b", "caption": "B" }, { "image": "a" }] });
        let mut some = content(entries);
        assert_eq!(gallery.remove_picture(&mut some, "a"), 2);
        assert_eq!(Value::Object(some.clone()), json!({ "images": [{ "image": "b", "caption": "B" }] }));
        assert!(gallery.set_picture(&mut some, "images[0].image", Some("c")));
        assert_eq!(some["images"][0], json!({ "image": "c", "caption": "B" }));
        for nowhere in ["images[1].image", "images[0].caption", "images", "heading", "images[x].image", "["] {
            assert!(!gallery.set_picture(&mut some, nowhere, None), "{nowhere}");
        }
        let cards = Template::find("cards").unwrap();
        let mut some = content(json!({ "items": [{ "title": "A", "image": "a" }] }));
        assert_eq!(cards.remove_picture(&mut some, "a"), 1);
        assert_eq!(Value::Object(some), json!({ "items": [{ "title": "A" }] }));
    }
}
