#version 450
layout(vertices = 4) out;
layout(location = 0) in vec3 in_position[];
layout(location = 1) in vec2 in_uv[];
layout(location = 0) out vec3 out_position[];
layout(location = 1) out vec2 out_uv[];
layout(location = 2) patch out float out_height;
layout(set = 0, binding = 0, std140) uniform View {
  mat4 projection;
  vec4 eye;
  vec4 planes[6];
  float detail;
} view;

float Level(vec3 a, vec3 b) {
  float size = distance(a, b);
  float far = distance(0.5 * (a + b), view.eye.xyz);
  return clamp(view.detail * size / max(far, 0.01), 1.0, 64.0);
}

bool IsOutside() {
  for (int i = 0; i < 6; ++i) {
    bool all_out = true;
    for (int k = 0; k < 4; ++k) {
      if (dot(view.planes[i], vec4(in_position[k], 1.0)) > -8.0) {
        all_out = false;
        break;
      }
    }
    if (all_out) return true;
  }
  return false;
}

void main() {
  out_position[gl_InvocationID] = in_position[gl_InvocationID];
  out_uv[gl_InvocationID] = in_uv[gl_InvocationID];
  barrier();
  if (gl_InvocationID == 0) {
    out_height = 16.0;
    if (IsOutside()) {
      gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = 0.0;
      gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 0.0;
      gl_TessLevelInner[0] = gl_TessLevelInner[1] = 0.0;
    } else {
      gl_TessLevelOuter[0] = Level(in_position[3], in_position[0]);
      gl_TessLevelOuter[1] = Level(in_position[0], in_position[1]);
      gl_TessLevelOuter[2] = Level(in_position[1], in_position[2]);
      gl_TessLevelOuter[3] = Level(in_position[2], in_position[3]);
      gl_TessLevelInner[0] = max(gl_TessLevelOuter[1], gl_TessLevelOuter[3]);
      gl_TessLevelInner[1] = max(gl_TessLevelOuter[0], gl_TessLevelOuter[2]);
    }
  }
}
