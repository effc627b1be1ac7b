//! Manifests, layout and namespaces of plugins.
