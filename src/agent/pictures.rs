//! The pictures of a turn. They are fetched and redrawn before its first request. A model with vision sees them as they
//! are; for a model without, another model describes them once.

use std::sync::Arc;

use adjutant_channel::{Attachment, AttachmentKind, DownloadError};
use adjutant_domain::{
    budget::Over,
    ids::{AttachmentId, TurnId},
    picture::{Order, Picture, Problem},
};
use adjutant_provider::{ModelMessage, ModelRequest, models::Model};
use adjutant_store::{
    attachments::StoredAttachment,
    db::{Scope, Tx},
    inbox, leases,
    people::User,
    pictures::{self as rows, State, TurnPicture},
    sessions::Session,
    turns::{self, Entry},
};
use adjutant_texts::{
    PICTURE,
    pictures::{self as words, PictureLimits},
};
use adjutant_tools::{decoders::pictures::redraw, files::LOOK};
use anyhow::Result;
use futures::future::join_all;

use super::{
    choice::{self, Task},
    download, limits,
    model::{self, Failure},
    reply,
    turn::{self, Job},
};
use crate::core::Core;

/// The longest description, in tokens.
const LONGEST_DESCRIPTION: u32 = 1_000;

/// The pictures of a turn, as its model needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct Pictures {
    pub(super) all: Vec<TurnPicture>,
    /// Whether the answering model sees them.
    are_seen: bool,
    /// The limit that describing a picture would exceed.
    over: Option<Over>,
}

/// Returns whether some of these files are pictures and a model looks at them: the model that answers in the
/// conversation, or one that describes them for it.
pub(crate) async fn are_looked_at(
    tx: &Tx,
    core: &Core,
    whose: (&Session, &User),
    files: impl IntoIterator<Item = &Attachment>,
) -> Result<bool> {
    if !core.config.has_model() || !files.into_iter().any(inbox::is_picture) {
        return Ok(false);
    }
    Ok(core.models.vision().is_some() || choice::in_conversation(tx, core, whose).await?.provider.sees())
}

/// Adds the pictures among a message's files to the pictures of a turn. Returns whether there are any.
pub(super) async fn add(
    tx: &Tx,
    core: &Core,
    turn: &TurnId,
    whose: (&Session, &User),
    files: &[StoredAttachment],
) -> Result<bool> {
    if !are_looked_at(tx, core, whose, files.iter().map(|file| &file.attachment)).await? {
        return Ok(false);
    }
    for file in files.iter().filter(|file| inbox::is_picture(&file.attachment)) {
        rows::add(tx, turn, &file.attachment_id).await?;
    }
    Ok(true)
}

/// Fetches and redraws the waiting pictures of a turn, and lets a model describe them if necessary. A stopped turn
/// skips the remaining ones.
///
/// # Errors
/// Returns an error if the database fails or another process takes the lease.
pub(super) async fn look(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    if job.uses_built_in_assistant(core) || !may_have_some(job) {
        return Ok(());
    }
    let mut all = load(core, job).await?;
    let waiting: Vec<_> = all.iter().filter(|picture| picture.state == State::Waiting).collect();
    if !waiting.is_empty() {
        let most = core.config.media.max_pictures;
        let looked = join_all(waiting.iter().map(async |picture| {
            let state = match &picture.file {
                _ if picture.ordinal >= most.into() => State::Refused(Problem::TooMany),
                None => State::Refused(Problem::Gone),
                Some((_, file)) => match fetch_and_draw(core, job, file).await {
                    Ok(drawn) => State::Drawn(Arc::new(drawn)),
                    Err(problem) => State::Refused(problem),
                },
            };
            (picture.ordinal, state)
        }));
        let Some(looked) = job.unless_stopped(core, looked).await else { return Ok(()) };
        keep(core, job, looked).await?;
        all = load(core, job).await?;
    }
    let are_seen = choice::of(core, job, Task::Answer).provider.sees();
    let over = match core.models.vision() {
        Some(vision) if !are_seen => describe_all(core, job, vision, &mut all).await?,
        _ => None,
    };
    job.pictures = Pictures { all, are_seen, over };
    job.opening.unseen = job.pictures.unseen(core);
    Ok(())
}

