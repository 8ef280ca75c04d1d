/* libplumb: assembles, reads, validates and disassembles SPIR-V.  C99.
 *
 *   plumb_session *session;
 *   plumb_verdict verdict;
 *   if (plumb_session_new(NULL, NULL, &session) == PLUMB_OK) {
 *     if (plumb_session_validate(session, bytes, size, &verdict) == PLUMB_OK &&
 *         verdict == PLUMB_VALID) {
 *       ...
 *     }
 *     plumb_session_free(session);
 *   }
 *
 * Results.  A function that can fail returns a plumb_result: PLUMB_OK, or a
 * negative number if the call failed.  An invalid module is no failure of a
 * call.  plumb_last_failure() describes the last failure of the thread.  A call
 * that fails writes nothing to its outputs, unless its comment states it.
 * Nothing throws or prints.
 *
 * Structs.  A struct that may grow begins with its size, which the caller sets
 * before each call: `plumb_place place; place.size = sizeof place;`.  The
 * library writes all other members.  A size that is smaller than the struct in
 * version 1.0 is an error.  Members that a newer header has and the library
 * does not are set to zero.  Members are only ever added at the end.
 *
 * Strings.  Functions take names as strings that end with NUL, in UTF-8, and
 * contents as a pointer and a size in bytes.  They copy what they keep, except
 * the bytes of an input (plumb_session_validate).  A plumb_string that they
 * return is never NULL and ends with a NUL that its size does not count; its
 * bytes may contain others.  It belongs to the library, and its lifetime is one
 * of these:
 * - static: until the end of the process;
 * - input: until the next input, plumb_session_reset, plumb_session_set_options
 *   or plumb_session_free of the session;
 * - output: until the next call that returns an output of the same session (or
 *   reporter or pipeline), or the end of an "input" lifetime.
 *
 * Threads.  A session, reporter, pipeline or options object is used by one
 * thread at a time.  Any number of them may be used in parallel.  Functions
 * without such an object may be called by any thread at any time.
 *
 * Numbers.  The values of all constants here are part of the ABI.  Numbers from
 * the specification (opcodes, enumerants) are those of the specification;
 * everything else that the grammar names (kinds of operands, sets of extended
 * instructions) is given by name, because names do not change.
 *
 * Costs are given where they are not constant.  "Linear" is linear in the size
 * of the input.
 *
 * Tested by calls_test.cc, session_test.cc, diagnostics_test.cc,
 * output_test.cc, module_walk_test.cc, catalogue_test.cc, options_test.cc,
 * memory_test.cc, cancellation_test.cc, pipeline_test.cc and c99_test.c.
 */
#ifndef PLUMB_API_C_PLUMB_H_
#define PLUMB_API_C_PLUMB_H_

#include <stddef.h>
#include <stdint.h>

/* With PLUMB_STATIC, the functions are linked statically. */
#if defined(PLUMB_STATIC)
#define PLUMB_API
#elif defined(_WIN32)
#if defined(PLUMB_BUILDING)
#define PLUMB_API __declspec(dllexport)
#else
#define PLUMB_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define PLUMB_API __attribute__((visibility("default")))
#else
#define PLUMB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface.  Functions, constants and members are added
 * with a new minor version.  The major version is that of the soname. */
#define PLUMB_VERSION_MAJOR 1
#define PLUMB_VERSION_MINOR 1

/* "None" where a number from 0 is expected. */
#define PLUMB_NONE UINT32_MAX

/* ---- Results ------------------------------------------------------------ */

typedef int32_t plumb_result;
enum {
  PLUMB_OK = 0,
  PLUMB_E_ARGUMENT = -1,    /* an argument is not allowed */
  PLUMB_E_MEMORY = -2,      /* out of memory */
  PLUMB_E_CANCELLED = -3,   /* the callback of the options asked to stop */
  PLUMB_E_STATE = -4,       /* not now: without an input, or during a call */
  PLUMB_E_STRUCT_SIZE = -5, /* the size of a struct is wrong */
  PLUMB_E_INPUT = -6,       /* the input cannot be processed at all */
  PLUMB_E_RANGE = -7,       /* an index or a number is out of range */
  PLUMB_E_NAME = -8,        /* no option, environment, rule... has the name */
  PLUMB_E_SINK = -9,        /* a sink refused bytes */
  PLUMB_E_INTERNAL = -10    /* a defect of the library */
};

/* A short description of a result: "out of memory".  Static; "unknown result"
 * for other numbers. */
PLUMB_API const char *plumb_result_text(plumb_result result);

/* Why the last call of this thread that failed did so, as a sentence without a
 * full stop.  Empty if none failed.  Never NULL.  Valid until the next failure
 * in this thread.  At most 500 bytes; needs no memory. */
PLUMB_API const char *plumb_last_failure(void);

/* ---- Version ------------------------------------------------------------ */

/* The version of the interface that the library has: major << 16 | minor. */
PLUMB_API uint32_t plumb_version(void);

/* The version of the programs and the library: "1.0.0".  Static. */
PLUMB_API const char *plumb_version_text(void);

/* The release of the machine-readable grammar of SPIR-V that the library was
 * built from.  Static. */
PLUMB_API const char *plumb_grammar_release(void);

/* ---- Data that several functions use ------------------------------------ */

/* Bytes that the library owns; see "Strings" above.  Does not grow. */
typedef struct plumb_string {
  const char *data;
  size_t size;
} plumb_string;

