// The instructions of DebugInfo, OpenCL.DebugInfo.100 and
// NonSemantic.Shader.DebugInfo, which share their numbers: sets of them, the
// roles of their operands, and their places in a module.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_DEBUG_INSTRUCTIONS_H_
#define PLUMB_VALIDATE_FACTS_DEBUG_INSTRUCTIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/facts/kind_list.h"

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

// The role of an operand, whether it is a literal or the <id> of a constant.
// debug_operands.cc has the rule of each role.  Where the sets have different
// rules for an operand, it has several roles.
enum class DebugRole : uint8_t {
  kUnchecked,
  kSource,
  kLine,
  kColumn,
  kName,
  kType,
  kFlags,
  kEncoding,
  kFpEncoding,
  kTag,
  kMembers,
  kOperation,
  kStorageClass,
  kBasicSize,
  kSizeByInstruction,
  kSize,
  kAnyIntegerSize,
  kLinkageName,
  kTemplateName,
  kEnumeratorName,
  kMacroSource,
  kMacroValue,
  kFile,
  kText,
  kContinuedText,
  kBuildIdentifier,
  kStoragePath,
  kEntryPointString,
  kConstant,
  kAnyConstant,
  kBuildFlags,
  kLanguage,
  kQualifier,
  kEntityTag,
  kVectorCount,
  kColumnMajor,
  kEnumeratorValue,
  kCount,
  kAnyEnumeratorValue,
  kOffset,
  kOffsetByInstruction,
  kMemberValueByInstruction,
  kMemberValue,
  kParameterByInstruction,
  kParameter,
  kAnyParameter,
  kValue,
  kCountOrVariable,
  kCountOrVariableByInstruction,
  kIndex,
  kReturnType,
  kUnderlyingType,
  kVectorType,
  kParentComposite,
  kChildClass,
  kParentClass,
  kMemberClass,
  kTemplateTarget,
  kTemplateParameters,
  kPackParameters,
  kScope,
  kListedScope,
  kAnyScope,
  kEntity,
  kScopeInlinedAt,
  kInlinedAt,
  kVariable,
  kVariableOrExpression,
  kStaticMember,
  kFunctionType,
  kFunction,
  kDeclaration,
  kDefinedFunction,
  kDefinition,
  kEntryFunction,
  kCompilationUnit,
  kInlinedVariable,
  kVariableInlinedAt,
  kLocalVariable,
  kDeclaredVariable,
  kExpression,
  kExpressionOperation,
  kMacro,
  kComponentType,
  kDimension,
  kCooperativeScope,
  kCooperativeUse,
};
inline constexpr size_t kDebugRoleCount = 87;
using DebugRoles = KindList<DebugRole, 12>;

// Whether the operand is a size in bits, which has another rule in each set.
constexpr bool IsSize(DebugRole role) {
  return role >= DebugRole::kBasicSize && role <= DebugRole::kAnyIntegerSize;
}

// The operands of an instruction in each set.  The last `repeated` roles also
// stand for all further operands.
struct DebugLayout {
  Debug number;
  DebugRoles shader;
  DebugRoles opencl;
  DebugRoles old;
  uint32_t repeated = 1;

  constexpr const DebugRoles& RolesIn(DebugDialect dialect) const {
    switch (dialect) {
      case DebugDialect::kShader:
        return shader;
      case DebugDialect::kOpenCl:
        return opencl;
      default:
        return old;
    }
  }
};

// The layout of an instruction with the same operands in all sets, but for
// sources and scopes in the oldest one.
constexpr DebugLayout InAllSets(Debug number, const DebugRoles& roles) {
  DebugRoles old = roles;
  old.Replace(DebugRole::kSource, DebugRole::kUnchecked);
  old.Replace(DebugRole::kScope, DebugRole::kAnyScope);
  return {number, roles, roles, old};
}
// The layout of an instruction that only NonSemantic.Shader.DebugInfo has.
constexpr DebugLayout InShaderSets(Debug number, const DebugRoles& roles) {
  return {number, roles, {}, {}};
}

