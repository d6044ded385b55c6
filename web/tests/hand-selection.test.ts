/** The selection asks for confirmation before going out; the module decides whether a player
 * would. */

import { expect, test } from 'vitest';
import { HandSelection } from '../src/table/hand-selection.svelte';
import type { Table } from '../src/table/table';

function table(answers: Record<string, object>, page: object) {
  const acts: string[] = [];
  const asked: object[] = [];
  const made = {
    page: {
      mine: true,
      stage: 'playing',
      hand: ['7h', '7d', '7s'],
      sides: [],
      legal: [],
      mayLay: true,
      mayDiscard: true,
      faces: [],
      hands: [],
      marks: [],
      referee: null,
      ...page,
    },
    pending: false,
    paused: null,
    refusal: null,
    dismiss: () => undefined,
    hint: null as { action: string } | null,
    ask: (question: string, given: object) => {
      asked.push({ do: question, ...given });
      return answers[question];
    },
    act: (action: string) => {
      acts.push(action);
      return Promise.resolve(null);
    },
  };
  return { selection: new HandSelection(made as unknown as Table), acts, asked, made };
}

const plan = (out: boolean) => ({
  plans: [
    { text: '', out, steps: [{ action: 'meld 7 3 0 0', text: '', cards: ['7h', '7d', '7s'] }] },
  ],
});

test('laying cards that go out needs confirmation', () => {
  const { selection, acts } = table({ plans: plan(true) }, {});
  selection.lay(undefined, ['7h', '7d', '7s']);
  expect(selection.question).not.toBeNull();
  expect(acts).toEqual([]);
});

test('laying the last cards without going out does not', () => {
  const { selection, acts } = table({ plans: plan(false) }, {});
  selection.lay(undefined, ['7h', '7d', '7s']);
  expect(selection.question).toBeNull();
  expect(acts).toEqual(['meld 7 3 0 0']);
});

test('a discard that goes out does', () => {
  const discard = { action: 'discard 7', legal: true };
  const out = table({ discard: { ...discard, out: true } }, {});
  out.selection.discard('7h');
  expect(out.selection.question).not.toBeNull();
  expect(out.acts).toEqual([]);
  const stay = table({ discard: { ...discard, out: false } }, { hand: ['7h'] });
  stay.selection.discard('7h');
  expect(stay.acts).toEqual(['discard 7']);
});

test('the page lists the possible actions', () => {
  expect(table({}, { phase: 'meld', mayLay: false, mayDiscard: false }).selection.mayLay).toBe(
    false,
  );
  expect(table({}, { phase: 'start' }).selection.mayDiscard).toBe(true);
  expect(table({}, { mine: false }).selection.mayLay).toBe(false);
});

test('a hint is played at one press, with confirmation if it goes out', () => {
  const choice = { action: 'meld 7 3 0 0', text: '', cards: ['7h', '7d', '7s'] };
  const stay = table({}, {});
  stay.selection.follow(choice);
  expect(stay.acts).toEqual(['meld 7 3 0 0']);
  const out = table({}, {});
  out.selection.follow({ ...choice, out: true });
  expect(out.acts).toEqual([]);
  out.selection.question!.choices[0]!.deed();
  expect(out.acts).toEqual(['meld 7 3 0 0']);
  const others = table({}, { mine: false });
  others.selection.follow(choice);
  expect(others.acts).toEqual([]);
});

test('a hint is selected in the list of possible actions', () => {
  const { selection, asked, made } = table({ options: { can: [], cannot: [] } }, {});
  selection.options();
  made.hint = { action: 'meld 7 3 1 0' };
  selection.options();
  expect(asked).toEqual([{ do: 'options' }, { do: 'options', also: 'meld 7 3 1 0' }]);
});

test('a special hand needs confirmation', () => {
  const hands = [{ action: 'hand pairs', text: 'lay your whole hand' }];
  const { selection, acts } = table({}, { hands });
  selection.layHand();
  expect(acts).toEqual([]);
  selection.question!.choices[0]!.deed();
  expect(acts).toEqual(['hand pairs']);
  const several = table({}, { hands: [...hands, { action: 'hand straight', text: 'or this' }] });
  several.selection.layHand();
  expect(several.selection.question!.choices).toHaveLength(2);
});

