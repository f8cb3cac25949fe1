// Written by `python -m web.generate`. Change grav/rules/edition.py instead.

/** What a table plays of each part. */
export interface Parts {
  readonly bonus: "declared" | "granted";
  readonly shapes: "every" | "largest" | "whole";
  readonly bonus_pass: boolean;
  readonly min_shape: number;
  readonly bonus_limit: number | null;
}

export const KINDS = {
  bonus: {"is": "choice", "words": ["granted", "declared"]},
  shapes: {"is": "choice", "words": ["every", "largest", "whole"]},
  bonus_pass: {"is": "yes_no"},
  min_shape: {"is": "whole", "least": 4, "most": 625},
  bonus_limit: {"is": "optional", "least": 0, "most": 625, "start": 3},
} as const;

/** In the order in which they were written. */
export const EDITIONS = ["classic", "revised"] as const;
export type Edition = (typeof EDITIONS)[number];
export const DEFAULT_EDITION = "revised";

export const PARTS: Readonly<Record<Edition, Parts>> = {
  classic: {"bonus": "granted", "shapes": "every", "bonus_pass": true, "min_shape": 4, "bonus_limit": null},
  revised: {"bonus": "declared", "shapes": "largest", "bonus_pass": false, "min_shape": 4, "bonus_limit": null},
};
