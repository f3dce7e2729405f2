//! Why the policy asks about a call.

use crate::fluent::text;

/// A rule of the operator's wants it.
pub fn operator_asks() -> &'static str {
    text!("policy-asks")
}

/// Nothing better can be said.
pub fn always() -> &'static str {
    text!("policy-always")
}

/// It changes something in a group.
pub fn in_group() -> &'static str {
    text!("policy-group")
}

/// Only words of others in the turn are the reason.
pub fn because_of_others() -> &'static str {
    text!("policy-untrusted")
}

pub fn irreversible() -> &'static str {
    text!("policy-irreversible")
}
