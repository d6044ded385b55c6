/* plain.c -- the table line by line, for screen readers and pipes.
 *
 * Reads a line, runs it, and reports what happened in whole sentences. It does not move the cursor,
 * draw boxes or use colours. At the end of input the saved table stays as it is. The loop is the
 * same for a game that is played here and for a remote table (game_source.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command_parser.h"
#include "frontend.h"
#include "tell.h"

enum {
    LIST_MOST = 40
};

struct plain {
    struct game_source *source;
    const struct terminal_options *options;
    struct display display;
    struct text_page page;
    struct card_plays plans;
    struct card_plays anyway; /* what can be done in place of what was refused */
    int viewer;
    int32_t told[CN_SEATS_MAX]; /* number of news that each seat has been shown */
    char *line;                 /* the line read */
    size_t room;
    char typed[4096]; /* input that is not yet a whole line */
    size_t typed_length;
    bool typed_all; /* and no more will come */
    bool choosing;  /* a number picks one of 'plans' */
    bool hidden;    /* several people: the next one has not confirmed being here */
    bool leaving;
    int deal_told, sheet_told; /* the deals whose beginning and scores were told last */
    int games;                 /* scene.games at that time */
};

/* ---- reporting ---- */

/* Returns the columns for pages. */
static int page_columns(void)
{
    const int columns = terminal_columns();
    return columns > 0 && columns < TELL_PAGE ? columns : TELL_PAGE;
}

static void look(struct plain *plain)
{
    display_of(&plain->source->scene, plain->viewer, &plain->display);
}

static void tell(struct plain *plain, char *text)
{
    if (plain->options->ascii)
        utf8_to_ascii(text);
    terminal_tell(text, "\n");
}

static void say(struct plain *plain, const char *key, const char *a, const char *b)
{
    char text[2 * SAY_SIZE];
    tell(plain, WORDS2(&plain->source->scene.words, text, key, a, b));
}

static void tell_page(struct plain *plain)
{
    tell(plain, plain->page.title);
    for (int i = 0; i < plain->page.count; i++)
        tell(plain, plain->page.line[i]);
}

static void pause_between_bots(const struct plain *plain)
{
    static const long pause_ms[PACES] = {0, 300, 900, 2000};
    const long ms = pause_ms[plain->options->pace];
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    fflush(stdout);
    if (ms > 0)
        nanosleep(&pause, NULL);
}

/* Reports all events since this seat's last report, up to a given one. */
static void tell_news_to(struct plain *plain, int32_t last)
{
    char text[SAY_SIZE];
    if (plain->hidden)
        return;
    look(plain);
    for (int i = 0; i < plain->display.news_count; i++) {
        const struct news_item *news = &plain->display.news[i];
        if (news->id <= plain->told[plain->viewer] || news->id > last)
            continue;
        plain->told[plain->viewer] = news->id;
        tell(plain, display_news_text(&plain->display, news, text, sizeof text));
    }
}

static void tell_news(struct plain *plain)
{
    tell_news_to(plain, INT32_MAX);
}

/* ---- reading, while the table continues ---- */

/* Shows notices in order among the news of their time, except that the news of a new deal come
 * first. */
static void tell_notices(struct plain *plain)
{
    const struct scene *scene = &plain->source->scene;
    const struct notice *notice;
    while ((notice = game_source_next_notice(plain->source)) != NULL) {
        char text[NOTICE_SIZE];
        if (scene->begun && plain->deal_told == scene->game.deal_number)
            tell_news_to(plain, notice->after);
        snprintf(text, sizeof text, "%s", notice->text);
        tell(plain, text);
    }
}

/* Moves a whole line of the input, without its end and leading blanks, to plain->line. */
static bool take_typed(struct plain *plain)
{
    const char *end = memchr(plain->typed, '\n', plain->typed_length);
    if (end == NULL && plain->typed_length < sizeof plain->typed &&
        !(plain->typed_all && plain->typed_length > 0))
        return false;
    const size_t length = end != NULL ? (size_t)(end - plain->typed) : plain->typed_length;
    const size_t taken = end != NULL ? length + 1 : length;
    if (!cn__array_grow(&plain->line, &plain->room, length + 1, 1))
        abort();
    memcpy(plain->line, plain->typed, length);
    plain->line[length] = '\0';
    plain->line[strcspn(plain->line, "\r")] = '\0';
    const size_t blanks = strspn(plain->line, " \t");
    memmove(plain->line, plain->line + blanks, strlen(plain->line + blanks) + 1);
    plain->typed_length -= taken;
    memmove(plain->typed, plain->typed + taken, plain->typed_length);
    return true;
}

