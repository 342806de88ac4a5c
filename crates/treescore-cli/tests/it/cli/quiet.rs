//! `--quiet`: standard error carries only what ends the run; results and exit status are the same.

use super::{GOLD, Place};

/// A tree that cannot be read, one without words, and one with other words.
const SYSTEM: &str = "\
(TOP (S (NP (NNP Mara))) (VP (VBD left)) (. .)))
(())
(TOP (S (NP (PRP it)) (VP (VBD snowed))))
";

fn place() -> Place {
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("odd.prm", b"DELETE_LABLE TOP\n"),
    ])
}

#[test]
fn results_and_status_are_the_same_without_messages() {
    for (line, status) in [
        ("gold system", 1),
        ("gold system --align", 1),
        ("gold system --align --require-same-text", 3),
        ("gold gold -r odd.prm", 0),
        ("gold system -m parseval,dependency --refused", 1),
        ("align gold system", 1),
        ("conllu system", 1),
        ("perturb system --delete 0.5 --trees-out - --times-out times.ctm", 1),
        ("phrase chunk system", 1),
        ("phrase train --first system -o model.json --categories NP,VP,Null", 1),
        ("recipes odd.prm", 0),
    ] {
        let place = place();
        let loud = place.run(line);
        let quiet = place.run(&format!("{line} -q"));
        assert!(!loud.stderr.is_empty(), "{line}");
        assert_eq!((loud.status, quiet.status), (Some(status), Some(status)), "{line}: {}", loud.stderr);
        assert_eq!((quiet.stdout, quiet.stderr.as_str()), (loud.stdout, ""), "{line}");
    }
}

#[test]
fn an_error_that_ends_the_run_is_shown() {
    for (line, expected) in [
        ("gold system --strict --quiet", "error: system:1:48: pair 1 is refused: `)` without `(`"),
        ("gold nowhere --quiet", "error: cannot read nowhere"),
        ("align gold nowhere --quiet", "error: cannot read nowhere"),
        ("conllu nowhere --quiet", "error: cannot read nowhere"),
        ("phrase chunk nowhere --quiet", "error: cannot read nowhere"),
        ("perturb nowhere --noise 0.1 --trees-out a --times-out a.ctm -q", "error: cannot read nowhere"),
        ("recipes nowhere --quiet", "error: there is no recipe `nowhere`"),
        ("measures --quiet", "error: unexpected argument '--quiet' found"),
    ] {
        let ran = place().run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.starts_with(expected), "{line}: {}", ran.stderr);
        assert_eq!(ran.stderr.matches("error:").count(), 1, "{line}: {}", ran.stderr);
    }
}
