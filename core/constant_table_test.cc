#include "core/constant_table.h"

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/module_builder.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// Ids that every module has: types, and specialization constants a = 6, b = 0.
constexpr uint32_t kUint = 1, kInt8 = 2, kBool = 3, kVec = 4, kArr = 5,
                   kLen = 6, kStr = 7, kBoolVec = 8, kA = 10, kB = 11,
                   kOne = 12, kFalse = 13, kFirstFree = 20;

class ConstantTableTest : public testing::Test {
 protected:
  ConstantTableTest() : builder_(&module_) {
    builder_.owned_words().resize(kHeaderWords);
    builder_.SetIdBound(1000);
    Add(Op::kTypeInt, {kUint, 32, 0});
    Add(Op::kTypeInt, {kInt8, 8, 1});
    Add(Op::kTypeBool, {kBool});
    Add(Op::kTypeVector, {kVec, kUint, 2});
    Add(Op::kConstant, {kUint, kLen, 2});
    Add(Op::kTypeArray, {kArr, kVec, kLen});
    Add(Op::kTypeStruct, {kStr, kArr, kUint});
    Add(Op::kTypeVector, {kBoolVec, kBool, 2});
    Add(Op::kSpecConstant, {kUint, kA, 6});
    Add(Op::kSpecConstant, {kUint, kB, 0});
    Add(Op::kConstant, {kUint, kOne, 1});
    Add(Op::kSpecConstantFalse, {kBool, kFalse});
  }

  // Operands of one word each; their kinds are of no importance here.
  void Add(Op op, std::initializer_list<uint32_t> operands) {
    Buffer<uint32_t>& words = builder_.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 |
                    grammar::Info(op).opcode);
    words.append(operands.begin(), operands.end());
    for (uint32_t w = 1; w <= operands.size(); ++w) {
      builder_.AddOperand(w, grammar::Kind::kIdRef);
    }
    const uint32_t* operand = words.data() + first + 1;
    const bool typed = grammar::Info(op).has_result_type;
    builder_.AddInstruction(op, first, typed ? Id(operand[0]) : kNoId,
                            Id(typed ? operand[1] : operand[0]));
  }
  // Adds a constant and returns its id.
  uint32_t Make(Op op, uint32_t type, std::vector<uint32_t> operands) {
    Buffer<uint32_t>& words = builder_.owned_words();
    const auto first = static_cast<uint32_t>(words.size());
    operands.insert(operands.begin(), {type, next_});
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 |
                    grammar::Info(op).opcode);
    words.append(operands.data(), operands.data() + operands.size());
    for (uint32_t w = 1; w <= operands.size(); ++w) {
      builder_.AddOperand(w, grammar::Kind::kIdRef);
    }
    builder_.AddInstruction(op, first, Id(type), Id(next_));
    return next_++;
  }
  uint32_t MakeOp(Op inner, uint32_t type, std::vector<uint32_t> operands) {
    operands.insert(operands.begin(), grammar::Info(inner).opcode);
    return Make(Op::kSpecConstantOp, type, std::move(operands));
  }
  void Build(const Specialization& specialization = {}) {
    builder_.Finish();
    types_.Build(module_);
    specialization_ = specialization;
    table_.Build(module_, types_, specialization_);
  }

  void ExpectValue(ScalarConstant got, int64_t value, bool specializable) {
    EXPECT_TRUE(got.known);
    EXPECT_EQ(got.value, value);
    EXPECT_EQ(got.specializable, specializable);
  }
  void ExpectUnknown(ScalarConstant got) { EXPECT_FALSE(got.known); }

  uint32_t next_ = kFirstFree;
  Module module_;
  ModuleBuilder builder_;
  TypeTable types_;
  Specialization specialization_;
  ConstantTable table_;
};

