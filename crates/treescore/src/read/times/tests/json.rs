//! JSON and JSON lines.

use super::*;

#[test]
fn json() {
    check(&[
        ("a.json", "[[[0, 1], [1, 2.5]], [[\"cat\", 3, 4]]]", "1: 0-1, 1-2.5 | 2: 3-4 cat", "arrays"),
        (
            "a.json",
            "[\n  [\n    {\"start\": 0, \"end\": 1, \"word\": \"a\"},\n {\"end\": 2, \"start\": 1}\n  ]\n]\n",
            "1: 0-1 a, 1-2",
            "objects",
        ),
        (
            "a.json",
            "[{\"id\": \"x\", \"words\": [[0, 1]]}, {\"words\": []}, {\"id\": 7, \"words\": [[0, 1]]}]",
            "x: 0-1 | 2:  | 7: 0-1",
            "ids",
        ),
        ("a.json", "[[], [[0, 1]]]", "1:  | 2: 0-1", "a sentence without words"),
        ("a.json", "[[0, 1], [1, 2]]", "1: 0-1, 1-2", "one sentence"),
        ("a.json", "[\n{\"start\": 0, \"end\": 1}]", "1: 0-1", "one sentence of objects"),
        ("a.json", "{\"id\": \"x\",\n \"words\": [[0, 1]]}\n", "x: 0-1", "one object"),
        ("a.json", "[[0, 1]]\r\n\r\n[[1, 2]]\r\n", "1: 0-1 | 2: 1-2", "lines despite the name; CRLF"),
        (
            "a.jsonl",
            "[[0, 1]]\n[]\n{\"id\": \"u\", \"words\": [[\"a\", 1, 2]]}\n",
            "1: 0-1 | 2:  | u: 1-2 a",
            "lines",
        ),
        ("a.jsonl", "\u{FEFF}[]", "1: ", "one line; byte-order mark"),
        (
            "a.json",
            "[[[\"a \\\" ] [\\\\\", 0, 1]], [[\"b\", 1, 2]]]",
            "1: 0-1 a \" ] [\\ | 2: 1-2 b",
            "brackets and quotes in words",
        ),
        ("a.json", "[]", "error: a.json contains no times", "no sentences"),
        ("a.json", "  \n", "error: a.json contains no times", "blank"),
        ("a.jsonl", "", "error: a.jsonl contains no times", "empty"),
    ]);
}

#[test]
fn broken_json() {
    check(&[
        (
            "a.json",
            "[[[0, 1]],\n [[0, 1}],\n\n [[2, 3]]]",
            "1: 0-1 | a.json:2: utterance 2: not JSON: expected `,` or `]` | 3: 2-3",
            "one broken sentence",
        ),
        (
            "a.jsonl",
            "[[0, 1]\n[[2, 3]]\n",
            "a.jsonl:1: utterance 1: not JSON: EOF while parsing a list; was the file truncated? | 2: 2-3",
            "one broken line",
        ),
        (
            "a.json",
            "[[[0, 1]], [[1, 2]]",
            "1: 0-1 | 2: 1-2 | a.json:1: utterance 3: not JSON: EOF while parsing a value; was the file truncated?",
            "an array without end",
        ),
        (
            "a.json",
            "[[[0, 1]], [[1, 2",
            "1: 0-1 | a.json:1: utterance 2: not JSON: EOF while parsing a list; was the file truncated?",
            "a sentence without end",
        ),
        (
            "a.json",
            "[[[0, 1]],, [[1, 2]],]",
            "1: 0-1 | a.json:1: utterance 2: not JSON: EOF while parsing a value; was the file truncated? | 3: 1-2",
            "extra commas",
        ),
        (
            "a.json",
            "[[[0, 1]],\n[[1, 2]]},\n[[2, 3]]]",
            "1: 0-1 | 2: 1-2 | a.json:2: utterance 3: not JSON: expected value",
            "an array with the wrong end",
        ),
        ("a.json", "(S)", "error: a.json is brackets: trees, but word times are needed here", "not JSON"),
        (
            "a.json",
            "[\n[[0, 1]]\n]\nx",
            "error: no readable times: a.json:4: utterance 1: not JSON: trailing characters",
            "text after the array",
        ),
        (
            "a.json",
            &"[".repeat(100_000),
            "error: no readable times: a.json:1: utterance 1: not JSON: recursion limit exceeded",
            "deep",
        ),
    ]);
}

