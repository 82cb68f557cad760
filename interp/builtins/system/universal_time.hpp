// Universal time, in seconds from 1900 on. Layer: builtins.
#pragma once

#include <cstdint>

namespace tessera {

constexpr std::int64_t seconds_1900_to_1970 = 2208988800;  ///< the universal time of the Unix epoch

}  // namespace tessera
