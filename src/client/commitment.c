#include "commitment.h"

#include <sodium.h>
#include <string.h>

void commitment_init(struct commitment *pledge)
{
    const int64_t heard = pledge->heard;
    memset(pledge, 0, sizeof *pledge);
    pledge->heard = heard;
    pledge->cut = -1;
}

void commitment_change_seat(struct commitment *pledge)
{
    pledge->has_part = false;
    pledge->part_state = CONTRIBUTION_NONE;
    pledge->cuts = pledge->cut_done = false;
    pledge->cut = -1;
}

/* ---- what the client sends ---- */

void commitment_contribute(struct commitment *pledge, int64_t id, uint8_t part[PART_BYTES])
{
    if (!pledge->has_part)
        memcpy(pledge->part, part, sizeof pledge->part);
    memcpy(part, pledge->part, sizeof pledge->part);
    pledge->part_id = id;
    pledge->has_part = pledge->sent = true;
    if (pledge->part_state == CONTRIBUTION_NONE)
        pledge->part_state = CONTRIBUTION_SENT;
}

void commitment_cut(struct commitment *pledge, int64_t id, int k)
{
    if (!pledge->cuts || pledge->cut_done)
        return;
    pledge->cut = (int16_t)k;
    pledge->cut_id = id;
}

/* ---- what the server sends ---- */

static bool read_seat(const json_t *line, int *seat)
{
    int64_t number;
    if (!cn__get_int(line, "seat", 0, CN_SEATS_MAX - 1, &number, NULL))
        return false;
    *seat = (int)number;
    return true;
}

/* Called for a new commitment. If this client's part was sent and the deck for it was not revealed,
 * the server has fixed another deck. */
static enum recommitted fixed_again(const struct commitment *pledge, int deal)
{
    if (!pledge->fixed || !pledge->sent)
        return pledge->fixed ? (enum recommitted)pledge->again : RECOMMITTED_NO;
    if (!pledge->gap)
        return RECOMMITTED_YES;
    if (deal != pledge->deal)
        return RECOMMITTED_NO; /* the end of that deal was missed */
    return pledge->away && pledge->again != RECOMMITTED_YES ? RECOMMITTED_PERHAPS : RECOMMITTED_YES;
}

bool commitment_on_commit(struct commitment *pledge, const json_t *line, bool *missed)
{
    int64_t deal;
    uint8_t hash[HASH_BYTES];
    *missed = false;
    if (!cn__get_hex(line, "hash", hash, sizeof hash, NULL) ||
        !cn__get_int(line, "deal", 1, 1000000, &deal, NULL))
        return false;
    if (pledge->fixed && memcmp(hash, pledge->hash, sizeof hash) == 0)
        return true; /* a snapshot repeats it */
    const int number = (int)deal;
    const enum recommitted again = fixed_again(pledge, number);
    *missed = pledge->fixed && pledge->sent;
    commitment_init(pledge);
    pledge->fixed = true;
    pledge->again = (uint8_t)again;
    pledge->deal = number;
    memcpy(pledge->hash, hash, sizeof hash);
    return true;
}

static void tell_part(struct commitment *pledge, int of, int seat, const uint8_t *part)
{
    memcpy(pledge->told_part[of], part, PART_BYTES);
    pledge->told |= (uint8_t)(1u << of);
    if (of != seat || pledge->part_state == CONTRIBUTION_COUNTS)
        return;
    const bool same = memcmp(part, pledge->part, PART_BYTES) == 0;
    pledge->part_state = same && pledge->has_part ? CONTRIBUTION_COUNTS : CONTRIBUTION_OTHER;
}

bool commitment_on_part(struct commitment *pledge, const json_t *line, int seat)
{
    uint8_t part[PART_BYTES];
    int of;
    if (!read_seat(line, &of) || !cn__get_hex(line, "part", part, sizeof part, NULL))
        return false;
    if (pledge->fixed)
        tell_part(pledge, of, seat, part);
    return true;
}

