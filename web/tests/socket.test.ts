/** How a connection reconnects, with a fake clock and fake sockets. */

import { expect, test } from 'vitest';
import { Socket, type SocketLike, type World } from '../src/core/socket';

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: string[] = [];
  closed = false;
  url = '';
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
}

function world(chance = 1) {
  const sockets: FakeSocket[] = [];
  let timers: { at: number; what: () => void }[] = [];
  let time = 0;
  let wake: () => void = () => undefined;
  const made: World = {
    connect: (url) => {
      const socket = new FakeSocket();
      socket.url = url;
      sockets.push(socket);
      return socket;
    },
    now: () => time,
    random: () => chance,
    later: (ms, what) => {
      const timer = { at: time + ms, what };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    awake: (what) => {
      wake = what;
      return () => (wake = () => undefined);
    },
  };
  const pass = (ms: number) => {
    const until = time + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      time = next.at;
      timers = timers.filter((other) => other !== next);
      next.what();
    }
    time = until;
  };
  return { made, sockets, pass, wake: () => wake(), last: () => sockets[sockets.length - 1]! };
}

function connect(chance?: number, back = true) {
  const around = world(chance);
  const heard: string[] = [];
  const socket = new Socket(
    'ws://table',
    {
      opened: () => heard.push('opened'),
      frame: (text) => heard.push(text),
      lost: (code) => {
        heard.push(`lost ${String(code)}`);
        return back;
      },
    },
    around.made,
  );
  return { ...around, heard, socket };
}

test('waits at most 1, 1, 2, 4 … 30 seconds, until a line is received', () => {
  const { sockets, pass, last } = connect();
  const waits: number[] = [];
  for (let i = 0; i < 9; i++) {
    const before = sockets.length;
    last().onclose?.({ code: 1006 });
    let waited = 0;
    while (sockets.length === before) {
      pass(500);
      waited += 500;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([1000, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
  last().onopen?.();
  last().onmessage?.({ data: '{"t":"welcome"}' });
  const before = sockets.length;
  last().onclose?.({ code: 1006 });
  pass(1000);
  expect(sockets.length).toBe(before + 1);
});

test('reconnects immediately when the network or the person is back', () => {
  const { sockets, last, wake } = connect();
  last().onclose?.({ code: 1006 });
  expect(sockets).toHaveLength(1);
  wake();
  expect(sockets).toHaveLength(2);
});

/** What a server says that does not have the table. */
const bye = (url: unknown) => JSON.stringify({ t: 'bye', code: 1012, url });

test('goes at once to the server that has the table, and back when that one is gone', () => {
  const { sockets, heard, pass, last } = connect();
  last().onopen?.();
  last().onmessage?.({ data: bye('http://two.example/b/') });
  expect(sockets).toHaveLength(1);
  last().onclose?.({ code: 1012 });
  expect(last().url).toBe('ws://two.example/b/ws');
  expect(heard).toEqual(['opened', 'lost 1']);
  last().onopen?.();
  last().onmessage?.({ data: '{"t":"welcome"}' });
  last().onclose?.({ code: 1006 });
  expect(sockets).toHaveLength(2);
  pass(1000);
  expect(sockets).toHaveLength(3);
  expect(last().url).toBe('ws://table');
});

test('waits if servers send it to each other', () => {
  const { sockets, last } = connect();
  for (let i = 0; i < 20; i++) {
    last().onopen?.();
    last().onmessage?.({ data: bye('https://two.example/') });
    last().onclose?.({ code: 1012 });
  }
  expect(sockets).toHaveLength(9);
});

test('passes on a "bye" without an address', () => {
  const { heard, last } = connect();
  last().onopen?.();
  for (const url of [undefined, 5, 'no address']) last().onmessage?.({ data: bye(url) });
  expect(heard.filter((line) => line.startsWith('{"t":"bye"'))).toHaveLength(3);
});

test('sends nothing into a connection that is not open', () => {
  const { socket, last } = connect();
  socket.send('early');
  last().onopen?.();
  socket.send('now');
  expect(last().sent).toEqual(['now']);
});

test('tests a silent connection, and closes it if there is no answer', () => {
  const { sockets, heard, pass, last } = connect(0);
  last().onopen?.();
  pass(25_000);
  expect(last().sent).toEqual(['{"t":"ping"}']);
  last().onmessage?.({ data: '{"t":"pong"}' });
  pass(25_000);
  expect(last().sent).toHaveLength(2);
  pass(10_000);
  expect(sockets[0]?.closed).toBe(true);
  expect(heard).toContain('lost 1006');
  pass(1);
  expect(sockets).toHaveLength(2);
});

test('does not reconnect to a table that has ended', () => {
  const { sockets, pass, last, wake } = connect(1, false);
  last().onclose?.({ code: 4001 });
  pass(120_000);
  wake();
  expect(sockets).toHaveLength(1);
});

test('reports nothing after close', () => {
  const { socket, heard, last, sockets, pass } = connect();
  last().onopen?.();
  socket.close();
  last().onmessage?.({ data: 'late' });
  last().onclose?.({ code: 1000 });
  pass(60_000);
  expect(heard).toEqual(['opened']);
  expect(sockets).toHaveLength(1);
});
