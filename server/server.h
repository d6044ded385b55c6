/* server.h -- the door of the room. */
#ifndef CN_SERVER_H
#define CN_SERVER_H

#include "table.h"

#endif
