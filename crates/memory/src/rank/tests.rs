use proptest::prelude::*;

use super::{asking::asking, *};

const EVENLY: Weights = Weights { fts: 0.5, vector: 0.5 };

fn note(text: &str, bm25: f64, cosine: Option<f32>) -> Candidate<'_> {
    Candidate { source: Source::Note, text, bm25, coverage: 0.0, cosine, timely: false, page: None }
}

fn entry(text: &str, bm25: f64, cosine: Option<f32>) -> Candidate<'_> {
    Candidate { source: Source::Entry, ..note(text, bm25, cosine) }
}

/// Returns the share of a query's words that a text has; all words are informative here.
fn share<'a>(query: &'a str) -> impl Fn(&str) -> f64 + 'a {
    move |text| {
        let has = |text: &str| text.unicode_words().map(str::to_lowercase).collect::<Vec<_>>();
        let (wanted, words) = (has(query), has(text));
        let found = wanted.iter().filter(|word| words.contains(word)).count();
        found as f64 / wanted.len().max(1) as f64
    }
}

fn ranked(query: &str, weights: Weights, limit: usize, candidates: &[Candidate<'_>]) -> Vec<Ranked> {
    ranked_with(Certainty::Possible, query, weights, limit, candidates)
}

fn ranked_with(
    certainty: Certainty,
    query: &str,
    weights: Weights,
    limit: usize,
    candidates: &[Candidate<'_>],
) -> Vec<Ranked> {
    let share = share(query);
    let mut candidates = candidates.to_vec();
    candidates.iter_mut().for_each(|candidate| candidate.coverage = share(candidate.text));
    rank(&Search { text: query, word_coverage: &share, weights, limit, certainty }, &candidates)
}

/// Returns the texts of the results.
fn texts<'a>(query: &str, candidates: &[Candidate<'a>]) -> Vec<&'a str> {
    ranked(query, EVENLY, 10, candidates).iter().map(|ranked| candidates[ranked.index].text).collect()
}

#[test]
fn what_matches_by_words_and_by_meaning_is_before_what_matches_by_one_of_them() {
    let candidates = [
        note("oats are on the list", 0.0, Some(0.1)),
        note("the router's password is 4711", 0.0, Some(0.6)),
        note("wifi in the shed is bad", 1.0, Some(0.3)),
        note("the wifi password is 4711", 4.0, Some(0.7)),
    ];
    let expected = ["the wifi password is 4711", "the router's password is 4711", "wifi in the shed is bad"];
    assert_eq!(texts("wifi password", &candidates), expected);
}

#[test]
fn the_weights_say_which_half_decides() {
    let candidates = [note("wifi code", 3.0, Some(0.3)), note("network key", 0.0, Some(0.7))];
    let first = |weights| ranked("wifi code", weights, 1, &candidates)[0].index;
    assert_eq!(first(Weights { fts: 0.7, vector: 0.3 }), 0);
    assert_eq!(first(Weights { fts: 0.3, vector: 0.7 }), 1);
    let doubled = ranked("wifi code", Weights { fts: 1.0, vector: 1.0 }, 2, &candidates);
    assert_eq!(doubled, ranked("wifi code", EVENLY, 2, &candidates), "only their proportion counts");
}

#[test]
fn what_has_no_vector_yet_is_as_good_as_its_words_are() {
    let candidates = [
        note("the code of the garage", 2.0, Some(0.5)),
        note("the wifi code", 4.0, None),
        note("a code of honour", 1.0, Some(0.2)),
    ];
    assert_eq!(texts("wifi code", &candidates)[0], "the wifi code");
}

#[test]
fn by_words_alone_the_best_match_is_first() {
    let candidates = [note("the garage code", 2.0, None), note("the wifi code", 4.0, None)];
    assert_eq!(texts("wifi code", &candidates), ["the wifi code", "the garage code"]);
}

#[test]
fn a_poor_match_is_not_good_for_being_the_best_note() {
    let candidates = [
        note("garage code 12", 2.0, None),
        entry("The wifi code is 4711.", 9.0, None),
        entry("A new wifi code? No, it is the old code.", 8.0, None),
    ];
    let first_two = &texts("wifi code", &candidates)[..2];
    assert!(!first_two.contains(&"garage code 12"), "{first_two:?}");
}

