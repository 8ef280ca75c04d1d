#include "api/resolve/type_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "grammar/grammar.h"
#include "parse/disassembly/number_text.h"

namespace plumb {
namespace {

// "StorageBuffer" as "storage_buffer".
std::string SnakeCase(absl::string_view name) {
  std::string result;
  bool was_lower = false;
  for (const char c : name) {
    if (absl::ascii_isupper(c) && was_lower) result.push_back('_');
    was_lower = absl::ascii_islower(c);
    result.push_back(absl::ascii_tolower(c));
  }
  return result;
}

std::string StorageClassText(uint32_t value) {
  const grammar::EnumerantInfo* info =
      grammar::EnumerantByValue(Kind::kStorageClass, value);
  return info == nullptr ? absl::StrCat("storage class ", value)
                         : SnakeCase(grammar::Text(info->name));
}

std::string FloatText(const Inst& inst) {
  if (inst.word_count() > 3) {
    const grammar::EnumerantInfo* encoding =
        grammar::EnumerantByValue(Kind::kFPEncoding, inst.word(3));
    if (encoding != nullptr) {
      absl::string_view name = grammar::Text(encoding->name);
      if (!absl::ConsumeSuffix(&name, "KHR")) {
        absl::ConsumeSuffix(&name, "EXT");
      }
      return SnakeCase(name);
    }
  }
  return absl::StrCat("f", inst.word(2));
}

// A length: its value if it is a plain constant, its name otherwise.
std::string LengthText(const Module& module, Id length, IdText* ids) {
  const InstIndex def = module.def(length);
  if (def == kNoInst || module.record(def).op != Op::kConstant) {
    return ids->Text(length);
  }
  std::string value;
  const Inst inst = module.inst(def);
  AppendTypedLiteral(module, inst.result_type(), inst.words().subspan(3),
                     &value);
  return value;
}

// A parameter of a type that is an <id>: the name of an enumerant if it is a
// plain constant that has one.
std::string EnumerantText(const Module& module, Kind kind, Id id, IdText* ids) {
  const InstIndex def = module.def(id);
  if (def != kNoInst && module.record(def).op == Op::kConstant) {
    const grammar::EnumerantInfo* info =
        grammar::EnumerantByValue(kind, module.inst(def).word(3));
    if (info != nullptr) return std::string(grammar::Text(info->name));
  }
  return LengthText(module, id, ids);
}

// The parameters after the component type of a cooperative matrix.
std::string MatrixParameters(const Module& module, const Inst& type,
                             IdText* ids) {
  std::string text = absl::StrCat(
      ", ", EnumerantText(module, Kind::kScope, Id(type.word(3)), ids), ", ",
      LengthText(module, Id(type.word(4)), ids), "x",
      LengthText(module, Id(type.word(5)), ids));
  if (type.op() == Op::kTypeCooperativeMatrixKHR) {
    absl::StrAppend(&text, ", ",
                    EnumerantText(module, Kind::kCooperativeMatrixUse,
                                  Id(type.word(6)), ids));
  }
  return text;
}

// The number of components of the columns of a matrix; 0 if they are not
// vectors.
uint32_t RowsOf(const Module& module, Id column) {
  const InstIndex def = module.def(column);
  if (def == kNoInst || module.record(def).op != Op::kTypeVector) return 0;
  return module.inst(def).word(3);
}

}  // namespace

std::string TypeText(const Module& module, Id type, IdText* ids) {
  constexpr int kMaxDepth = 8;
  std::string open;
  std::string close;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const InstIndex def = module.def(type);
    if (def == kNoInst) return absl::StrCat(open, "undefined", close);
    const Inst inst = module.inst(def);
    switch (inst.op()) {
      case Op::kTypeInt:
        absl::StrAppend(&open, inst.word(3) != 0 ? "i" : "u", inst.word(2));
        return open + close;
      case Op::kTypeFloat:
        return absl::StrCat(open, FloatText(inst), close);
      case Op::kTypeStruct:
        return absl::StrCat(open, "struct ", ids->Text(type), close);
      case Op::kTypeVector:
        absl::StrAppend(&open, "vec", inst.word(3), "<");
        close.insert(0, ">");
        type = Id(inst.word(2));
        break;
      case Op::kTypeMatrix: {
        const Id column(inst.word(2));
        const uint32_t rows = RowsOf(module, column);
        absl::StrAppend(&open, "mat", inst.word(3));
        if (rows != 0) absl::StrAppend(&open, "x", rows);
        open.push_back('<');
        close.insert(0, ">");
        type = rows == 0 ? column : Id(module.inst(module.def(column)).word(2));
        break;
      }
      case Op::kTypeArray:
        open.append("array<");
        close.insert(
            0,
            absl::StrCat(", ", LengthText(module, Id(inst.word(3)), ids), ">"));
        type = Id(inst.word(2));
        break;
      case Op::kTypeCooperativeMatrixKHR:
      case Op::kTypeCooperativeMatrixNV:
        open.append("cooperative_matrix<");
        close.insert(0, absl::StrCat(MatrixParameters(module, inst, ids), ">"));
        type = Id(inst.word(2));
        break;
      case Op::kTypeTensorARM:
        open.append("tensor<");
        if (inst.word_count() > 3) {
          close.insert(
              0, absl::StrCat(", rank ",
                              LengthText(module, Id(inst.word(3)), ids), ">"));
        } else {
          close.insert(0, ">");
        }
        type = Id(inst.word(2));
        break;
      case Op::kTypeRuntimeArray:
        open.append("array<");
        close.insert(0, ">");
        type = Id(inst.word(2));
        break;
      case Op::kTypePointer:
        absl::StrAppend(&open, "ptr<", StorageClassText(inst.word(2)), ", ");
        close.insert(0, ">");
        type = Id(inst.word(3));
        break;
      case Op::kTypeSampledImage:
        open.append("sampled_image<");
        close.insert(0, ">");
        type = Id(inst.word(2));
        break;
      default: {
        absl::string_view name = grammar::NameOf(inst.op());
        if (absl::ConsumePrefix(&name, "OpType")) {
          return absl::StrCat(open, SnakeCase(name), close);
        }
        return absl::StrCat(open, name, close);
      }
    }
  }
  return absl::StrCat(open, "...", close);
}

}  // namespace plumb
