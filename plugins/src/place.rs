//! Where plugins are looked for, and what the place means for their hooks.

use std::path::{Path, PathBuf};

use crate::plugin::Plugin;

/// The folders from which every place follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    /// Our own home, `$TACKLE_HOME` or `~/.tackle`.
    pub tackle_home: PathBuf,
    /// The person's home folder.
    pub home: PathBuf,
    /// The repository's root, canonical.
    pub repository: PathBuf,
    /// The project's folder outside the repository, `<tackle home>/projects/<id>`.
    pub private: PathBuf,
}

/// Whose plugins a place holds; the narrowest sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The person's own, for this project alone; outside the repository.
    Project,
    /// They came with the repository.
    Repository,
    /// The person's own, everywhere.
    Personal,
}

/// The product whose place it is; our own sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Product {
    /// Tacklebox itself.
    Tackle,
    /// Nemocode.
    Nemocode,
    /// Claude Code.
    ClaudeCode,
}

impl Product {
    /// The name of the product's hook dialect.
    pub fn dialect_word(self) -> &'static str {
        match self {
            Product::Tackle => "tackle",
            Product::Nemocode => "nemocode",
            Product::ClaudeCode => "claude-code",
        }
    }
}

/// What the hooks of a plugin may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookPower {
    /// They are told after the event and change nothing [N-PLUG-13, N-PLUG-16].
    Observer,
    /// They obey the dialect of this product and have all its power.
    Full(Product),
}

/// Whether a person has to be asked before code of a plugin runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustNeed {
    /// The person put it there.
    None,
    /// It came with a clone.
    Asks,
}

/// How the folders below a place are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Each folder is a plugin.
    Folders,
    /// The same, and `cache/<marketplace>/<plugin>/<version>/` holds what was installed.
    WithCache,
}

/// A folder in which plugins are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginPlace {
    /// The folder; it need not exist.
    pub dir: PathBuf,
    /// Whose plugins it holds.
    pub source: Source,
    /// The product whose place it is.
    pub product: Product,
    /// The folder which a plugin found here must not leave, links resolved; `None` where the
    /// person may link to whatever they like.
    pub bounds: Option<PathBuf>,
}

impl PluginPlace {
    /// What the hooks of a plugin from here may do.
    pub fn hook_power(&self) -> HookPower {
        match self.product {
            Product::Nemocode => HookPower::Observer,
            Product::Tackle | Product::ClaudeCode => HookPower::Full(self.product),
        }
    }

    /// Whether its code waits for a person's consent.
    pub fn trust_need(&self) -> TrustNeed {
        match self.source {
            Source::Repository => TrustNeed::Asks,
            Source::Personal | Source::Project => TrustNeed::None,
        }
    }

    /// How the folders below it are arranged.
    pub fn arrangement(&self) -> Arrangement {
        match (self.product, self.source) {
            (Product::ClaudeCode, Source::Personal) => Arrangement::WithCache,
            (Product::Tackle | Product::Nemocode | Product::ClaudeCode, _) => Arrangement::Folders,
        }
    }
}

impl Roots {
    /// Every place, the narrowest first: the order in which names are given out
    /// [N-PLUG-09..12, A-26, A-27].
    pub fn places(&self) -> Vec<PluginPlace> {
        use Product::{ClaudeCode, Nemocode, Tackle};
        use Source::{Personal, Project, Repository};

        let nemocode = self.home.join(".nemocode");
        let project = self.private.file_name().unwrap_or_default();
        let rows = [
            (Project, Tackle, self.private.clone()),
            (Project, Nemocode, nemocode.join("projects").join(project)),
            (Repository, Tackle, self.repository.join(".tackle")),
            (Repository, Nemocode, self.repository.join(".nemocode")),
            (Repository, ClaudeCode, self.repository.join(".claude")),
            (Personal, Tackle, self.tackle_home.clone()),
            (Personal, Nemocode, nemocode),
            (Personal, ClaudeCode, self.home.join(".claude")),
        ];
        let rows = rows.into_iter();
        rows.map(|(source, product, parent)| self.place(source, product, &parent))
            .collect()
    }

    fn place(&self, source: Source, product: Product, parent: &Path) -> PluginPlace {
        PluginPlace {
            dir: parent.join("plugins"),
            source,
            product,
            bounds: (source == Source::Repository).then(|| self.repository.clone()),
        }
    }

    /// The folder for the data of a plugin, ours whatever the plugin's place: what another product
    /// keeps for it is left alone. What came with a repository never shares a folder with a
    /// plugin of the person's own, whatever its name.
    pub fn data_dir(&self, plugin: &Plugin) -> PathBuf {
        let mut key = plugin.identity();
        if plugin.place.source != Source::Personal {
            let hash = stdx::sha256_hex(plugin.root.as_os_str().as_encoded_bytes());
            key = format!("{key}-{}", &hash[..12]);
        }
        let harmless = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        let folder = key.chars().map(|it| if harmless(it) { it } else { '-' });
        self.tackle_home
            .join("plugin-data")
            .join(folder.collect::<String>())
    }
}
