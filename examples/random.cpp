// random.cpp -- plays 1,000 random deals of six players, and says what would be illegal and why.
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <canasta/canasta.h>

namespace
{

// The library's objects are plain bytes: aligned memory is all they need.
struct Bytes {
    explicit Bytes(std::size_t size)
        : data(new std::max_align_t[size / sizeof(std::max_align_t) + 1])
    {
    }
    std::unique_ptr<std::max_align_t[]> data;
};

std::string sentence(const cn_words &words, const cn_refusal &refusal)
{
    char text[512];
    return {text, cn_words_refusal(&words, &refusal, nullptr, text, sizeof text)};
}

void tell(const cn_words &words, const cn_refusal &refusal, long deals)
{
    std::cout << deals << " deals. Discarding first? " << sentence(words, refusal) << "\n";
}

} // namespace

int main()
{
    Bytes rules_bytes(cn_rules_size()), law_bytes(cn_law_size());
    Bytes game_bytes(cn_game_size()), view_bytes(cn_view_size());
    cn_rules *rules = cn_rules_init(rules_bytes.data.get());
    cn_words words;
    if (!cn_rules_load(rules, "threepack") || !cn_words_find("en", &words))
        return 1;
    const cn_law *law = cn_law_init(law_bytes.data.get(), rules);
    cn_game *game = cn_game_init(game_bytes.data.get(), law, 6, nullptr);
    cn_rng rng;
    cn_rng_init(&rng, 7);

    std::vector<cn_action> actions(CN_ACTIONS_TYPICAL);
    cn_refusal refusal{};
    const cn_action discard = cn_action_of(CN_ACTION_DISCARD, CN_FOUR, 0, 0, 0);
    long deals = 0;
    for (; deals < 1000; deals++) {
        if (cn_game_stage(game) == CN_STAGE_OVER)
            game = cn_game_init(game, law, 6, nullptr);
        cn_game_deal_seeded(game, std::to_string(deals).c_str(), nullptr);
        while (cn_game_stage(game) == CN_STAGE_IN_DEAL) {
            const int seat = cn_game_actor(game);
            const cn_view *view = cn_view_of(view_bytes.data.get(), game, seat);
            if (cn_view_phase(view) == CN_PHASE_START)
                cn_legal_check(view, discard, &refusal);
            // A player at random: the list has every legal action.
            const int count = cn_legal_list(view, actions.data(), static_cast<int>(actions.size()));
            if (count > static_cast<int>(actions.size())) {
                actions.resize(static_cast<std::size_t>(count));
                cn_legal_list(view, actions.data(), count);
            }
            const auto pick = cn_rng_below(&rng, static_cast<std::uint32_t>(count));
            cn_game_play(game, seat, actions[pick], nullptr, nullptr, nullptr);
        }
    }
    tell(words, refusal, deals);
    return 0;
}
