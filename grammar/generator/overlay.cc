// The overlay files.  See overlay.h.
#include "grammar/generator/overlay.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"

namespace plumb::grammar::generator {
namespace {

void AddExtensions(const JsonObject& document, Model* model) {
  for (const std::string& name : document.Strings("extensions")) {
    if (!IsName(name)) {
      document.Error(absl::StrCat("'", name, "' is not a name"));
    }
    model->extensions.push_back(name);
  }
}

int FindKind(const Model& model, const std::string& identifier) {
  const auto it = std::find_if(
      model.kinds.begin(), model.kinds.end(),
      [&](const Kind& kind) { return kind.identifier == identifier; });
  return it == model.kinds.end() ? -1
                                 : static_cast<int>(it - model.kinds.begin());
}

// By name: the category, Literal or Composite.
void AddKinds(const JsonObject& document, Model* model) {
  for (const auto& [name, object] : document.Members("kinds")) {
    const std::string category = object.String("category");
    if (category != "Literal" && category != "Composite") {
      object.Error("'category' must be Literal or Composite");
    }
    if (FindKind(*model, name) >= 0) object.Error("is in the grammar already");
    Kind kind;
    kind.name = kind.identifier = name;
    kind.category =
        category == "Literal" ? Category::kLiteral : Category::kComposite;
    model->kinds.push_back(std::move(kind));
  }
}

Enumerant* FindEnumerant(const std::string& name, Kind* kind) {
  for (Enumerant& enumerant : kind->enumerants) {
    const auto& aliases = enumerant.aliases;
    if (enumerant.name == name ||
        std::find(aliases.begin(), aliases.end(), name) != aliases.end()) {
      return &enumerant;
    }
  }
  return nullptr;
}

std::vector<Operand> ReadParameters(const JsonObject& owner,
                                    const std::string& key,
                                    const Model& model) {
  std::vector<Operand> parameters;
  for (const JsonObject& object : owner.Objects(key.c_str())) {
    const std::string kind = object.String("kind");
    Operand operand;
    operand.kind = FindKind(model, kind);
    operand.name = object.OptionalString("name").value_or("");
    if (operand.kind < 0) {
      object.Error(absl::StrCat("unknown operand kind '", kind, "'"));
      operand.kind = 0;
    }
    parameters.push_back(std::move(operand));
  }
  return parameters;
}

void CorrectParameters(const JsonObject& document, Model* model) {
  for (const auto& [name, object] : document.Members("parameters")) {
    const int kind = FindKind(*model, name);
    if (kind < 0) {
      object.Error("no such operand kind");
      continue;
    }
    for (const std::string& key : object.Keys()) {
      Enumerant* const enumerant = FindEnumerant(key, &model->kinds[kind]);
      if (enumerant == nullptr) {
        object.Error(absl::StrCat("no enumerant '", key, "'"));
        continue;
      }
      enumerant->parameters = ReadParameters(object, key, *model);
    }
  }
}

}  // namespace

std::map<std::string, ExtInstSet> ReadSets(const File& file, Report* report) {
  std::map<std::string, ExtInstSet> sets;
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return sets;
  for (const auto& [key, object] : document->AllMembers()) {
    ExtInstSet set;
    set.name = object.String("name");
    set.identifier = object.String("identifier");
    if (object.HasString("identifier") && !IsName(set.identifier)) {
      object.Error(absl::StrCat("'", set.identifier, "' is not a name"));
    }
    set.versioned = object.Bool("versioned");
    sets.emplace(key, std::move(set));
  }
  return sets;
}

void AddFacts(const File& file, Model* model, Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  AddExtensions(*document, model);
  AddKinds(*document, model);
  CorrectParameters(*document, model);
}

}  // namespace plumb::grammar::generator
