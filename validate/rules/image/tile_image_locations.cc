// Locations of tile images, which form an interface with the attachments
// (SPV_EXT_shader_tile_image, section "Fragment Tile Image Interface" of
// Vulkan).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kVuid[] = "VUID-StandaloneSpirv-TileImageEXT-08723";

constexpr RuleTable R(
    {
        {"image.tileimage.location-required", kVulkan,
         "in Vulkan, a tile image must be decorated with Location, but {0} is "
         "not",
         kVuid, Severity::kError, kInVulkan},
        {"image.tileimage.location-shared", kVulkan,
         "tile images {0} and {1} both have location {2}", kVuid,
         Severity::kError, kInVulkan},
    },
    kDecorateOps);

bool IsTile(const TypeInfo& pointer) {
  return !pointer.unknown() && pointer.Is(tt::kPointer) &&
         pointer.storage_class == StorageClass::kTileImageEXT;
}

void CheckVariable(const CheckContext& c) {
  if (!IsTile(c.result_type()) ||
      c.context().decorations().Has(c.inst().result(), Decoration::kLocation)) {
    return;
  }
  c.Report(R("image.tileimage.location-required"), Place::kWhole,
           {c.inst().result()});
}

// The locations of a variable in an interface.
struct Span {
  uint64_t first;
  uint64_t count;
  uint32_t interface;  // operand of the entry point
  Id variable;
};

// The number of tile images in a type.  Tile images are not in arrays of
// arrays.
uint64_t CountIn(const ModuleContext& context, Id type) {
  return context.types().Get(type).Is(tt::kArray)
             ? CountOf(context, type).value_or(1)
             : 1;
}

void ListSpans(const ModuleContext& context, const EntryPoint& entry,
               std::vector<Span>* spans) {
  const Module& module = context.module();
  spans->clear();
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    const TypeInfo& pointer = context.types().TypeOf(module, variable);
    if (!IsTile(pointer)) continue;
    const auto location =
        context.decorations().Find(variable, Decoration::kLocation);
    if (!location.has_value()) continue;
    spans->push_back(
        {module.inst(location->statement).operand_word(location->parameter),
         CountIn(context, pointer.element), entry.interface_operand(n),
         variable});
  }
}

void CheckEntryPoint(ModuleContext& context, const EntryPoint& entry,
                     std::vector<Span>* spans) {
  ListSpans(context, entry, spans);
  std::sort(spans->begin(), spans->end(), [](const Span& a, const Span& b) {
    return std::tie(a.first, a.interface) < std::tie(b.first, b.interface);
  });
  const Span* last = nullptr;  // the one with the greatest end so far
  for (const Span& span : *spans) {
    if (last != nullptr && last->variable != span.variable &&
        span.first < last->first + last->count) {
      const uint32_t later = std::max(last->interface, span.interface);
      context.Report(
          R("image.tileimage.location-shared"), Place::At(entry.at(), later),
          {last->variable, span.variable, static_cast<uint32_t>(span.first)});
      return;
    }
    if (last == nullptr ||
        span.first + span.count > last->first + last->count) {
      last = &span;
    }
  }
}

void CheckLocations(ModuleContext& context) {
  std::vector<Span> spans;
  for (const InstIndex at : context.module().entry_points()) {
    CheckEntryPoint(context, EntryPoint(context.module(), at), &spans);
  }
}
constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable,
     Requires(Api::kVulkan, StorageClass::kTileImageEXT)}};

}  // namespace

extern constinit const Family kTileImageLocations(
    R,
    kModuleCheck<Phase::kSummaries, CheckLocations, Api::kVulkan,
                 StorageClass::kTileImageEXT>,
    kChecks);

}  // namespace plumb
