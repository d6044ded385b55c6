#include "mpi.h"

#ifdef CANASTA_MPI

#include <mpi.h> /* NOLINT(readability-duplicate-include): the library's, not ours */
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "workers.h"

/* Pairs of a round and thread: enough that waiting for the slowest process is little. */
enum {
    QUICK_PAIRS = 256,
    SLOW_PAIRS = 4
};

/* All processes play a round at a time: the pairs 'first' to first + count - 1. */
struct round {
    int64_t first, count;
    int64_t room; /* pairs of one process at most */
};

struct team {
    const struct arena *arena;
    struct arena_results *tally;
    char *fault;
    struct workers *crew;
    struct arena_pair *mine; /* what this process has played in the round */
    struct arena_pair *all;  /* process 0: what all have, 'room' places each */
    int *played;             /* process 0: how many pairs each has */
    int rank, ranks, mine_count;
    double start, before;
};

bool mpi_are_built_in(void)
{
    return true;
}

bool mpi_open(void)
{
    int provided;
    return MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS &&
           provided >= MPI_THREAD_FUNNELED;
}

void mpi_close(void)
{
    MPI_Finalize();
}

int mpi_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int mpi_agree(int status)
{
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return status;
}

/* If anything went wrong anywhere, it went wrong everywhere; the fault comes from where it was. */
static enum lab_error share_error(const struct team *team, enum lab_error error)
{
    struct {
        int error, rank;
    } mine = {(int)error, team->rank}, worst;
    MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    if (worst.error != LAB_OK)
        MPI_Bcast(team->fault, ARENA_FAULT, MPI_CHAR, worst.rank, MPI_COMM_WORLD);
    return (enum lab_error)worst.error;
}

static bool keep(void *context, const struct arena_pair *pair)
{
    struct team *team = context;
    team->mine[team->mine_count++] = *pair;
    return true;
}

static enum lab_error play_round(struct team *team, const struct round *round)
{
    const int64_t left = round->count - team->rank;
    const struct workers_work work = {.first = round->first + team->rank,
                                      .stride = team->ranks,
                                      .count =
                                          left > 0 ? (left + team->ranks - 1) / team->ranks : 0,
                                      .take = keep,
                                      .context = team};
    team->mine_count = 0;
    const enum lab_error error =
        work.count > 0 ? workers_play(team->crew, &work, team->fault) : LAB_OK;
    const int bytes = (int)(round->room * (int64_t)sizeof *team->mine);
    MPI_Gather(&team->mine_count, 1, MPI_INT, team->played, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(team->mine, bytes, MPI_BYTE, team->all, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    return error;
}

/* Process 0: counts the round's pairs in order, up to the first that was not played. *on: the
 * next round may come. */
static enum lab_error count_round(struct team *team, const struct round *round, bool *on)
{
    const struct arena *arena = team->arena;
    team->tally->seconds = team->before + command_clock() - team->start;
    for (int64_t i = 0; i < round->count && !arena_is_done(arena, team->tally); i++) {
        const int64_t rank = i % team->ranks;
        const struct arena_pair *pair = &team->all[rank * round->room + i / team->ranks];
        *on = i / team->ranks < team->played[rank];
        if (!*on)
            return LAB_OK;
        arena_count(arena, pair, team->tally);
        if (arena->told != NULL && !arena->told(arena->context, pair, team->tally))
            return LAB_WRITING;
    }
    *on = !arena_is_done(arena, team->tally);
    return LAB_OK;
}

static struct round next_round(const struct team *team, int64_t room)
{
    const int64_t left = team->arena->pairs - team->tally->points.count;
    const int64_t most = room * team->ranks;
    return (struct round){team->tally->points.count, left < most ? left : most, room};
}

static enum lab_error play_rounds(struct team *team, int64_t room)
{
    bool on = !arena_is_done(team->arena, team->tally);
    for (enum lab_error error = LAB_OK;;) {
        struct round round = next_round(team, room);
        if (!on)
            round.count = 0;
        MPI_Bcast(&round, (int)sizeof round, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (round.count == 0)
            return error;
        error = play_round(team, &round);
        if (team->rank == 0) {
            const enum lab_error counted = count_round(team, &round, &on);
            error = error != LAB_OK ? error : counted;
        }
        error = share_error(team, error);
        if (error != LAB_OK)
            return error;
    }
}

/* Makes room and the crew; on failure what there is stays for close_team. */
static enum lab_error open_team(struct team *team, int64_t room)
{
    enum lab_error error = LAB_MEMORY;
    const size_t ranks = team->rank == 0 ? (size_t)team->ranks : 1;
    team->mine = calloc((size_t)room, sizeof *team->mine);
    team->all = calloc((size_t)room * ranks, sizeof *team->all);
    team->played = calloc(ranks, sizeof *team->played);
    if (team->mine != NULL && team->all != NULL && team->played != NULL)
        team->crew =
            workers_open(&team->arena->plan, team->arena->jobs, team->arena->interrupted, &error);
    return error;
}

static void close_team(struct team *team)
{
    workers_close(team->crew);
    free(team->mine);
    free(team->all);
    free(team->played);
}

/* Pairs of a process in a round: process 0 decides. */
static int64_t room_of(const struct arena *arena)
{
    const bool quick = arena->plan.contestant[ARENA_A]->at_once &&
                       arena->plan.contestant[ARENA_B]->at_once && !arena->plan.matches;
    return mpi_agree((quick ? QUICK_PAIRS : SLOW_PAIRS) * arena->jobs);
}

enum lab_error mpi_run(const struct arena *arena, struct arena_results *tally,
                       char fault[ARENA_FAULT])
{
    struct team team = {.arena = arena,
                        .tally = tally,
                        .fault = fault,
                        .start = command_clock(),
                        .before = tally->seconds};
    memset(fault, 0, ARENA_FAULT);
    MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team.ranks);
    const int64_t room = room_of(arena);
    enum lab_error error = share_error(&team, open_team(&team, room));
    if (error == LAB_OK)
        error = play_rounds(&team, room);
    close_team(&team);
    if (team.rank == 0)
        tally->interrupted = !arena_is_done(arena, tally);
    MPI_Bcast(tally, (int)sizeof *tally, MPI_BYTE, 0, MPI_COMM_WORLD);
    return error;
}

#else

bool mpi_are_built_in(void)
{
    return false;
}

bool mpi_open(void)
{
    return false;
}

void mpi_close(void) {}

int mpi_rank(void)
{
    return 0;
}

int mpi_agree(int status)
{
    return status;
}

enum lab_error mpi_run(const struct arena *arena, struct arena_results *tally,
                       char fault[ARENA_FAULT])
{
    return arena_run(arena, tally, fault);
}

#endif
