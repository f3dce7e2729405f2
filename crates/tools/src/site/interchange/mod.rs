//! The website as Markdown files with front matter: `site_import` and `site_export`.
//!
//! A file of `pages/` is a page, one of `posts/` or with a date is a post, each folder of `collections/` is a
//! collection, and `_site.md` has the settings, the navigation and the descriptions of the pictures. [`parse`] and
//! [`plan`] read the files of [`write`] back as the same site; all three do no I/O. [`apply`] makes a plan's changes in
//! one transaction.

mod apply;
mod entry_file;
mod export;
mod fields;
mod import;
mod mistake;
mod named;
mod parse;
mod paths;
mod plan;
mod site_file;
mod write;

pub(super) use export::SiteExport;
pub(super) use import::SiteImport;
