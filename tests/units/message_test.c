/* message_test.c -- the protocol's messages: each can be read back, and hostile input is refused
 * with the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/client.h"
#include "protocol/plain_text.h"
#include "protocol/protocol.h"

static struct message message;
static struct message_error why;

static enum message_result read_as(enum message_source reader, const char *text)
{
    return message_parse(text, strlen(text), reader, &message, &why);
}

static void expect_bad(const char *text, const char *reason, const char *field)
{
    if (read_as(MESSAGE_FROM_SERVER, text) != MESSAGE_INVALID)
        fail_msg("read: %.100s", text);
    if (strcmp(why.why, reason) != 0 || strcmp(why.field, field) != 0)
        fail_msg("%.100s: %s %s, not %s %s", text, why.why, why.field, reason, field);
}

#define TABLE "\"table\":\"00112233445566778899aabbccddeeff\""
#define TOKEN "\"token\":\"00112233445566778899aabbccddeeff\""

#define HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const char *const good[] = {
    "{\"t\":\"make\",\"v\":2,\"seat\":2,\"name\":\"Anna\",\"rules\":\"hoyle\"}",
    "{\"t\":\"make\",\"v\":2,\"name\":\"Bo\",\"house\":\"target = 500\\n\",\"players\":4}",
    "{\"t\":\"make\",\"v\":2,\"name\":\"C\",\"timer\":\"brisk\",\"join\":\"ask\",\"watch\":false}",
    "{\"t\":\"make\",\"v\":2,\"name\":\"D\",\"deck\":\"7hXr2sTd\"}",
    "{\"t\":\"make\",\"v\":2,\"rules\":\"bicycle\"}", /* a name is optional for one player */
    "{\"t\":\"list\"}",
    "{\"t\":\"list\"," TABLE "}",
    "{\"t\":\"hello\",\"v\":2,\"last\":12," TABLE "," TOKEN ",\"new\":true,\"name\":\"Bo\"}",
    "{\"t\":\"act\",\"id\":3,\"at\":4,\"action\":\"add 2 1 0 0\",\"cards\":[\"7h\"]}",
    "{\"t\":\"sit\",\"id\":1,\"seat\":3,\"name\":\"Cai\"}",
    "{\"t\":\"rise\",\"id\":9007199254740991}",
    "{\"t\":\"pledge\",\"id\":2,\"deal\":1,\"pledge\":\"" HASH "\"}",
    "{\"t\":\"part\",\"id\":2,\"deal\":1,\"part\":\"" HASH "\"}",
    "{\"t\":\"cut\",\"id\":4,\"k\":50}",
    "{\"t\":\"chat\",\"id\":5,\"text\":\"<b>&'\\\";--\"}",
    "{\"t\":\"chat\",\"id\":5,\"phrase\":\"well-played\"}",
    "{\"t\":\"pause\",\"id\":6,\"yes\":true}",
    "{\"t\":\"back\",\"id\":6,\"n\":2}",
    "{\"t\":\"vote\",\"id\":6,\"on\":2,\"yes\":false}",
    "{\"t\":\"bot\",\"id\":6,\"seat\":2,\"level\":\"club\"}",
    "{\"t\":\"set\",\"id\":6,\"timer\":\"none\",\"hints\":false,\"pace\":300}",
    "{\"t\":\"sheet\",\"id\":7}",
    "{\"t\":\"ping\"}",
};

static void written_is_read(void **state)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct cn__text lines = {.text = NULL};
        struct message again;
        if (read_as(MESSAGE_FROM_SERVER, good[i]) != MESSAGE_VALID)
            fail_msg("%s: %s %s", good[i], why.why, why.field);
        message_write(&lines, &message);
        assert_int_equal(message_parse(lines.text, lines.length, MESSAGE_FROM_SERVER, &again, &why),
                         MESSAGE_VALID);
        assert_memory_equal(&again, &message, sizeof message);
        cn__text_free(&lines);
    }
}

