import { beforeEach, expect, test } from "vitest";
import { changePrefs } from "./prefs.svelte";
import { SoundPlayer } from "./sounds";
import { SOUND_DEFINITIONS, type Sound } from "./soundDefinitions";

/** A fake audio context: counts the voices that are started, and ignores other calls. */
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
  changePrefs({ sound: true });
  context = new FakeContext();
  made = 0;
  sounds = new SoundPlayer(() => {
    made++;
    return context as unknown as AudioContext;
  });
});

test.each(Object.keys(SOUND_DEFINITIONS) as Sound[])("%s starts all its voices", (sound) => {
  sounds.resume();
  sounds.play(sound);
  expect(context.started).toBe(SOUND_DEFINITIONS[sound].length);
});

test("the audio context is created at the first user gesture, and once", () => {
  sounds.play("stone");
  expect(made).toBe(0);
  sounds.resume();
  sounds.resume();
  expect(made).toBe(1);
});

test("with sound off no context is created and nothing is played", () => {
  changePrefs({ sound: false });
  sounds.resume();
  expect(made).toBe(0);
  changePrefs({ sound: true });
  sounds.resume();
  changePrefs({ sound: false });
  sounds.play("shout");
  expect(context.started).toBe(0);
});

test("a suspended context is resumed, and the sound is played", async () => {
  sounds.resume();
  context.state = "suspended";
  sounds.play("stone");
  await Promise.resolve();
  await Promise.resolve();
  expect(context.started).toBe(SOUND_DEFINITIONS.stone.length);
});

test("a device without audio is silent", () => {
  const mute = new SoundPlayer(() => {
    throw new DOMException("no device");
  });
  mute.resume();
  mute.play("end");
});
