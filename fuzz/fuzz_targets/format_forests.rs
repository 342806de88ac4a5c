//! Any bytes as utterances with trees, or as intents and slots (chosen by the first byte): the same units in
//! blocks of any size, with places inside of the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Format, Syntax};
use treescore_fuzz::formats::check_formats;

const FORMATS: [Option<Format>; 5] =
    [None, Some(Format::Forest), Some(Format::Frames), Some(Format::Top), Some(Format::Json)];

fuzz_target!(|data: &[u8]| check_formats(data, &FORMATS, Syntax::Forest));
