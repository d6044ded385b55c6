/* search.c -- a perft: counts the sequences of legal actions from a deal, to a given depth.
 *
 * Programs that search need the engine's flat structs: a deal is copied with =. They are in
 * canasta/unstable/, which may change with any version.
 */
#define CANASTA_UNSTABLE
#include <stdio.h>
#include <stdlib.h>

#include <canasta/unstable/game.h>

static long long count(const struct cn_law *law, const struct cn_deal *deal, int depth)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    const struct cn_view view = cn_deal_view(law, deal, cn_board_actor(&deal->board));
    const int actions = cn_legal_list(&view, list, CN_ACTIONS_TYPICAL);
    if (depth == 1 || actions == 0)
        return actions;
    long long sum = 0;
    for (int i = 0; i < actions && i < CN_ACTIONS_TYPICAL; i++) {
        struct cn_deal after = *deal;
        cn_deal_apply(&law->rules, &after, list[i]);
        sum += count(law, &after, depth - 1);
    }
    return sum;
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 5;
    static struct cn_rules rules;
    static struct cn_law law;
    static struct cn_game game;
    cn_rules_init(&rules);
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, 4, NULL);
    cn_game_deal_seeded(&game, "search", NULL);
    for (int depth = 1; depth <= most; depth++)
        printf("%d %lld\n", depth, count(&law, &game.deal, depth));
    return 0;
}
