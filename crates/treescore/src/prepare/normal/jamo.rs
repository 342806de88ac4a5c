//! Hangul syllables as letters: `한` and `하ㄴ` are the same text where morphemes are cut inside a syllable.

/// The first syllable, and the number of syllables.
const SYLLABLES: (u32, u32) = (0xAC00, 11_172);
const VOWELS: u32 = 21;
/// Number of final letters, including none.
const FINALS: u32 = 28;

/// Leading letters, from U+1100, as compatibility letters.
const LEADING: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ',
    'ㅍ', 'ㅎ',
];
/// Final letters, from U+11A8, as compatibility letters.
const TRAILING: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ', 'ㅂ',
    'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];

/// Appends a character: a syllable as its letters, and letters in the form that is independent of their
/// position in the syllable.
pub(super) fn append(character: u32, into: &mut Vec<u32>) {
    let syllable = character.wrapping_sub(SYLLABLES.0);
    if syllable < SYLLABLES.1 {
        let (leading, rest) = (syllable / (VOWELS * FINALS), syllable % (VOWELS * FINALS));
        into.push(letter(0x1100 + leading));
        into.push(letter(0x1161 + rest / FINALS));
        if rest % FINALS > 0 {
            into.push(letter(0x11A7 + rest % FINALS));
        }
    } else {
        into.push(letter(character));
    }
}

fn letter(character: u32) -> u32 {
    let of = |table: &[char], at: u32| table.get(at as usize).map_or(character, |&letter| u32::from(letter));
    match character {
        0x1100..=0x1112 => of(&LEADING, character - 0x1100),
        // NFKC turns compatibility clusters into leading ones.
        0x111A => u32::from('ㅀ'),
        0x1121 => u32::from('ㅄ'),
        0x1161..=0x1175 => character - 0x1161 + 0x314F,
        0x11A8..=0x11C2 => of(&TRAILING, character - 0x11A8),
        _ => character,
    }
}
