// Signals and threads interrupt evaluations: nothing needs to be asked. Layer: platform.
#include "platform/interrupt_requests.hpp"

namespace tessera::platform {

bool interrupt_is_asked() { return false; }

}  // namespace tessera::platform
