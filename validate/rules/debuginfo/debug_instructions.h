// The instructions of DebugInfo, OpenCL.DebugInfo.100 and
// NonSemantic.Shader.DebugInfo, which share their numbers: sets of
// instructions, their operands, and their places.
//
// The operands of an instruction are a string of letters, one string for each
// set.  A letter gives the kind of the operand, whether it is a literal or the
// <id> of a constant; debug_operands.cc has the allowed <id>s for each letter.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_INSTRUCTIONS_H_
#define PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_INSTRUCTIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"

namespace plumb {

// The instructions of the other sets have the same numbers.
using Debug = grammar::NonSemanticShaderDebugInfo;

// --- Sets of instructions ---

// Sets as bits: the numbers from 101 on follow the others.
using DebugSet = uint64_t;
constexpr DebugSet BitOf(uint32_t number) {
  constexpr uint32_t kFirstOfShaders = 101;
  constexpr uint32_t kPlace = 40;
  if (number >= kFirstOfShaders) number = number - kFirstOfShaders + kPlace;
  return number < 64 ? DebugSet{1} << number : 0;
}
template <typename... Number>
constexpr DebugSet AnyOf(Number... numbers) {
  return (BitOf(static_cast<uint32_t>(numbers)) | ...);
}

// DebugModuleINTEL, of OpenCL.DebugInfo.100 (SPV_INTEL_debug_module).
inline constexpr uint32_t kDebugModuleIntel = 36;

namespace debug_set {
inline constexpr DebugSet kNone = AnyOf(Debug::kDebugInfoNone);
inline constexpr DebugSet kComposites =
    AnyOf(Debug::kDebugTypeComposite, Debug::kDebugTypeTemplate);
// Producers use instances of templates, members and parameters as types.
inline constexpr DebugSet kTypes = AnyOf(
    Debug::kDebugTypeBasic, Debug::kDebugTypePointer,
    Debug::kDebugTypeQualifier, Debug::kDebugTypeArray, Debug::kDebugTypeVector,
    Debug::kDebugTypedef, Debug::kDebugTypeFunction, Debug::kDebugTypeEnum,
    Debug::kDebugTypeComposite, Debug::kDebugTypeMember,
    Debug::kDebugTypeInheritance, Debug::kDebugTypePtrToMember,
    Debug::kDebugTypeTemplate, Debug::kDebugTypeTemplateParameter,
    Debug::kDebugTypeTemplateTemplateParameter, Debug::kDebugTypeMatrix,
    Debug::kDebugTypeVectorIdEXT, Debug::kDebugTypeCooperativeMatrixKHR);
inline constexpr DebugSet kFunctions =
    AnyOf(Debug::kDebugFunction, Debug::kDebugFunctionDeclaration);
inline constexpr DebugSet kVariables =
    AnyOf(Debug::kDebugGlobalVariable, Debug::kDebugLocalVariable);
}  // namespace debug_set

// The instruction sets, by what they share.
enum class DebugDialect : uint8_t { kNone, kOld, kOpenCl, kShader };
constexpr DebugDialect DialectOf(grammar::ExtInstSet set) {
  switch (set) {
    case grammar::ExtInstSet::kDebugInfo:
      return DebugDialect::kOld;
    case grammar::ExtInstSet::kOpenClDebugInfo100:
      return DebugDialect::kOpenCl;
    case grammar::ExtInstSet::kNonSemanticShaderDebugInfo:
    case grammar::ExtInstSet::kNonSemanticShaderDebugInfo100:
      return DebugDialect::kShader;
    default:
      return DebugDialect::kNone;
  }
}

// The imports of some dialects, for the selection of checks.
inline constexpr ImportOf kShaderDebugSets(
    grammar::ExtInstSet::kNonSemanticShaderDebugInfo,
    grammar::ExtInstSet::kNonSemanticShaderDebugInfo100);
inline constexpr ImportOf kOtherDebugSets(
    grammar::ExtInstSet::kDebugInfo, grammar::ExtInstSet::kOpenClDebugInfo100);

// --- Operands ---

namespace debug_letter {
inline constexpr char kSource = 's';
inline constexpr char kLine = '_';
inline constexpr char kColumn = ',';
inline constexpr char kName = 'n';
inline constexpr char kType = 't';
inline constexpr char kFlags = '&';
inline constexpr char kEncoding = '#';
inline constexpr char kFpEncoding = 'B';
inline constexpr char kTag = '|';
inline constexpr char kMembers = 'b';
inline constexpr char kOperation = '+';
inline constexpr char kStorageClass = '*';
// Sizes in bits have a different rule in each set.
inline constexpr absl::string_view kSizes = "zZw%";
}  // namespace debug_letter

// The operands of an instruction in each set.  The last `repeated` letters
// also apply to all further operands; '.' is an operand that is not checked.
struct DebugLayout {
  Debug number;
  absl::string_view shader;
  absl::string_view opencl;
  absl::string_view old;
  uint32_t repeated = 1;

