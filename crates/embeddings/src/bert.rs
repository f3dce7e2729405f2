//! The BERT network: embeddings, then layers of attention and two dense steps. The texts of a batch lie one after
//! another without padding; only the attention needs to know where each ends.

use std::ops::Range;

use anyhow::{Result, ensure};
use ndarray::{Array2, ArrayView2, Axis, AxisDescription, Slice, linalg::general_mat_mul};

use crate::{
    config::{Config, Pooling},
    math,
    matrix::Matrix,
    weights::Weights,
};

pub struct Bert {
    words: Matrix,
    positions: Matrix,
    /// Row 0, the type of a text that is not the second of a pair, is added to every token.
    token_types: Matrix,
    norm: Norm,
    layers: Vec<Layer>,
    heads: usize,
    first_position: usize,
}

struct Layer {
    query: Dense,
    key: Dense,
    value: Dense,
    attention_output: Dense,
    attention_norm: Norm,
    intermediate: Dense,
    output: Dense,
    norm: Norm,
}

struct Dense {
    weights: Matrix,
    bias: Vec<f32>,
}

struct Norm {
    weight: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

impl Bert {
    /// # Errors
    /// Returns an error if a tensor is missing or its shape differs from `config`.
    pub fn load(weights: &mut Weights, config: &Config) -> Result<Self> {
        let width = config.hidden_size;
        Ok(Self {
            words: weights.matrix("embeddings.word_embeddings.weight", [config.vocab_size, width])?,
            positions: weights
                .matrix("embeddings.position_embeddings.weight", [config.max_position_embeddings, width])?,
            token_types: weights
                .matrix("embeddings.token_type_embeddings.weight", [config.type_vocab_size, width])?,
            norm: Norm::load(weights, "embeddings.LayerNorm", config)?,
            layers: (0..config.num_hidden_layers)
                .map(|index| Layer::load(weights, &format!("encoder.layer.{index}"), config))
                .collect::<Result<_>>()?,
            heads: config.num_attention_heads,
            first_position: config.first_position(),
        })
    }

    /// Returns the vector of each text, given as token ids. The texts may differ in length.
    ///
    /// # Errors
    /// Returns an error if a token is outside the vocabulary, or a text has no tokens or more tokens than there are
    /// positions.
    pub fn encode(&self, texts: &[Vec<u32>], pooling: Pooling) -> Result<Vec<Vec<f32>>> {
        let mut end = 0;
        let spans: Vec<Range<usize>> = texts
            .iter()
            .map(|text| {
                end += text.len();
                end - text.len()..end
            })
            .collect();
        let mut x = self.embed(texts, end)?;
        for layer in &self.layers {
            x = layer.apply(x, &spans, self.heads);
        }
        Ok(spans.into_iter().map(|span| pool(x.slice_axis(Axis(0), span.into()), pooling)).collect())
    }

    fn embed(&self, texts: &[Vec<u32>], tokens: usize) -> Result<Array2<f32>> {
        let mut x = Array2::zeros((tokens, self.words.inputs()));
        let positions = self.positions.outputs() - self.first_position;
        let mut rows = rows(&mut x);
        for text in texts {
            ensure!(
                (1..=positions).contains(&text.len()),
                "a text has {} tokens; the model takes 1 to {positions}",
                text.len()
            );
            for ((position, &token), row) in text.iter().enumerate().zip(&mut rows) {
                let token = token as usize;
                ensure!(
                    token < self.words.outputs(),
                    "the tokeniser's token {token} is beyond the vocabulary"
                );
                self.words.add_row(token, row);
                self.positions.add_row(self.first_position + position, row);
                self.token_types.add_row(0, row);
            }
        }
        drop(rows);
        self.norm.apply(&mut x);
        Ok(x)
    }
}

impl Layer {
    fn load(weights: &mut Weights, name: &str, config: &Config) -> Result<Self> {
        let (width, wide) = (config.hidden_size, config.intermediate_size);
        let mut dense = |part: &str, shape| Dense::load(weights, &format!("{name}.{part}"), shape);
        let query = dense("attention.self.query", [width, width])?;
        let key = dense("attention.self.key", [width, width])?;
        let value = dense("attention.self.value", [width, width])?;
        let attention_output = dense("attention.output.dense", [width, width])?;
        let intermediate = dense("intermediate.dense", [wide, width])?;
        let output = dense("output.dense", [width, wide])?;
        let attention_norm = Norm::load(weights, &format!("{name}.attention.output.LayerNorm"), config)?;
        let norm = Norm::load(weights, &format!("{name}.output.LayerNorm"), config)?;
        Ok(Self { query, key, value, attention_output, attention_norm, intermediate, output, norm })
    }

