//! Recordings among the waiting messages are transcribed before their turn begins. The transcript is stored with the
//! message and shown to the person at once.

use std::{borrow::Cow, pin::pin, sync::Arc, time::Duration};

use adjutant_channel::{Attachment, AttachmentKind, DownloadError};
use adjutant_domain::{
    backoff::quadrupled,
    ids::{SessionId, TurnId, UserId},
    origin::Sources,
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use adjutant_speech::{Recording, Speech, SpeechError, price};
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    inbox::{self, Message},
    leases::{self, Lease},
    people::{self, User},
    sessions::Session,
    turns,
};
use adjutant_texts::{
    FORWARDED, RECORDING,
    speech::{self as texts, Unheard},
};
use adjutant_workspace::kinds;
use anyhow::Result;

use super::album::Sent;
use crate::{
    agent::draft::Draft,
    approvals,
    core::Core,
    daily_budget,
    outbox::{self, Address, Answer, Slot},
};

/// How often the person is told how long the transcription has taken so far.
const TELLS_EVERY: Duration = Duration::from_secs(10);
/// Attempts for one recording.
const ATTEMPTS: u32 = 3;
/// How often to check that the message still waits. Usually a change also wakes its session.
const LOOKS_EVERY: Duration = Duration::from_secs(1);
/// The pause before the second attempt; the third comes after four times as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Bytes in a second of a voice message: 32 kbit/s, the platforms' usual bit rate.
const VOICE_RATE: u64 = 4_000;
/// Bytes in a second of a sound file: 128 kbit/s, the usual bit rate of music.
const SOUND_RATE: u64 = 16_000;

/// A message whose recordings are not transcribed yet.
pub(in crate::agent) struct Spoken {
    pub(super) session: Session,
    lease: Lease,
    /// The message, and its row in the inbox.
    message: Message,
    inbox_id: i64,
    message_id: Option<String>,
    received_at: Timestamp,
    /// The number of recordings before its own in its album, and the number in the whole album.
    place: (usize, usize),
    /// Whether a turn runs under the lease and keeps it.
    is_for_turn: bool,
}

impl Spoken {
    /// Marks the message as one that a running turn takes in.
    pub(in crate::agent) fn for_turn(self) -> Self {
        Self { is_for_turn: true, ..self }
    }
}

