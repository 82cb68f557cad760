// Messages as bytes, for other processes that run the same build of Tessera.
#pragma once

#include <span>

#include "message.hpp"

namespace tessera::parallel {

/// The numbers of entries and definitions are unique in one process. Bytes have them with the number of the process
/// that made them, its `origin`, which is at most 2^21.
std::vector<std::uint8_t> bytes_of(const Message& message, std::int64_t origin);

/// Returns the message that `bytes_of` made bytes of, in this process or another; `origin` is this one's number. Throws
/// an Error if another build made them, or if a reference does not lead to an object of the message. What the objects
/// hold is not checked further: bytes must come from a process that is trusted as this one is.
std::shared_ptr<Message> message_of(std::span<const std::uint8_t> bytes, std::int64_t origin, const std::shared_ptr<Account>& account);

}  // namespace tessera::parallel
