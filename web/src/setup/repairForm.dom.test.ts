import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultForm } from "./tableForm";
import { readStored, writeStored } from "../client/device/storage";
import { repairForm } from "./repairForm";
import { withClock, withEnforcement, withPlace, withSeats } from "./formChanges";
import { newTableMessage } from "./newTableMessage";

describe("a stored form", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it("is restored", () => {
    let form = withClock(withSeats(defaultForm("online"), 3), { kind: "days", days: 3 });
    form = withPlace(withPlace(form, 1, { who: "kept", name: "Maru" }), 2, {
      who: "bot",
      level: 9,
    });
    form = { ...withEnforcement(form, "strict"), window: 3600, public: true, first: 2 };
    form = { ...form, help: { legal: true, shapes: false, last: true } };
    writeStored("grav.new", form);
    expect(repairForm(readStored("grav.new"), ["online"])).toEqual(form);
  });

  it("is the default if nothing is stored, or nothing readable", () => {
    expect(repairForm(readStored("grav.new"), ["online"])).toEqual(defaultForm("online"));
    localStorage.setItem("grav.new", "{");
    expect(repairForm(readStored("grav.new"), ["online"])).toEqual(defaultForm("online"));
    expect(repairForm([1, 2], ["device", "referee"])).toEqual(defaultForm("device"));
  });

  it("is repaired if values are no longer valid", () => {
    const form = repairForm(
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
    expect(newTableMessage(form)).toEqual({
      settings: { size: 7, seats: 3, setting: "3 7 4 2 4", mode: "referee" },
      seats: [{}, {}, {}],
    });
    expect(form.window).toBeNull();
  });

  it("has at most one host", () => {
    const form = repairForm({ places: [{ who: "me" }, { who: "me" }] }, ["online"]);
    expect(form.places.map((each) => each.who)).toEqual(["me", "open"]);
  });

  it("is optional: without storage nothing fails", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("forbidden");
      },
      clear: () => undefined,
    });
    expect(readStored("grav.new")).toBeNull();
    expect(() => writeStored("grav.new", {})).not.toThrow();
  });
});
