//! The compile errors of `#[tool]`. `expansion.rs` tests what it accepts.

#[test]
fn mistakes_are_compile_errors_that_say_what_to_do() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/fail/*.rs");
}
