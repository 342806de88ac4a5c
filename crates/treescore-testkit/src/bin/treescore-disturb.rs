//! Writes a pair of files whose texts differ, for benchmarks of the alignment.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use treescore_testkit::disturb::{Kind, write_corpus};

const USAGE: &str = "usage: treescore-disturb --kind NAME --megabytes N [--seed S] GOLD SYSTEM";

struct Job {
    kind: Kind,
    bytes: u64,
    seed: u64,
    gold: PathBuf,
    system: PathBuf,
}

fn main() -> ExitCode {
    match job(std::env::args().skip(1)).and_then(|job| run(&job)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let kinds = Kind::ALL.map(|(name, _)| name).join(" ");
            eprintln!("treescore-disturb: {error}\n{USAGE}\nkinds: {kinds}");
            ExitCode::from(2)
        }
    }
}

fn job(mut args: impl Iterator<Item = String>) -> Result<Job, Box<dyn Error>> {
    let (mut kind, mut megabytes, mut seed, mut files) = (None, None, 1, Vec::new());
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--kind" => kind = Some(Kind::named(&value()?).ok_or("no such kind")?),
            "--megabytes" => megabytes = Some(value()?.parse::<f64>()?),
            "--seed" => seed = value()?.parse()?,
            _ if arg.starts_with("--") => return Err(format!("unknown option {arg}").into()),
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let (kind, megabytes) = (kind.ok_or("--kind is missing")?, megabytes.ok_or("--megabytes is missing")?);
    let [gold, system] = <[PathBuf; 2]>::try_from(files).map_err(|_| "two files are needed")?;
    Ok(Job { kind, bytes: (megabytes * 1e6) as u64, seed, gold, system })
}

fn run(job: &Job) -> Result<(), Box<dyn Error>> {
    let create = |path| File::create(path).map(|file| BufWriter::with_capacity(1 << 18, file));
    let (mut gold, mut system) = (create(&job.gold)?, create(&job.system)?);
    write_corpus(job.kind, job.seed, job.bytes, &mut gold, &mut system)?;
    gold.flush()?;
    system.flush()?;
    Ok(())
}
