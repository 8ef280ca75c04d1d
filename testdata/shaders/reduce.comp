#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_KHR_memory_scope_semantics : require
// Sums of halves, their least and greatest, and how many there are of each bit.
layout(local_size_x_id = 0) in;
layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Values { f16vec4 values[]; };
layout(set = 0, binding = 1, std430) buffer Results {
  uint64_t total;
  double mean;
  float least;
  float greatest;
  uint bits[32];
};
shared float partial[128];
shared vec2 extremes[128];

void main() {
  uint i = gl_GlobalInvocationID.x;
  f16vec4 value = values[i];
  vec4 wide = vec4(value);
  float sum = subgroupAdd(wide.x + wide.y + wide.z + wide.w);
  float low = subgroupMin(min(min(wide.x, wide.y), min(wide.z, wide.w)));
  float high = subgroupClusteredMax(max(max(wide.x, wide.y), max(wide.z, wide.w)), 4);
  high = max(high, subgroupShuffleXor(high, 4u));
  if (subgroupElect()) {
    partial[gl_SubgroupID] = sum;
    extremes[gl_SubgroupID] = vec2(low, high);
  }
  barrier();
  if (gl_LocalInvocationIndex == 0u) {
    float all = 0.0;
    vec2 both = vec2(1e30, -1e30);
    for (uint s = 0u; s < gl_NumSubgroups; ++s) {
      all += partial[s];
      both = vec2(min(both.x, extremes[s].x), max(both.y, extremes[s].y));
    }
    total = uint64_t(all) << 16ul;
    mean = double(all) / double(gl_WorkGroupSize.x);
    least = both.x;
    greatest = both.y;
    for (int bit = 0; bit < 32; ++bit) {
      if (bitfieldExtract(floatBitsToUint(all), bit, 1) != 0u) {
        atomicAdd(bits[bit], uint(bitCount(floatBitsToInt(all))), gl_ScopeDevice,
                  gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
      }
    }
  }
}
