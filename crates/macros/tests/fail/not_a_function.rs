use adjutant_macros::tool;

/// Says nothing.
#[tool(category = Other, tier = ReadOnly)]
struct Quiet;

fn main() {}
