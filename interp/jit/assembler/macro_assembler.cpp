// The buffer of a macro assembler, and operations that are made of others.
#include "jit/assembler/macro_assembler.hpp"

namespace tessera {

using namespace jit;

void MacroAssembler::begin() {
  holder_.reset();
  holder_.init(asmjit::Environment::host());
  if (logger_ != nullptr) logger_->clear();
  holder_.setLogger(logger_);
  failures_.any = false;
  holder_.setErrorHandler(&failures_);
  holder_.attach(&asm_);
}

bool MacroAssembler::finish() {
  return holder_.flatten() == asmjit::kErrorOk && holder_.resolveUnresolvedLinks() == asmjit::kErrorOk && !holder_.hasUnresolvedLinks() &&
         !failures_.any;
}

}  // namespace tessera
