//! Headers read as YAML.