static void type(struct plain *plain)
{
    const ssize_t count = read(STDIN_FILENO, plain->typed + plain->typed_length,
                               sizeof plain->typed - plain->typed_length);
    if (count > 0)
        plain->typed_length += (size_t)count;
    else
        plain->typed_all = true;
}

/* What the person has to do. When it changes, the prompt is printed again. */
struct task {
    int stage, actor, pending, phase, seat, games, deals, turn;
};

static struct task task_of(const struct game_source *source)
{
    const struct scene *scene = &source->scene;
    if (!scene->begun)
        return (struct task){.stage = -1};
    return (struct task){.stage = (int)game_source_stage(source),
                         .actor = game_source_is_here(source, game_source_actor(source)),
                         .pending = source->pending,
                         .phase = scene->game.deal.board.phase,
                         .seat = scene->self,
                         .games = scene->games,
                         .deals = scene->game.deal_number,
                         .turn = scene->turn};
}

static bool is_task(const struct game_source *source, const struct task *task)
{
    const struct task now = task_of(source);
    return memcmp(&now, task, sizeof now) == 0;
}

/* Reads a line that is not for the table. Returns false at the end of input, and when something
 * else has to be done first. */
static bool read_line(struct plain *plain)
{
    struct game_source *source = plain->source;
    const struct task task = task_of(source);
    while (true) {
        bool input = false;
        tell_notices(plain);
        if (source->scene.begun && is_task(source, &task))
            tell_news(plain);
        fflush(stdout);
        if (!is_task(source, &task))
            return false;
        if (take_typed(plain)) {
            if (plain->line[0] != '/' || !game_source_command(source, plain->line + 1))
                return true;
            continue;
        }
        plain->leaving = plain->typed_all || game_source_is_over(source);
        if (plain->leaving)
            return false;
        game_source_wait(source, -1, &input);
        if (input)
            type(plain);
    }
}

/* Says before a discard what an empty pack refuses, if the hand has such cards. */
static void tell_barred(struct plain *plain)
{
    const struct display *display = &plain->display;
    struct cn_refusal why;
    char text[SAY_SIZE];
    for (int i = 0; i < display->card_count && display->board.phase == CN_PHASE_MELD; i++) {
        if (!display_discard_is_barred(display, cn_card_kind(display->cards[i]), &why))
            continue;
        if (words_empty_pack(display, text, sizeof text)[0] != '\0')
            tell(plain, words_capitalize(text, sizeof text));
        return;
    }
}

static void prompt(struct plain *plain)
{
    char text[SAY_SIZE];
    look(plain);
    const bool decides =
        plain->display.board.due != CN_DUE_NOTHING && display_is_my_turn(&plain->display);
    tell(plain,
         decides ? words_capitalize(words_decision(&plain->display, text, sizeof text), sizeof text)
                 : words_turn(&plain->display, text, sizeof text));
    tell_barred(plain);
}

/* ---- actions ---- */

static void refuse(struct plain *plain, const struct cn_refusal *why)
{
    char text[SAY_SIZE];
    tell(plain,
         words_capitalize(words_refusal(&plain->display, why, text, sizeof text), sizeof text));
}

static void do_plan(struct plain *plain, const struct card_play *plan)
{
    struct cn_refusal why;
    plain->choosing = false;
    plain->anyway.count = 0;
    const int done = game_source_play_cards(plain->source, plain->viewer, plan, &why);
    tell_news(plain);
    if (done < plan->count && !plain->source->refused) /* else a notice says why */
        refuse(plain, &why);
}

/* Lists several ways to choose from by number. */
static void offer(struct plain *plain)
{
    say(plain, "ui.plain.choose", "", "");
    for (int i = 0; i < plain->plans.count; i++) {
        char text[SAY_SIZE] = "";
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        words_plan(&plain->display, &plain->plans.at[i], text, sizeof text);
        say(plain, "ui.plain.choice", number, text);
    }
    plain->choosing = true;
}

