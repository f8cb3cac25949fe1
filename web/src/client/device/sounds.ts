/** Synthesises sounds with the Web Audio API; nothing is fetched. */
import { prefs } from "./prefs.svelte";
import {
  SOUND_DEFINITIONS,
  type Noise,
  type Sound,
  type Tone,
  type Voice,
} from "./soundDefinitions";

export type { Sound } from "./soundDefinitions";

/** Seconds of fade-in, so that no tone begins with a click. */
const ATTACK_SECONDS = 0.004;
/** The gain that counts as silence: an exponential ramp never reaches zero. */
const SILENT = 0.0001;
/** Milliseconds after which a delayed sound is dropped. */
const MAX_DELAY_MS = 250;

export class SoundPlayer {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  constructor(private readonly make: () => AudioContext = () => new AudioContext()) {}

  /** Must be called within a user gesture: only then browsers start or resume audio. */
  resume(): void {
    if (!prefs().sound) return;
    try {
      this.#context ??= this.make();
      if (this.#context.state !== "running") void this.#context.resume().catch(() => undefined);
    } catch {
      // A device without audio.
    }
  }

  play(sound: Sound): void {
    if (navigator.userActivation?.hasBeenActive) this.resume(); // clicked before this module was loaded
    const context = this.#context;
    if (!prefs().sound || context === null) return;
    if (context.state === "running") {
      this.#play(context, sound);
      return;
    }
    const requestedAt = performance.now();
    void context.resume().then(
      () => performance.now() - requestedAt < MAX_DELAY_MS && this.#play(context, sound),
      () => undefined,
    );
  }

  #play(context: AudioContext, sound: Sound): void {
    for (const voice of SOUND_DEFINITIONS[sound]) this.#playVoice(context, voice);
  }

  #playVoice(context: AudioContext, voice: Voice): void {
    const start = context.currentTime + (voice.at ?? 0);
    const end = start + voice.lasts;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(SILENT, start);
    envelope.gain.exponentialRampToValueAtTime(voice.loud, start + ATTACK_SECONDS);
    envelope.gain.exponentialRampToValueAtTime(SILENT, end);
    envelope.connect(context.destination);
    const source =
      voice.kind === "noise"
        ? this.#noiseSource(context, voice, envelope)
        : toneSource(context, voice, envelope, start, end);
    source.start(start);
    source.stop(end);
  }

  #noiseSource(context: AudioContext, voice: Noise, into: AudioNode): AudioScheduledSourceNode {
    const source = context.createBufferSource();
    source.buffer = this.#noise ??= whiteNoise(context);
    const filter = context.createBiquadFilter();
    filter.type = voice.filter;
    filter.frequency.value = voice.frequency;
    filter.Q.value = voice.q ?? 0.7;
    source.connect(filter).connect(into);
    return source;
  }
}

function toneSource(
  context: AudioContext,
  voice: Tone,
  into: AudioNode,
  start: number,
  end: number,
): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = voice.wave ?? "sine";
  source.frequency.setValueAtTime(voice.from, start);
  if (voice.to !== undefined) source.frequency.exponentialRampToValueAtTime(voice.to, end);
  source.connect(into);
  return source;
}

/** A fifth of a second of white noise: longer than any burst. */
function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 5), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

const sounds = new SoundPlayer();
for (const gesture of ["pointerup", "click", "keydown"]) {
  addEventListener(gesture, () => sounds.resume(), { capture: true, passive: true });
}

export function playSound(sound: Sound): void {
  sounds.play(sound);
}
