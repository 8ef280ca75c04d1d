/* Prints what the functions of the library do, also with arguments that are
   NULL, empty or wrong.

   contract_test.sh compiles this for our library and for that of SPIRV-Tools,
   and compares the output of both with expected.txt. */
#include <stdio.h>

#include "print_result.h"

spv_diagnostic_t unset_diagnostic;

void PrintResult(const char* name, spv_result_t result,
                 spv_diagnostic diagnostic) {
  printf("%s: %d, ", name, (int)result);
  if (diagnostic == &unset_diagnostic) {
    puts("diagnostic as before");
    return;
  }
  if (diagnostic == NULL) {
    puts("no diagnostic");
    return;
  }
  printf("%s line %zu column %zu index %zu, message %s\n",
         diagnostic->isTextSource ? "text" : "binary",
         diagnostic->position.line, diagnostic->position.column,
         diagnostic->position.index,
         diagnostic->error == NULL      ? "NULL"
         : diagnostic->error[0] == '\0' ? "empty"
                                        : "given");
  spvDiagnosticDestroy(diagnostic);
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  PrintEnvironments();
  PrintNames();
  PrintDiagnostics();
  PrintAssembly();
  PrintDisassembly();
  PrintParsing();
  PrintValidation();
  PrintClasses();
  return 0;
}
