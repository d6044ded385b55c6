#include "fair.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* ---- the stream ---- */

/* The ChaCha20 key stream of a deal's key, from its beginning, one block at a time. */
_Static_assert(PART_BYTES == (int)HASH_BYTES, "fair_read_list reads both");

struct stream {
    uint8_t key[HASH_BYTES];
    uint8_t block[64];
    uint32_t next_block;
    size_t at;
};

static void stream_begin(struct stream *s, const uint8_t key[HASH_BYTES])
{
    memcpy(s->key, key, sizeof s->key);
    s->next_block = 0;
    s->at = sizeof s->block;
}

static uint32_t stream_word(struct stream *s)
{
    static const uint8_t zeros[sizeof s->block];
    static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    if (s->at == sizeof s->block) {
        crypto_stream_chacha20_ietf_xor_ic(s->block, zeros, sizeof zeros, nonce, s->next_block++,
                                           s->key);
        s->at = 0;
    }
    const uint8_t *b = s->block + s->at;
    s->at += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Uniform in 0 … n - 1: words at or above the last multiple of n are discarded. */
static uint32_t stream_below(struct stream *s, uint32_t n)
{
    const uint32_t over = (0u - n) % n; /* 2^32 mod n */
    uint32_t word;
    do
        word = stream_word(s);
    while (word >= 0u - over && over != 0);
    return word % n;
}

static void shuffle(struct stream *s, cn_card *deck, int count)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)stream_below(s, (uint32_t)i + 1);
        const cn_card card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

/* ---- what is hashed ---- */

void fair_hash(const struct fair_deal *fair, uint8_t hash[HASH_BYTES])
{
    char text[2 * CN_CARDS_MAX + 1];
    for (int i = 0; i < fair->cards; i++)
        cn_card_format(fair->committed[i], text + 2 * (size_t)i);
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    crypto_generichash_update(&state, fair->nonce, sizeof fair->nonce);
    crypto_generichash_update(&state, (const uint8_t *)text, 2 * (size_t)fair->cards);
    crypto_generichash_final(&state, hash, HASH_BYTES);
}

/* ---- pledges ---- */

static void hash_begin(crypto_generichash_state *state, const char *purpose)
{
    crypto_generichash_init(state, NULL, 0, HASH_BYTES);
    crypto_generichash_update(state, (const uint8_t *)purpose, strlen(purpose));
}

void fair_table(const char *link, uint8_t table[HASH_BYTES])
{
    uint8_t bytes[LINK_BYTES] = {0};
    crypto_generichash_state state;
    cn__hex_parse(link, strlen(link), bytes, sizeof bytes);
    hash_begin(&state, "canasta table");
    crypto_generichash_update(&state, bytes, sizeof bytes);
    crypto_generichash_final(&state, table, HASH_BYTES);
}

void fair_pledge(const uint8_t table[HASH_BYTES], int32_t deal, int seat,
                 const uint8_t hash[HASH_BYTES], const uint8_t part[PART_BYTES],
                 uint8_t pledge[HASH_BYTES])
{
    const uint32_t n = (uint32_t)deal;
    const uint8_t numbers[] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16),
                               (uint8_t)(n >> 24), (uint8_t)seat};
    crypto_generichash_state state;
    hash_begin(&state, "canasta pledge");
    crypto_generichash_update(&state, table, HASH_BYTES);
    crypto_generichash_update(&state, numbers, sizeof numbers);
    crypto_generichash_update(&state, hash, HASH_BYTES);
    crypto_generichash_update(&state, part, PART_BYTES);
    crypto_generichash_final(&state, pledge, HASH_BYTES);
}

bool fair_part_fits(const struct fair_deal *fair, int seat)
{
    uint8_t pledge[HASH_BYTES];
    fair_pledge(fair->table, fair->deal, seat, fair->hash, fair->part[seat], pledge);
    return sodium_memcmp(pledge, fair->pledge[seat], sizeof pledge) == 0;
}

/* ---- the key ---- */

static void absent_part(const struct fair_deal *fair, int seat, uint8_t part[OLD_PART_BYTES])
{
    const uint8_t number = (uint8_t)seat;
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, OLD_PART_BYTES);
    crypto_generichash_update(&state, fair->nonce, sizeof fair->nonce);
    crypto_generichash_update(&state, &number, 1);
    crypto_generichash_final(&state, part, OLD_PART_BYTES);
}

