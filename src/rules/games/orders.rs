//! Orders as values, declared chapter by chapter, so that no rule is given an order that it cannot read.

/// Declares the orders of a chapter: each verb, what the chapter makes of it, and how that is read from the arguments
/// of its game.
///
/// ```ignore
/// orders! {
///     /// The orders for the weather (13).
///     pub enum WeatherOrder from order: Arguments<'_> {
///         /// 13.1 A ship sits out a storm.
///         "shelter" => Shelter { ship: ShipId = order.ship("ship")? },
///     }
/// }
/// ```
///
/// It makes the enum with `read`, which gives `None` for the verb of another chapter and for arguments that cannot be read.
macro_rules! orders {
    ($(#[$about:meta])* pub enum $chapter:ident from $order:ident: $arguments:ty {$(
        $(#[$doc:meta])* $verb:literal => $kind:ident $({ $($field:ident: $type:ty = $read:expr),+ $(,)? })?,
    )+}) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "fields are the arguments on the verb's page in `commands/`")]
        pub enum $chapter {
            $($(#[$doc])* $kind $({ $($field: $type),+ })?,)+
        }

        impl $chapter {
            /// Reads an order of this chapter; `None` if it is none.
            pub fn read($order: &$arguments) -> Option<$chapter> {
                Some(match $order.verb() {
                    $($verb => $chapter::$kind $({ $($field: $read),+ })?,)+
                    _ => return None,
                })
            }
        }
    };
}

pub(in crate::games) use orders;
