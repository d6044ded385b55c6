/** Dragging cards with a finger or a mouse. Taps are not drags: the first few pixels do not
 * count. */

import type { HandSelection } from './hand-selection.svelte';
import type { Item } from './items';

const slack = 8;

function target(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null;
}

export class Drag {
  on = $state(false);
  x = $state(0);
  y = $state(0);
  items: Item[] = $state.raw([]);
  /** The last press became a drag, so its click picks nothing. */
  moved = false;
  keys: string[] = $derived(this.on ? this.items.map((item) => item.key) : []);

  begin(event: PointerEvent, items: Item[], width: number, selection: HandSelection): void {
    if (event.button !== 0) return;
    this.moved = false;
    const start = { x: event.clientX, y: event.clientY };
    const stop = new AbortController();
    const end = (): void => {
      stop.abort();
      this.on = false;
      selection.targets = [];
    };
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== event.pointerId) return;
      if (!this.on && Math.hypot(now.clientX - start.x, now.clientY - start.y) < slack) return;
      if (!this.on) {
        this.moved = true;
        this.items = items;
        this.on = true;
        selection.seek(items.map((item) => item.card));
      }
      this.x = now.clientX - width / 2;
      this.y = now.clientY - width * 0.9;
    };
    const up = (now: PointerEvent): void => {
      if (now.pointerId !== event.pointerId) return;
      const dropped = this.on ? target(now.clientX, now.clientY)?.dataset.drop : undefined;
      end();
      if (dropped)
        selection.drop(
          dropped,
          items.map((item) => item.card),
        );
    };
    /* WebKit would select the text that the card is dragged over. */
    addEventListener('selectstart', (now) => now.preventDefault(), { signal: stop.signal });
    addEventListener('pointermove', move, { signal: stop.signal });
    addEventListener('pointerup', up, { signal: stop.signal });
    addEventListener('pointercancel', end, { signal: stop.signal });
  }
}
