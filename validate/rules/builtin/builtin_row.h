// Rows of the tables of built-ins (section 3.2.20, the extensions that add
// some, and Vulkan's list of them): the execution models, the storage classes
// and the type of each.
//
// The tables are in the files of this folder, by subject; builtin_use.cc
// checks modules against them.
#ifndef PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_ROW_H_
#define PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_ROW_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/execution_models.h"
#include "core/rule.h"
#include "grammar/grammar.h"
#include "validate/engine/type_pattern.h"

namespace plumb {

// --- Execution models ---

struct Models {
  ModelSet set;
  absl::string_view text;  // for a message: "vertex shaders"
};

// The models that allow a built-in.  Arguments of the rule: the built-in,
// Models::text, and the model that uses the object.
struct ModelRow {
  const Models* models = nullptr;  // null: any
  Rule rule = {};
  // in Vulkan, if Vulkan allows fewer models
  const Models* in_vulkan = nullptr;
};

constexpr ModelRow IsFor(const Models& models, absl::string_view id,
                         absl::string_view vuid = "", Scope when = {}) {
  return {&models,
          {id, "",
           "built-in {0} is allowed only in {1}, not in execution model {2}",
           vuid, Severity::kError, when}};
}
constexpr ModelRow Narrower(const Models& in_vulkan, ModelRow row) {
  row.in_vulkan = &in_vulkan;
  return row;
}

// Models shared by tables.
namespace builtin_models {
using Model = grammar::ExecutionModel;
inline constexpr Models kVertex = {{Model::kVertex}, "vertex shaders"};
inline constexpr Models kVertexProcessing = {
    {Model::kVertex, Model::kTessellationControl,
     Model::kTessellationEvaluation, Model::kGeometry, Model::kMeshNV,
     Model::kMeshEXT},
    "vertex, tessellation, geometry and mesh shaders"};
inline constexpr Models kTessellationEvaluation = {
    {Model::kTessellationEvaluation}, "tessellation evaluation shaders"};
inline constexpr Models kFragment = {{Model::kFragment}, "fragment shaders"};
inline constexpr Models kHit = {
    {Model::kIntersectionKHR, Model::kAnyHitKHR, Model::kClosestHitKHR},
    "intersection, any-hit and closest hit shaders"};
}  // namespace builtin_models

// --- Storage classes ---

// The storage classes that an object may be in.
enum class Direction : uint8_t { kInput, kOutput, kEither };

// Whether it may be in a storage class.
constexpr bool Includes(Direction direction, grammar::StorageClass storage) {
  return (storage == grammar::StorageClass::kInput &&
          direction != Direction::kOutput) ||
         (storage == grammar::StorageClass::kOutput &&
          direction != Direction::kInput);
}
// For a message.
constexpr absl::string_view NameOf(Direction direction) {
  switch (direction) {
    case Direction::kInput:
      return "Input";
    case Direction::kOutput:
      return "Output";
    case Direction::kEither:
      break;
  }
  return "Input or Output";
}

// A storage class that does not depend on the model.  Arguments of the rule,
// which is one of Vulkan: the built-in, the name of the direction, and the
// storage class of the object.
struct BuiltInStorageRow {
  Direction direction = Direction::kEither;
  Rule rule = {};  // without an id: any storage class
  // Whether the specification or an extension has the same rule.
  bool everywhere = false;
};

inline constexpr absl::string_view kStorageText =
    "built-in {0} must be in storage class {1}, not {2}";

constexpr BuiltInStorageRow IsInVulkan(Direction direction,
                                       absl::string_view id,
                                       absl::string_view vuid = "") {
  return {direction, {id, "", kStorageText, vuid, Severity::kError, kInVulkan}};
}
constexpr BuiltInStorageRow Is(Direction direction, absl::string_view id,
                               absl::string_view vuid = "") {
  BuiltInStorageRow row = IsInVulkan(direction, id, vuid);
  row.everywhere = true;
  return row;
}

// A storage class for some models, or a precondition of it.  Arguments: the
// built-in, the name of the direction, Models::text, and the storage class.
struct DirectionRow {
  constexpr DirectionRow(grammar::BuiltIn b, const Models& for_models,
                         Direction d, absl::string_view id,
                         absl::string_view section, absl::string_view vuid,
                         Scope when = {})
      : builtin(b),
        models(for_models),
        direction(d),
        rule{id,
             section,
             "built-in {0} must be in storage class {1} in {2}, not in {3}",
             vuid,
             Severity::kError,
             when} {}

