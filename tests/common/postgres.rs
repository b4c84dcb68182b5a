//! A PostgreSQL server of the tests' own, in a temporary folder, that ends with whoever started it.

#![allow(dead_code, clippy::unwrap_used)] // a benchmark uses it too

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, OnceLock};
use std::time::{Duration, Instant};

use wardroom::log::{PostgresAddress, PostgresStore};

/// The role that owns databases of tests.
pub const OWNER: &str = "owner";
/// The role that plays in them.
pub const PLAYING: &str = "playing";

/// PostgreSQL refuses to run as root: then it runs as this user and group, `nobody`.
const NOBODY: u32 = 65_534;
/// How long what a server does by itself may take, and how often it is looked whether it is done.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);

/// A server, stopped and removed with this, or when its process ends in whatever way.
pub struct Server {
    folder: PathBuf,
    /// What it is started with.
    options: String,
    /// The number in the name of its socket, and of its port where it listens at one.
    port: u16,
    /// A shell that stops the server and removes its folder when its input ends.
    keeper: Child,
    /// The name of a database with its schema made, which others are copied from.
    template: OnceLock<String>,
}

/// A new database on a server, with its schema made.
pub struct Database<'a> {
    server: &'a Server,
    /// What follows the server, and may take its place.
    standby: Option<&'a Server>,
    name: String,
}

/// A new database on the server that the tests of a program share.
pub fn database() -> Database<'static> {
    static SHARED: LazyLock<Server> = LazyLock::new(Server::start);
    SHARED.migrated()
}

