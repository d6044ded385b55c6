/** One question to this page's server that needs no table, on a connection of its own. */

import type { ServerLine } from './contract/messages';
import { parseServerLine } from './contract/reader';
import { asLine } from './plain';
import { moved, serverUrl, Socket } from './socket';

/** Returns the lines before "ok". Throws a refusal's reason, "timeout", or "lost". */
export function askServer(question: { t: string; v: number; id: number }): Promise<ServerLine[]> {
  return new Promise((resolve, reject) => {
    const all: ServerLine[] = [];
    const end = (then: () => void) => {
      clearTimeout(timer);
      socket.close();
      then();
    };
    const timer = setTimeout(() => end(() => reject(new Error('timeout'))), 5000);
    const take = (text: string): void => {
      const line = parseServerLine(text);
      if (line?.t === 'ok') end(() => resolve(all));
      else if (line?.t === 'no') end(() => reject(new Error(line.why)));
      else if (line) all.push(line);
    };
    const socket: Socket = new Socket(serverUrl(), {
      opened: () => socket.send(asLine(question)),
      frame: (text) => text.split('\n').forEach(take),
      lost: (code) => {
        if (code === moved) return true;
        end(() => reject(new Error('lost')));
        return false;
      },
    });
  });
}
