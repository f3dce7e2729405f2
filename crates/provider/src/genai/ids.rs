//! The ids of calls in the form that a provider accepts. A conversation may hold the ids of another provider, and ids
//! that occur again: Gemini's calls have none, and some servers count the calls of each response from 0.

use std::collections::{HashMap, HashSet};

use ::genai::adapter::AdapterKind;
use adjutant_domain::ids::sha256;

/// The longest id that all providers besides Mistral accept.
const LONGEST: usize = 40;
/// The length of Mistral's ids, which have no other.
const OF_MISTRAL: usize = 9;
/// The number of hexadecimal digits in an id that replaces another.
const HASHED: usize = 32;

/// The ids of one request, in the order of its messages.
pub(super) struct Ids {
    adapter: AdapterKind,
    used: HashSet<String>,
    /// The id that was sent for each id of the conversation, at last.
    sent: HashMap<String, String>,
}

impl Ids {
    pub fn new(adapter: AdapterKind) -> Self {
        Self { adapter, used: HashSet::new(), sent: HashMap::new() }
    }

    /// Returns the id to send for a call.
    pub fn of_call(&mut self, id: &str) -> String {
        // genai recognises the ids that it has made up for Gemini's calls, and leaves them out.
        if self.adapter == AdapterKind::Gemini {
            return id.to_owned();
        }
        let mut sent = if self.accepts(id) { id.to_owned() } else { self.in_place_of(id) };
        let mut times = 1;
        while !self.used.insert(sent.clone()) {
            times += 1;
            sent = self.in_place_of(&format!("{id} {times}"));
        }
        self.sent.insert(id.to_owned(), sent.clone());
        sent
    }

    /// Returns the id to send for the result of a call.
    pub fn of_result(&self, id: &str) -> String {
        self.sent.get(id).map_or(id, String::as_str).to_owned()
    }

    fn accepts(&self, id: &str) -> bool {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        match self.adapter {
            AdapterKind::Mistral => id.len() == OF_MISTRAL && id.chars().all(|c| c.is_ascii_alphanumeric()),
            _ => (1..=LONGEST).contains(&id.len()) && id.chars().all(is_plain),
        }
    }

    fn in_place_of(&self, id: &str) -> String {
        let hash = sha256(id);
        match self.adapter {
            AdapterKind::Mistral => hash[..OF_MISTRAL].to_owned(),
            _ => format!("call_{}", &hash[..HASHED]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_provider_gets_ids_that_it_accepts_and_that_differ() {
        let conversation =
            ["toolu_01A", "D681PevKs", "call#jot#0", "functions.jot:0", "call#jot#0", &"x".repeat(60), ""];
        for (adapter, kept) in
            [(AdapterKind::Anthropic, 2), (AdapterKind::OpenAI, 2), (AdapterKind::Mistral, 1)]
        {
            let mut ids = Ids::new(adapter);
            let mut sent = HashSet::new();
            for id in conversation {
                let call = ids.of_call(id);
                assert!(ids.accepts(&call), "{call}");
                assert_eq!(ids.of_result(id), call);
                assert!(sent.insert(call), "{id} occurs again");
            }
            assert_eq!(conversation.iter().filter(|id| sent.contains(**id)).count(), kept, "{adapter:?}");
        }
        let mut of_gemini = Ids::new(AdapterKind::Gemini);
        assert_eq!([of_gemini.of_call("call#jot#0"), of_gemini.of_call("call#jot#0")], ["call#jot#0"; 2]);
    }
}
