//! The keys of outbox rows: what each message is about. A key is stored as text, with ids in it, and never changes once
//! written: a repeated step finds the row that it stored before by its key.

#[cfg(test)]
mod tests;
