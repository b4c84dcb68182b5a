//! One declaration of a pack for all that follows from its parts and its files.

/// Declares a pack by its files, each with the parts that stand in it, and makes of that the struct, the files with their
/// built-in texts from `data/`, and the reading of both.
///
/// A file of `whole` holds one part, whose own keys are named after `of`. `sound` checks a pack, `reworded` is
/// [`Layout::reworded`](super::Layout::reworded), `anew`
/// [`Layout::fit_for_new_tables`](super::Layout::fit_for_new_tables).
macro_rules! pack {
    (
        game: $game:literal, format: $format:literal, sound: $sound:path, reworded: $reworded:path
        $(, anew: $anew:path)?;
        $(#[$meta:meta])*
        pub struct Pack {
            $(in $file:literal {
                $($(#[$doc:meta])* $part:ident: $type:ty,)+
            })+
            $(whole $whole_file:literal {
                $(#[$whole_doc:meta])* $whole:ident: $whole_type:ty, of $($key:literal)+,
            })?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Pack {
            $($($(#[$doc])* pub $part: $type,)+)+
            $($(#[$whole_doc])* pub $whole: $whole_type,)?
        }

        /// The files of a pack and their built-in text.
        pub const FILES: &[(&str, &str)] = &[
            $(($file, include_str!(concat!("data/", $file))),)+
            $(($whole_file, include_str!(concat!("data/", $whole_file))),)?
        ];

        impl $crate::games::pack::Layout for Pack {
            const GAME: &'static str = $game;
            const FORMAT: u32 = $format;
            const FILES: &'static [(&'static str, &'static str)] = FILES;

            fn file_of(part: &str) -> &'static str {
                $(if [$(stringify!($part)),+].contains(&part) {
                    return $file;
                })+
                $(if [stringify!($whole), $($key),+].contains(&part) {
                    return $whole_file;
                })?
                FILES[0].0
            }

            fn from_texts(texts: &$crate::games::pack::Texts) -> Result<Pack, PackFileFault> {
                // A struct for each file, so that a part in the wrong file is an unknown key and not read in
                // silence.
                $(let ($($part,)+) = {
                    #[derive(serde::Deserialize)]
                    #[serde(deny_unknown_fields)]
                    struct File {
                        $($part: $type,)+
                    }
                    let File { $($part),+ } = texts.parse($file)?;
                    ($($part,)+)
                };)+
                $(let $whole = texts.parse($whole_file)?;)?
                Ok(Pack { $($($part,)+)+ $($whole)? })
            }

            fn from_parts(
                parts: &mut $crate::games::pack::Parts,
            ) -> Result<Pack, $crate::games::pack::Amiss> {
                Ok(Pack {
                    $($($part: parts.take(stringify!($part))?,)+)+
                    $($whole: parts.take(stringify!($whole))?,)?
                })
            }

            fn sound(&self) -> $crate::games::pack::Checked {
                $sound(self)
            }

            $(fn fit_for_new_tables(&self) -> $crate::games::pack::Checked {
                $anew(self)
            })?

            fn reworded(key: &str, message: &str) -> Option<$crate::reason::Reason> {
                $reworded(key, message)
            }
        }

        impl Pack {
            /// A pack from files, each given as its name without a folder and its text; a file of [`FILES`] that is not
            /// given is the built-in one.
            ///
            /// # Errors
            /// The first thing found wrong, with the place in the file.
            pub fn from_files(
                files: impl IntoIterator<Item = (String, String)>,
            ) -> Result<Pack, PackFileFault> {
                $crate::games::pack::from_files(files)
            }

            /// A pack from its canonical JSON, as a log stores it.
            ///
            /// # Errors
            /// The first thing found wrong; the file named is the one in which the key stands in a folder.
            pub fn from_value(value: serde_json::Value) -> Result<Pack, PackFileFault> {
                $crate::games::pack::from_value(value)
            }

            /// The pack as a JSON value, as a log stores it.
            pub fn to_value(&self) -> serde_json::Value {
                $crate::games::pack::to_value(self)
            }

            /// Checks everything a pack must hold to be played.
            ///
            /// # Errors
            /// The first thing found wrong.
            pub fn check(&self) -> Result<(), PackFileFault> {
                $crate::games::pack::check(self)
            }
        }
    };
}
pub(crate) use pack;

/// Makes `$chart` a pack that passed every check, whose first field shares it with what is looked up in it. A clone shares it.
macro_rules! checked_pack {
    ($chart:ident) => {
        static BUILTIN: std::sync::LazyLock<Result<$chart, PackFileFault>> =
            std::sync::LazyLock::new(|| Pack::from_files([]).and_then($chart::new));

        impl $chart {
            /// The built-in pack.
            ///
            /// # Panics
            /// When the built-in pack is bad, which a test rules out.
            pub fn builtin() -> $chart {
                match &*BUILTIN {
                    Ok(chart) => chart.clone(),
                    Err(fault) => panic!("the built-in pack: {fault:?}"),
                }
            }

            /// The pack.
            pub fn pack(&self) -> &Pack {
                &self.0.pack
            }
        }

        impl Pack {
            /// The pack the program brings along.
            pub fn builtin() -> Pack {
                $chart::builtin().pack().clone()
            }
        }

        impl PartialEq for $chart {
            fn eq(&self, other: &$chart) -> bool {
                std::sync::Arc::ptr_eq(&self.0, &other.0) || self.0.pack == other.0.pack
            }
        }

        impl Eq for $chart {}

        impl std::fmt::Debug for $chart {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($chart), self.0.pack.title.en)
            }
        }
    };
}
pub(crate) use checked_pack;
