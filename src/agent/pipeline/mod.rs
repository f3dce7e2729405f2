//! The pipeline of a tool call. Every call passes it twice: when the model asks for it, and when it runs.

use std::sync::Arc;

use adjutant_domain::{
    origin::Sources,
    policy::{Effect, Place},
    redact::change_texts,
    web,
};
use adjutant_store::{grants, people::Role};
use adjutant_texts as texts;
use adjutant_tools::{
    kit::{
        ApprovalMode, ApprovalNeed, ApprovalRequest, ArgumentKind, CallAssessment, Context, Decider,
        Definition, Entry, ErrorCode, Pattern, Permission, Risk, ToolError, listed,
    },
    vault,
};
use serde_json::Value;

use redirects::FromCall;
use resources::OfTurn;

pub(super) use result::Done;

use super::{clients, security, turn::Job};
use crate::{
    approvals::policy::{self, Judgement},
    core::Core,
};

mod cut;
mod redirects;
mod resources;
pub(super) mod result;

/// The reason why a call passes the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finds out whether the call may run, before any call of the same response runs.
    Check,
    /// Runs the call.
    Run,
}

/// The result of passing the pipeline.
#[derive(Debug, PartialEq)]
pub enum Evaluation {
    /// The call may run.
    Ready,
    /// Somebody has to approve the call first.
    NeedsApproval(Question),
    /// The call has a result.
    Done(Done),
}

/// The question for an approval prompt.
#[derive(Debug, PartialEq)]
pub struct Question {
    pub ask: ApprovalRequest,
    /// The grants that the person may choose beyond this call, narrowest first.
    pub patterns: Vec<Pattern>,
    /// The untrusted sources in the turn, if they are the reason for the question.
    pub untrusted: Sources,
    /// Whether the call uses the network.
    pub reaches_out: bool,
}

/// Passes a call through the pipeline. An invalid call yields a result that explains the error to the model.
pub async fn pass(
    core: &Arc<Core>,
    job: &Job,
    context: &Context,
    (name, arguments): (&str, &str),
    stage: Stage,
) -> Evaluation {
    match steps(core, job, context, (name, arguments), stage).await {
        Ok(passed) => passed,
        Err(error) => Evaluation::Done(result::failed(core, context, &error).await),
    }
}

/// Looks up the tool, parses and validates the arguments, checks security, assesses the call by the tool and judges it
/// by the policy, and checks approval. At [`Stage::Run`] it also executes the call with a timeout, and redacts and
/// truncates the result. The caller records the result.
async fn steps(
    core: &Arc<Core>,
    job: &Job,
    context: &Context,
    (name, arguments): (&str, &str),
    stage: Stage,
) -> Result<Evaluation, ToolError> {
    let tool = job.offered.get(name)?;
    let mut parsed = tool.parse(arguments)?;
    if tool.confirms {
        // Only a person can confirm, whatever arguments the model sends.
        parsed["confirmed"] = Value::Bool(false);
    }
    security::check(tool, context, &parsed).await?;
    let untrusted = &match stage {
        Stage::Check => job.untrusted_for(stage).and(&steering(core, job, tool)),
        // The model had not read the descriptions that a call of the same response has added.
        Stage::Run => job.untrusted_for(stage),
    };
    let requirement = match tool.requirement(context, &parsed).await {
        // A process may have ended after the call took effect. Its subject can then be gone, which the tool itself
        // handles.
        Err(_) if stage == Stage::Run && context.approved => CallAssessment::default(),
        requirement => requirement?,
    };
    let judgement =
        policy::judge(&core.config.tools.rules, place(job), tool, (&parsed, &requirement), untrusted);
    let judgement = clients::stricter(&job.session, tool, judgement);
    let (source, effect) = (source(tool, &parsed), judgement.effect);
    let earlier = job.untrusted_earlier();
    let call = Call { tool, arguments, parsed: &parsed, requirement, judgement, untrusted, earlier };
    if let Some(question) = approval(core, context, call, stage).await? {
        return Ok(Evaluation::NeedsApproval(question));
    }
    if stage == Stage::Check {
        return Ok(Evaluation::Ready);
    }
    if tool.confirms {
        parsed["confirmed"] = Value::Bool(true);
    }
    let redirects = FromCall {
        core: core.clone(),
        context: context.clone(),
        tool: tool.clone(),
        arguments: parsed.clone(),
        place: place(job),
        untrusted: untrusted.clone(),
        effect,
    };
    let resources = OfTurn { core: core.clone(), job: job.clone(), context: context.clone() };
    let context =
        &Context { redirects: Arc::new(redirects), resources: Arc::new(resources), ..context.clone() };
    Ok(Evaluation::Done(match tool.run(context, parsed).await {
        Ok(outcome) => result::of_run(core, context, outcome).await,
        Err(error) => result::failed_while_running(core, context, (tool, source), &error).await,
    }))
}

