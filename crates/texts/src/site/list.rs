//! `/site`: the state and the contents of a website.

use adjutant_channel::{Button as Shown, ButtonStyle, ChatRef, Content, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::{Button, SiteAction, SitePress},
    ids::RevisionId,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::site::sharing::Member;

use crate::{
    button,
    fluent::{PART, text, with_part},
    in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
    places,
};

/// The states of pages and posts; `in_words` translates them for the reader.
pub const DRAFT: &str = "draft";
pub const START_PAGE: &str = "start page";
pub const POST: &str = "post";
pub const DRAFT_POST: &str = "post, draft";
pub const ARCHIVED_POST: &str = "post, archived";

/// The longest shown part of a person's name, in characters.
const NAME: usize = 40;
/// The longest shown part of a title or a change, in characters.
const LINE: usize = 120;
/// The most changes or mistakes shown.
const LINES: usize = 10;

pub fn none_here() -> &'static str {
    text!("site-none-here")
}

pub fn share_in_a_group() -> &'static str {
    text!("site-share-in-a-group")
}

pub fn nothing_to_share() -> &'static str {
    text!("site-nothing-to-share")
}

pub fn shared_elsewhere() -> &'static str {
    text!("site-shared-elsewhere")
}

pub fn not_shared() -> &'static str {
    text!("site-not-shared")
}

pub fn shared_no_more() -> &'static str {
    text!("site-shared-no-more")
}

pub fn only_its_owner() -> &'static str {
    text!("site-only-its-owner")
}

pub fn only_reviewers() -> &'static str {
    text!("site-only-reviewers")
}

pub fn reviewer_set(name: &str, reviews: bool) -> String {
    let name = in_a_line(name, NAME);
    match reviews {
        true => text!("site-reviewer-set", name = name),
        false => text!("site-reviewer-ended", name = name),
    }
}

pub fn off() -> &'static str {
    text!("site-off")
}

pub fn none_yet() -> &'static str {
    text!("site-none-yet")
}

pub fn needs_model() -> &'static str {
    text!("site-needs-model")
}

pub fn no_such_thing() -> &'static str {
    text!("site-gone")
}

pub fn changed_since() -> &'static str {
    text!("site-changed-since")
}

pub fn publish_by_words() -> &'static str {
    text!("site-publish-by-words")
}

pub fn not_published(why: &str) -> String {
    let why = in_a_line(why.trim_end_matches('.'), LINE);
    text!("site-not-published", why = why)
}

pub fn deleted(title: &str) -> String {
    text!("site-deleted", title = in_a_line(title, LINE))
}

/// A change by somebody other than the owner.
pub fn by(what: &str, author: &str) -> String {
    text!("site-change-by", what = what, author = in_a_line(author, NAME))
}

pub fn undone(what: &str) -> String {
    text!("site-undone", what = in_a_line(what, LINE))
}

pub fn not_undone(why: &str) -> String {
    text!("site-not-undone", why = why)
}

/// The state of a website.
pub struct SiteOverview {
    pub title: String,
    /// The public address, and the time of publication.
    pub public: Option<(String, Timestamp)>,
    /// The differences from the public version, in words.
    pub changes: Vec<String>,
    /// The mistakes that prevent publication.
    pub mistakes: Vec<String>,
    /// The digest of the version that would be published.
    pub digest: String,
    pub things: Vec<Thing>,
    /// The collections, each with the number of its entries.
    pub collections: Vec<String>,
    /// The latest change that can be undone: its id and its description.
    pub latest: Option<(RevisionId, String)>,
    /// If the website is shared: its owner's name, and the group, if that is another chat.
    pub shared: Option<(String, Option<ChatRef>)>,
    /// Whether publishing also copies the website elsewhere: a press cannot wait for that.
    pub is_copied: bool,
}

impl SiteOverview {
    /// Returns the page or post with an id.
    pub fn thing(&self, id: &str) -> Option<&Thing> {
        self.things.iter().find(|thing| thing.id == id)
    }
}

/// A page or a post.
pub struct Thing {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    /// Its address below the website's, without a slash before it.
    pub path: String,
    /// The state to show, such as `draft` or `start page`; may be empty.
    pub state: &'static str,
    pub description: String,
    pub sections: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Page,
    Post,
}

