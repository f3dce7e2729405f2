//! `site_…`: the person's website. Every change can be undone, and only `site_publish` makes it public.

use std::sync::Arc;

use adjutant_channel::ChatKind;
use adjutant_config::Config;
use adjutant_domain::{
    ids::{CallId, ItemId, PageId, PostId, SectionId, UserId},
    origin::Sources,
    timestamp::Timestamp,
};
use adjutant_sandbox::Sandbox;
use adjutant_site::{Problem, Template};
use adjutant_store::{
    db::Tx,
    site::{self as store, By, Page, Snapshot, sharing},
};
use adjutant_texts::site as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::kit::{CallAssessment, Context, DynTool, OnDemand, SessionView, ToolError, Toolset, ToolsetOffer};

mod changes;
mod create;
mod deploy;
mod described;
mod entries;
mod extent;
mod find;
mod fuzzy;
mod interchange;
mod links;
mod meaning;
mod messages;
mod navigation;
mod order;
mod pages;
mod pictures;
mod posts;
mod preview;
mod program;
mod publish;
pub mod publishing;
mod remove;
mod screenshot;
mod search;
mod sections;
mod settings;
mod shared;
mod shown;
mod stock;
mod templates;
mod to_render;
mod update;

/// The longest title of a page or of the site, in characters.
const MAX_TITLE: usize = 120;
/// The longest description of a page or of the site, in characters.
const MAX_DESCRIPTION: usize = 300;
/// The longest list in one result, in bytes of JSON: a longer result would be cut within an entry.
const LIST_BYTES: usize = 12 << 10;

/// Words of a message that plainly concerns a website.
const OPENED_BY: [&str; 14] = [
    "blog post",
    "blog posts",
    "home page",
    "homepage",
    "my page",
    "my site",
    "our page",
    "our site",
    "web page",
    "web pages",
    "web site",
    "webpage",
    "website",
    "websites",
];

/// Search words for websites.
const TAGS: &str = "blog homepage html post publish site sitemap web webmaster webpage website";

const PROMPT: &str = "\
Website: look up ids first, then read only the section that you need. Take a section's fields from site_get_template. \
Changes are a draft until site_publish; site_preview shows it. A picture that came is added with site_add_image (of an \
album, each), which gives the image_id that sections show. Members, products or songs are entries of a collection, which a \
section of the template collection shows.";

/// Added to the prompt of a group that has a website.
const SHARED: &str = "\
The website is shared with this group, and others change it too. Whoever asks may change drafts; its owner and reviewers \
decide what becomes public.";

/// Takes the place of a site's name in the address of a link to its drafts.
pub const PREVIEW: &str = "preview";

/// The path below a site's address to which its contact forms are sent.
pub const CONTACT: &str = "contact";

use shared::OfChat;

pub use extent::Extent;
pub use publishing::contact_form;
pub use to_render::{Shown, pictures_of_pages, to_render};

/// The toolset for the person's website.
pub(super) struct Site {
    /// Draws pictures.
    sandbox: Sandbox,
    /// The service of stock photos, if the operator names one.
    stock: Option<Arc<stock::Stock>>,
}

impl Site {
    pub(super) fn new(config: &Config, sandbox: Sandbox) -> Self {
        Self { sandbox, stock: stock::Stock::new(config).map(Arc::new) }
    }
}