static void hostile_is_refused(void **state)
{
    expect_bad("", "json", "");
    expect_bad("{", "json", "");
    expect_bad("nonsense", "json", "");
    expect_bad("[]", "object", "");
    expect_bad("{}", "missing", "t");
    expect_bad("{\"t\":7}", "missing", "t");
    expect_bad("{\"t\":\"act\",\"t\":\"act\"}", "json", "");
    expect_bad("{\"t\":\"welcome\"}", "kind", "welcome"); /* only servers send that */
    expect_bad("{\"t\":\"did\",\"seat\":1}", "kind", "did");
    expect_bad("{\"t\":\"<script>\"}", "kind", "<script>");
    expect_bad("{\"t\":\"\\u0007\"}", "kind", "?");
    expect_bad("{\"t\":\"ping\",\"admin\":true}", "field", "admin");
    expect_bad("{\"t\":\"ping\",\"seat\":1}", "field", "seat");
    expect_bad("{\"t\":\"hello\",\"v\":1," TABLE "}", "version", "v");
    expect_bad("{\"t\":\"hello\",\"v\":3," TABLE "}", "version", "v");
    expect_bad("{\"t\":\"part\",\"id\":2,\"deal\":1,"
               "\"part\":\"00112233445566778899aabbccddeeff\"}",
               "value", "part");
    expect_bad("{\"t\":\"pledge\",\"id\":2,\"deal\":1,\"pledge\":\"00\"}", "value", "pledge");
    expect_bad("{\"t\":\"hello\",\"v\":2}", "missing", "table");
    expect_bad("{\"t\":\"hello\",\"v\":2,\"table\":\"../../etc/passwd\"}", "value", "table");
    expect_bad("{\"t\":\"hello\",\"v\":2,\"table\":\"00112233445566778899AABBCCDDEEFF\"}", "value",
               "table");
    expect_bad("{\"t\":\"hello\",\"v\":2," TABLE ",\"token\":\"00\"}", "value", "token");
    expect_bad("{\"t\":\"hello\",\"v\":2," TABLE ",\"name\":\"\\u200b \\u202e\"}", "value", "name");
    expect_bad("{\"t\":\"act\",\"id\":0,\"at\":1,\"action\":\"draw\"}", "value", "id");
    expect_bad("{\"t\":\"act\",\"id\":1.0,\"at\":1,\"action\":\"draw\"}", "value", "id");
    expect_bad("{\"t\":\"act\",\"id\":9007199254740992,\"at\":1,\"action\":\"draw\"}", "value",
               "id");
    expect_bad("{\"t\":\"act\",\"id\":99999999999999999999,\"at\":1,\"action\":\"draw\"}", "json",
               "");
    expect_bad("{\"t\":\"act\",\"id\":1,\"at\":-1,\"action\":\"draw\"}", "value", "at");
    expect_bad("{\"t\":\"act\",\"id\":1,\"at\":1,\"action\":\"fly\"}", "value", "action");
    expect_bad("{\"t\":\"act\",\"id\":1,\"at\":1}", "missing", "action");
    expect_bad("{\"t\":\"act\",\"id\":1,\"at\":1,\"action\":\"draw\",\"cards\":[\"1h\"]}", "value",
               "cards");
    expect_bad("{\"t\":\"chat\",\"id\":1}", "missing", "text");
    expect_bad("{\"t\":\"chat\",\"id\":1,\"text\":\"a\",\"phrase\":\"hello\"}", "field", "text");
    expect_bad("{\"t\":\"chat\",\"id\":1,\"phrase\":\"nonsense\"}", "value", "phrase");
    expect_bad("{\"t\":\"chat\",\"id\":1,\"text\":\"\xff\xfe\"}", "json", "");
    expect_bad("{\"t\":\"chat\",\"id\":1,\"text\":\"a\\u0000b\"}", "json", "");
    expect_bad("{\"t\":\"set\",\"id\":1,\"timer\":\"never\"}", "value", "timer");
    expect_bad("{\"t\":\"sit\",\"id\":1,\"seat\":6}", "value", "seat");
    assert_int_equal(read_as(MESSAGE_FROM_SERVER, "{\"t\":\"act\",\"id\":17,\"at\":[]}"),
                     MESSAGE_INVALID);
    assert_int_equal(why.id, 17); /* so the answer can name it */
}

