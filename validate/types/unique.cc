// Types that are neither aggregates nor pointers may be declared only once
// (section 2.8): equal declarations would be different types.
//
// One pass over the declarations with an open-addressing table of those seen,
// compared by their words; linear in the words of the declarations.
//
// Tested by testdata/rule_test.cc.
#include "validate/types/unique.h"

#include <vector>

#include "core/module.h"
#include "core/op_role.h"
#include "validate/module_context.h"

namespace plumb {
namespace {

using grammar::Op;

constexpr Rule kRules[] = {
    {"type.nonaggregate.unique", "2.8",
     "a type that is no aggregate must be declared once, but {0} is the same"},
};
consteval const Rule& R(absl::string_view id) {
  return kRules[RuleIndex(kRules, id)];
}

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
      return RoleOf(op) != OpRole::kType;
  }
}

// The words of a declaration that say what the type is: the first one, with
// opcode and length, and those behind the result.
uint64_t Hash(absl::Span<const uint32_t> words) {
  uint64_t hash = words[0];
  for (uint32_t word : words.subspan(2)) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash ^ (hash >> 32);
}

bool Same(absl::Span<const uint32_t> a, absl::Span<const uint32_t> b) {
  return a[0] == b[0] && a.subspan(2) == b.subspan(2);
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
  uint32_t count = 0;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    if (!MayRepeat(module.record(i).op)) ++count;
  }
  if (count < 2) return;
  size_t size = 4;
  while (size < size_t{2} * count) size *= 2;
  std::vector<InstIndex>& seen = context.inst_scratch();
  seen.assign(size, kNoInst);
  for (InstIndex i(0); i < module.global_end(); ++i) {
    if (MayRepeat(module.record(i).op)) continue;
    const Inst inst = module.inst(i);
    const absl::Span<const uint32_t> words = inst.words();
    size_t slot = Hash(words) & (size - 1);
    while (seen[slot] != kNoInst &&
           !Same(module.inst(seen[slot]).words(), words)) {
      slot = (slot + 1) & (size - 1);
    }
    if (seen[slot] == kNoInst) {
      seen[slot] = i;
      continue;
    }
    const Id first = module.record(seen[slot]).result;
    if (first == inst.result()) continue;  // defined twice: ssa/ids.cc
    if (RepeatsKnowingly(module)) return;
    context.Say(R("type.nonaggregate.unique"), Place::At(i), {first})
        .Note("{0} is declared here", Place::At(seen[slot]), {first});
    context.Poison(inst.result());
  }
}

constexpr ModuleCheck kModuleChecks[] = {CheckUnique};

}  // namespace

constinit const Family kUniqueTypes = {"unique-types", kRules, kModuleChecks};

}  // namespace plumb
