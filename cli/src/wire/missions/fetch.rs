//! Gets pages of the web for `fetch_url`.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Client;
use stdx::{Pending, PortError, Timer};
use tools::{Fetch, Fetched};

use crate::context::Context;

/// How long a page may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The bytes of a page that are read.
const LIMIT: usize = 4 << 20;

/// Gets pages over HTTP. The connection is made when the first page is asked for.
#[derive(Debug)]
pub(crate) struct Fetcher {
    client: OnceLock<Result<Client, String>>,
    timer: Arc<dyn Timer>,
}

impl Fetcher {
    pub(crate) fn new(context: &Context) -> Fetcher {
        Fetcher {
            client: OnceLock::new(),
            timer: Arc::clone(&context.world.timer),
        }
    }

    fn client(&self) -> Result<&Client, PortError> {
        let client = self.client.get_or_init(|| {
            // Another part of the program may have chosen the same one already.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let builder = Client::builder().user_agent("tackle");
            builder.build().map_err(|it| it.to_string())
        });
        client.as_ref().map_err(|it| PortError::new(it.clone()))
    }

    async fn page(&self, url: &str) -> Result<Fetched, PortError> {
        let fault = |it: reqwest::Error| PortError::new(format!("`{url}` cannot be read: {it}"));
        let mut answer = self.client()?.get(url).send().await.map_err(fault)?;
        let content_type = answer.headers().get("content-type");
        let content_type = content_type.and_then(|it| it.to_str().ok().map(str::to_owned));
        let mut fetched = Fetched {
            url: answer.url().to_string(),
            status: answer.status().as_u16(),
            content_type,
            body: Vec::new(),
        };
        while fetched.body.len() < LIMIT {
            let Some(piece) = answer.chunk().await.map_err(fault)? else {
                break;
            };
            fetched.body.extend_from_slice(&piece);
        }
        fetched.body.truncate(LIMIT);
        Ok(fetched)
    }
}

impl Fetch for Fetcher {
    fn get<'a>(&'a self, url: &'a str) -> Pending<'a, Result<Fetched, PortError>> {
        Box::pin(async move {
            tokio::select! {
                page = self.page(url) => page,
                () = self.timer.sleep(TIMEOUT) => {
                    Err(PortError::new(format!("`{url}` did not answer within 30s")))
                }
            }
        })
    }
}