/* Does the only plan, or lets the person choose. */
static void do_or_offer(struct plain *plain)
{
    if (plain->plans.count == 1) {
        const struct card_play plan = plain->plans.at[0];
        do_plan(plain, &plan);
    } else {
        offer(plain);
    }
}

static void obey_parsed(struct plain *plain, enum parsed_command parsed, const char *line)
{
    switch (parsed) {
    case COMMAND_PLANS: do_or_offer(plain); break;
    case COMMAND_REFUSED: refuse(plain, &plain->plans.why); break;
    case COMMAND_UNCLEAR: say(plain, "ui.plain.unclear", line, ""); break;
    }
}

/* Is it done only by insisting, in any words? */
static bool is_irregular(int verb)
{
    return verb == CN_ACTION_PEEK || verb == CN_ACTION_TOUCH || verb == CN_ACTION_TAKE_HAND ||
           verb == CN_ACTION_EXPOSE;
}

/* Before the game begins at a server's table there is no law yet. */
static bool has_referee(const struct plain *plain)
{
    return plain->display.law != NULL && plain->display.law->refereed;
}

static void act(struct plain *plain, int verb, const char *rest)
{
    look(plain);
    if (is_irregular(verb)) {
        obey_parsed(plain,
                    command_parse_anyway(&plain->display, verb, plain->line, rest, &plain->plans),
                    plain->line);
        return;
    }
    const enum parsed_command parsed =
        parse_command(&plain->display, verb, plain->line, rest, &plain->plans);
    obey_parsed(plain, parsed, plain->line);
    if (parsed != COMMAND_REFUSED || !has_referee(plain))
        return;
    if (command_parse_anyway(&plain->display, verb, plain->line, rest, &plain->anyway) ==
        COMMAND_PLANS)
        say(plain, "ui.plain.anyway", "", "");
}

/* Does what was refused just now. */
static void act_anyway(struct plain *plain)
{
    if (plain->anyway.count == 0) {
        say(plain, "ui.plain.anyway.nothing", "", "");
        return;
    }
    plain->plans = plain->anyway;
    do_or_offer(plain);
}

/* Lists what can be decided about a ruling, with what each choice does. */
static void offer_decision(struct plain *plain)
{
    const struct display *display = &plain->display;
    static const int choices[] = {CN_ACTION_REQUIRE_DRAW, CN_ACTION_REQUIRE_OUT, CN_ACTION_ACCEPT,
                                  CN_ACTION_WAIVE, CN_ACTION_CALL};
    char text[SAY_SIZE];
    if (display->board.due == CN_DUE_NOTHING || !display_is_my_turn(display))
        return;
    plain->plans.count = 0;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const struct cn_action choice = cn_action_of(choices[i], 0, 0, 0, 0);
        struct card_play *plan = &plain->plans.at[plain->plans.count];
        char number[16];
        if (!display_check(display, choice, NULL))
            continue;
        plan->count = 1;
        plan->step[0].action = choice;
        plan->step[0].count = 0;
        snprintf(number, sizeof number, "%d", ++plain->plans.count);
        say(plain, "ui.plain.choice", number, words_choice(display, choice, text, sizeof text));
    }
    plain->choosing = plain->plans.count > 0;
}

/* ---- commands that show ---- */

static void show_hand(struct plain *plain)
{
    char text[SAY_SIZE];
    char each[SAY_SIZE];
    char count[16];
    const struct display *display = &plain->display;
    snprintf(count, sizeof count, "%d", display->card_count);
    words_card_list(display->words, display->cards, display->card_count, text, sizeof text);
    say(plain, "ui.table.hand", count, text);
    if (display->card_count == 0)
        return;
    words_each(display->words, display->cards, display->card_count, each, sizeof each);
    say(plain, "ui.plain.each", each, "");
}

/* How near the hand is to each special hand; if none can come, the refusal says why. */
static void show_goals(struct plain *plain)
{
    if (text_page_goals(&plain->page, &plain->display, page_columns()))
        tell_page(plain);
    else
        act(plain, CN_ACTION_HAND, "");
}

static void show_table(struct plain *plain)
{
    text_page_table(&plain->page, &plain->display, page_columns());
    tell_page(plain);
}

