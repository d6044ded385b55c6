/* referee.c -- any bytes as a game at a table with a referee: they choose the rule set, who plays,
 * the deck and every act of every seat, lawful, insisted on or refused.
 *
 * Each card stays in one place, somebody can always do something lawful, what is listed can be
 * done, what is refused changes nothing, and every deal ends with nothing open. The record of it
 * is read without a difference. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/must.h"
#include "tests/fuzz/driver/witness.h"

#include "record/record.h"

enum {
    LIST = 20000,
    ACTS_MAX = 20000 /* of a deal, and lawful ones end it long before */
};

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game;
static struct cn__text record;
static struct cn_action list[LIST];

/* ---- the record ---- */

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    must(event->type != CN_EVENT_RULING || event->points <= 0, "a ruling gives no points");
    cn_record_write_event(&record, event, &game);
}

static const struct cn_observer observer = {on_event, NULL};

static void on_report(void *context, const struct cn_report *report)
{
    (void)context;
    must(false, report->article);
}

static void check_record(void)
{
    struct cn_reader *reader = cn_reader_open_text(record.text, record.length, on_report, NULL);
    must(reader != NULL, "memory for a reader");
    must(cn_reader_run(reader, 0), "the record is read");
    cn_reader_close(reader);
    cn__text_free(&record);
}

/* ---- games ---- */

static void choose_game(struct chance *c)
{
    static const char *const sets[] = {"laws1950",   "threepack", "bicycle",
                                       "montevideo", "hoyle",     "pumpa"};
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    must(cn_rules_load(&rules, sets[chance_below(c, 6)]), "the classic games are there");
    rules.referee = 1 + chance_below(c, 2);
    rules.point_penalties = chance_below(c, 2) == 0;
    for (int changes = chance_below(c, 4); changes > 0; changes--)
        (void)house_override(&rules, c, chance_below(c, CN_PARAM_COUNT));
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, house_any_players(&rules, c), NULL);
    const struct cn_game_header header = {
        .rules = &rules, .players = game.players, .names = names, .scores = game.score};
    cn_record_write_game(&record, &header);
}

/* ---- acts ---- */

static void play(int seat, struct cn_action action)
{
    struct cn_refusal why;
    must(cn_game_play(&game, seat, action, NULL, &why, &observer), "what is listed can be done");
    const char *wrong = cn_game_check(&game);
    must(wrong == NULL, wrong == NULL ? "" : wrong);
}

static void play_lawfully(struct chance *c)
{
    const int seat = cn_game_actor(&game);
    must(seat != CN_NO_SEAT, "somebody acts");
    const struct cn_view view = cn_game_view(&game, seat);
    const int count = cn_legal_list(&view, list, LIST);
    must(count > 0 && count <= LIST, "something is legal");
    play(seat, list[chance_below(c, count)]);
}

static void insist(struct chance *c)
{
    const int seat = chance_below(c, game.players);
    const int count =
        cn_insist_list(&law, &game.deal.board, seat, game.deal.hands[seat], 0, list, LIST);
    must(count <= LIST, "the list has room");
    if (count > 0 && game.notes.open_count < CN_OPEN_MAX)
        play(seat, list[chance_below(c, count)]);
}

/* Any action at all, of any seat. */
static void try_bytes(struct chance *c)
{
    static struct cn_game before;
    struct cn_refusal why = {0};
    const int seat = chance_below(c, game.players);
    struct cn_action action = witness_any_action(c);
    if (chance_below(c, 2) == 0)
        action = cn_action_insist(action);
    before = game;
    if (cn_game_play(&game, seat, action, NULL, &why, &observer))
        return;
    must(why.article[0] != '\0', "a refusal cites an article");
    must(memcmp(&game, &before, sizeof game) == 0, "what is refused changes nothing");
}

static void call(struct chance *c)
{
    struct cn_noted noted;
    const int seat = chance_below(c, game.players);
    const struct cn_action action = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    if (cn_referee_check(&game, seat, action, &noted, NULL))
        play(seat, action);
}

static void act(struct chance *c)
{
    switch (chance_has_bytes(c) ? chance_below(c, 8) : 0) {
    case 5: call(c); break;
    case 6: try_bytes(c); break;
    case 7:
    case 4: insist(c); break;
    default: play_lawfully(c); break;
    }
}

/* After the last byte all play lawfully, because every deal that can be begun must end. */
static void play_deal(struct chance *c)
{
    int acts = 0;
    must(witness_deal(&game, c, &observer), "a shuffled deck can be dealt");
    while (game.in_deal) {
        must(++acts < ACTS_MAX, "a deal ends");
        act(c);
    }
    must(game.deal.board.due == CN_DUE_NOTHING && !game.deal.board.waiting, "nothing is due");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct chance c;
    chance_from_bytes(&c, data, size);
    choose_game(&c);
    if (rules.referee != CN_REFEREE_STRICT)
        do
            play_deal(&c);
        while (chance_has_bytes(&c) && game.winner < 0);
    check_record();
    return 0;
}