/// Returns whose words in the descriptions of tools may steer a call. The makers of the called tool are left out: the
/// person permits the call of their tool, and otherwise could not permit any call of it in advance.
fn steering(core: &Core, job: &Job, tool: &Entry) -> Sources {
    let described = job.described_by(core);
    match &tool.definition.others {
        Some(maker) => described.without(&maker.source.as_str().into()),
        None => described,
    }
}

/// Returns the caller's role and kind of chat, and whether a person attends.
pub(super) fn place(job: &Job) -> Place {
    Place { role: job.user.policy_role(), chat: job.session.chat_kind, attended: job.attended }
}

/// Returns the source of the words in an error of a tool that uses the network: the tool's maker if others made it, or
/// else the host in its arguments, if any.
fn source(tool: &Entry, arguments: &Value) -> String {
    if let Some(others) = &tool.definition.others {
        return others.source.clone();
    }
    let url = tool.arguments.of(ArgumentKind::Url, arguments).pop();
    let host =
        url.and_then(|url| web::normalised(&url).ok()).and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| tool.name().to_owned())
}

/// A call on its way through the pipeline.
struct Call<'a> {
    tool: &'a Entry,
    /// The text that the model wrote.
    arguments: &'a str,
    parsed: &'a Value,
    requirement: CallAssessment,
    judgement: Judgement,
    untrusted: &'a Sources,
    /// The part of `untrusted` that only earlier turns hold.
    earlier: Sources,
}

/// Returns the question to ask, or `None` if the call may run by policy, by an approval, or by a grant.
async fn approval(
    core: &Core,
    context: &Context,
    call: Call<'_>,
    stage: Stage,
) -> Result<Option<Question>, ToolError> {
    let name = call.tool.name();
    match call.judgement.effect {
        Effect::Deny | Effect::Off => {
            return Err(ToolError::Rejected(ErrorCode::Forbidden, call.judgement.reason));
        }
        Effect::Log if stage == Stage::Run => {
            tracing::info!("running tool call without approval");
        }
        _ => {}
    }
    if call.requirement.ask.question.is_some() {
        return question(context, call, stage);
    }
    if call.judgement.effect < Effect::Ask || context.approved {
        return Ok(None);
    }
    // A client's request is never the person's own words, whatever the call.
    let steered = policy::can_be_steered(&call.tool.definition, call.requirement.need)
        || context.session.client.is_some();
    let untrusted = if steered { call.untrusted.clone() } else { Sources::OWN };
    let patterns = patterns(&call, !untrusted.is_empty());
    let wanted = Wanted {
        tool: name,
        patterns: &patterns,
        untrusted: &untrusted,
        by_owner: call.judgement.effect == Effect::Owner,
    };
    if is_granted(core, context, wanted, stage).await? {
        return Ok(None);
    }
    if stage == Stage::Run {
        let why = match &call.tool.definition.others {
            Some(_) => {
                "the permission for it has ended, or the tool has changed since; call it again to ask anew"
            }
            None => "the person's permission was taken back before it ran",
        };
        return Err(ToolError::Rejected(ErrorCode::Denied, why.to_owned()));
    }
    let earlier = if untrusted.is_empty() { Sources::OWN } else { call.earlier.clone() };
    let reaches_out = call.tool.definition.needs.contains(&Permission::Network);
    let mut ask = in_words(context, call).await?;
    if !earlier.is_empty() {
        ask.reason = texts::approvals::from_earlier(&ask.reason, &earlier);
    }
    Ok(Some(Question { ask, patterns, untrusted, reaches_out }))
}

/// Returns the question of a call that only asks, unless it has been answered. Asking needs no permission, so no grant
/// can replace the answer. Untrusted sources in the turn are named, because they may be after the answer.
fn question(context: &Context, call: Call<'_>, stage: Stage) -> Result<Option<Question>, ToolError> {
    if context.answer.is_some() || stage == Stage::Run {
        return Ok(None);
    }
    let mut ask = call.requirement.ask;
    ask.reason = match &context.session.agent {
        Some(agent) => texts::delegation::asked_by(agent, ""),
        None => String::new(),
    };
    let untrusted = call.untrusted.clone();
    Ok(Some(Question { ask, patterns: Vec::new(), untrusted, reaches_out: false }))
}

