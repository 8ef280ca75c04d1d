// The instructions and operands of the last input.
//
// Tested by module_walk_test.cc.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/types/span.h"
#include "api/c/call.h"
#include "api/c/grammar_names.h"
#include "api/c/session.h"
#include "api/c/text_flags.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "grammar/operands.h"

namespace plumb::c_api {
namespace {

plumb_format FormatOf(InputFormat format) {
  switch (format) {
    case InputFormat::kBinary:
      return PLUMB_FORMAT_BINARY;
    case InputFormat::kHex:
      return PLUMB_FORMAT_HEX;
    case InputFormat::kText:
      break;
  }
  return PLUMB_FORMAT_TEXT;
}

// Calls `use` with the module of the last input.
template <typename Use>
plumb_result WithModule(plumb_session* session, const Use& use) {
  return WithInput(session, [&] { return use(session->session->module()); });
}

// The same with an instruction.
template <typename Use>
plumb_result WithInst(plumb_session* session, uint32_t index, const Use& use) {
  return WithModule(session, [&](const Module& module) {
    if (index >= module.size()) {
      return Fail(PLUMB_E_RANGE,
                  "the index of the instruction is out of range");
    }
    return use(module, module.inst(InstIndex(index)));
  });
}

void FillExtended(const Module& module, const Inst& inst,
                  plumb_instruction* out) {
  namespace ext_inst = grammar::operand::ExtInst;
  if (!IsExtInst(inst.op()) || inst.operand_count() <= ext_inst::kInstruction) {
    return;
  }
  out->ext_number = inst.operand_word(ext_inst::kInstruction);
  const InstIndex import = module.def(inst.id(ext_inst::kSet));
  if (import != kNoInst && module.record(import).op == Op::kExtInstImport) {
    // The words of a string end with a zero byte.
    out->ext_set = ToString(module.inst(import).string(1));
  }
  const grammar::ExtInst row = inst.ext_inst();
  if (row != grammar::ExtInst::kNone) {
    out->ext_name = NameString(grammar::Info(row).name);
  }
}

plumb_instruction RecordOf(const Module& module, const Inst& inst) {
  const InstRecord& record = module.record(inst.index());
  plumb_instruction out = {};
  out.opcode = inst.info().opcode;
  out.operand_count = inst.operand_count();
  out.word = record.first_word;
  out.word_count = inst.word_count();
  out.result_type = inst.result_type().value;
  out.result = inst.result().value;
  out.origin = module.origin(inst.index());
  out.ext_number = PLUMB_NONE;
  out.name = NameString(inst.info().name);
  out.ext_set = out.ext_name = ToString("");
  FillExtended(module, inst, &out);
  return out;
}

plumb_operand_class ClassOf(Kind kind) {
  switch (kind) {
    case Kind::kIdResult:
      return PLUMB_OPERAND_RESULT;
    case Kind::kIdResultType:
      return PLUMB_OPERAND_RESULT_TYPE;
    case Kind::kLiteralString:
      return PLUMB_OPERAND_STRING;
    default:
      break;
  }
  switch (grammar::Info(kind).category) {
    case grammar::Category::kId:
      return PLUMB_OPERAND_ID;
    case grammar::Category::kValueEnum:
      return PLUMB_OPERAND_ENUMERANT;
    case grammar::Category::kBitEnum:
      return PLUMB_OPERAND_MASK;
    case grammar::Category::kLiteral:
    case grammar::Category::kComposite:
      break;
  }
  return PLUMB_OPERAND_NUMBER;
}

plumb_operand RecordOf(const Inst& inst, uint32_t operand) {
  const Kind kind = inst.kind(operand);
  const absl::Span<const uint32_t> words = inst.operand_words(operand);
  plumb_operand out = {};
  out.category = ClassOf(kind);
  out.word = inst.operands()[operand].word;
  out.word_count = static_cast<uint32_t>(words.size());
  for (size_t i = 0; i < words.size() && i < 2; ++i) {
    out.value |= uint64_t{words[i]} << (32 * i);
  }
  out.kind = NameString(grammar::Info(kind).name);
  out.name = out.string = ToString("");
  if (out.category == PLUMB_OPERAND_STRING) {
    out.string = ToString(inst.string(operand));
  } else if (out.category >= PLUMB_OPERAND_ENUMERANT && !words.empty()) {
    const auto* const enumerant = grammar::EnumerantByValue(kind, words[0]);
    if (enumerant != nullptr) out.name = NameString(enumerant->name);
  }
  return out;
}

}  // namespace

extern "C" {

PLUMB_API plumb_result plumb_module_get(plumb_session* session,
                                        plumb_module* out) {
  return WithModule(session, [&](const Module& module) {
    if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
      return result;
    }
    const ModuleHeader& header = module.header();
    plumb_module record = {};
    record.format = FormatOf(session->session->format());
    record.version = header.version;
    record.generator = header.generator;
    record.bound = header.bound;
    record.schema = header.schema;
    record.instruction_count = module.size();
    record.id_limit = module.id_bound();
    record.function_count = static_cast<uint32_t>(module.functions().size());
    record.env = ToString(Info(session->session->env()).name);
    record.words = module.words().data();
    record.word_count = module.words().size();
    return Store(record, out);
  });
}

PLUMB_API plumb_result plumb_instruction_get(plumb_session* session,
                                             uint32_t index,
                                             plumb_instruction* out) {
  return WithInst(session, index, [&](const Module& module, const Inst& inst) {
    if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
      return result;
    }
    return Store(RecordOf(module, inst), out);
  });
}