static void old_key(const struct fair_deal *fair, uint8_t key[HASH_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    crypto_generichash_update(&state, fair->nonce, sizeof fair->nonce);
    for (int seat = 0; seat < fair->players; seat++) {
        uint8_t part[OLD_PART_BYTES];
        if ((fair->given >> seat & 1) != 0)
            memcpy(part, fair->part[seat], sizeof part);
        else
            absent_part(fair, seat, part);
        crypto_generichash_update(&state, part, sizeof part);
    }
    crypto_generichash_final(&state, key, HASH_BYTES);
}

static void deal_key(const struct fair_deal *fair, uint8_t key[HASH_BYTES])
{
    static const uint8_t none[PART_BYTES];
    crypto_generichash_state state;
    if (fair->version == FAIR_OLD) {
        old_key(fair, key);
        return;
    }
    hash_begin(&state, "canasta deal");
    crypto_generichash_update(&state, fair->nonce, sizeof fair->nonce);
    for (int seat = 0; seat < fair->players; seat++)
        crypto_generichash_update(&state, (fair->given >> seat & 1) != 0 ? fair->part[seat] : none,
                                  PART_BYTES);
    crypto_generichash_final(&state, key, HASH_BYTES);
}

/* The key of the stream that chooses a cut. */
static void cut_key(const struct fair_deal *fair, uint8_t key[HASH_BYTES])
{
    static const uint8_t word[] = "cut";
    uint8_t joint[HASH_BYTES];
    crypto_generichash_state state;
    if (fair->version == FAIR_OLD) {
        crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
        crypto_generichash_update(&state, fair->nonce, sizeof fair->nonce);
        crypto_generichash_update(&state, word, sizeof word - 1);
    } else {
        deal_key(fair, joint);
        hash_begin(&state, "canasta cut");
        crypto_generichash_update(&state, joint, sizeof joint);
    }
    crypto_generichash_final(&state, key, HASH_BYTES);
}

/* ---- making a deal ---- */

void fair_commit(struct fair_deal *fair, const struct cn_rules *rules, int players,
                 const uint8_t seed[HASH_BYTES], const uint8_t nonce[HASH_BYTES])
{
    struct stream stream;
    memset(fair, 0, sizeof *fair);
    fair->cards = (uint16_t)cn_deck_init(rules, players, fair->committed);
    fair->version = FAIR_PLEDGED;
    fair->players = (uint8_t)players;
    stream_begin(&stream, seed);
    shuffle(&stream, fair->committed, fair->cards);
    memcpy(fair->nonce, nonce, sizeof fair->nonce);
    fair->has_nonce = fair->has_hash = true;
    fair->cut = -1;
    fair_hash(fair, fair->hash);
}

void fair_shuffle(const struct fair_deal *fair, cn_card deck[CN_CARDS_MAX], struct cn_rng *rng)
{
    uint8_t key[HASH_BYTES];
    struct stream stream;
    deal_key(fair, key);
    stream_begin(&stream, key);
    memcpy(deck, fair->committed, fair->cards);
    shuffle(&stream, deck, fair->cards);
    const uint64_t low = stream_word(&stream);
    cn_rng_init(rng, (uint64_t)stream_word(&stream) << 32 | low);
}

int fair_cut(const struct fair_deal *fair, const struct cn_rules *rules)
{
    uint8_t key[HASH_BYTES];
    struct stream stream;
    cut_key(fair, key);
    stream_begin(&stream, key);
    for (int tries = 0; tries < 1000; tries++) {
        const int k = 1 + (int)stream_below(&stream, fair->cards - 1u);
        if (cn_cut_is_legal(rules, fair->players, k))
            return k;
    }
    return rules->cut_least;
}

/* ---- lines of a record ---- */

/* A list with a value or null for each seat; rows: of this many bytes each. */
static void write_list(struct cn__text *lines, const char *key, const uint8_t *rows, size_t bytes,
                       size_t row, int players, uint8_t which)
{
    cn__json_open(lines, key, '[');
    for (int seat = 0; seat < players; seat++) {
        if ((which >> seat & 1) != 0)
            cn__json_hex(lines, NULL, rows + (size_t)seat * row, bytes);
        else
            cn__json_null(lines, NULL);
    }
    cn__json_close(lines, ']');
}

/* What "fair" and "void" have in common. */
static void write_shares(struct cn__text *lines, const struct fair_deal *fair)
{
    const bool old = fair->version == FAIR_OLD;
    if (!old)
        cn__json_int(lines, "v", fair->version);
    cn__json_hex(lines, "hash", fair->hash, HASH_BYTES);
    if (!old) {
        cn__json_hex(lines, "table", fair->table, HASH_BYTES);
        write_list(lines, "pledges", fair->pledge[0], HASH_BYTES, sizeof fair->pledge[0],
                   fair->players, fair->pledged);
    }
    write_list(lines, "parts", fair->part[0], old ? OLD_PART_BYTES : PART_BYTES,
               sizeof fair->part[0], fair->players, fair->given);
}

void fair_write(struct cn__text *lines, const struct fair_deal *fair)
{
    cn__json_open_line(lines, "fair");
    write_shares(lines, fair);
    cn__json_int(lines, "cut", fair->cut);
    if (fair->uncut)
        cn__json_bool(lines, "uncut", true);
    cn__json_close_line(lines);
}

void fair_write_void(struct cn__text *lines, const struct fair_deal *fair, uint8_t by)
{
    cn__json_open_line(lines, "void");
    write_shares(lines, fair);
    cn__json_open(lines, "by", '[');
    for (int seat = 0; seat < fair->players; seat++)
        if ((by >> seat & 1) != 0)
            cn__json_int(lines, NULL, seat);
    cn__json_close(lines, ']');
    cn__json_close_line(lines);
}

void fair_write_reveal(struct cn__text *lines, const struct fair_deal *fair)
{
    cn__json_open_line(lines, "reveal");
    cn__json_hex(lines, "nonce", fair->nonce, HASH_BYTES);
    cn__json_cards(lines, "committed", fair->committed, fair->cards);
    cn__json_close_line(lines);
}

bool fair_read_list(const json_t *line, const char *key, int players,
                    uint8_t rows[CN_SEATS_MAX][HASH_BYTES], size_t bytes, uint8_t *which)
{
    const json_t *list;
    *which = 0;
    if (!cn__get_array(line, key, players, &list, NULL))
        return false;
    for (int seat = 0; seat < players; seat++) {
        const json_t *value = json_array_get(list, (size_t)seat);
        if (json_is_null(value))
            continue;
        if (!cn__read_hex(value, key, rows[seat], bytes, NULL))
            return false;
        *which |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool read_shares(const json_t *line, int players, struct fair_deal *fair)
{
    int64_t version = FAIR_OLD;
    memset(fair, 0, sizeof *fair);
    if (json_object_get(line, "v") != NULL &&
        !cn__get_int(line, "v", FAIR_OLD, FAIR_PLEDGED, &version, NULL))
        return false;
    fair->version = (uint8_t)version;
    fair->players = (uint8_t)players;
    fair->has_hash = fair->has_parts = true;
    const bool old = version == FAIR_OLD;
    if (!cn__get_hex(line, "hash", fair->hash, HASH_BYTES, NULL) ||
        !fair_read_list(line, "parts", players, fair->part, old ? OLD_PART_BYTES : PART_BYTES,
                        &fair->given))
        return false;
    return old ||
           (cn__get_hex(line, "table", fair->table, HASH_BYTES, NULL) &&
            fair_read_list(line, "pledges", players, fair->pledge, HASH_BYTES, &fair->pledged));
}

bool fair_read(const json_t *line, int players, struct fair_deal *fair)
{
    struct fair_deal read;
    int64_t cut;
    if (!read_shares(line, players, &read) ||
        !cn__get_int(line, "cut", 0, CN_CARDS_MAX, &cut, NULL))
        return false;
    read.cut = (int16_t)cut;
    read.uncut = json_is_true(json_object_get(line, "uncut"));
    *fair = read;
    return true;
}

/* A list of seats, each at most once. */
static bool read_seats(const json_t *list, int players, uint8_t *seats)
{
    *seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int64_t seat;
        if (!cn__read_int(json_array_get(list, i), "by", 0, players - 1, &seat, NULL) ||
            (*seats >> seat & 1) != 0)
            return false;
        *seats |= (uint8_t)(1u << seat);
    }
    return json_is_array(list);
}

bool fair_read_void(const json_t *line, int players, struct fair_deal *fair, uint8_t *by)
{
    struct fair_deal read;
    if (!read_shares(line, players, &read) || read.version == FAIR_OLD ||
        !read_seats(json_object_get(line, "by"), players, by))
        return false;
    *fair = read;
    return true;
}

bool fair_read_reveal(const json_t *line, struct fair_deal *fair)
{
    uint8_t nonce[HASH_BYTES];
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!cn__get_hex(line, "nonce", nonce, sizeof nonce, NULL) ||
        !cn__get_cards(line, "committed", CN_CARDS_MAX, cards, &count, NULL))
        return false;
    memcpy(fair->nonce, nonce, sizeof nonce);
    memcpy(fair->committed, cards, (size_t)count);
    fair->cards = (uint16_t)count;
    fair->has_nonce = true;
    return true;
}

/* ---- checking a deal ---- */

bool fair_is_deck(const struct fair_deal *fair, const struct cn_rules *rules)
{
    cn_card deck[CN_CARDS_MAX];
    int copies[CN_CARD_CODES] = {0};
    const int count = cn_deck_init(rules, fair->players, deck);
    if (fair->cards != count)
        return false;
    for (int i = 0; i < count; i++) {
        copies[deck[i]]++;
        copies[fair->committed[i]]--;
    }
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (copies[face] != 0)
            return false;
    return true;
}

bool fair_deck(const struct fair_deal *fair, const struct cn_rules *rules, int dealer, int idle,
               cn_card deck[CN_CARDS_MAX])
{
    if (!fair_is_deck(fair, rules) || !cn_cut_is_legal(rules, fair->players, fair->cut))
        return false;
    struct cn_rng rng;
    struct cn_deal deal;
    int upcards;
    memset(&deal, 0, sizeof deal);
    fair_shuffle(fair, deck, &rng);
    cn_deck_cut(deck, fair->cards, fair->cut);
    return cn_deal_start(rules, &deal, fair->players, dealer, idle, NULL, deck, &rng, &upcards);
}

enum fair_verdict fair_check_parts(const struct fair_deal *fair)
{
    if (fair->version == FAIR_OLD)
        return FAIR_VERIFIED;
    if (fair->given != fair->pledged)
        return FAIR_PLEDGE;
    for (int seat = 0; seat < fair->players; seat++)
        if ((fair->given >> seat & 1) != 0 && !fair_part_fits(fair, seat))
            return FAIR_PLEDGE;
    return FAIR_VERIFIED;
}

enum fair_verdict fair_check_void(const struct fair_deal *fair, uint8_t by)
{
    if (by == 0 || (fair->given & by) != 0 || (fair->given | by) != fair->pledged)
        return FAIR_NOT_VOID;
    for (int seat = 0; seat < fair->players; seat++)
        if ((fair->given >> seat & 1) != 0 && !fair_part_fits(fair, seat))
            return FAIR_PLEDGE;
    return FAIR_VOID;
}

/* A cutter that made no contribution was not present to cut either. */
static bool is_cut_right(const struct fair_deal *fair, const struct cn_rules *rules,
                         const struct fair_dealt *dealt)
{
    const bool is_derived = fair->uncut || (fair->given >> dealt->cutter & 1) == 0;
    if (!cn_cut_is_legal(rules, fair->players, fair->cut) ||
        (dealt->cut >= 0 && dealt->cut != fair->cut) ||
        (dealt->cut_seat >= 0 && dealt->cut_seat != dealt->cutter))
        return false;
    return !is_derived || fair->cut == fair_cut(fair, rules);
}

enum fair_verdict fair_check(const struct fair_deal *fair, const struct cn_rules *rules,
                             const struct fair_dealt *dealt)
{
    uint8_t hash[HASH_BYTES];
    cn_card made[CN_CARDS_MAX];
    if (!fair->has_hash || !fair->has_parts || !fair->has_nonce)
        return FAIR_UNKNOWN;
    fair_hash(fair, hash);
    if (sodium_memcmp(hash, fair->hash, sizeof hash) != 0)
        return FAIR_HASH;
    if (!fair_is_deck(fair, rules))
        return FAIR_COMMITTED;
    if (fair_check_parts(fair) != FAIR_VERIFIED)
        return FAIR_PLEDGE;
    if (!is_cut_right(fair, rules, dealt))
        return FAIR_CUT;
    if (!fair_deck(fair, rules, dealt->dealer, dealt->idle, made) || dealt->cards != fair->cards)
        return FAIR_DECK;
    for (int i = 0; i < dealt->cards; i++)
        if (dealt->deck[i] != CN_NO_CARD && dealt->deck[i] != made[i])
            return FAIR_DECK;
    return FAIR_VERIFIED;
}
