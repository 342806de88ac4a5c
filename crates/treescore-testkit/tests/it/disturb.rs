//! The promises that benchmarks and tests rely on when they use the disturber. Its effects are measured with
//! the twin of the alignment.

use std::fmt::Write;

use treescore_testkit::aligned::{Outcome, Settings, Step, Windows, score};
use treescore_testkit::disturb::{Kind, Manner, Rates, disturb_lines, write_corpus};
use treescore_testkit::generate::{Profile, pairs};

/// FNV-1a, which needs no dependency and will not change.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn gold(seed: u64, count: u64) -> String {
    pairs(seed, count, &Profile::newspaper()).fold(String::new(), |mut text, pair| {
        writeln!(text, "{}", pair.gold).expect("strings can be written to");
        text
    })
}

fn compare(gold: &str, manner: &Manner, windows: Option<Windows>) -> Outcome {
    let normalise = "sub\t``\t\"\nsub\t''\t\"\nchar\tU+2019\t'\nchar\tU+2018\t'\nchar\tU+0060\t'\nchar\tU+201C\t\"\nchar\tU+201D\t\"\nchar\tU+201E\t\"\nsub\t-LRB-\t(\nsub\t-RRB-\t)\n";
    let settings = Settings { normalise: normalise.to_owned(), windows, ..Settings::default() };
    score(gold, &disturb_lines(gold.lines(), 7, manner), &settings).expect("trees stay trees")
}

fn count(outcome: &Outcome, step: Step) -> usize {
    outcome.path.iter().filter(|&&it| it == step).count()
}

/// A pinned hash may change only if old benchmark figures stop being comparable: say so in the commit.
#[test]
fn a_seed_gives_the_same_bytes_for_ever() {
    let made = Kind::ALL.map(|(name, kind)| {
        let (mut gold, mut system) = (Vec::new(), Vec::new());
        write_corpus(kind, 1, 100_000, &mut gold, &mut system).expect("memory can be written to");
        assert!(gold.len() >= 100_000 && gold.len() < 102_000, "{name}");
        (name, hash(&gold), hash(&system))
    });
    let expected = [
        ("equal", 0xae9c_3586_e8b3_d6d5, 0x0964_e3ed_a12c_00ba),
        ("disturbed", 0xae9c_3586_e8b3_d6d5, 0xe628_5cd5_422b_abf7),
        ("near", 0xae9c_3586_e8b3_d6d5, 0x303f_fbc1_d88e_6797),
        ("giant", 0x5579_631f_7f66_3026, 0x7843_5f7b_a16e_e165),
        ("unrelated", 0xae9c_3586_e8b3_d6d5, 0x2783_e690_5aef_85ad),
        ("repetitive", 0xcdb7_e001_abe7_dfd2, 0x5b1f_3b71_d6d5_b0d0),
    ];
    assert_eq!(made, expected, "{made:#018x?}");
}

#[test]
fn rates_do_what_they_say() {
    type Check = fn(&Outcome) -> bool;
    let everywhere = || Rates::none().touching(1000);
    let same_text: Check = |it| count(it, Step::Equal) == it.path.len();
    let cells: Check = |it| it.cells.retok == 0 && it.cells.diff == 0;
    let rows: [(Rates, Check, Check, &str); 12] = [
        (everywhere(), same_text, cells, "nothing"),
        (Rates { split_tokens: 100, ..everywhere() }, same_text, |it| it.cells.retok > 50, "tokens split"),
        (Rates { merged_tokens: 100, ..everywhere() }, same_text, |it| it.cells.retok > 50, "tokens merged"),
        (Rates { letter_case: 100, ..everywhere() }, same_text, cells, "case"),
        (Rates { quotes: 1000, ..everywhere() }, same_text, cells, "quotes"),
        (Rates { brackets: 1000, ..everywhere() }, same_text, cells, "brackets"),
        (Rates { forms: 100, ..everywhere() }, same_text, cells, "forms"),
        (
            Rates { split_sentences: 100, ..everywhere() },
            same_text,
            |it| it.blocks.iter().any(|b| b.system.len() == 2),
            "split",
        ),
        (
            Rates { merged_sentences: 100, ..everywhere() },
            same_text,
            |it| it.blocks.iter().any(|b| b.gold.len() == 2),
            "merged",
        ),
        (
            Rates { lost_sentences: 100, ..everywhere() },
            |it| count(it, Step::Gold) + count(it, Step::Equal) == it.path.len(),
            |it| it.blocks.iter().any(|b| b.system.is_empty()),
            "lost",
        ),
        (
            Rates { invented_sentences: 100, ..everywhere() },
            |it| count(it, Step::Gold) == 0,
            |it| it.blocks.iter().any(|b| b.gold.is_empty()),
            "invented",
        ),
        (
            Rates { swapped_sentences: 100, ..everywhere() },
            |it| count(it, Step::Gold) > 0,
            |it| count(it, Step::System) > 0,
            "swapped",
        ),
    ];
    let gold = gold(3, 100);
    for (rates, one, other, name) in rows {
        let manner = Manner::ByRates(rates.clone());
        let outcome = compare(&gold, &manner, None);
        assert!(one(&outcome) && other(&outcome), "{name}: {:?}", outcome.cells);
        let is_changed = disturb_lines(gold.lines(), 7, &manner) != gold;
        assert_eq!(is_changed, rates != everywhere(), "{name}");
    }
}

