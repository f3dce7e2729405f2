//! Power cuts: nothing that was reported to anybody is lost, and nothing that must not be repeated begins again.

mod cuts;
mod disk;
mod registers;
mod watched;

pub use disk::{Disk, Event};
pub use watched::Watched;