static void show_score(struct plain *plain)
{
    text_page_sheet(&plain->page, plain->source, &plain->display);
    tell_page(plain);
}

static void show_log(struct plain *plain)
{
    text_page_log(&plain->page, &plain->display, page_columns());
    tell_page(plain);
}

static void show_law(struct plain *plain, const char *rest)
{
    if (rest[0] == '\0')
        say(plain, "ui.plain.law", "", "");
    else if (text_page_law(&plain->page, plain->source->language, rest, page_columns()))
        tell_page(plain);
    else
        say(plain, "ui.no_article", rest, "");
}

/* Lists the legal actions as they can be typed, with their meaning; "legal all" has no limit. */
static void show_legal(struct plain *plain, const char *rest)
{
    const bool all = command_is(plain->display.words, "ui.word.all", rest);
    int count;
    struct cn_action *list = display_legal(&plain->display, &count);
    char(*texts)[CN_ACTION_TEXT] = malloc(((size_t)count + 1) * sizeof *texts);
    if (list == NULL || texts == NULL)
        abort();
    for (int i = 0; i < count; i++)
        command_format_action(plain->display.law, list[i], texts[i]);
    free(list);
    qsort(texts, (size_t)count, sizeof *texts, cn__compare_texts);
    for (int i = 0; i < count && (all || i < LIST_MOST); i++) {
        char meaning[SAY_SIZE];
        struct cn_action action;
        command_parse_action(plain->display.law, texts[i], &action);
        words_action(&plain->display, action, meaning, sizeof meaning);
        say(plain, "ui.plain.legal", texts[i], meaning);
    }
    free(texts);
    char number[16];
    snprintf(number, sizeof number, "%d", count);
    say(plain, all || count <= LIST_MOST ? "ui.plain.legal.end" : "ui.plain.legal.more", number,
        "");
}

static bool may_have_hint(struct plain *plain)
{
    const bool mine = display_is_my_turn(&plain->display);
    const bool allowed = !plain->source->no_hints;
    if (!mine)
        say(plain, "ui.hint.wait", "", "");
    else if (!allowed)
        say(plain, "ui.far.no_hints", "", "");
    return mine && allowed;
}

static void show_hint(struct plain *plain)
{
    char text[SAY_SIZE];
    char command[SAY_SIZE];
    struct advice advice;
    if (!may_have_hint(plain))
        return;
    advise(&plain->display, &advice);
    command_for_action(&plain->display, advice.action, command, sizeof command);
    words_advice(&plain->display, &advice, text, sizeof text);
    say(plain, "ui.plain.hint", text, command);
    words_gain(&plain->display, &advice, text, sizeof text);
    if (text[0] != '\0')
        tell(plain, text);
}

/* Shows the moves considered for a hint, and why. */
static void show_reasons(struct plain *plain)
{
    struct advice advice;
    if (!may_have_hint(plain))
        return;
    advise(&plain->display, &advice);
    text_page_advice(&plain->page, &plain->display, &advice, page_columns());
    tell_page(plain);
}

static void undo(struct plain *plain)
{
    if (plain->display.undo_count == 0) {
        say(plain, game_source_is_remote(plain->source) ? "ui.far.no_undo" : "ui.no_undo", "", "");
        return;
    }
    plain->source->type->undo(plain->source);
    tell_news(plain);
}

/* ---- commands ---- */

enum command {
    HAND = CN_ACTION_TYPES,
    GOALS,
    TABLE,
    SCORE,
    LOG,
    LAW,
    LEGAL,
    WHY,
    HINT,
    UNDO,
    HELP,
    ANYWAY,
    QUIT,
    NONE
};

