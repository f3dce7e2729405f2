//! `/export`: all data about a person, as files in their direct chat.

use std::{collections::HashMap, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, Content, Media, Rich};
use adjutant_domain::{
    ids::UserId,
    outbox_key::OutboxKey,
    redact::{Filter, change_texts},
    timestamp::Timestamp,
    wake::Wake,
};
use adjutant_store::{
    db::{self, Scope},
    documents,
    export::{self as rows, Job, Page, Section},
    file_origins,
    file_usage::{NewFile, Reserved},
    outbox::{self as outbox_rows, Post},
    people,
    set_aside::{Item, Kind},
};
use adjutant_texts::{self as all_texts, privacy as texts};
use adjutant_workspace::room::Room;
use anyhow::{Result, anyhow, ensure};
use chrono::{DateTime, SecondsFormat, Utc};
use futures::FutureExt;
use serde_json::{Value, json};

use crate::{
    chat::request::Request,
    core::Core,
    outbox::{self, Address, Slot, set_aside},
};

mod files;
mod json;
mod markdown;

use files::{Files, Place};
use json::Json;
use markdown::Markdown;

/// How often a failing export is tried.
const ATTEMPTS: i64 = 3;
/// The pause before a retry.
const PAUSE: Duration = Duration::from_secs(60);

/// The sections before the messages.
const BEFORE: [Section; 3] = [Section::Accounts, Section::Notes, Section::Conversations];
/// The sections after the messages.
const AFTER: [Section; 15] = [
    Section::Others,
    Section::Schedules,
    Section::Runs,
    Section::Approvals,
    Section::Grants,
    Section::Usage,
    Section::Sites,
    Section::SitePages,
    Section::SitePictures,
    Section::SitePosts,
    Section::SiteCollections,
    Section::SiteEntries,
    Section::SiteChanges,
    Section::SiteMessages,
    Section::Audit,
];

/// `/export`: requests an export.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, now, .. } = request;
    let (to, said) = match event.chat_kind {
        ChatKind::Direct => (event.chat.clone(), texts::export_begun()),
        ChatKind::Group => {
            let listed = core.config.access.listed();
            let chats = people::direct_chats(tx, &user.user_id, &event.chat.channel, &listed).await?;
            match chats.into_iter().next() {
                Some(chat) => (chat, texts::export_elsewhere()),
                None => return request.answer(texts::export_in_private().to_owned()).await,
            }
        }
    };
    if !rows::ask(tx, &user.user_id, &to, now).await? {
        return request.answer(texts::export_waits().to_owned()).await;
    }
    tx.wake(Wake::Privacy);
    request.answer(said.to_owned()).await
}

/// Writes the requested exports.
pub(super) async fn process_requests(core: &Arc<Core>) -> Result<()> {
    loop {
        let now = core.clock.timestamp();
        let job = core.db.read(async move |tx| rows::next(tx, now).await).await?;
        let Some(job) = job.filter(|_| !core.shutdown.is_cancelled()) else { return Ok(()) };
        let (id, user) = (job.export_id.clone(), job.user_id.clone());
        let language = core.language_of(&user).await?;
        let attempted = AssertUnwindSafe(language.scope(attempt(core, job, now))).catch_unwind().await;
        let attempted = attempted.unwrap_or_else(|_| Err(anyhow!("the export panicked")));
        let Some(error) = db::unless_storage_failed(attempted)? else { continue };
        if set_aside::count_failure(core, Item::new(Kind::Export, &id).of(&user), &error).await? {
            core.db.write(Scope::Person(user), async move |tx| rows::finish(tx, &id).await).await?;
        }
    }
}

/// Writes and sends an export, or gives it up after its last attempt.
#[tracing::instrument(name = "export", skip_all, fields(export = job.export_id, user = %job.user_id))]
pub(super) async fn attempt(core: &Arc<Core>, job: Job, now: Timestamp) -> Result<()> {
    if job.attempts >= ATTEMPTS {
        return give_up(core, job).await;
    }
    let id = job.export_id.clone();
    core.db
        .write(Scope::Person(job.user_id.clone()), async move |tx| rows::begin(tx, &id, now + PAUSE).await)
        .await?;
    match write_in_folder(core, &job).await {
        Ok(files) => deliver(core, job, files).await,
        Err(error) => {
            let attempt = job.attempts + 1;
            tracing::error!(error = format!("{error:#}"), attempt, "cannot write export");
            if attempt >= ATTEMPTS { give_up(core, job).await } else { Ok(()) }
        }
    }
}

