/* referee_words_test.c -- a refereed table in words: what each seat reads of irregular play, of
 * rulings and of what is owed, in every language.
 *
 * What nobody has called reads as it is seen at a table, never as a breach. */
#include "refereed.h"

#include "display/display.h"

#define PLAIN "hands: 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: Q K T 9 +20"

static const char *const languages[] = {"en", "de", "es", "fr"};
static const char *const names[] = {"Anna", "Ben", "Cleo", "Dan"};

static struct {
    struct scene scene;
    struct display display;
    char said[SAY_SIZE * 2];
} w;

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    scene_on_event(&w.scene, event);
}

static void sit(const char *language)
{
    struct cn_words words;
    assert_true(cn_words_find(language, &words));
    w.scene.words = words;
}

/* The table of a position, of which nothing has been told. */
static void begin(const char *rules, const char *position)
{
    struct cn_words words;
    table(rules, position);
    assert_true(cn_words_find("en", &words));
    scene_free(&w.scene);
    scene_init(&w.scene, &words, SCENE_ALL_SEATS);
    for (int seat = 0; seat < 4; seat++)
        scene_set_name(&w.scene, seat, names[seat], NULL);
    w.scene.game = at_table.game;
}

static void act(const char *text, int index)
{
    const struct cn_observer observer = {.event = on_event};
    struct cn_refusal why;
    (void)index;
    w.scene.action = table_action(text + 2);
    if (!cn_game_play(&w.scene.game, text[0] - '0', w.scene.action, NULL, &why, &observer))
        fail_msg("%s: refused, %s %s", text, cn_refusal_name(why.id), why.article);
}

/* Every sentence is whole, in every language and for every seat. */
static void all_are_whole(void)
{
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        sit(languages[l]);
        for (int seat = 0; seat < w.scene.game.players; seat++) {
            display_of(&w.scene, seat, &w.display);
            for (int i = 0; i < w.display.news_count; i++) {
                char text[SAY_SIZE];
                display_news_text(&w.display, &w.display.news[i], text, sizeof text);
                if (strpbrk(text, "{}_") != NULL || strstr(text, "event.") != NULL ||
                    strstr(text, "then.") != NULL || strstr(text, "ruled.") != NULL)
                    fail_msg("%s: %s", languages[l], text);
            }
        }
    }
    sit("en");
}

/* Seats do this, and the seat reads just these sentences, joined by blanks. */
static void reads(int seat, const char *actions, const char *sentences)
{
    const int before = w.scene.news_count;
    table_parts(actions, ';', act);
    display_of(&w.scene, seat, &w.display);
    w.said[0] = '\0';
    for (int i = before; i < w.display.news_count; i++) {
        char text[SAY_SIZE];
        display_news_text(&w.display, &w.display.news[i], text, sizeof text);
        const size_t length = strlen(w.said);
        snprintf(w.said + length, sizeof w.said - length, "%s%s", length > 0 ? " " : "", text);
    }
    if (strcmp(w.said, sentences) != 0)
        fail_msg("%s\n  expected %s\n  found    %s", actions, sentences, w.said);
    all_are_whole();
}

static void expects(const char *found, const char *wanted)
{
    if (strcmp(found, wanted) != 0)
        fail_msg("\n  expected %s\n  found    %s", wanted, found);
}

/* So reads the latest ruling now, with its law and without. */
static void ruling_reads(int viewer, const char *wanted)
{
    char text[SAY_SIZE] = "";
    char bare[SAY_SIZE] = "";
    display_of(&w.scene, viewer, &w.display);
    for (int i = 0; i < w.display.news_count; i++)
        if (w.display.news[i].type == CN_EVENT_RULING) {
            display_news_text(&w.display, &w.display.news[i], text, sizeof text);
            display_ruling_text(&w.display, &w.display.news[i], bare, sizeof bare);
        }
    expects(text, wanted);
    expects(bare, wanted + strlen("L53: "));
}

static void duties(int viewer, int seat, const char *wanted)
{
    char text[SAY_SIZE];
    display_of(&w.scene, viewer, &w.display);
    expects(words_duties(&w.display, seat, text, sizeof text), wanted);
}

static void turn_is(int seat, const char *wanted)
{
    char text[SAY_SIZE];
    display_of(&w.scene, seat, &w.display);
    expects(words_turn(&w.display, text, sizeof text), wanted);
}

/* ---- what is seen ---- */

