// Descriptors of ND-ranges (section 3.3.22): the structure that OpBuildNDRange
// makes, and the operands that require it.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace build = operand::BuildNDRange;

constexpr char kSection[] = "3.3.22";
constexpr uint32_t kMembers = 4;

constexpr RuleTable R({
    {"enqueue.buildndrange.result-struct", kSection,
     "the result type must be a structure of four members, not {0}"},
    {"enqueue.buildndrange.dimension-member", kSection,
     "the first member of the result type must be a 32-bit integer scalar, not "
     "{0}"},
    {"enqueue.buildndrange.array-members", kSection,
     "the members of the result type after the first must be arrays of three "
     "elements, not {0}"},
    {"enqueue.buildndrange.array-element-type", kSection,
     "offsets and sizes in the result type must be integer scalars as wide as "
     "an address, not {0}"},
    {"enqueue.buildndrange.globalworksize-shape", kSection,
     "operand GlobalWorkSize must be a scalar, or an array of two or three "
     "elements, not {0}"},
    {"enqueue.buildndrange.globalworksize-element", kSection,
     "the elements of operand GlobalWorkSize must be integer scalars as wide "
     "as an address, not {0}"},
    {"enqueue.buildndrange.localworksize-type", kSection,
     "operand LocalWorkSize must have the type of operand GlobalWorkSize, {1}, "
     "not {0}"},
    {"enqueue.buildndrange.globalworkoffset-type", kSection,
     "operand GlobalWorkOffset must have the type of operand GlobalWorkSize, "
     "{1}, not {0}"},
    {"enqueue.ndrange.type", kSection,
     "operand ND Range must be a structure as OpBuildNDRange returns it, not "
     "{0}"},
    // Producers of kernels pass the variable that contains it.
    {"enqueue.ndrange.pointer", kSection,
     "operand ND Range must be a structure as OpBuildNDRange returns it, not a "
     "pointer to one, {0}",
     "", Severity::kPedantic},
});

constexpr Op kUsers[] = {Op::kEnqueueKernel, Op::kGetKernelNDrangeSubGroupCount,
                         Op::kGetKernelNDrangeMaxSubGroupSize};

constexpr TypePattern kThree = {.shape = tt::kArray, .count = 3};
constexpr TypePattern kTwo = {.shape = tt::kArray, .count = 2};

// The error in the type of a descriptor, and the part with the error.
struct Fault {
  const Rule* rule = nullptr;
  Id part;
};

// An integer as wide as an address, if all addresses have one width.
bool IsSize(const CheckContext& c, Id type) {
  const TypePattern size =
      Scalar(tt::kInt, c.context().memory_model().address_width());
  return Fits(c.context(), size, type);
}

Fault FindFault(const CheckContext& c, Id type) {
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(type);
  if (info.unknown()) return {};
  if (!info.Is(tt::kStruct) || info.count != kMembers) {
    return {&R("enqueue.buildndrange.result-struct"), type};
  }
  const Id dimensions = PartOf(c, type, 0);
  if (!Fits(c.context(), kInt32, dimensions)) {
    return {&R("enqueue.buildndrange.dimension-member"), dimensions};
  }
  for (uint32_t member = 1; member < kMembers; ++member) {
    const Id array = PartOf(c, type, member);
    if (!Fits(c.context(), kThree, array)) {
      return {&R("enqueue.buildndrange.array-members"), array};
    }
    const Id element = types.Get(array).element;
    if (!IsSize(c, element)) {
      return {&R("enqueue.buildndrange.array-element-type"), element};
    }
  }
  return {};
}

// --- OpBuildNDRange ---

// Checks the size; false if it is invalid.
bool CheckGlobalSize(const CheckContext& c) {
  const TypeInfo& size = c.operand_type(build::kGlobalWorkSize);
  if (size.unknown()) return false;
  const Id type = c.type_of(build::kGlobalWorkSize);
  if (size.Is(tt::kScalar)) return true;
  if (!Fits(c.context(), kTwo, type) && !Fits(c.context(), kThree, type)) {
    ReportType(c, R("enqueue.buildndrange.globalworksize-shape"),
               build::kGlobalWorkSize, type);
    return false;
  }
  if (IsSize(c, size.element)) return true;
  ReportType(c, R("enqueue.buildndrange.globalworksize-element"),
             build::kGlobalWorkSize, size.element);
  return false;
}

void CheckSameType(const CheckContext& c, const Rule& rule,
                   OperandIndex operand) {
  const Id type = c.type_of(operand);
  const Id expected = c.type_of(build::kGlobalWorkSize);
  if (type == expected || c.operand_type(operand).unknown()) return;
  ReportTypes(c, rule, operand, type, expected);
}

void CheckBuild(const CheckContext& c) {
  const Id result = c.inst().result_type();
  if (const Fault fault = FindFault(c, result); fault.rule != nullptr) {
    c.Report(*fault.rule, build::kResultType, {Arg::Type(fault.part)})
        .Note("the result type is declared here",
              Place::At(c.module().def(result)));
    c.PoisonResult();
  }
  if (!CheckGlobalSize(c)) return;
  CheckSameType(c, R("enqueue.buildndrange.localworksize-type"),
                build::kLocalWorkSize);
  CheckSameType(c, R("enqueue.buildndrange.globalworkoffset-type"),
                build::kGlobalWorkOffset);
}

// --- Its users ---

void CheckUse(const CheckContext& c) {
  const OperandIndex at = grammar::OperandByName(c.inst().op(), "ND Range");
  const TypeInfo& range = c.operand_type(at);
  if (range.unknown() || c.context().poisoned(c.inst().id(at))) return;
  const Id type = c.type_of(at);
  const bool is_pointer = range.Is(tt::kAnyPointer);
  const Id described = is_pointer ? range.element : type;
  if (FindFault(c, described).rule != nullptr) {
    ReportType(c, R("enqueue.ndrange.type"), at, type);
  } else if (is_pointer) {
    ReportType(c, R("enqueue.ndrange.pointer"), at, type);
  }
}

constexpr Check kChecks[] = {{Op::kBuildNDRange, CheckBuild},
                             {kUsers, CheckUse}};

}  // namespace

extern constinit const Family kNdRange(R, kChecks);

}  // namespace plumb
