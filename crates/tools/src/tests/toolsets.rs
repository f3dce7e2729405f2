//! Toolsets on demand: which are open, how they open, and how they are found.

use adjutant_memory::embedder::{Embedder, Local};
use adjutant_store::open_toolsets;
use async_trait::async_trait;

use super::{
    super::{
        kit::{CallAssessment, Definition, DynTool, OnDemand, Said, Toolset},
        toolsets::find::find,
    },
    *,
};

/// Tasks whose right toolset must be open or proposed: each line has a toolset and a sentence.
const TASKS: &str = include_str!("data/tasks.tsv");

/// Such tasks with sentences that were not known when the words of the toolsets were chosen. Do not choose words by
/// them: they show how well a search finds other words for a task.
const IN_OTHER_WORDS: &str = include_str!("data/tasks_in_other_words.tsv");

impl Person<'_> {
    /// Opens toolsets in the order of their names here.
    async fn opens(&self, names: &'static [&'static str]) {
        let session = self.context.session.session_id.clone();
        self.bench.store.write(async move |tx| open_toolsets::open(tx, &session, names, NOW).await).await;
    }

    /// Returns the names of the tools that the model is shown, in their order.
    async fn shown(&self) -> Vec<String> {
        self.offered().await.specs().into_iter().map(|spec| spec.name).collect()
    }

    /// The same person in the next step of the turn.
    async fn in_next_step(&self) -> Person<'_> {
        let toolsets = self.offered().await.toolsets().clone();
        Person { bench: self.bench, context: Context { toolsets, ..self.context.clone() } }
    }
}

#[tokio::test]
async fn a_conversation_begins_with_the_core_tools_and_a_list_of_toolsets() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let offered = alice.offered().await;
    insta::assert_snapshot!(alice.shown().await.join("\n"), @"
    memory_save
    memory_search
    schedule_create
    schedule_search
    tools_find
    toolset_open
    ");
    insta::assert_snapshot!(offered.prompts().last().unwrap(), @"
    Toolsets that toolset_open opens:
    - memory: change and delete saved notes
    - scratchpad: the open steps of a longer task
    - schedules: change, pause and delete reminders and tasks; what their runs said
    - web: read pages, search, call services
    - files: read, write, send
    - site: make and change a website
    - code: calculations, charts
    - questions: ask with buttons
    - agents: helpers, and specialists (researcher)
    ");
    assert_eq!(&*offered.get("web_fetch").unwrap().toolset, "web", "a closed tool can be called");
    assert_eq!(offered.closed_toolset_of("web_fetch"), Some("web"));
    assert_eq!(offered.closed_toolset_of("memory_delete"), Some("memory"));
    assert_eq!(offered.closed_toolset_of("memory_save"), None);
}

#[tokio::test]
async fn tools_come_after_the_core_in_the_order_in_which_they_were_opened() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let core = alice.shown().await;
    let web = ["http_get", "http_post", "web_fetch"];
    let scratchpad = ["plan", "scratchpad_clear", "scratchpad_read", "scratchpad_write"];
    alice.opens(&["web"]).await;
    let first = alice.shown().await;
    assert_eq!(first, [&core.iter().map(String::as_str).collect::<Vec<_>>()[..], &web].concat());
    alice.opens(&["scratchpad", "no_longer_known"]).await;
    let both = alice.shown().await;
    assert_eq!(both, [&first.iter().map(String::as_str).collect::<Vec<_>>()[..], &scratchpad].concat());
    let offered = alice.offered().await;
    assert!(!offered.prompts().concat().contains("- web"), "it is not closed any more");
    assert_eq!(offered.closed_toolset_of("web_fetch"), None);
    let bob = bench.person("bob").await;
    assert_eq!(bob.shown().await, core, "they are open for that conversation alone");
}

#[tokio::test]
async fn the_model_opens_toolsets_by_their_names_or_their_tools() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let core = alice.shown().await.len();
    let alice = alice.in_next_step().await;
    let opened = alice.json("toolset_open", json!({ "names": ["schedules", "scratchpad_read"] })).await;
    insta::assert_snapshot!(opened["message"].as_str().unwrap(), @"Open now: schedules (schedule_delete, schedule_edit, schedule_run_output, schedule_runs), scratchpad (plan, scratchpad_clear, scratchpad_read, scratchpad_write).");
    let shown = alice.shown().await;
    insta::assert_snapshot!(shown[core..].join(" "), @"schedule_delete schedule_edit schedule_run_output schedule_runs plan scratchpad_clear scratchpad_read scratchpad_write");
    let told = alice.error("toolset_open", json!({ "names": ["web", "juggling"] })).await;
    insta::assert_snapshot!(told, @"not_found: there is no toolset 'juggling'; there are: memory, scratchpad, schedules, web, files, site, code, questions, skills, agents");
    assert_eq!(alice.shown().await, shown);
}