static const struct {
    const char *key;
    int command;
} commands[] = {
    {"ui.command.draw", CN_ACTION_DRAW},
    {"ui.command.stop", CN_ACTION_STOP},
    {"ui.command.ask", CN_ACTION_ASK},
    {"ui.command.yes", CN_ACTION_YES},
    {"ui.command.no", CN_ACTION_NO},
    {"ui.command.take", CN_ACTION_TAKE_PAIR},
    {"ui.command.meld", CN_ACTION_MELD},
    {"ui.command.add", CN_ACTION_ADD},
    {"ui.command.combine", CN_ACTION_MERGE},
    {"ui.command.discard", CN_ACTION_DISCARD},
    {"ui.command.face", CN_ACTION_FACE},
    {"ui.command.call", CN_ACTION_CALL},
    {"ui.command.peek", CN_ACTION_PEEK},
    {"ui.command.touch", CN_ACTION_TOUCH},
    {"ui.command.expose", CN_ACTION_EXPOSE},
    {"ui.command.waive", CN_ACTION_WAIVE},
    {"ui.command.accept", CN_ACTION_ACCEPT},
    {"ui.command.anyway", ANYWAY},
    {"ui.command.hand", HAND},
    {"ui.command.special", GOALS},
    {"ui.command.table", TABLE},
    {"ui.command.score", SCORE},
    {"ui.command.log", LOG},
    {"ui.command.law", LAW},
    {"ui.command.legal", LEGAL},
    {"ui.command.why", WHY},
    {"ui.command.hint", HINT},
    {"ui.command.undo", UNDO},
    {"ui.command.help", HELP},
    {"ui.command.quit", QUIT},
};

/* Is it a command only where a referee rules? */
static bool is_of_referee(int command)
{
    return command == ANYWAY || (command >= CN_ACTION_CALL && command < CN_ACTION_TYPES);
}

/* Returns the command that the line begins with; *rest is what follows. */
static int command_of(const struct plain *plain, const char *line, const char **rest)
{
    char word[32];
    const size_t length = strcspn(line, " \t");
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    *rest = line + length + strspn(line + length, " \t");
    struct cn_action action;
    int command = NONE;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0] && command == NONE; i++)
        if (command_is(&plain->source->scene.words, commands[i].key, word) &&
            (!is_of_referee(commands[i].command) || has_referee(plain)))
            command = commands[i].command;
    /* Actions that hints and lists show are understood in every language. */
    if (command == NONE && command_parse_action(plain->display.law, line, &action))
        command = cn_action_plain(action).type;
    if ((command == HAND || command == GOALS) && **rest != '\0')
        return CN_ACTION_HAND; /* "hand" alone shows the cards */
    return command;
}

/* "why" shows the reasons for a hint. "why ACTION" shows whether it is legal and, if not, which
 * article forbids it. */
static void show_why(struct plain *plain, const char *action)
{
    const char *rest;
    if (action[0] == '\0') {
        show_reasons(plain);
        return;
    }
    const int verb = command_of(plain, action, &rest);
    const enum parsed_command spoken =
        verb < CN_ACTION_TYPES ? parse_command(&plain->display, verb, action, rest, &plain->plans)
                               : COMMAND_UNCLEAR;
    if (spoken == COMMAND_PLANS)
        say(plain, "ui.plain.why.legal", "", "");
    else if (spoken == COMMAND_REFUSED)
        refuse(plain, &plain->plans.why);
    else
        say(plain, "ui.plain.unclear", action, "");
}

/* Help is the catalogue's lines ui.plain.help.1, .2, …, those of this rule set among them. */
static void show_help(struct plain *plain)
{
    char text[SAY_SIZE];
    for (int at = 0; text_page_help(&plain->display, "ui.plain.help.", &at, text, sizeof text);)
        tell(plain, text);
}

/* Commands that need a hand. */
static bool is_for_players(int command)
{
    return command < CN_ACTION_TYPES || command == HAND || command == GOALS || command == LEGAL ||
           command == HINT || command == UNDO || command == ANYWAY;
}

/* "!discard four": does it though the law refuses it, where a referee rules. */
static bool obey_insisting(struct plain *plain)
{
    const char *rest;
    const char *line = plain->line + 1 + strspn(plain->line + 1, " \t");
    if (plain->line[0] != '!' || !has_referee(plain) || plain->display.viewer == CN_NO_SEAT)
        return false;
    const int verb = command_of(plain, line, &rest);
    if (*line == '\0')
        act_anyway(plain);
    else if (verb < CN_ACTION_TYPES)
        obey_parsed(plain, command_parse_anyway(&plain->display, verb, line, rest, &plain->plans),
                    line);
    else
        say(plain, "ui.plain.unclear", line, "");
    return true;
}