/// A website: its state, and a page, from 0, of its contents. `preview`: a link that shows its drafts.
pub fn listing(site: &SiteOverview, page: i64, preview: Option<&str>, zone: Zone) -> Content {
    let page = Page::of(page, site.things.len() as i64);
    let here = site.things.iter().skip(page.first as usize).take(PAGE as usize);
    let here: Vec<_> = page.numbers().zip(here).collect();
    let title = if site.title.is_empty() { text!("site-your-website") } else { site.title.as_str() };
    let mut body = Rich::builder().bold(in_a_line(title, LINE)).text("\n");
    body = match &site.public {
        Some((address, since)) => body
            .text(text!("site-public-at", address = address.as_str(), time = moment(*since, zone)))
            .text("\n"),
        None => body.text(text!("site-not-public")).text("\n"),
    };
    body = match &site.shared {
        Some((_, Some(group))) => {
            let group = places::group(&group.channel, &group.chat);
            body.rich(&with_part(&text!("site-shared-with", group = PART), &group)).text("\n")
        }
        Some((owner, None)) => {
            body.text(text!("site-shared-here-by", owner = in_a_line(owner, NAME))).text("\n")
        }
        None => body,
    };
    if let Some(link) = preview {
        body = body.text("\n").text(text!("site-preview-link", link = link)).text("\n");
    }
    body = unpublished(body, site);
    if let Some((_, what)) = &site.latest {
        let latest = text!("site-latest-change", what = in_a_line(what, LINE));
        body = body.text("\n").text(latest).text("\n");
    }
    body = collections(body, &site.collections);
    body = body.text("\n").text(text!("site-pages-and-posts")).text(page.extent(here.len() as i64));
    for (number, thing) in &here {
        let state = match thing.state {
            "" => String::new(),
            state => format!(" ({})", in_words(state)),
        };
        body = body.text(format!("\n{number}. {}{state}", in_a_line(&thing.title, LINE)));
    }
    let open = here.iter().map(|(number, thing)| {
        press(&titled(*number, &thing.title), of(thing, SiteAction::Open), ButtonStyle::Plain)
    });
    let turns = page.turns(|label, page| press(label, SitePress::List(page), ButtonStyle::Plain));
    let mut buttons = in_rows(open, turns);
    buttons.push(whole(site));
    Content { body: body.build(), buttons, ..Content::default() }
}

/// A page or a post.
pub fn one(thing: &Thing) -> Content {
    let mut body = Rich::builder()
        .bold(in_a_line(&thing.title, LINE))
        .text("\n")
        .text(text!("site-address", path = format!("/{}", thing.path)));
    if !thing.state.is_empty() {
        body = body.text("\n").text(text!("site-state", state = in_words(thing.state)));
    }
    if !thing.description.is_empty() {
        let description = in_a_line(&thing.description, 3 * LINE);
        body = body.text("\n").text(text!("site-description", text = description));
    }
    if thing.kind == Kind::Page {
        body = body.text("\n").text(text!("site-has-sections", count = thing.sections));
    }
    let body = body.text("\n\n").text(text!("site-write-changes")).build();
    let buttons = vec![vec![
        press(text!("button-delete"), of(thing, SiteAction::Delete), ButtonStyle::Danger),
        press(text!("button-back"), SitePress::List(0), ButtonStyle::Plain),
    ]];
    Content { body, buttons, ..Content::default() }
}

