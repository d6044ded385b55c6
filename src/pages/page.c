#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "query.h"

enum {
    LAST_COLUMNS =
        120 /* characters of what a seat did in its last turn; the page cuts them to fit */
};

/* ---- seats and sides ---- */

static void put_up(struct cn__text *out, const struct display *display, int seat)
{
    cn_card cards[CN_CARDS_MAX];
    bool exposed[CN_CARDS_MAX];
    const int count = display_up(display, seat, cards, exposed);
    cn__json_open(out, "up", '[');
    for (int i = 0; i < count; i++) {
        cn__json_open(out, NULL, '{');
        cn__json_card(out, "card", cards[i]);
        cn__json_bool(out, "exposed", exposed[i]);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_duties(struct cn__text *out, const struct display *display, int seat)
{
    struct duty duties[DUTIES_MAX];
    const int count = cn_law_is_refereed(display->law) ? display_duties(display, seat, duties) : 0;
    cn__json_open(out, "duties", '[');
    for (int i = 0; i < count; i++) {
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "law", duties[i].law);
        cn__json_string(out, "text", words_capitalize(duties[i].text, sizeof duties[i].text));
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

static void put_seat(struct cn__text *out, const struct display *display, int seat)
{
    char last[SAY_SIZE];
    const bool plays = display->viewer != CN_NO_SEAT;
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "seat", seat);
    cn__json_int(out, "side", display->board.side[seat]);
    cn__json_string(out, "name", display->given_names[seat]);
    cn__json_string(out, "level", display->level_ids[seat]);
    cn__json_bool(out, "isPerson", (display->people >> seat & 1) != 0);
    cn__json_bool(out, "isPartner",
                  plays && seat != display->viewer && display->board.side[seat] == display->side);
    cn__json_int(out, "cards", display->board.hand_size[seat]);
    last_turn_text(display, seat, false, LAST_COLUMNS, last, sizeof last);
    cn__json_string(out, "last", last);
    cn__json_string(out, "lastEnd", turn_end_text(display, seat, false, last, sizeof last));
    turn_start_text(display, seat, false, LAST_COLUMNS, last, sizeof last);
    cn__json_string(out, "lastBefore", last);
    cn__json_int(out, "talon", display->board.talon[seat]);
    cn__json_int(out, "second", display->board.second[seat]);
    words_waiting(display, seat, last, sizeof last);
    cn__json_string(out, "waiting", words_capitalize(last, sizeof last));
    put_up(out, display, seat);
    put_duties(out, display, seat);
    cn__json_close(out, '}');
}

static void put_meld(struct cn__text *out, const struct display *display, int side, int meld)
{
    const cn_packed_meld m = display->board.melds[side][meld];
    const int size = cn_meld_size(m);
    cn_card cards[CN_CARDS_MAX];
    char says[SAY_SIZE];
    const int count = display_meld(display, side, meld, cards);
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "meld", meld);
    cn__json_string(out, "rank", cn_kind_name(cn_meld_kind(m)));
    cn__json_cards(out, "cards", cards, count);
    cn__json_int(out, "naturals", cn_meld_naturals(m));
    cn__json_int(out, "wilds", cn_meld_wilds(m));
    cn__json_string(out, "canasta",
                    cn_meld_is_canasta(m) ? cn_canasta_class_name(cn_meld_class(m)) : "");
    cn__json_card(out, "top",
                  cn_meld_is_canasta(m) ? display_top_of_canasta(display, side, meld) : CN_NO_CARD);
    cn__json_int(out, "worth",
                 cn_meld_is_canasta(m) ? cn_canasta_worth(&display->law->rules, m) : 0);
    cn__json_int(out, "missing", size < CN_CANASTA_SIZE ? CN_CANASTA_SIZE - size : 0);
    cn__json_string(out, "says", words_meld(display, side, meld, says, sizeof says));
    cn__json_string(out, "state", display_meld_state_name(display_meld_state(display, side, meld)));
    cn__json_string(out, "stateSays", words_meld_state(display, side, meld, says, sizeof says));
    cn__json_close(out, '}');
}

static void put_melds(struct cn__text *out, const struct display *display, int side)
{
    cn__json_open(out, "melds", '[');
    for (int meld = 0; meld < display->board.meld_count[side]; meld++)
        if (display->board.melds[side][meld] != 0)
            put_meld(out, display, side, meld);
    cn__json_close(out, ']');
}

static int melded_points(const struct display *display, int side)
{
    int points = 0;
    for (int i = 0; i < display->laid_count; i++)
        if (display->laid_side[i] == side)
            points += points_of_cards(display, &display->laid[i], 1);
    return points;
}

static void put_red(struct cn__text *out, const struct display *display, int side)
{
    cn_card red[2 * CN_PACKS_MAX];
    int count = 0;
    for (int i = 0; i < display->red_count; i++)
        if (display->red_side[i] == side)
            red[count++] = display->red[i];
    cn__json_cards(out, "red", red, count);
}

static void put_so_far(struct cn__text *out, const struct display *display, int side)
{
    struct cn_score score;
    if (display_score_so_far(display, side, &score))
        cn__json_score(out, "soFar", &score);
    else
        cn__json_null(out, "soFar");
}

static void put_side(struct cn__text *out, const struct display *display, int side)
{
    const struct cn_board *board = &display->board;
    char name[SAY_SIZE];
    char contract[SAY_SIZE];
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "score", display->score[side]);
    cn__json_string(out, "name", words_side(display, side, name, sizeof name));
    cn__json_open(out, "seats", '[');
    for (int seat = 0; seat < board->players; seat++)
        if (board->side[seat] == side)
            cn__json_int(out, NULL, seat);
    cn__json_close(out, ']');
    cn__json_bool(out, "hasMelded", cn_side_has_melded(board, side));
    cn__json_int(out, "minimum", board->minimum[side]);
    cn__json_int(out, "canastas", board->canastas[side]);
    cn__json_int(out, "canastasNeeded", cn_board_canastas_needed(&display->law->rules, board));
    cn__json_string(out, "contract", words_contract(display, side, contract, sizeof contract));
    words_out_missing(display, side, contract, sizeof contract);
    cn__json_string(out, "outMissing", contract);
    cn__json_int(out, "points", melded_points(display, side));
    cn__json_string(out, "standing", words_standing(display, side, contract, sizeof contract));
    put_so_far(out, display, side);
    put_red(out, display, side);
    put_melds(out, display, side);
    cn__json_close(out, '}');
}

