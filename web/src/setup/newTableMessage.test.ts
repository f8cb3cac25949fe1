import { describe, expect, it } from "vitest";
import { PARTS } from "../generated/parts";
import { defaultForm, type TableForm, type Place } from "./tableForm";
import {
  hasNumbers,
  withClock,
  withEdition,
  withEnforcement,
  withPlace,
  withSeats,
} from "./formChanges";
import { newTableMessage } from "./newTableMessage";
import { withPreset } from "./sizeAndNumberChanges";

const ONLINE = defaultForm("online");

const settingsOf = (form: TableForm) => newTableMessage(form).settings ?? {};

const seat = (change: Partial<Place>): Place => ({ who: "open", level: 2, name: "", ...change });

describe("the message", () => {
  it("omits everything that has its default", () => {
    expect(newTableMessage(ONLINE)).toEqual({
      settings: { size: 7, setting: "3 3 4 2 4" },
      seats: [{ me: true }, {}],
    });
  });

  it("contains everything that was chosen", () => {
    let form = withSeats(withPreset(ONLINE, { id: "x", setting: "4 4 6 2 8", size: 13 }), 4);
    form = withPlace(form, 1, { who: "bot", level: 6 });
    form = withPlace(form, 2, { who: "kept", name: " Maru " });
    form = withClock(form, { kind: "fischer", minutes: 15, increment: 10 });
    form = { ...withEdition(form, "classic"), first: 3, window: 30, public: true };
    form = { ...form, parts: { ...form.parts, shapes: "whole", bonus_limit: 2 } };
    form = { ...form, help: { legal: false, shapes: false, last: true } };
    expect(newTableMessage(form)).toEqual({
      settings: {
        size: 13,
        seats: 4,
        edition: "classic",
        house_rules: { shapes: "whole", bonus_limit: 2 },
        first: 3,
        setting: "4 4 6 2 8",
        clock: { kind: "fischer", seconds: 900, increment: 10 },
        window: 30,
        help: ["last"],
        public: true,
      },
      seats: [{ me: true }, { level: 6 }, { invite: "Maru" }, {}],
    });
  });

  it("contains the numbers exactly in the cases that the server requires", () => {
    expect(settingsOf({ ...ONLINE, settle: "given" }).setting).toBe("3 3 4 2 4");
    expect(settingsOf({ ...ONLINE, settle: "dice" })).not.toHaveProperty("setting");
    expect(settingsOf({ ...ONLINE, settle: "cards" })).not.toHaveProperty("setting");
    expect(settingsOf({ ...ONLINE, settle: "agreement" }).setting).toBe("3 3 4 2 4");
    const without = { ...ONLINE, settle: "agreement", proposes: false } as const;
    expect(settingsOf(without)).not.toHaveProperty("setting");
    expect(hasNumbers(without)).toBe(false);
  });

  it("lists each kind of help once, and omits the default help", () => {
    expect(settingsOf(withEnforcement(ONLINE, "strict"))).toMatchObject({ enforcement: "strict" });
    expect(settingsOf(withEnforcement(ONLINE, "strict"))).not.toHaveProperty("help");
    const bare = { ...withEnforcement(ONLINE, "strict"), help: ONLINE.help };
    expect(settingsOf(bare).help).toEqual([]);
  });

  it("has no window if nobody can shout", () => {
    const strict = withEnforcement({ ...ONLINE, window: 30 }, "strict");
    expect(settingsOf(strict)).not.toHaveProperty("window");
  });

  it("reserves no seat for an empty name, and cuts names between characters", () => {
    const form = { ...ONLINE, places: [seat({ who: "kept", name: "  " }), seat({ who: "me" })] };
    expect(newTableMessage(form).seats).toEqual([{}, { me: true }]);
    const long = {
      ...defaultForm("device"),
      places: [seat({ who: "here", name: "🪨".repeat(30) })],
    };
    expect(newTableMessage(long).seats).toEqual([{ label: "🪨".repeat(20) }]);
  });

  it("contains house rules only if the table differs from its edition", () => {
    const classic = withEdition(ONLINE, "classic");
    expect(classic.parts).toEqual(PARTS.classic);
    expect(settingsOf(classic)).not.toHaveProperty("house_rules");
    const passing = { ...ONLINE, parts: { ...ONLINE.parts, bonus_pass: true } };
    expect(settingsOf(passing).house_rules).toEqual({ bonus_pass: true });
  });
});
