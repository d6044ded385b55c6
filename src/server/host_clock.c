/* host_clock.c -- the clock of tables and connections, and randomness. */
#include <sodium.h>

#include "host.h"

enum {
    STALL_MS =
        2000 /* a turn of the loop longer than this: the process or the machine was suspended */
};

int64_t host_now_ms(struct server_host *host)
{
    const int64_t now = (int64_t)(uv_hrtime() / 1000000);
    const int64_t passed = now - host->clock_last_ms;
    if (passed > STALL_MS)
        host->clock_lost_ms += passed - TICK_MS;
    host->clock_last_ms = now;
    return now - host->clock_lost_ms;
}

void host_random(void *bytes, size_t length)
{
    randombytes_buf(bytes, length);
}
