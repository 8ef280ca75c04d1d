#version 450
layout(quads, fractional_odd_spacing, ccw) in;
layout(location = 0) in vec3 in_position[];
layout(location = 1) in vec2 in_uv[];
layout(location = 2) patch in float in_height;
layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec2 out_uv;
layout(set = 0, binding = 0, std140) uniform View {
  mat4 projection;
  vec4 eye;
  vec4 planes[6];
  float detail;
} view;
layout(set = 0, binding = 1) uniform sampler2D heights;

float Height(vec2 uv) { return textureLod(heights, uv, 0.0).r * in_height; }

void main() {
  vec2 c = gl_TessCoord.xy;
  vec3 low = mix(in_position[0], in_position[1], c.x);
  vec3 high = mix(in_position[3], in_position[2], c.x);
  vec2 uv = mix(mix(in_uv[0], in_uv[1], c.x), mix(in_uv[3], in_uv[2], c.x), c.y);
  vec3 p = mix(low, high, c.y);
  p.y += Height(uv);
  vec2 e = vec2(1.0 / 1024.0, 0.0);
  out_normal = normalize(vec3(Height(uv - e.xy) - Height(uv + e.xy), 2.0,
                              Height(uv - e.yx) - Height(uv + e.yx)));
  out_position = p;
  out_uv = uv;
  gl_Position = view.projection * vec4(p, 1.0);
}
