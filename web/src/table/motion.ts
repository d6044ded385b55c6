/**
 * Cards fly from their old places to their new ones. All places are read first and animated
 * afterwards, once per change, and only translate and scale are animated, so the browser does no
 * layout during the animation.
 */

import type { Seat } from '../core/contract/lists';
import type { News } from '../core/contract/table';
import { settings } from '../settings.svelte';

interface Place {
  card: string;
  zone: string;
  box: DOMRect;
}
export type Places = Map<string, Place>;

let flights: Animation[] = [];

/** Milliseconds per flight; 0: nothing moves. */
export function pace(): number {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (settings.motion === 'off' || (settings.motion === 'auto' && still)) return 0;
  return settings.motion === 'fast' ? 90 : 220;
}

export function skip(): void {
  for (const flight of flights) flight.finish();
  flights = [];
}

export function places(root: HTMLElement): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    const { fly = '', card = '', zone = '' } = element.dataset;
    found.set(fly, { card, zone, box: element.getBoundingClientRect() });
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-spot]'))
    found.set('spot:' + (element.dataset.spot ?? ''), {
      card: '',
      zone: 'spot',
      box: element.getBoundingClientRect(),
    });
  return found;
}

/** All flights of a change start one after the other but end together, so layers are created and
 * removed once. */
function launch(
  element: Element,
  from: DOMRect,
  to: DOMRect,
  duration: number,
  delay: number,
  total: number,
  hidden = false,
): Animation {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const ratio =
    to.width > 0 ? Math.min(from.width, from.height) / Math.min(to.width, to.height) : 1;
  const there = {
    translate: `${x}px ${y}px`,
    ...(Math.abs(ratio - 1) > 0.2 && { scale: `${ratio}` }),
    ...(hidden && { opacity: 0 }),
  };
  const here = {
    translate: '0 0',
    ...('scale' in there && { scale: '1' }),
    ...(hidden && { opacity: 1 }),
  };
  const flight = element.animate(
    [
      there,
      {
        ...there,
        ...(hidden && { opacity: 1 }),
        offset: delay / total,
        easing: 'cubic-bezier(.2,.7,.2,1)',
      },
      { ...here, offset: Math.min(1, (delay + duration) / total) },
      here,
    ],
    { duration: total, fill: 'backwards' },
  );
  flights.push(flight);
  return flight;
}

function copyOf(element: Element | null): HTMLElement | null {
  const copy = element?.cloneNode(true);
  return copy instanceof HTMLElement ? copy : null;
}

/** Where a new card comes from: the place of an identical card that has gone, or the place given by
 * the news. */
function origin(
  card: string,
  zone: string,
  gone: Place[],
  old: Places,
  news: News[],
  self: Seat,
): DOMRect | undefined {
  const at = gone.findIndex((place) => place.card === card && place.zone !== zone);
  if (at >= 0) return gone.splice(at, 1).at(0)?.box;
  if (zone === 'hand') {
    const pack = news.some(
      (one) => one.seat === self && (one.type === 'pile' || one.type === 'take'),
    );
    return old.get(pack ? 'spot:pack' : 'spot:stock')?.box;
  }
  const who = news.findLast((one) => one.cards.includes(card) || one.red.includes(card));
  return who && old.get(`spot:seat:${who.seat}`)?.box;
}

/** Backs that move between places where no card is visible. */
function ghosts(
  layer: HTMLElement,
  old: Places,
  now: Places,
  news: News[],
  self: Seat,
  duration: number,
): void {
  const back = layer.firstElementChild;
  const moves = news
    .filter((one) => one.seat !== self && ['draw', 'pile', 'take'].includes(one.type))
    .slice(-4)
    .flatMap((one) => {
      const from = old.get(one.type === 'draw' ? 'spot:stock' : 'spot:pack');
      const to = now.get(`spot:seat:${one.seat}`);
      return from && to
        ? Array.from({ length: Math.min(one.count || 1, 3) }, () => ({ from, to }))
        : [];
    });
  const total = duration + Math.max(0, moves.length - 1) * 60;
  moves.forEach(({ from, to }, i) => {
    const ghost = copyOf(back);
    if (!ghost) return;
    const place = new DOMRect(
      to.box.left + to.box.width / 2 - 14,
      to.box.top + to.box.height / 2 - 20,
      28,
      40,
    );
    ghost.hidden = false;
    ghost.style.left = `${place.left}px`;
    ghost.style.top = `${place.top}px`;
    layer.append(ghost);
    const flight = launch(ghost, from.box, place, duration, i * 60, total);
    flight.onfinish = flight.oncancel = () => ghost.remove();
  });
}

