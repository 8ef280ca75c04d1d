// See generator.h.
#include "testdata/generator/generator.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "core/diagnostic.h"
#include "core/feature_set.h"
#include "core/module.h"
#include "parse/text/assembler.h"
#include "testdata/generator/body.h"
#include "testdata/generator/declarations.h"
#include "testdata/generator/features.h"
#include "testdata/generator/random.h"

namespace plumb::generator {
namespace {

// The execution modes that an entry point needs.
struct ModelRow {
  const char* model;
  std::vector<const char*> modes;
};
const std::vector<ModelRow>& ModelRows() {
  static const auto* const rows = new std::vector<ModelRow>{
      {"Fragment", {"OriginUpperLeft"}},
      {"GLCompute", {"LocalSize 4 2 1"}},
      {"Geometry",
       {"InputPoints", "OutputPoints", "OutputVertices 3", "Invocations 1"}},
      {"TessellationControl", {"OutputVertices 3"}},
      {"TessellationEvaluation",
       {"Triangles", "SpacingEqual", "VertexOrderCcw"}},
      {"TaskEXT", {"LocalSize 4 1 1"}},
      {"TaskNV", {"LocalSize 4 1 1"}},
      {"MeshEXT",
       {"LocalSize 4 1 1", "OutputVertices 3", "OutputPrimitivesEXT 1",
        "OutputTrianglesEXT"}},
      {"MeshNV",
       {"LocalSize 4 1 1", "OutputVertices 3", "OutputPrimitivesEXT 1",
        "OutputTrianglesEXT"}},
  };
  return *rows;
}

// Modes of which an entry point has one; a row's replaces the one above.
constexpr const char* kExclusive[][5] = {
    {"InputPoints", "InputLines", "InputLinesAdjacency", "Triangles",
     "InputTrianglesAdjacency"},
    {"OutputPoints", "OutputLineStrip", "OutputTriangleStrip", "OutputLinesEXT",
     "OutputTrianglesEXT"},
    {"Triangles", "Quads", "Isolines"},
    {"SpacingEqual", "SpacingFractionalEven", "SpacingFractionalOdd"},
    {"VertexOrderCw", "VertexOrderCcw"},
    {"OriginUpperLeft", "OriginLowerLeft"},
    {"LocalSize", "LocalSizeId", "TileShadingRateQCOM", "none"},
};

absl::string_view ModeName(absl::string_view mode) {
  return mode.substr(0, mode.find(' '));
}

bool AreExclusive(absl::string_view a, absl::string_view b) {
  a = ModeName(a);
  b = ModeName(b);
  if (a == b) return true;
  for (const auto& group : kExclusive) {
    const auto has = [&group](absl::string_view mode) {
      return std::any_of(std::begin(group), std::end(group),
                         [mode](const char* other) {
                           return other != nullptr && mode == other;
                         });
    };
    if (has(a) && has(b)) return true;
  }
  return false;
}

bool Suits(const RowContext& context, const TargetEnvInfo& env) {
  if (env.spirv_minor < context.min_version ||
      env.spirv_minor > context.max_version) {
    return false;
  }
  const auto has = [&](Profile profile) {
    return absl::c_linear_search(context.profiles, profile);
  };
  switch (env.api) {
    case Api::kVulkan:
    case Api::kOpenGl:
      return context.in_vulkan && has(Profile::kShader);
    case Api::kOpenCl:
      return context.in_opencl && has(Profile::kKernel);
    case Api::kNone:
      return true;
  }
  return true;
}

// A row, and one of its features.
struct Choice {
  const Row* row = nullptr;
  Feature feature;
};

class Builder {
 public:
  Builder(const Request& request, uint32_t seed)
      : request_(request), env_(Info(request.env)), random_(seed) {}

  absl::StatusOr<GeneratedModule> Run(uint32_t row_count);

 private:
  // One function, and its entry point.
  struct Part {
    std::string model;
    std::unique_ptr<Body> body;
    std::vector<std::string> modes;
    // Those that its rows have declared: with their storage classes.
    std::vector<std::pair<std::string, std::string>> variables;
    bool is_entry = true;  // or called by one
    bool is_own = false;   // no other row may be in it
  };

