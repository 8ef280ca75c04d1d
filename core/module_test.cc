#include "core/module.h"

#include <cstdint>
#include <vector>

#include "core/module_builder.h"
#include "grammar/operands.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// Appends instructions to a module and to its words in step, as a reader does.
class Writer {
 public:
  explicit Writer(Module* module) : builder_(module) {
    builder_.owned_words().assign(kHeaderWords, 0);
  }

  ModuleBuilder& builder() { return builder_; }

  // Adds an instruction whose operands are one word each.
  void Fixed(Op op, const std::vector<uint32_t>& operands) {
    const auto [type, result] = TypeAndResult(op, operands);
    builder_.AddSharedInstruction(op, Append(op, operands),
                                  static_cast<uint32_t>(operands.size()), type,
                                  result);
  }
  // Any opcode; operands of one word each, with their kinds.
  void Listed(Op op, const std::vector<uint32_t>& operands,
              const std::vector<Kind>& kinds) {
    uint32_t word = 1;
    for (Kind kind : kinds) builder_.AddOperand(word++, kind);
    const auto [type, result] = TypeAndResult(op, operands);
    builder_.AddInstruction(op, Append(op, operands), type, result);
  }

 private:
  struct Ids {
    Id type, result;
  };
  static Ids TypeAndResult(Op op, const std::vector<uint32_t>& operands) {
    Ids ids;
    const grammar::OpInfo& info = grammar::Info(op);
    if (info.has_result_type) ids.type = Id(operands[0]);
    if (info.has_result) ids.result = Id(operands[info.has_result_type]);
    return ids;
  }
  uint32_t Append(Op op, const std::vector<uint32_t>& operands) {
    Buffer<uint32_t>& words = builder_.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 |
                    grammar::Info(op).opcode);
    words.append(operands.data(), operands.data() + operands.size());
    return first;
  }

  ModuleBuilder builder_;
};

// %1 = void, %2 = int, %3 = fn; %4 = a function with two blocks.
void BuildSmall(Module* module) {
  Writer w(module);
  w.Listed(Op::kCapability, {1}, {Kind::kCapability});
  w.Listed(Op::kMemoryModel, {0, 1},
           {Kind::kAddressingModel, Kind::kMemoryModel});
  w.Fixed(Op::kTypeVoid, {1});
  w.Listed(Op::kTypeInt, {2, 32, 0},
           {Kind::kIdResult, Kind::kLiteralInteger, Kind::kLiteralInteger});
  w.Listed(Op::kTypeFunction, {3, 1}, {Kind::kIdResult, Kind::kIdRef});
  w.Listed(Op::kFunction, {1, 4, 0, 3},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kFunctionControl,
            Kind::kIdRef});
  w.Fixed(Op::kLabel, {5});
  w.Fixed(Op::kBranch, {6});
  w.Fixed(Op::kLabel, {6});
  w.Fixed(Op::kReturn, {});
  w.Fixed(Op::kFunctionEnd, {});
  w.builder().Finish();
}

TEST(ModuleTest, KnowsDefinitionsAndTypes) {
  Module module;
  BuildSmall(&module);
  EXPECT_EQ(module.size(), 11u);
  EXPECT_EQ(module.def(Id(1)), InstIndex(2));
  EXPECT_EQ(module.def(Id(5)), InstIndex(6));
  EXPECT_EQ(module.type_of(Id(4)), Id(1));
  EXPECT_EQ(module.type_of(Id(2)), kNoId) << "a type has no type";
  EXPECT_EQ(module.def(Id(7)), kNoInst);
  EXPECT_EQ(module.def(Id(0xffffffff)), kNoInst);
  EXPECT_EQ(module.type_of(Id(0xffffffff)), kNoId);
}

TEST(ModuleTest, ListsWhatRulesAskFor) {
  Module module;
  BuildSmall(&module);
  ASSERT_EQ(module.capabilities().size(), 1u);
  EXPECT_EQ(module.capabilities()[0], InstIndex(0));
  ASSERT_EQ(module.memory_models().size(), 1u);
  EXPECT_EQ(module.memory_models()[0], InstIndex(1));
  EXPECT_TRUE(module.entry_points().empty());
  EXPECT_EQ(module.global_end(), InstIndex(5));
  ASSERT_EQ(module.functions().size(), 1u);
  EXPECT_EQ(module.functions()[0].first, InstIndex(5));
  EXPECT_EQ(module.functions()[0].last, InstIndex(11));
  EXPECT_EQ(module.functions()[0].block_count, 2u);
}

