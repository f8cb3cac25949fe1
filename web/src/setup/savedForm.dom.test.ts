import { afterEach, describe, expect, it, vi } from "vitest";
import { usual } from "./form";
import { keep, mended, recall } from "./savedForm";
import { newTable, withClock, withEnforcement, withPlace, withSeats } from "./setup";

describe("what was chosen the last time", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it("comes back as it was", () => {
    let form = withClock(withSeats(usual("online"), 3), { kind: "days", days: 3 });
    form = withPlace(withPlace(form, 1, { who: "kept", name: "Maru" }), 2, {
      who: "bot",
      level: 9,
    });
    form = { ...withEnforcement(form, "strict"), window: 3600, public: true, first: 2 };
    form = { ...form, help: { legal: true, shapes: false, last: true } };
    keep("grav.new", form);
    expect(mended(recall("grav.new"), ["online"])).toEqual(form);
  });

  it("is the usual where nothing was kept, or nothing that can be read", () => {
    expect(mended(recall("grav.new"), ["online"])).toEqual(usual("online"));
    localStorage.setItem("grav.new", "{");
    expect(mended(recall("grav.new"), ["online"])).toEqual(usual("online"));
    expect(mended([1, 2], ["device", "referee"])).toEqual(usual("device"));
  });

  it("is mended where it can no longer be", () => {
    const form = mended(
      {
        mode: "referee",
        size: 400,
        places: [{ who: "me" }, { who: "bot", level: 12 }, { who: "ghost", name: 7 }],
        settle: "runes",
        numbers: { a: 3, b: 20, c: 4, d: 2, e: 4 },
        clock: { kind: "days", days: 99 },
        window: 7,
        first: 5,
        public: true,
        help: { legal: "all" },
      },
      ["device", "referee"],
    );
    expect(newTable(form)).toEqual({
      settings: { size: 7, seats: 3, setting: "3 7 4 2 4", mode: "referee" },
      seats: [{}, {}, {}],
    });
    expect(form.window).toBeNull();
  });

  it("has one host at most", () => {
    const form = mended({ places: [{ who: "me" }, { who: "me" }] }, ["online"]);
    expect(form.places.map((each) => each.who)).toEqual(["me", "open"]);
  });

  it("is not needed: a browser that keeps nothing does no harm", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("forbidden");
      },
      clear: () => undefined,
    });
    expect(recall("grav.new")).toBeNull();
    expect(() => keep("grav.new", {})).not.toThrow();
  });
});
