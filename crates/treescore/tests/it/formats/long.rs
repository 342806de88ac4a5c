//! Files of more than 64 KiB: the line that the 64 KiB cut decides nothing, and one odd line is a fault or a
//! refusal.

use treescore::read::OpenError;
use treescore::read::times::{Times, TimesError, TimesOptions};

use super::{expected, refusal, text, wanted};
use crate::support::side::read_side;

#[test]
fn long_files_stay_what_they_began_as() {
    for (name, wanted_file) in expected("long")["files"].as_object().unwrap() {
        let line = wanted_file["line"].as_str().unwrap();
        let count = wanted_file["lines"].as_u64().unwrap();
        let mut lines: Vec<String> = (1..=count)
            .map(|n| line.replace("{n:05d}", &format!("{n:05}")).replace("{n}", &n.to_string()))
            .collect();
        if let Some(odd) = wanted_file.get("odd") {
            lines[odd[0].as_u64().unwrap() as usize - 1] = odd[1].as_str().unwrap().to_owned();
        }
        let content = lines.concat();
        let refused = if name == "ctm" {
            match Times::from_bytes(name, content.into_bytes(), &TimesOptions::default()) {
                Err(TimesError::File { name, fault }) => Some(refusal(&OpenError::Format { name, fault })),
                other => panic!("{other:?}"),
            }
        } else {
            let measure = match (wanted_file["want"].as_str(), name.as_str()) {
                (Some("words"), _) => "word",
                (Some("forests"), _) => "tree-node",
                (_, "conllu") => "attachment",
                _ => "parseval",
            };
            let side = read_side(&text(name, &content), &wanted(measure), None);
            if let Some(format) = wanted_file["format"].as_str() {
                assert_eq!(side.facts[0].format.as_str(), format, "{name}");
                assert_eq!(side.facts[0].confidence.as_str(), wanted_file["confidence"], "{name}");
                assert_eq!(side.units.len() as u64, count, "{name}");
                let faults = side.units.iter().filter(|unit| unit.fault.is_some()).count();
                assert_eq!(faults, usize::from(wanted_file.get("odd").is_some()), "{name}");
            }
            side.error.as_ref().map(refusal)
        };
        let expected = wanted_file.get("refused").map(|refused| {
            ["finding", "at", "message"].map(|field| refused[field].as_str().unwrap().to_owned())
        });
        assert_eq!(refused.map(|(finding, at, message)| [finding, at, message]), expected, "{name}");
    }
}