TEST(ModuleTest, ListsVariablesBeforeTheFirstFunction) {
  Module module;
  Writer w(&module);
  w.Listed(Op::kUntypedVariableKHR, {1, 2, 0},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kStorageClass});
  w.Listed(Op::kVariable, {3, 4, 0},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kStorageClass});
  w.Listed(Op::kFunction, {5, 6, 0, 7},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kFunctionControl,
            Kind::kIdRef});
  w.Listed(Op::kVariable, {3, 8, 0},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kStorageClass});
  w.Fixed(Op::kFunctionEnd, {});
  w.Listed(Op::kVariable, {3, 9, 0},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kStorageClass});
  w.builder().Finish();
  ASSERT_EQ(module.global_variables().size(), 2u);
  EXPECT_EQ(module.global_variables()[0], InstIndex(0));
  EXPECT_EQ(module.global_variables()[1], InstIndex(1));
}

TEST(ModuleTest, ReadsOperands) {
  Module module;
  BuildSmall(&module);
  const Inst function = module.inst(InstIndex(5));
  EXPECT_EQ(function.op(), Op::kFunction);
  EXPECT_EQ(function.result(), Id(4));
  EXPECT_EQ(function.result_type(), Id(1));
  EXPECT_EQ(function.word_count(), 5u);
  ASSERT_EQ(function.operand_count(), 4u);
  EXPECT_EQ(function.kind(2), Kind::kFunctionControl);
  EXPECT_EQ(function.id(3), Id(3));
  EXPECT_EQ(function.operand_words(3).size(), 1u);
}

TEST(ModuleTest, SharesOperandsOfFixedLayouts) {
  Module module;
  BuildSmall(&module);
  const InstIndex first(6), second(8);
  EXPECT_EQ(module.operands(first).data(), module.operands(second).data());
  EXPECT_EQ(module.operands(first).size(), 1u);
  EXPECT_EQ(module.inst(second).result(), Id(6));
  EXPECT_EQ(module.inst(InstIndex(7)).id(0), Id(6));
  EXPECT_EQ(module.inst(InstIndex(9)).operand_count(), 0u);
}

// %1 = void, and structures of no member up to so many.
void AddStructures(uint32_t max_members, Writer* w) {
  w->Fixed(Op::kTypeVoid, {1});
  for (uint32_t members = 0; members <= max_members; ++members) {
    std::vector<uint32_t> words(members + 1, 1);
    words[0] = 2 + members;
    w->Fixed(Op::kTypeStruct, words);
  }
  w->builder().Finish();
}

void ExpectStructures(uint32_t max_members, const Module& module) {
  ASSERT_EQ(module.size(), max_members + 2);
  EXPECT_EQ(module.inst(InstIndex(0)).kind(0), Kind::kIdResult);
  for (uint32_t members = 0; members <= max_members; ++members) {
    const Inst inst = module.inst(InstIndex(1 + members));
    ASSERT_EQ(inst.operand_count(), members + 1);
    EXPECT_EQ(inst.kind(0), Kind::kIdResult);
    for (uint32_t o = 1; o <= members; ++o) {
      EXPECT_EQ(inst.kind(o), Kind::kIdRef);
      EXPECT_EQ(inst.id(o), Id(1));
    }
  }
}

TEST(ModuleTest, SharesOperandsOfRepeatedPatterns) {
  Module module;
  Writer w(&module);
  AddStructures(40, &w);
  ExpectStructures(40, module);
  EXPECT_EQ(module.operands(InstIndex(7)).data(),
            module.operands(InstIndex(8)).data());
  EXPECT_EQ(module.operands(InstIndex(20)).data(),
            module.operands(InstIndex(21)).data());
}

TEST(ModuleTest, SharesOperandsWhenFilledAgain) {
  Module module;
  for (const uint32_t max_members : {40u, 8u, 40u}) {
    Writer w(&module);
    AddStructures(max_members, &w);
    ExpectStructures(max_members, module);
    EXPECT_TRUE(module.Has(Op::kTypeStruct));
    EXPECT_FALSE(module.Has(Op::kTypeInt));
  }
  // One builder, for a module that another one has filled.
  Module other;
  Writer w(&other);
  AddStructures(20, &w);
  w.builder().Start(&module);
  w.builder().owned_words().assign(kHeaderWords, 0);
  AddStructures(8, &w);
  ExpectStructures(8, module);
  EXPECT_TRUE(module.Has(Op::kTypeStruct));
}

