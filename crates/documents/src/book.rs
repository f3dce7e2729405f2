//! EPUB: the chapters in reading order.

use std::collections::HashMap;

use adjutant_domain::document::Part;

use crate::{
    Unreadable,
    archive::Archive,
    text,
    xml::{self, Met},
};

pub(super) fn read(archive: &mut Archive<'_>) -> Result<Vec<Part>, Unreadable> {
    let mut package = None;
    xml::walk(&archive.text("META-INF/container.xml")?, |met| {
        if let Met::Begin("rootfile", element) = met {
            package = package.take().or_else(|| xml::attribute(element, "full-path"));
        }
    });
    let package = package.ok_or(Unreadable::Damaged)?;
    let folder = package.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let (mut files, mut order) = (HashMap::new(), Vec::new());
    xml::walk(&archive.text(&package)?, |met| match met {
        Met::Begin("item", element) => {
            let named = (xml::attribute(element, "id"), xml::attribute(element, "href"));
            if let (Some(id), Some(file)) = named {
                files.insert(id, file);
            }
        }
        Met::Begin("itemref", element) => order.extend(xml::attribute(element, "idref")),
        _ => {}
    });
    let mut chapters = Vec::new();
    for file in order.iter().filter_map(|id| files.get(id)) {
        // A book may lack a chapter that its list names.
        let named = |file: &str| format!("{folder}{file}");
        let found = archive.text(&named(&unescaped(file))).or_else(|_| archive.text(&named(file)));
        let Ok(chapter) = found else { continue };
        let text = text::of_html(&chapter)?;
        if !text.is_empty() {
            chapters.push(Part::new(text));
        }
    }
    if chapters.is_empty() { Err(Unreadable::Damaged) } else { Ok(chapters) }
}

/// Returns the name of a file that a list refers to as part of a URL: without `%20` and the like.
fn unescaped(file: &str) -> String {
    let mut rest = file.split('%');
    let mut name = rest.next().unwrap_or_default().as_bytes().to_vec();
    for part in rest {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                name.push(byte);
                name.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => {
                name.push(b'%');
                name.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8(name).unwrap_or_else(|_| file.to_owned())
}
