//! A conversation for each tool of the toolset `site`: the person says in plain words what they want, and the model
//! calls the tool with ids that it has read.

use std::{collections::BTreeSet, process::Command};

use adjutant_simulators::{
    model::{Request, Turn},
    stock::StockPhotos,
};
use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use super::{published_sites::visit, site_stock_photos::service_without_photos};
use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, OnWeb, Shown, reads};

mod changes;
mod entries;
mod files;
mod navigation;
mod pages;
mod pictures;
mod posts;
mod publishing;
mod sections;
mod settings;
mod stock;

/// The conversations, by kind of object: each is the function in the module that has the name of its tool.
macro_rules! conversations {
    ($($kind:ident over $chat:ident: $($tool:ident),+;)+) => {
        const TOOLS: &[&str] = &[$($(stringify!($tool)),+),+];
        $($(
            #[tokio::test]
            async fn $tool() {
                let talk: Talk<$chat> = Talk::begin().await;
                $kind::$tool(&talk).await;
                talk.ends_after(stringify!($tool)).await;
            }
        )+)+
    };
}

conversations! {
    pages over OnTelegram:
        site_list_pages, site_get_page, site_create_page, site_create_page_with_content, site_update_page,
        site_delete_page, site_search_pages, site_find_resource;
    sections over OnWeb:
        site_list_templates, site_get_template, site_list_sections, site_get_section, site_add_section,
        site_update_section, site_move_section, site_delete_section, site_delete_sections;
    pictures over OnTelegram:
        site_add_image, site_list_images, site_find_image, site_search_images, site_update_image,
        site_add_image_to_section, site_update_section_image, site_replace_image, site_delete_image;
    posts over OnDiscord:
        site_list_posts, site_get_post, site_create_post, site_update_post, site_publish_post, site_archive_post,
        site_delete_post;
    entries over OnTelegram:
        site_list_collections, site_create_collection, site_update_collection, site_delete_collection,
        site_list_entries, site_get_entry, site_create_entry, site_update_entry, site_delete_entry;
    files over OnDiscord:
        site_import, site_export;
    stock over OnWeb:
        site_search_stock_photos, site_choose_stock_photo, site_add_stock_photo;
    navigation over OnWeb:
        site_list_navigation, site_add_navigation_item, site_update_navigation_item, site_toggle_navigation_item,
        site_remove_navigation_item, site_reorder_navigation;
    settings over OnDiscord:
        site_get_settings, site_update_settings;
    changes over OnTelegram:
        site_list_changes, site_undo;
    publishing over OnWeb:
        site_preview, site_publish, site_list_messages;
}

#[tokio::test]
async fn each_tool_has_a_conversation() {
    let program =
        Command::new(env!("CARGO_BIN_EXE_adjutant")).args(["tools", "--markdown"]).output().unwrap();
    let table = String::from_utf8(program.stdout).unwrap();
    let rows = table.lines().filter(|row| row.contains("| with site |"));
    let of_program: BTreeSet<_> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
    let with_conversation = BTreeSet::from_iter(TOOLS.iter().copied());
    assert_eq!(
        with_conversation, of_program,
        "the tools in `conversations!` above, and those of the program"
    );

    let talk: Talk<OnWeb> = Talk::begin().await;
    let request = talk.bot.model().requests().pop().unwrap();
    let offered = request.tools.iter().map(String::as_str).filter(|name| name.starts_with("site_")).collect();
    assert_eq!(with_conversation, offered, "the tools that the model is offered");
    talk.bot.end().await;
}

/// Alice's conversation about the website of her choir, of which nothing is public yet. The model repeats the results
/// of its calls.
struct Talk<C: Chat> {
    /// The service of stock photos, without photos. The model is offered the tools for it only if its key is set.
    stock: StockPhotos,
    bot: Bot<C>,
    alice: C,
    /// The ids of the two pages.
    welcome: String,
    about: String,
    /// The ids of the sections of the page “About us”: a text, and a quote.
    text: String,
    quote: String,
    /// The id of the navigation item that leads to the page “About us”.
    item: String,
}

impl<C: Chat> Talk<C> {
    async fn begin() -> Self {
        let (stock, setup) = service_without_photos().await;
        let bot: Bot<C> = setup.with_model().await.start().await;
        let alice = bot.alice();
        bot.model().answer_with(|request| Turn::text(told(request)));
        let mut talk = Self {
            stock,
            bot,
            alice,
            welcome: String::new(),
            about: String::new(),
            text: String::new(),
            quote: String::new(),
            item: String::new(),
        };
        let text = json!({ "heading": "Who we are", "body": "Founded in 1987." });
        let quote = json!({ "text": "The best choir of the street.", "author": "Bob" });
        let about = json!({ "title": "About us", "sections": [
            { "template": "text", "content": text },
            { "template": "quote", "content": quote },
        ] });
        let welcome = json!({ "title": "Welcome", "sections": [
            { "template": "text", "content": { "body": "We sing on **Tuesdays**. Read [about us](/about-us)." } },
        ] });
        let title = json!({ "title": "Riverside Choir" });
        talk.says("make a website for our choir", "site_update_settings", title).await;
        let (_, made) = talk.says("with a page", "site_create_page_with_content", welcome).await;
        talk.welcome = id(&made["page"]["page_id"]);
        let (_, made) = talk.says("and a page about us", "site_create_page_with_content", about).await;
        talk.about = id(&made["page"]["page_id"]);
        [talk.text, talk.quote] = [0, 1].map(|at| id(&made["sections"][at]["section_id"]));
        let item = json!({ "label": "About us", "page_id": talk.about });
        let (_, made) = talk.says("which is in the menu", "site_add_navigation_item", item).await;
        talk.item = id(&made["item"]["item_id"]);
        talk
    }

