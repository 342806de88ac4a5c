//! The numbers of `docs/papers.md` that need the data: blocks of text that begin with a command. `data/` stands for the
//! folder with the data, `study/` for that of the golden numbers. To accept what is printed now: `TREESCORE_BLESS=1`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::data;

const FENCE: &str = "```text\n$ treescore ";

#[test]
fn studies_of_the_data() {
    let Some(data) = data() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (page, study) =
        (root.join("../../docs/papers.md"), root.join("../treescore-study/tests/conformance/data"));
    let text = fs::read_to_string(&page).unwrap();
    let mut blocks = text.split(FENCE);
    let mut made = blocks.next().unwrap().to_owned();
    let mut count = 0;
    for block in blocks {
        let (command, rest) = block.split_once('\n').unwrap();
        let behind = &rest[rest.find("```").unwrap()..];
        let words =
            command.split(' ').map(|word| match (word.strip_prefix("data/"), word.strip_prefix("study/")) {
                (Some(name), _) => data.join(name).into_os_string(),
                (_, Some(name)) => study.join(name).into_os_string(),
                _ => word.into(),
            });
        let ran = Command::new(env!("CARGO_BIN_EXE_treescore")).args(words).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
        let shown = String::from_utf8(ran.stdout).unwrap();
        made.extend([FENCE, command, "\n", shown.as_str(), behind]);
        count += 1;
    }
    assert!(count > 2, "the search has gone blind: {count} blocks");
    if made != text && std::env::var_os("TREESCORE_BLESS").is_some() {
        fs::write(&page, &made).unwrap();
        return;
    }
    assert!(made == text, "docs/papers.md is not what is printed now; to accept: TREESCORE_BLESS=1");
}
