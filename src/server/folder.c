#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char lock_name[] = "canasta.lock";
static const char *const names[FOLDER_FILES] = {"canasta.db", "canasta.db-wal", "canasta.db-shm",
                                                lock_name};
enum {
    NAME_ROOM = 24 /* for the longest name in the folder */
};

static bool make_folder(const char *folder)
{
    char path[STORE_PATH_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The files contain nonces, decks and hashes of tokens. An earlier version may have made them
 * readable for everyone. */
static void make_private(const char *folder)
{
    for (int i = 0; i < FOLDER_FILES; i++) {
        char path[STORE_PATH_SIZE];
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) < (int)sizeof path)
            (void)chmod(path, 0600);
    }
}

/* Returns whether the open file is still the one of that name. It may have been removed before it
 * was locked. */
static bool is_named(int fd, const char *path)
{
    struct stat open_one;
    struct stat named;
    return fstat(fd, &open_one) == 0 && stat(path, &named) == 0 &&
           open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

/* Writes the process id to the lock, for people. A failure does not matter. */
static void write_process(int fd)
{
    char text[32];
    const int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(fd, 0) == 0) {
        const ssize_t written = pwrite(fd, text, (size_t)length, 0);
        (void)written;
    }
}

static void say_in_use(int fd, const char *folder, char *why, size_t size)
{
    char text[32] = "";
    char process[64] = "";
    const ssize_t length = pread(fd, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    const long pid = strtol(text, NULL, 10);
    if (pid > 0)
        snprintf(process, sizeof process, " (process %ld)", pid);
    snprintf(why, size,
             "%s: another server%s uses this folder; stop that one, or give this one a folder of "
             "its own with --data",
             folder, process);
}

/* Takes the lock. Returns -1 and sets *why if that is impossible. */
static int take_lock(const char *folder, const char *path, char *why, size_t size)
{
    for (;;) {
        const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0) {
            snprintf(why, size, "%s: %s", path, strerror(errno));
            return -1;
        }
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            if (is_named(fd, path))
                return fd;
            close(fd);
            continue;
        }
        if (errno == EWOULDBLOCK)
            say_in_use(fd, folder, why, size);
        else
            snprintf(why, size, "%s: cannot be locked: %s", path, strerror(errno));
        close(fd);
        return -1;
    }
}

bool folder_take(struct folder *folder, const char *path, char *why, size_t size)
{
    char lock[STORE_PATH_SIZE];
    folder->lock = -1;
    if (strlen(path) + NAME_ROOM > sizeof folder->path) {
        snprintf(why, size, "%s: %s", path, strerror(ENAMETOOLONG));
        return false;
    }
    snprintf(folder->path, sizeof folder->path, "%s", path);
    if (!make_folder(path)) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return false;
    }
    snprintf(lock, sizeof lock, "%s/%s", path, lock_name);
    folder->lock = take_lock(path, lock, why, size);
    if (folder->lock < 0)
        return false;
    write_process(folder->lock);
    make_private(path);
    return true;
}

/* By name only: opening and closing one of SQLite's files would release its locks. */
static bool look_at(const struct folder *folder, int i, struct stat *file)
{
    char path[STORE_PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
    return length < (int)sizeof path && stat(path, file) == 0;
}

bool folder_note(struct folder *folder, char *why, size_t size)
{
    for (int i = 0; i < FOLDER_FILES; i++) {
        struct stat file;
        if (!look_at(folder, i, &file)) {
            snprintf(why, size, "%s: %s", names[i], strerror(errno));
            return false;
        }
        folder->files[i].device = file.st_dev;
        folder->files[i].inode = file.st_ino;
    }
    return true;
}

const char *folder_missing(const struct folder *folder)
{
    for (int i = 0; i < FOLDER_FILES; i++) {
        struct stat file;
        const bool seen = look_at(folder, i, &file);
        if (seen ? file.st_dev != folder->files[i].device || file.st_ino != folder->files[i].inode
                 : errno == ENOENT || errno == ENOTDIR)
            return names[i];
    }
    return NULL;
}

void folder_leave(struct folder *folder)
{
    if (folder->lock >= 0)
        close(folder->lock);
    folder->lock = -1;
}
