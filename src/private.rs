//! The only place that makes files and folders: for their owner alone, or for a group that shares them.
//!
//! Two rules hold for all of them. No account beside the owner gets a right that nobody configured, whatever the umask. And a
//! file that root makes beside one of another account belongs to that account: a command typed as root leaves nothing behind
//! that `wardroom serve` cannot read.
//!
//! `tests/architecture/` checks that nothing else in `src` makes a file.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// The rights of every file while it is made.
const OWNER_ONLY: u32 = 0o600;
/// The group's bits for reading and writing a file.
const SHARED: u32 = 0o060;
/// The bits of accounts beside the owner.
const BESIDE_OWNER: u32 = 0o077;
/// The bit for accounts outside the group to read a file.
const READ_BY_OTHERS: u32 = 0o004;
/// The bit for them to enter a folder.
const ENTERED_BY_OTHERS: u32 = 0o001;
const ROOT: u32 = 0;
/// Tries to begin a draft while other processes finish theirs.
const TRIES: usize = 16;
/// The suffixes of SQLite's files beside a database.
pub const BESIDE_DATABASE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Which accounts use a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Its owner alone.
    #[default]
    Owner,
    /// Its owner and its group.
    Group,
}

impl Access {
    /// The permission bits of a file.
    pub const fn file(self) -> u32 {
        match self {
            Access::Owner => OWNER_ONLY,
            Access::Group => 0o660,
        }
    }

    /// The permission bits of a folder. Files in one that is shared have its group.
    pub const fn folder(self) -> u32 {
        match self {
            Access::Owner => 0o700,
            Access::Group => 0o2770,
        }
    }
}

/// Makes a new file.
///
/// # Errors
/// A file, or a link, that exists already; a folder that cannot be written.
pub fn create(path: &Path, access: Access) -> io::Result<File> {
    made(path, access.file(), None)
}

/// Makes a new file for the owner of its folder, where root makes it.
///
/// # Errors
/// As [`create`].
pub fn create_for_folder(path: &Path, access: Access) -> io::Result<File> {
    made(path, access.file(), Some(&fs::metadata(folder_of(path))?))
}

/// Makes a new file that goes with the file `of`: the same owner and group, and rights for the group if it writes `of`
/// too. Without `of`, as [`create_for_folder`].
///
/// # Errors
/// As [`create`].
pub fn create_beside(path: &Path, of: &Path) -> io::Result<File> {
    match found(fs::metadata(of))? {
        Some(of) => {
            let access = if of.mode() & SHARED == SHARED { Access::Group } else { Access::Owner };
            made(path, access.file(), Some(&of))
        }
        None => create_for_folder(path, Access::Owner),
    }
}

/// Creates a new file that will replace `of`, with its owner, group and rights. Without `of`, as [`create_for_folder`].
///
/// # Errors
/// As [`create`].
pub fn create_in_place_of(path: &Path, of: &Path) -> io::Result<File> {
    match found(fs::metadata(of))? {
        Some(of) => made(path, of.mode() & 0o777, Some(&of)),
        None => create_for_folder(path, Access::Owner),
    }
}

/// Removes a file that was not written to its end: half of one is worse than none.
pub fn whole_or_none<T, E>(path: &Path, written: Result<T, E>) -> Result<T, E> {
    written.inspect_err(|_| {
        // If it cannot be removed either, the error says enough.
        let _ = fs::remove_file(path);
    })
}

/// Opens a file to read and write; makes a missing one with `create`. Its content stays.
///
/// # Errors
/// A file that cannot be opened or made.
pub fn open_or(path: &Path, create: impl Fn(&Path) -> io::Result<File>) -> io::Result<File> {
    // Never "create, or open the existing one": root would follow a link of another account to a new file.
    match create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            OpenOptions::new().read(true).write(true).open(path)
        }
        created => created,
    }
}

