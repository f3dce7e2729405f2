//! `site_add_image`: adds a picture from a message or from the person's files to the website.

use std::time::Duration;

use adjutant_domain::{
    ids::{self, AttachmentId, PictureId, UserId},
    origin::Sources,
    picture::DrawnFile,
    site::{Credit, Variant},
};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    attachments,
    db::{SyncedTx, Tx},
    file_usage::{NewFile, Reserved},
    site::{self as store, Picture, Snapshot, pictures},
};
use adjutant_texts::{
    self as texts, in_a_line, pictures::PictureLimits, site::pictures as site_pictures, tools::site as words,
};
use adjutant_workspace::{Blob, names, room::Room};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CreditArgs, ImageRow, MAX_ALT, MAX_CAPTION, OneImage, title};
use crate::{
    decoders::pictures::draw_for_site,
    files::{
        self,
        source::{self, Source},
    },
    kit::{
        ApprovalNeed, CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool,
        ToolError,
    },
    site::{Author, asks, line, refused, shared},
};

/// The hexadecimal digits of a file's hash that are its name.
const DIGITS: usize = 32;

pub(in crate::site) struct SiteAddImage(pub(in crate::site) Sandbox);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct AddArgs {
    /// A picture among the person's own files.
    path: Option<FilePath>,
    /// Or the id of one that came with a message; the newest file unless given.
    attachment_id: Option<AttachmentId>,
    /// What it shows, in a sentence, for those who do not see it. Give it if you have seen the picture.
    alt: Option<String>,
    /// What is shown below it, in the person's words.
    caption: Option<String>,
    /// Who took it, where pages must say so.
    credit: Option<CreditArgs>,
}

#[async_trait]
impl Tool for SiteAddImage {
    type Args = AddArgs;
    type Output = OneImage;
    /// A call that runs again adds the picture only once.
    const META: Meta = Meta::new(
        "site_add_image",
        "Add a picture that the person sent, or one of their files, to the pictures of the website; sections show it by its \
         image_id.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["website", "image", "picture", "photo", "album", "upload"])
    .timeout(Duration::from_secs(180))
    .idempotent();

    async fn requirement(&self, context: &Context, arguments: &AddArgs) -> Result<CallAssessment, ToolError> {
        let AddArgs { path, attachment_id, .. } = arguments;
        said(arguments)?;
        let read = source::requirement(context, path.as_ref(), attachment_id.as_ref())?;
        let file = match path {
            Some(path) => path.to_string(),
            None => {
                let found = files::save::find(context, attachment_id.as_ref()).await?;
                texts::file(&found.attachment)
            }
        };
        let asked = asks(site_pictures::add(&file), String::new);
        // In a group, others would see a file that the person has kept.
        Ok(if read.need == ApprovalNeed::Required { asked.by_requester_alone() } else { asked })
    }

    async fn execute(&self, context: &Context, arguments: AddArgs) -> Result<Outcome<OneImage>, ToolError> {
        let said = said(&arguments)?;
        let media = &context.config.media;
        let source = source::read(
            context,
            arguments.path.as_ref(),
            arguments.attachment_id.as_ref(),
            media.max_picture,
        )
        .await?;
        context.progress(words::preparing_picture());
        add_source(context, &self.0, &source, said).await
    }
}

/// Adds a file to the pictures of the website.
///
/// # Errors
/// Returns an error if it is not a picture, or there is no room for it.
pub(in crate::site) async fn add_source(
    context: &Context,
    sandbox: &Sandbox,
    source: &Source,
    said: Said,
) -> Result<Outcome<OneImage>, ToolError> {
    let hash = ids::sha256_of(&source.bytes);
    if let Some(picture) = known(context, &hash).await? {
        let message = format!("The website has this picture already: “{}”.", title(&picture));
        return Ok(shown(message, &picture));
    }
    let files = draw(context, sandbox, (&source.subject, &source.bytes)).await?;
    let given = said.alt.clone().or_else(|| said.caption.clone());
    let described = describe(context, source, given).await?;
    let picture = add(context, source, &hash, (described, said), &files).await?;
    let message = match picture.alt.is_empty() {
        true => "Added the picture. It has no description (alt) yet; site_update_image gives it one.",
        false => "Added the picture; a section shows it by its image_id.",
    };
    Ok(shown(message.to_owned(), &picture))
}

/// The descriptions of a picture in a call.
pub(in crate::site) struct Said {
    pub(in crate::site) alt: Option<String>,
    pub(in crate::site) caption: Option<String>,
    pub(in crate::site) credit: Option<Credit>,
}

fn said(arguments: &AddArgs) -> Result<Said, ToolError> {
    let given = |field, text: &Option<String>, most| match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => line(field, text, most).map(Some),
    };
    Ok(Said {
        alt: given("alt", &arguments.alt, MAX_ALT)?,
        caption: given("caption", &arguments.caption, MAX_CAPTION)?,
        credit: arguments.credit.as_ref().map(CreditArgs::check).transpose()?.flatten(),
    })
}

/// The stored files of a picture.
pub(in crate::site) struct Kept {
    pub(in crate::site) variants: Vec<Variant>,
    /// The size of the files together.
    pub(in crate::site) bytes: i64,
}

