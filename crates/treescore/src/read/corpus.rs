//! The files of one side, and their bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::encoding::{Encoding, TextEncoding};
use super::error::OpenError;
use super::format::{Holds, Want};
use super::head::{Head, grow};
use super::limit::{HELD_MAX, WHOLE_MAX, read_limited, read_table};
use super::once::Once;
use super::options::ReadOptions;
use super::partners::stem_end;
use super::recognise::Recognition;
use super::relay::Relay;
use super::text::Text;
use super::unpack::{is_compressed, unpack};
use crate::values::{Meter, is_match};

/// How many bytes of two files are compared at once.
const PIECE: u64 = 64 * 1024;

/// The trees of one side: a file, standard input (`-`), a folder (all files in it, by name), or a list of
/// files (`@list`).
///
/// ```no_run
/// use treescore::read::Corpus;
/// let corpus = Corpus::find("system/".as_ref())?;
/// for document in corpus.documents() {
///     println!("{}", document.name);
/// }
/// # Ok::<(), treescore::read::OpenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    name: String,
    /// Shared: a run has several copies of a corpus, and a folder may have thousands of files.
    documents: Arc<Vec<Document>>,
    is_folder: bool,
    /// How many components of the name are shown in tables.
    shown: usize,
    /// How many components make the names of listed files distinct.
    document_parts: usize,
    options: ReadOptions,
    /// Files of the folder that are left out.
    left_out: Vec<String>,
}

/// One file of a corpus.
///
/// ```
/// use std::io::Read;
/// use treescore::read::Corpus;
/// let mut file = tempfile::NamedTempFile::with_suffix(".trees")?;
/// std::io::Write::write_all(&mut file, b"(N a)\n")?;
/// let corpus = Corpus::find(file.path())?;
/// let mut text = String::new();
/// corpus.documents()[0].open()?.read_to_string(&mut text)?;
/// assert_eq!(text, "(N a)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The name for messages: the path as given, or relative to the given folder.
    pub name: String,
    path: Option<PathBuf>,
    /// Pass the bytes on as an original program sees them: a byte-order mark stays, a folder is an empty
    /// file.
    as_is: bool,
    /// The content, if it cannot be read again.
    once: Once,
    /// The encoding, if it was given.
    encoding: Option<Encoding>,
    size: Size,
}

/// The size of a file in bytes, once it was asked for. It is no part of what the file is.
#[derive(Clone, Debug, Default)]
struct Size(OnceLock<Option<u64>>);

impl PartialEq for Size {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Size {}

/// The name of an input in a message.
pub(crate) fn name_in_message(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

impl Corpus {
    /// Finds the files. Opens none of them, except a list.
    ///
    /// # Errors
    /// If a path does not exist, or a folder or list contains no files.
    pub fn find(given: &Path) -> Result<Self, OpenError> {
        let name = given.to_string_lossy().into_owned();
        if name == "-" {
            return Ok(Self {
                name: name.clone(),
                documents: Arc::new(vec![Document::new(name, None)]),
                is_folder: false,
                shown: 1,
                document_parts: 1,
                options: ReadOptions::default(),
                left_out: Vec::new(),
            });
        }
        let mut left_out = Vec::new();
        let (documents, is_folder) = if let Some(list) = name.strip_prefix('@') {
            (read_list(Path::new(list))?, false)
        } else if metadata(given)?.is_dir() {
            let (found, others) = find_files(given)?;
            left_out.extend(others);
            let (about, documents): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|document| is_about_data(&document.name));
            left_out.extend(about.into_iter().map(|document| document.name));
            (documents, true)
        } else {
            (vec![Document::new(name.clone(), Some(given.to_owned()))], false)
        };
        if documents.is_empty() {
            Err(OpenError::NoFiles { name })
        } else {
            let document_parts = if is_folder { 1 } else { distinct_parts(&documents) };
            let options = ReadOptions::default();
            let documents = Arc::new(documents);
            Ok(Self { name, documents, is_folder, shown: 1, document_parts, options, left_out })
        }
    }

    /// A single file as an original program reads it: a byte-order mark is text, a folder is an empty file.
    pub fn as_is(path: PathBuf) -> Self {
        let name = path.to_string_lossy().into_owned();
        Self {
            name: name.clone(),
            documents: Arc::new(vec![Document { as_is: true, ..Document::new(name, Some(path)) }]),
            is_folder: false,
            shown: 1,
            document_parts: 1,
            options: ReadOptions::default(),
            left_out: Vec::new(),
        }
    }

    // For the crates and tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn held(name: &str, bytes: &[u8]) -> Self {
        let document = Document::new(name.to_owned(), Some(name.into()));
        document.once.keep(bytes.to_vec());
        Self {
            name: name.to_owned(),
            documents: Arc::new(vec![document]),
            is_folder: false,
            shown: 1,
            document_parts: 1,
            options: ReadOptions::default(),
            left_out: Vec::new(),
        }
    }

