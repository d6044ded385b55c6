/** What every browser test uses: a server process, people with browsers, and how they play. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';

export { expect };

const root = resolve(import.meta.dirname, '../../..');
const program = process.env.CANASTA ?? join(root, 'build/canasta');
/** The folder that the server serves. */
export const files = process.env.CANASTA_WEB ?? join(root, 'build/web');

/** `canasta serve` in a folder of its own, on a free port. */
export class Server {
  private process: ChildProcess | null = null;
  url = '';

  private constructor(
    private readonly folder: string,
    private port: number,
    private readonly web: string,
  ) {}

  static async start(web = files): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'canasta-')), 0, web);
    await server.run();
    return server;
  }

  private async run(): Promise<void> {
    const child = spawn(
      program,
      [
        'serve',
        '--listen',
        `127.0.0.1:${String(this.port)}`,
        '--data',
        join(this.folder, 'data'),
        '--web',
        this.web,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.process = child;
    let log = '';
    child.stderr.on('data', (text: Buffer) => (log += text.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /(http:\/\/[^ ]*:(\d+)\/)/.exec(line);
      if (!found) continue;
      this.url = found[1]!;
      this.port = Number(found[2]);
      child.stdout.resume();
      return;
    }
    throw new Error('the server did not begin: ' + log);
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Restarts on the same port, with the same tables. */
  async again(): Promise<void> {
    await this.run();
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Errors that a page reported; there must be none. */
function watchErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The browser itself reports lost and refused connections.
    if (
      message.type() === 'error' &&
      !message.text().startsWith(rawKey) &&
      !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/.test(message.text())
    )
      errors.push(`${message.text()} ${message.location().url}`);
  });
}

const rawKey = 'a key or value and no sentence: ';

/** Checks all text as it comes into a page, visible or only for screen readers: a key must never be
 * shown instead of its sentence, nor a value like "undefined". */
function watchKeys(complaint: string): void {
  const key =
    /\b(?:analyze|card|choice|counted|event|form|join|kinds|level|list|net|param|phrase|position|rank|reason|record|refusal|rule|rules|ruling|say|seat|set|suit|ui|web)\.[A-Za-z_][\w-]*(?:\.[\w-]+)*|\w(?:false|true)\b|\b(?:undefined|NaN)\b|\[object/;
  const names = ['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'placeholder', 'title'];
  const look = (text: string | null | undefined): void => {
    const found = text ? key.exec(text) : null;
    if (found) console.error(complaint + found[0]);
  };
  const lookAt = (node: Node): void => {
    if (!(node instanceof Element)) return look(node.textContent);
    if (node.matches('script, style')) return;
    for (const name of names) look(node.getAttribute(name));
    node.childNodes.forEach(lookAt);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'attributes') look((target as Element).getAttribute(attributeName ?? ''));
      else if (type === 'characterData') look(target.textContent);
      else addedNodes.forEach(lookAt);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: names,
  });
}

type Context = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface Wishes extends Context {
  /** Kept in the browser before the first visit. Absent: everything is as for a new person. */
  settings?: Record<string, unknown>;
  /** Bots at a table in the browser move without delay. */
  quick?: boolean;
  /** False: the test expects the browser's errors. */
  errors?: boolean;
  /** False: people type text that looks like a key. */
  keys?: boolean;
  /** True: the service worker starts, and caches all files. Each context is a new browser, so this
   * costs as much as the rest of a short test. */
  offline?: boolean;
}

/** No motion and no ceremonies, for tests about something else: the same game in less time. */
export const swift = { motion: 'off', ceremonies: false, sounds: false };

function prepare({ settings, quick }: { settings: Record<string, unknown>; quick: boolean }): void {
  try {
    if (Object.keys(settings).length > 0 && localStorage.getItem('canasta.settings') === null)
      localStorage.setItem('canasta.settings', JSON.stringify(settings));
  } catch {
    /* A page without storage. */
  }
  if (!quick) return;
  const post = Worker.prototype.postMessage as (this: Worker, what: unknown) => void;
  Worker.prototype.postMessage = function (this: Worker, what: { make?: string | null }) {
    const make = what.make?.replace(/"pace":\d+/, '"pace":0');
    post.call(this, make === undefined ? what : { ...what, make });
  };
}

interface House {
  server: Server;
  /** A person's own browser, with its own storage. */
  person: (wishes?: Wishes) => Promise<Page>;
}

export const test = base.extend<House>({
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
  person: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(
      async ({
        settings = {},
        quick = true,
        errors: counted = true,
        keys = true,
        offline = false,
        ...options
      } = {}) => {
        const context = await browser.newContext({
          baseURL: server.url,
          locale: 'en',
          serviceWorkers: offline ? 'allow' : 'block',
          /* People and chat are in a drawer; in a wider window they stand beside the table. */
          viewport: { width: 1200, height: 720 },
          ...options,
        });
        contexts.push(context);
        await context.addInitScript(prepare, { settings, quick });
        if (keys) await context.addInitScript(watchKeys, rawKey);
        const page = await context.newPage();
        page.on('console', (message) => {
          if (message.text().startsWith(rawKey)) errors.push(`${message.text()} at ${page.url()}`);
        });
        if (counted) watchErrors(page, errors);
        return page;
      },
    );
    for (const context of contexts) await context.close();
    expect(errors).toEqual([]);
  },
});
