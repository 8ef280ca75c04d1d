// The attachments of a render pass instance against the outputs and the subpass
// inputs of the fragment stage (Vulkan, "Fragment Output Interface", "Fragment
// Input Attachment Interface").
#include <cstdint>
#include <optional>
#include <vector>

#include "grammar/operands.h"
#include "validate/pipeline/component_words.h"
#include "validate/pipeline/families.h"
#include "validate/pipeline/object_name.h"

namespace plumb {
namespace {

constexpr absl::string_view kInputAttachments =
    "Vulkan: Fragment Input Attachment Interface";

constexpr RuleTable R({
    // The values that arrive in the attachment are undefined.
    Discouraged("pipeline.attachment.numeric-type", kFragmentOutputInterface,
                "{0} has type {1}, but the color attachment has the format "
                "{2}, whose numbers are {3}s"),
    // Shaders that also serve other passes write more than is kept.
    {"pipeline.attachment.required", kFragmentOutputInterface,
     "{0} is written, but location {1} has no color attachment", "",
     Severity::kPedantic, kInVulkan},
    OfPipeline("pipeline.input-attachment.required", kInputAttachments,
               "{0} reads input attachment {1}, which the render pass does not "
               "have",
               "VUID-VkGraphicsPipelineCreateInfo-renderPass-06038"),
    OfPipeline("pipeline.input-attachment.multisampled", kInputAttachments,
               "the image type of {0} must have MS {1}, because the input "
               "attachments have {2}"),
    // What is read is undefined.
    Discouraged("pipeline.input-attachment.numeric-type", kInputAttachments,
                "{0} has components of type {1}, but input attachment {2} has "
                "the format {3}"),
});

class AttachmentCheck {
 public:
  AttachmentCheck(PipelineContext& pipeline, const Stage& fragment)
      : pipeline_(pipeline),
        attachments_(*pipeline.pipeline().attachments),
        fragment_(fragment) {}

  void CheckOutput(const InterfaceObject& output) {
    std::vector<ComponentWord> words;
    if (!AppendComponentWords(fragment_.context(), output.type, output.location,
                              output.component, &words)) {
      return;
    }
    uint32_t last = 0;
    for (const ComponentWord& word : words) {
      if (&word != &words.front() && word.location == last) continue;
      last = word.location;
      CheckLocation(output, word);
    }
  }

  void CheckSubpassInput(const Resource& input) {
    const Inst image =
        fragment_.module().inst(fragment_.module().def(input.type));
    CheckSamples(input, image);
    if (!attachments_.input || !input.input_attachment) return;
    const uint64_t count = input.count.value_or(1);
    for (uint64_t n = 0; n < count; ++n) {
      const uint64_t index = *input.input_attachment + n;
      const bool is_there = index < attachments_.input->size() &&
                            (*attachments_.input)[index].has_value();
      if (!is_there) {
        pipeline_.Report(R("pipeline.input-attachment.required"),
                         fragment_.PlaceOf(input.variable),
                         {Variable(input), index});
        return;
      }
      CheckType(input, image, index, *(*attachments_.input)[index]);
    }
  }

 private:
  Arg Variable(const Resource& resource) const {
    return PipelineContext::In(fragment_, resource.variable);
  }

  void CheckLocation(const InterfaceObject& output, const ComponentWord& word) {
    const bool is_there = word.location < attachments_.color.size() &&
                          attachments_.color[word.location].has_value();
    if (!is_there) {
      if (!output.access.is_written) return;
      pipeline_.Report(R("pipeline.attachment.required"),
                       fragment_.PlaceOf(output),
                       {Output(output), word.location});
      return;
    }
    const Format& format = *attachments_.color[word.location];
    if (NumericTypeOf(word) == format.type) return;
    pipeline_.Report(
        R("pipeline.attachment.numeric-type"), fragment_.PlaceOf(output),
        {Output(output), PipelineContext::TypeIn(fragment_, output.type),
         format.name, NameOf(format.type)});
  }

  void CheckSamples(const Resource& input, const Inst& image) {
    namespace operand = grammar::operand::TypeImage;
    if (!attachments_.is_single_sampled) return;
    const uint32_t expected = *attachments_.is_single_sampled ? 0 : 1;
    if (image.operand_word(operand::kMS) == expected) return;
    pipeline_.Report(R("pipeline.input-attachment.multisampled"),
                     fragment_.PlaceOf(input.variable),
                     {Variable(input), expected,
                      expected == 0 ? "one sample" : "more than one sample"});
  }

  void CheckType(const Resource& input, const Inst& image, uint64_t index,
                 const Format& format) {
    if (!format.has_color()) return;
    const Id sampled = image.id(grammar::operand::TypeImage::kSampledType);
    std::vector<ComponentWord> words;
    AppendComponentWords(fragment_.context(), sampled, 0, 0, &words);
    if (words.empty() || NumericTypeOf(words.front()) == format.type) return;
    pipeline_.Report(
        R("pipeline.input-attachment.numeric-type"),
        fragment_.PlaceOf(input.variable),
        {Variable(input), PipelineContext::TypeIn(fragment_, sampled), index,
         format.name});
  }

  Arg Output(const InterfaceObject& output) {
    return DescribeObject(pipeline_, fragment_, "output", output);
  }

  PipelineContext& pipeline_;
  const Attachments& attachments_;
  const Stage& fragment_;
};

void CheckAttachments(PipelineContext& pipeline) {
  const Stage* const fragment =
      pipeline.Find(grammar::ExecutionModel::kFragment);
  if (fragment == nullptr || !pipeline.pipeline().attachments) return;
  AttachmentCheck check(pipeline, *fragment);
  for (const InterfaceObject& output : fragment->outputs()) {
    check.CheckOutput(output);
  }
  for (const Resource& resource : fragment->resources()) {
    if (resource.descriptor == DescriptorType::kInputAttachment) {
      check.CheckSubpassInput(resource);
    }
  }
}

}  // namespace

constinit const PipelineFamily kPipelineAttachments{
    "pipeline/attachments", R.rules(), CheckAttachments};

}  // namespace plumb
