// See body.h.
#include "testdata/generator/body.h"

#include <algorithm>
#include <cctype>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/op_role.h"

namespace plumb::generator {
namespace {

// Classes of types.  Each word is a type; the first is chosen most often.
struct ClassRow {
  const char* name;
  const char* components;
  bool scalars;
  bool vectors;
};
constexpr ClassRow kClasses[] = {
    {"int1", "i32 u32 i32 u32 i16 u16 i64 u64 i8 u8", true, false},
    {"sint1", "i32 i32 i16 i64", true, false},
    {"uint1", "u32 u32 u16 u64", true, false},
    {"float1", "f32 f32 f32 f32 f16 f64", true, false},
    {"num1", "i32 u32 f32 f32 i64 f64", true, false},
    {"ints", "i32 u32 i32 u32 i16 u16 i64 u64 i8 u8", true, true},
    {"sints", "i32 i32 i16 i64", true, true},
    {"uints", "u32 u32 u16 u64", true, true},
    {"floats", "f32 f32 f32 f32 f16 f64", true, true},
    {"bools", "bool", true, true},
    {"nums", "i32 u32 f32 f32 i64 f64", true, true},
    {"ints32", "i32 u32", true, true},
    {"sints32", "i32", true, true},
    {"uints32", "u32", true, true},
    {"floats32", "f32", true, true},
    {"floats1632", "f32 f32 f16", true, true},
    {"int32", "i32 u32", true, false},
    {"num32", "i32 u32 f32", true, false},
    {"intv", "i32 u32 i32 u32 i16 u64", false, true},
    {"floatv", "f32 f32 f32 f32 f16 f64", false, true},
    {"boolv", "bool", false, true},
    {"values", "bool i32 u32 f32 f32 f64", true, true},
};

// The opcodes that belong to a section before the functions.
Section SectionOf(Op op, absl::string_view line) {
  switch (op) {
    case Op::kString:
    case Op::kSource:
    case Op::kSourceContinued:
    case Op::kSourceExtension:
      return Section::kDebug;
    case Op::kModuleProcessed:
      return Section::kProcessed;
    case Op::kName:
    case Op::kMemberName:
      return Section::kName;
    case Op::kExecutionMode:
    case Op::kExecutionModeId:
      return Section::kMode;
    case Op::kConditionalCapabilityINTEL:
      return Section::kCapability;
    case Op::kConditionalExtensionINTEL:
      return Section::kExtension;
    case Op::kEntryPoint:
    case Op::kConditionalEntryPointINTEL:
      return Section::kEntryPoint;
    case Op::kVariable:
    case Op::kUntypedVariableKHR:
      return absl::StrContains(line, " Function") ? Section::kFunction
                                                  : Section::kGlobal;
    case Op::kTypeForwardPointer:
    case Op::kTypeGraphARM:
    case Op::kGraphConstantARM:
    case Op::kTypeStructContinuedINTEL:
    case Op::kConstantCompositeContinuedINTEL:
    case Op::kSpecConstantCompositeContinuedINTEL:
    case Op::kAsmTargetINTEL:
    case Op::kAsmINTEL:
      return Section::kGlobal;
    case Op::kSamplerImageAddressingModeNV:
      return Section::kMemoryModel;
    default:
      break;
  }
  if (IsAnnotation(op) || absl::StartsWith(grammar::NameOf(op), "OpAlias")) {
    return Section::kAnnotation;
  }
  const bool is_declaration =
      Is(op, OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration |
                 OpTrait::kType) &&
      op != Op::kUndef;
  return is_declaration ? Section::kGlobal : Section::kFunction;
}

bool IsBlockClass(absl::string_view storage_class) {
  return storage_class == "Uniform" || storage_class == "StorageBuffer" ||
         storage_class == "PushConstant" ||
         storage_class == "ShaderRecordBufferKHR";
}

bool IsResource(const Term& type) {
  return type.head == "img" || type.head == "simg" || type.head == "sampler" ||
         type.head == "TypeAccelerationStructureKHR" ||
         type.head == "TypeTensorARM";
}

// Whether a value can be used in another block or by any instruction.
bool IsReusable(const Term& type) {
  return HasConstants(type) || type.head == "ptr";
}

}  // namespace

Body::Body(Declarations* declarations, std::string entry,
           bool may_have_parameters)
    : module_(*declarations),
      random_(declarations->random()),
      may_have_parameters_(may_have_parameters),
      id_(declarations->NewId("fn")),
      entry_(entry.empty() ? id_ : std::move(entry)),
      first_label_(declarations->NewId("b")),
      label_(first_label_) {}

// --- Control flow ---

void Body::Branch(const std::string& to) {
  Emit(absl::StrCat("OpBranch ", to));
}

void Body::StartBlock(const std::string& label) {
  label_ = label;
  Emit(absl::StrCat(label, " = OpLabel"));
}

std::string Body::Result(absl::string_view instruction, const Term& type) {
  std::string id = module_.NewId("v");
  Emit(absl::StrCat(id, " = ", instruction));
  if (IsReusable(type)) values_.emplace_back(type, id);
  return id;
}

void Body::BeginConstruct() {
  const Term u32 = {"u32", {}};
  Construct c;
  c.values = values_.size();
  c.merge = module_.NewId("b");
  const std::string inner = module_.NewId("b");
  switch (random_.Below(3)) {
    case 0: {
      const std::string condition = Value({"bool", {}});
      Emit(absl::StrCat("OpSelectionMerge ", c.merge, " None"));
      Emit(absl::StrCat("OpBranchConditional ", condition, " ", inner, " ",
                        c.merge));
      break;
    }
    case 1: {
      const std::string selector = Value(u32);
      Emit(absl::StrCat("OpSelectionMerge ", c.merge, " None"));
      Emit(absl::StrCat("OpSwitch ", selector, " ", c.merge, " ",
                        random_.Below(4), " ", inner));
      break;
    }
    default: {
      c.loop_header = module_.NewId("b");
      c.loop_continue = module_.NewId("b");
      c.next = module_.NewId("v");
      c.index = module_.NewId("v");
      const std::string before = label_;
      Branch(c.loop_header);
      StartBlock(c.loop_header);
      const std::string zero = module_.Number(u32, "0");
      Emit(absl::StrCat(c.index, " = OpPhi ", module_.Type(u32), " ", zero, " ",
                        before, " ", c.next, " ", c.loop_continue));
      Emit(
          absl::StrCat("OpLoopMerge ", c.merge, " ", c.loop_continue, " None"));
      Branch(inner);
      break;
    }
  }
  StartBlock(inner);
  if (!c.index.empty()) values_.emplace_back(u32, c.index);
  constructs_.push_back(c);
}

void Body::EndConstruct(bool has_ended) {
  const Construct c = constructs_.back();
  constructs_.pop_back();
  const Term u32 = {"u32", {}};
  if (!c.loop_header.empty()) {
    if (!has_ended) Branch(c.loop_continue);
    StartBlock(c.loop_continue);
    const std::string one = module_.Number(u32, "1");
    Emit(absl::StrCat(c.next, " = OpIAdd ", module_.Type(u32), " ", c.index,
                      " ", one));
    const std::string less = module_.NewId("v");
    const std::string limit =
        module_.Number(u32, absl::StrCat(2 + random_.Below(9)));
    Emit(absl::StrCat(less, " = OpULessThan ", module_.Type({"bool", {}}), " ",
                      c.next, " ", limit));
    Emit(absl::StrCat("OpBranchConditional ", less, " ", c.loop_header, " ",
                      c.merge));
  } else if (!has_ended) {
    Branch(c.merge);
  }
  StartBlock(c.merge);
  values_.resize(std::min(values_.size(), c.values));
}

std::string Body::Finish() {
  while (!constructs_.empty()) EndConstruct(false);
  Term type = {"fn", {{"void", {}}}};
  type.args.insert(type.args.end(), parameters_.begin(), parameters_.end());
  const std::string void_id = module_.Type({"void", {}});
  std::string text = absl::StrCat(id_, " = OpFunction ", void_id, " None ",
                                  module_.Type(type), "\n");
  for (const std::string& line : parameter_lines_) {
    absl::StrAppend(&text, line, "\n");
  }
  absl::StrAppend(&text, first_label_, " = OpLabel\n");
  for (const std::string& line : variable_lines_) {
    absl::StrAppend(&text, line, "\n");
  }
  for (const std::string& line : lines_) absl::StrAppend(&text, line, "\n");
  absl::StrAppend(&text, "OpReturn\nOpFunctionEnd\n");
  return text;
}

// --- Values ---

std::string Body::Parameter(const Term& type) {
  std::string id = module_.NewId("p");
  parameter_lines_.push_back(
      absl::StrCat(id, " = OpFunctionParameter ", module_.Type(type)));
  parameters_.push_back(type);
  return id;
}

std::string Body::LocalVariable(const Term& pointee) {
  std::string id = module_.NewId("local");
  variable_lines_.push_back(absl::StrCat(
      id, " = OpVariable ", module_.Type(MakePointer("Function", pointee)),
      " Function"));
  return id;
}

// A pointer to the first member of a block.
std::string Body::Block(absl::string_view storage_class, const Term& pointee) {
  const std::string variable =
      module_.GlobalVariable(storage_class, {"block", {pointee}});
  const Term type = MakePointer(storage_class, pointee);
  const std::string zero = module_.Number({"u32", {}}, "0");
  return Result(absl::StrCat("OpAccessChain ", module_.Type(type), " ",
                             variable, " ", zero),
                type);
}

std::string Body::Pointer(const Term& type) {
  const std::string storage_class = type.args[0].head;
  const Term& pointee = type.args[1];
  if (storage_class == "Function") return LocalVariable(pointee);
  if (storage_class == "PhysicalStorageBuffer") {
    const std::string address = Value({"u64", {}});
    return Result(
        absl::StrCat("OpConvertUToPtr ", module_.Type(type), " ", address),
        type);
  }
  if (module_.setting().is_kernel()) {
    if (storage_class == "Generic") {
      const std::string variable = LocalVariable(pointee);
      return Result(absl::StrCat("OpPtrCastToGeneric ", module_.Type(type), " ",
                                 variable),
                    type);
    }
    if (storage_class != "Workgroup") return Parameter(type);
  }
  const bool is_block =
      pointee.head == "block" || pointee.head == "bufferblock" ||
      (pointee.head == "arr" && pointee.args[0].head == "block");
  if (IsBlockClass(storage_class) && !is_block) {
    return Block(storage_class, pointee);
  }
  return module_.GlobalVariable(storage_class, pointee);
}

std::string Body::Value(const Term& type) {
  if (type.head == "ptr") return Pointer(type);
  if (!random_.OneIn(3)) {
    std::vector<std::string> known;
    for (const auto& [t, id] : values_) {
      if (t == type) known.push_back(id);
    }
    if (!known.empty()) return random_.Pick(known);
  }
  if (HasConstants(type)) {
    switch (random_.Below(8)) {
      case 0: {
        const std::string variable = LocalVariable(type);
        return Result(
            absl::StrCat("OpLoad ", module_.Type(type), " ", variable), type);
      }
      case 1:
        return Result(absl::StrCat("OpUndef ", module_.Type(type)), type);
      case 2:
        return module_.SpecConstant(type);
      default:
        return module_.AnyConstant(type);
    }
  }
  if (may_have_parameters_) return Parameter(type);
  const std::string variable =
      IsResource(type) ? module_.GlobalVariable("UniformConstant", type)
                       : LocalVariable(type);
  return Result(absl::StrCat("OpLoad ", module_.Type(type), " ", variable),
                type);
}

// --- Rows ---

void Body::AddRow(const Row& row, const Feature& feature) {
  module_.set_place(row.place);
  Use use;
  use.feature = feature;
  use.names["fn"] = id_;
  use.names["entry"] = entry_;
  for (const Statement& statement : row.statements) {
    Bind(statement.type, &use);
    for (const std::string& operand : statement.operands) Bind(operand, &use);
  }
  for (const Statement& statement : row.statements) {
    AddStatement(statement, &use);
  }
}

// Chooses the types of variables that an operand or result defines, so that
// they can be used before.
void Body::Bind(absl::string_view operand, Use* use) {
  if (!absl::StrContains(operand, "/") || operand[0] == '"') return;
  for (absl::string_view choice : absl::StrSplit(operand, '|')) {
    const size_t paren = std::min(choice.find('('), choice.size());
    const size_t colon = choice.find(':');
    if (colon < paren) choice.remove_prefix(colon + 1);
    BindIn(ParseTerm(choice), use);
  }
}

void Body::BindIn(const Term& term, Use* use) {
  for (const Term& arg : term.args) BindIn(arg, use);
  if (absl::StrContains(term.head, "/")) Resolve(term, use);
}

Term Body::ChooseOfClass(absl::string_view name, bool* is_class) {
  for (const ClassRow& row : kClasses) {
    if (name != row.name) continue;
    *is_class = true;
    const std::vector<std::string> components =
        absl::StrSplit(row.components, ' ');
    Term component = {random_.Pick(components), {}};
    const bool is_vector = row.vectors && (!row.scalars || random_.OneIn(2));
    return is_vector ? MakeVector(component, 2 + random_.Below(3)) : component;
  }
  *is_class = false;
  return {};
}

Term Body::Resolve(const Term& term, Use* use) {
  const std::string& head = term.head;
  const auto arg = [&](size_t i) { return Resolve(term.args[i], use); };
  if (head == "@") return {absl::StrCat("'", Operand(head, use)), {}};
  if (absl::EndsWith(head, ".@")) return {use->feature.Name(), {}};
  // like(T,C): the shape of T with the components C.
  if (head == "like") return WithComponent(arg(0), arg(1));
  if (head == "scalar") return ComponentOf(arg(0));
  if (head == "column") return arg(0).args[0];
  if (head == "signed" || head == "unsigned") {
    const Term type = arg(0);
    Term component = ComponentOf(type);
    component.head[0] = head == "signed" ? 'i' : 'u';
    return module_.Normalize(WithComponent(type, component));
  }
  const size_t slash = head.find('/');
  const std::string name = head.substr(0, slash);
  const auto bound = use->types.find(
      slash == std::string::npos ? head : head.substr(slash + 1));
  if (bound != use->types.end()) return bound->second;
  bool is_class = false;
  Term type = module_.Normalize(ChooseOfClass(name, &is_class));
  if (!is_class) {
    type = {name, {}};
    if (slash == std::string::npos) type.head = head;
    for (size_t i = 0; i < term.args.size(); ++i) type.args.push_back(arg(i));
    type = module_.Normalize(type);
  }
  if (slash != std::string::npos) use->types[head.substr(slash + 1)] = type;
  return type;
}

std::string Body::NameIn(absl::string_view name, Use* use) {
  if (name == "label") return label_;
  std::string& id = use->names[std::string(name)];
  if (id.empty()) id = module_.NewId(name);
  return id;
}

std::string Body::Operand(absl::string_view operand, Use* use) {
  absl::string_view rest = operand;
  if (operand == "@") {
    const std::string name = use->feature.Name();
    return name.substr(name.find('.') + 1);
  }
  if (operand == "location") return absl::StrCat(module_.NextLocation());
  if (operand == "binding") return absl::StrCat(module_.NextBinding());
  if (operand == "spec-id") return absl::StrCat(module_.NextSpecId());
  if (operand[0] == '"') return std::string(operand);
  // A mask is written with "+": "|" separates alternatives.
  if (absl::ConsumePrefix(&rest, "'")) {
    return absl::StrReplaceAll(rest, {{"+", "|"}});
  }
  if (absl::ConsumePrefix(&rest, "%")) return NameIn(rest, use);
  const auto term = [&] { return Resolve(ParseTerm(rest), use); };
  if (absl::ConsumePrefix(&rest, "type:")) return module_.Type(term());
  if (absl::ConsumePrefix(&rest, "const:")) return module_.AnyConstant(term());
  if (absl::ConsumePrefix(&rest, "null:")) return module_.Null(term());
  if (absl::ConsumePrefix(&rest, "spec:")) return module_.SpecConstant(term());
  if (absl::ConsumePrefix(&rest, "func:")) return module_.Helper(term());
  if (absl::ConsumePrefix(&rest, "import:")) {
    return module_.Import(rest);
  }
  if (absl::ConsumePrefix(&rest, "global:")) {
    const Term pointer = term();
    return module_.GlobalVariable(pointer.args[0].head, pointer.args[1]);
  }
  if (absl::ConsumePrefix(&rest, "param:")) return Parameter(term());
  const size_t paren = std::min(operand.find('('), operand.size());
  const size_t colon = operand.find(':');
  if (colon < paren) {
    rest.remove_prefix(colon + 1);
    return module_.Number(term(), operand.substr(0, colon));
  }
  if (absl::StrContains(operand.substr(0, paren), ".")) {
    if (absl::EndsWith(operand, ".@")) {
      return module_.EnumerantConstant(use->feature);
    }
    return module_.EnumerantConstant(FeatureFromName(operand));
  }
  return Value(term());
}

bool Body::AddOperand(absl::string_view operand, Use* use, std::string* text) {
  if (absl::ConsumePrefix(&operand, "?") && random_.OneIn(2)) return false;
  const std::vector<absl::string_view> choices =
      operand[0] == '"' ? std::vector<absl::string_view>{operand}
                        : absl::StrSplit(operand, '|');
  absl::StrAppend(text, " ", Operand(random_.Pick(choices), use));
  return true;
}

void Body::AddStatement(const Statement& statement, Use* use) {
  const std::string opcode = statement.opcode == "@"
                                 ? std::string(grammar::NameOf(use->feature.op))
                                 : absl::StrCat("Op", statement.opcode);
  const Op op = grammar::OpFromName(opcode);
  if (op == grammar::kNoOp) {
    module_.Fail(absl::StrCat("unknown opcode ", opcode));
  }
  std::string text = opcode;
  Term type;
  if (absl::StartsWith(statement.type, "%")) {
    absl::StrAppend(&text, " ", NameIn(statement.type.substr(1), use));
  } else if (!statement.type.empty()) {
    type = Resolve(ParseTerm(statement.type), use);
    absl::StrAppend(&text, " ", module_.Type(type));
  }
  for (const std::string& operand : statement.operands) {
    if (!AddOperand(operand, use, &text)) break;
  }
  std::string id;
  if (grammar::Info(op).has_result) {
    id = statement.name.empty() ? module_.NewId("v")
                                : NameIn(statement.name, use);
    text = absl::StrCat(id, " = ", text);
  }
  const Section section = SectionOf(op, text);
  if (section != Section::kFunction) {
    module_.Add(section, text);
    if (Is(op, OpTrait::kVariable)) {
      module_.NoteVariable(id, statement.operands[0].substr(1));
    }
    return;
  }
  if (op == Op::kFunction || op == Op::kGraphEntryPointARM ||
      !helper_.empty()) {
    helper_.push_back(text);
    if (op == Op::kGraphEndARM) {
      module_.Add(Section::kGraph, absl::StrJoin(helper_, "\n"));
      helper_.clear();
    }
    if (op != Op::kFunctionEnd) return;
    const std::string function = absl::StrJoin(helper_, "\n");
    module_.Add(absl::StrContains(function, "= OpLabel")
                    ? Section::kFunction
                    : Section::kFunctionDeclaration,
                function);
    helper_.clear();
    return;
  }
  if (op == Op::kVariable || op == Op::kUntypedVariableKHR) {
    variable_lines_.push_back(text);
    return;
  }
  if (op == Op::kLabel) label_ = id;
  Emit(text);
  if (IsReusable(type)) values_.emplace_back(type, id);
}

}  // namespace plumb::generator