    /// Sets how the files are read.
    #[must_use]
    pub fn with_options(mut self, options: ReadOptions) -> Self {
        if self.documents.iter().any(|document| document.encoding != options.encoding) {
            for document in Arc::make_mut(&mut self.documents) {
                document.encoding = options.encoding;
            }
        }
        Self { options, ..self }
    }

    /// Puts the files in this order of their positions.
    pub(super) fn reorder(&mut self, order: &[usize]) {
        let ordered = order.iter().filter_map(|&at| self.documents.get(at).cloned()).collect();
        self.documents = Arc::new(ordered);
    }

    /// The files of the folder that are left out: descriptions, and files of another kind.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Leaves out the files of a folder that are no text, and of files with one stem those that hold something
    /// else than `takes`.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub(crate) fn put_aside(&mut self, takes: &[Holds], want: Want) -> Result<(), OpenError> {
        if !self.is_folder {
            return Ok(());
        }
        let mut stems: BTreeMap<PathBuf, usize> = BTreeMap::new();
        self.documents.iter().for_each(|document| *stems.entry(document.stem()).or_default() += 1);
        let collides = |document: &Document| stems.get(&document.stem()).is_some_and(|&files| files > 1);
        let mut kept = Vec::new();
        for document in std::mem::take(Arc::make_mut(&mut self.documents)) {
            let (found, is_text) = match document.open_text() {
                Ok(mut text) => (text.recognise(want, &document.name).ok(), true),
                Err(OpenError::Format { .. }) => (None, false),
                Err(error) => return Err(error),
            };
            let is_wanted = found.is_some_and(|found| takes.contains(&found.format.holds()));
            if is_wanted || (is_text && !collides(&document)) {
                kept.push(document);
            } else {
                self.left_out.push(document.name);
            }
        }
        self.documents = Arc::new(kept);
        Ok(())
    }

    /// Keeps the files whose names the pattern matches: `*` is any text, `?` any character. Does nothing
    /// unless this is a folder.
    ///
    /// # Errors
    /// If no file is left.
    pub fn only_matching(mut self, pattern: &str) -> Result<Self, OpenError> {
        if self.is_folder {
            Arc::make_mut(&mut self.documents)
                .retain(|document| is_match(document.name.as_bytes(), pattern.as_bytes()));
        }
        if self.documents.is_empty() {
            return Err(OpenError::NoMatch { name: self.name, pattern: pattern.to_owned() });
        }
        Ok(self)
    }

    /// A pattern that the names of most files match, but not that of `stray`: their extension.
    pub(super) fn pattern_without(&self, stray: &Document) -> Option<String> {
        let extension = |document: &Document| {
            let extension = Path::new(&document.name).extension()?;
            Some(extension.to_string_lossy().into_owned())
        };
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        self.documents.iter().filter_map(extension).for_each(|found| *counts.entry(found).or_default() += 1);
        counts.retain(|found, _| Some(found) != extension(stray).as_ref());
        let (usual, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        Some(format!("*.{usual}"))
    }

    /// A corpus of one of its files.
    pub(super) fn only(&self, document: &Document) -> Self {
        Self { documents: Arc::new(vec![document.clone()]), is_folder: false, ..self.clone() }
    }

    /// How the files are read.
    pub fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// The name as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The last component of the name, for tables. More components if [another corpus has the same
    /// one](Self::tell_apart).
    pub fn short_name(&self) -> String {
        last_parts(self.name.trim_start_matches('@'), self.shown)
    }

    /// Makes the short names distinct: `a/out.trees` and `b/out.trees` are not both `out.trees`. Two corpora
    /// with the same full name keep the same short name.
    pub fn tell_apart(corpora: &mut [Self]) {
        let most = corpora.iter().map(|corpus| Path::new(&corpus.name).components().count()).max();
        for shown in 2..=most.unwrap_or(0) {
            let mut counts = BTreeMap::new();
            for corpus in &*corpora {
                *counts.entry(corpus.short_name()).or_insert(0) += 1;
            }
            for corpus in corpora.iter_mut() {
                if counts.get(&corpus.short_name()).is_some_and(|&count| count > 1) {
                    corpus.shown = shown;
                }
            }
        }
    }

    /// The files.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Keeps the content of every file in memory, so that a file opened once can be read again.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn hold(&self) -> Result<(), OpenError> {
        self.documents.iter().try_for_each(Document::hold)
    }

    /// Keeps the content of streams that can be read only once in memory.
    ///
    /// # Errors
    /// If a stream cannot be read.
    pub(crate) fn hold_streams(&self) -> Result<(), OpenError> {
        let streams = self.documents.iter().filter(|document| !document.can_be_read_again());
        streams.into_iter().try_for_each(Document::hold)
    }

    /// Lets a meter end the waiting for streams that are opened from now on.
    pub(crate) fn attach(&self, meter: &Meter) {
        self.documents.iter().for_each(|document| document.once.attach(meter));
    }

    /// Returns the first non-blank byte of the first file, which shows the kind of file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn first_byte(&self) -> Result<Option<u8>, OpenError> {
        self.documents.first().map_or(Ok(None), Document::first_byte)
    }

    /// The name of a document for messages: relative to the given folder, or without its folders.
    pub(crate) fn display_name(&self, document: usize) -> Option<String> {
        let document = self.documents.get(document)?;
        Some(if self.is_folder {
            document.name.clone()
        } else {
            last_parts(&document.name, self.document_parts)
        })
    }

    /// True if this is a folder, whose files and their order were not given one by one.
    pub fn is_folder(&self) -> bool {
        self.is_folder
    }

    /// Sorts the files of a folder in natural order: `2.TextGrid` before `10.TextGrid`. Does nothing to other
    /// corpora.
    #[must_use]
    pub fn in_natural_order(mut self) -> Self {
        if self.is_folder {
            Arc::make_mut(&mut self.documents)
                .sort_by_cached_key(|document| (natural_key(&document.stem()), document.name.clone()));
        }
        self
    }

    /// True if `path` is one of the files, under any name.
    pub fn holds(&self, path: &Path) -> bool {
        let path = path.canonicalize().ok();
        let list = self.name.strip_prefix('@').and_then(|list| Path::new(list).canonicalize().ok());
        if path.is_some() && list == path {
            return true;
        }
        let same =
            |document: &Document| document.path.as_ref().and_then(|path| path.canonicalize().ok()) == path;
        path.is_some() && self.documents.iter().any(same)
    }

    /// True if this is standard input, which can be read only once.
    pub fn is_stdin(&self) -> bool {
        self.documents.iter().any(|document| document.path.is_none())
    }

    /// The number of bytes to read. `None` for standard input and for files with the extension of a
    /// compressed format.
    pub fn bytes(&self) -> Option<u64> {
        self.documents.iter().map(Document::bytes).sum()
    }

    /// True if both have one file, with the same text. Sizes are compared first.
    pub fn has_same_text(&self, other: &Self) -> bool {
        let ([one], [another]) = (&self.documents[..], &other.documents[..]) else { return false };
        let is_same_size = one.bytes().is_some() && one.bytes() == another.bytes();
        let text = |document: &Document| document.open_decoded().ok().map(|(stream, _)| stream);
        is_same_size
            && text(one)
                .zip(text(another))
                .is_some_and(|(one, another)| are_same(one, another).unwrap_or(false))
    }
}

