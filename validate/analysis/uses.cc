#include "validate/analysis/uses.h"

namespace plumb {
namespace {

// Calls `visit` with each id that is used, in module order.
template <typename Visit>
void ForEachUse(const Module& module, Visit visit) {
  for (InstIndex i(0); i.value < module.size(); ++i) {
    module.ForEachIdUse(i, [&](OperandIndex operand, Id id) {
      if (id.value < module.id_bound()) visit(id.value, Use{i, operand});
    });
  }
}

}  // namespace

void Uses::Build(const Module& module) {
  uses_.Start(module.id_bound());
  ForEachUse(module, [this](uint32_t id, const Use&) { uses_.Count(id); });
  uses_.Allocate();
  ForEachUse(module,
             [this](uint32_t id, const Use& use) { uses_.Add(id, use); });
}

}  // namespace plumb