#[test]
fn little_difference_in_meaning_does_not_outweigh_a_word() {
    let candidates = [note("zebra", 0.0, Some(0.52)), note("the wifi", 1.0, Some(0.50))];
    assert_eq!(texts("wifi", &candidates)[0], "the wifi");
}

#[test]
fn nothing_is_found_where_nothing_is_convincing() {
    let unrelated = [note("oats", 0.0, Some(0.0)), note("a mortgage", 1.0, Some(0.1))];
    assert_eq!(texts("what is the rate of a mortgage in Mongolia", &unrelated), [""; 0]);
    assert_eq!(texts("anything", &[]), [""; 0]);
    let one_word_of_many = [note("the rate", 1.0, None)];
    assert_eq!(texts("mortgage rate Mongolia history", &one_word_of_many), [""; 0]);
}

#[test]
fn what_no_reader_judges_must_be_more_certain() {
    let weak = [note("ramipril, 10 mg", 0.0, Some(0.3)), note("oats", 0.0, Some(0.1))];
    let found = |certainty, candidates: &[Candidate<'_>]| {
        let found = ranked_with(certainty, "which pills must I take", EVENLY, 10, candidates);
        found.iter().map(|ranked| ranked.index).collect::<Vec<_>>()
    };
    assert_eq!(found(Certainty::Possible, &weak), [0]);
    assert_eq!(found(Certainty::Probable, &weak), [0; 0]);
    let beside = [note("ramipril, 10 mg", 0.0, Some(0.5)), note("vitamins", 0.0, Some(0.2))];
    assert_eq!(found(Certainty::Possible, &beside), [0, 1]);
    assert_eq!(found(Certainty::Probable, &beside), [0]);
}

#[test]
fn being_from_the_named_time_is_evidence_for_a_reader() {
    let lent = note("I lent Bob the drill", 0.0, Some(0.1));
    let timely = [Candidate { timely: true, ..lent.clone() }];
    let found = |certainty, candidates: &[Candidate<'_>]| {
        ranked_with(certainty, "what was said two weeks ago", EVENLY, 10, candidates).len()
    };
    assert_eq!(found(Certainty::Possible, &[lent]), 0);
    assert_eq!(found(Certainty::Possible, &timely), 1);
    assert_eq!(found(Certainty::Probable, &timely), 0);
}

#[test]
fn one_of_three_words_does_not_outweigh_the_meaning() {
    let candidates = [
        note("The library card number is 220017", 4.0, Some(0.3)),
        note("My passport is C01X0006H", 0.0, Some(0.55)),
    ];
    assert_eq!(texts("travel document number", &candidates)[0], candidates[1].text);
    assert_eq!(texts("card number", &candidates)[0], candidates[0].text, "all of the words do");
}

#[test]
fn beside_something_convincing_the_implausible_is_left_out() {
    let candidates = [note("my blood type is A", 3.0, Some(0.6)), note("oats", 0.0, Some(0.1))];
    assert_eq!(texts("blood type", &candidates), ["my blood type is A"]);
}

#[test]
fn of_equally_good_ones_the_one_from_that_time_is_first() {
    let old = note("Lunch was pizza", 2.0, Some(0.5));
    let timely = Candidate { timely: true, ..note("Lunch was soup", 2.0, Some(0.5)) };
    assert_eq!(texts("lunch", &[old, timely])[0], "Lunch was soup");
}

#[test]
fn what_the_named_one_said_is_first() {
    let candidates = [
        entry("Bob: It is good that you are moving to Rome.", 2.0, Some(0.5)),
        entry("Alice: I am moving to Rome.", 2.0, Some(0.5)),
    ];
    let first = |query| ranked(query, EVENLY, 2, &candidates)[0].index;
    assert_eq!(first("Where is Alice moving?"), 1);
    assert_eq!(first("where is alice's new home, moving"), 1);
    assert_eq!(first("What did Alice tell Bob about moving?"), 0, "both are named: neither counts for more");
    assert_eq!(first("Who is moving to Rome?"), 0);
}

