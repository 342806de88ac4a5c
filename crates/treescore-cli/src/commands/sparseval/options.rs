//! The command lines of the three programs, read as C's `getopt` reads them.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};

use super::usage::{Kind, Program};

/// The given arguments.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// The switches, in the given order.
    switches: Vec<char>,
    /// The values of options, in the given order.
    values: Vec<(char, Vec<u8>)>,
    /// The arguments that are not options.
    pub(super) files: Vec<Vec<u8>>,
    /// True if an argument is wrong, or `-?` is given.
    pub(super) is_refused: bool,
}

impl Options {
    pub(super) fn has(&self, switch: char) -> bool {
        self.switches.contains(&switch)
    }

    /// The last value of an option.
    pub(super) fn value(&self, option: char) -> Option<&[u8]> {
        let last = self.values.iter().rev().find(|(given, _)| *given == option);
        last.map(|(_, value)| value.as_slice())
    }
}

/// Reads the arguments from left to right, and calls `open` for every output file at once. Options may follow
/// files.
pub(super) fn parse<E: From<io::Error>>(
    program: Program,
    args: impl Iterator<Item = OsString>,
    stderr: &mut impl Write,
    mut open: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<Options, E> {
    let mut options = Options::default();
    let mut args: VecDeque<Vec<u8>> = args.map(OsString::into_encoded_bytes).collect();
    while let Some(arg) = args.pop_front() {
        if arg == b"--" {
            options.files.extend(args.drain(..));
            break;
        }
        let Some(bundle) = arg.strip_prefix(b"-").filter(|bundle| !bundle.is_empty()) else {
            options.files.push(arg);
            continue;
        };
        for (at, &byte) in bundle.iter().enumerate() {
            match program.kind(char::from(byte)) {
                Some(Kind::Switch) => options.switches.push(char::from(byte)),
                Some(Kind::Value) => {
                    let attached = Some(bundle[at + 1..].to_vec()).filter(|rest| !rest.is_empty());
                    match attached.or_else(|| args.pop_front()) {
                        Some(value) => {
                            if byte == b'F' {
                                open(&value)?;
                            }
                            options.values.push((char::from(byte), value));
                        }
                        None => options.refuse(program, "option requires an argument", byte, stderr)?,
                    }
                    break;
                }
                None => options.refuse(program, "invalid option", byte, stderr)?,
            }
        }
    }
    options.is_refused |= options.has('?')
        || program == Program::Strealign && options.value('a').is_some()
        || options.files.len() != program.files();
    Ok(options)
}

impl Options {
    fn refuse(&mut self, program: Program, why: &str, option: u8, stderr: &mut impl Write) -> io::Result<()> {
        self.is_refused = true;
        write!(stderr, "{}: {why} -- '", program.name())?;
        stderr.write_all(&[option])?;
        stderr.write_all(b"'\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options, the messages and the opened output files.
    fn parse_line(program: Program, line: &str) -> (Options, String, Vec<String>) {
        let (mut stderr, mut opened) = (Vec::new(), Vec::new());
        let args = line.split_whitespace().map(OsString::from);
        let options = parse(program, args, &mut stderr, |name| {
            opened.push(String::from_utf8(name.to_vec()).unwrap());
            Ok::<_, io::Error>(())
        });
        (options.unwrap(), String::from_utf8(stderr).unwrap(), opened)
    }

    #[test]
    fn options_and_files_mix() {
        for line in ["-vbc -pP -h H -F o g t", "g -v t -b -c -p P -hH -Fo", "-v -pQ -bcpP -Fo -hH -- g t"] {
            let (options, said, opened) = parse_line(Program::Sparseval, line);
            assert_eq!(options.files, [b"g", b"t"], "{line}");
            assert!("vbc".chars().all(|switch| options.has(switch)) && !options.has('l'), "{line}");
            assert_eq!(
                (options.value('p'), options.value('h')),
                (Some(&b"P"[..]), Some(&b"H"[..])),
                "{line}"
            );
            assert_eq!(
                (options.is_refused, said.as_str(), opened),
                (false, "", vec!["o".to_owned()]),
                "{line}"
            );
        }
        let (options, ..) = parse_line(Program::Sparseval, "-v -- -b -");
        assert_eq!((options.files, options.switches), (vec![b"-b".to_vec(), b"-".to_vec()], vec!['v']));
    }

    #[test]
    fn what_is_refused() {
        use Program::{Headtrees, Sparseval, Strealign};
        let invalid = |name: &str, option| format!("{name}: invalid option -- '{option}'\n");
        for (program, line, expected) in [
            (Sparseval, "g t -x", invalid("sparseval", 'x')),
            (Sparseval, "g t -xy", invalid("sparseval", 'x') + &invalid("sparseval", 'y')),
            (Sparseval, "g t -vp", "sparseval: option requires an argument -- 'p'\n".to_owned()),
            (Sparseval, "g t --help", invalid("sparseval", '-')),
            (Sparseval, "g t -?", String::new()),
            (Sparseval, "g", String::new()),
            (Headtrees, "g -b", invalid("headtrees", 'b')),
            (Headtrees, "g t", String::new()),
            (Strealign, "g t a -a x", String::new()),
            (Strealign, "g t a -h x", invalid("strealign", 'h')),
        ] {
            let (options, said, _) = parse_line(program, line);
            assert_eq!((options.is_refused, said), (true, expected), "{line}");
        }
        assert!(!parse_line(Strealign, "g t a -v -p x").0.is_refused);
    }
}
