//! The names of `adjutant::tools::kit` that `#[tool]` expands to, so that its tests need not build the gateway.
//! That the real kit has them too is shown by the tools that are written with the macro.

pub mod tools {
    pub mod kit;
}