static void long_and_deep(void **state)
{
    static char text[100000];
    memset(text, '[', sizeof text - 1);
    assert_int_equal(read_as(MESSAGE_FROM_SERVER, text), MESSAGE_INVALID);
    assert_string_equal(why.why, "long");
    text[MESSAGE_BYTES] = '\0';
    expect_bad(text, "json", "");
    assert_int_equal(message_parse(text, 50000, MESSAGE_FROM_CLIENT, &message, &why),
                     MESSAGE_INVALID);
}

/* A client skips what a newer server adds. */
static void clients_skip(void **state)
{
    assert_int_equal(read_as(MESSAGE_FROM_CLIENT, "{\"t\":\"ok\",\"id\":3,\"mood\":[1,2]}"),
                     MESSAGE_VALID);
    assert_int_equal(message.id, 3);
    assert_int_equal(read_as(MESSAGE_FROM_CLIENT, "{\"t\":\"weather\"}"), MESSAGE_NOT_MINE);
    assert_int_equal(read_as(MESSAGE_FROM_CLIENT, "{\"t\":\"draw\",\"seat\":1,\"n\":1,\"red\":[]}"),
                     MESSAGE_NOT_MINE);
    assert_int_equal(read_as(MESSAGE_FROM_LOG, "{\"t\":\"ok\",\"id\":3}"), MESSAGE_NOT_MINE);
}

static void expect_clean(const char *text, int most, const char *expected)
{
    char clean[100];
    const size_t length = plain_text_clean(text, strlen(text), most, clean, sizeof clean);
    assert_string_equal(clean, expected);
    assert_int_equal(length, strlen(expected));
}

static void people_send_text(void **state)
{
    expect_clean("Anna", 24, "Anna");
    expect_clean("  An\tna\n ", 24, "An na");
    expect_clean("<img src=x onerror=alert(1)>", 60, "<img src=x onerror=alert(1)>");
    expect_clean("'; DROP TABLE logs;--", 60, "'; DROP TABLE logs;--");
    expect_clean("\xe2\x80\xae"
                 "evil\xe2\x80\x8b\xef\xbb\xbf",
                 24, "evil");
    expect_clean("\x1b[31mred\x7f", 24, "[31mred");
    expect_clean("Z\xcc\x80\xcc\x81\xcc\x82\xcc\x83", 24, "Z\xcc\x80\xcc\x81");
    expect_clean("\xcc\x80", 24, "");
    expect_clean("J\xc3\xbcrgen \xf0\x9f\x83\x8f", 24, "J\xc3\xbcrgen \xf0\x9f\x83\x8f");
    expect_clean("abcdef", 3, "abc");
    expect_clean("ab cd", 3, "ab");
    expect_clean("", 24, "");
}

static void phrases_have_words(void **state)
{
    struct cn_words words;
    char key[40];
    char sentence[200];
    assert_true(cn_words_find("en", &words));
    for (int i = 0; phrase_at(i) != NULL; i++) {
        snprintf(key, sizeof key, "phrase.%s", phrase_at(i));
        assert_true(cn_words_lookup(&words, key, sentence, sizeof sentence));
    }
    for (int verdict = FAIR_UNKNOWN; verdict <= FAIR_NOT_VOID; verdict++) {
        snprintf(key, sizeof key, "fair.%s", fair_verdict_name((enum fair_verdict)verdict));
        assert_true(cn_words_lookup(&words, key, sentence, sizeof sentence));
    }
    for (int verdict = DEAL_FAIR; verdict < DEAL_VERDICTS; verdict++) {
        snprintf(key, sizeof key, "join.%s", deal_verdict_name((enum deal_verdict)verdict));
        assert_true(cn_words_lookup(&words, key, sentence, sizeof sentence));
    }
}

static void reasons_have_words(void **state)
{
    struct cn_words words;
    char key[40];
    char sentence[200];
    assert_true(cn_words_find("en", &words));
    for (int i = 0; reason_code_at(i) != NULL; i++) {
        snprintf(key, sizeof key, "net.%s", reason_code_at(i));
        if (!cn_words_lookup(&words, key, sentence, sizeof sentence))
            fail_msg("no sentence %s", key);
        /* Shown to people unchanged, so they must be whole sentences. */
        assert_true(sentence[0] >= 'A' && sentence[0] <= 'Z');
        assert_non_null(strchr(".?", sentence[strlen(sentence) - 1]));
    }
}

