// The rules of the physical layer (sections 2.2.1, 2.3 and 3): the form that
// the words of a binary must have.
//
// BinaryReader reports them.  Tested by binary_reader_test.cc.
#ifndef PLUMB_PARSE_BINARY_BINARY_RULES_H_
#define PLUMB_PARSE_BINARY_BINARY_RULES_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rule.h"
#include "grammar/grammar.h"

namespace plumb {

inline constexpr RuleTable kBinaryRules({
    {"binary.module.word-multiple", "2.3",
     "the module has {0} byte{0s}, which is not a multiple of four"},
    {"binary.module.size", "2.3",
     "the module has {0} word{0s}, which is more than {1}"},
    {"binary.header.size", "2.3",
     "a module must have a header of 5 words, but has {0} word{0s} in all"},
    Also("binary.magic.number binary.magic.byte-order binary.header.endianness",
         {"binary.header.magic", "2.3",
          "the first word is {0}, which is not the magic number 0x07230203 in "
          "either byte order"}),
    {"binary.header.version-zero-bytes", "2.3",
     "the version word is {0}, but its highest and lowest bytes must be zero"},
    {"binary.header.version-exists", "2.3",
     "the version must be that of a SPIR-V release, not {0}.{1}"},
    {"binary.header.schema-zero", "2.3",
     "the schema word is {0}, but it is reserved and must be zero"},
    {"binary.id.nonzero", "2.3", "an <id> must not be zero"},
    {"binary.id.below-bound", "2.3",
     "<id> {0} must be less than the bound in the header, {1}"},
    {"binary.header.bound-covers-ids", "2.3",
     "the bound is {0}, but ids up to {1} are defined, so it must be at least "
     "{2}"},
    {"binary.instruction.word-count-nonzero", "2.3",
     "the word count of an instruction must not be zero"},
    {"binary.instruction.within-module", "2.3",
     "the instruction has {0} word{0s}, but the module has only {1} left"},
    Also("binary.literal.single-word",
         {"binary.instruction.word-count-fixed", "3.3",
          "{0} must have {1} word{1s}, but it has {2}"}),
    {"binary.instruction.word-count-minimum", "3.3",
     "{0} must have at least {1} word{1s}, but it has {2}"},
    Also("binary.instruction.operand-rules control.phi.operand-pairs "
         "control.switch.literal-words "
         "control.loopcontrol.dependencylength-literal "
         "control.loopcontrol.multiple-wait-queues control.fpgaloop.parameters "
         "control.fpgaloop.loop-count control.fpgaloop.dependency-array "
         "linkage.attributes.operands decoration.groupmemberdecorate.pairs "
         "memory.access.aligned-literal",
         {"binary.instruction.operands-fill-words", "3.3",
          "{0} has {1} word{1s}, but its operands require more"}),
    Also("binary.instruction.word-count-agrees control.loopmerge.parameters "
         "const.constant.value-word-count "
         "mode.executionmode.extra-operand-count "
         "decoration.decorate.extra-operand-count "
         "debuginfo.typebasic.fpencoding-version",
         {"binary.instruction.left-over-words", "3.3",
          "{0} has {1} word{1s}, but its operands end after {2}"}),
    {"binary.string.terminated", "2.2.1",
     "the string has no terminating zero byte within its instruction"},
    {"binary.string.zero-padded", "2.2.1",
     "the bytes after the end of a string must be zero, but the last word is "
     "{0}"},
    {"binary.string.utf8", "2.2.1", "the string is not well-formed UTF-8", "",
     Severity::kWarning},
    {"enum.instruction.opcode-known", "3.3", "{0} is not an opcode"},
    Also("ext.extinst.instruction-defined",
         {"enum.ext-inst.number-known", "3.3.4",
          "the extended instruction set {0} has no instruction {1}"}),
    Also("debuginfo.operand.literal",
         {"enum.operand.value-listed", "3.3", "{0} is not a value of {1}"}),
    {"enum.operand.bits-listed", "3.3",
     "{0} has bits that {1} does not define: {2}"},
    // OpSource has no semantic effect, and compilers support new languages
    // first.
    {"enum.source-language.known-value", "3.2.1", "{0} is not a value of {1}",
     "", Severity::kWarning},
    {"enum.execution-model.known-value", "3.2.2", "{0} is not a value of {1}"},
    {"enum.addressing-model.known-value", "3.2.3", "{0} is not a value of {1}"},
    {"enum.memory-model.known-value", "3.2.4", "{0} is not a value of {1}"},
    {"enum.execution-mode.known-value", "3.2.5", "{0} is not a value of {1}"},
    {"enum.storage-class.known-value", "3.2.6", "{0} is not a value of {1}"},
    {"enum.dim.known-value", "3.2.7", "{0} is not a value of {1}"},
    {"enum.sampler-addressing-mode.known-value", "3.2.8",
     "{0} is not a value of {1}"},
    {"enum.sampler-filter-mode.known-value", "3.2.9",
     "{0} is not a value of {1}"},
    {"enum.image-format.known-value", "3.2.10", "{0} is not a value of {1}"},
    {"enum.image-operands.known-bits", "3.2.13",
     "{0} has bits that {1} does not define: {2}"},
    {"enum.fp-fast-math-mode.known-bits", "3.2.14",
     "{0} has bits that {1} does not define: {2}"},
    {"enum.fp-rounding-mode.known-value", "3.2.15",
     "{0} is not a value of {1}"},
    {"enum.linkage-type.known-value", "3.2.16", "{0} is not a value of {1}"},
    {"enum.access-qualifier.known-value", "3.2.17",
     "{0} is not a value of {1}"},
    {"enum.function-parameter-attribute.known-value", "3.2.18",
     "{0} is not a value of {1}"},
    {"enum.decoration.known-value", "3.2.19", "{0} is not a value of {1}"},
    {"enum.builtin.known-value", "3.2.20", "{0} is not a value of {1}"},
    {"enum.selection-control.known-bits", "3.2.21",
     "{0} has bits that {1} does not define: {2}"},
    {"enum.loop-control.known-bits", "3.2.22",
     "{0} has bits that {1} does not define: {2}"},
    {"enum.function-control.known-bits", "3.2.23",
     "{0} has bits that {1} does not define: {2}"},
    Also("memory.access.mask-valid",
         {"enum.memory-access.known-bits", "3.2.25",
          "{0} has bits that {1} does not define: {2}"}),
    {"enum.group-operation.known-value", "3.2.27", "{0} is not a value of {1}"},
    {"enum.capability.known-value", "3.2.30", "{0} is not a value of {1}"},
});

// The rule with this id.  A misspelled id does not compile.
consteval const Rule& BinaryRule(absl::string_view id) {
  return kBinaryRules(id);
}

// The rule for an unknown value of `kind` (a value or bit enum): the kind's
// own rule if it has one, otherwise the general one.
const Rule& UnknownEnumerantRule(grammar::Kind kind);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_BINARY_RULES_H_
