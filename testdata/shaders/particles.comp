#version 450
// Particles that are moved, bounce off a plane, and are counted while alive.
layout(local_size_x = 64) in;

struct Particle {
  vec4 position_and_age;
  vec4 velocity_and_life;
};
layout(set = 0, binding = 0, std430) buffer Particles { Particle particles[]; };
layout(set = 0, binding = 1, std430) buffer Counters {
  uint alive;
  uint dead;
  int histogram[8];
};
layout(set = 0, binding = 2, std140) uniform Step {
  vec4 gravity;
  vec4 plane;
  float seconds;
  float damping;
  uint count;
} step_of;

shared uint alive_here[64];

uint Hash(uint x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint lane = gl_LocalInvocationIndex;
  alive_here[lane] = 0u;
  if (i < step_of.count) {
    Particle p = particles[i];
    float age = p.position_and_age.w + step_of.seconds;
    if (age < p.velocity_and_life.w) {
      vec3 velocity = p.velocity_and_life.xyz + step_of.gravity.xyz * step_of.seconds;
      vec3 position = p.position_and_age.xyz + velocity * step_of.seconds;
      float height = dot(step_of.plane, vec4(position, 1.0));
      if (height < 0.0) {
        position -= step_of.plane.xyz * height;
        velocity = reflect(velocity, step_of.plane.xyz) * step_of.damping;
        velocity.x += float(Hash(i) & 0xffu) / 255.0 - 0.5;
      }
      particles[i].position_and_age = vec4(position, age);
      particles[i].velocity_and_life.xyz = velocity;
      alive_here[lane] = 1u;
      int slot = clamp(int(length(velocity)), 0, 7);
      atomicAdd(histogram[slot], 1);
    } else {
      atomicAdd(dead, 1u);
    }
  }
  barrier();
  for (uint half_size = 32u; half_size > 0u; half_size >>= 1) {
    if (lane < half_size) alive_here[lane] += alive_here[lane + half_size];
    barrier();
  }
  if (lane == 0u) atomicAdd(alive, alive_here[0]);
}
