#include "testdata/fuzz/fuzz_target.h"

namespace plumb {
namespace {

constexpr FuzzTarget kTargets[] = {
    {"module", FuzzModule, MutateModule},
    {"text", FuzzText},
    {"files", FuzzFiles},
    {"options", FuzzOptions},
    {"lsp", FuzzLsp},
    {"c_interface", FuzzCInterface},
    {"spirv_tools", FuzzSpirvTools},
};

}  // namespace

absl::Span<const FuzzTarget> FuzzTargets() { return kTargets; }

const FuzzTarget* FindFuzzTarget(absl::string_view name) {
  for (const FuzzTarget& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace plumb
