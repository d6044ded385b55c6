/**
 * Cards fly from where they lay to where they lie. All places are read first and moved from afterwards, once a change,
 * and only translate and scale are animated: the browser need not lay out the page again while they fly.
 */

import type { News, Seat } from '../core/contract';
import { settings } from '../settings.svelte';

interface Place {
  card: string;
  zone: string;
  box: DOMRect;
}
export type Places = Map<string, Place>;

let flights: Animation[] = [];

/** Milliseconds of one flight; 0: nothing moves. */
export function pace(): number {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (settings.motion === 'off' || (settings.motion === 'auto' && still)) return 0;
  return settings.motion === 'fast' ? 110 : 320;
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

function launch(
  element: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  duration: number,
  delay: number,
  hidden = false,
): void {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = to.width > 0 ? Math.min(from.width, from.height) / Math.min(to.width, to.height) : 1;
  const start = { translate: `${x}px ${y}px`, scale: `${scale}` };
  const end = { translate: '0 0', scale: '1' };
  flights.push(
    element.animate(
      hidden
        ? [
            { ...start, opacity: 0 },
            { opacity: 1, offset: 0.1 },
            { ...end, opacity: 1 },
          ]
        : [start, end],
      { duration, delay, easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'backwards' },
    ),
  );
}

/** Where a new card comes from: the place of its like that has gone, or the place that the news tells. */
function origin(
  card: string,
  zone: string,
  gone: Place[],
  old: Places,
  news: News[],
  self: Seat,
): DOMRect | undefined {
  const at = gone.findIndex((place) => place.card === card && place.zone !== zone);
  if (at >= 0) return gone.splice(at, 1)[0]!.box;
  if (zone === 'hand') {
    const pack = news.some((one) => one.seat === self && (one.type === 'pile' || one.type === 'take'));
    return old.get(pack ? 'spot:pack' : 'spot:stock')?.box;
  }
  const who = news.findLast((one) => one.cards.includes(card) || one.red.includes(card));
  return who && old.get(`spot:seat:${who.seat}`)?.box;
}

/** Backs that go from one place to another where no card is seen. */
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
      return from && to ? Array.from({ length: Math.min(one.count || 1, 3) }, () => ({ from, to })) : [];
    });
  moves.forEach(({ from, to }, i) => {
    if (!back) return;
    const ghost = back.cloneNode(true) as HTMLElement;
    ghost.hidden = false;
    ghost.style.left = `${to.box.left + to.box.width / 2 - 14}px`;
    ghost.style.top = `${to.box.top + to.box.height / 2 - 20}px`;
    layer.append(ghost);
    launch(
      ghost,
      from.box,
      new DOMRect(to.box.left + to.box.width / 2 - 14, to.box.top + to.box.height / 2 - 20, 28, 40),
      duration,
      i * 60,
    );
    flights[flights.length - 1]!.onfinish = () => ghost.remove();
    flights[flights.length - 1]!.oncancel = () => ghost.remove();
  });
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
  const moves: { element: HTMLElement; from: DOMRect; to: DOMRect; fresh: boolean }[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    const id = element.dataset.fly ?? '';
    const place = now.get(id)!;
    const before = old.get(id);
    const from = before?.box ?? origin(place.card, place.zone, gone, old, news, self);
    if (!from) continue;
    const still = Math.abs(from.left - place.box.left) < 1 && Math.abs(from.top - place.box.top) < 1;
    if (!still) moves.push({ element, from, to: place.box, fresh: !before });
  }
  const fresh = moves.filter((move) => move.fresh).length;
  const step = dealt ? Math.min(70, 1400 / (fresh || 1)) : Math.min(24, 360 / (fresh || 1));
  let order = 0;
  for (const move of moves)
    launch(
      move.element,
      move.from,
      move.to,
      duration,
      move.fresh ? order++ * step * (duration / 320) : 0,
      dealt && move.fresh,
    );
  ghosts(layer, old, now, news, self, duration);
}