/// Returns whether the turn may have pictures: received files are announced in notes.
fn may_have_some(job: &Job) -> bool {
    job.turn.entries.iter().any(|entry| match entry {
        Entry::Note { .. } => true,
        Entry::Assistant { calls, .. } => calls.iter().any(|call| call.tool == LOOK),
        Entry::User { .. } => false,
    })
}

async fn load(core: &Core, job: &Job) -> Result<Vec<TurnPicture>> {
    let turn = job.turn.head.turn_id.clone();
    core.db.read(async move |tx| rows::of_turn(tx, &turn).await).await
}

async fn keep(core: &Arc<Core>, job: &Job, looked: Vec<(i64, State)>) -> Result<()> {
    let (core_, job) = (core.clone(), job.clone());
    core.db
        .write_unsynced(Scope::Session(job.session.session_id.clone()), async move |tx| {
            leases::check(tx, &core_.process, &job.lease).await?;
            for (ordinal, state) in &looked {
                rows::note(tx, &job.turn.head.turn_id, *ordinal, state).await?;
            }
            Ok(())
        })
        .await
}

/// Fetches a picture and redraws it.
async fn fetch_and_draw(core: &Core, job: &Job, file: &Attachment) -> Result<Picture, Problem> {
    let most = core.config.media.max_picture;
    let file = &still_of(file);
    if file.size.is_some_and(|size| size > most) {
        return Err(Problem::TooLarge);
    }
    let bytes = download::fetch(core, job, file, most).await.map_err(|error| match error {
        DownloadError::TooLarge { .. } => Problem::TooLarge,
        DownloadError::Gone => Problem::Gone,
        DownloadError::Failed(_) => Problem::Failed,
    })?;
    let order = Order { max_pixels: core.config.media.max_pixels, page: None };
    redraw(&core.sandbox.held_by(job.user.person.as_str()), &bytes, order).await
}

/// Returns the picture to look at: the still of a moving picture, else the file itself.
fn still_of(file: &Attachment) -> Attachment {
    match &file.still {
        Some(still) => Attachment { file_id: still.clone(), size: None, ..file.clone() },
        None => file.clone(),
    }
}

/// Lets a model describe the pictures that have no description yet. The descriptions become part of the conversation.
/// Returns the limit that describing one of them would exceed.
async fn describe_all(
    core: &Arc<Core>,
    job: &mut Job,
    vision: &Model,
    all: &mut [TurnPicture],
) -> Result<Option<Over>> {
    let mut passed = None;
    for picture in all.iter_mut().filter(|picture| picture.call.is_none()) {
        let (State::Drawn(drawn), Some((file, _))) = (&picture.state, &picture.file) else { continue };
        if picture.is_told {
            continue;
        }
        let description = match &picture.description {
            Some(known) => known.clone(),
            None => match describe(core, job, vision, drawn, words::what_it_shows()).await? {
                Ok(description) => description,
                // The turn itself finds the reason.
                Err(Failure::Stopped | Failure::TimeUp) => return Ok(passed),
                // The turn continues without the description.
                Err(Failure::Over(over)) => {
                    passed = Some(over);
                    continue;
                }
                Err(Failure::Model(error)) => {
                    tracing::warn!(kind = error.kind(), "no model describes a picture");
                    continue;
                }
            },
        };
        tell(core, job, picture.ordinal, file.clone(), description.clone()).await?;
        (picture.is_told, picture.description) = (true, Some(description));
        // The next request must know the cost of this one.
        turn::reload(core, job).await?;
    }
    Ok(passed)
}

/// Asks a model about a picture. The cost counts for the turn.
pub(super) async fn describe(
    core: &Arc<Core>,
    job: &Job,
    vision: &Model,
    picture: &Arc<Picture>,
    question: &str,
) -> Result<Result<String, Failure>> {
    let request = ModelRequest {
        system: words::describing().to_owned(),
        messages: vec![as_message(picture), ModelMessage::User { text: question.to_owned() }],
        max_tokens: LONGEST_DESCRIPTION,
        ..ModelRequest::default()
    };
    let secrets = core.secrets_of(&job.user.user_id).await?;
    let reply = match model::respond(core, job, (vision, request), &secrets, |_| {}).await? {
        Ok(reply) => reply,
        Err(failure) => return Ok(Err(failure)),
    };
    let (core_, job, used) = (core.clone(), job.clone(), limits::used(vision, &reply));
    let counted = core.db.write_unsynced(Scope::Person(job.user.user_id.clone()), async move |tx| {
        reply::count_beside(tx, &core_, &job, &used).await
    });
    if let Err(error) = counted.await {
        tracing::warn!(error = format!("{error:#}"), "cannot count what a description cost");
    }
    Ok(Ok(reply.text))
}