TEST_F(ConstantTableTest, KeepsWhatConstantsSay) {
  Build();
  ExpectValue(table_.Scalar(Id(kOne)), 1, false);
  ExpectValue(table_.Scalar(Id(kA)), 6, true);
  ExpectValue(table_.Scalar(Id(kFalse)), 0, true);
  ExpectUnknown(table_.Scalar(Id(kUint)));
  ExpectUnknown(table_.Scalar(Id(999)));
  ExpectUnknown(table_.Scalar(Id(123456)));
}

TEST_F(ConstantTableTest, EvaluatesInOrder) {
  const uint32_t sum = MakeOp(Op::kIAdd, kUint, {kA, kOne});
  const uint32_t product = MakeOp(Op::kIMul, kUint, {sum, sum});
  const uint32_t two = MakeOp(Op::kIAdd, kUint, {kOne, kOne});
  const uint32_t less = MakeOp(Op::kULessThan, kBool, {product, kA});
  const uint32_t narrow = MakeOp(Op::kSConvert, kInt8, {product});
  const uint32_t negative = MakeOp(Op::kSNegate, kInt8, {narrow});
  Build();
  ExpectValue(table_.Scalar(Id(sum)), 7, true);
  ExpectValue(table_.Scalar(Id(product)), 49, true);
  ExpectValue(table_.Scalar(Id(two)), 2, false);
  ExpectValue(table_.Scalar(Id(less)), 0, true);
  ExpectValue(table_.Scalar(Id(negative)), -49, true);
}

TEST_F(ConstantTableTest, DoesNotKnowWhatIsUndefined) {
  const uint32_t quotient = MakeOp(Op::kUDiv, kUint, {kA, kB});
  const uint32_t after = MakeOp(Op::kIAdd, kUint, {quotient, kOne});
  const uint32_t forward = MakeOp(Op::kIAdd, kUint, {next_ + 1, kOne});
  const uint32_t itself = MakeOp(Op::kIAdd, kUint, {next_, kOne});
  const uint32_t few = MakeOp(Op::kIAdd, kUint, {});
  Build();
  for (const uint32_t id : {quotient, after, forward, itself, few}) {
    ExpectUnknown(table_.Scalar(Id(id)));
  }
}

TEST_F(ConstantTableTest, DoesNotKnowAnUnknownOpcode) {
  constexpr uint32_t kUnknownOpcode = 0xfffe;
  const uint32_t unknown =
      Make(Op::kSpecConstantOp, kUint, {kUnknownOpcode, kA});
  Build();
  ExpectUnknown(table_.Scalar(Id(unknown)));
}

TEST_F(ConstantTableTest, SelectsByAKnownCondition) {
  const uint32_t yes = MakeOp(Op::kLogicalNot, kBool, {kFalse});
  const uint32_t one = MakeOp(Op::kSelect, kUint, {yes, kOne, kA});
  const uint32_t a = MakeOp(Op::kSelect, kUint, {kFalse, kOne, kA});
  Build();
  ExpectValue(table_.Scalar(Id(one)), 1, true);  // by its condition
  ExpectValue(table_.Scalar(Id(a)), 6, true);
}

