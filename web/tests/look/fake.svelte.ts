/** A table with nobody behind it: what pages for people look like in each situation, without server or engine. */

import type { ClientQuestion, Judged, Page, Refusal, SheetDeal, SheetSide } from '../../src/core/contract';
import type { Reader } from '../../src/after/reader';
import type { Chair, Choices, Drawn, Proposal, Said, Stage, Table } from '../../src/table/table';

const names = ['Anna', 'Bruno', 'Chiara', 'David', 'Elena', 'Farid'];

function side(
  melds: number,
  canastas: number,
  red: number,
  out: number,
  hands: number,
  score: number,
): SheetSide {
  const total = melds + canastas + red + out + hands;
  return { melds, canastas, red, out, concealed: 0, hands, bonus: 0, total, score };
}

export function sheetOf(sides: number): SheetDeal[] {
  const rows = [
    [side(315, 800, 200, 100, 0, 1415), side(240, 300, 100, 0, -85, 555), side(90, 0, 100, 0, -145, 45)],
    [side(455, 600, 0, 0, -60, 2410), side(390, 1000, 300, 100, 0, 2345), side(205, 300, 0, 0, -30, 520)],
    [side(520, 1100, 400, 0, -35, 4395), side(610, 900, 0, 100, 0, 3955), side(310, 500, 100, 0, -95, 1335)],
  ];
  return rows.map((row, index) => ({ deal: index + 1, sides: row.slice(0, sides) }));
}

export function pageOf(players: number, sides: number, stage: Page['stage']): Page {
  const sheet = stage === 'playing' ? [] : sheetOf(sides);
  return {
    number: 1,
    has: true,
    rules: 'laws1950',
    target: 5000,
    players,
    direction: 'clockwise',
    stage,
    deal: sheet.length,
    dealer: 1,
    idle: null,
    self: 0,
    seat: 0,
    actor: stage === 'playing' ? 1 : null,
    inTurn: stage === 'playing' ? 1 : null,
    mine: false,
    phase: stage === 'playing' ? 'start' : 'ended',
    turn: 7,
    says: stage === 'playing' ? 'Bruno is in turn' : 'the deal is over',
    seats: names.slice(0, players).map((name, seat) => ({
      seat,
      side: seat % sides,
      name: seat === 3 ? '' : name,
      level: seat === 3 ? 'club' : '',
      isPerson: seat !== 3,
      isPartner: seat !== 0 && seat % sides === 0,
      cards: 11,
      last: seat === 1 ? 'drew, discarded 4♣' : '',
      lastEnd: seat === 1 ? 'discarded 4♣' : '',
      lastBefore: seat === 1 ? 'drew' : '',
    })),
    sides: Array.from({ length: sides }, (_, index) => ({
      score: sheet.at(-1)?.sides[index]?.score ?? 0,
      name: sides === 3 ? (names[index] ?? '') : index === 0 ? 'We' : 'They',
      seats: Array.from({ length: players }, (_, seat) => seat).filter((seat) => seat % sides === index),
      hasMelded: true,
      minimum: [120, 120, 50][index] ?? 50,
      canastas: 2,
      canastasNeeded: 1,
      points: 520,
      red: ['3h', '3d'],
      melds: [
        {
          meld: 0,
          rank: '7',
          cards: ['7h', '7h', '7s', '7c', '7d', '7d', '7s'],
          naturals: 7,
          wilds: 0,
          canasta: 'natural',
          top: '7h',
          missing: 0,
          says: '',
        },
        {
          meld: 1,
          rank: 'K',
          cards: ['Kh', 'Kh', 'Ks', 'Kc', 'Kd', '2d', 'Xr'],
          naturals: 5,
          wilds: 2,
          canasta: 'mixed',
          top: 'Ks',
          missing: 0,
          says: '',
        },
      ],
    })),
    hand: [],
    handPoints: 0,
    pile: {
      count: 5,
      top: '4c',
      frozen: false,
      closed: false,
      stopped: false,
      takeable: false,
      crosswise: null,
      says: '',
    },
    stock: { count: 42 },
    minimum: null,
    undoable: 0,
    mayLay: false,
    mayDiscard: false,
    legal: [],
    news: [],
    sheet,
    over:
      stage === 'over'
        ? {
            winner: 0,
            receives: [1140, -440, -700].slice(0, sides),
            hundreds: false,
            says: 'The game is over: we have won!',
          }
        : null,
  };
}

