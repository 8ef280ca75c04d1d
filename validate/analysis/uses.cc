#include "validate/analysis/uses.h"

namespace plumb {
namespace {

// Calls `visit` with each id that is used, in module order.
template <typename Visit>
void ForEachUse(const Module& module, Visit visit) {
  const uint32_t* words = module.words().data();
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const uint32_t first_word = module.record(i).first_word;
    const absl::Span<const Operand> operands = module.operands(i);
    for (uint32_t o = 0; o < operands.size(); ++o) {
      if (!IsIdUse(operands[o].kind)) continue;
      const uint32_t id = words[first_word + operands[o].word];
      if (id < module.id_bound()) visit(id, Use{i, o});
    }
  }
}

}  // namespace

void Uses::Build(const Module& module) {
  uses_.Start(module.id_bound());
  ForEachUse(module, [this](uint32_t id, const Use&) { uses_.Count(id); });
  uses_.Allot();
  ForEachUse(module,
             [this](uint32_t id, const Use& use) { uses_.Add(id, use); });
}

}  // namespace plumb
