// See declarations.h.
#include "testdata/generator/declarations.h"

#include <cstdlib>
#include <iostream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace plumb::generator {
namespace {

// Scalar types other than bool, integers and floats of IEEE 754.
struct ScalarRow {
  const char* head;
  const char* instruction;
};
constexpr ScalarRow kScalars[] = {
    {"void", "OpTypeVoid"},
    {"bool", "OpTypeBool"},
    {"sampler", "OpTypeSampler"},
    {"bf16", "OpTypeFloat 16 BFloat16KHR"},
    {"e4m3", "OpTypeFloat 8 Float8E4M3EXT"},
    {"e5m2", "OpTypeFloat 8 Float8E5M2EXT"},
};

// Capabilities that the width of a type needs, which the grammar cannot state.
const char* CapabilityOf(const Term& scalar) {
  static constexpr ScalarRow kRows[] = {
      {"i8", "Int8"},     {"u8", "Int8"},     {"i16", "Int16"},
      {"u16", "Int16"},   {"i64", "Int64"},   {"u64", "Int64"},
      {"f16", "Float16"}, {"f64", "Float64"},
  };
  for (const ScalarRow& row : kRows) {
    if (scalar.head == row.head) return row.instruction;
  }
  return nullptr;
}

bool IsStructure(const Term& type) {
  return type.head == "struct" || type.head == "lstruct" ||
         type.head == "block" || type.head == "bufferblock";
}

// The extensions that the documents of extensions, and of their capabilities,
// require besides.
struct CompanionRow {
  absl::string_view name;
  const char* extension;
};
constexpr CompanionRow kCompanions[] = {
    {"SPV_EXT_shader_atomic_float16_add", "SPV_EXT_shader_atomic_float_add"},
    {"SPV_EXT_descriptor_heap", "SPV_KHR_untyped_pointers"},
    {"SPV_NV_stereo_view_rendering", "SPV_NV_viewport_array2"},
    {"SPV_EXT_ocp_microscaling_types", "SPV_EXT_float8"},
    {"SPV_KHR_opacity_micromap", "SPV_KHR_ray_query"},
    {"CooperativeMatrixTensorAddressingNV", "SPV_NV_tensor_addressing"},
    {"DotProductBFloat16AccVALVE", "SPV_KHR_bfloat16"},
    {"DotProductFloat8AccFloat32VALVE", "SPV_EXT_float8"},
};

}  // namespace

void Declarations::Fail(absl::string_view message) const {
  std::cerr << place_ << ": " << message << "\n";
  std::abort();
}

std::string Declarations::NewId(absl::string_view stem) {
  return absl::StrCat("%", stem, "_", next_id_++);
}

void Declarations::Add(Section section, const std::string& line) {
  const auto at = static_cast<size_t>(section);
  // An instruction that continues another one may have the same words twice.
  const bool may_repeat =
      section == Section::kFunction || section == Section::kGlobal;
  if (may_repeat || known_[at].insert(line).second) {
    sections_[at].push_back(line);
  }
}

void Declarations::AddCapability(absl::string_view name) {
  Add(Section::kCapability, absl::StrCat("OpCapability ", name));
  AddCompanions(name);
}

void Declarations::AddExtension(absl::string_view name) {
  Add(Section::kExtension, absl::StrCat("OpExtension \"", name, "\""));
  AddCompanions(name);
}

void Declarations::AddCompanions(absl::string_view name) {
  for (const CompanionRow& row : kCompanions) {
    if (row.name == name) AddExtension(row.extension);
  }
}

Term Declarations::Normalize(const Term& type) const {
  Term normal = type;
  if (setting_.is_kernel() && IsInt(type)) normal.head[0] = 'u';
  for (Term& arg : normal.args) {
    if (type.head == "img" || type.head == "ptr") {
      arg.head = std::string(absl::StripPrefix(arg.head, "'"));
    }
    arg = Normalize(arg);
  }
  return normal;
}

// --- Types ---

std::string Declarations::Type(const Term& type) {
  const std::string key = generator::ToText(type);
  if (const auto known = types_.find(key); known != types_.end()) {
    return known->second;
  }
  std::string id = DeclareType(type);
  types_[key] = id;
  return id;
}

