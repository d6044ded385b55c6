/* write.c -- the lines of a record, from what a game says happened.
 *
 * One function an event, keys exactly as RECORD.md names them, in its order.
 */
#include "json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void begin(struct cn_record_lines *lines, const char *type)
{
    cn__json_text(lines, "{\"t\":\"");
    cn__json_text(lines, type);
    cn__json_text(lines, "\"");
}

static void end(struct cn_record_lines *lines)
{
    cn__json_text(lines, "}\n");
}

void cn_record_write_game(struct cn_record_lines *lines, const struct cn_game_header *game)
{
    static const int32_t zeros[CN_SIDES_MAX] = {0};
    begin(lines, "game");
    cn__json_key_int(lines, "v", 1);
    if (game->rules_text != NULL)
        cn__json_text(lines, game->rules_text);
    else
        cn_record_write_rules(lines, game->rules);
    cn__json_key_int(lines, "players", game->players);
    cn__json_key(lines, "names");
    for (int seat = 0; seat < game->players; seat++) {
        cn__json_text(lines, seat == 0 ? "[" : ",");
        cn__json_string(lines, game->names[seat]);
    }
    cn__json_text(lines, "]");
    if (game->seed != NULL)
        cn__json_key_string(lines, "seed", game->seed);
    cn__json_key(lines, "scores");
    cn__json_ints(lines, game->scores != NULL ? game->scores : zeros,
                  cn_side_count(game->rules, game->players));
    end(lines);
}

/* ---- events ---- */

static void put_card_list(struct cn_record_lines *lines, const char *key, const cn_card *cards,
                          int count)
{
    cn__json_key(lines, key);
    cn__json_cards(lines, cards, count);
}

void cn_record_write_draws(struct cn_record_lines *lines, int seat, const cn_card *cards, int count)
{
    begin(lines, "draws");
    cn__json_key_int(lines, "seat", seat);
    put_card_list(lines, "cards", cards, count);
    end(lines);
}

static void put_deal(struct cn_record_lines *lines, const struct cn_event *event,
                     const struct cn_game *game)
{
    begin(lines, "deal");
    cn__json_key_int(lines, "n", game->deals);
    cn__json_key_int(lines, "dealer", event->seat);
    if (game->players == 5)
        cn__json_key_int(lines, "idle", game->deal.table.idle);
    put_card_list(lines, "deck", event->cards, event->card_count);
}

static void put_take(struct cn_record_lines *lines, const struct cn_event *event)
{
    if (event->card_count > 0)
        put_card_list(lines, "with", event->cards, event->card_count);
    else
        cn__json_key_int(lines, "onto", event->meld);
}

void cn_record_lines_put_score(struct cn_record_lines *lines, const struct cn_score *side)
{
    cn__json_text(lines, "{\"melds\":");
    cn__json_int(lines, side->melds);
    cn__json_key_int(lines, "canastas", side->canastas);
    cn__json_key_int(lines, "red", side->red);
    cn__json_key_int(lines, "out", side->out);
    cn__json_key_int(lines, "concealed", side->concealed);
    cn__json_key_int(lines, "hands", side->hands);
    cn__json_key_int(lines, "bonus", side->bonus);
    cn__json_key_int(lines, "total", side->total);
    cn__json_key_int(lines, "score", side->score);
    cn__json_text(lines, "}");
}

const char *cn_end_name(int why)
{
    static const char *const names[] = {
        [CN_END_OUT] = "out", [CN_END_STOCK] = "stock", [CN_END_RED_THREE] = "red3"};
    return why >= 0 && why < (int)(sizeof names / sizeof names[0]) ? names[why] : NULL;
}

static void put_ending(struct cn_record_lines *lines, const char *type,
                       const struct cn_event *event)
{
    begin(lines, type);
    cn__json_key_string(lines, "why", cn_end_name(event->why));
    if (event->seat != CN_NO_SEAT)
        cn__json_key_int(lines, "seat", event->seat);
    cn__json_key_bool(lines, "concealed", event->concealed != 0);
}

void cn_record_write_ended(struct cn_record_lines *lines, const struct cn_board *table)
{
    const struct cn_event event = {
        .seat = table->out_seat, .why = table->end_why, .concealed = table->concealed};
    put_ending(lines, "ended", &event);
    end(lines);
}

