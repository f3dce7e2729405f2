//! `schedule_create`, `schedule_search`, `schedule_edit`, `schedule_delete`, the history of runs; and, for a run, the
//! tools for its own schedule.

use std::sync::Arc;

use adjutant_domain::{
    cadence::Cadence,
    ids::ScheduleId,
    scope::Scope,
    text::beginning,
    zones::{self, Zone},
};
use adjutant_store::{
    db::{SyncedTx, Tx},
    people::Role,
    schedules::{self, Filter, Notification, Schedule},
    sessions,
    toolset_state::MODEL,
};
use adjutant_texts::{cadence, schedule_list::overdue as texts, tools::schedules as words};
pub use arguments::{CadenceType, EditArgs, Switch};
use arguments::{CreateArgs, DeleteArgs, SearchArgs};
use async_trait::async_trait;
pub use change::Author;
use change::{changes, checked_goal, checked_name, set_cadence, unusual};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    kit::{
        ApprovalMode, CallAssessment, Category, Changed, Context, DynTool, Meta, NoFields, OnDemand, Outcome,
        Permission, Risk, SessionView, Tier, Tool, ToolError, Toolset, ToolsetOffer,
    },
    vault,
};
use current::Stop;
pub use delete::delete;
use described::{Described, describe, in_words, told};
pub use edit::{edit, edited};
use notify::NotifyTool;
use runs::{ScheduleRunOutput, ScheduleRuns};

mod arguments;
mod change;
pub(crate) mod current;
mod delete;
mod described;
mod edit;
mod exact;
mod notify;
mod runs;

/// The length of the name that a schedule gets from its goal, in characters.
const NAME_CHARS: usize = 40;

/// The longest list of schedules in one result, in bytes of JSON: a longer result would be cut within a schedule.
const LIST_BYTES: usize = 12 << 10;

/// The most runs of a task per day that are scheduled without asking.
const MAX_RUNS_PER_DAY_UNASKED: u64 = 24;

/// The tools that are always offered, the last two only in runs.
const CORE: [&str; 4] = [Create::META.name, Search::META.name, notify::NAME, current::NAME];

/// Words of a message that plainly changes a schedule.
const OPENED_BY: [&str; 8] =
    ["pause", "paused", "postpone", "reminders", "reschedule", "snooze", "unpause", "unsubscribe"];

/// Search words for changes of schedules and for questions about their results.
const TAGS: &str = "\
    alarm any more cancel change daily delay earlier end every fail history holiday instead job later log \
    mail monthly morning move nightly output pause postpone previous report reschedule resume result skip \
    snooze stop task tell time weekly whenever yesterday";

/// The toolset for schedules and their runs.
pub(super) struct Schedules;

#[async_trait]
impl Toolset for Schedules {
    fn name(&self) -> &'static str {
        "schedules"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("change, pause and delete reminders and tasks; what their runs said");
        Some(known.core(&CORE).tags(TAGS).opened_by(OPENED_BY))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![
            Arc::new(Create),
            Arc::new(Search),
            Arc::new(Edit),
            Arc::new(Delete),
            Arc::new(ScheduleRuns),
            Arc::new(ScheduleRunOutput),
            Arc::new(NotifyTool),
        ]
    }

    /// Offers a run the tool to hold back its result if its schedule allows that, and the tool to end its schedule.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        if !session.config.scheduler.enabled {
            offer.only("schedules are off in the operator's settings", |_| false);
            return Ok(());
        }
        let conditional =
            session.schedule.is_some_and(|schedule| schedule.notification == Notification::Conditional);
        offer.only("it is for runs that may keep silent", |name| name != notify::NAME || conditional);
        if let Some(schedule) = session.schedule {
            offer.add(Stop::new(schedule));
        }
        offer.prompt("Schedules: for anything to happen later.");
        Ok(())
    }
}

struct Create;
struct Search;
struct Edit;
struct Delete;

#[async_trait]
impl Tool for Create {
    type Args = CreateArgs;
    type Output = Described;
    const META: Meta = Meta::new(
        "schedule_create",
        "Schedule a reminder or a task, once or repeatedly. Its result comes to this chat.",
        Category::Schedule,
        Tier::SideEffecting,
    )
    .details(include_str!("create.txt"))
    .needs(&[Permission::Write])
    .tags(&["schedule", "reminder", "create"])
    .asks(ApprovalMode::Conditional(
        "if a scheduled run makes it, a hook starts it, or it runs more than 24 times a day",
    ))
    .idempotent();

