//! Pictures: laws that hold for any trees, geometry that the HTML report shares, deep trees.

mod deep;
mod laws;
mod layouts;
mod made;
