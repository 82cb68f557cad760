// The limits of the server. Layer: web.
#pragma once

#include <chrono>
#include <cstddef>

namespace tessera::web::limits {

/// Bytes of a request's line and headers, of its address, and of a form; what a body may take on the way, since chunks
/// can be small.
inline constexpr std::size_t head_bytes = 32 << 10, target_bytes = 4 << 10, body_bytes = 64 << 10, chunked_bytes = 4 * body_bytes;

/// Headers and parameters of a request, and cookies of one name that are considered.
inline constexpr std::size_t headers = 100, parameters = 200, cookies = 8;

/// Connections at a time; fewer if the process may have fewer descriptors, of which some are left for each interpreter
/// and for other files. When another one comes, the one that has kept the server waiting longest is closed.
inline constexpr std::size_t connections = 16384, interpreter_descriptors = 5, other_descriptors = 32;

/// How long a new connection may be silent, and a response may take to go out, before the connection counts as one that
/// keeps the server waiting.
inline constexpr std::chrono::milliseconds arrival_time{100}, taking_time{1000};

/// Requests that wait for Lisp at a time, and how long one waits before it gets 503.
inline constexpr std::size_t waiting_requests = 1024;
inline constexpr std::chrono::seconds answer_time{30};

/// How long a request waits for the interpreter of its session before any other that is idle takes it.
inline constexpr std::chrono::milliseconds own_time{100};

/// How long a connection may be idle between two requests, how long a request may take as a whole, and how long its
/// response may take to go out.
inline constexpr std::chrono::seconds idle_time{60}, request_time{10}, send_time{20};

/// How often these times are checked.
inline constexpr std::chrono::milliseconds check_time{50};

/// How long responses have to go out when the server stops, before connections are cut.
inline constexpr std::chrono::milliseconds stop_time{500};

/// Bytes read and dropped, and for how long, after the server has closed its side. Otherwise the system would discard a
/// response that the browser has not read yet.
inline constexpr std::size_t drained_bytes = 256 << 10;
inline constexpr std::chrono::milliseconds drain_time{300};

}  // namespace tessera::web::limits
