//! The commands beside `run`.

pub mod audit;
pub mod cadence_preview;
pub mod catalogue;
pub mod doctor;
pub mod logging;
