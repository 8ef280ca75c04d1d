// Operands of DebugInfo, OpenCL.DebugInfo.100 and
// NonSemantic.Shader.DebugInfo: the allowed <id>s and numbers.
//
// Each role (debug_instructions.h) has a row.  A DebugInfoNone may represent
// any unknown object.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"
#include "validate/facts/ext_inst_rows.h"
#include "validate/rules/debuginfo/debug_forms.h"

namespace plumb {
namespace {

constexpr char kSection[] = "NonSemantic.Shader.DebugInfo.100 4";
constexpr char kOld[] = "OpenCL.DebugInfo.100 4";
constexpr char kOldest[] = "DebugInfo 4";
constexpr char kLatest[] = "NonSemantic.Shader.DebugInfo.101 4";
constexpr char kString[] = "{1} must be an OpString, not {0}";
constexpr char kScope[] =
    "{1} must be a lexical scope (a compilation unit, function, block or "
    "composite type), not {0}";
constexpr char kClass[] =
    "{1} must be a DebugTypeComposite of a class or structure, not {0}";
constexpr char kAnyScope[] =
    "{1} must be a debug instruction for a scope, not {0}";
constexpr char kAnySize[] = "{1} must be an integer OpConstant, not {0}";
constexpr char kParameter[] =
    "{1} must be a constant, or DebugInfoNone for a parameter that is a type, "
    "not {0}";
constexpr char kBits[] =
    "{1} has bits that are not debug information flags: {0}";
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
     "the value of an enumerator must be an integer OpConstant, not {0}"},
    {"debuginfo.operand.size-constant-width", kOld, kSize},
    {"debuginfo.operand.offset-constant", kOld,
     "{1} must be an integer OpConstant, not {0}"},
    {"debuginfo.operand.size-constant-basic", kSection, kSize},
    {"debuginfo.operand.size-constant-instruction", kSection,
     "{1} must be an integer constant of 32 or 64 bits, not {0}"},
    {"debuginfo.operand.offset-constant-instruction", kSection,
     "{1} must be an integer constant, not {0}"},
    {"debuginfo.operand.debug-type", kSection,
     "{1} must be a debug instruction for a type, not {0}"},
    {"debuginfo.typefunction.return-type", kSection,
     "{1} must be a debug instruction for a type, or OpTypeVoid, not {0}"},
    {"debuginfo.typeenum.underlying-type", kSection,
     "{1} must be a debug instruction for a type, not {0}"},
    {"debuginfo.typearray.count-kind", kOld,
     "the element count must be an integer OpConstant, or a debug instruction "
     "for a variable, not {0}"},
    {"debuginfo.typearray.count-kind-nonsemantic", kSection,
     "the element count must be an integer constant, or a debug instruction "
     "for a variable, not {0}"},
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
     "a parameter of the template must be a debug instruction for a template "
     "parameter, not {0}"},
    {"debuginfo.typetemplateparameterpack.parameters", kSection,
     "a parameter of the pack must be a DebugTypeTemplateParameter, not {0}"},
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
    Also("debuginfo.operand.no-forward-function",
         {"debuginfo.functiondefinition.definition", kSection,
          "{1} must be the enclosing function, not {0}"}),
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
     "an operand of an expression must be a DebugOperation, not {0}"},
    {"debuginfo.typebasic.fpencoding-constant", kLatest,
     "{1} must be a 32-bit integer OpConstant, not {0}"},
    {"debuginfo.cooperative.component-type", kLatest,
     "{1} must be a DebugTypeBasic, possibly through typedefs, not {0}"},
    {"debuginfo.cooperative.dimension-constant", kLatest,
     "{1} must be a constant of 32-bit integer type, not {0}"},
    {"debuginfo.macroundef.macro", kSection,
     "{1} must be a DebugMacroDef, not {0}"},
    {"debuginfo.instruction.result-type", kSection,
     "the result type must be void, not {0}"},
    {"debuginfo.operand.size-constant", kOldest, kAnySize},
    {"debuginfo.typearray.count-constant", kOldest,
     "the element count must be an integer OpConstant, not {0}"},
    {"debuginfo.typeenum.enumerator-value-constant", kOldest,
     "the value of an enumerator must be an integer OpConstant, not {0}"},
    {"debuginfo.operand.lexical-scope-listed", kOldest, kScope},
    {"debuginfo.operand.lexical-scope-any", kOldest, kAnyScope},
    // Producers describe values of other types in the same way.
    {"debuginfo.typemember.value-constant", kOld,
     "{1} must be a constant, not {0}"},
    {"debuginfo.typetemplateparameter.value", kOldest, kParameter},
    {"debuginfo.typetemplateparameter.value-or-none", kOld, kParameter},
    {"debuginfo.typetemplateparameter.value-or-none-nonsemantic", kSection,
     kParameter},
    {"debuginfo.typematrix.column-major", kSection,
     "{1} must be OpConstantTrue or OpConstantFalse, not {0}"},
    {"debuginfo.value.value", kSection,
     "{1} must not be a debug instruction, but {0} is one"},
    {"debuginfo.importedentity.entity", kSection,
     "{1} must be a debug instruction for a namespace or declaration, not {0}"},

    Contradicts(Contradicted::kOperand,
                {"debuginfo.operand.flags-value", kSection, kBits}),
    {"debuginfo.debugbuildidentifier.flags-value", kSection, kBits},
    Contradicts(Contradicted::kOperand,
                {"debuginfo.debugcompilationunit.language-value", kSection,
                 "{1} must be a source language, not {0}"}),
    Contradicts(Contradicted::kOperand,
                {"debuginfo.typebasic.encoding-value", kSection,
                 "{1} must be an encoding, from 0 to 7, not {0}"}),
    {"debuginfo.typepointer.storageclass-value", kSection,
     "{1} must be a storage class, not {0}"},
    {"debuginfo.typequalifier.qualifier-value", kSection,
     "{1} must be a type qualifier, from 0 to 3, not {0}"},
    {"debuginfo.typecomposite.tag-value", kSection,
     "{1} must be 0 (class), 1 (structure) or 2 (union), not {0}"},
    {"debuginfo.importedentity.tag-value", kSection,
     "{1} must be 0 (imported module) or 1 (imported declaration), not {0}"},
    {"debuginfo.operation.operation-value", kSection,
     "{1} must be an operation, from 0 to 9, not {0}"},
    // The text has no limit, but source languages limit the size of matrices,
    // and implementations reject others.
    {"debuginfo.typematrix.vector-count", kSection,
     "a matrix must have 1 to 4 vectors, not {0}"},
    Contradicts(Contradicted::kOperand,
                {"debuginfo.typebasic.fpencoding-value", kLatest,
                 "{1} must be a floating-point encoding, not {0}"}),
    {"debuginfo.cooperative.scope-value", kLatest,
     "{1} must be a scope, not {0}"},
    {"debuginfo.cooperative.use-value", kLatest,
     "{1} must be 0 (MatrixA), 1 (MatrixB) or 2 (MatrixAccumulator), not {0}"},
});

