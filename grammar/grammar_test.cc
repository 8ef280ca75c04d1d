// Tests the generated tables and their look-ups.  The facts are from the
// SPIR-V specification.
#include "grammar/grammar.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "grammar/ext_inst_enums.h"
#include "grammar/operands.h"
#include "gtest/gtest.h"

namespace plumb::grammar {
namespace {

std::vector<std::string> NamesOf(absl::Span<const Capability> capabilities) {
  std::vector<std::string> names;
  for (const Capability capability : capabilities) {
    const EnumerantInfo* info =
        EnumerantByValue(Kind::kCapability, static_cast<uint32_t>(capability));
    names.emplace_back(info == nullptr ? "?" : Text(info->name));
  }
  return names;
}

std::vector<std::string> NamesOf(absl::Span<const Extension> extensions) {
  std::vector<std::string> names;
  for (const Extension extension : extensions) {
    names.emplace_back(NameOf(extension));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(OpTest, EveryRowIsFoundByOpcodeAndName) {
  for (uint16_t i = 0; i < kOpCount; ++i) {
    const Op op{i};
    const OpInfo& info = Info(op);
    SCOPED_TRACE(NameOf(op));
    EXPECT_TRUE(absl::StartsWith(NameOf(op), "Op"));
    if (i > 0) {
      EXPECT_LT(Info(Op{static_cast<uint16_t>(i - 1)}).opcode, info.opcode);
    }
    EXPECT_EQ(OpFromOpcode(info.opcode), op);
    EXPECT_EQ(OpFromName(NameOf(op)), op);
  }
}

TEST(OpTest, EveryNameIsFound) {
  std::set<std::string> names;
  for (int i = 0; i < kOpNameCount; ++i) {
    const absl::string_view name = Text(OpNames()[i]);
    EXPECT_EQ(OpFromName(name), OpOfName(i)) << name;
    EXPECT_TRUE(names.emplace(name).second) << name;
  }
}

TEST(OpTest, UnknownOnesGiveNoOp) {
  EXPECT_EQ(OpFromName(""), kNoOp);
  EXPECT_EQ(OpFromName("Op"), kNoOp);
  EXPECT_EQ(OpFromName("IAdd"), kNoOp);
  EXPECT_EQ(OpFromName("OpIadd"), kNoOp);
  EXPECT_EQ(OpFromName("OpIAddOpIAddOpIAddOpIAdd"), kNoOp);
  EXPECT_EQ(OpFromOpcode(13), kNoOp);  // between OpExtInst and OpMemoryModel
  EXPECT_EQ(OpFromOpcode(0xfffe), kNoOp);
  EXPECT_EQ(OpFromOpcode(0xffffffff), kNoOp);
}

TEST(OpTest, AliasesShareARow) {
  EXPECT_EQ(Op::kTypeAccelerationStructureKHR,
            Op::kTypeAccelerationStructureNV);
  const Op op = Op::kTypeAccelerationStructureKHR;
  EXPECT_EQ(OpFromName("OpTypeAccelerationStructureKHR"), op);
  EXPECT_EQ(OpFromName("OpTypeAccelerationStructureNV"), op);
  EXPECT_EQ(NameOf(op), "OpTypeAccelerationStructureKHR");
  EXPECT_EQ(Info(op).opcode, 5341);
  EXPECT_EQ(NameOf(OpFromName("OpDecorateStringGOOGLE")), "OpDecorateString");
  EXPECT_EQ(NameOf(OpFromName("OpSDotKHR")), "OpSDot");
}

TEST(OpTest, OperandsOfIAdd) {
  const OpInfo& info = Info(Op::kIAdd);
  EXPECT_EQ(info.opcode, 128);
  EXPECT_EQ(info.op_class, Class::kArithmetic);
  EXPECT_TRUE(info.has_result_type);
  EXPECT_TRUE(info.has_result);
  EXPECT_FALSE(info.provisional);
  EXPECT_TRUE(info.fixed_layout);
  EXPECT_EQ(info.min_words, 5);
  const absl::Span<const OperandPattern> operands = Operands(info);
  ASSERT_EQ(operands.size(), 4u);
  EXPECT_EQ(operands[0].kind, Kind::kIdResultType);
  EXPECT_EQ(operands[1].kind, Kind::kIdResult);
  EXPECT_EQ(operands[2].kind, Kind::kIdRef);
  EXPECT_EQ(operands[3].kind, Kind::kIdRef);
  EXPECT_EQ(operands[3].quantifier, Quantifier::kOne);
  EXPECT_EQ(Text(operands[2].name), "Operand 1");
  EXPECT_EQ(Text(operands[3].name), "Operand 2");
}

TEST(OpTest, OperandsOfFunctionCall) {
  const OpInfo& info = Info(Op::kFunctionCall);
  const absl::Span<const OperandPattern> operands = Operands(info);
  ASSERT_EQ(operands.size(), 4u);
  EXPECT_EQ(operands[3].quantifier, Quantifier::kAny);
  EXPECT_EQ(Text(operands[3].name), "Argument 0, Argument 1, ...");
  EXPECT_EQ(info.min_words, 4);
}

struct LayoutCase {
  Op op;
  bool fixed;
  int min_words;
};

TEST(OpTest, LayoutAndMinLength) {
  constexpr LayoutCase kCases[] = {
      {Op::kNop, true, 1},
      {Op::kTypeInt, true, 4},
      {Op::kLine, true, 4},
      {Op::kBranchConditional, false, 4},  // any number of weights
      {Op::kLoad, false, 4},               // optional memory operands
      {Op::kName, false, 3},               // a string
      {Op::kDecorate, false, 3},           // decorations have parameters
      {Op::kSelectionMerge, true, 3},      // this mask has none
      {Op::kLoopMerge, false, 4},          // this one has some
      {Op::kConstant, false, 4},           // a literal as wide as its type
      {Op::kSpecConstantOp, false, 4},     // an instruction inside
      {Op::kExtInst, false, 5},            // the same
      {Op::kSwitch, false, 3},             // pairs
      {Op::kTypePointer, true, 4},         // these enumerants have none
      {Op::kExecutionMode, false, 3},      // execution modes have parameters
      {Op::kCapability, true, 2},
      {Op::kMemoryModel, true, 3},
      {Op::kEntryPoint, false, 4},
      {Op::kGroupDecorate, false, 2},
      {Op::kFunctionEnd, true, 1},
      {Op::kAtomicCompareExchange, true, 9},
  };
  for (const LayoutCase& c : kCases) {
    EXPECT_EQ(Info(c.op).fixed_layout, c.fixed) << NameOf(c.op);
    EXPECT_EQ(Info(c.op).min_words, c.min_words) << NameOf(c.op);
  }
}

TEST(OpTest, FixedLayoutsAreAsLongAsTheirPatterns) {
  for (uint16_t i = 0; i < kOpCount; ++i) {
    const OpInfo& info = Info(Op{i});
    if (!info.fixed_layout) continue;
    EXPECT_EQ(info.min_words, info.operand_count + 1) << NameOf(Op{i});
  }
}

TEST(OpTest, ResultFlagsMatchThePatterns) {
  for (uint16_t i = 0; i < kOpCount; ++i) {
    const OpInfo& info = Info(Op{i});
    bool type = false;
    bool result = false;
    for (const OperandPattern& operand : Operands(info)) {
      type |= operand.kind == Kind::kIdResultType;
      result |= operand.kind == Kind::kIdResult;
    }
    EXPECT_EQ(info.has_result_type, type) << NameOf(Op{i});
    EXPECT_EQ(info.has_result, result) << NameOf(Op{i});
  }
}

TEST(OpTest, OperandNamesHaveNoMarkUp) {
  for (uint16_t i = 0; i < kOpCount; ++i) {
    for (const OperandPattern& operand : Operands(Info(Op{i}))) {
      EXPECT_EQ(Text(operand.name).find_first_of("'\n+~<>"),
                absl::string_view::npos)
          << NameOf(Op{i}) << ": " << Text(operand.name);
    }
  }
}

TEST(KindTest, Categories) {
  EXPECT_EQ(Info(Kind::kIdRef).category, Category::kId);
  EXPECT_EQ(Info(Kind::kIdScope).category, Category::kId);
  EXPECT_EQ(Info(Kind::kLiteralString).category, Category::kLiteral);
  EXPECT_EQ(Info(Kind::kLiteralFloat).category, Category::kLiteral);
  EXPECT_EQ(Info(Kind::kDecoration).category, Category::kValueEnum);
  EXPECT_EQ(Info(Kind::kImageOperands).category, Category::kBitEnum);
  const KindInfo& pair = Info(Kind::kPairLiteralIntegerIdRef);
  EXPECT_EQ(pair.category, Category::kComposite);
  ASSERT_EQ(Bases(pair).size(), 2u);
  EXPECT_EQ(Bases(pair)[0], Kind::kLiteralInteger);
  EXPECT_EQ(Bases(pair)[1], Kind::kIdRef);
  EXPECT_EQ(NameOf(Kind::kPairLiteralIntegerIdRef), "PairLiteralIntegerIdRef");
}

TEST(EnumerantTest, EveryOneIsFoundByValueAndName) {
  int count = 0;
  for (uint8_t k = 0; k < kKindCount; ++k) {
    const Kind kind{k};
    uint32_t mask = 0;
    int64_t last = -1;
    for (const EnumerantInfo& enumerant : Enumerants(kind)) {
      SCOPED_TRACE(absl::StrCat(NameOf(kind), ".", Text(enumerant.name)));
      EXPECT_EQ(EnumerantByValue(kind, enumerant.value), &enumerant);
      EXPECT_EQ(EnumerantByName(kind, Text(enumerant.name)), &enumerant);
      EXPECT_LT(last, enumerant.value);
      last = enumerant.value;
      mask |= enumerant.value;
      ++count;
    }
    if (Info(kind).category == Category::kBitEnum) {
      EXPECT_EQ(KnownMask(kind), mask) << NameOf(kind);
    }
  }
  EXPECT_EQ(count, kEnumerantCount);
}

TEST(EnumerantTest, OtherValuesAreUnknown) {
  for (uint8_t k = 0; k < kKindCount; ++k) {
    const Kind kind{k};
    std::set<uint32_t> values;
    for (const EnumerantInfo& e : Enumerants(kind)) values.insert(e.value);
    for (uint32_t value = 0; value < 8192; ++value) {
      EXPECT_EQ(EnumerantByValue(kind, value) != nullptr,
                values.count(value) != 0)
          << NameOf(kind) << " " << value;
    }
    for (int bit = 13; bit < 32; ++bit) {
      const uint32_t value = uint32_t{1} << bit;
      EXPECT_EQ(EnumerantByValue(kind, value) != nullptr,
                values.count(value) != 0)
          << NameOf(kind) << " " << value;
    }
    EXPECT_EQ(EnumerantByValue(kind, 0xffffffff), nullptr) << NameOf(kind);
  }
}

TEST(EnumerantTest, ByValueAndNumber) {
  EXPECT_EQ(static_cast<uint32_t>(Capability::kShader), 1u);
  EXPECT_EQ(static_cast<uint32_t>(Decoration::kBlock), 2u);
  EXPECT_EQ(static_cast<uint32_t>(Dim::k1D), 0u);
  EXPECT_EQ(static_cast<uint32_t>(BuiltIn::kGlobalInvocationId), 28u);
  const EnumerantInfo* block = EnumerantByValue(Kind::kDecoration, 2);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(Text(block->name), "Block");
  EXPECT_EQ(EnumerantByName(Kind::kDecoration, "Blok"), nullptr);
  EXPECT_EQ(EnumerantByName(Kind::kDecoration, ""), nullptr);
  EXPECT_EQ(EnumerantByName(Kind::kIdRef, "Block"), nullptr);
}

TEST(EnumerantTest, TheSameNameInTwoKinds) {
  const EnumerantInfo* decoration =
      EnumerantByName(Kind::kDecoration, "Uniform");
  const EnumerantInfo* storage_class =
      EnumerantByName(Kind::kStorageClass, "Uniform");
  ASSERT_NE(decoration, nullptr);
  ASSERT_NE(storage_class, nullptr);
  EXPECT_EQ(decoration->value, 26u);
  EXPECT_EQ(storage_class->value, 2u);
}

TEST(EnumerantTest, AliasesShareARow) {
  const EnumerantInfo* info = EnumerantByName(Kind::kDecoration, "NonUniform");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(EnumerantByName(Kind::kDecoration, "NonUniformEXT"), info);
  EXPECT_EQ(info->value, 5300u);
  EXPECT_EQ(Text(info->name), "NonUniform");
  EXPECT_EQ(Capability::kShaderNonUniform, Capability::kShaderNonUniformEXT);
  const EnumerantInfo* launch = EnumerantByName(Kind::kBuiltIn, "LaunchIdNV");
  ASSERT_NE(launch, nullptr);
  EXPECT_EQ(Text(launch->name), "LaunchIdKHR");
  // MemorySemantics has two names for its zero.
  const EnumerantInfo* relaxed = EnumerantByValue(Kind::kMemorySemantics, 0);
  ASSERT_NE(relaxed, nullptr);
  EXPECT_EQ(Text(relaxed->name), "Relaxed");
  EXPECT_EQ(EnumerantByName(Kind::kMemorySemantics, "None"), relaxed);
}

TEST(EnumerantTest, Bits) {
  const EnumerantInfo* lod = EnumerantByValue(Kind::kImageOperands, 2);
  ASSERT_NE(lod, nullptr);
  EXPECT_EQ(Text(lod->name), "Lod");
  EXPECT_EQ(EnumerantByValue(Kind::kImageOperands, 3), nullptr);
  const EnumerantInfo* none = EnumerantByValue(Kind::kImageOperands, 0);
  ASSERT_NE(none, nullptr);
  EXPECT_EQ(Text(none->name), "None");
  // This kind has no name for its zero.
  EXPECT_EQ(EnumerantByValue(Kind::kFragmentShadingRate, 0), nullptr);
  EXPECT_EQ(KnownMask(Kind::kSelectionControl), 3u);
  // The access flags of debug information are a field of two bits.
  const EnumerantInfo* is_public =
      EnumerantByValue(Kind::kOpenClDebugInfo100DebugInfoFlags, 3);
  ASSERT_NE(is_public, nullptr);
  EXPECT_EQ(Text(is_public->name), "FlagIsPublic");
}

TEST(EnumerantTest, Parameters) {
  const EnumerantInfo* linkage =
      EnumerantByName(Kind::kDecoration, "LinkageAttributes");
  ASSERT_NE(linkage, nullptr);
  const absl::Span<const OperandPattern> parameters = Parameters(*linkage);
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].kind, Kind::kLiteralString);
  EXPECT_EQ(Text(parameters[0].name), "Name");
  EXPECT_EQ(parameters[1].kind, Kind::kLinkageType);
  const EnumerantInfo* grad = EnumerantByName(Kind::kImageOperands, "Grad");
  ASSERT_NE(grad, nullptr);
  EXPECT_EQ(Parameters(*grad).size(), 2u);
  const EnumerantInfo* shader = EnumerantByName(Kind::kCapability, "Shader");
  ASSERT_NE(shader, nullptr);
  EXPECT_TRUE(Parameters(*shader).empty());
}

TEST(RequirementTest, RowZeroRequiresNothing) {
  const Requirement& nothing = RequirementAt(0);
  EXPECT_EQ(nothing.min_version, 0);
  EXPECT_EQ(nothing.last_version, kNoLastVersion);
  EXPECT_TRUE(Capabilities(nothing).empty());
  EXPECT_TRUE(Extensions(nothing).empty());
  EXPECT_EQ(Info(Op::kNop).requirement, 0);
}

TEST(RequirementTest, RowsAreDistinct) {
  std::set<std::string> rows;
  for (const Requirement& r : Requirements()) {
    std::string row = absl::StrCat(r.min_version, " ", r.last_version);
    for (const std::string& n : NamesOf(Capabilities(r))) row += " " + n;
    for (const std::string& n : NamesOf(Extensions(r))) row += " " + n;
    EXPECT_TRUE(rows.insert(row).second) << row;
    EXPECT_EQ(row.find('?'), std::string::npos) << row;
  }
}

TEST(RequirementTest, OfInstructions) {
  const Requirement& dpdx = RequirementAt(Info(Op::kDPdxFine).requirement);
  EXPECT_EQ(dpdx.min_version, 0);
  EXPECT_EQ(NamesOf(Capabilities(dpdx)), Names{"DerivativeControl"});

  const Requirement& dot = RequirementAt(Info(Op::kSDot).requirement);
  EXPECT_EQ(dot.min_version, 6);
  EXPECT_EQ(NamesOf(Capabilities(dot)), Names{"DotProduct"});
  EXPECT_EQ(NamesOf(Extensions(dot)), Names{"SPV_KHR_integer_dot_product"});

  const Requirement& elect =
      RequirementAt(Info(Op::kGroupNonUniformElect).requirement);
  EXPECT_EQ(elect.min_version, 3);
  EXPECT_TRUE(Extensions(elect).empty());

  const Requirement& query =
      RequirementAt(Info(Op::kTypeRayQueryKHR).requirement);
  EXPECT_EQ(query.min_version, kNeverCore);
}

TEST(RequirementTest, OfEnumerants) {
  const EnumerantInfo* model = EnumerantByName(Kind::kMemoryModel, "VulkanKHR");
  ASSERT_NE(model, nullptr);
  const Requirement& vulkan = RequirementAt(model->requirement);
  EXPECT_EQ(vulkan.min_version, 5);
  EXPECT_EQ(NamesOf(Capabilities(vulkan)), Names{"VulkanMemoryModel"});
  EXPECT_EQ(NamesOf(Extensions(vulkan)), Names{"SPV_KHR_vulkan_memory_model"});

  // The core has it from 1.4 on, the extension under another name earlier.
  const EnumerantInfo* semantic =
      EnumerantByName(Kind::kDecoration, "UserSemantic");
  ASSERT_NE(semantic, nullptr);
  const Requirement& user = RequirementAt(semantic->requirement);
  EXPECT_EQ(user.min_version, 4);
  EXPECT_EQ(NamesOf(Extensions(user)), Names{"SPV_GOOGLE_hlsl_functionality1"});

  const EnumerantInfo* buffer_block =
      EnumerantByName(Kind::kDecoration, "BufferBlock");
  ASSERT_NE(buffer_block, nullptr);
  EXPECT_EQ(RequirementAt(buffer_block->requirement).last_version, 3);

  const EnumerantInfo* geometry =
      EnumerantByName(Kind::kCapability, "Geometry");
  ASSERT_NE(geometry, nullptr);
  EXPECT_EQ(NamesOf(Capabilities(RequirementAt(geometry->requirement))),
            Names{"Shader"});
}

TEST(ExtensionTest, EveryOneIsFound) {
  ASSERT_GT(ExtensionCount(), 100);
  for (int i = 0; i < ExtensionCount(); ++i) {
    const auto extension = static_cast<Extension>(i);
    EXPECT_EQ(ExtensionFromName(NameOf(extension)), extension);
  }
  EXPECT_EQ(ExtensionFromName("SPV_KHR_16bit_storage"),
            Extension::kKhr16bitStorage);
  EXPECT_EQ(ExtensionFromName("SPV_KHR_non_semantic_info"),
            Extension::kKhrNonSemanticInfo);
  EXPECT_EQ(ExtensionFromName("SPV_KHR_no_such_thing"), Extension::kNone);
  EXPECT_EQ(ExtensionFromName(""), Extension::kNone);
}

TEST(ExtInstTest, EverySetAndInstructionIsFound) {
  int count = 0;
  for (uint8_t i = 0; i < kExtInstSetCount; ++i) {
    const ExtInstSet set{i};
    const ExtInstSetInfo& info = Info(set);
    SCOPED_TRACE(Text(info.name));
    EXPECT_EQ(ExtInstSetFromName(Text(info.name)), set);
    EXPECT_GT(info.instruction_count, 0);
    EXPECT_EQ(info.non_semantic,
              absl::StartsWith(Text(info.name), "NonSemantic."));
    for (uint16_t j = 0; j < info.instruction_count; ++j) {
      const ExtInst inst{static_cast<uint16_t>(info.first_instruction + j)};
      EXPECT_EQ(ExtInstFromNumber(set, Info(inst).number), inst);
      EXPECT_EQ(ExtInstFromName(set, Text(Info(inst).name)), inst);
      ++count;
    }
    EXPECT_EQ(ExtInstFromNumber(set, 60000), ExtInst::kNone);
    EXPECT_EQ(ExtInstFromNumber(set, 0xffffffff), ExtInst::kNone);
    EXPECT_EQ(ExtInstFromName(set, "NoSuchInstruction"), ExtInst::kNone);
  }
  EXPECT_EQ(count, kExtInstCount);
}

TEST(ExtInstTest, Glsl) {
  const ExtInstSet glsl = ExtInstSetFromName("GLSL.std.450");
  ASSERT_EQ(glsl, ExtInstSet::kGlslStd450);
  EXPECT_EQ(ExtInstFromNumber(glsl, 0), ExtInst::kNone);
  const ExtInst fma = ExtInstFromName(glsl, "Fma");
  ASSERT_NE(fma, ExtInst::kNone);
  EXPECT_EQ(Info(fma).number, static_cast<uint32_t>(GlslStd450::kFma));
  EXPECT_EQ(Info(fma).number, 50u);
  ASSERT_EQ(Operands(Info(fma)).size(), 3u);
  EXPECT_EQ(Operands(Info(fma))[0].kind, Kind::kIdRef);
  const ExtInst at_offset = ExtInstFromName(glsl, "InterpolateAtOffset");
  ASSERT_NE(at_offset, ExtInst::kNone);
  EXPECT_EQ(NamesOf(Capabilities(RequirementAt(Info(at_offset).requirement))),
            Names{"InterpolationFunction"});
  // The name of another set.
  EXPECT_EQ(ExtInstFromName(glsl, "s_abs"), ExtInst::kNone);
  EXPECT_NE(ExtInstFromName(ExtInstSet::kOpenClStd, "s_abs"), ExtInst::kNone);
}

TEST(ExtInstTest, VersionSuffixes) {
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.ClspvReflection.5"),
            ExtInstSet::kNonSemanticClspvReflection);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.ClspvReflection.99"),
            ExtInstSet::kNonSemanticClspvReflection);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.ClspvReflection."),
            ExtInstSet::kNonSemanticClspvReflection);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.Shader.DebugInfo.100"),
            ExtInstSet::kNonSemanticShaderDebugInfo100);
  // Sets without a version match only themselves.
  EXPECT_EQ(ExtInstSetFromName("GLSL.std.450.1"), ExtInstSet::kNone);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.DebugPrintf.2"), ExtInstSet::kNone);
  EXPECT_EQ(ExtInstSetFromName("OpenCL.std.100"), ExtInstSet::kNone);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.ClspvReflectionX"),
            ExtInstSet::kNone);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.Unknown"), ExtInstSet::kNone);
  EXPECT_EQ(ExtInstSetFromName(""), ExtInstSet::kNone);
}