/// Where a program of the server's is.
fn program(name: &str) -> PathBuf {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = std::env::split_paths(&paths)
        .chain(debian.map(|version| version.path().join("bin")))
        .chain([PathBuf::from("/usr/sbin")])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found.unwrap_or_else(|| {
        panic!("{name} is not installed: these tests start a PostgreSQL server of their own")
    })
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

/// A program of the server's, to be run as an ordinary user on the data in a folder.
fn ordinary(name: &str, folder: &Path) -> Command {
    let mut command = match is_root() {
        true => Command::new("setpriv"),
        false => Command::new(program(name)),
    };
    if is_root() {
        command.args([format!("--reuid={NOBODY}"), format!("--regid={NOBODY}"), "--clear-groups".to_owned()]);
        command.arg(program(name));
    }
    command.env("PGDATA", folder.join("data")).current_dir(folder);
    command
}

impl Server {
    /// Starts one that is reached over a socket.
    pub fn start() -> Server {
        Server::start_with(5432, "-c listen_addresses=", &[])
    }

    /// The same, which waits for the disk.
    pub fn durable() -> Server {
        Server::start_with(5432, "-c listen_addresses= -c fsync=on", &[])
    }

    /// Starts one that listens at a port of the loopback besides, where it asks for passwords; with TLS for `localhost` where
    /// it is to have that, by an authority of its own, whose certificate is the file `ca.pem`.
    pub fn listening(tls: bool) -> Server {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        let authority = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign";
        let made = [
            format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority {authority}"),
            format!("req {key} -keyout server.key -out server.csr -subj /CN=localhost"),
            "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem"
                .to_owned(),
        ];
        let ssl = "-c ssl=on -c ssl_cert_file=../server.pem -c ssl_key_file=../server.key";
        let options = format!("-c listen_addresses=127.0.0.1 {}", if tls { ssl } else { "" });
        Server::start_with(port, &options, if tls { &made } else { &[] })
    }

    fn start_with(port: u16, options: &str, certificates: &[String]) -> Server {
        let server = Server::without_data(port, options, &std::env::temp_dir());
        let folder = &server.folder;
        let made = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
        // Small files of the write-ahead log, for disks that are small.
        done(ordinary("initdb", folder).args(made).arg("--wal-segsize=1"));
        std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").unwrap();
        for certificate in certificates {
            done(ordinary("openssl", folder).args(certificate.split(' ')));
        }
        std::fs::write(
            folder.join("data/pg_hba.conf"),
            "local all all trust\nlocal replication all trust\nhost all all all scram-sha-256\n",
        )
        .unwrap();
        server.run();
        server.admin(&format!("CREATE ROLE {OWNER} LOGIN; CREATE ROLE {PLAYING} LOGIN"));
        server
    }

    fn without_data(port: u16, options: &str, on: &Path) -> Server {
        let folder = tempfile::Builder::new().prefix("wardroom-pg-").tempdir_in(on).unwrap().keep();
        if is_root() {
            chown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        Server {
            keeper: keeper(&folder),
            options: options.to_owned(),
            port,
            folder,
            template: OnceLock::new(),
        }
    }

    /// A standby that has everything that is committed on this one before who commits is told so.
    pub fn standby(&self) -> Server {
        self.standby_on(&std::env::temp_dir())
    }

    /// The same, with its data in this folder.
    pub fn standby_on(&self, on: &Path) -> Server {
        let standby = Server::without_data(self.port, &self.options, on);
        standby.follow(self);
        standby
    }

    /// Makes this, which is down, the standby of another, whatever it was before.
    fn follow(&self, primary: &Server) {
        drop(std::fs::remove_dir_all(self.data()));
        let from = primary.folder.display().to_string();
        let how = ["-U", "postgres", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-h", &from];
        let mut copy = ordinary("pg_basebackup", &self.folder);
        done(copy.args(how).args(["-p", &primary.port.to_string(), "-D"]).arg(self.data()));
        self.run();
        primary.waits_for("'*'");
        primary.until("SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'");
    }

    /// Has every commit wait for these standbys.
    pub fn waits_for(&self, standbys: &str) {
        self.admin(&format!("ALTER SYSTEM SET synchronous_standby_names = {standbys}"));
        self.admin("SELECT pg_reload_conf()");
        if standbys != "''" {
            // A commit asks the checkpointer's word for it, which reads what is configured when it comes to it.
            self.admin("CHECKPOINT");
        }
    }

    /// What it answers to a question of one value.
    pub fn says(&self, question: &str) -> String {
        let url = self.url("postgres", "postgres");
        let ask = async || {
            let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
            let driven = tokio::spawn(connection);
            let said = client.simple_query(question).await.unwrap();
            drop(client);
            driven.await.unwrap().unwrap();
            let row = said.iter().find_map(|message| match message {
                tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            });
            row.unwrap_or_default()
        };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(ask())
    }

    /// Waits until the server carries this out without an error.
    pub fn until(&self, sql: &str) {
        let end = Instant::now() + PATIENCE;
        while let Err(why) = try_sql(&self.url("postgres", "postgres"), sql) {
            assert!(Instant::now() < end, "{sql}: {why}");
            std::thread::sleep(LOOK);
        }
    }

    /// Takes the server down without any notice to anybody, and starts it again.
    pub fn killed(&self) {
        self.stop();
        self.run();
    }

    fn stop(&self) {
        done(ordinary("pg_ctl", &self.folder).args(["stop", "-m", "immediate"]));
    }

    /// Starts the server where it has come to its end by itself.
    pub fn started(&self) {
        if !self.is_up() {
            self.run();
        }
    }

    fn is_up(&self) -> bool {
        let mut asked = ordinary("pg_ctl", &self.folder);
        asked.arg("status").stdout(Stdio::null()).status().unwrap().success()
    }

    fn run(&self) {
        let Server { folder, options, port, .. } = self;
        let options = format!(
            "-k {} -p {port} -c fsync=off -c max_connections=1000 -c wal_retrieve_retry_interval=200ms {options}",
            folder.display()
        );
        done(
            ordinary("pg_ctl", &self.folder).args(["start", "-w", "-t", "120", "-l", "log", "-o", &options]),
        );
    }

    /// The address of a database on it, for a role.
    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@{}/{database}", self.host())
    }

    /// Where its socket is, as it is written in an address.
    fn host(&self) -> String {
        format!("{}:{}", self.folder.display().to_string().replace('/', "%2F"), self.port)
    }

    /// The certificate of its authority, PEM.
    pub fn authority(&self) -> String {
        std::fs::read_to_string(self.folder.join("ca.pem")).unwrap()
    }

    /// The folder of its data.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The number of its first process.
    pub fn process(&self) -> u32 {
        let noted = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        noted.lines().next().unwrap().parse().unwrap()
    }

    /// Carries out statements as the superuser.
    pub fn admin(&self, sql: &str) {
        try_sql(&self.url("postgres", "postgres"), sql).unwrap();
    }

    /// Cuts every connection to a database.
    pub fn cut(&self, database: &Database<'_>) {
        self.admin(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'",
            database.name
        ));
    }

    /// A new database without a schema.
    pub fn empty(&self) -> Database<'_> {
        self.like("template1")
    }

    /// A new database with its schema made: copying one takes a third of the time that the migrations take.
    pub fn migrated(&self) -> Database<'_> {
        self.like(self.template.get_or_init(|| {
            let database = self.empty();
            PostgresStore::migrate(&database.address(OWNER), Some(PLAYING)).unwrap();
            database.name
        }))
    }

    fn like(&self, template: &str) -> Database<'_> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.admin(&format!("CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {template}"));
        Database { server: self, standby: None, name }
    }
}