/* ---- the middle ---- */

static void put_pile(struct cn__text *out, const struct display *display)
{
    char says[SAY_SIZE];
    cn__json_open(out, "pile", '{');
    cn__json_int(out, "count", display->board.pile);
    cn__json_card(out, "top", display->pile_top);
    cn__json_bool(out, "frozen", display->board.frozen != 0);
    cn__json_bool(out, "closed",
                  display->stage == CN_STAGE_IN_DEAL && display_pile_is_frozen_to_us(display));
    cn__json_bool(out, "stopped", display->board.pile > 0 && cn_pile_is_stopped(&display->board));
    cn__json_bool(out, "takeable", display->stage == CN_STAGE_IN_DEAL && display_can_take(display));
    cn__json_card(out, "crosswise", display->freezing_card);
    cn__json_string(out, "says",
                    words_capitalize(display_pile_text(display, says, sizeof says), sizeof says));
    words_pack_parts(display, says, sizeof says);
    if (says[0] == '\0')
        words_empty_pack(display, says, sizeof says);
    cn__json_string(out, "also", words_capitalize(says, sizeof says));
    cn__json_close(out, '}');
}

void page_write_opening(struct cn__text *out, const char *key, const struct display *display,
                        int more)
{
    const struct cn_board *board = &display->board;
    const int need = board->minimum[display->side];
    char have[16];
    char needed[16];
    char says[SAY_SIZE];
    const bool turn =
        display->stage == CN_STAGE_IN_DEAL && board->side[board->turn] == display->side;
    const bool owes = turn ? board->owes_opening || board->phase == CN_PHASE_TAKING
                           : !cn_side_has_melded(board, display->side);
    if (display->viewer == CN_NO_SEAT || need == 0 || !owes) {
        cn__json_null(out, key);
        return;
    }
    const struct cn_rules *rules = &display->law->rules;
    const int points = (turn ? cn_opening_count(rules, board) : 0) + more;
    snprintf(have, sizeof have, "%d", points);
    snprintf(needed, sizeof needed, "%d", need);
    cn__json_open(out, key, '{');
    cn__json_int(out, "need", need);
    cn__json_int(out, "have", points);
    const bool met = points >= need || (turn && board->laid && !cn_owes_minimum(rules, board));
    char missing[16];
    snprintf(missing, sizeof missing, "%d", need - points);
    /* Where a referee rules, nothing that lies on the table is undone. */
    const bool undoes =
        turn && board->turn == display->viewer && board->laid && !cn_law_is_refereed(display->law);
    if (points == 0 || met)
        WORDS2(display->words, says, "ui.meter", have, needed);
    else
        WORDS3(display->words, says, undoes ? "ui.meter.laid" : "ui.meter.missing", have, needed,
               missing);
    cn__json_string(out, "says", words_capitalize(says, sizeof says));
    words_opening_needs(display, false, says, sizeof says);
    cn__json_string(out, "needs", words_capitalize(says, sizeof says));
    cn__json_close(out, '}');
}

