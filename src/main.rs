//! The program; `cli` has its command line.

use std::process::ExitCode;

use adjutant_domain::code;

fn main() -> ExitCode {
    // Only this file knows the language: the gateway never runs it in its own process.
    adjutant::cli::main(&[(code::NAME, adjutant_code::answer)])
}
