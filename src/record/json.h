/* put.h -- JSON written by hand: compact, keys in a fixed order, "t" first. */
#ifndef CN_RECORD_PUT_H
#define CN_RECORD_PUT_H

#include "record.h"

void put_bytes(struct cn_lines *lines, const char *bytes, size_t length);
void put_text(struct cn_lines *lines, const char *text);
void put_int(struct cn_lines *lines, int64_t value);
/* A string in quotes, escaped; bytes that are not UTF-8 become the replacement character. */
void put_string(struct cn_lines *lines, const char *text);
/* ,"key": */
void put_key(struct cn_lines *lines, const char *key);
void put_key_int(struct cn_lines *lines, const char *key, int64_t value);
void put_key_bool(struct cn_lines *lines, const char *key, bool value);
void put_key_string(struct cn_lines *lines, const char *key, const char *text);
/* Cards and numbers in brackets. */
void put_cards(struct cn_lines *lines, const cn_card *cards, int count);
void put_ints(struct cn_lines *lines, const int32_t *values, int count);

#endif
