#ifndef CN_NARROW_HANDS
#define CN_NARROW_HANDS /* up to three packs */
#endif
#include "out_contract.h"

bool cn__wilds_spoil_contract(const struct cn_law *law, const struct cn_board *board, int side,
                              int kind, int naturals)
{
    const int natural = CN_KEY_OF_CLASS + CN_CLASS_NATURAL;
    const int mixed = CN_KEY_OF_CLASS + CN_CLASS_MIXED;
    if (law->contract.parts == 0 ||
        cn_canasta_key(&law->rules.out_contract, kind, true) != natural ||
        cn_contract_lacks(&law->rules, board, side, natural) == 0)
        return false;
    return naturals >= 5 || cn_contract_lacks(&law->rules, board, side, mixed) == 0;
}
