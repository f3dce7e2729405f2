//! Making a folder whose weights are bytes, as they are in memory: how the bundled model came to be.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result};
use safetensors::{Dtype, tensor::TensorView};

use crate::{
    config::{CONFIG, LIMIT, MODULES, POOLING},
    folder::Folder,
    tokens::TOKENIZER,
    weights::{FACTORS, WEIGHTS, Weights},
};

/// Writes the model of the folder `from` to the folder `to` in about a quarter of its size. Its vectors stay the same
/// to the last bit, and so do the bytes however often it is done.
///
/// # Errors
/// `from` has no weights that could be read, or `to` cannot be written.
pub fn quantise(from: &Path, to: &Path) -> Result<()> {
    let source = Folder::disk(from);
    let mut weights = Weights::open(&source)?;
    let mut tensors = BTreeMap::new();
    for (name, shape) in weights.parameters() {
        if let [rows, columns] = shape[..] {
            let matrix = weights.matrix(&name, [rows, columns])?;
            tensors.insert(
                format!("{name}{FACTORS}"),
                (Dtype::F32, vec![rows], little_endian(matrix.factors())),
            );
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
    for name in [CONFIG, LIMIT, MODULES, POOLING, TOKENIZER] {
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
