//! Templates that an operator adds: for each a file `KEY.toml` with its fields, and beside it `KEY.html`, which
//! minijinja fills.
//!
//! ```toml
//! label = "Team"
//! description = "People with a picture and what they do."
//!
//! [[fields]]
//! name = "people"
//! label = "People"
//! type = "list"
//! min = 1
//! max = 20
//!
//! [[fields.fields]]
//! name = "name"
//! label = "Name"
//! type = "line"
//! max = 80
//! required = true
//! ```
//!
//! The HTML sees the fields by their names, and `id`, `level` and `below` (the heading of the section, `h1` to `h6`,
//! and the headings within it), `site`, `page` and `say`. `{{ photo | picture("20rem") }}` writes a picture, where the
//! text gives its width on the page, and `<a{{ link | href }}>` writes a link. A collection has `title`, `description`
//! and `entries`, each with `id`, `title`, `summary`, `body`, `picture` and `link`, as far as they are given.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{Field, FieldKind, Template, built_in};
use crate::render;

/// The most fields of a template or an entry.
const MAX_FIELDS: usize = 40;
/// The longest text, in characters.
const MAX_TEXT: usize = 20_000;
/// The most entries of a list.
const MAX_ENTRIES: usize = 100;
/// How deep lists may be nested.
const MAX_DEPTH: usize = 2;
/// The names that every template sees besides its fields.
const RESERVED: [&str; 7] = ["below", "contact_form", "id", "level", "site", "page", "say"];

/// A folder of templates that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct FolderError {
    pub file: PathBuf,
    /// What is wrong, as a sentence without a full stop.
    pub problem: String,
}

