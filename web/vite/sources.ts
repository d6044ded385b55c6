/** Makes the catalogues and the law available to the pages. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packNet } from '../src/core/net.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = fileURLToPath(new URL('../built/', import.meta.url));

/** Writes only files that differ, so that watchers see no change if there is none. */
function renew(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Removes files that no longer have a source. */
function forget(folder: string, names: string[]): void {
  for (const name of readdirSync(folder))
    if (!names.includes(name)) rmSync(folder + name, { recursive: true });
}

/** What the start page and the frame around all pages say. */
const firstKeys = new RegExp(
  '^(web\\.((start|shell)\\.|(title|you|settings\\.title) )|set\\.|list\\.|' +
    'ui\\.(thousands|same_name |sheet\\.deal )|net\\.table = )',
);

/** What is not said before the rest of the sentences is there, which is fetched once the first
 * cards are on the screen: sentences of other pages, rule sets, terminals and servers, of rulings
 * and hints, of people at a server, and of the end of a game. */
const elsewhere = {
  '':
    'param paramname rules choice house counted position ruled ruling decision then effect duty ' +
    'special serve join fair phrase record reason found analyze canastas score bound rule share ' +
    'plan',
  'event.':
    'REOPEN REQUIRE CALL PEEK HOLD EXPOSE BACK RULING OWE STOCK UNLAY BOUND IRREGULAR LAPSE HAND ' +
    'PUMPA TALON PICK STOP COMBINE ASK ANSWER END',
  'refusal.':
    'CONTRACT CONTRACT_SPOILED NO_SPECIAL_HAND UNKNOWN_HAND HAND_TOO_LATE DEAD_RANK ' +
    'MELD_TOO_LARGE PURE PURE_AFTER_OPENING PURE_CLAIMED WILDS_NOT_FEWER WILD_NEEDS_NATURALS ' +
    'WILDS_LOCKED WILD_MELD_SHAPE SECOND_MELD_UNFINISHED OPENING_MIXED OPENING_NATURAL_MELD ' +
    'OPENING_NATURAL_OR_WILD OPENING_THREE_NATURALS DISCARD_EMPTY_PILE DISCARD_DEAD DISCARD_WILD ' +
    'DISCARD_WAITS LAST_DISCARD_BARS OUT_BARS OUT_BARS_WILD CONSENT SECOND_HAND_WAITS ' +
    'PARTNER_HAND_WAITS ASK_TWICE_IN_DEAL BLACK_THREES_NEVER INSIST_LEGAL INSIST_NOTHING ' +
    'NO_RED_THREE FACE_WAITS RED_THREE_KEPT RED_THREE_ASK EXPOSED_FIRST NO_TAKE SHORT_TURN ' +
    'SHORT_TURN_STOP MUST_GO_OUT_RULED DECIDE_FIRST NO_DECISION CALL_LATER CALL_WATCHFUL',
  'action.': 'call require waive accept anyway out_of_turn peek touch expose hand stop',
  'ui.':
    'plain help far key command cell foot word error confirm count table keys log menu lobby ' +
    'special luck won seating pace level offer no_article too_small pass name anyway law ' +
    'pick_first discard_one taken_back no_special goal sheet title side cards stock hint why ' +
    'no_undo suit fact opening contract standing waiting out',
  'net.':
    'json object kind field value missing version long hello pledge given absent gone host ' +
    'seated watching token name full join ask watch crowd level slow chat chairs away hand ' +
    'deck deal rules house players day play',
  'web.':
    'learn real rules settle law evening replay again fair choices sheet after lobby settings ' +
    'cut new join friends turns invite keys other goals referee people.ask people.asked ' +
    'people.asks people.bot-plays people.chat people.close people.copied people.copy people.free ' +
    'people.fresh people.hands people.hands-open people.here people.host-menu people.leave ' +
    'people.mute people.muted people.no-open people.no-sit people.pause people.phrases ' +
    'people.reload people.rematch people.rise people.say people.seat people.send people.share ' +
    'people.silence people.stands-in people.table-set people.take-seat-back people.title ' +
    'people.understood people.unmute people.waits people.watchers people.watches',
};
const elsewhereKeys = new RegExp(
  Object.entries(elsewhere)
    .map(([room, groups]) => `^${room}(${groups.replaceAll(' ', '|')})[. ]`)
    .join('|'),
);

/** The sentences of a first deal, which are loaded beside those of the first page. */
export function tablePart(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) =>
        !line.startsWith('#') &&
        line.includes(' = ') &&
        !firstKeys.test(line) &&
        !elsewhereKeys.test(line),
    )
    .join('\n');
}

