//! Digits that depend on single precision and on how ties are rounded.

use super::*;

#[test]
fn scores_are_single_precision() {
    for (counts, expected) in [
        ([46, 69, 59], [" 66.67", " 77.97", " 71.87"]),
        ([3, 33, 31], ["  9.09", "  9.68", "  9.37"]),
        ([42, 74, 54], [" 56.76", " 77.78", " 65.63"]),
        ([1, 33, 31], ["  3.03", "  3.23", "  3.13"]),
        ([1462, 1491, 1462], [" 98.06", "100.00", " 99.02"]),
        ([0, 3, 4], ["  0.00", "  0.00", "  0.00"]),
        ([0, 0, 4], ["  -nan", "  0.00", "  -nan"]),
        ([0, 0, 0], ["  -nan", "  -nan", "  -nan"]),
    ] {
        let mut out = Vec::new();
        write_scores(&mut out, "X", ["", "", ""], counts);
        let out = String::from_utf8(out).unwrap();
        let found: Vec<&str> = out.lines().map(|line| line.strip_prefix("X   ").unwrap()).collect();
        assert_eq!(found, expected, "{counts:?}");
    }
}

#[test]
fn ties_go_to_the_even_digit() {
    for (value, expected) in
        [(0.125, "    0.12"), (0.375, "    0.38"), (62.5, "   62.50"), (3.0_f32 / 40.0, "    0.08")]
    {
        assert_eq!(score(value), expected);
    }
}
