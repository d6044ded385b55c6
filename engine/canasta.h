/* canasta.h -- the one door into the engine for every other room. */
#ifndef CN_CANASTA_H
#define CN_CANASTA_H

#include "action.h"
#include "card.h"
#include "cards.h"
#include "counted.h"
#include "deal.h"
#include "game.h"
#include "hand.h"
#include "legal.h"
#include "memory.h"
#include "numbered.h"
#include "rng.h"
#include "rules.h"
#include "score.h"
#include "table.h"
#include "view.h"

#endif