#[test]
fn labels_are_short_and_end_in_a_colon() {
    assert_eq!(label("Alice: hello"), Some("Alice"));
    assert_eq!(label("Dr. Alice B: hello"), Some("Dr. Alice B"));
    assert_eq!(label("愛麗絲：你好"), Some("愛麗絲").filter(|name| name.unicode_words().count() <= 3));
    for text in
        ["", ":", ": x", "https://example.com", "at 10:30", "a b c d: e", "first\nsecond: third", "no colon"]
    {
        assert_eq!(label(text), None, "{text}");
    }
}

#[test]
fn an_answer_is_before_the_question() {
    let candidates = [
        entry("When is the dentist?", 3.0, Some(0.72)),
        entry("The dentist is on Monday at nine.", 3.0, Some(0.70)),
    ];
    assert_eq!(texts("when is the dentist", &candidates)[0], "The dentist is on Monday at nine.");
}

#[test]
fn questions_are_counted_by_their_length() {
    assert_eq!(asking("Is it?"), 1.0);
    assert_eq!(asking("It is."), 0.0);
    assert_eq!(asking("1234. 6789?"), 6.0 / 11.0);
    assert_eq!(asking("是吗？"), 1.0);
    assert_eq!(asking("It is. Is it? Yes"), 7.0 / 17.0);
    assert_eq!(asking("See https://example.com/?q=1 there"), 0.0);
    assert_eq!(asking(""), 0.0);
}

#[test]
fn a_question_needs_no_question_mark() {
    for question in [
        "who looks after my teeth",
        "Which city did I move to",
        "what’s the code of the garage",
        "wo wohne ich jetzt",
        "où est la clé de la cave",
        "dónde está la llave de la casa",
    ] {
        assert_eq!(asking(question), 1.0, "{question}");
    }
    for statement in [
        "my teeth are fine",
        "What a day. I am tired!",
        "when I was in Rome it rained",
        "was at the dentist and it hurt",
        "whatever you like",
        "",
    ] {
        assert_eq!(asking(statement), 0.0, "{statement}");
    }
    assert_eq!(asking("I am back.\nwhere is it"), 11.0 / 22.0);
    let candidates = [
        entry("which city did I move to most recently", 3.0, Some(0.6)),
        entry("I saw a film yesterday, it was called The Silver Heron", 0.0, Some(0.58)),
    ];
    assert_eq!(texts("which movie did I tell you about?", &candidates)[0], candidates[1].text);
}

#[test]
fn the_same_said_twice_is_found_once_as_the_note() {
    let candidates = [
        entry("The wifi code is 4711.", 4.0, Some(0.7)),
        note("the WiFi code is 4711", 4.0, Some(0.7)),
        note("the wifi code was 4712", 4.0, Some(0.6)),
    ];
    assert_eq!(texts("wifi code", &candidates), ["the WiFi code is 4711", "the wifi code was 4712"]);
}

#[test]
fn another_number_is_something_else() {
    let long =
        |at| format!("The flight to Rome leaves on Monday the third of May at {at} from the second terminal");
    let (ten, eleven) = (long(10), long(11));
    let candidates = [note(&ten, 4.0, Some(0.7)), note(&eleven, 4.0, Some(0.7))];
    assert_eq!(texts("flight to Rome", &candidates).len(), 2);
}

#[test]
fn what_says_more_of_the_same_comes_later() {
    let candidates = [
        note("the garden fence is green and new", 4.0, Some(0.70)),
        note("the garden fence is green and old", 4.0, Some(0.69)),
        note("ask Bob to paint it", 3.9, Some(0.66)),
    ];
    let expected =
        ["the garden fence is green and new", "ask Bob to paint it", "the garden fence is green and old"];
    assert_eq!(texts("garden fence", &candidates), expected);
}

#[test]
fn a_further_passage_of_a_page_gives_way_to_another_page_that_is_about_as_good() {
    let passage =
        |text, bm25, page| Candidate { source: Source::Document, page, ..note(text, bm25, Some(0.6)) };
    let page = |place| Some(("/shared/tides.pdf", place));
    let candidates = [
        passage("High tide at Dover is at nine", 4.0, page("page 1")),
        passage("The tide of Dover turns", 3.0, page("page 1")),
        passage("Tides elsewhere", 2.5, page("page 2")),
        passage("A lone tide", 1.0, None),
    ];
    let (first, second, other) = (candidates[0].text, candidates[1].text, candidates[2].text);
    assert_eq!(texts("tide dover", &candidates)[..3], [first, other, second]);
    let apart = [candidates[0].clone(), Candidate { page: page("page 3"), ..candidates[1].clone() }];
    assert_eq!(texts("tide dover", &[&apart[..], &candidates[2..]].concat())[..3], [first, second, other]);
}

