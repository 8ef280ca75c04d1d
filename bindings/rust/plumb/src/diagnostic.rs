//! Diagnostics as values.

use std::fmt;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Pedantic,
    Warning,
    Error,
}

/// Where something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// In a text, from 1; columns in bytes.
    pub line_and_column: Option<(u32, u32)>,
    /// Of the binary, from 0.
    pub word: Option<u32>,
    /// From 0.
    pub instruction: Option<u32>,
    /// The line of the text, or the instruction disassembled.
    pub excerpt: String,
    /// Marks below the place.
    pub caret: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub message: String,
    pub place: Place,
}

/// Replaces bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub range: Range<usize>,
    pub replacement: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub edits: Vec<Edit>,
    /// It can only be what was meant.
    pub is_safe: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// It follows from another error.
    pub is_follow_up: bool,
    /// "cfg.merge.unique-block"; ids do not change.
    pub rule: String,
    /// "2.11.1"
    pub section: String,
    /// "SPIR-V 1.6, section 2.11.1"
    pub reference: String,
    /// Empty outside Vulkan, or without one.
    pub vuid: String,
    pub message: String,
    /// "%main"; empty outside functions.
    pub function: String,
    /// "%entry"; empty outside blocks.
    pub block: String,
    pub place: Place,
    pub notes: Vec<Note>,
    pub fix: Option<Fix>,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Pedantic => "pedantic",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place.line_and_column {
            write!(f, "{line}:{column}: ")?;
        } else if let Some(instruction) = self.place.instruction {
            write!(f, "instruction {instruction}: ")?;
        }
        write!(f, "{}: {} [{}]", self.severity, self.message, self.rule)
    }
}