/// True if two streams have the same bytes. They may be of any length, so that they are compared piece by piece.
fn are_same(mut one: impl Read, mut another: impl Read) -> io::Result<bool> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    loop {
        first.clear();
        second.clear();
        one.by_ref().take(PIECE).read_to_end(&mut first)?;
        another.by_ref().take(PIECE).read_to_end(&mut second)?;
        if first != second || first.is_empty() {
            return Ok(first == second);
        }
    }
}

impl Document {
    fn new(name: String, path: Option<PathBuf>) -> Self {
        Self { name, path, as_is: false, once: Once::default(), encoding: None, size: Size::default() }
    }

    /// Returns the first non-blank byte, if any. A stream that can be read only once is kept in memory from
    /// now on.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn first_byte(&self) -> Result<Option<u8>, OpenError> {
        let is_file = self.path.as_ref().is_some_and(|path| path.is_file());
        if !is_file {
            self.hold()?;
        }
        for byte in io::BufReader::new(self.open()?).bytes() {
            match byte {
                Ok(byte) if byte.is_ascii_whitespace() => {}
                Ok(byte) => return Ok(Some(byte)),
                Err(source) => return Err(OpenError::Io { name: self.name.clone(), source }),
            }
        }
        Ok(None)
    }

    /// Keeps the content in memory, so that it can be read several times, by copies of the document, too.
    pub(super) fn hold(&self) -> Result<(), OpenError> {
        if !self.once.is_kept() {
            let bytes = read_limited(self.open_bytes()?, HELD_MAX);
            self.once.keep(bytes.map_err(|error| OpenError::of_io(&self.name, error))?);
        }
        Ok(())
    }

    /// The last component of the name.
    pub fn short_name(&self) -> String {
        last_parts(&self.name, 1)
    }

    /// The name without its extension and without `.gz` or `.zst`. Files that belong together share it.
    pub fn stem(&self) -> PathBuf {
        strip_compression(Path::new(&self.name)).with_extension("")
    }

    /// The size of the file, as in [`Corpus::bytes`]. The file system is asked once.
    pub(super) fn bytes(&self) -> Option<u64> {
        *self.size.0.get_or_init(|| {
            let path = self.path.as_ref().filter(|path| !is_packed(path))?;
            let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some(metadata.len())
        })
    }

    /// Opens the file as text: decompressed (gzip and zstd are detected from the content) and decoded
    /// (byte-order marks and UTF-16).
    ///
    /// # Errors
    /// If the file cannot be opened or read, or is no text.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, OpenError> {
        if self.as_is { self.open_bytes() } else { Ok(self.open_text()?.into_stream()) }
    }

    /// As [`open`](Self::open); also returns the encoding that was found in the first 64 KiB, or given.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_decoded(&self) -> Result<(Box<dyn Read + Send>, TextEncoding), OpenError> {
        let text = self.open_text()?;
        let encoding = text.encoding;
        Ok((text.into_stream(), encoding))
    }

    /// Opens the file as text, in the encoding that was given for it, if any.
    pub(super) fn open_text(&self) -> Result<Text, OpenError> {
        self.open_text_with(Vec::new())
    }

    /// As [`open_text`](Self::open_text); the beginning of the text is read into `buffer`.
    pub(super) fn open_text_with(&self, buffer: Vec<u8>) -> Result<Text, OpenError> {
        Text::open(self, self.encoding, buffer)
    }

    /// Recognises the format of the file, by as much of its content as that takes.
    ///
    /// ```
    /// use treescore::read::{Corpus, Format, Want};
    /// let mut file = tempfile::NamedTempFile::new()?;
    /// std::io::Write::write_all(&mut file, b"(NP (D the) (N cat))\n")?;
    /// let corpus = Corpus::find(file.path())?;
    /// assert_eq!(corpus.documents()[0].recognise(Want::Trees)?.format, Format::Brackets);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be read, or is of no format that is known and read.
    pub fn recognise(&self, want: Want) -> Result<Recognition, OpenError> {
        self.open_text()?.recognise(want, &self.name)
    }

    /// Reads the whole file, decompressed and decoded.
    pub(super) fn read_whole(&self) -> Result<Vec<u8>, OpenError> {
        Ok(self.read_whole_text()?.0)
    }

    /// As [`read_whole`](Self::read_whole); returns the encoding, too.
    pub(super) fn read_whole_text(&self) -> Result<(Vec<u8>, TextEncoding), OpenError> {
        let (stream, encoding) = self.open_decoded()?;
        let bytes = read_limited(stream, WHOLE_MAX);
        Ok((bytes.map_err(|error| OpenError::of_io(&self.name, error))?, encoding))
    }

    /// Reads the whole file as [`open`](Self::open) gives it, with at most [`WHOLE_MAX`] bytes.
    ///
    /// # Errors
    /// If the file cannot be opened or read, or is longer.
    pub fn read_all(&self) -> Result<Vec<u8>, OpenError> {
        read_limited(self.open()?, WHOLE_MAX).map_err(|error| OpenError::of_io(&self.name, error))
    }

    /// True if the content is not that of a stream which can be read only once.
    pub(super) fn can_be_read_again(&self) -> bool {
        self.once.is_kept() || self.path.as_ref().is_some_and(|path| path.is_file())
    }

    /// True if the bytes are passed on as an original program sees them.
    pub(super) fn is_as_is(&self) -> bool {
        self.as_is
    }

    /// Opens the file and decompresses it. Nothing is decoded.
    pub(super) fn open_bytes(&self) -> Result<Box<dyn Read + Send>, OpenError> {
        unpack(&self.name, self.as_is, self.open_raw()?)
    }

    /// Opens the file, decompresses it, and reads its first `length` bytes into `buffer`. Returns them and the
    /// rest. A file that is not compressed is read without a detour: a folder may have thousands of them.
    pub(super) fn open_head(
        &self,
        mut buffer: Vec<u8>,
        length: usize,
    ) -> Result<(Head, Box<dyn Read + Send>), OpenError> {
        let failed = |error| OpenError::of_io(&self.name, error);
        let mut stream = self.open_raw()?;
        if let Some(size) = self.size.0.get().copied().flatten() {
            // One byte more shows that the file has ended.
            let size = usize::try_from(size).unwrap_or(length).saturating_add(1);
            grow(&mut buffer, 0, size.min(length));
        }
        let mut head = Head::read(&mut stream, length, buffer).map_err(failed)?;
        if is_compressed(&head) {
            stream = unpack(&self.name, self.as_is, Cursor::new(head.into_bytes()).chain(stream))?;
            head = Head::read(&mut stream, length, Vec::new()).map_err(failed)?;
        }
        Ok((head, stream))
    }

    /// Opens the file as it is.
    fn open_raw(&self) -> Result<Box<dyn Read + Send>, OpenError> {
        let io_error = |source| OpenError::Io { name: self.name.clone(), source };
        if let Some(content) = self.once.reader() {
            return Ok(Box::new(content));
        }
        let Some(path) = &self.path else {
            self.open_once()?;
            return self.open_stream(|| Ok(io::stdin())).map_err(io_error);
        };
        if self.bytes().is_none() && is_pipe(path) {
            self.open_once()?; // opening it once more would wait forever
            let path = path.clone();
            #[expect(clippy::disallowed_methods, reason = "this is where files are opened")]
            return self.open_stream(move || File::open(&path)).map_err(io_error);
        }
        #[expect(clippy::disallowed_methods, reason = "this is where files are opened")]
        let file = File::open(path).map_err(io_error)?;
        let is_folder = file.metadata().map_err(io_error)?.is_dir();
        if is_folder && self.as_is {
            return Ok(Box::new(io::empty()));
        }
        if is_folder {
            return Err(io_error(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        Ok(Box::new(file))
    }

    /// True if the run that reads the document is to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.once.meter().is_some_and(Meter::is_stopped)
    }

    /// Opens a stream that may block, so that it does not hold up a run that is stopped.
    fn open_stream<R: Read + Send + 'static>(
        &self,
        open: impl Fn() -> io::Result<R> + Clone + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        match self.once.meter() {
            Some(meter) => Relay::open(open, meter),
            None => Ok(Box::new(open()?)),
        }
    }

    /// Refuses to open a pipe a second time.
    fn open_once(&self) -> Result<(), OpenError> {
        if self.once.open() { Ok(()) } else { Err(OpenError::ReadOnce { name: self.name.clone() }) }
    }
}