#[test]
fn a_score_says_what_it_is_made_of() {
    let candidates = [
        entry("Alice: Is the wifi code new?", 2.0, Some(0.8)),
        Candidate { timely: true, ..note("the wifi code is 4711", 4.0, Some(0.6)) },
        note("the wifi code is 4711, says Bob", 4.0, Some(0.6)),
        note("the wifi is slow", 1.0, None),
    ];
    let rounded = |value: f64| (value * 100.0).round() / 100.0;
    let found = ranked("wifi code of alice", EVENLY, 4, &candidates);
    let parts = |index: usize| {
        let Parts { words, meaning, timely, named, asking, repeating } =
            found.iter().find(|ranked| ranked.index == index).unwrap().parts;
        [words, meaning, timely, named, asking, repeating].map(rounded)
    };
    assert_eq!(parts(0)[3..5], [0.1, -0.3], "one who is named asks");
    // It has two of the four words; its cosine is the lowest.
    assert_eq!(parts(1), [0.25, 0.0, 0.3, 0.0, 0.0, 0.0]);
    assert!(parts(2)[5] < -0.1, "it repeats a better one: {:?}", parts(2));
    assert_eq!(parts(3)[..2], [0.06, 0.06], "without a vector, its words count for both");
    // 1/4 + 0.3, 3/8 + 1/3 + 0.1 - 0.3 - 0.2 * 4/7, 1/4 - 0.2 * 5/7 and 1/16 + 1/16 - 0.2 * 1/2.
    let scores: Vec<_> = found.iter().map(|ranked| (ranked.index, rounded(ranked.parts.score()))).collect();
    assert_eq!(scores, [(1, 0.55), (0, 0.39), (2, 0.11), (3, 0.02)]);
}

fn candidates() -> impl Strategy<Value = Vec<(bool, String, f64, Option<f32>, bool)>> {
    let cosine = prop::option::of(-1.0_f32..1.0);
    let text =
        prop::sample::select(vec!["", "a", "A: b?", "wifi code 1", "wifi code 2", "？", "x: y\u{301}"]);
    let one = (any::<bool>(), text.prop_map(str::to_owned), -1.0..30.0_f64, cosine, any::<bool>());
    prop::collection::vec(one, 0..60)
}

proptest! {
    #[test]
    fn results_are_candidates_each_once_in_order_and_no_more_than_wanted(
        made in candidates(), fts in 0.0..=1.0_f64, vector in 0.01..=1.0_f64, limit in 0_usize..20, query in "\\PC{0,20}",
    ) {
        let candidates: Vec<_> = made.iter().map(|(note, text, bm25, cosine, timely)| Candidate {
            source: if *note { Source::Note } else { Source::Entry }, text, bm25: *bm25, coverage: 0.0, cosine: *cosine, timely: *timely, page: None,
        }).collect();
        let found = ranked(&query, Weights { fts, vector }, limit, &candidates);
        prop_assert!(found.len() <= limit);
        prop_assert!(found.iter().all(|ranked| ranked.parts.score().is_finite()));
        prop_assert!(found.windows(2).all(|pair| pair[0].parts.score() >= pair[1].parts.score()));
        let mut indexes: Vec<_> = found.iter().map(|ranked| ranked.index).collect();
        indexes.sort_unstable();
        indexes.dedup();
        prop_assert_eq!(indexes.len(), found.len());
        prop_assert!(indexes.iter().all(|&index| index < candidates.len()));
    }

    #[test]
    fn more_of_the_same_words_never_ranks_lower(bm25 in 0.1..20.0_f64, more in 0.0..20.0_f64) {
        let candidates = [note("the wifi key", bm25, Some(0.5)), note("a wifi cable", bm25 + more, Some(0.5))];
        let found = ranked("wifi", EVENLY, 2, &candidates);
        prop_assert_eq!(found[0].index, usize::from(more > 0.0));
    }
}