#[async_trait]
impl Toolset for Site {
    fn name(&self) -> &'static str {
        "site"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("make and change a website");
        Some(known.tags(TAGS).opened_by(OPENED_BY))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        let mut tools: Vec<Arc<dyn DynTool>> = vec![
            Arc::new(pages::SiteListPages),
            Arc::new(pages::SiteGetPage),
            Arc::new(pages::SiteDeletePage),
            Arc::new(create::SiteCreatePage),
            Arc::new(create::SiteCreatePageWithContent),
            Arc::new(update::SiteUpdatePage),
            Arc::new(search::SiteSearchPages),
            Arc::new(find::SiteFindResource),
            Arc::new(templates::SiteListTemplates),
            Arc::new(templates::SiteGetTemplate),
            Arc::new(sections::SiteListSections),
            Arc::new(sections::SiteGetSection),
            Arc::new(sections::SiteAddSection),
            Arc::new(sections::SiteUpdateSection),
            Arc::new(sections::SiteMoveSection),
            Arc::new(remove::SiteDeleteSection),
            Arc::new(remove::SiteDeleteSections),
            Arc::new(pictures::SiteAddImage(self.sandbox.clone())),
            Arc::new(pictures::SiteListImages),
            Arc::new(pictures::SiteFindImage),
            Arc::new(pictures::SiteSearchImages),
            Arc::new(pictures::SiteUpdateImage),
            Arc::new(pictures::SiteAddImageToSection),
            Arc::new(pictures::SiteUpdateSectionImage),
            Arc::new(pictures::SiteReplaceImage),
            Arc::new(pictures::SiteDeleteImage),
            Arc::new(navigation::SiteListNavigation),
            Arc::new(navigation::SiteAddNavigationItem),
            Arc::new(navigation::SiteUpdateNavigationItem),
            Arc::new(navigation::SiteToggleNavigationItem),
            Arc::new(order::SiteRemoveNavigationItem),
            Arc::new(order::SiteReorderNavigation),
            Arc::new(settings::SiteGetSettings),
            Arc::new(settings::SiteUpdateSettings),
            Arc::new(changes::SiteListChanges),
            Arc::new(changes::SiteUndo),
            Arc::new(messages::SiteListMessages),
            Arc::new(preview::SitePreview),
            Arc::new(publish::SitePublish),
            Arc::new(interchange::SiteImport(self.sandbox.clone())),
            Arc::new(interchange::SiteExport),
        ];
        tools.extend(posts::tools());
        tools.extend(entries::tools());
        tools.extend(stock::tools(self.stock.as_ref(), &self.sandbox));
        tools.into_iter().map(|tool| Arc::new(OfChat(tool)) as Arc<dyn DynTool>).collect()
    }

    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        // A group would read prompts and answers about drafts, so only drafts that are shared with it are offered.
        let is_shared = session.session.chat_kind == ChatKind::Group && session.config.site.enabled && {
            let (chat, user) = (session.session.chat(), session.user.clone());
            session.db.read(async move |tx: &Tx| sharing::in_chat(tx, &chat, &user).await).await?.is_some()
        };
        let is_direct = session.session.chat_kind == ChatKind::Direct;
        let is_offered = session.config.site.enabled && (is_direct || is_shared);
        let why_not = match session.config.site.enabled {
            true => "the group shares no website; people change their own in their direct chats",
            false => "websites are off in the operator's settings",
        };
        offer.only(why_not, |_| is_offered);
        let has_stock = self.stock.is_some();
        offer.only("the operator has set up no stock photos", |tool| {
            has_stock || !stock::NAMES.contains(&tool)
        });
        offer.prompt(if is_shared { format!("{PROMPT} {SHARED}") } else { PROMPT.to_owned() });
        Ok(())
    }
}

/// The author, the time and the sources of a change.
#[derive(Clone)]
struct Author {
    /// The owner of the site.
    user: UserId,
    author: UserId,
    call: CallId,
    now: Timestamp,
    untrusted: Sources,
}

impl Author {
    fn of(context: &Context) -> Self {
        Self {
            user: shared::owner(context).clone(),
            author: context.user.user_id.clone(),
            call: context.call_id.clone(),
            now: context.clock.timestamp(),
            untrusted: context.untrusted.clone().and(&shared::others_words(context)),
        }
    }

    /// `what`: the change in the words of the list of changes.
    fn by<'a>(&'a self, what: &'a str) -> By<'a> {
        let Self { user, author, now, untrusted, .. } = self;
        By { user, author, what, now: *now, untrusted }
    }
}

/// A section as a call gives it.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewSection {
    /// From site_list_templates.
    template: String,
    /// Its fields, as site_get_template names them.
    content: Map<String, Value>,
}

impl NewSection {
    fn parts(&self) -> (&str, &Map<String, Value>) {
        (&self.template, &self.content)
    }
}

/// Returns the question about a change.
fn asks(summary: String, preview: impl FnOnce() -> String) -> CallAssessment {
    CallAssessment::by_policy(summary).preview(preview())
}

/// Returns the question about a deletion. Its summary is the message of the call without confirmation.
fn asks_what_is_lost() -> CallAssessment {
    CallAssessment::must_ask("", texts::can_be_undone())
}

/// Returns the question about a publication. Its summary is the message of the call without confirmation.
fn asks_what_becomes_public(context: &Context) -> CallAssessment {
    asks_reviewers(context, CallAssessment::must_ask("", texts::becomes_public()))
}

