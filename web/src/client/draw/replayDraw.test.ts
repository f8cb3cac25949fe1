import { expect, test } from "vitest";
import { replayCards, replayDice, type SettlingStep } from "./replayDraw";

// Made by `grav.game.dice` and `grav.game.cards`.
test.each([
  [3, "a", "3 3 5 1 2"],
  [9, "grav", "6 5 17 3 4"],
  [13, "b", "6 4 9 4 9"],
  [25, "그라브", "3 3 3 6 18"],
])("dice on %d with the seed %s show %s", (size, seed, settled) => {
  expect(replayDice(size, 2, seed, [{ do: "roll", by: 1 }]).settled).toBe(settled);
});

test.each([
  {
    size: 3,
    players: 2,
    seed: "a",
    keep: 1,
    hands: ["b 3|b 2", "d 1|c 3/5", "a 3|d 1", "e +1|e +2", "a 3|a 3"],
    settled: "3 2 2 1 3",
  },
  {
    size: 9,
    players: 3,
    seed: "grav",
    keep: 0,
    hands: ["e +2|c 1/3", "c 2/3|a 3", "a 6|b 2", "b 3|b 4", "d 3|d 1"],
    settled: "6 3 6 3 5",
  },
  {
    size: 25,
    players: 6,
    seed: "그라브",
    keep: 1,
    hands: ["e +5|a 3", "d 8|d 6", "b 2|b 3", "e +10|c 1/2", "e +11|e +1"],
    settled: "3 3 5 6 7",
  },
])(
  "cards on $size with the seed $seed lead to $settled",
  ({ size, players, seed, keep, hands, settled }) => {
    const steps = hands.flatMap((_, turn): SettlingStep[] => {
      const by = turn % players;
      return [
        { do: "draw", by },
        { do: "keep", by, index: keep },
      ];
    });
    const replayed = replayCards(size, players, seed, steps);
    expect(replayed.hands.map(({ cards }) => cards.join("|"))).toEqual(hands);
    expect(replayed.hands.map(({ kept }) => kept)).toEqual(
      hands.map((hand) => hand.split("|")[keep]),
    );
    expect(replayed.settled).toBe(settled);
  },
);

const ROLL: SettlingStep = { do: "roll", by: 0 };

const DRAW: SettlingStep = { do: "draw", by: 0 };

test.each([
  [replayDice, []],
  [replayDice, [ROLL, ROLL]],
  [replayDice, [{ do: "roll", by: 2 }]],
  [replayDice, [DRAW]],
  [replayCards, []],
  [replayCards, [DRAW]],
  [replayCards, [DRAW, DRAW]],
  [replayCards, [{ do: "draw", by: 1 }]],
  [replayCards, [{ do: "keep", by: 0, index: 0 }]],
  [replayCards, [DRAW, { do: "keep", by: 0, index: 2 }]],
  [replayCards, [ROLL]],
])("impossible steps lead to no setting (%#)", (replay, steps: SettlingStep[]) => {
  expect(replay(9, 2, "grav", steps).settled).toBeNull();
});
