//! Writes a synthetic treebank to two files.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use treescore_testkit::generate::{Profile, write_pairs};

const USAGE: &str = "usage: treescore-generate --pairs N [--seed S] [--profile NAME] GOLD SYSTEM";

struct Job {
    pairs: u64,
    seed: u64,
    profile: Profile,
    gold: PathBuf,
    system: PathBuf,
}

fn main() -> ExitCode {
    match job(std::env::args().skip(1)).and_then(|job| run(&job)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("treescore-generate: {error}\n{USAGE}\nprofiles: {}", Profile::NAMES.join(" "));
            ExitCode::from(2)
        }
    }
}

fn job(mut args: impl Iterator<Item = String>) -> Result<Job, Box<dyn Error>> {
    let (mut pairs, mut seed, mut profile, mut files) = (None, 1, Profile::newspaper(), Vec::new());
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--pairs" => pairs = Some(value()?.parse()?),
            "--seed" => seed = value()?.parse()?,
            "--profile" => profile = Profile::named(&value()?).ok_or("no such profile")?,
            _ if arg.starts_with("--") => return Err(format!("unknown option {arg}").into()),
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let pairs = pairs.ok_or("--pairs is missing")?;
    let [gold, system] = <[PathBuf; 2]>::try_from(files).map_err(|_| "two files are needed")?;
    Ok(Job { pairs, seed, profile, gold, system })
}

fn run(job: &Job) -> Result<(), Box<dyn Error>> {
    let create = |path| File::create(path).map(|file| BufWriter::with_capacity(1 << 18, file));
    let (mut gold, mut system) = (create(&job.gold)?, create(&job.system)?);
    write_pairs(job.seed, job.pairs, &job.profile, &mut gold, &mut system)?;
    gold.flush()?;
    system.flush()?;
    Ok(())
}
