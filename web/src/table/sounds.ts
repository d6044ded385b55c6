/** Small synthesised sounds. Browsers play nothing before a person has touched the page. */

import { settings } from '../settings.svelte';

let context: AudioContext | null = null;

/** Opened when idle: opening audio may take longer than a card's flight. */
function open(): void {
  if (context !== null || !settings.sounds) return;
  const make = (): void => {
    context ??= new AudioContext();
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(make);
  else setTimeout(make, 300);
}
addEventListener('pointerup', open, { once: true });
addEventListener('keyup', open, { once: true });

function ready(): AudioContext | null {
  if (!settings.sounds || context === null) return null;
  if (context.state === 'suspended') void context.resume();
  return context;
}

function tone(at: number, hertz: number, seconds: number, loud: number): void {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}

const noises = new Map<number, AudioBuffer>();

function noise(audio: AudioContext, seconds: number): AudioBuffer {
  const known = noises.get(seconds);
  if (known) return known;
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  noises.set(seconds, buffer);
  return buffer;
}

/** A short brush of noise: a card on cloth. */
function brush(at: number, hertz: number, seconds: number, loud: number): void {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + at;
  const source = new AudioBufferSourceNode(audio, { buffer: noise(audio, seconds) });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: hertz, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start(start);
}

/** A struck bell: a tone with its octave and twelfth, which fade sooner. */
function bell(at: number, hertz: number): void {
  tone(at, hertz, 1.1, 0.07);
  tone(at, 2 * hertz, 0.7, 0.025);
  tone(at, 3 * hertz, 0.4, 0.012);
}

/** A whole tone higher for each card, to an octave at most. */
const rising = (step: number): number => 392 * 2 ** (Math.min(step, 6) / 6);

export const sound = {
  /** Other players' cards are quieter. */
  card: (own: boolean) => brush(0, 2400, 0.07, own ? 0.35 : 0.2),
  /** Each card of a meld brushes the cloth, a tone higher than the one before. */
  meld: (cards: number, own: boolean) => {
    const apart = Math.min(0.04, 0.36 / cards);
    for (let i = 0; i < cards; i++) {
      brush(i * apart, 2200 + 150 * i, 0.07, own ? 0.3 : 0.18);
      tone(i * apart, rising(i), 0.12, own ? 0.03 : 0.018);
    }
  },
  pack: () => {
    for (let i = 0; i < 4; i++) brush(i * 0.05, 1800 + 200 * i, 0.08, 0.25);
  },
  shuffle: () => {
    for (let i = 0; i < 9; i++) brush(i * 0.055, 1500 + (i % 3) * 500, 0.06, 0.22);
  },
  turn: () => {
    tone(0, 330, 0.35, 0.06);
    tone(0.12, 440, 0.4, 0.05);
  },
  /** One bell; two for a natural one. */
  canasta: (natural: boolean) => {
    bell(0, 659);
    if (natural) bell(0.18, 880);
  },
  refusal: () => {
    brush(0, 220, 0.09, 0.6);
    tone(0, 110, 0.12, 0.12);
  },
};
