//! Owners of the objects of the library, and their calls.

use std::ffi::{c_char, c_void, CStr};
use std::mem::{size_of, MaybeUninit};
use std::ptr;

use plumb_sys as sys;

use crate::diagnostic::{Diagnostic, Edit, Fix, Note, Place, Severity};
use crate::{c_string, check, Error, ReportFormat, Validation, Verdict, EMPTY};

pub struct Options(*mut sys::plumb_options);

impl Options {
    pub fn new() -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: the output is valid.
        check(unsafe { sys::plumb_options_new(&mut handle) })?;
        Ok(Options(handle))
    }

    pub fn get(&self) -> *mut sys::plumb_options {
        self.0
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        // SAFETY: the handle is valid and not used again.
        unsafe { sys::plumb_options_free(self.0) }
    }
}

pub type Run = unsafe extern "C" fn(
    *mut sys::plumb_session,
    *const c_void,
    usize,
    *mut sys::plumb_verdict,
) -> sys::plumb_result;

pub struct Session(*mut sys::plumb_session);

impl Session {
    pub fn new(options: &Options) -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: the options and the output are valid.
        check(unsafe { sys::plumb_session_new(options.get(), ptr::null(), &mut handle) })?;
        Ok(Session(handle))
    }

    /// Runs on an input, which must live until the last call about it: the methods
    /// of the public session take what they return before they return.
    pub fn run(&mut self, run: Run, input: &[u8]) -> Result<Verdict, Error> {
        let mut verdict = sys::PLUMB_MALFORMED;
        // SAFETY: the session is valid, and so is the input for its size.
        check(unsafe {
            run(
                self.0,
                input.as_ptr().cast::<c_void>(),
                input.len(),
                &mut verdict,
            )
        })?;
        Ok(match verdict {
            sys::PLUMB_VALID => Verdict::Valid,
            sys::PLUMB_INVALID => Verdict::Invalid,
            _ => Verdict::Malformed,
        })
    }

    pub fn require_valid(&self, verdict: Verdict) -> Result<(), Error> {
        if verdict == Verdict::Valid {
            return Ok(());
        }
        Err(Error::InvalidModule(self.report(ReportFormat::Text, "")?))
    }

    pub fn validation(&self, verdict: Verdict) -> Result<Validation, Error> {
        let counts: sys::plumb_counts = filled(|out| {
            // SAFETY: `out` is valid and its size set.
            unsafe { sys::plumb_counts_get(self.0, out) }
        })?;
        Ok(Validation {
            verdict,
            diagnostics: (0..counts.kept)
                .map(|index| self.diagnostic(index))
                .collect::<Result<_, _>>()?,
            errors: counts.errors,
            warnings: counts.warnings,
            follow_ups: counts.follow_ups,
        })
    }

    fn diagnostic(&self, index: usize) -> Result<Diagnostic, Error> {
        let found: sys::plumb_diagnostic = filled(|out| {
            // SAFETY: `out` is valid and its size set.
            unsafe { sys::plumb_diagnostic_get(self.0, index, out) }
        })?;
        let edits = (0..found.edit_count)
            .map(|edit| self.edit(index, edit))
            .collect::<Result<Vec<_>, _>>()?;
        // SAFETY: the strings live until the next input.
        unsafe {
            Ok(Diagnostic {
                severity: match found.severity {
                    0 => Severity::Pedantic,
                    1 => Severity::Warning,
                    _ => Severity::Error,
                },
                is_follow_up: found.is_follow_up != 0,
                rule: copy(&found.rule),
                section: copy(&found.section),
                reference: copy(&found.reference),
                vuid: copy(&found.vuid),
                message: copy(&found.message),
                function: copy(&found.function),
                block: copy(&found.block),
                place: self.place(index, sys::PLUMB_NO_NOTE)?,
                notes: (0..found.note_count)
                    .map(|note| self.note(index, note))
                    .collect::<Result<_, _>>()?,
                fix: (!edits.is_empty()).then_some(Fix {
                    edits,
                    is_safe: found.is_fix_safe != 0,
                }),
            })
        }
    }

    fn note(&self, index: usize, note: usize) -> Result<Note, Error> {
        let found: sys::plumb_note = filled(|out| {
            // SAFETY: `out` is valid and its size set.
            unsafe { sys::plumb_note_get(self.0, index, note, out) }
        })?;
        Ok(Note {
            // SAFETY: the string lives until the next input.
            message: unsafe { copy(&found.message) },
            place: self.place(index, note)?,
        })
    }

    fn edit(&self, index: usize, edit: usize) -> Result<Edit, Error> {
        let found: sys::plumb_edit = filled(|out| {
            // SAFETY: `out` is valid and its size set.
            unsafe { sys::plumb_edit_get(self.0, index, edit, out) }
        })?;
        Ok(Edit {
            range: found.offset as usize..found.end_offset as usize,
            // SAFETY: the string lives until the next input.
            replacement: unsafe { copy(&found.replacement) },
        })
    }

    fn place(&self, index: usize, note: usize) -> Result<Place, Error> {
        let found: sys::plumb_place = filled(|out| {
            // SAFETY: `out` is valid and its size set.
            unsafe { sys::plumb_place_get(self.0, index, note, out) }
        })?;
        let known = |number: u32| (number != sys::PLUMB_NONE).then_some(number);
        // SAFETY: the strings live until the next input.
        unsafe {
            Ok(Place {
                line_and_column: (found.line != 0).then_some((found.line, found.column)),
                word: known(found.word),
                instruction: known(found.instruction),
                excerpt: copy(&found.excerpt),
                caret: copy(&found.caret),
            })
        }
    }

    pub fn report(&self, format: ReportFormat, file: &str) -> Result<String, Error> {
        let file = c_string(file)?;
        let mut out = EMPTY;
        // SAFETY: the output is valid, and the name ends with NUL.
        check(unsafe { sys::plumb_report(self.0, format as i32, file.as_ptr(), &mut out) })?;
        // SAFETY: the string lives until the next output.
        Ok(unsafe { copy(&out) })
    }

    pub fn binary(&self) -> Result<Vec<u8>, Error> {
        let mut out = EMPTY;
        // SAFETY: the output is valid.
        check(unsafe { sys::plumb_binary(self.0, 0, &mut out) })?;
        // SAFETY: the string lives until the next output.
        Ok(unsafe { bytes(&out) }.to_vec())
    }

    pub fn text(&self, flags: u32) -> Result<String, Error> {
        let mut out = EMPTY;
        // SAFETY: the output is valid.
        check(unsafe { sys::plumb_text(self.0, flags, &mut out) })?;
        // SAFETY: the string lives until the next output.
        Ok(unsafe { copy(&out) })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the handle is valid and not used again.
        unsafe { sys::plumb_session_free(self.0) }
    }
}

