use std::sync::{
    Arc, LazyLock, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use adjutant_channel::ChatKind;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Barrier;

use super::*;
use crate::{
    agent::{calls, tools},
    clock::{ManualClock, from_millis},
    config::Config,
    core::Parts,
    ids::CallId,
    provider::{ToolCall, offline::Offline},
    redact::Redactor,
    store::{
        calls::{Call as StoredCall, State},
        leases,
        testing::{NOW, Store},
        turns::{self, Entry},
    },
    tools::kit::{
        AnyTool, Category, Definition, Meta, Need, Nothing, Permission, Progress, Registry, Tier, Tool,
        Toolset,
    },
};

/// A secret of the operator's.
const SECRET: &str = "operator-secret-4711";

/// A tool for tests: what is said of it, what it says of its calls, and what it does.
#[derive(Clone)]
struct Fake {
    definition: Definition,
    requirement: Requirement,
    does: Does,
    /// What its calls are about is not there.
    is_gone: bool,
    /// The arguments of each time it ran.
    ran: Arc<Mutex<Vec<Value>>>,
}

#[derive(Clone, Copy)]
enum Does {
    /// Gives back its `text`; where it is to be confirmed, only if it is.
    Echo,
    /// The same, as the words of this source.
    Quote(&'static str),
    /// Fails, and says so by its `text`.
    Fail,
    /// Keeps its `text`, and is stopped.
    Hang,
    /// Gives back its `text` once as many run as may at once.
    Meet,
    Panic,
}

/// How many calls run at once; their meeting, for one test only.
static RUNNING: AtomicUsize = AtomicUsize::new(0);
static MEETING: LazyLock<Barrier> = LazyLock::new(|| Barrier::new(calls::PARALLEL_CALLS));

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their schema is used")]
struct Args {
    text: Option<String>,
    path: Option<String>,
    url: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their schema is used")]
struct Confirmed {
    text: String,
    #[serde(default)]
    confirmed: bool,
}

/// Of which a fake has its definition.
struct Typed<A>(std::marker::PhantomData<A>);

#[async_trait]
impl<A: serde::de::DeserializeOwned + JsonSchema + Send + Sync + 'static> Tool for Typed<A> {
    type Args = A;
    type Output = Nothing;
    const META: Meta = Meta::new("fake", "A tool for tests.", Category::Other, Tier::SideEffecting);

    async fn execute(&self, _: &Context, _: A) -> Result<Outcome<Nothing>, ToolError> {
        Ok(Outcome::done("never called"))
    }
}

fn fake(name: &str, tier: Tier) -> Fake {
    let definition = Definition::of::<Typed<Args>>(String::new());
    let risk = if tier == Tier::ReadOnly { Risk::Safe } else { Risk::Moderate };
    Fake {
        definition: Definition { name: name.to_owned(), tier, risk, ..definition },
        requirement: Requirement::default(),
        does: Does::Echo,
        is_gone: false,
        ran: Arc::default(),
    }
}

impl Fake {
    fn risk(mut self, risk: Risk) -> Self {
        self.definition.risk = risk;
        self
    }

    fn needs(mut self, permission: Permission) -> Self {
        self.definition.needs = vec![permission];
        self
    }

    fn says(mut self, requirement: Requirement) -> Self {
        self.requirement = requirement;
        self
    }

    fn does(mut self, does: Does) -> Self {
        self.does = does;
        self
    }

    /// It takes `text` and `confirmed`.
    fn gone(mut self) -> Self {
        self.is_gone = true;
        self
    }

    fn confirms(mut self) -> Self {
        self.definition.parameters = Definition::of::<Typed<Confirmed>>(String::new()).parameters;
        self
    }
}

#[async_trait]
impl AnyTool for Fake {
    fn definition(&self) -> Definition {
        self.definition.clone()
    }

    async fn requirement(&self, _: &Context, _: &Value) -> Result<Requirement, ToolError> {
        if self.is_gone { Err(ToolError::not_found("it is gone")) } else { Ok(self.requirement.clone()) }
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        self.ran.lock().unwrap().push(arguments.clone());
        let text = arguments["text"].as_str().unwrap_or_default();
        let done = Outcome::new(text, json!({}));
        match self.does {
            Does::Echo if arguments["confirmed"] == false => {
                Ok(Outcome::new(format!("Would {text}"), json!({})))
            }
            Does::Echo => Ok(done),
            Does::Quote(source) => Ok(done.from_others(source)),
            Does::Fail => Err(ToolError::unavailable(text)),
            Does::Hang => {
                context.keep(text);
                context.cancel.cancel();
                std::future::pending().await
            }
            Does::Meet => {
                let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
                assert!(running <= calls::PARALLEL_CALLS, "{running} at once");
                MEETING.wait().await;
                RUNNING.fetch_sub(1, Ordering::SeqCst);
                Ok(done)
            }
            Does::Panic => panic!("{SECRET}"),
        }
    }
}

/// The toolset `tests`.
struct Tests(Vec<Fake>);

impl Toolset for Tests {
    fn name(&self) -> &'static str {
        "tests"
    }

    fn tools(&self) -> Vec<Arc<dyn AnyTool>> {
        self.0.iter().map(|fake| Arc::new(fake.clone()) as Arc<dyn AnyTool>).collect()
    }
}

/// Alice's turn, in which the model is offered these tools and nothing else.
struct Room {
    store: Store,
    core: Arc<Core>,
    job: Job,
    fakes: Vec<Fake>,
    _files: tempfile::TempDir,
}

impl Room {
    async fn new(fakes: impl IntoIterator<Item = Fake>) -> Self {
        Self::with(&[], ChatKind::Direct, fakes).await
    }

    /// With these rules of the operator's, in such a chat.
    async fn with(rules: &[Value], chat: ChatKind, fakes: impl IntoIterator<Item = Fake>) -> Self {
        let (store, files) = (Store::new().await, tempfile::tempdir().unwrap());
        let mut config = Config::default();
        config.tools.workspace = Some(files.path().to_owned());
        config.tools.permissions.push(Permission::Execute);
        config.tools.rules = rules.iter().map(|rule| serde_json::from_value(rule.clone()).unwrap()).collect();
        let clock = Arc::new(ManualClock::new(from_millis(NOW)));
        let mut core = Core::new(Parts {
            db: store.db.clone(),
            clock,
            config: Arc::new(config),
            zone: chrono_tz::UTC,
            process: store.process.clone(),
            channels: Vec::new(),
            owner_identities: Vec::new(),
            provider: Arc::new(Offline { clock: Arc::new(|| from_millis(NOW)), zone: chrono_tz::UTC }),
            redactor: Redactor::new([SECRET]).unwrap(),
        });
        let fakes: Vec<_> = fakes.into_iter().collect();
        let mut registry = Registry::default();
        registry.add(Tests(fakes.clone()));
        Arc::get_mut(&mut core).unwrap().tools = registry;
        let mut job = job(&store).await;
        job.session.chat_kind = chat;
        job.offered = tools::offered(&core, &job).await.unwrap();
        Self { store, core, job, fakes, _files: files }
    }

    /// What becomes of a call when the model asks for it.
    async fn check(&self, tool: &str, arguments: Value) -> Passed {
        self.pass(tool, &arguments.to_string(), Stage::Check, false).await
    }

    /// The question that a call raises.
    async fn question(&self, tool: &str, arguments: Value) -> Question {
        match self.check(tool, arguments).await {
            Passed::Asks(question) => question,
            other => panic!("{tool} is not asked about: {other:?}"),
        }
    }

    /// The result of a call that nobody approved.
    async fn run(&self, tool: &str, arguments: Value) -> Done {
        done(self.pass(tool, &arguments.to_string(), Stage::Run, false).await)
    }

    /// The result of a call that somebody approved.
    async fn run_approved(&self, tool: &str, arguments: Value) -> Done {
        done(self.pass(tool, &arguments.to_string(), Stage::Run, true).await)
    }

    async fn pass(&self, tool: &str, arguments: &str, stage: Stage, approved: bool) -> Passed {
        let id = CallId("call-1".to_owned());
        let context = calls::context(&self.core, &self.job, &id, approved, Progress::default());
        pass(&self.core, &self.job, &context, (tool, arguments), stage).await
    }

    /// The arguments of each time that the first tool ran.
    fn ran(&self) -> Vec<Value> {
        self.fakes[0].ran.lock().unwrap().clone()
    }

    /// The turn now holds others' words.
    fn taint(&mut self, source: &str) {
        let untrusted = Some(source.to_owned());
        self.job.turn.entries.push(Entry::Note { text: "what somebody wrote".into(), untrusted });
        self.job.turn.entries.push(Entry::Assistant { text: String::new(), segment: 0, calls: Vec::new() });
    }

    /// Alice allows calls like this for good.
    async fn grant(&self, tool: &'static str, pattern: Pattern, untrusted: bool) {
        let user = self.job.user.user_id.clone();
        self.store
            .write(async move |tx| {
                tx.execute(
                    "INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, approval_id,
                         created_at) VALUES ('grant-1', ?1, ?2, ?3, '', 'always', ?4, 'approval-1', ?5)",
                    libsql::params![&user, tool, pattern.pattern, untrusted, NOW],
                )
                .await
            })
            .await;
    }

    /// The owner had to decide when that was allowed.
    async fn granted_by_the_owner(&self) {
        let call = ToolCall { id: "c0".into(), name: "shell".into(), arguments: "{}".into() };
        let (turn, _, ids) = self.store.turn(&self.job.session, &[call]).await;
        let user = self.job.user.user_id.clone();
        self.store
            .write(async move |tx| {
                tx.execute(
                    "INSERT INTO users (user_id, role, name, created_at) VALUES ('user-owner', 'owner', 'owner', ?1)",
                    [NOW],
                )
                .await?;
                tx.execute(
                    "INSERT INTO approvals (approval_id, call_id, turn_id, session_id, requester, outbox_id, tool,
                         arguments, arguments_hash, summary, reason, state, decider, decided_by, created_at,
                         expires_at)
                     SELECT 'approval-1', ?1, ?2, session_id, ?3, 1, 'shell', '{}', '', '', '', 'approved', 'owner',
                         'user-owner', ?4, ?4 FROM turns WHERE turn_id = ?2",
                    libsql::params![&ids[0], &turn, &user, NOW],
                )
                .await
            })
            .await;
    }

    async fn revoke(&self) {
        self.store.write(async |tx| tx.execute("UPDATE grants SET revoked_at = created_at", ()).await).await;
    }

    async fn grant_used_at(&self) -> Option<i64> {
        let used = "SELECT last_used_at AS value FROM grants WHERE last_used_at IS NOT NULL";
        self.store.read(async move |tx| tx.value(used, ()).await).await
    }
}

