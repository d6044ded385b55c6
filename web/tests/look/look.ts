/** Shows one page with made-up people: tests/look/#lobby-4, for the eye and for axe. */

import { mount, type Component } from 'svelte';
import '../../src/app.css';
import '../../src/parts/controls.css';
import Comparison from '../../src/after/Comparison.svelte';
import DealOver from '../../src/after/DealOver.svelte';
import Watch from '../../src/after/Watch.svelte';
import Again from '../../src/pages/Again.svelte';
import Fair from '../../src/pages/Fair.svelte';
import Replay from '../../src/pages/Replay.svelte';
import { describe } from '../../src/after/description';
import Friends from '../../src/pages/Friends.svelte';
import Join from '../../src/pages/Join.svelte';
import Lobby from '../../src/pages/Lobby.svelte';
import PeoplePanel from '../../src/parts/PeoplePanel.svelte';
import Notices from '../../src/parts/Notices.svelte';
import { loadWords, wholeWords } from '../../src/words.svelte';
import { FakeTable, fakeReader, sheetOf } from './fake.svelte';

type Shown = [Component<Record<string, unknown>>, Record<string, unknown>];
const as = (component: unknown): Component<Record<string, unknown>> =>
  component as Component<Record<string, unknown>>;

function troubled(): FakeTable {
  const table = new FakeTable(4, 2, 'play');
  table.status = 'lost';
  table.paused = { seat: 1 };
  table.chairs[0]!.here = 'bot';
  table.proposals = [
    { on: 1, what: 'back', seat: 1, n: 2, name: '', mine: false, open: true },
    { on: 2, what: 'sit', seat: null, n: 0, name: '<i>Zoe</i>', mine: false, open: true },
  ];
  table.verdict = { name: 'unfair.hash', unfair: true, text: 'The deal was NOT fair.' };
  return table;
}
function playing(): FakeTable {
  const table = new FakeTable(4, 2, 'play');
  table.clock = { seat: 1, ends: Date.now() + 42_000 };
  return table;
}
function cutting(): FakeTable {
  const table = new FakeTable(4, 2, 'cut');
  table.cutter = 0;
  return table;
}

function drawing(): FakeTable {
  const table = new FakeTable(4, 2);
  table.bot(2, 'club');
  table.drawSeats();
  return table;
}

const laws = {
  melds: 'L25',
  canastas: 'L42',
  red: 'L13',
  out: 'L42',
  concealed: 'L48',
  hands: 'L43',
  minimum: 'L26',
  settle: 'L46',
  bonus: '',
};
const names = [
  [
    ['Anna', 'Chiara'],
    ['Bruno', 'David'],
  ],
  [
    ['Grandma', 'Otto'],
    ['Zoe', '<i>Pat</i>'],
  ],
];
const compared = sheetOf(2)
  .slice(0, 2)
  .map(({ sides }, index) => ({ sides, names: names[index] ?? [] }));

const described = await describe({
  v: 1,
  rules: 'laws1950',
  house: '',
  players: 4,
  deck: '',
  number: '1848',
  results: compared,
});

const shown: Record<string, () => Shown> = {
  'lobby-2': () => [as(Lobby), { table: new FakeTable(2, 2) }],
  'lobby-3': () => [as(Lobby), { table: new FakeTable(3, 3) }],
  'lobby-4': () => [as(Lobby), { table: new FakeTable(4, 2) }],
  'lobby-5': () => [as(Lobby), { table: new FakeTable(5, 2) }],
  'lobby-6': () => [as(Lobby), { table: new FakeTable(6, 3) }],
  drawn: () => [as(Lobby), { table: drawing() }],
  friends: () => [as(Friends), {}],
  join: () => [as(Join), {}],
  'over-2': () => [as(DealOver), { table: new FakeTable(4, 2, 'between'), laws }],
  'over-3': () => [as(DealOver), { table: new FakeTable(3, 3, 'between'), laws }],
  'over-game': () => [as(DealOver), { table: new FakeTable(4, 2, 'over'), laws }],
  watch: () => [as(Watch), { reader: fakeReader(), again: () => undefined }],
  replay: () => [as(Replay), { rest: [] }],
  again: () => [as(Again), { rest: ['z', described] }],
  fair: () => [as(Fair), {}],
  compared: () => [
    as(Comparison),
    { results: compared, names: compared.map((one) => one.names.map((side) => side.join(', '))), own: 1 },
  ],
  cut: () => [as(Lobby), { table: cutting() }],
  panel: () => [as(PeoplePanel), { table: playing(), docked: true }],
  drawer: () => [as(PeoplePanel), { table: playing() }],
  notices: () => [as(Notices), { table: troubled() }],
};

const [name = '', theme = 'light'] = location.hash.slice(1).split('/');
document.documentElement.dataset['theme'] = theme;
await loadWords('en');
await wholeWords('en');
const make = shown[name];
const target = document.getElementById('app');
if (make && target) {
  const [component, props] = make();
  mount(component, { target, props });
}