#[tokio::test]
async fn a_run_has_open_what_is_open_in_its_conversation() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let stretch = json!({ "goal": "Stretch!", "cadence_type": "interval", "cadence_value": "1h" });
    let schedule = alice.json("schedule_create", stretch).await;
    alice.opens(&["scratchpad"]).await;
    alice.begin_run(schedule["schedule_id"].as_str().unwrap()).await;
    let shown = alice.shown().await;
    assert!(shown.ends_with(&["scratchpad_clear", "scratchpad_read", "scratchpad_write"].map(String::from)));
    assert!(shown.contains(&"schedule_stop_current".to_owned()), "{shown:?}");
}

#[tokio::test]
async fn who_cannot_open_toolsets_has_them_open() {
    let bench = Bench::new().await;
    let Context { db, config, user, session, .. } = bench.person("alice").await.context;
    let preparation = SessionView::new(&db, &config, (&user, &session), NOW);
    let named = ["web_fetch", "memory_search", "memory_delete"];
    let offered = bench.registry.tools(preparation, |tool| named.contains(&tool.name())).await.unwrap();
    let shown: Vec<_> = offered.specs().into_iter().map(|spec| spec.name).collect();
    assert_eq!(shown, ["memory_search", "memory_delete", "web_fetch"]);
    assert!(!offered.prompts().concat().contains("Toolsets"), "{:?}", offered.prompts());
}

#[tokio::test]
async fn a_search_proposes_toolsets_with_their_tools() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    alice.opens(&["web"]).await;
    let alice = alice.in_next_step().await;
    let found = alice.json("tools_find", json!({ "query": "search the internet or delete a note" })).await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&sorted(&found)).unwrap(), @r#"
    {
      "matches": [
        {
          "is_open": true,
          "summary": "read pages, search, call services",
          "tools": [
            "http_get",
            "http_post",
            "web_fetch"
          ],
          "toolset": "web"
        },
        {
          "is_open": false,
          "summary": "change and delete saved notes",
          "tools": [
            "memory_delete",
            "memory_update"
          ],
          "toolset": "memory"
        },
        {
          "is_open": false,
          "summary": "the open steps of a longer task",
          "tools": [
            "plan",
            "scratchpad_clear",
            "scratchpad_read",
            "scratchpad_write"
          ],
          "toolset": "scratchpad"
        }
      ],
      "message": "Open what fits with toolset_open."
    }
    "#);
    let nothing = alice.json("tools_find", json!({ "query": "xylophone" })).await;
    insta::assert_snapshot!(nothing, @r#"{"matches":[],"message":"No toolset fits; try other words."}"#);
}

#[tokio::test]
async fn a_search_finds_files_by_formats_and_in_every_language() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let alice = alice.in_next_step().await;
    for query in
        ["excel", "Datei lesen", "Bild ansehen", "fichier", "archivo", "pièce jointe", "enviar una foto"]
    {
        let found = alice.json("tools_find", json!({ "query": query })).await;
        assert_eq!(found["matches"][0]["toolset"], "files", "{query}: {found}");
    }
}

/// A toolset with ten tools of some length.
struct Many(&'static str);

struct OneOfMany(String);

#[async_trait]
impl DynTool for OneOfMany {
    fn definition(&self) -> Definition {
        let registry = registry(&Config::default(), &Sandbox::own());
        let like = registry.get("web_fetch").unwrap().definition.clone();
        Definition { name: self.0.clone(), ..like }
    }

    async fn requirement(&self, _: &Context, _: &Value) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::default())
    }

    async fn execute(&self, _: &Context, _: Value) -> Result<Outcome<Value>, ToolError> {
        Ok(Outcome::new("Done.", json!({})))
    }
}