/// PgBouncer before a server, stopped with this.
pub struct PgBouncer {
    /// Where its socket is.
    folder: PathBuf,
    process: Child,
}

impl Server {
    /// PgBouncer, which gives connections to others after each `session` or each `transaction`.
    pub fn pooled(&self, by: &str) -> PgBouncer {
        let folder = self.folder.join(by);
        std::fs::create_dir(&folder).unwrap();
        let (here, socket) = (folder.display(), self.folder.display());
        std::fs::write(folder.join("users"), format!("\"{OWNER}\" \"\"\n\"{PLAYING}\" \"\"\n")).unwrap();
        let told = format!(
            "[databases]\n* = host={socket} port={}\n[pgbouncer]\nlisten_port = 6432\nunix_socket_dir = {here}\n\
             pool_mode = {by}\nauth_type = trust\nauth_file = {here}/users\n",
            self.port
        );
        std::fs::write(folder.join("told.ini"), told).unwrap();
        if is_root() {
            chown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let mut pooler = ordinary("pgbouncer", &self.folder);
        let process = pooler.arg("-q").arg(folder.join("told.ini")).stderr(Stdio::null()).spawn().unwrap();
        let end = Instant::now() + PATIENCE;
        // Its socket is a file before it listens there.
        while UnixStream::connect(folder.join(".s.PGSQL.6432")).is_err() {
            assert!(Instant::now() < end, "pgbouncer does not listen");
            std::thread::sleep(LOOK);
        }
        PgBouncer { folder, process }
    }
}

impl PgBouncer {
    /// The address of a database behind it, for a role.
    pub fn url(&self, database: &Database<'_>, role: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://{role}@{folder}:6432/{}", database.name)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its input ends.
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

impl Database<'_> {
    /// What the server calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The server it is on.
    pub fn server(&self) -> &Server {
        self.server
    }

    /// Its address, for a role: of both servers where it has a standby, whichever of them is that just now.
    pub fn url(&self, role: &str) -> String {
        let mut hosts: Vec<String> =
            [Some(self.server), self.standby].into_iter().flatten().map(Server::host).collect();
        hosts.sort();
        format!("postgres://{role}@{}/{}", hosts.join(","), self.name)
    }

    /// The same, read.
    pub fn address(&self, role: &str) -> PostgresAddress {
        self.url(role).parse().unwrap()
    }

    /// Its address at a host's port.
    pub fn at(&self, host: &str, role: &str) -> String {
        format!("postgres://{role}@{host}:{}/{}", self.server.port, self.name)
    }

    /// Its store, as the role that plays.
    pub fn store(&self) -> PostgresStore {
        PostgresStore::open(&self.address(PLAYING)).unwrap()
    }

    /// Carries out statements as a role; what the server says of them, where it refuses.
    pub fn sql(&self, role: &str, sql: &str) -> Result<(), String> {
        try_sql(&self.server.url(role, &self.name), sql)
    }
}

impl<'a> Database<'a> {
    /// The same database, with this standby of its server.
    pub fn with_standby(self, standby: &'a Server) -> Database<'a> {
        Database { standby: Some(standby), ..self }
    }

    /// The address of the standby alone.
    pub fn standby_url(&self, role: &str) -> String {
        self.standby.unwrap().url(role, &self.name)
    }

    /// Takes its server down without any notice to anybody, and has the standby take its place, alone until the server
    /// that was taken down is there again: as the standby, so that nobody finds two that can be written to. Before it
    /// comes back this is done.
    pub fn promoted(&mut self, before: impl FnOnce()) {
        let (fallen, next) = (self.server, self.standby.unwrap());
        if fallen.is_up() {
            fallen.stop();
        }
        next.waits_for("''");
        done(ordinary("pg_ctl", &next.folder).args(["promote", "-w", "-t", "120"]));
        (self.server, self.standby) = (next, Some(fallen));
        before();
        fallen.follow(next);
    }
}

/// What stands between programs and a server and passes everything on but what the server says unasked, as a pooler does
/// that gives a connection to another after each transaction.
pub struct Pooler {
    port: u16,
    swallowed: Arc<(Mutex<usize>, Condvar)>,
}

impl Pooler {
    /// Before a server that listens at a port.
    pub fn before(server: &Server) -> Pooler {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, of_server) = (listener.local_addr().unwrap().port(), server.port);
        let swallowed: Arc<(Mutex<usize>, Condvar)> = Arc::default();
        let counted = swallowed.clone();
        std::thread::spawn(move || {
            for program in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(("127.0.0.1", of_server)) else { continue };
                let (mut up, mut down) = (program.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || {
                    drop(std::io::copy(&mut up, &mut down));
                    drop(down.shutdown(Shutdown::Both));
                });
                let counted = counted.clone();
                std::thread::spawn(move || without_notifications(server, program, &counted));
            }
        });
        Pooler { port, swallowed }
    }