std::string Declarations::Declare(absl::string_view stem,
                                  const std::string& instruction) {
  std::string id = NewId(stem);
  sections_[static_cast<size_t>(Section::kGlobal)].push_back(
      absl::StrCat(id, " = ", instruction));
  return id;
}

std::string Declarations::DeclareType(const Term& type) {
  const std::vector<Term>& args = type.args;
  if (args.empty() && type.head != "struct") return DeclareScalar(type);
  if (IsStructure(type)) return DeclareStructure(type);
  if (type.head == "img") return DeclareImage(type);
  const auto type_of = [&](size_t i) { return Type(args[i]); };
  if (type.head == "vec") {
    uint32_t count = 0;
    if (absl::SimpleAtoi(args[1].head, &count) && count > 4) {
      AddCapability("Vector16");
    }
    return Declare(
        "vec", absl::StrCat("OpTypeVector ", type_of(0), " ", args[1].head));
  }
  if (type.head == "mat") {
    return Declare(
        "mat", absl::StrCat("OpTypeMatrix ", type_of(0), " ", args[1].head));
  }
  if (type.head == "arr" || type.head == "sarr") {
    const std::string element = type_of(0);
    const std::string length = absl::StartsWith(args[1].head, "spec")
                                   ? SpecConstant({"u32", {}})
                                   : Number({"u32", {}}, args[1].head);
    std::string id =
        Declare("arr", absl::StrCat("OpTypeArray ", element, " ", length));
    if (type.head == "sarr") {
      Add(Section::kAnnotation,
          absl::StrCat("OpDecorate ", id, " ArrayStride ", StrideOf(args[0])));
    }
    return id;
  }
  if (type.head == "rta") {
    std::string id =
        Declare("rta", absl::StrCat("OpTypeRuntimeArray ", type_of(0)));
    Add(Section::kAnnotation,
        absl::StrCat("OpDecorate ", id, " ArrayStride ", StrideOf(args[0])));
    return id;
  }
  if (type.head == "ptr") {
    return Declare(
        "ptr", absl::StrCat("OpTypePointer ", args[0].head, " ", type_of(1)));
  }
  if (type.head == "simg") {
    return Declare("simg", absl::StrCat("OpTypeSampledImage ", type_of(0)));
  }
  if (type.head == "fn") {
    std::vector<std::string> ids;
    ids.reserve(args.size());
    for (const Term& arg : args) ids.push_back(Type(arg));
    return Declare("fn",
                   absl::StrCat("OpTypeFunction ", absl::StrJoin(ids, " ")));
  }
  return DeclareOther(type);
}

std::string Declarations::DeclareScalar(const Term& type) {
  if (type.head == "sampler" && setting_.is_kernel()) {
    AddCapability("ImageBasic");
  }
  for (const ScalarRow& row : kScalars) {
    if (type.head == row.head) return Declare(type.head, row.instruction);
  }
  if (const char* const capability = CapabilityOf(type)) {
    AddCapability(capability);
  }
  if (IsInt(type)) {
    return Declare(type.head, absl::StrCat("OpTypeInt ", WidthOf(type), " ",
                                           type.head[0] == 'i' ? 1 : 0));
  }
  if (IsFloat(type)) {
    return Declare(type.head, absl::StrCat("OpTypeFloat ", WidthOf(type)));
  }
  return DeclareOther(type);
}

std::string Declarations::DeclareStructure(const Term& type) {
  std::vector<std::string> members;
  for (const Term& arg : type.args) members.push_back(Type(arg));
  std::string id = Declare(
      type.head, absl::StrCat("OpTypeStruct ", absl::StrJoin(members, " ")));
  if (type.head == "struct") return id;
  const auto decorate = [&](size_t member, absl::string_view what) {
    Add(Section::kAnnotation,
        absl::StrCat("OpMemberDecorate ", id, " ", member, " ", what));
  };
  uint32_t offset = 0;
  for (size_t i = 0; i < type.args.size(); ++i) {
    const Term* member = &type.args[i];
    decorate(i, absl::StrCat("Offset ", offset));
    offset += StrideOf(*member);
    while (member->head == "sarr" || member->head == "rta") {
      member = &member->args[0];
    }
    if (member->head == "mat") {
      decorate(i, "ColMajor");
      decorate(i, absl::StrCat("MatrixStride ", StrideOf(member->args[0])));
    }
  }
  if (type.head != "lstruct") {
    Add(Section::kAnnotation,
        absl::StrCat("OpDecorate ", id,
                     type.head == "block" ? " Block" : " BufferBlock"));
  }
  return id;
}

