#include "validate/analysis/decorated.h"

#include "absl/container/flat_hash_map.h"

namespace plumb {

using grammar::Op;

void ForEachDecorated(const Module& module, grammar::Decoration decoration,
                      absl::FunctionRef<void(Id, const Inst&)> visit) {
  absl::flat_hash_map<uint32_t, InstIndex> groups;  // by id of the group
  for (InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    const Op op = inst.op();
    if (op == Op::kDecorate || op == Op::kDecorateId) {
      if (inst.operand_word(1) != static_cast<uint32_t>(decoration)) continue;
      const InstIndex def = module.def(inst.id(0));
      if (def == kNoInst) continue;
      if (module.record(def).op == Op::kDecorationGroup) {
        groups.emplace(inst.operand_word(0), i);
      } else {
        visit(inst.id(0), inst);
      }
    } else if (op == Op::kGroupDecorate) {
      const auto group = groups.find(inst.operand_word(0));
      if (group == groups.end()) continue;
      for (uint32_t o = 1; o < inst.operand_count(); ++o) {
        visit(inst.id(o), module.inst(group->second));
      }
    }
  }
}

}  // namespace plumb
