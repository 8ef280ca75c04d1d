/* Validates a module with libplumb and prints what is wrong with it.
 *
 *   cc -std=c99 validate.c -l:libplumb.so.1 -o validate
 *   ./validate shader.spvasm vulkan1.3
 */
#include <stdio.h>
#include <stdlib.h>

#include "plumb.h"

/* Reads a file.  The caller frees the bytes.  NULL if it cannot be read. */
static char *read_file(const char *path, size_t *size) {
  char *bytes = NULL;
  long end;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0) {
    rewind(file);
    *size = (size_t)end;
    bytes = malloc(*size + 1);
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

/* Prints "file:line:column: message [rule]" for each diagnostic. */
static plumb_result print_diagnostics(plumb_session *session,
                                      const char *path) {
  size_t i;
  plumb_result result;
  plumb_counts counts;
  counts.size = sizeof counts;
  result = plumb_counts_get(session, &counts);
  for (i = 0; result == PLUMB_OK && i < counts.kept; ++i) {
    plumb_diagnostic diagnostic;
    plumb_place place;
    diagnostic.size = sizeof diagnostic;
    place.size = sizeof place;
    result = plumb_diagnostic_get(session, i, &diagnostic);
    if (result != PLUMB_OK) break;
    result = plumb_place_get(session, i, PLUMB_NO_NOTE, &place);
    if (result != PLUMB_OK) break;
    printf("%s:%u:%u: %s [%s]\n", path, (unsigned)place.line,
           (unsigned)place.column, diagnostic.message.data,
           diagnostic.rule.data);
  }
  return result;
}

static plumb_result validate(const char *path, const char *env,
                             const char *bytes, size_t size,
                             plumb_verdict *verdict) {
  plumb_options *options = NULL;
  plumb_session *session = NULL;
  plumb_result result = plumb_options_new(&options);
  if (result == PLUMB_OK) result = plumb_options_set_env(options, env);
  if (result == PLUMB_OK) result = plumb_session_new(options, NULL, &session);
  if (result == PLUMB_OK) {
    result = plumb_session_validate(session, bytes, size, verdict);
  }
  if (result == PLUMB_OK) result = print_diagnostics(session, path);
  plumb_session_free(session);
  plumb_options_free(options);
  return result;
}

int main(int argc, char **argv) {
  size_t size = 0;
  char *bytes;
  plumb_verdict verdict = PLUMB_MALFORMED;
  plumb_result result;
  if (argc < 2) {
    fprintf(stderr, "usage: validate FILE [ENVIRONMENT]\n");
    return 2;
  }
  bytes = read_file(argv[1], &size);
  if (bytes == NULL) {
    perror(argv[1]);
    return 2;
  }
  result = validate(argv[1], argc > 2 ? argv[2] : NULL, bytes, size, &verdict);
  free(bytes);
  if (result != PLUMB_OK) {
    fprintf(stderr, "validate: %s\n", plumb_last_failure());
    return 2;
  }
  return verdict == PLUMB_VALID ? 0 : 1;
}
