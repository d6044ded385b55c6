#include "arena_csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct arena_csv_file {
    FILE *file;
    const char *path;
    char *header; /* all lines before the pairs */
    int sides;
    int64_t line; /* of the file, from 1: the one being read */
};

/* ---- the text of a file ---- */

static const char magic[] = "# canasta arena 1\n";

/* A value on one line, whatever is in it. */
static void put_value(FILE *to, const char *value)
{
    for (; *value != '\0'; value++) {
        const unsigned char c = (unsigned char)*value;
        if (c < ' ' || c == '%' || c == 0x7f)
            fprintf(to, "%%%02X", c);
        else
            fputc(c, to);
    }
}

static void put_columns(FILE *to, int sides)
{
    fputs("pair", to);
    for (int game = 0; game < pair_games(sides); game++)
        for (int side = 0; side < sides; side++)
            fprintf(to, ",game%d_side%d_%s", game + 1, side,
                    pair_owner(sides, game, side) == ARENA_A ? "a" : "b");
    fputs(",x\n", to);
}

static char *header_of(const struct arena_csv_setting *settings, int count, int sides)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (to == NULL)
        return NULL;
    fputs(magic, to);
    for (int i = 0; i < count; i++) {
        fprintf(to, "# %s=", settings[i].name);
        put_value(to, settings[i].value);
        fputc('\n', to);
    }
    put_columns(to, sides);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

enum {
    LINE_SIZE = 512 /* a number, up to 18 scores and x */
};

static void format_pair(const struct arena_pair *pair, int sides, char line[LINE_SIZE])
{
    int n = snprintf(line, LINE_SIZE, "%" PRId64, pair->number);
    for (int game = 0; game < pair_games(sides); game++)
        for (int side = 0; side < sides; side++)
            n += snprintf(line + n, (size_t)(LINE_SIZE - n), ",%" PRId32, pair->score[game][side]);
    /* With two sides halves of points are exact; with three they are twelfths. */
    const double x = (double)pair_points(pair, sides) / (double)pair_scale(sides);
    snprintf(line + n, (size_t)(LINE_SIZE - n), ",%.*f\n", sides == 2 ? 1 : 4, x);
}

/* ---- reading ---- */

struct reading {
    struct arena_csv_file *f;
    const struct arena *arena;
    struct arena_results *tally;
    char *fault;
    char *line; /* the line read, its end included; by getline */
    size_t size;
    long end; /* where the last whole line ended */
};

static bool wrong(struct reading *r, const char *what)
{
    snprintf(r->fault, ARENA_CSV_FAULT, "%s:%" PRId64 ": %s", r->f->path, r->f->line, what);
    return false;
}

/* Reads a whole line; a line without its end was torn off and counts as not there. */
static bool read_line(struct reading *r)
{
    const ssize_t length = getline(&r->line, &r->size, r->f->file);
    r->f->line++;
    if (length <= 0 || r->line[length - 1] != '\n')
        return false;
    r->end += length;
    if (strlen(r->line) == (size_t)length)
        return true;
    r->line[0] = '\0'; /* a NUL within: no line that we wrote */
    return true;
}

static bool other_header(struct reading *r, const char *expected, size_t length)
{
    char what[400];
    const bool setting = strncmp(expected, "# ", 2) == 0 && memchr(expected, '=', length) != NULL;
    r->line[strcspn(r->line, "\n")] = '\0';
    if (!setting)
        return wrong(r, "not a file of pairs that this arena has written");
    snprintf(what, sizeof what, "made with other settings: '%.150s' instead of '%.*s'",
             r->line + (strncmp(r->line, "# ", 2) == 0 ? 2 : 0),
             (int)(length > 150 ? 150 : length) - 3, expected + 2);
    return wrong(r, what);
}

/* Compares the lines before the pairs. *whole: all of them are there; else it was torn off among
 * them, and nothing is lost by beginning again. */
static bool read_header(struct reading *r, bool *whole)
{
    *whole = true;
    for (const char *at = r->f->header; *at != '\0';) {
        const size_t length = strcspn(at, "\n") + 1;
        if (!read_line(r)) {
            *whole = false;
            return true;
        }
        if (strncmp(r->line, at, length) != 0 || r->line[length] != '\0')
            return other_header(r, at, length);
        at += length;
    }
    return true;
}

/* Reads the numbers, and compares the line with what would be written for them. */
static bool parse_pair(const char *line, int sides, struct arena_pair *pair)
{
    char expected[LINE_SIZE];
    char *at;
    memset(pair, 0, sizeof *pair);
    pair->number = strtoll(line, &at, 10);
    for (int game = 0; game < pair_games(sides); game++) {
        for (int side = 0; side < sides; side++) {
            if (*at != ',')
                return false;
            const long score = strtol(at + 1, &at, 10);
            if (score < -1000000 || score > 1000000)
                return false;
            pair->score[game][side] = (int32_t)score;
        }
    }
    format_pair(pair, sides, expected);
    return strcmp(line, expected) == 0;
}

