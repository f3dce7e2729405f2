//! Finds the SQL statements of the project in its source.
//!
//! `Tx` takes statements as `&'static str`, so each is a literal in the source, or is composed by `concat!` from
//! literals and from `macro_rules!` of the same crate. All of them are read here as the compiler reads them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, LitStr};

/// The words that begin a statement that reads or changes rows.
const VERBS: [&str; 6] = ["SELECT ", "WITH ", "INSERT ", "UPDATE ", "DELETE ", "REPLACE "];

/// A statement, and its file.
#[derive(Debug)]
pub struct Statement {
    pub file: PathBuf,
    pub sql: String,
}

/// Macros by name: the names of their parameters, and their body.
pub type Macros = BTreeMap<String, (Vec<String>, TokenStream)>;

/// Returns the statements in the source of a crate, without those of its tests.
///
/// # Panics
/// Panics if a statement is composed in a way that is not understood here, so that none escapes.
pub fn statements(src: &Path) -> Vec<Statement> {
    let mut files = Vec::new();
    read(src, &mut files);
    let defined = |(file, tokens): &(PathBuf, TokenStream)| (file.clone(), macros(tokens.clone()));
    let mut defined: Vec<_> = files.iter().map(defined).filter(|(_, macros)| !macros.is_empty()).collect();
    let mut found = Vec::new();
    for (file, tokens) in files {
        // The nearest definition of a name applies.
        defined.sort_by_key(|(other, _)| shared_folders(&file, other));
        let macros = defined.iter().flat_map(|(_, macros)| macros.clone()).collect();
        let statement = |sql| Statement { file: file.clone(), sql };
        found.extend(in_tokens(tokens, &macros).into_iter().map(statement));
    }
    found
}

/// Returns how many leading components two paths share.
fn shared_folders(file: &Path, other: &Path) -> usize {
    file.components().zip(other.components()).take_while(|(a, b)| a == b).count()
}

/// Adds the tokens of all files in a folder and its subfolders, except test files.
fn read(folder: &Path, files: &mut Vec<(PathBuf, TokenStream)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if matches!(name, "tests" | "testing" | "samples" | "isolation") {
            continue;
        }
        if path.is_dir() {
            read(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let tokens = tokens(&fs::read_to_string(&path).unwrap());
            files.push((path, tokens));
        }
    }
}

/// Returns the tokens of a file's code, without its test module.
pub fn tokens(code: &str) -> TokenStream {
    let items = syn::parse_file(code).unwrap().items;
    items.into_iter().filter(|item| !is_for_tests(item)).map(Item::into_token_stream).collect()
}

/// Returns the statements among tokens that may use these macros.
pub fn in_tokens(tokens: TokenStream, macros: &Macros) -> Vec<String> {
    let mut texts = Vec::new();
    collect(tokens, macros, &mut texts);
    texts.retain(|text| is_statement(text));
    texts
}

fn is_statement(text: &str) -> bool {
    let text = text.trim_start();
    VERBS.iter().any(|verb| text.starts_with(verb))
}

fn is_for_tests(item: &Item) -> bool {
    let is_for_tests = |attribute: &Attribute| {
        attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test")
    };
    matches!(item, Item::Mod(module) if module.attrs.iter().any(is_for_tests))
}

/// Returns every text literal in the source of a crate, with its file. Leaves out tests and documentation.
pub fn texts(src: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    read(src, &mut files);
    let mut found = Vec::new();
    for (file, tokens) in files {
        let mut texts = Vec::new();
        literals(tokens, &mut texts);
        found.extend(texts.into_iter().map(|text| (file.clone(), text)));
    }
    found
}

/// Adds the text literals among these tokens, including those in macros, but not `#[doc = "…"]`.
fn literals(tokens: TokenStream, texts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Literal(token) => texts.extend(literal(&token)),
            TokenTree::Group(group) if !is_documentation(&group) => literals(group.stream(), texts),
            _ => {}
        }
    }
}

fn is_documentation(group: &Group) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

/// Returns the macros that these tokens define.
pub fn macros(tokens: TokenStream) -> Macros {
    let mut macros = Macros::new();
    define(tokens, &mut macros);
    macros
}