TEST(ExtInstTest, NewerDebugInfoVersions) {
  const ExtInstSet set = ExtInstSet::kNonSemanticShaderDebugInfo;
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.Shader.DebugInfo.101"), set);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.Shader.DebugInfo.99"), set);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.Shader.DebugInfo.1a"), set);
  EXPECT_EQ(ExtInstSetFromName("NonSemantic.Shader.DebugInfo.1000"), set);
}

TEST(ExtInstTest, NoSetHasNoInstructions) {
  EXPECT_EQ(ExtInstFromNumber(ExtInstSet::kNone, 1), ExtInst::kNone);
  EXPECT_EQ(ExtInstFromName(ExtInstSet::kNone, "Fma"), ExtInst::kNone);
}

TEST(OpTest, HasReplicatedComposites) {
  const Op op = Op::kConstantCompositeReplicateEXT;
  EXPECT_EQ(Info(op).opcode, 4461);
  EXPECT_EQ(OpFromName("OpConstantCompositeReplicateEXT"), op);
  EXPECT_EQ(NamesOf(Capabilities(RequirementAt(Info(op).requirement))),
            Names{"ReplicatedCompositesEXT"});
}

TEST(OpTest, KeepsTheRowOfRenamedInstructions) {
  EXPECT_EQ(Op::kFixedSqrtALTERA, Op::kFixedSqrtINTEL);
  EXPECT_EQ(OpFromName("OpFixedSqrtINTEL"), Op::kFixedSqrtALTERA);
  EXPECT_EQ(Info(Op::kFixedSqrtALTERA).opcode, 5923);
}

