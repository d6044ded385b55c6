/** "Tap, or press any key": the press does only that, and nothing beneath it receives the press. */

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Swallows the rest of the same press, which comes before the next press or never. */
function swallowRest(
  type: 'click' | 'keyup',
  next: string,
  whole: (event: UIEvent) => boolean,
): void {
  const stop = new AbortController();
  const how = { capture: true, signal: stop.signal };
  const last = (event: UIEvent): void => {
    if (!whole(event)) return;
    stop.abort();
    swallow(event);
  };
  addEventListener(type, last, how);
  addEventListener(next, () => stop.abort(), how);
}

/** The next press of any kind does this deed, and nothing else if it would have played. Returns a
 * function that cancels it. `plays` is asked before the deed; `key` is absent for a pointer. */
export function onPress(
  deed: () => void,
  plays: (on: Element, key?: string) => boolean,
): () => void {
  const stop = new AbortController();
  const how = { capture: true, signal: stop.signal };
  const alone = ({ target }: Event, key?: string): boolean =>
    !(target instanceof Element) || plays(target, key);
  const pointer = (event: PointerEvent): void => {
    const only = alone(event);
    deed();
    if (!only) return;
    swallow(event);
    /* A click made by a key has detail 0. */
    swallowRest('click', 'pointerdown', ({ detail }) => detail > 0);
  };
  const key = (event: KeyboardEvent): void => {
    const only = alone(event, event.key);
    deed();
    /* Ignore keys used for focus navigation and browser shortcuts. */
    if (!only || event.key === 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return;
    swallow(event);
    swallowRest('keyup', 'keydown', () => true);
  };
  addEventListener('pointerdown', pointer, how);
  addEventListener('keydown', key, how);
  return () => stop.abort();
}