/// True if a file, and new ones beside it, can be written: `probe` is made and removed. A missing file or folder is no error.
///
/// # Errors
/// The reason that the system gives.
pub fn check_writable(path: &Path, probe: &Path) -> io::Result<()> {
    // SQLite writes files beside the database: a folder that takes none is found before SQLite fails.
    match create(probe, Access::Owner) {
        // Another process that tries it at the same moment may take the same probe away.
        Ok(_) => drop(fs::remove_file(probe)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => drop(fs::remove_file(probe)),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    found(OpenOptions::new().write(true).open(path)).map(drop)
}

/// Creates one folder. A folder made by root belongs to the owner of its parent.
///
/// # Errors
/// A folder that exists already, or cannot be made.
pub fn create_folder(path: &Path, access: Access) -> io::Result<()> {
    let above = fs::metadata(folder_of(path))?;
    DirBuilder::new().mode(Access::Owner.folder()).create(path)?;
    let folder = File::open(path)?;
    hand_over(&folder, &above)?;
    match access {
        Access::Owner => Ok(()),
        // On its own, because the umask takes bits from those that a folder is made with.
        Access::Group => folder.set_permissions(Permissions::from_mode(access.folder())),
    }
}

/// Makes a folder, with those above it that are missing.
///
/// # Errors
/// A folder that cannot be made; a file in its place.
pub fn create_folders(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    create_folders(folder_of(path))?;
    match create_folder(path, Access::Owner) {
        // Another process made it at the same moment.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        created => created,
    }
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn made(path: &Path, mode: u32, owner: Option<&Metadata>) -> io::Result<File> {
    // For the owner alone at first: until it has its group, wider rights would be another group's.
    let file = OpenOptions::new().read(true).write(true).create_new(true).mode(OWNER_ONLY).open(path)?;
    settled(&file, mode, owner).inspect_err(|_| {
        // The first error is the one to report.
        let _ = fs::remove_file(path);
    })?;
    Ok(file)
}

/// Gives a new file its owner, then its rights.
fn settled(file: &File, mode: u32, owner: Option<&Metadata>) -> io::Result<()> {
    let mut mode = mode;
    if let Some(owner) = owner {
        hand_over(file, owner)?;
        let group = file.metadata()?.gid();
        // Rights of any other group than the sharing one would be too wide.
        if mode & BESIDE_OWNER != 0 && group != owner.gid() && fchown(file, None, Some(owner.gid())).is_err()
        {
            mode &= !BESIDE_OWNER;
        }
    }
    match file.metadata()?.mode() & 0o777 == mode {
        true => Ok(()),
        false => file.set_permissions(Permissions::from_mode(mode)),
    }
}

/// Gives what root has just made to the account that owns `of`.
fn hand_over(made: &File, of: &Metadata) -> io::Result<()> {
    match made.metadata()?.uid() == ROOT && of.uid() != ROOT {
        true => fchown(made, Some(of.uid()), Some(of.gid())),
        false => Ok(()),
    }
}

/// A file that accounts beside its owner can use, and the permission bits it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// The file.
    pub path: PathBuf,
    /// The bits for `chmod`.
    pub mode: u32,
}

/// The file if its rights are wider than `access`. Links are not followed.
pub fn exposed(path: &Path, access: Access) -> Option<Exposed> {
    let file = fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    let beside_owner = file.mode() & BESIDE_OWNER & !access.file();
    let mode = file.mode() & access.file();
    (beside_owner != 0).then(|| Exposed { path: path.to_owned(), mode })
}

/// Gives a file the rights of `access`. Returns it if they stay wider, as with another account's file.
pub fn tighten(path: &Path, access: Access) -> Option<Exposed> {
    let file = fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    let mode = wanted(&file, access);
    if file.mode() & 0o777 == mode {
        return None;
    }
    match fs::set_permissions(path, Permissions::from_mode(mode)) {
        Ok(()) => None,
        // Nobody could do it there.
        Err(error) if error.kind() == ErrorKind::ReadOnlyFilesystem => None,
        Err(_) => exposed(path, access),
    }
}

/// Takes the rights of other accounts from a file of the account that owns `of`. Returns whether none are left.
pub fn narrow(Exposed { path, mode }: &Exposed, of: &Path) -> bool {
    let owner = |path: &Path| fs::symlink_metadata(path).map(|file| file.uid()).ok();
    owner(path) == fs::metadata(of).map(|file| file.uid()).ok()
        && fs::set_permissions(path, Permissions::from_mode(*mode)).is_ok()
}

fn wanted(file: &Metadata, access: Access) -> u32 {
    match access {
        // A file that its owner may only read stays so.
        Access::Owner => file.mode() & OWNER_ONLY,
        Access::Group => access.file(),
    }
}

/// True if accounts outside its group can read a file: they may, and may enter every folder above it.
///
/// # Errors
/// A file or folder that cannot be looked at.
pub fn others_can_read(path: &Path) -> io::Result<bool> {
    let path = fs::canonicalize(path)?;
    let may = |path: &Path, bit: u32| fs::metadata(path).map(|it| it.mode() & bit != 0);
    if !may(&path, READ_BY_OTHERS)? {
        return Ok(false);
    }
    for folder in path.ancestors().skip(1) {
        if !may(folder, ENTERED_BY_OTHERS)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A file that is written as `NAME.part`, and renamed once it is complete. It is locked meanwhile, to distinguish it from the
/// remains of a killed process; dropped unfinished, it is removed.
#[derive(Debug)]
pub struct PartFile {
    path: PathBuf,
    to: PathBuf,
    file: File,
    finished: bool,
}

impl PartFile {
    /// Begins the file `to`, for its maker alone.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if there is a file of that name; else as [`PartFile::begin`].
    pub fn new(to: &Path) -> io::Result<PartFile> {
        match found(fs::symlink_metadata(to))? {
            Some(_) => Err(ErrorKind::AlreadyExists.into()),
            None => PartFile::begun(to, |path| create(path, Access::Owner)),
        }
    }

    /// Begins the file `to`. Made by root in a folder of the account that owns `of`, it is that account's.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] while another process writes it; a folder that cannot be written.
    pub fn begin(to: &Path, of: &Path) -> io::Result<PartFile> {
        PartFile::begun(to, |path| {
            let (folder, of) = (fs::metadata(folder_of(path))?, fs::metadata(of)?);
            made(path, OWNER_ONLY, Some(&of).filter(|of| of.uid() == folder.uid()))
        })
    }

    /// Begins the file `to`, which goes with the file `of` as [`create_beside`] says.
    ///
    /// # Errors
    /// As [`PartFile::begin`].
    pub fn beside(to: &Path, of: &Path) -> io::Result<PartFile> {
        PartFile::begun(to, |path| create_beside(path, of))
    }

    fn begun(to: &Path, create: impl Fn(&Path) -> io::Result<File>) -> io::Result<PartFile> {
        let path = with_suffix(to, ".part");
        for _ in 0..TRIES {
            match create(&path) {
                Ok(file) => {
                    file.try_lock()?;
                    // Before it was locked another process may have taken it for a leftover.
                    if is_at(&file, &path)? {
                        return Ok(PartFile { path, to: to.to_owned(), file, finished: false });
                    }
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => remove_leftover(&path)?,
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::WouldBlock.into())
    }

    /// The path it is written to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, to write to it.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives it its name, durably.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if there is a file of that name: nothing is overwritten.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        rename_new(&self.path, &self.to)?;
        self.finished = true;
        // The new name is in the folder, and durable only with it.
        File::open(folder_of(&self.to)).and_then(|folder| folder.sync_all())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.finished {
            // What cannot be removed is a leftover that the next one removes.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes the remains of a killed process, with SQLite's files beside them. They are removed and not overwritten: under
/// another name the same file may be complete.
fn remove_leftover(path: &Path) -> io::Result<()> {
    let file = match OpenOptions::new().read(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => {
            return Ok(());
        }
        opened => opened?,
    };
    file.try_lock()?;
    if !is_at(&file, path)? {
        return Ok(());
    }
    // The main file goes last: if this process is killed too, the next one finds the rest by it.
    for suffix in BESIDE_DATABASE {
        found(fs::remove_file(with_suffix(path, suffix)))?;
    }
    found(fs::remove_file(path))?;
    Ok(())
}

/// True if an open file still has this name. A folder or a link in its place is an error: it would be there for ever.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let Some(there) = found(fs::symlink_metadata(path))? else { return Ok(false) };
    if !there.is_file() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let open = file.metadata()?;
    Ok((there.dev(), there.ino()) == (open.dev(), open.ino()))
}

/// Turns “not found” into `None`.
///
/// # Errors
/// Every other error.
pub fn found<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        outcome => outcome.map(Some),
    }
}

/// Gives a file another name, which no file has yet.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    // A link fails where there is a file of that name; a rename would replace it.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // A file system without links.
        Err(_) if found(fs::symlink_metadata(to))?.is_some() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Gives a new file another name, which no file has yet. On a disk without links two processes at one moment may both get it,
/// and the later one's file stays.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] where that name is taken. On any error the new file is removed.
pub fn publish_new(draft: &Path, path: &Path) -> io::Result<()> {
    rename_new(draft, path).inspect_err(|_| {
        // A draft that cannot be removed is in nobody's way.
        let _ = fs::remove_file(draft);
    })
}

/// Keeps a file under a second name as well; where the disk has no links, under that name alone.
///
/// # Errors
/// A file or folder that cannot be changed.
pub fn keep_as(path: &Path, kept: &Path) -> io::Result<()> {
    fs::hard_link(path, kept).or_else(|_| fs::rename(path, kept))
}

/// The path with `suffix` appended to its file name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
