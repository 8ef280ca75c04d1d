// Operands of OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo: which
// instructions they name.
//
// An instruction's operands are a string of letters, and a letter is a row.  A
// DebugInfoNone may stand for everything that is unknown.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/rules/extinst/import_version.h"

namespace plumb {
namespace {

// Its instructions have the numbers of those of the other sets.
using Debug = grammar::NonSemanticShaderDebugInfo;
namespace tt = type_trait;

constexpr char kSection[] = "NonSemantic.Shader.DebugInfo.100 4";
constexpr char kOld[] = "OpenCL.DebugInfo.100 4";
constexpr char kString[] = "{1} must be an OpString, not {0}";
constexpr char kScope[] =
    "{1} must be a lexical scope (a compilation unit, function, block or "
    "composite type), not {0}";
constexpr char kClass[] =
    "{1} must be a DebugTypeComposite of a class or structure, not {0}";
constexpr char kSize[] =
    "{1} must be an integer OpConstant of 32 or 64 bits, not {0}";

constexpr RuleTable R({
    {"debuginfo.operand.name-string", kSection, kString},
    {"debuginfo.operand.linkagename-string", kSection, kString},
    {"debuginfo.typetemplatetemplateparameter.templatename-string", kSection,
     kString},
    {"debuginfo.typeenum.enumerator-name-string", kSection,
     "the name of an enumerator must be an OpString, not {0}"},
    {"debuginfo.macro.source-string", kSection, kString},
    {"debuginfo.macrodef.value-string", kSection, kString},
    {"debuginfo.debugsource.file-string", kSection, kString},
    {"debuginfo.debugsource.text-string", kSection, kString},
    {"debuginfo.debugsourcecontinued.text-string", kSection, kString},
    {"debuginfo.debugbuildidentifier.identifier-string", kSection, kString},
    {"debuginfo.debugstoragepath.path-string", kSection, kString},
    {"debuginfo.debugentrypoint.strings", kSection, kString},
    {"debuginfo.operand.source-debugsource", kSection,
     "{1} must be a DebugSource, not {0}"},
    {"debuginfo.operand.constant", kSection,
     "{1} must be a 32-bit integer OpConstant, not {0}"},
    {"debuginfo.operand.constant-instruction", kSection,
     "{1} must be a constant of 32-bit integer type, not {0}"},
    {"debuginfo.typeenum.enumerator-value-constant32", kSection,
     "the value of an enumerator must be an integer OpConstant, not "
     "{0}"},
    {"debuginfo.operand.size-constant-width", kOld, kSize},
    {"debuginfo.operand.offset-constant", kOld,
     "{1} must be an integer OpConstant, not {0}"},
    {"debuginfo.operand.size-constant-basic", kSection, kSize},
    {"debuginfo.operand.size-constant-instruction", kSection,
     "{1} must be an integer constant of 32 or 64 bits, not {0}"},
    {"debuginfo.operand.offset-constant-instruction", kSection,
     "{1} must be an integer constant, not {0}"},
    {"debuginfo.operand.debug-type", kSection,
     "{1} must be a debug instruction of a type, not {0}"},
    {"debuginfo.typefunction.return-type", kSection,
     "{1} must be a debug instruction of a type, or OpTypeVoid, not "
     "{0}"},
    {"debuginfo.typeenum.underlying-type", kSection,
     "{1} must be a debug instruction of a type, not {0}"},
    {"debuginfo.typearray.count-kind", kOld,
     "the count of elements must be an integer constant, or a debug "
     "instruction of a variable, not {0}"},
    {"debuginfo.typearray.count-kind-nonsemantic", kSection,
     "the count of elements must be an integer constant, or a debug "
     "instruction of a variable, not {0}"},
    {"debuginfo.typematrix.vector-type", kSection,
     "{1} must be a DebugTypeVector, not {0}"},
    {"debuginfo.typecomposite.members", kSection,
     "a member must be a DebugTypeMember, DebugFunction or "
     "DebugTypeInheritance, not {0}"},
    {"debuginfo.typemember.parent-composite", kOld,
     "{1} must be a DebugTypeComposite, not {0}"},
    {"debuginfo.typemember.value-constant-instruction", kSection,
     "{1} must be a constant, not {0}"},
    {"debuginfo.typeinheritance.child-class", kOld, kClass},
    {"debuginfo.typeinheritance.parent-class", kSection, kClass},
    {"debuginfo.typeptrtomember.parent-class", kSection, kClass},
    {"debuginfo.typetemplate.target", kSection,
     "{1} must be a DebugTypeComposite or DebugFunction, not {0}"},
    {"debuginfo.typetemplate.parameters", kSection,
     "what the template takes must be a debug instruction of a template "
     "parameter, not {0}"},
    {"debuginfo.typetemplateparameterpack.parameters", kSection,
     "what the pack is made of must be a DebugTypeTemplateParameter, not "
     "{0}"},
    {"debuginfo.operand.lexical-scope", kSection, kScope},
    {"debuginfo.scope.inlined", kSection,
     "{1} must be a DebugInlinedAt, not {0}"},
    {"debuginfo.inlinedat.inlined", kSection,
     "{1} must be a DebugInlinedAt, not {0}"},
    {"debuginfo.globalvariable.variable", kOld,
     "{1} must be a variable or constant, not {0}"},
    {"debuginfo.globalvariable.variable-nonsemantic", kSection,
     "{1} must be a variable, constant or DebugExpression, not {0}"},
    {"debuginfo.globalvariable.static-member", kSection,
     "{1} must be a DebugTypeMember, not {0}"},
    {"debuginfo.operand.function-type", kSection,
     "{1} must be a DebugTypeFunction, not {0}"},
    {"debuginfo.function.function", kOld, "{1} must be an OpFunction, not {0}"},
    {"debuginfo.function.declaration", kSection,
     "{1} must be a DebugFunctionDeclaration, not {0}"},
    {"debuginfo.functiondefinition.function", kSection,
     "{1} must be a DebugFunction, not {0}"},
    {"debuginfo.functiondefinition.definition", kSection,
     "{1} must be the function around it, not {0}"},
    {"debuginfo.debugentrypoint.entrypoint", kSection,
     "{1} must be a DebugFunction, not {0}"},
    {"debuginfo.debugentrypoint.compilationunit", kSection,
     "{1} must be a DebugCompilationUnit, not {0}"},
    {"debuginfo.inlinedvariable.variable", kSection,
     "{1} must be a DebugLocalVariable, not {0}"},
    {"debuginfo.inlinedvariable.inlined", kSection,
     "{1} must be a DebugInlinedAt, not {0}"},
    {"debuginfo.operand.local-variable", kSection,
     "{1} must be a DebugLocalVariable, not {0}"},
    {"debuginfo.declare.variable", kSection,
     "{1} must be an OpVariable or OpFunctionParameter, not {0}"},
    {"debuginfo.operand.expression", kSection,
     "{1} must be a DebugExpression, not {0}"},
    {"debuginfo.operand.index-integer", kSection,
     "an index must be an integer scalar, not {0}"},
    {"debuginfo.expression.operation", kSection,
     "what an expression is made of must be a DebugOperation, not {0}"},
    {"debuginfo.typebasic.fpencoding-constant",
     "NonSemantic.Shader.DebugInfo.101 4",
     "{1} must be a 32-bit integer OpConstant, not {0}"},
    {"debuginfo.cooperative.component-type",
     "NonSemantic.Shader.DebugInfo.101 4",
     "{1} must be a DebugTypeBasic, perhaps behind typedefs, not {0}"},
    {"debuginfo.cooperative.dimension-constant",
     "NonSemantic.Shader.DebugInfo.101 4",
     "{1} must be a constant of 32-bit integer type, not {0}"},
    {"debuginfo.line.line-order", kSection,
     "operand Line End, {0}, must not be less than Line Start, {1}"},
    {"debuginfo.line.column-order", kSection,
     "operand Column End, {0}, must not be less than Column Start, {1}, in the "
     "same line"},
    {"debuginfo.macroundef.macro", kSection,
     "{1} must be a DebugMacroDef, not {0}"},
});

// --- What an <id> may be ---

// Instructions of the sets, as bits: the numbers from 101 on follow the others.
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

constexpr DebugSet kNone = AnyOf(Debug::kDebugInfoNone);
constexpr DebugSet kComposites =
    AnyOf(Debug::kDebugTypeComposite, Debug::kDebugTypeTemplate);
// Producers take a template's instance, a member and a parameter for types.
constexpr DebugSet kTypes = AnyOf(
    Debug::kDebugTypeBasic, Debug::kDebugTypePointer,
    Debug::kDebugTypeQualifier, Debug::kDebugTypeArray, Debug::kDebugTypeVector,
    Debug::kDebugTypedef, Debug::kDebugTypeFunction, Debug::kDebugTypeEnum,
    Debug::kDebugTypeComposite, Debug::kDebugTypeMember,
    Debug::kDebugTypeInheritance, Debug::kDebugTypePtrToMember,
    Debug::kDebugTypeTemplate, Debug::kDebugTypeTemplateParameter,
    Debug::kDebugTypeTemplateTemplateParameter, Debug::kDebugTypeMatrix,
    Debug::kDebugTypeVectorIdEXT, Debug::kDebugTypeCooperativeMatrixKHR);
// Producers name discriminators, templates' instances and modules, too.
constexpr uint32_t kModuleIntel = 36;
constexpr DebugSet kScopes =
    AnyOf(Debug::kDebugCompilationUnit, Debug::kDebugFunction,
          Debug::kDebugLexicalBlock, Debug::kDebugLexicalBlockDiscriminator) |
    kComposites | BitOf(kModuleIntel);
constexpr DebugSet kVariables =
    AnyOf(Debug::kDebugGlobalVariable, Debug::kDebugLocalVariable);

// What defines an <id>, and what else is asked of it.
enum class Form : uint8_t {
  kDebugOnly,     // one of the debug instructions
  kString,        // OpString
  kConstant,      // an integer OpConstant
  kAnyConstant,   // an integer, by any constant instruction
  kValue,         // any constant instruction
  kVoidType,      // OpTypeVoid
  kModuleScope,   // a variable or constant
  kVariable,      // a variable or parameter
  kFunction,      // OpFunction
  kThisFunction,  // the function that the instruction stands in
  kIntegerValue,  // an integer scalar
};
struct Wanted {
  DebugSet debug = 0;  // one of these instructions of the sets will do
  Form form = Form::kDebugOnly;
  // Widths of constants, as a sum; 0: any.
  uint32_t widths = 0;
  bool no_union = false;
};

constexpr Wanted Being(DebugSet set) { return {.debug = set}; }
constexpr Wanted kAString = {.form = Form::kString};
constexpr Wanted kAClass = {.debug = kComposites, .no_union = true};
constexpr Wanted kConstant32 = {.form = Form::kConstant, .widths = 32};
constexpr Wanted kAnyConstant32 = {.form = Form::kAnyConstant, .widths = 32};
constexpr Wanted kSizeConstant = {.form = Form::kConstant, .widths = 32 + 64};
constexpr Wanted kAnySizeConstant = {.form = Form::kAnyConstant,
                                     .widths = 32 + 64};

bool IsDebugSet(ExtInstSet set) {
  return set == ExtInstSet::kOpenClDebugInfo100 ||
         set == ExtInstSet::kNonSemanticShaderDebugInfo ||
         set == ExtInstSet::kNonSemanticShaderDebugInfo100;
}

bool IsDebugInst(const Inst& inst, const Module& module, DebugSet wanted) {
  namespace ext_inst = operand::ExtInst;
  if (inst.op() != Op::kExtInst && inst.op() != Op::kExtInstWithForwardRefsKHR)
    return false;
  return inst.operand_count() > ext_inst::kInstruction &&
         IsDebugSet(module.ext_inst_set(inst.id(ext_inst::kSet))) &&
         (BitOf(inst.operand_word(ext_inst::kInstruction)) & wanted) != 0;
}

// Whether an instruction is a DebugTypeComposite of a union: its tag is a
// literal in one set, and a constant in the other.
bool IsUnion(const CheckContext& c, const Inst& inst) {
  constexpr OperandIndex kTag = grammar::ext_operand::
      NonSemanticShaderDebugInfo::DebugTypeComposite::kTag;
  constexpr uint32_t kUnion = 2;
  if (!IsDebugInst(inst, c.module(), AnyOf(Debug::kDebugTypeComposite)) ||
      inst.operand_count() <= kTag) {
    return false;
  }
  return IsIdUse(inst.kind(kTag)) ? FixedValue(c, inst.id(kTag)) == kUnion
                                  : inst.operand_word(kTag) == kUnion;
}

bool IsInteger(const CheckContext& c, Id id, uint32_t widths) {
  const TypeInfo& type = c.context().types().Of(c.module(), id);
  return type.unknown() || (type.IsAll(tt::kInt | tt::kScalar) &&
                            (widths == 0 || (widths & type.width) != 0));
}

bool HasForm(const CheckContext& c, const Inst& def, const Wanted& wanted) {
  const Op op = def.op();
  const bool is_variable = Is(op, OpTrait::kVariable);
  const bool is_constant = Is(op, OpTrait::kMakesConstant);
  switch (wanted.form) {
    case Form::kDebugOnly:
      return false;
    case Form::kString:
      return op == Op::kString;
    case Form::kConstant:
      return op == Op::kConstant && IsInteger(c, def.result(), wanted.widths);
    case Form::kAnyConstant:
      return is_constant && IsInteger(c, def.result(), wanted.widths);
    case Form::kValue:
      return is_constant;
    case Form::kVoidType:
      return op == Op::kTypeVoid;
    case Form::kModuleScope:
      return is_variable || is_constant;
    case Form::kVariable:
      return is_variable || op == Op::kFunctionParameter;
    case Form::kFunction:
      return op == Op::kFunction;
    case Form::kThisFunction:
      return c.function() != nullptr &&
             def.index() == c.function()->range().first;
    case Form::kIntegerValue:
      return def.result_type() != kNoId && IsInteger(c, def.result(), 0);
  }
  return true;
}

// --- Letters ---

// What an operand is of, and the rule that says so.
struct Letter {
  char letter;
  Wanted wanted;
  const Rule* rule;
};
constexpr Letter kLetters[] = {
    {'n', kAString, &R("debuginfo.operand.name-string")},
    {'l', kAString, &R("debuginfo.operand.linkagename-string")},
    {'T', kAString,
     &R("debuginfo.typetemplatetemplateparameter.templatename-string")},
    {'0', kAString, &R("debuginfo.typeenum.enumerator-name-string")},
    {'m', kAString, &R("debuginfo.macro.source-string")},
    {'V', kAString, &R("debuginfo.macrodef.value-string")},
    {'f', kAString, &R("debuginfo.debugsource.file-string")},
    {'x', kAString, &R("debuginfo.debugsource.text-string")},
    {'X', kAString, &R("debuginfo.debugsourcecontinued.text-string")},
    {'i', kAString, &R("debuginfo.debugbuildidentifier.identifier-string")},
    {'p', kAString, &R("debuginfo.debugstoragepath.path-string")},
    {'e', kAString, &R("debuginfo.debugentrypoint.strings")},

    {'c', kConstant32, &R("debuginfo.operand.constant")},
    {'k', kAnyConstant32, &R("debuginfo.operand.constant-instruction")},
    {'9',
     {.form = Form::kConstant},
     &R("debuginfo.typeenum.enumerator-value-constant32")},
    {'w', kSizeConstant, &R("debuginfo.operand.size-constant-width")},
    {'z', kSizeConstant, &R("debuginfo.operand.size-constant-basic")},
    {'Z', kAnySizeConstant, &R("debuginfo.operand.size-constant-instruction")},
    {'O', {.form = Form::kConstant}, &R("debuginfo.operand.offset-constant")},
    {'o',
     {.form = Form::kAnyConstant},
     &R("debuginfo.operand.offset-constant-instruction")},
    {'v',
     {.form = Form::kValue},
     &R("debuginfo.typemember.value-constant-instruction")},
    {'A',
     {kVariables | AnyOf(Debug::kDebugExpression), Form::kAnyConstant, 32 + 64},
     &R("debuginfo.typearray.count-kind")},
    {'a',
     {kVariables | AnyOf(Debug::kDebugExpression), Form::kAnyConstant, 32 + 64},
     &R("debuginfo.typearray.count-kind-nonsemantic")},
    {'6', {.form = Form::kIntegerValue}, &R("debuginfo.operand.index-integer")},

    {'s', Being(AnyOf(Debug::kDebugSource)),
     &R("debuginfo.operand.source-debugsource")},
    {'t', Being(kTypes), &R("debuginfo.operand.debug-type")},
    {'r', {kTypes, Form::kVoidType}, &R("debuginfo.typefunction.return-type")},
    {'u', {kTypes, Form::kVoidType}, &R("debuginfo.typeenum.underlying-type")},
    {'M', Being(AnyOf(Debug::kDebugTypeVector)),
     &R("debuginfo.typematrix.vector-type")},
    {'b',
     Being(AnyOf(Debug::kDebugTypeMember, Debug::kDebugFunction,
                 Debug::kDebugFunctionDeclaration,
                 Debug::kDebugTypeInheritance)),
     &R("debuginfo.typecomposite.members")},
    {'P', Being(kComposites), &R("debuginfo.typemember.parent-composite")},
    {'C', kAClass, &R("debuginfo.typeinheritance.child-class")},
    {'H', kAClass, &R("debuginfo.typeinheritance.parent-class")},
    {'h', kAClass, &R("debuginfo.typeptrtomember.parent-class")},
    {'g',
     Being(AnyOf(Debug::kDebugTypeComposite, Debug::kDebugFunction,
                 Debug::kDebugFunctionDeclaration)),
     &R("debuginfo.typetemplate.target")},
    {'G',
     Being(AnyOf(Debug::kDebugTypeTemplateParameter,
                 Debug::kDebugTypeTemplateTemplateParameter,
                 Debug::kDebugTypeTemplateParameterPack)),
     &R("debuginfo.typetemplate.parameters")},
    {'K', Being(AnyOf(Debug::kDebugTypeTemplateParameter)),
     &R("debuginfo.typetemplateparameterpack.parameters")},
    {'S', Being(kScopes), &R("debuginfo.operand.lexical-scope")},
    {'I', Being(AnyOf(Debug::kDebugInlinedAt)), &R("debuginfo.scope.inlined")},
    {'J', Being(AnyOf(Debug::kDebugInlinedAt)),
     &R("debuginfo.inlinedat.inlined")},
    {'Q',
     {.form = Form::kModuleScope},
     &R("debuginfo.globalvariable.variable")},
    {'q',
     {AnyOf(Debug::kDebugExpression), Form::kModuleScope},
     &R("debuginfo.globalvariable.variable-nonsemantic")},
    {'y', Being(AnyOf(Debug::kDebugTypeMember)),
     &R("debuginfo.globalvariable.static-member")},
    {'F', Being(AnyOf(Debug::kDebugTypeFunction)),
     &R("debuginfo.operand.function-type")},
    {'N', {.form = Form::kFunction}, &R("debuginfo.function.function")},
    {'d', Being(AnyOf(Debug::kDebugFunctionDeclaration)),
     &R("debuginfo.function.declaration")},
    {'E', Being(AnyOf(Debug::kDebugFunction, Debug::kDebugTypeTemplate)),
     &R("debuginfo.functiondefinition.function")},
    {'D',
     {.form = Form::kThisFunction},
     &R("debuginfo.functiondefinition.definition")},
    {'1', Being(AnyOf(Debug::kDebugFunction, Debug::kDebugTypeTemplate)),
     &R("debuginfo.debugentrypoint.entrypoint")},
    {'2', Being(AnyOf(Debug::kDebugCompilationUnit)),
     &R("debuginfo.debugentrypoint.compilationunit")},
    {'L', Being(AnyOf(Debug::kDebugLocalVariable)),
     &R("debuginfo.inlinedvariable.variable")},
    {'j', Being(AnyOf(Debug::kDebugInlinedAt)),
     &R("debuginfo.inlinedvariable.inlined")},
    {'3',
     Being(AnyOf(Debug::kDebugLocalVariable, Debug::kDebugInlinedVariable)),
     &R("debuginfo.operand.local-variable")},
    {'4', {.form = Form::kVariable}, &R("debuginfo.declare.variable")},
    {'5', Being(AnyOf(Debug::kDebugExpression)),
     &R("debuginfo.operand.expression")},
    {'7', Being(AnyOf(Debug::kDebugOperation)),
     &R("debuginfo.expression.operation")},
    {'B', kConstant32, &R("debuginfo.typebasic.fpencoding-constant")},
    {'Y',
     Being(AnyOf(Debug::kDebugTypeBasic, Debug::kDebugTypedef,
                 Debug::kDebugTypeQualifier)),
     &R("debuginfo.cooperative.component-type")},
    {'R', kAnyConstant32, &R("debuginfo.cooperative.dimension-constant")},
    {'8', Being(AnyOf(Debug::kDebugMacroDef)),
     &R("debuginfo.macroundef.macro")},
};

// The rows by letter; null for '.', which stands for anything.
constexpr auto kRowOf = [] {
  std::array<const Letter*, 128> rows{};
  for (const Letter& row : kLetters) {
    rows[static_cast<size_t>(row.letter)] = &row;
  }
  return rows;
}();

// --- Instructions ---

// The operands of an instruction in each set, a letter an operand.  The last
// `repeated` letters stand for all that follow.  Literals have a '.'.
struct Layout {
  Debug number;
  absl::string_view shader;
  absl::string_view opencl;
  uint32_t repeated = 1;
};
constexpr Layout kLayouts[] = {
    {Debug::kDebugCompilationUnit, "ccsc", "..s."},
    {Debug::kDebugTypeBasic, "nzccB", "nw."},
    {Debug::kDebugTypePointer, "tcc", "t.."},
    {Debug::kDebugTypeQualifier, "tk", "t."},
    {Debug::kDebugTypeArray, "ta", "tA"},
    {Debug::kDebugTypeVector, "tc", "t."},
    {Debug::kDebugTypedef, "ntsccS", "nts..S"},
    {Debug::kDebugTypeFunction, "crt", ".rt"},
    {Debug::kDebugTypeEnum, "nusccSzc90", "nus..Sw.90", 2},
    {Debug::kDebugTypeComposite, "ncsccSlZcb", "n.s..Slw.b"},
    {Debug::kDebugTypeMember, "ntsccoZcv", "nts..POw.v"},
    {Debug::kDebugTypeInheritance, "HoZc", "CHOw."},
    {Debug::kDebugTypePtrToMember, "th", "th"},
    {Debug::kDebugTypeTemplate, "gG", "gG"},
    {Debug::kDebugTypeTemplateParameter, "nt.scc", "nt.s.."},
    {Debug::kDebugTypeTemplateTemplateParameter, "nTscc", "nTs.."},
    {Debug::kDebugTypeTemplateParameterPack, "nsccK", "ns..K"},
    {Debug::kDebugGlobalVariable, "ntsccSlqcy", "nts..SlQ.y"},
    {Debug::kDebugFunctionDeclaration, "nFsccSlc", "nFs..Sl."},
    {Debug::kDebugFunction, "nFsccSlccd", "nFs..Sl..Nd"},
    {Debug::kDebugLexicalBlock, "sccSn", "s..Sn"},
    {Debug::kDebugLexicalBlockDiscriminator, "scS", "s.S"},
    {Debug::kDebugScope, "SI", "SI"},
    {Debug::kDebugInlinedAt, "cSJ", ".SJ"},
    {Debug::kDebugLocalVariable, "ntsccScc", "nts..S.."},
    {Debug::kDebugInlinedVariable, "Lj", "Lj"},
    {Debug::kDebugDeclare, "3456", "345."},
    {Debug::kDebugValue, "3.56", "3.56"},
    {Debug::kDebugOperation, "ck", ".."},
    {Debug::kDebugExpression, "7", "7"},
    {Debug::kDebugMacroDef, "mcnV", "m.nV"},
    {Debug::kDebugMacroUndef, "mc8", "m.8"},
    {Debug::kDebugImportedEntity, "ncs.ccS", "n.s...S"},
    {Debug::kDebugSource, "fx", "fx"},
    {Debug::kDebugFunctionDefinition, "ED", ""},
    {Debug::kDebugSourceContinued, "X", ""},
    {Debug::kDebugLine, "scccc", ""},
    {Debug::kDebugBuildIdentifier, "ik", ""},
    {Debug::kDebugStoragePath, "p", ""},
    {Debug::kDebugEntryPoint, "12ee", ""},
    {Debug::kDebugTypeMatrix, "Mk.", ""},
    {Debug::kDebugTypeVectorIdEXT, "YR", ""},
    {Debug::kDebugTypeCooperativeMatrixKHR, "YR", ""},
};

constexpr auto kNumbers = [] {
  std::array<uint32_t, std::size(kLayouts)> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<uint32_t>(kLayouts[i].number);
  }
  return numbers;
}();

// The layouts by number.
constexpr auto kLayoutOf = [] {
  std::array<const Layout*, 128> layouts{};
  for (const Layout& layout : kLayouts) {
    layouts[static_cast<size_t>(layout.number)] = &layout;
  }
  return layouts;
}();

// The letter of an operand; '.' for those that have none.
char LetterOf(absl::string_view letters, uint32_t repeated, uint32_t operand) {
  if (letters.empty()) return '.';
  if (operand < letters.size()) return letters[operand];
  const size_t first = letters.size() - repeated;
  return letters[first + (operand - first) % repeated];
}

// Judges operands; reports the first that is wrong.  True if all are right.
bool CheckLetters(const CheckContext& c, absl::string_view letters,
                  uint32_t repeated) {
  constexpr OperandIndex kFirst = operand::ExtInst::kOperands;
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o))) continue;
    const char letter = LetterOf(letters, repeated, o - kFirst);
    const Letter* const row = kRowOf[static_cast<size_t>(letter)];
    const InstIndex def = c.module().def(c.inst().id(o));
    if (row == nullptr || def == kNoInst) continue;
    const Inst inst = c.module().inst(def);
    const bool fits = HasForm(c, inst, row->wanted) ||
                      IsDebugInst(inst, c.module(), row->wanted.debug | kNone);
    if (fits && !(row->wanted.no_union && IsUnion(c, inst))) continue;
    c.Report(*row->rule, o, {c.inst().id(o), Arg::Operand(c.inst().op(), o)});
    return false;
  }
  return true;
}

