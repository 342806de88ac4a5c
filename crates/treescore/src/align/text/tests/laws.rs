//! Laws that hold for any two texts.

use super::*;

/// Words that often coincide, some of them strange.
fn word() -> impl Strategy<Value = Vec<u8>> {
    let usual = prop::sample::select(vec![
        "a", "b", "ab", "the", "The", "ca", "can", "n't", "not", "cannot", "``", "''", "-LRB-", "(", "--",
        ".", "é", "e\u{301}", "ﬁ", "\u{200B}", "한", "하", "ㄴ", "zum", "zu", "dem",
    ]);
    prop_oneof![
        8 => usual.prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..5),
        2 => "[a-c]{1,6}".prop_map(String::into_bytes),
    ]
}

fn text() -> impl Strategy<Value = Trees> {
    prop::collection::vec(prop::collection::vec(word(), 0..7), 0..12)
}

/// Sentences over few words, as they repeat in real texts, and others.
fn repetitive() -> impl Strategy<Value = Trees> {
    let sentence = prop::sample::select(vec![
        "he left .",
        "he came .",
        "she left",
        "ok",
        "no no no",
        "it was the same old story .",
    ]);
    prop::collection::vec(sentence, 0..40).prop_map(|sentences| trees(&sentences.join(" / ")))
}

/// The same characters, cut into words and trees differently.
fn cut_again(text: &Trees, cuts: &[u8]) -> Trees {
    let mut cuts = cuts.iter().cycle();
    let mut result = vec![vec![Vec::new()]];
    for character in text.iter().flatten().flatten() {
        let cut = cuts.next().copied().unwrap_or(0);
        let tree = result.last_mut().unwrap();
        if !tree.last().unwrap().is_empty() {
            match cut {
                0..=9 => result.push(vec![Vec::new()]),
                10..=80 => tree.push(Vec::new()),
                _ => {}
            }
        }
        result.last_mut().unwrap().last_mut().unwrap().push(*character);
    }
    for tree in &mut result {
        tree.retain(|word| !word.is_empty());
    }
    result
}

/// The text with some sentences deleted, inserted, changed, merged or split.
fn disturbed(text: &Trees, how: &[u8]) -> Trees {
    let mut result: Trees = Vec::new();
    for (tree, how) in text.iter().zip(how.iter().cycle()) {
        match how % 16 {
            0 => {}
            1 => result.extend([tree.clone(), trees("something new was added here").remove(0)]),
            2 if !result.is_empty() => result.last_mut().unwrap().extend(tree.iter().cloned()),
            3 => {
                let (first, second) = tree.split_at(tree.len() / 2);
                result.extend([first.to_vec(), second.to_vec()]);
            }
            4 => result.push(tree.iter().skip(1).cloned().collect()),
            5 => result.push(tree.iter().map(|word| [&word[..], b"x"].concat()).collect()),
            _ => result.push(tree.clone()),
        }
    }
    result
}

fn total(groups: &[Group]) -> TextCounts {
    let mut all = TextCounts::default();
    for group in groups {
        all += group.text;
    }
    all
}