  absl::Status Choose(uint32_t row_count);
  absl::Status ChooseForCapability();
  bool FitsFirst(const Row& row) const;
  std::string Addressing(const RowContext& context) const;
  std::string Memory(const RowContext& context) const;
  Part& PartFor(const RowContext& context);
  void AddMode(const std::string& mode, Part* part);
  void WriteRow(const Choice& choice);
  std::string FinishKernels();
  std::string FinishShaders();
  std::string Interface(const Part& part) const;
  absl::StatusOr<GeneratedModule> Assemble(const std::string& functions);

  const Request& request_;
  const TargetEnvInfo& env_;
  Random random_;
  std::vector<Choice> choices_;
  Profile profile_ = Profile::kShader;
  std::unique_ptr<Declarations> module_;
  std::vector<Part> parts_;
  std::string kernel_;  // the id of the only entry point of a module of kernels
};

std::string Builder::Addressing(const RowContext& context) const {
  if (!context.addressing.empty()) return context.addressing;
  return profile_ == Profile::kKernel ? "Physical64" : "Logical";
}

std::string Builder::Memory(const RowContext& context) const {
  if (!context.memory.empty()) return context.memory;
  return profile_ == Profile::kKernel ? "OpenCL" : "GLSL450";
}

bool Builder::FitsFirst(const Row& row) const {
  const RowContext& context = row.context;
  const RowContext& first = choices_.front().row->context;
  return !context.is_alone && Suits(context, env_) &&
         absl::c_linear_search(context.profiles, profile_) &&
         Addressing(context) == Addressing(first) &&
         Memory(context) == Memory(first);
}

// A capability needs no instructions, but a profile that can declare it.
absl::Status Builder::ChooseForCapability() {
  static const auto* const row =
      new Row{{}, {}, {{"", "", "Nop", {}}}, "capability"};
  FeatureSet features;
  features.Declare(static_cast<Capability>(request_.wanted->value));
  if (features.Has(Capability::kGraphARM)) {
    return absl::NotFoundError("no row makes a graph");
  }
  const bool is_linkage = features.Has(Capability::kLinkage);
  if (env_.api == Api::kVulkan &&
      (is_linkage || features.Has(Capability::kKernel) ||
       features.Has(Capability::kAddresses))) {
    return absl::NotFoundError("not a capability of the environment");
  }
  profile_ = features.Has(Capability::kKernel) || env_.api == Api::kOpenCl
                 ? Profile::kKernel
                 : Profile::kShader;
  choices_.push_back({row, *request_.wanted});
  return absl::OkStatus();
}

absl::Status Builder::Choose(uint32_t row_count) {
  std::vector<Choice> wanted;
  bool has_any = false;
  for (const Row& row : AllRows()) {
    for (const Feature& feature : row.features) {
      if (request_.wanted && feature != *request_.wanted) continue;
      has_any = true;
      if (Suits(row.context, env_)) wanted.push_back({&row, feature});
    }
  }
  if (!has_any && request_.wanted &&
      request_.wanted->kind == Kind::kCapability) {
    return ChooseForCapability();
  }
  if (wanted.empty()) {
    return absl::NotFoundError(has_any ? "no row for the environment"
                                       : "no row");
  }
  choices_.push_back(random_.Pick(wanted));
  std::vector<Profile> profiles;
  for (Profile profile : choices_.front().row->context.profiles) {
    const bool is_other =
        (env_.api == Api::kVulkan || env_.api == Api::kOpenGl)
            ? profile == Profile::kKernel
            : env_.api == Api::kOpenCl && profile == Profile::kShader;
    if (!is_other) profiles.push_back(profile);
  }
  profile_ = random_.Pick(profiles);
  if (choices_.front().row->context.is_alone) return absl::OkStatus();
  std::vector<const Row*> others;
  for (const Row& row : AllRows()) {
    if (FitsFirst(row)) others.push_back(&row);
  }
  for (uint32_t i = 0; i < row_count && !others.empty(); ++i) {
    const Row* const row = random_.Pick(others);
    choices_.push_back({row, random_.Pick(row->features)});
  }
  return absl::OkStatus();
}

void Builder::AddMode(const std::string& mode, Part* part) {
  part->modes.erase(std::remove_if(part->modes.begin(), part->modes.end(),
                                   [&mode](const std::string& other) {
                                     return AreExclusive(mode, other);
                                   }),
                    part->modes.end());
  part->modes.push_back(mode);
}

Builder::Part& Builder::PartFor(const RowContext& context) {
  const bool is_kernel = profile_ == Profile::kKernel;
  const std::vector<std::string> any =
      is_kernel ? std::vector<std::string>{"Kernel"}
                : std::vector<std::string>{"GLCompute", "Fragment", "Vertex"};
  const std::string model =
      random_.Pick(context.models.empty() ? any : context.models);
  for (Part& part : parts_) {
    if (part.model == model && !part.is_own && !context.has_own_entry_point &&
        !random_.OneIn(4)) {
      return part;
    }
  }
  Part part;
  part.model = model;
  part.is_own = context.has_own_entry_point;
  part.is_entry = !is_kernel && random_.OneIn(2);
  std::string entry;
  if (is_kernel) {
    if (kernel_.empty()) kernel_ = module_->NewId("main");
    entry = kernel_;
  } else if (!part.is_entry) {
    entry = module_->NewId("main");
  }
  part.body =
      std::make_unique<Body>(module_.get(), std::move(entry), is_kernel);
  for (const ModelRow& row : ModelRows()) {
    if (model == row.model) {
      part.modes.assign(row.modes.begin(), row.modes.end());
    }
  }
  parts_.push_back(std::move(part));
  return parts_.back();
}

void Builder::WriteRow(const Choice& choice) {
  const RowContext& context = choice.row->context;
  Part& part = PartFor(context);
  std::string name = choice.feature.Name();
  name = name.substr(name.find('.') + 1);
  for (const std::string& mode : context.modes) {
    AddMode(absl::StrReplaceAll(mode, {{"@", name}}), &part);
  }
  for (const std::string& capability : context.capabilities) {
    module_->AddCapability(capability == "@" ? name : capability);
  }
  for (const std::string& extension : context.extensions) {
    module_->AddExtension(extension);
  }
  Body& body = *part.body;
  if (context.is_plain) {
    while (body.depth() != 0) body.EndConstruct(false);
  } else if (body.depth() != 0 && random_.OneIn(2)) {
    body.EndConstruct(false);
  }
  if (context.is_ending ||
      (!context.is_plain && body.depth() < 3 && random_.OneIn(2))) {
    body.BeginConstruct();
  }
  const size_t first_variable = module_->variables().size();
  body.AddRow(*choice.row, choice.feature);
  part.variables.insert(part.variables.end(),
                        module_->variables().begin() +
                            static_cast<std::ptrdiff_t>(first_variable),
                        module_->variables().end());
  if (context.is_ending) body.EndConstruct(true);
}

// The variables of an interface: all since version 1.4, before only inputs and
// outputs.
std::string Builder::Interface(const Part& part) const {
  std::string interface;
  for (const auto& [id, storage_class] : part.variables) {
    if (env_.spirv_minor >= 4 || storage_class == "Input" ||
        storage_class == "Output") {
      absl::StrAppend(&interface, " ", id);
    }
  }
  return interface;
}

std::string Builder::FinishShaders() {
  std::string text;
  const Term void_type = {"void", {}};
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    absl::StrAppend(&text, part.body->Finish());
    const std::string& entry = part.body->entry();
    if (!part.is_entry) {
      const std::string void_id = module_->Type(void_type);
      const std::string type_id = module_->Type({"fn", {void_type}});
      const std::string label = module_->NewId("b");
      const std::string call = module_->NewId("v");
      absl::StrAppend(&text, entry, " = OpFunction ", void_id, " None ",
                      type_id, "\n", label, " = OpLabel\n", call,
                      " = OpFunctionCall ", void_id, " ", part.body->id(),
                      "\nOpReturn\nOpFunctionEnd\n");
    }
    module_->Add(Section::kEntryPoint,
                 absl::StrCat("OpEntryPoint ", part.model, " ", entry,
                              " \"main", i, "\"", Interface(part)));
    for (const std::string& mode : part.modes) {
      if (mode == "none") continue;
      module_->Add(Section::kMode,
                   absl::StrCat("OpExecutionMode ", entry, " ", mode));
    }
  }
  return text;
}

// A kernel that calls the functions whose parameters a kernel can have.
std::string Builder::FinishKernels() {
  std::string text;
  const Term void_type = {"void", {}};
  const std::string void_id = module_->Type(void_type);
  Term type = {"fn", {void_type}};
  std::string parameters;
  std::string calls;
  std::vector<std::string> modes;
  for (Part& part : parts_) {
    absl::StrAppend(&text, part.body->Finish());
    modes.insert(modes.end(), part.modes.begin(), part.modes.end());
    const auto can_pass = [](const Term& t) {
      return t.head == "ptr" && t.args[0].head == "CrossWorkgroup";
    };
    if (!absl::c_all_of(part.body->parameters(), can_pass)) continue;
    std::string call = absl::StrCat(module_->NewId("v"), " = OpFunctionCall ",
                                    void_id, " ", part.body->id());
    for (const Term& parameter : part.body->parameters()) {
      const std::string id = module_->NewId("p");
      type.args.push_back(parameter);
      absl::StrAppend(&parameters, id, " = OpFunctionParameter ",
                      module_->Type(parameter), "\n");
      absl::StrAppend(&call, " ", id);
    }
    absl::StrAppend(&calls, call, "\n");
  }
  const std::string& entry = kernel_;
  const std::string type_id = module_->Type(type);
  const std::string label = module_->NewId("b");
  absl::StrAppend(&text, entry, " = OpFunction ", void_id, " None ", type_id,
                  "\n", parameters, label, " = OpLabel\n", calls,
                  "OpReturn\nOpFunctionEnd\n");
  std::string interface;
  for (const Part& part : parts_) {
    absl::StrAppend(&interface, Interface(part));
  }
  module_->Add(Section::kEntryPoint, absl::StrCat("OpEntryPoint Kernel ", entry,
                                                  " \"main\"", interface));
  for (const std::string& mode : modes) {
    module_->Add(Section::kMode,
                 absl::StrCat("OpExecutionMode ", entry, " ", mode));
  }
  return text;
}

absl::StatusOr<GeneratedModule> Builder::Assemble(
    const std::string& functions) {
  GeneratedModule result;
  Assembler assembler;
  Module module;
  AssembleOptions options;
  options.env = request_.env;
  constexpr int kMaxRounds = 12;
  for (int round = 0; round < kMaxRounds; ++round) {
    result.text = module_->ToText(functions);
    DiagnosticList diagnostics;
    if (!assembler.Assemble(result.text, options, &module, &diagnostics)) {
      const Diagnostic& first = diagnostics.diagnostics()[0];
      return absl::UnavailableError(absl::StrCat(
          first.rule->id, " at ", result.text.substr(first.place.begin, 60)));
    }
    const absl::StatusOr<bool> changed =
        DeclareRequirements(module, module_.get());
    if (!changed.ok()) return changed.status();
    if (!*changed) break;
  }
  result.words.assign(module.words().begin(), module.words().end());
  result.constant_enumerants = module_->constant_enumerants();
  for (const Choice& choice : choices_) {
    result.places.push_back(choice.row->place);
  }
  return result;
}

absl::StatusOr<GeneratedModule> Builder::Run(uint32_t row_count) {
  if (absl::Status status = Choose(row_count); !status.ok()) return status;
  Setting setting;
  setting.env = request_.env;
  setting.profile = profile_;
  setting.addressing = Addressing(choices_.front().row->context);
  setting.memory = Memory(choices_.front().row->context);
  module_ = std::make_unique<Declarations>(setting, &random_);
  module_->AddCapability(profile_ == Profile::kKernel ? "Kernel" : "Shader");
  module_->Add(
      Section::kMemoryModel,
      absl::StrCat("OpMemoryModel ", setting.addressing, " ", setting.memory));
  if (request_.wanted && request_.wanted->kind == Kind::kCapability) {
    const std::string name = request_.wanted->Name();
    module_->AddCapability(name.substr(name.find('.') + 1));
  }
  for (const Choice& choice : choices_) WriteRow(choice);
  return Assemble(profile_ == Profile::kKernel ? FinishKernels()
                                               : FinishShaders());
}

}  // namespace

absl::StatusOr<GeneratedModule> Generate(const Request& request) {
  // Other rows may need what the environment does not have.
  constexpr uint32_t kTries = 8;
  absl::StatusOr<GeneratedModule> module = absl::UnknownError("");
  for (uint32_t i = 0; i < kTries; ++i) {
    const uint32_t rows = i < kTries / 2 ? request.row_count : 0;
    module = Builder(request, request.seed * kTries + i).Run(rows);
    if (module.ok() || absl::IsNotFound(module.status())) break;
  }
  return module;
}

}  // namespace plumb::generator
