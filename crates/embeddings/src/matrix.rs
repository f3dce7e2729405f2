//! A matrix of weights as signed bytes: a quarter of the memory, and so close to the original that sentence vectors
//! hardly change (see the figures in the crate's documentation).

use std::borrow::Cow;

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, Slice, linalg::general_mat_mul};

/// Rows of weights that are converted to floats at a time: few enough to stay in the processor's cache.
const TILE: usize = 128;

/// Weights of shape (outputs, inputs). Each row has bytes from -127 to 127 and one scale.
pub struct Matrix {
    bytes: Cow<'static, [u8]>,
    scales: Vec<f32>,
    inputs: usize,
}

impl Matrix {
    /// Wraps `bytes`, a row of `inputs` for each of `scales`. The caller has checked the lengths.
    pub fn new(bytes: Cow<'static, [u8]>, scales: Vec<f32>, inputs: usize) -> Self {
        debug_assert_eq!(bytes.len(), scales.len() * inputs);
        Self { bytes, scales, inputs }
    }

    /// Rounds each row to 255 steps between its largest absolute value and the negative of it.
    pub fn quantise(values: &[f32], inputs: usize) -> Self {
        let mut bytes = Vec::with_capacity(values.len());
        let mut scales = Vec::with_capacity(values.len() / inputs);
        for row in values.chunks_exact(inputs) {
            let largest = row.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
            let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
            bytes.extend(row.iter().map(|x| (x / scale).round() as i8 as u8));
            scales.push(scale);
        }
        Self { bytes: bytes.into(), scales, inputs }
    }

    pub fn outputs(&self) -> usize {
        self.scales.len()
    }

    pub fn inputs(&self) -> usize {
        self.inputs
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// Adds row `index` to `sum`.
    pub fn add_row(&self, index: usize, sum: &mut [f32]) {
        let scale = self.scales[index];
        for (sum, &byte) in sum.iter_mut().zip(self.row(index)) {
            *sum += f32::from(byte as i8) * scale;
        }
    }

    /// Returns `x`, of shape (n, inputs), times the transposed matrix plus `bias`: shape (n, outputs).
    pub fn apply(&self, x: ArrayView2<'_, f32>, bias: &[f32]) -> Array2<f32> {
        let mut y = Array2::zeros((x.nrows(), self.outputs()));
        let mut tile = Array2::zeros((TILE.min(self.outputs()), self.inputs));
        for (index, y) in y.axis_chunks_iter_mut(Axis(1), TILE).enumerate() {
            let first = index * TILE;
            self.apply_rows(first, x, &mut tile, y);
        }
        for mut row in y.rows_mut() {
            for ((y, scale), bias) in row.iter_mut().zip(&self.scales).zip(bias) {
                *y = *y * scale + bias;
            }
        }
        y
    }

    /// Computes the columns of a product that come from the rows at `first`, before scaling.
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