/// Structs that begin with their size.
trait BeginsWithSize {}
impl BeginsWithSize for sys::plumb_counts {}
impl BeginsWithSize for sys::plumb_diagnostic {}
impl BeginsWithSize for sys::plumb_note {}
impl BeginsWithSize for sys::plumb_edit {}
impl BeginsWithSize for sys::plumb_place {}

/// A struct that a function fills.
fn filled<T: BeginsWithSize>(fill: impl FnOnce(*mut T) -> sys::plumb_result) -> Result<T, Error> {
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: the first member is the size, and zeros are values of all members.
    unsafe {
        value.as_mut_ptr().cast::<usize>().write(size_of::<T>());
        check(fill(value.as_mut_ptr()))?;
        Ok(value.assume_init())
    }
}

/// The bytes of a string.
///
/// # Safety
/// The string must be alive.
unsafe fn bytes(string: &sys::plumb_string) -> &[u8] {
    if string.size == 0 {
        return &[];
    }
    // SAFETY: the library returns valid strings.
    unsafe { std::slice::from_raw_parts(string.data.cast::<u8>(), string.size) }
}

/// A copy of a string.
///
/// # Safety
/// The string must be alive.
unsafe fn copy(string: &sys::plumb_string) -> String {
    // SAFETY: as the caller says.
    String::from_utf8_lossy(unsafe { bytes(string) }).into_owned()
}

/// A copy of a string that ends with NUL.
///
/// # Safety
/// The pointer must be of a string that is alive.
pub unsafe fn text_of(text: *const c_char) -> String {
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}
