//! How files are read, as far as it changes numbers.

use crate::measure::Settings;
use crate::prepare::{Name, SettingError, escape, join_labels, split_labels, unescape, wrong};
use crate::read::{Cut, Format, InputFacts, Nbest, ReadOptions};
use crate::repair::Repair;
use crate::tree::Which;

/// How the files of both sides are read. By default their content decides.
///
/// ```
/// use treescore::Setup;
/// let mut setup = Setup::named("parseval")?;
/// setup.set("input", "export/brackets")?;
/// setup.set("skip", "CODE")?;
/// assert!(setup.signature().to_string().contains("|input:export/brackets|skip:CODE|"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputSettings {
    /// The format of gold.
    pub gold: Option<GivenFormat>,
    /// The format of the system.
    pub system: Option<GivenFormat>,
    /// Which tree of an n-best list is read.
    pub nbest: Nbest,
    /// Trees whose root has one of these labels are left out.
    pub skip: Vec<Name>,
    /// True if function labels of NEGRA and TIGER are appended to labels.
    pub functions: bool,
    /// How much of replies is repaired. `None`: everything.
    pub repair: Option<Repair>,
    /// Where files of replies are cut. `None`: by content.
    pub cut: Option<Cut>,
}

/// A format, and the field or column that holds the trees; or the formats of the files of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenFormat {
    /// The format.
    pub format: Format,
    /// The field of JSON objects, or `gold` or `system` for columns of chunks.
    pub field: Option<String>,
    /// Further formats of the files of a side, by name. Each file is then recognised by itself.
    pub also: Vec<Format>,
}

impl GivenFormat {
    /// True if all files are what measures read by default.
    fn is_usual(&self) -> bool {
        let mut all = self.also.iter().chain([&self.format]);
        self.field.is_none()
            && all.all(|format| matches!(format, Format::Brackets | Format::Forest | Format::Plain))
    }
}

impl std::str::FromStr for GivenFormat {
    type Err = ();

    /// Parses a name such as `bare` or `json:gold`, or names such as `bare+brackets`. `trees` is another name of
    /// `brackets`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (text, also) = text.split_once('+').unwrap_or((text, ""));
        let also =
            also.split('+').filter(|name| !name.is_empty()).map(str::parse).collect::<Result<_, ()>>()?;
        let (name, field) = match text.split_once(':') {
            Some((name, field)) if matches!(name, "json" | "bio" | "replies") && !field.is_empty() => {
                (name, Some(field))
            }
            Some(_) => return Err(()),
            None => (text, None),
        };
        let format = if name == "trees" { Format::Brackets } else { name.parse()? };
        Ok(Self { format, field: field.map(str::to_owned), also })
    }
}

impl std::fmt::Display for GivenFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.format.as_str())?;
        self.field.iter().try_for_each(|field| write!(f, ":{field}"))?;
        self.also.iter().try_for_each(|format| write!(f, "+{}", format.as_str()))
    }
}

impl InputSettings {
    /// What was read on a side, by the facts about its files; `None` if there are none.
    pub(crate) fn found(facts: &[InputFacts], options: Option<&ReadOptions>) -> Option<GivenFormat> {
        let field = options.and_then(|options| options.details.field.as_ref());
        let field = field.map(|field| String::from_utf8_lossy(field).into_owned());
        let format = |facts: &InputFacts| match facts.format {
            // Arrays in JSON that only an option or the other side could tell apart.
            Format::Json => facts.readings.first().copied().unwrap_or(Format::Json),
            format => format,
        };
        let mut formats: Vec<Format> = facts.iter().map(format).collect();
        formats.sort_by_key(|format| format.as_str());
        formats.dedup();
        let (&first, also) = formats.split_first()?;
        Some(GivenFormat { format: first, field, also: also.to_vec() })
    }

    /// The settings of a score whose sides were read in these formats.
    pub(crate) fn with_found(self, gold: Option<GivenFormat>, system: Option<GivenFormat>) -> Self {
        let is_usual = [&gold, &system].into_iter().flatten().all(GivenFormat::is_usual);
        let (gold, system) = if is_usual { (None, None) } else { (gold, system) };
        Self { gold, system, ..self }
    }

    /// True if systems are read as replies of language models.
    pub fn has_replies(&self) -> bool {
        self.system.as_ref().is_some_and(|given| given.format == Format::Replies)
    }

    /// How much of replies is repaired.
    pub fn allowed_repair(&self) -> Repair {
        self.repair.unwrap_or(Repair::All)
    }

    /// Changes how the files of a side are read.
    pub(crate) fn apply(&self, which: Which, options: &ReadOptions) -> ReadOptions {
        let mut options = options.clone();
        let given = if which == Which::Gold { &self.gold } else { &self.system };
        if let (None, Some(given)) = (options.format, given)
            && given.also.is_empty()
        {
            options.format = Some(given.format);
            options.details.field = given.field.as_ref().map(|field| field.as_bytes().to_vec());
        }
        if self.nbest == Nbest::Best {
            options.details.nbest = Nbest::Best;
        }
        options.details.functions |= self.functions;
        options.details.cut = options.details.cut.or(self.cut);
        options.skip.extend_from_slice(&self.skip);
        options
    }

    /// The settings that are not the default, in signature order.
    pub(super) fn settings(&self) -> Settings {
        let mut settings = Settings::new();
        if self.gold.is_some() || self.system.is_some() {
            let name = |given: &Option<GivenFormat>| {
                given.as_ref().map_or_else(|| "content".to_owned(), GivenFormat::to_string)
            };
            let (gold, system) = (name(&self.gold), name(&self.system));
            let both = if gold == system { gold } else { format!("{gold}/{system}") };
            settings.push(("input", escape(both.as_bytes())));
        }
        if self.nbest != Nbest::First {
            settings.push(("nbest", self.nbest.as_str().to_owned()));
        }
        if !self.skip.is_empty() {
            settings.push(("skip", join_labels(&self.skip)));
        }
        if self.functions {
            settings.push(("functions", "append".to_owned()));
        }
        if self.has_replies() {
            settings.push(("repair", self.allowed_repair().as_str().to_owned()));
        }
        if let Some(cut) = self.cut {
            settings.push(("cut", cut.as_str().to_owned()));
        }
        settings
    }

    /// Changes a setting. Returns false if there is none with this name.
    ///
    /// # Errors
    /// If the value is not valid for the setting.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "input" => {
                let text = unescape(value);
                let text = String::from_utf8_lossy(&text);
                let (gold, system) = text.split_once('/').unwrap_or((&text, &text));
                let takes =
                    "the name of a format (treescore formats lists them), or two with a slash between";
                let parse = |name: &str| match name {
                    "content" => Ok(None),
                    _ => name.parse().map(Some).map_err(|()| wrong(key, value, takes)),
                };
                (self.gold, self.system) = (parse(gold)?, parse(system)?);
                // Only systems reply.
                if self.gold.as_ref().is_some_and(|given| given.format == Format::Replies)
                    && self.has_replies()
                {
                    self.gold = None;
                }
            }
            "nbest" => self.nbest = value.parse().map_err(|()| wrong(key, value, "first or best"))?,
            "skip" => self.skip = split_labels(value),
            "functions" => {
                self.functions = match value {
                    "append" => true,
                    "drop" => false,
                    _ => return Err(wrong(key, value, "append or drop")),
                }
            }
            "repair" => {
                self.repair = Some(value.parse().map_err(|()| wrong(key, value, "all, brackets or none"))?);
            }
            "cut" => {
                self.cut =
                    Some(value.parse().map_err(|()| wrong(key, value, "file, line, heading or json"))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