/* Receives bytes, one or several times in order; `size` is not 0.  The bytes
 * are valid during the call.  Returns 0, or another number to end the call
 * that writes, which then returns PLUMB_E_SINK.  Must not throw, and must not
 * use the session. */
typedef int (*plumb_sink)(void *context, const void *bytes, size_t size);

/* Memory for the large tables of a session: the module's words, instructions,
 * operands and ids, the ids of a text, the types, copies of inputs
 * (PLUMB_FLAG_COPY_INPUT) and texts of "output" lifetime; and the session
 * itself.  These are most of the memory that depends on the input.  Other
 * memory, such as that of diagnostics, graphs of functions, options and static
 * tables, is from `operator new`.  If that fails, the result is PLUMB_E_MEMORY
 * for reading, validating and writing a valid module; but the hash tables and
 * the JSON library that diagnostics and other outputs use cannot handle this,
 * and the process may end.
 *
 * `reallocate` works like realloc: it changes the size of a block, allocates
 * one if `block` is NULL, and frees it and returns NULL if `new_size` is 0.  It
 * returns NULL if there is no memory, and the block is then as it was; the call
 * of the library ends with PLUMB_E_MEMORY.  `old_size` is the size that the
 * block has, 0 for NULL.  Blocks have the alignment of malloc.
 *
 * It is called by the thread that calls the library, and with more than one
 * job also by other threads, at the same time.  It must not throw.  `context`
 * must live until plumb_session_free returns. */
typedef struct plumb_allocator {
  size_t size; /* of this struct */
  void *(*reallocate)(void *context, void *block, size_t old_size,
                      size_t new_size);
  void *context;
} plumb_allocator;

/* ---- Options ------------------------------------------------------------ */

/* How to read and validate.  Sessions copy options. */
typedef struct plumb_options plumb_options;

typedef int32_t plumb_format;
enum {
  PLUMB_FORMAT_ANY = 0,    /* by the first bytes of an input */
  PLUMB_FORMAT_BINARY = 1, /* in either byte order */
  PLUMB_FORMAT_TEXT = 2,   /* assembly */
  PLUMB_FORMAT_HEX = 3     /* hexadecimal text of a binary */
};

typedef int32_t plumb_flag;
enum {
  /* Ids of a text whose names are numbers keep their numbers, and the header
   * keeps what comments at the start of the text state. */
  PLUMB_FLAG_PRESERVE_NUMERIC_IDS = 0,
  /* The extended dialect of assembly. */
  PLUMB_FLAG_EXTENDED_SYNTAX = 1,
  /* A text gets the newest version of the environment, whatever a comment at
   * its start states. */
  PLUMB_FLAG_VERSION_OF_ENV = 2,
  /* A text keeps the generator that a comment at its start states. */
  PLUMB_FLAG_KEEP_GENERATOR = 3,
  /* Errors that follow from others are kept like others. */
  PLUMB_FLAG_FOLLOW_UPS = 4,
  /* Comments of a text suppress diagnostics and state its environment; on. */
  PLUMB_FLAG_SUPPRESSIONS = 5,
  /* Warnings are errors. */
  PLUMB_FLAG_WARNINGS_ARE_ERRORS = 6,
  /* Violations of pedantic rules are reported. */
  PLUMB_FLAG_PEDANTIC = 7,
  /* Fixes are tried, and wrong ones are left out; on. */
  PLUMB_FLAG_CHECK_FIXES = 8,
  /* A session copies its inputs, so that the caller need not keep them. */
  PLUMB_FLAG_COPY_INPUT = 9,

  /* Relaxations. */
  PLUMB_FLAG_RELAX_LOGICAL_POINTER = 64,
  PLUMB_FLAG_RELAX_BLOCK_LAYOUT = 65,
  PLUMB_FLAG_UNIFORM_BUFFER_STANDARD_LAYOUT = 66,
  PLUMB_FLAG_SCALAR_BLOCK_LAYOUT = 67,
  PLUMB_FLAG_WORKGROUP_SCALAR_BLOCK_LAYOUT = 68,
  PLUMB_FLAG_SKIP_BLOCK_LAYOUT = 69,
  PLUMB_FLAG_RELAX_STRUCT_STORE = 70,
  PLUMB_FLAG_ALLOW_LOCALSIZEID = 71,
  PLUMB_FLAG_ALLOW_OFFSET_TEXTURE_OPERAND = 72,
  PLUMB_FLAG_ALLOW_VULKAN_32_BIT_BITWISE = 73,
  PLUMB_FLAG_BEFORE_HLSL_LEGALIZATION = 74
};

/* The universal limits (section 2.17 of the specification). */
typedef int32_t plumb_limit;
enum {
  PLUMB_LIMIT_STRUCT_MEMBERS = 0,
  PLUMB_LIMIT_STRUCT_DEPTH = 1,
  PLUMB_LIMIT_LOCAL_VARIABLES = 2,
  PLUMB_LIMIT_GLOBAL_VARIABLES = 3,
  PLUMB_LIMIT_SWITCH_BRANCHES = 4,
  PLUMB_LIMIT_FUNCTION_ARGS = 5,
  PLUMB_LIMIT_CONTROL_FLOW_NESTING_DEPTH = 6,
  PLUMB_LIMIT_ACCESS_CHAIN_INDEXES = 7,
  PLUMB_LIMIT_ID_BOUND = 8
};