    /// Sends a message, on which the model makes a call. Returns the answer that alice reads, and the result of the
    /// call.
    async fn says(&self, words: &str, tool: &'static str, arguments: Value) -> (String, Value) {
        self.will_call(tool, &arguments);
        self.alice.says(words).await;
        let answer = self.bot.next_message().await;
        (answer.text, self.result())
    }

    /// Sends a message, on which the model makes a call that asks. Returns the question.
    async fn is_asked(&self, words: &str, tool: &'static str, arguments: Value) -> Shown {
        self.will_call(tool, &arguments);
        self.alice.says(words).await;
        self.bot.next_message().await
    }

    /// Approves a question. Returns the answer that alice reads, and the result of the call.
    async fn agrees(&self, question: &Shown) -> (String, Value) {
        reads!(self.alice.presses(question, "Approve").await, @"Approved.");
        let answer = self.bot.next_message().await;
        self.alice.changes(question).await;
        (answer.text, self.result())
    }

    /// Sends a message, on which the model makes a call that a person must confirm: first without the flag `confirmed`,
    /// which alice answers with a word and then denies; then with it. Checks that the output of `shows` is unchanged,
    /// and that the model's flag makes no difference. Returns the second question.
    async fn has_to_press(
        &self,
        words: &str,
        (tool, mut arguments): (&'static str, Value),
        shows: (&'static str, Value),
    ) -> Shown {
        let (_, before) = self.says("how is it now?", shows.0, shows.1.clone()).await;
        let question = self.is_asked(words, tool, arguments.clone()).await;
        self.alice.says("yes").await;
        reads!(self.bot.next_message().await, @"Please press “Approve” or “Deny” below the question: only a press decides it.");
        reads!(self.alice.presses(&question, "Deny").await, @"Denied. Nothing was done.");
        reads!(self.bot.next_message().await, @"the person denied this; do not try it again unless they ask");
        self.alice.changes(&question).await;
        let (_, after) = self.says("how is it now?", shows.0, shows.1.clone()).await;
        assert_eq!(before, after, "a word has done it");

        arguments["confirmed"] = true.into();
        let again = self.is_asked(words, tool, arguments).await;
        assert_eq!(again.to_string(), question.to_string());
        again
    }

    /// Returns the answer to `/site`.
    async fn site(&self) -> String {
        self.alice.says("/site").await;
        self.bot.next_message().await.text
    }

    /// Publishes the site, and returns its address.
    async fn publishes(&self) -> String {
        let question = self.is_asked("publish the website", "site_publish", json!({})).await;
        let (_, published) = self.agrees(&question).await;
        id(&published["address"])
    }

    /// Returns a page of the site with its drafts, by its path below the address.
    async fn previewed(&self, path: &str) -> String {
        let (_, preview) = self.says("show me the website", "site_preview", json!({})).await;
        let (status, page) = visit(&format!("{}{path}", id(&preview["link"]))).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        page
    }

    /// Makes the model call the tool in its next turn, with ids that it has read.
    fn will_call(&self, tool: &'static str, arguments: &Value) {
        let requests = self.bot.model().requests();
        let read = requests.iter().flat_map(|request| &request.messages);
        let read: Vec<_> = read.filter(|it| matches!(&*it.role, "user" | "tool")).collect();
        for id in ids(arguments) {
            assert!(read.iter().any(|it| it.text.contains(&id)), "the model cannot know {id}");
        }
        self.bot.model().script([Turn::calls([(tool, arguments.clone())])]);
    }

    fn result(&self) -> Value {
        let request = self.bot.model().requests().pop().unwrap();
        serde_json::from_str(request.tool_results().last().unwrap()).unwrap()
    }

    /// Ends the conversation, and checks that a call of the tool has succeeded.
    async fn ends_after(self, tool: &str) {
        let requests = self.bot.model().requests();
        assert!(
            requests.iter().any(|request| has_succeeded(request, tool)),
            "no call of {tool} has succeeded"
        );
        self.bot.end().await;
    }
}

/// Returns the answer of a model that repeats the results of its calls, with a link if there is one.
fn told(request: &Request) -> String {
    let of_result = |result: &str| {
        let result: Map<String, Value> = serde_json::from_str(result).unwrap();
        let words = ["message", "error", "link"].into_iter().filter_map(|name| result.get(name)?.as_str());
        words.collect::<Vec<_>>().join("\n")
    };
    request.tool_results().into_iter().map(of_result).collect::<Vec<_>>().join("\n")
}

fn has_succeeded(request: &Request, tool: &str) -> bool {
    let calls = request.messages.iter().flat_map(|message| &message.calls);
    let ids: Vec<_> = calls.filter(|call| call.name == tool).map(|call| call.id.as_str()).collect();
    let of_tool = |id: &Option<String>| id.as_deref().is_some_and(|id| ids.contains(&id));
    let mut results = request.messages.iter().filter(|message| of_tool(&message.call_id));
    results.any(|result| result.text.contains("\"success\":true"))
}

/// Returns the ids in the arguments of a call.
fn ids(arguments: &Value) -> Vec<String> {
    let of_field = |(name, value): (&String, &Value)| match value {
        Value::String(id) if name.ends_with("_id") || matches!(&**name, "image" | "collection") => {
            vec![id.clone()]
        }
        Value::Array(list) if name.ends_with("_ids") => list.iter().map(id).collect(),
        value => ids(value),
    };
    match arguments {
        Value::Object(fields) => fields.iter().flat_map(of_field).collect(),
        Value::Array(list) => list.iter().flat_map(ids).collect(),
        _ => Vec::new(),
    }
}

/// Returns a text in a result.
fn id(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

/// Returns a field of each entry of a list in a result.
fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|entry| entry[field].as_str().unwrap()).collect()
}
