/* replay.c -- runs a fuzz target over files instead of generated inputs.
 *
 * In builds without libFuzzer this is the main of every fuzz target. It takes files, and
 * directories, whose files it reads in order of name. A target fails by crashing, so reaching the
 * end is success. An unreadable argument is a failure, because a test that reads nothing proves
 * nothing. */

#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static _Noreturn void die(const char *path, const char *what)
{
    fprintf(stderr, "replay: %s: %s\n", path, what);
    exit(2);
}

/* The input is copied to memory of exactly its size, so that the sanitizer detects a read past its
 * end. */
static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = 0;
    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
        die(path, "cannot read");
    }
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        die(path, "cannot read");
    }
    fclose(file);

    /* Printed before the call, so that the last line names the file if the target crashes. */
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return 1;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int replay(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        die(path, "not found");
    }
    if (!S_ISDIR(status.st_mode)) {
        return replay_file(path);
    }

    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_visible, alphasort);
    if (count < 0) {
        die(path, "cannot list");
    }
    int replayed = 0;
    for (int i = 0; i < count; i++) {
        char *inner = NULL;
        if (asprintf(&inner, "%s/%s", path, entries[i]->d_name) < 0) {
            die(path, "out of memory");
        }
        replayed += replay(inner);
        free(inner);
        free(entries[i]);
    }
    free(entries);
    return replayed;
}

int main(int argc, char **argv)
{
    int replayed = 0;
    for (int i = 1; i < argc; i++) {
        replayed += replay(argv[i]);
    }
    printf("replayed %d inputs\n", replayed);
    return replayed > 0 ? 0 : 2;
}
