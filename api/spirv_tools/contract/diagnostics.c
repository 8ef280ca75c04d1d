/* Diagnostics. */
#include <stdio.h>

#include "print_result.h"

void PrintDiagnostics(void) {
  spv_position_t position = {3, 5, 7};
  spv_diagnostic diagnostic = spvDiagnosticCreate(&position, "a message");
  printf("diagnostic: %zu %zu %zu %s %d\n", diagnostic->position.line,
         diagnostic->position.column, diagnostic->position.index,
         diagnostic->error, diagnostic->isTextSource);
  printf("print: %d\n", (int)spvDiagnosticPrint(diagnostic));
  diagnostic->isTextSource = true;
  printf("print text: %d\n", (int)spvDiagnosticPrint(diagnostic));
  spvDiagnosticDestroy(diagnostic);

  position.index = 0;
  diagnostic = spvDiagnosticCreate(&position, "");
  printf("print empty: %d\n", (int)spvDiagnosticPrint(diagnostic));
  spvDiagnosticDestroy(diagnostic);
  printf("print NULL: %d\n", (int)spvDiagnosticPrint(NULL));
  spvDiagnosticDestroy(NULL);
  spvTextDestroy(NULL);
  spvBinaryDestroy(NULL);
}
