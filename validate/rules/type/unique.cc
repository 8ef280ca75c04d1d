// Types that are neither aggregates nor pointers may be declared only once
// (section 2.8): equal declarations would be different types.
//
// The declarations are sorted by their words, which brings equal ones together:
// O(n log n) in the words of the declarations, whatever they say.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("type.pointer.duplicates-allowed",
         {"type.nonaggregate.unique", "2.8",
          "a non-aggregate type must be declared only once, but {0} is the "
          "same type"}),
});

bool MayRepeat(Op op) {
  switch (op) {
    case Op::kTypeArray:
    case Op::kTypeRuntimeArray:
    case Op::kTypeNodePayloadArrayAMDX:
    case Op::kTypeStruct:
    case Op::kTypePointer:
    case Op::kTypeUntypedPointerKHR:
      return true;
    default:
      return false;
  }
}

// Compares declarations by the words that determine the type: the first one,
// with opcode and length, and those after the result.
int Compare(absl::Span<const uint32_t> a, absl::Span<const uint32_t> b) {
  if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
  const auto [x, y] = std::mismatch(a.begin() + 2, a.end(), b.begin() + 2);
  if (x == a.end()) return 0;
  return *x < *y ? -1 : 1;
}

// Whether the module declares that it repeats types on purpose, as tools that
// edit modules do.
bool AllowsDuplicateTypes(const Module& module) {
  for (InstIndex i : module.extensions()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kExtension &&
        inst.string(0) == "SPV_VALIDATOR_ignore_type_decl_unique") {
      return true;
    }
  }
  return false;
}

// A declaration, and the words that distinguish most declarations.
struct Declaration {
  uint64_t key;
  InstIndex at;
};

Declaration DeclarationAt(const Module& module, InstIndex i) {
  constexpr uint32_t kAfterResult = 2;
  const absl::Span<const uint32_t> words = module.inst(i).words();
  const uint32_t second = words.size() > kAfterResult ? words[kAfterResult] : 0;
  return {uint64_t{words[0]} << 32 | second, i};
}

void CheckUnique(ModuleContext& context) {
  const Module& module = context.module();
  const auto words = [&](InstIndex i) { return module.inst(i).words(); };
  auto& types = context.Scratch<std::vector<Declaration>>();
  types.clear();
  for (const Id type : context.types().types()) {
    const InstIndex at = module.def(type);
    if (!MayRepeat(module.record(at).op)) {
      types.push_back(DeclarationAt(module, at));
    }
  }
  const auto order = [&](const Declaration& a, const Declaration& b) {
    if (a.key != b.key) return a.key < b.key ? -1 : 1;
    return Compare(words(a.at), words(b.at));
  };
  absl::c_sort(types, [&](const Declaration& a, const Declaration& b) {
    const int compared = order(a, b);
    return compared != 0 ? compared < 0 : a.at < b.at;
  });
  const Declaration* first = nullptr;
  for (const Declaration& type : types) {
    if (first == nullptr || order(*first, type) != 0) {
      first = &type;
      continue;
    }
    const Id id = module.record(first->at).result;
    const Id again = module.record(type.at).result;
    if (AllowsDuplicateTypes(module)) return;
    DiagnosticBuilder report =
        context.Report(R("type.nonaggregate.unique"), Place::At(type.at), {id});
    report.Note("{0} is declared here", Place::At(first->at), {id});
    if (report.is_error()) context.Poison(again);
  }
}

}  // namespace

extern constinit const Family kUnique(
    R, kModuleCheck<Phase::kSummaries, CheckUnique>);

}  // namespace plumb
