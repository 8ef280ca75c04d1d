#include "parse/friendly_names.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"
#include "parse/number_text.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Decoration;
using grammar::Kind;
using grammar::Op;

// Only letters, digits and underscores, at least one of them, at most
// kMaxNameSize.
std::string Sanitized(absl::string_view name) {
  if (name.empty()) return "_";
  std::string result(name.substr(0, FriendlyNames::kMaxNameSize));
  for (char& c : result) {
    if (!absl::ascii_isalnum(c)) c = '_';
  }
  return result;
}

// A number as part of a name: a minus becomes an n.
std::string SanitizedNumber(std::string number) {
  for (char& c : number) {
    if (c == '-') c = 'n';
  }
  return Sanitized(number);
}

// What GLSL or OpenCL C call the built-in; empty if it has no name there.
std::string BuiltInName(uint32_t value) {
  switch (static_cast<BuiltIn>(value)) {
    case BuiltIn::kVertexId:
      return "gl_VertexID";
    case BuiltIn::kInstanceId:
      return "gl_InstanceID";
    case BuiltIn::kPrimitiveId:
      return "gl_PrimitiveID";
    case BuiltIn::kInvocationId:
      return "gl_InvocationID";
    case BuiltIn::kSampleId:
      return "gl_SampleID";
    case BuiltIn::kNumWorkgroups:
      return "gl_NumWorkGroups";
    case BuiltIn::kWorkgroupSize:
      return "gl_WorkGroupSize";
    case BuiltIn::kWorkgroupId:
      return "gl_WorkGroupID";
    case BuiltIn::kLocalInvocationId:
      return "gl_LocalInvocationID";
    case BuiltIn::kGlobalInvocationId:
      return "gl_GlobalInvocationID";
    case BuiltIn::kSubgroupEqMask:
      return "SubgroupEqMaskKHR";
    case BuiltIn::kSubgroupGeMask:
      return "SubgroupGeMaskKHR";
    case BuiltIn::kSubgroupGtMask:
      return "SubgroupGtMaskKHR";
    case BuiltIn::kSubgroupLeMask:
      return "SubgroupLeMaskKHR";
    case BuiltIn::kSubgroupLtMask:
      return "SubgroupLtMaskKHR";
    default:
      break;
  }
  const grammar::EnumerantInfo* info =
      grammar::EnumerantByValue(Kind::kBuiltIn, value);
  if (info == nullptr) return "";
  const absl::string_view name = grammar::Text(info->name);
  // Kernel built-ins keep their names; later extensions have none.
  const bool is_kernel =
      value >= static_cast<uint32_t>(BuiltIn::kWorkDim) &&
      value <= static_cast<uint32_t>(BuiltIn::kSubgroupLocalInvocationId);
  if (is_kernel) return absl::StrCat(name);
  const bool is_gl = value <= static_cast<uint32_t>(BuiltIn::kInstanceIndex) ||
                     value == static_cast<uint32_t>(BuiltIn::kBaseInstance);
  return is_gl ? absl::StrCat("gl_", name) : "";
}

std::string IntTypeName(uint32_t width, bool is_signed) {
  absl::string_view root;
  switch (width) {
    case 8:
      root = "char";
      break;
    case 16:
      root = "short";
      break;
    case 32:
      root = "int";
      break;
    case 64:
      root = "long";
      break;
    default:
      return absl::StrCat(is_signed ? "i" : "u", width);
  }
  return absl::StrCat(is_signed ? "" : "u", root);
}

std::string FloatTypeName(const Inst& inst) {
  const uint32_t width = inst.word(2);
  if (inst.word_count() > 3) {
    const grammar::EnumerantInfo* encoding =
        grammar::EnumerantByValue(Kind::kFPEncoding, inst.word(3));
    if (encoding != nullptr) {
      // Named after the encoding without the extension's suffix.
      absl::string_view name = grammar::Text(encoding->name);
      while (!name.empty() && absl::ascii_isupper(name.back())) {
        name.remove_suffix(1);
      }
      return absl::AsciiStrToLower(name);
    }
  }
  if (width == 16) return "half";
  if (width == 32) return "float";
  if (width == 64) return "double";
  return absl::StrCat("fp", width);
}

std::string EnumerantName(Kind kind, uint32_t value) {
  const grammar::EnumerantInfo* info = grammar::EnumerantByValue(kind, value);
  return info == nullptr ? absl::StrCat(value)
                         : absl::StrCat(grammar::Text(info->name));
}

}  // namespace

