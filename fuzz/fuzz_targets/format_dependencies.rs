//! Any bytes as CoNLL-U: words with heads, or the tree of a comment, the same in blocks of any size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Format, Syntax};
use treescore_fuzz::formats::check_formats;

fuzz_target!(|data: &[u8]| check_formats(data, &[Some(Format::Conllu), None], Syntax::Trees));
