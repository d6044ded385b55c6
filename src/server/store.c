#include "store.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *store_next_row(const struct store_batch *batch, size_t *at, struct store_row *row)
{
    const char *text = batch->rows + *at + sizeof *row;
    memcpy(row, batch->rows + *at, sizeof *row);
    *at += sizeof *row + row->length;
    return text;
}

void store_put_row(struct cn__text *rows, const struct store_row *row, const char *text)
{
    cn__text_append(rows, (const char *)row, sizeof *row);
    cn__text_append(rows, text, row->length);
    if (rows->failed)
        abort(); /* half a batch would be wrong; everything acknowledged is durable */
}

int64_t store_sum(int64_t table, int64_t n, const char *text, size_t length)
{
    const int64_t key[2] = {table, n};
    unsigned char hash[crypto_shorthash_BYTES];
    int64_t sum;
    static_assert(sizeof key == crypto_shorthash_KEYBYTES && sizeof hash == sizeof sum, "sizes");
    crypto_shorthash(hash, (const unsigned char *)text, length, (const unsigned char *)key);
    memcpy(&sum, hash, sizeof sum);
    return sum;
}

void store_make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
            *text = '?';
}

enum store_result store_say(struct store *store, enum store_result result, const char *why)
{
    snprintf(store->why, sizeof store->why, "%s", why);
    store_make_printable(store->why);
    return result;
}