/// Returns the first message whose recordings are not transcribed yet; none if no service can do so.
pub(in crate::agent) fn unheard(
    core: &Core,
    messages: &[Sent<'_>],
    session: &Session,
    lease: &Lease,
) -> Result<Option<Spoken>> {
    if core.speech.is_none() {
        return Ok(None);
    }
    for sent in messages {
        let mut before = 0;
        for row in &sent.rows {
            let message: Message = row.body()?;
            if message.unheard().next().is_some() {
                let (session, lease, message_id) = (session.clone(), lease.clone(), row.message_id.clone());
                let (inbox_id, received_at) = (row.inbox_id, row.delay().received_at);
                return Ok(Some(Spoken {
                    session,
                    lease,
                    message,
                    inbox_id,
                    message_id,
                    received_at,
                    place: (before, recordings(&sent.message)),
                    is_for_turn: false,
                }));
            }
            before += recordings(&message);
        }
    }
    Ok(None)
}

fn recordings(message: &Message) -> usize {
    message.attachments.iter().filter(|file| inbox::is_recording(file)).count()
}

/// Counts the cost of the recordings transcribed before the process ended: the next process transcribes all of them
/// again.
async fn count_paid(core: &Arc<Core>, user: UserId, cost_micros: i64) -> Result<()> {
    if cost_micros == 0 {
        return Ok(());
    }
    let (core_, whose) = (core.clone(), user.clone());
    let count = async move |tx: &SyncedTx| {
        let paid = (core_.config.media.speech.name(), cost_micros);
        daily_budget::count(tx, &core_, &whose, paid).await
    };
    core.db.write(Scope::Person(user), count).await
}

/// Transcribes the recordings of a message. If the process ends meanwhile, the message stays as it was.
///
/// # Errors
/// Returns an error if the database fails or another process takes the lease.
pub(in crate::agent) async fn hear(core: &Arc<Core>, spoken: Spoken) -> Result<()> {
    let Some(speech) = &core.speech else { return Ok(()) };
    let Spoken { session, lease, message, inbox_id, message_id, received_at, place, is_for_turn } = spoken;
    let recordings: Vec<_> = message.unheard().cloned().collect();
    let (chat, source) = (session.chat(), OutboxKey::Heard(inbox_id));
    let to = Address { reply_to: message_id, ..Address::new(chat.clone(), session.chat_kind) };
    let draft =
        core.delivers(&chat.channel).then(|| Draft::begin(core, (source.clone(), 0), to.clone(), None));
    let work = Work { speech, user: &session.user_id, channel: &chat.channel, draft: draft.as_ref(), place };
    let mut cost_micros = 0;
    let outcome = tokio::select! {
        biased;
        () = core.shutdown.cancelled() => None,
        // The code below then finds that the message no longer waits.
        () = withdrawn(core, &session.session_id, inbox_id) => Some(Vec::new()),
        outcome = all(core, work, &recordings, &mut cost_micros) => Some(outcome),
    };
    let is_shown = match draft {
        Some(draft) => draft.end().await,
        None => false,
    };
    let Some(outcome) = outcome else { return count_paid(core, session.user_id, cost_micros).await };
    let (said, shown) = (texts::said(&outcome), texts::outcome(&outcome, place));
    let missed = outcome.iter().filter(|recording| recording.is_err()).count();
    let (core_, now) = (core.clone(), core.clock.timestamp());
    core.db
        .write(Scope::Session(session.session_id.clone()), async move |tx| {
            leases::check(tx, &core_.process, &lease).await?;
            let paid = (core_.config.media.speech.name(), cost_micros);
            daily_budget::count(tx, &core_, &session.user_id, paid).await?;
            // A message that was withdrawn meanwhile is not answered.
            let still_waits = inbox::note_heard(tx, inbox_id, (&said, missed)).await?;
            let shown = if still_waits { shown.as_str() } else { texts::withdrawn() };
            if still_waits || is_shown {
                let shown = Answer { markdown: shown, folds: true, ..Answer::default() };
                outbox::post_answer(tx, &core_.channels, Slot::first(&source), &to, shown, now).await?;
            }
            if still_waits && answers(tx, &session, (&message, received_at), &said, now).await? {
                inbox::discard(tx, inbox_id).await?;
            }
            if is_for_turn {
                return Ok(());
            }
            leases::release(tx, &core_.process, &lease).await
        })
        .await
}

/// Takes the transcript as the awaited answer to a question, or as an awaited reason. Returns false if the message is
/// an ordinary one.
async fn answers(
    tx: &Tx,
    session: &Session,
    (message, received_at): (&Message, Timestamp),
    text: &str,
    now: Timestamp,
) -> Result<bool> {
    if text.is_empty() || !message.is_voice() || !message.text.trim().is_empty() {
        return Ok(false);
    }
    let user = people::get(tx, &session.user_id).await?;
    let said = approvals::Said { text, reply_to: message.reply_to.as_ref(), arrived_at: Some(received_at) };
    approvals::take_text(tx, &user, &session.chat(), said, now).await
}

/// Returns once a message no longer waits: its person has deleted it, or stopped everything.
async fn withdrawn(core: &Core, session: &SessionId, inbox_id: i64) {
    loop {
        tokio::select! {
            () = core.sessions.woken(session) => {}
            () = core.clock.sleep(LOOKS_EVERY) => {}
        }
        match core.db.read(async move |tx| inbox::is_waiting(tx, inbox_id).await).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "cannot see whether a recording still waits");
            }
        }
    }
}

/// Appends the transcript of a message's recordings, and a note if some could not be transcribed.
/// Other people's words are without secrets.
pub(super) async fn append(
    tx: &Tx,
    core: &Core,
    (turn, user): (&TurnId, &User),
    message: &Message,
    now: Timestamp,
) -> Result<()> {
    let said = message.heard.as_deref().unwrap_or_default();
    if message.missed > 0 {
        turns::append_note(tx, turn, &texts::missed_note(message.missed), &Sources::OWN, now).await?;
    }
    if said.is_empty() {
        return Ok(());
    }
    turns::append_note(tx, turn, texts::heard_note(), &Sources::OWN, now).await?;
    let sources = sources(message);
    let said = match sources.is_empty() {
        true => Cow::Borrowed(said),
        false => Cow::Owned(core.secrets_in(tx, &user.user_id).await?.redact(said).into_owned()),
    };
    turns::append_user(tx, turn, &said, &sources, now).await.map(drop)
}

/// Returns the sources of the transcript of a message's recordings.
pub(in crate::agent) fn sources(message: &Message) -> Sources {
    let by_others = message.attachments.iter().any(|file| file.kind == AttachmentKind::Audio);
    match (message.forwarded, by_others) {
        (true, _) => FORWARDED.into(),
        // The sender of a file need not be its speaker.
        (false, true) => RECORDING.into(),
        (false, false) => Sources::OWN,
    }
}

