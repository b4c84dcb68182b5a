//! The address of a PostgreSQL database, and connecting to it.

use std::fmt;
use std::io::Cursor;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use futures::stream::{Stream, poll_fn};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use secrecy::{ExposeSecret, SecretString};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error_text;
use crate::log::fault::Fault;
use crate::log::limits::{CONNECT_TIMEOUT, MAX_CONNECTIONS, SILENT_SERVER};

/// Settings of every connection. Names in statements are qualified, so nothing depends on a search path; whatever holds a lock
/// for long is given up. A role's own settings cannot make a commit less durable.
const SETTINGS: &str = "SET search_path = pg_catalog, pg_temp;
    SET lock_timeout = '10s'; SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// Finds statements that others have prepared in a new session, apart from those with which a pooler tells sessions apart.
const PREPARED_BY_OTHERS: &str =
    "SELECT 1 FROM pg_catalog.pg_prepared_statements WHERE name NOT LIKE 'PGBOUNCER%' LIMIT 1";
/// The error if there are any: others' statements would run instead of ours.
const SHARED: &str = "a pooler gives its sessions to several programs, each with what others prepared in them (transaction mode): \
                      let it pool by session, or set `max_prepared_statements` in PgBouncer 1.21 or a newer one";

/// A server's unsolicited messages.
pub(super) type Notifications =
    Pin<Box<dyn Stream<Item = Result<AsyncMessage, tokio_postgres::Error>> + Send>>;

/// The address of a PostgreSQL database. Shown without the password. Of several hosts, the first one that takes writes is used.
#[derive(Clone)]
pub struct PostgresAddress {
    /// Without a password until it is used.
    config: Config,
    password: Option<SecretString>,
    authorities: Option<Arc<RootCertStore>>,
    /// True if the role that plays may also own the log.
    pub single_role: bool,
}

impl FromStr for PostgresAddress {
    type Err = Fault;

    /// # Errors
    /// [`Fault::Unfit`] for a text that is no `postgres://…`, contains a password, or leaves TLS out on the way to
    /// another machine.
    fn from_str(url: &str) -> Result<PostgresAddress, Fault> {
        // The error is not quoted: it might contain a password.
        let mut config: Config =
            url.parse().map_err(|_| {
                unfit("it is not of the form postgres://role@host:port/database, or has a parameter that is not known, or a value of one: \
                       sslmode is `disable`, `prefer` or `require`, and a name is verified in any case")
            })?;
        if config.get_password().is_some() {
            return Err(unfit("its password is not given in it, but in a file or in the environment"));
        }
        if config.get_hosts().is_empty() || config.get_user().is_none() || config.get_dbname().is_none() {
            return Err(unfit("it names a role, a host and a database: postgres://role@host:port/database"));
        }
        // An additional `hostaddr` is where the connection goes, whatever the host's name.
        let elsewhere = config.get_hostaddrs().iter().any(|address| !address.is_loopback());
        let no_address = config.get_hostaddrs().is_empty();
        let on_sockets = no_address && config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
        let mode = match config.get_ssl_mode() {
            _ if on_sockets => SslMode::Disable,
            SslMode::Disable if elsewhere || !config.get_hosts().iter().all(is_here) => {
                return Err(unfit("sslmode=disable is for a server on the same machine"));
            }
            SslMode::Disable => SslMode::Disable,
            // `prefer` too: it would go on without TLS where somebody on the way refuses it.
            _ => SslMode::Require,
        };
        if config.get_hosts().len() > 1 {
            // A primary and its standbys: whichever takes writes by now.
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        config.ssl_mode(mode).connect_timeout(CONNECT_TIMEOUT).application_name("wardroom");
        // A machine that is gone says nothing; by the system's own settings it would be waited for for hours.
        // Half of the silence, then three questions a sixth apart: all of it together.
        let asked_again = SILENT_SERVER / 6;
        config.keepalives_idle(SILENT_SERVER / 2).keepalives_interval(asked_again).keepalives_retries(3);
        config.tcp_user_timeout(SILENT_SERVER);
        Ok(PostgresAddress { config, password: None, authorities: None, single_role: false })
    }
}

impl PostgresAddress {
    /// With this password.
    #[must_use]
    pub fn with_password(mut self, password: SecretString) -> PostgresAddress {
        self.password = Some(password);
        self
    }

