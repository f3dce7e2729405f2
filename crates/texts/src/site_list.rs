//! `/site`: how a website stands, and what it has.

use adjutant_channel::{Button as Shown, ButtonStyle, ChatRef, Content, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::{Button, SiteAction, SitePress},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::site::sharing::Member;

use super::{
    button, count, in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
    places,
};

/// The states of pages and posts.
pub const DRAFT: &str = "draft";
pub const START_PAGE: &str = "start page";
pub const POST: &str = "post";
pub const DRAFT_POST: &str = "post, draft";
pub const ARCHIVED_POST: &str = "post, archived";

/// The most of a person's name that is shown, in characters.
const NAME: usize = 40;
/// The most of a title or a change that is shown, in characters.
const LINE: usize = 120;
/// The most changes or mistakes that are shown.
const LINES: usize = 10;

pub fn none_here() -> &'static str {
    "No website is shared with this group. Yours I show you in a direct chat; /site share, written here, lets everybody here \
     work on it."
}

pub fn share_in_a_group() -> &'static str {
    "Write /site share in the group whose people shall work on your website."
}

pub fn nothing_to_share() -> &'static str {
    "You have no website yet. Make one in a direct chat with me, then share it here."
}

pub fn shared_elsewhere() -> &'static str {
    "Your website is shared with another group. Write /site unshare to me in a direct chat first."
}

pub fn not_shared() -> &'static str {
    "The website is shared with nobody."
}

pub fn shared_no_more() -> &'static str {
    "The website is shared no more: only its owner changes it."
}

pub fn only_its_owner() -> &'static str {
    "Only the website’s owner can do that. Nothing has changed."
}

pub fn only_reviewers() -> &'static str {
    "Only the website’s owner or a reviewer can publish it. Nothing has changed."
}

pub fn reviewer_set(name: &str, reviews: bool) -> String {
    let name = in_a_line(name, NAME);
    match reviews {
        true => format!("{name} can publish the website now."),
        false => format!("{name} can publish the website no more."),
    }
}

pub fn off() -> &'static str {
    "I make no websites here. Whoever runs me can change that: [site] enabled = true."
}

pub fn none_yet() -> &'static str {
    "You have no website yet. Tell me what it is for, for example: make a website for our chess club, with a page about us \
     and our opening hours. You see it before anybody else does, and a button makes it public."
}

pub fn needs_model() -> &'static str {
    "You have no website yet. I can make one once I have a model, and here I have none: whoever runs me can connect one."
}

pub fn no_such_thing() -> &'static str {
    "That is not there any more."
}

pub fn changed_since() -> &'static str {
    "The website has changed since this message was written. Read it again, then press Publish."
}

pub fn publish_by_words() -> &'static str {
    "To publish it, write: publish my website. It is copied to another server then, which takes a while."
}

pub fn not_published(why: &str) -> String {
    format!("I cannot publish it: {}.", in_a_line(why.trim_end_matches('.'), LINE))
}

pub fn deleted(title: &str) -> String {
    format!("“{}” is deleted. Undo brings it back.", in_a_line(title, LINE))
}

/// A change that somebody other than the owner made.
pub fn by(what: &str, author: &str) -> String {
    format!("{what}, by {}", in_a_line(author, NAME))
}

pub fn undone(what: &str) -> String {
    format!("Undone: {}", in_a_line(what, LINE))
}

pub fn not_undone(why: &str) -> String {
    format!("I cannot undo that: {why}.")
}

/// How a website stands.
pub struct Standing<'a> {
    pub title: &'a str,
    /// Where it is public, and since when.
    pub public: Option<(&'a str, Timestamp)>,
    /// How it differs from what is public, in words.
    pub changes: &'a [String],
    /// What has to be put right before it can be published.
    pub mistakes: &'a [String],
    /// Names what would be published.
    pub digest: &'a str,
    pub things: &'a [Thing],
    /// Its collections, each with what is in it.
    pub collections: &'a [String],
    /// The latest change that can be undone: its id, and what it was.
    pub latest: Option<(&'a str, &'a str)>,
    /// If it is shared: its owner's name, and the group, if the chat is another.
    pub shared: Option<(&'a str, Option<&'a ChatRef>)>,
    /// Whether what is published is copied elsewhere, for which no press can wait.
    pub is_copied: bool,
}

