// The table of traits.  See traits.h.
//
// Traits are computed in the order of the table, each followed by its
// exceptions, so that a trait may be based on earlier ones.
#include "grammar/generator/traits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/read_file.h"

namespace plumb::grammar::generator {
namespace {

// An instruction, as input of the conventions.
class Facts {
 public:
  Facts(const Instruction& instruction, const Model& model)
      : instruction_(instruction), model_(model) {}

  bool Starts(absl::string_view with) const {
    return absl::StartsWith(instruction_.name, with);
  }
  bool Ends(absl::string_view with) const {
    return absl::EndsWith(instruction_.name, with);
  }
  bool Says(absl::string_view what) const {
    return absl::StrContains(instruction_.name, what);
  }
  bool InClass(absl::string_view name) const {
    return instruction_.op_class == name;
  }
  bool Takes(absl::string_view kind) const {
    return std::any_of(instruction_.operands.begin(),
                       instruction_.operands.end(), [&](const Operand& o) {
                         return model_.kinds[o.kind].identifier == kind;
                       });
  }
  bool Has(absl::string_view trait) const;
  const std::string& name() const { return instruction_.name; }

 private:
  const Instruction& instruction_;
  const Model& model_;
};

struct TraitRow {
  absl::string_view name;
  absl::string_view comment;
  bool (*applies)(const Facts&);
};

bool Never(const Facts&) { return false; }

bool IsGather(const Facts& f) {
  absl::string_view rest = f.name();
  if (!absl::ConsumePrefix(&rest, "OpImage")) return false;
  absl::ConsumePrefix(&rest, "Sparse");
  absl::ConsumePrefix(&rest, "Dref");
  return rest == "Gather";
}

constexpr TraitRow kTraits[] = {
    {"Type", "The result is a type.",
     [](const Facts& f) { return f.Starts("OpType"); }},
    {"TypeDeclaration",
     "Declares a type, or a part of one: <id> operands are types, too.",
     [](const Facts& f) { return f.Has("Type"); }},
    {"ConstantDeclaration", "Declares a constant, or a part of one.",
     [](const Facts& f) {
       return f.Starts("OpConstant") || f.Starts("OpSpecConstant");
     }},
    {"TypedConstant", "The result is a constant that has a type.",
     [](const Facts& f) {
       return f.Has("ConstantDeclaration") && f.Takes("IdResultType");
     }},
    {"MakesConstant",
     "The result is a constant with a value of its own: kConstant, and\n"
     "  // OpSpecConstantOp.",
     [](const Facts& f) {
       return f.Has("TypedConstant") && f.InClass("Constant-Creation");
     }},
    {"Constant",
     "A constant instruction whose operands are literals or constants, all\n"
     "  // of one value.",
     [](const Facts& f) { return f.Has("MakesConstant"); }},
    {"SpecConstant", "Of those, one that specialization may replace.",
     [](const Facts& f) {
       return f.Has("Constant") && f.Starts("OpSpecConstant");
     }},
    {"SizeConstant",
     "What a length, a count or an offset may be: kMakesConstant, and\n"
     "  // OpConstantSizeOfEXT.",
     [](const Facts& f) { return f.Has("MakesConstant"); }},
    {"Branch", "Ends a block, with successors (section 2.2.5).", Never},
    {"Termination", "Ends a block and the function (section 2.2.5).", Never},
    {"Terminator", "Ends a block.",
     [](const Facts& f) { return f.Has("Branch") || f.Has("Termination"); }},
    {"Merge", "A merge instruction.",
     [](const Facts& f) { return f.Ends("Merge"); }},
    {"Debug", "Debug information of the core.",
     [](const Facts& f) { return f.InClass("Debug"); }},
    {"Name", "Names an <id> or a member.",
     [](const Facts& f) { return f.Has("Debug") && f.Ends("Name"); }},
    {"Annotation", "Decorates, or groups decorations.",
     [](const Facts& f) { return f.InClass("Annotation"); }},
    {"Variable", "Declares a variable, of a storage class.",
     [](const Facts& f) {
       return f.InClass("Memory") && f.Takes("StorageClass");
     }},
    {"AccessChain", "Goes from a pointer down a type by indexes.",
     [](const Facts& f) { return f.Says("AccessChain"); }},
    {"Atomic", "An atomic instruction.",
     [](const Facts& f) { return f.InClass("Atomic"); }},
    {"Derivative", "A derivative instruction.",
     [](const Facts& f) { return f.InClass("Derivative"); }},
    {"Group", "A group or subgroup instruction that is not kNonUniform.",
     [](const Facts& f) {
       return f.InClass("Group") && !f.Starts("OpGroupNonUniform");
     }},
    {"NonUniform", "A non-uniform group instruction.",
     [](const Facts& f) { return f.Starts("OpGroupNonUniform"); }},
    {"Image", "An image instruction.",
     [](const Facts& f) { return f.InClass("Image"); }},
    {"ImplicitLod", "Samples an image, with a level of detail of its own.",
     [](const Facts& f) { return f.Has("Image") && f.Ends("ImplicitLod"); }},
    {"ExplicitLod", "Samples an image, with a level of detail as an operand.",
     [](const Facts& f) { return f.Has("Image") && f.Ends("ExplicitLod"); }},
    {"ImageSample", "Samples an image: kImplicitLod or kExplicitLod.",
     [](const Facts& f) {
       return f.Has("ImplicitLod") || f.Has("ExplicitLod");
     }},
    {"ImageGather", "Gathers from an image.", IsGather},
    {"ImageProj", "Samples an image, projectively.",
     [](const Facts& f) { return f.Has("ImageSample") && f.Says("Proj"); }},
    {"ImageDref", "Samples or gathers with a depth comparison.",
     [](const Facts& f) { return f.Has("Image") && f.Says("Dref"); }},
    {"ImageSparse", "An image instruction of the OpImageSparse… kind.",
     [](const Facts& f) { return f.Starts("OpImageSparse"); }},
    {"ImageQuery", "Asks an image for its properties.",
     [](const Facts& f) { return f.Starts("OpImageQuery"); }},
};
static_assert(std::size(kTraits) <= 32);  // bits of OpTrait

// The bit of a trait, or 0.
uint32_t BitOf(absl::string_view name) {
  const auto* it =
      std::find_if(std::begin(kTraits), std::end(kTraits),
                   [&](const TraitRow& row) { return row.name == name; });
  return it == std::end(kTraits) ? 0 : uint32_t{1} << (it - kTraits);
}

bool Facts::Has(absl::string_view trait) const {
  return (instruction_.traits & BitOf(trait)) != 0;
}

class Exceptions {
 public:
  Exceptions(const JsonObject& document, Model* model) {
    for (Instruction& instruction : model->instructions) {
      by_name_[instruction.name] = &instruction;
      for (const std::string& name : instruction.aliases) {
        by_name_[name] = &instruction;
      }
    }
    for (auto& [trait, object] : document.Members("traits")) {
      if (BitOf(trait) == 0) {
        object.Error("no such trait");
        continue;
      }
      by_trait_.emplace(trait, std::move(object));
    }
  }