#[async_trait]
impl Toolset for Many {
    fn name(&self) -> &'static str {
        self.0
    }

    fn on_demand(&self) -> Option<OnDemand> {
        Some(OnDemand::new("do ten things"))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        (0..10).map(|n| Arc::new(OneOfMany(format!("{}_{n}", self.0))) as Arc<dyn DynTool>).collect()
    }
}

/// Returns the tools' part of a plain request: their part of the system prompt, and the definitions.
async fn request(bench: &Bench) -> (Vec<String>, String) {
    let offered = bench.person("alice").await.offered().await;
    let spec = |spec: &adjutant_provider::ToolSpec| json!({ "name": spec.name, "description": spec.description, "parameters": spec.parameters });
    let specs: Vec<_> = offered.specs().iter().map(spec).collect();
    (offered.prompts().join("\n").lines().map(str::to_owned).collect(), json!(specs).to_string())
}

#[tokio::test]
async fn a_hundred_more_tools_cost_a_plain_chat_a_line_for_each_toolset() {
    const NAMES: [&str; 10] =
        ["ants", "bees", "cats", "dogs", "elks", "fish", "gnus", "hens", "imps", "jays"];
    let mut bench = Bench::new().await;
    let (prompt, tools) = request(&bench).await;
    for name in NAMES {
        bench.registry.add(Many(name));
    }
    assert!(bench.registry.all().count() > 120);
    let bench = Bench { store: Store::new().await, ..bench };
    let (more_prompt, same_tools) = request(&bench).await;
    assert_eq!(same_tools, tools);
    let more: Vec<_> = more_prompt.into_iter().filter(|line| !prompt.contains(line)).collect();
    assert_eq!(more, NAMES.map(|name| format!("- {name}: do ten things")));
}

#[tokio::test]
async fn what_tools_cost_a_plain_chat() {
    let (prompt, tools) = request(&Bench::with(Config::default()).await).await;
    let bytes = prompt.join("\n").len() + tools.len();
    println!("{bytes} bytes: {tools}\n{}", prompt.join("\n"));
    assert!(bytes < 3_850, "{bytes} bytes");
}

/// Returns the tasks whose toolset is neither opened by their words nor among the first two that a search proposes.
async fn missed(tasks: &str, embedder: Option<Arc<dyn Embedder>>) -> Vec<String> {
    let files = tempfile::tempdir().unwrap();
    let bench = Bench::for_files(files.path()).await;
    let alice = bench.person("alice").await;
    let shared = files.path().join(alice.context.user.user_id.as_str()).join("shared");
    std::fs::create_dir_all(&shared).unwrap();
    std::fs::write(shared.join("boat.jpg"), "boat").unwrap();
    let toolsets = alice.offered().await.toolsets().clone();
    let zone = adjutant_domain::zones::Zone::UTC;
    let (db, settings) = (bench.store.db.clone(), bench.config.memory.clone());
    let memory = Memory::new(db, (bench.clock.clone(), zone), settings, embedder);
    let mut missed = Vec::new();
    for (wanted, said) in tasks.lines().filter_map(|line| line.split_once('\t')) {
        let toolset = toolsets.iter().find(|toolset| *toolset.name == *wanted).unwrap();
        let found: Vec<_> = find(&memory, &toolsets, said).await.iter().map(|it| it.name.clone()).collect();
        let is_opened = toolset.on_demand.is_needed_by(&Said::of(said));
        if !is_opened && !found.iter().take(2).any(|name| **name == *wanted) {
            missed.push(format!("{said}: {found:?} instead of {wanted}"));
        }
    }
    missed
}

fn bundled() -> Option<Arc<dyn Embedder>> {
    Some(Arc::new(Local::bundled(Arc::new(ManualClock::new(NOW.to_utc())))))
}

#[tokio::test]
async fn the_right_toolset_is_open_or_proposed_for_everyday_tasks() {
    assert_eq!(TASKS.lines().count(), 52);
    for embedder in [None, bundled()] {
        let missed = Box::pin(missed(TASKS, embedder)).await;
        assert!(missed.len() <= 2, "{missed:#?}");
    }
}

#[tokio::test]
async fn by_meaning_it_is_also_proposed_for_most_tasks_in_other_words() {
    assert_eq!(IN_OTHER_WORDS.lines().count(), 25);
    let missed = Box::pin(missed(IN_OTHER_WORDS, bundled())).await;
    assert!(missed.len() <= 5, "{missed:#?}");
}