TEST(ModuleTest, KnowsTheSetsThatAreImported) {
  Module module;
  Writer w(&module);
  w.Fixed(Op::kTypeVoid, {1});
  // "GLSL.std.450" and "?".
  w.Listed(Op::kExtInstImport, {2, 0x4c534c47, 0x6474732e, 0x3035342e, 0},
           {Kind::kIdResult, Kind::kLiteralString});
  w.Listed(Op::kExtInstImport, {3, 0x3f},
           {Kind::kIdResult, Kind::kLiteralString});
  w.builder().Finish();
  const auto set_of = [&module](uint32_t id) {
    return module.imported_set(module.def(Id(id)));
  };
  EXPECT_EQ(set_of(2), ExtInstSet::kGlslStd450);
  EXPECT_EQ(set_of(3), ExtInstSet::kNone);
  EXPECT_EQ(set_of(1), ExtInstSet::kNone);
  EXPECT_EQ(set_of(9), ExtInstSet::kNone);
}

TEST(ModuleTest, KeepsTheFirstOfSeveralDefinitions) {
  Module module;
  Writer w(&module);
  w.Fixed(Op::kTypeVoid, {1});
  w.Fixed(Op::kTypeBool, {1});
  w.Fixed(Op::kTypeSampler, {1});
  w.builder().Finish();
  EXPECT_EQ(module.def(Id(1)), InstIndex(0));
  ASSERT_EQ(module.redefinitions().size(), 2u);
  EXPECT_EQ(module.redefinitions()[0], InstIndex(1));
  EXPECT_EQ(module.redefinitions()[1], InstIndex(2));
}

TEST(ModuleTest, MarksOpcodes) {
  Module module;
  BuildSmall(&module);
  constexpr Op kNeither[] = {Op::kTypeSampler, Op::kBranchConditional};
  constexpr Op kSecond[] = {Op::kTypeSampler, Op::kBranch};
  EXPECT_TRUE(module.Has(Op::kBranch));
  EXPECT_TRUE(module.Has(Op::kFunction));
  EXPECT_FALSE(module.Has(Op::kTypeSampler));
  EXPECT_TRUE(module.HasAny(kSecond));
  EXPECT_FALSE(module.HasAny(kNeither));
  BuildSmall(&module);
  EXPECT_FALSE(module.Has(Op::kTypeSampler));
}

TEST(ModuleTest, MarksRequirementsOfOpcodesAndEnumerants) {
  const uint16_t sampler = grammar::Info(Op::kTypePipe).requirement;
  const uint16_t shader =
      grammar::EnumerantByValue(Kind::kCapability, 0)->requirement;
  Module module;
  {
    Writer w(&module);
    w.Fixed(Op::kTypeVoid, {1});
    w.builder().Finish();
    EXPECT_FALSE(module.requirement_used(sampler));
  }
  {
    Writer w(&module);
    w.Listed(Op::kTypePipe, {1, 0}, {Kind::kIdResult, Kind::kAccessQualifier});
    w.builder().UseRequirement(shader);
    w.builder().Finish();
    EXPECT_TRUE(module.requirement_used(sampler));
    EXPECT_TRUE(module.requirement_used(shader));
  }
}

TEST(ModuleTest, ClosesFunctionsThatHaveNoEnd) {
  Module module;
  Writer w(&module);
  const std::vector<Kind> kinds = {Kind::kIdResultType, Kind::kIdResult,
                                   Kind::kFunctionControl, Kind::kIdRef};
  w.Listed(Op::kFunction, {1, 2, 0, 3}, kinds);
  w.Fixed(Op::kLabel, {4});
  w.Listed(Op::kFunction, {1, 5, 0, 3}, kinds);
  w.builder().Finish();
  ASSERT_EQ(module.functions().size(), 2u);
  EXPECT_EQ(module.functions()[0].last, InstIndex(2));
  EXPECT_EQ(module.functions()[0].block_count, 1u);
  EXPECT_EQ(module.functions()[1].last, InstIndex(3));
  EXPECT_EQ(module.functions()[1].block_count, 0u);
}

TEST(ModuleTest, ForgetsTheModuleBefore) {
  Module module;
  BuildSmall(&module);
  Writer w(&module);
  w.builder().Finish();
  EXPECT_EQ(module.size(), 0u);
  EXPECT_EQ(module.id_bound(), 0u);
  EXPECT_TRUE(module.functions().empty());
  EXPECT_TRUE(module.capabilities().empty());
  EXPECT_EQ(module.global_end(), InstIndex(0));
}

