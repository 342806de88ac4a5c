//! Settings with a few named values.

/// Defines an enum whose values are written in signatures and options under the given names.
///
/// ```
/// treescore::values::choice! {
///     /// What to compare.
///     Compare {
///         /// Labels and spans.
///         Labelled = "labels",
///         /// Spans only.
///         Unlabelled = "spans",
///     }
/// }
/// assert_eq!("spans".parse(), Ok(Compare::Unlabelled));
/// assert_eq!(Compare::VALUES, ["labels", "spans"]);
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// All values, as written in signatures and options.
            pub const VALUES: &'static [&'static str] = &[$($text,)+];

            /// The value as written in signatures and options.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($text => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }
    };
}

pub use choice;