/// True if this is a pipe, whose content can be read only once.
#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    let kind = path.metadata().map(|found| found.file_type());
    kind.is_ok_and(|kind| std::os::unix::fs::FileTypeExt::is_fifo(&kind))
}

/// Pipes have no paths here.
#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Returns how many trailing components make the names distinct: `p/x.trees` and `q/x.trees` need two.
/// Returns 1 if two files have the same name.
fn distinct_parts(documents: &[Document]) -> usize {
    let most = documents.iter().map(|document| Path::new(&document.name).components().count()).max();
    let is_distinct = |parts: &usize| {
        let names: BTreeSet<String> = documents.iter().map(|one| last_parts(&one.name, *parts)).collect();
        names.len() == documents.len()
    };
    (1..=most.unwrap_or(1)).find(is_distinct).unwrap_or(1)
}

/// True if the extension is that of a compressed format.
fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["gz", "zst", "zstd"].iter().any(|packed| extension == *packed))
}

/// The name of the decompressed file: without `.gz`, `.zst` or `.zstd`.
pub(super) fn strip_compression(path: &Path) -> PathBuf {
    if is_packed(path) { path.with_extension("") } else { path.to_owned() }
}

/// The last components of a path, at most `count`.
fn last_parts(name: &str, count: usize) -> String {
    let parts: Vec<_> =
        Path::new(name).components().filter(|part| matches!(part, Component::Normal(_))).collect();
    let last: PathBuf = parts[parts.len().saturating_sub(count)..].iter().collect();
    if parts.is_empty() { name.to_owned() } else { last.to_string_lossy().into_owned() }
}

