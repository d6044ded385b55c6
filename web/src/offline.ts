/** Makes the client work offline after the first visit. A newer build is used from the next start,
 * never in the middle of a visit. */

const patience = 1500;

/** If a newer build is waiting and no other page is open, switches to it. Returns true if the page
 * reloads. */
export async function beginNewest(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return false;
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return false;
  const changed = new Promise<boolean>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), {
      once: true,
    });
    setTimeout(() => resolve(false), patience);
  });
  waiting.postMessage('now');
  const renewed = await changed;
  if (renewed) location.reload();
  return renewed;
}

export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ begun: import.meta.url });
  };
  /* First what the person is waiting for. */
  setTimeout(() => void register().catch(() => undefined), 1000);
}