/// Adds the macros that these tokens define. Leaves out macros with several arms: no SQL macro has them.
fn define(tokens: TokenStream, macros: &mut Macros) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for window in tokens.windows(4) {
        let [TokenTree::Ident(word), _, TokenTree::Ident(name), TokenTree::Group(arms)] = window else {
            continue;
        };
        let arms: Vec<_> = arms.stream().into_iter().collect();
        if *word == "macro_rules"
            && let [TokenTree::Group(parameters), _, _, TokenTree::Group(body)]
            | [TokenTree::Group(parameters), _, _, TokenTree::Group(body), TokenTree::Punct(_)] =
                arms.as_slice()
        {
            macros.insert(name.to_string(), (names(parameters.stream()), body.stream()));
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            define(group.stream(), macros);
        }
    }
}

/// Returns the names in `$name:fragment, ...`.
fn names(parameters: TokenStream) -> Vec<String> {
    let tokens: Vec<_> = parameters.into_iter().collect();
    let name = |pair: &[TokenTree]| match pair {
        [TokenTree::Punct(dollar), TokenTree::Ident(name)] if dollar.as_char() == '$' => {
            Some(name.to_string())
        }
        _ => None,
    };
    tokens.windows(2).filter_map(name).collect()
}

/// Adds the texts among these tokens: literals, and the results of macros.
fn collect(tokens: TokenStream, macros: &Macros, texts: &mut Vec<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        rest = after;
        match (token, after) {
            // The body of a definition counts at its uses.
            (TokenTree::Ident(word), [_, _, TokenTree::Group(_), after @ ..]) if *word == "macro_rules" => {
                rest = after;
            }
            (TokenTree::Ident(name), [TokenTree::Punct(bang), TokenTree::Group(arguments), after @ ..])
                if bang.as_char() == '!' && (*name == "concat" || macros.contains_key(&name.to_string())) =>
            {
                let arguments = arguments.stream();
                match expand(&name.to_string(), arguments.clone(), macros) {
                    Some(text) => texts.push(text),
                    None => assert_no_statement(&name.to_string(), arguments, macros),
                }
                rest = after;
            }
            (TokenTree::Group(group), _) => collect(group.stream(), macros, texts),
            (TokenTree::Literal(token), _) => texts.extend(literal(token)),
            _ => {}
        }
    }
}

/// Returns the text of `concat!(ARGUMENTS)` or of a known macro; `None` if it is not a text.
fn expand(name: &str, arguments: TokenStream, macros: &Macros) -> Option<String> {
    let arguments = split(arguments);
    if name == "concat" {
        return arguments.into_iter().map(|piece| text(piece, macros)).collect();
    }
    let (parameters, body) = macros.get(name)?;
    let values = parameters.iter().cloned().zip(arguments).collect();
    text(substitute(body.clone(), &values), macros)
}

/// Returns the text of an expression: a literal, or a call of a macro.
fn text(expression: TokenStream, macros: &Macros) -> Option<String> {
    let tokens: Vec<_> = expression.into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Literal(token)] => literal(token),
        // The value of a parameter may be a group without delimiters.
        [TokenTree::Group(group)] => text(group.stream(), macros),
        [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Group(arguments)] => {
            expand(&name.to_string(), arguments.stream(), macros)
        }
        _ => None,
    }
}

/// Returns tokens with parameters replaced by their values.
fn substitute(body: TokenStream, values: &BTreeMap<String, TokenStream>) -> TokenStream {
    let mut tokens = body.into_iter().peekable();
    let mut done = TokenStream::new();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(dollar), Some(TokenTree::Ident(name))) if dollar.as_char() == '$' => {
                done.extend(values.get(&name.to_string()).cloned());
                tokens.next();
            }
            (TokenTree::Group(group), _) => {
                let inner = substitute(group.stream(), values);
                done.extend([TokenTree::from(Group::new(group.delimiter(), inner))]);
            }
            _ => done.extend([token]),
        }
    }
    done
}

/// Splits arguments at their commas.
fn split(arguments: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<_> = arguments.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    tokens
        .split(is_comma)
        .map(|argument| argument.iter().cloned().collect::<TokenStream>())
        .filter(|argument| !argument.is_empty())
        .collect()
}

fn literal(token: &Literal) -> Option<String> {
    syn::parse_str::<LitStr>(&token.to_string()).ok().map(|text| text.value())
}

/// Fails if a macro call without a text nevertheless contains the beginning of a statement.
fn assert_no_statement(name: &str, arguments: TokenStream, macros: &Macros) {
    let mut texts = Vec::new();
    collect(arguments, &Macros::new(), &mut texts);
    if let Some((_, body)) = macros.get(name) {
        collect(body.clone(), &Macros::new(), &mut texts);
    }
    let found = texts.iter().find(|text| is_statement(text));
    assert!(
        found.is_none(),
        "{name}!: a statement that cannot be read, so nobody knows how it is planned: {found:?}"
    );
}
