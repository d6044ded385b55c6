/** A notification when it becomes one's turn at any table, as long as a page is open in a tab. Asks
 * only while nobody looks at the page. */

import { t, wholeWords } from '../words.svelte';
import { settings } from '../settings.svelte';
import { newTurns, turnsNow, type Turn } from './turns';

const key = 'canasta.tell-turns';
const beat = 60_000;

export const mayTell = (): boolean =>
  'Notification' in window && Notification.permission === 'granted';

export function tells(): boolean {
  try {
    return localStorage.getItem(key) === 'yes' && mayTell();
  } catch {
    return false;
  }
}

/** Returns whether it is so from now on. */
export async function setTells(yes: boolean): Promise<boolean> {
  if (yes && 'Notification' in window && !mayTell()) await Notification.requestPermission();
  const now = yes && mayTell();
  try {
    localStorage.setItem(key, now ? 'yes' : 'no');
  } catch {
    return false;
  }
  if (now) keepTelling();
  return now;
}

async function tell({ place, title }: Turn): Promise<void> {
  const { link } = place;
  const options = { body: title || place.names.join(', '), tag: `turn-${link}`, data: link };
  /* Some browsers show notifications only through the worker. */
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration) await registration.showNotification(t('web.turns.told'), options);
  else new Notification(t('web.turns.told'), options).onclick = () => focus();
}

async function look(): Promise<void> {
  if (!tells()) return;
  const fresh = newTurns(await turnsNow());
  if (document.visibilityState === 'visible' || fresh.length === 0) return;
  await wholeWords(settings.language);
  for (const turn of fresh) await tell(turn);
}

let timer: ReturnType<typeof setInterval> | undefined;

export function keepTelling(): void {
  if (timer !== undefined) return;
  const now = (): void => void look().catch(() => undefined);
  timer = setInterval(now, beat);
  document.addEventListener('visibilitychange', now);
}
