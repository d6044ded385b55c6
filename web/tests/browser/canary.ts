/** Detects whether any received text was run as code or markup. */
import type { Page } from '@playwright/test';
import { expect } from './house';

declare global {
  interface Window {
    __pwned?: unknown;
    __violations?: string[];
  }
}

/** Call before the first page is opened. The result checks everything that arrived until then. */
export async function watchCanary(page: Page, own: string): Promise<() => Promise<void>> {
  const dialogs: string[] = [];
  const strangers: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => strangers.push(popup.url()));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['blob:', 'data:'].includes(url.protocol) && url.host !== new URL(own).host)
      strangers.push(request.url());
  });
  await page.addInitScript(() => {
    window.__violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.__violations!.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return async () => {
    const found = await page.evaluate(() => {
      const strange = [...document.querySelectorAll('*')].filter(
        (one) =>
          one.matches(
            '#pwned, [pwned], body script, iframe, frame, object, embed, base, math, animate, ' +
              'meta[http-equiv=refresh]',
          ) ||
          [...one.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') ||
              name === 'srcdoc' ||
              (['href', 'src', 'action', 'formaction', 'style', 'data', 'xlink:href'].includes(
                name,
              ) &&
                /pwned|^\W*(java|vb)\s*script/i.test(value)),
          ),
      );
      return {
        ran: window.__pwned !== undefined,
        made: strange.map((one) => one.outerHTML.slice(0, 120)),
        violations: window.__violations ?? [],
      };
    });
    expect({ ...found, dialogs, strangers }).toEqual({
      ran: false,
      made: [],
      violations: [],
      dialogs: [],
      strangers: [],
    });
  };
}