    fn apply(&self, x: Array2<f32>, spans: &[Range<usize>], heads: usize) -> Array2<f32> {
        let context = self.attend(&x, spans, heads);
        let mut x = x + self.attention_output.apply(&context);
        self.attention_norm.apply(&mut x);
        let mut wide = self.intermediate.apply(&x);
        rows(&mut wide).for_each(math::gelu);
        let mut x = x + self.output.apply(&wide);
        self.norm.apply(&mut x);
        x
    }

    /// Self-attention: mixes each token with the others of its text. Each head has columns of its own.
    fn attend(&self, x: &Array2<f32>, spans: &[Range<usize>], heads: usize) -> Array2<f32> {
        let (query, key, value) = (self.query.apply(x), self.key.apply(x), self.value.apply(x));
        let mut context = Array2::zeros(x.raw_dim());
        let columns = x.ncols() / heads;
        let scale = (columns as f32).sqrt().recip();
        for span in spans {
            let mut scores = Array2::zeros((span.len(), span.len()));
            for head in 0..heads {
                let part = |of: AxisDescription| match of.axis {
                    Axis(0) => Slice::from(span.clone()),
                    _ => Slice::from(head * columns..(head + 1) * columns),
                };
                let (query, key, value) =
                    (query.slice_each_axis(part), key.slice_each_axis(part), value.slice_each_axis(part));
                general_mat_mul(scale, &query, &key.t(), 0.0, &mut scores);
                rows(&mut scores).for_each(math::softmax);
                general_mat_mul(1.0, &scores, &value, 0.0, &mut context.slice_each_axis_mut(part));
            }
        }
        context
    }
}

impl Dense {
    fn load(weights: &mut Weights, name: &str, shape: [usize; 2]) -> Result<Self> {
        Ok(Self {
            weights: weights.matrix(&format!("{name}.weight"), shape)?,
            bias: weights.vector(&format!("{name}.bias"), shape[0])?,
        })
    }

    fn apply(&self, x: &Array2<f32>) -> Array2<f32> {
        self.weights.apply(x.view(), &self.bias)
    }
}

impl Norm {
    fn load(weights: &mut Weights, name: &str, config: &Config) -> Result<Self> {
        Ok(Self {
            weight: weights.vector(&format!("{name}.weight"), config.hidden_size)?,
            bias: weights.vector(&format!("{name}.bias"), config.hidden_size)?,
            epsilon: config.layer_norm_eps,
        })
    }

    fn apply(&self, x: &mut Array2<f32>) {
        rows(x).for_each(|row| math::layer_norm(row, &self.weight, &self.bias, self.epsilon));
    }
}

/// Pools the vectors of a text's tokens into one vector of unit length.
fn pool(tokens: ArrayView2<'_, f32>, pooling: Pooling) -> Vec<f32> {
    let mut vector = match pooling {
        Pooling::Mean => tokens.sum_axis(Axis(0)),
        Pooling::Cls => tokens.row(0).to_owned(),
    };
    let length = vector.dot(&vector).sqrt();
    vector /= length.max(f32::MIN_POSITIVE);
    vector.to_vec()
}

fn rows(x: &mut Array2<f32>) -> impl Iterator<Item = &mut [f32]> {
    let columns = x.ncols();
    x.as_slice_mut().expect("arrays made here are contiguous").chunks_exact_mut(columns)
}