// --- Roles ---

constexpr DebugSet kScopes =
    AnyOf(Debug::kDebugCompilationUnit, Debug::kDebugFunction,
          Debug::kDebugLexicalBlock) |
    debug_set::kComposites;
// Producers also use discriminators, instances of templates and modules as
// scopes.
constexpr DebugSet kAnyScopes = kScopes |
                                AnyOf(Debug::kDebugLexicalBlockDiscriminator) |
                                BitOf(kDebugModuleIntel);
constexpr DebugSet kDeclarations = debug_set::kTypes | debug_set::kVariables |
                                   debug_set::kFunctions | kAnyScopes |
                                   AnyOf(Debug::kDebugImportedEntity);

constexpr DebugRequirement kAString = {.form = Form::kString};
constexpr DebugRequirement kAClass = {.debug = debug_set::kComposites,
                                      .no_union = true};
constexpr DebugRequirement kConstant32 = {.form = Form::kConstant,
                                          .widths = 32};
constexpr DebugRequirement kAnyConstant32 = {.form = Form::kAnyConstant,
                                             .widths = 32};
constexpr DebugRequirement kAConstant = {.form = Form::kConstant};
constexpr DebugRequirement kSizeConstant = {.form = Form::kConstant,
                                            .widths = 32 + 64};
