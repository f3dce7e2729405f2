//! The functions between the matrix products, written as plain loops without branches. The compiler turns these into
//! vector instructions, which it cannot do with calls of the C library's `expf` and `erff`.

use std::f32::consts::{FRAC_1_SQRT_2, LN_2, LOG2_E};

/// The Gaussian error linear unit in its exact form: x Φ(x).
pub fn gelu(values: &mut [f32]) {
    for x in values {
        *x = 0.5 * *x * (1.0 + erf(*x * FRAC_1_SQRT_2));
    }
}

/// Turns scores into weights that sum to one.
pub fn softmax(scores: &mut [f32]) {
    let max = scores.iter().fold(f32::NEG_INFINITY, |max, &score| max.max(score));
    for score in &mut *scores {
        *score = exp(*score - max);
    }
    let total: f32 = scores.iter().sum();
    for score in scores {
        *score /= total;
    }
}

/// Layer normalisation: brings `row` to mean 0 and variance 1, then applies the learnt weight and bias.
pub fn layer_norm(row: &mut [f32], weight: &[f32], bias: &[f32], epsilon: f32) {
    let length = row.len() as f32;
    let mean = row.iter().sum::<f32>() / length;
    let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / length;
    let factor = (variance + epsilon).sqrt().recip();
    for ((x, weight), bias) in row.iter_mut().zip(weight).zip(bias) {
        *x = (*x - mean) * factor * weight + bias;
    }
}

/// The error function, to within 5e-7 (Abramowitz and Stegun, 7.1.26).
fn erf(x: f32) -> f32 {
    const P: f32 = 0.327_591_1;
    const A: [f32; 5] = [0.254_829_6, -0.284_496_72, 1.421_413_8, -1.453_152_1, 1.061_405_4];
    let t = (1.0 + P * x.abs()).recip();
    let sum = ((((A[4] * t + A[3]) * t + A[2]) * t + A[1]) * t + A[0]) * t;
    (1.0 - sum * exp(-x * x)).copysign(x)
}

/// e to the power of `x`, where `x` is at most 0, with a relative error below 2e-7; `x` below -87 gives almost 0.
fn exp(x: f32) -> f32 {
    // Adding this to a number leaves the nearest integer in its lowest bits.
    const ROUND: f32 = 12_582_912.0;
    const EXPONENT: u32 = 23;
    let shifted = x.max(-87.0) * LOG2_E + ROUND;
    let rest = x.max(-87.0) - (shifted - ROUND) * LN_2;
    let power = f32::from_bits((shifted.to_bits() << EXPONENT).wrapping_add(1.0f32.to_bits()));
    let series = 1.0
        + rest
            * (1.0
                + rest
                    * (1.0 / 2.0
                        + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest / 720.0)))));
    power * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_close() {
        for step in 0..8_600 {
            let x = f64::from(step) / -100.0;
            let (ours, exact) = (f64::from(exp(x as f32)), f64::from(x as f32).exp());
            assert!((ours / exact - 1.0).abs() < 1e-5, "exp({x}) = {ours}, not {exact}");
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37);
    }

    #[test]
    fn gelu_is_close_to_known_values() {
        let mut values = [-10.0, -2.0, -1.0, -0.1, 0.0, 0.1, 1.0, 2.0, 10.0];
        gelu(&mut values);
        let exact = [
            0.0,
            -0.045_500_26,
            -0.158_655_26,
            -0.046_017_22,
            0.0,
            0.053_982_78,
            0.841_344_7,
            1.954_499_7,
            10.0,
        ];
        for (ours, exact) in values.iter().zip(exact) {
            assert!((ours - exact).abs() < 1e-5, "{ours}, not {exact}");
        }
    }

    #[test]
    fn softmax_survives_large_scores() {
        let mut scores = [1_000.0, 1_000.0, -1_000.0];
        softmax(&mut scores);
        assert!((scores[0] - 0.5).abs() < 1e-6 && scores[2] < 1e-30);
    }
}
