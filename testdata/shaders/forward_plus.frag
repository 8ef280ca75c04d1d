#version 450
// Physically based shading of a surface by many point lights and one sun.
layout(constant_id = 0) const int kMaxLights = 16;
layout(constant_id = 1) const bool kUseShadows = true;

const float kPi = 3.14159265359;

struct PointLight {
  vec4 position_and_radius;
  vec4 color;
};

layout(set = 0, binding = 0, std140) uniform Camera {
  mat4 view;
  mat4 projection;
  vec4 eye;
} camera;

layout(set = 0, binding = 1, std430) readonly buffer Lights {
  uint count;
  PointLight lights[];
} scene;

layout(set = 0, binding = 2, std140) uniform Sun {
  vec4 direction;
  vec4 color;
  mat4 cascades[4];
  vec4 splits;
} sun;

layout(set = 0, binding = 3) uniform sampler2DArrayShadow shadow_map;
layout(set = 0, binding = 4) uniform samplerCube environment;

layout(set = 1, binding = 0) uniform sampler2D albedo_map;
layout(set = 1, binding = 1) uniform sampler2D normal_map;
layout(set = 1, binding = 2) uniform sampler2D surface_map;

layout(push_constant) uniform Material {
  vec4 tint;
  float roughness;
  float metalness;
  float cutoff;
  int flags;
} material;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_tangent;
layout(location = 3) in vec2 in_uv;

layout(location = 0) out vec4 out_color;
layout(location = 1) out vec2 out_velocity;

vec3 Fresnel(float cosine, vec3 f0) {
  return f0 + (1.0 - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

float Distribution(vec3 n, vec3 h, float roughness) {
  float a = roughness * roughness;
  float a2 = a * a;
  float d = max(dot(n, h), 0.0);
  float denominator = d * d * (a2 - 1.0) + 1.0;
  return a2 / (kPi * denominator * denominator);
}

float Visibility(float n_v, float n_l, float roughness) {
  float k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
  float a = n_v / (n_v * (1.0 - k) + k);
  float b = n_l / (n_l * (1.0 - k) + k);
  return a * b;
}

vec3 PerturbedNormal() {
  vec3 n = normalize(in_normal);
  if ((material.flags & 1) == 0) return n;
  vec3 t = normalize(in_tangent.xyz - dot(in_tangent.xyz, n) * n);
  vec3 b = cross(n, t) * in_tangent.w;
  vec3 s = texture(normal_map, in_uv).xyz * 2.0 - 1.0;
  return normalize(mat3(t, b, n) * s);
}

float Shadow(float depth) {
  if (!kUseShadows) return 1.0;
  int cascade = 3;
  for (int i = 0; i < 4; ++i) {
    if (depth < sun.splits[i]) {
      cascade = i;
      break;
    }
  }
  vec4 p = sun.cascades[cascade] * vec4(in_position, 1.0);
  p.xyz /= p.w;
  float lit = 0.0;
  vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0).xy);
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      vec2 uv = p.xy * 0.5 + 0.5 + vec2(x, y) * texel;
      lit += texture(shadow_map, vec4(uv, float(cascade), p.z));
    }
  }
  return lit / 9.0;
}

vec3 Shade(vec3 n, vec3 v, vec3 l, vec3 radiance, vec3 albedo, float roughness,
           float metalness) {
  vec3 h = normalize(v + l);
  float n_l = max(dot(n, l), 0.0);
  float n_v = max(dot(n, v), 0.001);
  if (n_l <= 0.0) return vec3(0.0);
  vec3 f0 = mix(vec3(0.04), albedo, metalness);
  vec3 f = Fresnel(max(dot(h, v), 0.0), f0);
  float d = Distribution(n, h, roughness);
  float g = Visibility(n_v, n_l, roughness);
  vec3 specular = f * (d * g / max(4.0 * n_v * n_l, 0.001));
  vec3 diffuse = (1.0 - f) * (1.0 - metalness) * albedo / kPi;
  return (diffuse + specular) * radiance * n_l;
}

void main() {
  vec4 albedo = texture(albedo_map, in_uv) * material.tint;
  if (albedo.a < material.cutoff) discard;
  vec2 surface = texture(surface_map, in_uv).gb;
  float roughness = clamp(surface.x * material.roughness, 0.05, 1.0);
  float metalness = clamp(surface.y * material.metalness, 0.0, 1.0);
  vec3 n = PerturbedNormal();
  vec3 v = normalize(camera.eye.xyz - in_position);
  float depth = -(camera.view * vec4(in_position, 1.0)).z;

  vec3 color = Shade(n, v, -normalize(sun.direction.xyz),
                     sun.color.rgb * Shadow(depth), albedo.rgb, roughness,
                     metalness);
  int count = min(int(scene.count), kMaxLights);
  for (int i = 0; i < count; ++i) {
    PointLight light = scene.lights[i];
    vec3 to_light = light.position_and_radius.xyz - in_position;
    float distance_squared = dot(to_light, to_light);
    float radius = light.position_and_radius.w;
    if (distance_squared > radius * radius) continue;
    float falloff = 1.0 - distance_squared / (radius * radius);
    color += Shade(n, v, to_light * inversesqrt(distance_squared),
                   light.color.rgb * falloff * falloff, albedo.rgb, roughness,
                   metalness);
  }
  float lod = roughness * 8.0;
  color += textureLod(environment, reflect(-v, n), lod).rgb *
           Fresnel(max(dot(n, v), 0.0), mix(vec3(0.04), albedo.rgb, metalness));
  out_color = vec4(color, albedo.a);
  out_velocity = vec2(dFdx(in_uv.x), dFdy(in_uv.y));
}
