/* The bots' verdict on one decision, in sentences of the catalogue. */
import type { Judged } from '../core/contract/record';

export interface Sentence {
  key: string;
  values: (string | number)[];
}

/** The sentences, and the principle of the move that they call good or better; '' if they name no
 * such move. */
export function verdict(judged: Judged, played: string): { say: Sentence[]; reason: string } {
  const best = judged.bestText ?? '';
  const reason = judged.reason ?? '';
  const loss = Math.round(judged.loss ?? 0);
  const lead = Math.round(judged.lead ?? 0);
  const only = (key: string, ...values: (string | number)[]): Sentence[] => [{ key, values }];
  if (judged.kind === 'forced') return { say: only('web.replay.forced'), reason: '' };
  if (judged.kind === 'unknown') return { say: only('web.replay.unknown'), reason: '' };
  /* Its estimate is above that of the advice: say why it is not advised. */
  if (lead >= 1)
    return { say: only('web.replay.unsure', best, lead, judged.worlds ?? 0), reason: '' };
  if (loss >= 1) return { say: only('web.replay.better', best, loss), reason };
  if (judged.best === played) return { say: only('web.replay.good'), reason };
  return { say: [...only('web.replay.good'), ...only('web.replay.as_good', best)], reason: '' };
}