const Layout& LayoutOf(const CheckContext& c) {
  return *kLayoutOf[c.inst().operand_word(operand::ExtInst::kInstruction)];
}

// The ends of a range of the source come behind its beginnings.
void CheckLine(const CheckContext& c) {
  namespace line = grammar::ext_operand::NonSemanticShaderDebugInfo::DebugLine;
  const auto value = [&c](OperandIndex operand) {
    return operand < c.inst().operand_count()
               ? FixedValue(c, c.inst().id(operand))
               : std::nullopt;
  };
  const auto first = value(line::kLineStart);
  const auto last = value(line::kLineEnd);
  if (!first || !last) return;
  if (*last < *first) {
    c.Report(R("debuginfo.line.line-order"), line::kLineEnd, {*last, *first});
    return;
  }
  const auto begin = value(line::kColumnStart);
  const auto end = value(line::kColumnEnd);
  if (*last == *first && begin && end && *end < *begin) {
    c.Report(R("debuginfo.line.column-order"), line::kColumnEnd,
             {*end, *begin});
  }
}

// Later versions are for who knows them.
void CheckShader(const CheckContext& c) {
  constexpr uint32_t kLastVersion = 101;
  const std::optional<uint32_t> version =
      VersionIn(ImportName(c.module(), c.inst().id(operand::ExtInst::kSet)));
  if (version.value_or(0) > kLastVersion) return;
  const Layout& layout = LayoutOf(c);
  if (CheckLetters(c, layout.shader, layout.repeated) &&
      layout.number == Debug::kDebugLine) {
    CheckLine(c);
  }
}

void CheckOpenCl(const CheckContext& c) {
  const Layout& layout = LayoutOf(c);
  CheckLetters(c, layout.opencl, layout.repeated);
}

constexpr Instructions kShader = {ExtInstSet::kNonSemanticShaderDebugInfo,
                                  kNumbers};
constexpr Instructions kShader100 = {ExtInstSet::kNonSemanticShaderDebugInfo100,
                                     kNumbers};
constexpr Instructions kOpenCl = {ExtInstSet::kOpenClDebugInfo100, kNumbers};
constexpr Check kChecks[] = {
    {kShader, CheckShader}, {kShader100, CheckShader}, {kOpenCl, CheckOpenCl}};

}  // namespace

extern constinit const Family kDebugOperands = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
