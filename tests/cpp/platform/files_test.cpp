// The lowest layer's files, waits and variables, without Lisp.
#include "platform/files.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include "catch.hpp"
#include "platform/environment.hpp"
#include "platform/waiting.hpp"
#include "platform/wakeup_pipe.hpp"
#include "process.hpp"
#include "tessera/threads.hpp"

namespace {

using namespace tessera::platform;

int open_folder(const std::string& name) { return open_file(current_directory, name, open_reading | open_directory); }

std::string text_of(int directory, const std::string& name) {
  char bytes[100];
  const int fd = open_file(directory, name, open_reading);
  const std::ptrdiff_t n = read_file(fd, bytes, sizeof bytes);
  close_file(fd);
  return n < 0 ? "unreadable" : std::string(bytes, static_cast<std::size_t>(n));
}

void write_text(int directory, const std::string& name, unsigned flags, std::string_view text) {
  const int fd = open_file(directory, name, open_writing | flags);
  REQUIRE(write_file(fd, text) == static_cast<std::ptrdiff_t>(text.size()));
  CHECK(close_file(fd));
}

TEST_CASE("files are named relative to an open directory", "[platform]") {
  const ScratchFolder folder;
  const int at = open_folder(folder.path(""));
  CHECK(open_file(at, "a", open_reading) == -1);
  CHECK(errno == ENOENT);
  write_text(at, "a", open_creating | open_private, "one");
  write_text(at, "a", open_appending, " two");
  CHECK(text_of(at, "a") == "one two");
  CHECK(text_of(current_directory, folder.path("a")) == "one two");
  write_text(at, "a", open_truncating, "3");
  CHECK(text_of(at, "a") == "3");
  FileInfo info;
  REQUIRE(look_at_file(at, "a", true, info));
  CHECK(info.kind == FileKind::file);
  CHECK(info.bytes == 1);
  CHECK(info.permissions == 0600);
  CHECK(make_directory(at, "b"));
  CHECK(rename_file(at, "a", at, "b/c"));
  CHECK_FALSE(remove_directory(at, "b"));
  CHECK(errno == ENOTEMPTY);
  CHECK(remove_file(at, "b/c"));
  CHECK(remove_directory(at, "b"));
  CHECK(close_file(at));
  CHECK_FALSE(look_at_file(-1, "a", true, info));  // a directory that could not be opened is not the current one
  CHECK(errno == EBADF);
}

TEST_CASE("a directory is listed, and links are seen as what they are", "[platform]") {
  const ScratchFolder folder;
  const int at = open_folder(folder.path(""));
  write_text(at, "file", open_creating, "");
  std::filesystem::create_symlink("file", folder.path("link"));
  FileInfo info;
  CHECK((look_at_file(at, "link", false, info) && info.kind == FileKind::link));
  CHECK((look_at_file(at, "link", true, info) && info.kind == FileKind::file));
  CHECK(open_file(at, "link", open_reading | open_no_link) == -1);
  CHECK(errno == ELOOP);
  std::vector<std::string> names;
  CHECK(list_directory(at, names));  // and closes it
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"file", "link"});
  CHECK_FALSE(close_file(at));
}

TEST_CASE("a position is set from the begin, the end or itself, and a size is set", "[platform]") {
  const ScratchFolder folder;
  const int fd = open_file(current_directory, folder.path("a"), open_reading | open_writing | open_creating);
  CHECK(write_file(fd, "012345") == 6);
  CHECK(seek_file(fd, 2, SeekFrom::begin) == 2);
  CHECK(seek_file(fd, 1, SeekFrom::here) == 3);
  CHECK(seek_file(fd, -1, SeekFrom::end) == 5);
  CHECK(resize_file(fd, 3));
  FileInfo info;
  CHECK((look_at_file(fd, info) && info.bytes == 3));
  CHECK(lock_file(fd));
  close_file(fd);
}

TEST_CASE("a wait reports which descriptors are ready", "[platform]") {
  WakeupPipe pipe, other;
  REQUIRE((pipe.open() && other.open()));
  std::vector<WaitFile> files(12);  // more than fit on the stack; negative ones are ignored
  files[3].fd = pipe.descriptor();
  files[11].fd = other.descriptor();
  CHECK(wait_for_files(files, 1000000) == 0);
  other.wake();
  CHECK(wait_for_files(files, UINT64_MAX) == 1);
  CHECK(files[3].found == 0);
  CHECK(files[11].found == readable);
  other.drain();
  CHECK(wait_for_file(other.descriptor(), readable, 0) == 0);
  WaitFile closed{1000000};
  CHECK(wait_for_files({&closed, 1}, UINT64_MAX) == 1);
  CHECK(closed.found == broken);
}

TEST_CASE("variables of the environment", "[platform]") {
  const auto has = [](const std::string& entry) {
    const std::vector<std::string> all = variables();
    return std::count(all.begin(), all.end(), entry);
  };
  const std::string value = "a=b";
  CHECK(set_variable("TESSERA_TEST_VARIABLE", &value));
  CHECK(has("TESSERA_TEST_VARIABLE=a=b") == 1);
  CHECK(set_variable("TESSERA_TEST_VARIABLE", nullptr));
  CHECK(has("TESSERA_TEST_VARIABLE=a=b") == 0);
  CHECK_FALSE(set_variable("A=B", &value));
  CHECK(errno == EINVAL);
}

TEST_CASE("BlockedSignals restores what was blocked before", "[platform]") {
  const auto is_blocked = [](int signal) {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    return sigismember(&now, signal) == 1;
  };
  REQUIRE_FALSE(is_blocked(SIGINT));
  {
    const tessera::BlockedSignals outer;
    CHECK(is_blocked(SIGINT));
    bool in_thread = false;
    std::thread([&] { in_thread = is_blocked(SIGINT); }).join();
    CHECK(in_thread);
    { const tessera::BlockedSignals inner; }
    CHECK(is_blocked(SIGINT));
  }
  CHECK_FALSE(is_blocked(SIGINT));
}

}  // namespace