TEST(OperandTest, NamesCountAsInstructionsDo) {
  EXPECT_EQ(operand::Load::kResultType, 0u);
  EXPECT_EQ(operand::Load::kResult, 1u);
  EXPECT_EQ(operand::Load::kPointer, 2u);
  EXPECT_EQ(operand::Load::kMemoryAccess, 3u);
  EXPECT_EQ(operand::Store::kPointer, 0u);
  EXPECT_EQ(operand::Store::kObject, 1u);
  EXPECT_EQ(operand::Variable::kStorageClass, 2u);
  EXPECT_EQ(operand::Variable::kInitializer, 3u);
  EXPECT_EQ(operand::AccessChain::kBase, 2u);
  EXPECT_EQ(operand::AccessChain::kIndexes, 3u);
  EXPECT_EQ(operand::TypePointer::kResult, 0u);
  EXPECT_EQ(operand::TypePointer::kStorageClass, 1u);
  EXPECT_EQ(operand::TypePointer::kType, 2u);
  EXPECT_EQ(operand::TypeStruct::kMemberTypes, 1u);
  EXPECT_EQ(operand::TypeOpaque::kName, 1u);
  EXPECT_EQ(operand::AtomicIAdd::kMemory, 3u);
  EXPECT_EQ(operand::AtomicIAdd::kSemantics, 4u);
  EXPECT_EQ(operand::ImageSampleDrefImplicitLod::kDref, 4u);
  EXPECT_EQ(operand::CopyMemory::kMemoryAccess2, 3u);
  EXPECT_EQ(operand::Phi::kVariableParent, 2u);
  EXPECT_EQ(operand::FunctionCall::kArguments, 3u);
  EXPECT_EQ(operand::ExtInst::kOperands, uint32_t{ExtOperandIndex::kFirst});
  // Aliases.
  EXPECT_EQ(operand::DecorateStringGOOGLE::kTarget, 0u);
  EXPECT_EQ(operand::TypeCooperativeMatrixKHR::kRows, 3u);
}