/* What buttons and dragged cards can do. */
static void put_may(struct cn__text *out, const struct display *display)
{
    const unsigned may = display->stage == CN_STAGE_IN_DEAL ? display_may(display) : 0;
    cn__json_bool(out, "mayLay", (may & CN_TYPES_LAY) != 0);
    cn__json_bool(out, "mayDiscard", (may & 1u << CN_ACTION_DISCARD) != 0);
}

static void put_acts(struct cn__text *out, const char *key, const struct display *display,
                     const struct cn_action *legal, int count, int type)
{
    cn__json_open(out, key, '[');
    for (int i = 0; i < count; i++)
        if (legal[i].type == type)
            page_write_full_choice(out, NULL, display, legal[i]);
    cn__json_close(out, ']');
}

static void put_legal(struct cn__text *out, const struct display *display)
{
    int count;
    struct cn_action *legal = display_legal(display, &count);
    cn_action_text *texts = legal != NULL ? cn_actions_texts(display->law, legal, count) : NULL;
    cn__json_open(out, "legal", '[');
    for (int i = 0; texts != NULL && i < count; i++)
        cn__json_string(out, NULL, texts[i]);
    cn__json_close(out, ']');
    free(texts);
    put_acts(out, "hands", display, legal, count, CN_ACTION_HAND);
    put_acts(out, "faces", display, legal, count, CN_ACTION_FACE);
    free(legal);
}

/* What the hand itself does not show of its cards: ranks that are dead, and cards that may not be
 * discarded now. */
static void put_marks(struct cn__text *out, const struct display *display)
{
    const cn_card *cards = display->cards;
    cn__json_open(out, "marks", '[');
    for (int i = 0; i < display->card_count; i++) {
        struct cn_refusal why;
        char says[SAY_SIZE];
        const int kind = cn_card_kind(cards[i]);
        if (i > 0 && cn_card_kind(cards[i - 1]) == kind)
            continue;
        const bool dead = display_rank_is_dead(display, kind);
        const bool barred = display_discard_is_barred(display, kind, &why);
        if (!dead && !barred)
            continue;
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "kind", cn_kind_name(kind));
        words_dead_rank(display, kind, says, sizeof says);
        cn__json_string(out, "dead", words_capitalize(says, sizeof says));
        if (barred)
            page_write_refusal(out, "barred", display, &why);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* ---- what happened ---- */

static void put_news(struct cn__text *out, const struct display *display, int at)
{
    enum {
        FRESH = 16 /* events; screen readers have long read the older ones */
    };
    const struct news_item *news = &display->news[at];
    char text[SAY_SIZE];
    char aloud[SAY_SIZE] = "";
    const bool nobody = news->seat >= display->board.players || news->type == CN_EVENT_OVER;
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "id", news->id);
    cn__json_int(out, "turn", news->turn);
    cn__json_int(out, "seat", nobody ? -1 : news->seat);
    cn__json_string(out, "type", scene_news_name(news->type));
    cn__json_string(out, "text", display_news_text(display, news, text, sizeof text));
    if (at >= display->news_count - FRESH)
        words_aloud(display, at, aloud, sizeof aloud);
    cn__json_string(out, "aloud", aloud);
    cn__json_cards(out, "cards", news->cards, news->card_count);
    cn__json_cards(out, "red", news->red, news->red_count);
    cn__json_int(out, "count", news->count);
    cn__json_int(out, "meld", news->meld == CN_NO_MELD ? -1 : news->meld);
    cn__json_string(out, "law",
                    news->type == CN_EVENT_RULING && news->law != NULL ? news->law : "");
    if (news->type == CN_EVENT_RULING)
        cn__json_string(out, "ruling", display_ruling_text(display, news, text, sizeof text));
    cn__json_close(out, '}');
}

