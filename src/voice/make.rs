//! Makes the voice messages for answers, one at a time per chat.

use std::{collections::HashSet, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{AttachmentKind, ChatRef, Content, Media};
use adjutant_domain::{backoff::quadrupled, ids::UserId, outbox_key::OutboxKey};
use adjutant_speech::{SpeechError, Voice, price};
use adjutant_store::{
    db::{self, Scope},
    outbox as rows,
    voice_answers::{self, VoiceAnswer},
};
use adjutant_texts::voice as texts;
use adjutant_workspace::kinds;
use anyhow::{Result, anyhow, ensure};
use futures::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};

use super::key_of;
use crate::{
    core::Core,
    daily_budget,
    outbox::{self, Address, Slot},
};

/// The most voice messages that are made at once.
const AT_ONCE: usize = 4;
/// The most answers that are read together.
const LISTED: i64 = 100;
/// How often to look for answers without a wake-up, such as those of another process.
const EVERY: Duration = Duration::from_secs(1);
/// How long after its text a voice message is still made. Later, the conversation has moved on.
const TOO_LATE: Duration = Duration::from_mins(10);
/// Attempts for one answer.
const ATTEMPTS: u32 = 3;
/// The pause before the second attempt; the third comes after four times as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// A person is told at most this often that answers are not spoken.
const TOLD_EVERY: Duration = Duration::from_hours(1);

/// Makes voice messages until shutdown. If no service is set up, drops the answers that still wait from earlier.
pub(crate) async fn run(core: Arc<Core>) {
    let (mut delivering, mut working) = (core.duties.delivering.subscribe(), FuturesUnordered::new());
    let mut busy = HashSet::new();
    loop {
        if let Err(error) = begin(&core, &mut busy, &mut working).await {
            tracing::error!(error = format!("{error:#}"), "cannot look for answers to speak");
        }
        if core.voice.is_none() && busy.is_empty() {
            // A task that ends before the shutdown counts as broken.
            return core.shutdown.cancelled().await;
        }
        tokio::select! {
            () = core.shutdown.cancelled() => break,
            Some(chat) = working.next() => { busy.remove(&chat); }
            () = core.wakeups.voice_answers.notified() => {}
            _ = delivering.changed() => {}
            () = core.clock.sleep(EVERY) => {}
        }
    }
    // Work that is being stored may finish.
    while working.next().await.is_some() {}
}

/// The voice messages in progress; each future returns its chat.
type Working = FuturesUnordered<BoxFuture<'static, ChatRef>>;

/// Begins the next voice messages, in chats without one in progress.
async fn begin(core: &Arc<Core>, busy: &mut HashSet<ChatRef>, working: &mut Working) -> Result<()> {
    for answer in core.db.read(async |tx| voice_answers::list(tx, LISTED).await).await? {
        let Some((chat, _)) = answer.place.clone() else {
            drop_answer(core, &answer, "its text is not delivered").await?;
            continue;
        };
        if core.clock.timestamp() > answer.created_at + TOO_LATE && !busy.contains(&chat) {
            drop_answer(core, &answer, "it is too late").await?;
            continue;
        }
        if working.len() < AT_ONCE && core.delivers(&chat.channel) && busy.insert(chat.clone()) {
            let core = core.clone();
            working.push(Box::pin(async move {
                let spoken = AssertUnwindSafe(speak(&core, &answer)).catch_unwind().await;
                if let Err(error) = spoken.unwrap_or_else(|_| Err(anyhow!("it panicked"))) {
                    tracing::error!(%chat, error = format!("{error:#}"), "cannot speak an answer");
                }
                chat
            }));
        }
    }
    Ok(())
}

/// Speaks an answer, or gives it up. Does neither if the process ends meanwhile.
async fn speak(core: &Arc<Core>, answer: &VoiceAnswer) -> Result<()> {
    let Some(voice) = &core.voice else { return drop_answer(core, answer, "nobody speaks").await };
    let Some(user) = user_of(core, answer).await? else {
        return drop_answer(core, answer, "its person is not known").await;
    };
    core.language_of(&user).await?.scope(Box::pin(speak_to(core, voice, answer, user))).await
}

async fn speak_to(core: &Arc<Core>, voice: &Voice, answer: &VoiceAnswer, user: UserId) -> Result<()> {
    let cost_micros = price::of_text(&core.config.media.voice, &answer.text);
    if daily_budget::would_be_used_up(core, &user, cost_micros).await?.is_some() {
        return give_up(core, answer, (&user, 0), texts::not_paid_for()).await;
    }
    let made = tokio::select! {
        biased;
        () = core.shutdown.cancelled() => return Ok(()),
        made = make(core, voice, &answer.text) => made,
    };
    let (posted, cost_micros) = match made {
        Ok(sound) => (post(core, answer, (&user, cost_micros), sound).await, cost_micros),
        Err(error) => (Err(error.into()), 0),
    };
    match posted {
        Err(error) if !db::is_storage_failure(&error) => {
            tracing::warn!(error = format!("{error:#}"), "an answer is not spoken");
            give_up(core, answer, (&user, cost_micros), texts::not_spoken()).await
        }
        posted => posted,
    }
}