    async fn exact(&self, context: &Context, arguments: &CreateArgs) -> Result<Changed, ToolError> {
        let zone = zone(context.zone, arguments.timezone.as_deref())?;
        let written = (arguments.cadence_type.text(), arguments.cadence_value.as_str());
        exact::arguments(written, zone, context.clock.now())
    }

    async fn requirement(
        &self,
        context: &Context,
        arguments: &CreateArgs,
    ) -> Result<CallAssessment, ToolError> {
        let schedule = planned(context, arguments).await?;
        let what = words::make(&schedule.name);
        let (when, zone) = schedule.cadence()?;
        let requirement = match (context.session.scheduled_by(), costly(&when, arguments.reminder)) {
            // A run that creates schedules could multiply without anybody noticing.
            (Some(_), _) => CallAssessment::must_ask(what, words::made_by_run()),
            _ if schedule.is_hook() => CallAssessment::must_ask(what, words::started_by_hook()),
            (None, Some(why)) => CallAssessment::must_ask(what, why),
            (None, None) => CallAssessment::by_policy(what),
        };
        let elsewhere = (zone != context.zone).then(|| words::in_zone(&zone.to_string()));
        let when = cadence::in_words(&when, zone, Some(context.clock.now()));
        let lines = [when].into_iter().chain(elsewhere).chain(unusual(&schedule)?);
        let lines: Vec<_> = lines.chain([schedule.goal]).collect();
        Ok(requirement.preview(lines.join("\n")))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: CreateArgs,
    ) -> Result<Outcome<Described>, ToolError> {
        let schedule = planned(context, &arguments).await?;
        let (stored, session) = (schedule.clone(), context.session.clone());
        let most = context.config.limits.schedules;
        let kept = context
            .db
            .write(context.person_scope(), async move |tx| {
                if let Some(before) = schedules::get(tx, &stored.user_id, &stored.schedule_id).await? {
                    return Ok(Some(before));
                }
                if schedules::count_open(tx, &stored.user_id).await? >= i64::from(most) {
                    return Ok(None);
                }
                let mut stored = stored.clone();
                if !session.is_conversation() {
                    // A schedule made by a run or a specialist reports to the chat, like its creator.
                    let chat = session.chat();
                    let origin =
                        sessions::open(tx, &chat, session.chat_kind, &session.user_id, stored.created_at)
                            .await?;
                    stored.session_id = origin.session_id;
                }
                schedules::put(tx, &stored).await?;
                Ok(Some(stored))
            })
            .await?;
        let kept = kept.ok_or_else(|| too_many(most))?;
        changed(context, "Scheduled", &kept)
    }
}

#[async_trait]
impl Tool for Search {
    type Args = SearchArgs;
    type Output = Listed;
    const META: Meta = Meta::new(
        "schedule_search",
        "List reminders and tasks. Filters as in schedule_create.",
        Category::Schedule,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["schedule", "reminder", "list"]);

    async fn execute(&self, context: &Context, arguments: SearchArgs) -> Result<Outcome<Listed>, ToolError> {
        let SearchArgs { name, status, cadence_type, notification, limit, offset } = arguments;
        let filter = Filter {
            name,
            status: status.map(|status| status.text().to_owned()),
            cadence_type: cadence_type.map(|kind| kind.text().to_owned()),
            notification: notification.map(|policy| policy.text().to_owned()),
            scope: context.session.scope(),
            words: None,
        };
        let user = context.user.user_id.clone();
        let (found, total) = context
            .db
            .read(async move |tx| schedules::search(tx, &user, &filter, limit, offset).await)
            .await?;
        let reader = (context.clock.now(), context.zone);
        let mut schedules =
            found.iter().map(|schedule| describe(schedule, reader)).collect::<Result<Vec<_>, _>>()?;
        schedules.truncate(fitting(&schedules));
        let shown = offset + schedules.len() as i64;
        let remaining = (total - shown).max(0);
        let hint = match remaining {
            0 => "That is all.".to_owned(),
            more => format!("{more} more: call again with offset {shown}."),
        };
        let untrusted = found[..schedules.len()].iter().map(|schedule| &schedule.untrusted).collect();
        let mut message = format!("Found {total} {}.", if total == 1 { "schedule" } else { "schedules" });
        if context.session.scope() != Scope::Everything {
            message.push_str(" This is a group, so only those made here are listed.");
        }
        Ok(Outcome { untrusted, ..Outcome::new(message, Listed { schedules, total, remaining, hint }) })
    }
}

