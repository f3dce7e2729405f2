//! Tensors of a file in the format safetensors, one at a time.

use std::borrow::Cow;

use anyhow::{Context as _, Result, bail, ensure};
use half::{bf16, f16};
use safetensors::{
    Dtype,
    tensor::{Metadata, TensorInfo},
};

use crate::{
    folder::{Folder, Parts},
    matrix::Matrix,
};

pub const WEIGHTS: &str = "model.safetensors";
/// Added to the name of a matrix of bytes: the tensor that holds the factors of its rows.
pub const FACTORS: &str = ".factors";

/// What checkpoints put before the names of the tensors: that of the class they were saved from, or nothing.
const PREFIXES: [&str; 3] = ["", "bert.", "roberta."];
/// What the names of the tensors of an encoder begin with. A checkpoint may hold more, as heads for other tasks.
const PARTS: [&str; 2] = ["embeddings.", "encoder."];
/// The header's length comes before it, in this many bytes.
const LENGTH: usize = 8;
/// A header beyond this, in bytes, is not one.
const MAX_HEADER: usize = 16 << 20;

pub struct Weights {
    file: Parts,
    header: Metadata,
    /// Where the first tensor begins.
    start: usize,
    prefix: &'static str,
}

impl Weights {
    /// # Errors
    /// The file is missing or not in the format.
    pub fn open(folder: &Folder) -> Result<Self> {
        let mut file = folder.open(WEIGHTS)?.with_context(|| format!("{WEIGHTS} is missing"))?;
        let (header, start) =
            header(&mut file).with_context(|| format!("{WEIGHTS} is not in the format safetensors"))?;
        let prefix = PREFIXES
            .into_iter()
            .find(|prefix| header.info(&format!("{prefix}embeddings.word_embeddings.weight")).is_some())
            .with_context(|| format!("{WEIGHTS} has no tensor embeddings.word_embeddings.weight"))?;
        Ok(Self { file, header, start, prefix })
    }

    /// The names and shapes of all tensors that an encoder may use.
    pub fn parameters(&self) -> Vec<(String, Vec<usize>)> {
        let tensors = self.header.tensors().into_iter();
        let tensors =
            tensors.filter_map(|(name, info)| Some((name.strip_prefix(self.prefix)?.to_owned(), info)));
        tensors
            .filter(|(name, _)| PARTS.iter().any(|part| name.starts_with(part)))
            .filter(|(name, _)| name.ends_with(".weight") || name.ends_with(".bias"))
            .map(|(name, info)| (name, info.shape.clone()))
            .collect()
    }

    /// A matrix, as bytes if it is not of bytes already.
    ///
    /// # Errors
    /// It is missing, of another shape or type, or cannot be read.
    pub fn matrix(&mut self, name: &str, shape: [usize; 2]) -> Result<Matrix> {
        let info = self.info(name, &shape)?;
        if info.dtype == Dtype::I8 {
            let factors = self.vector(&format!("{name}{FACTORS}"), shape[0])?;
            return Ok(Matrix::new(self.bytes(name, &info)?, factors, shape[1]));
        }
        Ok(Matrix::quantise(&self.floats(name, &info)?, shape[1]))
    }

    /// # Errors
    /// It is missing, of another length or type, or cannot be read.
    pub fn vector(&mut self, name: &str, length: usize) -> Result<Vec<f32>> {
        let info = self.info(name, &[length])?;
        self.floats(name, &info)
    }

    fn info(&self, name: &str, shape: &[usize]) -> Result<TensorInfo> {
        let info = self.header.info(&format!("{}{name}", self.prefix));
        let info = info.with_context(|| format!("{WEIGHTS} has no tensor {name}"))?;
        ensure!(info.shape == shape, "{WEIGHTS}: {name} is of shape {:?}, not {shape:?}", info.shape);
        Ok(info.clone())
    }

    fn floats(&mut self, name: &str, info: &TensorInfo) -> Result<Vec<f32>> {
        let bytes = self.bytes(name, info)?;
        let values: Vec<f32> = match info.dtype {
            Dtype::F32 => numbers(&bytes, f32::from_le_bytes),
            Dtype::F16 => numbers(&bytes, |bytes| f16::from_le_bytes(bytes).to_f32()),
            Dtype::BF16 => numbers(&bytes, |bytes| bf16::from_le_bytes(bytes).to_f32()),
            other => bail!("{WEIGHTS}: {name} is of type {other}, which is not supported"),
        };
        ensure!(
            values.iter().all(|value| value.is_finite()),
            "{WEIGHTS}: {name} has values that are no numbers"
        );
        Ok(values)
    }

    fn bytes(&mut self, name: &str, info: &TensorInfo) -> Result<Cow<'static, [u8]>> {
        let (from, to) = info.data_offsets;
        let bytes = self.file.read(self.start + from..self.start + to);
        bytes.with_context(|| format!("{WEIGHTS}: {name} cannot be read"))
    }
}

/// The header, and where it ends.
fn header(file: &mut Parts) -> Result<(Metadata, usize)> {
    let length = file.read(0..LENGTH)?;
    let length = u64::from_le_bytes(length[..].try_into()?);
    ensure!(length <= MAX_HEADER as u64, "its header claims {length} bytes");
    let end = LENGTH + length as usize;
    Ok((serde_json::from_slice(&file.read(LENGTH..end)?)?, end))
}

fn numbers<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|bytes| number(*bytes)).collect()
}