TEST(OperandTest, OfExtendedInstructions) {
  EXPECT_EQ(ext_operand::GlslStd450::FMix::kA.value, 2u);
  EXPECT_EQ(OperandIndex(ext_operand::GlslStd450::FMix::kA), 6u);
  EXPECT_EQ(ext_operand::OpenClStd::Half_powr::kY.value, 1u);
  EXPECT_EQ(ext_operand::NonSemanticGraphDebugInfo::DebugGraph::kName.value,
            1u);
}

TEST(OperandTest, ByName) {
  EXPECT_EQ(OperandByName(Op::kLoad, "Pointer"), operand::Load::kPointer);
  EXPECT_EQ(OperandByName(Op::kLoad, "MemoryAccess"),
            operand::Load::kMemoryAccess);
  EXPECT_EQ(OperandByName(Op::kTraceRayKHR, "Ray Origin"),
            operand::TraceRayKHR::kRayOrigin);
  EXPECT_EQ(OperandByName(Op::kLoad, "Value"), kNoOperand);
  EXPECT_EQ(OperandByName(Op::kLoad, ""), kNoOperand);
  const auto mix = ExtInstFromName(ExtInstSet::kGlslStd450, "FMix");
  EXPECT_EQ(OperandByName(mix, "a"), ext_operand::GlslStd450::FMix::kA);
  EXPECT_EQ(OperandByName(mix, "b"), kNoExtOperand);
}

