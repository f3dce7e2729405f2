//! Finds the pictures to which the files of a site refer by path.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_domain::{ids::PictureId, origin::Sources};
use adjutant_site::{Template, markdown};
use adjutant_store::site::Snapshot;
use adjutant_texts::in_a_line;
use serde_json::Value;

use super::{
    super::{
        mistake::Fault,
        parse::{EntryFile, SectionFile},
        site_file::PictureSaid,
    },
    Mistakes, Plan, Sourced,
};
use crate::site::pictures::MAX_ALT;

/// The descriptions of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::site::interchange) struct PictureWords {
    /// Replaces the picture's path in texts and fields until the picture has an id, since a path is not valid in every
    /// text.
    token: String,
    pub(in crate::site::interchange) said: PictureSaid,
    /// The alternative text of the picture in a text.
    described: String,
    /// The sources of the words in the file that describes it.
    pub(in crate::site::interchange) untrusted: Sources,
}

impl PictureWords {
    /// Returns the description of the picture; empty if there is none.
    pub(in crate::site::interchange) fn alt(&self) -> &str {
        self.said.alt.as_deref().filter(|alt| !alt.is_empty()).unwrap_or(&self.described)
    }
}

impl Plan {
    /// Replaces the paths of pictures by their tokens, and collects the descriptions of each.
    pub(super) fn find_pictures(
        &mut self,
        files: &BTreeSet<String>,
        known: Option<&Snapshot>,
        mistakes: &mut Mistakes<'_>,
    ) {
        let mut found = Found { files, known, mistakes, words: BTreeMap::new() };
        if let Some(site) = &self.site {
            for (number, entry) in site.part.pictures.iter().enumerate() {
                let field = format!("pictures/{number}/file");
                let Some(path) = found.mistakes.picture(&site.file, &field, &entry.file, files) else {
                    continue;
                };
                found.known_or_new(path, &site.untrusted).said = entry.said.clone();
            }
        }
        for Sourced { file, untrusted, part } in &mut self.pages {
            for (number, section) in part.sections.iter_mut().enumerate() {
                found.of_section((file, untrusted), number, section);
            }
        }
        for Sourced { file, untrusted, part } in &mut self.posts {
            found.of_text((file, untrusted), &mut part.body);
        }
        for Sourced { file, untrusted, part } in self.collections.iter_mut().flat_map(|it| &mut it.entries) {
            let EntryFile { picture, body, .. } = part;
            if let Some(shown) = picture
                && let Some(token) = found.token((file, untrusted), "image", shown)
            {
                *shown = token;
            }
            found.of_text((file, untrusted), body);
        }
        self.pictures = found.words;
    }

    /// Replaces the tokens of pictures by their ids; `ids` is by the paths of the pictures' files.
    pub(in crate::site::interchange) fn show(&mut self, ids: &BTreeMap<String, PictureId>) {
        for (path, PictureWords { token, .. }) in &self.pictures {
            let Some(id) = ids.get(path).map(PictureId::as_str) else { continue };
            for section in self.pages.iter_mut().flat_map(|page| &mut page.part.sections) {
                if let Ok(template) = Template::find(&section.template) {
                    template.replace_picture(&mut section.content, token, id);
                }
            }
            let entries = self.collections.iter_mut().flat_map(|group| &mut group.entries);
            let bodies = entries.map(|entry| {
                if let Some(picture) = entry.part.picture.as_mut().filter(|picture| *picture == token) {
                    id.clone_into(picture);
                }
                &mut entry.part.body
            });
            for body in self.posts.iter_mut().map(|post| &mut post.part.body).chain(bodies) {
                if body.contains(token.as_str()) {
                    markdown::replace_picture(body, token, id);
                }
            }
        }
    }
}

/// A fault of a picture in a text whose path cannot be replaced, and the valid form.
const ESCAPED: &str = "a picture whose path is written with backslashes or in parts";
const PLAIN_PATH: &str = "a plain path, as in `![words](pictures/boat.jpg)`,";

/// The prefix of the tokens of pictures.
const TOKEN: &str = "file-of-picture-";

/// The pictures that were found so far.
struct Found<'a, 'm> {
    /// The paths of all files that are not Markdown.
    files: &'a BTreeSet<String>,
    known: Option<&'a Snapshot>,
    mistakes: &'a mut Mistakes<'m>,
    words: BTreeMap<String, PictureWords>,
}

impl Found<'_, '_> {
    /// Replaces the paths of pictures in a section by their tokens.
    fn of_section(&mut self, (file, untrusted): (&str, &Sources), number: usize, section: &mut SectionFile) {
        let Ok(template) = Template::find(&section.template) else { return };
        for (field, shown) in template.picture_fields(&section.content) {
            let field = format!("sections/{number}: {field}");
            let Some(token) = self.token((file, untrusted), &field, &shown) else { continue };
            template.replace_picture(&mut section.content, &shown, &token);
            if template.pictures(&section.content).contains(&shown) {
                self.mistakes.of(file, Fault::of(&field, ESCAPED, PLAIN_PATH));
            }
        }
        section.content.values().filter_map(Value::as_str).for_each(|text| self.describe(text));
    }

    /// Replaces the paths of pictures in a text by their tokens.
    fn of_text(&mut self, (file, untrusted): (&str, &Sources), text: &mut String) {
        for shown in markdown::pictures(text) {
            let Some(token) = self.token((file, untrusted), "text", &shown) else { continue };
            markdown::replace_picture(text, &shown, &token);
            if markdown::pictures(text).contains(&shown) {
                self.mistakes.of(file, Fault::of("text", ESCAPED, PLAIN_PATH));
            }
        }
        self.describe(text);
    }

    /// Returns the token of a picture that a file shows; `None` if it is already named by its id or token, or does not
    /// exist.
    fn token(&mut self, (file, untrusted): (&str, &Sources), field: &str, shown: &str) -> Option<String> {
        let is_known =
            self.known.is_some_and(|site| site.pictures.iter().any(|it| it.picture_id.as_str() == shown));
        let is_token = || shown.starts_with(TOKEN) && self.words.values().any(|known| known.token == shown);
        if is_known || is_token() {
            return None;
        }
        let path = self.mistakes.picture(file, field, shown, self.files)?;
        Some(self.known_or_new(path, untrusted).token.clone())
    }

    fn known_or_new(&mut self, path: String, untrusted: &Sources) -> &mut PictureWords {
        let token = format!("{TOKEN}{}", self.words.len() + 1);
        self.words.entry(path).or_insert_with(|| PictureWords {
            token,
            untrusted: untrusted.clone(),
            ..PictureWords::default()
        })
    }

    /// Takes the alternative texts in a text as the descriptions of pictures that have no other description.
    fn describe(&mut self, text: &str) {
        for (shown, alt) in markdown::pictures_with_words(text) {
            let known = self.words.values_mut().find(|known| known.token == shown && known.alt().is_empty());
            if let Some(known) = known {
                known.described = in_a_line(&alt, MAX_ALT);
            }
        }
    }
}
