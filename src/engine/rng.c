#include "rng.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void cn_rng_init(struct cn_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->s[i] = splitmix(&seed);
}

uint64_t cn_rng_seed_of(const char *text, size_t length, uint64_t stream)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)text[i]) * 0x100000001b3u;
    uint64_t state = hash ^ (stream * 0xd1342543de82ef95u);
    return splitmix(&state);
}

void cn_rng_shuffle(struct cn_rng *rng, uint8_t *items, int n)
{
    struct cn_rng local = *rng; /* in registers: bytes that are written could be *rng's */
    for (int i = n - 1; i > 0; i--) {
        const uint32_t j = cn_rng_below(&local, (uint32_t)i + 1);
        const uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
    *rng = local;
}