// img(sampled,Dim,depth,arrayed,ms,sampled,Format[,Access])
std::string Declarations::DeclareImage(const Term& type) {
  if (setting_.is_kernel()) {
    AddCapability(type.args.back().head == "ReadWrite" ? "ImageReadWrite"
                                                       : "ImageBasic");
  }
  std::string text = absl::StrCat("OpTypeImage ", Type(type.args[0]));
  for (size_t i = 1; i < type.args.size(); ++i) {
    absl::StrAppend(&text, " ", type.args[i].head);
  }
  return Declare("img", text);
}

// A type by its opcode: TypePipe('ReadOnly).
std::string Declarations::DeclareOther(const Term& type) {
  const Feature feature = FeatureFromName(type.head);
  if (!feature.is_op()) {
    Fail(absl::StrCat("unknown type ", generator::ToText(type)));
  }
  std::string text = std::string(grammar::NameOf(feature.op));
  for (const Term& arg : type.args) {
    const size_t colon = arg.head.find(':');
    uint32_t number = 0;
    if (arg.head[0] == '\'') {
      absl::StrAppend(&text, " ", arg.head.substr(1));
    } else if (absl::SimpleAtoi(arg.head, &number)) {
      absl::StrAppend(&text, " ", number);
    } else if (colon != std::string::npos) {
      absl::StrAppend(&text, " ",
                      Number({arg.head.substr(colon + 1), arg.args},
                             arg.head.substr(0, colon)));
    } else if (absl::StrContains(arg.head, ".")) {
      absl::StrAppend(&text, " ", EnumerantConstant(FeatureFromName(arg.head)));
    } else {
      absl::StrAppend(&text, " ", Type(arg));
    }
  }
  return Declare("type", text);
}

// --- Constants ---

std::string Declarations::Composite(const Term& type, absl::string_view opcode,
                                    absl::string_view number) {
  std::vector<std::string> parts;
  const auto add = [&](const Term& part) {
    parts.push_back(number.empty() ? AnyConstant(part) : Number(part, number));
  };
  if (type.head == "struct" || type.head == "lstruct") {
    for (const Term& member : type.args) add(member);
  } else {
    uint32_t count = 0;
    if (!absl::SimpleAtoi(type.args[1].head, &count)) return Null(type);
    for (uint32_t i = 0; i < count; ++i) add(type.args[0]);
  }
  const std::string text =
      absl::StrCat(opcode, " ", Type(type), " ", absl::StrJoin(parts, " "));
  std::string& id = constants_[text];
  if (id.empty()) id = Declare("c", text);
  return id;
}

std::string Declarations::Number(const Term& type, absl::string_view number) {
  if (type.head == "bool") {
    const std::string text = absl::StrCat(
        number == "0" ? "OpConstantFalse " : "OpConstantTrue ", Type(type));
    std::string& id = constants_[text];
    if (id.empty()) id = Declare("c", text);
    return id;
  }
  if (!IsInt(type) && !IsFloat(type)) {
    if (type.args.empty()) {
      Fail(absl::StrCat("no constant of type ", generator::ToText(type)));
    }
    return Composite(type, "OpConstantComposite", number);
  }
  const std::string text = absl::StrCat("OpConstant ", Type(type), " ", number);
  std::string& id = constants_[text];
  if (id.empty()) id = Declare("c", text);
  return id;
}

std::string Declarations::Null(const Term& type) {
  const std::string text = absl::StrCat("OpConstantNull ", Type(type));
  std::string& id = constants_[text];
  if (id.empty()) id = Declare("null", text);
  return id;
}

std::string Declarations::AnyConstant(const Term& type) {
  if (random_.OneIn(12)) return Null(type);
  if (type.head == "bool") return Number(type, random_.OneIn(2) ? "0" : "1");
  if (IsInt(type)) return Number(type, absl::StrCat(1 + random_.Below(9)));
  if (IsFloat(type)) {
    constexpr const char* kFloats[] = {"1", "0.5", "-2", "0.25", "3.5"};
    return Number(type, kFloats[random_.Below(5)]);
  }
  return Composite(type, "OpConstantComposite", "");
}

