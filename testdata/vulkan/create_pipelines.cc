// Creates Vulkan pipelines with the validation layer, and prints what it
// reports.
//
//   create_pipelines DESCRIPTION.json... > RESULTS.jsonl
//
// A description is one of spv-val --pipeline with stages and all state; its
// modules are binaries, named relative to the working directory.  Prints a line
// for each: {"name": …, "result": VkResult, "messages": [{"id", "severity",
// "text"}]}.  Ends with status 3 and a message if there is no software device
// or no layer.
//
// lavapipe_test.py compiles and runs it.
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace {

using Json = nlohmann::ordered_json;

constexpr char kLayer[] = "VK_LAYER_KHRONOS_validation";

[[noreturn]] void Skip(const std::string& why) {
  std::fprintf(stderr, "create_pipelines: %s\n", why.c_str());
  std::exit(3);
}

void Check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) {
    Skip(std::string(what) + ": " + std::to_string(result));
  }
}

// A structure with its type, and zero for the rest.
template <typename T>
T Typed(VkStructureType type, void* next = nullptr) {
  T made = {};
  made.sType = type;
  made.pNext = next;
  return made;
}

template <typename T>
T Find(const std::map<std::string, T>& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) {
    std::fprintf(stderr, "create_pipelines: unknown name '%s'\n", name.c_str());
    std::exit(1);
  }
  return found->second;
}

