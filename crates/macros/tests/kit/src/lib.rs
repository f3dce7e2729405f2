//! A substitute for `adjutant_tools::kit`, with the names that `#[tool]` expands to, so that its tests need not build
//! the gateway. The gateway's own tools, written with the macro, show that the real kit has the same names.

pub mod kit;
