#version 450
// One direction of a blur, through a tile that is read once.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, rgba16f) uniform readonly image2D source;
layout(set = 0, binding = 1, rgba16f) uniform writeonly image2D target;
layout(set = 0, binding = 2, r32ui) uniform uimage2D touched;
layout(push_constant) uniform Settings {
  ivec2 direction;
  int radius;
  float sigma;
} settings;

shared vec4 tile[16][48];

void main() {
  ivec2 size = imageSize(source);
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  ivec2 local = ivec2(gl_LocalInvocationID.xy);
  for (int part = 0; part < 3; ++part) {
    int x = local.x + part * 16;
    ivec2 from = at + settings.direction * ((part - 1) * 16);
    tile[local.y][x] = imageLoad(source, clamp(from, ivec2(0), size - 1));
  }
  memoryBarrierShared();
  barrier();
  if (any(greaterThanEqual(at, size))) return;
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  int offset = -settings.radius;
  do {
    float d = float(offset) / settings.sigma;
    float weight = exp(-0.5 * d * d);
    sum += tile[local.y][clamp(local.x + 16 + offset, 0, 47)] * weight;
    weights += weight;
    ++offset;
  } while (offset <= settings.radius);
  imageStore(target, at, sum / weights);
  imageAtomicMax(touched, at / 16, packUnorm2x16(sum.xy));
}
