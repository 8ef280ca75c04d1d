// Compares explicit layouts with an independent computation: lays out random
// structures by a separate implementation of Vulkan's rules ("Offset and
// Stride Assignment"), most of them valid, others with a number that is a step
// off; decides by its own definition whether each is valid; and compares the
// result with the validator's.
//
// It shares no code with the checks: it compares all pairs of members where
// they sort, and uses bytes from the beginning of the block where they use
// alignments.
//
//   PLUMB_LAYOUTS=100000  more layouts
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/session.h"
#include "core/target_env.h"
#include "gtest/gtest.h"
#include "testdata/number_from_env.h"

namespace plumb {
namespace {

// --- Rule sets ---

enum class Alignment : uint8_t { kScalar, kBase, kExtended };

struct LayoutRules {
  const char* name;
  const char* env;
  const char* storage;
  const char* block;  // the decoration
  bool scalar_option = false;
  bool standard_uniform_option = false;
  Alignment alignment = Alignment::kBase;
  // Vectors may be at multiples of their components' size, if they do not
  // straddle.
  bool relaxed = false;
};

constexpr LayoutRules kLayoutRules[] = {
    {"uniform, strict", "vulkan1.0", "Uniform", "Block", false, false,
     Alignment::kExtended, false},
    {"uniform", "vulkan1.1", "Uniform", "Block", false, false,
     Alignment::kExtended, true},
    {"uniform, standard", "vulkan1.1", "Uniform", "Block", false, true,
     Alignment::kBase, true},
    {"buffer block, strict", "vulkan1.0", "Uniform", "BufferBlock", false,
     false, Alignment::kBase, false},
    {"storage buffer", "vulkan1.1", "StorageBuffer", "Block", false, false,
     Alignment::kBase, true},
    {"push constants, strict", "vulkan1.0", "PushConstant", "Block", false,
     false, Alignment::kBase, false},
    {"storage buffer, scalar", "vulkan1.1", "StorageBuffer", "Block", true,
     false, Alignment::kScalar, true},
    {"uniform, scalar", "vulkan1.1", "Uniform", "Block", true, false,
     Alignment::kScalar, true},
};

// --- Types ---

struct Member;

struct Type {
  enum class Kind : uint8_t { kScalar, kVector, kMatrix, kArray, kStruct };
  Kind kind = Kind::kScalar;
  uint32_t width = 4;    // bytes of a component
  uint32_t rows = 1;     // of a vector, or of each column of a matrix
  uint32_t columns = 1;  // of a matrix
  bool row_major = false;
  uint64_t matrix_stride = 0;
  uint32_t length = 0;        // of an array
  uint64_t array_stride = 0;  // of an array
  std::vector<Member> members;
  std::vector<Type> element;  // of an array: one
};

struct Member {
  Type type;
  uint64_t offset = 0;
};

uint64_t RoundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

uint64_t AlignmentOf(const Type& type, Alignment kind);

uint64_t AlignmentOfVector(uint32_t width, uint32_t count, Alignment kind) {
  if (kind == Alignment::kScalar || count == 1) return width;
  return count == 2 ? 2 * width : 4 * width;
}

uint64_t AlignmentOf(const Type& type, Alignment kind) {
  uint64_t alignment = 1;
  switch (type.kind) {
    case Type::Kind::kScalar:
      return type.width;
    case Type::Kind::kVector:
      return AlignmentOfVector(type.width, type.rows, kind);
    case Type::Kind::kMatrix:
      alignment = AlignmentOfVector(
          type.width, type.row_major ? type.columns : type.rows, kind);
      break;
    case Type::Kind::kArray:
      alignment = AlignmentOf(type.element[0], kind);
      break;
    case Type::Kind::kStruct:
      for (const Member& member : type.members) {
        alignment = std::max(alignment, AlignmentOf(member.type, kind));
      }
      break;
  }
  return kind == Alignment::kExtended ? RoundUp(alignment, 16) : alignment;
}

uint64_t SizeOf(const Type& type) {
  switch (type.kind) {
    case Type::Kind::kScalar:
      return type.width;
    case Type::Kind::kVector:
      return uint64_t{type.width} * type.rows;
    case Type::Kind::kMatrix: {
      const uint32_t vectors = type.row_major ? type.rows : type.columns;
      const uint32_t each = type.row_major ? type.columns : type.rows;
      return type.matrix_stride * (vectors - 1) + uint64_t{type.width} * each;
    }
    case Type::Kind::kArray:
      return type.array_stride * (type.length - 1) + SizeOf(type.element[0]);
    case Type::Kind::kStruct:
      break;
  }
  uint64_t size = 0;
  for (const Member& member : type.members) {
    size = std::max(size, member.offset + SizeOf(member.type));
  }
  return size;
}

// --- Validity ---

bool IsValid(const Type& type, const LayoutRules& rules, uint64_t begin);

// Whether the member after a composite may begin there.
bool IsPadding(const Member& member, const LayoutRules& rules,
               uint64_t offset) {
  if (rules.alignment == Alignment::kScalar) return false;
  if (member.type.kind <= Type::Kind::kVector) return false;
  const uint64_t end = member.offset + SizeOf(member.type);
  return offset >= end &&
         offset < RoundUp(end, AlignmentOf(member.type, rules.alignment));
}

bool IsVectorPlaceValid(const Type& type, const LayoutRules& rules,
                        uint64_t offset, uint64_t place) {
  const uint64_t size = SizeOf(type);
  if (rules.alignment == Alignment::kScalar) return offset % type.width == 0;
  const uint64_t alignment =
      rules.relaxed ? type.width : AlignmentOf(type, rules.alignment);
  if (offset % alignment != 0) return false;
  return size > 16 ? place % 16 == 0 : place / 16 == (place + size - 1) / 16;
}

bool AreMembersValid(const Type& type, const LayoutRules& rules,
                     uint64_t begin) {
  for (const Member& a : type.members) {
    const bool is_in_place =
        a.type.kind == Type::Kind::kVector
            ? IsVectorPlaceValid(a.type, rules, a.offset, begin + a.offset)
            : a.offset % AlignmentOf(a.type, rules.alignment) == 0;
    if (!is_in_place || !IsValid(a.type, rules, begin + a.offset)) return false;
    for (const Member& b : type.members) {
      if (&a == &b) continue;
      if (a.offset <= b.offset && b.offset < a.offset + SizeOf(a.type)) {
        return false;
      }
      if (IsPadding(a, rules, b.offset)) return false;
    }
  }
  return true;
}

bool IsValid(const Type& type, const LayoutRules& rules, uint64_t begin) {
  const uint64_t alignment = AlignmentOf(type, rules.alignment);
  switch (type.kind) {
    case Type::Kind::kScalar:
    case Type::Kind::kVector:
      return true;
    case Type::Kind::kMatrix:
      return type.matrix_stride % alignment == 0 &&
             type.matrix_stride >=
                 uint64_t{type.width} *
                     (type.row_major ? type.columns : type.rows);
    case Type::Kind::kArray:
      return type.array_stride % alignment == 0 &&
             type.array_stride >= SizeOf(type.element[0]) &&
             IsValid(type.element[0], rules, begin);
    case Type::Kind::kStruct:
      return AreMembersValid(type, rules, begin);
  }
  return false;
}

// --- Random structures ---

class Maker {
 public:
  Maker(const LayoutRules& rules, uint32_t seed)
      : rules_(rules), random_(seed) {}

