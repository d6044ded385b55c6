/* base_test.c -- growing arrays and text, JSON both ways, UTF-8, hexadecimal, wrapping, strings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"

static void expect(const struct cn__text *text, const char *expected)
{
    assert_false(text->failed);
    assert_int_equal(text->length, strlen(expected));
    assert_memory_equal(text->text, expected, text->length);
}

/* ---- arrays ---- */

static void an_array_keeps_its_elements_as_it_grows(void **state)
{
    int *numbers = NULL;
    size_t capacity = 0;
    size_t moves = 0;
    for (size_t i = 0; i < 10000; i++) {
        const size_t before = capacity;
        assert_true(cn__array_grow(&numbers, &capacity, i + 1, sizeof *numbers));
        assert_true(capacity > i);
        moves += capacity != before;
        numbers[i] = (int)i;
    }
    for (int i = 0; i < 10000; i++)
        assert_int_equal(numbers[i], i);
    assert_true(moves < 14);
    free(numbers);
}

/* count * size must not wrap to a small allocation. */
static void a_size_that_overflows_changes_nothing(void **state)
{
    uint64_t *numbers = NULL;
    size_t capacity = 0;
    assert_true(cn__array_grow(&numbers, &capacity, 1, sizeof *numbers));
    uint64_t *const before = numbers;
    const size_t had = capacity;
    assert_false(cn__array_grow(&numbers, &capacity, SIZE_MAX / 8 + 2, sizeof *numbers));
    assert_false(cn__array_grow(&numbers, &capacity, SIZE_MAX, sizeof *numbers));
    assert_ptr_equal(numbers, before);
    assert_int_equal(capacity, had);
    free(numbers);
}

/* ---- text ---- */

static void text_grows_and_is_emptied(void **state)
{
    struct cn__text text = {NULL, 0, 0, false};
    cn__text_append(&text, "", 0);
    assert_null(text.text);
    cn__text_append_string(&text, "points: ");
    cn__text_append_int(&text, -1500);
    cn__text_printf(&text, " %s %d", "of", 5000);
    expect(&text, "points: -1500 of 5000");
    cn__text_remove(&text, strlen("points: "));
    expect(&text, "-1500 of 5000");
    cn__text_remove(&text, text.length);
    expect(&text, "");
    cn__text_append_int(&text, INT64_MIN);
    cn__text_append_int(&text, 0);
    cn__text_append_int(&text, INT64_MAX);
    expect(&text, "-922337203685477580809223372036854775807");
    cn__text_clear(&text);
    for (int i = 0; i < 5000; i++)
        cn__text_printf(&text, "%04d", i);
    assert_int_equal(text.length, 20000);
    assert_memory_equal(text.text + 4 * 4321, "4321", 4);
    cn__text_free(&text);
    assert_null(text.text);
}

static void text_that_cannot_grow_is_failed_until_cleared(void **state)
{
    struct cn__text text = {NULL, 0, 0, false};
    cn__text_append_string(&text, "kept");
    assert_false(cn__text_reserve(&text, SIZE_MAX));
    assert_true(text.failed);
    cn__text_append_string(&text, "lost");
    cn__text_printf(&text, "%s", "lost");
    assert_int_equal(text.length, 4);
    assert_true(text.failed);
    cn__text_clear(&text);
    cn__text_append_string(&text, "again");
    expect(&text, "again");
    cn__text_free(&text);
}

/* ---- JSON out ---- */

static void json_places_its_commas(void **state)
{
    static const int32_t numbers[] = {1, -2, 3};
    static const uint8_t bytes[] = {0x00, 0xab, 0xff};
    struct cn__text out = {NULL, 0, 0, false};
    struct cn__text elements = {NULL, 0, 0, false};
    cn__json_open_line(&out, "say");
    cn__json_int(&out, "n", 7);
    cn__json_open(&out, "list", '[');
    cn__json_open(&out, NULL, '[');
    cn__json_close(&out, ']');
    cn__json_open(&out, NULL, '{');
    cn__json_bool(&out, "yes", true);
    cn__json_null(&out, "no");
    cn__json_close(&out, '}');
    cn__json_string(&out, NULL, "[");
    cn__json_string(&out, NULL, ",");
    cn__json_close(&out, ']');
    cn__json_ints(&out, "ints", numbers, 3);
    cn__json_ints(&out, "none", NULL, 0);
    cn__json_real(&out, "real", -1.25, 1);
    cn__json_real(&out, "none known", (double)NAN, 2);
    cn__json_hex(&out, "hex", bytes, sizeof bytes);
    cn__json_raw(&out, "raw", "{\"a\":1}");
    cn__json_int(&elements, NULL, 1);
    cn__json_null(&elements, NULL);
    cn__json_elements(&out, "elements", &elements);
    cn__json_close_line(&out);
    cn__json_open_line(&out, "end");
    cn__json_close_line(&out);
    expect(&out, "{\"t\":\"say\",\"n\":7,\"list\":[[],{\"yes\":true,\"no\":null},\"[\",\",\"],"
                 "\"ints\":[1,-2,3],\"none\":[],\"real\":-1.2,\"none "
                 "known\":null,\"hex\":\"00abff\",\"raw\":{\"a\":1},\"elements\":["
                 "1,null]}\n"
                 "{\"t\":\"end\"}\n");
    assert_false(cn__text_reserve(&elements, SIZE_MAX));
    cn__json_elements(&out, NULL, &elements);
    assert_true(out.failed);
    cn__text_free(&elements);
    cn__text_free(&out);
}

