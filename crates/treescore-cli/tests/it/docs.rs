//! Runs the documentation. Every ```` ```console ```` block of `README.md` and `docs/*.md` is commands and their exact output:
//!
//! ```text
//! $ command            run by `sh`, with the built `treescore` first in the path
//! what it prints       standard output, then standard error
//! ? 1                  exit status, if it is not 0
//! ```
//!
//! A page's commands run one after the other in one temporary folder: `README.md` beside a copy of `examples/`, the pages of
//! `docs/` inside of it. `TREESCORE_BLESS=1 cargo test -p treescore-cli --test it docs` writes what is printed into the pages.
//!
//! A ```` ```console parquet ```` block runs with the feature `parquet` only, and is left alone without it.
//!
//! `docs/screen.svg`, the picture in `README.md`, is made and checked in the same way.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::screen;

/// The pages that must have at least one block.
const WITH_BLOCKS: [&str; 33] = [
    "README.md",
    "docs/align.md",
    "docs/baselines.md",
    "docs/cli.md",
    "docs/convert.md",
    "docs/dependency.md",
    "docs/diff.md",
    "docs/draw.md",
    "docs/evalb.md",
    "docs/explain.md",
    "docs/findings.md",
    "docs/formats.md",
    "docs/jp-evalb.md",
    "docs/nbest.md",
    "docs/output.md",
    "docs/papers.md",
    "docs/parquet.md",
    "docs/perturb.md",
    "docs/phrase.md",
    "docs/recipes.md",
    "docs/replies.md",
    "docs/report.md",
    "docs/sparseval.md",
    "docs/speech.md",
    "docs/statistics.md",
    "docs/struct-iou.md",
    "docs/ted.md",
    "docs/times.md",
    "docs/tree-node.md",
    "docs/trees.md",
    "docs/selftest.md",
    "docs/verify.md",
    "docs/which-command.md",
];

/// The first line of a block that runs with the feature `parquet` only.
const PARQUET: &str = "```console parquet";

/// How the README starts the program in a fresh clone; here it is built already.
const CARGO_RUN: &str = "cargo run --release -- ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `README.md` and `docs/*.md`, by name.
fn pages() -> Vec<String> {
    let in_docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = in_docs.map(|name| format!("docs/{}", name.to_string_lossy())).collect();
    pages.retain(|page| Path::new(page).extension().is_some_and(|extension| extension == "md"));
    pages.push("README.md".to_owned());
    pages.sort();
    pages
}

fn text_of(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

/// A folder with a copy of the examples; the second is where the commands of the page run.
fn folder_for(page: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let examples = folder.path().join("examples");
    fs::create_dir(&examples).unwrap();
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), examples.join(entry.file_name())).unwrap();
    }
    let place = if page.starts_with("docs/") { examples } else { folder.path().to_owned() };
    (folder, place)
}

/// What the command prints, and its exit status if that is not 0.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_treescore"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .arg("-c")
        .arg(command.replace(CARGO_RUN, "treescore "))
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("PATH", path)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("TREESCORE_FORMAT")
        .env_remove("TREESCORE_SEED")
        .env_remove("TREESCORE_THREADS")
        .env_remove("TREESCORE_SPMRL_STATUS_FILE")
        .output()
        .unwrap();
    let mut text = String::new();
    for stream in [output.stdout, output.stderr] {
        text += &String::from_utf8(stream).unwrap();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
    }
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "? {}", code.unwrap_or(-1)).unwrap(),
    }
    text
}

/// The page with every block as it comes out when it is run.
fn as_run(page: &str, text: &str) -> String {
    let (_folder, place) = folder_for(page);
    let (mut out, mut in_block) = (String::new(), false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        if in_block && bare != "```" {
            if let Some(command) = bare.strip_prefix("$ ") {
                out += line;
                out += &run(command, &place);
            }
            continue; // what the page says is printed comes from the program
        }
        in_block = bare == "```console" || cfg!(feature = "parquet") && bare == PARQUET;
        out += line;
    }
    assert!(!in_block, "{page}: a block is not closed");
    out
}

/// The lines of all blocks that are commands.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block = if in_block { line != "```" } else { line == "```console" || line == PARQUET };
        commands.extend(line.strip_prefix("$ ").filter(|_| in_block).map(str::to_owned));
    }
    commands
}

/// The first line that differs, for the message.
fn first_difference(page: &str, written: &str, run: &str) -> String {
    let (mut written, mut run) = (written.lines(), run.lines());
    for number in 1.. {
        let (on_page, printed) = (written.next(), run.next());
        if on_page != printed || on_page.is_none() {
            return format!(
                "{page}:{number}\n  page: {}\n  run:  {}",
                on_page.unwrap_or("(end)"),
                printed.unwrap_or("(end)")
            );
        }
    }
    String::new()
}

