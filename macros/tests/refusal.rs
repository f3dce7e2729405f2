//! What `#[tool]` refuses, and in which words. What it accepts is in `expansion.rs`.

#[test]
fn mistakes_are_compile_errors_that_say_what_to_do() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/fail/*.rs");
}
