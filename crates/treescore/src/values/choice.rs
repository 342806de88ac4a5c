//! Settings with a few values that have names.

/// An enum whose values are written in signatures and options as they are named here.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

pub(crate) use choice;
