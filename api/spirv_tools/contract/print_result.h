/* Prints results and diagnostics of the library, one line each.

   Messages are not compared, because theirs and ours differ, only their form.
 */
#ifndef PLUMB_API_SPIRV_TOOLS_CONTRACT_PRINT_RESULT_H_
#define PLUMB_API_SPIRV_TOOLS_CONTRACT_PRINT_RESULT_H_

#include "spirv-tools/libspirv.h"

/* A pointer that no function may store: shows that *diagnostic was set. */
extern spv_diagnostic_t unset_diagnostic;

/* Prints a result with the diagnostic, and destroys it. */
void PrintResult(const char* name, spv_result_t result,
                 spv_diagnostic diagnostic);

/* Each prints the results of one part of the interface. */
void PrintEnvironments(void);
void PrintNames(void);
void PrintDiagnostics(void);
void PrintAssembly(void);
void PrintDisassembly(void);
void PrintParsing(void);
void PrintValidation(void);
void PrintClasses(void);

#endif /* PLUMB_API_SPIRV_TOOLS_CONTRACT_PRINT_RESULT_H_ */