/// Returns the built-in templates and those of a folder, in the order of their keys.
pub fn load(folder: &Path) -> Result<Vec<Template>, FolderError> {
    let unreadable =
        |error: io::Error| FolderError { file: folder.to_owned(), problem: format!("not readable: {error}") };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    files.sort();
    let mut all = built_in().to_vec();
    for file in files {
        let template = read(&file).map_err(|problem| FolderError { file: file.clone(), problem })?;
        if let Err(problem) = render::parse(&template) {
            return Err(FolderError { file: file.with_extension("html"), problem });
        }
        all.push(template);
    }
    Ok(all)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TemplateFile {
    label: String,
    description: String,
    fields: Vec<FieldFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldFile {
    name: String,
    label: String,
    #[serde(rename = "type")]
    kind: KindFile,
    #[serde(default)]
    required: bool,
    hint: Option<String>,
    needs: Option<String>,
    min: Option<usize>,
    max: Option<usize>,
    values: Option<Vec<String>>,
    fields: Option<Vec<FieldFile>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindFile {
    Line,
    Text,
    Image,
    Collection,
    Link,
    Email,
    Phone,
    Date,
    Time,
    List,
    Choice,
    Flag,
}

fn read(file: &Path) -> Result<Template, String> {
    let key = file.file_stem().and_then(|stem| stem.to_str()).filter(|key| is_name(key));
    let key = key.ok_or("the name of the file is not made of lower-case letters, digits and `_`")?.to_owned();
    if built_in().iter().any(|template| template.key == key) {
        return Err(format!("`{key}` is a built-in template"));
    }
    let text = fs::read_to_string(file).map_err(|error| format!("not readable: {error}"))?;
    let TemplateFile { label, description, fields } =
        toml::from_str(&text).map_err(|error| error.to_string())?;
    let page = file.with_extension("html");
    let html =
        fs::read_to_string(&page).map_err(|error| format!("{} is not readable: {error}", page.display()))?;
    Ok(Template {
        key: key.into(),
        label: label.into(),
        description: description.into(),
        fields: fields_of(fields, "", 0)?,
        html: html.into(),
    })
}

/// Converts the fields of a list. `prefix` is the list's path.
fn fields_of(files: Vec<FieldFile>, prefix: &str, depth: usize) -> Result<Vec<Field>, String> {
    if !(1..=MAX_FIELDS).contains(&files.len()) {
        return Err(format!("`{prefix}fields` has {} entries, and 1 to {MAX_FIELDS} fit", files.len()));
    }
    let names: HashSet<String> = files.iter().map(|field| field.name.clone()).collect();
    let count = files.len();
    let fields = files.into_iter().map(|file| {
        let path = format!("{prefix}{}", file.name);
        if !is_name(&file.name) || (depth == 0 && RESERVED.contains(&&*file.name)) {
            return Err(format!(
                "`{path}` is no name of a field: lower-case letters, digits and `_` fit, but not {}",
                RESERVED.join(", ")
            ));
        }
        if let Some(needed) = file.needs.as_ref().filter(|needed| !names.contains(*needed)) {
            return Err(format!("`{path}` needs `{needed}`, which is no field beside it"));
        }
        let FieldFile { name, label, required, hint, needs, .. } = &file;
        let (name, label) = (name.clone().into(), label.clone().into());
        let (hint, needs) = (hint.clone().map(Into::into), needs.clone().map(Into::into));
        Ok(Field { name, label, required: *required, hint, needs, kind: kind_of(file, &path, depth)? })
    });
    let fields: Vec<Field> = fields.collect::<Result<_, _>>()?;
    if names.len() < count {
        return Err(format!("two fields in `{prefix}fields` have the same name"));
    }
    Ok(fields)
}

fn kind_of(file: FieldFile, path: &str, depth: usize) -> Result<FieldKind, String> {
    use KindFile as Kind;
    let FieldFile { kind, min, max, values, fields, .. } = file;
    // Each key is valid only for some types.
    let keys = [
        ("min", min.is_some(), kind == Kind::List),
        ("max", max.is_some(), matches!(kind, Kind::Line | Kind::Text | Kind::List)),
        ("values", values.is_some(), kind == Kind::Choice),
        ("fields", fields.is_some(), kind == Kind::List),
    ];
    let named = format!("{kind:?}").to_lowercase();
    for (key, given, belongs) in keys {
        match (given, belongs) {
            (true, false) => return Err(format!("`{path}` is a {named} and has no `{key}`")),
            (false, true) if key != "min" => return Err(format!("`{path}` is a {named} and lacks `{key}`")),
            _ => {}
        }
    }
    let max = max.unwrap_or_default();
    let limit = if kind == Kind::List { MAX_ENTRIES } else { MAX_TEXT };
    if keys[1].1 && !(1..=limit).contains(&max) {
        return Err(format!("`{path}` has a `max` of {max}, and 1 to {limit} fit"));
    }
    Ok(match kind {
        Kind::Line => FieldKind::Line { max },
        Kind::Text => FieldKind::Text { max },
        Kind::Image => FieldKind::Image,
        Kind::Collection => FieldKind::Collection,
        Kind::Link => FieldKind::Link,
        Kind::Email => FieldKind::Email,
        Kind::Phone => FieldKind::Phone,
        Kind::Date => FieldKind::Date,
        Kind::Time => FieldKind::Time,
        Kind::Flag => FieldKind::Flag,
        Kind::Choice => {
            let values = values.unwrap_or_default();
            // The value of a choice becomes a class of the section.
            if values.is_empty() || !values.iter().all(|value| is_name(value)) {
                return Err(format!(
                    "`{path}` has no values, or some that are not lower-case letters, digits and `_`"
                ));
            }
            FieldKind::Choice { values: values.into_iter().map(Into::into).collect() }
        }
        Kind::List => {
            let min = min.unwrap_or_default();
            if min > max || depth == MAX_DEPTH {
                return Err(format!("`{path}` has a `min` above its `max`, or is a list too deep in lists"));
            }
            FieldKind::List {
                fields: fields_of(fields.unwrap_or_default(), &format!("{path}."), depth + 1)?,
                min,
                max,
            }
        }
    })
}

fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str =
        "<{{ level }}>{{ heading }}</{{ level }}>{% for p in people %}<p>{{ p.name }}</p>{% endfor %}";

    fn folder(toml: &str, html: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("team.toml"), toml).unwrap();
        fs::write(folder.path().join("team.html"), html).unwrap();
        folder
    }

    fn fields(fields: &str) -> String {
        format!("label = \"Team\"\ndescription = \"People.\"\n{fields}")
    }

    fn team() -> String {
        fields(
            "[[fields]]\nname = \"heading\"\nlabel = \"Heading\"\ntype = \"line\"\nmax = 80\nrequired = true\n\
             [[fields]]\nname = \"people\"\nlabel = \"People\"\ntype = \"list\"\nmax = 3\n\
             [[fields.fields]]\nname = \"name\"\nlabel = \"Name\"\ntype = \"line\"\nmax = 10\n",
        )
    }

    /// Returns why a folder with this file is refused.
    fn refused(toml: &str, html: &str) -> String {
        load(folder(toml, html).path()).unwrap_err().problem
    }

    #[test]
    fn a_template_of_a_folder_is_checked_and_rendered_like_the_others() {
        let all = load(folder(&team(), HTML).path()).unwrap();
        assert_eq!(all.len(), built_in().len() + 1);
        let team = super::super::find(&all, "team").unwrap();
        let content = serde_json::json!({ "heading": "Us", "people": [{ "name": "Alice <b>" }] });
        assert_eq!(team.check(content.as_object().unwrap()), Ok(()));
        let section = crate::Section {
            id: "1".to_owned(),
            template: "team".to_owned(),
            content: content.as_object().unwrap().clone(),
        };
        let page = crate::Page {
            slug: crate::Slug::from_title("home"),
            title: "Home".to_owned(),
            description: None,
            home: true,
            sections: vec![section],
        };
        let site = crate::Site { pages: vec![page], ..crate::Site::default() };
        let rendered = render::render_with(&all, &site, render::Mode::Preview);
        assert_eq!(rendered.errors, []);
        let html = String::from_utf8_lossy(&rendered.files["index.html"]);
        let section =
            "<section class=\"section team\" id=\"us\">\n<h2>Us</h2><p>Alice &lt;b&gt;</p>\n</section>";
        assert!(html.contains(section), "{html}");
    }

    #[test]
    fn a_template_of_a_folder_shows_a_collection() {
        let of = fields("[[fields]]\nname = \"people\"\nlabel = \"People\"\ntype = \"collection\"\n");
        let html = "{% for one in people.entries %}<p>{{ one.title }}</p>{% endfor %}";
        let all = load(folder(&of, html).path()).unwrap();
        let content = serde_json::json!({ "people": "c-1" });
        let shown: crate::Site = serde_json::from_value(serde_json::json!({
            "pages": [{ "slug": "home", "title": "Home", "description": null, "home": true, "sections": [
                { "id": "1", "template": "team", "content": content },
            ] }],
            "collections": [{ "id": "c-1", "title": "Us", "description": null, "entries": [
                { "id": "a", "slug": "bob", "title": "Bob", "summary": null, "body": null, "picture": null, "link": null },
            ] }],
        }))
        .unwrap();
        let rendered = render::render_with(&all, &shown, render::Mode::Preview);
        assert_eq!(rendered.errors, []);
        assert!(String::from_utf8_lossy(&rendered.files["index.html"]).contains("<p>Bob</p>"));
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let unknown = refused(&team().replace("required", "requird"), HTML);
        assert!(
            unknown.contains("unknown field `requird`, expected one of `name`, `label`, `type`"),
            "{unknown}"
        );
        let line = |rest: &str| fields(&format!("[[fields]]\nname = \"a\"\nlabel = \"A\"\n{rest}\n"));
        assert_eq!(refused(&line("type = \"line\""), HTML), "`a` is a line and lacks `max`");
        assert_eq!(refused(&line("type = \"flag\"\nmax = 3"), HTML), "`a` is a flag and has no `max`");
        assert_eq!(
            refused(&line("type = \"line\"\nmax = 0"), HTML),
            "`a` has a `max` of 0, and 1 to 20000 fit"
        );
        let needs = line("type = \"flag\"\nneeds = \"b\"");
        assert_eq!(refused(&needs, HTML), "`a` needs `b`, which is no field beside it");
        let reserved = refused(&line("type = \"flag\"").replace("\"a\"", "\"site\""), HTML);
        assert!(reserved.starts_with("`site` is no name of a field"), "{reserved}");
        let twice = line("type = \"flag\"\n[[fields]]\nname = \"a\"\nlabel = \"A\"\ntype = \"flag\"");
        assert_eq!(refused(&twice, HTML), "two fields in `fields` have the same name");
        let choice = line("type = \"choice\"\nvalues = [\"a b\"]");
        assert!(refused(&choice, HTML).starts_with("`a` has no values, or some"));
    }

    #[test]
    fn html_that_cannot_be_read_is_refused_with_its_line() {
        let folder = folder(&team(), "<p>\n{% for x in %}</p>");
        let refused = load(folder.path()).unwrap_err();
        assert!(refused.file.ends_with("team.html"));
        assert!(refused.problem.contains("team:2"), "{}", refused.problem);
        let none = tempfile::tempdir().unwrap();
        fs::write(none.path().join("team.toml"), team()).unwrap();
        assert!(load(none.path()).unwrap_err().problem.contains("team.html is not readable"));
        fs::write(none.path().join("hero.toml"), team()).unwrap();
        assert_eq!(load(none.path()).unwrap_err().problem, "`hero` is a built-in template");
    }
}