static void json_strings_are_escaped_and_valid(void **state)
{
    static const struct {
        const char *string, *json;
    } cases[] = {
        {"", "\"\""},
        {"Zo\xc3\xab \xe2\x99\xa5 \xf0\x9f\x82\xa1",
         "\"Zo\xc3\xab \xe2\x99\xa5 \xf0\x9f\x82\xa1\""},
        {"\"\\/\n\t\x7f", "\"\\\"\\\\/\\u000a\\u0009\\u007f\""},
        {"\xff"
         "a\xc3",
         "\"\\ufffda\\ufffd\""},                                  /* stray, cut off */
        {"\xc0\xaf", "\"\\ufffd\\ufffd\""},                       /* overlong */
        {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            /* a surrogate */
        {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* past U+10FFFF */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cn__text out = {NULL, 0, 0, false};
        cn__json_string(&out, NULL, cases[i].string);
        expect(&out, cases[i].json);
        json_t *read = json_loadb(out.text, out.length, JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        json_decref(read);
        cn__text_free(&out);
    }
}

/* ---- JSON in ---- */

static void getters_deliver_values_and_explain_faults(void **state)
{
    struct cn__fault fault;
    int64_t number;
    bool truth;
    const char *string;
    const json_t *array;
    uint8_t bytes[2];
    json_t *o = json_loads("{\"n\":5,\"r\":5.5,\"b\":true,\"s\":\"x\",\"a\":[1,2],\"h\":\"01ff\"}",
                           0, NULL);
    assert_true(cn__get_int(o, "n", 5, 5, &number, &fault) && number == 5);
    assert_true(cn__get_bool(o, "b", &truth, &fault) && truth);
    assert_true(cn__get_string(o, "s", &string, &fault));
    assert_string_equal(string, "x");
    assert_true(cn__get_array(o, "a", 2, &array, &fault) && json_array_size(array) == 2);
    assert_true(cn__get_array(o, "a", -1, &array, NULL));
    assert_true(cn__get_hex(o, "h", bytes, 2, &fault) && bytes[0] == 1 && bytes[1] == 255);

    assert_false(cn__get_int(o, "n", 6, 9, &number, &fault));
    assert_string_equal(fault.expected, "\"n\": a whole number from 6 to 9");
    assert_string_equal(fault.found, "5");
    assert_false(cn__get_int(o, "r", 0, 9, &number, &fault)); /* no fractions */
    assert_false(cn__get_int(o, "b", 0, 9, &number, NULL));
    assert_false(cn__get_int(o, "none", 0, 9, &number, &fault));
    assert_string_equal(fault.found, "nothing");
    assert_int_equal(number, 5);
    assert_false(cn__get_bool(o, "n", &truth, &fault));
    assert_false(cn__get_string(o, "n", &string, &fault));
    assert_false(cn__get_array(o, "a", 3, &array, &fault));
    assert_string_equal(fault.expected, "\"a\": an array of 3");
    assert_false(cn__get_array(o, "s", -1, &array, &fault));
    assert_false(cn__get_hex(o, "h", bytes, 1, &fault));
    assert_string_equal(fault.expected, "\"h\": 1 bytes in hexadecimal");
    assert_false(cn__get_hex(o, "n", bytes, 2, NULL));
    assert_false(cn__get_int(NULL, "n", 0, 9, &number, &fault));
    json_decref(o);
}

static void a_fault_shows_long_and_strange_values_safely(void **state)
{
    char text[200];
    json_t *value =
        json_string("\x1b[2J \xc3\xa9 and then more than sixty characters of something else");
    cn__describe_value(value, text, sizeof text);
    assert_true(strlen(text) < 70);
    assert_null(strchr(text, '\x1b'));
    json_decref(value);
    cn__describe_text("a\x1b\xc3\xa9z", text, sizeof text);
    assert_string_equal(text, "a???z");
    cn__describe_text("abcdef", text, 4);
    assert_string_equal(text, "abc");
}

/* ---- UTF-8 ---- */

static size_t decode(const char *text, size_t left, uint32_t *code)
{
    *code = 0;
    return cn__utf8_decode(text, left, code);
}

static void utf8_is_decoded_strictly(void **state)
{
    uint32_t code;
    assert_int_equal(decode("A", 1, &code), 1);
    assert_int_equal(code, 'A');
    assert_int_equal(decode("", 1, &code), 1); /* NUL is a character */
    assert_int_equal(decode("A", 0, &code), 0);
    /* Every code point, encoded as the standard defines it, is decoded again. */
    for (uint32_t c = 0x80; c < 0x110000; c++) {
        const char t[4] = {(char)(c < 0x800     ? 0xc0 | c >> 6
                                  : c < 0x10000 ? 0xe0 | c >> 12
                                                : 0xf0 | c >> 18),
                           (char)(0x80 | (c < 0x800     ? c & 63
                                          : c < 0x10000 ? c >> 6 & 63
                                                        : c >> 12 & 63)),
                           (char)(0x80 | (c < 0x10000 ? c & 63 : c >> 6 & 63)),
                           (char)(0x80 | (c & 63))};
        const size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        const bool surrogate = c >= 0xd800 && c < 0xe000;
        assert_int_equal(decode(t, 4, &code), surrogate ? 0 : length);
        assert_true(surrogate || code == c);
        assert_int_equal(decode(t, length - 1, &code), 0);
    }
    for (int first = 0x80; first < 0xc2; first++)
        assert_int_equal(decode((const char[]){(char)first, (char)0x80}, 2, &code), 0);
    for (int first = 0xf5; first < 0x100; first++)
        assert_int_equal(decode((const char[]){(char)first, -128, -128, -128}, 4, &code), 0);
    assert_int_equal(decode("\xe0\x9f\xbf", 3, &code), 0); /* overlong */
    assert_int_equal(decode("\xc3(", 2, &code), 0);
}

static void text_is_cut_between_characters(void **state)
{
    static const char text[] = "na\xc3\xafve \xe2\x99\xa5";
    const size_t length = sizeof text - 1;
    char copy[sizeof text];
    assert_int_equal(cn__columns(text), 7);
    assert_int_equal(cn__columns_in(text, 4), 3);
    assert_int_equal(cn__utf8_fit(text, length, length), length);
    assert_int_equal(cn__utf8_fit(text, length, 100), length);
    assert_int_equal(cn__utf8_fit(text, length, 3), 2);
    assert_int_equal(cn__utf8_fit(text, length, 4), 4);
    assert_int_equal(cn__utf8_fit(text, length, length - 1), 7);
    memcpy(copy, text, sizeof text);
    cn__cut_to_columns(copy, 7);
    assert_string_equal(copy, text);
    cn__cut_to_columns(copy, 3);
    assert_string_equal(copy, "na\xc3\xaf");
    cn__cut_to_columns(copy, 0);
    assert_string_equal(copy, "");
}

/* ---- hexadecimal ---- */

static void hexadecimal_round_trips(void **state)
{
    uint8_t bytes[256];
    uint8_t read[256];
    char text[513];
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    cn__hex_format(bytes, 256, text);
    assert_true(cn__hex_parse(text, 512, read, 256));
    assert_memory_equal(read, bytes, 256);
    assert_false(cn__hex_parse("0A", 2, read, 1)); /* upper case */
    assert_false(cn__hex_parse("0g", 2, read, 1));
    assert_false(cn__hex_parse("0", 1, read, 1));
    assert_false(cn__hex_parse("0000", 4, read, 1));
    assert_true(cn__hex_parse("", 0, read, 0));
}

/* ---- wrapping ---- */

static void wrapped(const char *text, int column, int indent, int width, char *out)
{
    struct cn__wrap wrap = {
        .text = text, .length = strlen(text), .width = width, .column = column, .indent = indent};
    out[0] = '\0';
    while (cn__wrap_next(&wrap)) {
        if (wrap.starts_line)
            strcat(out, "|");
        else if (!wrap.first)
            strcat(out, " ");
        strncat(out, wrap.word, wrap.word_length);
    }
}

static void words_are_wrapped_into_lines(void **state)
{
    char out[200];
    wrapped("one  two\nthree four", 0, 0, 9, out);
    assert_string_equal(out, "one two|three|four");
    wrapped("one two three four", 0, 0, 10, out);
    assert_string_equal(out, "one two|three four");
    wrapped("one two three four", 4, 3, 11, out); /* room for 7, then for 8 */
    assert_string_equal(out, "one two|three|four");
    wrapped("a widerthantheline b", 0, 0, 5, out);
    assert_string_equal(out, "a|widerthantheline|b");
    wrapped("\xc3\xa9\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9", 0, 0, 6, out); /* columns, not bytes */
    assert_string_equal(out, "\xc3\xa9\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9");
    wrapped("toowide", 5, 0, 8, out); /* the first word stays on its line */
    assert_string_equal(out, "toowide");
    wrapped(" \n ", 0, 0, 8, out);
    assert_string_equal(out, "");
}

static void paragraphs_end_before_separate_lines(void **state)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"", 0},         {"one line", 8},    {"two\nlines\n", 10},
                 {"a\n\nb", 2},   {"a\n- item\n", 2}, {"- a\nb\n- c", 6},
                 {"a\n -500", 2}, {"a\n-500\n", 7}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(cn__paragraph_length(cases[i].text, strlen(cases[i].text)),
                         cases[i].length);
}

/* ---- strings ---- */

static int distance(const char *a, const char *b)
{
    return cn__edit_distance(a, strlen(a), b, strlen(b));
}

static void words_are_compared(void **state)
{
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("serve", "Serve"), 0);
    assert_int_equal(distance("serve", "sreve"), 2);
    assert_int_equal(distance("", "join"), 4);
    assert_int_equal(distance("join", ""), 4);
    assert_int_equal(distance("kitten", "sitting"), 3);
    assert_int_equal(distance("a", "a word that is longer than anybody types"), CN__DISTANCE_MOST);
    assert_int_equal(distance("a word that is longer than anybody types", "a word"), 34);
    assert_true(cn__begins_with("Analyze", 7, "ana", 3));
    assert_false(cn__begins_with("an", 2, "ana", 3));
    assert_false(cn__begins_with("bna", 3, "ana", 3));
    assert_int_equal(cn__lower('Q'), 'q');
    assert_int_equal(cn__lower('['), '[');
    const char *words[] = {"b", "a", "ab"};
    char texts[3][4] = {"b", "a", "ab"};
    qsort(words, 3, sizeof words[0], cn__compare_strings);
    qsort(texts, 3, sizeof texts[0], cn__compare_texts);
    for (int i = 0; i < 3; i++)
        assert_string_equal(words[i], texts[i]);
    assert_string_equal(words[2], "b");
}