  grammar::BuiltIn builtin;
  const Models& models;
  Direction direction;
  Rule rule;
};

// --- Types ---

struct BuiltInType {
  TypePattern pattern;
  absl::string_view text;  // for a message: "a 32-bit integer"
};

// Whether shaders that process several vertices or primitives at a time may
// have arrays of such objects: as variables, or as members too.  For
// kWhereUsed, front ends also declare variables of other types, which are not
// used.
enum class Arrayed : uint8_t { kNo, kYes, kWhereUsed, kMembersToo };

// The type of the object.  Arguments: the built-in, BuiltInType::text, and the
// actual type.
struct TypeRow {
  const BuiltInType* type = nullptr;
  Rule rule = {};  // without an id: any type
  Arrayed arrayed = Arrayed::kNo;
  // Without an id: the same for all models.  Otherwise Vulkan's rule for
  // MeshEXT shaders, with the same arguments; `rule` applies to the other
  // models.
  Rule mesh_rule = {};
};

// If a member has two built-ins, one of them is probably intended for another
// member.
constexpr TypeRow HasType(const BuiltInType& type, absl::string_view id,
                          absl::string_view vuid = "", Scope when = {}) {
  return {&type,
          {id, "", "built-in {0} must be {1}, not {2}", vuid, Severity::kError,
           when}};
}
constexpr TypeRow OrArrayOf(TypeRow row, Arrayed arrayed = Arrayed::kYes) {
  row.arrayed = arrayed;
  return row;
}

// A row with a rule for MeshEXT shaders.
constexpr TypeRow InMesh(absl::string_view id, absl::string_view vuid,
                         TypeRow row) {
  row.mesh_rule = {
      id,
      "SPV_EXT_mesh_shader",
      "built-in {0} of a mesh shader must be {1}, or an array of them, not {2}",
      vuid,
      Severity::kError,
      kInVulkan};
  return row;
}

// Types shared by tables.
namespace builtin_type {
inline constexpr BuiltInType kBool = {Scalar(type_trait::kBool), "a Boolean"};
inline constexpr BuiltInType kInt = {Scalar(type_trait::kInt),
                                     "an integer scalar"};
inline constexpr BuiltInType kInt32 = {plumb::kInt32, "a 32-bit integer"};
inline constexpr BuiltInType kInt32x2 = {Vector(type_trait::kInt, 32, 2),
                                         "a vector of two 32-bit integers"};
inline constexpr BuiltInType kInt32x3 = {Vector(type_trait::kInt, 32, 3),
                                         "a vector of three 32-bit integers"};
inline constexpr BuiltInType kInt32x4 = {Vector(type_trait::kInt, 32, 4),
                                         "a vector of four 32-bit integers"};
inline constexpr BuiltInType kFloat32 = {plumb::kFloat32, "a 32-bit float"};
inline constexpr BuiltInType kFloat32x2 = {kFloat32Vector2,
                                           "a vector of two 32-bit floats"};
inline constexpr BuiltInType kFloat32x3 = {kFloat32Vector3,
                                           "a vector of three 32-bit floats"};
inline constexpr BuiltInType kFloat32x4 = {kFloat32Vector4,
                                           "a vector of four 32-bit floats"};
inline constexpr BuiltInType kFloat32Array = {ArrayOf(plumb::kFloat32),
                                              "an array of 32-bit floats"};
inline constexpr BuiltInType kInt32Array = {ArrayOf(plumb::kInt32),
                                            "an array of 32-bit integers"};
}  // namespace builtin_type

// A part of a row whose rule has aliases.
template <typename Part>
constexpr Part Also(absl::string_view aliases, Part part) {
  part.rule = Also(aliases, part.rule);
  return part;
}
// A part of a row that comes from another section.
template <typename Part>
constexpr Part WithSection(absl::string_view section, Part part) {
  part.rule.section = section;
  return part;
}

// --- Rows ---

// The rules for a built-in: any of the three parts, which are rules of
// `section`, or of that of WithSection().
struct BuiltInRow {
  template <typename... Parts>
  constexpr BuiltInRow(grammar::BuiltIn b, absl::string_view section,
                       Parts... parts)
      : builtin(b) {
    (Add(section, parts), ...);
  }

  grammar::BuiltIn builtin;
  // Set if the built-in has another name in another extension: the row applies
  // to modules that declare that extension, and precedes the row for all
  // others.
  std::optional<grammar::Extension> named_by = std::nullopt;
  ModelRow models = {};
  BuiltInStorageRow storage = {};
  TypeRow type = {};

 private:
  template <typename Part>
  static constexpr Part WithDefaultSection(absl::string_view section,
                                           const Part& part) {
    return part.rule.section.empty() ? WithSection(section, part) : part;
  }
  constexpr void Add(absl::string_view, grammar::Extension name) {
    named_by = name;
  }
  constexpr void Add(absl::string_view section, const ModelRow& part) {
    models = WithDefaultSection(section, part);
  }
  constexpr void Add(absl::string_view section, const BuiltInStorageRow& part) {
    storage = WithDefaultSection(section, part);
  }
  constexpr void Add(absl::string_view section, const TypeRow& part) {
    type = WithDefaultSection(section, part);
  }
};

// The rules of a row, for RulesOf() (validate/engine/table_rules.h).
constexpr const Rule& ModelRuleOf(const BuiltInRow& row) {
  return row.models.rule;
}
constexpr const Rule& StorageRuleOf(const BuiltInRow& row) {
  return row.storage.rule;
}
constexpr const Rule& TypeRuleOf(const BuiltInRow& row) {
  return row.type.rule;
}
constexpr const Rule& MeshTypeRuleOf(const BuiltInRow& row) {
  return row.type.mesh_rule;
}

// The tables.
extern const absl::Span<const BuiltInRow> kVertexRows;
extern const absl::Span<const BuiltInRow> kFragmentRows;
extern const absl::Span<const BuiltInRow> kComputeRows;
extern const absl::Span<const BuiltInRow> kMeshRows;
extern const absl::Span<const BuiltInRow> kRayTracingRows;
extern const absl::Span<const BuiltInRow> kVendorRows;
extern const absl::Span<const DirectionRow> kDirectionRows;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_ROW_H_