/// Writes the files beside the person's own, even if their quota is full: the files are deleted soon.
async fn write_in_folder(core: &Arc<Core>, job: &Job) -> Result<Vec<Media>> {
    let now = core.clock.timestamp();
    let room = Room { db: &core.db, blobs: &core.blobs, user: &job.user_id };
    let reserved = room.reserve(NewFile { bytes: 0, room: None }, now).await?;
    ensure!(reserved == Reserved::Yes, "the person is being forgotten");
    let files = write(core, job).await;
    room.settle(0, now).await?;
    room.count(now).await?;
    files
}

/// Writes the files, page by page.
async fn write(core: &Arc<Core>, job: &Job) -> Result<Vec<Media>> {
    let now = core.clock.now();
    let channel = job.chat().channel;
    let (user, host) = (job.user_id.clone(), core.zone);
    let (members, zone) = core
        .db
        .read(async move |tx| Ok((people::members(tx, &user).await?, people::zone(tx, &user, host).await?)))
        .await?;
    let place = Place {
        blobs: core.blobs.clone(),
        owner: job.user_id.clone(),
        blob: job.export_id.clone(),
        name: format!("adjutant-export-{}", now.with_timezone(&zone).format("%Y-%m-%d")),
        limit: core.channels.get(&channel)?.limits().upload_bytes,
        now,
    };
    let mut export = Export {
        core,
        members,
        secrets: core.secrets_of(&job.user_id).await?,
        json: Files::new(place.clone(), Json::new(now)),
        markdown: Files::new(place, Markdown::new(now, zone)),
    };
    for section in BEFORE {
        export.section(section).await?;
    }
    export.messages().await?;
    for section in AFTER {
        export.section(section).await?;
    }
    export.files().await?;
    let mut files = export.markdown.finish().await?;
    files.extend(export.json.finish().await?);
    Ok(files)
}

/// Sends the files, unless the request was withdrawn.
async fn deliver(core: &Arc<Core>, job: Job, files: Vec<Media>) -> Result<()> {
    let now = core.clock.timestamp();
    core.db
        .write(Scope::Person(job.user_id.clone()), async move |tx| {
            if !rows::finish(tx, &job.export_id).await? {
                return Ok(());
            }
            let (chat, count) = (job.chat(), files.len());
            let source = OutboxKey::Export(job.export_id.clone());
            for (part, media) in files.iter().enumerate() {
                let body = if part == 0 { texts::export_caption(count) } else { Rich::default() };
                let content = Content { body, media: Some(media.clone()), ..Content::default() };
                let post = Post {
                    source: &source,
                    segment: 0,
                    part: part as i64,
                    chat: &chat,
                    chat_kind: ChatKind::Direct,
                    reply_to: None,
                    content: &content,
                };
                outbox_rows::post(tx, &post, now).await?;
            }
            Ok(())
        })
        .await
}

/// Tells the person that the export failed, unless the request was withdrawn.
async fn give_up(core: &Arc<Core>, job: Job) -> Result<()> {
    let (now, channels) = (core.clock.timestamp(), core.channels.clone());
    core.db
        .write(Scope::Person(job.user_id.clone()), async move |tx| {
            if !rows::finish(tx, &job.export_id).await? {
                return Ok(());
            }
            let to = Address::new(job.chat(), ChatKind::Direct);
            outbox::post_text(
                tx,
                &channels,
                Slot::first(&OutboxKey::Export(job.export_id.clone())),
                &to,
                texts::export_failed(),
                now,
            )
            .await
        })
        .await
}

/// An export in progress.
struct Export<'a> {
    core: &'a Arc<Core>,
    /// The linked users of the person.
    members: Vec<UserId>,
    /// The secrets that the export must not show.
    secrets: Filter,
    json: Files<Json>,
    markdown: Files<Markdown>,
}

