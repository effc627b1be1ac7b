//! The certificates by which servers are trusted.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rustls_native_certs::{CertificateResult, load_certs_from_paths, load_native_certs};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// Reads the certificates when the first https address is called, and keeps them.
#[derive(Debug)]
pub(crate) struct Roots {
    file: Option<PathBuf>,
    folders: Vec<PathBuf>,
    loaded: OnceLock<Result<TlsConfig, String>>,
}

impl Roots {
    /// Certificates of the file and the folders that the variables name, else of the machine.
    pub(crate) fn new(variables: &BTreeMap<String, String>) -> Roots {
        let variable = |name| variables.get(name).filter(|it| !it.is_empty());
        let folders = variable("SSL_CERT_DIR").map(|it| env::split_paths(it).collect());
        Roots {
            file: variable("SSL_CERT_FILE").map(PathBuf::from),
            folders: folders.unwrap_or_default(),
            loaded: OnceLock::new(),
        }
    }

    /// How to check servers; the error says why no certificate could be read.
    pub(crate) fn tls(&self) -> Result<TlsConfig, String> {
        self.loaded.get_or_init(|| tls(&self.load())).clone()
    }

    fn load(&self) -> CertificateResult {
        if self.file.is_none() && self.folders.is_empty() {
            return load_native_certs();
        }
        let mut res = load_certs_from_paths(self.file.as_deref(), None);
        for folder in &self.folders {
            let more = load_certs_from_paths(None, Some(folder));
            res.certs.extend(more.certs);
            res.errors.extend(more.errors);
        }
        res
    }
}

fn tls(found: &CertificateResult) -> Result<TlsConfig, String> {
    if found.certs.is_empty() {
        let why = found.errors.first().map(|it| format!(": {it}"));
        return Err(format!(
            "no trusted certificate could be read{}",
            why.unwrap_or_default()
        ));
    }
    let certificates: Vec<_> = found
        .certs
        .iter()
        .map(|it| Certificate::from_der(it).to_owned())
        .collect();
    // Named here, so that it does not depend on what the process has installed.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(certificates)))
        .unversioned_rustls_crypto_provider(provider)
        .build())
}