  constexpr absl::string_view In(DebugDialect dialect) const {
    switch (dialect) {
      case DebugDialect::kShader:
        return shader;
      case DebugDialect::kOpenCl:
        return opencl;
      case DebugDialect::kOld:
        return old;
      default:
        return "";
    }
  }
};

// DebugInfo refers to an OpSource by <id>, but OpSource has no result, so that
// operand is not checked.
inline constexpr DebugLayout kDebugLayouts[] = {
    {Debug::kDebugCompilationUnit, "ccs@", "ccs@", ".cc"},
    {Debug::kDebugTypeBasic, "nz#&B", "nw#", "n%#"},
    {Debug::kDebugTypePointer, "t*&", "t*&", "t*&"},
    {Debug::kDebugTypeQualifier, "t?", "t?", "t?"},
    {Debug::kDebugTypeArray, "ta", "tA", "tU"},
    {Debug::kDebugTypeVector, "tc", "tc", "tc"},
    {Debug::kDebugTypedef, "nts_,S", "nts_,S", "nt._,$"},
    {Debug::kDebugTypeFunction, "&rt", "&rt", "rt"},
    {Debug::kDebugTypeEnum, "nus_,Sz&90", "nus_,Sw&90", "nu._,$%&=0", 2},
    {Debug::kDebugTypeComposite, "n|s_,SlZ&b", "n|s_,Slw&b", "n|._,<%&b"},
    {Debug::kDebugTypeMember, "nts_,oZ&v", "nts_,POw&W", "nt._,P%%&W"},
    {Debug::kDebugTypeInheritance, "HoZ&", "CHOw&", "CH%%&"},
    {Debug::kDebugTypePtrToMember, "th", "th", "th"},
    {Debug::kDebugTypeTemplate, "gG", "gG", "gG"},
    {Debug::kDebugTypeTemplateParameter, "nt^s_,", "nt-s_,", "nt\"._,"},
    {Debug::kDebugTypeTemplateTemplateParameter, "nTs_,", "nTs_,", "nT._,"},
    {Debug::kDebugTypeTemplateParameterPack, "ns_,K", "ns_,K", "n._,K"},
    {Debug::kDebugGlobalVariable, "nts_,Slq&y", "nts_,SlQ&y", "nt._,<lQ&y"},
    {Debug::kDebugFunctionDeclaration, "nFs_,Sl&", "nFs_,Sl&", "nF._,$l&"},
    {Debug::kDebugFunction, "nFs_,Sl&cd", "nFs_,Sl&cNd", "nF._,$l&cNd"},
    {Debug::kDebugLexicalBlock, "s_,Sn", "s_,Sn", "._,$n"},
    {Debug::kDebugLexicalBlockDiscriminator, "scS", "scS", ".c$"},
    {Debug::kDebugScope, "SI", "SI", "$I"},
    {Debug::kDebugInlinedAt, "cSJ", "cSJ", "c$J"},
    {Debug::kDebugLocalVariable, "nts_,S&c", "nts_,S&c", "nt._,$c"},
    {Debug::kDebugInlinedVariable, "Lj", "Lj", "Lj"},
    {Debug::kDebugDeclare, "3456", "345.", "345"},
    {Debug::kDebugValue, "3/56", "3/56", "3.56"},
    {Debug::kDebugOperation, "+k", "+k", "+k"},
    {Debug::kDebugExpression, "7", "7", "7"},
    {Debug::kDebugMacroDef, "mcnV", "mcnV", "mcnV"},
    {Debug::kDebugMacroUndef, "mc8", "mc8", "mc8"},
    {Debug::kDebugImportedEntity, "n!s:_,S", "n!s:_,S", ""},
    {Debug::kDebugSource, "fx", "fx", ""},
    {Debug::kDebugFunctionDefinition, "ED", "", ""},
    {Debug::kDebugSourceContinued, "X", "", ""},
    {Debug::kDebugLine, "s__,,", "", ""},
    {Debug::kDebugBuildIdentifier, "i~", "", ""},
    {Debug::kDebugStoragePath, "p", "", ""},
    {Debug::kDebugEntryPoint, "12ee", "", ""},
    {Debug::kDebugTypeMatrix, "M{}", "", ""},
    {Debug::kDebugTypeVectorIdEXT, "YR", "", ""},
    {Debug::kDebugTypeCooperativeMatrixKHR, "Y(RR)", "", ""},
};

// All numbers of the layouts, for checks.
inline constexpr auto kDebugNumbers = [] {
  std::array<uint32_t, std::size(kDebugLayouts)> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<uint32_t>(kDebugLayouts[i].number);
  }
  return numbers;
}();

// The letters of the operands of an instruction.
class DebugLetters {
 public:
  DebugLetters() = default;
  DebugLetters(absl::string_view listed, uint32_t repeated)
      : listed_(listed), repeated_(repeated) {}

  absl::string_view listed() const { return listed_; }
  // The letter of an operand; '.' if it has none.
  char Of(OperandIndex operand) const {
    const uint32_t place = operand - grammar::operand::ExtInst::kOperands;
    return place < listed_.size() ? listed_[place] : Repeated(place);
  }

