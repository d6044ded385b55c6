/** "Tap, or press any key": the press does only that, and nothing that lies under it hears of it.
 */

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** What belongs to the same press comes before the next one, or never. */
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

/** The next press, of whatever, is this deed, and nothing else where it would play; called, what
 * is returned ends that. */
export function onPress(deed: () => void, plays: (on: Element) => boolean): () => void {
  const stop = new AbortController();
  const how = { capture: true, signal: stop.signal };
  const alone = ({ target }: Event): boolean => !(target instanceof Element) || plays(target);
  const pointer = (event: PointerEvent): void => {
    deed();
    if (!alone(event)) return;
    swallow(event);
    /* What keys click counts no presses. */
    swallowRest('click', 'pointerdown', ({ detail }) => detail > 0);
  };
  const key = (event: KeyboardEvent): void => {
    deed();
    /* Whoever goes from thing to thing, or speaks to the browser, does not play. */
    if (!alone(event) || event.key === 'Tab' || event.ctrlKey || event.altKey || event.metaKey)
      return;
    swallow(event);
    swallowRest('keyup', 'keydown', () => true);
  };
  addEventListener('pointerdown', pointer, how);
  addEventListener('keydown', key, how);
  return () => stop.abort();
}