static void put_sheet(struct cn__text *out, const struct display *display)
{
    cn__json_open(out, "sheet", '[');
    for (int i = 0; i < display->sheet.count; i++) {
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "deal", display->sheet_first + i + 1);
        cn__json_open(out, "sides", '[');
        for (int side = 0; side < display->board.sides; side++)
            cn__json_score(out, NULL, &display->sheet.deal[i][side]);
        cn__json_close(out, ']');
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* What lines of the last deal consist of. */
static void put_notes(struct cn__text *out, const struct display *display)
{
    struct sheet_note notes[SHEET_NOTES_MAX];
    const int count = display_sheet_notes(display, notes);
    cn__json_open(out, "notes", '[');
    for (int i = 0; i < count; i++) {
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "item", cn_score_item_at(notes[i].item)->name);
        cn__json_int(out, "side", notes[i].side);
        cn__json_int(out, "points", notes[i].points);
        cn__json_string(out, "text", notes[i].text);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* What a side must have for its bonus cards to count for it. */
static const char *threes_need(const struct cn_rules *rules)
{
    const int needs = rules->red_three_needs;
    if (rules->red_three_without_meld == CN_RED_ADD)
        return "nothing";
    return needs >= CN_BONUS_NEEDS_FOUR      ? cn_kind_name(CN_FOUR + needs - CN_BONUS_NEEDS_FOUR)
           : needs == CN_BONUS_NEEDS_CANASTA ? "canasta"
                                             : "meld";
}

void page_write_ways(struct cn__text *out, const struct cn_rules *rules)
{
    cn__json_open(out, "ways", '{');
    cn__json_bool(out, "black", cn_black_threes_are_bonus(rules));
    cn__json_bool(out, "swing", rules->score_by_canastas != 0);
    cn__json_int(out, "rounds", rules->rounds);
    cn__json_string(out, "needs", threes_need(rules));
    cn__json_bool(out, "beside", rules->talon.count > 0 || rules->second_hand.count > 0);
    cn__json_close(out, '}');
}

/* Who has won, and what each side receives or pays (L46, C8). */
static void put_over(struct cn__text *out, const struct display *display)
{
    int32_t receives[CN_SIDES_MAX];
    char side[SAY_SIZE];
    char says[SAY_SIZE];
    if (display->stage != CN_STAGE_OVER) {
        cn__json_null(out, "over");
        return;
    }
    const bool ours = display->viewer != CN_NO_SEAT && display->winner == display->side;
    cn_score_settlement(&display->law->rules, display->score, display->board.sides, receives);
    cn__json_open(out, "over", '{');
    cn__json_int(out, "winner", display->winner);
    cn__json_open(out, "receives", '[');
    for (int i = 0; i < display->board.sides; i++)
        cn__json_int(out, NULL, receives[i]);
    cn__json_close(out, ']');
    cn__json_bool(out, "hundreds", display->law->rules.settlement == CN_SETTLE_HUNDREDS);
    words_side(display, display->winner, side, sizeof side);
    cn__json_string(out, "says", WORDS1(display->words, says, ours ? "ui.won.we" : "ui.won", side));
    cn__json_close(out, '}');
}

/* ---- where a referee rules ---- */

static void put_choice_due(struct cn__text *out, const struct display *display,
                           struct cn_action action)
{
    char string[CN_ACTION_TEXT];
    char text[SAY_SIZE];
    cn_action_format(display->law, action, string);
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "action", string);
    cn__json_string(out, "text", words_action(display, action, text, sizeof text));
    words_decision_effect(display, action, text, sizeof text);
    cn__json_string(out, "about", words_capitalize(text, sizeof text));
    cn__json_close(out, '}');
}

static void put_due(struct cn__text *out, const struct display *display)
{
    static const uint8_t types[] = {CN_ACTION_REQUIRE_DRAW, CN_ACTION_REQUIRE_OUT, CN_ACTION_WAIVE,
                                    CN_ACTION_ACCEPT};
    const struct cn_board *board = &display->board;
    char text[SAY_SIZE];
    char law[12] = "";
    if (display->stage != CN_STAGE_IN_DEAL || board->due == CN_DUE_NOTHING) {
        cn__json_null(out, "due");
        return;
    }
    if (board->due_law != 0)
        snprintf(law, sizeof law, "L%d", board->due_law);
    cn__json_open(out, "due", '{');
    cn__json_int(out, "seat", board->due_seat);
    cn__json_string(out, "law", law);
    words_decision(display, text, sizeof text);
    cn__json_string(out, "text", words_capitalize(text, sizeof text));
    cn__json_open(out, "choices", '[');
    for (size_t i = 0; i < sizeof types && display_is_my_turn(display); i++)
        if (display_check(display, cn_action_of(types[i], 0, 0, 0, 0), NULL))
            put_choice_due(out, display, cn_action_of(types[i], 0, 0, 0, 0));
    cn__json_close(out, ']');
    cn__json_close(out, '}');
}

static void put_penalty(struct cn__text *out, int side, const char *law, int32_t points,
                        const char *text)
{
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "side", side);
    cn__json_string(out, "law", law);
    cn__json_int(out, "points", points);
    cn__json_string(out, "text", text);
    cn__json_close(out, '}');
}

