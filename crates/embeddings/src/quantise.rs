//! Converts a model folder to byte weights, the form they have in memory. The bundled model was made with it.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result};
use safetensors::{Dtype, tensor::TensorView};

use crate::{
    config::{CONFIG, MODULES, POOLING, SENTENCE_CONFIG},
    folder::Folder,
    tokens::TOKENIZER,
    weights::{SCALES, WEIGHTS, Weights},
};

/// Writes the model in the folder `from` to the folder `to`, at about a quarter of its size. The vectors stay the same
/// to the last bit, and repeated conversion yields the same bytes.
///
/// # Errors
/// Returns an error if the weights in `from` cannot be read, or `to` cannot be written.
pub fn quantise(from: &Path, to: &Path) -> Result<()> {
    let source = Folder::disk(from);
    let mut weights = Weights::open(&source)?;
    let mut tensors = BTreeMap::new();
    for (name, shape) in weights.parameters() {
        if let [rows, columns] = shape[..] {
            let matrix = weights.matrix(&name, [rows, columns])?;
            tensors
                .insert(format!("{name}{SCALES}"), (Dtype::F32, vec![rows], little_endian(matrix.scales())));
            tensors.insert(name, (Dtype::I8, shape, matrix.bytes().to_vec()));
        } else if let [length] = shape[..] {
            let vector = weights.vector(&name, length)?;
            tensors.insert(name, (Dtype::F32, shape, little_endian(&vector)));
        }
    }
    let views = tensors
        .iter()
        .map(|(name, (kind, shape, bytes))| Ok((name, TensorView::new(*kind, shape.clone(), bytes)?)));
    let bytes = safetensors::serialize(views.collect::<Result<Vec<_>>>()?, None)?;
    write(to, WEIGHTS, &bytes)?;
    for name in [CONFIG, SENTENCE_CONFIG, MODULES, POOLING, TOKENIZER] {
        if let Some(bytes) = source.read(name)? {
            write(to, name, &bytes)?;
        }
    }
    Ok(())
}

fn little_endian(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(&path, bytes))
        .with_context(|| format!("{name} cannot be written"))
}