    /// Trusts the authorities whose certificates are in `pem`, instead of the public ones.
    ///
    /// # Errors
    /// [`Fault::Unfit`] if there are none in it.
    pub fn trusting(mut self, pem: &str) -> Result<PostgresAddress, Fault> {
        let mut authorities = RootCertStore::empty();
        for certificate in CertificateDer::pem_reader_iter(Cursor::new(pem)) {
            let added = certificate.ok().and_then(|certificate| authorities.add(certificate).ok());
            added.ok_or_else(|| unfit("its authorities' certificates cannot be read"))?;
        }
        if authorities.is_empty() {
            return Err(unfit("there is no certificate in the file of its authorities"));
        }
        self.authorities = Some(Arc::new(authorities));
        Ok(self)
    }

    /// A pool of connections to it, none of which is open yet.
    pub(super) fn pool(&self) -> Result<Pool, Fault> {
        let config = self.with_secret();
        let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(1);
        // A question before each use would be one more round trip; a dead connection shows in the statement.
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match config.get_ssl_mode() {
            SslMode::Disable => Manager::from_config(config, NoTls, recycling),
            _ => Manager::from_config(config, MakeRustlsConnect::new(self.tls()?), recycling),
        };
        let settled = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
            Box::pin(async move {
                client.batch_execute(SETTINGS).await.map_err(HookError::Backend)?;
                let prepared = client.simple_query(PREPARED_BY_OTHERS).await.map_err(HookError::Backend)?;
                match prepared.iter().any(|message| matches!(message, SimpleQueryMessage::Row(_))) {
                    true => Err(HookError::message(SHARED)),
                    false => Ok(()),
                }
            })
        });
        Pool::builder(manager)
            .max_size(MAX_CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(CONNECT_TIMEOUT))
            // Each host may take its whole time before the next is tried.
            .create_timeout(Some(hosts * CONNECT_TIMEOUT + CONNECT_TIMEOUT))
            .post_create(settled)
            .build()
            .map_err(|e| Fault::Io(format!("the database's connections: {e}")))
    }

    /// The database, without the role.
    pub fn place(&self) -> String {
        format!("postgres://{}/{}", self.hosts(), self.config.get_dbname().unwrap_or_default())
    }

    /// Its hosts with their ports, as in an address.
    fn hosts(&self) -> String {
        let ports = self.config.get_ports();
        let port = |at: usize| ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        let host = |(at, host): (usize, &Host)| match host {
            Host::Tcp(host) => format!("{host}:{}", port(at)),
            Host::Unix(folder) => format!("{}:{}", folder.display(), port(at)),
        };
        self.config.get_hosts().iter().enumerate().map(host).collect::<Vec<_>>().join(",")
    }

    /// A connection outside the pool, with its unsolicited messages until it is closed.
    pub(super) async fn line(&self) -> Result<(Client, Notifications), Fault> {
        let config = self.with_secret();
        let lost = |error: tokio_postgres::Error| Fault::Unreachable {
            database: self.to_string(),
            what: error_text(&error),
        };
        Ok(match config.get_ssl_mode() {
            SslMode::Disable => {
                let (client, connection) = config.connect(NoTls).await.map_err(lost)?;
                (client, notifications(connection))
            }
            _ => {
                let (client, connection) =
                    config.connect(MakeRustlsConnect::new(self.tls()?)).await.map_err(lost)?;
                (client, notifications(connection))
            }
        })
    }

    /// The connection settings, with the password.
    fn with_secret(&self) -> Config {
        let mut config = self.config.clone();
        if let Some(password) = &self.password {
            config.password(password.expose_secret());
        }
        config
    }

    /// TLS that verifies the host's name, by the given authorities or the public ones.
    fn tls(&self) -> Result<ClientConfig, Fault> {
        let web = || Arc::new(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() });
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let versions = versions.map_err(|e| Fault::Io(format!("TLS: {e}")))?;
        Ok(versions
            .with_root_certificates(self.authorities.clone().unwrap_or_else(web))
            .with_no_client_auth())
    }
}

/// The server's messages, for as long as this is polled.
fn notifications<S, T>(mut connection: Connection<S, T>) -> Notifications
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    Box::pin(poll_fn(move |at| connection.poll_message(at)))
}

/// Returns whether a host is this machine.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
        }
    }
}

fn unfit(what: &str) -> Fault {
    Fault::Unfit(format!("the database's address: {what}"))
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.config.get_user().unwrap_or_default();
        write!(f, "postgres://{user}@{}/{}", self.hosts(), self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
