#include "snapshot.h"

#include <string.h>

/* Numbers of the table that do not follow from the rest: the field of struct cn_board, its key in
 * the line, its maximum. */
#define NUMBERS(X)                                   \
    X(turned, "turned", 63)                          \
    X(melded, "melded", 63)                          \
    X(pile_top, "pile_top", CN_NO_KIND)              \
    X(phase, "phase", CN_PHASE_LAST_RED_THREE)       \
    X(asked_in, "asked_in", CN_PHASE_LAST_RED_THREE) \
    X(asked, "asked", 1)                             \
    X(answer, "answer", CN_ANSWER_NO)                \
    X(drew_from, "drew", CN_DREW_PILE)               \
    X(laid, "laid", 1)                               \
    X(owes_opening, "initial", 1)                    \
    X(black_laid, "black_laid", 1)                   \
    X(seat_had_melded, "had_melded", 1)              \
    X(melds_before, "melds_before", CN_MELDS_MAX)    \
    X(added_to_older, "added_to_old", 1)             \
    X(take_meld, "claim_meld", 255)                  \
    X(stock_was_gone, "stock_was_gone", 1)           \
    X(canastas_before, "canastas_before", 255)       \
    X(asked_sides, "asked_sides", 7)                 \
    X(opening_points, "count", 65535)

void snapshot_of(const struct cn_game *game, int seat, struct snapshot *seen)
{
    memset(seen, 0, sizeof *seen);
    seen->board = game->deal.board;
    seen->memory = game->deal.memory;
    memcpy(seen->second_sizes, game->deal.second_sizes, sizeof seen->second_sizes);
    memcpy(seen->score, game->score, sizeof seen->score);
    seen->deals = game->deal_number;
    seen->players = game->players;
    seen->seat = (uint8_t)seat;
    seen->upcards = game->starting_pile;
    if (seat != CN_NO_SEAT)
        seen->hand_count = (uint16_t)cn_placement_hand(&game->cards, seat, seen->hand);
    seen->pile_count = game->cards.pile_count;
    memcpy(seen->pile, game->cards.pile, sizeof seen->pile);
    seen->laid_count = game->cards.laid_count;
    memcpy(seen->laid, game->cards.laid, sizeof seen->laid);
    memcpy(seen->laid_side, game->cards.laid_side, sizeof seen->laid_side);
    memcpy(seen->laid_meld, game->cards.laid_meld, sizeof seen->laid_meld);
    seen->red_count = game->cards.red_count;
    memcpy(seen->red, game->cards.red, sizeof seen->red);
    memcpy(seen->red_side, game->cards.red_side, sizeof seen->red_side);
}

/* ---- writing ---- */