/// Returns the state of a page or post in words.
fn in_words(state: &'static str) -> &'static str {
    match state {
        DRAFT => text!("site-state-draft"),
        START_PAGE => text!("site-state-start-page"),
        POST => text!("site-state-post"),
        DRAFT_POST => text!("site-state-draft-post"),
        ARCHIVED_POST => text!("site-state-archived-post"),
        other => other,
    }
}

/// Lists the unpublished changes, and the mistakes that prevent publication.
fn unpublished(body: RichBuilder, site: &SiteOverview) -> RichBuilder {
    let body = match (&site.changes[..], &site.public) {
        ([], Some(_)) => body.text("\n").text(text!("site-all-published")).text("\n"),
        ([], None) => body,
        (changes, _) => lines(body.text("\n").text(text!("site-changes")).text("\n"), changes),
    };
    match &site.mistakes[..] {
        [] if site.is_copied && !site.changes.is_empty() => {
            body.text("\n").text(publish_by_words()).text("\n")
        }
        [] => body,
        mistakes => lines(body.text("\n").text(text!("site-mistakes")).text("\n"), mistakes),
    }
}

/// Lists the collections in one line.
fn collections(body: RichBuilder, collections: &[String]) -> RichBuilder {
    if collections.is_empty() {
        return body;
    }
    let named: Vec<_> = collections.iter().take(LINES).map(|it| in_a_line(it, LINE)).collect();
    let named = named.join(", ");
    let all = match collections.len().saturating_sub(LINES) {
        0 => named,
        more => text!("site-and-more", all = named, count = more),
    };
    body.text("\n").text(text!("site-collections", all = all)).text("\n")
}

fn lines(mut body: RichBuilder, lines: &[String]) -> RichBuilder {
    for line in lines.iter().take(LINES) {
        body = body.text(format!("• {}\n", in_a_line(line, 2 * LINE)));
    }
    match lines.len().saturating_sub(LINES) {
        0 => body,
        more => body.text(text!("site-more-lines", count = more)).text("\n"),
    }
}

/// The buttons for the whole website.
fn whole(site: &SiteOverview) -> Vec<Shown> {
    let preview = press(text!("site-preview"), SitePress::Preview, ButtonStyle::Plain);
    let can_publish = !site.changes.is_empty() && site.mistakes.is_empty() && !site.is_copied;
    let publish = can_publish
        .then(|| press(text!("site-publish"), SitePress::Publish(&site.digest), ButtonStyle::Primary));
    let undo = site
        .latest
        .as_ref()
        .map(|(id, _)| press(text!("button-undo"), SitePress::Undo(id.as_str()), ButtonStyle::Plain));
    let sharing =
        site.shared.as_ref().map(|_| press(text!("site-sharing"), SitePress::Sharing, ButtonStyle::Plain));
    [Some(preview), publish, undo, sharing].into_iter().flatten().collect()
}

/// The people with whom a website is shared.
pub struct Sharing<'a> {
    pub title: &'a str,
    /// The name of its owner.
    pub owner: &'a str,
    /// The group, if that is another chat.
    pub group: Option<&'a ChatRef>,
    pub members: &'a [Member],
}

pub fn sharing(sharing: &Sharing<'_>) -> Content {
    let title = if sharing.title.is_empty() { text!("site-the-website") } else { sharing.title };
    let owner = in_a_line(sharing.owner, NAME);
    let mut body = Rich::builder().bold(in_a_line(title, LINE)).text("\n");
    body = match sharing.group {
        Some(group) => {
            let group = places::group(&group.channel, &group.chat);
            body.rich(&with_part(&text!("site-shared-with-dot", group = PART), &group))
        }
        None => body.text(text!("site-shared-here-dot")),
    };
    body = body.text("\n\n").text(text!("site-sharing-means")).text("\n\n");
    body = body.text(text!("site-owner", owner = owner));
    let reviewers: Vec<_> =
        sharing.members.iter().filter(|it| it.reviews).map(|it| in_a_line(&it.name, NAME)).collect();
    if !reviewers.is_empty() {
        body = body.text("\n").text(text!("site-reviewers", names = reviewers.join(", ")));
    }
    // Everybody in the group sees the message, but only some people's presses count.
    let set = sharing.members.iter().map(|it| {
        let name = in_a_line(&it.name, NAME);
        let label = match it.reviews {
            true => text!("site-no-reviewer", name = name),
            false => text!("site-reviewer", name = name),
        };
        press(&label, SitePress::Reviewer(it.user_id.as_str(), !it.reviews), ButtonStyle::Plain)
    });
    let mut buttons = in_rows(set, Vec::new());
    buttons.push(vec![
        press(text!("site-stop-sharing"), SitePress::Unshare, ButtonStyle::Danger),
        press(text!("button-back"), SitePress::List(0), ButtonStyle::Plain),
    ]);
    Content { body: body.build(), buttons, ..Content::default() }
}

fn of(thing: &Thing, action: SiteAction) -> SitePress<'_> {
    match thing.kind {
        Kind::Page => SitePress::Page(&thing.id, action),
        Kind::Post => SitePress::Post(&thing.id, action),
    }
}

fn press(label: &str, press: SitePress<'_>, style: ButtonStyle) -> Shown {
    button(label, Button::Site(press), style)
}
