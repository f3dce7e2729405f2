//! Reads the tool's definition from the function: name, description, parameters and output.

use quote::format_ident;
use syn::{
    Attribute, Expr, ExprLit, FnArg, GenericArgument, Ident, ItemFn, Lifetime, Lit, Meta, Pat, PatType, Path,
    PathArguments, ReturnType, Signature, Type, TypeImplTrait, TypeReference, ext::IdentExt,
    parse_quote_spanned, spanned::Spanned, visit::Visit,
};

use crate::errors::Errors;

/// The longest name of a tool or parameter, in characters; model providers refuse longer ones.
const MAX_NAME: usize = 64;
/// The longest description of a tool, in characters.
const MAX_DESCRIPTION: usize = 160;

pub struct Definition {
    /// The name that the model calls.
    pub name: String,
    /// The name in Pascal case: the type that a toolset registers.
    pub tool_type: Ident,
    pub description: String,
    pub takes_context: bool,
    pub parameters: Vec<Parameter>,
    /// The `T` of `Result<Outcome<T>, ToolError>`.
    pub output: Type,
}

/// A parameter for the model.
pub struct Parameter {
    pub ident: Ident,
    /// Doc comments, `#[serde(..)]` and `#[schemars(..)]`.
    pub attributes: Vec<Attribute>,
    /// The type of the field in the arguments.
    pub ty: Type,
    /// Whether the function takes a `&str` where the arguments hold a `String`.
    pub is_borrowed_str: bool,
}

impl Definition {
    /// Returns `None` if the mistakes added to `errors` leave no usable definition.
    pub fn read(function: &ItemFn, errors: &mut Errors) -> Option<Self> {
        let signature = &function.sig;
        check_form(signature, errors);
        let name = name(&signature.ident, "tool", errors);
        let description = description(function, errors);
        let mut takes_context = false;
        let mut parameters = Vec::new();
        for (position, input) in signature.inputs.iter().enumerate() {
            match input {
                FnArg::Receiver(receiver) => {
                    errors.at(receiver, "a tool is a free function; take what it needs from `&Context`");
                }
                FnArg::Typed(typed) if is_context(&typed.ty) => {
                    check_context(position, typed, errors);
                    takes_context = true;
                }
                FnArg::Typed(typed) => parameters.extend(parameter(typed, errors)),
            }
        }
        let output = output(signature, errors);
        let name = name?;
        Some(Self {
            tool_type: format_ident!("{}", pascal_case(&name), span = signature.ident.span()),
            name,
            description: description?,
            takes_context,
            parameters,
            output: output?,
        })
    }
}

fn check_form(signature: &Signature, errors: &mut Errors) {
    if signature.asyncness.is_none() {
        errors.at(signature.fn_token, "a tool is asynchronous; write `async fn`");
    }
    if let Some(unsafety) = &signature.unsafety {
        errors.at(unsafety, "the kit calls a tool without checking any safety contract; remove `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, "a tool is called from Rust only; remove `extern`");
    }
    let generics = &signature.generics;
    if !generics.params.is_empty() {
        errors.at(
            &generics.params,
            "the arguments of a tool have one schema; write concrete types and no generics",
        );
    }
    if let Some(clause) = &generics.where_clause {
        errors.at(clause, "the arguments of a tool have one schema; write concrete types and no `where`");
    }
}

/// Checks that a name is ASCII snake case: words of `a-z` and `0-9`, joined by single underscores, beginning with a
/// letter.
fn name(ident: &Ident, what: &str, errors: &mut Errors) -> Option<String> {
    let name = ident.unraw().to_string();
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.split('_').all(is_word) {
        let message = format!(
            "the model reads the name of a {what}; \
             write it in snake case with a-z, 0-9 and single underscores, as in `text_length`"
        );
        errors.at(ident, message);
        return None;
    }
    if name.len() > MAX_NAME {
        let message = format!(
            "the name of a {what} has at most {MAX_NAME} characters, this one {}; shorten it",
            name.len()
        );
        errors.at(ident, message);
    }
    Some(name)
}

fn description(function: &ItemFn, errors: &mut Errors) -> Option<String> {
    let name = &function.sig.ident;
    let Some(text) = first_paragraph(&function.attrs) else {
        errors.at(
            name,
            format!("`{name}` has no description for the model; add a doc comment to the function"),
        );
        return None;
    };
    let length = text.chars().count();
    if length > MAX_DESCRIPTION {
        let message = format!(
            "the description has at most {MAX_DESCRIPTION} characters, this one {length}; \
             shorten the first paragraph and put the rest below it or into `details = \"file.txt\"`"
        );
        let first = function.attrs.iter().find(|attribute| attribute.path().is_ident("doc"));
        errors.at(first, message);
    }
    Some(text)
}

fn parameter(typed: &PatType, errors: &mut Errors) -> Option<Parameter> {
    let ident = match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => pattern.ident.clone(),
        pattern => {
            errors.at(
                pattern,
                "the model fills in parameters by name; write a plain name and destructure it in the body",
            );
            return None;
        }
    };
    name(&ident, "parameter", errors);
    if first_paragraph(&typed.attrs).is_none() {
        errors.at(&ident, format!("`{ident}` has no description for the model; add a doc comment above it"));
    }
    for attribute in &typed.attrs {
        if !["doc", "serde", "schemars"].iter().any(|known| attribute.path().is_ident(known)) {
            errors.at(
                attribute,
                "a parameter takes doc comments, `#[serde(..)]` and `#[schemars(..)]`; \
                 put other attributes on the function",
            );
        }
    }
    let is_borrowed_str =
        matches!(shared_reference_target(&typed.ty), Some(Type::Path(path)) if path.path.is_ident("str"));
    let ty = if is_borrowed_str {
        parse_quote_spanned! { typed.ty.span() => ::std::string::String }
    } else {
        let advice = "write `&str`, or an owned type that implements `JsonSchema` and `DeserializeOwned`";
        RejectBorrows { errors, advice }.visit_type(&typed.ty);
        (*typed.ty).clone()
    };
    Some(Parameter { ident, attributes: typed.attrs.clone(), ty, is_borrowed_str })
}