/* The kinds of descriptors in a heap (SPV_EXT_descriptor_heap). */
typedef int32_t plumb_descriptor;
enum {
  PLUMB_DESCRIPTOR_BUFFER = 0,
  PLUMB_DESCRIPTOR_IMAGE = 1,
  PLUMB_DESCRIPTOR_SAMPLER = 2,
  PLUMB_DESCRIPTOR_TENSOR = 3
};

typedef int32_t plumb_action;
enum {
  PLUMB_ACTION_OFF = 0,     /* violations are not reported */
  PLUMB_ACTION_WARNING = 1, /* they are warnings */
  PLUMB_ACTION_ERROR = 2,   /* they are errors */
  PLUMB_ACTION_ONLY = 3     /* rules without this action are off */
};

/* Asked now and then whether to stop: returns 0 to continue.  After it has
 * returned another number, the call of the library ends soon, with
 * PLUMB_E_CANCELLED.  Asked about once per few thousand instructions, in each
 * phase of reading, validating and disassembling; with more than one job also
 * by threads of the library, but never by two at the same time.  Must not
 * throw, and must not use the session. */
typedef int (*plumb_cancelled)(void *context);

/* Makes options with the default of each. */
PLUMB_API plumb_result plumb_options_new(plumb_options **out);

/* Makes a copy. */
PLUMB_API plumb_result plumb_options_clone(const plumb_options *options,
                                           plumb_options **out);

/* Frees options; NULL is allowed.  Sessions that were made with them stay
 * valid. */
PLUMB_API void plumb_options_free(plumb_options *options);

/* Sets an option by name: ("target-env", "vulkan1.3"), ("jobs", "4"),
 * ("max-struct-members", "100"), ("buffer-descriptor-layout", "64:32"),
 * ("off", "cfg.*").  Names and values are those of the command line, without
 * the dashes, where there is such an option.  The names are
 *   target-env, input-format (any, binary, text, hex), jobs, max-diagnostics,
 *   spirv-version (1.N), generator (a number or keep), spec (ID=VALUE), syntax
 *   (standard or extended);
 *   off (or disable), warn, error, only, as by plumb_options_select_rules;
 *   with true or false: preserve-numeric-ids, version-of-env, all-errors,
 *   suppressions, werror, pedantic, check-fixes, copy-input, relaxations;
 *   limits (plumb_limit_name) and descriptor layouts (SIZE:ALIGN).
 * PLUMB_E_NAME if there is no such option or name, PLUMB_E_RANGE for a number
 * out of range, PLUMB_E_ARGUMENT for another value that it does not take. */
PLUMB_API plumb_result plumb_options_set(plumb_options *options,
                                         const char *name, const char *value);

/* Sets the target environment: "vulkan1.3", "spv1.6" (plumb_env_get lists all).
 * NULL, the default: that of a comment in the text, or else SPIR-V 1.6, which
 * includes all older versions.  PLUMB_E_NAME if there is none. */
PLUMB_API plumb_result plumb_options_set_env(plumb_options *options,
                                             const char *env);

/* Sets the format of inputs; the default is PLUMB_FORMAT_ANY. */
PLUMB_API plumb_result plumb_options_set_format(plumb_options *options,
                                                plumb_format format);

/* Sets a flag or relaxation; any `on` other than 0 turns it on.  All are off by
 * default unless their comment states it. */
PLUMB_API plumb_result plumb_options_set_flag(plumb_options *options,
                                              plumb_flag flag, int on);

/* Sets a universal limit; the default is that of the specification. */
PLUMB_API plumb_result plumb_options_set_limit(plumb_options *options,
                                               plumb_limit limit,
                                               uint32_t value);

/* Sets the size and alignment of descriptors in bytes.  Both are 0, for
 * unknown, or both are positive; the alignment is a power of two. */
PLUMB_API plumb_result plumb_options_set_descriptor_layout(
    plumb_options *options, plumb_descriptor descriptor, uint32_t size,
    uint32_t alignment);

/* Sets the number of threads that validate a module, from 1, the default, to
 * 1024.  Results are the same for any number. */
PLUMB_API plumb_result plumb_options_set_jobs(plumb_options *options,
                                              uint32_t jobs);

/* Sets the number of diagnostics to keep of an input, the first by severity and
 * place; the others are counted.  0: all.  The default is 1000. */
PLUMB_API plumb_result plumb_options_set_max_diagnostics(plumb_options *options,
                                                         size_t count);

/* Sets the version 1.`minor` of SPIR-V for the binaries of texts.  PLUMB_NONE,
 * the default: that of a comment at the start of the text, or else the newest
 * of the environment. */
PLUMB_API plumb_result plumb_options_set_version(plumb_options *options,
                                                 uint32_t minor);

/* Sets the registered number of the generator for the binaries of texts, from 0
 * to 65535.  PLUMB_NONE, the default: 0. */
PLUMB_API plumb_result plumb_options_set_generator(plumb_options *options,
                                                   uint32_t number);

/* Selects rules: by id, alias or VUID, by the last digits of a VUID (at least
 * four), or by a pattern for the whole id, alias or VUID in which each '*'
 * stands for any characters ("cfg.*", "VUID-*-04915").  If several actions are
 * for the same rule, the last one counts; PLUMB_ACTION_ONLY comes before the
 * others.  Rules without which an input is not a module are not changed.
 * PLUMB_E_NAME if no rule is selected that can be changed.  Linear in the
 * rules. */
