#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_buffer_reference : require
// What a ray has hit: vertices are found by the address of their buffer.
struct Vertex {
  vec4 position;
  vec4 normal;
  vec2 uv;
};
layout(buffer_reference, std430) readonly buffer Vertices { Vertex v[]; };
layout(buffer_reference, std430) readonly buffer Indices { uvec4 i[]; };
struct Mesh {
  Vertices vertices;
  Indices indices;
  uint material;
  uint padding;
};
layout(set = 1, binding = 0, std430) readonly buffer Meshes { Mesh meshes[]; };
layout(set = 1, binding = 1) uniform sampler2D textures[];

struct Hit {
  vec3 color;
  float distance;
  vec3 normal;
  float reflectivity;
};
layout(location = 0) rayPayloadInEXT Hit hit;
hitAttributeEXT vec2 barycentric;

void main() {
  Mesh mesh = meshes[gl_InstanceCustomIndexEXT];
  uvec3 triangle = mesh.indices.i[gl_PrimitiveID].xyz;
  Vertex a = mesh.vertices.v[triangle.x];
  Vertex b = mesh.vertices.v[triangle.y];
  Vertex c = mesh.vertices.v[triangle.z];
  vec3 weights = vec3(1.0 - barycentric.x - barycentric.y, barycentric);
  vec2 uv = a.uv * weights.x + b.uv * weights.y + c.uv * weights.z;
  vec4 normal = a.normal * weights.x + b.normal * weights.y + c.normal * weights.z;
  hit.normal = normalize(gl_ObjectToWorldEXT * vec4(normal.xyz, 0.0));
  hit.color = textureLod(textures[nonuniformEXT(mesh.material)], uv, 0.0).rgb;
  hit.distance = gl_HitTEXT;
  hit.reflectivity = (mesh.material & 1u) != 0u ? 0.8 : 0.0;
}