#[test]
fn contractions_and_letters_change_the_text() {
    let text = "(TOP (S (NP (PRP I)) (VP (MD ca) (RB n't) (VB go))))\n".repeat(60);
    let contracted = Rates { touched: 1000, contractions: 1000, ..Rates::none() };
    let made = disturb_lines(text.lines(), 7, &Manner::ByRates(contracted));
    for form in ["(MD can) (RB not)", "(MD can't) (VB go)", "(MD cannot) (VB go)"] {
        assert!(made.contains(form), "{form}\n{made}");
    }
    // Every word occurs once, so that every change has one place.
    let sentence = |number| format!("(TOP (S (NP (N walo{number}x)) (VP (V trud{number}) (ADV quick))))\n");
    let text = (0..60).map(sentence).collect::<Vec<_>>().concat();
    for (rates, step) in [
        (Rates { lost_letters: 100, ..Rates::none() }, Step::Gold),
        (Rates { added_letters: 100, ..Rates::none() }, Step::System),
        (Rates { changed_letters: 100, ..Rates::none() }, Step::Change),
    ] {
        let outcome = compare(&text, &Manner::ByRates(rates.touching(1000)), None);
        assert!((10..60).contains(&count(&outcome, step)), "{step:?}");
        assert_eq!(count(&outcome, Step::Equal) + count(&outcome, step), outcome.path.len(), "{step:?}");
    }
}

#[test]
fn near_sentences_have_one_typo_each() {
    let text = gold(4, 50);
    let made = disturb_lines(text.lines(), 7, &Manner::OneTypo);
    assert_eq!(made.lines().count(), 50);
    assert!(
        made.lines()
            .zip(text.lines())
            .all(|(one, other)| one != other && one.len().abs_diff(other.len()) <= 1)
    );
}

/// With windows as large as the specification tried, the rule for long texts gives the same as whole files.
#[test]
fn windows_give_the_blocks_of_the_whole_text() {
    let windows = Windows { first: 8192, largest: 1 << 22 };
    let mixed = Manner::ByRates(Rates::mixed());
    let mut differ = 0;
    for seed in 0..8 {
        let gold = gold(seed, 400);
        let (whole, parts) = (compare(&gold, &mixed, None), compare(&gold, &mixed, Some(windows)));
        differ += usize::from(whole.blocks != parts.blocks);
        let steps = |outcome: &Outcome| {
            let one = |down| outcome.path.iter().filter(|&&step| step != down).count();
            (one(Step::System), one(Step::Gold))
        };
        assert_eq!(steps(&whole), steps(&parts));
    }
    assert_eq!(differ, 0);
}

/// However small the windows are, every tree is in one block, in order.
#[test]
fn every_kind_of_text_can_be_aligned_in_windows() {
    for (name, kind) in Kind::ALL {
        let (mut gold, mut system) = (Vec::new(), Vec::new());
        write_corpus(kind, 2, 40_000, &mut gold, &mut system).expect("memory can be written to");
        let (gold, system) = (String::from_utf8_lossy(&gold), String::from_utf8_lossy(&system));
        for (first, largest) in [(64, 256), (512, 2048), (1 << 16, 1 << 22)] {
            let settings = Settings { windows: Some(Windows { first, largest }), ..Settings::default() };
            let outcome = score(&gold, &system, &settings).expect("trees stay trees");
            let (gold_trees, system_trees): (Vec<_>, Vec<_>) =
                outcome.blocks.iter().map(|block| (block.gold.clone(), block.system.clone())).unzip();
            assert!(gold_trees.concat().into_iter().eq(1..=gold.lines().count()), "{name} {first}");
            assert!(system_trees.concat().into_iter().eq(1..=system.lines().count()), "{name} {first}");
        }
    }
}
