/* progress.c -- how far a long command is, on a line of stderr that is written again and again. */
#include <unistd.h>

#include "command.h"

double command_clock(void)
{
    return (double)cn__clock_ns() * 1e-9;
}

void command_progress_begin(struct command_progress *progress)
{
    progress->start = progress->shown = command_clock();
    progress->terminal = isatty(STDERR_FILENO) != 0;
}

bool command_progress_is_due(struct command_progress *progress)
{
    static const double seconds_between = 0.2;
    const double now = progress->terminal ? command_clock() : 0;
    if (!progress->terminal || now - progress->shown < seconds_between)
        return false;
    progress->shown = now;
    fputs("\r\033[K", stderr);
    return true;
}

void command_progress_print(struct command_progress *progress, int64_t done, int64_t all,
                            const char *what)
{
    const double seconds = progress->shown - progress->start;
    const double rate = seconds > 0 ? (double)done / seconds : 0;
    fprintf(stderr, "%lld of %lld %s, %.*f a second", (long long)done, (long long)all, what,
            rate < 100, rate);
    if (rate > 0)
        fprintf(stderr, ", %.0f s left", (double)(all - done) / rate);
    fflush(stderr);
}

void command_progress_end(const struct command_progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}
