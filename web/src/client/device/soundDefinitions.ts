/** Definitions of all sounds: each is a few decaying tones and bursts of noise (voices). */

export type Sound = "stone" | "shout" | "wrong" | "turn" | "lift" | "end";

export interface Tone {
  readonly kind: "tone";
  readonly from: number;
  /** The frequency that the pitch glides to, if it does. */
  readonly to?: number;
  readonly wave?: OscillatorType;
}

export interface Noise {
  readonly kind: "noise";
  readonly filter: BiquadFilterType;
  readonly frequency: number;
  readonly q?: number;
}

export type Voice = (Tone | Noise) & {
  /** Seconds after the start. */
  readonly at?: number;
  /** Seconds until it has decayed. */
  readonly lasts: number;
  readonly loud: number;
};

/** A bell has inharmonic partials, and the higher ones decay sooner. */
function bell(pitch: number, loud: number, lasts: number, at = 0): Voice[] {
  const partials: readonly (readonly [number, number, number])[] = [
    [1, 1, 1],
    [2.02, 0.55, 0.7],
    [2.74, 0.35, 0.5],
    [5.4, 0.16, 0.25],
  ];
  return partials.map(([times, strength, length]) => ({
    kind: "tone",
    from: pitch * times,
    at,
    lasts: lasts * length,
    loud: loud * strength,
  }));
}

export const SOUND_DEFINITIONS: Readonly<Record<Sound, readonly Voice[]>> = {
  /** A soft knock of glazed wood. */
  stone: [
    { kind: "tone", from: 520, to: 330, lasts: 0.09, loud: 0.3 },
    { kind: "noise", filter: "bandpass", frequency: 1_400, q: 1.2, lasts: 0.035, loud: 0.35 },
  ],
  /** A drum, and a temple bell in it. */
  shout: [
    { kind: "tone", from: 130, to: 48, lasts: 0.55, loud: 0.75 },
    { kind: "noise", filter: "lowpass", frequency: 500, lasts: 0.08, loud: 0.5 },
    ...bell(147, 0.28, 2.4, 0.01),
  ],
  /** A stick that breaks. */
  wrong: [
    { kind: "noise", filter: "highpass", frequency: 1_800, lasts: 0.045, loud: 0.45 },
    { kind: "noise", filter: "bandpass", frequency: 900, q: 2, at: 0.055, lasts: 0.06, loud: 0.35 },
    { kind: "tone", from: 190, to: 120, wave: "triangle", at: 0.05, lasts: 0.1, loud: 0.2 },
  ],
  turn: [
    { kind: "tone", from: 784, lasts: 0.35, loud: 0.12 },
    { kind: "tone", from: 1_175, at: 0.09, lasts: 0.5, loud: 0.1 },
  ],
  lift: [
    { kind: "tone", from: 300, to: 620, lasts: 0.12, loud: 0.14 },
    { kind: "noise", filter: "bandpass", frequency: 2_600, q: 0.8, lasts: 0.05, loud: 0.08 },
  ],
  end: [...bell(220, 0.2, 1.4), ...bell(165, 0.22, 2.6, 0.32)],
};
