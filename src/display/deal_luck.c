#include "deal_luck.h"

#include <stdlib.h>
#include <string.h>

#include "say.h"
#include "words/data.h"

bool display_luck(const struct scene *scene, const char *table, int side, struct deal_luck *luck)
{
    const struct cn_game *game = &scene->game;
    const struct cn_score_sheet *sheet = &scene->sheet;
    struct cn_meter_fit fit;
    if (scene->metered == 0 || scene->metered != game->deal_number || game->in_deal ||
        sheet->count == 0 || !cn_meter_find(table, &game->law->rules, game->players, &fit))
        return false;
    const struct cn_score *score = &sheet->deal[sheet->count - 1][side];
    luck->worth = cn_meter_worth(&scene->meter, &fit, game->sides, side);
    luck->made = score->total - score->item[CN_SCORE_BONUS];
    return true;
}

char *words_luck(const struct scene *scene, const char *table, int side, char *text, size_t size)
{
    struct deal_luck luck;
    text[0] = '\0';
    if (!display_luck(scene, table, side, &luck))
        return text;
    char worth[40];
    char made[40];
    char more[40];
    const int32_t gap = luck.made - luck.worth;
    words_number(&scene->words, luck.worth, worth, sizeof worth);
    words_number(&scene->words, luck.made, made, sizeof made);
    words_number(&scene->words, abs(gap), more, sizeof more);
    const char *key = gap > 0 ? "ui.luck.more" : gap < 0 ? "ui.luck.less" : "ui.luck.even";
    return words_format(&scene->words, text, size, key, 3, worth, made, more);
}

const char *display_luck_table(void)
{
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++)
        if (strcmp(file->path, "luck.table") == 0)
            return file->text;
    return "";
}