constexpr DebugRequirement kAnySizeConstant = {.form = Form::kAnyConstant,
                                               .widths = 32 + 64};
constexpr DebugRequirement kAValue = {.form = Form::kValue};
constexpr const Rule& kOfConstants = R("debuginfo.operand.constant");
constexpr const Rule& kOfAnyConstants =
    R("debuginfo.operand.constant-instruction");
constexpr const Rule& kOfDimensions =
    R("debuginfo.cooperative.dimension-constant");

constexpr Values kFlags = Bits((1u << 18) - 1);

// The allowed kind of an operand, and the rule that requires it.
struct RoleRow {
  DebugRole role;
  DebugRequirement requirement;
  const Rule* rule;
  // For numbers, the allowed values, and the rule about them.
  Values values = {};
  const Rule* value_rule = nullptr;
};
constexpr RoleRow kRows[] = {
    {DebugRole::kName, kAString, &R("debuginfo.operand.name-string")},
    {DebugRole::kLinkageName, kAString,
     &R("debuginfo.operand.linkagename-string")},
    {DebugRole::kTemplateName, kAString,
     &R("debuginfo.typetemplatetemplateparameter.templatename-string")},
    {DebugRole::kEnumeratorName, kAString,
     &R("debuginfo.typeenum.enumerator-name-string")},
    {DebugRole::kMacroSource, kAString, &R("debuginfo.macro.source-string")},
    {DebugRole::kMacroValue, kAString, &R("debuginfo.macrodef.value-string")},
    {DebugRole::kFile, kAString, &R("debuginfo.debugsource.file-string")},
    {DebugRole::kText, kAString, &R("debuginfo.debugsource.text-string")},
    {DebugRole::kContinuedText, kAString,
     &R("debuginfo.debugsourcecontinued.text-string")},
    {DebugRole::kBuildIdentifier, kAString,
     &R("debuginfo.debugbuildidentifier.identifier-string")},
    {DebugRole::kStoragePath, kAString,
     &R("debuginfo.debugstoragepath.path-string")},
    {DebugRole::kEntryPointString, kAString,
     &R("debuginfo.debugentrypoint.strings")},

    {DebugRole::kConstant, kConstant32, &kOfConstants},
    {DebugRole::kAnyConstant, kAnyConstant32, &kOfAnyConstants},
    {DebugRole::kLine, kConstant32, &kOfConstants},
    {DebugRole::kColumn, kConstant32, &kOfConstants},
    {DebugRole::kFlags, kConstant32, &kOfConstants, kFlags,
     &R("debuginfo.operand.flags-value")},
    {DebugRole::kBuildFlags, kAnyConstant32, &kOfAnyConstants, Bits(1),
     &R("debuginfo.debugbuildidentifier.flags-value")},
    {DebugRole::kLanguage, kConstant32, &kOfConstants,
     EnumerantOf(Kind::kSourceLanguage),
     &R("debuginfo.debugcompilationunit.language-value")},
    {DebugRole::kEncoding, kConstant32, &kOfConstants, Range(0, 7),
     &R("debuginfo.typebasic.encoding-value")},
    {DebugRole::kStorageClass, kConstant32, &kOfConstants,
     EnumerantOf(Kind::kStorageClass),
     &R("debuginfo.typepointer.storageclass-value")},
    {DebugRole::kQualifier, kAnyConstant32, &kOfAnyConstants, Range(0, 3),
     &R("debuginfo.typequalifier.qualifier-value")},
    {DebugRole::kTag, kConstant32, &kOfConstants, Range(0, 2),
     &R("debuginfo.typecomposite.tag-value")},
    {DebugRole::kEntityTag, kConstant32, &kOfConstants, Range(0, 1),
     &R("debuginfo.importedentity.tag-value")},
    {DebugRole::kOperation, kConstant32, &kOfConstants, Range(0, 9),
     &R("debuginfo.operation.operation-value")},
    {DebugRole::kVectorCount, kAnyConstant32, &kOfAnyConstants, Range(1, 4),
     &R("debuginfo.typematrix.vector-count")},
    {DebugRole::kColumnMajor,
     {.form = Form::kTrueOrFalse},
     &R("debuginfo.typematrix.column-major")},
    {DebugRole::kEnumeratorValue, kAConstant,
     &R("debuginfo.typeenum.enumerator-value-constant32")},
    {DebugRole::kSize, kSizeConstant,
     &R("debuginfo.operand.size-constant-width")},
    {DebugRole::kBasicSize, kSizeConstant,
     &R("debuginfo.operand.size-constant-basic")},
    {DebugRole::kSizeByInstruction, kAnySizeConstant,
     &R("debuginfo.operand.size-constant-instruction")},
    {DebugRole::kAnyIntegerSize, kAConstant,
     &R("debuginfo.operand.size-constant")},
    {DebugRole::kCount, kAConstant, &R("debuginfo.typearray.count-constant")},
    {DebugRole::kAnyEnumeratorValue, kAConstant,
     &R("debuginfo.typeenum.enumerator-value-constant")},
    {DebugRole::kOffset, kAConstant, &R("debuginfo.operand.offset-constant")},
    {DebugRole::kOffsetByInstruction,
     {.form = Form::kAnyConstant},
     &R("debuginfo.operand.offset-constant-instruction")},
    {DebugRole::kMemberValueByInstruction, kAValue,
     &R("debuginfo.typemember.value-constant-instruction")},
    {DebugRole::kMemberValue, kAValue,
     &R("debuginfo.typemember.value-constant")},
    {DebugRole::kParameterByInstruction, kAValue,
     &R("debuginfo.typetemplateparameter.value-or-none-nonsemantic")},
    {DebugRole::kParameter, kAValue,
     &R("debuginfo.typetemplateparameter.value-or-none")},
    {DebugRole::kAnyParameter, kAValue,
     &R("debuginfo.typetemplateparameter.value")},
    {DebugRole::kValue, {.form = Form::kNoDebug}, &R("debuginfo.value.value")},
    {DebugRole::kCountOrVariable,
     {debug_set::kVariables | AnyOf(Debug::kDebugExpression), Form::kConstant,
      32 + 64},
     &R("debuginfo.typearray.count-kind")},
    {DebugRole::kCountOrVariableByInstruction,
     {debug_set::kVariables | AnyOf(Debug::kDebugExpression),
      Form::kAnyConstant, 32 + 64},
     &R("debuginfo.typearray.count-kind-nonsemantic")},
    {DebugRole::kIndex,
     {.form = Form::kIntegerValue},
     &R("debuginfo.operand.index-integer")},

    {DebugRole::kSource, OneOf(AnyOf(Debug::kDebugSource)),
     &R("debuginfo.operand.source-debugsource")},
    {DebugRole::kType, OneOf(debug_set::kTypes),
     &R("debuginfo.operand.debug-type")},
    {DebugRole::kReturnType,
     {debug_set::kTypes, Form::kVoidType},
     &R("debuginfo.typefunction.return-type")},
    {DebugRole::kUnderlyingType,
     {debug_set::kTypes, Form::kVoidType},
     &R("debuginfo.typeenum.underlying-type")},
    {DebugRole::kVectorType, OneOf(AnyOf(Debug::kDebugTypeVector)),
     &R("debuginfo.typematrix.vector-type")},
    {DebugRole::kMembers,
     OneOf(AnyOf(Debug::kDebugTypeMember, Debug::kDebugFunction,
                 Debug::kDebugFunctionDeclaration,
                 Debug::kDebugTypeInheritance)),
     &R("debuginfo.typecomposite.members")},
    {DebugRole::kParentComposite, OneOf(debug_set::kComposites),
     &R("debuginfo.typemember.parent-composite")},
    {DebugRole::kChildClass, kAClass,
     &R("debuginfo.typeinheritance.child-class")},
    {DebugRole::kParentClass, kAClass,
     &R("debuginfo.typeinheritance.parent-class")},
    {DebugRole::kMemberClass, kAClass,
     &R("debuginfo.typeptrtomember.parent-class")},
    {DebugRole::kTemplateTarget,
     OneOf(AnyOf(Debug::kDebugTypeComposite, Debug::kDebugFunction,
                 Debug::kDebugFunctionDeclaration)),
     &R("debuginfo.typetemplate.target")},
    {DebugRole::kTemplateParameters,
     OneOf(AnyOf(Debug::kDebugTypeTemplateParameter,
                 Debug::kDebugTypeTemplateTemplateParameter,
                 Debug::kDebugTypeTemplateParameterPack)),
     &R("debuginfo.typetemplate.parameters")},
    {DebugRole::kPackParameters,
     OneOf(AnyOf(Debug::kDebugTypeTemplateParameter)),
     &R("debuginfo.typetemplateparameterpack.parameters")},
    {DebugRole::kScope, OneOf(kAnyScopes),
     &R("debuginfo.operand.lexical-scope")},
    {DebugRole::kListedScope, OneOf(kScopes),
     &R("debuginfo.operand.lexical-scope-listed")},
    {DebugRole::kAnyScope, OneOf(kAnyScopes),
     &R("debuginfo.operand.lexical-scope-any")},
    {DebugRole::kEntity, OneOf(kDeclarations),
     &R("debuginfo.importedentity.entity")},
    {DebugRole::kScopeInlinedAt, OneOf(AnyOf(Debug::kDebugInlinedAt)),
     &R("debuginfo.scope.inlined")},
    {DebugRole::kInlinedAt, OneOf(AnyOf(Debug::kDebugInlinedAt)),
     &R("debuginfo.inlinedat.inlined")},
    {DebugRole::kVariable,
     {.form = Form::kModuleScope},
     &R("debuginfo.globalvariable.variable")},
    {DebugRole::kVariableOrExpression,
     {AnyOf(Debug::kDebugExpression), Form::kModuleScope},
     &R("debuginfo.globalvariable.variable-nonsemantic")},
    {DebugRole::kStaticMember, OneOf(AnyOf(Debug::kDebugTypeMember)),
     &R("debuginfo.globalvariable.static-member")},
    {DebugRole::kFunctionType, OneOf(AnyOf(Debug::kDebugTypeFunction)),
     &R("debuginfo.operand.function-type")},
    {DebugRole::kFunction,
     {.form = Form::kFunction},
     &R("debuginfo.function.function")},
    {DebugRole::kDeclaration, OneOf(AnyOf(Debug::kDebugFunctionDeclaration)),
     &R("debuginfo.function.declaration")},
    {DebugRole::kDefinedFunction,
     OneOf(AnyOf(Debug::kDebugFunction, Debug::kDebugTypeTemplate)),
     &R("debuginfo.functiondefinition.function")},
    {DebugRole::kDefinition,
     {.form = Form::kThisFunction},
     &R("debuginfo.functiondefinition.definition")},
    {DebugRole::kEntryFunction,
     OneOf(AnyOf(Debug::kDebugFunction, Debug::kDebugTypeTemplate)),
     &R("debuginfo.debugentrypoint.entrypoint")},
    {DebugRole::kCompilationUnit, OneOf(AnyOf(Debug::kDebugCompilationUnit)),
     &R("debuginfo.debugentrypoint.compilationunit")},
    {DebugRole::kInlinedVariable, OneOf(AnyOf(Debug::kDebugLocalVariable)),
     &R("debuginfo.inlinedvariable.variable")},
    {DebugRole::kVariableInlinedAt, OneOf(AnyOf(Debug::kDebugInlinedAt)),
     &R("debuginfo.inlinedvariable.inlined")},
    {DebugRole::kLocalVariable, OneOf(AnyOf(Debug::kDebugLocalVariable)),
     &R("debuginfo.operand.local-variable")},
    {DebugRole::kDeclaredVariable,
     {.form = Form::kVariable},
     &R("debuginfo.declare.variable")},
    {DebugRole::kExpression, OneOf(AnyOf(Debug::kDebugExpression)),
     &R("debuginfo.operand.expression")},
    {DebugRole::kExpressionOperation, OneOf(AnyOf(Debug::kDebugOperation)),
     &R("debuginfo.expression.operation")},
    {DebugRole::kFpEncoding, kConstant32,
     &R("debuginfo.typebasic.fpencoding-constant"),
     EnumerantOf(Kind::kFPEncoding),
     &R("debuginfo.typebasic.fpencoding-value")},
    {DebugRole::kComponentType,
     OneOf(AnyOf(Debug::kDebugTypeBasic, Debug::kDebugTypedef,
                 Debug::kDebugTypeQualifier)),
     &R("debuginfo.cooperative.component-type")},
    {DebugRole::kDimension, kAnyConstant32, &kOfDimensions},
    {DebugRole::kCooperativeScope, kAnyConstant32, &kOfDimensions,
     EnumerantOf(Kind::kScope), &R("debuginfo.cooperative.scope-value")},
    {DebugRole::kCooperativeUse, kAnyConstant32, &kOfDimensions, Range(0, 2),
     &R("debuginfo.cooperative.use-value")},
    {DebugRole::kMacro, OneOf(AnyOf(Debug::kDebugMacroDef)),
     &R("debuginfo.macroundef.macro")},
};

