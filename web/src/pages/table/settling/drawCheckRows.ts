/** The checks of a verified draw, as rows with their texts. */
import type { VerifiedDraw } from "../../../client/draw/verifyDraw";
import type { TextKey } from "../../../text/say.svelte";

export interface DrawCheck {
  readonly text: TextKey;
  /** null: unknown, as this browser observed nothing. */
  readonly holds: boolean | null;
  /** The compared values, to be checked by hand. */
  readonly shown: readonly string[];
}

export function drawChecks(verified: VerifiedDraw): readonly DrawCheck[] {
  const { commitment, seed, numbers, matchesObservation } = verified;
  return [
    {
      text: commitment.holds ? "settle.check_commitment" : "settle.check_commitment_not",
      holds: commitment.holds,
      shown: differingValues(commitment),
    },
    { text: observationText(matchesObservation), holds: matchesObservation, shown: [] },
    {
      text: seed.holds ? "settle.check_seed" : "settle.check_seed_not",
      holds: seed.holds,
      shown: differingValues(seed),
    },
    {
      text: numbers.holds ? "settle.check_numbers" : "settle.check_numbers_not",
      holds: numbers.holds,
      shown: differingValues(numbers),
    },
  ];
}

function observationText(matchesObservation: boolean | null): TextKey {
  if (matchesObservation === null) return "settle.check_not_seen";
  return matchesObservation ? "settle.check_seen" : "settle.check_seen_not";
}

/** Returns the compared value; the actual and the expected one if they differ. */
function differingValues(check: VerifiedDraw["seed"]): readonly string[] {
  return check.holds ? [check.found] : [check.found, check.expected];
}