PLUMB_API plumb_result plumb_options_select_rules(plumb_options *options,
                                                  plumb_action action,
                                                  const char *pattern);

/* Validates as if a specialization constant had this value.  `constant` is its
 * SpecId or its name; `value` is an integer, a float, true or false.  May be
 * called for several constants. */
PLUMB_API plumb_result plumb_options_add_spec_constant(plumb_options *options,
                                                       const char *constant,
                                                       const char *value);

/* Validates for a device too: the features and limits of a Vulkan profile, as
 * JSON.  `profile` is the name of one of its profiles, or NULL for the only
 * one. Without an environment in the options, it is the Vulkan version of the
 * profile; another one must be of Vulkan, or making the session fails with
 * PLUMB_E_ARGUMENT.  NULL for `json` removes the device.  PLUMB_E_INPUT if the
 * text is not a profile.  Linear in the text. */
PLUMB_API plumb_result plumb_options_set_device(plumb_options *options,
                                                const char *json, size_t size,
                                                const char *profile);

/* Sets the callback that stops long calls; NULL, the default, for none.
 * `context` must live as long as sessions with these options are used. */
PLUMB_API plumb_result plumb_options_set_cancelled(plumb_options *options,
                                                   plumb_cancelled cancelled,
                                                   void *context);

/* ---- Sessions ----------------------------------------------------------- */

/* Processes inputs, one after the other, and reuses its memory. */
typedef struct plumb_session plumb_session;

typedef int32_t plumb_verdict;
enum {
  PLUMB_VALID = 0,
  PLUMB_INVALID = 1,  /* a module that violates a rule of severity error */
  PLUMB_MALFORMED = 2 /* not a module: it has errors of syntax or form */
};

/* Makes a session.  `options` and `allocator` are copied; NULL for the
 * defaults.  PLUMB_E_ARGUMENT for options that exclude each other. */
PLUMB_API plumb_result plumb_session_new(const plumb_options *options,
                                         const plumb_allocator *allocator,
                                         plumb_session **out);

/* Frees a session; NULL is allowed.  Not from a callback of the session. */
PLUMB_API void plumb_session_free(plumb_session *session);

/* Replaces the options for further inputs, and forgets the last input.  If it
 * fails, the session is as it was. */
PLUMB_API plumb_result plumb_session_set_options(plumb_session *session,
                                                 const plumb_options *options);

/* Reads an input in any format and validates it.  A text is assembled.
 *
 * `bytes` may have any alignment, and must not change or end before the end of
 * the "input" lifetime, unless PLUMB_FLAG_COPY_INPUT is on.  NULL is allowed if
 * `size` is 0.
 *
 * PLUMB_E_INPUT for hexadecimal text with other characters, or a module without
 * a specialization constant that the options name.  If it fails, the session
 * has no input, and can be used for the next.  Linear for nearly all inputs. */
PLUMB_API plumb_result plumb_session_validate(plumb_session *session,
                                              const void *bytes, size_t size,
                                              plumb_verdict *out);

/* The same without validation: only the form of the module is checked.  The
 * verdict is PLUMB_VALID or PLUMB_MALFORMED.  Linear. */
PLUMB_API plumb_result plumb_session_read(plumb_session *session,
                                          const void *bytes, size_t size,
                                          plumb_verdict *out);

/* Forgets the last input, and keeps the memory for the next. */
PLUMB_API plumb_result plumb_session_reset(plumb_session *session);

/* ---- Diagnostics -------------------------------------------------------- */

typedef int32_t plumb_severity;
enum { PLUMB_PEDANTIC = 0, PLUMB_WARNING = 1, PLUMB_ERROR = 2 };

/* The numbers of diagnostics of the last input. */
typedef struct plumb_counts {
  size_t size;       /* of this struct */
  size_t kept;       /* diagnostics that plumb_diagnostic_get returns */
  size_t fixes;      /* of these, the ones with a fix */
  size_t errors;     /* all that were found, kept or not */
  size_t warnings;   /* likewise */
  size_t pedantic;   /* likewise */
  size_t follow_ups; /* follow-up errors that are not kept */
  size_t suppressed; /* suppressed by comments of the text */
} plumb_counts;

/* A diagnostic.  All strings have the "input" lifetime or are static. */
typedef struct plumb_diagnostic {
  size_t size;                /* of this struct */
  plumb_severity severity;    /* after warnings and errors were selected */
  int32_t is_follow_up;       /* 1: it follows from another error */
  plumb_string rule;          /* "cfg.merge.unique-block"; ids do not change */
  plumb_string section;       /* "2.11.1", "SPV_KHR_ray_query" */
  plumb_string reference;     /* "SPIR-V 1.6, section 2.11.1" */
  plumb_string vuid;          /* empty outside Vulkan, or without one */
  plumb_string message;       /* printable */
  plumb_string function;      /* "%main" or "%4"; empty outside functions */
  plumb_string function_name; /* by OpName or an entry point; may be empty */
  plumb_string block;         /* "%entry"; empty outside blocks */
  size_t note_count;          /* plumb_note_get */
  size_t source_count;        /* plumb_source_get */
  size_t edit_count;          /* of its fix, plumb_edit_get; 0: no fix */
  int32_t is_fix_safe;        /* 1: the fix can only be what was meant */
  int32_t reserved;
} plumb_diagnostic;