/// The transcription service, the person who pays for it, the channel that has the recordings, the message that shows
/// the progress, and the place in an album.
#[derive(Clone, Copy)]
struct Work<'a> {
    speech: &'a Speech,
    user: &'a UserId,
    channel: &'a str,
    draft: Option<&'a Draft>,
    place: (usize, usize),
}

/// Returns the transcript or the failure of each recording; never empty. A failure does not affect the other
/// recordings. Adds the cost to `cost_micros`.
async fn all(
    core: &Arc<Core>,
    work: Work<'_>,
    recordings: &[Attachment],
    cost_micros: &mut i64,
) -> Vec<Result<String, Unheard>> {
    let (began, (before, count)) = (core.clock.uptime(), work.place);
    let mut outcomes = Vec::new();
    for (number, recording) in (before + 1..).zip(recordings) {
        let which = (number, count);
        let outcome =
            while_telling(core, work, (which, began), one(core, work, recording, cost_micros)).await;
        let outcome = outcome.and_then(|said| if said.is_empty() { Err(Unheard::Silent) } else { Ok(said) });
        if let Err(why) = &outcome {
            tracing::warn!(number, ?why, "cannot find out what a recording says");
        }
        outcomes.push(outcome);
    }
    outcomes
}

/// Shows which recording is being transcribed, and for how long, until that is done.
async fn while_telling<T>(
    core: &Core,
    work: Work<'_>,
    (which, began): ((usize, usize), Duration),
    listening: impl Future<Output = T>,
) -> T {
    let mut listening = pin!(listening);
    loop {
        if let Some(draft) = work.draft {
            draft.show(texts::listening(which, core.clock.uptime().saturating_sub(began)));
        }
        tokio::select! {
            biased;
            heard = &mut listening => return heard,
            () = core.clock.sleep(TELLS_EVERY) => {}
        }
    }
}

async fn one(
    core: &Arc<Core>,
    work: Work<'_>,
    recording: &Attachment,
    cost_micros: &mut i64,
) -> Result<String, Unheard> {
    let most = core.config.media.speech.max_size;
    if recording.size.is_some_and(|size| size > most) {
        return Err(Unheard::TooLarge(most));
    }
    let mut attempt = 1;
    loop {
        let outcome = attempt_once(core, work, recording, cost_micros).await;
        let may_succeed =
            matches!(outcome, Err(Unheard::NotFetched | Unheard::Speech(SpeechError::Unavailable(_))));
        if !may_succeed || attempt == ATTEMPTS {
            return outcome;
        }
        core.clock.sleep(quadrupled(FIRST_PAUSE, attempt)).await;
        attempt += 1;
    }
}

async fn attempt_once(
    core: &Arc<Core>,
    work: Work<'_>,
    recording: &Attachment,
    cost_micros: &mut i64,
) -> Result<String, Unheard> {
    let most = core.config.media.speech.max_size;
    let channel = core.channels.get(work.channel).map_err(|_| Unheard::NotFetched)?;
    let bytes = channel.download(recording, most).await.map_err(|error| match error {
        DownloadError::TooLarge { limit } => Unheard::TooLarge(limit),
        DownloadError::Gone => Unheard::Gone,
        DownloadError::Failed(why) => {
            tracing::warn!(%why, "cannot fetch a recording");
            Unheard::NotFetched
        }
    })?;
    let cost = price::of_recording(&core.config.media.speech, length(recording, bytes.len() as u64));
    match daily_budget::would_be_used_up(core, work.user, *cost_micros + cost).await {
        Ok(None) => {}
        Ok(Some(measure)) => return Err(Unheard::UsedUp(measure)),
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "cannot read what a person has used today");
            return Err(Unheard::NotKnown);
        }
    }
    let ending = match kinds::of(&bytes) {
        // Opus files use the Ogg container, which servers know only by its usual extension.
        (_, Some("opus") | None) => "ogg",
        (_, Some(ending)) => ending,
    };
    let said = work.speech.transcribe(Recording { bytes, ending }).await.map_err(Unheard::Speech)?;
    *cost_micros += cost;
    Ok(said)
}

/// Returns the playing time of a recording: from the platform, or else estimated from the usual bit rate of its kind.
fn length(recording: &Attachment, bytes: u64) -> Duration {
    let by_size = match recording.kind {
        AttachmentKind::Voice => bytes / VOICE_RATE,
        _ => bytes / SOUND_RATE,
    };
    Duration::from_secs(recording.seconds.map_or(by_size, Into::into).max(1))
}
