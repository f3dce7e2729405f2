//! The tools that a session is offered, by toolset state, permissions and switches.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::{
    super::kit::{Category, DynTool, Meta, NoFields, Permission, Tier, Tool, Toolset, ToolsetOffer},
    *,
};

/// Defines a tool with this name and this permission.
macro_rules! tool {
    ($tool:ident, $name:literal, $permission:ident, |$context:ident| $does:expr) => {
        struct $tool;

        #[async_trait]
        impl Tool for $tool {
            type Args = NoFields;
            type Output = NoFields;
            const META: Meta = Meta::new($name, "A tool for tests.", Category::Other, Tier::SideEffecting)
                .details(include_str!("offered.txt"))
                .needs(&[Permission::$permission]);

            async fn execute(&self, $context: &Context, _: NoFields) -> Result<Outcome<NoFields>, ToolError> {
                $does
            }
        }
    };
}

tool!(Open, "draft_open", Read, |context| {
    context.remember("drafts", &Draft { subject: "tides".to_owned() }).await?;
    Ok(Outcome::done("It is open."))
});
tool!(Write, "draft_write", Write, |context| {
    let draft = context.state::<Draft>("drafts").await?;
    Ok(Outcome::done(format!("Written: {:?}.", draft.map(|draft| draft.subject))))
});
tool!(Print, "draft_print", Execute, |_context| Ok(Outcome::done("Printed.")));

/// The toolset's state for a session.
#[derive(Deserialize, Serialize)]
struct Draft {
    subject: String,
}

/// Offers writing to a draft once there is one.
struct Drafts;

#[async_trait]
impl Toolset for Drafts {
    fn name(&self) -> &'static str {
        "drafts"
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(Open)]
    }

    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        if let Some(draft) = session.state::<Draft>("drafts") {
            offer.only("a draft is open already", |_| false);
            offer.add(Write);
            offer.add(Print);
            offer.prompt(format!("A draft about {} is open.", draft.subject));
        }
        Ok(())
    }
}

async fn bench() -> Bench {
    let mut bench = Bench::new().await;
    bench.registry = Registry::new("/srv/files".as_ref(), "/srv".as_ref());
    bench.registry.add(Drafts);
    bench
}

fn names(offered: &OfferedTools) -> Vec<String> {
    offered.specs().into_iter().map(|spec| spec.name).collect()
}

#[tokio::test]
async fn a_toolset_offers_by_what_it_remembers_of_the_session() {
    let bench = bench().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    assert_eq!(names(&alice.offered().await), ["draft_open"]);
    assert!(alice.offered().await.prompts().is_empty());

    alice.json("draft_open", json!({})).await;
    let offered = alice.offered().await;
    // Printing was made for the session too, but the permission to execute is missing.
    assert_eq!(names(&offered), ["draft_write"]);
    assert_eq!(offered.prompts(), ["A draft about tides is open."]);
    assert_eq!(names(&bob.offered().await), ["draft_open"], "the state is the session's own");
    assert_eq!(ran(&alice).await, "Written: Some(\"tides\").", "a running tool reads it too");
    assert_eq!(ran(&bob).await, "Written: None.");
}

/// Runs `draft_write`, offered or not, and returns its message.
async fn ran(person: &Person<'_>) -> String {
    Tool::execute(&Write, &person.context, NoFields {}).await.unwrap().message
}

#[tokio::test]
async fn a_toolset_of_which_nothing_is_on_says_nothing() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    alice.json("draft_open", json!({})).await;
    let whose = (&alice.context.user, &alice.context.session);
    let preparation = SessionView::new(&bench.store.db, &bench.config, whose, NOW);
    let offered = bench.registry.tools(preparation, |tool| tool.name() != "draft_write").await.unwrap();
    assert_eq!(names(&offered), <[String; 0]>::default());
    assert!(offered.prompts().is_empty());
}

#[tokio::test]
async fn a_description_of_its_own_file_names_the_folders() {
    let bench = bench().await;
    let [spec] = bench.person("alice").await.offered().await.specs().try_into().unwrap();
    assert_eq!(
        spec.description,
        "Writes a file in /srv/files. The program runs in /srv, also called /srv.\n"
    );
}

#[test]
fn what_the_settings_name_that_is_no_tool_is_told() {
    let mut config = Config::default();
    let rules = json!([
        { "tool": "memory_serch", "then": "deny" },
        { "tool": "web", "then": "ask" },
        { "tool": "http_*", "then": "ask" },
        { "tool": "schedule_stop_current", "then": "ask" },
        { "tool": "tracker_close", "then": "ask" },
        { "tool": "tracker*", "then": "ask" },
        { "tool": "mcp_read", "then": "ask" },
        { "then": "log" },
    ]);
    config.tools.rules = serde_json::from_value(rules).unwrap();
    let tools = ["web_fetch", "ftp_*"].map(str::to_owned).to_vec();
    let own = adjutant_config::SpecialistSettings { tools, ..Default::default() };
    config.agents.insert("researcher".to_owned(), own);
    config.mcp.insert("tracker".to_owned(), serde_json::from_value(json!({})).unwrap());
    assert_eq!(
        unknown_tool_names(&registry(&config, &Sandbox::own()), &config),
        [
            "[tools] rules, rule 1, names \"memory_serch\", which matches no tool or toolset",
            "[agents.researcher] tools names \"ftp_*\", which matches no tool or toolset",
        ]
    );
}