/* The place of a diagnostic or note in the input. */
typedef struct plumb_place {
  size_t size; /* of this struct */
  /* In a text: from 1, columns in bytes, the end excluded; 0 if not known. */
  uint32_t line, column, end_line, end_column;
  /* The same columns in characters of UTF-8. */
  uint32_t character, end_character;
  /* The same in bytes of the text from 0; PLUMB_NONE if not known. */
  uint32_t offset, end_offset;
  /* Words of the binary from 0, the end excluded; PLUMB_NONE if not known. */
  uint32_t word, end_word;
  /* The instruction from 0, and its first word; PLUMB_NONE for none. */
  uint32_t instruction, instruction_word;
  /* The line of the text, or the instruction disassembled, and a line with
   * marks below the place.  Printable.  Empty for the module as a whole. */
  plumb_string excerpt, caret;
} plumb_place;

/* A place in the source that the module was compiled from. */
typedef struct plumb_source {
  size_t size; /* of this struct */
  plumb_string file;
  uint32_t line, column;       /* from 1; column 0: not known */
  plumb_string excerpt, caret; /* empty if the module lacks the source */
} plumb_source;

/* A note of a diagnostic. */
typedef struct plumb_note {
  size_t size; /* of this struct */
  plumb_string message;
} plumb_note;

/* A change of one part of a text. */
typedef struct plumb_edit {
  size_t size;                                 /* of this struct */
  uint32_t line, column, end_line, end_column; /* as in plumb_place */
  uint32_t offset, end_offset;                 /* equal: insert */
  plumb_string replacement;                    /* empty: remove */
} plumb_edit;

/* For plumb_place_get: the place of the diagnostic itself. */
#define PLUMB_NO_NOTE SIZE_MAX

/* The functions below resolve the diagnostics of the last input at the first
 * call, which takes time linear in the input and tries at most 8 fixes, each by
 * validating the text again; further calls are O(1).  PLUMB_E_STATE without an
 * input, PLUMB_E_RANGE for an index that is too large. */

PLUMB_API plumb_result plumb_counts_get(plumb_session *session,
                                        plumb_counts *out);

/* Diagnostics are in the order of the input: those of the whole module, then by
 * place. */
PLUMB_API plumb_result plumb_diagnostic_get(plumb_session *session,
                                            size_t index,
                                            plumb_diagnostic *out);

/* A note of the diagnostic `index`. */
PLUMB_API plumb_result plumb_note_get(plumb_session *session, size_t index,
                                      size_t note, plumb_note *out);

/* The place of the diagnostic `index`, or of one of its notes. */
PLUMB_API plumb_result plumb_place_get(plumb_session *session, size_t index,
                                       size_t note, plumb_place *out);

/* The place of the diagnostic `index` in the source, by debug information:
 * level 0 is the place itself, the next ones are the calls that it was inlined
 * at, innermost first, which have no excerpt. */
PLUMB_API plumb_result plumb_source_get(plumb_session *session, size_t index,
                                        size_t level, plumb_source *out);

/* An edit of the fix of the diagnostic `index`.  Edits are in the order of the
 * text and do not overlap; a fix is all its edits at once. */
PLUMB_API plumb_result plumb_edit_get(plumb_session *session, size_t index,
                                      size_t edit, plumb_edit *out);

/* ---- Reports ------------------------------------------------------------ */

typedef int32_t plumb_report_format;
enum {
  PLUMB_REPORT_TEXT = 0,    /* with excerpts, for people */
  PLUMB_REPORT_CONCISE = 1, /* a line for each diagnostic */
  PLUMB_REPORT_JSON = 2,    /* JSON Lines: docs/user/formats.md */
  PLUMB_REPORT_SARIF = 3,   /* SARIF 2.1.0 */
  PLUMB_REPORT_JUNIT = 4,   /* JUnit XML */
  PLUMB_REPORT_GITHUB = 5   /* workflow commands of GitHub */
};

/* A complete report on the last input.  `file` is its name in the report.
 * Lifetime of the text: output.  Linear in the diagnostics, after they were
 * resolved (see above). */
PLUMB_API plumb_result plumb_report(plumb_session *session,
                                    plumb_report_format format,
                                    const char *file, plumb_string *out);

/* Writes one report on several inputs.  The pieces that the calls return, one
 * after the other, are the document.  Lifetime of each: output. */
typedef struct plumb_reporter plumb_reporter;

/* Makes a reporter. */
PLUMB_API plumb_result plumb_reporter_new(plumb_report_format format,
                                          plumb_reporter **out);

/* Frees a reporter; NULL is allowed. */
PLUMB_API void plumb_reporter_free(plumb_reporter *reporter);

/* Adds the last input of a session, as plumb_report does. */
PLUMB_API plumb_result plumb_reporter_add(plumb_reporter *reporter,
                                          plumb_session *session,
                                          const char *file, plumb_string *out);

/* Adds an input that could not be read or processed; `message` states why. */
PLUMB_API plumb_result plumb_reporter_add_unreadable(plumb_reporter *reporter,
                                                     const char *file,
                                                     const char *message,
                                                     plumb_string *out);

/* Ends the document.  After this, the reporter can only be freed: other calls
 * return PLUMB_E_STATE. */