std::string Declarations::SpecConstant(const Term& type) {
  if (!IsInt(type) && !IsFloat(type) && type.head != "bool") {
    return Composite(type, "OpSpecConstantComposite", "");
  }
  std::string id;
  const std::string type_id = Type(type);
  if (type.head == "bool") {
    id = Declare("spec", absl::StrCat(random_.OneIn(2) ? "OpSpecConstantTrue "
                                                       : "OpSpecConstantFalse ",
                                      type_id));
  } else {
    id = Declare("spec", absl::StrCat("OpSpecConstant ", type_id, " ",
                                      1 + random_.Below(4)));
  }
  Add(Section::kAnnotation,
      absl::StrCat("OpDecorate ", id, " SpecId ", NextSpecId()));
  return id;
}

std::string Declarations::EnumerantConstant(const Feature& enumerant) {
  if (enumerant.is_op() || enumerant.kind == Kind::kIdRef) {
    Fail("unknown enumerant");
  }
  constant_enumerants_.insert(enumerant);
  return Number({"u32", {}}, absl::StrCat(enumerant.value));
}

std::string Declarations::Import(absl::string_view name) {
  const std::string text = absl::StrCat("OpExtInstImport \"", name, "\"");
  std::string& id = constants_[text];
  if (id.empty()) {
    id = NewId("import");
    Add(Section::kImport, absl::StrCat(id, " = ", text));
  }
  return id;
}

// --- Variables and functions ---

std::string Declarations::GlobalVariable(absl::string_view storage_class,
                                         const Term& pointee) {
  const std::string pointer = Type(MakePointer(storage_class, pointee));
  std::string id =
      Declare("var", absl::StrCat("OpVariable ", pointer, " ", storage_class));
  variables_.emplace_back(id, std::string(storage_class));
  if (setting_.is_kernel()) return id;
  const auto decorate = [&](absl::string_view what) {
    Add(Section::kAnnotation, absl::StrCat("OpDecorate ", id, " ", what));
  };
  if (storage_class == "Uniform" || storage_class == "StorageBuffer" ||
      storage_class == "UniformConstant") {
    decorate(absl::StrCat("DescriptorSet ", random_.Below(2)));
    decorate(absl::StrCat("Binding ", NextBinding()));
  } else if ((storage_class == "Input" || storage_class == "Output") &&
             pointee.head != "block") {
    decorate(absl::StrCat("Location ", NextLocation()));
  }
  return id;
}

std::string Declarations::Helper(const Term& type) {
  const Term& result = type.args[0];
  const std::string type_id = Type(type);
  std::string id = NewId("helper");
  std::vector<std::string> lines = {
      absl::StrCat(id, " = OpFunction ", Type(result), " None ", type_id)};
  for (size_t i = 1; i < type.args.size(); ++i) {
    lines.push_back(absl::StrCat(NewId("p"), " = OpFunctionParameter ",
                                 Type(type.args[i])));
  }
  lines.push_back(absl::StrCat(NewId("b"), " = OpLabel"));
  if (result.head == "void") {
    lines.emplace_back("OpReturn");
  } else if (HasConstants(result)) {
    lines.push_back(absl::StrCat("OpReturnValue ", AnyConstant(result)));
  } else {
    const std::string value = NewId("v");
    lines.push_back(absl::StrCat(value, " = OpUndef ", Type(result)));
    lines.push_back(absl::StrCat("OpReturnValue ", value));
  }
  lines.emplace_back("OpFunctionEnd");
  Add(Section::kFunction, absl::StrJoin(lines, "\n"));
  return id;
}

std::string Declarations::ToText(absl::string_view functions) const {
  std::string text;
  for (size_t i = 0; i < kSectionCount; ++i) {
    if (i == static_cast<size_t>(Section::kFunction)) {
      absl::StrAppend(&text, functions);
    }
    for (const std::string& line : sections_[i]) {
      absl::StrAppend(&text, line, "\n");
    }
  }
  return text;
}

}  // namespace plumb::generator