export class FakeTable implements Table {
  local = false;
  link = '3f2a9c0d51e84b7796a0c4d2be81f035';
  status: Table['status'] = $state('here');
  closed = '';
  stage: Stage = $state('lobby');
  page: Page = $state.raw(pageOf(4, 2, 'playing'));
  rules = 'laws1950';
  house = '';
  players = $state(4);
  chairs: Chair[] = $state([]);
  seat: number | null = $state(0);
  isHost = $state(true);
  watchers = $state(1);
  choices: Choices = $state({
    title: 'Sunday evening',
    timer: 'relaxed',
    join: 'all',
    watch: true,
    hints: true,
    listed: false,
    pace: 600,
    open: 0,
  });
  said: Said[] = $state([]);
  proposals: Proposal[] = $state([]);
  clock: Table['clock'] = $state(null);
  paused: Table['paused'] = $state(null);
  cutter: number | null = $state(null);
  hint = null;
  drawn: Drawn[] = $state([]);
  arranged = false;
  openHands = null;
  record = $state('');
  verdict: Table['verdict'] = $state(null);
  pending = false;
  refusal: Refusal | null = $state(null);
  sent: string[] = [];

  constructor(players = 4, sides = 2, stage: Stage = 'lobby') {
    this.players = players;
    this.stage = stage;
    this.page = pageOf(
      players,
      sides,
      stage === 'between' ? 'between' : stage === 'over' ? 'over' : 'playing',
    );
    if (stage === 'lobby') this.page = { ...this.page, has: false };
    this.chairs = Array.from({ length: players }, (_, seat) => ({
      seat,
      name: seat === 3 || (seat === 2 && stage === 'lobby') ? '' : (names[seat] ?? ''),
      level: seat === 3 ? 'club' : '',
      held: seat !== 3 && !(seat === 2 && stage === 'lobby'),
      host: seat === 0,
      here: seat === 1 && stage === 'play' ? 'bot' : 'yes',
      ready: seat === 1,
    }));
    this.said = [
      { id: 1, seat: 0, name: 'Anna', text: '', phrase: 'hello' },
      {
        id: 2,
        seat: 1,
        name: 'Bruno',
        text: 'Hi Anna! Chiara is on her way, she is looking for her <b>glasses</b>.',
        phrase: '',
      },
      { id: 3, seat: null, name: 'Grandma', text: 'I only watch tonight.', phrase: '' },
      { id: 4, seat: 1, name: 'Bruno', text: '', phrase: 'good-luck' },
    ];
  }

