// Primitive instructions (section 3.3.19).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/numeric/bits.h"
#include "validate/engine/family.h"
#include "validate/facts/function_effects.h"

namespace plumb {
namespace {

constexpr char kSection[] = "3.3.19";

constexpr RuleTable R({
    {"primitive.stream.type", kSection,
     "operand Stream must be an integer scalar, not {0}"},
    {"primitive.stream.constant", kSection,
     "operand Stream must be a constant, but {0} is not"},
    {"primitive.execution-model.geometry", kSection,
     "the instruction is allowed only in geometry shaders, not in execution "
     "model {0}"},
    // The text does not say when a stream is present; in GLSL, EmitVertex()
    // refers to stream 0.
    {"primitive.single-stream.only", kSection,
     "entry point {0} has {1} output streams, so it should use "
     "OpEmitStreamVertex and OpEndStreamPrimitive, not OpEmitVertex and "
     "OpEndPrimitive",
     "", Severity::kPedantic},
});

constexpr Op kAll[] = {Op::kEmitVertex, Op::kEndPrimitive,
                       Op::kEmitStreamVertex, Op::kEndStreamPrimitive};
constexpr Op kStreams[] = {Op::kEmitStreamVertex, Op::kEndStreamPrimitive};

constexpr OperandRule kOperandRules[] = {
    {kStreams, operand::EmitStreamVertex::kStream, kIntScalar,
     &R("primitive.stream.type")},
    {kStreams, operand::EmitStreamVertex::kStream, kAnyType,
     &R("primitive.stream.constant"), DefinedBy::kConstant},
};

constexpr ModelSet kAllButGeometry =
    ~ModelSet(grammar::ExecutionModel::kGeometry);

void CheckModel(const CheckContext& c) {
  c.ReportIfReached(R("primitive.execution-model.geometry"), kAllButGeometry);
}

// --- Output streams ---

constexpr Op kSingles[] = {Op::kEmitVertex, Op::kEndPrimitive};

// The effects of a function: a bit for each stream that it names, and one for
// instructions on a single stream.
constexpr uint64_t kSingle = uint64_t{1} << 32;

// High stream numbers, which no device has, share a bit.
uint64_t BitOf(uint32_t stream) { return uint64_t{1} << std::min(stream, 31u); }

uint64_t EffectsOf(const ModuleContext& context, const FunctionRange& range) {
  const Module& module = context.module();
  uint64_t effects = 0;
  for (InstIndex i = range.first; i < range.last; ++i) {
    const Op op = module.record(i).op;
    if (op == Op::kEmitVertex || op == Op::kEndPrimitive) {
      effects |= kSingle;
    } else if (op == Op::kEmitStreamVertex || op == Op::kEndStreamPrimitive) {
      const Id id = module.inst(i).id(operand::EmitStreamVertex::kStream);
      if (const auto stream = FixedValue(context, id))
        effects |= BitOf(*stream);
    }
  }
  return effects;
}

// The streams in the decorations of an entry point's outputs.
uint64_t StreamsOf(const ModuleContext& context, const EntryPoint& entry) {
  const Module& module = context.module();
  uint64_t streams = 0;
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    const auto stream =
        context.decorations().Find(variable, Decoration::kStream);
    if (!stream.has_value() ||
        context.types().TypeOf(module, variable).storage_class !=
            StorageClass::kOutput) {
      continue;
    }
    const Inst statement = module.inst(stream->statement);
    if (stream->parameter < statement.operand_count()) {
      streams |= BitOf(statement.operand_word(stream->parameter));
    }
  }
  return streams;
}

// Linear in instructions, calls and interfaces.
void CheckStreams(ModuleContext& context) {
  if (!context.module().HasAny(kSingles)) return;
  const std::vector<uint64_t> effects = PropagateUpCallGraph(
      context,
      [&](const FunctionRange& range) { return EffectsOf(context, range); });
  ForEachEntryPointOf(
      context, ExecutionModel::kGeometry, effects,
      [&](const EntryPoint& entry, uint64_t own) {
        if ((own & kSingle) == 0) return;
        const int streams =
            absl::popcount((own & ~kSingle) | StreamsOf(context, entry));
        if (streams < 2) return;
        context.Report(R("primitive.single-stream.only"),
                       Place::At(entry.at(), entry.id_operand()),
                       {entry.id(), static_cast<uint32_t>(streams)});
      });
}
constexpr Check kChecks[] = {{kAll, CheckModel}};

}  // namespace

extern constinit const Family kPrimitive(
    R,
    kModuleCheck<Phase::kSummaries, CheckStreams, Capability::kGeometryStreams>,
    kChecks, kOperandRules);

}  // namespace plumb