bool commitment_on_shuffled(struct commitment *pledge, const json_t *line, int seat, int players)
{
    const json_t *parts;
    int cutter;
    if (!cn__get_array(line, "parts", players, &parts, NULL) || !read_seat(line, &cutter))
        return false;
    for (int of = 0; of < players; of++) {
        const json_t *value = json_array_get(parts, (size_t)of);
        uint8_t part[PART_BYTES];
        if (json_is_null(value))
            continue;
        if (!cn__read_hex(value, "parts", part, sizeof part, NULL))
            return false;
        if (pledge->fixed && (pledge->told >> of & 1) == 0)
            tell_part(pledge, of, seat, part);
    }
    if (pledge->fixed)
        pledge->parts = (uint8_t)players;
    pledge->cuts = pledge->cuts || cutter == seat;
    return true;
}

void commitment_on_answer(struct commitment *pledge, const json_t *line, bool ok)
{
    const json_t *value = json_object_get(line, "id");
    const int64_t id = json_is_integer(value) ? json_integer_value(value) : 0;
    if (id <= 0)
        return;
    if (pledge->has_part && id == pledge->part_id) {
        if (ok)
            pledge->part_state = CONTRIBUTION_COUNTS;
        else if (pledge->part_state == CONTRIBUTION_SENT)
            pledge->part_state = CONTRIBUTION_REFUSED;
    }
    /* A cut may be refused and a later copy of it accepted. It is the person's either way. */
    if (ok && pledge->cut >= 0 && id == pledge->cut_id)
        pledge->cut_done = true;
}

/* A snapshot begins. If its number is higher than the last one received, lines are missing and
 * their content is unknown. */
void commitment_on_table(struct commitment *pledge, const json_t *line)
{
    const json_t *number = json_object_get(line, "#");
    if (!json_is_integer(number) || json_integer_value(number) > pledge->heard)
        pledge->gap = true;
}

/* ---- judging ---- */

bool commitment_includes_us(const struct commitment *pledge, const struct fair_deal *fair, int seat)
{
    return pledge->has_part && seat != CN_NO_SEAT && (fair->given >> seat & 1) != 0 &&
           sodium_memcmp(pledge->part, fair->part[seat], PART_BYTES) == 0;
}

/* The parts must be those that the server sent to everyone before the cut. */
static bool parts_stand(const struct commitment *pledge, const struct fair_deal *fair)
{
    for (int seat = 0; seat < fair->players; seat++) {
        const bool told = (pledge->told >> seat & 1) != 0;
        const bool given = (fair->given >> seat & 1) != 0;
        if (told ? !given || memcmp(pledge->told_part[seat], fair->part[seat], PART_BYTES) != 0
                 : given && pledge->parts > 0)
            return false;
    }
    return true;
}

/* Only the cutter knows what it sent, or that it sent nothing. */
static bool cut_stands(const struct commitment *pledge, const struct fair_deal *fair,
                       const struct cn_rules *rules)
{
    if (!pledge->cuts)
        return true;
    if (pledge->cut_done)
        return fair->cut == pledge->cut && !fair->uncut;
    return (pledge->cut >= 0 && fair->cut == pledge->cut) || fair->cut == fair_cut(fair, rules);
}

enum fair_verdict commitment_check(const struct commitment *pledge, const struct fair_deal *fair,
                                   const struct cn_rules *rules, int seat)
{
    if (!pledge->fixed)
        return FAIR_VERIFIED;
    if (sodium_memcmp(pledge->hash, fair->hash, sizeof pledge->hash) != 0)
        return FAIR_HASH;
    if (pledge->part_state == CONTRIBUTION_COUNTS && !commitment_includes_us(pledge, fair, seat))
        return FAIR_PART;
    if (!parts_stand(pledge, fair))
        return FAIR_PARTS;
    return cut_stands(pledge, fair, rules) ? FAIR_VERIFIED : FAIR_CUT;
}