static void nobody_says_that_it_is_irregular(void **state)
{
    (void)state;
    begin(CALLED, PLAIN);
    reads(1, "0 draw; 0 !draw", "Anna draws a card. Anna draws a card.");
    reads(0, "2 !draw", "Cleo draws a card.");
    reads(2, "2 !peek", "You look at the top card of the stock: the nine of hearts.");
    reads(1, "2 !peek", "Cleo looks at the top card of the stock.");
    reads(1, "3 !touch", "Dan touches the top card of the pack.");
    reads(3, "3 !expose J", "You show the jack of clubs.");
    reads(0, "0 discard 4; 1 !discard 4",
          "You discard the four of spades. Ben discards the four of hearts.");
    turn_is(2, "Cleo, your turn: draw.");
}

static void a_lapse_is_silent(void **state)
{
    (void)state;
    begin(CALLED, PLAIN);
    reads(2, "1 !expose 8; 0 draw; 0 !draw; 0 discard 4",
          "Ben shows the eight of hearts. Anna draws a card. Anna draws a card. Anna discards the "
          "four of spades.");
    reads(1, "1 draw", "You draw the ten of spades.");
    w.scene.review = true;
    reads(1, "1 discard 4; 2 draw; 2 !draw; 2 discard 4; 3 draw",
          "You discard the four of hearts. Cleo draws a card. Too late to put right: you have "
          "shown a card of your hand (L54). You take the eight of hearts back into your hand. Cleo "
          "has drawn a card too many (L53). Cleo draws a card. Cleo discards the four of spades. "
          "Dan draws a card. Too late to put right: Cleo has drawn a card too many (L53).");
}

/* ---- rulings ---- */

static void a_ruling_is_one_sentence(void **state)
{
    (void)state;
    begin(CALLED, PLAIN);
    reads(1, "0 draw; 0 !draw; 0 discard 4; 2 call",
          "Anna draws a card. Anna draws a card. Anna discards the four of spades. Cleo calls "
          "attention. L53: Anna has drawn a card too many; Anna owes a discard and the side loses "
          "50 points. Anna owes a discard without drawing.");
    duties(1, 0, "owes a discard");
    duties(0, 0, "you owe a discard");
    reads(0, "1 draw; 1 discard 4; 2 draw; 2 discard 4; 3 draw; 3 discard 4",
          "Ben draws a card. Ben discards the four of hearts. Cleo draws a card. Cleo discards the "
          "four of diamonds. Dan draws a card. Dan discards the four of spades.");
    turn_is(0, "Anna, discard to end your turn; you owe a discard, so you do not draw.");
    turn_is(1, "It's Anna's turn.");
}

static void an_idle_call(void **state)
{
    (void)state;
    begin(CALLED, PLAIN);
    reads(1, "2 call", "Cleo calls attention, but there is nothing to put right.");
    reads(2, "2 call", "You call attention, but there is nothing to put right.");
}

static void a_card_goes_back(void **state)
{
    (void)state;
    begin(WATCHFUL, PLAIN);
    reads(1, "2 !draw",
          "Cleo draws a card. The referee calls attention. L53: Cleo has drawn out of turn; the "
          "card goes back on the stock and the side loses 200 points. Cleo puts a card back on top "
          "of the stock.");
    reads(2, "2 !draw",
          "You draw the queen of spades. The referee calls attention. L53: you have drawn out of "
          "turn; the card goes back on the stock and your side loses 200 points. You put the queen "
          "of spades back on top of the stock.");
}

static void a_decision_is_asked(void **state)
{
    (void)state;
    begin(CALLED, PLAIN);
    reads(2, "0 !discard 4; 3 call",
          "Anna discards the four of spades. Dan calls attention. L53: Anna has discarded without "
          "drawing; Ben may require a draw from the stock.");
    char text[SAY_SIZE];
    turn_is(1, "Ben, decide: must Anna draw from the stock?");
    turn_is(0, "Ben decides what you have to do.");
    turn_is(2, "Ben decides what Anna has to do.");
    expects(words_decision(&w.display, text, sizeof text),
            "Ben decides whether Anna must take the top card of the stock");
    display_of(&w.scene, 1, &w.display);
    expects(words_decision(&w.display, text, sizeof text),
            "Anna has discarded without drawing. Must Anna take the top card of the stock?");
    expects(words_decision_effect(&w.display, table_action("require draw"), text, sizeof text),
            "Anna gets the top card of the stock; nothing else of the turn changes");
    expects(words_decision_effect(&w.display, table_action("waive"), text, sizeof text),
            "the turn stays as it was, without a draw");
    struct cn_refusal why;
    assert_false(display_check(&w.display, table_action("draw"), &why));
    expects(words_refusal(&w.display, &why, text, sizeof text),
            "R23: first comes the decision about the ruling (You)");
    reads(2, "1 require draw", "Ben requires the draw. Anna draws a card.");
    ruling_reads(2, "L53: Anna has discarded without drawing; Ben requires the draw.");
    ruling_reads(1, "L53: Anna has discarded without drawing; you require the draw.");
}