    /// Its address of a database.
    pub fn url(&self, database: &Database<'_>, role: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{}?sslmode=disable", self.port, database.name)
    }

    /// A store that is reached through it.
    pub fn store(&self, database: &Database<'_>, password: &str) -> PostgresStore {
        let address: PostgresAddress = self.url(database, PLAYING).parse().unwrap();
        PostgresStore::open(&address.with_password(password.into())).unwrap()
    }

    /// Waits until it has swallowed something.
    pub fn has_swallowed(&self) {
        let (count, grown) = &*self.swallowed;
        drop(grown.wait_while(count.lock().unwrap(), |count| *count == 0).unwrap());
    }
}

/// Passes on what a server says, but no notifications, which begin with an `A`.
fn without_notifications(mut server: TcpStream, mut program: TcpStream, swallowed: &(Mutex<usize>, Condvar)) {
    loop {
        let mut head = [0; 5];
        if server.read_exact(&mut head).is_err() {
            break;
        }
        let length = u32::from_be_bytes(head[1..].try_into().unwrap()) as usize;
        let mut body = vec![0; length - 4];
        if server.read_exact(&mut body).is_err() {
            break;
        }
        if head[0] == b'A' {
            *swallowed.0.lock().unwrap() += 1;
            swallowed.1.notify_all();
        } else if program.write_all(&[&head[..], &body].concat()).is_err() {
            break;
        }
    }
    drop(program.shutdown(Shutdown::Both));
}

/// A shell, out of reach of the terminal's signals, that stops the server when whoever started it is no more.
fn keeper(folder: &Path) -> Child {
    let stop = ordinary("pg_ctl", folder);
    Command::new("sh")
        .args(["-c", "read nothing; \"$@\" stop -m immediate; rm -rf \"$PWD\"", "keeper"])
        .arg(stop.get_program())
        .args(stop.get_args())
        .env("PGDATA", folder.join("data"))
        .current_dir(folder)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn done(command: &mut Command) {
    let (out, errors) = (tempfile::tempfile().unwrap(), tempfile::NamedTempFile::new().unwrap());
    // Files, not pipes: the server would hold them open.
    let ended = command.stdin(Stdio::null()).stdout(out).stderr(errors.reopen().unwrap()).status().unwrap();
    assert!(ended.success(), "{command:?}: {}", std::fs::read_to_string(errors.path()).unwrap());
}

fn try_sql(url: &str, sql: &str) -> Result<(), String> {
    let told = |error: tokio_postgres::Error| match error.as_db_error() {
        Some(said) => said.message().to_owned(),
        None => error.to_string(),
    };
    let run = async || {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.map_err(told)?;
        let driven = tokio::spawn(connection);
        let outcome = client.batch_execute(sql).await.map_err(told);
        drop(client);
        let _ = driven.await;
        outcome
    };
    // A thread of its own: whoever asks may be in a runtime.
    let alone =
        || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
    std::thread::scope(|scope| scope.spawn(alone).join().unwrap())
}
