/* The bots' verdict on one decision, in sentences of the catalogue. */
import type { Judged } from '../core/contract/record';

export interface Sentence {
  key: string;
  values: (string | number)[];
}

/** The sentences, and what favours the move that they call good or better; '' if they name no such
 * move. */
export function verdict(judged: Judged, played: string): { say: Sentence[]; reason: string } {
  const best = judged.bestText ?? '';
  const reason = judged.reason ?? '';
  const loss = Math.round(judged.loss ?? 0);
  const only = (key: string, ...values: (string | number)[]): Sentence[] => [{ key, values }];
  if (judged.kind === 'forced') return { say: only('web.replay.forced'), reason: '' };
  if (judged.kind === 'unknown') return { say: only('web.replay.unknown'), reason: '' };
  if (loss >= 1) {
    const error = Math.max(1, Math.round(judged.error ?? 0));
    return {
      say: only('web.replay.better', best, loss, error),
      reason: [judged.found ?? '', reason].filter((text) => text !== '').join(' '),
    };
  }
  if (judged.best === played) return { say: only('web.replay.good'), reason };
  return { say: [...only('web.replay.good'), ...only('web.replay.as_good', best)], reason: '' };
}