test('a picked bonus card is laid down, and no other card', () => {
  const faces = [
    { action: 'face 3r', text: '', cards: ['3h'] },
    { action: 'face 3b', text: '', cards: ['3s'] },
  ];
  const { selection, acts } = table({}, { faces, hand: ['3h', '3s', '7d'] });
  expect(selection.facing?.action).toBe('face 3r');
  selection.pickCards(['3s']);
  expect(selection.facing?.action).toBe('face 3b');
  selection.face();
  expect(acts).toEqual(['face 3b']);
  selection.pickCards(['7d']);
  expect(selection.facing).toBeUndefined();
  selection.pickCards(['7d', '3s']);
  expect(selection.facing).toBeUndefined();
});

test('what is to be known of a card is told when it alone is picked', () => {
  const marks = [
    { kind: 'T', dead: 'dead' },
    { kind: 'X', dead: '', barred: { id: 'DISCARD_WILD', text: 'kept' } },
  ];
  const { selection } = table({}, { marks, hand: ['Th', 'Xr', '7d'] });
  expect(selection.mark).toBeUndefined();
  selection.pickCards(['Th']);
  expect(selection.mark?.dead).toBe('dead');
  selection.pickCards(['Xr']);
  expect(selection.mark?.barred?.text).toBe('kept');
  selection.pickCards(['7d']);
  expect(selection.mark).toBeUndefined();
  selection.pickCards(['Th', 'Xr']);
  expect(selection.mark).toBeUndefined();
});

test('a note is no refusal, and goes with the next pick', () => {
  const { selection } = table({}, {});
  selection.tell('closed');
  expect(selection.note?.text).toBe('closed');
  expect(selection.refusal).toBeNull();
  selection.pick('none');
  expect(selection.note).toBeNull();
});

const referee = { mode: 'called', mayCall: true, waiting: false, due: null, penalties: [] };
const why = {
  law: 'L15',
  id: 'NOT_YOUR_TURN',
  text: '',
  anyway: [{ text: '', out: false, steps: [{ action: '!draw', text: '' }] }],
};

test('where a referee rules the stock can be pressed out of turn, and twice draws', () => {
  const page = { mine: false, self: 0, seats: [], referee };
  const { selection, acts } = table({ check: { legal: false, why } }, page);
  selection.stock();
  expect(acts).toEqual([]);
  expect(selection.refusal?.id).toBe('NOT_YOUR_TURN');
  selection.insist(selection.refusal?.anyway ?? []);
  expect(acts).toEqual(['!draw']);
});

test('in strict play it cannot', () => {
  const { selection, asked } = table({}, { mine: false, self: 0, seats: [] });
  selection.stock();
  expect(asked).toEqual([]);
  expect(selection.refusal).toBeNull();
});

test('what the steps before it made legal is not insisted on', async () => {
  const { selection, acts } = table({}, { self: 0, seats: [], referee });
  const why = { id: 'INSIST_LEGAL', text: '' };
  selection.table.ask = ((_question: string, { action }: { action: string }) =>
    action === '!meld 7 3 0 0'
      ? { legal: false, why }
      : { legal: true }) as unknown as typeof selection.table.ask;
  const steps = ['!meld K 3 0 0', '!meld 7 3 0 0'].map((action) => ({ action, text: '' }));
  selection.insist([{ text: '', out: false, steps }]);
  await Promise.resolve();
  await Promise.resolve();
  expect(acts).toEqual(['!meld K 3 0 0', 'meld 7 3 0 0']);
});

test('cards of the hand that lie face up are marked, each once', () => {
  const up = [{ card: '7h', exposed: true }];
  const page = { self: 0, seats: [{ up }], referee, hand: ['7h', '7h', '7s'] };
  const { selection } = table({}, page);
  expect([...selection.up.values()]).toEqual([true]);
});
