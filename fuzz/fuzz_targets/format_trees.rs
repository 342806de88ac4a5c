//! Any bytes in any format of trees (chosen by the first byte): the same units in blocks of any size, with
//! places inside of the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Format, Syntax};
use treescore_fuzz::formats::check_formats;

const FORMATS: [Option<Format>; 13] = [
    None,
    Some(Format::Brackets),
    Some(Format::Untagged),
    Some(Format::Bare),
    Some(Format::LemmaLeaves),
    Some(Format::Discbracket),
    Some(Format::Export),
    Some(Format::TigerXml),
    Some(Format::SgmlBrackets),
    Some(Format::Nbest),
    Some(Format::IdBrackets),
    Some(Format::ConllParse),
    Some(Format::Json),
];

fuzz_target!(|data: &[u8]| check_formats(data, &FORMATS, Syntax::Trees));
