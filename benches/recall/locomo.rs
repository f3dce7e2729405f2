//! LoCoMo's format: conversations of two people in sessions, and questions with the turns that hold the answer.

use std::{collections::HashMap, path::Path, time::Duration};

use adjutant_domain::timestamp::Timestamp;
use anyhow::{Context, Result};
use chrono::NaiveDateTime;
use serde::Deserialize;
use serde_json::Value;

/// The categories of questions with an answer; category 5 asks for things that were never said.
const CATEGORIES: std::ops::RangeInclusive<u64> = 1..=4;
/// Format of a session's date: "1:56 pm on 8 May, 2023".
const DATE: &str = "%I:%M %p on %d %B, %Y";
/// The assumed time between two turns of a session, which the format does not contain.
const BETWEEN_TURNS: Duration = Duration::from_secs(20);

pub struct Conversation {
    pub name: String,
    /// The first of the two speakers. The other speaker's turns are stored as the assistant's.
    pub person: String,
    pub turns: Vec<Turn>,
    pub questions: Vec<Question>,
    /// The number of questions in these categories whose evidence does not exist.
    pub left_out: usize,
}

pub struct Turn {
    pub id: TurnId,
    pub speaker: String,
    /// "Maria: I am moving", with the caption of a picture after it.
    pub text: String,
    /// Milliseconds since the epoch; different for each turn.
    pub at: Timestamp,
}

/// A turn's id in the evidence: session and number, "D1:3".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnId(u32, u32);

pub struct Question {
    pub text: String,
    /// Without duplicates; not empty.
    pub evidence: Vec<TurnId>,
}

#[derive(Deserialize)]
struct Sample {
    #[serde(default)]
    sample_id: String,
    conversation: HashMap<String, Value>,
    qa: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    #[serde(default)]
    evidence: Vec<String>,
    category: u64,
}

#[derive(Deserialize)]
struct Said {
    speaker: String,
    dia_id: String,
    text: String,
    blip_caption: Option<String>,
}

/// Returns the conversations of a file.
///
/// # Errors
/// Returns an error if the file cannot be read, or has another format.
pub fn read(path: &Path) -> Result<Vec<Conversation>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let samples: Vec<Sample> = serde_json::from_str(&text).context("the file is not in LoCoMo's format")?;
    samples.into_iter().enumerate().map(|(at, sample)| conversation(at, sample)).collect()
}

fn conversation(at: usize, mut sample: Sample) -> Result<Conversation> {
    let turns = turns(&mut sample.conversation)?;
    let person = match sample.conversation.get("speaker_a").and_then(Value::as_str) {
        Some(person) => person.to_owned(),
        None => turns.first().context("the conversation has no turns")?.speaker.clone(),
    };
    let wanted = sample.qa.into_iter().filter(|asked| CATEGORIES.contains(&asked.category));
    let (questions, rest): (Vec<_>, Vec<_>) =
        wanted.map(|asked| question(asked, &turns)).partition(|question| !question.evidence.is_empty());
    let name = if sample.sample_id.is_empty() { format!("no. {}", at + 1) } else { sample.sample_id };
    Ok(Conversation { name, person, turns, questions, left_out: rest.len() })
}

/// Returns all turns in the order of the conversation.
fn turns(conversation: &mut HashMap<String, Value>) -> Result<Vec<Turn>> {
    let mut numbers: Vec<u32> =
        conversation.keys().filter_map(|key| key.strip_prefix("session_")?.parse().ok()).collect();
    numbers.sort_unstable();
    let mut turns: Vec<Turn> = Vec::new();
    for number in numbers {
        let session = format!("session_{number}");
        let date = conversation.get(&format!("{session}_date_time")).and_then(Value::as_str);
        let date = date.with_context(|| format!("{session} has no date"))?;
        let date = NaiveDateTime::parse_from_str(date, DATE)
            .with_context(|| format!("cannot parse the date of {session}: {date:?}"))?;
        let said = conversation.remove(&session).unwrap_or_default();
        let said: Vec<Said> = serde_json::from_value(said).with_context(|| session.clone())?;
        let mut at = Timestamp::from(date.and_utc());
        for Said { speaker, dia_id, text, blip_caption } in said {
            at = turns.last().map_or(at, |last| at.max(last.at + Duration::from_millis(1)));
            let id = ids(&dia_id).next().with_context(|| format!("bad id of a turn: {dia_id:?}"))?;
            let mut text = format!("{speaker}: {text}");
            if let Some(caption) = blip_caption {
                text = format!("{text} [{caption}]");
            }
            turns.push(Turn { id, speaker, text, at });
            at += BETWEEN_TURNS;
        }
    }
    Ok(turns)
}

/// Returns a question with those of its evidence turns that exist.
fn question(asked: Asked, turns: &[Turn]) -> Question {
    let mut evidence: Vec<_> = asked.evidence.iter().flat_map(|text| ids(text)).collect();
    evidence.retain(|id| turns.iter().any(|turn| turn.id == *id));
    evidence.sort_unstable();
    evidence.dedup();
    Question { text: asked.question, evidence }
}

/// Returns the ids in a text such as "D8:6; D9:17". "D:11:26" and "D30:05" occur as well.
fn ids(text: &str) -> impl Iterator<Item = TurnId> {
    text.split('D').filter_map(|id| {
        let mut numbers = id.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        Some(TurnId(numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    })
}
