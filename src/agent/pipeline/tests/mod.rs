use std::sync::{
    Arc, LazyLock, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use adjutant_channel::ChatKind;
use adjutant_config::Config;
use adjutant_domain::{ids::CallId, timestamp::Timestamp, tools::ToolCall, web};
use adjutant_store::{
    calls::{Call as StoredCall, State},
    leases,
    testing::{NOW, Store},
    turns::{self, Entry},
};
use adjutant_tools::kit::{
    ApprovalNeed, Category, Definition, DynTool, FilePath, Meta, NoFields, Others, Outcome, Permission,
    Progress, Registry, Tier, Tool, Toolset, WebUrl,
};
use adjutant_vault::Vault;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Barrier;

use super::*;
use crate::{
    agent::{calls, tools},
    testing,
};

mod allowed;
mod judged;
mod outcome;
mod redirects;

/// The secret of the operator in [`testing::parts`].
const SECRET: &str = "operator-secret-4711";

/// A tool for tests, with its definition, its requirement and its behaviour.
#[derive(Clone)]
struct Fake {
    definition: Definition,
    requirement: CallAssessment,
    does: Does,
    /// Whether the subject of its calls is missing.
    is_gone: bool,
    /// The arguments of each run.
    ran: Arc<Mutex<Vec<Value>>>,
}

#[derive(Clone, Copy)]
enum Does {
    /// Returns its `text`; if it needs confirmation, only when confirmed.
    Echo,
    /// The same, as untrusted content of this source.
    Quote(&'static str),
    /// The same; asks with the first 14 characters of its `text`.
    AskInShort,
    /// Fails with its `text` as the error.
    Fail,
    /// Stores its `text` as partial output, and hangs until it is stopped.
    Hang,
    /// Returns its `text` once the maximum number of concurrent calls is running.
    Meet,
    /// Returns whether it may follow a redirect from `url` to `text`. Asks about all hosts but `allowed.example`.
    Redirect,
    Panic,
}

/// The number of running calls, and the barrier at which they meet; for one test only.
static RUNNING: AtomicUsize = AtomicUsize::new(0);
static MEETING: LazyLock<Barrier> = LazyLock::new(|| Barrier::new(calls::PARALLEL_CALLS));

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their schema is used")]
struct Args {
    text: Option<String>,
    path: Option<FilePath>,
    /// More paths, in a list.
    paths: Option<Vec<FilePath>>,
    url: Option<WebUrl>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their schema is used")]
struct Confirmed {
    text: String,
    #[serde(default)]
    confirmed: bool,
}

/// A tool that provides the definition of a fake.
struct Typed<A>(std::marker::PhantomData<A>);

#[async_trait]
impl<A: serde::de::DeserializeOwned + JsonSchema + Send + Sync + 'static> Tool for Typed<A> {
    type Args = A;
    type Output = NoFields;
    const META: Meta = Meta::new("fake", "A tool for tests.", Category::Other, Tier::SideEffecting);

    async fn execute(&self, _: &Context, _: A) -> Result<Outcome<NoFields>, ToolError> {
        Ok(Outcome::done("never called"))
    }
}

fn fake(name: &str, tier: Tier) -> Fake {
    let definition = Definition::of::<Typed<Args>>(String::new());
    let risk = if tier == Tier::ReadOnly { Risk::Safe } else { Risk::Moderate };
    Fake {
        definition: Definition { name: name.to_owned(), tier, risk, ..definition },
        requirement: CallAssessment::default(),
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

    /// Makes this a tool of others.
    fn of_others(mut self, fingerprint: &str) -> Self {
        let (source, fingerprint) = ("the server tracker".to_owned(), fingerprint.to_owned());
        self.definition.others = Some(Others { source, fingerprint });
        self
    }

    fn says(mut self, requirement: CallAssessment) -> Self {
        self.requirement = requirement;
        self
    }

    fn does(mut self, does: Does) -> Self {
        self.does = does;
        self
    }

    /// Makes the subject of its calls missing.
    fn gone(mut self) -> Self {
        self.is_gone = true;
        self
    }

    /// Makes it take `text` and `confirmed`.
    fn confirms(mut self) -> Self {
        self.definition.parameters = Definition::of::<Typed<Confirmed>>(String::new()).parameters;
        self
    }
}

#[async_trait]
impl DynTool for Fake {
    fn definition(&self) -> Definition {
        self.definition.clone()
    }

    async fn requirement(&self, _: &Context, arguments: &Value) -> Result<CallAssessment, ToolError> {
        if let (Does::Redirect, Some(url)) = (self.does, arguments["url"].as_str()) {
            let server = web::server(&url.parse().unwrap());
            return Ok(match server.as_str() {
                "allowed.example" => CallAssessment::without_asking(),
                _ => CallAssessment::must_ask("Fetch", "Not allowed.").kind(server),
            });
        }
        if let (Does::AskInShort, Some(text)) = (self.does, arguments["text"].as_str()) {
            let shown: String = text.chars().take(14).collect();
            return Ok(CallAssessment::must_ask(shown.clone(), "It asks.").preview(shown));
        }
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
            Does::Echo | Does::AskInShort => Ok(done),
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
            Does::Redirect => {
                let [from, to] =
                    ["url", "text"].map(|name| arguments[name].as_str().unwrap().parse().unwrap());
                let follows = context.redirects.may_follow(&from, &to).await;
                Ok(Outcome::new(if follows { "follows" } else { "stays" }, json!({})))
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

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        self.0.iter().map(|fake| Arc::new(fake.clone()) as Arc<dyn DynTool>).collect()
    }
}

/// Alice's turn, in which only these tools are offered to the model.
struct CallRoom {
    store: Store,
    core: Arc<Core>,
    job: Job,
    fakes: Vec<Fake>,
    _files: tempfile::TempDir,
}

impl CallRoom {
    async fn new(fakes: impl IntoIterator<Item = Fake>) -> Self {
        Self::with(&[], ChatKind::Direct, fakes).await
    }

    /// Creates a room with these policy rules, in a chat of this kind.
    async fn with(rules: &[Value], chat: ChatKind, fakes: impl IntoIterator<Item = Fake>) -> Self {
        let (store, files) = (Store::new().await, tempfile::tempdir().unwrap());
        let mut config = Config::default();
        config.tools.workspace = Some(files.path().to_owned());
        config.tools.permissions.push(Permission::Execute);
        config.tools.rules = rules.iter().map(|rule| serde_json::from_value(rule.clone()).unwrap()).collect();
        let mut core = Core::new(testing::parts(&store, Vec::new(), config).0);
        let fakes: Vec<_> = fakes.into_iter().collect();
        let mut registry = Registry::default();
        registry.add(Tests(fakes.clone()));
        let own = Arc::get_mut(&mut core).unwrap();
        own.tools = registry;
        own.vault = Arc::new(Vault::new(files.path().join("key")));
        let mut job = job(&store).await;
        job.session.chat_kind = chat;
        job.offered = tools::offered(&core, &job).await.unwrap();
        Self { store, core, job, fakes, _files: files }
    }

    /// Returns the outcome of the check of a call.
    async fn check(&self, tool: &str, arguments: Value) -> Evaluation {
        self.pass(tool, &arguments.to_string(), Stage::Check, false).await
    }

    /// Returns the question that a call raises.
    async fn question(&self, tool: &str, arguments: Value) -> Question {
        match self.check(tool, arguments).await {
            Evaluation::NeedsApproval(question) => question,
            other => panic!("{tool} raised no question: {other:?}"),
        }
    }

    /// Returns the result of a call that nobody approved.
    async fn run(&self, tool: &str, arguments: Value) -> Done {
        done(self.pass(tool, &arguments.to_string(), Stage::Run, false).await)
    }

    /// Returns the result of a call that somebody approved.
    async fn run_approved(&self, tool: &str, arguments: Value) -> Done {
        done(self.pass(tool, &arguments.to_string(), Stage::Run, true).await)
    }

    async fn pass(&self, tool: &str, arguments: &str, stage: Stage, approved: bool) -> Evaluation {
        let id = CallId("call-1".to_owned());
        let context = calls::context(&self.core, &self.job, &id, stage, approved, Progress::default());
        pass(&self.core, &self.job, &context, (tool, arguments), stage).await
    }

    /// Returns the arguments of each run of the first tool.
    fn ran(&self) -> Vec<Value> {
        self.fakes[0].ran.lock().unwrap().clone()
    }

    /// Adds untrusted content to the turn.
    fn taint(&mut self, source: &str) {
        let untrusted = Sources::from(source);
        self.job.turn.entries.push(Entry::Note { text: "what somebody wrote".into(), untrusted });
        self.job.turn.entries.push(Entry::Assistant {
            text: String::new(),
            segment: 0,
            untrusted: Sources::OWN,
            calls: Vec::new(),
        });
    }

    /// Lets Alice grant calls like this permanently, in answer to a prompt that named these sources.
    async fn grant(&self, tool: &'static str, pattern: Pattern, named: &Sources) {
        let (user, named) = (self.job.user.user_id.clone(), named.clone());
        self.store
            .write(async move |tx| {
                tx.execute(
                    "INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, sources,
                         approval_id, created_at)
                     VALUES ('grant-1', ?1, ?2, ?3, '', 'always', ?4, ?5, 'approval-1', ?6)",
                    adjutant_store::params![
                        &user,
                        tool,
                        pattern.pattern.clone(),
                        !named.is_empty(),
                        &named,
                        NOW
                    ],
                )
                .await
            })
            .await;
    }

    /// Makes the owner the giver of that grant.
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
                    adjutant_store::params![&ids[0], &turn, &user, NOW],
                )
                .await
            })
            .await;
    }

    async fn revoke(&self) {
        self.store.write(async |tx| tx.execute("UPDATE grants SET revoked_at = created_at", ()).await).await;
    }

    async fn grant_used_at(&self) -> Option<Timestamp> {
        let used = "SELECT last_used_at AS value FROM grants WHERE last_used_at IS NOT NULL";
        self.store.read(async move |tx| tx.value(used, ()).await).await
    }
}

