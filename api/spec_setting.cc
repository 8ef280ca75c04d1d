#include "api/spec_setting.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "api/resolve/id_text.h"
#include "api/resolve/type_text.h"
#include "grammar/grammar.h"
#include "parse/suggest.h"
#include "parse/text/float_literal.h"
#include "parse/text/integer_literal.h"
#include "parse/text/literal_error.h"

namespace plumb {
namespace {

// A scalar specialization constant, its SpecId and its name.
struct Constant {
  Id id;
  std::string name;           // in the text, without the percent sign
  absl::string_view op_name;  // empty if there is none
  absl::optional<uint32_t> spec_id;
};

bool IsScalarSpecConstant(Op op) {
  return op == Op::kSpecConstant || op == Op::kSpecConstantTrue ||
         op == Op::kSpecConstantFalse;
}

// The SpecId of each id that has one, directly or through a group.
absl::flat_hash_map<uint32_t, uint32_t> SpecIds(const Module& module) {
  absl::flat_hash_map<uint32_t, uint32_t> spec_ids;
  for (const InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kDecorate && inst.operand_count() > 2 &&
        inst.operand_word(1) == static_cast<uint32_t>(Decoration::kSpecId)) {
      spec_ids[inst.operand_word(0)] = inst.operand_word(2);
    }
  }
  for (const InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    if (inst.op() != Op::kGroupDecorate) continue;
    const auto group = spec_ids.find(inst.operand_word(0));
    if (group == spec_ids.end()) continue;
    const uint32_t spec_id = group->second;
    for (uint32_t o = 1; o < inst.operand_count(); ++o) {
      spec_ids.try_emplace(inst.operand_word(o), spec_id);
    }
  }
  return spec_ids;
}

std::vector<Constant> ConstantsOf(const Module& module, IdText* ids) {
  const absl::flat_hash_map<uint32_t, uint32_t> spec_ids = SpecIds(module);
  absl::flat_hash_map<uint32_t, absl::string_view> names;
  for (const InstIndex i : module.names()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kName) names[inst.operand_word(0)] = inst.string(1);
  }
  std::vector<Constant> constants;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const InstRecord& record = module.record(i);
    if (!IsScalarSpecConstant(record.op)) continue;
    Constant constant;
    constant.id = record.result;
    constant.name =
        std::string(absl::StripPrefix(ids->Text(record.result), "%"));
    const auto name = names.find(record.result.value);
    if (name != names.end()) constant.op_name = name->second;
    const auto spec_id = spec_ids.find(record.result.value);
    if (spec_id != spec_ids.end()) constant.spec_id = spec_id->second;
    constants.push_back(std::move(constant));
  }
  return constants;
}

// The constants that `wanted_name` names.
std::vector<const Constant*> Matches(const Module& module,
                                     const std::vector<Constant>& constants,
                                     absl::string_view wanted_name) {
  std::vector<const Constant*> matches;
  uint32_t spec_id = 0;
  const bool is_number = absl::c_all_of(wanted_name, absl::ascii_isdigit);
  if (is_number && !absl::SimpleAtoi(wanted_name, &spec_id)) return matches;
  absl::string_view bare = wanted_name;
  const bool has_sign = absl::ConsumePrefix(&bare, "%");
  for (const Constant& constant : constants) {
    const bool matched =
        is_number
            ? constant.spec_id == spec_id
            : constant.name == bare || constant.op_name == wanted_name ||
                  (has_sign &&
                   (constant.op_name == bare ||
                    absl::StrCat(module.original_id(constant.id)) == bare));
    if (matched) matches.push_back(&constant);
  }
  return matches;
}

absl::Status NoSuchConstant(const std::vector<Constant>& constants,
                            absl::string_view wanted_name) {
  Suggestion suggestion(wanted_name);
  for (const Constant& constant : constants) {
    suggestion.Offer(constant.name);
  }
  const bool is_number = absl::c_all_of(wanted_name, absl::ascii_isdigit);
  return absl::NotFoundError(absl::StrCat(
      "there is no scalar specialization constant ",
      is_number ? "with SpecId " : "'", wanted_name, is_number ? "" : "'",
      suggestion.best().empty()
          ? ""
          : absl::StrCat("; did you mean ", suggestion.best(), "?")));
}

