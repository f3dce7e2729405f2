//! Connections to a server of ours.
