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
 * function that cancels it. */
export function onPress(deed: () => void, plays: (on: Element) => boolean): () => void {
  const stop = new AbortController();
  const how = { capture: true, signal: stop.signal };
  const alone = ({ target }: Event): boolean => !(target instanceof Element) || plays(target);
  const pointer = (event: PointerEvent): void => {
    deed();
    if (!alone(event)) return;
    swallow(event);
    /* A click made by a key has detail 0. */
    swallowRest('click', 'pointerdown', ({ detail }) => detail > 0);
  };
  const key = (event: KeyboardEvent): void => {
    deed();
    /* Ignore keys used for focus navigation and browser shortcuts. */
    if (!alone(event) || event.key === 'Tab' || event.ctrlKey || event.altKey || event.metaKey)
      return;
    swallow(event);
    swallowRest('keyup', 'keydown', () => true);
  };
  addEventListener('pointerdown', pointer, how);
  addEventListener('keydown', key, how);
  return () => stop.abort();
}
