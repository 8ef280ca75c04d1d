//! Declarations of libplumb.  `plumb.h` documents them; the crate `plumb` is made
//! for use.

#![no_std]
#![allow(non_camel_case_types)]

use core::ffi::{c_char, c_int, c_void};

pub type plumb_result = i32;
pub const PLUMB_OK: plumb_result = 0;
pub const PLUMB_E_CANCELLED: plumb_result = -3;

/// "None" where a number from 0 is expected.
pub const PLUMB_NONE: u32 = u32::MAX;
pub const PLUMB_NO_NOTE: usize = usize::MAX;

pub type plumb_verdict = i32;
pub const PLUMB_VALID: plumb_verdict = 0;
pub const PLUMB_INVALID: plumb_verdict = 1;
pub const PLUMB_MALFORMED: plumb_verdict = 2;

/// An object of the library.
#[repr(C)]
pub struct plumb_options {
    _private: [u8; 0],
}
/// An object of the library.
#[repr(C)]
pub struct plumb_session {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct plumb_string {
    pub data: *const c_char,
    pub size: usize,
}

pub type plumb_cancelled = Option<unsafe extern "C" fn(context: *mut c_void) -> c_int>;

#[repr(C)]
pub struct plumb_counts {
    pub size: usize,
    pub kept: usize,
    pub fixes: usize,
    pub errors: usize,
    pub warnings: usize,
    pub pedantic: usize,
    pub follow_ups: usize,
    pub suppressed: usize,
}

#[repr(C)]
pub struct plumb_diagnostic {
    pub size: usize,
    pub severity: i32,
    pub is_follow_up: i32,
    pub rule: plumb_string,
    pub section: plumb_string,
    pub reference: plumb_string,
    pub vuid: plumb_string,
    pub message: plumb_string,
    pub function: plumb_string,
    pub function_name: plumb_string,
    pub block: plumb_string,
    pub note_count: usize,
    pub source_count: usize,
    pub edit_count: usize,
    pub is_fix_safe: i32,
    pub reserved: i32,
}

#[repr(C)]
pub struct plumb_place {
    pub size: usize,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub character: u32,
    pub end_character: u32,
    pub offset: u32,
    pub end_offset: u32,
    pub word: u32,
    pub end_word: u32,
    pub instruction: u32,
    pub instruction_word: u32,
    pub excerpt: plumb_string,
    pub caret: plumb_string,
}

#[repr(C)]
pub struct plumb_note {
    pub size: usize,
    pub message: plumb_string,
}

#[repr(C)]
pub struct plumb_edit {
    pub size: usize,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub offset: u32,
    pub end_offset: u32,
    pub replacement: plumb_string,
}

extern "C" {
    pub fn plumb_result_text(result: plumb_result) -> *const c_char;
    pub fn plumb_last_failure() -> *const c_char;
    pub fn plumb_version() -> u32;
    pub fn plumb_version_text() -> *const c_char;
    pub fn plumb_grammar_release() -> *const c_char;

    pub fn plumb_options_new(out: *mut *mut plumb_options) -> plumb_result;
    pub fn plumb_options_free(options: *mut plumb_options);
    pub fn plumb_options_set(
        options: *mut plumb_options,
        name: *const c_char,
        value: *const c_char,
    ) -> plumb_result;
    pub fn plumb_options_set_cancelled(
        options: *mut plumb_options,
        cancelled: plumb_cancelled,
        context: *mut c_void,
    ) -> plumb_result;

    pub fn plumb_session_new(
        options: *const plumb_options,
        allocator: *const c_void,
        out: *mut *mut plumb_session,
    ) -> plumb_result;
    pub fn plumb_session_free(session: *mut plumb_session);
    pub fn plumb_session_validate(
        session: *mut plumb_session,
        bytes: *const c_void,
        size: usize,
        out: *mut plumb_verdict,
    ) -> plumb_result;
    pub fn plumb_session_read(
        session: *mut plumb_session,
        bytes: *const c_void,
        size: usize,
        out: *mut plumb_verdict,
    ) -> plumb_result;

    pub fn plumb_counts_get(session: *mut plumb_session, out: *mut plumb_counts) -> plumb_result;
    pub fn plumb_diagnostic_get(
        session: *mut plumb_session,
        index: usize,
        out: *mut plumb_diagnostic,
    ) -> plumb_result;
    pub fn plumb_note_get(
        session: *mut plumb_session,
        index: usize,
        note: usize,
        out: *mut plumb_note,
    ) -> plumb_result;
    pub fn plumb_place_get(
        session: *mut plumb_session,
        index: usize,
        note: usize,
        out: *mut plumb_place,
    ) -> plumb_result;
    pub fn plumb_edit_get(
        session: *mut plumb_session,
        index: usize,
        edit: usize,
        out: *mut plumb_edit,
    ) -> plumb_result;

    pub fn plumb_report(
        session: *mut plumb_session,
        format: i32,
        file: *const c_char,
        out: *mut plumb_string,
    ) -> plumb_result;
    pub fn plumb_binary(
        session: *mut plumb_session,
        order: i32,
        out: *mut plumb_string,
    ) -> plumb_result;
    pub fn plumb_text(
        session: *mut plumb_session,
        flags: u32,
        out: *mut plumb_string,
    ) -> plumb_result;
}
