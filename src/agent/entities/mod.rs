//! Working memory: the entities that tools have recently shown in a conversation. With it, later turns can resolve
//! "it", "that page" or "the second one", even when the results themselves are no longer shown. Every tool result
//! feeds it by its shape (see [`Outcome`](adjutant_tools::kit::Outcome)).

mod shown;

use std::fmt::Write as _;

use adjutant_domain::{
    ids::{CallId, NoteId, SessionId},
    origin::Sources,
    redact::Filter,
    timestamp::Timestamp,
};
use adjutant_store::{
    calls::Call,
    db::Tx,
    notes::{self, Note},
    sessions::{self, Session},
    toolset_state::{self, SEEN},
};
use adjutant_texts::in_a_line;
use adjutant_tools::kit::{Definition, Tier};
use anyhow::Result;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

pub(crate) use self::shown::{Shown, Thing, shown};
use super::pipeline::Done;

/// The most entities kept for a conversation.
const MOST: usize = 12;
/// The number of turns after which an entity is forgotten unless it is shown again.
const TURNS: i64 = 20;
/// The most characters of an entity's name.
const LABEL: usize = 60;
/// The kind of an entity whose id is a `note_id`.
const NOTE: &str = "note";
/// The tag of tools that delete what their arguments name.
const DELETES: &str = "delete";

/// The entities recently shown in a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// Single entities, the latest last.
    things: Vec<EntitySighting>,
    /// The beginning of the last list, in its order.
    list: Vec<EntitySighting>,
    /// The full length of that list.
    listed: usize,
}

/// An entity, and when it was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct EntitySighting {
    thing: Thing,
    /// The sequence number of the turn that showed it.
    turn: i64,
    /// The call that showed it, if its result is untrusted: later turns do not show that result, but can read it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<CallId>,
    /// The sources of the words in its id and name: what the model had read when it made the call.
    #[serde(default, skip_serializing_if = "Sources::is_empty", serialize_with = "as_stored")]
    untrusted: Sources,
    /// Whether it has been deleted since. It keeps its place in the list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    gone: bool,
}

fn as_stored<S: Serializer>(sources: &Sources, serializer: S) -> Result<S::Ok, S::Error> {
    sources.stored().serialize(serializer)
}

/// A call that has shown entities.
pub(super) struct Showing<'a> {
    pub call: &'a Call,
    /// `None` if its tool is no longer offered.
    pub definition: Option<&'a Definition>,
    pub done: &'a Done,
    /// The untrusted sources that the model had read when it made the call: the names may hold their words.
    pub read: Sources,
}

/// The origin of a sighting.
#[derive(Clone, Debug, Default)]
struct Sighting {
    turn: i64,
    /// The call, if its result is untrusted.
    call: Option<CallId>,
    untrusted: Sources,
}

/// The text about entities for the model.
pub(super) struct Told {
    pub text: String,
    /// The sources of the names in the text.
    pub untrusted: Sources,
}

/// Stores the entities that a successful call has shown, and forgets those that it deleted.
pub(super) async fn note(
    tx: &Tx,
    session: &SessionId,
    turn: i64,
    showing: Showing<'_>,
    now: Timestamp,
) -> Result<()> {
    let Showing { call, definition, done, read: untrusted } = showing;
    if done.error_code.is_some() {
        return Ok(());
    }
    let deletes = definition.is_some_and(|tool| tool.tags.iter().any(|tag| tag == DELETES));
    let mut shown = shown(done.whole.as_deref().unwrap_or(&done.text));
    let others = !done.untrusted.is_empty();
    if others {
        shown = shown.without_words();
    }
    if shown == Shown::default() && !deletes {
        return Ok(());
    }
    // A call that ends after `/new` belongs to the previous conversation.
    if sessions::get(tx, session).await?.context_from > turn {
        return Ok(());
    }
    let mut seen = read(tx, session).await?;
    if deletes {
        seen.forget(&call.arguments);
    } else {
        if definition.is_some_and(|tool| tool.tier != Tier::ReadOnly) {
            seen.rename(&shown.things, &untrusted);
        }
        // Hosts and the gateway's own ids are nobody's words.
        let sighting = match others {
            true => Sighting { turn, call: Some(call.call_id.clone()), untrusted: Sources::OWN },
            false => Sighting { turn, call: None, untrusted },
        };
        seen.add(shown, &sighting);
    }
    toolset_state::put(tx, session, SEEN, &serde_json::to_string(&seen)?, now).await
}

