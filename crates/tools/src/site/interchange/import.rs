//! `site_import`: Markdown files become pages and posts.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adjutant_channel::AttachmentKind;
use adjutant_domain::{
    ids::{self, PictureId},
    origin::Sources,
};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::SyncedTx,
    site::{MAX_PICTURES, Snapshot},
};
use adjutant_texts::{self as texts, count, site_files};
use adjutant_workspace::kinds;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    apply::{self, NewPicture},
    plan::{Effect, Plan, TextFile, is_markdown},
};
use crate::{
    files::folder::{self, Below},
    kit::{
        ApprovalMode, CallAssessment, Category, Context, FilePath, Meta, Outcome, Permission, Tier, Tool,
        ToolError,
    },
    site::{Author, pictures, refused, shared, whole, within_a_result},
};

/// The most Markdown files of one call, and the most pictures.
const MAX_FILES: usize = 500;
const MAX_SHOWN: usize = 100;
/// The most files below the folder, of any kind, and how deep they may be.
const MAX_ALL: usize = 5_000;
const MAX_DEPTH: usize = 8;
/// The largest Markdown file, and what all of them may take, in bytes.
const MAX_FILE: u64 = 256 << 10;
const MAX_BYTES: u64 = 16 << 20;
/// The most mistakes that are told.
const TOLD: usize = 20;
/// The most files that the details of a prompt name.
const NAMED: usize = 60;

pub(in crate::site) struct SiteImport(pub(in crate::site) Sandbox);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct ImportArgs {
    /// A folder of the person's files, such as /shared/blog.
    #[schemars(length(min = 1))]
    path: FilePath,
    /// Set once the person has confirmed it: leave it out.
    #[serde(default)]
    confirmed: bool,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::site) struct Imported {
    /// Whether nothing was imported, because the person has not confirmed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    requires_confirmation: bool,
    /// What each becomes.
    files: Vec<Row>,
    total: usize,
    /// The pictures that the site gets.
    pictures: usize,
    /// Fields of front matter that mean nothing here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    fields_left_out: Vec<String>,
    /// How many files become nothing.
    files_left_out: usize,
}

#[derive(Serialize, JsonSchema)]
struct Row {
    file: String,
    /// page, post or settings
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    slug: Option<String>,
    /// new, changed or same
    what: &'static str,
}

#[async_trait]
impl Tool for SiteImport {
    type Args = ImportArgs;
    type Output = Imported;
    /// What is there already is the same when the call runs again.
    const META: Meta = Meta::new(
        "site_import",
        "Import Markdown, with its pictures, as pages and posts of the website; those with the same slug are replaced. The \
         person confirms it.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Read, Permission::Write])
    .tags(&["website", "import"])
    .asks(ApprovalMode::Always)
    .timeout(Duration::from_secs(600))
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &ImportArgs,
    ) -> Result<CallAssessment, ToolError> {
        let read = Given::read(context, &arguments.path).await?;
        let (plan, digest) = read.plan(context).await?;
        let rows = plan.rows();
        let summary = plan.summary(&read.folder);
        let lines = rows.iter().filter(|row| row.what != SAME).take(NAMED);
        let lines: Vec<_> = lines.map(|row| site_files::imported(row.what, row.kind, &row.file)).collect();
        let asks = CallAssessment::must_ask(summary, site_files::import_reason());
        Ok(asks.preview(lines.join("\n")).about(Some(digest)))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: ImportArgs,
    ) -> Result<Outcome<Imported>, ToolError> {
        let read = Given::read(context, &arguments.path).await?;
        let (mut plan, digest) = read.plan(context).await?;
        let mut untrusted = plan.untrusted();
        untrusted.extend(read.names.iter().map(str::to_owned));
        let (rows, summary) = (plan.rows(), plan.summary(&read.folder));
        let done = counts(&rows, plan.new.len());
        // A call that runs again finds everything as it left it.
        let is_done = rows.iter().all(|row| row.what == SAME);
        let output = plan.output(rows, !arguments.confirmed);
        if !arguments.confirmed {
            return Ok(Outcome { untrusted, ..Outcome::new(summary, output) });
        }
        if !is_done && context.basis.as_ref().is_some_and(|asked| *asked != digest) {
            return Err(ToolError::rejected(
                "the files or the website have changed since the person was asked, so nothing was imported; call again to ask anew",
            ));
        }
        let new = self.draw(context, &mut plan).await?;
        let (author, plan) = (Author::of(context), Arc::new(plan.plan));
        let write = async move |tx: &SyncedTx| apply::apply(tx, &author, &plan, &new).await;
        let changes = context.db.write(shared::scope(context), write).await.map_err(refused)?;
        let message = format!(
            "{} Nothing of it is public before site_publish; site_undo takes back each of the {}.",
            site_files::import_done(&done),
            count(changes as i64, "change")
        );
        Ok(Outcome { untrusted, ..Outcome::new(message, output) })
    }
}

