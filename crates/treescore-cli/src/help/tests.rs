//! Help is short or complete, and its examples parse.

use clap::{Command, Parser};
use clap_complete::Shell;

use super::*;
use crate::args;
use crate::commands::pages;

/// All commands with their paths, the root first.
fn commands() -> Vec<(Vec<String>, Command)> {
    fn visit(path: &[String], command: &Command, all: &mut Vec<(Vec<String>, Command)>) {
        all.push((path.to_vec(), command.clone()));
        for nested in command.get_subcommands() {
            visit(&[path, &[nested.get_name().to_owned()]].concat(), nested, all);
        }
    }
    let mut all = Vec::new();
    visit(&[], &command(&[]).unwrap(), &mut all);
    all
}

/// All commands that are not originals, which have their own usage text.
fn native_commands() -> Vec<(Vec<String>, Command)> {
    let is_native = |(path, _): &(Vec<String>, Command)| Original::named(&path.join(" ")).is_none();
    commands().into_iter().filter(is_native).collect()
}

#[test]
fn short_help_fits_on_a_screen() {
    for (path, command) in native_commands() {
        let text = render(command, Length::Short);
        assert!(text.lines().count() <= 30, "{path:?}: {} lines\n{text}", text.lines().count());
        let (_, examples) = text.split_once("Examples:\n").unwrap_or_default();
        let mut examples = examples.lines().take_while(|line| !line.is_empty());
        let is_whole = |line: &str| line.starts_with("  treescore ") || line.starts_with("      ");
        assert!(examples.all(is_whole), "{path:?}: an example is broken\n{text}");
        let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
        assert!(widest.chars().count() <= 80, "{path:?}: {widest}");
    }
}

/// The arguments of a command without those that it refuses.
fn shown_arguments(command: &Command) -> impl Iterator<Item = &clap::Arg> {
    command.get_arguments().filter(|arg| !arg.is_hide_set())
}

#[test]
fn long_help_shows_every_option_and_command() {
    for (path, command) in native_commands() {
        let text = render(command.clone(), Length::Long);
        let has = |word: &str| text.split([' ', ',', '\n', '[', '=']).any(|other| other == word);
        for arg in shown_arguments(&command).filter(|arg| !arg.is_positional()) {
            let long = arg.get_long().map(|long| format!("--{long}"));
            let short = arg.get_short().map(|short| format!("-{short}"));
            for option in long.iter().chain(&short) {
                assert!(has(option), "{path:?} lacks {option}\n{text}");
            }
        }
        for nested in command.get_subcommands() {
            assert!(has(nested.get_name()), "{path:?} lacks {}", nested.get_name());
        }
        assert!(text.contains("Examples:\n"), "{path:?}");
    }
}

/// The arguments of the example in a line: `  treescore ARGUMENTS  description`.
fn example(line: &str) -> Option<Vec<String>> {
    let line = line.strip_prefix("  treescore ").filter(|line| !line.starts_with(' '))?;
    let command = line.split("  ").next().unwrap_or(line);
    let command = command.split(" >").next().unwrap_or(command);
    Some(command.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect())
}

#[test]
fn every_example_parses() {
    let helps = native_commands()
        .into_iter()
        .flat_map(|(_, command)| [render(command.clone(), Length::Short), render(command, Length::Long)]);
    let topics = topics::names().into_iter().map(|name| explain(&[name]).unwrap_or_default());
    let text: String = helps.chain(topics).collect::<String>().replace(" \\\n      ", " ");
    let examples: Vec<Vec<String>> = text.lines().filter_map(example).collect();
    assert!(examples.len() > 60, "{}", examples.len());
    for words in examples {
        let parsed = args::Args::try_parse_from(["treescore".to_owned()].iter().chain(&words));
        assert!(
            parsed.is_ok(),
            "{words:?}: {}",
            parsed.err().map(|error| error.to_string()).unwrap_or_default()
        );
    }
}

#[test]
fn short_help_names_real_options_and_all_commands() {
    let root = command(&[]).unwrap();
    let options = text::SHORT.split_whitespace().filter_map(|word| word.strip_prefix("--"));
    for option in options {
        let is_known = root.get_arguments().any(|arg| arg.get_long() == Some(option));
        assert!(is_known, "--{option}");
    }
    for command in root.get_subcommands() {
        assert!(
            text::SHORT.split_whitespace().any(|word| word == command.get_name()),
            "{}",
            command.get_name()
        );
    }
}

