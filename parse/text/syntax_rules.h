// The rules of the assembly language, about the form of a text.  The caret
// shows the token, so no message quotes it.
//
// Assembler reports them.  Tested by assembler_error_test.cc.
#ifndef PLUMB_PARSE_TEXT_SYNTAX_RULES_H_
#define PLUMB_PARSE_TEXT_SYNTAX_RULES_H_

#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb {

inline constexpr absl::string_view kSyntaxSection = "assembly syntax";

inline constexpr RuleTable kSyntaxRules({
    // The text as a whole.
    {"asm.text.size", kSyntaxSection,
     "the text has {0} byte{0s}, but at most {1} can be assembled"},
    {"asm.text.empty", kSyntaxSection, "the input {0}"},
    {"asm.text.not-spirv", kSyntaxSection, "the input is {0}, not SPIR-V"},
    {"asm.module.size", kSyntaxSection,
     "the module has more words than a binary can have"},

    // Tokens.
    {"asm.token.character", kSyntaxSection, "unexpected byte {0}"},
    {"asm.string.unterminated", kSyntaxSection,
     "the string has no closing quote"},
    {"asm.string.unopened", kSyntaxSection, "the string has no opening quote"},
    {"asm.string.nul", kSyntaxSection,
     "the string contains a zero byte, which would end it"},
    {"asm.string.utf8", "2.2.1", "the string is not well-formed UTF-8", "",
     Severity::kWarning},
    {"asm.token.comma", kSyntaxSection,
     "operands must be separated by blanks, not commas"},
    {"asm.id.name", kSyntaxSection,
     "an id must be % followed by ASCII letters, digits and underscores"},
    {"asm.id.undefined", kSyntaxSection,
     "no instruction above defines this id"},
    {"asm.id.zero", kSyntaxSection,
     "the number of a preserved id must not be zero"},
    {"asm.id.too-large", kSyntaxSection,
     "the number of a preserved id must not be greater than {0}"},

    {"asm.id.sparse", kSyntaxSection,
     "ids with such large numbers cannot be preserved together with raw words"},

    // Instructions.
    {"asm.instruction.start", kSyntaxSection,
     "an instruction must start with its opcode, or with a result id and '='"},
    WithEffect(Effect::kTooManyOperands,
               {"asm.instruction.extra-operand", kSyntaxSection,
                "{0} takes no more operands"}),
    {"asm.instruction.too-long", kSyntaxSection,
     "the instruction has {0} word{0s}, but at most {1} can be encoded"},
    {"asm.opcode.unknown", kSyntaxSection, "no opcode has this name"},
    {"asm.opcode.expected", kSyntaxSection,
     "an opcode must follow the '=' of a result id"},
    {"asm.opcode.version", kSyntaxSection,
     "{0} requires SPIR-V 1.{1} or later, but the target environment has "
     "1.{2}"},
    {"asm.result.equals", kSyntaxSection,
     "'=' must be between a result id and its opcode"},
    {"asm.label.colon", kSyntaxSection, "':' must follow the name of a label"},
    {"asm.result.missing", kSyntaxSection,
     "{0} has a result, so it must be preceded by a result id and '='"},
    {"asm.result.unexpected", kSyntaxSection,
     "{0} does not produce a result, so there must be no '%id ='"},
    {"asm.result.unknown-op", kSyntaxSection,
     "the result id of OpUnknown must be among its operands"},

    // Operands.
    {"asm.operand.missing", kSyntaxSection, "{0} lacks {1}"},
    {"asm.operand.id", kSyntaxSection, "{0} must be an id"},
    {"asm.operand.integer", kSyntaxSection, "{0} must be an integer"},
    {"asm.operand.number", kSyntaxSection, "{0} must be a number"},
    {"asm.operand.instruction", kSyntaxSection,
     "{0} must be the name of an instruction"},
    {"asm.operand.string", kSyntaxSection, "{0} must be a string"},
    {"asm.operand.enumerant", kSyntaxSection,
     "{0} must be an enumerant of {1}"},
    {"asm.enumerant.unknown", kSyntaxSection,
     "no enumerant of {0} has this name"},
    {"asm.enumerant.value", kSyntaxSection,
     "no enumerant of {0} has this value; write '!' before it to use it "
     "anyway"},
    {"asm.mask.empty", kSyntaxSection,
     "there must be an enumerant on both sides of '|'"},
    {"asm.mask.blank", kSyntaxSection,
     "there must be no blank on either side of '|'"},

    // Literals.
    {"asm.literal.type", kSyntaxSection,
     "the type of the literal must be an integer or floating-point type that "
     "is declared above"},
    {"asm.literal.integer", kSyntaxSection,
     "a decimal or hexadecimal integer is expected here"},
    {"asm.literal.float", kSyntaxSection,
     "a decimal or hexadecimal floating-point number is expected here"},
    {"asm.literal.negative", kSyntaxSection,
     "a literal of an unsigned type cannot have a minus sign"},
    {"asm.literal.integer-range", kSyntaxSection,
     "the literal does not fit into {0} integer of {1} bit{1s}"},
    {"asm.literal.float-range", kSyntaxSection,
     "the literal is outside the range of the {0}-bit type"},
    {"asm.literal.width", kSyntaxSection,
     "a type of {0} bit{0s} has no literals: integer types have 8, 16, 32 or "
     "64 bits, and floating-point types 16, 32 or 64, apart from special "
     "encodings"},
    {"asm.type.encoding-width", kSyntaxSection,
     "a type of this encoding has {0} bit{0s}, not {1}"},
    {"asm.switch.selector", kSyntaxSection,
     "the selector must have an integer type that is declared above, because "
     "the literals have its width"},

    // Instructions inside instructions.
    {"asm.ext-inst.set", kSyntaxSection,
     "the set must be the result of an OpExtInstImport above"},
    {"asm.ext-inst.unknown", kSyntaxSection,
     "the set has no instruction with this name"},
    {"asm.ext-inst.number", kSyntaxSection,
     "the set is not known, so its instructions must be written as "
     "numbers"},
    {"asm.spec-constant-op.unknown", kSyntaxSection,
     "no opcode has this name, which is written without 'Op' here"},
    {"asm.spec-constant-op.prefix", kSyntaxSection,
     "the opcode of an OpSpecConstantOp is written without 'Op'"},
    {"asm.spec-constant-op.opcode", kSyntaxSection,
     "OpSpecConstantOp cannot compute {0}"},

    // The extended dialect.
    {"asm.extended.comment", kSyntaxSection,
     "a comment starts with ';'; '#' and '//' start one only in the extended "
     "dialect (spv-as --syntax=extended)"},
    {"asm.extended.label", kSyntaxSection,
     "a label is defined by '%name = OpLabel'; 'name:' defines one only in the "
     "extended dialect (spv-as --syntax=extended)"},
    {"asm.extended.directive", kSyntaxSection,
     "directives are allowed only in the extended dialect (spv-as "
     "--syntax=extended), which ignores them"},
    {"asm.extended.literal", kSyntaxSection,
     "an integer must be decimal, or hexadecimal after '0x'; only the extended "
     "dialect (spv-as --syntax=extended) has other forms"},
    {"asm.extended.name", kSyntaxSection,
     "a constant must be a number; only the extended dialect (spv-as "
     "--syntax=extended) has names of scopes and masks"},
    {"asm.directive.ignored", kSyntaxSection, "the directive is ignored", "",
     Severity::kWarning},

    // Comments for the validator.
    {"asm.comment.form", kSyntaxSection,
     "a comment for Plumb must be 'plumb: off RULE...', 'plumb: env ENV' or "
     "'plumb: pipeline JSON'",
     "", Severity::kWarning},
    {"asm.comment.env", kSyntaxSection,
     "no target environment has this name; --help lists them"},
    {"asm.comment.late-env", kSyntaxSection,
     "the target environment must be stated before the first instruction", "",
     Severity::kWarning},
    {"asm.comment.pipeline", kSyntaxSection,
     "the comment must describe a pipeline: {0}"},
    {"asm.comment.rule", kSyntaxSection,
     "no rule that can be turned off has this name; --rules lists them", "",
     Severity::kWarning},
    {"asm.comment.unused", kSyntaxSection,
     "the comment suppresses no diagnostic of this rule", "",
     Severity::kWarning},

    // Raw words.
    {"asm.immediate.value", kSyntaxSection,
     "an integer of 32 bits must follow '!'"},
    {"asm.immediate.equals", kSyntaxSection,
     "the token before '=' must be a result id"},
    {"asm.raw.token", kSyntaxSection,
     "only numbers, strings, ids and immediates can follow a raw word"},
    {"asm.raw.number", kSyntaxSection,
     "the number does not fit into one raw word"},
    {"asm.unknown-op.form", kSyntaxSection,
     "OpUnknown must be followed by an opcode and a word count, as in "
     "OpUnknown(65000, 3)"},
    {"asm.unknown-op.words", kSyntaxSection,
     "the instruction has {0} word{0s}, but OpUnknown declares {1}"},
});

// The row of a rule; an unknown id does not compile.
consteval const Rule& SyntaxRule(absl::string_view id) {
  return kSyntaxRules(id);
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_SYNTAX_RULES_H_