  Type Struct(int depth) {
    Type type;
    type.kind = Type::Kind::kStruct;
    const uint32_t count = 1 + Below(5);
    uint64_t end = 0;
    for (uint32_t m = 0; m < count; ++m) {
      Member member = {Any(depth), 0};
      member.offset = Place(member.type, end, depth);
      end = member.offset + SizeOf(member.type);
      if (member.type.kind > Type::Kind::kVector) {
        end = RoundUp(end, AlignmentOf(member.type, rules_.alignment));
      }
      type.members.push_back(std::move(member));
    }
    std::shuffle(type.members.begin(), type.members.end(), random_);
    return type;
  }

  // Changes one of the numbers of a structure by a step.
  void Disturb(Type* type) {
    std::vector<uint64_t*> numbers;
    Collect(type, &numbers);
    constexpr uint64_t kSteps[] = {1, 2, 4, 8, 16, 32};
    uint64_t& number = *numbers[Below(numbers.size())];
    const uint64_t step = kSteps[Below(std::size(kSteps))];
    number = Below(2) == 0 || number < step ? number + step : number - step;
  }

 private:
  uint32_t Below(size_t limit) {
    return static_cast<uint32_t>(random_() % limit);
  }

  Type Any(int depth) {
    Type type;
    type.width = Below(4) == 0 ? 8 : 4;
    switch (Below(depth > 0 ? 6 : 4)) {
      case 0:
        return type;
      case 1:
      case 2:
        type.kind = Type::Kind::kVector;
        type.rows = 2 + Below(3);
        return type;
      case 3:
        return Matrix(type);
      case 4:
        return Struct(depth - 1);
      default:
        return Array(depth);
    }
  }