/// Returns a text for the model in turn `turn` about the entities that other turns have shown and that still exist;
/// `state` is their stored form. `None` if there are none.
/// Names are shortened, so the secrets are redacted first.
pub(super) async fn told(
    tx: &Tx,
    session: &Session,
    state: Option<&str>,
    turn: i64,
    secrets: &Filter,
) -> Result<Option<Told>> {
    let mut seen = parse(state);
    let ids: Vec<_> = seen.notes().map(|it| NoteId(it.thing.id.clone())).collect();
    if !ids.is_empty() {
        // Buttons and other chats may also change and delete notes.
        let mut left = notes::among(tx, &session.user_id, &session.scope(), &ids).await?;
        for note in &mut left {
            note.content = secrets.redact(&note.content).into_owned();
        }
        seen.correct(&left);
    }
    Ok(seen.told_in(turn).map(|text| Told { text, untrusted: seen.untrusted_in(turn) }))
}

/// Reads the entities of a conversation.
async fn read(tx: &Tx, session: &SessionId) -> Result<Seen> {
    Ok(parse(toolset_state::get(tx, session, SEEN).await?.as_deref()))
}

/// Parses stored entities. An unknown format of another version is ignored rather than failing the turn.
fn parse(state: Option<&str>) -> Seen {
    state.and_then(|state| serde_json::from_str(state).ok()).unwrap_or_default()
}

impl Seen {
    /// Lists the entities that other turns than `turn` have shown. `None` if there are none.
    ///
    /// An entity in an untrusted result is named by one of the gateway's ids or by its host, as in the line that
    /// replaces the result. Neither can hold a sentence that steers the model. The other entities carry the sources
    /// that the model had read.
    fn told_in(&self, turn: i64) -> Option<String> {
        let things: Vec<_> = self.things.iter().filter(|it| it.is_told_in(turn)).collect();
        let list: Vec<_> = self.list.iter().filter(|it| it.is_told_in(turn)).collect();
        if things.is_empty() && list.is_empty() {
            return None;
        }
        let mut told = INTRODUCTION.to_owned();
        if !things.is_empty() {
            told.push_str("\nSeen, the latest last:");
            for it in things {
                let _ = write!(told, "\n- {}", it.told());
            }
        }
        if !list.is_empty() {
            told.push_str("\nThe last list, in its order:");
            for (nth, it) in list.iter().enumerate() {
                let _ = write!(told, "\n{}. {}", nth + 1, it.told());
            }
            if self.listed > list.len() {
                let _ = write!(told, "\n(the first {} of {})", list.len(), self.listed);
            }
        }
        Some(told)
    }

    /// Returns the sources of the names in [`Self::told_in`].
    fn untrusted_in(&self, turn: i64) -> Sources {
        let told = self.things.iter().chain(&self.list).filter(|it| it.is_told_in(turn));
        told.map(|it| &it.untrusted).collect()
    }

    fn add(&mut self, shown: Shown, of: &Sighting) {
        let Sighting { turn, call, untrusted } = of.clone();
        let sighting = |thing| EntitySighting {
            thing,
            turn,
            call: call.clone(),
            untrusted: untrusted.clone(),
            gone: false,
        };
        if !shown.list.is_empty() {
            let former = std::mem::replace(&mut self.list, shown.list.into_iter().map(sighting).collect());
            self.listed = shown.listed;
            former
                .into_iter()
                .filter(|it| !it.gone && !it.thing.is_nameless())
                .for_each(|it| self.add_thing(it));
            self.things.retain(|known| !self.list.iter().any(|it| it.is_same(known)));
        }
        shown.things.into_iter().for_each(|thing| self.add_thing(sighting(thing)));
        self.things.retain(|it| it.turn + TURNS >= turn);
        let room = MOST - self.list.len();
        self.things.drain(..self.things.len().saturating_sub(room));
    }

