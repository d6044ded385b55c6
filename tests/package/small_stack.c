/* small_stack.c -- every call in a thread with the stack that docs/LIBRARY.md promises: 128 KB. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <canasta/canasta.h>
#include <canasta/heap.h>

enum {
    STACK = 128 * 1024
};

static void on_event(void *context, const struct cn_event *event)
{
    char text[1024];
    cn_words_event((const struct cn_words *)context, event, NULL, 0, text, sizeof text);
}

static int play_deal(struct cn_game *game, const struct cn_bot *bot, struct cn_words *words)
{
    char text[1024];
    struct cn_rng rng;
    void *memory = cn_bot_memory_new(bot);
    void *room = cn_view_new();
    const struct cn_observer observer = {on_event, words};
    cn_rng_init(&rng, 1);
    cn_game_deal_seeded(game, "stack", &observer);
    while (cn_game_stage(game) == CN_STAGE_IN_DEAL) {
        const int seat = cn_game_actor(game);
        const struct cn_view *view = cn_view_of(room, game, seat);
        const struct cn_action action = cn_bot_decide(bot, memory, 20, view, &rng);
        const struct cn_reason reason = cn_reason_for(view, action);
        struct cn_action list[CN_ACTIONS_TYPICAL];
        struct cn_refusal refusal;
        cn_legal_list(view, list, CN_ACTIONS_TYPICAL);
        if (!cn_legal_check(view, cn_action_of(CN_ACTION_NO, 0, 0, 0, 0), &refusal))
            cn_words_refusal(words, &refusal, NULL, text, sizeof text);
        cn_words_reason(words, cn_reason_name(reason.id), reason.kind, reason.number, text,
                        sizeof text);
        cn_words_action(words, cn_game_law(game), cn_view_board(view), 0, action, text,
                        sizeof text);
        cn_words_turn(words, cn_game_law(game), cn_view_board(view), NULL, seat,
                      cn_legal_types(view), text, sizeof text);
        if (!cn_game_play(game, seat, action, NULL, NULL, &observer))
            return 1;
    }
    free(memory);
    free(room);
    return 0;
}

static int play_with(const struct cn_rules *rules, int players, const struct cn_bot *bot,
                     struct cn_words *words)
{
    struct cn_law *law = cn_law_new(rules);
    struct cn_game *game = cn_game_new(law, players, NULL);
    const int failures = play_deal(game, bot, words);
    free(game);
    free(law);
    return failures;
}

static void *run(void *result)
{
    struct cn_rules *rules = cn_rules_new();
    struct cn_words words;
    struct cn_rules_error error;
    static const char house[] = "from = hoyle\ntarget = 3000\n";
    int *failures = (int *)result;
    *failures = !cn_words_find("fr", &words);
    for (int i = 0; cn_rules_builtin(i) != NULL; i++)
        *failures += !cn_rules_load(rules, cn_rules_builtin(i));
    *failures += !cn_rules_read(rules, house, strlen(house), cn_rules_text, NULL, &error);
    for (int i = 0; cn_bot_at(i) != NULL; i++)
        *failures += play_with(rules, 4, cn_bot_at(i), &words);
    /* More packs, and laws that need a plan of the turn, take the most. */
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        int players = 6;
        *failures += !cn_rules_load(rules, cn_rules_builtin(i));
        while (!cn_rules_allow_players(rules, players))
            players--;
        *failures += play_with(rules, players, cn_bot_find("greedy"), &words);
    }
    free(rules);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    int failures = -1;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, STACK) != 0 ||
        pthread_create(&thread, &attributes, run, &failures) != 0)
        return 2;
    pthread_join(thread, NULL);
    return failures == 0 ? 0 : 1;
}
