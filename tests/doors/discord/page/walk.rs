//! Carries out what a page tells: the program as it is built, and people who do what is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::super::fake::*;
use super::text::{Act, Step, shows};

/// The folders that the page names, which are below a folder of the test's own.
const FOLDERS: [&str; 3] = ["/etc/wardroom", "/var/lib/wardroom", "/var/backups"];

/// A machine on which the page is followed.
pub struct Machine {
    folder: tempfile::TempDir,
    fake: Fake,
}

/// The bot, running on it.
pub struct Running {
    child: Child,
    log: PathBuf,
}

impl Machine {
    pub fn new(fake: &Fake) -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap(), fake: fake.clone() };
        for folder in FOLDERS {
            std::fs::create_dir_all(machine.here(folder)).unwrap();
        }
        machine
    }

    /// A text of the page with the page's folders where they are on this machine.
    pub fn here(&self, text: &str) -> String {
        let own = self.folder.path().display().to_string();
        FOLDERS.iter().fold(text.to_owned(), |text, folder| text.replace(folder, &format!("{own}{folder}")))
    }

    /// Writes the configuration of the page: only what is another machine's is changed.
    pub fn configure(&self, config: &str) {
        let api = format!("[discord]\napi = \"{}\"", self.fake.url());
        let text = self.here(config).replace("[discord]", &api).replace("127.0.0.1:8080", "127.0.0.1:0");
        assert!(text.contains("token_file"), "the page's configuration names a token file");
        std::fs::write(self.here("/etc/wardroom/config.toml"), text).unwrap();
        std::fs::write(self.here("/etc/wardroom/discord-token"), format!("{TOKEN}\n")).unwrap();
    }

    fn command(&self, args: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command.args(args.iter().map(|arg| self.here(arg))).stdin(Stdio::null());
        command.envs(self.fake.trap()).env("LANG", "C").env_remove("WARDROOM_DISCORD_TOKEN");
        command.env("HOME", self.folder.path()).env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME");
        command
    }

    /// Starts `serve`.
    pub fn serve(&self, args: &[String]) -> Running {
        let log = self.folder.path().join("log");
        let mut command = self.command(args);
        command.stderr(std::fs::File::create(&log).unwrap());
        Running { child: command.spawn().unwrap(), log }
    }

    /// Runs a command to its end, which must be a good one; what it printed.
    pub fn run(&self, args: &[String]) -> String {
        let done = self.command(args).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{args:?}: {said}{}", String::from_utf8_lossy(&done.stderr));
        said
    }

    pub fn exists(&self, path: &str) -> bool {
        Path::new(&self.here(path)).exists()
    }
}

impl Running {
    /// What it logged.
    pub fn log(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap();
        // Without the colours.
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
    }

    /// Waits until it says where it listens.
    pub async fn address(&mut self) -> String {
        let until = std::time::Instant::now() + PATIENCE;
        loop {
            let log = self.log();
            let said = log.lines().find(|line| line.contains("listening"));
            if let Some((_, address)) = said.and_then(|line| line.split_once("address=")) {
                return address.trim().to_owned();
            }
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none() && std::time::Instant::now() < until, "{ended:?}: {log}");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }

    /// Stops it as a supervisor does.
    pub fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success(), "{}", self.log());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let ended = self.child.try_wait().ok().flatten();
        if ended.is_none() {
            eprintln!("{}", self.log());
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}

/// People who follow the page in a channel.
pub struct Company {
    fake: Fake,
    channel: u64,
    people: BTreeMap<String, Player>,
    /// What each was last shown.
    last: BTreeMap<String, Shown>,
    /// How many tables were opened, each with a thread of its own.
    opened: usize,
}

impl Company {
    pub fn gather(fake: &Fake) -> Company {
        let channel = fake.add_channel(fake.add_guild("Harbour", "en-US"), "games");
        Company { fake: fake.clone(), channel, people: BTreeMap::new(), last: BTreeMap::new(), opened: 0 }
    }