#[test]
fn json_that_is_not_times() {
    let sentence = "not a sentence: write an array of words, or an object with `words`";
    let word = "not a word: write [start, end], [word, start, end] or {\"start\": …, \"end\": …}";
    check(&[
        ("a.json", "[[[0, 1]], 7]", &format!("1: 0-1 | a.json:1: utterance 2: {sentence}"), "a number"),
        (
            "a.jsonl",
            "[[0, 1]]\n{\"word\": \"a\", \"start\": 0, \"end\": 1}",
            &format!("1: 0-1 | a.jsonl:2: utterance 2: {sentence}"),
            "a word per line",
        ),
        ("a.json", "[[[0, 1], 2]]", &format!("a.json:1: utterance 1, word 2: {word}"), "no word"),
        (
            "a.json",
            "[[[0, 1], [1, 2, 3, 4]]]",
            &format!("a.json:1: utterance 1, word 2: {word}"),
            "four items",
        ),
        (
            "a.json",
            "[[{\"word\": \"a\", \"start\": 1}]]",
            &format!("a.json:1: utterance 1, word 1 `a`: {word}"),
            "no end",
        ),
        (
            "a.json",
            "[[[\"a\", 0, null]]]",
            "a.json:1: utterance 1, word 1 `a`: end `null` is not a finite number",
            "null",
        ),
        (
            "a.json",
            "[[[-1.7e308, 1.7e308]], [[-1.7e308, 0], [0, 1e308], [0, 1]]]",
            "a.json:1: utterance 1, word 1: duration `inf` is not a finite number | a.json:1: utterance 2, word 2: time since the first word `inf` is not a finite number",
            "lengths that are not finite",
        ),
        (
            "a.json",
            "[[[1, 0]]]",
            "a.json:1: utterance 1, word 1: ends at 0, before its start at 1",
            "end before start",
        ),
        (
            "a.json",
            "[[[0, 1]]]\n[[[1, 2]]]\nx",
            &format!(
                "a.json:1: utterance 1, word 1: {word} | a.json:2: utterance 2, word 1: {word} | a.json:3: utterance 3: not JSON: expected value"
            ),
            "arrays of sentences per line",
        ),
        (
            "a.json",
            "\"u1\"",
            &format!("error: no readable times: a.json:1: utterance 1: {sentence}"),
            "a string",
        ),
    ]);
}

/// Python writes such numbers although JSON has none: they are faults of their words.
#[test]
fn numbers_that_are_not_finite() {
    for number in ["NaN", "Infinity", "-Infinity", "1e400", "-1E+999"] {
        let fault = |file, place, what| format!("a.{file}:{place}: {what} `{number}` is not a finite number");
        let word = fault("json", "2: utterance 2, word 2 `\"b`", "start");
        let only = fault("json", "1: utterance 1, word 1", "start");
        let line = fault("jsonl", "1: utterance 7, word 1 `NaN`", "end");
        let named = fault("json", "1: utterance 1, word 1 `a`", "end");
        check(&[
            (
                "a.json",
                &format!("[[[0, 1]],\n[[0, 1], [\"\\\"b\", {number}, 2]],\n[[2, 3]]]"),
                &format!("1: 0-1 | {word} | 3: 2-3"),
                "one word of one sentence",
            ),
            ("a.json", &format!("[[{number}, 1], [1, 2]]"), &only, "one sentence"),
            (
                "a.json",
                &format!("[{{\"word\": \"a\", \"start\": 0, \"end\": {number}}}]"),
                &named,
                "one sentence of objects",
            ),
            (
                "a.jsonl",
                &format!("{{\"id\": 7, \"words\": [[\"NaN\", 1, {number}]]}}\n[[\"NaN\", 0, 1]]"),
                &format!("{line} | 2: 0-1 NaN"),
                "a word with that name",
            ),
            (
                "a.json",
                &format!("[[0, {number}]]\n[[0, 1]]"),
                &format!("{} | 2: 0-1", fault("json", "1: utterance 1, word 1", "end")),
                "lines despite the name",
            ),
            (
                "a.json",
                &format!("[[[0, 1]], [[{number}, 1], [0}}]]"),
                "1: 0-1 | a.json:1: utterance 2: not JSON: expected `,` or `]`",
                "another fault in the sentence",
            ),
        ]);
    }
}