fn metadata(path: &Path) -> Result<std::fs::Metadata, OpenError> {
    path.metadata().map_err(|source| OpenError::Io { name: path.to_string_lossy().into_owned(), source })
}

/// A part of a file name, for sorting.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Stretch {
    /// A number of any size: how many digits it has without leading zeros, and the digits.
    Number(usize, String),
    Text(String),
}

/// The sort key of a path in natural order: the parts of each component.
fn natural_key(path: &Path) -> Vec<Vec<Stretch>> {
    let stretches = |part: Component<'_>| -> Vec<Stretch> {
        let part = part.as_os_str().to_string_lossy().into_owned();
        let stretches = part.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
        stretches
            .map(|stretch| {
                let text = String::from_utf8_lossy(stretch);
                match text.trim_start_matches('0') {
                    digits if text.starts_with(|c: char| c.is_ascii_digit()) => {
                        Stretch::Number(digits.len(), digits.to_owned())
                    }
                    _ => Stretch::Text(text.into_owned()),
                }
            })
            .collect()
    };
    path.components().map(stretches).collect()
}

/// Reads the files named in a list, one per line; skips blank lines and lines that start with `#`. Names are
/// relative to the folder of the list or, if no such file exists, to the working directory, as in other
/// programs.
fn read_list(list: &Path) -> Result<Vec<Document>, OpenError> {
    let failed = |error| OpenError::of_io(&list.to_string_lossy(), error);
    let text = String::from_utf8(read_table(list).map_err(failed)?)
        .map_err(|error| failed(io::Error::new(io::ErrorKind::InvalidData, error)))?;
    let folder = list.parent().unwrap_or(Path::new(""));
    let names = text
        .trim_start_matches('\u{FEFF}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut pipes = BTreeSet::new();
    names
        .map(|name| {
            let mut path = folder.join(name);
            if let Err(error) = metadata(&path) {
                path = PathBuf::from(name);
                metadata(&path).map_err(|_| error)?;
            }
            if is_pipe(&path) && !pipes.insert(path.clone()) {
                return Err(OpenError::ReadOnce { name: name.to_owned() });
            }
            Ok(Document::new(name.to_owned(), Some(path)))
        })
        .collect()
}

/// True if a file of a folder is about the data, by its name: a description, a licence, a log.
fn is_about_data(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name).as_bytes();
    [b"README", b"LICENSE" as &[u8]].iter().any(|start| name.starts_with(start))
        || [b".md", b".log" as &[u8]].iter().any(|end| name.ends_with(end))
}