/** More new cards than this do not fly one by one: each would be a layer of its own. */
const single = 12;

/** Starts after the new elements have been painted: painting during a flight would make it
 * stutter. */
function whenPainted(waiting: Animation[]): void {
  for (const flight of waiting) flight.pause();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const flight of waiting) if (flight.playState === 'paused') flight.play();
    }),
  );
}

/** A whole pack flies to the hand as one bundle of backs. The hand, already sorted, appears as it
 * arrives. */
function bundle(layer: HTMLElement, hand: HTMLElement, from: DOMRect, duration: number): void {
  const back = copyOf(layer.firstElementChild);
  const sight = hand.animate({ opacity: [0.15, 0.15, 1] }, { duration: 1.5 * duration });
  flights.push(sight);
  if (!back) return;
  const to = hand.getBoundingClientRect();
  const width = Math.min(from.width, from.height);
  const place = new DOMRect(
    to.left + (to.width - width) / 2,
    to.top + to.height / 2 - 0.7 * width,
    width,
    1.4 * width,
  );
  back.hidden = false;
  back.style.left = `${place.left}px`;
  back.style.top = `${place.top}px`;
  back.style.inlineSize = `${width}px`;
  layer.append(back);
  const flight = launch(back, from, place, duration, 0, duration);
  flight.onfinish = flight.oncancel = () => back.remove();
  whenPainted([sight, flight]);
}

/** `dealt`: the hand comes card by card from the stock. */
export function fly(
  root: HTMLElement,
  layer: HTMLElement,
  old: Places,
  news: News[],
  self: Seat,
  dealt: boolean,
): void {
  const duration = pace();
  skip();
  if (duration === 0 || old.size === 0 || document.hidden) return;
  const now = places(root);
  const gone = [...old].filter(([fly]) => !now.has(fly)).map(([, place]) => place);
  let moves: { element: Element; from: DOMRect; to: DOMRect; fresh: boolean }[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    const id = element.dataset.fly ?? '';
    const place = now.get(id);
    if (!place) continue;
    const before = old.get(id);
    const from = before?.box ?? origin(place.card, place.zone, gone, old, news, self);
    if (!from) continue;
    const still =
      Math.abs(from.left - place.box.left) < 1 && Math.abs(from.top - place.box.top) < 1;
    /* The face flies; what is pressed is already in its place. */
    const face = element.querySelector<Element>('svg');
    if (!still && face) moves.push({ element: face, from, to: place.box, fresh: !before });
  }
  const hand = root.querySelector<HTMLElement>('[data-spot="hand"]');
  const pack = old.get('spot:pack')?.box;
  const many = moves.filter((move) => move.fresh && hand?.contains(move.element)).length > single;
  if (many && !dealt && hand && pack) {
    bundle(layer, hand, pack, duration);
    moves = moves.filter((move) => !hand.contains(move.element));
  }
  const fresh = moves.filter((move) => move.fresh).length;
  const step = dealt ? Math.min(70, 1400 / (fresh || 1)) : Math.min(24, 360 / (fresh || 1));
  const apart = step * (duration / 220);
  const total = duration + Math.max(0, fresh - 1) * apart;
  let order = 0;
  for (const { element, from, to, fresh } of moves)
    launch(element, from, to, duration, fresh ? order++ * apart : 0, total, dealt && fresh);
  ghosts(layer, old, now, news, self, duration);
}
