#version 450
#extension GL_ARB_shader_draw_parameters : enable
// A skinned mesh, drawn many times.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_tangent;
layout(location = 3) in vec2 in_uv;
layout(location = 4) in uvec4 in_joints;
layout(location = 5) in vec4 in_weights;

layout(set = 0, binding = 0, std140) uniform Camera {
  mat4 view;
  mat4 projection;
  vec4 eye;
} camera;

struct Draw {
  mat4 model;
  uint first_joint;
  uint joint_count;
  uint material;
  uint padding;
};
layout(set = 1, binding = 0, std430) readonly buffer Draws { Draw draws[]; };
layout(set = 1, binding = 1, std430) readonly buffer Joints { mat4 joints[]; };

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec4 out_tangent;
layout(location = 3) out vec2 out_uv;
layout(location = 4) flat out uint out_material;

out gl_PerVertex {
  vec4 gl_Position;
  float gl_ClipDistance[2];
};

mat4 Skin(Draw draw) {
  if (draw.joint_count == 0u) return mat4(1.0);
  mat4 skin = mat4(0.0);
  for (int i = 0; i < 4; ++i) {
    uint joint = min(in_joints[i], draw.joint_count - 1u);
    skin += joints[draw.first_joint + joint] * in_weights[i];
  }
  return skin;
}

void main() {
  Draw draw = draws[gl_DrawIDARB + gl_InstanceIndex];
  mat4 model = draw.model * Skin(draw);
  vec4 world = model * vec4(in_position, 1.0);
  mat3 to_world = transpose(inverse(mat3(model)));
  out_position = world.xyz;
  out_normal = normalize(to_world * in_normal);
  out_tangent = vec4(normalize(mat3(model) * in_tangent.xyz), in_tangent.w);
  out_uv = in_uv;
  out_material = draw.material;
  gl_Position = camera.projection * camera.view * world;
  gl_ClipDistance[0] = world.y;
  gl_ClipDistance[1] = camera.eye.w - world.y;
}