/* Writes the scores of two sides, expects this text, and reads it back. */
static void expect_sides(const struct cn_score *sides, const char *text)
{
    struct cn__text lines = {.text = NULL};
    message_init(&message, MESSAGE_SHEET);
    message_set_number(&message, FIELD_DEAL, 3);
    message_set_scores(&message, sides, 2);
    message_write(&lines, &message);
    const size_t length = lines.length;
    cn__text_append(&lines, "", 1);
    const char *found = strstr(lines.text, "\"sides\":");
    assert_non_null(found);
    assert_memory_equal(found + strlen("\"sides\":"), text, strlen(text));
    assert_int_equal(message_parse(lines.text, length, MESSAGE_FROM_CLIENT, &message, &why),
                     MESSAGE_VALID);
    cn__text_free(&lines);
    assert_int_equal(message.deal, 3);
    assert_int_equal(message.side_count, 2);
    assert_memory_equal(message.sides, sides, 2 * sizeof *sides);
}

static void sheets_are_read(void **state)
{
    const struct cn_score sides[2] = {{.item[CN_SCORE_MELDS] = 455,
                                       .item[CN_SCORE_CANASTAS] = 500,
                                       .item[CN_SCORE_RED_THREES] = -100,
                                       .item[CN_SCORE_OUT] = 100,
                                       .item[CN_SCORE_CONCEALED] = 100,
                                       .item[CN_SCORE_HANDS] = -35,
                                       .item[CN_SCORE_BONUS] = 200,
                                       .total = 1220,
                                       .after = 4220},
                                      {.item[CN_SCORE_MELDS] = 5, .total = 5, .after = -95}};
    expect_sides(sides, "[[455,500,-100,100,100,-35,200,4220],[5,0,0,0,0,0,0,-95]]");
}

/* Items that are not in the Laws of 1950 are sent after the score, if they are not 0. */
static void rare_items_follow_the_score(void **state)
{
    struct cn_score sides[2] = {{.item[CN_SCORE_MELDS] = 5, .total = 5, .after = 105}};
    expect_sides(sides, "[[5,0,0,0,0,0,0,105],[0,0,0,0,0,0,0,0]]");
    sides[1].item[CN_SCORE_UNDECLARED] = sides[1].total = sides[1].after = -500;
    expect_sides(sides, "[[5,0,0,0,0,0,0,105],[0,0,0,0,0,0,0,-500,-500]]");
    sides[1].item[CN_SCORE_UNDECLARED] = 0;
    sides[1].item[CN_SCORE_OTHER] = -500;
    expect_sides(sides, "[[5,0,0,0,0,0,0,105],[0,0,0,0,0,0,0,-500,0,-500]]");
}

static void bad_sheets_are_refused(void **state)
{
    assert_int_equal(read_as(MESSAGE_FROM_CLIENT, "{\"t\":\"sheet\",\"deal\":1,\"sides\":[[1,2]]}"),
                     MESSAGE_INVALID);
    assert_int_equal(read_as(MESSAGE_FROM_CLIENT, "{\"t\":\"sheet\",\"deal\":1,\"sides\":[]}"),
                     MESSAGE_INVALID);
    assert_int_equal(
        read_as(MESSAGE_FROM_CLIENT,
                "{\"t\":\"sheet\",\"deal\":1,\"sides\":[[1,2,3,4,5,6,7,8,9,10,11,12,13],"
                "[1,2,3,4,5,6,7,8]]}"),
        MESSAGE_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(hostile_is_refused),
        cmocka_unit_test(long_and_deep),
        cmocka_unit_test(clients_skip),
        cmocka_unit_test(people_send_text),
        cmocka_unit_test(phrases_have_words),
        cmocka_unit_test(reasons_have_words),
        cmocka_unit_test(sheets_are_read),
        cmocka_unit_test(rare_items_follow_the_score),
        cmocka_unit_test(bad_sheets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
