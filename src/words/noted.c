/* noted.c -- what a referee notes and rules, in the words of the seat that reads it.
 *
 * A ruling is one sentence: its law, what the seat did, and what is owed now and by whom. What it
 * does to cards is for the events that follow it to say.
 */
#include <string.h>

#include "speech.h"

/* The sentence of the key, or of key.own to the seat itself. */
static void say(const struct cn_words *words, const char *key, bool ours, const char *name,
                const char *one, struct cn__writer *out)
{
    char own[CN__KEY_SIZE];
    const struct cn__argument arguments[] = {{name, NULL}, {one, NULL}};
    cn__key(own, key, ".own");
    cn__words_expand(words, ours && cn__has_key(words, own) ? own : key, arguments, 2, out);
}

/* "ruled.L53.too_many" */
static void noted_key(const char *law, const char *what, char key[CN__KEY_SIZE])
{
    struct cn__writer out = cn__buffer_of(key, CN__KEY_SIZE);
    cn__write_string(&out, "ruled.");
    cn__write_string(&out, law);
    cn__write_string(&out, ".");
    for (; *what != '\0'; what++)
        cn__write(&out, *what == ' ' ? "_" : what, 1);
}

void cn__words_noted(const struct cn_words *words, const char *law, const char *what,
                     const char *name, bool ours, struct cn__writer *out)
{
    char key[CN__KEY_SIZE];
    noted_key(law != NULL ? law : "", what != NULL ? what : "", key);
    say(words, cn__has_key(words, key) ? key : "ruled", ours, name, "", out);
}

/* ---- what is owed ---- */

struct ruling {
    const struct cn_words *words;
    const struct cn_news *news;
    const char *const *names;
    const char *name; /* of the offender */
    int own;
    struct cn__list list;
    int added;
    bool counting; /* only how many clauses there will be */
};

static void add_of(struct ruling *r, const char *key, bool ours, const char *name, const char *one)
{
    char clause[CN__LIST_SIZE];
    struct cn__writer out = cn__buffer_of(clause, sizeof clause);
    r->added++;
    if (r->counting)
        return;
    say(r->words, key, ours, name, one, &out);
    cn__list_add(&r->list, clause);
}

static void add(struct ruling *r, const char *key, const char *one)
{
    add_of(r, key, r->news->seat == r->own, r->name, one);
}

static bool follows(const struct ruling *r, int type)
{
    return (r->news->follows & 1u << type) != 0;
}

static void add_effects(struct ruling *r)
{
    if (r->news->pile)
        add(r, "then.pile", "");
    if (follows(r, CN_EVENT_STOCK))
        add(r, "then.stock", "");
    if (follows(r, CN_EVENT_OWE))
        add(r, "then.owe", "");
    if (follows(r, CN_EVENT_UNLAY))
        add(r, "then.unlay", "");
    if (follows(r, CN_EVENT_BACK))
        add(r, "then.back", "");
    if (follows(r, CN_EVENT_EXPOSE))
        add(r, "then.expose", "");
    if (follows(r, CN_EVENT_REOPEN))
        add(r, "then.reopen", "");
    if (r->news->pile && r->news->law != NULL && strcmp(r->news->law, "L55") == 0)
        add(r, "then.draw", ""); /* R13 */
    if (follows(r, CN_EVENT_BOUND))
        add(r, "then.bound", "");
}

static void add_decision(struct ruling *r)
{
    char name[CN__WORD_SIZE];
    struct cn__writer out = cn__buffer_of(name, sizeof name);
    const bool out_required = r->news->law != NULL && strcmp(r->news->law, "L59") == 0;
    const bool ours = r->news->decider == r->own;
    if (!r->news->decides)
        return;
    cn__words_seat(r->words, r->news->decider, r->names, &out);
    if (r->news->decided != NULL) {
        char key[CN__KEY_SIZE];
        cn__key(key, "event.REQUIRE.", r->news->decided);
        add_of(r, key, ours, name, "");
        return;
    }
    add(r,
        out_required ? ours ? "then.may_require.out.you" : "then.may_require.out"
        : ours       ? "then.may_require.draw.you"
                     : "then.may_require.draw",
        name);
}

static void add_all(struct ruling *r)
{
    char points[CN__WORD_SIZE];
    add_effects(r);
    add_decision(r);
    if (r->news->points != 0) {
        cn_words_points(r->words, -r->news->points, points, sizeof points);
        add(r, "then.points", points);
    } else if (r->added == 0) {
        add(r, "then.nothing", "");
    }
}

void cn__words_ruling(const struct cn_words *words, const struct cn_news *news,
                      const char *const *names, int own, struct cn__writer *out)
{
    char name[CN__WORD_SIZE], what[CN__LIST_SIZE], bare[2 * CN__LIST_SIZE];
    struct cn__writer writer = cn__buffer_of(name, sizeof name);
    struct ruling r = {
        .words = words, .news = news, .names = names, .name = name, .own = own, .counting = true};
    cn__words_seat(words, news->seat, names, &writer);
    writer = cn__buffer_of(what, sizeof what);
    cn__words_noted(words, news->law, news->what, name, news->seat == own, &writer);
    add_all(&r);
    r.list.words = words;
    r.list.left = r.added;
    r.added = 0;
    r.counting = false;
    add_all(&r);
    const struct cn__argument both[] = {{what, NULL}, {r.list.text, NULL}};
    if (news->bare) {
        cn__words_expand(words, "event.RULING.bare", both, 2, out);
        return;
    }
    writer = cn__buffer_of(bare, sizeof bare);
    cn__words_expand(words, "event.RULING.bare", both, 2, &writer);
    const struct cn__argument named[] = {{news->law != NULL ? news->law : "", NULL}, {bare, NULL}};
    cn__words_expand(words, "event.RULING", named, 2, out);
}
