#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

struct entry {
    int64_t number;
    int32_t mask, length;
};

/* Reads the entry at 'at' and returns its text. */
static const char *read_entry(const char *at, struct entry *entry)
{
    memcpy(entry, at, sizeof *entry);
    return at + sizeof *entry;
}

static void forget_half(struct ring *ring)
{
    const char *at = ring->bytes;
    const char *end = ring->bytes + ring->length;
    struct entry entry;
    while (at < end && at - ring->bytes < RING_BYTES / 2) {
        at = read_entry(at, &entry);
        at += entry.length;
        ring->lost = entry.number;
    }
    while (at < end) { /* all lines of a number are dropped together */
        const char *text = read_entry(at, &entry);
        if (entry.number > ring->lost)
            break;
        at = text + entry.length;
    }
    ring->length = (int)(end - at);
    memmove(ring->bytes, at, (size_t)ring->length);
}

/* Most tables have few lines when they are made, and many never get more. */
static bool make_room(struct ring *ring, size_t wanted)
{
    enum {
        STEP = 1024
    };
    const size_t size = (wanted + STEP - 1) / STEP * STEP;
    if (wanted <= ring->size)
        return true;
    char *bytes = size <= RING_BYTES ? realloc(ring->bytes, size) : NULL;
    if (bytes == NULL)
        return false;
    ring->bytes = bytes;
    ring->size = size;
    return true;
}

void table_ring_add(struct ring *ring, int64_t number, int mask, const char *text, size_t length)
{
    const struct entry entry = {number, mask, (int32_t)length};
    const size_t wanted = sizeof entry + length;
    while (ring->length > 0 && wanted > (size_t)(RING_BYTES - ring->length))
        forget_half(ring);
    if (!make_room(ring, (size_t)ring->length + wanted)) {
        ring->length = 0;
        ring->lost = number;
        return;
    }
    memcpy(ring->bytes + ring->length, &entry, sizeof entry);
    memcpy(ring->bytes + ring->length + sizeof entry, text, length);
    ring->length += (int)wanted;
}

bool table_ring_since(const struct ring *ring, int64_t last, int mask, struct cn__text *lines)
{
    struct entry entry;
    if (last < ring->lost)
        return false;
    const char *at = ring->bytes;
    const char *end = ring->length > 0 ? ring->bytes + ring->length : at;
    while (at < end) {
        at = read_entry(at, &entry);
        if (entry.number > last && (entry.mask & mask) != 0)
            cn__text_append(lines, at, (size_t)entry.length);
        at += entry.length;
    }
    return true;
}
