#include "api/pipeline/pipeline_description.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

using grammar::ExecutionModel;

PipelineDescription Read(absl::string_view json) {
  const auto description = ReadPipelineDescription(json);
  EXPECT_TRUE(description.ok()) << description.status().message();
  return description.ok() ? *description : PipelineDescription();
}

TEST(PipelineDescriptionTest, ReadsStages) {
  const PipelineDescription d = Read(R"({
      "environment": "vulkan1.2", "device": "phone.json",
      "stages": [
        {"module": "a.spv", "stage": "vertex", "entryPoint": "main",
         "specialization": {"0": 4, "size": 2.5, "on": true, "x": "0x1p3"}},
        {"module": "b.spv"}]})");
  EXPECT_EQ(d.env, TargetEnv::kVulkan1_2);
  EXPECT_EQ(d.device, "phone.json");
  ASSERT_EQ(d.stages.size(), 2u);
  EXPECT_EQ(d.stages[0].module, "a.spv");
  EXPECT_EQ(d.stages[0].entry_point, "main");
  EXPECT_TRUE(d.stages[0].models == ModelSet(ExecutionModel::kVertex));
  ASSERT_EQ(d.stages[0].specialization.size(), 4u);
  EXPECT_EQ(d.stages[0].specialization[0].value, "4");
  EXPECT_EQ(d.stages[0].specialization[1].value, "true");
  EXPECT_EQ(d.stages[0].specialization[2].value, "2.5");
  EXPECT_EQ(d.stages[0].specialization[3].value, "0x1p3");
  EXPECT_EQ(d.stages[1].entry_point, "");
  EXPECT_TRUE(d.stages[1].models == ModelSet::All());
}

TEST(PipelineDescriptionTest, ReadsState) {
  const Pipeline p = Read(R"({
      "vertexAttributes": [{"location": 1, "format": "R8_UINT",
                            "rate": "instance"}],
      "topology": "VK_PRIMITIVE_TOPOLOGY_PATCH_LIST", "patchControlPoints": 3,
      "rasterizationStream": 2,
      "attachments": {"color": ["R8_UNORM", null], "input": [null],
                      "depthStencil": "D32_SFLOAT", "viewMask": 3,
                      "samples": 4},
      "descriptorSets": [{"set": 2, "bindings": [
        {"binding": 7, "type": "SAMPLER"},
        {"binding": 3, "type": "VK_DESCRIPTOR_TYPE_MUTABLE_EXT", "count": 5,
         "stages": ["fragment", "mesh"]}]}],
      "pushConstants": [{"stages": ["vertex"], "offset": 4, "size": 8}],
      "dynamicState": ["VERTEX_INPUT_EXT", "VK_DYNAMIC_STATE_VIEWPORT"]})")
                         .pipeline;
  ASSERT_TRUE(p.vertex_attributes.has_value());
  EXPECT_EQ(p.vertex_attributes->at(0).location, 1u);
  EXPECT_TRUE(p.vertex_attributes->at(0).is_per_instance);
  EXPECT_EQ(p.topology, Topology::kPatchList);
  EXPECT_EQ(p.patch_control_points, 3u);
  EXPECT_EQ(p.rasterization_stream, 2u);
  ASSERT_TRUE(p.attachments.has_value());
  EXPECT_EQ(p.attachments->color.size(), 2u);
  EXPECT_FALSE(p.attachments->color[1].has_value());
  EXPECT_EQ(p.attachments->view_mask, 3u);
  EXPECT_EQ(p.attachments->is_single_sampled, false);
  ASSERT_TRUE(p.sets.has_value());
  const DescriptorSetLayout& set = p.sets->at(0);
  EXPECT_EQ(set.set, 2u);
  EXPECT_EQ(set.bindings[0].binding, 3u);
  EXPECT_EQ(set.bindings[0].type, DescriptorType::kMutable);
  EXPECT_TRUE(set.bindings[0].stages.Contains(ExecutionModel::kMeshNV));
  EXPECT_FALSE(set.bindings[0].stages.Contains(ExecutionModel::kVertex));
  EXPECT_EQ(p.push_constants->at(0).size, 8u);
  EXPECT_TRUE(p.is_vertex_input_dynamic);
  EXPECT_FALSE(p.is_topology_dynamic);
}

TEST(PipelineDescriptionTest, LeavesOutWhatIsNotDescribed) {
  const Pipeline p = Read("{}").pipeline;
  EXPECT_FALSE(p.vertex_attributes || p.topology || p.attachments || p.sets ||
               p.push_constants || p.hit_groups);
}

struct Wrong {
  const char* json;
  const char* message;
};
class WrongDescriptionTest : public testing::TestWithParam<Wrong> {};

