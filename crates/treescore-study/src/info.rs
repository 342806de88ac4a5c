//! The studies by name.

use crate::ask::Ask;
use crate::error::StudyError;
use crate::outside::Outside;
use crate::result::Study;
use crate::studies;

/// What a study is about, and what it needs.
#[derive(Clone, Copy, Debug)]
pub struct StudyInfo {
    /// Its name.
    pub name: &'static str,
    /// The paper and the item of the paper.
    pub paper: &'static str,
    /// The files and options that it needs, as they are written.
    pub usage: &'static str,
    /// The least and the greatest number of files.
    pub files: (usize, usize),
    /// Its options.
    pub options: &'static [&'static str],
    run: fn(&Ask, &mut dyn Outside) -> Result<Study, StudyError>,
}

/// All studies.
pub const STUDIES: &[StudyInfo] = &[
    StudyInfo {
        name: "attachment",
        paper: "Struct-IoU, table 1",
        usage: "",
        files: (0, 0),
        options: &["seed", "n", "random", "gold", "all"],
        run: studies::attachment::run,
    },
    StudyInfo {
        name: "correlation",
        paper: "Struct-IoU, figures 3 and 7",
        usage: "GOLD SYSTEM",
        files: (2, 2),
        options: &["seed", "runs", "group", "recipe", "figure", "gold-times", "system-times"],
        run: studies::correlation::run,
    },
    StudyInfo {
        name: "perturbation",
        paper: "Struct-IoU, figure 5",
        usage: "GOLD SYSTEM",
        files: (2, 2),
        options: &["seed", "runs", "times", "deltas", "by-length", "parser"],
        run: studies::perturbation::run,
    },
    StudyInfo {
        name: "averages",
        paper: "Struct-IoU, figure 6",
        usage: "GOLD SYSTEM",
        files: (2, 2),
        options: &["gold-times", "system-times"],
        run: studies::averages::run,
    },
    StudyInfo {
        name: "su-threshold",
        paper: "SParseval, figure 6",
        usage: "GOLD POSTERIORS",
        files: (2, 2),
        options: &["thresholds", "words", "heads", "system", "parsed", "parser"],
        run: studies::su_threshold::run,
    },
    StudyInfo {
        name: "speech-factors",
        paper: "SParseval, section 3",
        usage: "DESIGN or --scores FILE",
        files: (0, 1),
        options: &["scores", "heads"],
        run: studies::speech_factors::run,
    },
    StudyInfo {
        name: "sequence-table",
        paper: "Tree matching, figures 1 and 2",
        usage: "",
        files: (0, 0),
        options: &["gold", "system"],
        run: studies::sequence_table::run,
    },
    StudyInfo {
        name: "concepts",
        paper: "Tree matching, table 1",
        usage: "[GOLD SYSTEM]",
        files: (0, 2),
        options: &["types", "steps", "order"],
        run: studies::concepts::run,
    },
    StudyInfo {
        name: "phrase-models",
        paper: "Phrase recognition, sections 4.1 to 4.5",
        usage: "TREES",
        files: (1, 1),
        options: &["first", "second", "test", "tags", "pp"],
        run: studies::phrase_models::run,
    },
    StudyInfo {
        name: "alignment-examples",
        paper: "Alignment-based PARSEVAL, section 3.2",
        usage: "",
        files: (0, 0),
        options: &[],
        run: studies::alignment_examples::run,
    },
    StudyInfo {
        name: "alignment-growth",
        paper: "Alignment-based PARSEVAL, complexity",
        usage: "",
        files: (0, 0),
        options: &["sizes", "kinds"],
        run: studies::alignment_growth::run,
    },
    StudyInfo {
        name: "peers",
        paper: "Alignment-based PARSEVAL, table 1",
        usage: "GOLD SYSTEM",
        files: (2, 2),
        options: &["heads"],
        run: studies::peers::run,
    },
];

/// The information about a study.
pub(crate) fn find(name: &str) -> Result<&'static StudyInfo, StudyError> {
    STUDIES.iter().find(|info| info.name == name).ok_or_else(|| StudyError::Unknown(name.to_owned()))
}

/// Carries out a study.
///
/// # Errors
/// If there is no such study, if it does not have one of the options, or if its files cannot be used.
pub fn run(name: &str, ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let info = find(name)?;
    check(info, ask)?;
    let study = (info.run)(ask, outside)?;
    let signature = signature_of(&study);
    Ok(Study { name: info.name.to_owned(), paper: info.paper.to_owned(), signature, ..study })
}

/// The signature of a study with those of its measures, each in brackets without the version, which the study has.
fn signature_of(study: &Study) -> String {
    let bare = |signature: &str| signature.split_once('|').map_or("", |(_, settings)| settings).to_owned();
    let measures: Vec<String> =
        study.measures.iter().map(|signature| format!("[{}]", bare(signature))).collect();
    let separator = if measures.is_empty() { "" } else { "|measures:" };
    format!("{}{separator}{}", study.signature, measures.concat())
}

/// Refuses options that the study does not have, and files that it does not take.
fn check(info: &StudyInfo, ask: &Ask) -> Result<(), StudyError> {
    if let Some(option) = ask.options.keys().find(|option| !info.options.contains(&option.as_str())) {
        let known: Vec<String> = info.options.iter().map(|option| format!("--{option}")).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(StudyError::NotAnOption { option: option.clone(), study: info.name, known });
    }
    let (least, most) = info.files;
    if !(least..=most).contains(&ask.files.len()) {
        let wanted = match (least, most) {
            (0, 0) => "no files".to_owned(),
            (1, 1) => "one file".to_owned(),
            (least, most) if least == most => format!("{} files", spell(least)),
            (least, most) => format!("{} to {} files", spell(least), spell(most)),
        };
        let given = match ask.files.len() {
            1 => "there is one".to_owned(),
            files => format!("there are {}", spell(files)),
        };
        return Err(StudyError::Files { study: info.name, wanted, given, usage: info.usage });
    }
    let paths = ["gold-times", "system-times", "times", "types", "order", "scores", "heads"];
    let is_stream = ask.files.iter().any(|file| file.as_os_str() == "-")
        || paths.iter().any(|option| ask.value(option) == Some("-"));
    if is_stream { Err(StudyError::Stream) } else { Ok(()) }
}

fn spell(number: usize) -> String {
    let words = ["no", "one", "two", "three"];
    words.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}
