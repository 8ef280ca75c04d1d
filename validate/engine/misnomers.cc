#include "validate/engine/misnomers.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "grammar/operands.h"
#include "parse/text/lexer.h"
#include "validate/engine/definition.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;
using grammar::Kind;
using grammar::Op;

struct IntegerName {
  absl::string_view name;
  uint32_t width;
  uint32_t signedness;
};
constexpr IntegerName kIntegers[] = {
    {"char", 8, 1}, {"uchar", 8, 0}, {"short", 16, 1}, {"ushort", 16, 0},
    {"int", 32, 1}, {"uint", 32, 0}, {"long", 64, 1},  {"ulong", 64, 0},
};

struct FloatName {
  absl::string_view name;
  uint32_t width;
};
constexpr FloatName kFloats[] = {{"half", 16}, {"float", 32}, {"double", 64}};

// A part of a name: a text that is always there, or what an operand is called.
struct Part {
  static constexpr OperandIndex kFixed = -1;

  absl::string_view text;
  OperandIndex operand = kFixed;
};
using Parts = absl::InlinedVector<Part, 4>;

// A declaration as the text has it.
struct Declaration {
  absl::string_view name;
  // What stands behind the opcode, ids without their percent sign.
  absl::InlinedVector<absl::string_view, 4> operands;
};

// What is declared at the start of a text, if that has a name and no more
// operands than the declarations that are looked at.
std::optional<Declaration> ReadDeclaration(absl::string_view text) {
  constexpr size_t kMostOperands = 3;
  Lexer lexer(text);
  const Token name = lexer.Next();
  if (!name.IsName() || !lexer.EqualsFollows()) return std::nullopt;
  Declaration declaration = {name.rest(), {}};
  lexer.Next();
  lexer.Next();  // the opcode
  while (true) {
    const Token token = lexer.Next();
    const bool is_id = token.kind() == TokenKind::kId;
    if (token.kind() == TokenKind::kEnd || LooksLikeOpcode(token) ||
        (is_id && lexer.EqualsFollows())) {
      return declaration;
    }
    if (declaration.operands.size() == kMostOperands) return std::nullopt;
    declaration.operands.push_back(is_id ? token.rest() : token.text());
  }
}

// How the name of a declaration is made up; empty if it is none of those whose
// names have parts.  `o` are its operands, as many as the opcode has.
Parts PartsOf(Op op, absl::Span<const absl::string_view> o) {
  switch (op) {
    case Op::kTypeVector:
      return {{"v"},
              {o[1], operand::TypeVector::kComponentCount},
              {o[0], operand::TypeVector::kComponentType}};
    case Op::kTypeMatrix:
      return {{"mat"},
              {o[1], operand::TypeMatrix::kColumnCount},
              {o[0], operand::TypeMatrix::kColumnType}};
    case Op::kTypeArray:
      return {{"_arr_"},
              {o[0], operand::TypeArray::kElementType},
              {"_"},
              {o[1], operand::TypeArray::kLength}};
    case Op::kTypeRuntimeArray:
      return {{"_runtimearr_"},
              {o[0], operand::TypeRuntimeArray::kElementType}};
    case Op::kTypePointer:
      return {{"_ptr_"},
              {o[0], operand::TypePointer::kStorageClass},
              {"_"},
              {o[1], operand::TypePointer::kType}};
    case Op::kConstant:
      return {{o[0], operand::Constant::kResultType},
              {"_"},
              {o[1], operand::Constant::kValue}};
    default:
      return {};
  }
}

std::optional<double> Number(absl::string_view text) {
  double number = 0;
  if (!absl::SimpleAtod(text, &number)) return std::nullopt;
  return number;
}

// The number that a part of a name stands for: "n0_5" is -0.5.
std::optional<double> NumberInName(absl::string_view part) {
  const bool is_negative = absl::ConsumePrefix(&part, "n");
  return Number(
      absl::StrCat(is_negative ? "-" : "",
                   absl::StrReplaceAll(part, {{"en", "e-"}, {"_", "."}})));
}

class Finder {
 public:
  explicit Finder(const Module& module) : module_(module) {}