impl SiteImport {
    /// Draws the pictures that the site does not have.
    async fn draw(&self, context: &Context, plan: &mut Planned) -> Result<Vec<NewPicture>, ToolError> {
        let wanted: Vec<_> = plan.new.iter().map(|(path, id)| (path.clone(), id.clone())).collect();
        let mut new = Vec::with_capacity(wanted.len());
        for (number, (path, id)) in wanted.iter().enumerate() {
            context.progress(&format!("Preparing picture {} of {}", number + 1, wanted.len()));
            let from = &plan.paths[path];
            let (bytes, untrusted) = folder::bytes(context, from, context.config.media.max_picture).await?;
            let subject = format!("picture {} of those that are shown", number + 1);
            let kept = pictures::draw(context, &self.0, (&subject, &bytes)).await?;
            let words = plan.plan.pictures.get(path).cloned().unwrap_or_default();
            new.push(NewPicture {
                picture_id: id.clone(),
                file: path.rsplit('/').next().unwrap_or_default().to_owned(),
                hash: ids::sha256_of(&bytes),
                kept,
                untrusted: untrusted.and(&words.untrusted),
                words,
            });
        }
        Ok(new)
    }
}

const NEW: &str = "new";
const CHANGED: &str = "changed";
const SAME: &str = "same";

/// The files of a folder.
struct Given {
    folder: String,
    texts: Vec<TextFile>,
    /// By their paths within the folder.
    others: BTreeMap<String, Below>,
    /// Whose words the names hold.
    names: Sources,
}

impl Given {
    async fn read(context: &Context, path: &FilePath) -> Result<Self, ToolError> {
        if context.shared_site.is_some() {
            return Err(ToolError::rejected(
                "files are imported in the direct chat of the website's owner: here others would read what the person has \
                 kept",
            ));
        }
        let (folder, below) = folder::below(context, path).await?;
        if below.len() > MAX_ALL {
            return Err(ToolError::rejected(format!(
                "the folder has {}, and at most {MAX_ALL} are read",
                count(below.len() as i64, "file")
            )));
        }
        let (mut texts, mut others, mut bytes) = (Vec::new(), BTreeMap::new(), 0);
        let names = below.iter().map(|file| &file.untrusted).collect();
        for file in below {
            let within = file.path[folder.len() + 1..].to_owned();
            if within.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if within.matches('/').count() >= MAX_DEPTH {
                return Err(ToolError::rejected(format!(
                    "the folder is deeper than {MAX_DEPTH} folders; give one below it"
                )));
            }
            if !is_markdown(&within) {
                others.insert(within, file);
                continue;
            }
            bytes += file.size;
            if texts.len() >= MAX_FILES || bytes > MAX_BYTES {
                return Err(ToolError::rejected(format!(
                    "the folder has more than {MAX_FILES} Markdown files, or they take more than {}; import it in parts",
                    adjutant_texts::bytes(MAX_BYTES)
                )));
            }
            let (bytes, untrusted) = folder::bytes(context, &file.path, MAX_FILE).await?;
            let number = texts.len() + 1;
            let text = String::from_utf8(bytes).map_err(|_| {
                ToolError::rejected(format!("Markdown file {number} by path is not UTF-8; save it as UTF-8"))
            })?;
            texts.push(TextFile { path: within, text, untrusted });
        }
        if texts.is_empty() {
            return Err(ToolError::rejected("there is no Markdown file (.md) in the folder, or below it"));
        }
        Ok(Self { folder, texts, others, names })
    }

