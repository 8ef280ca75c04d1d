// Modules to begin with.

import broken from "../../testdata/examples/broken.spvasm?raw";
import triangle from "../../testdata/examples/triangle.spvasm?raw";
import blur from "../../testdata/shaders/blur.comp.debug.spvasm?raw";
import mesh from "../../testdata/shaders/meshlets.mesh.spvasm?raw";
import rays from "../../testdata/shaders/reflections.rgen.spvasm?raw";

export interface Example {
  name: string;
  text: string;
  environment: string;
}

const COMPUTE = `; A compute shader that adds one to each element of a buffer.
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main" %id %buffer
               OpExecutionMode %main LocalSize 64 1 1
               OpName %main "main"
               OpDecorate %id BuiltIn GlobalInvocationId
               OpDecorate %array ArrayStride 4
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %buffer DescriptorSet 0
               OpDecorate %buffer Binding 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
       %uint = OpTypeInt 32 0
      %uint3 = OpTypeVector %uint 3
          %0 = OpConstant %uint 0
          %1 = OpConstant %uint 1
      %array = OpTypeRuntimeArray %uint
      %block = OpTypeStruct %array
%ptr_buffer = OpTypePointer StorageBuffer %block
%ptr_element = OpTypePointer StorageBuffer %uint
  %ptr_input = OpTypePointer Input %uint3
     %buffer = OpVariable %ptr_buffer StorageBuffer
         %id = OpVariable %ptr_input Input
       %main = OpFunction %void None %fn
      %entry = OpLabel
      %where = OpLoad %uint3 %id
          %i = OpCompositeExtract %uint %where 0
     %length = OpArrayLength %uint %buffer 0
     %inside = OpULessThan %bool %i %length
               OpSelectionMerge %end None
               OpBranchConditional %inside %body %end
       %body = OpLabel
    %element = OpAccessChain %ptr_element %buffer %0 %i
      %value = OpLoad %uint %element
        %sum = OpIAdd %uint %value %1
               OpStore %element %sum
               OpBranch %end
        %end = OpLabel
               OpReturn
               OpFunctionEnd
`;

export const EXAMPLES: Example[] = [
  { name: "Compute shader", text: COMPUTE, environment: "vulkan1.3" },
  { name: "Triangle", text: triangle, environment: "vulkan1.0" },
  { name: "Broken triangle", text: broken, environment: "vulkan1.0" },
  { name: "Blur, with its GLSL", text: blur, environment: "vulkan1.1" },
  { name: "Mesh shader", text: mesh, environment: "vulkan1.3" },
  { name: "Ray generation", text: rays, environment: "vulkan1.3" },
];
