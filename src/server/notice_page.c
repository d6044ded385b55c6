/* notice_page.c -- a page for people at an address that has no file. */
#include <stdio.h>
#include <string.h>

#include "notice_page.h"

const char notice_page_style_path[] = "/plain.css";

/* The colours and fonts of web/src/app.css. Without scripts, a page cannot know the chosen
 * theme. */
const char notice_page_style[] =
    ":root { color-scheme: light dark; --paper: #f6f2e9; --raised: #fffdf8; --ink: #23211d;\n"
    "  --soft: #57534a; --line: #d8d0c0; --accent: #1e6a4f; --accent-ink: #ffffff; --focus: "
    "#0b57d0; }\n"
    "@media (prefers-color-scheme: dark) { :root { --paper: #171a18; --raised: #212622;\n"
    "  --ink: #ece8dd; --soft: #b4b0a3; --line: #3a413b; --accent: #8fd0b3; --accent-ink: "
    "#0d1f17;\n"
    "  --focus: #9cc3ff; } }\n"
    "body { margin: 0; background: var(--paper); color: var(--ink);\n"
    "  font: 1.1rem/1.45 system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif; }\n"
    "main { max-width: 38rem; margin: 12vh auto 2rem; padding: 0 1.2rem; overflow-wrap: anywhere; "
    "}\n"
    "b, h1 { font-family: 'Palatino Linotype', Palatino, P052, Georgia, serif; }\n"
    "b { color: var(--accent); font-size: 1.3rem; }\n"
    "h1 { margin: 0.3rem 0 0.6rem; font-size: 2.2rem; line-height: 1.15; }\n"
    "p { margin: 0 0 1rem; color: var(--soft); }\n"
    "code { color: var(--ink); }\n"
    "a { display: inline-block; padding: 0.7rem 1.4rem; border-radius: 2rem; background: "
    "var(--accent);\n"
    "  color: var(--accent-ink); text-decoration: none; }\n"
    "a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }\n";

/* The relative path to the front page, whatever prefix a proxy has added. */
static void path_to_root(const char *path, char *home, size_t size)
{
    size_t length = (size_t)snprintf(home, size, "./");
    for (const char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        if (length + sizeof "../" > size)
            return;
        length += (size_t)snprintf(home + length, size - length, "../");
    }
}

size_t notice_page_write(enum text_page_about about, const char *language, const char *path,
                         char page[TEXT_PAGE_SIZE])
{
    static const char *const titles[] = {"web.shell.nothing", "serve.no-files"};
    static const char *const texts[] = {"web.shell.complete", "serve.no-files.about"};
    char home[768];
    char title[200];
    char text[600];
    char start[300] = "";
    struct cn_words words = {"", 0};
    (void)cn_words_find(language, &words);
    path_to_root(path, home, sizeof home);
    cn_words_lookup(&words, titles[about], title, sizeof title);
    cn_words_lookup(&words, texts[about], text, sizeof text);
    cn_words_lookup(&words, about == TEXT_PAGE_NOTHING ? "web.shell.start" : "serve.no-files.join",
                    start, sizeof start);
    const int length = snprintf(
        page, TEXT_PAGE_SIZE,
        "<!doctype html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>%s – Canasta</title>\n<link rel=\"stylesheet\" href=\"%s%s\">\n"
        "<main>\n<b>Canasta</b>\n<h1>%s</h1>\n<p>%s</p>\n<p>%s%s%s%s%s</p>\n</main>\n</html>\n",
        language, title, home, notice_page_style_path + 1, title, text,
        about == TEXT_PAGE_NOTHING ? "<a href=\"" : "", about == TEXT_PAGE_NOTHING ? home : "",
        about == TEXT_PAGE_NOTHING ? "\">" : "", start, about == TEXT_PAGE_NOTHING ? "</a>" : "");
    return length < TEXT_PAGE_SIZE ? (size_t)length : TEXT_PAGE_SIZE - 1;
}
