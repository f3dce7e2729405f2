//! XML as a sequence of elements and texts, for the formats of office suites.

use quick_xml::{
    Reader, escape,
    events::{BytesStart, Event},
};

/// An event while walking through a document. Names have no prefix.
pub(super) enum Met<'a> {
    Begin(&'a str, &'a BytesStart<'a>),
    End(&'a str),
    Text(&'a str),
}

/// Walks through a document up to the first place that is not well formed.
pub(super) fn walk(xml: &str, mut meet: impl FnMut(Met<'_>)) {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(begin) => meet(Met::Begin(begin.local_name().as_ref(), &begin)),
            Event::Empty(begin) => {
                meet(Met::Begin(begin.local_name().as_ref(), &begin));
                meet(Met::End(begin.local_name().as_ref()));
            }
            Event::End(end) => meet(Met::End(end.local_name().as_ref())),
            Event::Text(text) => meet(Met::Text(&text)),
            Event::CData(text) => meet(Met::Text(&text)),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(c)) => meet(Met::Text(c.encode_utf8(&mut [0; 4]))),
                _ => meet(Met::Text(escape::resolve_predefined_entity(&reference).unwrap_or_default())),
            },
            Event::Eof => return,
            _ => {}
        }
    }
}

/// Returns the value of an attribute, found by its name without a prefix.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.attributes().flatten().find(|it| it.key.local_name().as_ref() == name)?;
    Some(escape::unescape(&attribute.value).unwrap_or_default().into_owned())
}
