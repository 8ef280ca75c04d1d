#version 450
// The last pass: exposure, a filmic curve, grading by a table, dithering.
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput hdr;
layout(set = 0, binding = 1) uniform sampler3D grading;
layout(set = 0, binding = 2) uniform texture2D noise;
layout(set = 0, binding = 3) uniform sampler point_sampler;
layout(set = 0, binding = 4, std430) readonly buffer Exposure { float exposure; };
layout(location = 0) out vec4 out_color;
layout(constant_id = 3) const int kCurve = 1;

vec3 Filmic(vec3 x) {
  const float a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;
  return clamp((x * (a * x + b)) / (x * (c * x + d) + e), 0.0, 1.0);
}

vec3 ToSrgb(vec3 c) {
  bvec3 dark = lessThan(c, vec3(0.0031308));
  return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, c * 12.92, dark);
}

void main() {
  vec3 color = subpassLoad(hdr).rgb * exposure;
  switch (kCurve) {
    case 0:
      color = clamp(color, 0.0, 1.0);
      break;
    case 1:
      color = Filmic(color);
      break;
    case 2:
      color = color / (1.0 + color);
    default:
      color = sqrt(color);
  }
  color = texture(grading, color * (31.0 / 32.0) + 0.5 / 32.0).rgb;
  ivec2 at = ivec2(gl_FragCoord.xy) & 63;
  float grain = texelFetch(sampler2D(noise, point_sampler), at, 0).r - 0.5;
  out_color = vec4(ToSrgb(color) + grain / 255.0, 1.0);
}