/* Red threes that nobody laid down cost points when the deal ends, without a ruling (L56). */
static void put_undeclared(struct cn__text *out, const struct display *display, int side)
{
    char text[SAY_SIZE];
    const int32_t points = display_undeclared(display, side);
    if (points < 0)
        put_penalty(out, side, "L56", points, WORDS0(display->words, text, "web.sheet.undeclared"));
}

static void put_penalties(struct cn__text *out, const struct display *display)
{
    char text[SAY_SIZE];
    cn__json_open(out, "penalties", '[');
    for (int i = 0; i < display->news_count; i++) {
        const struct news_item *news = &display->news[i];
        if (news->type == CN_EVENT_RULING && news->points < 0)
            put_penalty(out, display->board.side[news->seat], news->law, news->points,
                        display_news_text(display, news, text, sizeof text));
    }
    for (int side = 0; side < display->board.sides; side++)
        put_undeclared(out, display, side);
    cn__json_close(out, ']');
}

static void put_referee(struct cn__text *out, const struct display *display)
{
    const struct cn_action call = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    const bool plays = display->stage == CN_STAGE_IN_DEAL && display->viewer != CN_NO_SEAT;
    if (!cn_law_is_refereed(display->law)) {
        cn__json_null(out, "referee");
        return;
    }
    cn__json_open(out, "referee", '{');
    cn__json_string(out, "mode",
                    display->law->rules.referee == CN_REFEREE_CALLED ? "called" : "watchful");
    cn__json_bool(out, "mayCall", plays && display_check(display, call, NULL));
    cn__json_bool(out, "waiting", display->board.waiting != 0);
    put_due(out, display);
    put_penalties(out, display);
    cn__json_close(out, '}');
}

/* ---- all of it ---- */

