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
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// All values, as written in signatures and options.
            pub const VALUES: &'static [&'static str] = &[$($text,)+];

            /// The value as written in signatures and options.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> ::core::result::Result<Self, ()> {
                match text {
                    $($text => ::core::result::Result::Ok(Self::$variant),)+
                    _ => ::core::result::Result::Err(()),
                }
            }
        }

        // Through this crate, so that the caller does not need serde.
        impl $crate::values::counts::serde::Serialize for $name {
            fn serialize<S: $crate::values::counts::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub use choice;
