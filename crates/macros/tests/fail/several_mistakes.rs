use adjutant_macros::tool;

#[tool(category = Other, timeout = "5 seconds")]
fn Repeat(text: &String) -> String {
    text.clone()
}

fn main() {}