/// Returns how many of the schedules fit into one result: at least one, if there are any.
fn fitting(schedules: &[Described]) -> usize {
    let mut bytes = 0;
    let fits = |schedule: &&Described| {
        bytes += serde_json::to_string(schedule).map_or(0, |json| json.len());
        bytes <= LIST_BYTES
    };
    schedules.iter().take_while(fits).count().max(1)
}

#[async_trait]
impl Tool for Edit {
    type Args = EditArgs;
    type Output = Described;
    const META: Meta = Meta::new(
        "schedule_edit",
        "Change, pause or resume a schedule. Fields as in schedule_create; omitted ones stay as they are.",
        Category::Schedule,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["schedule", "reminder", "update"])
    .asks(ApprovalMode::Conditional(
        "if a hook is to start it, or a task is to run more often, and more than 24 times a day",
    ))
    .idempotent();

    async fn exact(&self, context: &Context, arguments: &EditArgs) -> Result<Changed, ToolError> {
        let (Some(kind), Some(value)) = (arguments.cadence_type, &arguments.cadence_value) else {
            return Ok(Changed::new());
        };
        let zone = match &arguments.timezone {
            Some(name) => zone(context.zone, Some(name))?,
            None => own(context, &arguments.schedule_id).await?.cadence()?.1,
        };
        exact::arguments((kind.text(), value), zone, context.clock.now())
    }

    async fn requirement(
        &self,
        context: &Context,
        arguments: &EditArgs,
    ) -> Result<CallAssessment, ToolError> {
        let schedule = own(context, &arguments.schedule_id).await?;
        let (edited, doubt) = edited(&Author::of(context), &schedule, arguments.clone())?;
        let what = words::change(&schedule.name);
        let requirement = match doubt {
            Some(why) => CallAssessment::must_ask(what, why),
            None => CallAssessment::by_policy(what),
        };
        Ok(requirement.preview(changes(&schedule, &edited)?))
    }

    async fn execute(&self, context: &Context, arguments: EditArgs) -> Result<Outcome<Described>, ToolError> {
        let (user, own, scope) = (context.user.user_id.clone(), context.clone(), context.session.scope());
        let change =
            async move |tx: &SyncedTx| edit(tx, &Author::of(&own), (&user, &scope), arguments.clone()).await;
        let edited = context.db.write(context.person_scope(), change).await?;
        let edited = edited?;
        let outcome = changed(context, "Changed", &edited)?;
        Ok(Outcome { untrusted: edited.untrusted, ..outcome })
    }
}

#[async_trait]
impl Tool for Delete {
    type Args = DeleteArgs;
    type Output = NoFields;
    const META: Meta = Meta::new(
        "schedule_delete",
        "Delete a schedule for good; to stop it for a while, pause it.",
        Category::Schedule,
        Tier::SideEffecting,
    )
    .risk(Risk::High)
    .needs(&[Permission::Write])
    .tags(&["schedule", "reminder", "delete", "destructive"])
    .asks(ApprovalMode::Always)
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &DeleteArgs,
    ) -> Result<CallAssessment, ToolError> {
        let schedule = own(context, &arguments.schedule_id).await?;
        let what = words::delete(&schedule.name, &in_words(&schedule)?);
        Ok(CallAssessment::must_ask(what, words::is_gone()))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: DeleteArgs,
    ) -> Result<Outcome<NoFields>, ToolError> {
        let (user, id) = (context.user.user_id.clone(), ScheduleId(arguments.schedule_id));
        let scope = context.session.scope();
        let delete = async move |tx: &SyncedTx| match schedules::get_in(tx, &user, &id, &scope).await? {
            Some(_) => delete(tx, &user, &id).await,
            None => Ok(false),
        };
        let found = context.db.write(context.person_scope(), delete).await?;
        let message = if found { "Deleted." } else { "It was deleted already." };
        Ok(Outcome::done(message))
    }
}

