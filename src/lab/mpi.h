/* mpi.h -- the arena on several machines by MPI, if built with it.
 *
 * Every process runs the same program with the same command line. Pairs are assigned to processes
 * by their numbers, collected at process 0 and counted there in order, so the result is that of one
 * machine. Only the thread that called mpi_open may call these functions. Without MPI there is one
 * process, number 0.
 */
#ifndef LAB_MPI_H
#define LAB_MPI_H

#include "arena.h"

bool mpi_are_built_in(void);
/* Joins the other processes. Returns false on failure. Call it once, and close before the program
 * ends. */
bool mpi_open(void);
void mpi_close(void);
/* Returns this process's number, from 0. */
int mpi_rank(void);
/* Returns process 0's status in every process; all wait for it. */
int mpi_agree(int status);
/* Does what arena_run does in all processes together, which must all call it with the same arena.
 * Only process 0 needs the earlier counts, and only there 'told' is called. The tally, the error
 * and the fault are the same in all processes afterwards. */
enum lab_error mpi_run(const struct arena *arena, struct arena_results *tally,
                       char fault[ARENA_FAULT]);

#endif
