// Asks the page, by Module.interruptIsAsked. Layer: platform.
#include "platform/interrupt_requests.hpp"

#include <emscripten.h>

// clang-format off
EM_JS(int, ask_page, (), {
  return Module.interruptIsAsked ? Module.interruptIsAsked() : 0;
})
// clang-format on

namespace tessera::platform {

bool interrupt_is_asked() { return ask_page() != 0; }

}  // namespace tessera::platform
