// Jupyter's messages as sockets carry them: a route, a signature, and four texts in JSON, which are not read here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::jupyter {

inline constexpr std::size_t longest_message = std::size_t{16} << 20;  ///< bytes of all frames
inline constexpr std::string_view delimiter = "<IDS|MSG>";

/// The frames of a message, received or to be sent.
using Frames = std::vector<std::string>;

struct Message {
  Frames route;  ///< the sender, to which the answer goes; or the topic of a published message
  std::string header, parent, metadata, content;
};

/// Returns the signature of a header, a parent header, metadata and content.
using Signer = std::function<std::string(const Message&)>;

/// Describes frames that are not a message.
enum class Fault { none, no_delimiter, frames_missing, wrong_signature, too_long };

/// Returns the message in `frames`, from any sender. If a signed message is too long, its `content` is "".
Fault unpack(Frames frames, const Signer& sign, Message& message);
/// Returns what is wrong.
const char* fault_text(Fault fault);

Frames pack(const Message& message, const Signer& sign);

}  // namespace tessera::jupyter