#[test]
fn every_page_says_what_happens() {
    let bless = std::env::var_os("TREESCORE_BLESS").is_some();
    let mut wrong = Vec::new();
    for page in pages() {
        let text = text_of(&page);
        let run = as_run(&page, &text);
        if run == text {
            continue;
        }
        if bless {
            fs::write(root().join(&page), run).unwrap();
        } else {
            wrong.push(first_difference(&page, &text, &run));
        }
    }
    assert!(wrong.is_empty(), "to accept what is printed now: TREESCORE_BLESS=1\n{}", wrong.join("\n"));
}

/// So that the step of `./test` about Parquet runs the page, too.
#[cfg(feature = "parquet")]
#[test]
fn the_parquet_page_says_what_happens() {
    let page = "docs/parquet.md";
    let text = text_of(page);
    let run = as_run(page, &text);
    if std::env::var_os("TREESCORE_BLESS").is_some() {
        fs::write(root().join(page), &run).unwrap();
    } else {
        assert!(run == text, "{}", first_difference(page, &text, &run));
    }
}

#[test]
fn the_picture_shows_what_happens() {
    let command = "treescore gold.trees heron.trees wren.trees --by length";
    let (_folder, place) = folder_for("docs/screen.svg");
    let on_terminal = format!("{command} --color always --width {} 2>&1", screen::COLUMNS);
    let printed = run(&on_terminal, &place);
    let printed = printed.strip_suffix("? 1\n").unwrap();
    let (picture, path) = (screen::svg(command, printed), root().join("docs/screen.svg"));
    if std::env::var_os("TREESCORE_BLESS").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    let is_current = fs::read_to_string(&path).is_ok_and(|written| written == picture);
    assert!(is_current, "docs/screen.svg is not what is printed now; to accept: TREESCORE_BLESS=1");
}

#[test]
fn pages_that_should_run_something_do() {
    for page in WITH_BLOCKS {
        assert!(!commands(&text_of(page)).is_empty(), "{page} has no ```console block with a `$ command`");
    }
}

#[test]
fn every_option_and_command_is_run_in_the_manual() {
    let help = Command::new(env!("CARGO_BIN_EXE_treescore")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let options = help.lines().filter_map(|line| {
        // Options are indented by at most six blanks, continued descriptions by more.
        let line = line.strip_prefix("      ").unwrap_or(line.trim_start());
        let long = if line.starts_with("--") {
            line
        } else {
            line.split_once(", ").filter(|(short, _)| short.len() == 2)?.1
        };
        long.strip_prefix("--").map(|long| long.split([' ', '=', '[']).next().unwrap_or_default().to_owned())
    });
    let options: Vec<String> = options.collect();
    assert!(options.len() > 15, "{options:?}");
    let (named, run) = (text_of("docs/cli.md"), WITH_BLOCKS.map(|page| commands(&text_of(page))).concat());
    for option in options {
        let option = format!("--{option}");
        let is_run = |command: &String| command.split([' ', '=']).any(|word| word == option);
        assert!(run.iter().any(is_run), "no page runs {option}");
        assert!(named.contains(&format!("`{option}")), "docs/cli.md does not name {option}");
    }
    for subcommand in [
        "measures",
        "recipes",
        "align",
        "check",
        "compare",
        "conllu",
        "convert",
        "correlate",
        "diff",
        "draw",
        "formats",
        "rerun",
        "verify",
        "selftest",
        "study",
        "nbest",
        "vote",
        "perturb",
        "phrase chunk",
        "phrase score",
        "phrase train",
        "phrase eval",
        "phrase export",
        "help",
        "completions",
        "man",
        "schema",
        "evalb",
        "evalb-spmrl",
        "jp-evalb",
        "sparseval",
        "headtrees",
        "strealign",
    ] {
        let is_run = |command: &String| command.contains(&format!("treescore {subcommand}"));
        assert!(run.iter().any(is_run), "no page runs treescore {subcommand}");
    }
}

#[test]
fn links_lead_somewhere() {
    let others =
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md", "examples/README.md"]
            .map(str::to_owned);
    for page in pages().into_iter().chain(others) {
        let text = text_of(&page);
        let folder = root().join(&page).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let is_here = path.is_empty() || link.contains("://") || folder.join(path).exists();
            assert!(is_here, "{page} links to {link}, which does not exist");
        }
    }
}
