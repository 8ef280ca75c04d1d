/* Names of opcodes and properties of operand types. */
#include <stdio.h>
#include <string.h>

#include "print_result.h"

void PrintNames(void) {
  printf("version %s\n", spvSoftwareVersionString() != NULL ? "given" : "NULL");
  printf("details %s\n",
         spvSoftwareVersionDetailsString() != NULL ? "given" : "NULL");
  for (uint32_t opcode = 0; opcode < 7000; ++opcode) {
    const char* const name = spvOpcodeString(opcode);
    if (strcmp(name, "unknown") != 0) printf("opcode %u: %s\n", opcode, name);
  }
  printf("opcode 65536: %s\n", spvOpcodeString(65536));
  printf("opcode 0xffffffff: %s\n", spvOpcodeString(0xffffffff));
  for (int type = 0; type < SPV_OPERAND_TYPE_NUM_OPERAND_TYPES; ++type) {
    printf("operand type %d: %s %s\n", type,
           spvOperandIsConcrete((spv_operand_type_t)type) ? "concrete" : "-",
           spvOperandIsConcreteMask((spv_operand_type_t)type) ? "mask" : "-");
  }
}
