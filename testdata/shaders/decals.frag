#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_ARB_fragment_shader_interlock : require
// Decals on what was drawn before, looked up without limits, kept in order.
layout(early_fragment_tests) in;
layout(pixel_interlock_ordered) in;
struct Decal {
  mat4 to_box;
  uint texture_index;
  float strength;
  ivec2 offset;
};
layout(set = 0, binding = 0, std430) readonly buffer Decals { Decal decals[]; };
layout(set = 0, binding = 1) uniform texture2D textures[];
layout(set = 0, binding = 2) uniform sampler linear_sampler;
layout(set = 0, binding = 3, rgba8) coherent uniform image2D surface;
layout(set = 0, binding = 4, r32ui) uniform uimage2D masks;
layout(location = 0) in vec3 in_position;
layout(location = 1) flat in int in_kind;
layout(location = 2) noperspective in vec2 in_uv;
layout(location = 3) centroid in float in_fade;
layout(location = 0) out vec4 out_color;

vec4 Sample(Decal decal, vec3 p, out bool is_inside) {
  vec3 q = (decal.to_box * vec4(p, 1.0)).xyz;
  is_inside = all(lessThan(abs(q), vec3(1.0)));
  vec2 uv = q.xy * 0.5 + 0.5;
  return textureGrad(sampler2D(textures[nonuniformEXT(decal.texture_index)], linear_sampler),
                     uv, dFdxFine(uv), dFdyFine(uv)) * decal.strength;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint mask = imageLoad(masks, at).r;
  vec4 color = vec4(0.0);
  while (mask != 0u) {
    int number = findLSB(mask);
    mask &= mask - 1u;
    bool is_inside;
    vec4 sampled = Sample(decals[number], in_position, is_inside);
    if (!is_inside) continue;
    switch (in_kind) {
      case 0:
        color = mix(color, sampled, sampled.a);
        break;
      case 1:
      case 2:
        color += sampled * in_fade;
        break;
      case 7:
        color.rgb *= sampled.rgb;
      default:
        color.a = max(color.a, sampled.a);
        break;
    }
  }
  beginInvocationInterlockARB();
  vec4 before = imageLoad(surface, at);
  imageStore(surface, at, mix(before, color, color.a));
  endInvocationInterlockARB();
  out_color = color + vec4(in_uv, 0.0, 0.0) * float(gl_HelperInvocation);
}