PLUMB_API plumb_result plumb_reporter_end(plumb_reporter *reporter,
                                          plumb_string *out);

/* ---- Outputs ------------------------------------------------------------ */

typedef int32_t plumb_byte_order;
enum { PLUMB_LITTLE_ENDIAN = 0, PLUMB_BIG_ENDIAN = 1 };

/* The last input as a binary.  PLUMB_E_STATE if it is malformed.  Lifetime:
 * output.  Linear. */
PLUMB_API plumb_result plumb_binary(plumb_session *session,
                                    plumb_byte_order order, plumb_string *out);

/* The same to a sink. */
PLUMB_API plumb_result plumb_write_binary(plumb_session *session,
                                          plumb_byte_order order,
                                          plumb_sink sink, void *context);

/* How to disassemble; any of these, added up.  0: as spirv-dis does. */
enum {
  PLUMB_TEXT_NO_HEADER = 1,             /* without the header as comments */
  PLUMB_TEXT_NO_INDENT = 2,             /* opcodes not in one column */
  PLUMB_TEXT_RAW_IDS = 4,               /* ids by number, not by name */
  PLUMB_TEXT_OFFSETS = 8,               /* the offset of each instruction */
  PLUMB_TEXT_COMMENTS = 16,             /* comments that explain the module */
  PLUMB_TEXT_COLOR = 32,                /* escape sequences of terminals */
  PLUMB_TEXT_PRINTABLE = 64,            /* strings that a terminal can show */
  PLUMB_TEXT_KEEP_LINE_ENDS = 128,      /* which then count as printable */
  PLUMB_TEXT_NESTED_INDENT = 256,       /* by the nesting of constructs */
  PLUMB_TEXT_REORDER_BLOCKS = 512,      /* blocks of a construct contiguous */
  PLUMB_TEXT_UNKNOWN_AS_NUMBERS = 1024, /* OpUnknown with plain numbers */
  PLUMB_TEXT_BAD_IDS_AS_WORDS = 2048    /* ids that no name assembles to */
};

/* The last input as assembly text.  Of a malformed binary, the readable part,
 * and the rest as words.  PLUMB_E_STATE if it is a malformed text,
 * PLUMB_E_ARGUMENT for unknown flags.  Lifetime: output.  Linear. */
PLUMB_API plumb_result plumb_text(plumb_session *session, uint32_t flags,
                                  plumb_string *out);

/* The same to a sink. */
PLUMB_API plumb_result plumb_write_text(plumb_session *session, uint32_t flags,
                                        plumb_sink sink, void *context);

/* The last input, which must be a text, after its fixes: those that leave fewer
 * diagnostics and none of a new kind, until none is left; with `unsafe` other
 * than 0, also those that replace unknown names by similar ones.  `fix_count`,
 * which may be NULL, receives the number of fixes.  The diagnostics of the
 * session stay those of the input.  PLUMB_E_STATE if the input is not a text.
 * Lifetime: output.  Validates the text several times, at most a few
 * hundred. */
PLUMB_API plumb_result plumb_fixed_text(plumb_session *session, int unsafe,
                                        plumb_string *out, size_t *fix_count);

/* ---- Requirements of a module ------------------------------------------- */

typedef int32_t plumb_need_kind;
enum {
  PLUMB_NEED_VERSION = 0,
  PLUMB_NEED_CAPABILITY = 1,
  PLUMB_NEED_EXTENSION = 2
};

/* The minimum version of SPIR-V, or a declared capability or extension.
 * Lifetime of strings: input. */
typedef struct plumb_need {
  size_t size; /* of this struct */
  plumb_need_kind kind;
  int32_t is_needed;    /* 0: declared without need */
  plumb_string name;    /* "1.3", "Float64", "SPV_KHR_ray_query" */
  plumb_string rule;    /* that is violated without it; may be empty */
  plumb_string message; /* of the error without it; may be empty */
} plumb_need;

/* The number of needs of the last input, which must be valid by
 * plumb_session_validate, or the result is PLUMB_E_STATE.  Needed ones come
 * first, the version before all others.  The first call validates the module
 * once per version, capability and extension in it. */
PLUMB_API plumb_result plumb_need_count(plumb_session *session, size_t *needed,
                                        size_t *unneeded);

/* One of them, from 0 to `needed` + `unneeded` - 1. */
PLUMB_API plumb_result plumb_need_get(plumb_session *session, size_t index,
                                      plumb_need *out);

/* All of them as a JSON object in one line (docs/user/formats.md).  `file` is
 * the name of the input in it.  Lifetime: output. */
PLUMB_API plumb_result plumb_needs_json(plumb_session *session,
                                        const char *file, plumb_string *out);

/* ---- Interfaces and pipelines ------------------------------------------- */

/* What the entry points of the last input take and give, as a JSON object in
 * one line (docs/user/json.md, "interface"): inputs and outputs with locations,
 * resources with layouts, push constants, specialization constants.  `file` is
 * the name of the input in it.  PLUMB_E_STATE unless the input is valid by
 * plumb_session_validate.  Lifetime: output.  Linear.  Since 1.1. */
PLUMB_API plumb_result plumb_interface_json(plumb_session *session,
                                            const char *file,
                                            plumb_string *out);

/* The stages of one Vulkan pipeline: validates their modules, and whether they
 * fit together and fit a description of the pipeline.  Since 1.1. */