LiteralError ParseWords(const Inst& type, absl::string_view text,
                        uint32_t* words) {
  switch (type.op()) {
    case Op::kTypeBool:
      words[0] = text == "true" ? 1 : 0;
      return text == "true" || text == "false" ? LiteralError::kNone
                                               : LiteralError::kSyntax;
    case Op::kTypeInt:
      if (type.word(2) == 0 || type.word(2) > 64) return LiteralError::kWidth;
      return ParseInteger(text, type.word(2), type.word(3) != 0, words);
    case Op::kTypeFloat: {
      const FloatFormat* format =
          FindFloatFormat(type.word(2), type.word_count() > 3
                                            ? absl::make_optional(type.word(3))
                                            : absl::nullopt);
      return format == nullptr ? LiteralError::kWidth
                               : ParseFloat(text, *format, words);
    }
    default:
      return LiteralError::kWidth;
  }
}

absl::StatusOr<uint64_t> ParseValue(const Module& module,
                                    const Constant& constant,
                                    absl::string_view text, IdText* ids) {
  const Id type_id = module.type_of(constant.id);
  const auto failure = [&](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", text, "' ", what, " specialization constant %", constant.name,
        ", which is ", TypeText(module, type_id, ids)));
  };
  const InstIndex def = module.def(type_id);
  if (def == kNoInst) return failure("cannot be given to");
  const Inst type = module.inst(def);
  uint32_t words[2] = {0, 0};
  switch (ParseWords(type, text, words)) {
    case LiteralError::kNone:
      break;
    case LiteralError::kSyntax:
      return failure("is not a value of");
    case LiteralError::kNegative:
    case LiteralError::kRange:
      return failure("is out of the range of");
    case LiteralError::kWidth:
      return failure("cannot be given to");
  }
  const uint32_t width = type.op() == Op::kTypeBool ? 1 : type.word(2);
  const uint64_t bits = words[0] | uint64_t{words[1]} << 32;
  return width < 64 ? bits & ((uint64_t{1} << width) - 1) : bits;
}

}  // namespace

absl::StatusOr<SpecSetting> ParseSpecSetting(absl::string_view text) {
  const size_t equals = text.rfind('=');
  if (equals == absl::string_view::npos || equals == 0 ||
      equals + 1 == text.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is not ID=VALUE, such as 3=16 or %size=16"));
  }
  return SpecSetting{std::string(text.substr(0, equals)),
                     std::string(text.substr(equals + 1))};
}

absl::StatusOr<Specialization> ResolveSpecSettings(
    const Module& module, absl::Span<const SpecSetting> settings) {
  Specialization specialization;
  if (settings.empty()) return specialization;
  IdText ids(module);
  const std::vector<Constant> constants = ConstantsOf(module, &ids);
  absl::flat_hash_map<uint32_t, const SpecSetting*> given;  // by what
  for (const SpecSetting& setting : settings) {
    const std::vector<const Constant*> matches =
        Matches(module, constants, setting.constant);
    if (matches.empty()) return NoSuchConstant(constants, setting.constant);
    const bool by_name = !absl::c_all_of(setting.constant, absl::ascii_isdigit);
    if (matches.size() > 1 && by_name) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", setting.constant, "' names several specialization ",
                       "constants, %", matches[0]->name, " and %",
                       matches[1]->name, " among them"));
    }
    for (const Constant* constant : matches) {
      const auto [it, is_new] = given.try_emplace(constant->id.value, &setting);
      if (!is_new) {
        return absl::InvalidArgumentError(
            absl::StrCat("specialization constant %", constant->name,
                         " is given twice, by '", it->second->constant, "=",
                         it->second->value, "' and by '", setting.constant, "=",
                         setting.value, "'"));
      }
      const absl::StatusOr<uint64_t> bits =
          ParseValue(module, *constant, setting.value, &ids);
      if (!bits.ok()) return bits.status();
      specialization.push_back({constant->id, *bits});
    }
  }
  absl::c_sort(specialization,
               [](const SpecializedConstant& a, const SpecializedConstant& b) {
                 return a.id < b.id;
               });
  return specialization;
}

}  // namespace plumb