// The rows by role; null for kUnchecked.
constexpr auto kRowOf = [] {
  std::array<const RoleRow*, kDebugRoleCount> rows{};
  for (const RoleRow& row : kRows) rows[static_cast<size_t>(row.role)] = &row;
  return rows;
}();
// Each other role has a row.
static_assert(std::size(kRows) == kDebugRoleCount - 1);

// --- Checks ---

// Checks the number that an operand refers to; false if it is invalid.
bool CheckValue(const CheckContext& c, const DebugInst& debug,
                const RoleRow& row, OperandIndex o) {
  const std::optional<uint32_t> value = FixedValue(c, c.inst().id(o));
  if (!value || Allows(row.values, *value)) return true;
  if (row.role == DebugRole::kStorageClass && *value == kNoAddressSpace) {
    return true;  // reported by another rule
  }
  if (IsOfLaterVersion(c.module(), debug)) return false;
  const bool is_mask = row.values.test == Values::Test::kBits;
  c.Report(*row.value_rule, o,
           {is_mask ? Arg::Hex(*value & ~row.values.first) : Arg(*value),
            Arg::Operand(c.inst(), o)});
  return false;
}

// Reports the first invalid operand.
void CheckRoles(const CheckContext& c) {
  const std::optional<DebugInst> debug = DebugInst::Get(c.module(), c.index());
  if (!debug) return;
  constexpr auto kFirst = operand::ExtInst::kOperands;
  const Inst& inst = debug->inst();
  const OperandIndex end = inst.operand_count();
  const OperandRoles roles = debug->roles();
  for (OperandIndex o = kFirst; o < end; ++o) {
    if (!IsIdUse(inst.kind(o))) continue;
    const RoleRow* const row = kRowOf[static_cast<size_t>(roles.RoleOf(o))];
    const Id id = inst.id(o);
    const InstIndex def = c.module().def(id);
    if (row == nullptr || def == kNoInst) continue;
    if (!Meets(c, def, row->requirement)) {
      c.Report(*row->rule, o, {id, Arg::Operand(inst, o)});
      return;
    }
    if (row->value_rule != nullptr && !CheckValue(c, *debug, *row, o)) return;
  }
}

constexpr auto kChecks = InAllDebugSets(kDebugNumbers, CheckRoles);

// Instructions without operands have a result type too.
constexpr auto kAllNumbers =
    JoinNumbers(kDebugNumbers,
                kDebugNumbersOf<Debug::kDebugInfoNone, Debug::kDebugNoScope,
                                Debug::kDebugNoLine>,
                std::array{kDebugModuleIntel});
constexpr OperandRule ResultOf(ExtInstSet set) {
  return {{set, kAllNumbers},
          operand::ExtInst::kResultType,
          {.shape = type_trait::kVoid},
          &R("debuginfo.instruction.result-type")};
}
constexpr OperandRule kOperandRules[] = {
    ResultOf(ExtInstSet::kDebugInfo), ResultOf(ExtInstSet::kOpenClDebugInfo100),
    ResultOf(ExtInstSet::kNonSemanticShaderDebugInfo),
    ResultOf(ExtInstSet::kNonSemanticShaderDebugInfo100)};

}  // namespace

extern constinit const Family kDebugOperands(R, kChecks, kOperandRules);

}  // namespace plumb
