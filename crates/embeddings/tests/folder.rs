//! Models in folders: tiny ones with random weights, made here.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, fs, path::Path};

use adjutant_embeddings::{Encoder, model_of, quantise};
use safetensors::{Dtype, tensor::TensorView};
use serde_json::{Value, json};
use tempfile::TempDir;

const WIDTH: usize = 16;
const WIDE: usize = 32;
const WORDS: [&str; 8] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "river", "bridge", "##s", "stone"];

#[test]
fn a_folder_is_opened_and_encodes() {
    let model = Model::bert();
    let encoder = Encoder::open(model.path()).unwrap();
    assert_eq!(encoder.dimensions(), WIDTH);
    let vectors = encoder.encode(&["river bridges", "stone", "", "River, Bridges"]).unwrap();
    for vector in &vectors {
        assert!((vector.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
    }
    assert_ne!(vectors[0], vectors[1]);
    // The vocabulary has no comma, so it becomes an unknown token.
    assert_ne!(vectors[0], vectors[3]);
    assert_eq!(
        encoder.encode(&[&"river ".repeat(10_000)]).unwrap(),
        encoder.encode(&[&"river ".repeat(6)]).unwrap()
    );
}

#[test]
fn the_model_is_named_by_all_that_decides_about_vectors() {
    let model = Model::bert();
    let name = model_of(model.path()).unwrap();
    assert_eq!(Encoder::open(model.path()).unwrap().model(), name);
    assert_eq!(Model::bert().renamed(&name), name, "the same files give the same checksum");

    model.edit("config.json", |config| config["layer_norm_eps"] = json!(1e-5));
    let with_other_config = model_of(model.path()).unwrap();
    model.write("1_Pooling/config.json", &json!({ "pooling_mode_cls_token": true }));
    let with_other_pooling = model_of(model.path()).unwrap();
    assert!(name != with_other_config && with_other_config != with_other_pooling);
}

#[test]
fn pooling_by_the_first_token_is_another_vector() {
    let model = Model::bert();
    let mean = Encoder::open(model.path()).unwrap().encode(&["river stone"]).unwrap();
    model.write(
        "1_Pooling/config.json",
        &json!({ "pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false }),
    );
    let first = Encoder::open(model.path()).unwrap().encode(&["river stone"]).unwrap();
    assert_ne!(mean, first);
}

#[test]
fn roberta_leaves_out_the_positions_up_to_the_padding() {
    let model = Model::bert();
    let bert = Encoder::open(model.path()).unwrap().encode(&["river"]).unwrap();
    model.edit("config.json", |config| config["model_type"] = json!("xlm-roberta"));
    let encoder = Encoder::open(model.path()).unwrap();
    assert_ne!(encoder.encode(&["river"]).unwrap(), bert);
    // Padding takes one position; the last one can still be used.
    encoder.encode(&[&"river ".repeat(100)]).unwrap();
}

#[test]
fn quantised_folders_give_the_same_vectors() {
    let model = Model::bert();
    let small = TempDir::new().unwrap();
    quantise(model.path(), small.path()).unwrap();
    let (from, to) = (Encoder::open(model.path()).unwrap(), Encoder::open(small.path()).unwrap());
    assert_eq!(from.encode(&["river bridges"]).unwrap(), to.encode(&["river bridges"]).unwrap());
}

#[test]
fn names_with_the_class_in_front_and_half_precision_are_understood() {
    let model = Model::with(|name| format!("bert.{name}"), Dtype::BF16);
    let vectors = Encoder::open(model.path()).unwrap().encode(&["river"]).unwrap();
    assert_eq!(vectors[0].len(), WIDTH);
}

#[test]
fn errors_name_the_file_and_what_is_wrong() {
    type Damage = fn(&Model);
    let cases: [(Damage, &str); 11] = [
        (|model| model.remove("config.json"), "config.json is missing"),
        (|model| model.remove("tokenizer.json"), "tokenizer.json is missing"),
        (|model| model.remove("model.safetensors"), "model.safetensors is missing"),
        (
            |model| model.edit("config.json", |config| config["model_type"] = json!("t5")),
            r#"config.json: model_type "t5" is not supported, only ["bert", "roberta", "xlm-roberta", "camembert"]"#,
        ),
        (
            |model| model.edit("config.json", |config| config["hidden_act"] = json!("relu")),
            r#"config.json: hidden_act "relu" is not supported, only "gelu""#,
        ),
        (
            |model| model.edit("config.json", |config| config["num_attention_heads"] = json!(3)),
            "config.json: hidden_size 16 does not divide into num_attention_heads 3",
        ),
        (
            |model| model.edit("config.json", |config| config["vocab_size"] = json!(9)),
            "model.safetensors: embeddings.word_embeddings.weight is of shape [8, 16], not [9, 16]",
        ),
        (
            |model| model.edit("config.json", |config| config["num_hidden_layers"] = json!(3)),
            "model.safetensors has no tensor encoder.layer.2.attention.self.query.weight",
        ),
        (
            |model| model.write("1_Pooling/config.json", &json!({ "pooling_mode_max_tokens": true })),
            "1_Pooling/config.json: only pooling by the mean or by the first token is supported",
        ),
        (
            |model| model.write("modules.json", &json!([{ "type": "sentence_transformers.models.Dense" }])),
            r#"modules.json: a module "sentence_transformers.models.Dense" is not supported"#,
        ),
        (
            |model| model.write("sentence_bert_config.json", &json!({ "max_seq_length": 2 })),
            "sentence_bert_config.json: max_seq_length is 2; it must be more than 2, the tokens that enclose every text",
        ),
    ];
    for (damage, message) in cases {
        let model = Model::bert();
        damage(&model);
        assert_eq!(format!("{:#}", Encoder::open(model.path()).err().unwrap()), message);
    }
}

#[test]
fn broken_weights_are_an_error() {
    let whole = fs::read(Model::bert().path().join("model.safetensors")).unwrap();
    let huge = [&u64::MAX.to_le_bytes()[..], &whole[8..]].concat();
    for broken in [&whole[..0], &whole[..7], &whole[..100], &whole[..whole.len() - 1], &huge] {
        let model = Model::bert();
        fs::write(model.path().join("model.safetensors"), broken).unwrap();
        let error = format!("{:#}", Encoder::open(model.path()).err().unwrap());
        assert!(error.starts_with("model.safetensors"), "{error}");
    }
}

#[test]
fn a_token_beyond_the_vocabulary_is_an_error() {
    let model = Model::bert();
    model.edit("tokenizer.json", |tokenizer| tokenizer["model"]["vocab"]["river"] = json!(800));
    let error = Encoder::open(model.path()).unwrap().encode(&["river"]).unwrap_err();
    assert_eq!(error.to_string(), "the tokeniser's token 800 is beyond the vocabulary");
}

/// A model of two layers and eight words in a folder of its own.
struct Model(TempDir);

impl Model {
    fn bert() -> Self {
        Self::with(ToOwned::to_owned, Dtype::F32)
    }

    fn with(rename: impl Fn(&str) -> String, kind: Dtype) -> Self {
        let model = Self(TempDir::new().unwrap());
        model.write("config.json", &json!({
            "model_type": "bert", "vocab_size": WORDS.len(), "hidden_size": WIDTH, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": WIDE, "hidden_act": "gelu",
            "max_position_embeddings": 8, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "pad_token_id": 0,
        }));
        let vocabulary: BTreeMap<_, _> = WORDS.iter().zip(0..).collect();
        model.write(
            "tokenizer.json",
            &json!({
                "version": "1.0", "added_tokens": [], "truncation": null,
                "padding": { "strategy": { "Fixed": 128 }, "direction": "Right", "pad_to_multiple_of": null,
                    "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]" },
                "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                    "strip_accents": null, "lowercase": true },
                "pre_tokenizer": { "type": "BertPreTokenizer" },
                "post_processor": { "type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2] },
                "decoder": null,
                "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                    "max_input_chars_per_word": 100, "vocab": vocabulary },
            }),
        );
        let tensors = tensors(kind);
        let views = tensors.iter().map(|(name, (shape, bytes))| {
            (rename(name), TensorView::new(kind, shape.clone(), bytes).unwrap())
        });
        let weights = safetensors::serialize(views, None).unwrap();
        fs::write(model.path().join("model.safetensors"), weights).unwrap();
        model
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, content: &Value) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content.to_string()).unwrap();
    }

    fn edit(&self, name: &str, change: impl Fn(&mut Value)) {
        let mut content = serde_json::from_slice(&fs::read(self.path().join(name)).unwrap()).unwrap();
        change(&mut content);
        self.write(name, &content);
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path().join(name)).unwrap();
    }

    /// Returns the model's name as if its folder had the name in `like`.
    fn renamed(&self, like: &str) -> String {
        let name = model_of(self.path()).unwrap();
        format!("{} {}", like.split(' ').next().unwrap(), name.split(' ').next_back().unwrap())
    }
}

fn tensors(kind: Dtype) -> BTreeMap<String, (Vec<usize>, Vec<u8>)> {
    let mut shapes = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![WORDS.len(), WIDTH]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![8, WIDTH]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, WIDTH]),
    ];
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for layer in ["encoder.layer.0", "encoder.layer.1"] {
        for (dense, out, into) in [
            ("attention.self.query", WIDTH, WIDTH),
            ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", WIDE, WIDTH),
            ("output.dense", WIDTH, WIDE),
        ] {
            shapes.push((format!("{layer}.{dense}.weight"), vec![out, into]));
            shapes.push((format!("{layer}.{dense}.bias"), vec![out]));
        }
        norms.extend([format!("{layer}.attention.output.LayerNorm"), format!("{layer}.output.LayerNorm")]);
    }
    for norm in norms {
        shapes.push((format!("{norm}.weight"), vec![WIDTH]));
        shapes.push((format!("{norm}.bias"), vec![WIDTH]));
    }
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut bytes_of = |count: usize| -> Vec<u8> {
        let bits = (0..count).map(|_| next().to_bits());
        match kind {
            Dtype::BF16 => bits.flat_map(|bits| ((bits >> 16) as u16).to_le_bytes()).collect(),
            _ => bits.flat_map(u32::to_le_bytes).collect(),
        }
    };
    shapes
        .into_iter()
        .map(|(name, shape)| {
            let bytes = bytes_of(shape.iter().product());
            (name, (shape, bytes))
        })
        .collect()
}
