/** Works without a network after the first visit. A newer build is begun with, never changed to
 * in the middle. */

const patience = 1500;

/** Where a newer build waits and no other page is open: it is used from now on. True: the page
 * begins anew. */
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
  /* What one waits for comes first. */
  setTimeout(() => void register().catch(() => undefined), 1000);
}
