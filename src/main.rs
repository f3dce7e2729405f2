//! The program; `cli` has its command line.

use std::process::ExitCode;

use adjutant_domain::{archive, code, document, picture};

fn main() -> ExitCode {
    // Only this file knows these: the gateway never runs them in its own process.
    adjutant::cli::main(&[
        (archive::NAME, adjutant_documents::unpack),
        (code::NAME, adjutant_code::answer),
        (document::NAME, adjutant_documents::answer),
        (picture::NAME, adjutant_pictures::answer),
        (picture::FOR_SITE, adjutant_pictures::answer_for_site),
    ])
}
