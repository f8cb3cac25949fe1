import { beforeEach, expect, test } from "vitest";
import { prefer } from "./prefs.svelte";
import { SoundPlayer } from "./sounds";
import { SOUND_DEFINITIONS, type Sound } from "./soundDefinitions";

/** Counts what is started; every other call is let pass. */
class FakeContext {
  state = "running";
  currentTime = 0;
  sampleRate = 8_000;
  started = 0;
  destination = {};

  createGain = () => this.#node();
  createOscillator = () => this.#node();
  createBufferSource = () => this.#node();
  createBiquadFilter = () => this.#node();
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
  resume = async () => void (this.state = "running");

  #node(): object {
    const param = {
      value: 0,
      setValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    };
    return {
      gain: param,
      frequency: param,
      Q: param,
      connect: (to: object) => to,
      start: () => this.started++,
      stop: () => undefined,
    };
  }
}

let context: FakeContext;
let made: number;
let sounds: SoundPlayer;

beforeEach(() => {
  prefer({ sound: true });
  context = new FakeContext();
  made = 0;
  sounds = new SoundPlayer(() => {
    made++;
    return context as unknown as AudioContext;
  });
});

test.each(Object.keys(SOUND_DEFINITIONS) as Sound[])(
  "%s is struck with all its voices",
  (sound) => {
    sounds.wake();
    sounds.play(sound);
    expect(context.started).toBe(SOUND_DEFINITIONS[sound].length);
  },
);

test("nothing is made before somebody has done something, and then once", () => {
  sounds.play("stone");
  expect(made).toBe(0);
  sounds.wake();
  sounds.wake();
  expect(made).toBe(1);
});

test("where sound is off nothing is made or heard", () => {
  prefer({ sound: false });
  sounds.wake();
  expect(made).toBe(0);
  prefer({ sound: true });
  sounds.wake();
  prefer({ sound: false });
  sounds.play("shout");
  expect(context.started).toBe(0);
});

test("a context that sleeps is woken, and the sound still comes", async () => {
  sounds.wake();
  context.state = "suspended";
  sounds.play("stone");
  await Promise.resolve();
  await Promise.resolve();
  expect(context.started).toBe(SOUND_DEFINITIONS.stone.length);
});

test("a device without sound is silent", () => {
  const mute = new SoundPlayer(() => {
    throw new DOMException("no device");
  });
  mute.wake();
  mute.play("end");
});
