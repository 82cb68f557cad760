// A message of Jupyter's as its sockets carry it: whom it is for, a signature, four texts in JSON. Nothing here reads the JSON.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::jupyter {

inline constexpr std::size_t longest_message = std::size_t{16} << 20;  ///< of the bytes of all frames
inline constexpr std::string_view delimiter = "<IDS|MSG>";

/// Frames as they come from a socket, or go to it.
using Frames = std::vector<std::string>;

struct Message {
  Frames route;  ///< from whom it came, and back to whom its answer goes; or the topic of what is published
  std::string header, parent, metadata, content;
};

/// The signature of a header, a parent header, metadata and content.
using Signer = std::function<std::string(const Message&)>;

/// The result for frames that are not a message.
enum class Fault { none, no_delimiter, frames_missing, wrong_signature, too_long };

/// The message that `frames` are, whoever has sent them. Of one that is too long, and signed, `content` is "".
Fault unpack(Frames frames, const Signer& sign, Message& message);
/// What to say of it.
const char* fault_text(Fault fault);

Frames pack(const Message& message, const Signer& sign);

}  // namespace tessera::jupyter
