//! Generated notes, queries for them, and vectors distributed like those of a sentence encoder.
//!
//! A note has some words from one of 200 topics and some that all topics share. Each word has its own direction. A
//! note's vector is the sum of its words' directions and of a direction that all notes share. So notes on one topic are
//! near each other, many of them very near, and no note is far from the others. The cosines to a query are like those
//! of MiniLM over conversations: 0.5 on average to the mean of all, 0.6 to 0.8 for the ten nearest.

use std::hash::{DefaultHasher, Hash, Hasher};

use adjutant_domain::ids::UserId;
use adjutant_memory::embedder::{EmbedError, Embedder, Purpose};
use async_trait::async_trait;

/// Name of the vector space.
pub const SPACE: &str = "made-up";
/// The number of dimensions, as in MiniLM's vectors.
pub const DIMENSIONS: usize = 384;

const TOPICS: u64 = 200;
const WORDS_OF_A_TOPIC: u64 = 40;
const SHARED_WORDS: u64 = 500;

/// An embedder that returns the vectors of these notes.
pub struct Made;

#[async_trait]
impl Embedder for Made {
    fn space(&self) -> &str {
        SPACE
    }

    async fn embed(&self, texts: &[String], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

/// Returns a user's note: 6 to 13 words.
pub fn text(user: &UserId, i: usize) -> String {
    let mut random = Random::of(&(user, i));
    let topic = random.below(TOPICS);
    let count = 6 + random.below(8);
    let words = (0..count).map(|_| match random.below(5) {
        0 | 1 => shared_word(random.below(SHARED_WORDS)),
        _ => word_of(topic, random.below(WORDS_OF_A_TOPIC)),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a query: 3 to 6 words.
pub fn query(i: usize) -> String {
    let mut random = Random::of(&("query", i));
    let topic = random.below(TOPICS);
    let count = 2 + random.below(4);
    let mut words: Vec<_> = (0..count).map(|_| word_of(topic, random.below(WORDS_OF_A_TOPIC))).collect();
    words.push(shared_word(random.below(SHARED_WORDS)));
    words.join(" ")
}

/// Returns a text's vector, of unit length.
pub fn vector(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS];
    add(&mut vector, "common to all", 1.5);
    for word in text.split(' ') {
        add(&mut vector, word, 1.0);
        if let Some((topic, _)) = word.split_at_checked(STEM).filter(|(_, ending)| ending.len() == STEM) {
            add(&mut vector, topic, 0.5);
        }
    }
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|number| *number /= length);
    vector
}

/// The number of letters in the stem that the words of a topic share, and in their endings.
const STEM: usize = 4;

fn word_of(topic: u64, word: u64) -> String {
    syllables(topic * 23) + &syllables(word * 97)
}

fn shared_word(word: u64) -> String {
    format!("{}s", syllables(word * 7))
}

/// Returns two syllables, unique for each number below 4,900.
fn syllables(number: u64) -> String {
    const CONSONANTS: &[u8; 14] = b"bdfghklmnprstv";
    const VOWELS: &[u8; 5] = b"aeiou";
    let letter = |letters: &[u8], number: u64| char::from(letters[(number % letters.len() as u64) as usize]);
    [number, number / 70]
        .into_iter()
        .flat_map(|number| [letter(CONSONANTS, number), letter(VOWELS, number / 14)])
        .collect()
}

/// Adds the direction of a word.
fn add(vector: &mut [f32], word: &str, weight: f32) {
    let mut random = Random::of(&word);
    for number in vector {
        // The sum of four is nearly normally distributed.
        let bits = random.next();
        let sum: u64 = (0..4).map(|i| bits >> (16 * i) & 0xffff).sum();
        *number += weight * (sum as f32 / 65_536.0 - 2.0);
    }
}

/// SplitMix64, which yields the same numbers in each run.
struct Random(u64);

impl Random {
    fn of(seed: &impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        Self(hasher.finish())
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}