/// Returns the grants to offer beyond this call, narrowest first.
///
/// The whole tool is left out if it is high-risk. If untrusted content may have prompted the call, it is also left out
/// if the tool reaches out, asks by itself or has a narrower kind; any other whole tool is then offered for the
/// conversation only, so that reading a page does not cost one press per note. A permanent deletion offers no grant for
/// exactly this call, since it happens only once. Calls decided by somebody else offer none either: a grant for one's
/// own website does not hold for a shared one.
fn patterns(call: &Call<'_>, untrusted: bool) -> Vec<Pattern> {
    if call.requirement.ask.decider == Decider::Reviewer {
        return Vec::new();
    }
    let Definition { risk, needs, asks, tags, others, .. } = &call.tool.definition;
    let reaches_out = needs.contains(&Permission::Network);
    let asks_itself = call.requirement.need == ApprovalNeed::Required || *asks == ApprovalMode::Always;
    let kind = call.requirement.ask.kind.as_deref().map(texts::approvals::of_kind);
    let is_bounded = kind.is_none() && !reaches_out && !asks_itself;
    let whole = *risk < Risk::High && (!untrusted || is_bounded);
    let tool = whole.then(|| Pattern::tool(texts::approvals::every(call.tool.name())));
    let exact = (!tags.iter().any(|tag| tag == "destructive"))
        .then(|| texts::approvals::exactly_this(call.arguments));
    let all = [exact, kind, tool].into_iter().flatten();
    match others {
        Some(others) => all.map(|pattern| pattern.while_same(&others.fingerprint)).collect(),
        None => all.collect(),
    }
}

/// The conditions under which a grant lets a call pass.
struct Wanted<'a> {
    tool: &'a str,
    patterns: &'a [Pattern],
    /// The grant's prompt must have named these untrusted sources.
    untrusted: &'a Sources,
    /// The grant must have been given by the owner.
    by_owner: bool,
}

async fn is_granted(
    core: &Core,
    context: &Context,
    wanted: Wanted<'_>,
    stage: Stage,
) -> anyhow::Result<bool> {
    let Wanted { tool, patterns, untrusted, by_owner } = wanted;
    let (user, session) = (context.user.user_id.clone(), context.session.clone());
    let (tool, patterns, now) = (tool.to_owned(), patterns.to_vec(), core.clock.timestamp());
    let untrusted = untrusted.clone();
    let find = async move |tx: &adjutant_store::db::Tx| {
        grants::find(tx, &user, &session, &tool, &patterns, &untrusted, now).await
    };
    let Some(grant) = core.db.read(find).await? else { return Ok(false) };
    if by_owner && !grant.by_owner {
        return Ok(false);
    }
    if stage == Stage::Run {
        core.db
            .write_unsynced(context.person_scope(), async move |tx| {
                grants::used(tx, &grant.grant_id, now).await
            })
            .await?;
    }
    Ok(true)
}

/// Returns the question, with defaults for fields that the tool left empty.
async fn in_words(context: &Context, call: Call<'_>) -> Result<ApprovalRequest, ToolError> {
    let mut ask = call.requirement.ask;
    let secrets = vault::filter(context).await?;
    let mut masked = call.parsed.clone();
    change_texts(&mut masked, &|text| secrets.redact(text).into_owned());
    if ask.summary.is_empty() && call.tool.confirms {
        // An unconfirmed call only describes what it would do.
        ask.summary = call.tool.run(context, call.parsed.clone()).await?.message;
    } else if ask.summary.is_empty() {
        ask.summary = texts::tools::run(call.tool.name());
        ask.preview = listed(&call.tool.arguments.without_secrets(&masked));
    } else if masked != *call.parsed
        && let Ok(shown) = call.tool.requirement(context, &masked).await
    {
        // The tool may have shortened a text within a secret, so that the rest would not be recognised.
        (ask.summary, ask.preview) = (shown.ask.summary, shown.ask.preview);
    }
    ask.reason = match (&context.session.agent, &context.session.client_name) {
        (Some(agent), _) => texts::delegation::asked_by(agent, &call.judgement.reason),
        (None, Some(client)) => texts::clients::asked_by(client, &call.judgement.reason),
        (None, None) => call.judgement.reason,
    };
    if call.judgement.effect == Effect::Owner {
        // Neither decider may decide for the other.
        let why = match ask.decider {
            Decider::OnlyRequester if context.user.role != Role::Owner => texts::approvals::two_deciders(),
            Decider::Reviewer => texts::approvals::reviewers_and_owner(),
            _ => "",
        };
        if !why.is_empty() {
            return Err(ToolError::Rejected(ErrorCode::Forbidden, why.to_owned()));
        }
        ask.decider = Decider::Owner;
    }
    Ok(ask)
}

#[cfg(test)]
mod tests;
