import { describe, expect, it } from "vitest";
import { nextScene, SCENES, STILLS, VALUES, type SceneText } from "./introScript";

function scenesThatSay(says: SceneText) {
  return SCENES.filter((scene) => scene.says === says);
}

describe("the introduction", () => {
  it("begins with an empty board and returns to it", () => {
    expect(SCENES[0]?.stones.size).toBe(0);
    expect(nextScene(0)).toBe(1);
    expect(nextScene(SCENES.length - 1)).toBe(0);
  });

  it("drops each stone once, in the scene in which it first appears", () => {
    const dropped = SCENES.map((scene) => scene.dropped).filter((at) => at !== null);
    expect(dropped).toEqual(["c4", "e4", "d6", "b5", "a4", "c2", "f2", "g4"]);
    SCENES.forEach((scene, index) => {
      if (scene.dropped === null) return;
      expect(scene.stones.has(scene.dropped)).toBe(true);
      expect(SCENES[index - 1]?.stones.has(scene.dropped)).toBe(false);
    });
  });

  it("pauses before the shout, and shows nothing red until then", () => {
    const [silence] = scenesThatSay("silence");
    expect(silence?.ms).toBeGreaterThanOrEqual(2000);
    const shout = SCENES.findIndex((scene) => scene.says === "shout");
    for (const scene of SCENES.slice(0, shout)) {
      expect(scene.layers).toEqual([]);
      expect(scene.marks.every((mark) => mark.kind === "last")).toBe(true);
      expect(scene.seal).toBe(false);
    }
  });

  it("shows the run with the shout, and then the seal", () => {
    const run = { kind: "run", points: ["a4", "c4", "e4", "g4"] };
    const [shout] = scenesThatSay("shout");
    const [right] = scenesThatSay("right");
    expect(shout?.layers).toEqual([run]);
    expect(shout?.seal).toBe(false);
    expect(right?.layers).toEqual([run]);
    expect(right?.seal).toBe(true);
  });

  it("lifts the voided stone, and then removes another of the same seat", () => {
    const [right] = scenesThatSay("right");
    const [lifted] = scenesThatSay("void");
    const [taken] = scenesThatSay("taken");
    expect(lifted?.lifted).toBe("g4");
    expect(lifted?.stones.has("g4")).toBe(false);
    expect(taken?.rolled).toBe("b5");
    expect(taken?.stones.has("b5")).toBe(false);
    expect(right?.stones.get("g4")?.seat).toBe(right?.stones.get("b5")?.seat);
  });

  it("has three stills: the breach, the seal, and the result", () => {
    expect(STILLS.map(({ scene }) => scene.says)).toEqual(["silence", "right", "taken"]);
    expect(STILLS.map(({ scene }) => scene.stones.size)).toEqual([8, 8, 6]);
  });

  it("takes the numbers of its sentences from its own game", () => {
    expect(VALUES).toEqual({ a: 3, count: 4 });
  });
});
