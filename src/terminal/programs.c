/* programs.c -- seats that programs play: the lines they are sent, and their decisions. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_game_internal.h"

enum {
    SLICE_MS = 20 /* between two checks for keys */
};

/* Not a person. Its functions are never called. */
static const struct cn_bot program_bot = {.name = "program"};

const char *program_command(const char *bot)
{
    const size_t length = strlen(PROGRAM_PREFIX);
    return strncmp(bot, PROGRAM_PREFIX, length) == 0 ? bot + length : NULL;
}

/* ---- coming and going ---- */

bool programs_seat(struct local_game *session, int seat, const char *command,
                   struct io_error *trouble)
{
    struct program_seat *at = &session->seats[seat];
    if (session->programs == NULL)
        return local_game_fail(trouble, "bot", command) != NULL;
    at->program = session->programs->open(session->programs->context, command);
    if (at->program == NULL)
        return local_game_fail(trouble, "memory", NULL) != NULL;
    snprintf(at->command, sizeof at->command, "%s", command);
    return local_game_seat(session, seat, &program_bot, 0);
}

/* Returns whether the program has failed, and sets *trouble if so. */
static bool has_failed(const struct local_game *session, int seat, struct io_error *trouble)
{
    const struct program_seat *at = &session->seats[seat];
    char fault[200] = "";
    char detail[sizeof trouble->detail];
    session->programs->fault(at->program, fault, sizeof fault);
    if (fault[0] == '\0')
        return false;
    snprintf(detail, sizeof detail, "%s: %s", at->command, fault);
    local_game_fail(trouble, "program", detail);
    return true;
}

bool programs_begin(struct local_game *session, struct io_error *trouble)
{
    const char *names[CN_SEATS_MAX];
    const struct cn_game_header line = local_game_game_line(session, names);
    for (int seat = 0; seat < session->source.scene.game.players; seat++) {
        void *program = session->seats[seat].program;
        if (program == NULL)
            continue;
        session->seats[seat].begun =
            session->programs->begin(program, &line, &session->source.scene.game, seat);
        if (has_failed(session, seat, trouble))
            return false;
    }
    return true;
}

/* Sends the lines it has not received yet. */
static void send(struct local_game *session, int seat)
{
    struct program_seat *at = &session->seats[seat];
    if (at->told.failed)
        abort(); /* no memory for a line: the program must not miss one */
    if (at->told.length > at->sent)
        session->programs->tell(at->program, at->told.text + at->sent, at->told.length - at->sent);
    at->sent = at->told.length;
}

void programs_end(struct local_game *session)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        struct program_seat *at = &session->seats[seat];
        if (at->program != NULL) {
            if (at->begun)
                send(session, seat);
            session->programs->close(at->program);
        }
        cn__text_free(&at->told);
    }
}

/* ---- lines for programs ---- */

void programs_hear(struct local_game *session, const struct cn_event *event)
{
    for (int seat = 0; seat < session->source.scene.game.players; seat++)
        if (session->seats[seat].program != NULL)
            cn_record_write_seat_event(&session->seats[seat].told, event,
                                       &session->source.scene.game, seat);
}

void programs_mark(struct local_game *session)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        session->seats[seat].before = session->seats[seat].told.length;
}

void programs_remember(struct local_game *session, int at)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        session->seats[seat].undo[at] = session->seats[seat].before;
}

void programs_forget_oldest(struct local_game *session, int count)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        size_t *undo = session->seats[seat].undo;
        memmove(undo, undo + 1, (size_t)count * sizeof undo[0]);
    }
}

void programs_take_back(struct local_game *session, int at)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        struct program_seat *told = &session->seats[seat];
        if (told->program == NULL)
            continue;
        assert(told->sent <= told->undo[at]);
        told->told.length = told->undo[at];
    }
}

/* ---- deciding ---- */

bool programs_think(struct local_game *session, int seat)
{
    struct bot_thought *thought = &session->thought;
    if (!thought->begun) {
        thought->begun = true;
        thought->made = false;
        send(session, seat);
    }
    if (!thought->made)
        thought->made =
            session->programs->wait(session->seats[seat].program, SLICE_MS, &thought->action);
    if (thought->made)
        has_failed(session, seat, &session->source.trouble);
    return thought->made;
}

/* ---- a command in a note ---- */

void program_encode(const char *command, char *word, size_t size)
{
    size_t at = 0;
    for (const char *c = command; *c != '\0' && at + 4 < size; c++) {
        const bool plain = isascii((unsigned char)*c) &&
                           (isalnum((unsigned char)*c) || strchr("-_./:=+@", *c) != NULL);
        at += (size_t)snprintf(word + at, size - at, plain ? "%c" : "%%%02X", (unsigned char)*c);
    }
    word[at] = '\0';
}

void program_decode(const char *word, size_t length, char *command, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < length && at + 1 < size; i++) {
        unsigned code;
        if (word[i] == '%' && i + 2 < length && sscanf(word + i + 1, "%2x", &code) == 1 &&
            code > 0) {
            command[at++] = (char)code;
            i += 2;
        } else {
            command[at++] = word[i];
        }
    }
    command[at] = '\0';
}
