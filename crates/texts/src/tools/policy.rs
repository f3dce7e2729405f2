//! Why the policy asks about a call.

use crate::fluent::text;

/// A rule of the operator requires it.
pub fn operator_asks() -> &'static str {
    text!("policy-asks")
}

/// There is no more specific reason.
pub fn always() -> &'static str {
    text!("policy-always")
}

/// The call changes something in a group.
pub fn in_group() -> &'static str {
    text!("policy-group")
}

/// The only reason is other people's text in the turn.
pub fn because_of_others() -> &'static str {
    text!("policy-untrusted")
}

pub fn irreversible() -> &'static str {
    text!("policy-irreversible")
}
