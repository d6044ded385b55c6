/* deals.c -- plays 1,000 random deals under the Laws of 1950 with four bots. */
#include <stdio.h>

#include <canasta/canasta.h>
#include <canasta/heap.h>

int main(void)
{
    struct cn_rules *rules = cn_rules_new();
    struct cn_law *law = cn_law_new(rules);
    struct cn_game *game = cn_game_new(law, 4, NULL);
    const struct cn_bot *bot = cn_bot_find("expert");
    void *memory = cn_bot_memory_new(bot), *room = cn_view_new();
    struct cn_rng rng;
    int games = 0, wins[CN_SIDES_MAX] = {0};
    if (rules == NULL || game == NULL || memory == NULL || room == NULL)
        return 1;
    cn_rng_init(&rng, 1950);
    for (int deal = 0; deal < 1000; deal++) {
        if (cn_game_stage(game) == CN_STAGE_OVER) {
            wins[cn_game_winner(game)]++;
            cn_game_init(game, law, 4, NULL);
            games++;
        }
        char seed[16];
        snprintf(seed, sizeof seed, "%d", games);
        cn_game_deal_seeded(game, seed, NULL);
        while (cn_game_stage(game) == CN_STAGE_IN_DEAL) {
            const int seat = cn_game_actor(game);
            const struct cn_view *view = cn_view_of(room, game, seat);
            cn_game_play(game, seat, cn_bot_decide(bot, memory, 0, view, &rng), NULL, NULL, NULL);
        }
    }
    printf("1000 deals, %d games: %d to %d\n", games, wins[0], wins[1]);
    free(room), free(memory), free(game), free(law), free(rules);
    return 0;
}
