//! A server with OpenAI's protocol: `POST audio/transcriptions`, and `POST audio/speech`.

use adjutant_config::{ModelSettings, SpeechSettings, VoiceSettings};
use anyhow::Result;
use reqwest::multipart::{Form, Part};
use serde::{Deserialize, Serialize};

use crate::{LARGEST_SOUND, LONGEST, Recording, SpeechError, server::Server};

/// The largest answer with a transcript, in bytes. JSON may escape a character with six bytes.
const MAX_ANSWER: u64 = 8 * LONGEST as u64;

/// A server that transcribes recordings.
#[derive(Debug)]
pub(crate) struct Transcriber {
    pub(crate) server: Server,
    model: String,
    language: String,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
}

impl Transcriber {
    pub(crate) fn new(settings: &SpeechSettings, model: &ModelSettings) -> Result<Self> {
        let own = (settings.base_url.as_ref(), settings.api_key.as_ref());
        let server = Server::new(("transcription", "audio/transcriptions"), own, model, settings.timeout)?;
        Ok(Self { server, model: settings.model.clone(), language: settings.language.clone() })
    }

    pub(crate) async fn transcribe(&self, recording: Recording) -> Result<String, SpeechError> {
        let Recording { bytes, ending } = recording;
        let file = Part::bytes(bytes).file_name(format!("recording.{ending}"));
        let mut form =
            Form::new().part("file", file).text("model", self.model.clone()).text("response_format", "json");
        if !self.language.is_empty() {
            form = form.text("language", self.language.clone());
        }
        let body = self.server.post(|request| request.multipart(form), MAX_ANSWER).await?;
        let answer: Option<Answer> = body.and_then(|body| serde_json::from_slice(&body).ok());
        answer.map(|answer| answer.text).ok_or_else(|| self.server.not_understood())
    }
}

/// A server that speaks.
#[derive(Debug)]
pub(crate) struct Speaker {
    pub(crate) server: Server,
    model: String,
    voice: String,
}

#[derive(Serialize)]
struct Order<'a> {
    model: &'a str,
    voice: &'a str,
    input: &'a str,
    /// "opus" means Opus in Ogg, the format of voice messages.
    response_format: &'a str,
}

impl Speaker {
    pub(crate) fn new(settings: &VoiceSettings, model: &ModelSettings) -> Result<Self> {
        let own = (settings.base_url.as_ref(), settings.api_key.as_ref());
        let server = Server::new(("speech", "audio/speech"), own, model, settings.timeout)?;
        Ok(Self { server, model: settings.model.clone(), voice: settings.voice.clone() })
    }

    pub(crate) async fn speak(&self, text: &str) -> Result<Vec<u8>, SpeechError> {
        let order = Order { model: &self.model, voice: &self.voice, input: text, response_format: "opus" };
        let sound = self.server.post(|request| request.json(&order), LARGEST_SOUND).await?;
        sound.ok_or_else(|| self.server.not_understood())
    }
}
