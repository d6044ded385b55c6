/* law.c -- the law book as pages show it: its books and articles, and what answers a question. */
#include "house_rules.h"
#include "words/words.h"

enum {
    FOUND_MOST = 20
};

static void set_text(json_t *object, const char *key, const char *text, size_t length)
{
    json_object_set_new(object, key, json_stringn(text, length));
}

static json_t *article_object(const struct cn_law_article *article)
{
    json_t *object = json_object();
    set_text(object, "name", article->name, article->name_length);
    set_text(object, "title", article->title, article->title_length);
    set_text(object, "book", article->file, article->file_length);
    set_text(object, "bookTitle", article->book, article->book_length);
    set_text(object, "source", article->source, article->source_length);
    set_text(object, "language", article->language, article->language_length);
    set_text(object, "text", article->body, article->body_length);
    return object;
}

void cn_web_put_law(const json_t *question, struct cn_record_lines *answer)
{
    const char *language = cn_web_text(question, "language");
    struct cn_law_article article;
    json_t *articles = json_array();
    for (size_t cursor = 0; cn_law_next(language, &cursor, &article);)
        json_array_append_new(articles, article_object(&article));
    json_t *object = json_object();
    json_object_set_new(object, "articles", articles);
    cn_web_put_json(answer, object);
}

static json_t *found_object(const struct cn_law_found *found)
{
    json_t *object = json_object();
    set_text(object, "article", found->article.name, found->article.name_length);
    set_text(object, "match", found->match != NULL ? found->match : "", found->match_length);
    return object;
}

void cn_web_search_law(const json_t *question, struct cn_record_lines *answer)
{
    struct cn_law_found found[FOUND_MOST];
    const size_t count =
        cn_law_search(cn_web_text(question, "language"), cn_web_text(question, "book"),
                      cn_web_text(question, "words"), found, FOUND_MOST);
    json_t *all = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(all, found_object(&found[i]));
    json_t *object = json_object();
    json_object_set_new(object, "found", all);
    cn_web_put_json(answer, object);
}
