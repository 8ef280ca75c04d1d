// spvBinaryParse.  Tested by contract_test.sh and records_test.sh.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "api/spirv_tools/binary_input.h"
#include "api/spirv_tools/ext_inst_types.h"
#include "api/spirv_tools/guarded_call.h"
#include "api/spirv_tools/parsed_operands.h"
#include "core/byte_order.h"
#include "grammar/grammar.h"
#include "grammar/operands.h"

namespace plumb::spirv_tools {
namespace {

// Passes the instructions of a module to a function.
class InstructionVisitor {
 public:
  InstructionVisitor(const BinaryInput& input, void* data,
                     spv_parsed_instruction_fn_t visit)
      : input_(input), data_(data), visit_(visit) {}

  // Returns the first result that is not SPV_SUCCESS.
  spv_result_t VisitAll() {
    for (uint32_t i = 0; i < input_.readable_count(); ++i) {
      const spv_result_t result = Visit(input_.module().inst(InstIndex(i)));
      if (result != SPV_SUCCESS) return result;
    }
    return SPV_SUCCESS;
  }

 private:
  spv_result_t Visit(const Inst& inst) {
    const InstRecord& record = input_.module().record(inst.index());
    const uint32_t* const words = input_.words().data() + record.first_word;
    FillOperands(inst, &operands_);
    spv_parsed_instruction_t parsed = {};
    parsed.words = words;
    parsed.num_words = static_cast<uint16_t>(inst.word_count());
    parsed.opcode = static_cast<uint16_t>(words[0] & 0xffff);
    parsed.ext_inst_type = SetOf(inst);
    // The module's own words may have other ids (Module::original_id).
    const grammar::OpInfo& info = inst.info();
    if (info.has_result_type) parsed.type_id = words[1];
    if (info.has_result) parsed.result_id = words[info.has_result_type ? 2 : 1];
    parsed.operands = operands_.data();
    parsed.num_operands = static_cast<uint16_t>(operands_.size());
    return visit_(data_, &parsed);
  }

  static spv_ext_inst_type_t SetOf(const Inst& inst) {
    if (!IsExtInst(inst.op())) return SPV_EXT_INST_TYPE_NONE;
    const InstIndex import =
        inst.module().def(inst.id(grammar::operand::ExtInst::kSet));
    if (import == kNoInst ||
        inst.module().record(import).op != Op::kExtInstImport) {
      return SPV_EXT_INST_TYPE_NONE;
    }
    return ExtInstTypeOf(inst.module().inst(import));
  }

  const BinaryInput& input_;
  void* data_;
  spv_parsed_instruction_fn_t visit_;
  std::vector<spv_parsed_operand_t> operands_;  // reused
};

spv_result_t VisitHeader(const BinaryInput& input, void* data,
                         spv_parsed_header_fn_t visit) {
  const absl::Span<const uint32_t> words = input.words();
  const bool is_little = kIsLittleEndian != input.is_swapped();
  return visit(data, is_little ? SPV_ENDIANNESS_LITTLE : SPV_ENDIANNESS_BIG,
               words[0], words[1], words[2], words[3], words[4]);
}

}  // namespace
}  // namespace plumb::spirv_tools

spv_result_t spvBinaryParse(const spv_const_context context, void* user_data,
                            const uint32_t* words, const size_t num_words,
                            spv_parsed_header_fn_t parse_header,
                            spv_parsed_instruction_fn_t parse_instruction,
                            spv_diagnostic* diagnostic) {
  using namespace plumb::spirv_tools;  // NOLINT
  return GuardedCall(context, diagnostic, [&](const spv_context_t& c) {
    const BinaryInput input(words, num_words, {});
    spv_result_t result = SPV_SUCCESS;
    if (input.has_header() && parse_header != nullptr) {
      result = VisitHeader(input, user_data, parse_header);
    }
    if (result == SPV_SUCCESS && parse_instruction != nullptr) {
      result =
          InstructionVisitor(input, user_data, parse_instruction).VisitAll();
    }
    if (result != SPV_SUCCESS || !input.failure().has_value()) return result;
    return Fail(c, *input.failure(), diagnostic);
  });
}
