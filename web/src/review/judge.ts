/** The worker in which bots judge the decisions of a record, one after the other, a slice at a
 * time. */

import type { Judged } from '../core/contract/record';
import { Module } from '../core/module';
import { fetchNet } from '../core/net';

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
  engine.file('value.net', await fetchNet(net));
  const replay = engine.ask('open', { record, language });
  if ('line' in replay) throw new Error(replay.text);
  for (let decision = 0; decision < replay.decisions.length; decision++) {
    let judged: Judged;
    do judged = engine.ask('judge', { decision, nodes: slice });
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
