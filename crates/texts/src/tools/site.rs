//! The progress of the website's tools; the questions of their prompts are in `site` and its siblings.

use crate::fluent::text;

/// The source of photographers' texts, as prompts name it.
pub fn photos_of(service: &str) -> String {
    format!("stock photos of {service}")
}

pub fn preparing_picture() -> &'static str {
    text!("tools-site-preparing-picture")
}

/// `number`: from 1.
pub fn preparing_pictures(number: usize, of: usize) -> String {
    text!("tools-site-preparing-pictures", number = number, count = of)
}

/// `number`: from 1.
pub fn copying_pictures(number: usize, of: usize) -> String {
    text!("tools-site-copying-pictures", number = number, count = of)
}

pub fn unpacking() -> &'static str {
    text!("tools-site-unpacking")
}

pub fn searching_photos() -> &'static str {
    text!("tools-site-searching-photos")
}

pub fn taking_photo() -> &'static str {
    text!("tools-site-taking-photo")
}
