#include "snapshot.h"

#include <string.h>

/* Numbers of the table that cannot be found from the rest: name in struct cn_board, most. */
#define NUMBERS(X)                       \
    X(turned, 63)                        \
    X(melded, 63)                        \
    X(pile_top, CN_NO_KIND)              \
    X(phase, CN_PHASE_LAST_RED_THREE)    \
    X(asked_in, CN_PHASE_LAST_RED_THREE) \
    X(asked, 1)                          \
    X(answer, CN_ANSWER_NO)              \
    X(drew, CN_DREW_PILE)                \
    X(laid, 1)                           \
    X(initial, 1)                        \
    X(black_laid, 1)                     \
    X(had_melded, 1)                     \
    X(melds_before, CN_MELDS_MAX)        \
    X(added_to_old, 1)                   \
    X(claim_meld, 255)                   \
    X(stock_was_gone, 1)                 \
    X(count, 65535)

void snapshot_of(const struct cn_game *game, int seat, struct snapshot *seen)
{
    memset(seen, 0, sizeof *seen);
    seen->table = game->deal.table;
    seen->memory = game->deal.memory;
    memcpy(seen->score, game->score, sizeof seen->score);
    seen->deals = game->deals;
    seen->players = game->players;
    seen->seat = (uint8_t)seat;
    seen->upcards = game->upcards;
    if (seat != CN_NO_SEAT)
        seen->hand_count = (uint8_t)cn_placement_hand(&game->cards, seat, seen->hand);
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

static void put(struct cn__text *lines, const char *text)
{
    cn__text_append(lines, text, strlen(text));
}

static void put_number(struct cn__text *lines, const char *key, int64_t value)
{
    put(lines, ",\"");
    put(lines, key);
    put(lines, "\":");
    cn__text_append_int(lines, value);
}

static void put_melds(struct cn__text *lines, const struct snapshot *seen)
{
    put(lines, ",\"melds\":[");
    for (int side = 0; side < seen->table.sides; side++) {
        put(lines, side > 0 ? ",[" : "[");
        for (int meld = 0; meld < seen->table.meld_count[side]; meld++) {
            cn_card cards[CN_CARDS_MAX];
            int count = 0;
            for (int i = 0; i < seen->laid_count; i++)
                if (seen->laid_side[i] == side && seen->laid_meld[i] == meld)
                    cards[count++] = seen->laid[i];
            put(lines, meld > 0 ? "," : "");
            cn__json_cards(lines, NULL, cards, count);
        }
        put(lines, "]");
    }
    put(lines, "]");
}

static void put_reds(struct cn__text *lines, const struct snapshot *seen)
{
    put(lines, ",\"red\":[");
    for (int side = 0; side < seen->table.sides; side++) {
        cn_card cards[2 * CN_PACKS_MAX];
        int count = 0;
        for (int i = 0; i < seen->red_count; i++)
            if (seen->red_side[i] == side)
                cards[count++] = seen->red[i];
        put(lines, side > 0 ? "," : "");
        cn__json_cards(lines, NULL, cards, count);
    }
    put(lines, "]");
}

static void put_known(struct cn__text *lines, cn_hand known)
{
    bool any = false;
    put(lines, "[");
    for (int kind = 0; kind < CN_NO_KIND; kind++)
        for (int n = cn_hand_count(known, kind); n > 0; n--) {
            put(lines, any ? ",\"" : "\"");
            put(lines, cn_kind_name(kind));
            put(lines, "\"");
            any = true;
        }
    put(lines, "]");
}

/* One value a seat or side. */
#define PUT_EACH(lines, key, count, put_one) \
    do {                                     \
        put(lines, ",\"" key "\":[");        \
        for (int i = 0; i < (count); i++) {  \
            put(lines, i > 0 ? "," : "");    \
            put_one;                         \
        }                                    \
        put(lines, "]");                     \
    } while (0)

static void put_numbers(struct cn__text *lines, const struct cn_board *table)
{
    put(lines, ",\"state\":{");
    bool any = false;
#define X(name, most)                                           \
    if (table->name != 0) {                                     \
        put(lines, any ? ",\"" #name "\":" : "\"" #name "\":"); \
        cn__text_append_int(lines, table->name);                \
        any = true;                                             \
    }
    NUMBERS(X)
#undef X
    put(lines, "}");
}

void snapshot_write(struct cn__text *lines, const struct snapshot *seen,
                    const struct cn_rules *rules, int64_t number)
{
    const struct cn_board *table = &seen->table;
    const struct cn_memory *memory = &seen->memory;
    (void)rules;
    put(lines, "{\"#\":");
    cn__text_append_int(lines, number);
    put(lines, ",\"t\":\"view\"");
    put_number(lines, "n", seen->deals);
    put_number(lines, "dealer", table->dealer);
    if (seen->players == 5)
        put_number(lines, "idle", table->idle);
    put_number(lines, "turn", table->turn);
    PUT_EACH(lines, "scores", table->sides, cn__text_append_int(lines, seen->score[i]));
    PUT_EACH(lines, "sizes", seen->players, cn__text_append_int(lines, table->hand_size[i]));
    put_number(lines, "stock", table->stock);
    if (seen->seat != CN_NO_SEAT) {
        put(lines, ",\"hand\":");
        cn__json_cards(lines, NULL, seen->hand, seen->hand_count);
    }
    put_melds(lines, seen);
    put_reds(lines, seen);
    put(lines, ",\"pile\":");
    cn__json_cards(lines, NULL, seen->pile, seen->pile_count);
    put_number(lines, "upcards", seen->upcards);
    put_number(lines, "frozen", table->frozen);
    put_numbers(lines, table);
    PUT_EACH(lines, "known", seen->players, put_known(lines, memory->known[i]));
    PUT_EACH(lines, "threw", seen->players, cn__text_append_int(lines, (int64_t)memory->threw[i]));
    PUT_EACH(lines, "passed", seen->players,
             cn__text_append_int(lines, (int64_t)memory->passed[i]));
    put(lines, "}\n");
}

/* ---- reading ---- */

static bool number_of(const json_t *line, const char *key, int64_t low, int64_t high,
                      int64_t *value)
{
    const json_t *found = json_object_get(line, key);
    if (!json_is_integer(found) || json_integer_value(found) < low ||
        json_integer_value(found) > high)
        return false;
    *value = json_integer_value(found);
    return true;
}

/* Appends the cards of an array to 'cards'; -1 if it is none, or too long. */
static int cards_of(const json_t *array, cn_card *cards, int room)
{
    const size_t size = json_array_size(array);
    if (!json_is_array(array) || size > (size_t)room)
        return -1;
    for (size_t i = 0; i < size; i++) {
        const json_t *card = json_array_get(array, i);
        if (json_string_length(card) != 2)
            return -1;
        cards[i] = cn_card_parse(json_string_value(card));
        if (cards[i] == CN_NO_CARD)
            return -1;
    }
    return (int)size;
}

static bool read_who(const json_t *line, const struct cn_rules *rules, int players,
                     struct snapshot *seen)
{
    int64_t dealer;
    int64_t idle = CN_NO_SEAT;
    int64_t turn;
    int64_t deals;
    if (!number_of(line, "n", 1, 1000000, &deals) ||
        !number_of(line, "dealer", 0, players - 1, &dealer) ||
        !number_of(line, "turn", 0, players - 1, &turn))
        return false;
    if (players == 5 && (!number_of(line, "idle", 1, 4, &idle) || idle == 2))
        return false;
    const json_t *scores = json_object_get(line, "scores");
    for (size_t i = 0; i < json_array_size(scores) && i < CN_SIDES_MAX; i++) {
        const json_t *score = json_array_get(scores, i);
        if (!json_is_integer(score) || json_integer_value(score) < -100000000 ||
            json_integer_value(score) > 100000000)
            return false;
        seen->score[i] = (int32_t)json_integer_value(score);
    }
    cn_board_init(rules, &seen->table, players, (int)dealer, (int)idle, seen->score);
    seen->table.turn = (uint8_t)turn;
    seen->deals = (int32_t)deals;
    seen->players = (uint8_t)players;
    return json_array_size(scores) == seen->table.sides && dealer != idle && turn != idle;
}

static bool read_sizes(const json_t *line, struct snapshot *seen)
{
    const json_t *sizes = json_object_get(line, "sizes");
    int64_t stock;
    if (json_array_size(sizes) != seen->players ||
        !number_of(line, "stock", 0, CN_CARDS_MAX, &stock))
        return false;
    for (int seat = 0; seat < seen->players; seat++) {
        const json_t *size = json_array_get(sizes, (size_t)seat);
        if (!json_is_integer(size) || json_integer_value(size) < 0 ||
            json_integer_value(size) > CN_CARDS_MAX)
            return false;
        seen->table.hand_size[seat] = (uint8_t)json_integer_value(size);
    }
    seen->table.stock = (uint8_t)stock;
    return true;
}

static bool read_hand(const json_t *line, struct snapshot *seen, int seat)
{
    const json_t *hand = json_object_get(line, "hand");
    seen->seat = (uint8_t)seat;
    if (seat == CN_NO_SEAT)
        return hand == NULL;
    const int count = cards_of(hand, seen->hand, CN_CARDS_MAX);
    seen->hand_count = (uint8_t)(count < 0 ? 0 : count);
    return count == seen->table.hand_size[seat];
}

/* A meld's cards as counts; false if they are not of one kind with wilds, or too many. */
static bool meld_of(const cn_card *cards, int count, cn_packed_meld *meld)
{
    int kind = CN_NO_KIND;
    int counts[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const int k = cn_card_kind(cards[i]);
        counts[k == CN_DEUCE ? 1 : k == CN_JOKER ? 2 : 0]++;
        if (cn_kind_is_wild(k))
            continue;
        if (k == CN_RED_THREE || (kind != CN_NO_KIND && k != kind))
            return false;
        kind = k;
    }
    if (kind == CN_NO_KIND || counts[0] > 15 || counts[1] > 15 || counts[2] > 15)
        return false;
    *meld = cn_meld_of(kind, counts[0], counts[1], counts[2]);
    return true;
}

static bool read_meld(const json_t *array, struct snapshot *seen, int side, int at)
{
    const int room = CN_CARDS_MAX - seen->laid_count;
    cn_card *cards = seen->laid + seen->laid_count;
    const int count = cards_of(array, cards, room);
    struct cn_board *table = &seen->table;
    if (count < 0)
        return false;
    table->meld_count[side]++;
    if (count == 0)
        return true; /* emptied by combining */
    if (!meld_of(cards, count, &table->melds[side][at]))
        return false;
    table->ranks[side] |= cn_kind_mask(cn_meld_kind(table->melds[side][at]));
    if (cn_meld_is_canasta(table->melds[side][at]))
        table->canastas[side]++;
    memset(seen->laid_side + seen->laid_count, side, (size_t)count);
    memset(seen->laid_meld + seen->laid_count, at, (size_t)count);
    seen->laid_count = (uint8_t)(seen->laid_count + count);
    return true;
}

static bool read_sides(const json_t *line, struct snapshot *seen)
{
    const json_t *melds = json_object_get(line, "melds");
    const json_t *reds = json_object_get(line, "red");
    if (json_array_size(melds) != seen->table.sides || json_array_size(reds) != seen->table.sides)
        return false;
    for (int side = 0; side < seen->table.sides; side++) {
        const json_t *of_side = json_array_get(melds, (size_t)side);
        if (!json_is_array(of_side) || json_array_size(of_side) > CN_MELDS_MAX)
            return false;
        for (size_t at = 0; at < json_array_size(of_side); at++)
            if (!read_meld(json_array_get(of_side, at), seen, side, (int)at))
                return false;
        cn_card *red = seen->red + seen->red_count;
        const int count =
            cards_of(json_array_get(reds, (size_t)side), red, 2 * CN_PACKS_MAX - seen->red_count);
        for (int i = 0; i < count; i++)
            if (cn_card_kind(red[i]) != CN_RED_THREE)
                return false;
        if (count < 0)
            return false;
        memset(seen->red_side + seen->red_count, side, (size_t)count);
        seen->red_count = (uint8_t)(seen->red_count + count);
        seen->table.red[side] = (uint8_t)count;
    }
    return true;
}

static bool read_pile(const json_t *line, struct snapshot *seen)
{
    struct cn_board *table = &seen->table;
    int64_t frozen;
    int64_t upcards;
    const int count = cards_of(json_object_get(line, "pile"), seen->pile, CN_CARDS_MAX);
    if (count < 0 || !number_of(line, "frozen", 0, 3, &frozen) ||
        !number_of(line, "upcards", 0, CN_CARDS_MAX, &upcards))
        return false;
    seen->pile_count = table->pile = (uint8_t)count;
    for (int i = 0; i < count; i++)
        table->pile_red =
            (uint8_t)(table->pile_red + (cn_card_kind(seen->pile[i]) == CN_RED_THREE));
    table->frozen = (uint8_t)frozen;
    seen->upcards = (uint8_t)upcards;
    return true;
}

static bool read_state(const json_t *line, struct cn_board *table)
{
    const json_t *state = json_object_get(line, "state");
    int64_t value;
    if (!json_is_object(state))
        return false;
    table->pile_top = 0; /* zeros are not written */
#define X(name, most)                                  \
    if (json_object_get(state, #name) != NULL) {       \
        if (!number_of(state, #name, 0, most, &value)) \
            return false;                              \
        table->name = (__typeof__(table->name))value;  \
    }
    NUMBERS(X)
#undef X
    const int side = table->side[table->turn];
    const bool claims = table->phase == CN_PHASE_TAKING;
    return (table->asked_in == CN_PHASE_START || table->asked_in == CN_PHASE_MELD) &&
           (!claims || table->claim_meld < table->meld_count[side]) &&
           table->melds_before <= table->meld_count[side];
}

/* Kinds as bits, in three turns of sixteen (src/engine/memory.h). */
static bool kinds_of(const json_t *value, uint64_t *kinds)
{
    const json_int_t most = (json_int_t)1 << 48;
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) >= most)
        return false;
    *kinds = (uint64_t)json_integer_value(value);
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
        if (!json_is_array(kinds) || json_array_size(kinds) > seen->table.hand_size[seat])
            return false;
        for (size_t i = 0; i < json_array_size(kinds); i++) {
            const json_t *name = json_array_get(kinds, i);
            const int kind = json_is_string(name)
                                 ? cn_kind_parse(json_string_value(name), json_string_length(name))
                                 : CN_NO_KIND;
            if (kind == CN_NO_KIND || cn_hand_count(seen->memory.known[seat], kind) >= 12)
                return false;
            seen->memory.known[seat] =
                cn_hand_add(seen->memory.known[seat], cn_hand_single(kind, 1));
        }
        if (!kinds_of(json_array_get(threw, seat), &seen->memory.threw[seat]) ||
            !kinds_of(json_array_get(passed, seat), &seen->memory.passed[seat]))
            return false;
    }
    return true;
}

bool snapshot_read(const json_t *line, const struct cn_rules *rules, int players, int seat,
                   struct snapshot *seen)
{
    memset(seen, 0, sizeof *seen);
    return (seat == CN_NO_SEAT || seat < players) && read_who(line, rules, players, seen) &&
           read_sizes(line, seen) && read_hand(line, seen, seat) && read_sides(line, seen) &&
           read_pile(line, seen) && read_state(line, &seen->table) && read_memory(line, seen);
}
