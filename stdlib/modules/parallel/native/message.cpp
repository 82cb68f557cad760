// What messages are made of: message.hpp describes them.
#include "message.hpp"

#include <algorithm>
#include <new>

namespace tessera::parallel {

Charge::Charge(std::shared_ptr<Account> account, std::size_t bytes) {
  if (account->bytes.fetch_add(bytes) + bytes > account->limit) {
    account->bytes -= bytes;
    throw std::bad_alloc();
  }
  account_ = std::move(account);
  bytes_ = bytes;
}

void Words::grow(std::size_t count) {
  constexpr std::size_t least = 16;
  const std::size_t wanted = size_ == 0 ? std::max(count, least) : std::max(size_ + count, 2 * size_);
  void* const grown = std::realloc(data_, wanted * sizeof(std::uint64_t));
  if (grown == nullptr) throw std::bad_alloc();
  data_ = static_cast<std::uint64_t*>(grown);
  capacity_ = wanted;
}

SharedMemory::SharedMemory(std::shared_ptr<Account> account, std::size_t size)
    : bytes(size), charge(std::move(account), size), data(std::calloc(std::max<std::size_t>(size, 1), 1)) {
  if (data == nullptr) throw std::bad_alloc();
}

std::size_t Message::bytes() const {
  std::size_t count = conses.size() + objects.size() + 2 * table_words.size() + 2 * parts.size();
  for (const Words& one : large) count += one.size();
  return count * sizeof(std::uint64_t) + texts.size();
}

// --- references

void References::clear() {
  constexpr std::size_t least = 16, most = 256;
  if (places_.empty() || places_.size() > most) places_ = std::vector<Place>(least);
  else std::fill(places_.begin(), places_.end(), Place());
  if (pages_.capacity() > most) std::vector<Page>().swap(pages_);
  pages_.clear();
  last_page_ = 0;
}

References::Place& References::place_of(std::uint64_t page) {
  const std::size_t mask = places_.size() - 1;
  std::size_t i = page * 0x9E3779B97F4A7C15U >> 32 & mask;
  while (places_[i].page != 0 && places_[i].page != page) i = (i + 1) & mask;
  return places_[i];
}

/// Makes `page`, which is not 0, the last one, and adds it if need be.
void References::turn_to(std::uint64_t page) {
  Place* place = &place_of(page);
  if (place->page == 0) {
    if (pages_.size() * 2 >= places_.size()) {
      std::vector<Place> old(places_.size() * 2);
      old.swap(places_);
      for (const Place& one : old)
        if (one.page != 0) place_of(one.page) = one;
      place = &place_of(page);
    }
    *place = {page, static_cast<std::uint32_t>(pages_.size())};
    pages_.emplace_back();
  }
  last_page_ = page;
  last_ = place->index;
}

}  // namespace tessera::parallel
