#include "game_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- the player's data folder ---- */

/* $XDG_DATA_HOME/canasta, by default ~/.local/share/canasta; false if neither variable is set. */
static bool data_folder(char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (data != NULL && data[0] == '/')
        length = snprintf(path, size, "%s/canasta", data);
    else if (home != NULL && home[0] != '\0')
        length = snprintf(path, size, "%s/.local/share/canasta", home);
    if (length < 0)
        errno = ENOENT;
    return length >= 0 && (size_t)length < size;
}

bool game_file_has_folder(void)
{
    char path[400];
    return data_folder(path, sizeof path);
}

bool game_file_is_own(const char *path)
{
    char folder[400];
    char real_folder[PATH_MAX];
    char real_path[PATH_MAX];
    if (!data_folder(folder, sizeof folder) || realpath(folder, real_folder) == NULL ||
        realpath(path, real_path) == NULL)
        return false;
    const size_t length = strlen(real_folder);
    return strncmp(real_path, real_folder, length) == 0 && real_path[length] == '/' &&
           strchr(real_path + length + 1, '/') == NULL;
}

/* Creates a folder and its parents. */
static bool make_folders(const char *path)
{
    char part[512];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(part, 0777) == 0 || errno == EEXIST;
}

static int is_record(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

/* Returns the modification time in nanoseconds, or 0 if it cannot be read. */
static long long changed(const char *path)
{
    struct stat state;
    if (stat(path, &state) != 0)
        return 0;
    return (long long)state.st_mtim.tv_sec * 1000000000 + state.st_mtim.tv_nsec;
}

bool game_file_find(int n, char *path, size_t size)
{
    char folder[400];
    struct dirent **entries;
    if (!data_folder(folder, sizeof folder))
        return false;
    const int count = scandir(folder, &entries, is_record, alphasort);
    long long bound = -1;
    bool found = n < count;
    for (int rank = 0; rank <= n && found; rank++) {
        long long best = -1;
        for (int i = 0; i < count; i++) {
            char name[512];
            if (snprintf(name, sizeof name, "%s/%s", folder, entries[i]->d_name) >=
                (int)sizeof name)
                continue;
            const long long when = changed(name);
            if ((bound >= 0 && when >= bound) || when <= best)
                continue;
            best = when;
            snprintf(path, size, "%s", name);
        }
        found = best >= 0;
        bound = best;
    }
    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    return found;
}

/* ---- opening ---- */

static bool lock(struct game_file *store)
{
    if (flock(store->file, LOCK_EX | LOCK_NB) == 0)
        return true;
    const int reason = errno;
    close(store->file);
    store->file = -1;
    errno = reason;
    return false;
}

static bool open_file(struct game_file *store, const char *path, int flags)
{
    memset(store, 0, sizeof *store);
    store->file = -1;
    if (snprintf(store->path, sizeof store->path, "%s", path) >= (int)sizeof store->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    store->file = open(path, flags | O_RDWR | O_CLOEXEC, 0666);
    return store->file >= 0 && lock(store);
}

/* Names the file by date and time, with a counter if two tables start in the same second. */
static bool create_in_folder(struct game_file *store)
{
    char folder[400];
    char path[512];
    char stamp[32];
    struct tm local;
    const time_t now = time(NULL);
    memset(store, 0, sizeof *store);
    store->file = -1;
    if (!data_folder(folder, sizeof folder))
        return false;
    snprintf(store->path, sizeof store->path, "%s", folder);
    if (!make_folders(folder))
        return false;
    strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", localtime_r(&now, &local));
    for (int n = 1; n < 1000; n++) {
        if (n == 1)
            snprintf(path, sizeof path, "%s/%s.jsonl", folder, stamp);
        else
            snprintf(path, sizeof path, "%s/%s-%d.jsonl", folder, stamp, n);
        if (open_file(store, path, O_CREAT | O_EXCL))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool game_file_create(struct game_file *store, const char *path)
{
    if (path == NULL)
        return create_in_folder(store);
    if (!open_file(store, path, O_CREAT))
        return false;
    struct stat state;
    if (fstat(store->file, &state) == 0 && state.st_size == 0)
        return true;
    game_file_close(store);
    errno = EEXIST;
    return false;
}

static char *read_all(int file, size_t *length)
{
    struct stat state;
    if (fstat(file, &state) != 0)
        return NULL;
    const size_t size = (size_t)state.st_size;
    char *text = malloc(size + 1);
    *length = 0;
    while (text != NULL && *length < size) {
        const ssize_t got = read(file, text + *length, size - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        *length += (size_t)got;
    }
    if (text != NULL)
        text[*length] = '\0';
    return text;
}

bool game_file_open(struct game_file *store, const char *path, char **text, size_t *length)
{
    if (!open_file(store, path, 0))
        return false;
    *text = read_all(store->file, length);
    if (*text != NULL)
        return true;
    const int reason = errno;
    game_file_close(store);
    errno = reason;
    return false;
}

/* ---- writing ---- */

bool game_file_truncate(struct game_file *store, size_t length)
{
    return ftruncate(store->file, (off_t)length) == 0 &&
           lseek(store->file, (off_t)length, SEEK_SET) == (off_t)length;
}

void game_file_append(struct game_file *store, const char *text, size_t length)
{
    cn__text_append(&store->pending, text, length);
    if (store->pending.failed)
        abort(); /* not even a few hundred bytes of memory: give up */
}

bool game_file_flush(struct game_file *store)
{
    size_t done = 0;
    while (done < store->pending.length) {
        const ssize_t put =
            write(store->file, store->pending.text + done, store->pending.length - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        done += (size_t)put;
    }
    cn__text_clear(&store->pending);
    /* A pipe or a device (--file /dev/null) cannot be synced, and need not be. */
    return fsync(store->file) == 0 || errno == EINVAL || errno == EROFS;
}

void game_file_close(struct game_file *store)
{
    if (store->file >= 0)
        close(store->file);
    cn__text_free(&store->pending);
    memset(store, 0, sizeof *store);
    store->file = -1;
}