/// A page or a post.
pub struct Thing {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    /// Its address below the website's, without a slash before it.
    pub path: String,
    /// What is to be known of it: `draft`, `start page`; may be empty.
    pub state: &'static str,
    pub description: String,
    pub sections: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Page,
    Post,
}

/// A website: how it stands, and a page of what it has, from 0. `preview`: a link that shows its drafts.
pub fn listing(standing: &Standing<'_>, page: i64, preview: Option<&str>, zone: Zone) -> Content {
    let page = Page::of(page, standing.things.len() as i64);
    let here = standing.things.iter().skip(page.first as usize).take(PAGE as usize);
    let here: Vec<_> = page.numbers().zip(here).collect();
    let title = if standing.title.is_empty() { "Your website" } else { standing.title };
    let mut body = Rich::builder().bold(in_a_line(title, LINE)).text("\n");
    body = match standing.public {
        Some((address, since)) => {
            body.text(format!("Public at {address} (published {})\n", moment(since, zone)))
        }
        None => body.text("It is not public yet.\n"),
    };
    body = match standing.shared {
        Some((_, Some(group))) => {
            body.text("Shared with ").rich(&places::group(&group.channel, &group.chat)).text("\n")
        }
        Some((owner, None)) => body.text(format!("Shared with this group by {}\n", in_a_line(owner, NAME))),
        None => body,
    };
    if let Some(link) = preview {
        body = body.text(format!("\nWhoever has this link sees the drafts for 24 hours: {link}\n"));
    }
    body = unpublished(body, standing);
    if let Some((_, what)) = standing.latest {
        body = body.text(format!("\nLatest change: {}\n", in_a_line(what, LINE)));
    }
    body = collections(body, standing.collections);
    body = body.text("\nPages and posts").text(page.extent(here.len() as i64));
    for (number, thing) in &here {
        let state = if thing.state.is_empty() { String::new() } else { format!(" ({})", thing.state) };
        body = body.text(format!("\n{number}. {}{state}", in_a_line(&thing.title, LINE)));
    }
    let open = here.iter().map(|(number, thing)| {
        press(&titled(*number, &thing.title), of(thing, SiteAction::Open), ButtonStyle::Plain)
    });
    let turns = page.turns(|label, page| press(label, SitePress::List(page), ButtonStyle::Plain));
    let mut buttons = in_rows(open, turns);
    buttons.push(whole(standing));
    Content { body: body.build(), buttons, ..Content::default() }
}

/// A page or a post.
pub fn one(thing: &Thing) -> Content {
    let mut body =
        Rich::builder().bold(in_a_line(&thing.title, LINE)).text(format!("\nAddress: /{}", thing.path));
    if !thing.state.is_empty() {
        body = body.text(format!("\nState: {}", thing.state));
    }
    if !thing.description.is_empty() {
        body = body.text(format!("\nDescription: {}", in_a_line(&thing.description, 3 * LINE)));
    }
    if thing.kind == Kind::Page {
        body = body.text(format!("\nIt has {}.", count(thing.sections as i64, "section")));
    }
    let body = body.text("\n\nWrite me what should be different.").build();
    let buttons = vec![vec![
        press("Delete", of(thing, SiteAction::Delete), ButtonStyle::Danger),
        press("Back", SitePress::List(0), ButtonStyle::Plain),
    ]];
    Content { body, buttons, ..Content::default() }
}