/// Finds all files in a folder and its subfolders, sorted by name; skips hidden ones. Returns also what is
/// neither a file nor a folder, with what it is.
fn find_files(folder: &Path) -> Result<(Vec<Document>, Vec<String>), OpenError> {
    let (mut documents, mut others) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let io_error = |source| OpenError::Io { name: next.to_string_lossy().into_owned(), source };
        for entry in next.read_dir().map_err(io_error)? {
            let entry = entry.map_err(io_error)?;
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            // The folder itself tells what its entries are; only a link has to be followed.
            let kind = entry.file_type().map_err(io_error)?;
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            if kind.is_file() || path.is_file() {
                documents.push(Document::new(name, Some(path)));
            } else {
                // Links to folders may lead in a circle, and pipes may never end.
                let what = if path.is_dir() {
                    "a link to a folder"
                } else if path.exists() {
                    "neither file nor folder"
                } else {
                    "a link to nothing"
                };
                others.push(format!("{name} ({what})"));
            }
        }
    }
    // The name without extension comes first, so two folders whose files differ only in their extensions have
    // the same order.
    documents.sort_by_cached_key(|document| {
        let stem = &document.name[..stem_end(&document.name)];
        (sort_key(stem), document.name.clone())
    });
    others.sort();
    Ok((documents, others))
}

/// A path as text that is sorted as the path is, component by component: a folder comes before names that begin
/// like it.
fn sort_key(path: &str) -> String {
    path.replace(std::path::MAIN_SEPARATOR, "\0")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Streams that do not end are told apart, so that no file is read whole.
    #[test]
    fn streams_are_compared_piece_by_piece() {
        let zeros = |count: u64| io::repeat(0).take(count);
        assert!(!are_same(io::repeat(0), zeros(PIECE * 5 + 7).chain(io::repeat(1))).unwrap());
        assert!(!are_same(io::repeat(0), zeros(PIECE * 3)).unwrap());
        for count in [0, 1, PIECE - 1, PIECE, PIECE * 2 + 1] {
            assert!(are_same(zeros(count), zeros(count / 2).chain(zeros(count - count / 2))).unwrap());
            assert!(!are_same(zeros(count), zeros(count + 1)).unwrap());
        }
    }
}
