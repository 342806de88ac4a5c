//! EVALB, its SPMRL variant, jp-evalb and SParseval, reproduced byte for byte on top of [`treescore`].
//!
//! These four programs made the numbers in most parsing papers. This crate prints exactly what they print,
//! error messages and oddities included, for people who must reproduce or continue such numbers. It is the
//! library behind `treescore evalb`, `evalb-spmrl`, `jp-evalb`, `sparseval`, `headtrees` and `strealign`. To
//! score a new parser, use [`treescore::score`]: it computes the same measures, and says what it refused
//! instead of guessing.
//!
//! Nothing here opens a file or prints: programs take bytes and append to a buffer, or talk to a
//! [`sparseval::Desk`]. Where an original crashes, hangs or reads past its buffers, the module says what is
//! done instead.
//!
//! # Guide by task
//!
//! ## Print what EVALB prints
//! [`evalb::Literal`] does with one pair of lines what EVALB does. A [`Writer`](evalb::Writer) applies the
//! error limit.
//!
//! ```
//! use treescore_originals::evalb::*;
//! use treescore::prepare::param_file::ParamFile;
//!
//! let mut settings = Settings::new(Dialect::Evalb);
//! settings.apply(ParamFile::parse(b"DELETE_LABEL TOP\n").0);
//! let names: (&[u8], &[u8]) = (b"gold.txt", b"test.txt");
//! let (mut out, mut totals) = (Output::default(), Totals::default());
//! write_header(&mut out.stdout);
//! let lines = LinePair {
//!     names,
//!     number: 1,
//!     gold: b"(TOP (S (NP (D a) (N b)) (V c)))\n",
//!     test: b"(TOP (S (D a) (VP (N b) (V c))))\n",
//! };
//! Literal::default().judge(&settings, &lines, &mut out, &mut totals);
//! write_summary(&mut out.stdout, &settings, names, &totals);
//!
//! let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
//! let flow = Writer::new(&mut stdout, &mut stderr, settings.max_error).write(&out)?;
//! assert_eq!(flow, Flow::Continue);
//! let report = String::from_utf8_lossy(&stdout);
//! assert!(report.contains("   1    3    0   50.00  50.00     1      2    2      1      3     3   100.00"));
//! assert!(report.contains("Bracketing FMeasure       =  50.00\n"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! ## Score whole files as EVALB does, on all cores
//! [`evalb::EvalbWork`] gives the same rows through treescore's fast pipeline, block by block and in order.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use treescore::read::{Corpus, PairReader, SideReader, UnitKind, Unmatched};
//! use treescore::run::parallel;
//! use treescore_originals::evalb::{Dialect, EvalbPart, EvalbWork, Settings, Totals};
//!
//! let settings = Settings::new(Dialect::Evalb);
//! let judging = EvalbWork::new(&settings, (b"gold.txt", b"test.txt")).expect("no debug listings");
//! let side = |name: &str| SideReader::new(Corpus::as_is(name.into()), UnitKind::Line);
//! let (gold, test) = (side("gold.txt")?, side("test.txt")?);
//! let reader = PairReader::new(Box::new(gold), vec![Box::new(test)], Unmatched::HandOut);
//! let mut totals = Totals::default();
//! let mut take = |part: &mut EvalbPart, _| {
//!     totals += part.totals;
//!     if part.is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//! };
//! parallel::run(reader, 4, &judging, &mut take, &mut None)?;
//! println!("{} of {} gold brackets", totals.all.matched, totals.all.gold);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Score trees over different words and sentences as jp-evalb does
//! [`jp_evalb::score`] aligns sentences and words first; [`jp_evalb::score_aligned`] prints the same report
//! over treescore's own alignment.
//!
//! ```
//! use treescore_originals::jp_evalb::{File, Parameters, score, write_report};
//!
//! let file = |name: &str, text: &str| [File { name: name.to_owned(), bytes: text.into() }];
//! let gold = file("gold", "(S (NP (NN rain)) (VP (VBZ does) (RB n't)))\n(S (VP (VB wait)))\n");
//! let test = file("test", "(S (NP (NN rain)) (VP (VBZ doesn't)))\n(S (VP (VB wait)))\n");
//! let outcome = score(&gold, &test, &Parameters::none())?;
//! let mut report = Vec::new();
//! write_report(&mut report, &outcome);
//! assert!(String::from_utf8_lossy(&report).contains("Bracketing FMeasure       = 100.00\n"));
//! # Ok::<(), treescore_originals::jp_evalb::InputError>(())
//! ```
//!
//! ## Score speech as SParseval does
//! [`sparseval::run`] reads and prints through a [`Desk`](sparseval::Desk); the module has an example in
//! memory. [`sparseval::head_trees`] and [`sparseval::realign`] are its two companions.
//!
//! # Features
//! None. Compressed input is a matter of `treescore`'s features `gzip` and `zstd`.

pub mod evalb;
pub mod jp_evalb;
pub mod sparseval;
