import { describe, expect, it } from "vitest";
import { PARTS } from "../generated/parts";
import { defaultForm, type TableForm } from "./tableForm";
import {
  sittersOf,
  windowsOf,
  withClock,
  withMode,
  withPresetAndEdition,
  withPlace,
  withSeats,
} from "./formChanges";
import { newTableMessage } from "./newTableMessage";
import { withNumber, withPreset, withSize } from "./sizeAndNumberChanges";

const ONLINE = defaultForm("online");
const settingsOf = (form: TableForm) => newTableMessage(form).settings ?? {};
const whoSit = (form: TableForm) => form.places.map((each) => each.who);

describe("inconsistent choices", () => {
  it("are prevented: windows of a slow game take at least an hour", () => {
    const quick = { ...withClock(ONLINE, { kind: "per_move" }), window: 10 };
    const slow = withClock(quick, { kind: "days" });
    expect(slow.window).toBeNull();
    expect(Math.min(...windowsOf(slow.clock))).toBeGreaterThanOrEqual(3600);
    expect(withClock({ ...slow, window: 3600 }, { kind: "none" }).window).toBeNull();
  });

  it("are prevented: a table on one device is neither public nor slow", () => {
    const form = { ...withClock(ONLINE, { kind: "days" }), public: true };
    const device = withMode(form, "device");
    expect(settingsOf(device)).toEqual({ size: 7, setting: "3 3 4 2 4", mode: "device" });
    expect(settingsOf({ ...form, mode: "device" })).not.toHaveProperty("public");
    expect(settingsOf({ ...form, mode: "device" })).not.toHaveProperty("clock");
  });

  it("are prevented: each seat has an occupant that the mode allows", () => {
    let form = withPlace(withSeats(ONLINE, 4), 1, { who: "bot" });
    form = withPlace(form, 2, { who: "kept", name: "Maru" });
    expect(whoSit(withMode(form, "device"))).toEqual(["here", "bot", "here", "here"]);
    expect(whoSit(withMode(form, "referee"))).toEqual(["here", "here", "here", "here"]);
    expect(sittersOf("referee")).toEqual(["here"]);
  });

  it("are prevented: the user has one seat", () => {
    const moved = withPlace(ONLINE, 1, { who: "me" });
    expect(whoSit(moved)).toEqual(["open", "me"]);
  });

  it("are prevented: the seat that begins exists", () => {
    const four = { ...withSeats(ONLINE, 4), first: 3 };
    expect(withSeats(four, 3).first).toBeNull();
    expect(withSeats(four, 5).first).toBe(3);
    expect(withSeats(four, 99).places).toHaveLength(6);
  });

  it("are prevented: the numbers fit the board", () => {
    const large = withPreset(ONLINE, { id: "x", setting: "4 13 6 2 30", size: 16 });
    expect(withSize(large, 5).numbers).toEqual({ a: 4, b: 5, c: 6, d: 2, e: 30 });
    expect(withNumber(ONLINE, "b", 40).numbers.b).toBe(7);
    expect(withNumber(ONLINE, "d", 6).numbers.e).toBe(6);
  });
});

describe("a preset", () => {
  const house = {
    id: "x",
    setting: "4 2 3 2 6",
    size: 9,
    edition: "revised min_shape=6 bonus_limit=1",
  };
  const plain = { id: "y", setting: "3 3 4 2 4", size: 7 };

  it("brings its house rules, which are removed with it", () => {
    const named = withPresetAndEdition(ONLINE, house);
    expect(settingsOf(named).house_rules).toEqual({ min_shape: 6, bonus_limit: 1 });
    expect(settingsOf(withPresetAndEdition(named, plain))).toEqual({
      size: 7,
      setting: "3 3 4 2 4",
    });
  });

  it("keeps house rules that the user chose", () => {
    const own = { ...ONLINE, parts: { ...PARTS.revised, min_shape: 5 } };
    expect(settingsOf(withPresetAndEdition(own, plain)).house_rules).toEqual({ min_shape: 5 });
  });
});
