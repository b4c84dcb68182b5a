//! The declaration of table events: once, with everything that follows from the kind.

/// The maker of an entry of a kind, and the fields beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// A player or the game master: named in `by`, without a cause.
    Player,
    /// As [`Maker::Player`]; or nobody, if it follows from another entry, such as the last consent.
    PlayerOrCause,
    /// Somebody at a door without a seat here: `by` is empty, and there is no cause.
    Door,
    /// The program, by itself: no `by`, no door, no key, no cause.
    Program,
    /// Another entry, from which it follows.
    Cause,
}

/// Declares the table events, each once, by the matters they belong to:
///
/// ```ignore
/// /// The end of the table.
/// End(EndEvent) {
///     /// A seat gives the game up.
///     1 Resigned by Player {
///         /// The seat.
///         seat: String,
///     } body { check_id(seat, "a seat") } place(entry) { entry.is_of_seat(seat) };
/// }
/// ```
///
/// The number is the kind's version, `by` its [`Maker`]. `body` checks the fields by themselves, `place` against the entry they
/// stand in; both see the fields by reference, and either may be left out. Kinds in `whole` have a type as their body.
///
/// It makes the enum of each matter and the one of them all, with `KINDS`, `kind`, `maker`, `body`, `read` and both checks. A body
/// holds the fields and nothing else, and none of them is left out when it is empty. The log knows kinds alone: moving one to
/// another matter changes no stored byte.
macro_rules! table_events {
    (
        $(#[$about:meta])*
        pub enum $name:ident
        whole {$(
            $(#[$whole_doc:meta])* $whole_version:literal $whole:ident($content:ty) by $whole_maker:ident
            place($whole_entry:ident) { $whole_place:expr };
        )+}
        matters {$(
            $(#[$matter_doc:meta])*
            $matter:ident($events:ident) $(#[$attribute:meta])* {$(
                $(#[$doc:meta])* $version:literal $kind:ident by $maker:ident
                $({ $($(#[$note:meta])* $field:ident: $type:ty,)+ })?
                $(body { $check:expr })? $(place($entry:ident) { $place:expr })?;
            )+}
        )+}
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name {
            $($(#[$whole_doc])* $whole($content),)+
            $($(#[$matter_doc])* $matter($events),)+
        }

        impl $name {
            /// Every kind, as in `kind`, with its present version.
            pub const KINDS: &'static [(&'static str, u32)] = &[
                $((stringify!($whole), $whole_version),)+
                $($((stringify!($kind), $version),)+)+
            ];

            /// The kind's name, as in an entry.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$whole(_) => stringify!($whole),)+
                    $(Self::$matter(event) => event.kind(),)+
                }
            }

            /// The maker of an entry of this kind.
            pub fn maker(&self) -> Maker {
                match self {
                    $(Self::$whole(_) => Maker::$whole_maker,)+
                    $(Self::$matter(event) => event.maker(),)+
                }
            }

            /// The body of an entry of this kind.
            pub fn body(&self) -> Value {
                match self {
                    $(Self::$whole(content) => json_of(content),)+
                    $(Self::$matter(event) => event.body(),)+
                }
            }

            /// The event of a kind in its present version.
            fn read<'de, D: Deserializer<'de>>(kind: &str, body: D) -> Result<Self, D::Error> {
                // Comparisons one after the other, because `stringify!` is no pattern.
                $(if kind == stringify!($whole) {
                    return Deserialize::deserialize(body).map(Self::$whole);
                })+
                $($(if kind == stringify!($kind) {
                    #[derive(Deserialize)]
                    #[serde(deny_unknown_fields)]
                    struct $kind {
                        $($(#[serde(deserialize_with = "present")] $field: $type,)+)?
                    }
                    let $kind { $($($field),+)? } = <$kind as Deserialize>::deserialize(body)?;
                    return Ok(Self::$matter($events::$kind { $($($field),+)? }));
                })+)+
                Err(serde::de::Error::custom(format!("there is no table event {kind}")))
            }

            /// Checks the fields by themselves.
            pub(in crate::log) fn check(&self) -> Result<(), NotCanonical> {
                match self {
                    $(Self::$whole(content) => content.check(),)+
                    $(Self::$matter(event) => event.check(),)+
                }
            }

            /// Checks the fields against their entry.
            pub(in crate::log) fn check_place(&self, entry: &Entry) -> Result<(), NotCanonical> {
                match self {
                    $(Self::$whole(_) => {
                        let $whole_entry = entry;
                        $whole_place
                    })+
                    $(Self::$matter(event) => event.check_place(entry),)+
                }
            }
        }

        $(
            $(#[$matter_doc])*
            #[derive(Debug, Clone, PartialEq, Eq)]
            $(#[$attribute])*
            pub enum $events {
                $($(#[$doc])* $kind $({ $($(#[$note])* $field: $type,)+ })?,)+
            }

            impl From<$events> for $name {
                fn from(event: $events) -> $name {
                    $name::$matter(event)
                }
            }

            impl $events {
                fn kind(&self) -> &'static str {
                    match self {
                        $(Self::$kind { .. } => stringify!($kind),)+
                    }
                }

                fn maker(&self) -> Maker {
                    match self {
                        $(Self::$kind { .. } => Maker::$maker,)+
                    }
                }

                fn body(&self) -> Value {
                    match self {
                        $(Self::$kind { $($($field),+)? } => Value::Object(Map::from_iter([
                            $($((stringify!($field).to_owned(), json_of($field)),)+)?
                        ])),)+
                    }
                }

                #[allow(unused_variables, reason = "not every field is checked")]
                fn check(&self) -> Result<(), NotCanonical> {
                    match self {
                        $(Self::$kind { $($($field),+)? } => {
                            $($check?;)?
                            Ok(())
                        })+
                    }
                }

                #[allow(unused_variables, reason = "not every field is checked")]
                fn check_place(&self, entry: &Entry) -> Result<(), NotCanonical> {
                    match self {
                        $(Self::$kind { $($($field),+)? } => {
                            $(let $entry = entry; $place?;)?
                            Ok(())
                        })+
                    }
                }
            }
        )+
    };
}

pub(super) use table_events;
