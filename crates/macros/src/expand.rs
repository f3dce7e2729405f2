//! Generates the code that a handwritten tool would have.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Error, FnArg, Ident, ItemFn, Path};

use crate::{
    definition::{Definition, Parameter},
    errors::Errors,
    options::Options,
};

/// Returns the function with its tool, or the function with the errors, so that an editor still understands its body.
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    let function: ItemFn = match syn::parse2(item) {
        Ok(function) => function,
        Err(error) => {
            return Error::new(error.span(), "`#[tool]` applies only to an `async fn`").into_compile_error();
        }
    };
    let mut errors = Errors::default();
    let options = Options::parse(options, &mut errors);
    let definition = Definition::read(&function, &mut errors);
    let errors = errors.into_tokens();
    let tool = match (options, definition) {
        (Some(options), Some(definition)) if errors.is_empty() => {
            implementation(&function, &definition, &options)
        }
        _ => errors,
    };
    let function = without_parameter_attributes(function);
    quote! { #function #tool }
}

/// Returns the function without the parameter attributes, which only the fields of the arguments may have.
fn without_parameter_attributes(mut function: ItemFn) -> ItemFn {
    for input in &mut function.sig.inputs {
        match input {
            FnArg::Typed(typed) => typed.attrs.clear(),
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
        }
    }
    function
}

fn implementation(function: &ItemFn, definition: &Definition, options: &Options) -> TokenStream {
    let Definition { tool_type, output, .. } = definition;
    let visibility = &function.vis;
    let docs = attributes_named(&function.attrs, "doc");
    let conditions: Vec<_> = attributes_named(&function.attrs, "cfg").collect();
    // The name is one that nobody writes, so that the struct does not hide one of the user's types.
    let arguments_type = format_ident!("__{tool_type}Arguments");
    let fields = definition.parameters.iter().map(|Parameter { attributes, ident, ty, .. }| {
        quote! { #(#attributes)* #ident: #ty }
    });
    let meta = meta(definition, options);
    let call = call(&function.sig.ident, definition);
    let requirement =
        options.requirement.iter().map(|assess| requirement(assess, definition, &arguments_type));
    // Mixed-site names hide none of the user's functions. They begin with an underscore because a tool may leave either
    // of them unused.
    quote_spanned! { Span::mixed_site() =>
        #(#conditions)*
        #(#docs)*
        #visibility struct #tool_type;

        #(#conditions)*
        const _: () = {
            #[derive(::serde::Deserialize, ::schemars::JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub struct #arguments_type { #(#fields),* }

            #[::async_trait::async_trait]
            impl ::adjutant_tools::kit::Tool for #tool_type {
                type Args = #arguments_type;
                type Output = #output;
                const META: ::adjutant_tools::kit::Meta = #meta;

                #(#requirement)*

                async fn execute(
                    &self,
                    _context: &::adjutant_tools::kit::Context,
                    _arguments: #arguments_type,
                ) -> ::core::result::Result<
                    ::adjutant_tools::kit::Outcome<#output>,
                    ::adjutant_tools::kit::ToolError,
                > {
                    #call
                }
            }
        };
    }
}

/// Builds `Meta::new(..)` with the given options; the kit's defaults apply to the rest.
fn meta(definition: &Definition, options: &Options) -> TokenStream {
    let Definition { name, description, .. } = definition;
    let category = variant("Category", &options.category);
    let tier = variant("Tier", &options.tier);
    let details = options.details.iter().map(|file| quote_spanned! { file.span() => include_str!(#file) });
    let risk = options.risk.iter().map(|risk| variant("Risk", risk));
    let lists = [("needs", &options.needs), ("may_use", &options.may_use)]
        .into_iter()
        .filter(|(_, permissions)| !permissions.is_empty())
        .map(|(method, permissions)| {
            let method = format_ident!("{method}");
            let permissions = permissions.iter().map(|permission| variant("Permission", permission));
            quote! { .#method(&[#(#permissions),*]) }
        });
    let tags = (!options.tags.is_empty()).then(|| {
        let tags = &options.tags;
        quote! { .tags(&[#(#tags),*]) }
    });
    let timeout = options.timeout.map(|timeout| {
        let (seconds, nanoseconds) = (timeout.as_secs(), timeout.subsec_nanos());
        quote! { .timeout(::core::time::Duration::new(#seconds, #nanoseconds)) }
    });
    let idempotent = options.idempotent.then(|| quote! { .idempotent() });
    let asks = options.asks.then(|| quote! { .asks(::adjutant_tools::kit::ApprovalMode::Always) });
    quote! {
        ::adjutant_tools::kit::Meta::new(#name, #description, #category, #tier)
            #(.details(#details))* #(.risk(#risk))* #(#lists)* #tags #timeout #idempotent #asks
    }
}

fn variant(kind: &str, variant: &Ident) -> TokenStream {
    let kind = format_ident!("{kind}");
    quote! { ::adjutant_tools::kit::#kind::#variant }
}

/// Builds the method that calls the function of the option `requirement`.
fn requirement(assess: &Path, definition: &Definition, arguments_type: &Ident) -> TokenStream {
    let arguments = definition.parameters.iter().map(|Parameter { ident, .. }| {
        quote_spanned! { Span::mixed_site() => &_arguments.#ident }
    });
    quote_spanned! { Span::mixed_site() =>
        async fn requirement(
            &self,
            _context: &::adjutant_tools::kit::Context,
            _arguments: &#arguments_type,
        ) -> ::core::result::Result<
            ::adjutant_tools::kit::CallAssessment,
            ::adjutant_tools::kit::ToolError,
        > {
            #assess(_context, #(#arguments),*).await
        }
    }
}

/// Builds the call of the function in `execute`.
fn call(function: &Ident, definition: &Definition) -> TokenStream {
    let context = definition.takes_context.then(|| quote_spanned! { Span::mixed_site() => _context });
    let arguments = definition.parameters.iter().map(|Parameter { ident, is_borrowed_str, .. }| {
        let reference = is_borrowed_str.then(|| quote! { & });
        quote_spanned! { Span::mixed_site() => #reference _arguments.#ident }
    });
    let given = context.into_iter().chain(arguments);
    quote! { #function(#(#given),*).await }
}

fn attributes_named<'a>(
    attributes: &'a [Attribute],
    name: &'static str,
) -> impl Iterator<Item = &'a Attribute> {
    attributes.iter().filter(move |attribute| attribute.path().is_ident(name))
}
