// Rates trees: by the faithful search for native lazy lists, by walking lists for whole trees. Layer: bindings.
#pragma once

#include <optional>

#include "bindings/trees/trees.hpp"

namespace tessera::game::bindings {

/// The functions that the searches replace, beside those for trees.
inline constexpr Names expectation_names =
    tree_names | names(Name::score_board, Name::threatened, Name::rate_position, Name::get_ratings, Name::attack_odds);
inline constexpr Names eager_rating_names = names(Name::winners, Name::rate_position, Name::get_ratings);
inline constexpr Names alpha_beta_names = tree_names | names(Name::score_board, Name::threatened, Name::ab_ratings,
                                                             Name::ab_get_ratings_max, Name::ab_get_ratings_min, Name::ab_rate_position);

/// Returns `get-ratings` and `rate-position` of whole trees; nothing if they are left to the script. May run Lisp: the
/// arguments are visible to the collector.
std::optional<Word> eager_ratings(Game& game, const Word& tree, const Word& player);
std::optional<Word> eager_rating(Game& game, const Word& tree, const Word& player);

}  // namespace tessera::game::bindings
