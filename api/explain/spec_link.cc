// See spec_link.h.
#include "api/explain/spec_link.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "validate/registry.h"

namespace plumb {
namespace {

constexpr absl::string_view kUnified =
    "https://registry.khronos.org/SPIR-V/specs/unified1/";
constexpr absl::string_view kExtensions =
    "https://github.khronos.org/SPIRV-Registry/";
constexpr absl::string_view kVulkan =
    "https://registry.khronos.org/vulkan/specs/latest/html/vkspec.html";

struct Document {
  absl::string_view name;  // the start of a section, up to a blank or the end
  absl::string_view root;
  absl::string_view path;
};
constexpr Document kDocuments[] = {
    {"ARB_gl_spirv", "https://registry.khronos.org/OpenGL/",
     "extensions/ARB/ARB_gl_spirv.txt"},
    {"Arm.ExperimentalMLOperations", kExtensions,
     "extended/Arm.ExperimentalMLOperations.html"},
    {"DebugInfo", kUnified, "DebugInfo.html"},
    {"GLSL.std.450", kUnified, "GLSL.std.450.html"},
    {"OpenCL SPIR-V Environment", "https://registry.khronos.org/OpenCL/",
     "specs/unified/html/OpenCL_Env.html"},
    {"OpenCL.DebugInfo.100", kUnified, "OpenCL.DebugInfo.100.html"},
    {"OpenCL.std", kUnified, "OpenCL.ExtendedInstructionSet.100.html"},
    {"SPIR-V environment of Vulkan", kVulkan, "#spirvenv"},
    {"TOSA.001000.1", kExtensions, "extended/TOSA.001000.1.html"},
    {"Vulkan: DescriptorSet and Binding Assignment", kVulkan,
     "#interfaces-resources-setandbinding"},
    {"Vulkan: Fragment Input Attachment Interface", kVulkan,
     "#interfaces-inputattachment"},
    {"Vulkan: Fragment Output Interface", kVulkan,
     "#interfaces-fragmentoutput"},
    {"Vulkan: Graphics Pipelines", kVulkan, "#pipelines-graphics"},
    {"Vulkan: Interface Matching", kVulkan,
     "#interfaces-iointerfaces-matching"},
    {"Vulkan: Mesh Shader Input", kVulkan, "#mesh-input"},
    {"Vulkan: Push Constant Interface", kVulkan,
     "#interfaces-resources-pushconst"},
    {"Vulkan: Ray Tracing Pipeline Interface", kVulkan,
     "#interfaces-raypipeline"},
    {"Vulkan: Ray Tracing Pipelines", kVulkan, "#pipelines-ray-tracing"},
    {"Vulkan: Runtime SPIR-V Validation", kVulkan,
     "#spirvenv-module-validation-runtime"},
    {"Vulkan: Shader Interfaces", kVulkan, "#interfaces"},
    {"Vulkan: Vertex Input Interface", kVulkan, "#interfaces-vertexinput"},
};

bool IsIn(absl::string_view section, absl::string_view document) {
  return absl::ConsumePrefix(&section, document) &&
         (section.empty() || section[0] == ' ');
}

// Vendors whose extensions are published in the folder of another one.
absl::string_view FolderOf(absl::string_view vendor) {
  if (vendor == "AMDX") return "AMD";
  if (vendor == "NVX") return "NV";
  return vendor;
}

// Of "SPV_KHR_ray_query".
std::string ExtensionLink(absl::string_view name) {
  absl::string_view vendor = name;
  absl::ConsumePrefix(&vendor, "SPV_");
  vendor = vendor.substr(0, vendor.find('_'));
  return absl::StrCat(kExtensions, "extensions/", FolderOf(vendor), "/", name,
                      ".html");
}

// Of "NonSemantic.Shader.DebugInfo.100": one document covers all versions.
std::string NonSemanticLink(absl::string_view name) {
  const absl::string_view version = name.substr(name.rfind('.') + 1);
  if (!version.empty() && absl::ascii_isdigit(version[0])) {
    name.remove_suffix(version.size() + 1);
  }
  return absl::StrCat(kExtensions, "nonsemantic/", name, ".html");
}

}  // namespace

std::string SectionLink(absl::string_view section) {
  if (section.empty()) return "";
  if (absl::ascii_isdigit(section[0])) {
    return absl::StrCat(kUnified, "SPIRV.html");
  }
  for (const Document& document : kDocuments) {
    if (IsIn(section, document.name)) {
      return absl::StrCat(document.root, document.path);
    }
  }
  const absl::string_view name = section.substr(0, section.find_first_of(" ,"));
  if (absl::StartsWith(name, "SPV_")) return ExtensionLink(name);
  if (absl::StartsWith(name, "NonSemantic.")) return NonSemanticLink(name);
  return "";
}

std::string InstructionLink(absl::string_view opcode) {
  return absl::StrCat(kUnified, "SPIRV.html#", opcode);
}

std::string SpecLink(const Rule& rule) {
  if (rule.vuid.empty()) return SectionLink(rule.section);
  return absl::StrCat(kVulkan, "#", rule.vuid);
}

std::optional<std::string> ParsePagesUrl(absl::string_view url) {
  const auto is_of_scheme = [](char c) {
    return absl::ascii_isalnum(c) || c == '+' || c == '-' || c == '.';
  };
  const size_t colon = url.find(':');
  if (colon == absl::string_view::npos || !absl::ascii_isalpha(url[0]) ||
      !std::all_of(url.begin(), url.begin() + colon, is_of_scheme) ||
      !std::all_of(url.begin(), url.end(), absl::ascii_isgraph)) {
    return std::nullopt;
  }
  absl::ConsumeSuffix(&url, "/");
  return std::string(url);
}

std::string RuleLink(const Rule& rule, absl::string_view pages) {
  if (pages.empty()) return SpecLink(rule);
  return absl::StrCat(pages, "/", AreaOf(rule.id), ".html#", rule.id);
}

}  // namespace plumb
