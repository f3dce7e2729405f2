//! Pictures and links in the form for section templates, and the filters that write them.

use std::sync::Arc;

use minijinja::{
    Environment, Error, Output, State, Value,
    value::{Enumerator, Object},
};

use crate::model::{Picture, PictureFormat, Variant};

/// The widest variant that a browser without `srcset` is given, in pixels.
const FALLBACK_WIDTH: u32 = 1_200;

/// A picture, with the address of each variant.
#[derive(Debug)]
pub(super) struct PictureView {
    pub alt: String,
    pub caption: Option<String>,
    /// By format, the one that browsers should prefer first; each sorted by width.
    formats: Vec<(PictureFormat, Vec<(String, Variant)>)>,
    /// Whether it is at the top of the page, so that it is loaded at once.
    eager: bool,
}

/// A checked link.
#[derive(Debug)]
pub(super) struct LinkView {
    pub href: String,
    pub text: String,
}

impl PictureView {
    /// Returns `None` for a picture without variants.
    pub(super) fn new(picture: &Picture, eager: bool, address: impl Fn(&Variant) -> String) -> Option<Self> {
        let mut formats = Vec::new();
        for format in [PictureFormat::WebP, PictureFormat::Jpeg, PictureFormat::Png] {
            let mut variants: Vec<_> =
                picture.variants.iter().filter(|variant| variant.format == format).collect();
            variants.sort_by_key(|variant| variant.width);
            if !variants.is_empty() {
                let variants =
                    variants.into_iter().map(|variant| (address(variant), variant.clone())).collect();
                formats.push((format, variants));
            }
        }
        let caption = picture.caption.clone().filter(|caption| !caption.trim().is_empty());
        (!formats.is_empty()).then(|| Self { alt: picture.alt.clone(), caption, formats, eager })
    }

    /// Returns the variant for browsers that take only one.
    pub(super) fn fallback(&self) -> Option<&(String, Variant)> {
        let (_, variants) = self.formats.last()?;
        variants
            .iter()
            .rev()
            .find(|(_, variant)| variant.width <= FALLBACK_WIDTH)
            .or_else(|| variants.first())
    }

    /// Returns the HTML of the picture. `sizes`: its width on the page, in HTML's syntax.
    pub(super) fn html(&self, sizes: &str) -> String {
        let Some((source, _)) = self.fallback() else { return String::new() };
        let Some((fallback, sources)) = self.formats.split_last() else { return String::new() };
        let mut html = "<picture>".to_owned();
        for (format, variants) in sources {
            let attributes = [("type", format.media_type()), ("srcset", &srcset(variants)), ("sizes", sizes)];
            push_tag(&mut html, "source", &attributes);
        }
        let (width, height) = fallback.1.last().map_or((0, 0), |(_, widest)| (widest.width, widest.height));
        let (loading, decoding) = if self.eager { ("eager", "auto") } else { ("lazy", "async") };
        let mut attributes = vec![("src", source.as_str())];
        let srcset = srcset(&fallback.1);
        if fallback.1.len() > 1 {
            attributes.extend([("srcset", srcset.as_str()), ("sizes", sizes)]);
        }
        let (width, height) = (width.to_string(), height.to_string());
        attributes.extend([("alt", self.alt.as_str()), ("width", &width), ("height", &height)]);
        attributes.extend([("loading", loading), ("decoding", decoding)]);
        push_tag(&mut html, "img", &attributes);
        html + "</picture>"
    }
}

fn srcset(variants: &[(String, Variant)]) -> String {
    variants.iter().map(|(url, variant)| format!("{url} {}w", variant.width)).collect::<Vec<_>>().join(", ")
}

fn push_tag(html: &mut String, tag: &str, attributes: &[(&str, &str)]) {
    html.push('<');
    html.push_str(tag);
    for (name, value) in attributes {
        html.push(' ');
        html.push_str(name);
        html.push_str("=\"");
        escape_into(html, value);
        html.push('"');
    }
    html.push('>');
}

impl Object for PictureView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "alt" => Some(self.alt.as_str().into()),
            "caption" => self.caption.as_deref().map(Into::into),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["alt", "caption"])
    }
}

impl Object for LinkView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "href" => Some(self.href.as_str().into()),
            "text" => Some(self.text.as_str().into()),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["href", "text"])
    }
}

/// Sets the output format of values, and the filters.
pub(super) fn set_up(environment: &mut Environment<'_>) {
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::Html);
    environment.set_undefined_behavior(minijinja::UndefinedBehavior::Chainable);
    environment.set_formatter(write_value);
    environment.add_filter("picture", |picture: &Value, sizes: &str| {
        let html = picture.downcast_object_ref::<PictureView>().map(|picture| picture.html(sizes));
        Value::from_safe_string(html.unwrap_or_default())
    });
    environment.add_filter("href", |link: &Value| {
        let href = link.downcast_object_ref::<LinkView>().map(|link| attribute("href", &link.href));
        Value::from_safe_string(href.unwrap_or_default())
    });
    environment.add_filter("map_href", |address: &str| {
        Value::from_safe_string(attribute("href", &map_url(address)))
    });
}

/// Writes a value like minijinja's formatter, but without escaping slashes.
fn write_value(out: &mut Output<'_>, _: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    let text = value.to_string();
    let written = if value.is_safe() { out.write_str(&text) } else { out.write_str(&escape(&text)) };
    written.map_err(Error::from)
}

fn attribute(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", escape(value))
}

fn map_url(address: &str) -> String {
    let mut url = "https://www.openstreetmap.org/search?query=".to_owned();
    url.extend(url::form_urlencoded::byte_serialize(address.as_bytes()));
    url
}

/// Escapes a text for HTML or XML, in an element or between double quotes. Characters that are invalid in XML are left
/// out.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    escape_into(&mut escaped, text);
    escaped
}

fn escape_into(escaped: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
}