/// Draws and stores the files of a picture. `subject`: the name of the original file in errors.
///
/// # Errors
/// Returns an error if the picture cannot be drawn, or there is no room.
pub(in crate::site) async fn draw(
    context: &Context,
    sandbox: &Sandbox,
    (subject, bytes): (&str, &[u8]),
) -> Result<Kept, ToolError> {
    let media = &context.config.media;
    let sandbox = context.sandbox(sandbox);
    let drawn = draw_for_site(&sandbox, bytes, media.max_pixels).await.map_err(|problem| {
        let limits =
            PictureLimits { size: media.max_picture, pixels: media.max_pixels, count: media.max_pictures };
        ToolError::rejected(format!("{subject} {}", texts::pictures::problem(problem, limits)))
    })?;
    let owner = owner(context).await?;
    let files: Vec<_> = drawn.into_iter().map(|(drawn, bytes)| (variant(drawn, &bytes), bytes)).collect();
    keep(context, &owner, &files).await?;
    let bytes = files.iter().map(|(_, bytes)| bytes.len() as i64).sum();
    Ok(Kept { variants: files.into_iter().map(|(variant, _)| variant).collect(), bytes })
}

/// Returns the picture of a site that was made from this file, or that has this file as a variant.
pub(in crate::site) fn made_from<'a>(site: &'a Snapshot, bytes: &[u8]) -> Option<&'a Picture> {
    let hash = ids::sha256_of(bytes);
    let is_variant = |variant: &Variant| variant.file.starts_with(&hash[..DIGITS]);
    site.pictures.iter().find(|picture| picture.hash == hash || picture.variants.iter().any(is_variant))
}

fn shown(message: String, picture: &Picture) -> Outcome<OneImage> {
    let untrusted = picture.untrusted.clone();
    Outcome { untrusted, ..Outcome::new(message, OneImage { image: ImageRow::from(picture) }) }
}

/// Returns the picture of the person's site that was made from a file with this SHA-256.
async fn known(context: &Context, hash: &str) -> Result<Option<Picture>, ToolError> {
    let (user, hash) = (shared::owner(context).clone(), hash.to_owned());
    let read = async move |tx: &Tx| match store::of(tx, &user).await? {
        Some(site) => pictures::by_hash(tx, &user, &site.site_id, &hash).await,
        None => Ok(None),
    };
    Ok(context.db.read(read).await?)
}

/// Returns the user who owns the site's files.
async fn owner(context: &Context) -> Result<UserId, ToolError> {
    let user = shared::owner(context).clone();
    let site = context.db.read(async move |tx: &Tx| store::of(tx, &user).await).await?;
    Ok(site.map_or_else(|| shared::owner(context).clone(), |site| site.user_id))
}

fn variant(drawn: DrawnFile, bytes: &[u8]) -> Variant {
    let DrawnFile { format, width, height, .. } = drawn;
    let file = format!("{}-{width}.{}", &ids::sha256_of(bytes)[..DIGITS], format.ending());
    Variant { width, height, format, file }
}

/// Stores the files of a picture, if there is room for them.
async fn keep(context: &Context, owner: &UserId, files: &[(Variant, Vec<u8>)]) -> Result<(), ToolError> {
    let size: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let (most, now) = (context.config.tools.files.max_total, context.clock.now());
    let room = Room { db: &context.db, blobs: &context.blobs, user: owner };
    match room.reserve(NewFile { bytes: size as u64, room: Some(most) }, now.into()).await? {
        Reserved::Yes => {}
        Reserved::Full if context.shared_site.is_some() => {
            return Err(ToolError::rejected(format!(
                "the files of the website's owner would take more than {}, the most that they may take",
                texts::for_model(|| texts::bytes(most))
            )));
        }
        Reserved::Full => return Err(files::no_room(most)),
        Reserved::Gone => return Err(files::gone()),
    }
    let (blobs, owner) = (context.blobs.clone(), owner.clone());
    let files = files.to_vec();
    let stored = files::blocking(move || {
        files.iter().try_for_each(|(variant, bytes)| {
            blobs.put(&Blob::of_site(&owner, variant.file.as_str()), bytes, now.into())
        })
    })
    .await;
    let not_taken = if stored.is_ok() { 0 } else { -(size as i64) };
    room.settle(not_taken, now.into()).await?;
    stored.map_err(files::unless_gone)
}

/// The description of a picture, and the sources of its words.
type Described = (String, Sources);

/// Returns the given description, or else the one that a model wrote for the file.
async fn describe(context: &Context, source: &Source, given: Option<String>) -> Result<Described, ToolError> {
    let (Some(id), None) = (&source.attachment_id, &given) else {
        return Ok((given.unwrap_or_default(), Sources::OWN));
    };
    let id = id.clone();
    let written = context.db.read(async move |tx: &Tx| attachments::description(tx, &id).await).await?;
    Ok(match written {
        // A picture may contain anybody's words.
        Some(written) => (in_a_line(&written, MAX_ALT), Sources::from(texts::PICTURE)),
        None => (String::new(), Sources::OWN),
    })
}

async fn add(
    context: &Context,
    source: &Source,
    hash: &str,
    ((alt, described_by), said): (Described, Said),
    kept: &Kept,
) -> Result<Picture, ToolError> {
    let last = source.file.rsplit('/').next().unwrap_or_default();
    let (name, hash) = (names::shown(last), hash.to_owned());
    let (bytes, variants) = (kept.bytes, kept.variants.clone());
    let mut author = Author::of(context);
    author.untrusted.extend(source.untrusted.iter().map(str::to_owned));
    author.untrusted.extend(described_by.iter().map(str::to_owned));
    let came = context.session.session_id.clone();
    let add = async move |tx: &SyncedTx| {
        let site = store::open(tx, &author.user, author.now).await?.site_id;
        let new = pictures::New {
            picture_id: PictureId::generate(),
            name: &name,
            alt: &alt,
            caption: said.caption.as_deref(),
            hash: &hash,
            bytes,
            variants: &variants,
            credit: said.credit.clone(),
            session_id: Some(&came),
        };
        let title = if alt.is_empty() { &name } else { &alt };
        Ok(pictures::add(tx, &site, &new, &author.by(&site_pictures::added(title))).await?)
    };
    context.db.write(shared::scope(context), add).await.map_err(refused)
}
