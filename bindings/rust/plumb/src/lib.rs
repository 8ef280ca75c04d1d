//! Assembles, validates and disassembles SPIR-V.
//!
//! ```no_run
//! let bytes = std::fs::read("shader.spv")?;
//! let mut session = plumb::Options::new()?.env("vulkan1.3")?.session()?;
//! let result = session.validate(&bytes)?;
//! for diagnostic in &result.diagnostics {
//!     println!("{diagnostic}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An input is bytes: a binary, or an assembly text.  An invalid module is no
//! [`Error`], except where a function needs a valid one.

mod diagnostic;
mod raw;

use std::ffi::{c_int, c_void, CString};
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

pub use diagnostic::{Diagnostic, Edit, Fix, Note, Place, Severity};
use plumb_sys as sys;

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The callback of [`Options::cancelled`] returned true, or panicked.
    Cancelled,
    /// A module that cannot be assembled or disassembled, with the report.
    InvalidModule(String),
    /// Any other failure, described.
    Failed(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Cancelled => f.write_str("cancelled"),
            Error::InvalidModule(text) | Error::Failed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Valid,
    /// It violates a rule.
    Invalid,
    /// It is not a module: it has errors of syntax or form.
    Malformed,
}

/// What validation found.
#[derive(Debug, Clone)]
pub struct Validation {
    pub verdict: Verdict,
    pub diagnostics: Vec<Diagnostic>,
    /// All that were found, also those that are not kept.
    pub errors: usize,
    pub warnings: usize,
    /// Follow-up errors that are not kept.
    pub follow_ups: usize,
}

impl Validation {
    pub fn is_valid(&self) -> bool {
        self.verdict == Verdict::Valid
    }
}

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum ReportFormat {
    Text = 0,
    Concise = 1,
    Json = 2,
    Sarif = 3,
    Junit = 4,
    Github = 5,
}

/// How to write a text; the values are bits of one number.
pub mod text_flags {
    pub const NO_HEADER: u32 = 1;
    pub const NO_INDENT: u32 = 2;
    pub const RAW_IDS: u32 = 4;
    pub const OFFSETS: u32 = 8;
    pub const COMMENTS: u32 = 16;
    pub const COLOR: u32 = 32;
    pub const PRINTABLE: u32 = 64;
    pub const NESTED_INDENT: u32 = 256;
    pub const REORDER_BLOCKS: u32 = 512;
}

type Callback = Box<dyn FnMut() -> bool + Send>;

/// How to read and validate.
pub struct Options {
    handle: raw::Options,
    cancelled: Option<Box<Callback>>,
}

impl Options {
    pub fn new() -> Result<Self, Error> {
        Ok(Options {
            handle: raw::Options::new()?,
            cancelled: None,
        })
    }

    /// Sets the target environment: "vulkan1.3".
    pub fn env(self, name: &str) -> Result<Self, Error> {
        self.set("target-env", name)
    }

    /// Sets an option by the name that `plumb_options_set` in plumb.h has for it:
    /// ("off", "cfg.*"), ("max-diagnostics", "10").
    pub fn set(self, name: &str, value: &str) -> Result<Self, Error> {
        let (name, value) = (c_string(name)?, c_string(value)?);
        // SAFETY: the handle is valid, and both strings end with NUL.
        check(unsafe { sys::plumb_options_set(self.handle.get(), name.as_ptr(), value.as_ptr()) })?;
        Ok(self)
    }

    /// Validates as if a specialization constant had this value.
    pub fn spec(self, constant: &str, value: impl fmt::Display) -> Result<Self, Error> {
        self.set("spec", &format!("{constant}={value}"))
    }

    /// Sets a callback that is called now and then; true stops the call.
    pub fn cancelled(mut self, callback: impl FnMut() -> bool + Send + 'static) -> Self {
        self.cancelled = Some(Box::new(Box::new(callback)));
        self
    }

    /// Makes a session with these options.
    pub fn session(mut self) -> Result<Session, Error> {
        if let Some(callback) = &mut self.cancelled {
            let context: *mut Callback = &mut **callback;
            // SAFETY: the session keeps the callback, in its place on the heap.
            check(unsafe {
                sys::plumb_options_set_cancelled(
                    self.handle.get(),
                    Some(call_back),
                    context.cast::<c_void>(),
                )
            })?;
        }
        Ok(Session {
            handle: raw::Session::new(&self.handle)?,
            _cancelled: self.cancelled,
        })
    }
}

/// Calls the callback of some options.  A panic must not leave a function that C
/// calls, so it stops the call.
unsafe extern "C" fn call_back(context: *mut c_void) -> c_int {
    // SAFETY: the context is a callback that the session owns.
    let callback = unsafe { &mut *context.cast::<Callback>() };
    match catch_unwind(AssertUnwindSafe(callback)) {
        Ok(stop) => c_int::from(stop),
        Err(_) => 1,
    }
}

/// Processes inputs one after the other, and reuses its memory.
pub struct Session {
    handle: raw::Session,
    _cancelled: Option<Box<Callback>>,
}

// SAFETY: a session is used by one thread at a time, any thread; the callback is
// Send.
unsafe impl Send for Session {}

impl Session {
    /// A session with the default options.
    pub fn new() -> Result<Self, Error> {
        Options::new()?.session()
    }

    /// Reads a module in any format and validates it.
    pub fn validate(&mut self, input: impl AsRef<[u8]>) -> Result<Validation, Error> {
        let input = input.as_ref();
        let verdict = self.handle.run(sys::plumb_session_validate, input)?;
        self.handle.validation(verdict)
    }

    /// The report on a module.
    pub fn report(
        &mut self,
        input: impl AsRef<[u8]>,
        format: ReportFormat,
        file: &str,
    ) -> Result<String, Error> {
        let input = input.as_ref();
        self.handle.run(sys::plumb_session_validate, input)?;
        self.handle.report(format, file)
    }

    /// Assembles and validates a text.
    pub fn assemble(&mut self, text: impl AsRef<[u8]>) -> Result<Vec<u8>, Error> {
        let text = text.as_ref();
        let verdict = self.handle.run(sys::plumb_session_validate, text)?;
        self.handle.require_valid(verdict)?;
        self.handle.binary()
    }

    /// The text of a module, which need not be valid.
    pub fn disassemble(&mut self, input: impl AsRef<[u8]>, flags: u32) -> Result<String, Error> {
        let input = input.as_ref();
        let verdict = self.handle.run(sys::plumb_session_read, input)?;
        self.handle.require_valid(verdict)?;
        self.handle.text(flags)
    }
}

/// The version of the library.
pub fn library_version() -> String {
    // SAFETY: a static string that ends with NUL.
    unsafe { raw::text_of(sys::plumb_version_text()) }
}

/// The release of SPIRV-Headers that the instructions are from.
pub fn grammar_release() -> String {
    // SAFETY: a static string that ends with NUL.
    unsafe { raw::text_of(sys::plumb_grammar_release()) }
}

fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::Failed(format!("{text:?} contains a zero byte")))
}

fn check(result: sys::plumb_result) -> Result<(), Error> {
    match result {
        sys::PLUMB_OK => Ok(()),
        sys::PLUMB_E_CANCELLED => Err(Error::Cancelled),
        // SAFETY: never null, and valid until the next failure in this thread.
        _ => Err(Error::Failed(unsafe {
            raw::text_of(sys::plumb_last_failure())
        })),
    }
}

const EMPTY: sys::plumb_string = sys::plumb_string {
    data: ptr::null(),
    size: 0,
};
