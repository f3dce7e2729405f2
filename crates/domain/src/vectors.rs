//! The stored form of vectors, and their similarity. Arithmetic only.
//!
//! Each vector is stored twice. Its sketch has one bit per dimension, the sign: small enough to compare all sketches of
//! a person in each search. The nearest by sketch are then compared by 16-bit numbers, which rank like the original
//! ones. With MiniLM, 99.9 % of the 10 nearest of 100,000 vectors are among the 200 nearest by sketch, and all of the
//! 10 nearest of 10,000. With 8-bit numbers instead of 16-bit, the comparison would lose 1 % of them.

/// The integer for 1 in a stored vector.
const ONE: f32 = 32_767.0;

/// Returns the number of bytes of a sketch with this many dimensions.
pub fn sketch_len(dimensions: usize) -> usize {
    dimensions.div_ceil(8)
}

/// Returns the sketch of a vector: the signs, one bit each, the first dimension in the lowest bit.
pub fn sketch(vector: &[f32]) -> impl Iterator<Item = u8> {
    let bits = |eight: &[f32]| {
        eight.iter().enumerate().fold(0, |byte, (i, number)| byte | u8::from(*number >= 0.0) << i)
    };
    vector.chunks(8).map(bits)
}

/// Returns the stored form of a vector of unit length.
pub fn encode(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|number| ((number * ONE).round() as i16).to_le_bytes()).collect()
}

/// Returns the cosine between a vector of unit length and a stored one.
pub fn cosine(query: &[f32], kept: &[u8]) -> f32 {
    let (numbers, _) = kept.as_chunks::<2>();
    let products = query.iter().zip(numbers).map(|(q, number)| q * f32::from(i16::from_le_bytes(*number)));
    products.sum::<f32>() / ONE
}

/// Scores sketches against one query.
pub struct Probe {
    /// For each byte position of a sketch and each value of the byte: the sum of the query's numbers there, with the
    /// signs of its bits.
    sums: Vec<[i16; 256]>,
}

impl Probe {
    /// Prepares the sums for a query of unit length.
    pub fn new(query: &[f32]) -> Self {
        // The absolute values of eight numbers of a unit vector sum up to less than this (the root of 8), so every sum
        // fits an `i16`.
        const LARGEST: f32 = 2.83;
        let sums = |eight: &[f32]| {
            std::array::from_fn(|byte| {
                let signed = |(i, number): (usize, &f32)| if byte >> i & 1 == 1 { *number } else { -number };
                (eight.iter().enumerate().map(signed).sum::<f32>() * ONE / LARGEST).round() as i16
            })
        };
        Self { sums: query.chunks(8).map(sums).collect() }
    }

    /// Returns how near the vector of a sketch seems: higher is nearer. Scores are comparable for one query only.
    pub fn score(&self, sketch: &[u8]) -> i32 {
        self.sums.iter().zip(sketch).map(|(sums, byte)| i32::from(sums[usize::from(*byte)])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_vector_is_as_near_as_it_was() {
        let (a, b) = ([0.6, -0.8, 0.0], [-1.0, 0.0, 0.0]);
        for (one, other, expected) in [(a, a, 1.0), (a, b, -0.6), (b, b, 1.0)] {
            let cosine = cosine(&one, &encode(&other));
            assert!((cosine - expected).abs() < 1e-4, "{cosine} for {expected}");
        }
    }

    #[test]
    fn a_sketch_is_the_signs() {
        let vector = [0.5, -0.5, 0.5, 0.0, -0.1, -0.1, -0.1, 0.1, -0.3, 0.3];
        assert_eq!(sketch(&vector).collect::<Vec<_>>(), [0b1000_1101, 0b10]);
        assert_eq!(sketch_len(vector.len()), 2);
    }

    #[test]
    fn a_probe_adds_up_the_query_by_the_signs() {
        let query = [0.5, -0.5, 0.5, 0.0, -0.1, -0.1, -0.1, 0.1, -0.3, 0.3];
        let probe = Probe::new(&query);
        let score = |of: &[f32]| probe.score(&sketch(of).collect::<Vec<_>>());
        let opposite = query.map(|number| if number == 0.0 { -1.0 } else { -number });
        assert_eq!(score(&query), -score(&opposite));
        let mut nearly = query;
        nearly[7] = -0.1;
        assert!(score(&query) > score(&nearly) && score(&nearly) > score(&opposite));
    }
}