async fn job(store: &Store) -> Job {
    let (user, session) = store.person("alice").await;
    let (process, of) = (store.process.clone(), session.session_id.clone());
    let (turn, lease) = store
        .write(async move |tx| {
            let turn = turns::open(tx, &of, None, NOW).await?;
            let lease = leases::acquire(tx, &process, of.0, NOW).await?;
            Ok((turns::load(tx, &turn).await?, lease))
        })
        .await;
    Job::new(user, session, turn, lease.unwrap(), tokio_util::sync::CancellationToken::new())
}

fn done(passed: Passed) -> Done {
    match passed {
        Passed::Done(done) => done,
        other => panic!("it has no result: {other:?}"),
    }
}

/// What the model reads of a call that has no result: the error code, and why.
fn failure(done: &Done) -> (ErrorCode, String) {
    let read: Value = serde_json::from_str(&done.text).unwrap();
    let code = done.error_code.unwrap();
    assert_eq!((&read["success"], &read["error_code"]), (&json!(false), &json!(code.as_str())));
    (code, read["error"].as_str().unwrap().to_owned())
}

/// The same of a call that does not pass the check.
async fn refused(room: &Room, tool: &str, arguments: &str) -> (ErrorCode, String) {
    failure(&done(room.pass(tool, arguments, Stage::Check, false).await))
}