  std::vector<Misnomer> Find() {
    std::vector<Misnomer> found;
    if (module_.text().empty()) return found;
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const std::optional<OperandIndex> operand = ContradictedOperand(i);
      if (operand.has_value()) found.push_back({i, *operand});
    }
    return found;
  }

 private:
  std::optional<OperandIndex> ContradictedOperand(InstIndex i) {
    const Inst inst = module_.inst(i);
    if (!DeclaresType(inst.op()) && inst.op() != Op::kConstant) {
      return std::nullopt;
    }
    const std::optional<Declaration> declaration =
        ReadDeclaration(module_.text().substr(module_.origin(i)));
    if (!declaration.has_value() ||
        declaration->operands.size() + 1 != inst.operand_count()) {
      return std::nullopt;
    }
    switch (inst.op()) {
      case Op::kTypeInt:
        return OfInteger(inst, declaration->name);
      case Op::kTypeFloat:
        return OfFloat(inst, declaration->name);
      default:
        return OfParts(inst, *declaration);
    }
  }

  static std::optional<OperandIndex> OfInteger(const Inst& inst,
                                               absl::string_view name) {
    namespace type = operand::TypeInt;
    const auto* const said = absl::c_find_if(
        kIntegers,
        [&](const IntegerName& known) { return known.name == name; });
    if (said == std::end(kIntegers)) return std::nullopt;
    const bool other_width = inst.operand_word(type::kWidth) != said->width;
    const bool other_sign =
        inst.operand_word(type::kSignedness) != said->signedness;
    if (other_width == other_sign) return std::nullopt;
    return other_width ? type::kWidth : type::kSignedness;
  }

  static std::optional<OperandIndex> OfFloat(const Inst& inst,
                                             absl::string_view name) {
    namespace type = operand::TypeFloat;
    const auto* const said = absl::c_find_if(
        kFloats, [&](const FloatName& known) { return known.name == name; });
    if (said == std::end(kFloats) ||
        inst.operand_word(type::kWidth) == said->width) {
      return std::nullopt;
    }
    return type::kWidth;
  }

  // The part that the name has otherwise, if all others are as it says.
  std::optional<OperandIndex> OfParts(const Inst& inst,
                                      const Declaration& declaration) {
    const Parts parts = PartsOf(inst.op(), declaration.operands);
    for (const Part& part : parts) {
      if (part.operand == Part::kFixed) continue;
      std::string before, after;
      for (const Part& other : parts) {
        if (&other != &part) {
          absl::StrAppend(&other < &part ? &before : &after, other.text);
        }
      }
      absl::string_view said = declaration.name;
      if (said.size() <= before.size() + after.size() ||
          !absl::ConsumePrefix(&said, before) ||
          !absl::ConsumeSuffix(&said, after)) {
        continue;
      }
      if (said == part.text) return std::nullopt;
      if (IsAnother(inst.kind(part.operand), said, part.text)) {
        return part.operand;
      }
    }
    return std::nullopt;
  }

  // Whether a part of a name could be that of another operand.
  bool IsAnother(Kind kind, absl::string_view said, absl::string_view is) {
    if (IsIdKind(kind)) return IsDeclared(said);
    if (kind == Kind::kStorageClass) {
      return grammar::EnumerantByName(kind, said) != nullptr;
    }
    const std::optional<double> number = NumberInName(said);
    const std::optional<double> other = Number(is);
    return number.has_value() && other.has_value() && *number != *other;
  }

  bool IsDeclared(absl::string_view name) {
    if (declared_.empty()) {
      for (InstIndex i(0); i < module_.global_end(); ++i) {
        if (module_.record(i).result == kNoId) continue;
        Lexer lexer(module_.text().substr(module_.origin(i)));
        const Token token = lexer.Next();
        if (token.IsName()) declared_.insert(token.rest());
      }
    }
    return declared_.contains(name);
  }

  const Module& module_;
  // The names of what is declared outside functions, once they are asked for.
  absl::flat_hash_set<absl::string_view> declared_;
};

}  // namespace

std::vector<Misnomer> FindMisnomers(const Module& module) {
  return Finder(module).Find();
}

}  // namespace plumb
