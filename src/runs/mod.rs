//! The end of a run, and the delivery of its result.

mod backlog;
pub(crate) mod deliver;
pub(crate) mod finish;
pub(crate) mod overdue;
pub(crate) mod unreachable;