  // Applies the exceptions of the trait `row`.
  void Apply(const TraitRow& row) const {
    const auto it = by_trait_.find(std::string(row.name));
    if (it == by_trait_.end()) return;
    const uint32_t bit = BitOf(row.name);
    Set(it->second, "also", bit, bit);
    Set(it->second, "not", bit, 0);
  }

 private:
  // An exception that the convention covers, or that names no instruction, is
  // an error: it would have no effect.
  void Set(const JsonObject& object, const char* key, uint32_t bit,
           uint32_t value) const {
    for (const std::string& name : object.Strings(key)) {
      const auto it = by_name_.find(name);
      if (it == by_name_.end()) {
        object.Error(absl::StrCat("no instruction '", name, "'"));
      } else if ((it->second->traits & bit) == value) {
        object.Error(absl::StrCat("'", name, "' is not an exception"));
      } else {
        it->second->traits = (it->second->traits & ~bit) | value;
      }
    }
  }

  std::map<std::string, Instruction*> by_name_;
  std::map<std::string, JsonObject> by_trait_;
};

}  // namespace

void AddTraits(const File& file, Model* model, Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  const Exceptions exceptions(*document, model);
  for (const TraitRow& row : kTraits) {
    for (Instruction& instruction : model->instructions) {
      if (row.applies(Facts(instruction, *model))) {
        instruction.traits |= BitOf(row.name);
      }
    }
    exceptions.Apply(row);
  }
}

std::string WriteTraits(const Model& model) {
  std::string out =
      R"(// Generated by grammar/generator; do not edit.
//
// What opcodes are: a bit per trait.
#ifndef PLUMB_GRAMMAR_OP_TRAIT_BITS_H_
#define PLUMB_GRAMMAR_OP_TRAIT_BITS_H_

#include <cstdint>

namespace plumb::grammar {

enum class OpTrait : uint32_t {
)";
  for (const TraitRow& row : kTraits) {
    absl::StrAppend(&out, "  // ", row.comment, "\n  ", Enumerator(row.name),
                    " = ", BitOf(row.name), "u,\n");
  }
  out += R"(};

namespace internal {

inline constexpr uint32_t kOpTraitBits[] = {
)";
  for (const Instruction& instruction : model.instructions) {
    absl::StrAppend(&out, "    ", instruction.traits, "u, /* ",
                    instruction.name, " */\n");
  }
  out += R"(};

}  // namespace internal
}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OP_TRAIT_BITS_H_
)";
  return out;
}

}  // namespace plumb::grammar::generator
