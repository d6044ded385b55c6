/* narrow.h -- other names for what is compiled twice.
 *
 * With up to three packs no kind has more than 15 cards, and code that knows it is a tenth faster
 * (hand.h). So FILE.c, which counts any hand, is compiled a second time by FILE_narrow.c, under the
 * names below. That copy also leaves out what only refereed tables need: their laws count as wide.
 * The first copy hands narrow laws on at its entry points: cn_deal_start, cn_deal_apply and the
 * functions of legal.h. What moves cards (board.h, moves.h) is right for every law in the first
 * copy. turn_end.h reads tables of which a law has one form only, so there each copy is called by
 * its own kind.
 */
#ifndef CN_ENGINE_NARROW_H
#define CN_ENGINE_NARROW_H

#include "card.h" /* an installed header stands alone, and may not be empty */

#define cn_board_partner             cn__narrow_board_partner
#define cn_board_actor               cn__narrow_board_actor
#define cn_pile_is_frozen            cn__narrow_pile_is_frozen
#define cn_board_as_ruled            cn__narrow_board_as_ruled
#define cn_board_must_discard        cn__narrow_board_must_discard
#define cn_owes_minimum              cn__narrow_owes_minimum
#define cn__opening_without_top      cn__narrow_opening_without_top
#define cn_opening_lacks_count       cn__narrow_opening_lacks_count
#define cn__opening_lacks_needed     cn__narrow_opening_lacks_needed
#define cn_board_out_bar             cn__narrow_board_out_bar
#define cn_partner_waits             cn__narrow_partner_waits
#define cn_board_lets_out            cn__narrow_board_lets_out
#define cn_board_discards            cn__narrow_board_discards
#define cn_board_talon_due           cn__narrow_board_talon_due
#define cn_board_talon_once_laid     cn__narrow_board_talon_once_laid
#define cn_pile_is_stopped           cn__narrow_pile_is_stopped
#define cn_take_is_complete          cn__narrow_take_is_complete
#define cn_board_set_meld            cn__narrow_board_set_meld
#define cn_board_lay                 cn__narrow_board_lay
#define cn_board_take_meld           cn__narrow_board_take_meld
#define cn_board_take                cn__narrow_board_take
#define cn_board_merge               cn__narrow_board_merge
#define cn_memory_forget             cn__narrow_memory_forget
#define cn_memory_discard            cn__narrow_memory_discard
#define cn_memory_decline            cn__narrow_memory_decline
#define cn_memory_see                cn__narrow_memory_see
#define cn_memory_pile               cn__narrow_memory_pile
#define cn_move_draw                 cn__narrow_move_draw
#define cn_move_undraw               cn__narrow_move_undraw
#define cn_move_face                 cn__narrow_move_face
#define cn_move_unface               cn__narrow_move_unface
#define cn_move_talon                cn__narrow_move_talon
#define cn_move_untalon              cn__narrow_move_untalon
#define cn_move_pick_talon           cn__narrow_move_pick_talon
#define cn_move_unpick_talon         cn__narrow_move_unpick_talon
#define cn_move_pick_second          cn__narrow_move_pick_second
#define cn_move_unpick_second        cn__narrow_move_unpick_second
#define cn_move_lay                  cn__narrow_move_lay
#define cn_move_unlay                cn__narrow_move_unlay
#define cn_move_merge                cn__narrow_move_merge
#define cn_move_unmerge              cn__narrow_move_unmerge
#define cn_move_to_pile              cn__narrow_move_to_pile
#define cn_move_take_top             cn__narrow_move_take_top
#define cn_move_untake_top           cn__narrow_move_untake_top
#define cn_move_take_pile            cn__narrow_move_take_pile
#define cn_move_untake_pile          cn__narrow_move_untake_pile
#define cn_move_discard              cn__narrow_move_discard
#define cn_move_undiscard            cn__narrow_move_undiscard
#define cn_move_expose               cn__narrow_move_expose
#define cn_move_unexpose             cn__narrow_move_unexpose
#define cn_move_begin_turn           cn__narrow_move_begin_turn
#define cn_move_pass_turn            cn__narrow_move_pass_turn
#define cn_move_unpass_turn          cn__narrow_move_unpass_turn
#define cn_deal_start_turn           cn__narrow_deal_start_turn
#define cn_deal_begin_short_turn     cn__narrow_deal_begin_short_turn
#define cn_deal_most_kept            cn__narrow_deal_most_kept
#define cn_deal_face                 cn__narrow_deal_face
#define cn_deal_pick                 cn__narrow_deal_pick
#define cn_deal_start                cn__narrow_deal_start
#define cn_deal_apply                cn__narrow_deal_apply
#define cn_deal_go_out               cn__narrow_deal_go_out
#define cn_deal_ends_with_discard    cn__narrow_deal_ends_with_discard
#define cn_lookahead_init            cn__narrow_lookahead_init
#define cn_lookahead_join_pile       cn__narrow_lookahead_join_pile
#define cn_lookahead_answer          cn__narrow_lookahead_answer
#define cn_lookahead_apply           cn__narrow_lookahead_apply
#define cn__count_may_reach_minimum  cn__narrow_count_may_reach_minimum
#define cn__count_may_go_out         cn__narrow_count_may_go_out
#define cn__count_can_go_out         cn__narrow_count_can_go_out
#define cn__count_can_meld_all       cn__narrow_count_can_meld_all
#define cn__count_can_end_by_discard cn__narrow_count_can_end_by_discard
#define cn__count_can_end            cn__narrow_count_can_end
#define cn__plan_init                cn__narrow_plan_init
#define cn__plan_rank_init           cn__narrow_plan_rank_init
#define cn__plan_without_top         cn__narrow_plan_without_top
#define cn__plan_flags               cn__narrow_plan_flags
#define cn__plan_may_lie             cn__narrow_plan_may_lie
#define cn__plan_group_takes         cn__narrow_plan_group_takes
#define cn__plan_may_begin           cn__narrow_plan_may_begin
#define cn__plan_may_lose            cn__narrow_plan_may_lose
#define cn__plan_add_peaks           cn__narrow_plan_add_peaks
#define cn__plan_ask_rank            cn__narrow_plan_ask_rank
#define cn__plan_spread_melds        cn__narrow_plan_spread_melds
#define cn__plan_is_simple           cn__narrow_plan_is_simple
#define cn__plan_fill_row            cn__narrow_plan_fill_row
#define cn__plan_wild_flags          cn__narrow_plan_wild_flags
#define cn__plan_ask_wilds           cn__narrow_plan_ask_wilds
#define cn__plan_opening_is_there    cn__narrow_plan_opening_is_there
#define cn__plan_stays               cn__narrow_plan_stays
#define cn__plan_goes_out_laying     cn__narrow_plan_goes_out_laying
#define cn__plan_uncounted           cn__narrow_plan_uncounted
#define cn_plan_can_end              cn__narrow_plan_can_end
#define cn_plan_can_end_by_discard   cn__narrow_plan_can_end_by_discard
#define cn_plan_can_meld_all         cn__narrow_plan_can_meld_all
#define cn_plan_can_go_out           cn__narrow_plan_can_go_out
#define cn_plan_may_reach_minimum    cn__narrow_plan_may_reach_minimum
#define cn_plan_may_go_out           cn__narrow_plan_may_go_out
#define cn__list_planned_turn        cn__narrow_list_planned_turn
#define cn_board_legal_check         cn__narrow_board_legal_check
#define cn_board_legal_list          cn__narrow_board_legal_list
#define cn_board_legal_list_from     cn__narrow_board_legal_list_from
#define cn_board_legal_set_init      cn__narrow_board_legal_set_init
#define cn_board_count_contract      cn__narrow_board_count_contract
#define cn_contract_lacks            cn__narrow_contract_lacks
#define cn_contract_is_met           cn__narrow_contract_is_met
#define cn_board_can_end             cn__narrow_board_can_end
#define cn_board_can_end_after       cn__narrow_board_can_end_after
#define cn_board_can_go_out          cn__narrow_board_can_go_out

#endif