#[test]
fn command_lines_get_the_help_of_their_command() {
    for (line, first, is_short) in [
        ("-h", "treescore: scores parse trees", true),
        ("--help", "Scores parse trees", false),
        ("gold system -h", "treescore: scores parse trees", true),
        ("align --help", "Align the texts", false),
        ("phrase chunk x -h", "Find the chunks", true),
        ("phrase -h", "Find chunks in trees", true),
    ] {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let text = render_for(&args);
        assert!(text.starts_with(first), "{line}: {text}");
        assert_eq!(text.contains("Help and version:"), !is_short, "{line}: {text}");
    }
}

#[test]
fn topics_are_explained_or_suggested() {
    for (topic, expected) in [
        ("", "treescore help NAME explains"),
        ("recipes", "A recipe says which"),
        ("signature", "The last line of a report"),
        ("phrase train", "Train phrase models"),
        ("evalb", "treescore evalb: EVALB"),
        ("jp-evalb", "treescore jp-evalb: jp-evalb"),
        ("strealign", "treescore strealign: fits"),
    ] {
        let words: Vec<String> = topic.split_whitespace().map(str::to_owned).collect();
        assert!(explain(&words).unwrap().starts_with(expected), "{topic}");
    }
    for (topic, expected) in [
        ("aling", "there is no command or topic `aling`; did you mean: treescore help align"),
        ("nonsense", "there is no command or topic `nonsense`; list all of them: treescore help"),
    ] {
        assert_eq!(explain(&[topic.to_owned()]).unwrap_err().to_string(), expected);
    }
}

/// The section of a page that begins with a line, up to a line that begins with `end`.
fn section<'p>(page: &'p str, begin: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(begin).unwrap_or_else(|| panic!("no section {begin}"));
    rest.split(end).next().unwrap_or_default()
}

fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    pages::completions(shell, &mut script);
    String::from_utf8(script).unwrap()
}

#[test]
fn the_manual_page_covers_every_command_and_option() {
    let mut page = Vec::new();
    pages::man(&[], &mut page).unwrap();
    let page = String::from_utf8(page).unwrap().replace("\\-", "-");
    for (path, command) in commands() {
        let text = if path.is_empty() {
            section(&page, ".SH NAME\n", "\n.SH TREESCORE ")
        } else {
            section(&page, &format!("\n.SH TREESCORE {}\n", path.join(" ").to_uppercase()), "\n.SH ")
        };
        for long in shown_arguments(&command).filter_map(clap::Arg::get_long) {
            assert!(text.contains(&format!("--{long}")), "{path:?} lacks --{long}");
        }
    }
}

#[test]
fn completion_scripts_cover_every_command_and_option() {
    let (bash, zsh, fish) = (completions(Shell::Bash), completions(Shell::Zsh), completions(Shell::Fish));
    for (path, command) in commands() {
        let names = ["treescore".to_owned()].into_iter().chain(path.clone());
        let name = names.collect::<Vec<_>>().join("-").replace('-', "__subcmd__");
        let in_bash = section(&bash, &format!("\n        {name})\n"), ";;\n        treescore");
        for long in shown_arguments(&command).filter_map(clap::Arg::get_long) {
            assert!(in_bash.contains(&format!("--{long}")), "bash: {path:?} lacks --{long}");
            assert!(zsh.contains(&format!("--{long}")), "zsh: {path:?} lacks --{long}");
            assert!(fish.contains(&format!(" -l {long} ")), "fish: {path:?} lacks --{long}");
        }
        let Some(last) = path.last() else { continue };
        assert!(zsh.contains(&format!("({last})\n")), "zsh lacks {path:?}");
        assert!(fish.contains(&format!("-a \"{last}\"")), "fish lacks {path:?}");
    }
    for value in
        ["leaf-ancestor", "unsupervised-corpus", "markdown", "max-length", "charniak2000", "textgrid"]
    {
        assert!([&bash, &zsh, &fish].iter().all(|script| script.contains(value)), "{value}");
    }
}
