// The common base of emitters for the code of loops. Layer: jit.
#pragma once

#include "jit/emitters/code_emitter.hpp"
#include "jit/loop/loop_context.hpp"

namespace tessera {

/// What an instruction does with a slot or an element.
enum class Access : unsigned char { load, store };

class LoopEmitter : public CodeEmitter {
 public:
  explicit LoopEmitter(LoopContext& context)
      : CodeEmitter(context.emission),
        context_(context),
        function_(context.function),
        loop_(context.loop),
        body_(context.body),
        state_(context.state) {}

 protected:
  const TypeFeedback& feedback() const { return *context_.feedback; }
  /// Returns the current instruction if it is inlined or in the copy of a call; else nullptr.
  const InlinedInstruction* inlined() const { return emission_.program.inlined(emission_.at); }

  LoopContext& context_;
  JitFunction& function_;
  JitLoop& loop_;
  const LoopBody& body_;
  LoopState& state_;  ///< the known facts at the point where code is being emitted
};

}  // namespace tessera