typedef struct plumb_pipeline plumb_pipeline;

/* Makes a pipeline without stages.  `options` are copied; NULL for the
 * defaults. Their environment must be one of Vulkan; without one, it is that of
 * the description, or the newest Vulkan. */
PLUMB_API plumb_result plumb_pipeline_new(const plumb_options *options,
                                          plumb_pipeline **out);

/* Frees a pipeline; NULL is allowed. */
PLUMB_API void plumb_pipeline_free(plumb_pipeline *pipeline);

/* Adds a module in any format.  `file` is its name in reports and in
 * descriptions.  `entry_point` is the name of the stage's entry point; NULL for
 * all of the module.  The bytes must not change or end before
 * plumb_pipeline_reset or plumb_pipeline_free, unless PLUMB_FLAG_COPY_INPUT is
 * on. */
PLUMB_API plumb_result plumb_pipeline_add(plumb_pipeline *pipeline,
                                          const char *file, const void *bytes,
                                          size_t size, const char *entry_point);

/* Sets the description of the pipeline, a JSON object
 * (docs/user/pipelines.md).  If it has stages, the pipeline has these, and each
 * names an added module by its `file`.  No file is read.  PLUMB_E_INPUT if it
 * is not a description, or names a device and the options have none. */
PLUMB_API plumb_result plumb_pipeline_describe(plumb_pipeline *pipeline,
                                               const char *json, size_t size);

/* Removes the modules and the description. */
PLUMB_API plumb_result plumb_pipeline_reset(plumb_pipeline *pipeline);

/* Validates all modules and the pipeline.  PLUMB_MALFORMED if a module is; the
 * stages are then not checked against each other.  PLUMB_E_NAME if a stage of
 * the description names no added module, PLUMB_E_STATE without a module,
 * PLUMB_E_INPUT if a module has no such entry point, or if the stages are not
 * one pipeline.  Linear for nearly all inputs. */
PLUMB_API plumb_result plumb_pipeline_validate(plumb_pipeline *pipeline,
                                               plumb_verdict *out);

/* A complete report on the modules and the pipeline.  PLUMB_E_STATE unless it
 * was validated since it changed.  Lifetime: output. */
PLUMB_API plumb_result plumb_pipeline_report(plumb_pipeline *pipeline,
                                             plumb_report_format format,
                                             plumb_string *out);

/* The description with the state that it omits and that the stages imply, as
 * JSON.  PLUMB_E_STATE unless the pipeline is valid.  Lifetime: output. */
PLUMB_API plumb_result plumb_pipeline_template(plumb_pipeline *pipeline,
                                               plumb_string *out);

/* ---- The module that was read ------------------------------------------- */

/* Of the last input; of a malformed one, the part that could be read: of a
 * binary, what precedes the first damage; of a text, the instructions without
 * an error.  PLUMB_E_STATE without an input.  All pointers and strings have the
 * "input" lifetime or are static.
 *
 * If the bound of a binary is out of all proportion to its size, ids are
 * renumbered when it is read; plumb_original_id has their numbers in the
 * input. */

typedef struct plumb_module {
  size_t size;         /* of this struct */
  plumb_format format; /* of the input */
  uint32_t version;    /* words of the header */
  uint32_t generator;
  uint32_t bound;
  uint32_t schema;
  uint32_t instruction_count;
  uint32_t id_limit; /* all ids of the module are smaller */
  uint32_t function_count;
  plumb_string env;      /* that the input was validated for */
  const uint32_t *words; /* of the binary, in the byte order of the machine */
  size_t word_count;
} plumb_module;

/* The module as a whole. */
PLUMB_API plumb_result plumb_module_get(plumb_session *session,
                                        plumb_module *out);

typedef struct plumb_instruction {
  size_t size;            /* of this struct */
  uint32_t opcode;        /* the number in the specification */
  uint32_t operand_count; /* the result type and the result included */
  uint32_t word;          /* its first one, in plumb_module.words */
  uint32_t word_count;
  uint32_t result_type;  /* an id; 0: none */
  uint32_t result;       /* an id; 0: none */
  uint32_t origin;       /* byte of the text or word of the binary */
  uint32_t ext_number;   /* of an extended instruction, or PLUMB_NONE */
  plumb_string name;     /* "OpIAdd" */
  plumb_string ext_set;  /* "GLSL.std.450"; empty: not an extended one */
  plumb_string ext_name; /* "FMax"; empty: not an extended one, or unknown */
} plumb_instruction;

/* An instruction of the module, from 0.  O(log imports) for extended ones. */
PLUMB_API plumb_result plumb_instruction_get(plumb_session *session,
                                             uint32_t index,
                                             plumb_instruction *out);

typedef int32_t plumb_operand_class;
enum {
  PLUMB_OPERAND_RESULT = 0,      /* the id that the instruction defines */
  PLUMB_OPERAND_RESULT_TYPE = 1, /* an id */
  PLUMB_OPERAND_ID = 2,          /* another id that it uses */
  PLUMB_OPERAND_NUMBER = 3,      /* a literal number */
  PLUMB_OPERAND_STRING = 4,      /* a literal string */
  PLUMB_OPERAND_ENUMERANT = 5,   /* one of several values */
  PLUMB_OPERAND_MASK = 6         /* a set of bits */
};