static void put_state(struct cn__text *out, const struct display *display)
{
    const bool plays = display->stage == CN_STAGE_IN_DEAL;
    char says[SAY_SIZE] = "";
    cn__json_string(out, "rules", display->law->rules.name);
    cn__json_int(out, "target", display->law->rules.rounds > 0 ? 0 : display->law->rules.target);
    page_write_ways(out, &display->law->rules);
    cn__json_int(out, "players", display->board.players);
    cn__json_string(out, "direction",
                    display->law->rules.direction == CN_CLOCKWISE ? "clockwise"
                                                                  : "counterclockwise");
    cn__json_string(out, "stage", cn_stage_name((int)display->stage));
    cn__json_int(out, "deal", display->deal);
    cn__json_int(out, "dealer", display->board.dealer);
    cn__json_seat(out, "idle", display->board.idle);
    cn__json_seat(out, "self", display->viewer);
    cn__json_int(out, "seat", display->bottom_seat);
    cn__json_seat(out, "actor", plays ? display->actor : CN_NO_SEAT);
    cn__json_seat(out, "inTurn", plays ? display->board.turn : CN_NO_SEAT);
    cn__json_bool(out, "mine", plays && display_is_my_turn(display));
    cn__json_string(
        out, "phase",
        cn_phase_name(display->stage == CN_STAGE_IN_DEAL ? display->board.phase : CN_PHASE_ENDED));
    cn__json_int(out, "turn", display->turn);
    cn__json_string(out, "says", plays ? words_turn(display, says, sizeof says) : says);
}

void page_write(struct cn__text *out, const struct display *display)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    put_state(out, display);
    cn__json_open(out, "seats", '[');
    for (int seat = 0; seat < display->board.players; seat++)
        put_seat(out, display, seat);
    cn__json_close(out, ']');
    cn__json_open(out, "sides", '[');
    for (int side = 0; side < display->board.sides; side++)
        put_side(out, display, side);
    cn__json_close(out, ']');
    cn__json_cards(out, "hand", display->cards, display->card_count);
    cn__json_int(out, "handPoints", points_of_cards(display, display->cards, display->card_count));
    put_pile(out, display);
    cn__json_open(out, "stock", '{');
    cn__json_int(out, "count", display->board.stock);
    cn__json_close(out, '}');
    page_write_opening(out, "minimum", display, 0);
    cn__json_int(out, "undoable", display->undo_count);
    put_may(out, display);
    put_legal(out, display);
    put_marks(out, display);
    cn__json_bool(out, "goals", display_goals(display, goals) > 0);
    cn__json_open(out, "news", '[');
    for (int i = 0; i < display->news_count; i++)
        put_news(out, display, i);
    cn__json_close(out, ']');
    put_sheet(out, display);
    put_notes(out, display);
    put_over(out, display);
    put_referee(out, display);
}

/* ---- parts that answers share ---- */

static void put_choice(struct cn__text *out, const struct display *display, struct cn_action action,
                       const cn_card *cards, int count)
{
    char string[CN_ACTION_TEXT];
    char text[SAY_SIZE];
    cn_action_format(display->law, action, string);
    cn__json_string(out, "action", string);
    cn__json_string(out, "text", words_action(display, action, text, sizeof text));
    if (count > 0)
        cn__json_cards(out, "cards", cards, count);
}

void page_write_choice(struct cn__text *out, const struct display *display, struct cn_action action,
                       const cn_card *cards, int count)
{
    cn__json_open(out, NULL, '{');
    put_choice(out, display, action, cards, count);
    cn__json_close(out, '}');
}

void page_write_full_choice(struct cn__text *out, const char *key, const struct display *display,
                            struct cn_action action)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = display_pick_cards(display, action, cards);
    const bool lays = (CN_TYPES_LAY | 1 << CN_ACTION_DISCARD) >> action.type & 1;
    cn__json_open(out, key, '{');
    put_choice(out, display, action, cards, count);
    if (lays && display_goes_out(display, count))
        cn__json_bool(out, "out", true);
    cn__json_close(out, '}');
}

