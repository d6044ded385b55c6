/* bots_narrow.h -- other names for what FILE_narrow.c compiles a second time, for up to three packs
 * (src/engine/narrow.h). greedy's decide, cn_expert_decide, cn_belief_init and cn_belief_resample
 * hand narrow laws on.
 */
#ifndef CN_BOTS_BOTS_NARROW_H
#define CN_BOTS_BOTS_NARROW_H

#define cn_expert_decide           cn__narrow_expert_decide
#define cn__expert_init            cn__narrow_expert_init
#define cn__expert_allows          cn__narrow_expert_allows
#define cn__expert_consider        cn__narrow_expert_consider
#define cn__expert_discard_weights cn__narrow_expert_discard_weights
#define cn__expert_discard_cost    cn__narrow_expert_discard_cost
#define cn__expert_meld            cn__narrow_expert_meld
#define cn__expert_go_out          cn__narrow_expert_go_out
#define cn__expert_can_go_out      cn__narrow_expert_can_go_out
#define cn_belief_class            cn__narrow_belief_class
#define cn_belief_observation      cn__narrow_belief_observation
#define cn_belief_init             cn__narrow_belief_init
#define cn_belief_resample         cn__narrow_belief_resample
#define cn_belief_fill_deal        cn__narrow_belief_fill_deal

#endif