    /// Does what a step says, and looks whether what it promises is there.
    pub async fn take(&mut self, step: &Step) {
        let said = match &step.act {
            Act::Look => return self.look(step).await,
            Act::Command(command, sub, options) => {
                let (who, place) = (self.person(&step.who), self.place(command, sub).await);
                self.opened += usize::from((command.as_str(), sub.as_str()) == ("table", "new"));
                let options: Vec<(String, String)> =
                    options.iter().map(|(name, value)| (name.clone(), self.value(value))).collect();
                let options: Vec<(&str, &str)> =
                    options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                who.inside(place).slash(command, sub, &options).await
            }
            Act::Click(label) => {
                let (who, on) = (self.person(&step.who), self.holding(&step.who, label).await);
                who.inside(on.channel).click(&on, label).await
            }
            Act::Choose(menu, choice) => {
                let (who, on) = (self.person(&step.who), self.holding(&step.who, menu).await);
                who.inside(on.channel).choose(&on, menu, &[choice.as_str()]).await
            }
        };
        if let Some(shown) = said.message.clone() {
            self.last.insert(step.who.clone(), shown);
        }
        let text = said.texts().join("\n");
        eprintln!("{}: {:?}\n{text}", step.who, step.act);
        for part in said.message.iter().flat_map(Shown::parts) {
            let options: Vec<&str> = part.options.iter().map(|option| option.label.as_str()).collect();
            eprintln!("    [{}] {}", part.label, options.join(" | "));
        }
        assert!(shows(&text, &step.sees), "{step:?} was answered:\n{text}");
    }

    /// Waits until the thread shows what it should.
    async fn look(&self, step: &Step) {
        let thread = self.thread().await.expect("a table was opened");
        let found = self
            .fake
            .wait_for(PATIENCE, |world| {
                let text: Vec<&str> = world.posts_in(thread).map(|post| post.content.as_str()).collect();
                let text = text.join("\n");
                step.sees.iter().all(|line| shows(&text, std::slice::from_ref(line))).then_some(())
            })
            .await;
        let shown: Vec<String> = self.fake.messages(thread).into_iter().map(|message| message.text).collect();
        eprintln!("Thread:\n{}", shown.join("\n--\n"));
        assert!(found.is_some(), "{:?} is not in the thread:\n{}", step.sees, shown.join("\n--\n"));
    }

    /// Somebody of this name, who comes when they are first spoken of.
    fn person(&mut self, name: &str) -> Player {
        let (fake, channel) = (&self.fake, self.channel);
        self.people.entry(name.to_owned()).or_insert_with(|| fake.add_member(name, "en-US", channel)).clone()
    }

    /// A value as Discord sends it: `@Ben` is his id.
    fn value(&mut self, value: &str) -> String {
        value.strip_prefix('@').map_or(value.to_owned(), |name| self.person(name).name())
    }

    /// The thread of the last table; none before there is a table.
    async fn thread(&self) -> Option<u64> {
        let last = self.opened.checked_sub(1)?;
        let below = |place: Place| matches!(place, Place::Thread { parent, .. } if parent == self.channel);
        let of = |world: &World| {
            world.channels.values().filter(|room| below(room.place)).map(|room| room.id).nth(last)
        };
        Some(self.fake.wait("a thread for each table", of).await)
    }

    /// Tables are opened in the channel; everything else happens in the thread of the last.
    async fn place(&self, command: &str, sub: &str) -> u64 {
        let opens = (command, sub) == ("table", "new");
        if opens { self.channel } else { self.thread().await.unwrap_or(self.channel) }
    }

    /// The message with a component of this label: what they were last shown, or else the last in the thread.
    async fn holding(&mut self, who: &str, label: &str) -> Shown {
        let own = self.last.get(who).and_then(|shown| self.fake.message(shown.id));
        if let Some(own) = own.filter(|shown| shown.part(label).is_some()) {
            return own;
        }
        let here = self.place("", "").await;
        let user = self.person(who).id;
        let direct = self.fake.with(|world| world.dm_with(user));
        let has = |world: &World| {
            let posts: Vec<&Post> = world.posts_in(here).chain(world.posts_in(direct)).collect();
            let shown = posts.into_iter().rev().map(|post| Shown::of(world, post));
            shown.into_iter().find(|shown| shown.part(label).is_some())
        };
        self.fake.wait(&format!("something with {label:?} for {who}"), has).await
    }
}
