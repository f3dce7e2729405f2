//! The gateway: sessions, agent, tools, stores, approvals, scheduler, outbox. See ARCHITECTURE.md.

pub mod provider;