static bool read_pairs(struct reading *r)
{
    while (!arena_is_done(r->arena, r->tally) && read_line(r)) {
        struct arena_pair pair;
        char what[80];
        if (!parse_pair(r->line, r->f->sides, &pair))
            return wrong(r, "damaged: not a pair");
        if (pair.number != r->tally->points.count) {
            snprintf(what, sizeof what, "damaged: pair %" PRId64 " expected, found %" PRId64,
                     r->tally->points.count, pair.number);
            return wrong(r, what);
        }
        arena_count(r->arena, &pair, r->tally);
    }
    return true;
}

/* Cuts off what lies behind the last whole line, unless there is no need to write on. */
static bool cut(struct arena_csv_file *f, long end)
{
    return fflush(f->file) == 0 && ftruncate(fileno(f->file), end) == 0 &&
           fseek(f->file, end, SEEK_SET) == 0;
}

static bool write_header(struct arena_csv_file *f)
{
    return cut(f, 0) && fputs(f->header, f->file) >= 0 && fflush(f->file) == 0;
}

static enum arena_csv_error world(struct arena_csv_file *f, char *fault)
{
    snprintf(fault, ARENA_CSV_FAULT, "%s: %s", f->path, strerror(errno));
    return ARENA_CSV_IO;
}

/* Counts what is there and leaves the file where the next pair goes. */
static enum arena_csv_error go_on(struct arena_csv_file *f, const struct arena *arena,
                                  struct arena_results *tally, char *fault)
{
    struct reading r = {.f = f, .arena = arena, .tally = tally, .fault = fault};
    bool whole;
    const bool good = read_header(&r, &whole) && (!whole || read_pairs(&r));
    free(r.line);
    if (ferror(f->file))
        return world(f, fault);
    if (!good)
        return ARENA_CSV_WRONG;
    if (whole && arena_is_done(arena, tally))
        return ARENA_CSV_OK;
    return (whole ? cut(f, r.end) : write_header(f)) ? ARENA_CSV_OK : world(f, fault);
}

/* ---- the door ---- */

static enum arena_csv_error open_file(struct arena_csv_file *f, bool resume, char *fault)
{
    const int handle =
        open(f->path, O_RDWR | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), (mode_t)0666);
    if (handle < 0 && errno == EEXIST) {
        snprintf(fault, ARENA_CSV_FAULT, "%s already exists; use --resume to continue it", f->path);
        return ARENA_CSV_WRONG;
    }
    struct stat about;
    if (handle >= 0 && fstat(handle, &about) == 0 && !S_ISREG(about.st_mode)) {
        snprintf(fault, ARENA_CSV_FAULT, "%s: not a regular file", f->path);
        (void)close(handle);
        return ARENA_CSV_WRONG;
    }
    f->file = handle >= 0 ? fdopen(handle, "r+") : NULL;
    if (f->file != NULL)
        return ARENA_CSV_OK;
    const enum arena_csv_error error = world(f, fault);
    if (handle >= 0)
        (void)close(handle);
    return error;
}

static enum arena_csv_error open_pairs(struct arena_csv_file *f,
                                       const struct arena_csv_setting *settings, int count,
                                       bool resume, const struct arena *arena,
                                       struct arena_results *tally, char *fault)
{
    f->header = header_of(settings, count, f->sides);
    if (f->header == NULL)
        return world(f, fault);
    const enum arena_csv_error error = open_file(f, resume, fault);
    if (error != ARENA_CSV_OK)
        return error;
    if (resume)
        return go_on(f, arena, tally, fault);
    return write_header(f) ? ARENA_CSV_OK : world(f, fault);
}

struct arena_csv_file *arena_csv_open(const char *path, const struct arena_csv_setting *settings,
                                      int count, bool resume, const struct arena *arena,
                                      struct arena_results *tally, enum arena_csv_error *error,
                                      char fault[ARENA_CSV_FAULT])
{
    struct arena_csv_file *f = calloc(1, sizeof *f);
    if (f == NULL) {
        snprintf(fault, ARENA_CSV_FAULT, "%s: out of memory", path);
        *error = ARENA_CSV_IO;
        return NULL;
    }
    f->path = path;
    f->sides = tally->sides;
    *error = open_pairs(f, settings, count, resume, arena, tally, fault);
    if (*error == ARENA_CSV_OK)
        return f;
    (void)arena_csv_close(f);
    return NULL;
}

bool arena_csv_write(struct arena_csv_file *file, const struct arena_pair *pair)
{
    char line[LINE_SIZE];
    format_pair(pair, file->sides, line);
    return fputs(line, file->file) >= 0 && fflush(file->file) == 0;
}

bool arena_csv_close(struct arena_csv_file *file)
{
    if (file == NULL)
        return true;
    const bool closed = file->file == NULL || fclose(file->file) == 0;
    free(file->header);
    free(file);
    return closed;
}
