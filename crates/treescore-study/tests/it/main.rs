//! Studies against golden numbers, which independent programs computed (`tests/conformance/README.md`).

mod golden;
mod options;
mod text;
