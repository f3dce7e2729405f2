//! Statement parameters: how Rust values become SQL values.
//!
//! libSQL's own traits cannot be implemented for the types of `adjutant-domain`, which knows no database; the traits
//! here can.

use std::time::Duration;

use adjutant_domain::{
    ids::{
        AttachmentId, CallId, ClientId, CollectionId, EntryId, ItemId, NoteId, PageId, PictureId, PostId,
        RevisionId, RunId, ScheduleId, SectionId, SessionId, SiteId, SiteMessageId, TurnId, UserId,
    },
    origin::Sources,
    outbox_key::{KeyPrefix, OutboxKey},
    timestamp::Timestamp,
};
use libsql::Value;

/// A value that can be a statement's parameter.
pub trait ToValue {
    /// Returns the value as SQL stores it.
    fn to_value(self) -> Value;
}

/// The parameters of one statement, in order.
pub trait Params {
    /// Returns the parameters as SQL values.
    fn into_values(self) -> Vec<Value>;
}

/// Makes [`Params`] from values of different types.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        <[_]>::into_vec(Box::new([$($crate::db::ToValue::to_value($value)),*]))
    };
}

macro_rules! by_into {
    ($($type:ty),*) => {
        $(impl ToValue for $type {
            fn to_value(self) -> Value {
                self.into()
            }
        })*
    };
}

by_into!(i64, i32, u32, f64, &str, String, &[u8], Vec<u8>, Value);

macro_rules! by_text {
    ($($id:ty),*) => {
        $(impl ToValue for $id {
            fn to_value(self) -> Value {
                Value::Text(self.0)
            }
        }

        impl ToValue for &$id {
            fn to_value(self) -> Value {
                Value::Text(self.0.clone())
            }
        })*
    };
}

by_text!(
    AttachmentId,
    CallId,
    ClientId,
    CollectionId,
    EntryId,
    ItemId,
    NoteId,
    PageId,
    PictureId,
    PostId,
    RevisionId,
    RunId,
    ScheduleId,
    SectionId,
    SessionId,
    SiteId,
    SiteMessageId,
    TurnId,
    UserId
);

impl ToValue for &OutboxKey {
    fn to_value(self) -> Value {
        Value::Text(self.to_string())
    }
}

impl ToValue for &KeyPrefix {
    fn to_value(self) -> Value {
        Value::Text(self.to_string())
    }
}

impl ToValue for &Sources {
    fn to_value(self) -> Value {
        self.stored().to_value()
    }
}

impl ToValue for bool {
    fn to_value(self) -> Value {
        Value::Integer(self.into())
    }
}

impl ToValue for Timestamp {
    fn to_value(self) -> Value {
        Value::Integer(self.as_millis())
    }
}

impl ToValue for Duration {
    /// Returns the milliseconds, as of a [`Timestamp`].
    fn to_value(self) -> Value {
        Value::Integer(i64::try_from(self.as_millis()).unwrap_or(i64::MAX))
    }
}

impl ToValue for &String {
    fn to_value(self) -> Value {
        Value::Text(self.clone())
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(self) -> Value {
        self.map_or(Value::Null, T::to_value)
    }
}

impl Params for () {
    fn into_values(self) -> Vec<Value> {
        Vec::new()
    }
}

impl Params for Vec<Value> {
    fn into_values(self) -> Vec<Value> {
        self
    }
}

impl<T: ToValue, const N: usize> Params for [T; N] {
    fn into_values(self) -> Vec<Value> {
        self.into_iter().map(T::to_value).collect()
    }
}

macro_rules! by_tuple {
    ($($name:ident),*) => {
        impl<$($name: ToValue),*> Params for ($($name,)*) {
            #[expect(non_snake_case, reason = "a value is named like its type")]
            fn into_values(self) -> Vec<Value> {
                let ($($name,)*) = self;
                vec![$($name.to_value()),*]
            }
        }
    };
}

by_tuple!(A, B);
by_tuple!(A, B, C);
by_tuple!(A, B, C, D);
by_tuple!(A, B, C, D, E);