void page_write_plan(struct cn__text *out, const struct display *display,
                     const struct card_play *plan)
{
    char text[SAY_SIZE];
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", words_plan(display, plan, text, sizeof text));
    cn__json_bool(out, "out", display_goes_out(display, card_play_cards(plan)));
    cn__json_open(out, "steps", '[');
    for (int i = 0; i < plan->count; i++)
        page_write_choice(out, display, plan->step[i].action, plan->step[i].cards,
                          plan->step[i].count);
    cn__json_close(out, ']');
    cn__json_close(out, '}');
}

static void open_refusal(struct cn__text *out, const char *key, const struct display *display,
                         const struct cn_refusal *why)
{
    struct cn_refusal uncited = *why;
    char text[SAY_SIZE];
    uncited.article[0] = '\0';
    cn__json_open(out, key, '{');
    if (why->article[0] != '\0')
        cn__json_string(out, "law", why->article);
    cn__json_string(out, "id", cn_refusal_name(why->id));
    words_refusal(display, &uncited, text, sizeof text);
    cn__json_string(out, "text", words_capitalize(text, sizeof text));
}

void page_write_refusal(struct cn__text *out, const char *key, const struct display *display,
                        const struct cn_refusal *why)
{
    open_refusal(out, key, display, why);
    cn__json_close(out, '}');
}

void page_write_refused_plans(struct cn__text *out, const char *key, const struct display *display,
                              const struct cn_refusal *why, const struct card_plays *anyway)
{
    open_refusal(out, key, display, why);
    if (anyway->count > 0) {
        cn__json_open(out, "anyway", '[');
        for (int i = 0; i < anyway->count; i++)
            page_write_plan(out, display, &anyway->at[i]);
        cn__json_close(out, ']');
    }
    cn__json_close(out, '}');
}

static void write_single(struct cn__text *out, const struct display *display,
                         struct cn_action action)
{
    struct card_play plan = {.count = 1};
    const int cards = display_pick_cards(display, action, plan.step[0].cards);
    plan.step[0].action = action;
    plan.step[0].count = cards > 0 ? cards : 0;
    page_write_plan(out, display, &plan);
}

void page_write_refused(struct cn__text *out, const char *key, const struct display *display,
                        const struct cn_refusal *why, struct cn_action refused)
{
    struct cn_action anyway[ANYWAY_MAX];
    const int count = display_anyway(display, refused, anyway);
    open_refusal(out, key, display, why);
    if (count > 0) {
        cn__json_open(out, "anyway", '[');
        for (int i = 0; i < count; i++)
            write_single(out, display, anyway[i]);
        cn__json_close(out, ']');
    }
    cn__json_close(out, '}');
}

void page_write_all_hands(struct cn__text *out, const struct cn_game *game)
{
    cn_card hand[CN_CARDS_MAX];
    const struct cn_deal *deal = &game->deal;
    cn__json_open(out, "open", '{');
    cn__json_open(out, "hands", '[');
    for (int seat = 0; seat < game->players; seat++) {
        const int count = cn_placement_hand(&game->cards, seat, hand);
        cards_sort(hand, count);
        cn__json_cards(out, NULL, hand, count);
    }
    cn__json_close(out, ']');
    cn__json_cards(out, "pile", game->cards.pile, game->cards.pile_count);
    cn__json_cards(out, "stock", deal->stock + deal->drawn, deal->board.stock);
    cn__json_close(out, '}');
}

void page_write_luck(struct cn__text *out, const json_t *question, const struct scene *scene,
                     int side)
{
    const char *table = query_text(question, "table");
    char text[SAY_SIZE];
    struct deal_luck luck;
    cn__json_open(out, NULL, '{');
    if (table == NULL || side < 0 || !display_luck(scene, table, side, &luck)) {
        cn__json_null(out, "luck");
    } else {
        words_luck(scene, table, side, text, sizeof text);
        cn__json_open(out, "luck", '{');
        cn__json_int(out, "worth", luck.worth);
        cn__json_int(out, "made", luck.made);
        cn__json_string(out, "says", text);
        cn__json_close(out, '}');
    }
    cn__json_close(out, '}');
}
