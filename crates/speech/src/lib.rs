//! Transcribes recordings and speaks texts, by a server with OpenAI's protocol or by a program on this machine.

pub mod price;
mod program;
mod remote;
mod server;

use adjutant_config::{Config, SpeechSource, VoiceSource};
use anyhow::Result;

use self::{
    program::Program,
    remote::{Speaker, Transcriber},
};

/// The longest transcript, in bytes. The rest is cut off.
const LONGEST: usize = 64 << 10;
/// The largest sound that is accepted, in bytes: about ten minutes without compression.
const LARGEST_SOUND: u64 = 32 << 20;

/// Transcribes recordings.
#[derive(Debug)]
pub struct Speech(Hearing);

#[derive(Debug)]
enum Hearing {
    Remote(Transcriber),
    Program(Program),
}

/// Speaks texts.
#[derive(Debug)]
pub struct Voice(Speaking);

#[derive(Debug)]
enum Speaking {
    Remote(Speaker),
    Program(Program),
}

/// A recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    pub bytes: Vec<u8>,
    /// The usual extension of such files. Servers detect the format by it.
    pub ending: &'static str,
}

/// Why there is no transcript, or no sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpeechError {
    /// A later attempt may succeed.
    #[error("{0}")]
    Unavailable(String),
    /// This recording or text is refused.
    #[error("{0}")]
    Refused(String),
    /// Every attempt fails until the settings are changed.
    #[error("{0}; check its settings in [media]")]
    Misconfigured(String),
}

impl Speech {
    /// Creates the transcriber that the settings name, without connecting; `None` if recordings are not transcribed.
    /// Requests need rustls' default crypto provider to be installed in the process.
    ///
    /// # Errors
    /// Returns an error if the HTTP client cannot be created.
    pub fn configured(config: &Config) -> Result<Option<Self>> {
        let settings = &config.media.speech;
        Ok(match settings.source {
            SpeechSource::Off => None,
            SpeechSource::Remote => Some(Self(Hearing::Remote(Transcriber::new(settings, &config.model)?))),
            SpeechSource::Command => {
                Some(Self(Hearing::Program(Program::new(&settings.command, settings.timeout))))
            }
        })
    }

    /// Checks the server or the program without asking for a transcript. Returns a sentence about it.
    ///
    /// # Errors
    /// Returns an error if the server does not answer or refuses the key, or the program is not there.
    pub async fn check(&self) -> Result<String, SpeechError> {
        match &self.0 {
            Hearing::Remote(transcriber) => transcriber.server.check().await,
            Hearing::Program(program) => program.check(),
        }
    }

    /// Returns the transcript of a recording; empty if nobody speaks in it.
    ///
    /// # Errors
    /// Returns an error if the server or the program does not answer, or refuses.
    pub async fn transcribe(&self, recording: Recording) -> Result<String, SpeechError> {
        let said = match &self.0 {
            Hearing::Remote(transcriber) => transcriber.transcribe(recording).await?,
            Hearing::Program(program) => program.transcribe(recording).await?,
        };
        let said = said.trim();
        Ok(said[..said.floor_char_boundary(LONGEST)].to_owned())
    }
}

impl Voice {
    /// Creates the voice that the settings name, without connecting; `None` if answers are not spoken. Requests need
    /// rustls' default crypto provider to be installed in the process.
    ///
    /// # Errors
    /// Returns an error if the HTTP client cannot be created.
    pub fn configured(config: &Config) -> Result<Option<Self>> {
        let settings = &config.media.voice;
        Ok(match settings.source {
            VoiceSource::Off => None,
            VoiceSource::Remote => Some(Self(Speaking::Remote(Speaker::new(settings, &config.model)?))),
            VoiceSource::Command => {
                Some(Self(Speaking::Program(Program::new(&settings.command, settings.timeout))))
            }
        })
    }

    /// Checks the server or the program without asking for a sound. Returns a sentence about it.
    ///
    /// # Errors
    /// Returns an error if the server does not answer or refuses the key, or the program is not there.
    pub async fn check(&self) -> Result<String, SpeechError> {
        match &self.0 {
            Speaking::Remote(speaker) => speaker.server.check().await,
            Speaking::Program(program) => program.check(),
        }
    }

    /// Returns a text as speech, in a sound file that is never empty.
    ///
    /// # Errors
    /// Returns an error if the server or the program does not answer, or refuses.
    pub async fn speak(&self, text: &str) -> Result<Vec<u8>, SpeechError> {
        let sound = match &self.0 {
            Speaking::Remote(speaker) => speaker.speak(text).await?,
            Speaking::Program(program) => program.speak(text).await?,
        };
        if sound.is_empty() {
            return Err(SpeechError::Refused("the sound is empty".to_owned()));
        }
        Ok(sound)
    }
}
