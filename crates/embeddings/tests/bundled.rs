//! The model that is compiled in.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::LazyLock;

use adjutant_embeddings::Encoder;
use serde::Deserialize;

static ENCODER: LazyLock<Encoder> = LazyLock::new(|| Encoder::bundled().unwrap());

/// A text and its vector by the published 32-bit weights, computed with candle 0.11.
#[derive(Deserialize)]
struct Reference {
    text: String,
    vector: Vec<f32>,
}

#[test]
fn vectors_are_those_of_the_published_weights() {
    let references: Vec<Reference> = serde_json::from_str(include_str!("reference.json")).unwrap();
    for Reference { text, vector } in references {
        let cosine = dot(&encode(&text), &vector);
        assert!(cosine > 0.998, "{cosine} for {text:?}");
    }
}

#[test]
fn what_means_the_same_is_nearer_than_what_shares_words() {
    let ranked = [
        (
            "How do I reset my password?",
            "I forgot my login credentials",
            "The password of the castle was Swordfish",
        ),
        ("The boiler is broken", "There is no heating in the flat", "The news broke at nine"),
        ("When is Alice's birthday?", "Alice was born on 3 May", "Bob's birthday cake had candles"),
        ("cheap flights to Rome", "low-cost airfare to Italy", "flights of stairs are cheap to build"),
        ("Bob is allergic to peanuts", "nuts make Bob ill", "Bob bought an elephant"),
    ];
    for (query, near, far) in ranked {
        let query_vector = encode(query);
        let (near, far) = (dot(&query_vector, &encode(near)), dot(&query_vector, &encode(far)));
        assert!(near > far, "{query:?}: {near} is not above {far}");
    }
}

#[test]
fn any_text_has_a_vector_of_unit_length() {
    let texts = [
        "",
        " \n\t",
        "\0",
        "a\0b",
        "\u{301}\u{308}",
        "\u{200d}\u{fe0f}\u{202e}",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        "[CLS] [SEP] [PAD] ##ing",
        "\u{10ffff}\u{e000}",
        "\u{0e01}\u{0e33}\u{0e25}\u{0e31}\u{0e07}",
        &"x".repeat(10_000),
        &"word ".repeat(2_000),
        &"漢".repeat(10_000),
        &" ".repeat(1_000_000),
        &"e\u{301}".repeat(5_000),
    ];
    for vector in ENCODER.encode(&texts).unwrap() {
        assert_eq!(vector.len(), ENCODER.dimensions());
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5);
    }
}

#[test]
fn the_company_of_other_texts_changes_nothing() {
    let long = "a longer text about rivers and bridges ".repeat(12);
    let texts = ["one", long.as_str(), "", "three of them", long.as_str(), long.as_str(), "the last one"];
    let together = ENCODER.encode(&texts).unwrap();
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(together) {
        assert!(dot(&encode(text), &vector) > 0.999_999, "{text:?}");
    }
    assert!(ENCODER.encode(&[]).unwrap().is_empty());
}

#[test]
fn what_is_beyond_the_length_of_the_model_counts_for_nothing() {
    let whole = "seven ".repeat(254);
    assert_eq!(encode(&whole), encode(&format!("{whole} and something else")));
    assert_ne!(encode(&whole), encode(&whole[..whole.len() - 6]));
}

#[test]
fn loading_twice_gives_the_same() {
    let again = Encoder::bundled().unwrap();
    let text = "The same text";
    assert_eq!(again.encode(&[text]).unwrap()[0], encode(text));
    assert_eq!(again.model(), ENCODER.model());
    assert_eq!(again.dimensions(), 384);
}

fn encode(text: &str) -> Vec<f32> {
    ENCODER.encode(&[text]).unwrap().remove(0)
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
