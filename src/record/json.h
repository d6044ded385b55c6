/* put.h -- JSON written by hand: compact, keys in a fixed order, "t" first. */
#ifndef CN_RECORD_JSON_H
#define CN_RECORD_JSON_H

#include "record.h"

void cn__json_bytes(struct cn_record_lines *lines, const char *bytes, size_t length);
void cn__json_text(struct cn_record_lines *lines, const char *text);
void cn__json_int(struct cn_record_lines *lines, int64_t value);
/* A string in quotes, escaped; bytes that are not UTF-8 become the replacement character. */
void cn__json_string(struct cn_record_lines *lines, const char *text);
/* ,"key": */
void cn__json_key(struct cn_record_lines *lines, const char *key);
void cn__json_key_int(struct cn_record_lines *lines, const char *key, int64_t value);
void cn__json_key_bool(struct cn_record_lines *lines, const char *key, bool value);
void cn__json_key_string(struct cn_record_lines *lines, const char *key, const char *text);
/* Cards and numbers in brackets. */
void cn__json_cards(struct cn_record_lines *lines, const cn_card *cards, int count);
void cn__json_ints(struct cn_record_lines *lines, const int32_t *values, int count);

#endif