async fn job(store: &Store) -> Job {
    let (user, session) = store.person("alice").await;
    let (process, of) = (store.process.clone(), session.session_id.clone());
    let (turn, lease) = store
        .write(async move |tx| {
            let turn = turns::open(tx, &of, None, NOW).await?.turn_id;
            let lease = leases::acquire(tx, &process, leases::LeaseName::Session(of.clone())).await?;
            Ok((turns::load(tx, &turn).await?, lease))
        })
        .await;
    let claimed = (lease.unwrap(), std::time::Duration::ZERO);
    Job::new(user, session, turn, claimed, tokio_util::sync::CancellationToken::new())
}

fn done(passed: Evaluation) -> Done {
    match passed {
        Evaluation::Done(done) => done,
        other => panic!("the call has no result: {other:?}"),
    }
}

/// Returns what the model reads of a failed call: the error code and the reason.
fn failure(done: &Done) -> (ErrorCode, String) {
    let read: Value = serde_json::from_str(&done.text).unwrap();
    let code = done.error_code.unwrap();
    assert_eq!((&read["success"], &read["error_code"]), (&json!(false), &json!(code.as_str())));
    (code, read["error"].as_str().unwrap().to_owned())
}

/// Returns the same for a call that does not pass the check.
async fn refused(room: &CallRoom, tool: &str, arguments: &str) -> (ErrorCode, String) {
    failure(&done(room.pass(tool, arguments, Stage::Check, false).await))
}