TEST_P(WrongDescriptionTest, IsAnError) {
  const auto description = ReadPipelineDescription(GetParam().json);
  ASSERT_FALSE(description.ok());
  EXPECT_EQ(description.status().message(), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongDescriptionTest,
    testing::Values(
        Wrong{"[]", "the description must be an object, not an array"},
        Wrong{R"({"stages": {}})", "/stages must be an array, not an object"},
        Wrong{R"({"stages": [3]})",
              "/stages/0 must be an object, not a number"},
        Wrong{R"({"stages": [{}]})",
              R"(/stages/0 must have a member "module", a file)"},
        Wrong{R"({"stages": [{"module": "a", "stage": "vertx"}]})",
              R"(/stages/0/stage is an unknown stage "vertx"; )"
              R"(did you mean "vertex"?)"},
        Wrong{R"({"stages": [{"module": "a", "specialization": {"0": []}}]})",
              "/stages/0/specialization/0 must be a number, a Boolean or a "
              "string, not an array"},
        Wrong{R"({"stagse": []})",
              R"(the description has an unknown member "stagse"; )"
              R"(did you mean "stages"?)"},
        Wrong{R"({"environment": "vulkan9"})",
              "/environment must name a target environment; unknown "
              R"(environment "vulkan9")"},
        Wrong{R"({"topology": "TRIANGLES"})",
              "/topology must name a VkPrimitiveTopology; unknown topology "
              R"("TRIANGLES")"},
        Wrong{R"({"topology": null})", "/topology must be a string, not null"},
        Wrong{R"({"patchControlPoints": -1})",
              "/patchControlPoints must be an integer from 0 to 4294967295, "
              "not -1"},
        Wrong{R"({"vertexAttributes": [{"format": "R8_UINT"}]})",
              R"(/vertexAttributes/0 must have a member "location")"},
        Wrong{R"({"vertexAttributes": [{"location": 0, "format": "R8_UIT"}]})",
              R"(/vertexAttributes/0/format is an unknown format "R8_UIT"; )"
              R"(did you mean "R8_UINT"?)"},
        Wrong{R"({"vertexAttributes": [{"location": 0, "format": "R8_UINT"},
                                       {"location": 0, "format": "R8_UINT"}]})",
              "/vertexAttributes/1 must not have the location 0 of another "
              "attribute"},
        Wrong{R"({"vertexAttributes": [
                 {"location": 0, "format": "R8_UINT", "rate": "instance"},
                 {"location": 1, "format": "R8_UINT"}]})",
              "/vertexAttributes/1 must have the rate of the other attributes "
              "of binding 0"},
        Wrong{R"({"vertexAttributes": [
                 {"location": 0, "format": "R8_UINT", "rate": "draw"}]})",
              R"(/vertexAttributes/0/rate must be "vertex" or "instance"; )"
              R"(unknown rate "draw")"},
        Wrong{R"({"descriptorSets": [{"bindings": [
                 {"binding": 0, "type": "TEXTURE"}]}]})",
              "/descriptorSets/0/bindings/0/type must name a VkDescriptorType; "
              R"(unknown descriptor type "TEXTURE")"},
        Wrong{R"({"descriptorSets": [{"bindings": [
                 {"binding": 1, "type": "SAMPLER"},
                 {"binding": 1, "type": "SAMPLER"}]}]})",
              "/descriptorSets/0 must not describe binding 1 twice"},
        Wrong{R"({"descriptorSets": [{"set": 1}, {}]})",
              "/descriptorSets/1 must not describe set 1 again"},
        Wrong{R"({"pushConstants": [{"stages": ["vertex"], "size": 4},
                                    {"size": 4}]})",
              "/pushConstants/1 must not have a stage that another range has "
              "(VUID-VkPipelineLayoutCreateInfo-pPushConstantRanges-00292)"},
        Wrong{R"({"stages": [{"module": "a"}], "hitGroups": [{"anyHit": 1}]})",
              "/hitGroups/0/anyHit must be the number of a stage, from 0, not "
              "1"},
        Wrong{R"({"hitGroups": [{"type": "boxes"}]})",
              R"(/hitGroups/0/type must be "triangles" or "procedural"; )"
              R"(unknown type "boxes")"}));

// The members that a description can have, in the order of its text.
constexpr char kAll[] = R"({
  "environment": "vulkan1.2",
  "device": "phone.json",
  "stages": [
    {
      "module": "a.spv",
      "stage": "rayGeneration",
      "entryPoint": "main",
      "specialization": {
        "0": 4,
        "name": true,
        "text": "0x1p3"
      }
    },
    {
      "module": "b.spv"
    }
  ],
  "topology": "PATCH_LIST",
  "patchControlPoints": 3,
  "rasterizationStream": 2,
  "vertexAttributes": [
    {
      "location": 1,
      "binding": 2,
      "format": "R8_UINT",
      "rate": "instance"
    }
  ],
  "attachments": {
    "color": [
      "R8_UNORM",
      null
    ],
    "depthStencil": "D32_SFLOAT",
    "input": [
      null
    ],
    "viewMask": 3,
    "samples": 1
  },
  "descriptorSets": [
    {
      "set": 2,
      "bindings": [
        {
          "binding": 3,
          "type": "MUTABLE",
          "count": 5,
          "stages": [
            "fragment",
            "mesh"
          ]
        }
      ]
    }
  ],
  "pushConstants": [
    {
      "stages": [
        "vertex"
      ],
      "offset": 4,
      "size": 8
    }
  ],
  "hitGroups": [
    {
      "type": "procedural",
      "closestHit": 0,
      "anyHit": 1,
      "intersection": 0
    }
  ],
  "dynamicState": [
    "VERTEX_INPUT_EXT",
    "PRIMITIVE_TOPOLOGY",
    "PATCH_CONTROL_POINTS_EXT"
  ]
}
)";

TEST(PipelineDescriptionTest, IsWrittenAsItWasRead) {
  EXPECT_EQ(PipelineDescriptionText(Read(kAll)), kAll);
  EXPECT_EQ(PipelineDescriptionText(Read("{}")), "{}\n");
}

TEST(PipelineDescriptionTest, RejectsWhatIsNotJson) {
  const auto description = ReadPipelineDescription("{");
  ASSERT_FALSE(description.ok());
  EXPECT_EQ(description.status().message().substr(0, 27),
            "the description is not JSON");
}

}  // namespace
}  // namespace plumb
