import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import Board from "./Board.svelte";
import { allPoints } from "./points";
import type { Layer, Mark, PointName, Stone } from "./types";

interface Given {
  size: number;
  stones: ReadonlyMap<PointName, Stone>;
  marks: readonly Mark[];
  layers: readonly Layer[];
  coordinates: boolean;
  label: string;
  onpick: ((at: PointName) => void) | undefined;
  isPickable: ((at: PointName) => boolean) | undefined;
}

let given = $state<Given>(plain(9));
let board: Record<string, unknown> | undefined;

function plain(size: number): Given {
  const stones = new Map();
  const none = { onpick: undefined, isPickable: undefined };
  return { size, stones, marks: [], layers: [], coordinates: true, label: "Board", ...none };
}

function show(change: Partial<Given> & { size: number }): HTMLElement {
  given = { ...plain(change.size), ...change };
  board = mount(Board, { target: document.body, props: given });
  flushSync();
  return document.body;
}

function cell(at: PointName): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-at="${at}"]`);
  if (!found) throw new Error(`no cell ${at}`);
  return found;
}

function press(target: HTMLElement, key: string): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

/** Returns the DOM mutations that a change of the props causes, after rendering. */
function changes(change: () => void): MutationRecord[] {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  change();
  flushSync();
  const records = observer.takeRecords();
  observer.disconnect();
  return records;
}

/** A board of 25 × 25 with a stone on every point but one. */
function full(but: PointName): Map<PointName, Stone> {
  const others = allPoints(25).filter((at) => at !== but);
  return new Map(others.map((at, index) => [at, { seat: index % 6, number: index + 1 }]));
}

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await switchLanguage("en");
});

afterEach(async () => {
  if (board) await unmount(board);
  board = undefined;
  document.body.replaceChildren();
});

describe("a change touches only the nodes of its own point", () => {
  const at = "m13";

  test("a new stone adds its node and changes the label of its cell", () => {
    show({ size: 25, stones: full(at) });
    expect(document.querySelectorAll("g.stone")).toHaveLength(624);
    const records = changes(() => {
      // Every stone is a new object and the new one comes last, as after parsing the server's rows.
      const again = [...full(at)].map(([point, stone]) => [point, { ...stone }] as const);
      given.stones = new Map([...again, [at, { seat: 2 }]]);
    });
    expect(document.querySelectorAll("g.stone")).toHaveLength(625);
    expect(records.map(({ type }) => type).sort()).toEqual(["attributes", "childList"]);
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    expect(added).toHaveLength(1);
    expect((added[0] as Element).classList.contains("stone")).toBe(true);
    expect(records.flatMap(({ removedNodes }) => [...removedNodes])).toHaveLength(0);
    const attributes = records.filter(({ type }) => type === "attributes");
    expect(attributes.map(({ target }) => target)).toEqual([cell(at)]);
    expect(cell(at).getAttribute("aria-label")).toBe("m13, stone of player 3");
  });

  test("moving the mark of the last stone touches no stone", () => {
    show({ size: 25, stones: full(at), marks: [{ kind: "last", at: "a1" }] });
    const records = changes(() => {
      given.stones = new Map([...full(at), [at, { seat: 2 }]]);
      given.marks = [{ kind: "last", at }];
    });
    expect(records).toHaveLength(4);
    for (const { target } of records) expect((target as Element).closest("g.stone")).toBeNull();
  });

  test("removing a stone removes only its node", () => {
    show({ size: 25, stones: new Map([...full(at), [at, { seat: 2 }]]) });
    const records = changes(() => (given.stones = full(at)));
    expect(document.querySelectorAll("g.stone")).toHaveLength(624);
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    expect(removed).toHaveLength(1);
    for (const { target, type } of records) {
      if (type === "attributes" && target !== cell(at)) expect(removed).toContain(target);
    }
  });

  test("equal stones change nothing", () => {
    show({ size: 25, stones: full(at) });
    expect(changes(() => (given.stones = full(at)))).toEqual([]);
  });
});

describe("the ARIA grid", () => {
  test("has a row for each row, and a cell for each point, one of them in the tab order", () => {
    show({ size: 25 });
    expect(document.querySelectorAll('[role="grid"] > [role="row"]')).toHaveLength(25);
    expect(document.querySelectorAll('[role="row"] > [role="gridcell"]')).toHaveLength(625);
    const reached = document.querySelectorAll<HTMLElement>('[role="gridcell"][tabindex="0"]');
    expect([...reached].map((each) => each.dataset["at"])).toEqual(["m13"]);
    expect(document.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });

  test("labels a cell with what is on its point", () => {
    show({ size: 9, stones: new Map([["c5", { seat: 0 }], ["d5", { seat: 1, number: 7 }]]) }); // prettier-ignore
    expect(cell("c5").getAttribute("aria-label")).toBe("c5, stone of player 1");
    expect(cell("d5").getAttribute("aria-label")).toBe("d5, stone of player 2, number 7");
    expect(cell("e5").getAttribute("aria-label")).toBe("e5, empty");
  });

  test("is navigable by keyboard even if nothing can be picked", () => {
    show({ size: 9 });
    cell("e5").focus();
    press(cell("e5"), "ArrowUp");
    expect(document.activeElement).toBe(cell("e6"));
    expect(cell("e6").tabIndex).toBe(0);
    expect(cell("e5").tabIndex).toBe(-1);
    press(cell("e6"), "Enter");
  });

  test("continues from the cell that got the focus", () => {
    show({ size: 9 });
    cell("b2").focus();
    flushSync();
    press(cell("b2"), "End");
    expect(document.activeElement).toBe(cell("i2"));
  });
});

describe("a point is picked", () => {
  test("by Enter and the space bar, if it is pickable", () => {
    const onpick = vi.fn();
    show({ size: 9, onpick, isPickable: (at) => at !== "e6" });
    cell("e5").focus();
    press(cell("e5"), "Enter");
    press(cell("e5"), " ");
    press(cell("e5"), "ArrowUp");
    press(cell("e6"), "Enter");
    expect(onpick.mock.calls).toEqual([["e5"], ["e5"]]);
  });

  test("by a click on its cell", () => {
    const onpick = vi.fn();
    show({ size: 9, onpick });
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    grid.getBoundingClientRect = () => new DOMRect(100, 50, 90, 90);
    const click = (clientX: number, clientY: number) =>
      grid.dispatchEvent(new MouseEvent("click", { clientX, clientY, bubbles: true }));
    click(129, 99);
    click(100, 139);
    click(99, 60);
    flushSync();
    expect(onpick.mock.calls).toEqual([["c5"], ["a1"]]);
    expect(cell("a1").tabIndex).toBe(0);
  });

  test("by the click of a screen reader on its grid cell", () => {
    const onpick = vi.fn();
    show({ size: 9, onpick });
    cell("h2").click();
    expect(onpick).toHaveBeenCalledWith("h2");
  });
});

describe("the hover mark", () => {
  function hover(pointerType: string): number {
    const grid = document.querySelector('[role="grid"]') as HTMLElement;
    grid.getBoundingClientRect = () => new DOMRect(0, 0, 90, 90);
    const where = { clientX: 45, clientY: 45, bubbles: true };
    grid.dispatchEvent(new PointerEvent("pointermove", { ...where, pointerType }));
    flushSync();
    return document.querySelectorAll("circle.hover").length;
  }

  test("is shown under a mouse, not under a finger", () => {
    show({ size: 9, onpick: () => undefined });
    expect(hover("touch")).toBe(0);
    expect(hover("mouse")).toBe(2);
    given.isPickable = () => false;
    flushSync();
    expect(document.querySelectorAll("circle.hover")).toHaveLength(0);
  });

  test("is not shown on a read-only board", () => {
    show({ size: 9 });
    expect(hover("mouse")).toBe(0);
  });
});

test("equal marks and layers are drawn once, and those with an invalid point are not", () => {
  const marks: Mark[] = [
    { kind: "breach", at: "c3" },
    { kind: "breach", at: "c3" },
    { kind: "last", at: "?" },
    { kind: "count", at: "a1", text: "12" },
  ];
  const run: Layer = { kind: "run", points: ["a1", "b2", "c3"] };
  show({ size: 9, marks, layers: [run, run] });
  expect(document.querySelectorAll("g.breach")).toHaveLength(1);
  expect(document.querySelectorAll("g.last")).toHaveLength(0);
  expect(document.querySelectorAll("path.dots")).toHaveLength(2);
});

test.each([3, 9, 25])("a board of %i shows all coordinates, or none", (size) => {
  const letters = () =>
    [...document.querySelectorAll("g.letters text")].map((each) => each.textContent?.trim());
  show({ size });
  expect(letters()).toContain("a");
  expect(letters()).toContain(String(size));
  given.coordinates = false;
  flushSync();
  expect(letters()).toEqual([]);
});