static void the_pack_goes_back(void **state)
{
    (void)state;
    begin(CALLED, "hands: 9 2 4 5 6 / 4 5 6 8 J; pile: 7 9; stock: Q K T 9 +20");
    reads(
        2, "0 !take deuce; 1 call",
        "Anna takes the pack with a nine and a deuce. Anna picks up the rest of the pack: 1 card. "
        "Ben calls attention. L57: Anna has taken the pack wrongly; the pack goes back, Anna must "
        "discard the exposed cards, one a turn, the turn of Anna goes on, Ben may require a draw "
        "from the stock and the side loses 200 points. Anna puts the pack back as it lay and takes "
        "the nine of spades and the deuce of spades back into the hand; the turn goes on. Anna now "
        "has exposed on the table: the nine of spades and the deuce of spades.");
    duties(2, 0, "must discard an exposed card");
    reads(2, "1 require draw", "Ben requires the draw.");
    duties(2, 0, "must discard an exposed card, may not take the pack this turn");
    turn_is(0, "Anna, your turn: draw; after the ruling you may not take the pack; discard one of "
               "your exposed cards.");
}

static void a_small_meld(void **state)
{
    (void)state;
    begin(CALLED, "hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    reads(2, "0 draw; 0 !meld K 3 0 0; 0 discard 4; 1 call",
          "Anna draws a card. Anna melds three kings. Anna discards the four of spades. Ben calls "
          "attention. L55: Anna has made a first meld that counts too little; the melded cards "
          "go back and Anna must discard the exposed cards, one a turn. Anna takes the king of "
          "spades, the king of hearts and the king of diamonds back from the table. Anna now has "
          "exposed on the table: the king of spades, the king of hearts and the king of diamonds.");
    begin(CALLED, "hands: 9 9 4 5 6; pile: 7 9; stock: Q +20");
    reads(1, "0 !take pair; 3 call",
          "Anna takes the pack with a pair of nines. Anna picks up the rest of the pack: 1 card. "
          "Dan calls attention. L55: Anna has made a first meld that counts too little; the "
          "pack goes back, Anna must discard the exposed cards, one a turn, the turn of Anna goes "
          "on and Anna must draw from the stock. Anna puts the pack back as it lay and takes the "
          "nine of spades and the nine of hearts back into the hand; the turn goes on. Anna now "
          "has exposed on the table: the nine of spades and the nine of hearts.");
    begin(WATCHFUL, "players: 2; hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    reads(1, "0 draw; 0 !meld K 3 0 0",
          "Anna draws a card. Anna melds three kings. The referee calls attention. L55: Anna has "
          "made a first meld that counts too little; the turn of Anna goes on. Anna takes the "
          "king of spades, the king of hearts and the king of diamonds back into the hand, and the "
          "turn goes on.");
}

/* ---- what can be insisted on ---- */

static void action_is(int seat, const char *action, const char *wanted)
{
    char text[SAY_SIZE];
    display_of(&w.scene, seat, &w.display);
    expects(words_action(&w.display, table_action(action), text, sizeof text), wanted);
}

static void actions_have_words(void **state)
{
    (void)state;
    begin(CALLED, "hands: 4 5 6 8 J; melds: / Kx3; pile: 9; stock: Q K T 9 +20");
    action_is(0, "!discard 4", "discard a four without drawing");
    table_parts("0 draw", ';', act);
    action_is(0, "!draw", "draw one more card");
    action_is(1, "!draw", "draw a card out of turn");
    action_is(0, "!meld 4 1 0 0", "meld a four anyway");
    action_is(1, "!meld 4 1 0 0", "meld a four, out of turn");
    action_is(1, "!add 0 1 0 0", "add a king to your kings, out of turn");
    action_is(1, "!touch", "touch the top card of the pack");
    action_is(1, "call", "call attention");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_says_that_it_is_irregular),
        cmocka_unit_test(a_lapse_is_silent),
        cmocka_unit_test(a_ruling_is_one_sentence),
        cmocka_unit_test(an_idle_call),
        cmocka_unit_test(a_card_goes_back),
        cmocka_unit_test(a_decision_is_asked),
        cmocka_unit_test(the_pack_goes_back),
        cmocka_unit_test(a_small_meld),
        cmocka_unit_test(actions_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
