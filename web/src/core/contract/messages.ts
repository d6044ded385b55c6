/**
 * What clients and servers send each other (docs/PROTOCOL.md). Printed by tools/contract.c from
 * src/pages/schema.def and src/protocol/message.c; do not edit it.
 */
import type {
  Card,
} from './lists';

/* ---- Lines of a server that are not messages: the game, as one seat sees it ---- */

/** A contribution to a fair shuffle; null if none came. */
export type SharedPart = string | null;

/** A line of the record or of a snapshot. The engine reads all of it. */
export interface GameLine {
  t: 'game' | 'fair' | 'reveal' | 'deal' | 'cut' | 'face' | 'draw' | 'draws' | 'take' | 'pile' |
    'meld' | 'add' | 'combine' | 'ask' | 'answer' | 'discard' | 'stop' | 'talon' | 'pick' |
    'hand' | 'undo' | 'end' | 'over' | 'view' | 'ended' | 'actions' | 'irregular' | 'call' |
    'require' | 'peek' | 'hold' | 'expose' | 'lapse' | 'back' | 'ruling' | 'owe' | 'stock' |
    'reopen' | 'unlay' | 'bound' | 'due';
  /** Of the event in the table's log. */
  '#'?: number;
}

/** All hands as they were some time ago, for spectators. */
export interface HandsLine {
  t: 'hands';
  '#'?: number;
  /** By seat. */
  hands: Card[][];
}

/* ---- Messages ---- */

/** What a client sends. */
export type ClientLine =
  | { t: 'act'; id: number; at: number; action: string; cards?: Card[]; }
  | { t: 'make'; v: number; id?: number; title?: string; seat?: number; name?: string;
      rules?: string; house?: string; players?: number;
      timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; deck?: string; }
  | { t: 'list'; v?: number; id?: number; table?: string; token?: string; }
  | { t: 'daily'; v: number; id?: number; token: string; name?: string; deal: number;
      play?: string; }
  | { t: 'hello'; v: number; last?: number; table: string; token?: string; new?: boolean;
      seat?: number; name?: string; watching?: boolean; actions?: boolean; }
  | { t: 'sit'; id: number; token?: string; seat: number; name?: string; }
  | { t: 'rise'; id: number; }
  | { t: 'ready'; id: number; }
  | { t: 'pledge'; id: number; deal: number; pledge: string; }
  | { t: 'part'; id: number; deal: number; part?: string; }
  | { t: 'cut'; id: number; k: number; }
  | { t: 'chat'; id: number; text?: string; phrase?: string; }
  | { t: 'pause'; id: number; yes: boolean; }
  | { t: 'back'; id: number; n?: number; }
  | { t: 'rematch'; id: number; }
  | { t: 'vote'; id: number; on: number; yes: boolean; }
  | { t: 'bot'; id: number; seat: number; level?: string; }
  | { t: 'free'; id: number; seat: number; }
  | { t: 'set'; id: number; title?: string;
      timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; }
  | { t: 'hint'; id: number; }
  | { t: 'share'; id: number; }
  | { t: 'sheet'; id: number; }
  | { t: 'seats'; id: number; }
  | { t: 'ping'; id?: number; }
  | never;

/** What a server sends. */
export type ServerLine =
  | { t: 'daily'; name?: string; n?: number; yes?: boolean; deal: number; made: number;
      theirs?: number; }
  | { t: 'pledge'; '#'?: number; seat: number; pledge: string; }
  | { t: 'part'; '#'?: number; seat: number; part: string; }
  | { t: 'chat'; '#'?: number; seat?: number; name: string; text?: string; phrase?: string; }
  | { t: 'pause'; '#'?: number; seat?: number; yes: boolean; }
  | { t: 'set'; '#'?: number; title?: string;
      timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; }
  | { t: 'hint'; id: number; action: string; n?: number; text?: string; why?: string; }
  | { t: 'share'; '#'?: number; link: string; }
  | { t: 'sheet'; deal: number; sides: number[][]; }
  | { t: 'drawn'; '#'?: number; seat: number; to: number; cards: Card[]; }
  | { t: 'pong'; id?: number; }
  | { t: 'listed'; table: string; title?: string; seat?: number; name?: string; rules?: string;
      house?: string; players?: number;
      timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week'; arranged?: boolean;
      watchers?: number;
      stage?: 'lobby' | 'pledges' | 'cut' | 'parts' | 'play' | 'between' | 'over'; n?: number;
      yes?: boolean; ms?: number; url?: string; }
  | { t: 'made'; id?: number; table: string; token: string; seat: number; }
  | { t: 'welcome'; v: number; last: number; table: string; token?: string; seat?: number;
      watching?: boolean; done?: number; }
  | { t: 'table'; '#'?: number; title?: string; rules: string; house?: string; players: number;
      timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week';
      join?: 'all' | 'ask' | 'none'; watch?: boolean; hints?: boolean; listed?: boolean;
      pace?: number; open?: number; arranged?: boolean;
      stage?: 'lobby' | 'pledges' | 'cut' | 'parts' | 'play' | 'between' | 'over'; }
  | { t: 'seat'; '#'?: number; seat: number; name?: string; host?: boolean; level?: string; }
  | { t: 'here'; seat?: number; here?: 'away' | 'yes' | 'bot'; ready?: boolean; watchers?: number; }
  | { t: 'commit'; '#'?: number; deal: number; hash: string; absent?: number; }
  | { t: 'pledged'; '#'?: number; seat: number; pledges: SharedPart[]; }
  | { t: 'open'; '#'?: number; deal: number; k?: number; }
  | { t: 'proposal'; seat?: number; name?: string; what: 'back' | 'rematch' | 'sit' | 'open';
      on: number; n?: number; }
  | { t: 'settled'; what: 'back' | 'rematch' | 'sit' | 'open'; on: number; yes: boolean; }
  | { t: 'clock'; seat: number; ms: number; }
  | { t: 'ok'; id: number; at?: number; }
  | { t: 'no'; id?: number; at?: number; text?: string; why: string; law?: string; }
  | { t: 'bye'; why?: string; code: number; url?: string; }
  | GameLine
  | HandsLine;

/** The lines of one kind. */
export type ServerLineOf<T extends ServerLine['t']> = Extract<ServerLine, { t: T }>;
