/** The worker in which bots look at the decisions of a record, one after the other, a slice at a time. */

import type { Judged, Replay } from '../core/contract';
import { Module } from '../core/module';

interface Wish {
  module: WebAssembly.Module;
  net: string;
  language: string;
  words: string;
  record: string;
}
const slice = 4000;

async function judgeAll({ module, net, language, words, record }: Wish): Promise<void> {
  const engine = await Module.open(module);
  engine.file(`words/${language}.words`, words);
  const weights = await fetch(net);
  if (!weights.ok) throw new Error(net);
  engine.file('value.net', new Uint8Array(await weights.arrayBuffer()));
  const replay = engine.call('replay', { do: 'open', record, language }) as Replay;
  for (let decision = 0; decision < replay.decisions.length; decision++) {
    let judged: Judged;
    do judged = engine.call('replay', { do: 'judge', decision, nodes: slice }) as Judged;
    while (!judged.done);
    postMessage({ decision, judged });
  }
}

onmessage = ({ data }: MessageEvent<Wish>) => {
  judgeAll(data).then(
    () => postMessage('done'),
    () => postMessage('failed'),
  );
};