async fn make(core: &Core, voice: &Voice, text: &str) -> Result<Vec<u8>, SpeechError> {
    let mut attempt = 1;
    loop {
        match voice.speak(text).await {
            Err(SpeechError::Unavailable(_)) if attempt < ATTEMPTS => {}
            made => return made,
        }
        core.clock.sleep(quadrupled(FIRST_PAUSE, attempt)).await;
        attempt += 1;
    }
}

/// Writes the sound to a file, posts it below its text, and adds its cost to the person's day.
async fn post(
    core: &Arc<Core>,
    answer: &VoiceAnswer,
    (user, cost_micros): (&UserId, i64),
    sound: Vec<u8>,
) -> Result<()> {
    let (Some((chat, kind)), Some(key)) = (answer.place.clone(), key_of(&answer.source)) else {
        return drop_answer(core, answer, "its text is not spoken").await;
    };
    let most = core.channels.get(&chat.channel)?.limits().upload_bytes;
    ensure!(sound.len() as u64 <= most, "the sound has {} bytes, and the chat takes {most}", sound.len());
    let (kind_of_file, ending) = match kinds::of(&sound) {
        (AttachmentKind::Voice, _) => (AttachmentKind::Voice, "ogg"),
        (AttachmentKind::Audio, Some(ending)) => (AttachmentKind::Audio, ending),
        _ => return Err(anyhow!("it is no sound of a known format")),
    };
    let path = outbox::keep_file(core, user, format!("{key}-{}", answer.segment), sound).await?;
    let media = Media { kind: kind_of_file, path, name: format!("answer.{ending}"), size: None };
    let content = Content { media: Some(media), ..Content::default() };
    let (to, now, answer) = (Address::new(chat.clone(), kind), core.clock.timestamp(), answer.clone());
    let (core_, user) = (core.clone(), user.clone());
    core.db
        .write(Scope::chat(&chat), async move |tx| {
            if !voice_answers::remove(tx, &answer.source, answer.segment).await? {
                return Ok(());
            }
            daily_budget::count(tx, &core_, &user, (core_.config.media.voice.name(), cost_micros)).await?;
            let slot = Slot { source: &key, segment: answer.segment };
            outbox::post_content(tx, slot, &to, &content, now).await.map(drop)
        })
        .await
}

/// Removes an answer that cannot be spoken, and tells its person why, at most once in [`TOLD_EVERY`]. Adds its cost so
/// far to the person's day.
async fn give_up(
    core: &Arc<Core>,
    answer: &VoiceAnswer,
    (user, cost_micros): (&UserId, i64),
    why: &'static str,
) -> Result<()> {
    let Some((chat, kind)) = answer.place.clone() else {
        return drop_answer(core, answer, "its text is not delivered").await;
    };
    let (core_, user, now, answer) = (core.clone(), user.clone(), core.clock.timestamp(), answer.clone());
    let to = Address::new(chat.clone(), kind);
    core.db
        .write(Scope::chat(&chat), async move |tx| {
            if !voice_answers::remove(tx, &answer.source, answer.segment).await? {
                return Ok(());
            }
            daily_budget::count(tx, &core_, &user, (core_.config.media.voice.name(), cost_micros)).await?;
            let last = rows::last_of(tx, &OutboxKey::voiceless(&user), 0).await?;
            if last.is_some_and(|last| now < last.created_at + TOLD_EVERY) {
                return Ok(());
            }
            let source = OutboxKey::Voiceless { user: user.clone(), at: now };
            outbox::post_text(tx, &core_.channels, Slot::first(&source), &to, why, now).await
        })
        .await
}

async fn drop_answer(core: &Core, answer: &VoiceAnswer, why: &'static str) -> Result<()> {
    tracing::debug!(why, "an answer is not spoken");
    let answer = answer.clone();
    let removed = core.db.write(Scope::Global, async move |tx| {
        voice_answers::remove(tx, &answer.source, answer.segment).await
    });
    removed.await.map(drop)
}

async fn user_of(core: &Core, answer: &VoiceAnswer) -> Result<Option<UserId>> {
    let source = answer.source.clone();
    core.db.read(async move |tx| rows::user_of(tx, &source).await).await
}
