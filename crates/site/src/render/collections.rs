//! The collections that sections show.

use std::collections::BTreeMap;

use minijinja::Value;

use super::{page::Place, views::LinkView};
use crate::{model::Entry, problem::Problem, template::quoted};

impl Place<'_, '_> {
    /// Returns a collection with its entries for templates. `below` is the level of the entries' headings. Returns
    /// `None` and records an error if the site has no such collection.
    pub(super) fn collection(&self, id: &str, below: u8, field: &str) -> Option<Value> {
        let Some(collection) = self.rendering.site.collection(id) else {
            let given = format!("{}, which is no collection of the site", quoted(id));
            self.rendering.error(Problem::new(self.field(field), given, "the id of a collection"));
            return None;
        };
        let entry =
            |entry: &Entry| self.entry(entry, below, &format!("{field}, entry {}", quoted(&entry.title)));
        Some(Value::from_iter([
            ("title", Value::from(&collection.title)),
            ("description", collection.description.as_deref().unwrap_or_default().into()),
            ("entries", collection.entries.iter().map(entry).collect()),
        ]))
    }

    fn entry(&self, entry: &Entry, below: u8, field: &str) -> Value {
        let mut values = BTreeMap::from([("title", Value::from(&entry.title))]);
        values.extend(self.own_anchor(entry.slug.as_str()).map(|anchor| ("id", anchor.into())));
        values.extend(entry.summary.as_deref().map(|summary| ("summary", summary.into())));
        let body = entry.body.as_deref().filter(|body| !body.trim().is_empty());
        let heading = (below + 1).min(6);
        values.extend(body.map(|body| ("body", self.markdown(body, heading, &format!("{field}: body")))));
        let picture = entry.picture.as_deref().and_then(|id| self.picture(id, &format!("{field}: picture")));
        values.extend(picture.map(|picture| ("picture", Value::from_object(picture))));
        if let Some(text) = entry.link.as_deref()
            && let Some(href) = self.link(text, &format!("{field}: link"))
        {
            let text = text.to_owned();
            values.insert("link", Value::from_object(LinkView { href, text }));
        }
        Value::from_iter(values)
    }
}
