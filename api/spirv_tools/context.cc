// See context.h.
#include "api/spirv_tools/context.h"

#include <new>
#include <utility>

#include "api/spirv_tools/environment.h"

spv_context spvContextCreate(spv_target_env env) {
  if (!plumb::spirv_tools::IsEnvironment(env)) return nullptr;
  return new (std::nothrow) spv_context_t{env, nullptr};
}

void spvContextDestroy(spv_context context) { delete context; }

namespace spvtools {

void SetContextMessageConsumer(spv_context context, MessageConsumer consumer) {
  if (context != nullptr) context->consumer = std::move(consumer);
}

Context::Context(spv_target_env env) : context_(spvContextCreate(env)) {}

Context::~Context() { spvContextDestroy(context_); }

Context::Context(Context&& other)
    : context_(std::exchange(other.context_, nullptr)) {}

Context& Context::operator=(Context&& other) {
  if (this != &other) {
    spvContextDestroy(context_);
    context_ = std::exchange(other.context_, nullptr);
  }
  return *this;
}

void Context::SetMessageConsumer(MessageConsumer consumer) {
  SetContextMessageConsumer(context_, std::move(consumer));
}

spv_context& Context::CContext() { return context_; }

const spv_context& Context::CContext() const { return context_; }

}  // namespace spvtools
