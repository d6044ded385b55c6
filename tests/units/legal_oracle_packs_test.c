/* legal_oracle_packs_test.c -- the same walk with four to six packs. */
#define MANY_PACKS
#include "legal_oracle_test.c"
