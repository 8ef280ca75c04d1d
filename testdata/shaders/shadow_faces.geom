#version 450
// Every triangle into the faces of a cube that it can be seen in.
layout(triangles) in;
layout(triangle_strip, max_vertices = 18) out;
layout(set = 0, binding = 0, std140) uniform Faces {
  mat4 views[6];
  vec4 light;
} faces;
layout(location = 0) in vec3 in_position[];
layout(location = 0) out vec3 out_offset;

void main() {
  vec3 normal = cross(in_position[1] - in_position[0], in_position[2] - in_position[0]);
  if (dot(normal, faces.light.xyz - in_position[0]) < 0.0) return;
  for (int face = 0; face < 6; ++face) {
    vec4 corners[3];
    bool is_seen = false;
    for (int i = 0; i < 3; ++i) {
      corners[i] = faces.views[face] * vec4(in_position[i], 1.0);
      is_seen = is_seen || corners[i].w > 0.0;
    }
    if (!is_seen) continue;
    for (int i = 0; i < 3; ++i) {
      gl_Layer = face;
      gl_Position = corners[i];
      out_offset = in_position[i] - faces.light.xyz;
      EmitVertex();
    }
    EndPrimitive();
  }
}
