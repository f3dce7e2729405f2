//! Checks the services that transcribe recordings, look at pictures and speak answers.

use adjutant_config::{Config, ReplyWithVoice, SpeechSource, Vision, VoiceSource};
use adjutant_speech::{Speech, Voice};
use anyhow::{Context as _, Result, anyhow};
use tokio::{join, time::timeout};

use super::{Check, Finding, Outcome, PATIENCE};

/// Checks the transcription of recordings, the reading of pictures, and the speaking of answers. The gateway works
/// without them.
pub async fn examine_media(config: &Config) -> [Finding; 3] {
    let (recordings, voice) = join!(recordings(config), voice(config));
    [(Check::Recordings, recordings), (Check::Pictures, pictures(config)), (Check::Voice, voice)]
        .map(|(check, outcome)| Finding { check, outcome })
}

async fn recordings(config: &Config) -> Outcome {
    match config.media.speech.source {
        SpeechSource::Off => Outcome::Fine("switched off; [media.speech] source writes them down".to_owned()),
        SpeechSource::Remote | SpeechSource::Command => warned(hearing(config).await),
    }
}

async fn voice(config: &Config) -> Outcome {
    match (config.media.reply_with_voice, config.media.voice.source) {
        (ReplyWithVoice::Off, VoiceSource::Off) => {
            Outcome::Fine("switched off; [media] reply_with_voice speaks answers".to_owned())
        }
        (ReplyWithVoice::Off, _) => {
            Outcome::Warning("[media.voice] is set, but [media] reply_with_voice is \"off\"".to_owned())
        }
        (which, _) => warned(speaking(config).await.map(|said| format!("{}: {said}", spoken(which)))),
    }
}

async fn hearing(config: &Config) -> Result<String> {
    let speech = Speech::configured(config)?.context("nobody transcribes")?;
    let checked = timeout(PATIENCE, speech.check()).await;
    Ok(checked.map_err(|_| anyhow!("no answer within {} s", PATIENCE.as_secs()))??)
}

async fn speaking(config: &Config) -> Result<String> {
    let voice = Voice::configured(config)?.context("nobody speaks")?;
    let checked = timeout(PATIENCE, voice.check()).await;
    Ok(checked.map_err(|_| anyhow!("no answer within {} s", PATIENCE.as_secs()))??)
}

fn warned(checked: Result<String>) -> Outcome {
    match checked {
        Ok(said) => Outcome::Fine(said),
        Err(error) => Outcome::Warning(format!("{error:#}")),
    }
}

/// Says which answers are spoken.
fn spoken(which: ReplyWithVoice) -> &'static str {
    match which {
        ReplyWithVoice::Off => "no answer is spoken",
        ReplyWithVoice::Mirror => "answers to voice messages are spoken",
        ReplyWithVoice::Always => "every answer is spoken",
    }
}

/// Returns the finding about pictures. Each model has its own check, and reading the settings has checked that the
/// named model exists and has its key.
fn pictures(config: &Config) -> Outcome {
    let by_others = match config.media.vision.as_str() {
        "" => "nobody describes them".to_owned(),
        name => format!("[models.{name}] describes them"),
    };
    Outcome::Fine(match config.model.vision {
        Vision::Auto => format!("the model gets them, until its provider refuses one; then {by_others}"),
        Vision::Yes => "the model gets them".to_owned(),
        Vision::No => format!("the model does not see; {by_others}"),
    })
}

#[cfg(test)]
mod tests {
    use adjutant_simulators::model::Model;

    use super::*;

    async fn said(settings: &[(&str, &str)]) -> String {
        let settings = settings.iter().map(|(key, value)| (format!("ADJUTANT__{key}"), (*value).to_owned()));
        let config = Config::load(None, settings).unwrap_or_else(|error| panic!("{error}"));
        let findings = examine_media(&config).await;
        findings.map(|finding| format!("{finding}\n")).concat()
    }

    #[tokio::test]
    async fn who_listens_looks_and_speaks_is_said() {
        insta::assert_snapshot!(said(&[]).await, @"
        ok       recordings: switched off; [media.speech] source writes them down
        ok       pictures: the model gets them, until its provider refuses one; then nobody describes them
        ok       voice: switched off; [media] reply_with_voice speaks answers
        ");
        let _ = rustls::crypto::ring::default_provider().install_default();
        let model = Model::start().await;
        model.require_key("sk-simulated");
        let url = model.url();
        let remote = |key: &'static str| {
            [
                ("MEDIA__SPEECH__SOURCE", "remote"),
                ("MEDIA__SPEECH__MODEL", "whisper-1"),
                ("MEDIA__SPEECH__BASE_URL", url.as_str()),
                ("MEDIA__SPEECH__API_KEY", key),
                ("MEDIA__REPLY_WITH_VOICE", "mirror"),
                ("MEDIA__VOICE__SOURCE", "command"),
                ("MEDIA__VOICE__COMMAND", r#"["/no/such/program", "{file}"]"#),
                ("MODEL__VISION", "no"),
            ]
        };
        let port = url.replace("http://", "").replace("/v1/", "");
        insta::assert_snapshot!(said(&remote("sk-simulated")).await.replace(&port, "SERVER"), @"
        ok       recordings: the transcription server SERVER answers, and takes the key
        ok       pictures: the model does not see; nobody describes them
        warning  voice: the program /no/such/program is not found; check its settings in [media]
        ");
        insta::assert_snapshot!(said(&remote("sk-wrong")).await.lines().next().unwrap().replace(&port, "SERVER"), @"warning  recordings: the transcription server SERVER refuses: HTTP 401; check its settings in [media]");
        model.take_complaints();
    }
}