 private:
  char Repeated(uint32_t place) const {
    if (listed_.empty()) return '.';
    const size_t first = listed_.size() - repeated_;
    return listed_[first + (place - first) % repeated_];
  }

  absl::string_view listed_;  // empty if the operands are unknown
  uint32_t repeated_ = 1;     // number of last letters that repeat
};
DebugLetters DebugLettersOf(DebugDialect dialect, uint32_t number);

// An instruction of one of the sets.
class DebugInst {
 public:
  // Empty if the instruction is not of these sets.
  static std::optional<DebugInst> Of(const Module& module, InstIndex index) {
    if (!IsExtended(module, index)) return std::nullopt;
    const Inst inst = module.inst(index);
    const DebugDialect dialect = DialectOfExtended(inst);
    if (dialect == DebugDialect::kNone) return std::nullopt;
    return DebugInst(inst, dialect);
  }
  static std::optional<DebugInst> Of(const Module& module, Id id) {
    const InstIndex def = module.def(id);
    return def == kNoInst ? std::nullopt : Of(module, def);
  }

  const Inst& inst() const { return inst_; }
  DebugDialect dialect() const { return dialect_; }
  uint32_t number() const {
    return inst_.operand_word(grammar::operand::ExtInst::kInstruction);
  }
  // The number of operands of the instruction of the set.
  uint32_t count() const {
    return inst_.operand_count() - grammar::operand::ExtInst::kOperands.value;
  }
  bool Is(DebugSet set) const { return (BitOf(number()) & set) != 0; }
  DebugLetters letters() const { return DebugLettersOf(dialect_, number()); }
  // The first operand with a letter, or with one of several; kNoOperand if
  // missing.
  OperandIndex Find(char letter) const;
  OperandIndex Find(absl::string_view wanted) const;

 private:
  friend bool IsDebugInst(const Module& module, InstIndex index,
                          DebugSet wanted);

  static bool IsExtended(const Module& module, InstIndex index) {
    const InstRecord& record = module.record(index);
    return (record.op == Op::kExtInst ||
            record.op == Op::kExtInstWithForwardRefsKHR) &&
           record.operand_count > grammar::operand::ExtInst::kInstruction;
  }
  static DebugDialect DialectOfExtended(const Inst& inst) {
    return DialectOf(inst.ext_inst_set());
  }
  // The operand with an index among the letters, if present.
  OperandIndex OperandAt(size_t place) const;

  DebugInst(const Inst& inst, DebugDialect dialect)
      : inst_(inst), dialect_(dialect) {}

  Inst inst_;
  DebugDialect dialect_;
};

// Whether an instruction is in one of these sets.  The number is compared
// first, because it excludes most instructions.
inline bool IsDebugInst(const Module& module, InstIndex index,
                        DebugSet wanted) {
  if (!DebugInst::IsExtended(module, index)) return false;
  const Inst inst = module.inst(index);
  const uint32_t number =
      inst.operand_word(grammar::operand::ExtInst::kInstruction);
  return (BitOf(number) & wanted) != 0 &&
         DebugInst::DialectOfExtended(inst) != DebugDialect::kNone;
}

// The debug instruction that an <id> operand refers to; empty if the operand
// is missing or refers to another instruction.
std::optional<DebugInst> NamedBy(const Module& module, const DebugInst& inst,
                                 OperandIndex operand);

// Whether an instruction belongs to a later version than the known one, which
// may have further values of flags, tags and encodings.  All else is checked
// as in the known version.
bool IsOfLaterVersion(const Module& module, const DebugInst& debug);

// The number that an operand is or refers to; empty if it is omitted
// (kNoOperand), unknown, or can be specialized.
std::optional<uint32_t> DebugNumber(const ModuleContext& context,
                                    const DebugInst& inst,
                                    OperandIndex operand);

// The type without typedefs and qualifiers; empty if it is not a debug
// instruction.  Linear in the names that are followed.
std::optional<DebugInst> NamedType(const Module& module, Id type);

// Some numbers, for rows of checks.
template <Debug... kWanted>
inline constexpr std::array<uint32_t, sizeof...(kWanted)> kDebugNumbersOf = {
    static_cast<uint32_t>(kWanted)...};

// A check of the instructions with some numbers in all sets.
constexpr std::array<Check, 4> InAllDebugSets(
    absl::Span<const uint32_t> numbers, void (*run)(const CheckContext&)) {
  using grammar::ExtInstSet;
  return {Check{{ExtInstSet::kDebugInfo, numbers}, run},
          Check{{ExtInstSet::kOpenClDebugInfo100, numbers}, run},
          Check{{ExtInstSet::kNonSemanticShaderDebugInfo, numbers}, run},
          Check{{ExtInstSet::kNonSemanticShaderDebugInfo100, numbers}, run}};
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DEBUGINFO_DEBUG_INSTRUCTIONS_H_
