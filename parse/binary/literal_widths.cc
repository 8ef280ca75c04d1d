#include "parse/binary/literal_widths.h"

#include <cstddef>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

using grammar::Op;

constexpr absl::string_view kDeclared =
    "{0} is declared here, with literals of {1} word{1s}";
constexpr absl::string_view kMore =
    "the same error applies to {1} more instruction{1s} with literals of type "
    "{0}";

struct Literals {
  uint64_t wrong = 0;  // number of instructions
  bool any_correct = false;
  Place first;  // of the errors
  Place second;

  // Whether an error is the one that is kept.
  bool IsFirst(const Diagnostic& d) const {
    return d.place.begin == first.begin;
  }
};
using LiteralsOfTypes = absl::flat_hash_map<Id, Literals>;

Id LiteralTypeOf(const Diagnostic& d) {
  const Arg& arg = d.args[kLiteralTypeArg];
  return arg.kind == Arg::Kind::kId ? Id(static_cast<uint32_t>(arg.number))
                                    : kNoId;
}

LiteralsOfTypes FindIncorrect(const Module& module,
                              absl::Span<const Diagnostic> diagnostics) {
  LiteralsOfTypes types;
  for (const Diagnostic& d : diagnostics) {
    if (d.place.kind != Place::Kind::kInput) continue;
    const Id type = LiteralTypeOf(d);
    // The list may have errors of other modules.
    if (LiteralWords(module, module.words(), type) == 0) continue;
    Literals& literals = types[type];
    ++literals.wrong;
    if (literals.wrong == 1) literals.first = d.place;
    if (literals.wrong == 2) literals.second = d.place;
  }
  return types;
}

void FindCorrect(const Module& module, LiteralsOfTypes& types) {
  // Result type, result and literal.
  constexpr uint32_t kWordsBeforeLiteral = 3;
  for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
    const InstRecord& record = module.record(i);
    if (record.op != Op::kConstant && record.op != Op::kSpecConstant) continue;
    const Inst inst = module.inst(i);
    const auto found = types.find(inst.result_type());
    if (found == types.end()) continue;
    found->second.any_correct |=
        inst.words().size() ==
        kWordsBeforeLiteral +
            LiteralWords(module, module.words(), found->first);
  }
}

void AddTypeNote(const Module& module, size_t error, Id type,
                 DiagnosticList* list) {
  const InstIndex def = module.def(type);
  const uint32_t begin = module.record(def).first_word;
  const size_t words = module.inst(def).words().size();
  list->AddNoteTo(error, kDeclared,
                  Place::Input(begin, begin + static_cast<uint32_t>(words)),
                  {type, uint64_t{LiteralWords(module, module.words(), type)}});
}

}  // namespace

void MergeErrorsOfLiteralWidths(const Module& module, DiagnosticList* list) {
  LiteralsOfTypes types = FindIncorrect(module, list->diagnostics());
  if (types.empty()) return;
  FindCorrect(module, types);
  for (size_t i = 0; i < list->size(); ++i) {
    const Diagnostic d = list->diagnostics()[i];
    const auto found = types.find(LiteralTypeOf(d));
    if (found == types.end()) continue;
    const auto& [type, literals] = *found;
    if (!literals.IsFirst(d) && !literals.any_correct) continue;
    AddTypeNote(module, i, type, list);
    if (literals.any_correct || literals.wrong == 1) continue;
    list->AddNoteTo(i, kMore, literals.second, {type, literals.wrong - 1});
  }
  list->Merge([&](const Diagnostic& d) {
    const auto found = types.find(LiteralTypeOf(d));
    return found != types.end() && !found->second.any_correct &&
           !found->second.IsFirst(d);
  });
}

}  // namespace plumb
