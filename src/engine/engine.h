/* engine.h -- the header through which other rooms include the engine. */
#ifndef CN_ENGINE_ENGINE_H
#define CN_ENGINE_ENGINE_H

#include "action.h"
#include "board.h"
#include "card.h"
#include "deal.h"
#include "game.h"
#include "hand.h"
#include "law.h"
#include "laying.h"
#include "legal.h"
#include "memory.h"
#include "placement.h"
#include "referee.h"
#include "referee_follow.h"
#include "rng.h"
#include "rules.h"
#include "score.h"
#include "seeded.h"
#include "special.h"
#include "tally.h"
#include "view.h"

#endif