/// Checks that every word and tree is in exactly one group, in order, and that the counts agree with the
/// cells.
fn check(groups: &[Group], gold: &Trees, system: &Trees) {
    let lengths = |text: &Trees| text.iter().map(Vec::len).filter(|&length| length > 0).collect::<Vec<_>>();
    let (gold, system) = (lengths(gold), lengths(system));
    let (mut gold_lengths, mut system_lengths) = (gold.iter(), system.iter());
    for group in groups {
        let text = group.text;
        let gold_words: usize = gold_lengths.by_ref().take(group.gold_trees as usize).sum();
        let system_words: usize = system_lengths.by_ref().take(group.system_trees as usize).sum();
        assert_eq!((text.gold_words, text.system_words), (gold_words as u64, system_words as u64));
        assert_eq!(
            (text.gold_trees, text.system_trees),
            (group.gold_trees.into(), group.system_trees.into())
        );
        if !group.is_plain {
            let cells = |of: fn(&Cell) -> u32| group.cells.iter().map(of).sum::<u32>() as usize;
            assert_eq!((cells(|cell| cell.gold), cells(|cell| cell.system)), (gold_words, system_words));
            assert_eq!(super::cells(&text).iter().sum::<u64>(), group.cells.len() as u64);
        }
        let sides = |cell: &Cell| match cell.kind {
            Kind::Same => cell.gold == 1 && cell.system == 1,
            Kind::Retok => cell.gold > 0 && cell.system > 0 && cell.gold + cell.system > 2,
            Kind::Equiv | Kind::Diff => cell.gold > 0 && cell.system > 0,
            Kind::Gold => cell.gold > 0 && cell.system == 0,
            Kind::System => cell.gold == 0 && cell.system > 0,
        };
        assert!(group.cells.iter().all(sides), "{:?}", group.cells);
        assert!(text.equal_characters <= text.gold_characters.min(text.system_characters));
    }
    assert_eq!((gold_lengths.len(), system_lengths.len()), (0, 0), "trees left over");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn words_and_trees_are_in_one_place(gold in text(), system in text(), window in 1_usize..600) {
        check(&groups(&gold, &system), &gold, &system);
        let small = groups_by(&mut TextAligner::new(Tables::default()).with_window(window), &gold, &system);
        check(&small, &gold, &system);
    }

    #[test]
    fn a_text_against_itself_is_plain(gold in text()) {
        let found = groups(&gold, &gold);
        prop_assert!(found.iter().all(|group| group.is_plain));
        prop_assert!(matches!(total(&found).coverage(), None | Some(1.0)));
    }

    #[test]
    fn an_aligner_can_be_used_again(gold in text(), system in text(), other in text()) {
        let mut aligner = TextAligner::new(Tables::default());
        groups_by(&mut aligner, &other, &system);
        let again = groups_by(&mut aligner, &gold, &system);
        prop_assert_eq!(shown(&again, &gold, &system), shown(&groups(&gold, &system), &gold, &system));
    }

    /// Plain letters only, because normalisation looks at single words.
    #[test]
    fn cutting_otherwise_changes_no_text(
        letters in prop::collection::vec(prop::collection::vec("[a-e]{1,7}".prop_map(String::into_bytes), 1..9), 1..30),
        cuts in prop::collection::vec(any::<u8>(), 1..200),
        window in prop::sample::select(vec![16_usize, 512, 8192]),
    ) {
        let system = cut_again(&letters, &cuts);
        let found = groups(&letters, &system);
        check(&found, &letters, &system);
        let all = total(&found);
        prop_assert_eq!(&super::cells(&all)[2..], &[0; 4]);
        prop_assert_eq!(all.coverage(), Some(1.0));
        let small = groups_by(&mut TextAligner::new(Tables::default()).with_window(window), &letters, &system);
        prop_assert_eq!(shown(&small, &letters, &system), shown(&found, &letters, &system));
    }

    /// Where nothing is repeated, there are no ties.
    #[test]
    fn swapping_sides_swaps_kinds(lost in prop::collection::vec(0..6_u8, 0..40)) {
        let with = |missing: u8| {
            let sentence = |(number, _): (usize, &u8)| format!("speaker{number} said {}", 7919 * (number + 1));
            let kept = lost.iter().enumerate().filter(|(_, lost)| **lost != missing);
            trees(&kept.map(sentence).collect::<Vec<_>>().join(" / "))
        };
        let (gold, system) = (with(0), with(1));
        let (there, back) = (total(&groups(&gold, &system)), total(&groups(&system, &gold)));
        prop_assert_eq!((there.gold_only, there.system_only), (back.system_only, back.gold_only));
        let [same, retok, equiv, diff, gold_only, system_only] = super::cells(&back);
        prop_assert_eq!(super::cells(&there), [same, retok, equiv, diff, system_only, gold_only]);
        prop_assert_eq!(there.equal_characters, back.equal_characters);
    }

    #[test]
    fn disturbed_texts_are_cut_into_groups(gold in repetitive(), how in prop::collection::vec(any::<u8>(), 1..40), window in 1_usize..300) {
        let system = disturbed(&gold, &how);
        for window in [window, 1 << 16] {
            let found = groups_by(&mut TextAligner::new(Tables::default()).with_window(window), &gold, &system);
            check(&found, &gold, &system);
        }
    }
}
