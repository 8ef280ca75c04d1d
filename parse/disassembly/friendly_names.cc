#include "parse/disassembly/friendly_names.h"

#include <algorithm>
#include <cstring>

#include "absl/hash/hash.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "grammar/grammar.h"
#include "parse/disassembly/number_text.h"

namespace plumb {
namespace {

constexpr size_t kNoSize = 1;  // of a name that is a number

// Appends `name` with only letters, digits and underscores, at least one of
// them and at most kMaxNameSize.
void AppendSanitized(absl::string_view name, std::string* out) {
  if (name.empty()) out->push_back('_');
  for (const char c : name.substr(0, FriendlyNames::kMaxNameSize)) {
    out->push_back(absl::ascii_isalnum(c) ? c : '_');
  }
}

// The value of a name that is a decimal number in the form of an id's text.
bool IsNumber(absl::string_view name, uint32_t* value) {
  if (name.empty() || name[0] < '1' || name[0] > '9') return false;
  return absl::SimpleAtoi(name, value);
}

// The name of a built-in in GLSL or OpenCL C; empty if it has none.
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
  // Kernel built-ins keep their names; those of later extensions have none.
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
      // Named after the encoding, without the extension's suffix: bfloat16,
      // fp8e4m3.
      absl::string_view name = grammar::Text(encoding->name);
      while (!name.empty() && absl::ascii_isupper(name.back())) {
        name.remove_suffix(1);
      }
      const bool is_small = absl::ConsumePrefix(&name, "Float");
      return absl::StrCat(
          is_small ? "fp" : "",
          absl::AsciiStrToLower(absl::StrReplaceAll(name, {{"Unsigned", ""}})));
    }
  }
  if (width == 16) return "half";
  if (width == 32) return "float";
  if (width == 64) return "double";
  return absl::StrCat("fp", width);
}

// Fast path: whether AppendTypeName() may find a name, which most instructions
// do not have.
bool MayHaveTypeName(Op op) {
  return Is(op, grammar::OpTrait::kTypeDeclaration) ||
         Is(op, grammar::OpTrait::kConstant);
}

}  // namespace

FriendlyNames::FriendlyNames(const Module& module)
    : module_(module),
      names_(module.id_bound()),
      numbers_(module.id_bound()),
      slots_(64) {
  text_.reserve(size_t{module.id_bound()} * 8);
  for (const auto list : {module.names(), module.decorations()}) {
    if (list.empty()) continue;
    end_of_names_ = std::max(end_of_names_, list.back().value + 1);
  }
}

void FriendlyNames::NameInstructionsUntil(Id id) {
  ContinueNaming(end_of_names_, id);
  if (names_[id.value].size != 0) return;
  if (WillBeNumber(id) && TakeNumber(id)) return;
  ContinueNaming(module_.size(), id);
}

void FriendlyNames::ContinueNaming(uint32_t end, Id id) {
  while (next_ < end && names_[id.value].size == 0) {
    NameInstruction(InstIndex(next_++));
  }
}

// Names made from types and constants are never numbers, and no two ids have
// the same number.
bool FriendlyNames::WillBeNumber(Id id) const {
  const InstIndex def = module_.def(id);
  return def != kNoInst && def.value >= std::max(next_, end_of_names_) &&
         !MayHaveTypeName(module_.record(def).op);
}

std::string FriendlyNames::Name(Id id) {
  const absl::string_view text = TextOf(id);
  return text.empty() ? absl::StrCat(module_.original_id(id))
                      : absl::StrCat(text.substr(1));
}

uint32_t* FriendlyNames::AssignOrCount(Id id) {
  const absl::string_view name = absl::string_view(name_).substr(1);
  uint32_t number = 0;
  if (IsNumber(name, &number) && number < numbers_.size()) {
    if (numbers_[number]) return &number_suffixes_[number];
    numbers_[number] = true;
    return nullptr;
  }
  if (used_slots_ * 2 >= slots_.size()) GrowTable();
  const auto hash =
      static_cast<uint32_t>(absl::Hash<absl::string_view>()(name));
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  for (; slots_[i].id != 0; i = (i + 1) & mask) {
    const bool same = slots_[i].hash == hash &&
                      ViewOf(names_[slots_[i].id]).substr(1) == name;
    if (same) return &slots_[i].next_suffix;
  }
  slots_[i] = {hash, id.value, 0};
  ++used_slots_;
  return nullptr;
}

