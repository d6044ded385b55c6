/* replay.c -- the door to the part of a page that shows a record. */
#include "pages/pages.h"
#include "web.h"

static void answer_replay(const json_t *question, struct cn_record_lines *answer)
{
    static struct pages_replay *replay;
    if (replay == NULL)
        replay = pages_replay_open();
    if (replay != NULL)
        pages_replay_ask(replay, question, answer);
}

CN_WEB_DOOR(replay, answer_replay)