  Type Matrix(Type type) {
    type.kind = Type::Kind::kMatrix;
    type.rows = 2 + Below(3);
    type.columns = 2 + Below(3);
    type.row_major = Below(2) == 0;
    const uint32_t count = type.row_major ? type.columns : type.rows;
    type.matrix_stride = RoundUp(uint64_t{type.width} * count,
                                 AlignmentOf(type, rules_.alignment));
    return type;
  }

  Type Array(int depth) {
    Type type;
    type.kind = Type::Kind::kArray;
    type.element = {Any(depth - 1)};
    type.length = 1 + Below(3);
    type.array_stride =
        RoundUp(SizeOf(type.element[0]), AlignmentOf(type, rules_.alignment));
    if (Below(4) == 0) {
      type.array_stride += AlignmentOf(type, rules_.alignment);
    }
    return type;
  }

  // The first place from `end` on.  In the block itself, where nothing depends
  // on the context, vectors are packed as tightly as allowed.
  uint64_t Place(const Type& type, uint64_t end, int depth) {
    if (Below(8) == 0) end += uint64_t{4} * Below(5);
    if (type.kind != Type::Kind::kVector || depth < kMaxDepth ||
        !rules_.relaxed) {
      return RoundUp(end, AlignmentOf(type, rules_.alignment));
    }
    end = RoundUp(end, type.width);
    while (!IsVectorPlaceValid(type, rules_, end, end)) end += type.width;
    return end;
  }

  static void Collect(Type* type, std::vector<uint64_t*>* numbers) {
    if (type->kind == Type::Kind::kMatrix) {
      numbers->push_back(&type->matrix_stride);
    } else if (type->kind == Type::Kind::kArray) {
      numbers->push_back(&type->array_stride);
      Collect(&type->element[0], numbers);
    }
    for (Member& member : type->members) {
      numbers->push_back(&member.offset);
      Collect(&member.type, numbers);
    }
  }

 public:
  static constexpr int kMaxDepth = 2;

 private:
  const LayoutRules& rules_;
  std::minstd_rand random_;
};

// --- Modules ---

class Printer {
 public:
  std::string Module(const Type& block, const LayoutRules& rules) {
    const std::string type = Declare(block);
    absl::StrAppend(&decorations_, "OpDecorate ", type, " ", rules.block, "\n");
    const bool is_push = absl::string_view(rules.storage) == "PushConstant";
    if (!is_push) {
      absl::StrAppend(&decorations_,
                      "OpDecorate %variable DescriptorSet 0\n"
                      "OpDecorate %variable Binding 0\n");
    }
    return absl::StrCat(
        "OpCapability Shader\nOpCapability Float64\n"
        "OpMemoryModel Logical GLSL450\n"
        "OpEntryPoint GLCompute %main \"main\"\n"
        "OpExecutionMode %main LocalSize 1 1 1\n",
        decorations_,
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
        "%uint = OpTypeInt 32 0\n"
        "%f4 = OpTypeFloat 32\n%f8 = OpTypeFloat 64\n",
        Simple(), types_, "%pointer = OpTypePointer ", rules.storage, " ", type,
        "\n%variable = OpVariable %pointer ", rules.storage,
        "\n%main = OpFunction %void None %fn\n%entry = OpLabel\n"
        "OpReturn\nOpFunctionEnd\n");
  }

 private:
  // Vectors, matrices, and lengths, each once.
  static std::string Simple() {
    std::string text;
    for (int n = 1; n <= 3; ++n) {
      absl::StrAppend(&text, "%length", n, " = OpConstant %uint ", n, "\n");
    }
    for (int width : {4, 8}) {
      for (int n = 2; n <= 4; ++n) {
        absl::StrAppend(&text, "%v", n, "f", width, " = OpTypeVector %f", width,
                        " ", n, "\n");
      }
      for (int n = 2; n <= 4; ++n) {
        for (int c = 2; c <= 4; ++c) {
          absl::StrAppend(&text, "%m", c, "v", n, "f", width,
                          " = OpTypeMatrix %v", n, "f", width, " ", c, "\n");
        }
      }
    }
    return text;
  }

