//! Reads tensors from a safetensors file, one at a time.

use std::borrow::Cow;

use anyhow::{Context as _, Result, bail, ensure};
use half::{bf16, f16};
use safetensors::{
    Dtype,
    tensor::{Metadata, TensorInfo},
};

use crate::{
    folder::{FileReader, Folder},
    matrix::Matrix,
};

/// The name of the file with the tensors.
pub const WEIGHTS: &str = "model.safetensors";
/// Suffix of the tensor that holds the row scales of a byte matrix.
pub const SCALES: &str = ".factors";

/// Prefixes of tensor names in checkpoints: the class they were saved from, or none.
const CLASS_PREFIXES: [&str; 3] = ["", "bert.", "roberta."];
/// Prefixes of an encoder's tensors. A checkpoint may hold more, such as heads for other tasks.
const ENCODER_PREFIXES: [&str; 2] = ["embeddings.", "encoder."];
/// Bytes of the header's length field, which comes before the header.
const LENGTH_BYTES: usize = 8;
/// The largest header accepted, in bytes.
const MAX_HEADER_BYTES: usize = 16 << 20;

/// An open file of tensors.
pub struct Weights {
    file: FileReader,
    header: Metadata,
    /// Byte offset of the first tensor.
    start: usize,
    prefix: &'static str,
}

impl Weights {
    /// # Errors
    /// Returns an error if the file is missing or is not in the safetensors format.
    pub fn open(folder: &Folder) -> Result<Self> {
        let mut file = folder.open(WEIGHTS)?.with_context(|| format!("{WEIGHTS} is missing"))?;
        let (header, start) =
            read_header(&mut file).with_context(|| format!("{WEIGHTS} is not in the safetensors format"))?;
        let prefix = CLASS_PREFIXES
            .into_iter()
            .find(|prefix| header.info(&format!("{prefix}embeddings.word_embeddings.weight")).is_some())
            .with_context(|| format!("{WEIGHTS} has no tensor embeddings.word_embeddings.weight"))?;
        Ok(Self { file, header, start, prefix })
    }

    /// Returns the names and shapes of all tensors that an encoder may use.
    pub fn parameters(&self) -> Vec<(String, Vec<usize>)> {
        let tensors = self.header.tensors().into_iter();
        let tensors =
            tensors.filter_map(|(name, info)| Some((name.strip_prefix(self.prefix)?.to_owned(), info)));
        tensors
            .filter(|(name, _)| ENCODER_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
            .filter(|(name, _)| name.ends_with(".weight") || name.ends_with(".bias"))
            .map(|(name, info)| (name, info.shape.clone()))
            .collect()
    }

    /// Reads a matrix, and quantises it unless it has byte weights already.
    ///
    /// # Errors
    /// Returns an error if the tensor is missing, has another shape or type, or cannot be read.
    pub fn matrix(&mut self, name: &str, shape: [usize; 2]) -> Result<Matrix> {
        let info = self.info(name, &shape)?;
        if info.dtype == Dtype::I8 {
            let scales = self.vector(&format!("{name}{SCALES}"), shape[0])?;
            return Ok(Matrix::new(self.bytes(name, &info)?, scales, shape[1]));
        }
        Ok(Matrix::quantise(&self.floats(name, &info)?, shape[1]))
    }

    /// # Errors
    /// Returns an error if the tensor is missing, has another length or type, or cannot be read.
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
            Dtype::F32 => decode(&bytes, f32::from_le_bytes),
            Dtype::F16 => decode(&bytes, |bytes| f16::from_le_bytes(bytes).to_f32()),
            Dtype::BF16 => decode(&bytes, |bytes| bf16::from_le_bytes(bytes).to_f32()),
            other => bail!("{WEIGHTS}: {name} is of type {other}, which is not supported"),
        };
        ensure!(
            values.iter().all(|value| value.is_finite()),
            "{WEIGHTS}: {name} has values that are not finite numbers"
        );
        Ok(values)
    }

    fn bytes(&mut self, name: &str, info: &TensorInfo) -> Result<Cow<'static, [u8]>> {
        let (from, to) = info.data_offsets;
        let bytes = self.file.read(self.start + from..self.start + to);
        bytes.with_context(|| format!("{WEIGHTS}: {name} cannot be read"))
    }
}

/// Returns the header, and the offset at which it ends.
fn read_header(file: &mut FileReader) -> Result<(Metadata, usize)> {
    let length = file.read(0..LENGTH_BYTES)?;
    let length = u64::from_le_bytes(length[..].try_into()?);
    ensure!(length <= MAX_HEADER_BYTES as u64, "its header claims {length} bytes");
    let end = LENGTH_BYTES + length as usize;
    Ok((serde_json::from_slice(&file.read(LENGTH_BYTES..end)?)?, end))
}

fn decode<const N: usize>(bytes: &[u8], decode_one: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|bytes| decode_one(*bytes)).collect()
}