#[tokio::test]
async fn a_tool_that_does_not_exist_is_answered_with_the_nearest() {
    let room = CallRoom::new([fake("memory_search", Tier::ReadOnly), fake("shell", Tier::Privileged)]).await;
    let expected = "there is no tool 'memory_serch'; did you mean 'memory_search'?".to_owned();
    assert_eq!(refused(&room, "memory_serch", "{}").await, (ErrorCode::UnknownTool, expected));
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_named_before_anything_happens() {
    let mut file_read = fake("file_read", Tier::ReadOnly);
    file_read.definition.parameters["required"] = json!(["path"]);
    let room = CallRoom::new([file_read]).await;
    for (arguments, why) in [
        ("{}", "missing required field 'path' in arguments"),
        ("", "missing required field 'path' in arguments"),
        (r#"{"path":true}"#, r#"field 'path' in arguments: true is not of types "null", "string""#),
        (
            r#"{"path":"/tmp/a","mode":1}"#,
            "there is no field 'mode' in arguments; there are 'text', 'path', 'paths', 'url'",
        ),
        ("[]", r#"[] is not of type "object" in arguments"#),
        ("{", "the arguments are not valid JSON: EOF while parsing an object at line 1 column 1"),
    ] {
        let expected = (ErrorCode::InvalidArguments, why.to_owned());
        assert_eq!(refused(&room, "file_read", arguments).await, expected, "{arguments}");
    }
    assert_eq!(room.ran(), [json!(null); 0]);
}