// DebugInfo refers to an OpSource by <id>, but OpSource has no result, so that
// operand is not checked.
inline constexpr auto kDebugLayouts = [] {
  using enum DebugRole;
  return std::to_array<DebugLayout>({
      {Debug::kDebugCompilationUnit,
       {kConstant, kConstant, kSource, kLanguage},
       {kConstant, kConstant, kSource, kLanguage},
       {kUnchecked, kConstant, kConstant}},
      {Debug::kDebugTypeBasic,
       {kName, kBasicSize, kEncoding, kFlags, kFpEncoding},
       {kName, kSize, kEncoding},
       {kName, kAnyIntegerSize, kEncoding}},
      InAllSets(Debug::kDebugTypePointer, {kType, kStorageClass, kFlags}),
      InAllSets(Debug::kDebugTypeQualifier, {kType, kQualifier}),
      {Debug::kDebugTypeArray,
       {kType, kCountOrVariableByInstruction},
       {kType, kCountOrVariable},
       {kType, kCount}},
      InAllSets(Debug::kDebugTypeVector, {kType, kConstant}),
      InAllSets(Debug::kDebugTypedef,
                {kName, kType, kSource, kLine, kColumn, kScope}),
      {Debug::kDebugTypeFunction,
       {kFlags, kReturnType, kType},
       {kFlags, kReturnType, kType},
       {kReturnType, kType}},
      {Debug::kDebugTypeEnum,
       {kName, kUnderlyingType, kSource, kLine, kColumn, kScope, kBasicSize,
        kFlags, kEnumeratorValue, kEnumeratorName},
       {kName, kUnderlyingType, kSource, kLine, kColumn, kScope, kSize, kFlags,
        kEnumeratorValue, kEnumeratorName},
       {kName, kUnderlyingType, kUnchecked, kLine, kColumn, kAnyScope,
        kAnyIntegerSize, kFlags, kAnyEnumeratorValue, kEnumeratorName},
       2},
      {Debug::kDebugTypeComposite,
       {kName, kTag, kSource, kLine, kColumn, kScope, kLinkageName,
        kSizeByInstruction, kFlags, kMembers},
       {kName, kTag, kSource, kLine, kColumn, kScope, kLinkageName, kSize,
        kFlags, kMembers},
       {kName, kTag, kUnchecked, kLine, kColumn, kListedScope, kAnyIntegerSize,
        kFlags, kMembers}},
      {Debug::kDebugTypeMember,
       {kName, kType, kSource, kLine, kColumn, kOffsetByInstruction,
        kSizeByInstruction, kFlags, kMemberValueByInstruction},
       {kName, kType, kSource, kLine, kColumn, kParentComposite, kOffset, kSize,
        kFlags, kMemberValue},
       {kName, kType, kUnchecked, kLine, kColumn, kParentComposite,
        kAnyIntegerSize, kAnyIntegerSize, kFlags, kMemberValue}},
      {Debug::kDebugTypeInheritance,
       {kParentClass, kOffsetByInstruction, kSizeByInstruction, kFlags},
       {kChildClass, kParentClass, kOffset, kSize, kFlags},
       {kChildClass, kParentClass, kAnyIntegerSize, kAnyIntegerSize, kFlags}},
      InAllSets(Debug::kDebugTypePtrToMember, {kType, kMemberClass}),
      InAllSets(Debug::kDebugTypeTemplate,
                {kTemplateTarget, kTemplateParameters}),
      {Debug::kDebugTypeTemplateParameter,
       {kName, kType, kParameterByInstruction, kSource, kLine, kColumn},
       {kName, kType, kParameter, kSource, kLine, kColumn},
       {kName, kType, kAnyParameter, kUnchecked, kLine, kColumn}},
      InAllSets(Debug::kDebugTypeTemplateTemplateParameter,
                {kName, kTemplateName, kSource, kLine, kColumn}),
      InAllSets(Debug::kDebugTypeTemplateParameterPack,
                {kName, kSource, kLine, kColumn, kPackParameters}),
      {Debug::kDebugGlobalVariable,
       {kName, kType, kSource, kLine, kColumn, kScope, kLinkageName,
        kVariableOrExpression, kFlags, kStaticMember},
       {kName, kType, kSource, kLine, kColumn, kScope, kLinkageName, kVariable,
        kFlags, kStaticMember},
       {kName, kType, kUnchecked, kLine, kColumn, kListedScope, kLinkageName,
        kVariable, kFlags, kStaticMember}},
      InAllSets(Debug::kDebugFunctionDeclaration,
                {kName, kFunctionType, kSource, kLine, kColumn, kScope,
                 kLinkageName, kFlags}),
      {Debug::kDebugFunction,
       {kName, kFunctionType, kSource, kLine, kColumn, kScope, kLinkageName,
        kFlags, kConstant, kDeclaration},
       {kName, kFunctionType, kSource, kLine, kColumn, kScope, kLinkageName,
        kFlags, kConstant, kFunction, kDeclaration},
       {kName, kFunctionType, kUnchecked, kLine, kColumn, kAnyScope,
        kLinkageName, kFlags, kConstant, kFunction, kDeclaration}},
      InAllSets(Debug::kDebugLexicalBlock,
                {kSource, kLine, kColumn, kScope, kName}),
      InAllSets(Debug::kDebugLexicalBlockDiscriminator,
                {kSource, kConstant, kScope}),
      InAllSets(Debug::kDebugScope, {kScope, kScopeInlinedAt}),
      InAllSets(Debug::kDebugInlinedAt, {kConstant, kScope, kInlinedAt}),
      {Debug::kDebugLocalVariable,
       {kName, kType, kSource, kLine, kColumn, kScope, kFlags, kConstant},
       {kName, kType, kSource, kLine, kColumn, kScope, kFlags, kConstant},
       {kName, kType, kUnchecked, kLine, kColumn, kAnyScope, kConstant}},
      InAllSets(Debug::kDebugInlinedVariable,
                {kInlinedVariable, kVariableInlinedAt}),
      {Debug::kDebugDeclare,
       {kLocalVariable, kDeclaredVariable, kExpression, kIndex},
       {kLocalVariable, kDeclaredVariable, kExpression, kUnchecked},
       {kLocalVariable, kDeclaredVariable, kExpression}},
      {Debug::kDebugValue,
       {kLocalVariable, kValue, kExpression, kIndex},
       {kLocalVariable, kValue, kExpression, kIndex},
       {kLocalVariable, kUnchecked, kExpression, kIndex}},
      InAllSets(Debug::kDebugOperation, {kOperation, kAnyConstant}),
      InAllSets(Debug::kDebugExpression, {kExpressionOperation}),
      InAllSets(Debug::kDebugMacroDef,
                {kMacroSource, kConstant, kName, kMacroValue}),
      InAllSets(Debug::kDebugMacroUndef, {kMacroSource, kConstant, kMacro}),
      {Debug::kDebugImportedEntity,
       {kName, kEntityTag, kSource, kEntity, kLine, kColumn, kScope},
       {kName, kEntityTag, kSource, kEntity, kLine, kColumn, kScope},
       {}},
      {Debug::kDebugSource, {kFile, kText}, {kFile, kText}, {}},
      InShaderSets(Debug::kDebugFunctionDefinition,
                   {kDefinedFunction, kDefinition}),
      InShaderSets(Debug::kDebugSourceContinued, {kContinuedText}),
      InShaderSets(Debug::kDebugLine,
                   {kSource, kLine, kLine, kColumn, kColumn}),
      InShaderSets(Debug::kDebugBuildIdentifier,
                   {kBuildIdentifier, kBuildFlags}),
      InShaderSets(Debug::kDebugStoragePath, {kStoragePath}),
      InShaderSets(Debug::kDebugEntryPoint,
                   {kEntryFunction, kCompilationUnit, kEntryPointString,
                    kEntryPointString}),
      InShaderSets(Debug::kDebugTypeMatrix,
                   {kVectorType, kVectorCount, kColumnMajor}),
      InShaderSets(Debug::kDebugTypeVectorIdEXT, {kComponentType, kDimension}),
      InShaderSets(Debug::kDebugTypeCooperativeMatrixKHR,
                   {kComponentType, kCooperativeScope, kDimension, kDimension,
                    kCooperativeUse}),
  });
}();