// What is asked for -------------------------------------------------------------------------------------------

#[tokio::test]
async fn a_tool_that_does_not_exist_is_answered_with_the_nearest() {
    let room = Room::new([fake("memory_search", Tier::ReadOnly), fake("shell", Tier::Privileged)]).await;
    let expected = "there is no tool 'memory_serch'; did you mean 'memory_search'?".to_owned();
    assert_eq!(refused(&room, "memory_serch", "{}").await, (ErrorCode::UnknownTool, expected));
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_named_before_anything_happens() {
    let mut file_read = fake("file_read", Tier::ReadOnly);
    file_read.definition.parameters["required"] = json!(["path"]);
    let room = Room::new([file_read]).await;
    for (arguments, why) in [
        ("{}", "missing required field 'path' in arguments"),
        ("", "missing required field 'path' in arguments"),
        (r#"{"path":1}"#, r#"field 'path' in arguments: 1 is not of types "null", "string""#),
        (
            r#"{"path":"/tmp/a","mode":1}"#,
            "Additional properties are not allowed ('mode' was unexpected) in arguments",
        ),
        ("[]", r#"[] is not of type "object" in arguments"#),
        ("{", "the arguments are not valid JSON: EOF while parsing an object at line 1 column 1"),
    ] {
        let expected = (ErrorCode::InvalidArguments, why.to_owned());
        assert_eq!(refused(&room, "file_read", arguments).await, expected, "{arguments}");
    }
    assert_eq!(room.ran(), [json!(null); 0]);
}

// Whether it runs ---------------------------------------------------------------------------------------------

#[tokio::test]
async fn what_only_reads_and_what_changes_a_little_runs_unasked() {
    for tier in [Tier::ReadOnly, Tier::SideEffecting] {
        let room = Room::new([fake("fake", tier)]).await;
        let arguments = json!({ "text": "done" });
        assert_eq!(room.check("fake", arguments.clone()).await, Passed::Ready);
        assert_eq!(room.ran(), [json!(null); 0], "a check does nothing");
        let done = room.run("fake", arguments.clone()).await;
        let text = r#"{"success":true,"message":"done"}"#.to_owned();
        assert_eq!(done, Done { text, title: "done".to_owned(), ..Done::default() });
        assert_eq!(room.ran(), [arguments]);
    }
}

#[tokio::test]
async fn what_could_do_harm_asks_and_runs_only_when_approved() {
    let room = Room::new([fake("shell", Tier::Privileged)]).await;
    let arguments = json!({ "path": "/tmp/a", "text": "x".repeat(301) });
    let question = room.question("shell", arguments.clone()).await;
    let ask = Ask {
        summary: "Run shell".to_owned(),
        preview: format!("path: /tmp/a\ntext: {}…", "x".repeat(300)),
        reason: "I always ask before I do this.".to_owned(),
        ..Ask::default()
    };
    let patterns = vec![Pattern::exact(&arguments.to_string()), Pattern::tool("shell")];
    assert_eq!(question, Question { ask, patterns, untrusted: None });

    let (code, _) = failure(&room.run("shell", arguments.clone()).await);
    assert_eq!((code, room.ran()), (ErrorCode::Denied, vec![]));
    assert_eq!(room.run_approved("shell", arguments.clone()).await.error_code, None);
    assert_eq!(room.ran(), [arguments]);
}

#[tokio::test]
async fn a_high_risk_asks_whatever_the_rules_say_and_is_never_allowed_as_a_whole() {
    let rules = [json!({ "tool": "http_post", "then": "allow" }), json!({ "then": "log" })];
    let post = fake("http_post", Tier::SideEffecting)
        .risk(Risk::High)
        .says(Requirement::policy("Post to example.com").kind("example.com"));
    let room = Room::with(&rules, ChatKind::Direct, [post]).await;
    let question = room.question("http_post", json!({})).await;
    assert_eq!(question.ask.summary, "Post to example.com");
    assert_eq!(question.ask.reason, "This cannot be taken back.");
    assert_eq!(question.patterns, [Pattern::exact("{}"), Pattern::kind("example.com")]);
}

#[tokio::test]
async fn a_group_is_one_step_stricter() {
    let fakes = [
        fake("reads", Tier::ReadOnly),
        fake("changes", Tier::SideEffecting),
        fake("pad", Tier::SideEffecting).says(Requirement::harmless()),
        fake("harms", Tier::Privileged),
    ];
    let room = Room::with(&[], ChatKind::Group, fakes).await;
    assert_eq!(room.check("reads", json!({})).await, Passed::Ready);
    assert_eq!(room.check("pad", json!({})).await, Passed::Ready);
    let ask = room.question("changes", json!({})).await.ask;
    assert_eq!(
        (ask.decider, &*ask.reason),
        (Decider::Requester, "In a group I ask before I change anything.")
    );
    assert_eq!(room.question("harms", json!({})).await.ask.decider, Decider::Owner);
}

#[tokio::test]
async fn a_rule_forbids_or_hides() {
    let rules = [
        json!({ "tool": "changes", "arguments": { "path": "^/shared/" }, "then": "deny" }),
        json!({ "tool": "hidden", "then": "off" }),
    ];
    let fakes = [fake("changes", Tier::SideEffecting), fake("hidden", Tier::ReadOnly)];
    let room = Room::with(&rules, ChatKind::Direct, fakes).await;
    let forbidden = (ErrorCode::Forbidden, "Whoever runs this bot does not permit it.".to_owned());
    let arguments = json!({ "path": "/shared/a" });
    assert_eq!(refused(&room, "changes", &arguments.to_string()).await, forbidden);
    assert_eq!(failure(&room.run_approved("changes", arguments).await), forbidden, "nor if approved before");
    assert_eq!(room.check("changes", json!({ "path": "/tmp/a" })).await, Passed::Ready);
    assert_eq!(refused(&room, "hidden", "{}").await.0, ErrorCode::UnknownTool);
    assert!(room.job.offered.specs().iter().all(|spec| spec.name != "hidden"));
}

#[tokio::test]
async fn while_others_words_are_about_what_changes_something_asks_and_names_them() {
    let fakes = [
        fake("changes", Tier::SideEffecting),
        fake("reads", Tier::ReadOnly),
        fake("pad", Tier::SideEffecting).says(Requirement::harmless()),
    ];
    let mut room = Room::new(fakes).await;
    assert_eq!(room.check("changes", json!({})).await, Passed::Ready);
    room.taint("example.com");
    let question = room.question("changes", json!({})).await;
    assert_eq!(question.untrusted.as_deref(), Some("example.com"));
    assert_eq!(question.ask.reason, "Usually I do this without asking.");
    assert_eq!(question.patterns, [Pattern::exact("{}")], "never the whole tool");
    assert_eq!(failure(&room.run("changes", json!({})).await).0, ErrorCode::Denied);
    for exempt in ["reads", "pad"] {
        assert_eq!(room.check(exempt, json!({})).await, Passed::Ready, "{exempt}");
    }
}

#[tokio::test]
async fn what_reads_and_demands_to_be_asked_about_can_be_steered_too() {
    let sends = fake("sends", Tier::ReadOnly).says(Requirement::ask("Send", "Everybody will see it."));
    let mut room = Room::new([sends]).await;
    room.grant("sends", Pattern::tool("sends"), false).await;
    assert_eq!(room.check("sends", json!({})).await, Passed::Ready);
    room.taint("example.com");
    let question = room.question("sends", json!({})).await;
    assert_eq!(question.untrusted.as_deref(), Some("example.com"));
    assert_eq!(question.patterns, [Pattern::exact("{}")]);
}

#[tokio::test]
async fn words_of_earlier_turns_count_and_those_of_the_same_response_do_not() {
    let mut room = Room::new([fake("changes", Tier::SideEffecting)]).await;
    let calls = vec![StoredCall {
        call_id: CallId("call-0".into()),
        entry_id: 1,
        ordinal: 0,
        model_call_id: "c0".into(),
        tool: "web_fetch".into(),
        arguments: "{}".into(),
        state: State::Done,
        result: "what a page says".into(),
        error_code: None,
        untrusted: Some("example.com".into()),
    }];
    room.job.turn.entries.push(Entry::Assistant { text: String::new(), segment: 0, calls });
    assert_eq!(
        room.run("changes", json!({})).await.error_code,
        None,
        "it was asked for together with the page"
    );
    assert!(matches!(room.check("changes", json!({})).await, Passed::Asks(_)), "the next one has read it");

    let mut room = Room::new([fake("changes", Tier::SideEffecting)]).await;
    room.job.untrusted_before = Some("a forwarded message".to_owned());
    let question = room.question("changes", json!({})).await;
    assert_eq!(question.untrusted.as_deref(), Some("a forwarded message"));
}

// What has been allowed ---------------------------------------------------------------------------------------

#[tokio::test]
async fn a_grant_covers_its_pattern_and_nothing_else() {
    let post = || fake("post", Tier::Privileged).says(Requirement::policy("Post").kind("example.com"));
    let (this, that) = (json!({ "text": "this" }), json!({ "text": "that" }));
    for (pattern, covers_that) in [
        (Pattern::exact(&this.to_string()), false),
        (Pattern::kind("example.com"), true),
        (Pattern::tool("post"), true),
    ] {
        let room = Room::new([post(), fake("shell", Tier::Privileged)]).await;
        room.grant("post", pattern.clone(), false).await;
        assert_eq!(room.check("post", this.clone()).await, Passed::Ready, "{pattern:?}");
        assert_eq!(room.grant_used_at().await, None, "not by a check");
        assert_eq!(room.check("post", that.clone()).await == Passed::Ready, covers_that, "{pattern:?}");
        assert!(matches!(room.check("shell", this.clone()).await, Passed::Asks(_)), "{pattern:?}");
        assert_eq!(room.run("post", this.clone()).await.error_code, None);
        assert_eq!(room.grant_used_at().await, Some(NOW));
    }
    let room = Room::new([post()]).await;
    room.grant("post", Pattern::kind("example.org"), false).await;
    assert!(matches!(room.check("post", this).await, Passed::Asks(_)));
}

#[tokio::test]
async fn a_grant_that_is_revoked_before_the_call_runs_does_not_let_it() {
    let room = Room::new([fake("shell", Tier::Privileged)]).await;
    room.grant("shell", Pattern::tool("shell"), false).await;
    assert_eq!(room.check("shell", json!({})).await, Passed::Ready);
    room.revoke().await;
    let why = "the person's permission was taken back before it ran".to_owned();
    assert_eq!(failure(&room.run("shell", json!({})).await), (ErrorCode::Denied, why));
    assert_eq!(room.ran(), [json!(null); 0]);
}

#[tokio::test]
async fn a_grant_from_before_others_words_does_not_cover_them() {
    for (given_for_it, passes) in [(false, false), (true, true)] {
        let mut room = Room::new([fake("changes", Tier::SideEffecting)]).await;
        room.taint("example.com");
        room.grant("changes", Pattern::exact("{}"), given_for_it).await;
        assert_eq!(room.check("changes", json!({})).await == Passed::Ready, passes);
    }
}

#[tokio::test]
async fn what_was_approved_with_other_arguments_does_not_run() {
    let mut room = Room::new([fake("shell", Tier::Privileged)]).await;
    let call = ToolCall { id: "c0".into(), name: "shell".into(), arguments: r#"{"text":"that"}"#.into() };
    let (turn, _, ids) = room.store.turn(&room.job.session, &[call]).await;
    let (id, user, of) = (ids[0].clone(), room.job.user.user_id.clone(), turn.clone());
    let approved = async move |tx: &crate::db::Tx| {
        tx.execute(
            "INSERT INTO approvals (approval_id, call_id, turn_id, session_id, requester, outbox_id, tool, arguments,
                 arguments_hash, summary, reason, state, created_at, expires_at)
             SELECT 'approval-1', ?1, ?2, session_id, ?3, 1, 'shell', ?4, ?5, '', '', 'approved', ?6, ?6
             FROM turns WHERE turn_id = ?2",
            libsql::params![&id, &of, &user, THIS, crate::ids::sha256(THIS), NOW],
        )
        .await?;
        turns::load(tx, &of).await
    };
    const THIS: &str = r#"{"text":"this"}"#;
    room.job.turn = room.store.write(approved).await;
    calls::run(&room.core, &mut room.job, &ids).await.unwrap();
    let Some(Entry::Assistant { calls, .. }) = room.job.turn.entries.last() else { panic!("no response") };
    assert_eq!(calls[0].error_code.as_deref(), Some("denied"), "{}", calls[0].result);
    assert_eq!(room.ran(), [json!(null); 0]);
}

#[tokio::test]
async fn what_the_owner_has_to_allow_is_not_allowed_by_another() {
    let room = Room::with(&[], ChatKind::Group, [fake("shell", Tier::Privileged)]).await;
    room.grant("shell", Pattern::tool("shell"), false).await;
    assert_eq!(room.question("shell", json!({})).await.ask.decider, Decider::Owner);
    assert_eq!(failure(&room.run("shell", json!({})).await).0, ErrorCode::Denied);
    room.granted_by_the_owner().await;
    assert_eq!(room.check("shell", json!({})).await, Passed::Ready);
    assert_eq!(room.run("shell", json!({})).await.error_code, None);
}

#[tokio::test]
async fn what_was_approved_runs_again_after_a_crash_though_it_may_have_taken_effect() {
    let room = Room::new([fake("delete", Tier::SideEffecting).gone()]).await;
    assert_eq!(failure(&room.run("delete", json!({})).await).0, ErrorCode::NotFound);
    assert_eq!(room.ran(), [json!(null); 0]);
    assert_eq!(
        room.run_approved("delete", json!({})).await.error_code,
        None,
        "the tool itself knows what to say"
    );
}

// What is confirmed -------------------------------------------------------------------------------------------

#[tokio::test]
async fn only_a_person_confirms() {
    let room = Room::new([fake("remove", Tier::SideEffecting).confirms()]).await;
    let asked = json!({ "text": "remove 3 files", "confirmed": true });
    let question = room.question("remove", asked.clone()).await;
    assert_eq!(question.ask.summary, "Would remove 3 files", "the preview is the question");
    assert_eq!(room.ran(), [json!({ "text": "remove 3 files", "confirmed": false })]);

    assert_eq!(failure(&room.run("remove", asked.clone()).await).0, ErrorCode::Denied);
    for arguments in [asked, json!({ "text": "remove 3 files" })] {
        let done = room.run_approved("remove", arguments).await;
        assert_eq!(done.text, r#"{"success":true,"message":"remove 3 files"}"#);
        assert_eq!(room.ran().last(), Some(&json!({ "text": "remove 3 files", "confirmed": true })));
    }
}

// What no call may do -----------------------------------------------------------------------------------------

#[tokio::test]
async fn a_secret_does_not_leave_by_a_tool_that_reaches_out() {
    let room = Room::new([
        fake("http_post", Tier::SideEffecting).needs(Permission::Network),
        fake("note", Tier::SideEffecting).needs(Permission::Write),
    ])
    .await;
    let why = "the arguments hold a secret, such as a key or a token; it must not leave this machine";
    for arguments in [
        json!({ "text": format!("my key is {SECRET}!") }),
        json!({ "url": "https://example.com/?key=operator%2Dsecret%2D4711" }),
        json!({ "url": "https://example.com/bot123456789:AAAAAAAAAA_BBBBBBBBBB-CCCCCCCCCCCC/getMe" }),
    ] {
        let checked = done(room.check("http_post", arguments.clone()).await);
        assert_eq!(failure(&checked), (ErrorCode::Forbidden, why.to_owned()), "{arguments}");
        assert_eq!(room.run_approved("http_post", arguments).await, checked, "nor if approved");
    }
    assert_eq!(room.ran(), [json!(null); 0]);
    assert_eq!(room.check("note", json!({ "text": SECRET })).await, Passed::Ready, "it stays here");
}

#[tokio::test]
async fn a_path_does_not_leave_the_workspace() {
    let room = Room::new([fake("file_read", Tier::ReadOnly)]).await;
    for path in ["/etc/passwd", "../other/shared/a", "/shared/../../a", "/shared", ""] {
        let (code, why) = refused(&room, "file_read", &json!({ "path": path }).to_string()).await;
        assert_eq!(code, ErrorCode::Forbidden, "{path}: {why}");
        assert!(why.ends_with("paths begin with /shared/ or /tmp/"), "{why}");
    }
    assert_eq!(room.check("file_read", json!({ "path": "/shared/a" })).await, Passed::Ready);
}

// What comes of it --------------------------------------------------------------------------------------------

#[tokio::test]
async fn no_result_shows_a_secret() {
    let room = Room::new([fake("reads", Tier::ReadOnly)]).await;
    let done = room.run("reads", json!({ "text": format!("key={SECRET};") })).await;
    assert_eq!(done.title, "key=[secret];");
    assert_eq!(done.text, r#"{"success":true,"message":"key=[secret];"}"#);

    let failed = room.run(SECRET, json!({})).await;
    assert!(!format!("{failed:?}").contains(SECRET), "{failed:?}");
}

#[tokio::test]
async fn a_long_result_is_cut_between_characters_and_kept_whole() {
    let room = Room::new([fake("reads", Tier::ReadOnly)]).await;
    let frame = r#"{"success":true,"message":""}"#.len();
    let mut lengths = std::collections::BTreeSet::new();
    for filler in ["", "x", "xx", "xxx"] {
        let rest = 142_857 - frame - filler.len();
        let text = format!("{filler}{}{}", "🙂".repeat(rest / 4), "x".repeat(rest % 4));
        let done = room.run("reads", json!({ "text": text })).await;
        let whole = done.whole.unwrap();
        assert_eq!(whole.len(), 142_857);
        let kept = &whole[..whole.floor_char_boundary(16_384)];
        let offset = kept.chars().count();
        let expected = format!(
            "{kept}\n[to read on: tool_output with call_id 'call-1' and offset {offset}]\n\
             [output truncated — original size: 142,857 bytes]"
        );
        assert_eq!(done.text, expected);
        lengths.insert(kept.len());
    }
    assert!(lengths.into_iter().eq(16_381..=16_384), "a character was cut off at each of its bytes");
}

#[tokio::test]
async fn whatever_tool_returned_it_a_long_result_is_cut() {
    let text = "x".repeat(142_857);
    for tool in crate::tools::registry(&Config::default()).all() {
        let mut stand_in = fake(tool.name(), tool.definition.tier);
        let parameters = stand_in.definition.parameters;
        stand_in.definition = Definition { parameters, ..tool.definition.clone() };
        let room = Room::new([stand_in]).await;
        let done = room.run_approved(tool.name(), json!({ "text": text })).await;
        let (kept, suffix) = done.text.split_once("\n[to read on: ").unwrap_or_else(|| panic!("{done:?}"));
        assert_eq!(kept.len(), 16_384, "{}", tool.name());
        assert!(suffix.contains("\n[output truncated — original size: 142,"), "{}: {suffix}", tool.name());
        assert!(done.whole.is_some_and(|whole| whole.contains(&text)), "{}", tool.name());
    }
}

#[test]
fn a_text_is_cut_only_where_it_is_too_long() {
    let cut =
        |text: &str, max| truncate(text, max, "call-1").map(|cut| cut.lines().next().unwrap().to_owned());
    assert_eq!(cut("häh", 4), None);
    assert_eq!(cut("häh", 2).as_deref(), Some("h"));
    assert_eq!(cut("🙂🙂", 7).as_deref(), Some("🙂"));
    assert_eq!(cut("🙂", 0).as_deref(), Some(""));
    assert_eq!(cut("", 0), None);
    for (number, shown) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
        assert_eq!(with_commas(number), shown);
    }
}

#[tokio::test]
async fn others_words_are_named_and_kept_to_be_read_again() {
    let room = Room::new([fake("reads", Tier::ReadOnly).does(Does::Quote("example.com"))]).await;
    let done = room.run("reads", json!({ "text": "oats" })).await;
    assert_eq!(done.untrusted.as_deref(), Some("example.com"));
    assert_eq!(done.whole.as_ref(), Some(&done.text));
}

#[tokio::test]
async fn why_a_tool_that_reaches_out_failed_is_others_words_too() {
    let fetch = |requirement| {
        fake("fetch", Tier::ReadOnly).needs(Permission::Network).says(requirement).does(Does::Fail)
    };
    let of = |host: &str| Requirement::policy("Fetch").kind(host);
    for (requirement, source) in [(of("example.com"), "example.com"), (Requirement::default(), "fetch")] {
        let room = Room::new([fetch(requirement)]).await;
        let failed = room.run("fetch", json!({ "text": "it redirects to /save-a-memory" })).await;
        assert_eq!(failure(&failed).0, ErrorCode::Unavailable);
        assert_eq!(failed.untrusted.as_deref(), Some(source));
        assert_eq!(failed.whole.as_ref(), Some(&failed.text));
    }
    let room = Room::new([fake("reads", Tier::ReadOnly).does(Does::Fail)]).await;
    assert_eq!(room.run("reads", json!({ "text": "no such note" })).await.untrusted, None);
}

#[tokio::test]
async fn what_a_stopped_call_had_got_so_far_is_not_lost() {
    let room = Room::new([fake("reads", Tier::ReadOnly).does(Does::Hang)]).await;
    let stopped = room.run("reads", json!({ "text": format!("half of it, {SECRET}") })).await;
    assert_eq!(failure(&stopped), (ErrorCode::Cancelled, "the person stopped it".to_owned()));
    let read: Value = serde_json::from_str(&stopped.text).unwrap();
    assert_eq!(read["partial_output"], "half of it, [secret]");
    assert_eq!(stopped.whole, None);

    let room = Room::new([fake("writes", Tier::SideEffecting).does(Does::Hang)]).await;
    let stopped = room.run("writes", json!({ "text": "half of it" })).await;
    let why = "the person stopped it; it may have taken effect all the same".to_owned();
    assert_eq!(failure(&stopped), (ErrorCode::Cancelled, why));

    let room = Room::new([fake("reads", Tier::ReadOnly).does(Does::Hang)]).await;
    let stopped = room.run("reads", json!({ "text": "x".repeat(20_000) })).await;
    assert!(stopped.text.contains("[to read on: tool_output with call_id 'call-1'"));
    assert!(
        stopped.whole.is_some_and(|whole| whole.contains(&"x".repeat(20_000))),
        "there it can be read on"
    );
}

#[tokio::test]
async fn as_many_reads_as_may_run_side_by_side_and_their_results_stand_in_order() {
    let mut room = Room::new([fake("reads", Tier::ReadOnly).does(Does::Meet)]).await;
    let texts: Vec<_> = (0..2 * calls::PARALLEL_CALLS).map(|i| i.to_string()).collect();
    let call = |text: &String| ToolCall {
        id: format!("c{text}"),
        name: "reads".into(),
        arguments: json!({ "text": text }).to_string(),
    };
    let asked: Vec<_> = texts.iter().map(call).collect();
    let (turn, _, ids) = room.store.turn(&room.job.session, &asked).await;
    room.job.turn = room.store.read(async move |tx| turns::load(tx, &turn).await).await;

    calls::run(&room.core, &mut room.job, &ids).await.unwrap();
    let Some(Entry::Assistant { calls, .. }) = room.job.turn.entries.last() else { panic!("no calls") };
    let said = |call: &StoredCall| serde_json::from_str::<Value>(&call.result).unwrap()["message"].clone();
    assert_eq!(calls.iter().map(said).collect::<Vec<_>>(), texts);
}

#[tokio::test]
async fn a_panic_is_a_failed_call_without_details() {
    let room = Room::new([fake("reads", Tier::ReadOnly).does(Does::Panic)]).await;
    let failed = room.run("reads", json!({})).await;
    let why = "an internal error; trying again later may help".to_owned();
    assert_eq!(failure(&failed), (ErrorCode::Internal, why));
}

#[tokio::test]
async fn a_tool_that_demands_the_owner_gets_the_owner() {
    let demanding = Requirement::ask("Restart", "Everybody is affected.").by_owner();
    let room = Room::new([fake("restart", Tier::ReadOnly).says(demanding.clone())]).await;
    assert_eq!(demanding.need, Need::Ask);
    let question = room.question("restart", json!({})).await;
    assert_eq!((question.ask.decider, &*question.ask.reason), (Decider::Owner, "Everybody is affected."));
}
