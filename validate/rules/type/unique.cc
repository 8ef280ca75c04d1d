// Types that are neither aggregates nor pointers may be declared only once
// (section 2.8): equal declarations would be different types.
//
// The declarations are sorted by their words, which brings equal ones together:
// O(n log n) in the words of the declarations, whatever they say.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

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
    case Op::kTypeBufferEXT:
      return true;
    default:
      return !Is(op, grammar::OpTrait::kType);
  }
}

// Compares declarations by the words that say what the type is: the first one,
// with opcode and length, and those behind the result.
int Compare(absl::Span<const uint32_t> a, absl::Span<const uint32_t> b) {
  if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
  const auto [x, y] = std::mismatch(a.begin() + 2, a.end(), b.begin() + 2);
  if (x == a.end()) return 0;
  return *x < *y ? -1 : 1;
}

// Whether the module says that it repeats types knowingly, which tools that
// edit modules do.
bool RepeatsKnowingly(const Module& module) {
  for (InstIndex i : module.extensions()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kExtension &&
        inst.string(0) == "SPV_VALIDATOR_ignore_type_decl_unique") {
      return true;
    }
  }
  return false;
}

void CheckUnique(ModuleContext& context) {
  const Module& module = context.module();
  const auto words = [&](InstIndex i) { return module.inst(i).words(); };
  std::vector<InstIndex>& types = context.inst_scratch();
  types.clear();
  for (InstIndex i(0); i < module.global_end(); ++i) {
    if (!MayRepeat(module.record(i).op)) types.push_back(i);
  }
  std::sort(types.begin(), types.end(), [&](InstIndex a, InstIndex b) {
    const int order = Compare(words(a), words(b));
    return order != 0 ? order < 0 : a < b;
  });
  InstIndex first = kNoInst;
  for (const InstIndex i : types) {
    if (first == kNoInst || Compare(words(first), words(i)) != 0) {
      first = i;
      continue;
    }
    const Id id = module.record(first).result;
    if (id == module.record(i).result) continue;  // defined twice: ssa/ids.cc
    if (RepeatsKnowingly(module)) return;
    context.Report(R("type.nonaggregate.unique"), Place::At(i), {id})
        .Note("{0} is declared here", Place::At(first), {id});
    context.Poison(module.record(i).result);
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckUnique}};

}  // namespace

extern constinit const Family kUnique = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
