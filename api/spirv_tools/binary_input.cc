// See binary_input.h.
#include "api/spirv_tools/binary_input.h"

#include <initializer_list>
#include <limits>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/resolve/diagnostic_resolver.h"
#include "api/spirv_tools/ext_inst_types.h"
#include "core/byte_order.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/rule_policy.h"
#include "grammar/operands.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/binary_rules.h"

namespace plumb::spirv_tools {
namespace {

// Rules that only the validator of SPIRV-Tools has, if any part.
RulePolicy ReaderPolicy(const BinaryInput::Options& options) {
  RulePolicy policy;
  policy.disabled.insert(&BinaryRule("binary.header.schema-zero"));
  policy.disabled.insert(&BinaryRule("binary.string.zero-padded"));
  policy.disabled.insert(&BinaryRule("binary.string.utf8"));
  policy.disabled.insert(&BinaryRule("enum.source-language.known-value"));
  if (options.accepts_unknown) {
    policy.disabled.insert(&BinaryRule("enum.instruction.opcode-known"));
    policy.disabled.insert(&BinaryRule("enum.ext-inst.number-known"));
  }
  return policy;
}

bool HasErrorOfBound(const DiagnosticList& list) {
  return absl::c_any_of(list.diagnostics(), [](const Diagnostic& d) {
    return d.rule == &BinaryRule("binary.id.below-bound") ||
           d.rule == &BinaryRule("binary.header.bound-covers-ids");
  });
}

// Whether a literal, or the operands of an extended instruction, can be read:
// the type or import is defined before it.
bool HasDefinition(const Inst& inst) {
  const Module& module = inst.module();
  const auto is_before = [&](Id id, std::initializer_list<Op> ops) {
    const InstIndex def = module.def(id);
    return def != kNoInst && def < inst.index() &&
           absl::c_linear_search(ops, module.record(def).op);
  };
  switch (inst.op()) {
    case Op::kConstant:
    case Op::kSpecConstant:
      return is_before(inst.result_type(), {Op::kTypeInt, Op::kTypeFloat});
    case Op::kSwitch:
      return inst.operand_count() <= 2 ||
             is_before(module.type_of(inst.id(0)), {Op::kTypeInt});
    case Op::kExtInst:
    case Op::kExtInstWithForwardRefsKHR:
      return is_before(inst.id(grammar::operand::ExtInst::kSet),
                       {Op::kExtInstImport});
    default:
      return true;
  }
}

spv_result_t ResultOf(const Rule& rule) {
  if (rule.id == "binary.id.nonzero") return SPV_ERROR_INVALID_ID;
  if (absl::StartsWith(rule.id, "binary.header.version")) {
    return SPV_ERROR_INTERNAL;
  }
  return SPV_ERROR_INVALID_BINARY;
}

}  // namespace

std::optional<Failure> CheckWords(const uint32_t* words, size_t count) {
  // The bytes of no object are more than a ptrdiff_t can count.
  constexpr size_t kMaxWords =
      std::min(static_cast<size_t>(std::numeric_limits<int32_t>::max()),
               static_cast<size_t>(std::numeric_limits<ptrdiff_t>::max()) /
                   sizeof(uint32_t));
  if (words == nullptr) {
    return BinaryFailure(SPV_ERROR_INVALID_BINARY, 0, "the module is missing");
  }
  if (count > kMaxWords) {
    return BinaryFailure(
        SPV_ERROR_INVALID_BINARY, 0,
        absl::StrCat("the module has ", count, " words, which is more than ",
                     kMaxWords));
  }
  return std::nullopt;
}

size_t InstructionNumber(absl::Span<const uint32_t> words, uint32_t word) {
  size_t number = 0;
  for (size_t at = kHeaderWords; at < words.size() && at <= word; ++number) {
    const uint32_t word_count = words[at] >> 16;
    if (word_count == 0) return number + 1;
    at += word_count;
  }
  return number;
}

BinaryInput::BinaryInput(const uint32_t* words, size_t count,
                         const Options& options) {
  failure_ = CheckWords(words, count);
  if (failure_.has_value()) return;
  SetWords(words, count);
  ReadModule(words, count, options);
  FindRepeatedResult();
  FindUnknownImport();
  FindMissingDefinition();
}

void BinaryInput::ReadModule(const uint32_t* words, size_t count,
                             const Options& options) {
  const RulePolicy policy = ReaderPolicy(options);
  DiagnosticList diagnostics;
  diagnostics.set_policy(&policy);
  BinaryReader reader;
  reader.Read(absl::MakeConstSpan(words, count), &module_, &diagnostics);
  if (HasErrorOfBound(diagnostics)) {
    // Tables by id lack what is not below the bound.  With the largest bound
    // the reader renumbers ids.
    unbounded_words_.assign(words_.begin(), words_.end());
    unbounded_words_[3] = std::numeric_limits<uint32_t>::max();
    diagnostics.Clear();
    reader.Read(unbounded_words_, &module_, &diagnostics);
  }
  readable_count_ = module_.size();
  has_header_ = count >= kHeaderWords;
  diagnostics.Sort();
  FindFailure(diagnostics);
}

void BinaryInput::SetWords(const uint32_t* words, size_t count) {
  words_ = absl::MakeConstSpan(words, count);
  if (count == 0 || words[0] != SwapBytes(kMagicNumber)) return;
  is_swapped_ = true;
  owned_words_.assign(words, words + count);
  for (uint32_t& word : owned_words_) word = SwapBytes(word);
  words_ = owned_words_;
}

// Records an error if it is the first one.
void BinaryInput::FailAt(uint32_t word, spv_result_t result,
                         std::string message) {
  if (failure_.has_value() && failure_word_ <= word) return;
  failure_word_ = word;
  failure_ = BinaryFailure(result, InstructionNumber(words_, word),
                           std::move(message));
  if (word < kHeaderWords) has_header_ = false;
  const InstIndex last = module_.InstAtOrigin(word);
  if (last == kNoInst) {
    readable_count_ = 0;
    return;
  }
  // The instruction with the error may be in the module.
  const uint32_t end =
      module_.record(last).first_word + module_.word_count(last);
  readable_count_ = word < end ? last.value : last.value + 1;
}

void BinaryInput::FindFailure(const DiagnosticList& diagnostics) {
  if (diagnostics.error_count() == 0) return;
  const Diagnostic& first = diagnostics.diagnostics().front();
  const std::vector<ResolvedDiagnostic> resolved =
      ResolveDiagnostics(module_, diagnostics, kDefaultTargetEnv, 1);
  FailAt(first.place.kind == Place::Kind::kInput ? first.place.begin : 0,
         ResultOf(*first.rule), resolved.front().message);
}

void BinaryInput::FindRepeatedResult() {
  if (module_.redefinitions().empty()) return;
  const InstRecord& record = module_.record(module_.redefinitions().front());
  FailAt(record.first_word, SPV_ERROR_INVALID_ID,
         absl::StrCat("id ", module_.original_id(record.result),
                      " is defined by an earlier instruction"));
}

void BinaryInput::FindUnknownImport() {
  const absl::Span<const InstIndex> imports = module_.ext_inst_imports();
  for (size_t i = 0; i < imports.size(); ++i) {
    const Inst import = module_.inst(imports[i]);
    if (ExtInstTypeOf(import) != SPV_EXT_INST_TYPE_NONE) continue;
    FailAt(module_.record(imports[i]).first_word, SPV_ERROR_INVALID_BINARY,
           absl::StrCat("the extended instruction set \"",
                        import.string(import.operand_count() - 1),
                        "\" is unknown"));
    return;
  }
}

void BinaryInput::FindMissingDefinition() {
  for (uint32_t i = 0; i < readable_count_; ++i) {
    const Inst inst = module_.inst(InstIndex(i));
    if (HasDefinition(inst)) continue;
    const bool has_set = IsExtInst(inst.op());
    FailAt(module_.record(inst.index()).first_word,
           has_set ? SPV_ERROR_INVALID_ID : SPV_ERROR_INVALID_BINARY,
           has_set ? "the set of the extended instruction is not imported"
                   : "the type of the literal is not a numeric type");
    return;
  }
}

}  // namespace plumb::spirv_tools