/// Stores a description with the file, and adds it to the conversation.
async fn tell(
    core: &Arc<Core>,
    job: &Job,
    ordinal: i64,
    file: AttachmentId,
    description: String,
) -> Result<()> {
    let (core_, job, now) = (core.clone(), job.clone(), core.clock.timestamp());
    core.db
        .write_unsynced(Scope::Session(job.session.session_id.clone()), async move |tx| {
            leases::check(tx, &core_.process, &job.lease).await?;
            let turn = &job.turn.head.turn_id;
            rows::describe(tx, (turn, ordinal), &file, &description).await?;
            let said = words::described(&file, &description);
            turns::append_note(tx, turn, &said, &PICTURE.into(), now).await.map(drop)
        })
        .await
}

/// Returns whether a picture is the very file that the person sent to be looked at. Stickers, and moving pictures whose
/// still is unavailable, are answered without a remark.
fn is_the_file_itself(file: &Attachment) -> bool {
    file.kind != AttachmentKind::Sticker && file.still.is_none()
}

fn picture_limits(core: &Core) -> PictureLimits {
    let media = &core.config.media;
    PictureLimits { size: media.max_picture, pixels: media.max_pixels, count: media.max_pictures }
}

impl Pictures {
    /// Returns the lines above the answer about pictures that no model could look at.
    fn unseen(&self, core: &Core) -> Option<String> {
        let line = |picture: &TurnPicture| match (&picture.state, &picture.file) {
            (State::Refused(problem), Some((_, file))) if is_the_file_itself(file) => {
                Some(words::unseen(file, *problem, picture_limits(core)))
            }
            _ => None,
        };
        let lines: Vec<_> =
            self.all.iter().filter_map(line).chain(self.over.map(words::not_described)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Returns whether the turn has no pictures.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the model's messages about the pictures that arrived after `responses` responses of the turn, including
    /// the reasons why pictures are not shown.
    pub(super) fn of_messages(&self, core: &Core, responses: usize) -> Vec<ModelMessage> {
        let shown = |picture: &TurnPicture| {
            let Some((file, attachment)) = &picture.file else { return Vec::new() };
            let note = |text| vec![ModelMessage::Note { text }];
            match &picture.state {
                State::Waiting => Vec::new(),
                State::Drawn(drawn) if self.are_seen => {
                    vec![
                        ModelMessage::Note { text: words::label(file, attachment.still.is_some()) },
                        as_message(drawn),
                    ]
                }
                State::Drawn(_) if picture.is_told => Vec::new(),
                State::Drawn(_) if self.over.is_some() => note(words::undescribed(file)),
                State::Drawn(_) => note(words::invisible(file)),
                State::Refused(_) if !is_the_file_itself(attachment) => Vec::new(),
                State::Refused(problem) => note(words::not_shown(file, *problem, picture_limits(core))),
            }
        };
        let came_then = |picture: &&TurnPicture| {
            picture.call.is_none() && usize::try_from(picture.responses) == Ok(responses)
        };
        self.all.iter().filter(came_then).flat_map(shown).collect()
    }

    /// Returns the pictures that the calls of a response show, if the model has vision.
    pub(super) fn of_calls(&self, entry: &Entry) -> Vec<ModelMessage> {
        let Entry::Assistant { calls, .. } = entry else { return Vec::new() };
        let is_shown = |picture: &&TurnPicture| {
            self.are_seen && calls.iter().any(|call| picture.call.as_ref() == Some(&call.call_id))
        };
        let drawn = |picture: &TurnPicture| match &picture.state {
            State::Drawn(drawn) => Some(as_message(drawn)),
            _ => None,
        };
        self.all.iter().filter(is_shown).filter_map(drawn).collect()
    }
}

fn as_message(picture: &Arc<Picture>) -> ModelMessage {
    ModelMessage::Picture { picture: picture.clone() }
}