/// Says what is not public yet, and what stands against it.
fn unpublished(body: RichBuilder, standing: &Standing<'_>) -> RichBuilder {
    let body = match (standing.changes, standing.public) {
        ([], Some(_)) => body.text("\nEverything is published.\n"),
        ([], None) => body,
        (changes, _) => lines(body.text("\nNot public yet:\n"), changes),
    };
    match standing.mistakes {
        [] if standing.is_copied && !standing.changes.is_empty() => {
            body.text("\n").text(publish_by_words()).text("\n")
        }
        [] => body,
        mistakes => lines(body.text("\nTo put right before it can be published:\n"), mistakes),
    }
}

/// Names the collections in one line.
fn collections(body: RichBuilder, collections: &[String]) -> RichBuilder {
    if collections.is_empty() {
        return body;
    }
    let named: Vec<_> = collections.iter().take(LINES).map(|it| in_a_line(it, LINE)).collect();
    let more = match collections.len().saturating_sub(LINES) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    body.text(format!("\nCollections: {}{more}\n", named.join(", ")))
}

fn lines(mut body: RichBuilder, lines: &[String]) -> RichBuilder {
    for line in lines.iter().take(LINES) {
        body = body.text(format!("• {}\n", in_a_line(line, 2 * LINE)));
    }
    match lines.len().saturating_sub(LINES) {
        0 => body,
        more => body.text(format!("… and {more} more\n")),
    }
}

/// The buttons that concern the whole website.
fn whole(standing: &Standing<'_>) -> Vec<Shown> {
    let preview = press("Preview", SitePress::Preview, ButtonStyle::Plain);
    let can_publish = !standing.changes.is_empty() && standing.mistakes.is_empty() && !standing.is_copied;
    let publish =
        can_publish.then(|| press("Publish", SitePress::Publish(standing.digest), ButtonStyle::Primary));
    let undo = standing.latest.map(|(id, _)| press("Undo", SitePress::Undo(id), ButtonStyle::Plain));
    let sharing = standing.shared.map(|_| press("Sharing", SitePress::Sharing, ButtonStyle::Plain));
    [Some(preview), publish, undo, sharing].into_iter().flatten().collect()
}

/// With whom a website is shared.
pub struct Sharing<'a> {
    pub title: &'a str,
    /// The name of its owner.
    pub owner: &'a str,
    /// The group, if the chat is another.
    pub group: Option<&'a ChatRef>,
    pub members: &'a [Member],
}

pub fn sharing(sharing: &Sharing<'_>) -> Content {
    let title = if sharing.title.is_empty() { "The website" } else { sharing.title };
    let owner = in_a_line(sharing.owner, NAME);
    let mut body = Rich::builder().bold(in_a_line(title, LINE)).text("\n");
    body = match sharing.group {
        Some(group) => body.text("Shared with ").rich(&places::group(&group.channel, &group.chat)),
        None => body.text("Shared with this group"),
    };
    body = body.text(
        ".\n\nWhoever I serve there changes its drafts by writing to me, and I ask before each change. Only its owner and \
         reviewers publish it.\n",
    );
    body = body.text(format!("\nOwner: {owner}"));
    let reviewers: Vec<_> =
        sharing.members.iter().filter(|it| it.reviews).map(|it| in_a_line(&it.name, NAME)).collect();
    if !reviewers.is_empty() {
        body = body.text(format!("\nReviewers: {}", reviewers.join(", ")));
    }
    // Everybody in the group sees the message; whose press it is counts.
    let set = sharing.members.iter().map(|it| {
        let name = in_a_line(&it.name, NAME);
        let label = if it.reviews { format!("No reviewer: {name}") } else { format!("Reviewer: {name}") };
        press(&label, SitePress::Reviewer(it.user_id.as_str(), !it.reviews), ButtonStyle::Plain)
    });
    let mut buttons = in_rows(set, Vec::new());
    buttons.push(vec![
        press("Stop sharing", SitePress::Unshare, ButtonStyle::Danger),
        press("Back", SitePress::List(0), ButtonStyle::Plain),
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