/// Leaves the decision about a shared site to its owner and reviewers.
fn asks_reviewers(context: &Context, asked: CallAssessment) -> CallAssessment {
    if context.shared_site.is_some() { asked.by_reviewer() } else { asked }
}

/// Returns a text on one line, if it is not too long.
fn line(field: &str, text: &str, most: usize) -> Result<String, ToolError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        0 => Err(misfit(field, "empty", &format!("a text of 1 to {most} characters"))),
        length if length > most => Err(misfit(
            field,
            &format!("a text of {length} characters"),
            &format!("a text of 1 to {most} characters"),
        )),
        _ => Ok(text),
    }
}

/// Returns the template of a section, if its content fits. [`shown::check`] checks that its pictures and collections
/// exist.
fn checked_section(
    field: &str,
    template: &str,
    content: &Map<String, Value>,
) -> Result<&'static Template, ToolError> {
    let template = Template::find(template).map_err(|unknown| ToolError::invalid(unknown.to_string()))?;
    template.check(content).map_err(|problems| does_not_fit(field, &template.key, &problems))?;
    Ok(template)
}

fn does_not_fit(field: &str, template: &str, problems: &[Problem]) -> ToolError {
    let problems: Vec<_> = problems.iter().map(Problem::to_string).collect();
    ToolError::invalid(format!(
        "field '{field}' in arguments does not fit the template {template}: {} site_get_template lists all fields",
        problems.join(" ")
    ))
}

/// Returns the first rows of a list that fit one result, and at least one, so that each call makes progress.
fn within_a_result<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut bytes = 0;
    let mut fit = Vec::new();
    for row in rows {
        bytes += serde_json::to_string(&row).map_or(0, |json| json.len());
        if bytes > LIST_BYTES && !fit.is_empty() {
            break;
        }
        fit.push(row);
    }
    fit
}

/// Returns the names of the changed fields; each field comes with a flag for whether it changes.
fn changed_fields<const N: usize>(fields: [(bool, &'static str); N]) -> Vec<&'static str> {
    fields.into_iter().filter(|(changes, _)| *changes).map(|(_, name)| name).collect()
}

/// Returns the error of a field with a value that does not fit. `what`: the description of the value, to be read after
/// "is".
fn misfit(field: &str, what: &str, fits: &str) -> ToolError {
    ToolError::invalid(format!("field '{field}' in arguments is {what}; {fits} fits"))
}

/// Returns the error that tells the model why a change was refused; nothing was written.
fn refused(error: anyhow::Error) -> ToolError {
    match error.downcast::<ToolError>() {
        Ok(refused) => refused,
        Err(error) => match error.downcast::<store::Error>() {
            Ok(store::Error::Database(cause)) => ToolError::Internal(cause),
            Ok(missing @ store::Error::Missing(_)) => ToolError::not_found(missing.to_string()),
            Ok(refused) => ToolError::rejected(refused.to_string()),
            Err(error) => ToolError::Internal(error),
        },
    }
}

/// Returns the whole site of the person; `None` if they have none.
async fn whole(context: &Context) -> Result<Option<Snapshot>, ToolError> {
    let user = shared::owner(context).clone();
    Ok(context.db.read(async move |tx: &Tx| whole_of(tx, &user).await).await?)
}

async fn whole_of(tx: &Tx, user: &UserId) -> anyhow::Result<Option<Snapshot>> {
    match store::of(tx, user).await? {
        Some(site) => store::snapshot(tx, user, &site.site_id).await,
        None => Ok(None),
    }
}

fn page_of<'a>(site: &'a Snapshot, id: &PageId) -> Option<&'a Page> {
    site.pages.iter().find(|page| page.page_id == *id)
}

fn no_such_page(id: &PageId) -> ToolError {
    ToolError::not_found(format!("there is no page '{id}'; site_list_pages lists the existing ids"))
}

fn no_such_section(id: &SectionId) -> ToolError {
    ToolError::not_found(format!(
        "there is no section '{id}'; site_list_sections lists the existing ids of a page"
    ))
}

fn no_such_item(id: &ItemId) -> ToolError {
    ToolError::not_found(format!(
        "there is no navigation item '{id}'; site_list_navigation lists the existing ids"
    ))
}

fn no_such_post(id: &PostId) -> ToolError {
    ToolError::not_found(format!("there is no post '{id}'; site_list_posts lists the existing ids"))
}