PLUMB_API plumb_result plumb_operand_get(plumb_session* session, uint32_t index,
                                         uint32_t operand, plumb_operand* out) {
  return WithInst(session, index, [&](const Module&, const Inst& inst) {
    if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
      return result;
    }
    if (operand >= inst.operand_count()) {
      return Fail(PLUMB_E_RANGE, "the index of the operand is out of range");
    }
    return Store(RecordOf(inst, operand), out);
  });
}

PLUMB_API plumb_result plumb_instruction_text(plumb_session* session,
                                              uint32_t index, uint32_t flags,
                                              plumb_string* out) {
  return WithInst(session, index, [&](const Module& module, const Inst& inst) {
    if (out == nullptr) return FailOfNullResult();
    const std::optional<DisassemblerOptions> options = OptionsOfText(flags);
    if (!options.has_value()) {
      return Fail(PLUMB_E_ARGUMENT, "a flag of the text is unknown");
    }
    std::optional<InstructionText>& printer = session->instruction_text;
    if (!printer.has_value() || printer->flags != flags) {
      printer.emplace(InstructionText{flags, Disassembler(module, *options)});
    }
    std::string text;
    printer->disassembler.AppendInstruction(inst.index(), &text);
    *out = session->output.Set(std::move(text));
    return kOk;
  });
}

PLUMB_API plumb_result plumb_definition_get(plumb_session* session, uint32_t id,
                                            uint32_t* instruction) {
  return WithModule(session, [&](const Module& module) {
    if (instruction == nullptr) return FailOfNullResult();
    *instruction = module.def(Id(id)).value;
    return kOk;
  });
}

PLUMB_API plumb_result plumb_uses_get(plumb_session* session, uint32_t id,
                                      const plumb_use** uses, size_t* count) {
  static_assert(sizeof(plumb_use) == sizeof(Use) &&
                offsetof(plumb_use, instruction) == offsetof(Use, inst) &&
                offsetof(plumb_use, operand) == offsetof(Use, operand));
  return WithModule(session, [&](const Module& module) {
    if (uses == nullptr || count == nullptr) return FailOfNullResult();
    if (!session->has_uses) {
      session->uses.Build(module);
      session->has_uses = true;
    }
    const absl::Span<const Use> found = session->uses.Get(Id(id));
    // The same two numbers.
    *uses = reinterpret_cast<const plumb_use*>(found.data());
    *count = found.size();
    return kOk;
  });
}

PLUMB_API plumb_result plumb_original_id(plumb_session* session, uint32_t id,
                                         uint32_t* original) {
  return WithModule(session, [&](const Module& module) {
    if (original == nullptr) return FailOfNullResult();
    *original = module.original_id(Id(id));
    return kOk;
  });
}

}  // extern "C"

}  // namespace plumb::c_api