void FriendlyNames::GrowTable() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == 0) continue;
    size_t i = slot.hash & mask;
    while (slots_[i].id != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

void FriendlyNames::Save(Id id) {
  if (HasName(id)) return;
  const size_t size = name_.size();
  if (const uint32_t* count = AssignOrCount(id)) {
    uint32_t suffix = *count;
    do {
      name_.resize(size);
      absl::StrAppend(&name_, "_", suffix++);
    } while (AssignOrCount(id) != nullptr);
    SetName(id);
    // The table may have grown: the count is found again by the name.
    name_.resize(size);
    *AssignOrCount(id) = suffix;
    return;
  }
  SetName(id);
}

void FriendlyNames::SetName(Id id) {
  const size_t begin = text_.size();
  text_.ResizeUninitialized(begin + name_.size());
  std::memcpy(text_.data() + begin, name_.data(), name_.size());
  names_[id.value].begin = begin;
  names_[id.value].nesting = nesting_;
  names_[id.value].size = name_.size();
}

bool FriendlyNames::TakeNumber(Id id) {
  const uint32_t number = module_.original_id(id);
  if (number >= numbers_.size() || numbers_[number]) return false;
  numbers_[number] = true;
  names_[id.value].size = kNoSize;
  return true;
}

void FriendlyNames::SaveNumber(Id id) {
  if (TakeNumber(id)) return;
  Begin();
  absl::StrAppend(&name_, module_.original_id(id));
  Save(id);
}

void FriendlyNames::AppendPart(Id id) {
  if (id.value < names_.size() && names_[id.value].size > kNoSize) {
    const Range range = names_[id.value];
    Append(ViewOf(range).substr(1));
    nesting_ = std::max<uint32_t>(nesting_, range.nesting + 1);
  } else {
    absl::StrAppend(&name_, module_.original_id(id));
  }
}

void FriendlyNames::NameDecorated(const Inst& inst) {
  if (inst.word_count() < 4 ||
      inst.word(2) != static_cast<uint32_t>(Decoration::kBuiltIn)) {
    return;
  }
  const std::string name = BuiltInName(inst.word(3));
  if (name.empty()) return;
  Begin();
  Append(name);
  Save(Id(inst.word(1)));
}

void FriendlyNames::NameInstruction(InstIndex index) {
  const InstRecord& record = module_.record(index);
  if (record.op == Op::kName) {
    const Inst inst = module_.inst(index);
    Begin();
    AppendSanitized(inst.string(1), &name_);
    return Save(Id(inst.word(1)));
  }
  if (record.op == Op::kDecorate) return NameDecorated(module_.inst(index));
  if (HasName(record.result)) return;
  if (MayHaveTypeName(record.op)) {
    Begin();
    const bool has_name = AppendTypeName(module_.inst(index));
    if (has_name && nesting_ <= kMaxNesting &&
        name_.size() - 1 <= kMaxNameSize) {
      return Save(record.result);
    }
  }
  SaveNumber(record.result);
}

// Appends the name derived from a type or constant; false if there is none.
// Called only if MayHaveTypeName().
bool FriendlyNames::AppendTypeName(const Inst& inst) {
  switch (inst.op()) {
    case Op::kTypeVoid:
      Append("void");
      break;
    case Op::kTypeBool:
      Append("bool");
      break;
    case Op::kTypeInt:
      Append(IntTypeName(inst.word(2), inst.word(3) != 0));
      break;
    case Op::kTypeFloat:
      Append(FloatTypeName(inst));
      break;
    case Op::kTypeVector:
      absl::StrAppend(&name_, "v", inst.word(3));
      AppendPart(Id(inst.word(2)));
      break;
    case Op::kTypeMatrix:
      absl::StrAppend(&name_, "mat", inst.word(3));
      AppendPart(Id(inst.word(2)));
      break;
    case Op::kTypeArray:
      Append("_arr_");
      AppendPart(Id(inst.word(2)));
      Append("_");
      AppendPart(Id(inst.word(3)));
      break;
    case Op::kTypeNodePayloadArrayAMDX:
      Append("_payloadarr_");
      AppendPart(Id(inst.word(2)));
      break;
    case Op::kTypeRuntimeArray:
      Append("_runtimearr_");
      AppendPart(Id(inst.word(2)));
      break;
    case Op::kTypePointer:
      Append("_ptr_");
      AppendEnumerantName(Kind::kStorageClass, inst.word(2));
      Append("_");
      AppendPart(Id(inst.word(3)));
      break;
    case Op::kTypeUntypedPointerKHR:
      Append("_ptr_");
      AppendEnumerantName(Kind::kStorageClass, inst.word(2));
      break;
    case Op::kTypePipe:
      Append("Pipe");
      AppendEnumerantName(Kind::kAccessQualifier, inst.word(2));
      break;
    case Op::kTypeEvent:
      Append("Event");
      break;
    case Op::kTypeDeviceEvent:
      Append("DeviceEvent");
      break;
    case Op::kTypeReserveId:
      Append("ReserveId");
      break;
    case Op::kTypeQueue:
      Append("Queue");
      break;
    case Op::kTypeOpaque:
      Append("Opaque_");
      AppendSanitized(inst.string(1), &name_);
      break;
    case Op::kTypePipeStorage:
      Append("PipeStorage");
      break;
    case Op::kTypeNamedBarrier:
      Append("NamedBarrier");
      break;
    case Op::kTypeStruct:
      absl::StrAppend(&name_, "_struct_", module_.original_id(inst.result()));
      break;
    case Op::kConstantTrue:
      Append("true");
      break;
    case Op::kConstantFalse:
      Append("false");
      break;
    case Op::kConstant:
      AppendPart(Id(inst.word(1)));
      Append("_");
      return AppendConstantValue(inst);
    default:
      return false;
  }
  return true;
}

void FriendlyNames::AppendEnumerantName(Kind kind, uint32_t value) {
  const grammar::EnumerantInfo* info = grammar::EnumerantByValue(kind, value);
  if (info == nullptr) {
    absl::StrAppend(&name_, value);
  } else {
    Append(grammar::Text(info->name));
  }
}

// A value as part of a name: a minus becomes an n.  False if its text is only
// words.
bool FriendlyNames::AppendConstantValue(const Inst& inst) {
  const size_t begin = name_.size();
  AppendTypedLiteral(module_, inst.result_type(), inst.words().subspan(3),
                     &name_);
  if (name_[begin] == '!') return false;
  if (name_.size() - begin > kMaxNameSize) name_.resize(begin + kMaxNameSize);
  for (size_t i = begin; i < name_.size(); ++i) {
    if (name_[i] == '-') name_[i] = 'n';
    if (!absl::ascii_isalnum(name_[i])) name_[i] = '_';
  }
  return true;
}

}  // namespace plumb