TEST_F(ConstantTableTest, WorksOnVectors) {
  const uint32_t v = Make(Op::kSpecConstantComposite, kVec, {kA, kOne});
  const uint32_t null = Make(Op::kConstantNull, kVec, {});
  const uint32_t sum = MakeOp(Op::kIAdd, kVec, {v, v});
  const uint32_t shuffled = MakeOp(Op::kVectorShuffle, kVec, {sum, null, 1, 2});
  const uint32_t undefined =
      MakeOp(Op::kVectorShuffle, kVec, {sum, null, 0xffffffff, 0});
  const uint32_t inserted =
      MakeOp(Op::kCompositeInsert, kVec, {kA, shuffled, 1});
  const uint32_t last = MakeOp(Op::kCompositeExtract, kUint, {inserted, 1});
  const uint32_t beyond = MakeOp(Op::kCompositeExtract, kUint, {inserted, 2});
  const uint32_t compared = MakeOp(Op::kIEqual, kBoolVec, {v, sum});
  const uint32_t chosen = MakeOp(Op::kSelect, kVec, {compared, v, sum});
  Build();
  ExpectValue(table_.Component(Id(v), 0), 6, true);
  ExpectValue(table_.Component(Id(v), 1), 1, false);
  ExpectUnknown(table_.Component(Id(v), 2));
  ExpectValue(table_.Component(Id(sum), 0), 12, true);
  ExpectValue(table_.Component(Id(sum), 1), 2, false);
  ExpectValue(table_.Component(Id(shuffled), 0), 2, false);
  ExpectValue(table_.Component(Id(shuffled), 1), 0, false);
  ExpectUnknown(table_.Component(Id(undefined), 0));
  ExpectValue(table_.Component(Id(undefined), 1), 12, true);
  ExpectValue(table_.Scalar(Id(last)), 6, true);
  ExpectUnknown(table_.Scalar(Id(beyond)));
  ExpectUnknown(table_.Scalar(Id(sum)));  // no scalar
  ExpectValue(table_.Component(Id(chosen), 0), 12, true);
}

TEST_F(ConstantTableTest, FollowsPartsOfOtherComposites) {
  const uint32_t v = Make(Op::kSpecConstantComposite, kVec, {kA, kOne});
  const uint32_t array =
      Make(Op::kSpecConstantCompositeReplicateEXT, kArr, {v});
  const uint32_t str = Make(Op::kSpecConstantComposite, kStr, {array, kB});
  const uint32_t changed =
      MakeOp(Op::kCompositeInsert, kStr, {kOne, str, 0, 1, 0});
  const uint32_t part = MakeOp(Op::kCompositeExtract, kArr, {changed, 0});
  const uint32_t chosen = MakeOp(Op::kSelect, kArr, {kFalse, array, part});
  const uint32_t at_10 = MakeOp(Op::kCompositeExtract, kUint, {chosen, 1, 0});
  const uint32_t at_00 = MakeOp(Op::kCompositeExtract, kUint, {chosen, 0, 0});
  const uint32_t vector = MakeOp(Op::kCompositeExtract, kVec, {changed, 0, 0});
  const uint32_t b = MakeOp(Op::kCompositeExtract, kUint, {changed, 1});
  Build();
  ExpectValue(table_.Scalar(Id(at_10)), 1, true);  // by the condition
  ExpectValue(table_.Scalar(Id(at_00)), 6, true);
  ExpectValue(table_.Component(Id(vector), 1), 1, false);
  ExpectValue(table_.Scalar(Id(b)), 0, true);
}

TEST_F(ConstantTableTest, GivesUpOnLongChains) {
  uint32_t str = Make(Op::kConstantNull, kStr, {});
  for (int i = 0; i < 500; ++i) {
    str = MakeOp(Op::kCompositeInsert, kStr, {kOne, str, 1});
  }
  const uint32_t far = MakeOp(Op::kCompositeExtract, kUint, {str, 0, 0, 0});
  const uint32_t near = MakeOp(Op::kCompositeExtract, kUint, {str, 1});
  Build();
  ExpectUnknown(table_.Scalar(Id(far)));
  ExpectValue(table_.Scalar(Id(near)), 1, false);
}

TEST_F(ConstantTableTest, AppliesASpecialization) {
  const uint32_t sum = MakeOp(Op::kIAdd, kUint, {kA, kOne});
  const uint32_t other = MakeOp(Op::kIAdd, kUint, {sum, kB});
  Build({{Id(kA), 100}, {Id(kFalse), 1}});
  ExpectValue(table_.Scalar(Id(kA)), 100, false);
  ExpectValue(table_.Scalar(Id(kFalse)), 1, false);
  ExpectValue(table_.Scalar(Id(sum)), 101, false);
  ExpectValue(table_.Scalar(Id(other)), 101, true);
}

}  // namespace
}  // namespace plumb