    /// Returns what would change, and a digest of the files and of what they change.
    async fn plan(&self, context: &Context) -> Result<(Planned, String), ToolError> {
        let site = whole(context).await?;
        let pictures = self.others.keys().cloned().collect();
        let planned = Plan::new(&self.texts, &pictures, site.as_ref(), shared::zone(context));
        let mut plan = planned.map_err(|mistakes| {
            let told: Vec<_> = mistakes.iter().take(TOLD).map(ToString::to_string).collect();
            let more = match mistakes.len().saturating_sub(TOLD) {
                0 => String::new(),
                more => format!("\nand {more} more"),
            };
            ToolError::rejected(format!("nothing is imported as it is:\n{}{more}", told.join("\n")))
        })?;
        let in_all = site.as_ref().map_or(0, |site| site.pictures.len()) + plan.pictures.len();
        if plan.pictures.len() > MAX_SHOWN || in_all > MAX_PICTURES {
            return Err(ToolError::rejected(format!(
                "the files show {}; at most {MAX_SHOWN} come with one call, and a site has at most {MAX_PICTURES}; import \
                 them in parts",
                count(plan.pictures.len() as i64, "picture")
            )));
        }
        let mut digest = String::new();
        for file in &self.texts {
            digest += &format!("{} {}\n", file.path, ids::sha256(&file.text));
        }
        let (mut ids, mut new) = (BTreeMap::new(), BTreeMap::new());
        for (number, path) in plan.pictures.keys().enumerate() {
            let file = &self.others[path];
            let (bytes, _) = folder::bytes(context, &file.path, context.config.media.max_picture).await?;
            if kinds::of(&bytes).0 != AttachmentKind::Photo {
                return Err(ToolError::rejected(format!(
                    "file {} of those that the pages show is no JPEG, PNG or WebP",
                    number + 1
                )));
            }
            digest += &format!("{path} {}\n", ids::sha256_of(&bytes));
            let known = site.as_ref().and_then(|site| pictures::made_from(site, &bytes));
            let id = match known {
                Some(picture) => picture.picture_id.clone(),
                None => {
                    let id = PictureId::generate();
                    new.insert(path.clone(), id.clone());
                    id
                }
            };
            ids.insert(path.clone(), id);
        }
        plan.show(&ids);
        let left_out = self.others.len() - plan.pictures.len();
        let paths = self.others.iter().map(|(within, file)| (within.clone(), file.path.clone())).collect();
        let planned = Planned { plan, site, new, paths, left_out };
        for Row { file, what, .. } in planned.rows() {
            digest += &format!("{what} {file}\n");
        }
        Ok((planned, ids::sha256(&digest)))
    }
}

/// What would change of the site.
struct Planned {
    plan: Plan,
    site: Option<Snapshot>,
    /// The ids of the pictures that the site does not have, by their paths within the folder.
    new: BTreeMap<String, PictureId>,
    /// Where these are.
    paths: BTreeMap<String, String>,
    /// How many files become nothing.
    left_out: usize,
}

impl Planned {
    fn rows(&self) -> Vec<Row> {
        let what = |effect| match effect {
            Effect::New => NEW,
            Effect::Changed => CHANGED,
            Effect::Same => SAME,
        };
        let (plan, site) = (&self.plan, self.site.as_ref());
        let settings = plan.site.iter().map(|site| Row {
            file: site.file.clone(),
            kind: "settings",
            slug: None,
            what: what(Effect::of_settings(&site.part, self.site.as_ref())),
        });
        let pages = plan.pages.iter().map(|page| Row {
            file: page.file.clone(),
            kind: "page",
            slug: Some(page.part.slug.to_string()),
            what: what(Effect::of_page(&page.part, site)),
        });
        let posts = plan.posts.iter().map(|post| Row {
            file: post.file.clone(),
            kind: "post",
            slug: Some(post.part.slug.to_string()),
            what: what(Effect::of_post(&post.part, site)),
        });
        settings.chain(pages).chain(posts).collect()
    }

    fn summary(&self, folder: &str) -> String {
        site_files::import(folder, &counts(&self.rows(), self.new.len()))
    }

    fn untrusted(&self) -> Sources {
        let Plan { site, pages, posts, .. } = &self.plan;
        let of_site = site.iter().map(|it| &it.untrusted);
        let of_pages = pages.iter().map(|it| &it.untrusted);
        of_site.chain(of_pages).chain(posts.iter().map(|it| &it.untrusted)).collect()
    }

    fn output(&self, rows: Vec<Row>, requires_confirmation: bool) -> Imported {
        let total = self.plan.len();
        Imported {
            requires_confirmation,
            files: within_a_result(rows),
            total,
            pictures: self.new.len(),
            fields_left_out: self
                .plan
                .unread
                .iter()
                .take(20)
                .map(|name| texts::in_a_line(name, 40))
                .collect(),
            files_left_out: self.left_out,
        }
    }
}

fn counts(rows: &[Row], pictures: usize) -> site_files::Counts {
    let of = |kind: &str, what: &str| rows.iter().filter(|row| row.kind == kind && row.what == what).count();
    site_files::Counts {
        new_pages: of("page", NEW),
        changed_pages: of("page", CHANGED),
        new_posts: of("post", NEW),
        changed_posts: of("post", CHANGED),
        same: rows.iter().filter(|row| row.what == SAME).count(),
        pictures,
        settings: rows.iter().any(|row| row.kind == "settings" && row.what != SAME),
    }
}
