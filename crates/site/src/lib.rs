//! What a website is, and how it becomes files: the data of a [`Site`], the [`template`]s of its sections with the check of
//! their content.
//!
//! Nothing here knows the gateway, a database or the network: a site is given whole, and what comes back is a value.

pub use link::{Link, LinkRefusal, SitePath};
pub use model::{
    Language, NavigationItem, NavigationTarget, Page, Picture, PictureFile, PictureFormat, Post, Redirect,
    Section, Site, Variant,
};
pub use problem::Problem;
pub use render::{Mode, PICTURES, Rendered, render, render_with};
pub use slug::{Slug, SlugRefusal};
pub use template::{Field, FieldKind, Template, UnknownTemplate, merge, templates};
pub use theme::{AccentRefusal, Colour, Font, Theme, ThemeSettings};

mod link;
mod markdown;
mod model;
mod problem;
mod render;
mod slug;
pub mod template;
pub mod theme;
