//! Recordings in, what they say out: by a server with OpenAI's protocol for transcriptions, or by a program on this
//! machine.

mod program;
mod remote;

use adjutant_config::{Config, SpeechSource};
use anyhow::Result;

use self::{program::Program, remote::Remote};

/// The longest transcript that is taken, in bytes. The rest is cut off.
const LONGEST: usize = 64 << 10;

/// Transcribes recordings.
#[derive(Debug)]
pub struct Speech(Source);

#[derive(Debug)]
enum Source {
    Remote(Remote),
    Program(Program),
}

/// A recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    pub bytes: Vec<u8>,
    /// The usual extension of such files. Servers tell the format by it.
    pub ending: &'static str,
}

/// Why there is no transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpeechError {
    /// A later attempt may succeed.
    #[error("{0}")]
    Unavailable(String),
    /// This recording is not taken.
    #[error("{0}")]
    Refused(String),
    /// No recording will be taken as things are.
    #[error("{0}; check [media.speech]")]
    Misconfigured(String),
}

impl Speech {
    /// Prepares what the settings name, without connecting; `None` if recordings are not written down. Requests need
    /// rustls' default crypto provider to be installed in the process.
    ///
    /// # Errors
    /// Returns an error if the HTTP client cannot be created.
    pub fn configured(config: &Config) -> Result<Option<Self>> {
        let settings = &config.media.speech;
        Ok(match settings.source {
            SpeechSource::Off => None,
            SpeechSource::Remote => Some(Self(Source::Remote(Remote::new(settings, &config.model)?))),
            SpeechSource::Command => Some(Self(Source::Program(Program::new(settings)))),
        })
    }

    /// Returns what a recording says; empty if it says nothing.
    ///
    /// # Errors
    /// Returns an error if the server or the program does not answer, or refuses.
    pub async fn transcribe(&self, recording: Recording) -> Result<String, SpeechError> {
        let said = match &self.0 {
            Source::Remote(remote) => remote.transcribe(recording).await?,
            Source::Program(program) => program.transcribe(recording).await?,
        };
        let said = said.trim();
        Ok(said[..said.floor_char_boundary(LONGEST)].to_owned())
    }
}