FriendlyNames::FriendlyNames(const Module& module)
    : module_(module), names_(module.id_bound()) {
  for (uint32_t i = 0; i < module.size(); ++i) {
    NameInstruction(module.inst(InstIndex(i)));
  }
}

std::string FriendlyNames::Name(Id id) const {
  if (id.value < names_.size() && !names_[id.value].empty()) {
    return names_[id.value];
  }
  return absl::StrCat(module_.original_id(id));
}

void FriendlyNames::Save(Id id, std::string name) {
  if (id == kNoId || id.value >= names_.size()) return;
  if (!names_[id.value].empty()) return;
  if (!taken_.insert(name).second) {
    uint32_t& suffix = next_suffix_[name];
    std::string candidate;
    do {
      candidate = absl::StrCat(name, "_", suffix++);
    } while (!taken_.insert(candidate).second);
    name = std::move(candidate);
  }
  names_[id.value] = std::move(name);
}

void FriendlyNames::NameDecorated(const Inst& inst) {
  if (inst.word_count() < 4 ||
      inst.word(2) != static_cast<uint32_t>(Decoration::kBuiltIn)) {
    return;
  }
  std::string name = BuiltInName(inst.word(3));
  if (!name.empty()) Save(Id(inst.word(1)), std::move(name));
}

void FriendlyNames::NameInstruction(const Inst& inst) {
  switch (inst.op()) {
    case Op::kName:
      return Save(Id(inst.word(1)), Sanitized(inst.string(1)));
    case Op::kDecorate:
      return NameDecorated(inst);
    default:
      break;
  }
  if (inst.result() == kNoId) return;
  std::string name = TypeName(inst);
  if (name.empty() || name.size() > kMaxNameSize) {
    name = absl::StrCat(module_.original_id(inst.result()));
  }
  Save(inst.result(), std::move(name));
}

// The name that a type or constant has by what it is; empty for all others.
std::string FriendlyNames::TypeName(const Inst& inst) const {
  const auto part = [&](uint32_t word) { return Name(Id(inst.word(word))); };
  switch (inst.op()) {
    case Op::kTypeVoid:
      return "void";
    case Op::kTypeBool:
      return "bool";
    case Op::kTypeInt:
      return IntTypeName(inst.word(2), inst.word(3) != 0);
    case Op::kTypeFloat:
      return FloatTypeName(inst);
    case Op::kTypeVector:
      return absl::StrCat("v", inst.word(3), part(2));
    case Op::kTypeMatrix:
      return absl::StrCat("mat", inst.word(3), part(2));
    case Op::kTypeArray:
      return absl::StrCat("_arr_", part(2), "_", part(3));
    case Op::kTypeRuntimeArray:
      return absl::StrCat("_runtimearr_", part(2));
    case Op::kTypePointer:
      return absl::StrCat("_ptr_",
                          EnumerantName(Kind::kStorageClass, inst.word(2)), "_",
                          part(3));
    case Op::kTypeUntypedPointerKHR:
      return absl::StrCat("_ptr_",
                          EnumerantName(Kind::kStorageClass, inst.word(2)));
    case Op::kTypePipe:
      return absl::StrCat("Pipe",
                          EnumerantName(Kind::kAccessQualifier, inst.word(2)));
    case Op::kTypeEvent:
      return "Event";
    case Op::kTypeDeviceEvent:
      return "DeviceEvent";
    case Op::kTypeReserveId:
      return "ReserveId";
    case Op::kTypeQueue:
      return "Queue";
    case Op::kTypeOpaque:
      return absl::StrCat("Opaque_", Sanitized(inst.string(1)));
    case Op::kTypePipeStorage:
      return "PipeStorage";
    case Op::kTypeNamedBarrier:
      return "NamedBarrier";
    case Op::kTypeStruct:
      return absl::StrCat("_struct_", module_.original_id(inst.result()));
    case Op::kConstantTrue:
      return "true";
    case Op::kConstantFalse:
      return "false";
    case Op::kConstant: {
      std::string value;
      AppendTypedLiteral(module_, inst.result_type(), inst.words().subspan(3),
                         &value);
      return absl::StrCat(part(1), "_", SanitizedNumber(std::move(value)));
    }
    default:
      return "";
  }
}

}  // namespace plumb