typedef struct plumb_operand {
  size_t size; /* of this struct */
  plumb_operand_class category;
  uint32_t word; /* its first one, counted from that of the instruction */
  uint32_t word_count;
  uint32_t reserved;
  uint64_t value;      /* its first two words, low one first; ids and enumerants
                          are the first one */
  plumb_string kind;   /* "IdRef", "StorageClass": as in the grammar */
  plumb_string name;   /* of an enumerant or a mask of one bit or none */
  plumb_string string; /* of a literal string */
} plumb_operand;

/* An operand of an instruction, from 0; composite operands are split, so each
 * pair of an OpSwitch is a literal and an id. */
PLUMB_API plumb_result plumb_operand_get(plumb_session *session, uint32_t index,
                                         uint32_t operand, plumb_operand *out);

/* An instruction as text, without a line feed; flags as for plumb_text.
 * Lifetime: output.  Linear for the first one with names; then O(1). */
PLUMB_API plumb_result plumb_instruction_text(plumb_session *session,
                                              uint32_t index, uint32_t flags,
                                              plumb_string *out);

/* The instruction that defines an id, the first one if several do; PLUMB_NONE
 * if none does. */
PLUMB_API plumb_result plumb_definition_get(plumb_session *session, uint32_t id,
                                            uint32_t *instruction);

/* An operand that uses an id.  Does not grow. */
typedef struct plumb_use {
  uint32_t instruction, operand;
} plumb_use;

/* The uses of an id, as result type or operand, names and decorations included,
 * in the order of the module.  The first call is linear, further ones are
 * O(1). */
PLUMB_API plumb_result plumb_uses_get(plumb_session *session, uint32_t id,
                                      const plumb_use **uses, size_t *count);

/* The number of an id in the input; differs only if ids were renumbered. */
PLUMB_API plumb_result plumb_original_id(plumb_session *session, uint32_t id,
                                         uint32_t *original);

/* ---- The grammar -------------------------------------------------------- */

/* The name of an opcode, "OpIAdd".  PLUMB_E_NAME if there is none.  Static. */
PLUMB_API plumb_result plumb_opcode_name(uint32_t opcode, plumb_string *out);

/* The number of an opcode by its name or an alias.  PLUMB_E_NAME if there is
 * none. */
PLUMB_API plumb_result plumb_opcode_number(const char *name, uint32_t *out);

/* The name of a value or bit of a kind of operands: ("StorageClass", 7) is
 * "Function".  PLUMB_E_NAME if the kind or the value is unknown.  Static. */
PLUMB_API plumb_result plumb_enumerant_name(const char *kind, uint32_t value,
                                            plumb_string *out);

/* ---- The catalogue ------------------------------------------------------ */

/* A rule.  All strings are static. */
typedef struct plumb_rule {
  size_t size;             /* of this struct */
  plumb_severity severity; /* unless options select another */
  int32_t can_be_disabled; /* 0: without it, an input is not a module */
  plumb_string id;         /* "cfg.merge.unique-block" */
  plumb_string area;       /* "cfg" */
  plumb_string section;    /* "2.11.1" */
  plumb_string message;    /* with named arguments: "block <A> is not..." */
  plumb_string gist;       /* the requirement as a sentence; may be empty */
  plumb_string vuid;       /* may be empty */
  plumb_string aliases;    /* other ids, separated by blanks; may be empty */
  plumb_string link;       /* to the specification; may be empty */
  plumb_string since;      /* the first and last version of SPIR-V, */
  plumb_string until;      /* "1.4"; empty: no bound */
} plumb_rule;

/* The number of rules; 0 if there is no memory.  The first call of this or the
 * next two functions is linear in the rules. */
PLUMB_API size_t plumb_rule_count(void);

/* A rule, from 0, in the order of ids. */
PLUMB_API plumb_result plumb_rule_get(size_t index, plumb_rule *out);

/* The index of a rule by id, alias, VUID or the last digits of a VUID; the
 * first if there are several.  PLUMB_E_NAME if there is none;
 * plumb_last_failure then suggests one.  Linear in the rules. */
PLUMB_API plumb_result plumb_rule_find(const char *name, size_t *index);

/* Writes an explanation of a rule with examples, as text or, with `as_json`
 * other than 0, as a JSON object.  Linear in the rules. */
PLUMB_API plumb_result plumb_rule_explain(size_t index, int as_json,
                                          plumb_sink sink, void *context);

/* A target environment.  All strings are static. */
typedef struct plumb_env {
  size_t size;              /* of this struct */
  plumb_string name;        /* "vulkan1.3" */
  plumb_string description; /* "Vulkan 1.3" */
  uint32_t minor_version;   /* of the newest SPIR-V 1.x in it */
  uint32_t reserved;
} plumb_env;

/* The number of target environments. */
PLUMB_API size_t plumb_env_count(void);

/* A target environment, from 0. */
PLUMB_API plumb_result plumb_env_get(size_t index, plumb_env *out);

/* The name of a limit for plumb_options_set, "max-struct-members".
 * PLUMB_E_RANGE if there is none.  Static. */
PLUMB_API plumb_result plumb_limit_name(plumb_limit limit, plumb_string *out);

/* A device profile (JSON) with every feature and limit that rules use: features
 * on, limits generous.  Static. */
PLUMB_API plumb_result plumb_device_template(plumb_string *out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PLUMB_API_C_PLUMB_H_ */
