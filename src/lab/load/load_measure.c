/* load_measure.c -- the clock, latencies, and what has failed. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "load.h"

int64_t load_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void load_fail(struct load *load, const char *why)
{
    load->broken = true;
    if (why != NULL && load->trouble[0] == '\0')
        snprintf(load->trouble, sizeof load->trouble, "%s", why);
}

void load_count(struct load_times *times, int64_t us)
{
    int bucket = us <= 1 ? 0 : (int)(log((double)us) / log(1.01));
    if (bucket >= LOAD_BUCKETS)
        bucket = LOAD_BUCKETS - 1;
    times->bucket[bucket]++;
    times->count++;
    if (us > times->most_us)
        times->most_us = us;
}

double load_quantile_ms(const struct load_times *times, double q)
{
    const uint64_t wanted = (uint64_t)((double)times->count * q);
    uint64_t count = 0;
    for (int i = 0; i < LOAD_BUCKETS; i++) {
        count += times->bucket[i];
        if (count > wanted)
            return pow(1.01, i + 1) / 1000;
    }
    return 0;
}
