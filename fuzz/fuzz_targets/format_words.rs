//! Any bytes in any format of transcripts (chosen by the first byte): the same units in blocks of any size,
//! with places inside of the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Format, Syntax};
use treescore_fuzz::formats::check_formats;

const FORMATS: [Option<Format>; 5] =
    [None, Some(Format::Plain), Some(Format::Trn), Some(Format::Kaldi), Some(Format::Stm)];

fuzz_target!(|data: &[u8]| check_formats(data, &FORMATS, Syntax::Forest));