// All numbers of the layouts, for checks.
inline constexpr auto kDebugNumbers = [] {
  std::array<uint32_t, kDebugLayouts.size()> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<uint32_t>(kDebugLayouts[i].number);
  }
  return numbers;
}();

// The roles of the operands of an instruction.
class OperandRoles {
 public:
  OperandRoles() = default;
  OperandRoles(const DebugRoles& listed, uint32_t repeated)
      : listed_(&listed), repeated_(repeated) {}

  // Empty if the operands are unknown.
  const DebugRoles& listed() const { return *listed_; }
  DebugRole RoleOf(OperandIndex operand) const {
    const uint32_t place = operand - grammar::operand::ExtInst::kOperands;
    return place < listed_->size() ? (*listed_)[place] : Repeated(place);
  }

 private:
  static constexpr DebugRoles kNone = {};

  DebugRole Repeated(uint32_t place) const {
    if (listed_->empty()) return DebugRole::kUnchecked;
    const size_t first = listed_->size() - repeated_;
    return (*listed_)[first + (place - first) % repeated_];
  }

  const DebugRoles* listed_ = &kNone;
  uint32_t repeated_ = 1;  // the number of last roles that repeat
};
OperandRoles OperandRolesOf(DebugDialect dialect, uint32_t number);

// An instruction of one of the sets.
class DebugInst {
 public:
  // Empty if the instruction is not of these sets.
  static std::optional<DebugInst> Get(const Module& module, InstIndex index) {
    if (!IsExtended(module, index)) return std::nullopt;
    const Inst inst = module.inst(index);
    const DebugDialect dialect = DialectOfExtended(inst);
    if (dialect == DebugDialect::kNone) return std::nullopt;
    return DebugInst(inst, dialect);
  }
  static std::optional<DebugInst> Get(const Module& module, Id id) {
    const InstIndex def = module.def(id);
    return def == kNoInst ? std::nullopt : Get(module, def);
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
  OperandRoles roles() const { return OperandRolesOf(dialect_, number()); }
  // The first operand with a role; kNoOperand if it is missing.
  OperandIndex Find(DebugRole role) const;
  OperandIndex FindSize() const;

 private:
  friend bool IsDebugInst(const Module& module, InstIndex index,
                          DebugSet expected);

  static bool IsExtended(const Module& module, InstIndex index) {
    const InstRecord& record = module.record(index);
    return IsExtInst(record.op) &&
           record.operand_count > grammar::operand::ExtInst::kInstruction;
  }
  static DebugDialect DialectOfExtended(const Inst& inst) {
    return DialectOf(inst.ext_inst_set());
  }
  // The operand with an index among the roles, if present.
  OperandIndex OperandAt(size_t place) const;

  DebugInst(const Inst& inst, DebugDialect dialect)
      : inst_(inst), dialect_(dialect) {}

  Inst inst_;
  DebugDialect dialect_;
};

// Whether an instruction is in one of these sets.  The number is compared
// first, because it excludes most instructions.
inline bool IsDebugInst(const Module& module, InstIndex index,
                        DebugSet expected) {
  if (!DebugInst::IsExtended(module, index)) return false;
  const Inst inst = module.inst(index);
  const uint32_t number =
      inst.operand_word(grammar::operand::ExtInst::kInstruction);
  return (BitOf(number) & expected) != 0 &&
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
template <Debug... kNumbers>
inline constexpr std::array<uint32_t, sizeof...(kNumbers)> kDebugNumbersOf = {
    static_cast<uint32_t>(kNumbers)...};

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

#endif  // PLUMB_VALIDATE_FACTS_DEBUG_INSTRUCTIONS_H_