static void obey(struct plain *plain)
{
    const char *rest;
    if (obey_insisting(plain))
        return;
    const int command = command_of(plain, plain->line, &rest);
    if (plain->display.viewer == CN_NO_SEAT && is_for_players(command)) {
        say(plain, "ui.far.watching", "", "");
        return;
    }
    switch (command) {
    case HAND: show_hand(plain); break;
    case GOALS: show_goals(plain); break;
    case TABLE: show_table(plain); break;
    case SCORE: show_score(plain); break;
    case LOG: show_log(plain); break;
    case LAW: show_law(plain, rest); break;
    case LEGAL: show_legal(plain, rest); break;
    case WHY: show_why(plain, rest); break;
    case HINT: show_hint(plain); break;
    case UNDO: undo(plain); break;
    case HELP: show_help(plain); break;
    case ANYWAY: act_anyway(plain); break;
    case QUIT: plain->leaving = true; break;
    case NONE: say(plain, "ui.plain.unknown", plain->line, ""); break;
    default: act(plain, command, rest); break;
    }
}

/* ---- the game ---- */

/* One line of the person in turn. */
static void take_turn(struct plain *plain)
{
    prompt(plain);
    offer_decision(plain);
    if (!read_line(plain))
        return;
    look(plain);
    const int choice = atoi(plain->line);
    if (plain->choosing && choice >= 1 && choice <= plain->plans.count) {
        const struct card_play plan = plain->plans.at[choice - 1];
        do_plan(plain, &plan);
        return;
    }
    plain->choosing = false;
    if (plain->line[0] != '\0')
        obey(plain);
}

static void tell_cards(struct plain *plain)
{
    char about[SAY_SIZE];
    look(plain);
    show_hand(plain);
    display_pile_text(&plain->display, about, sizeof about);
    say(plain, plain->display.pile_top == CN_NO_CARD ? "ui.plain.pack.empty" : "ui.plain.pack",
        words_top_card(&plain->display, (char[64]){""}, 64), about);
}

/* With several people, hides the hand until the right one confirms. */
static void pass_to(struct plain *plain, int seat)
{
    const bool first = plain->hidden;
    say(plain, "ui.plain.pass", plain->source->scene.names[seat], "");
    if (!read_line(plain))
        return;
    plain->viewer = seat;
    plain->hidden = plain->choosing = false;
    tell_news(plain);
    if (first)
        tell_cards(plain);
}

/* What a bare Enter does while this person has nothing to decide. */
enum enter {
    ENTER_IS_READY,
    ENTER_LEAVES,
    ENTER_ASKS /* whose turn it is */
};

static void press_enter(struct plain *plain, enum enter enter)
{
    switch (enter) {
    case ENTER_IS_READY: plain->source->type->ready(plain->source); break;
    case ENTER_LEAVES: plain->leaving = true; break;
    case ENTER_ASKS: prompt(plain); break;
    }
}

static void wait_for_line(struct plain *plain, enum enter enter)
{
    const char *rest;
    if (!read_line(plain))
        return;
    const int command = command_of(plain, plain->line, &rest);
    if (plain->line[0] == '\0') {
        press_enter(plain, enter);
    } else if (command == QUIT) {
        plain->leaving = true;
    } else if (plain->source->scene.begun) {
        look(plain);
        obey(plain);
    } else {
        say(plain, "ui.far.lobby", "", "");
        if (command == HELP)
            game_source_command(plain->source, "help");
    }
}

/* What a first meld needs, where that goes by the number of the deal. */
static void tell_minimum(struct plain *plain)
{
    const struct cn_rules *rules = &plain->display.law->rules;
    char minimum[16];
    char rounds[16];
    snprintf(minimum, sizeof minimum, "%d", plain->display.board.minimum[plain->display.side]);
    snprintf(rounds, sizeof rounds, "%d", rules->rounds);
    if (rules->minimum_by_round.count > 0)
        say(plain, rules->rounds > 0 ? "ui.plain.minimum.rounds" : "ui.plain.minimum", minimum,
            rounds);
}

/* Tells once that a deal has begun, and which cards it brought. */
static void tell_deal(struct plain *plain)
{
    char number[16];
    if (plain->deal_told == plain->source->scene.game.deal_number)
        return;
    plain->deal_told = plain->source->scene.game.deal_number;
    snprintf(number, sizeof number, "%d", plain->deal_told);
    look(plain);
    if (plain->display.news_count == 0) { /* it began without this player */
        say(plain, "ui.far.deal", number, "");
        show_table(plain);
        return;
    }
    say(plain, "ui.plain.deal", number, "");
    tell_minimum(plain);
    tell_news(plain);
    if (plain->display.viewer != CN_NO_SEAT && !plain->hidden)
        tell_cards(plain);
}