/// Returns whether the type names the kit's context, whether or not in the right form.
fn is_context(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_context(&reference.elem),
        Type::Group(group) => is_context(&group.elem),
        Type::Paren(paren) => is_context(&paren.elem),
        Type::Path(path) => last_name(&path.path).is_some_and(|name| name == "Context"),
        _ => false,
    }
}

fn check_context(position: usize, typed: &PatType, errors: &mut Errors) {
    if position != 0 {
        errors.at(typed, "the context comes before the arguments; make it the first parameter");
    }
    if !matches!(shared_reference_target(&typed.ty), Some(Type::Path(_))) {
        errors.at(&typed.ty, "the context is lent for the call; write `&Context`");
    }
    for attribute in &typed.attrs {
        errors.at(attribute, "the model does not see the context; remove this attribute");
    }
}

fn output(signature: &Signature, errors: &mut Errors) -> Option<Type> {
    const FORM: &str = "a tool returns `Result<Outcome<T>, ToolError>`";
    let ReturnType::Type(_, returned) = &signature.output else {
        errors.at(&signature.ident, format!("{FORM}; write it after the parameters"));
        return None;
    };
    let output = arguments_of(returned, "Result").and_then(|arguments| match arguments[..] {
        [outcome, Type::Path(error)] if last_name(&error.path).is_some_and(|name| name == "ToolError") => {
            arguments_of(outcome, "Outcome")
        }
        _ => None,
    });
    let Some([output]) = output.as_deref() else {
        errors.at(returned, format!("{FORM}; write exactly that"));
        return None;
    };
    RejectBorrows { errors, advice: "the output outlives the call; return an owned type that implements `JsonSchema` and `Serialize`" }
        .visit_type(output);
    Some((*output).clone())
}

/// Returns the types between the angle brackets of `name<..>`.
fn arguments_of<'a>(ty: &'a Type, name: &str) -> Option<Vec<&'a Type>> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Returns the target of a reference without a lifetime and without `mut`.
fn shared_reference_target(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(TypeReference { lifetime: None, mutability: None, elem, .. }) => Some(elem),
        Type::Group(group) => shared_reference_target(&group.elem),
        Type::Paren(paren) => shared_reference_target(&paren.elem),
        _ => None,
    }
}

fn last_name(path: &Path) -> Option<&Ident> {
    path.segments.last().map(|segment| &segment.ident)
}

/// Reports borrowed types, and `impl Trait`, which is not a single type.
struct RejectBorrows<'a> {
    errors: &'a mut Errors,
    advice: &'static str,
}

impl Visit<'_> for RejectBorrows<'_> {
    fn visit_type_reference(&mut self, reference: &TypeReference) {
        self.errors.at(reference, self.advice);
    }

    fn visit_type_impl_trait(&mut self, implementing: &TypeImplTrait) {
        self.errors.at(implementing, self.advice);
    }

    fn visit_lifetime(&mut self, lifetime: &Lifetime) {
        self.errors.at(lifetime, self.advice);
    }
}

/// Returns the first paragraph of the doc comments, joined to one line; `None` if there is none.
fn first_paragraph(attributes: &[Attribute]) -> Option<String> {
    let text: Vec<_> = attributes.iter().filter_map(doc_text).collect();
    let lines = text.iter().flat_map(|text| text.lines()).map(str::trim);
    let paragraph: Vec<_> =
        lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
    (!paragraph.is_empty()).then(|| paragraph.join(" "))
}

fn doc_text(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            // A line of `///` without text is empty, and ends a paragraph.
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(format!("{}\n", text.value())),
            _ => None,
        },
        _ => None,
    }
}

fn pascal_case(name: &str) -> String {
    let capitalised = |word: &str| {
        let mut characters = word.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(characters).collect::<String>()
    };
    name.split('_').map(capitalised).collect()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn the_first_paragraph_becomes_one_line() {
        let function: ItemFn = parse_quote! {
            ///
            /// Says how long
            ///   a text is.
            ///
            /// Nobody needs to know more.
            fn text_length() {}
        };
        assert_eq!(first_paragraph(&function.attrs).as_deref(), Some("Says how long a text is."));
    }

    #[test]
    fn a_block_comment_is_a_doc_comment() {
        let function: ItemFn = parse_quote! {
            /** Says how long
            a text is. */
            fn text_length() {}
        };
        assert_eq!(first_paragraph(&function.attrs).as_deref(), Some("Says how long a text is."));
    }

    #[test]
    fn a_name_becomes_a_type() {
        for (name, expected) in [("text_length", "TextLength"), ("http2_get", "Http2Get"), ("a_1", "A1")] {
            assert_eq!(pascal_case(name), expected);
        }
    }
}