static void put_end(struct cn_record_lines *lines, const struct cn_event *event)
{
    put_ending(lines, "end", event);
    cn__json_key(lines, "sides");
    for (int side = 0; side < event->side_count; side++) {
        cn__json_text(lines, side == 0 ? "[" : ",");
        cn_record_lines_put_score(lines, &event->sides[side]);
    }
    cn__json_text(lines, "]");
}

static void put_over(struct cn_record_lines *lines, const struct cn_event *event)
{
    begin(lines, "over");
    cn__json_key_int(lines, "winner", event->winner);
    cn__json_key(lines, "settlement");
    cn__json_ints(lines, event->receives, event->side_count);
}

/* What all lines of a seat begin with. */
static void begin_seat(struct cn_record_lines *lines, const struct cn_event *event)
{
    static const char *const types[CN_EVENT_TYPES] = {
        [CN_EVENT_FACE] = "face",       [CN_EVENT_DRAW] = "draw", [CN_EVENT_TAKE] = "take",
        [CN_EVENT_PILE] = "pile",       [CN_EVENT_MELD] = "meld", [CN_EVENT_ADD] = "add",
        [CN_EVENT_MERGE] = "combine",   [CN_EVENT_ASK] = "ask",   [CN_EVENT_ANSWER] = "answer",
        [CN_EVENT_DISCARD] = "discard", [CN_EVENT_STOP] = "stop"};
    begin(lines, types[event->type]);
    cn__json_key_int(lines, "seat", event->seat);
}

static void put_of_seat(struct cn_record_lines *lines, const struct cn_event *event)
{
    begin_seat(lines, event);
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_FACE:
        put_card_list(lines, "cards", event->cards, event->card_count);
        put_card_list(lines, "drawn", event->drawn, event->drawn_count);
        break;
    case CN_EVENT_ADD: cn__json_key_int(lines, "meld", event->meld); /* fall through */
    case CN_EVENT_DRAW:
    case CN_EVENT_PILE:
    case CN_EVENT_MELD: put_card_list(lines, "cards", event->cards, event->card_count); break;
    case CN_EVENT_TAKE: put_take(lines, event); break;
    case CN_EVENT_MERGE:
        cn__json_key_int(lines, "meld", event->meld);
        cn__json_key_int(lines, "into", event->merged_into);
        break;
    case CN_EVENT_ANSWER: cn__json_key_bool(lines, "yes", event->yes != 0); break;
    case CN_EVENT_DISCARD: {
        char name[3];
        cn_card_format(event->cards[0], name);
        cn__json_key_string(lines, "card", name);
        break;
    }
    default: break;
    }
}

void cn_record_write_event(struct cn_record_lines *lines, const struct cn_event *event,
                           const struct cn_game *game)
{
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_DEAL: put_deal(lines, event, game); break;
    case CN_EVENT_END: put_end(lines, event); break;
    case CN_EVENT_OVER: put_over(lines, event); break;
    default: put_of_seat(lines, event); break;
    }
    end(lines);
}

void cn_record_on_event(void *recorder, const struct cn_event *event)
{
    const struct cn_record_writer *r = recorder;
    if (r->lines != NULL)
        cn_record_write_event(r->lines, event, r->game);
    if (r->sheet != NULL && event->type == CN_EVENT_END)
        cn_score_sheet_add(r->sheet, event->sides, event->side_count);
}

/* ---- legal lists ---- */

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

