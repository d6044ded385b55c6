/* ranks.h -- the arena on several machines: by MPI, where it was built in.
 *
 * Every process runs the same program with the same command line. Pairs are dealt out to the
 * processes by their numbers, come together at process 0 and are counted there in their order, so
 * that the result is that of one machine. Only the thread that opened may call what is here;
 * without MPI there is one process, number 0.
 */
#ifndef LAB_MPI_H
#define LAB_MPI_H

#include "arena.h"

bool mpi_are_built_in(void);
/* Joins the other processes; false if that cannot be. To be called once, and closed before the
 * program ends. */
bool mpi_open(void);
void mpi_close(void);
/* Which process this is, from 0. */
int mpi_rank(void);
/* What process 0 says; all wait for it. */
int mpi_agree(int status);
/* Does what arena_run does, by all processes together, which must all call it with the same
 * arena. Only process 0 needs to have counted what came before, and only there 'told' is called.
 * The tally, the error and the fault are the same in all processes afterwards. */
enum lab_error mpi_run(const struct arena *arena, struct arena_results *tally,
                       char fault[ARENA_FAULT]);

#endif
