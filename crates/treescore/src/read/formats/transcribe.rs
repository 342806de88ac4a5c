//! The words of transcripts, with alternatives and optional words.

use crate::read::tape::Tape;

/// Writes the words of a transcript: of `{ a / b / @ }` the first, of `(word)` the word. Both are counted.
pub(super) fn transcribe<'t>(fields: impl Iterator<Item = &'t [u8]>, tape: &mut Tape) {
    let (mut depth, mut is_skipping) = (0u64, false);
    for word in fields.flat_map(pieces) {
        match word {
            b"{" => {
                tape.counts.add("alternations", u64::from(depth == 0));
                depth += 1;
            }
            b"}" if depth > 0 => {
                depth -= 1;
                is_skipping &= depth > 0;
            }
            b"/" if depth > 0 => is_skipping = true,
            _ if is_skipping || word == b"@" => {}
            [b'(', inner @ .., b')'] if !inner.is_empty() => {
                tape.counts.add("optional", 1);
                tape.word(None, inner);
            }
            _ => tape.word(None, word),
        }
    }
}

/// Cuts a field before and after each brace.
fn pieces(field: &[u8]) -> impl Iterator<Item = &[u8]> {
    field.chunk_by(|left, right| !matches!(left, b'{' | b'}') && !matches!(right, b'{' | b'}'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::lines::fields;
    use crate::read::window::Position;

    #[test]
    fn the_first_alternative_is_read() {
        for (text, expected, alternations, optional) in [
            ("a { b / c / @ } d", "a b d", 1, 0),
            ("{@ / b}{c/d}", "c/d", 2, 0),
            ("{ a { b / c } d / e } f", "a b f", 1, 0),
            ("a } b / c @", "a } b / c", 0, 0),
            ("(a) () ((b)) {", "a () (b)", 1, 2),
        ] {
            let mut tape = Tape::default();
            tape.begin(Position { line: 1, column: 1 });
            transcribe(fields(text.as_bytes()), &mut tape);
            let mut expected_tape = Tape::default();
            expected_tape.begin(Position { line: 1, column: 1 });
            expected.split(' ').for_each(|word| expected_tape.word(None, word.as_bytes()));
            assert_eq!(tape.bytes(), expected_tape.bytes(), "{text}");
            let counts = (tape.counts.get("alternations"), tape.counts.get("optional"));
            assert_eq!(counts, (alternations, optional), "{text}");
        }
    }
}
