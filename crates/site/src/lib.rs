//! The data of a website, and its conversion to files.
//!
//! A [`Site`] is a complete value: pages of sections, posts, collections, navigation, pictures. [`Template::check`]
//! checks that the content of a section fits the fields of its [`Template`]. [`render()`] returns the files and the
//! problems of the site; [`publish()`] puts the files into a folder, which holds a whole site at any moment; [`diff()`]
//! lists a draft's changes in words.
//!
//! This crate knows nothing of the gateway, a database or the network.

pub use diff::{Change, Kind, Part, What, diff, diff_with};
pub use form::{Faults, Filled, FormAnswer, MAX_EMAIL, MAX_MESSAGE, MAX_NAME};
pub use link::{Link, LinkRefusal, SitePath};
pub use model::{
    Collection, Credit, Entry, Language, NavigationItem, NavigationTarget, Page, Picture, PictureFile,
    PictureFormat, Post, Redirect, Section, Site, Variant,
};
pub use problem::Problem;
pub use publish::{KEPT_VERSIONS, PublishError, Published, publish, withdraw};
pub use render::{Mode, PICTURES, Rendered, preview_path, render, render_answer, render_with};
pub use slug::{MAX_SLUG, Slug, SlugRefusal};
pub use template::{Field, FieldKind, PictureRefusal, Template, UnknownTemplate, merge, templates};
pub use theme::{AccentRefusal, Colour, Font, Theme, ThemeSettings};
pub use uses::{Use, links_to, uses_of_picture};

mod diff;
mod form;
mod link;
pub mod markdown;
mod model;
mod problem;
mod publish;
mod render;
mod slug;
pub mod template;
pub mod theme;
mod uses;
