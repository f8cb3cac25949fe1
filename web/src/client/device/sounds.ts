/** Sounds, made here: nothing is fetched, and nothing is heard where sound is off. */
import { prefs } from "./prefs.svelte";
import {
  SOUND_DEFINITIONS,
  type Noise,
  type Sound,
  type Tone,
  type Voice,
} from "./soundDefinitions";

export type { Sound } from "./soundDefinitions";

/** From nothing to full, so that no tone begins with a click. */
const ATTACK = 0.004;
/** What counts as silence: a curve that falls by a factor never reaches zero. */
const SILENT = 0.0001;
/** A sound that could not begin at once is not made up for later. */
const LATE = 250;

export class SoundPlayer {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  constructor(private readonly make: () => AudioContext = () => new AudioContext()) {}

  /** Within somebody's gesture: only then browsers let a page be heard, some also after a pause. */
  wake(): void {
    if (!prefs().sound) return;
    try {
      this.#context ??= this.make();
      if (this.#context.state !== "running") void this.#context.resume().catch(() => undefined);
    } catch {
      // A device without sound.
    }
  }

  play(sound: Sound): void {
    if (navigator.userActivation?.hasBeenActive) this.wake(); // by a click before this was loaded
    const context = this.#context;
    if (!prefs().sound || context === null) return;
    if (context.state === "running") {
      this.#play(context, sound);
      return;
    }
    const asked = performance.now();
    void context.resume().then(
      () => performance.now() - asked < LATE && this.#play(context, sound),
      () => undefined,
    );
  }

  #play(context: AudioContext, sound: Sound): void {
    for (const voice of SOUND_DEFINITIONS[sound]) this.#strike(context, voice);
  }

  #strike(context: AudioContext, voice: Voice): void {
    const start = context.currentTime + (voice.at ?? 0);
    const end = start + voice.lasts;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(SILENT, start);
    envelope.gain.exponentialRampToValueAtTime(voice.loud, start + ATTACK);
    envelope.gain.exponentialRampToValueAtTime(SILENT, end);
    envelope.connect(context.destination);
    const source =
      voice.kind === "noise"
        ? this.#burst(context, voice, envelope)
        : tone(context, voice, envelope, start, end);
    source.start(start);
    source.stop(end);
  }

  #burst(context: AudioContext, voice: Noise, into: AudioNode): AudioScheduledSourceNode {
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

function tone(
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

/** A fifth of a second of it: longer than any burst. */
function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 5), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

const sounds = new SoundPlayer();
for (const gesture of ["pointerup", "click", "keydown"]) {
  addEventListener(gesture, () => sounds.wake(), { capture: true, passive: true });
}

export function playSound(sound: Sound): void {
  sounds.play(sound);
}
