/** Tables at a server, made or joined. Each has greeted the person, or is closed and says why. Also
 * what a server says of its tables before anyone joins. */

import { askServer } from '../core/ask-server';
import type { Seat } from '../core/contract/lists';
import type { ServerLine } from '../core/contract/messages';
import type { SessionChoices } from '../core/contract/session';
import { openCore } from '../core/core';
import { plain, whole } from '../core/plain';
import { comingToken, tokenOf } from '../core/seat-tokens';
import { serverUrl, Socket } from '../core/socket';
import { remembering } from './remember';
import { keepRemoteTable } from './remote-tables';
import { loadSession } from './saved-session';
import { TableState, type Options } from './table-state.svelte';

export interface NewTable {
  rules: string;
  house: string;
  players: number;
  name: string;
  title?: string;
  timer?: SessionChoices['timer'];
  join?: 'all' | 'ask' | 'none';
  watch?: boolean;
  hints?: boolean;
  listed?: boolean;
  pace?: number;
  open?: number;
  /** The cards of the first deal, in the form of "make". */
  deck?: string;
}

export interface Listed {
  table: string;
  title: string;
  rules: string;
  players: number;
  free: number;
  stage: string;
  watchers: number;
}

const recordUrl = (link: string): string => new URL(`record/${link}`, document.baseURI).href;

async function startRemote(
  options: Omit<Options, 'local' | 'recordUrl' | 'ended'>,
): Promise<TableState> {
  const opened = await openCore(() => table.spoken());
  const table: TableState = new TableState(opened.core, {
    ...options,
    local: false,
    recordUrl,
    saved: options.link === '' ? null : loadSession(options.link),
    ended: () => {
      opened.close();
      forget();
    },
    onStage: keepRemoteTable,
  });
  const forget = remembering(table);
  table.over(new Socket(serverUrl(), table.hooks));
  void table.greeted().then(() => keepRemoteTable(table));
  return table;
}

/** Its link is known once it has greeted us. */
export async function makeRemote(wanted: NewTable): Promise<TableState> {
  const { house, title, ...rest } = wanted;
  const make = {
    v: 2,
    ...rest,
    ...(house !== '' && { house }),
    ...(title !== undefined && title !== '' && { title }),
  };
  const table = await startRemote({ link: '', make, name: wanted.name, token: null });
  await table.greeted();
  return table;
}

/** `wanted`: a seat, any, or only to watch. A player who has had a seat there gets it back. */
export function joinRemote(
  link: string,
  name: string,
  wanted: Seat | 'any' | 'watch',
): Promise<TableState> {
  if (wanted === 'watch') return startRemote({ link, name, token: null });
  const token = tokenOf(link) ?? comingToken(link);
  return startRemote({ link, name, token, ...(typeof wanted === 'number' && { seat: wanted }) });
}

/**
 * The table as seen before joining: read-only, and nothing is remembered. Null if spectators are
 * not allowed or it cannot be seen for another reason. The caller must leave it.
 */
export async function lookRemote(link: string): Promise<TableState | null> {
  const opened = await openCore(() => table.spoken());
  const ended = opened.close;
  const table: TableState = new TableState(opened.core, {
    local: false,
    link,
    name: '',
    token: null,
    ended,
  });
  table.over(new Socket(serverUrl(), table.hooks));
  await table.greeted();
  return table.status === 'closed' ? null : table;
}

type ListedLine = Extract<ServerLine, { t: 'listed' }>;

/** Asks a server for its list, or about one table. */
async function askList(what: { table?: string }): Promise<ListedLine[]> {
  const lines = await askServer({ t: 'list', v: 2, id: 1, ...what });
  return lines.filter((line): line is ListedLine => line.t === 'listed');
}

/** The tables that a server lists. Throws if there is no server. */
export async function listRemote(): Promise<Listed[]> {
  const lines = await askList({});
  return lines.map((line) => ({
    table: line.table ?? '',
    title: line.title ?? '',
    rules: line.rules ?? '',
    players: line.players ?? 0,
    free: line.n ?? 0,
    stage: line.stage ?? '',
    watchers: line.watchers ?? 0,
  }));
}

export interface Invitation {
  /** The host's name; "" if there is no host. */
  host: string;
  title: string;
  rules: string;
  house: string;
  players: number;
  free: number;
  stage: string;
  arranged: boolean;
  /** The host's choice; "" from a server that does not say it. */
  timer: string;
}

/**
 * What the server says about a table to anyone who has the link but no seat. "none": there is no
 * such table; null: the server says nothing about it.
 */
export async function invitationOf(link: string): Promise<Invitation | 'none' | null> {
  try {
    const [line] = await askList({ table: link });
    if (!line) return null;
    const {
      name = '',
      title = '',
      rules = '',
      house = '',
      players = 0,
      timer = '',
      n = 0,
      stage = '',
      arranged = false,
    } = line;
    const facts = { rules, house: whole(house), players, timer };
    return { host: plain(name), title: plain(title), ...facts, free: n, stage, arranged };
  } catch (error) {
    return error instanceof Error && error.message === 'table' ? 'none' : null;
  }
}