    fn add_thing(&mut self, mut it: EntitySighting) {
        if let Some(known) = self.things.iter().position(|known| known.is_same(&it)) {
            let known = self.things.remove(known);
            // A result that has only the id must not erase the name.
            if it.thing.label.is_none() {
                it.thing.label = known.thing.label;
                it.untrusted = known.untrusted.and(&it.untrusted);
            }
        }
        self.things.push(it);
    }

    /// Takes over the names of entities that a call has changed: the old names may be wrong now.
    fn rename(&mut self, changed: &[Thing], untrusted: &Sources) {
        for known in self.things.iter_mut().chain(&mut self.list) {
            let is_it = |it: &&Thing| (&it.kind, &it.id) == (&known.thing.kind, &known.thing.id);
            if let Some(thing) = changed.iter().find(is_it) {
                known.thing.label.clone_from(&thing.label);
                known.untrusted = untrusted.clone();
            }
        }
    }

    /// Forgets the entities that the arguments of a call name.
    fn forget(&mut self, arguments: &str) {
        let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else { return };
        fn names(value: &Value, id: &str) -> bool {
            match value {
                Value::Number(number) => number.to_string() == id,
                Value::Array(values) => values.iter().any(|value| names(value, id)),
                value => *value == *id,
            }
        }
        self.remove(|it| arguments.values().any(|value| names(value, &it.thing.id)));
    }

    /// Returns the sightings of notes, in any order.
    fn notes(&self) -> impl Iterator<Item = &EntitySighting> {
        self.things.iter().chain(&self.list).filter(|it| it.is_note())
    }

    /// Removes notes that no longer exist, and updates the names of the notes in `left`.
    fn correct(&mut self, left: &[Note]) {
        let find = |it: &EntitySighting| left.iter().find(|note| *note.note_id.as_str() == *it.thing.id);
        self.remove(|it| it.is_note() && find(it).is_none());
        let own = |it: &&mut EntitySighting| it.is_note() && it.call.is_none();
        for it in self.things.iter_mut().chain(&mut self.list).filter(own) {
            if let Some(note) = find(it) {
                it.thing.label = Some(in_a_line(&note.content, LABEL));
                it.untrusted = note.source.untrusted.clone();
            }
        }
    }

    /// Removes entities. Those in the list keep their place: “the second one” is still the second.
    fn remove(&mut self, is_gone: impl Fn(&EntitySighting) -> bool) {
        self.things.retain(|it| !is_gone(it));
        for it in self.list.iter_mut().filter(|it| is_gone(it)) {
            it.thing.label = None;
            it.gone = true;
        }
    }
}

const INTRODUCTION: &str = "\
What tools have lately shown, so that you know what “it”, “that page” or “the second one” may mean:";

impl EntitySighting {
    fn is_same(&self, other: &Self) -> bool {
        (&self.thing.kind, &self.thing.id, &self.call) == (&other.thing.kind, &other.thing.id, &other.call)
    }

    /// Returns whether turn `turn` tells the model of this entity: not its own turn, which still shows the result.
    fn is_told_in(&self, turn: i64) -> bool {
        self.turn != turn && self.turn + TURNS >= turn
    }

    fn is_note(&self) -> bool {
        self.thing.kind == NOTE
    }

    fn told(&self) -> String {
        let Thing { kind, id, label } = &self.thing;
        if self.gone {
            return format!("a {kind} that is deleted");
        }
        let name = match label {
            Some(label) if id.is_empty() => format!("{kind} “{label}”"),
            Some(label) => format!("{kind} “{label}” ({id})"),
            None => format!("{kind} {id}"),
        };
        match &self.call {
            Some(call) => format!("{name}: tool_output with call_id '{call}' reads it"),
            None => name,
        }
    }
}

#[cfg(test)]
mod tests;
