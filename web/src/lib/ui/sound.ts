/** Small sounds, made on the spot: paper, wood, glass, and the lamp's chime. */
import { settings } from "../state/settings.svelte";

export type Sound = "paper" | "wood" | "glass" | "chime" | "no";

let context: AudioContext | null = null;

/** Plays a sound if the reader wants any; never fails. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SOUNDS[sound](context, context.currentTime);
  } catch {
    // A browser without sound plays in silence.
  }
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  paper: (audio, at) => rustle(audio, at, 2600, 0.07, 0.05),
  wood: (audio, at) => {
    rustle(audio, at, 900, 0.03, 0.12);
    tone(audio, at, 210, 0.09, 0.1);
  },
  glass: (audio, at) => {
    tone(audio, at, 1760, 0.16, 0.035);
    tone(audio, at, 2637, 0.1, 0.02);
  },
  chime: (audio, at) => {
    tone(audio, at, 523.25, 0.7, 0.05);
    tone(audio, at + 0.12, 783.99, 0.9, 0.05);
  },
  no: (audio, at) => tone(audio, at, 140, 0.12, 0.08),
};

function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const source = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
  source.connect(fading(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

function rustle(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const noise = buffer.getChannelData(0);
  for (let i = 0; i < noise.length; i += 1) noise[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.9 });
  source.connect(filter);
  filter.connect(fading(audio, at, length, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: loud });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}