TEST(ModuleTest, WritesTheHeaderIntoTheWords) {
  Module module;
  Writer w(&module);
  ModuleHeader header;
  header.version = 0x00010500;
  header.bound = 7;
  w.builder().set_header(header);
  w.builder().Finish();
  ASSERT_EQ(module.words().size(), kHeaderWords);
  EXPECT_EQ(module.words()[0], kMagicNumber);
  EXPECT_EQ(module.words()[1], 0x00010500u);
  EXPECT_EQ(module.words()[3], 7u);
  EXPECT_EQ(module.header().minor_version(), 5u);
}

TEST(ModuleTest, ShowsTheInstructionInASpecConstantOp) {
  Module module;
  Writer w(&module);
  w.builder().SetIdBound(9);
  const uint32_t opcode = grammar::Info(Op::kCompositeExtract).opcode;
  w.Listed(Op::kSpecConstantOp, {5, 6, opcode, 7, 80, 81},
           {Kind::kIdResultType, Kind::kIdResult,
            Kind::kLiteralSpecConstantOpInteger, Kind::kIdRef,
            Kind::kLiteralInteger, Kind::kLiteralInteger});
  w.builder().Finish();
  const Inst outer = module.inst(InstIndex(0));
  EXPECT_FALSE(outer.is_nested());
  const Inst inner = outer.Nested();
  EXPECT_TRUE(inner.is_nested());
  EXPECT_EQ(inner.op(), Op::kCompositeExtract);
  EXPECT_EQ(inner.index(), outer.index());
  EXPECT_EQ(inner.result(), Id(6));
  EXPECT_EQ(inner.result_type(), Id(5));
  ASSERT_EQ(inner.operand_count(), 5u);
  EXPECT_EQ(inner.word_count(), 6u);
  const uint32_t expected[] = {5, 6, 7, 80, 81};
  for (uint32_t o = 0; o < 5; ++o) {
    EXPECT_EQ(inner.operand_word(o), expected[o]);
    EXPECT_EQ(inner.word(o + 1), expected[o]);
    EXPECT_EQ(inner.operand_words(o).size(), 1u);
  }
  EXPECT_EQ(inner.kind(0), Kind::kIdResultType);
  EXPECT_EQ(inner.kind(2), Kind::kIdRef);
  EXPECT_EQ(inner.kind(4), Kind::kLiteralInteger);
  EXPECT_EQ(inner.OuterOperand(1), 1u);
  EXPECT_EQ(inner.OuterOperand(2), 3u);
}

TEST(ModuleTest, ReadsOptionalOperandsAfterFindingThem) {
  Module module;
  Writer w(&module);
  w.Listed(Op::kLoad, {1, 2, 3},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kIdRef});
  w.Listed(Op::kLoad, {1, 4, 3, 0},
           {Kind::kIdResultType, Kind::kIdResult, Kind::kIdRef,
            Kind::kMemoryAccess});
  w.builder().Finish();
  namespace load = grammar::operand::Load;
  const Inst without = module.inst(InstIndex(0));
  EXPECT_FALSE(without.Has(load::kMemoryAccess));
  EXPECT_EQ(without.Find(load::kMemoryAccess), std::nullopt);
  const Inst with = module.inst(InstIndex(1));
  ASSERT_TRUE(with.Has(load::kMemoryAccess));
  const OperandIndex access = *with.Find(load::kMemoryAccess);
  EXPECT_EQ(access, OperandIndex(load::kMemoryAccess));
  EXPECT_EQ(with.kind(access), Kind::kMemoryAccess);
}

// A release build reads nothing after the operands, where a debug build
// asserts.
TEST(ModuleDeathTest, AnOperandThatDoesNotExistReadsAsNone) {
  Module module;
  Writer w(&module);
  w.Fixed(Op::kTypeVoid, {1});
  w.Fixed(Op::kTypeVoid, {2});
  w.builder().Finish();
  const Inst inst = module.inst(InstIndex(0));
  EXPECT_DEBUG_DEATH(EXPECT_EQ(inst.id(1), kNoId), "is_present");
  EXPECT_DEBUG_DEATH(EXPECT_EQ(inst.operand_word(9), 0u), "is_present");
  EXPECT_DEBUG_DEATH(EXPECT_EQ(inst.kind(1), Kind::kLiteralInteger),
                     "is_present");
  EXPECT_DEBUG_DEATH(EXPECT_TRUE(inst.operand_words(1).empty()), "is_present");
  EXPECT_DEBUG_DEATH(EXPECT_EQ(inst.string(1), ""), "is_present");
  EXPECT_DEBUG_DEATH(EXPECT_EQ(inst.word(2), 0u), "is_present");
}

}  // namespace
}  // namespace plumb