impl Export<'_> {
    /// Writes all records of a section.
    async fn section(&mut self, section: Section) -> Result<()> {
        for member in self.members.clone() {
            self.pages(section, member.0).await?;
        }
        Ok(())
    }

    /// Writes the messages and tool calls, conversation by conversation.
    async fn messages(&mut self) -> Result<()> {
        for member in self.members.clone() {
            let mut after = String::new();
            while let Page { records, next: Some(next) } =
                self.page(Section::Conversations, member.as_str(), after).await?
            {
                after = next;
                for mut conversation in records {
                    redact(&mut conversation, &self.secrets);
                    self.markdown.conversation(&conversation).await?;
                    let id = conversation["id"].as_str().unwrap_or_default().to_owned();
                    self.pages(Section::Messages, id).await?;
                }
            }
        }
        Ok(())
    }

    /// Lists the person's files.
    async fn files(&mut self) -> Result<()> {
        for member in self.members.clone() {
            let (blobs, owner, reader) = (self.core.blobs.clone(), member.clone(), member.clone());
            let read = self.core.db.read(async move |tx| documents::read_paths(tx, &reader).await).await?;
            let listed = tokio::task::spawn_blocking(move || blobs.list(&owner)).await??;
            let saved = self.core.db.read(async move |tx| file_origins::of(tx, &member).await).await?;
            let saved: HashMap<_, _> = saved.iter().map(|file| (file.path.as_str(), file)).collect();
            for file in listed {
                let at = DateTime::<Utc>::from(file.modified).to_rfc3339_opts(SecondsFormat::Secs, true);
                let known = saved.get(&*file.path).filter(|saved| saved.is(file.size, file.modified_at()));
                let words_of = match known {
                    Some(saved) => saved.untrusted.stored(),
                    None => Some(all_texts::FILE_OF_UNKNOWN_ORIGIN.to_owned()),
                };
                let is_found = read.contains(&file.path);
                let record = json!({ "path": file.path, "size": file.size, "at": at, "words_of": words_of,
                    "found_by_search": is_found });
                self.record("files", record).await?;
            }
        }
        Ok(())
    }

    /// Writes all pages of a section, for a user or a conversation.
    async fn pages(&mut self, section: Section, whose: String) -> Result<()> {
        let mut after = String::new();
        while let Page { records, next: Some(next) } = self.page(section, &whose, after).await? {
            after = next;
            for record in records {
                self.record(name(section), record).await?;
            }
        }
        Ok(())
    }

    async fn page(&self, section: Section, whose: &str, after: String) -> Result<Page> {
        let whose = whose.to_owned();
        self.core.db.read(async move |tx| rows::page(tx, section, &whose, &after).await).await
    }

    async fn record(&mut self, section: &'static str, mut record: Value) -> Result<()> {
        redact(&mut record, &self.secrets);
        self.json.record(section, &record).await?;
        self.markdown.record(section, &record).await
    }
}

/// Returns a section's name in the files.
fn name(section: Section) -> &'static str {
    match section {
        Section::Accounts => "accounts",
        Section::Notes => "notes",
        Section::Conversations => "conversations",
        Section::Messages => "messages",
        Section::Others => "other_messages",
        Section::Schedules => "schedules",
        Section::Runs => "runs",
        Section::Approvals => "approvals",
        Section::Grants => "grants",
        Section::Usage => "usage",
        Section::Sites => "sites",
        Section::SitePages => "site_pages",
        Section::SitePictures => "site_pictures",
        Section::SitePosts => "site_posts",
        Section::SiteCollections => "site_collections",
        Section::SiteEntries => "site_entries",
        Section::SiteChanges => "site_changes",
        Section::SiteMessages => "site_messages",
        Section::Audit => "audit",
    }
}

/// Redacts secrets anywhere in a record.
fn redact(value: &mut Value, secrets: &Filter) {
    change_texts(value, &|text| secrets.replace(text).into_owned());
}

#[cfg(test)]
mod tests;
