/** A connection to a server that reconnects automatically. */

export interface Hooks {
  opened(): void;
  /** One or more lines. */
  frame(text: string): void;
  /** `code`: the server's, or `moved`. False: do not reconnect. */
  lost(code: number): boolean;
}

/** The server has named another one that has the table, which is connected to at once. */
export const moved = 1;

/** How a page talks to a table: over a WebSocket, or with a worker. */
export interface Transport {
  send(text: string): void;
  close(late?: boolean): void;
}

/** What a socket needs from its environment. Tests provide their own. */
export interface World {
  connect(url: string): SocketLike;
  now(): number;
  random(): number;
  later(ms: number, what: () => void): () => void;
  /** Calls back when the network or the person returns, or the network is lost. Returns a function
   * that stops that. */
  awake(what: () => void): () => void;
}
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

function open(url: string): SocketLike {
  const socket = new WebSocket(url);
  const like: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
  socket.onopen = () => like.onopen?.();
  socket.onmessage = (event) => like.onmessage?.(event);
  socket.onclose = (event) => like.onclose?.(event);
  return like;
}

const browser: World = {
  connect: open,
  now: () => performance.now(),
  random: Math.random,
  later(ms, what) {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
  awake(what) {
    const seen = () => {
      if (document.visibilityState === 'visible') what();
    };
    addEventListener('online', what);
    addEventListener('offline', what);
    addEventListener('pageshow', what);
    document.addEventListener('visibilitychange', seen);
    return () => {
      removeEventListener('online', what);
      removeEventListener('offline', what);
      removeEventListener('pageshow', what);
      document.removeEventListener('visibilitychange', seen);
    };
  },
};

/** The server of this page. */
export function serverUrl(): string {
  const url = new URL('ws', document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = url.search = '';
  return url.href;
}

/** The address of the server that a "bye" names, for a WebSocket. */
function elsewhere(frame: string): string | null {
  const [line = ''] = frame.split('\n', 1);
  const bye: unknown = JSON.parse(line);
  if (typeof bye !== 'object' || bye === null || !('url' in bye)) return null;
  try {
    const to = new URL('ws', new URL(String(bye.url)));
    to.protocol = to.protocol === 'https:' || to.protocol === 'wss:' ? 'wss:' : 'ws:';
    return to.href;
  } catch {
    return null;
  }
}

/** Servers that send us to each other are waited for. */
const mostMoves = 8;
const longestWait = 30_000;
/** After this long without a line a ping is sent. Without an answer to it the connection counts as
 * lost. */
const silence = 25_000;
const patience = 10_000;
const goodbye = 2000;

export class Socket implements Transport {
  readonly #url: string;
  readonly #hooks: Hooks;
  readonly #world: World;
  readonly #asleep: () => void;
  #socket: SocketLike | null = null;
  #open = false;
  #closed = false;
  #tries = 0;
  /** Where the server has sent us; null: to the address that we began with. */
  #moved: string | null = null;
  #moves = 0;
  #cancel: (() => void) | null = null;
  #watch: (() => void) | null = null;

  constructor(url: string, hooks: Hooks, world: World = browser) {
    this.#url = url;
    this.#hooks = hooks;
    this.#world = world;
    this.#asleep = world.awake(() => this.#wake());
    this.#connect();
  }

  send(text: string): void {
    if (this.#open) this.#socket?.send(text);
  }

  /** `late`: the other end should close; this end does only if it does not. */
  close(late = false): void {
    this.#closed = true;
    this.#asleep();
    this.#cancel?.();
    this.#watch?.();
    const socket = this.#socket;
    this.#drop();
    if (late) this.#world.later(goodbye, () => socket?.close());
    else socket?.close();
  }

  /** Cuts the connection. It reconnects after a wait. */
  cut(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#lost(1006);
    socket.close();
  }

  #drop(): void {
    if (this.#socket) this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket = null;
    this.#open = false;
  }

  #connect(): void {
    this.#cancel?.();
    this.#cancel = null;
    let socket: SocketLike;
    try {
      socket = this.#world.connect(this.#moved ?? this.#url);
    } catch {
      this.#lost(1006);
      return;
    }
    this.#moved = null;
    this.#socket = socket;
    this.#wait(patience);
    socket.onopen = () => {
      this.#open = true;
      this.#listen();
      this.#hooks.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#tries = 0;
      this.#listen();
      if (typeof data !== 'string' || this.#movesOn(data)) return;
      this.#hooks.frame(data);
    };
    socket.onclose = ({ code }) => this.#lost(code);
  }

  /** Whether the server says that another one has the table. That one is connected to as soon as
   * this connection ends; should it fail, the first address is tried again. */
  #movesOn(frame: string): boolean {
    const url = frame.startsWith('{"t":"bye"') ? elsewhere(frame) : null;
    this.#moves = url === null ? 0 : this.#moves + 1;
    if (url !== null && this.#moves <= mostMoves) this.#moved = url;
    return url !== null;
  }

  #listen(): void {
    this.#watch?.();
    this.#watch = this.#world.later(silence, () => {
      this.send('{"t":"ping"}');
      this.#wait(patience);
    });
  }

  #wait(ms: number): void {
    this.#watch?.();
    this.#watch = this.#world.later(ms, () => this.cut());
  }

  #lost(code: number): void {
    this.#watch?.();
    this.#watch = null;
    this.#drop();
    if (this.#closed) return;
    if (!this.#hooks.lost(this.#moved === null ? code : moved)) {
      this.close();
      return;
    }
    if (this.#moved !== null) {
      this.#connect();
      return;
    }
    /* The first attempt follows within a second, at a random moment, so that not all clients
     * reconnect together. */
    const most = this.#tries === 0 ? 1000 : Math.min(longestWait, 1000 * 2 ** (this.#tries - 1));
    this.#tries++;
    this.#cancel = this.#world.later(this.#world.random() * most, () => this.#connect());
  }

  #wake(): void {
    if (this.#closed) return;
    if (this.#socket === null) {
      this.#tries = 0;
      this.#connect();
    } else if (this.#open) {
      /* After suspension a connection may be dead without having reported it. */
      this.send('{"t":"ping"}');
      this.#wait(patience);
    }
  }
}
