/**
 * Checks the lines of a server where they enter. Printed by tools/contract.c from
 * src/pages/schema.def and src/protocol/message.c; do not edit it.
 */
import type { ServerLine } from './messages';

const unions: Record<string, string> = {
  Card: 'string',
  Kind: 'string',
  Seat: 'number',
  SharedPart: 'string | null',
};

/** The fields of each kind of line; "?" marks optional ones. */
const serverFields: Record<string, readonly string[]> = {
  daily: [ "name?: string", "n?: number", "yes?: boolean", "deal: number", "made: number",
    "theirs?: number", ],
  pledge: [ "#?: number", "seat: number", "pledge: string", ],
  part: [ "#?: number", "seat: number", "part: string", ],
  chat: [ "#?: number", "seat?: number", "name: string", "text?: string", "phrase?: string", ],
  pause: [ "#?: number", "seat?: number", "yes: boolean", ],
  set: [ "#?: number", "title?: string",
    "timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week'",
    "join?: 'all' | 'ask' | 'none'", "watch?: boolean", "hints?: boolean", "listed?: boolean",
    "pace?: number", "open?: number", ],
  hint: [ "id: number", "action: string", "n?: number", "text?: string", "why?: string", ],
  share: [ "#?: number", "link: string", ],
  sheet: [ "deal: number", "sides: number[][]", ],
  drawn: [ "#?: number", "seat: number", "to: number", "cards: Card[]", ],
  pong: [ "id?: number", ],
  listed: [ "table: string", "title?: string", "seat?: number", "name?: string", "rules?: string",
    "house?: string", "players?: number",
    "timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week'", "arranged?: boolean",
    "watchers?: number",
    "stage?: 'lobby' | 'pledges' | 'cut' | 'parts' | 'play' | 'between' | 'over'", "n?: number",
    "yes?: boolean", "ms?: number", "url?: string", ],
  made: [ "id?: number", "table: string", "token: string", "seat: number", ],
  welcome: [ "v: number", "last: number", "table: string", "token?: string", "seat?: number",
    "watching?: boolean", "done?: number", ],
  table: [ "#?: number", "title?: string", "rules: string", "house?: string", "players: number",
    "timer?: 'none' | 'relaxed' | 'brisk' | 'day' | 'days' | 'week'",
    "join?: 'all' | 'ask' | 'none'", "watch?: boolean", "hints?: boolean", "listed?: boolean",
    "pace?: number", "open?: number", "arranged?: boolean",
    "stage?: 'lobby' | 'pledges' | 'cut' | 'parts' | 'play' | 'between' | 'over'", ],
  seat: [ "#?: number", "seat: number", "name?: string", "host?: boolean", "level?: string", ],
  here: [ "seat?: number", "here?: 'away' | 'yes' | 'bot'", "ready?: boolean",
    "watchers?: number", ],
  commit: [ "#?: number", "deal: number", "hash: string", "absent?: number", ],
  pledged: [ "#?: number", "seat: number", "pledges: SharedPart[]", ],
  open: [ "#?: number", "deal: number", "k?: number", ],
  proposal: [ "seat?: number", "name?: string", "what: 'back' | 'rematch' | 'sit' | 'open'",
    "on: number", "n?: number", ],
  settled: [ "what: 'back' | 'rematch' | 'sit' | 'open'", "on: number", "yes: boolean", ],
  clock: [ "seat: number", "ms: number", ],
  ok: [ "id: number", "at?: number", ],
  no: [ "id?: number", "at?: number", "text?: string", "why: string", "law?: string", ],
  bye: [ "why?: string", "code: number", "url?: string", ],
  game: [ "#?: number", ],
  fair: [ "#?: number", ],
  reveal: [ "#?: number", ],
  deal: [ "#?: number", ],
  cut: [ "#?: number", ],
  face: [ "#?: number", ],
  draw: [ "#?: number", ],
  draws: [ "#?: number", ],
  take: [ "#?: number", ],
  pile: [ "#?: number", ],
  meld: [ "#?: number", ],
  add: [ "#?: number", ],
  combine: [ "#?: number", ],
  ask: [ "#?: number", ],
  answer: [ "#?: number", ],
  discard: [ "#?: number", ],
  stop: [ "#?: number", ],
  talon: [ "#?: number", ],
  pick: [ "#?: number", ],
  hand: [ "#?: number", ],
  undo: [ "#?: number", ],
  end: [ "#?: number", ],
  over: [ "#?: number", ],
  view: [ "#?: number", ],
  ended: [ "#?: number", ],
  actions: [ "#?: number", ],
  irregular: [ "#?: number", ],
  call: [ "#?: number", ],
  require: [ "#?: number", ],
  peek: [ "#?: number", ],
  hold: [ "#?: number", ],
  expose: [ "#?: number", ],
  lapse: [ "#?: number", ],
  back: [ "#?: number", ],
  ruling: [ "#?: number", ],
  owe: [ "#?: number", ],
  stock: [ "#?: number", ],
  reopen: [ "#?: number", ],
  unlay: [ "#?: number", ],
  bound: [ "#?: number", ],
  due: [ "#?: number", ],
  hands: [ "#?: number", "hands: Card[][]", ],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOne(value: unknown, type: string): boolean {
  const other = unions[type];
  if (other !== undefined) return isOf(value, other);
  if (type.endsWith('[]'))
    return Array.isArray(value) && value.every((one) => isOf(one, type.slice(0, -2)));
  if (type === 'null') return value === null;
  return type.startsWith("'") ? value === type.slice(1, -1) : typeof value === type;
}

function isOf(value: unknown, type: string): boolean {
  return type.split(' | ').some((one) => isOne(value, one));
}

function hasField(line: Record<string, unknown>, field: string): boolean {
  const [key = '', type = ''] = field.split(': ');
  const name = key.replace('?', '');
  return line[name] === undefined ? name !== key : isOf(line[name], type);
}

function isServerLine(line: unknown): line is ServerLine {
  if (!isObject(line) || typeof line.t !== 'string') return false;
  const fields = Object.hasOwn(serverFields, line.t) ? serverFields[line.t] : undefined;
  return fields !== undefined && fields.every((field) => hasField(line, field));
}

/**
 * A line of a server, checked where it enters. Returns null if it is not JSON, of an unknown
 * kind, or without one of its kind's fields. Ignores other fields, because a newer server may
 * send more.
 */
export function parseServerLine(text: string): ServerLine | null {
  try {
    const line: unknown = JSON.parse(text);
    return isServerLine(line) ? line : null;
  } catch {
    return null;
  }
}
