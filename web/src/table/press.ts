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

/** A finger's click comes this much after it was lifted, in milliseconds, or never. */
const clickAfter = 350;

/** Does the deed once the press that has begun is over: what the deed moves would slip away beneath
 * the pointer, and the click would be lost. */
function afterPress(deed: () => void): void {
  const stop = new AbortController();
  const how = { capture: true, signal: stop.signal };
  const end = (): void => {
    stop.abort();
    setTimeout(deed);
  };
  addEventListener('click', end, how);
  addEventListener('pointercancel', end, how);
  addEventListener(
    'pointerup',
    () => setTimeout(() => !stop.signal.aborted && end(), clickAfter),
    how,
  );
}

/** The next press of any kind does this deed, and nothing else if it would have played; a pointer's
 * press that is carried out comes first. Returns a function that cancels it. `plays` is asked when
 * the press begins; `key` is absent for a pointer. */
export function onPress(
  deed: () => void,
  plays: (on: Element, key?: string) => boolean,
): () => void {
  const stop = new AbortController();
  const how = { capture: true, signal: stop.signal };
  const alone = ({ target }: Event, key?: string): boolean =>
    !(target instanceof Element) || plays(target, key);
  const pointer = (event: PointerEvent): void => {
    if (!alone(event)) {
      afterPress(() => !stop.signal.aborted && deed());
      return;
    }
    deed();
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
