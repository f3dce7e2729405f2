//! A matrix of weights as signed bytes: a quarter of the memory, and as near to the original as makes no difference
//! to a sentence (see the figures in the crate's documentation).

use std::borrow::Cow;

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, Slice, linalg::general_mat_mul};

/// How many rows of weights are turned into numbers at a time: few enough to stay in the processor's cache.
const TILE: usize = 128;

/// Weights of shape (outputs, inputs). Each row is bytes from -127 to 127 and one factor.
pub struct Matrix {
    bytes: Cow<'static, [u8]>,
    factors: Vec<f32>,
    inputs: usize,
}

impl Matrix {
    /// `bytes` are `inputs` for each of `factors`; the caller has checked it.
    pub fn new(bytes: Cow<'static, [u8]>, factors: Vec<f32>, inputs: usize) -> Self {
        debug_assert_eq!(bytes.len(), factors.len() * inputs);
        Self { bytes, factors, inputs }
    }

    /// Rounds each row to the 255 steps between its largest value and the negative of it.
    pub fn quantise(values: &[f32], inputs: usize) -> Self {
        let mut bytes = Vec::with_capacity(values.len());
        let mut factors = Vec::with_capacity(values.len() / inputs);
        for row in values.chunks_exact(inputs) {
            let largest = row.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
            let factor = if largest > 0.0 { largest / 127.0 } else { 1.0 };
            bytes.extend(row.iter().map(|x| (x / factor).round() as i8 as u8));
            factors.push(factor);
        }
        Self { bytes: bytes.into(), factors, inputs }
    }

    pub fn outputs(&self) -> usize {
        self.factors.len()
    }

    pub fn inputs(&self) -> usize {
        self.inputs
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn factors(&self) -> &[f32] {
        &self.factors
    }

    /// Adds row `index` to `sum`.
    pub fn add_row(&self, index: usize, sum: &mut [f32]) {
        let factor = self.factors[index];
        for (sum, &byte) in sum.iter_mut().zip(self.row(index)) {
            *sum += f32::from(byte as i8) * factor;
        }
    }

    /// `x` of shape (n, inputs) times the transposed matrix plus `bias`: (n, outputs).
    pub fn apply(&self, x: ArrayView2<'_, f32>, bias: &[f32]) -> Array2<f32> {
        let mut y = Array2::zeros((x.nrows(), self.outputs()));
        let mut tile = Array2::zeros((TILE.min(self.outputs()), self.inputs));
        for (index, y) in y.axis_chunks_iter_mut(Axis(1), TILE).enumerate() {
            let first = index * TILE;
            self.apply_rows(first, x, &mut tile, y);
        }
        for mut row in y.rows_mut() {
            for ((y, factor), bias) in row.iter_mut().zip(&self.factors).zip(bias) {
                *y = *y * factor + bias;
            }
        }
        y
    }

    /// The columns of a product that come from the rows at `first`, before their factors.
    fn apply_rows(
        &self,
        first: usize,
        x: ArrayView2<'_, f32>,
        tile: &mut Array2<f32>,
        mut y: ArrayViewMut2<'_, f32>,
    ) {
        let mut tile = tile.slice_axis_mut(Axis(0), Slice::from(..y.ncols()));
        for (offset, mut row) in tile.rows_mut().into_iter().enumerate() {
            for (x, &byte) in row.iter_mut().zip(self.row(first + offset)) {
                *x = f32::from(byte as i8);
            }
        }
        general_mat_mul(1.0, &x, &tile.t(), 0.0, &mut y);
    }

    fn row(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.inputs..][..self.inputs]
    }
}