/// Returns the outcome for a created or changed schedule, which may already be overdue.
fn changed(context: &Context, what: &str, schedule: &Schedule) -> Result<Outcome<Described>, ToolError> {
    let overdue = schedule.overdue().map(|_| schedule.schedule_id.clone());
    let now = context.clock.now();
    let said = match overdue {
        Some(_) => texts::overdue_for_model().to_owned(),
        None => told(what, schedule, now)?,
    };
    Ok(Outcome { overdue, ..Outcome::new(said, describe(schedule, (now, context.zone))?) })
}

fn too_many(most: u32) -> ToolError {
    ToolError::rejected(format!(
        "this person has {most} schedules, which is the most; nothing was scheduled. Tell them, and ask which to delete"
    ))
}

/// Returns the schedule that a call asks for, active from now on. A task gets the model that the person has chosen for
/// the conversation.
async fn planned(context: &Context, arguments: &CreateArgs) -> Result<Schedule, ToolError> {
    let zone = zone(context.zone, arguments.timezone.as_deref())?;
    let (user, session) = (context.user.user_id.clone(), context.session.session_id.clone());
    let mut schedule = Schedule {
        name: match &arguments.name {
            Some(name) => checked_name(name)?,
            None => short_name(&vault::filter(context).await?.replace(&arguments.goal)),
        },
        goal: checked_goal(&arguments.goal)?,
        reminder: arguments.reminder,
        timezone: zone.name().to_owned(),
        notification: arguments.notification,
        urgent: arguments.urgent,
        missed: arguments.missed,
        grace_secs: arguments.grace_secs,
        overlap: arguments.overlap,
        previous_outputs: arguments.previous_outputs,
        untrusted: context.untrusted.clone(),
        ..Schedule::new(ScheduleId::of(&context.call_id), user, session, context.clock.timestamp())
    };
    let author = Author::of(context);
    set_cadence(&author, &mut schedule, arguments.cadence_type.text(), &arguments.cadence_value)?;
    if !schedule.reminder {
        let chosen: Option<String> = context.state(MODEL).await?;
        let is_owner = context.user.role == Role::Owner;
        schedule.model = chosen.filter(|name| context.config.choosable(is_owner).any(|known| known == name));
    }
    Ok(schedule)
}

/// Returns the reason to ask about a task that runs often: each run costs a model call.
fn costly(when: &Cadence, reminder: bool) -> Option<String> {
    let times = when.runs_per_day();
    (!reminder && times > MAX_RUNS_PER_DAY_UNASKED).then(|| words::runs_often(times))
}

/// Returns one of the person's schedules. In a group, schedules made elsewhere are not found.
async fn own(context: &Context, id: &str) -> Result<Schedule, ToolError> {
    let (user, id) = (context.user.user_id.clone(), ScheduleId(id.to_owned()));
    let (wanted, scope) = (id.clone(), context.session.scope());
    let find = async move |tx: &Tx| schedules::get_in(tx, &user, &wanted, &scope).await;
    let schedule = context.db.read(find).await?;
    schedule.ok_or_else(|| no_such_schedule(&id))
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    schedules: Vec<Described>,
    total: i64,
    remaining: i64,
    /// How to get the next page.
    hint: String,
}

fn zone(theirs: Zone, name: Option<&str>) -> Result<Zone, ToolError> {
    let Some(name) = name else { return Ok(theirs) };
    zones::fixed(name).or_else(|| name.parse().ok()).ok_or_else(|| {
        ToolError::rejected(format!(
            "'{name}' is not a time zone of the IANA list; write it like 'Europe/Paris'"
        ))
    })
}

fn short_name(goal: &str) -> String {
    let line = goal.trim().lines().next().unwrap_or_default().trim();
    match beginning(line, NAME_CHARS) {
        all if all.len() == line.len() => all.to_owned(),
        beginning => format!("{}…", beginning.trim_end()),
    }
}

fn no_such_schedule(id: &ScheduleId) -> ToolError {
    ToolError::not_found(format!("there is no schedule '{id}'; schedule_search lists the existing ids"))
}
