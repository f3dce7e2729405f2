//! The program; `cli` has its command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    adjutant::cli::main()
}