TEST(OperandTest, IndexCountsAndCompares) {
  OperandIndex i = operand::Load::kPointer;
  EXPECT_EQ(++i, operand::Load::kMemoryAccess);
  EXPECT_EQ(i - operand::Load::kPointer, 1u);
  EXPECT_EQ(operand::Load::kPointer + 1, i);
  EXPECT_LT(operand::Load::kPointer, i);
  EXPECT_LT(i, 4);
  const uint32_t number = i;
  EXPECT_EQ(number, 3u);
}

TEST(OpTraitTest, OfEveryKind) {
  EXPECT_TRUE(Is(Op::kTypeVoid, OpTrait::kType));
  EXPECT_TRUE(Is(Op::kTypeRayQueryKHR, OpTrait::kType));
  EXPECT_FALSE(Is(Op::kTypeForwardPointer, OpTrait::kType));
  EXPECT_FALSE(Is(Op::kTypeForwardPointer, OpTrait::kTypeDeclaration));
  EXPECT_FALSE(Is(Op::kTypeStructContinuedINTEL, OpTrait::kType));
  EXPECT_TRUE(Is(Op::kTypeStructContinuedINTEL, OpTrait::kTypeDeclaration));
  EXPECT_TRUE(IsAll(Op::kSpecConstantTrue,
                    OpTrait::kSpecConstant | OpTrait::kConstant));
  EXPECT_FALSE(Is(Op::kSpecConstantOp, OpTrait::kConstant));
  EXPECT_TRUE(Is(Op::kSpecConstantOp, OpTrait::kMakesConstant));
  EXPECT_FALSE(Is(Op::kUndef, OpTrait::kConstantDeclaration));
  EXPECT_TRUE(Is(Op::kSwitch, OpTrait::kBranch));
  EXPECT_TRUE(Is(Op::kKill, OpTrait::kTermination));
  EXPECT_TRUE(IsAll(Op::kKill, OpTrait::kTermination | OpTrait::kTerminator));
  EXPECT_FALSE(Is(Op::kLoopMerge, OpTrait::kTerminator));
  EXPECT_TRUE(Is(Op::kLoopMerge, OpTrait::kMerge));
  EXPECT_TRUE(Is(Op::kMemberName, OpTrait::kName));
  EXPECT_TRUE(Is(Op::kDecorationGroup, OpTrait::kAnnotation));
  EXPECT_TRUE(Is(Op::kVariable, OpTrait::kVariable));
  EXPECT_FALSE(Is(Op::kVariableLengthArrayINTEL, OpTrait::kVariable));
  EXPECT_TRUE(Is(Op::kInBoundsPtrAccessChain, OpTrait::kAccessChain));
  EXPECT_TRUE(IsAll(Op::kImageSparseSampleProjDrefImplicitLod,
                    OpTrait::kImageSample | OpTrait::kImageSparse |
                        OpTrait::kImageProj | OpTrait::kImageDref |
                        OpTrait::kImplicitLod));
  EXPECT_TRUE(Is(Op::kImageDrefGather, OpTrait::kImageGather));
  static_assert(Is(Op::kAtomicIAdd, OpTrait::kAtomic | OpTrait::kImage));
  static_assert(!Is(Op::kNop, OpTraits::FromBits(~0u)));
  EXPECT_THAT(
      kOpsWith<OpTrait::kMerge>,
      testing::UnorderedElementsAre(Op::kSelectionMerge, Op::kLoopMerge));
}

// Among the instructions whose result is a constant, those whose length
// matters.
TEST(OpTraitTest, SizeOfIsAConstantForSizes) {
  EXPECT_TRUE(IsAll(Op::kConstantSizeOfEXT,
                    OpTrait::kSizeConstant | OpTrait::kTypedConstant));
  EXPECT_FALSE(Is(Op::kConstantSizeOfEXT, OpTrait::kMakesConstant));
}

}  // namespace
}  // namespace plumb::grammar