  std::string Declare(const Type& type) {
    switch (type.kind) {
      case Type::Kind::kScalar:
        return absl::StrCat("%f", type.width);
      case Type::Kind::kVector:
        return absl::StrCat("%v", type.rows, "f", type.width);
      case Type::Kind::kMatrix:
        return absl::StrCat("%m", type.columns, "v", type.rows, "f",
                            type.width);
      case Type::Kind::kArray: {
        const std::string element = Declare(type.element[0]);
        std::string name = absl::StrCat("%array", next_++);
        absl::StrAppend(&types_, name, " = OpTypeArray ", element, " %length",
                        type.length, "\n");
        absl::StrAppend(&decorations_, "OpDecorate ", name, " ArrayStride ",
                        type.array_stride, "\n");
        return name;
      }
      case Type::Kind::kStruct:
        break;
    }
    return DeclareStruct(type);
  }

  std::string DeclareStruct(const Type& type) {
    std::vector<std::string> members;
    for (const Member& member : type.members) {
      members.push_back(Declare(member.type));
    }
    std::string name = absl::StrCat("%struct", next_++);
    absl::StrAppend(&types_, name, " = OpTypeStruct ",
                    absl::StrJoin(members, " "), "\n");
    for (size_t m = 0; m < type.members.size(); ++m) {
      const Member& member = type.members[m];
      const std::string head =
          absl::StrCat("OpMemberDecorate ", name, " ", m, " ");
      absl::StrAppend(&decorations_, head, "Offset ", member.offset, "\n");
      // Matrices in arrays also get their strides from the member.
      const Type* matrix = &member.type;
      while (matrix->kind == Type::Kind::kArray) matrix = &matrix->element[0];
      if (matrix->kind != Type::Kind::kMatrix) continue;
      absl::StrAppend(&decorations_, head, "MatrixStride ",
                      matrix->matrix_stride, "\n", head,
                      matrix->row_major ? "RowMajor\n" : "ColMajor\n");
    }
    return name;
  }

  std::string decorations_;
  std::string types_;
  int next_ = 0;
};

// --- The comparison ---

std::unique_ptr<Session> SessionFor(const LayoutRules& rules) {
  SessionOptions options;
  options.env = ParseTargetEnv(rules.env);
  options.validator.scalar_block_layout = rules.scalar_option;
  options.validator.uniform_buffer_standard_layout =
      rules.standard_uniform_option;
  return std::make_unique<Session>(options);
}

TEST(RandomLayoutsTest, MatchAnIndependentComputation) {
  const uint32_t count = NumberFromEnv("PLUMB_LAYOUTS", 8000);
  std::vector<std::unique_ptr<Session>> sessions;
  for (const LayoutRules& rules : kLayoutRules) {
    sessions.push_back(SessionFor(rules));
  }
  uint32_t right = 0;
  uint32_t differ = 0;
  for (uint32_t i = 0; i < count && differ < 5; ++i) {
    const uint32_t set = i % std::size(kLayoutRules);
    const LayoutRules& rules = kLayoutRules[set];
    Maker maker(rules, i + 1);
    Type block = maker.Struct(Maker::kMaxDepth);
    ASSERT_TRUE(IsValid(block, rules, 0)) << rules.name << "\n"
                                          << Printer().Module(block, rules);
    const bool is_disturbed = i / std::size(kLayoutRules) % 2 == 1;
    if (is_disturbed) maker.Disturb(&block);
    const bool expected = IsValid(block, rules, 0);
    right += expected;
    const std::string text = Printer().Module(block, rules);
    const auto verdict = sessions[set]->Run(text);
    ASSERT_TRUE(verdict.ok()) << verdict.status() << "\n" << text;
    const bool is_valid = *verdict == Verdict::kValid;
    if (is_valid == expected) continue;
    ++differ;
    const auto diagnostics = sessions[set]->diagnostics().diagnostics();
    ADD_FAILURE() << rules.name << ": "
                  << (is_valid ? "accepted"
                               : absl::StrCat(diagnostics[0].rule->id))
                  << "\n"
                  << text;
  }
  // Both results occur often enough.
  EXPECT_GT(right, count / 3);
  EXPECT_LT(right, count * 9 / 10);
  std::cout << count << " structures, " << right << " laid out right\n";
}

}  // namespace
}  // namespace plumb
