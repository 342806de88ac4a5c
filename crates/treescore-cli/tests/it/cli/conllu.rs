//! `treescore conllu`, and head tables as options.

use crate::cli::align::signature;
use crate::cli::{GOLD, Place};

const FIRST: &str = "\
# sent_id = 1
# text = the cat sat down .
1\tthe\t_\t_\tDT\t_\t2\tDT/NP\t_\t_
2\tcat\t_\t_\tNN\t_\t3\tNP/S\t_\t_
3\tsat\t_\t_\tVBD\t_\t0\troot\t_\t_
4\tdown\t_\t_\tRB\t_\t3\tADVP/VP\t_\t_
5\t.\t_\t_\t.\t_\t3\t./S\t_\t_

";

fn gold() -> Place {
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("right.heads", b"*default* (r)\n"),
        ("wrong.heads", b"S (r)\nX r\n"),
    ])
}

#[test]
fn trees_become_dependencies() {
    let place = gold();
    let ran = place.run("conllu gold");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.starts_with(FIRST), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("# sent_id = ").count(), 3);
    let into_file = place.run("conllu gold --heads charniak -o out.conllu");
    assert_eq!((into_file.status, into_file.stdout.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(place.path("out.conllu")).unwrap(), ran.stdout);
    let without = place.run("conllu gold -r collins");
    assert!(without.stdout.contains("# text = the cat sat down\n"), "{}", without.stdout);
}

#[test]
fn heads_come_from_a_table_or_a_file() {
    let place = gold();
    let ran = place.run("conllu gold --heads right.heads");
    assert!(ran.stdout.contains("\n3\tsat\t_\t_\tVBD\t_\t4\tVBD/VP\t_\t_\n"), "{}", ran.stdout);
    for (command, said) in [
        ("conllu gold --heads wrong.heads", "wrong.heads, line 2, column 3: a class starts with `(`"),
        (
            "conllu gold --heads colins",
            "`colins` is neither a head table nor a file; the tables are charniak,",
        ),
        ("conllu gold -r colins", "colins"),
        ("conllu nothing", "nothing"),
        ("conllu gold -o gold", "--output gold would overwrite an input file"),
        ("conllu right.heads --heads right.heads -o right.heads", "would overwrite an input file"),
        ("-m dependency gold gold --heads wrong.heads", "wrong.heads, line 2, column 3"),
        ("-m parseval gold gold --heads collins", "--heads"),
    ] {
        let ran = place.run(command);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{command}");
        assert!(
            ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ").contains(said),
            "{command}: {}",
            ran.stderr
        );
    }
}

#[test]
fn what_cannot_be_written_is_counted() {
    let text = GOLD.replace("(NNP Mara)", "(NNP Mara))") + "(S (-NONE- *))\n";
    let place = Place::with(&[("gold", text.as_bytes())]);
    let ran = place.run("conllu gold");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stdout.matches("# sent_id = ").count(), 2);
    assert!(ran.stdout.contains("# sent_id = 3\n# text = it rained\n"), "{}", ran.stdout);
    for said in ["gold:2:", "tree 2 is left out", "gold:4: tree 4: no tree", "2 of 4 trees left out"] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
}

#[test]
fn a_signature_repeats_a_table_from_a_file() {
    let place = gold();
    for measure in ["dependency", "open-class", "attachment"] {
        let ran = place.run(&format!("-m {measure} gold gold --heads right.heads"));
        let signature = signature(&ran);
        assert!(signature.contains("heads:*default*%20(r)%0A"), "{signature}");
        let again = place.run(&format!("gold gold --signature {signature}"));
        assert_eq!(again.stdout, ran.stdout, "{}", again.stderr);
    }
}

#[test]
fn measures_have_second_names() {
    let place = gold();
    for (alias, name) in [("brackets", "parseval"), ("dependencies", "dependency")] {
        let (ran, real) =
            (place.run(&format!("-m {alias} gold gold")), place.run(&format!("-m {name} gold gold")));
        assert_eq!((ran.status, &ran.stdout), (Some(0), &real.stdout));
    }
}