/** The sentences of the first page are a file of their own. The rest of a catalogue is loaded with
 * a table, or by a page that needs it. */
export function firstPart(text: string): string {
  return text
    .split('\n')
    .filter((line) => firstKeys.test(line))
    .join('\n');
}

/** The sentences of problems and lessons, a file of their own too: no other page needs them, nor
 * does the module. */
const practice = (line: string): boolean => line.startsWith('web.practice.');

/** Puts each sentence on one line: the first page reads lines, and breaks cost bytes. */
const unfold = (text: string): string => text.replace(/[ \t\r]*\n[ \t]+/g, ' ');

const keyOf = (line: string): string =>
  line.startsWith('#') ? '' : (/^(.+?) = /.exec(line)?.[1] ?? '');

/** Sentences that a language lacks are in English, as in the terminal: pages have only this one
 * catalogue. */
export function complete(language: string, fallback: string): string {
  const text = unfold(language);
  const english = unfold(fallback);
  const keys = new Set(text.split('\n').map(keyOf));
  const missing = english
    .split('\n')
    .filter((line) => keyOf(line) !== '' && !line.startsWith('form.') && !keys.has(keyOf(line)));
  return missing.length === 0 ? text : [text.trimEnd(), ...missing, ''].join('\n');
}

export function splitWords(): void {
  const from = root + 'data/words/';
  const to = built + 'words/';
  const names = readdirSync(from).filter((name) => name.endsWith('.words'));
  const own = built + 'practice/';
  mkdirSync(to, { recursive: true });
  mkdirSync(own, { recursive: true });
  const english = readFileSync(from + 'en.words', 'utf8');
  for (const name of names) {
    const lines = complete(readFileSync(from + name, 'utf8'), english).split('\n');
    const text = lines.filter((line) => !practice(line)).join('\n');
    renew(to + name, text);
    renew(to + name.replace('.words', '.web.words'), firstPart(text));
    renew(own + name.replace('.words', '.index'), lines.filter(practice).join('\n'));
    renew(to + name.replace('.words', '.table.words'), tablePart(text));
  }
  forget(
    to,
    names.flatMap((name) =>
      ['', '.web', '.table'].map((part) => name.replace('.words', `${part}.words`)),
    ),
  );
}

export function copyLaw(): void {
  const from = root + 'data/law/';
  const to = built + 'law/';
  const names = readdirSync(from);
  mkdirSync(to, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.index')))
    renew(to + name, readFileSync(from + name, 'utf8'));
  for (const language of names.filter((one) => !one.endsWith('.index'))) {
    const books = readdirSync(from + language);
    mkdirSync(to + language, { recursive: true });
    for (const book of books)
      renew(`${to}${language}/${book}`, readFileSync(`${from}${language}/${book}`, 'utf8'));
    forget(`${to}${language}/`, books);
  }
  forget(to, names);
}

/** What evenings need, each file for the page that asks for it. */
export function copyEvenings(): void {
  const from = root + 'data/';
  renew(built + 'luck.index', readFileSync(from + 'luck.table', 'utf8'));
  renew(built + 'problems.jsonl', readFileSync(from + 'problems.jsonl', 'utf8'));
}

/** The nets as pages fetch them, if scripts/web has put value.net there. */
export function packNets(): void {
  if (!existsSync(built + 'value.net')) return;
  const packed = packNet(readFileSync(built + 'value.net'));
  const to = built + 'packed.net';
  if (!existsSync(to) || !readFileSync(to).equals(packed)) writeFileSync(to, packed);
}

/** The examples of the law book: records that a page plays step by step. */
export function copyExamples(): void {
  const from = root + 'data/examples/';
  const to = built + 'examples/';
  const names = readdirSync(from);
  mkdirSync(to, { recursive: true });
  for (const name of names) renew(to + name, readFileSync(from + name, 'utf8'));
  forget(to, names);
}