static void lines_are_taken_in_turn(void **state)
{
    static const char text[] = "one\n\nthree\nfour";
    static const char *const wanted[] = {"one", "", "three", "four"};
    const char *line;
    size_t size;
    size_t at = 0;
    for (int i = 0; i < 4; i++) {
        assert_true(cn__next_line(text, strlen(text), &at, &line, &size));
        assert_int_equal(size, strlen(wanted[i]));
        assert_memory_equal(line, wanted[i], size);
    }
    assert_int_equal(at, strlen(text));
    assert_false(cn__next_line(text, strlen(text), &at, &line, &size));
    at = 0;
    assert_true(cn__next_line(text, 4, &at, &line, &size)); /* its newline is the last byte */
    assert_int_equal(at, 4);
    assert_false(cn__next_line(text, 4, &at, &line, &size));
    at = 0;
    assert_false(cn__next_line(text, 0, &at, &line, &size));
}

static void the_clock_goes_forward(void **state)
{
    const int64_t ns = cn__clock_ns();
    assert_true(cn__clock_ns() >= ns);
    assert_true(cn__clock_ms() >= ns / 1000000);
    assert_true(cn__wall_clock_us() / 1000000 > 1577836800); /* 2020 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_keeps_its_elements_as_it_grows),
        cmocka_unit_test(a_size_that_overflows_changes_nothing),
        cmocka_unit_test(text_grows_and_is_emptied),
        cmocka_unit_test(text_that_cannot_grow_is_failed_until_cleared),
        cmocka_unit_test(json_places_its_commas),
        cmocka_unit_test(json_strings_are_escaped_and_valid),
        cmocka_unit_test(getters_deliver_values_and_explain_faults),
        cmocka_unit_test(a_fault_shows_long_and_strange_values_safely),
        cmocka_unit_test(utf8_is_decoded_strictly),
        cmocka_unit_test(text_is_cut_between_characters),
        cmocka_unit_test(hexadecimal_round_trips),
        cmocka_unit_test(words_are_wrapped_into_lines),
        cmocka_unit_test(paragraphs_end_before_separate_lines),
        cmocka_unit_test(words_are_compared),
        cmocka_unit_test(lines_are_taken_in_turn),
        cmocka_unit_test(the_clock_goes_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
