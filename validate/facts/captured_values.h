// The numbers in decorations of transform feedback, and the sizes of captured
// values.
#ifndef PLUMB_VALIDATE_FACTS_CAPTURED_VALUES_H_
#define PLUMB_VALIDATE_FACTS_CAPTURED_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "grammar/operands.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/module_context.h"
#include "validate/facts/decorated_place.h"

namespace plumb {

// The first parameter of a decoration, if it is a literal.
inline std::optional<uint32_t> NumberOf(const Module& module,
                                        const Decorated& d) {
  const Inst inst = module.inst(d.statement);
  if (d.parameter >= inst.operand_count()) return std::nullopt;
  return inst.operand_word(d.parameter);
}

// The same for a decoration of a target, or of a member.
inline std::optional<uint32_t> FindNumber(const ModuleContext& context,
                                          Id target, uint32_t member,
                                          Decoration kind) {
  const auto d = context.decorations().Find(target, member, kind);
  return d ? NumberOf(context.module(), *d) : std::nullopt;
}

// Calls `visit` with each output in the interface of an entry point.
template <typename Visit>
void ForEachOutput(const ModuleContext& context, const EntryPoint& entry,
                   const Visit& visit) {
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    if (context.types().TypeOf(context.module(), variable).storage_class ==
        StorageClass::kOutput) {
      visit(variable);
    }
  }
}

// Calls `visit` with the captured values of each buffer.  The values must be
// sorted by buffer.
template <typename Captured, typename Visit>
void ForEachBuffer(const std::vector<Captured>& captured, const Visit& visit) {
  for (size_t first = 0; first < captured.size();) {
    size_t last = first;
    while (last < captured.size() &&
           captured[last].buffer == captured[first].buffer) {
      ++last;
    }
    visit(absl::MakeConstSpan(captured).subspan(first, last - first));
    first = last;
  }
}

inline Place PlaceOfNumber(const Decorated& d) {
  return d.by_group() ? PlaceOf(d) : Place::At(d.statement, d.parameter);
}

// The bytes of a captured value, without padding; empty if unknown, or if it
// is a structure.
inline std::optional<uint64_t> CapturedSize(const ModuleContext& context,
                                            Id type) {
  uint64_t count = 1;
  for (int depth = 0; depth < 16; ++depth) {
    const TypeInfo& info = context.types().Get(type);
    if (info.unknown()) return std::nullopt;
    if (info.Is(type_trait::kScalar)) return count * (info.width / 8);
    if (info.Is(type_trait::kVector | type_trait::kMatrix)) {
      if (info.Is(type_trait::kCountUnknown)) return std::nullopt;
      count *= info.count;
    } else if (info.Is(type_trait::kArray)) {
      const Inst array = context.module().inst(context.module().def(type));
      const ScalarConstant length = context.constants().Scalar(
          array.id(grammar::operand::TypeArray::kLength));
      if (!length.fixed() || length.value <= 0 || length.value > 0xffff) {
        return std::nullopt;
      }
      count *= static_cast<uint64_t>(length.value);
      if (count > 0xffffffff) return std::nullopt;
    } else {
      return std::nullopt;
    }
    type = info.element;
  }
  return std::nullopt;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_CAPTURED_VALUES_H_
