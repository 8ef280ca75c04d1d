#include "validate/registry.h"

namespace plumb {
namespace {

constexpr const Family* kFamilies[] = {};

}  // namespace

absl::Span<const Family* const> Families() { return kFamilies; }

const Rule* FindRule(absl::string_view id) {
  for (const Family* family : Families()) {
    for (const Rule& rule : family->rules) {
      if (rule.id == id) return &rule;
    }
  }
  return nullptr;
}

}  // namespace plumb
