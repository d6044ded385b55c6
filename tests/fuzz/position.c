/* position.c -- positions: bytes set one up, valid or damaged. It is refused without a change, or
 * written, read again as the same, and played to the end of the deal. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/must.h"
#include "tests/fuzz/driver/setup.h"
#include "tests/fuzz/driver/witness.h"

#include "record/record.h"

static struct witness witness;
static struct cn_law law;
static struct cn_game game, before;
static struct cn_position position;

static void sees(bool holds)
{
    must(holds, witness.fault);
}

static bool set_up(bool damaged)
{
    struct cn_position_fault fault;
    char sentence[512];
    struct cn_words words;
    before = game;
    if (cn_game_set_position(&game, &position, NULL, &fault))
        return true;
    must(damaged, "a sound position is set up");
    must(memcmp(&before, &game, sizeof game) == 0, "a refused position changes nothing");
    must(fault.error > CN_POSITION_OK && fault.error <= CN_POSITION_PENALTIES, "a known fault");
    must(cn_words_find("en", &words), "a catalogue");
    must(cn_words_position_fault(&words, &fault, sentence, sizeof sentence) > 0, "a sentence");
    return false;
}

static void no_report(void *context, const struct cn_report *report)
{
    (void)context;
    fprintf(stderr, "line %d: expected %s, found %s\n", (int)report->line, report->expected,
            report->found);
    must(false, "a written position is read without a difference");
}

static void write_lines(struct cn__text *lines)
{
    const char *const names[CN_SEATS_MAX] = {"a", "b", "c", "d", "e", "f"};
    const struct cn_game_header line = {
        .rules = &game.law->rules, .players = game.players, .names = names, .scores = before.score};
    cn_record_write_game(lines, &line);
    cn_record_write_position(lines, &game);
    must(!lines->failed, "memory");
}

static void check_same(const struct cn_game *read)
{
    const struct cn_deal *a = &game.deal;
    const struct cn_deal *b = &read->deal;
    must(memcmp(&a->board, &b->board, sizeof a->board) == 0, "the same table read again");
    must(memcmp(a->hands, b->hands, sizeof a->hands) == 0 && cn_hand_same(a->pile, b->pile),
         "the same hands and pile read again");
    must(memcmp(game.cards.hand, read->cards.hand, sizeof game.cards.hand) == 0,
         "the same cards read again");
    must(a->cards - a->drawn == b->cards - b->drawn &&
             memcmp(a->stock + a->drawn, b->stock + b->drawn, (size_t)(a->cards - a->drawn)) == 0,
         "the same stock read again");
}

/* A position cannot be written if the turn ended automatically with the last red three, nor if
 * replacing this turn's red threes exhausted the stock: a reader would take the stock as gone
 * before the turn. */
static bool can_be_written(void)
{
    const struct cn_board *board = &game.deal.board;
    return board->phase == CN_PHASE_START && (board->stock == 0) == (board->stock_was_gone != 0);
}

static void check_round_trip(void)
{
    struct cn__text lines = {.text = NULL};
    if (!can_be_written())
        return;
    write_lines(&lines);
    struct cn_reader *replay = cn_reader_open_text(lines.text, lines.length, no_report, NULL);
    must(replay != NULL && cn_reader_run(replay, 0), "memory");
    must(cn_reader_in_deal(replay) && !cn_reader_failed(replay), "a position read again");
    check_same(cn_reader_game(replay));
    cn_reader_close(replay);
    cn__text_free(&lines);
}

static void play_on(struct chance *c)
{
    for (int decisions = 0; game.in_deal; decisions++) {
        must(decisions < DECISIONS_MAX, "a deal ends");
        sees(witness_list(&witness, &game));
        sees(witness_refusals(&witness, &game, 4));
        const int at = chance_below(c, witness.list.count);
        sees(witness_play(&witness, &game, witness.list.at[at], NULL));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct chance c;
    struct cn_rules rules;
    chance_from_bytes(&c, data, size);
    witness_init(&witness, 1);
    int damage = chance_below(&c, 6) - 2;
    house_any_rules(&rules, &c);
    const int players = house_any_players(&rules, &c);
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, players, NULL);
    setup_position(&position, &rules, players, &c);
    const bool damaged = damage > 0;
    for (; damage > 0; damage--)
        setup_damage(&position, players, &c);
    if (!set_up(damaged))
        return 0;
    check_round_trip();
    play_on(&c);
    return 0;
}
