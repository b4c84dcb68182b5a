//! Events: the changes of state of a game, declared chapter by chapter.
//!
//! A chapter declares its kinds with [`events!`](crate::events) and assigns them in its [`Chapter::apply`]; a game joins
//! its chapters with [`chapters!`](crate::chapters). Kinds, policies and reading follow from the declarations, so a kind
//! without a version, a policy or an arm in `apply` does not compile, and `apply` has nothing in reach but the event and
//! the state.

use serde_json::Value;

use super::policy::FactPolicy;
use super::stop::Defect;

/// A kind of event, and its version in the log.
pub type EventKind = (&'static str, u32);

/// The events of a game. They are serialised as `{"kind":…,"body":{…}}`; see [`chapters!`](crate::chapters).
pub trait Events: Clone + PartialEq + std::fmt::Debug + serde::Serialize + Sized {
    /// The state they change.
    type State;
    /// Every kind with its current version.
    const KINDS: &'static [EventKind];

    /// The kind.
    fn kind(&self) -> &'static str;
    /// The stored body, beside the kind.
    ///
    /// # Errors
    /// A value JSON cannot say.
    fn body(&self) -> Result<Value, serde_json::Error>;
    /// The event of a kind and a body, as the log stores them.
    ///
    /// # Errors
    /// An unknown kind, or a body that does not fit it.
    fn read<'de, D>(kind: &str, body: D) -> Result<Self, D::Error>
    where
        D: serde::Deserializer<'de> + Copy;
    /// Assigns the event's values to the state.
    ///
    /// # Errors
    /// An event that does not fit the state: a damaged log.
    fn apply(&self, state: &mut Self::State) -> Result<(), Defect>;
    /// The table's policy for it.
    fn policy(&self) -> FactPolicy;
}

/// The events of one chapter, which change the state `S`.
pub trait Chapter<S> {
    /// As [`Events::apply`]. It names every kind: a `_` would let a new one pass by in silence.
    ///
    /// # Errors
    /// An event that does not fit the state: a damaged log.
    fn apply(&self, state: &mut S) -> Result<(), Defect>;
}

/// All kinds of `chapters` in one list; `None` when one is named twice or they are not `N`.
pub const fn joined<const N: usize>(chapters: &[&[EventKind]]) -> Option<[EventKind; N]> {
    // Loops by hand: a constant can use neither iterators nor the equality of texts.
    let mut all = [("", 0); N];
    let (mut filled, mut chapter) = (0, 0);
    while chapter < chapters.len() {
        let mut at = 0;
        while at < chapters[chapter].len() {
            let kind = chapters[chapter][at];
            let mut before = 0;
            while before < filled {
                if same(all[before].0, kind.0) {
                    return None;
                }
                before += 1;
            }
            if filled == N {
                return None;
            }
            all[filled] = kind;
            filled += 1;
            at += 1;
        }
        chapter += 1;
    }
    if filled == N { Some(all) } else { None }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Declares the events of a chapter: each kind with its version in the log, its fields, and what the table may do with it,
/// a [`FactPolicy`] that may look at the fields.
///
/// ```ignore
/// events! {
///     /// What befalls the weather (13).
///     pub enum WeatherEvent {
///         /// A storm breaks (13.1).
///         1 StormBroke {
///             /// Where.
///             space: SpaceId,
///         } => FactPolicy::PUBLIC,
///     }
/// }
/// ```
///
/// It makes the enum, whose `apply` is written beside it as [`Chapter`], with `KINDS`, `kind`, `policy` and `read`. A body
/// is read straight into the fields of its kind and may hold nothing else.
#[macro_export]
macro_rules! events {
    ($(#[$about:meta])* pub enum $chapter:ident {$(
        $(#[$doc:meta])* $version:literal $kind:ident {
            $($(#[$note:meta])* $field:ident: $type:ty),* $(,)?
        } => $policy:expr,
    )+}) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(untagged)]
        #[allow(clippy::large_enum_variant, reason = "events are read and applied one at a time")]
        pub enum $chapter {
            $($(#[$doc])* $kind { $($(#[$note])* $field: $type),* },)+
        }

        impl $chapter {
            /// Every kind with its current version.
            pub const KINDS: &'static [$crate::game::EventKind] = &[$((stringify!($kind), $version)),+];

            /// The kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => stringify!($kind),)+
                }
            }

            /// The table's policy for it.
            pub fn policy(&self) -> $crate::game::FactPolicy {
                match self {
                    // A policy looks at what fields it will.
                    $(Self::$kind { $($field),* } => {
                        $(let _ = $field;)*
                        $policy
                    })+
                }
            }

            /// The event of a kind of this chapter; `None` for a kind of another.
            ///
            /// # Errors
            /// A body that does not fit the kind.
            pub fn read<'de, D>(kind: &str, body: D) -> Option<Result<Self, D::Error>>
            where
                D: serde::Deserializer<'de> + Copy,
            {
                // A struct for each kind, because an enum with a tag would copy the body first: its tag may
                // come last.
                $(if kind == stringify!($kind) {
                    #[derive(serde::Deserialize)]
                    #[serde(deny_unknown_fields)]
                    struct $kind { $($(#[$note])* $field: $type),* }
                    let event = <$kind as serde::Deserialize>::deserialize(body);
                    return Some(event.map(|$kind { $($field),* }| Self::$kind { $($field),* }));
                })+
                None
            }
        }
    };
}

/// Joins the chapters of a game into the type of its events, which implements [`Events`]. A kind that two chapters name
/// does not compile.
#[macro_export]
macro_rules! chapters {
    ($(#[$about:meta])* pub enum $name:ident of $state:ty {
        $($(#[$doc:meta])* $chapter:ident($events:ty),)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(clippy::large_enum_variant, reason = "events are read and applied one at a time")]
        pub enum $name {
            $($(#[$doc])* $chapter($events),)+
        }

        $(impl From<$events> for $name {
            fn from(event: $events) -> $name {
                $name::$chapter(event)
            }
        })+

        impl $crate::game::Events for $name {
            type State = $state;
            const KINDS: &'static [$crate::game::EventKind] = {
                const COUNT: usize = 0 $(+ <$events>::KINDS.len())+;
                const ALL: [$crate::game::EventKind; COUNT] = match $crate::game::joined(&[$(<$events>::KINDS),+]) {
                    Some(all) => all,
                    None => panic!("a kind of event is named twice"),
                };
                &ALL
            };

            fn kind(&self) -> &'static str {
                match self {
                    $($name::$chapter(event) => event.kind(),)+
                }
            }

            fn body(&self) -> Result<serde_json::Value, serde_json::Error> {
                match self {
                    $($name::$chapter(event) => serde_json::to_value(event),)+
                }
            }

            fn read<'de, D>(kind: &str, body: D) -> Result<$name, D::Error>
            where
                D: serde::Deserializer<'de> + Copy,
            {
                $(if let Some(event) = <$events>::read(kind, body) {
                    return event.map($name::$chapter);
                })+
                Err(serde::de::Error::custom(format!("there is no kind of event {kind}")))
            }

            fn apply(&self, state: &mut $state) -> Result<(), $crate::game::Defect> {
                match self {
                    $($name::$chapter(event) => $crate::game::Chapter::apply(event, state),)+
                }
            }

            fn policy(&self) -> $crate::game::FactPolicy {
                match self {
                    $($name::$chapter(event) => event.policy(),)+
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let mut whole = serializer.serialize_struct(stringify!($name), 2)?;
                whole.serialize_field("kind", $crate::game::Events::kind(self))?;
                match self {
                    $($name::$chapter(event) => whole.serialize_field("body", event)?,)+
                }
                whole.end()
            }
        }
    };
}
