use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;
use crate::rich::{
    Style, from_markdown,
    testing::{assert_valid, shown},
};

fn split(rich: &Rich, limit: usize) -> String {
    let parts: Vec<String> = rich.split(limit, Unit::Utf16).iter().map(shown).collect();
    parts.join("\n=====\n")
}

#[test]
fn a_part_ends_at_the_best_place_of_its_second_half() {
    let text = "One sentence here. Two of them.\nA line.\n\nA paragraph of words";
    assert_snapshot!(split(&Rich::plain(text), 50), @r"
    One sentence here. Two of them.
    A line.
    =====
    A paragraph of words
    ");
    assert_snapshot!(split(&Rich::plain(text), 38), @r"
    One sentence here. Two of them.
    =====
    A line.

    A paragraph of words
    ");
    assert_snapshot!(split(&Rich::plain(text), 30), @r"
    One sentence here.
    =====
    Two of them.
    A line.
    =====
    A paragraph of words
    ");
    assert_snapshot!(split(&Rich::plain(text), 12), @r"
    One sentence
    =====
    here. Two of
    =====
    them.
    =====
    A line.
    =====
    A paragraph
    =====
    of words
    ");
    assert_snapshot!(split(&Rich::plain("他来了。我们走吧，好不好？好。"), 7), @r"
    他来了。
    =====
    我们走吧，好不
    =====
    好？好。
    ");
}

#[test]
fn entities_are_kept_whole_or_go_on() {
    let rich = from_markdown(
        "some words before **these bold words** and *[a link](https://example.org) that is long*",
    );
    assert_snapshot!(split(&rich, 32), @r"
    some words before
    =====
    ⟨b⟩these bold words⟨/⟩ and
    =====
    ⟨i⟩⟨https://example.org⟩a link⟨/⟩ that is long⟨/⟩
    ");
    assert_snapshot!(split(&rich, 16), @r"
    some words
    =====
    before ⟨b⟩these⟨/⟩
    =====
    ⟨b⟩bold words⟨/⟩ and
    =====
    ⟨i⟩⟨https://example.org⟩a link⟨/⟩ that is⟨/⟩
    =====
    ⟨i⟩long⟨/⟩
    ");
    let code = from_markdown("Look:\n```py\nif x:\n    y()\n    z()\n\n    end()\n```\nSo it is.");
    assert_snapshot!(split(&code, 24), @r"
    Look:

    ⟨pre py⟩if x:
        y()⟨/⟩
    =====
    ⟨pre py⟩    z()

        end()⟨/⟩
    =====
    So it is.
    ");
}

#[test]
fn a_link_is_cut_only_if_it_alone_is_too_long() {
    let rich = from_markdown("Words, and *[a label of words](https://example.org) and more* of it");
    assert_snapshot!(split(&rich, 20), @r"
    Words, and
    =====
    ⟨i⟩⟨https://example.org⟩a label of words⟨/⟩ and⟨/⟩
    =====
    ⟨i⟩more⟨/⟩ of it
    ");
    assert_snapshot!(split(&rich, 12), @r"
    Words, and
    =====
    ⟨i⟩⟨https://example.org⟩a label of⟨/⟩⟨/⟩
    =====
    ⟨i⟩⟨https://example.org⟩words⟨/⟩ and⟨/⟩
    =====
    ⟨i⟩more⟨/⟩ of it
    ");
}

#[test]
fn parts_keep_to_what_they_measure() {
    // Each of these costs two.
    let cost = |part: &Rich| part.text.chars().map(|c| if c == '_' { 2 } else { 1 }).sum::<usize>();
    let rich = Rich::plain("some_words_in_snake_case and others without");
    let parts: Vec<String> = rich.split_by(20, cost).iter().map(shown).collect();
    assert_eq!(parts, ["some_words_in_sna", "ke_case and others", "without"]);
    assert_eq!(rich.split_by(60, cost), std::slice::from_ref(&rich));
    // A part that never fits is cut to single characters; no character is lost.
    let parts: String = rich.split_by(20, |_| 21).into_iter().map(|part| part.text).collect();
    assert_eq!(parts, rich.text.replace(' ', ""));
}

#[test]
fn what_one_reads_as_a_character_is_not_broken() {
    let family = "👨‍👩‍👧‍👦";
    let rich = Rich::plain(family.repeat(10));
    assert!(rich.split(25, Unit::Utf16).iter().all(|part| part.text == family.repeat(2)));
    assert!(rich.split(7, Unit::Chars).iter().all(|part| part.text == family));
    assert_eq!(rich.split(5, Unit::Chars).len(), 20);
    // A broken grapheme does not shift the following ones.
    let flags = Rich::plain("\u{600}🇩🇪🇫🇷").split(2, Unit::Chars);
    assert_eq!(flags.iter().map(|part| part.text.as_str()).collect::<Vec<_>>(), ["\u{600}🇩", "🇪", "🇫🇷"]);
    assert_eq!(rich.truncate(15, Unit::Chars).text, format!("{}…", family.repeat(2)));
}

#[test]
fn white_space_is_dropped_at_cuts_only() {
    let blank = Rich::plain(" \n".repeat(50));
    assert_eq!(blank.split(10, Unit::Chars), std::slice::from_ref(&blank));
    assert_eq!(Rich::default().split(10, Unit::Chars), [Rich::default()]);
    let spread = Rich::plain(format!("{0}a{0}b{0}", " \n".repeat(50)));
    let texts: Vec<String> = spread.split(10, Unit::Chars).into_iter().map(|part| part.text).collect();
    assert_eq!(texts, ["a", "b"]);
}

#[test]
fn a_draft_is_cut_with_its_entities() {
    let rich = from_markdown("**bold words** and `code`");
    assert_eq!(rich.truncate(19, Unit::Utf16), rich);
    assert_snapshot!(shown(&rich.truncate(17, Unit::Utf16)), @"⟨b⟩bold words⟨/⟩ and ⟨code⟩c⟨/⟩…");
    assert_snapshot!(shown(&rich.truncate(6, Unit::Utf16)), @"⟨b⟩bold⟨/⟩…");
    assert_eq!(rich.truncate(1, Unit::Utf16).text, "…");
}

/// A megabyte of the worst case for each step: all done in a few seconds without optimisation, where a quadratic step
/// would take minutes.
#[test]
fn a_megabyte_takes_linear_time() {
    let size = 1_000_000;
    for text in ["a", "🇩🇪", "\u{301}", " ", "\n    x", "word ", "👩‍", "a.\" "] {
        let text = text.repeat(size / text.len());
        let units = text.encode_utf16().count();
        let whole = Rich::builder().bold(&text).build();
        for part in whole.split(4096, Unit::Utf16) {
            assert!(part.text.encode_utf16().count() <= 4096 || units > 4096 && part.text.trim().is_empty());
        }
    }
    let mut many = Rich::builder();
    for _ in 0..size / 10 {
        many = many.code("aaaa").text(" b").bold("👍");
    }
    assert!(many.build().split(2000, Unit::Chars).iter().all(|part| part.text.chars().count() <= 2000));
}

/// All of Unicode, with the difficult cases: long words, white space, joined emoji, combining marks.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        "[a-z]{1,12}",
        "\\PC{1,8}",
        r"[ \n\t\r]{1,5}",
        r"[.!?。…)”]{1,3}",
        Just("👨‍👩‍👧‍👦".to_owned()),
        Just("🇩🇪".to_owned()),
        Just("\u{600}".to_owned()),
        "\u{301}{1,20}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn messages() -> impl Strategy<Value = Rich> {
    let styles = prop_oneof![
        Just(Style::Bold),
        Just(Style::Code),
        Just(Style::Quote),
        Just(Style::Pre { language: String::new() }),
    ];
    let composed = prop::collection::vec((texts(), styles, texts()), 0..4).prop_map(|pieces| {
        let builder = Rich::builder();
        pieces
            .iter()
            .fold(builder, |b, (text, style, styled)| b.text(text).styled(style.clone(), styled))
            .build()
    });
    prop_oneof![composed, texts().prop_map(|text| from_markdown(&text))]
}

fn measure(text: &str, unit: Unit) -> usize {
    text.chars().map(|c| unit.of(c)).sum()
}

/// Checks everything that [`Rich::split`] promises.
fn check(rich: &Rich, limit: usize, unit: Unit) -> Result<(), TestCaseError> {
    let parts = rich.split(limit, unit);
    if rich.text.trim().is_empty() {
        prop_assert_eq!(&parts[..], std::slice::from_ref(rich));
        return Ok(());
    }
    let boundaries: Vec<usize> = rich.text.grapheme_indices(true).map(|(at, _)| at).collect();
    let on_boundary = |at: usize| at == rich.text.len() || boundaries.binary_search(&at).is_ok();
    let spans = rich.spans();
    let mut at = 0;
    for part in &parts {
        assert_valid(part);
        prop_assert!(measure(&part.text, unit) <= limit, "too long: {:?}", part.text);
        prop_assert!(!part.text.trim().is_empty());

        // There is only white space between two parts.
        let found = rich.text[at..].find(&part.text);
        prop_assert!(found.is_some(), "not there: {:?}", part.text);
        let start = at + found.unwrap();
        prop_assert!(rich.text[at..start].trim().is_empty(), "lost: {:?}", &rich.text[at..start]);
        at = start + part.text.len();
        let broken = !on_boundary(start) && rich.text[..start].ends_with(|c: char| !c.is_whitespace());
        if broken {
            let begin = boundaries[boundaries.partition_point(|&at| at < start) - 1];
            let grapheme = rich.text[begin..].graphemes(true).next().unwrap();
            prop_assert!(measure(grapheme, unit) > limit, "broken: {grapheme:?}");
        }

        // Every character keeps its style.
        let shares = part.spans();
        for (offset, c) in part.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let styles = |spans: &[Span], at: usize| -> Vec<Style> {
                spans.iter().filter(|s| s.start <= at && at < s.end).map(|s| s.style.clone()).collect()
            };
            prop_assert_eq!(styles(&shares, offset), styles(&spans, start + offset), "{}", c);
        }
    }
    prop_assert!(rich.text[at..].trim().is_empty(), "lost: {:?}", &rich.text[at..]);
    Ok(())
}

proptest! {
    #[test]
    fn splitting_by_measure_keeps_to_it(rich in messages(), limit in 4..60_usize) {
        let chars = |part: &Rich| measure(&part.text, Unit::Chars);
        prop_assert_eq!(rich.split_by(limit, chars), rich.split(limit, Unit::Chars));

        let styled = |part: &Rich| chars(part) + part.text.matches('a').count() + 2 * part.entities.len();
        let parts = rich.split_by(limit, styled);
        let blank = rich.text.trim().is_empty();
        prop_assert!(blank || parts.iter().all(|part| styled(part) <= limit || chars(part) == 1));
        let black = |text: &str| text.split_whitespace().collect::<String>();
        let texts: String = parts.iter().map(|part| part.text.as_str()).collect();
        prop_assert_eq!(black(&texts), black(&rich.text));
    }

    #[test]
    fn splitting_keeps_its_promises(rich in messages(), limit in 2..60_usize, utf16 in any::<bool>()) {
        assert_valid(&rich);
        let unit = if utf16 { Unit::Utf16 } else { Unit::Chars };
        check(&rich, limit, unit)?;
        let short = rich.truncate(limit, unit);
        assert_valid(&short);
        prop_assert!(measure(&short.text, unit) <= limit);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn unbroken_words_are_cut_to_the_limit(word in "([a-z]|\\PC|🦀|é){10000}") {
        let rich = Rich::plain(word);
        check(&rich, 4096, Unit::Utf16)?;
        check(&rich, 2000, Unit::Chars)?;
    }
}