static void put_melds(struct cn__text *lines, const struct snapshot *seen)
{
    cn__json_open(lines, "melds", '[');
    for (int side = 0; side < seen->board.sides; side++) {
        cn__json_open(lines, NULL, '[');
        for (int meld = 0; meld < seen->board.meld_count[side]; meld++) {
            cn_card cards[CN_CARDS_MAX];
            int count = 0;
            for (int i = 0; i < seen->laid_count; i++)
                if (seen->laid_side[i] == side && seen->laid_meld[i] == meld)
                    cards[count++] = seen->laid[i];
            cn__json_cards(lines, NULL, cards, count);
        }
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

static void put_reds(struct cn__text *lines, const struct snapshot *seen)
{
    cn__json_open(lines, "red", '[');
    for (int side = 0; side < seen->board.sides; side++) {
        cn_card cards[CN_BONUS_CARDS_MAX];
        int count = 0;
        for (int i = 0; i < seen->red_count; i++)
            if (seen->red_side[i] == side)
                cards[count++] = seen->red[i];
        cn__json_cards(lines, NULL, cards, count);
    }
    cn__json_close(lines, ']');
}

static void put_state(struct cn__text *lines, const struct cn_board *board)
{
    cn__json_open(lines, "state", '{');
#define X(name, key, most) \
    if (board->name != 0)  \
        cn__json_int(lines, key, board->name);
    NUMBERS(X)
#undef X
    cn__json_close(lines, '}');
}

static void put_known(struct cn__text *lines, cn_hand known)
{
    cn__json_open(lines, NULL, '[');
    for (int kind = 0; kind < CN_NO_KIND; kind++)
        for (int n = cn_hand_count(known, kind); n > 0; n--)
            cn__json_string(lines, NULL, cn_kind_name(kind));
    cn__json_close(lines, ']');
}

static void put_kind_masks(struct cn__text *lines, const char *key, const uint64_t *masks,
                           int players)
{
    cn__json_open(lines, key, '[');
    for (int seat = 0; seat < players; seat++)
        cn__json_int(lines, NULL, (int64_t)masks[seat]);
    cn__json_close(lines, ']');
}

static void put_memory(struct cn__text *lines, const struct snapshot *seen)
{
    cn__json_open(lines, "known", '[');
    for (int seat = 0; seat < seen->players; seat++)
        put_known(lines, seen->memory.known[seat]);
    cn__json_close(lines, ']');
    put_kind_masks(lines, "threw", seen->memory.discarded, seen->players);
    put_kind_masks(lines, "passed", seen->memory.declined, seen->players);
}

/* How many cards wait for each seat, if any do. */
static void put_waiting(struct cn__text *lines, const struct snapshot *seen,
                        const struct cn_rules *rules)
{
    if (rules->talon.count > 0) {
        cn__json_open(lines, "talon", '[');
        for (int seat = 0; seat < seen->players; seat++)
            cn__json_int(lines, NULL, seen->board.talon[seat]);
        cn__json_close(lines, ']');
    }
    if (rules->second_hand.count == 0)
        return;
    cn__json_open(lines, "second", '[');
    for (int seat = 0; seat < seen->players; seat++) {
        cn__json_open(lines, NULL, '[');
        for (int left = seen->board.second[seat]; left > 0; left--)
            cn__json_int(lines, NULL, seen->second_sizes[seat][CN_SECOND_HANDS_MAX - left]);
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

void snapshot_write(struct cn__text *lines, const struct snapshot *seen,
                    const struct cn_rules *rules, int64_t number)
{
    const struct cn_board *board = &seen->board;
    cn__json_open(lines, NULL, '{');
    cn__json_int(lines, "#", number);
    cn__json_string(lines, "t", "view");
    cn__json_int(lines, "n", seen->deals);
    cn__json_int(lines, "dealer", board->dealer);
    if (seen->players == 5)
        cn__json_int(lines, "idle", board->idle);
    cn__json_int(lines, "turn", board->turn);
    cn__json_ints(lines, "scores", seen->score, board->sides);
    cn__json_open(lines, "sizes", '[');
    for (int seat = 0; seat < seen->players; seat++)
        cn__json_int(lines, NULL, board->hand_size[seat]);
    cn__json_close(lines, ']');
    cn__json_int(lines, "stock", board->stock);
    if (seen->seat != CN_NO_SEAT)
        cn__json_cards(lines, "hand", seen->hand, seen->hand_count);
    put_melds(lines, seen);
    put_reds(lines, seen);
    cn__json_cards(lines, "pile", seen->pile, seen->pile_count);
    cn__json_int(lines, "upcards", seen->upcards);
    cn__json_int(lines, "frozen", board->frozen);
    put_state(lines, board);
    put_memory(lines, seen);
    put_waiting(lines, seen, rules);
    cn__json_close_line(lines);
}

/* ---- reading ---- */

/* Appends the cards of an array to 'cards'. Returns -1 if it is not an array of cards, or too
 * long. */
static int cards_of(const json_t *array, cn_card *cards, int room)
{
    int count;
    return cn__read_cards(array, "", room, cards, &count, NULL) ? count : -1;
}

static bool read_who(const json_t *line, const struct cn_rules *rules, int players,
                     struct snapshot *seen)
{
    int64_t dealer;
    int64_t idle = CN_NO_SEAT;
    int64_t turn;
    int64_t deals;
    if (!cn__get_int(line, "n", 1, 1000000, &deals, NULL) ||
        !cn__get_int(line, "dealer", 0, players - 1, &dealer, NULL) ||
        !cn__get_int(line, "turn", 0, players - 1, &turn, NULL))
        return false;
    if (players == 5 && (!cn__get_int(line, "idle", 1, 4, &idle, NULL) || idle == 2))
        return false;
    if (!cn__get_scores(line, "scores", cn_side_count(rules, players), seen->score, NULL))
        return false;
    cn_board_init(rules, &seen->board, players, (int)dealer, (int)idle, seen->score);
    cn_board_set_number(rules, &seen->board, (int32_t)deals);
    seen->board.turn = (uint8_t)turn;
    seen->deals = (int32_t)deals;
    seen->players = (uint8_t)players;
    return dealer != idle && turn != idle;
}

static bool read_sizes(const json_t *line, struct snapshot *seen)
{
    const json_t *sizes = json_object_get(line, "sizes");
    int64_t stock;
    if (json_array_size(sizes) != seen->players ||
        !cn__get_int(line, "stock", 0, CN_CARDS_MAX, &stock, NULL))
        return false;
    for (int seat = 0; seat < seen->players; seat++) {
        int64_t size;
        if (!cn__read_int(json_array_get(sizes, (size_t)seat), "sizes", 0, CN_CARDS_MAX, &size,
                          NULL))
            return false;
        seen->board.hand_size[seat] = (uint16_t)size;
    }
    seen->board.stock = (uint16_t)stock;
    return true;
}

static bool read_hand(const json_t *line, struct snapshot *seen, int seat)
{
    const json_t *hand = json_object_get(line, "hand");
    seen->seat = (uint8_t)seat;
    if (seat == CN_NO_SEAT)
        return hand == NULL;
    const int count = cards_of(hand, seen->hand, CN_CARDS_MAX);
    seen->hand_count = (uint16_t)(count < 0 ? 0 : count);
    return count == seen->board.hand_size[seat];
}

int snapshot_meld_counts(const cn_card *cards, int count, int counts[3])
{
    int kind = CN_NO_KIND;
    counts[0] = counts[1] = counts[2] = 0;
    for (int i = 0; i < count; i++) {
        const int k = cn_card_kind(cards[i]);
        counts[k == CN_DEUCE ? 1 : k == CN_JOKER ? 2 : 0]++;
        if (cn_kind_is_wild(k))
            continue;
        if (kind != CN_NO_KIND && kind != k)
            return -1;
        kind = k;
    }
    const bool too_many =
        counts[0] > CN_NATURALS_MAX || counts[1] > CN_DEUCES_MAX || counts[2] > CN_JOKERS_MAX;
    return too_many ? -1 : kind;
}

/* A meld's cards as counts. Returns false if they are not one kind with wilds, or too many. */
static bool meld_of(const struct cn_rules *rules, const cn_card *cards, int count,
                    cn_packed_meld *meld)
{
    int counts[3];
    int kind = snapshot_meld_counts(cards, count, counts);
    if (kind == CN_NO_KIND && rules->wild_melds != CN_WILD_MELDS_NONE)
        kind = CN_JOKER;
    if (kind < 0 || kind == CN_NO_KIND || cn_is_bonus(rules, kind))
        return false;
    *meld = cn_meld_of(kind, counts[0], counts[1], counts[2]);
    return true;
}

static bool read_meld(const struct cn_rules *rules, const json_t *array, struct snapshot *seen,
                      int side, int at)
{
    const int room = CN_CARDS_MAX - seen->laid_count;
    cn_card *cards = seen->laid + seen->laid_count;
    const int count = cards_of(array, cards, room);
    struct cn_board *board = &seen->board;
    if (count < 0)
        return false;
    board->meld_count[side]++;
    if (count == 0)
        return true; /* emptied when melds were combined */
    cn_packed_meld meld;
    if (!meld_of(rules, cards, count, &meld))
        return false;
    board->ranks[side] |= cn_kind_mask(cn_meld_kind(meld));
    cn_board_set_meld(board, side, at, meld);
    memset(seen->laid_side + seen->laid_count, side, (size_t)count);
    memset(seen->laid_meld + seen->laid_count, at, (size_t)count);
    seen->laid_count = (uint16_t)(seen->laid_count + count);
    return true;
}

static bool read_sides(const struct cn_rules *rules, const json_t *line, struct snapshot *seen)
{
    const json_t *melds = json_object_get(line, "melds");
    const json_t *reds = json_object_get(line, "red");
    if (json_array_size(melds) != seen->board.sides || json_array_size(reds) != seen->board.sides)
        return false;
    for (int side = 0; side < seen->board.sides; side++) {
        const json_t *of_side = json_array_get(melds, (size_t)side);
        if (!json_is_array(of_side) || json_array_size(of_side) > CN_MELDS_MAX)
            return false;
        for (size_t at = 0; at < json_array_size(of_side); at++)
            if (!read_meld(rules, json_array_get(of_side, at), seen, side, (int)at))
                return false;
        cn_card *red = seen->red + seen->red_count;
        const int count =
            cards_of(json_array_get(reds, (size_t)side), red, CN_BONUS_CARDS_MAX - seen->red_count);
        if (count < 0)
            return false;
        int black = 0;
        for (int i = 0; i < count; i++) {
            if (!cn_is_bonus(rules, cn_card_kind(red[i])))
                return false;
            black += cn_card_kind(red[i]) == CN_BLACK_THREE;
        }
        memset(seen->red_side + seen->red_count, side, (size_t)count);
        seen->red_count = (uint16_t)(seen->red_count + count);
        seen->board.red[side] = (uint8_t)(count - black);
        seen->board.black[side] = (uint8_t)black;
    }
    return true;
}

static bool read_pile(const struct cn_rules *rules, const json_t *line, struct snapshot *seen)
{
    struct cn_board *board = &seen->board;
    int64_t frozen;
    int64_t upcards;
    const int count = cards_of(json_object_get(line, "pile"), seen->pile, CN_CARDS_MAX);
    if (count < 0 || !cn__get_int(line, "frozen", 0, 3, &frozen, NULL) ||
        !cn__get_int(line, "upcards", 0, CN_CARDS_MAX, &upcards, NULL))
        return false;
    seen->pile_count = board->pile = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        const int kind = cn_card_kind(seen->pile[i]);
        board->pile_red = (uint8_t)(board->pile_red + cn_is_bonus(rules, kind));
        if (rules->pile_taken != CN_UNLIMITED)
            cn_memory_set_pile_at(&seen->memory, i, kind);
    }
    board->frozen = (uint8_t)frozen;
    seen->upcards = (uint8_t)upcards;
    return true;
}

static bool read_state(const json_t *line, struct cn_board *board)
{
    const json_t *state = json_object_get(line, "state");
    int64_t value;
    if (!json_is_object(state))
        return false;
    board->pile_top = 0; /* zeros are not written */
#define X(name, key, most)                                   \
    if (json_object_get(state, key) != NULL) {               \
        if (!cn__get_int(state, key, 0, most, &value, NULL)) \
            return false;                                    \
        board->name = (__typeof__(board->name))value;        \
    }
    NUMBERS(X)
#undef X
    const int side = board->side[board->turn];
    const bool claims = board->phase == CN_PHASE_TAKING;
    return (board->asked_in == CN_PHASE_START || board->asked_in == CN_PHASE_MELD) &&
           (!claims || board->take_meld < board->meld_count[side]) &&
           board->melds_before <= board->meld_count[side];
}

/* Kinds as bits, in three groups of sixteen (src/engine/memory.h). */
static bool kinds_of(const json_t *value, uint64_t *kinds)
{
    int64_t bits;
    if (!cn__read_int(value, "", 0, (INT64_C(1) << 48) - 1, &bits, NULL))
        return false;
    *kinds = (uint64_t)bits;
    return true;
}

static bool read_memory(const json_t *line, struct snapshot *seen)
{
    const json_t *known = json_object_get(line, "known");
    const json_t *threw = json_object_get(line, "threw");
    const json_t *passed = json_object_get(line, "passed");
    if (json_array_size(known) != seen->players || json_array_size(threw) != seen->players ||
        json_array_size(passed) != seen->players)
        return false;
    for (size_t seat = 0; seat < seen->players; seat++) {
        const json_t *kinds = json_array_get(known, seat);
        if (!json_is_array(kinds) || json_array_size(kinds) > seen->board.hand_size[seat])
            return false;
        for (size_t i = 0; i < json_array_size(kinds); i++) {
            const json_t *name = json_array_get(kinds, i);
            const int kind = json_is_string(name)
                                 ? cn_kind_parse(json_string_value(name), json_string_length(name))
                                 : CN_NO_KIND;
            if (kind == CN_NO_KIND ||
                cn_hand_count(seen->memory.known[seat], kind) >= CN_NATURALS_MAX)
                return false;
            seen->memory.known[seat] =
                cn_hand_add(seen->memory.known[seat], cn_hand_single(kind, 1));
        }
        if (!kinds_of(json_array_get(threw, seat), &seen->memory.discarded[seat]) ||
            !kinds_of(json_array_get(passed, seat), &seen->memory.declined[seat]))
            return false;
    }
    return true;
}

static bool read_talons(const struct cn_rules *rules, const json_t *line, struct snapshot *seen)
{
    const json_t *talons = json_object_get(line, "talon");
    if (rules->talon.count == 0 || talons == NULL)
        return talons == NULL;
    for (int seat = 0; seat < seen->players; seat++) {
        int64_t size;
        if (!cn__read_int(json_array_get(talons, (size_t)seat), "talon", 0, UINT8_MAX, &size, NULL))
            return false;
        seen->board.talon[seat] = (uint8_t)size;
    }
    return json_array_size(talons) == seen->players;
}

static bool read_second(const struct cn_rules *rules, const json_t *line, struct snapshot *seen)
{
    const json_t *seats = json_object_get(line, "second");
    if (rules->second_hand.count == 0 || seats == NULL)
        return seats == NULL;
    for (int seat = 0; seat < seen->players; seat++) {
        const json_t *sizes = json_array_get(seats, (size_t)seat);
        const int count = (int)json_array_size(sizes);
        if (!json_is_array(sizes) || count > rules->second_hand.count)
            return false;
        seen->board.second[seat] = (uint8_t)count;
        for (int i = 0; i < count; i++) {
            int64_t size;
            if (!cn__read_int(json_array_get(sizes, (size_t)i), "second", 1, UINT8_MAX, &size,
                              NULL))
                return false;
            seen->second_sizes[seat][CN_SECOND_HANDS_MAX - count + i] = (uint8_t)size;
        }
        seen->board.second_size[seat] = seen->second_sizes[seat][CN_SECOND_HANDS_MAX - count];
    }
    return json_array_size(seats) == seen->players;
}

bool snapshot_read(const json_t *line, const struct cn_rules *rules, int players, int seat,
                   struct snapshot *seen)
{
    memset(seen, 0, sizeof *seen);
    return (seat == CN_NO_SEAT || seat < players) && read_who(line, rules, players, seen) &&
           read_sizes(line, seen) && read_hand(line, seen, seat) && read_sides(rules, line, seen) &&
           read_pile(rules, line, seen) && read_talons(rules, line, seen) &&
           read_second(rules, line, seen) && read_state(line, &seen->board) &&
           read_memory(line, seen);
}
