//! A connection to a server: with TLS, or refused.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::trouble::{MailTrouble, TroubleKind};
use crate::config::mail::MailServer;
use crate::reason::Reason;

/// Timeout for reaching a server, TLS included.
pub const CONNECT: Duration = Duration::from_secs(30);

/// Bytes to and from a server.
pub trait Wire: AsyncRead + AsyncWrite + Unpin + Debug + Send + Sync {}

impl<W: AsyncRead + AsyncWrite + Unpin + Debug + Send + Sync> Wire for W {}

/// Runs `work` with a timeout.
///
/// # Errors
/// [`MailTrouble::slow`], and the errors of the work itself.
pub async fn within<T>(
    limit: Duration,
    server: &MailServer,
    work: impl Future<Output = Result<T, MailTrouble>>,
) -> Result<T, MailTrouble> {
    timeout(limit, work).await.unwrap_or_else(|_| Err(MailTrouble::slow(&server.host, limit)))
}

/// Connects, without TLS yet.
///
/// # Errors
/// A name that is not known, a server that is not there.
pub async fn connect(server: &MailServer) -> Result<TcpStream, MailTrouble> {
    let stream = TcpStream::connect((server.host.as_str(), server.port)).await;
    stream.map_err(|error| MailTrouble::line(&server.host, &error))
}

/// Puts TLS on a connection, with a server of this exact name, known to the public authorities or the club's own.
///
/// # Errors
/// A certificate for another name, expired, or from an unknown authority.
pub async fn encrypt(server: &MailServer, stream: impl Wire + 'static) -> Result<Box<dyn Wire>, MailTrouble> {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in own_authority(server)? {
        roots.add(certificate).map_err(|error| unreadable(server, &error))?;
    }
    // Named here, so that another provider, brought by a library, changes nothing.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| MailTrouble::line(&server.host, &error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(server.host.clone())
        .map_err(|_| MailTrouble::new(TroubleKind::Line, unknown_name(server)))?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    Ok(Box::new(stream.map_err(|error| MailTrouble::line(&server.host, &error))?))
}

/// The certificates of the club's own authority, where it has one.
///
/// # Errors
/// A file that cannot be read or holds none.
pub fn own_authority(server: &MailServer) -> Result<Vec<CertificateDer<'static>>, MailTrouble> {
    let Some(file) = &server.ca_file else { return Ok(vec![]) };
    let read = |file: &Path| CertificateDer::pem_file_iter(file)?.collect::<Result<Vec<_>, _>>();
    match read(file) {
        Ok(certificates) if certificates.is_empty() => Err(unreadable(server, &"no certificate")),
        Ok(certificates) => Ok(certificates),
        Err(error) => Err(unreadable(server, &error)),
    }
}

/// That a server offers no TLS where it must.
pub fn bare(server: &MailServer) -> MailTrouble {
    MailTrouble::new(TroubleKind::Security, Reason::of("mail-bare").quoting("server", &server.host))
}

fn unreadable(server: &MailServer, why: &dyn ToString) -> MailTrouble {
    let file = server.ca_file.as_deref().unwrap_or(Path::new("")).display();
    let reason = Reason::of("mail-authority").quoting("file", file).quoting("why", why.to_string());
    MailTrouble::new(TroubleKind::Security, reason)
}

fn unknown_name(server: &MailServer) -> Reason {
    Reason::of("mail-line").quoting("server", &server.host).quoting("why", std::io::ErrorKind::InvalidInput)
}
