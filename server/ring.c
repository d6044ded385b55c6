#include <stdlib.h>
#include <string.h>

#include "parts.h"

struct entry {
    int64_t number;
    int32_t mask, length;
};

static const char *next_of(const struct ring *ring, const char *at, struct entry *entry)
{
    if (at >= ring->bytes + ring->length)
        return NULL;
    memcpy(entry, at, sizeof *entry);
    return at + sizeof *entry;
}

static bool forget_half(struct ring *ring)
{
    const char *at = ring->bytes;
    const char *end = ring->bytes + ring->length;
    struct entry entry;
    while (at < end && at - ring->bytes < RING_BYTES / 2) {
        at = next_of(ring, at, &entry) + entry.length;
        ring->lost = entry.number;
    }
    /* A number is forgotten whole. */
    while (at < end) {
        memcpy(&entry, at, sizeof entry);
        if (entry.number > ring->lost)
            break;
        at += sizeof entry + (size_t)entry.length;
    }
    ring->length = (int)(end - at);
    memmove(ring->bytes, at, (size_t)ring->length);
    return ring->length > 0;
}

void ring_add(struct ring *ring, int64_t number, int mask, const char *text, size_t length)
{
    const struct entry entry = {number, mask, (int32_t)length};
    const size_t wanted = sizeof entry + length;
    if (ring->bytes == NULL)
        ring->bytes = malloc(RING_BYTES);
    while (ring->bytes != NULL && ring->length > 0 && wanted > (size_t)(RING_BYTES - ring->length))
        forget_half(ring);
    if (ring->bytes == NULL || wanted > RING_BYTES) {
        ring->lost = number;
        return;
    }
    memcpy(ring->bytes + ring->length, &entry, sizeof entry);
    memcpy(ring->bytes + ring->length + sizeof entry, text, length);
    ring->length += (int)wanted;
}

bool ring_since(const struct ring *ring, int64_t last, int mask, struct cn_lines *lines)
{
    struct entry entry;
    if (last < ring->lost)
        return false;
    for (const char *at = ring->bytes; at != NULL; at += entry.length) {
        at = next_of(ring, at, &entry);
        if (at == NULL)
            break;
        if (entry.number > last && (entry.mask & mask) != 0)
            cn_lines_put(lines, at, (size_t)entry.length);
    }
    return true;
}