/* Shows the score sheet once, and what an empty line does now, if anything (key != NULL). */
static void tell_sheet(struct plain *plain, const char *key)
{
    tell_news(plain);
    if (plain->sheet_told == plain->source->scene.game.deal_number)
        return;
    plain->sheet_told = plain->source->scene.game.deal_number;
    show_score(plain);
    if (key != NULL)
        say(plain, key, "", "");
}

static void between_deals(struct plain *plain)
{
    struct game_source *source = plain->source;
    if (source->scene.game.deal_number > 0)
        tell_sheet(plain, "ui.plain.next");
    else if (text_page_seating(&plain->page, source, &plain->display, page_columns()))
        tell_page(plain);
    if (!game_source_advance(source))
        wait_for_line(plain, ENTER_IS_READY);
}

/* A remote table plays another game if the people there want to. */
static void after_game(struct plain *plain)
{
    if (game_source_is_remote(plain->source)) {
        tell_sheet(plain, "ui.far.over");
        wait_for_line(plain, ENTER_LEAVES);
    } else {
        tell_sheet(plain, NULL);
        plain->leaving = true;
    }
}

static void in_deal(struct plain *plain)
{
    struct game_source *source = plain->source;
    const int actor = game_source_actor(source);
    tell_deal(plain);
    tell_news(plain);
    if (game_source_is_here(source, actor) && !source->pending) {
        if (actor != plain->viewer || plain->hidden)
            pass_to(plain, actor);
        else
            take_turn(plain);
        return;
    }
    if (game_source_bot_decides(source))
        pause_between_bots(plain);
    if (game_source_advance(source))
        tell_news(plain);
    else
        wait_for_line(plain, ENTER_ASKS);
}

static void step(struct plain *plain)
{
    const struct game_source *source = plain->source;
    plain->viewer = game_source_viewer(source, plain->viewer);
    if (!source->scene.begun) {
        wait_for_line(plain, ENTER_IS_READY);
        return;
    }
    if (plain->games != source->scene.games)
        plain->deal_told = plain->sheet_told = 0;
    plain->games = source->scene.games;
    look(plain);
    switch (game_source_stage(source)) {
    case CN_STAGE_BETWEEN_DEALS: between_deals(plain); break;
    case CN_STAGE_OVER: after_game(plain); break;
    case CN_STAGE_IN_DEAL: in_deal(plain); break;
    }
}

/* Begins a session. A resumed game repeats only the latest round and the state of play. */
static void greet(struct plain *plain)
{
    const struct scene *scene = &plain->source->scene;
    char title[80];
    char key[64];
    snprintf(key, sizeof key, "set.%s", scene->game.law->rules.name);
    if (!cn_words_lookup(&scene->words, key, title, sizeof title))
        snprintf(title, sizeof title, "%s", scene->game.law->rules.name);
    look(plain);
    say(plain, "ui.plain.welcome", title, "");
    if (scene->game.deal_number == 0)
        return;
    say(plain, "ui.plain.resumed", "", "");
    plain->deal_told = scene->game.deal_number;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        for (int i = 0; i < plain->display.news_count; i++)
            if (plain->display.news[i].turn + scene->game.players <= scene->turn)
                plain->told[seat] = plain->display.news[i].id;
    tell_news(plain);
}

int plain_run(struct game_source *source, const struct terminal_options *options)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        return EXIT_IO;
    plain->source = source;
    plain->options = options;
    plain->viewer = game_source_viewer(source, CN_NO_SEAT);
    plain->hidden = game_source_is_shared(source);
    if (source->scene.begun)
        greet(plain);
    while (!plain->leaving && source->trouble.key == NULL)
        step(plain);
    tell_notices(plain);
    if (source->file != NULL && source->trouble.key == NULL &&
        game_source_stage(source) != CN_STAGE_OVER)
        say(plain, "ui.plain.saved", source->file, "");
    fflush(stdout);
    free(plain->line);
    free(plain);
    return EXIT_OK;
}