VkFormat FormatOf(const std::string& name) {
  static const std::map<std::string, VkFormat> formats = {
      {"R32_SFLOAT", VK_FORMAT_R32_SFLOAT},
      {"R32G32_SFLOAT", VK_FORMAT_R32G32_SFLOAT},
      {"R32G32B32_SFLOAT", VK_FORMAT_R32G32B32_SFLOAT},
      {"R32G32B32A32_SFLOAT", VK_FORMAT_R32G32B32A32_SFLOAT},
      {"R32_UINT", VK_FORMAT_R32_UINT},
      {"R32G32_UINT", VK_FORMAT_R32G32_UINT},
      {"R32G32B32_UINT", VK_FORMAT_R32G32B32_UINT},
      {"R32G32B32A32_UINT", VK_FORMAT_R32G32B32A32_UINT},
      {"R32_SINT", VK_FORMAT_R32_SINT},
      {"R32G32_SINT", VK_FORMAT_R32G32_SINT},
      {"R32G32B32_SINT", VK_FORMAT_R32G32B32_SINT},
      {"R32G32B32A32_SINT", VK_FORMAT_R32G32B32A32_SINT},
      {"R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM},
      {"R16G16_SFLOAT", VK_FORMAT_R16G16_SFLOAT},
      {"R8_UINT", VK_FORMAT_R8_UINT},
      {"D32_SFLOAT", VK_FORMAT_D32_SFLOAT},
  };
  return Find(formats, name);
}

VkShaderStageFlagBits StageOf(const std::string& name) {
  static const std::map<std::string, VkShaderStageFlagBits> stages = {
      {"vertex", VK_SHADER_STAGE_VERTEX_BIT},
      {"tessellationControl", VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT},
      {"tessellationEvaluation", VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT},
      {"geometry", VK_SHADER_STAGE_GEOMETRY_BIT},
      {"fragment", VK_SHADER_STAGE_FRAGMENT_BIT},
      {"compute", VK_SHADER_STAGE_COMPUTE_BIT},
  };
  return Find(stages, name);
}

VkDescriptorType DescriptorTypeOf(const std::string& name) {
  static const std::map<std::string, VkDescriptorType> types = {
      {"SAMPLER", VK_DESCRIPTOR_TYPE_SAMPLER},
      {"COMBINED_IMAGE_SAMPLER", VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
      {"SAMPLED_IMAGE", VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE},
      {"STORAGE_IMAGE", VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
      {"UNIFORM_TEXEL_BUFFER", VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER},
      {"STORAGE_TEXEL_BUFFER", VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER},
      {"UNIFORM_BUFFER", VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER},
      {"STORAGE_BUFFER", VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
      {"UNIFORM_BUFFER_DYNAMIC", VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC},
      {"STORAGE_BUFFER_DYNAMIC", VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC},
  };
  return Find(types, name);
}

VkPrimitiveTopology TopologyOf(const std::string& name) {
  static const std::map<std::string, VkPrimitiveTopology> topologies = {
      {"POINT_LIST", VK_PRIMITIVE_TOPOLOGY_POINT_LIST},
      {"LINE_LIST", VK_PRIMITIVE_TOPOLOGY_LINE_LIST},
      {"TRIANGLE_LIST", VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
      {"PATCH_LIST", VK_PRIMITIVE_TOPOLOGY_PATCH_LIST},
      {"LINE_LIST_WITH_ADJACENCY",
       VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY},
      {"TRIANGLE_LIST_WITH_ADJACENCY",
       VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY},
  };
  return Find(topologies, name);
}

VkShaderStageFlags StagesOf(const Json& object) {
  if (!object.contains("stages")) return VK_SHADER_STAGE_ALL;
  VkShaderStageFlags flags = 0;
  for (const auto& name : object["stages"]) flags |= StageOf(name);
  return flags;
}

// What the layer reported since the last pipeline.
Json& Messages() {
  static Json& messages = *new Json(Json::array());
  return messages;
}

VKAPI_ATTR VkBool32 VKAPI_CALL
Note(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
     VkDebugUtilsMessageTypeFlagsEXT /*types*/,
     const VkDebugUtilsMessengerCallbackDataEXT* data, void* /*context*/) {
  const bool is_error =
      (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) != 0;
  Messages().push_back(
      {{"id", data->pMessageIdName != nullptr ? data->pMessageIdName : ""},
       {"severity", is_error ? "error" : "warning"},
       {"text", data->pMessage}});
  return VK_FALSE;
}

class Device {
 public:
  Device() {
    MakeInstance();
    MakeMessenger();
    ChooseDevice();
    MakeDevice();
  }

  // Creates the pipeline and all that it consists of.  Nothing is destroyed:
  // the process is short.
  VkResult Create(const Json& description) {
    std::vector<VkPipelineShaderStageCreateInfo> stages;
    for (const Json& stage : description["stages"]) {
      const VkResult result = AddStage(stage, &stages);
      if (result != VK_SUCCESS) return result;
    }
    const VkPipelineLayout layout = MakeLayout(description);
    if (stages[0].stage == VK_SHADER_STAGE_COMPUTE_BIT) {
      auto info = Typed<VkComputePipelineCreateInfo>(
          VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
      info.stage = stages[0];
      info.layout = layout;
      VkPipeline pipeline;
      return vkCreateComputePipelines(device_, nullptr, 1, &info, nullptr,
                                      &pipeline);
    }
    return CreateGraphics(description, stages, layout);
  }

 private:
  void MakeInstance() {
    uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vkEnumerateInstanceLayerProperties(&count, layers.data());
    bool has_layer = false;
    for (const auto& layer : layers) {
      has_layer = has_layer || std::strcmp(layer.layerName, kLayer) == 0;
    }
    if (!has_layer) Skip("there is no validation layer");
    auto application =
        Typed<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
    application.apiVersion = VK_API_VERSION_1_3;
    const char* const names[] = {kLayer};
    const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    auto info =
        Typed<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    info.pApplicationInfo = &application;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = names;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = extensions;
    Check(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
  }

  void MakeMessenger() {
    const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
    auto info = Typed<VkDebugUtilsMessengerCreateInfoEXT>(
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = Note;
    VkDebugUtilsMessengerEXT messenger;
    Check(create(instance_, &info, nullptr, &messenger), "the messenger");
  }

  void ChooseDevice() {
    uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance_, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance_, &count, devices.data());
    for (const VkPhysicalDevice device : devices) {
      VkPhysicalDeviceProperties properties;
      vkGetPhysicalDeviceProperties(device, &properties);
      if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU &&
          properties.apiVersion >= VK_API_VERSION_1_3) {
        physical_ = device;
        return;
      }
    }
    Skip("there is no software device of Vulkan 1.3");
  }

  // With all features that it has.
  void MakeDevice() {
    auto newest = Typed<VkPhysicalDeviceVulkan13Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    auto newer = Typed<VkPhysicalDeviceVulkan12Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &newest);
    auto new_ones = Typed<VkPhysicalDeviceVulkan11Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &newer);
    auto features = Typed<VkPhysicalDeviceFeatures2>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &new_ones);
    vkGetPhysicalDeviceFeatures2(physical_, &features);
    if (newest.dynamicRendering == VK_FALSE) Skip("no dynamic rendering");
    const float priority = 1;
    auto queue = Typed<VkDeviceQueueCreateInfo>(
        VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    auto info = Typed<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                          &features);
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    Check(vkCreateDevice(physical_, &info, nullptr, &device_),
          "vkCreateDevice");
  }

  VkResult AddStage(const Json& stage,
                    std::vector<VkPipelineShaderStageCreateInfo>* stages) {
    const std::string file = stage["module"];
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    auto info = Typed<VkShaderModuleCreateInfo>(
        VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
    info.codeSize = words.size() * sizeof(uint32_t);
    info.pCode = words.data();
    auto made = Typed<VkPipelineShaderStageCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    made.stage = StageOf(stage["stage"]);
    made.pName = "main";
    const VkResult result =
        vkCreateShaderModule(device_, &info, nullptr, &made.module);
    stages->push_back(made);
    return result;
  }

  VkPipelineLayout MakeLayout(const Json& description) {
    std::vector<VkDescriptorSetLayout> sets;
    for (const Json& set : description["descriptorSets"]) {
      std::vector<VkDescriptorSetLayoutBinding> bindings;
      for (const Json& binding : set["bindings"]) {
        VkDescriptorSetLayoutBinding made = {};
        made.binding = binding["binding"];
        made.descriptorType = DescriptorTypeOf(binding["type"]);
        made.descriptorCount = binding.value("count", 1u);
        made.stageFlags = StagesOf(binding);
        bindings.push_back(made);
      }
      auto info = Typed<VkDescriptorSetLayoutCreateInfo>(
          VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
      info.bindingCount = static_cast<uint32_t>(bindings.size());
      info.pBindings = bindings.data();
      VkDescriptorSetLayout layout;
      Check(vkCreateDescriptorSetLayout(device_, &info, nullptr, &layout),
            "vkCreateDescriptorSetLayout");
      const size_t number = set.value("set", sets.size());
      // The sets of the tests have no gaps.
      if (sets.size() <= number) sets.resize(number + 1);
      sets[number] = layout;
    }
    std::vector<VkPushConstantRange> ranges;
    for (const Json& range : description["pushConstants"]) {
      ranges.push_back(
          {StagesOf(range), range.value("offset", 0u), range["size"]});
    }
    auto info = Typed<VkPipelineLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    info.setLayoutCount = static_cast<uint32_t>(sets.size());
    info.pSetLayouts = sets.data();
    info.pushConstantRangeCount = static_cast<uint32_t>(ranges.size());
    info.pPushConstantRanges = ranges.data();
    VkPipelineLayout layout;
    Check(vkCreatePipelineLayout(device_, &info, nullptr, &layout),
          "vkCreatePipelineLayout");
    return layout;
  }

  VkResult CreateGraphics(
      const Json& description,
      const std::vector<VkPipelineShaderStageCreateInfo>& stages,
      VkPipelineLayout layout) {
    std::vector<VkVertexInputAttributeDescription> attributes;
    for (const Json& attribute : description["vertexAttributes"]) {
      attributes.push_back(
          {attribute["location"], 0, FormatOf(attribute["format"]), 0});
    }
    const VkVertexInputBindingDescription vertices = {
        0, 64, VK_VERTEX_INPUT_RATE_VERTEX};
    auto input = Typed<VkPipelineVertexInputStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
    input.vertexBindingDescriptionCount = 1;
    input.pVertexBindingDescriptions = &vertices;
    input.vertexAttributeDescriptionCount =
        static_cast<uint32_t>(attributes.size());
    input.pVertexAttributeDescriptions = attributes.data();
    auto assembly = Typed<VkPipelineInputAssemblyStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
    assembly.topology =
        TopologyOf(description.value("topology", "TRIANGLE_LIST"));
    auto tessellation = Typed<VkPipelineTessellationStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO);
    tessellation.patchControlPoints =
        description.value("patchControlPoints", 3u);
    const VkViewport viewport = {0, 0, 16, 16, 0, 1};
    const VkRect2D scissor = {{0, 0}, {16, 16}};
    auto viewports = Typed<VkPipelineViewportStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
    viewports.viewportCount = viewports.scissorCount = 1;
    viewports.pViewports = &viewport;
    viewports.pScissors = &scissor;
    auto raster = Typed<VkPipelineRasterizationStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
    raster.lineWidth = 1;
    auto samples = Typed<VkPipelineMultisampleStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;

    auto depth = Typed<VkPipelineDepthStencilStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO);
    std::vector<VkFormat> colors;
    auto rendering = Typed<VkPipelineRenderingCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
    if (description.contains("attachments")) {
      const Json& attachments = description["attachments"];
      for (const Json& color : attachments["color"]) {
        colors.push_back(color.is_null() ? VK_FORMAT_UNDEFINED
                                         : FormatOf(color));
      }
      if (attachments.contains("depthStencil")) {
        rendering.depthAttachmentFormat = FormatOf(attachments["depthStencil"]);
      }
    }
    rendering.colorAttachmentCount = static_cast<uint32_t>(colors.size());
    rendering.pColorAttachmentFormats = colors.data();
    VkPipelineColorBlendAttachmentState no_blending = {};
    no_blending.colorWriteMask = VK_COLOR_COMPONENT_R_BIT;
    const std::vector<VkPipelineColorBlendAttachmentState> blends(colors.size(),
                                                                  no_blending);
    auto blending = Typed<VkPipelineColorBlendStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
    blending.attachmentCount = static_cast<uint32_t>(blends.size());
    blending.pAttachments = blends.data();

    auto info = Typed<VkGraphicsPipelineCreateInfo>(
        VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering);
    info.stageCount = static_cast<uint32_t>(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pTessellationState = &tessellation;
    info.pViewportState = &viewports;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blending;
    info.layout = layout;
    VkPipeline pipeline;
    return vkCreateGraphicsPipelines(device_, nullptr, 1, &info, nullptr,
                                     &pipeline);
  }

  VkInstance instance_ = nullptr;
  VkPhysicalDevice physical_ = nullptr;
  VkDevice device_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  Device device;
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i]);
    Messages() = Json::array();
    const VkResult result = device.Create(Json::parse(in));
    const Json line = {{"name", argv[i]},
                       {"result", static_cast<int>(result)},
                       {"messages", Messages()}};
    std::printf(
        "%s\n",
        line.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  return 0;
}