cn_action_text *cn_actions_texts(const struct cn_actions *actions)
{
    const size_t count = (size_t)actions->count;
    cn_action_text *texts = malloc((count + 1) * sizeof *texts);
    if (texts == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        cn_action_format(actions->at[i], texts[i]);
    qsort(texts, count, sizeof *texts, compare_texts);
    return texts;
}

static void put_action_list(struct cn_record_lines *lines, const char *type, int seat,
                            const struct cn_actions *actions)
{
    cn_action_text *texts = cn_actions_texts(actions);
    if (texts == NULL) {
        lines->failed = true;
        return;
    }
    begin(lines, type);
    cn__json_key_int(lines, "seat", seat);
    cn__json_key(lines, "actions");
    cn__json_text(lines, "[");
    for (int i = 0; i < actions->count; i++) {
        cn__json_text(lines, i == 0 ? "\"" : ",\"");
        cn__json_text(lines, texts[i]);
        cn__json_text(lines, "\"");
    }
    cn__json_text(lines, "]");
    end(lines);
    free(texts);
}

void cn_record_write_legal(struct cn_record_lines *lines, int seat,
                           const struct cn_actions *actions)
{
    put_action_list(lines, "legal", seat, actions);
}

void cn_record_write_actions(struct cn_record_lines *lines, int seat,
                             const struct cn_actions *actions)
{
    put_action_list(lines, "actions", seat, actions);
}

/* ---- positions ---- */

static void put_hands(struct cn_record_lines *lines, const struct cn_game *game)
{
    cn__json_key(lines, "hands");
    for (int seat = 0; seat < game->players; seat++) {
        cn_card hand[CN_CARDS_MAX];
        cn__json_text(lines, seat == 0 ? "[" : ",");
        cn__json_cards(lines, hand, cn_game_hand(game, seat, hand));
    }
    cn__json_text(lines, "]");
}

void cn_record_write_hands(struct cn_record_lines *lines, const struct cn_game *game,
                           int64_t number)
{
    begin(lines, "hands");
    cn__json_key_int(lines, "at", number);
    put_hands(lines, game);
    end(lines);
}

/* Melds that combining has emptied stay as empty ones, so that all keep their numbers. */
static void put_melds(struct cn_record_lines *lines, const struct cn_game *game)
{
    cn__json_key(lines, "melds");
    for (int side = 0; side < game->sides; side++) {
        cn__json_text(lines, side == 0 ? "[[" : ",[");
        for (int meld = 0; meld < game->deal.table.meld_count[side]; meld++) {
            cn_card laid[CN_CARDS_MAX];
            if (meld > 0)
                cn__json_text(lines, ",");
            cn__json_cards(lines, laid, cn_game_meld(game, side, meld, laid));
        }
        cn__json_text(lines, "]");
    }
    cn__json_text(lines, "]");
}

static void put_red_threes(struct cn_record_lines *lines, const struct cn_game *game)
{
    cn__json_key(lines, "red");
    for (int side = 0; side < game->sides; side++) {
        cn_card red[2 * CN_PACKS_MAX];
        int count = 0;
        for (int i = 0; i < game->cards.red_count; i++)
            if (game->cards.red_side[i] == side)
                red[count++] = game->cards.red[i];
        cn__json_text(lines, side == 0 ? "[" : ",");
        cn__json_cards(lines, red, count);
    }
    cn__json_text(lines, "]");
}

static void put_seat_bits(struct cn_record_lines *lines, const char *key, unsigned bits,
                          int players)
{
    cn__json_key(lines, key);
    for (int seat = 0; seat < players; seat++) {
        cn__json_text(lines, seat == 0 ? "[" : ",");
        cn__json_text(lines, (bits >> seat & 1) != 0 ? "true" : "false");
    }
    cn__json_text(lines, "]");
}

void cn_record_write_position(struct cn_record_lines *lines, const struct cn_game *game)
{
    const struct cn_deal *deal = &game->deal;
    assert(deal->table.phase == CN_PHASE_START);
    begin(lines, "position");
    cn__json_key_int(lines, "dealer", deal->table.dealer);
    cn__json_key_int(lines, "turn", deal->table.turn);
    if (game->players == 5)
        cn__json_key_int(lines, "idle", deal->table.idle);
    put_hands(lines, game);
    put_melds(lines, game);
    put_red_threes(lines, game);
    put_card_list(lines, "pile", game->cards.pile, game->cards.pile_count);
    put_card_list(lines, "stock", deal->stock + deal->drawn, deal->cards - deal->drawn);
    cn__json_key(lines, "scores");
    cn__json_ints(lines, deal->table.score, game->sides);
    put_seat_bits(lines, "turned", deal->table.turned, game->players);
    put_seat_bits(lines, "melded", deal->table.melded, game->players);
    end(lines);
}
