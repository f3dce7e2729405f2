//! Questions that the model asks the person of a turn, and their answers. An answer expresses a wish; it does not allow
//! anything.

use serde::{Deserialize, Serialize};

/// The most options of a question.
pub const OPTIONS: usize = 10;

/// The choices that answer a question; any text answers it too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// At most [`OPTIONS`]; empty for a question without options.
    pub options: Vec<String>,
    /// Whether more than one option can be chosen.
    #[serde(default)]
    pub several: bool,
}

/// An answer, or the choices marked so far while the question waits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The indices of the chosen options, in the order of the options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<usize>,
    /// The person's own text, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Form {
    /// Returns the answer that a typed text means. It chooses options by their numbers (`2`, or for several `1, 3`) or
    /// by their words; any other text is the answer itself.
    pub fn typed(&self, text: &str) -> Answer {
        let text = text.trim();
        let by_words = self.options.iter().position(|option| folded(option) == folded(text));
        let mut chosen = by_words.map_or_else(|| self.by_numbers(text), |at| vec![at]);
        chosen.sort_unstable();
        chosen.dedup();
        if chosen.len() > 1 && !self.several {
            chosen.clear();
        }
        Answer { chosen, text: Some(text.to_owned()) }
    }

    /// Returns the options with these numbers; none if the text contains anything but numbers of options.
    fn by_numbers(&self, text: &str) -> Vec<usize> {
        let words = text.split([' ', ',', ';', '.', ')', '+', '&', '\n']).filter(|word| !word.is_empty());
        let index = |word: &str| {
            let number =
                word.parse::<usize>().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()));
            number.and_then(|number| number.checked_sub(1)).filter(|at| *at < self.options.len())
        };
        words.filter(|word| *word != "and").map(index).collect::<Option<_>>().unwrap_or_default()
    }

    /// Returns the texts of the chosen options.
    pub fn words<'a>(&'a self, answer: &'a Answer) -> impl Iterator<Item = &'a str> {
        answer.chosen.iter().filter_map(|at| self.options.get(*at)).map(String::as_str)
    }
}

impl Answer {
    /// Toggles the mark of an option.
    pub fn toggle(&mut self, option: usize) {
        match self.chosen.binary_search(&option) {
            Ok(at) => drop(self.chosen.remove(at)),
            Err(at) => self.chosen.insert(at, option),
        }
    }
}

/// Returns a text without the case and punctuation that people change when they repeat it.
pub fn folded(text: &str) -> String {
    text.trim().trim_end_matches(['.', '!', '?', ',']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(several: bool) -> Form {
        Form { options: ["Red", "Blue.", "7 km"].map(str::to_owned).to_vec(), several }
    }

    #[test]
    fn typed_numbers_and_words_choose_options() {
        for (text, single, several) in [
            ("2", &[1][..], &[1][..]),
            ("2.", &[1], &[1]),
            (" blue!", &[1], &[1]),
            ("RED", &[0], &[0]),
            ("7 km", &[2], &[2]),
            ("3, 1 and 3", &[], &[0, 2]),
            ("1 2", &[], &[0, 1]),
            ("7", &[], &[]),
            ("0", &[], &[]),
            ("+1", &[0], &[0]),
            ("-1", &[], &[]),
            ("1.5", &[], &[]),
            ("2 of them", &[], &[]),
            ("red or blue", &[], &[]),
            ("", &[], &[]),
            ("99999999999999999999", &[], &[]),
        ] {
            let answer = |chosen: &[usize]| Answer { chosen: chosen.into(), text: Some(text.trim().into()) };
            assert_eq!(form(false).typed(text), answer(single), "{text}");
            assert_eq!(form(true).typed(text), answer(several), "{text}");
        }
        assert_eq!(Form::default().typed("1").chosen, <[usize; 0]>::default());
    }

    #[test]
    fn marks_stay_in_order_and_are_taken_away_again() {
        let mut answer = Answer::default();
        for option in [2, 0, 1, 0] {
            answer.toggle(option);
        }
        assert_eq!(answer.chosen, [1, 2]);
        assert_eq!(form(true).words(&answer).collect::<Vec<_>>(), ["Blue.", "7 km"]);
    }

    #[test]
    fn stored_answers_are_short() {
        let stored = |answer: &Answer| serde_json::to_string(answer).unwrap();
        assert_eq!(stored(&Answer { chosen: vec![1], text: None }), r#"{"chosen":[1]}"#);
        assert_eq!(serde_json::from_str::<Answer>("{}").unwrap(), Answer::default());
    }
}