  ask<Answer>(question: ClientQuestion): Answer {
    const answer = question.do === 'cuts' ? { cards: 108, least: 4, most: 104 } : {};
    return answer as Answer;
  }
  private note(what: string): void {
    this.sent.push(what);
  }
  async act(): Promise<Refusal | null> {
    return Promise.resolve(null);
  }
  dismiss(): void {
    this.refusal = null;
  }
  ready(): void {
    const own = this.chairs[this.seat ?? -1];
    if (own) own.ready = true;
  }
  cut(k: number): void {
    this.note(`cut ${String(k)}`);
  }
  say(text: string): void {
    this.said.push({ id: this.said.length + 1, seat: this.seat, name: 'Anna', text, phrase: '' });
  }
  phrase(name: string): void {
    this.said.push({ id: this.said.length + 1, seat: this.seat, name: 'Anna', text: '', phrase: name });
  }
  pause(yes: boolean): void {
    this.paused = yes ? { seat: this.seat } : null;
  }
  back(n: number): void {
    this.note(`back ${String(n)}`);
  }
  rematch(): void {
    this.note('rematch');
  }
  vote(on: number, yes: boolean): void {
    this.note(`vote ${String(on)} ${String(yes)}`);
    this.proposals = this.proposals.filter((proposal) => proposal.on !== on);
  }
  sit(seat: number): void {
    const chair = this.chairs[seat];
    if (chair)
      Object.assign(chair, {
        name: 'Anna',
        level: '',
        held: true,
        here: 'yes',
        ready: false,
        host: this.isHost,
      });
    this.seat = seat;
  }
  rise(): void {
    const own = this.chairs[this.seat ?? -1];
    if (own) Object.assign(own, { name: '', held: false, host: false, ready: false });
    this.seat = null;
  }
  askHint(): void {
    this.note('hint');
  }
  share(): void {
    this.record = 'ab2a9c0d51e84b7796a0c4d2be81f035';
  }
  bot(seat: number, level: string | null): void {
    const chair = this.chairs[seat];
    if (chair) chair.level = level ?? '';
  }
  free(seat: number): void {
    const chair = this.chairs[seat];
    if (chair) Object.assign(chair, { name: '', held: false, host: false, ready: false });
  }
  drawSeats(): void {
    this.drawn = [
      { name: 'Anna', from: 0, to: 2, cards: ['9h'] },
      { name: 'Bruno', from: 1, to: 0, cards: ['Kd', 'As'] },
      { name: 'Chiara', from: 2, to: 3, cards: ['3c'] },
      { name: '', from: 3, to: 1, cards: ['Kh', 'Qd'] },
    ];
  }
  set(choices: Partial<Choices>): void {
    Object.assign(this.choices, choices);
  }
  leave(): void {
    this.note('leave');
  }
}

const hands = [
  ['Ah', 'Ac', 'Kd', 'Kh', 'Qs', 'Js', 'Jd', '9h', '9c', '4d', '2h'],
  ['Xr', 'As', 'Kc', 'Ts', 'Th', '8d', '8s', '7c', '6h', '5d', '5s'],
  ['Ad', 'Qh', 'Qd', 'Tc', '9s', '8h', '7d', '7s', '6c', '4s', '2c'],
  ['Xb', 'Ks', 'Jh', 'Td', '9d', '8c', '6s', '6d', '5h', '4c', '4h'],
];

/** Two deals of nothing but draws and discards. */
export function fakeReader(): Reader {
  const page = pageOf(4, 2, 'playing');
  const count = 60;
  const steps = Array.from({ length: count }, (_, index) => ({
    deal: index < 30 ? 1 : 2,
    seat: index % 4,
    type: index % 2 === 0 ? 'draw' : 'discard',
    decision: index,
  }));
  return {
    record: '{"t":"game"}',
    replay: {
      rules: 'laws1950',
      house: '',
      players: 4,
      names: ['Anna', 'Bruno', 'Chiara', ''],
      people: ['Anna', 'Bruno', 'Chiara', ''],
      bottom: 0,
      seed: '',
      steps,
      decisions: steps.map(({ seat }, step) => ({
        step,
        seat,
        action: 'draw',
        text: 'draw from the stock',
      })),
      deals: [
        { deal: 1, first: 0, last: 30, deck: 'AhAc' },
        { deal: 2, first: 31, last: 59, deck: 'AhAc' },
      ],
    },
    at: (step, seat) => ({
      ...page,
      self: seat === 'open' ? null : seat,
      seat: seat === 'open' ? 0 : seat,
      hand: seat === 'open' ? [] : (hands[seat] ?? []),
      ...(seat === 'open' && { open: { hands, pile: ['4c'], stock: ['7h', '8c'] } }),
      news: [
        {
          id: step,
          turn: 1,
          seat: 1,
          type: 'discard',
          text: 'Bruno discards the four of clubs',
          cards: ['4c'],
          red: [],
          count: 0,
          meld: -1,
        },
      ],
    }),
    judge: (told, done) => {
      for (let decision = 0; decision < count; decision++) {
        const judged: Judged = {
          done: true,
          kind: 'weighed',
          best: 'take pair',
          bestText: 'take the pack with two sevens',
          loss: (decision * 37) % 90,
          error: 4,
          reason: 'take the pack: four of its cards fit your melds and pairs',
        };
        told(decision, judged);
      }
      done(false);
      return () => undefined;
    },
  };
}
