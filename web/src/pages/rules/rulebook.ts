/** The rulebook as sections: the order of its texts, lists and figures. */
import { KINDS } from "../../generated/parts";
import { partTextKey, choiceWords } from "../../setup/editionParts";
import type { TextKey } from "../../text/say.svelte";

export type Figure =
  "numbers" | "continuity" | "density" | "distance" | "centres" | "nested" | "shout" | "editions";

export type Piece =
  | { readonly is: "text"; readonly key: TextKey }
  | { readonly is: "list"; readonly keys: readonly TextKey[] }
  | { readonly is: "steps"; readonly keys: readonly TextKey[] }
  | { readonly is: "figure"; readonly figure: Figure };

export interface Section {
  /** The fragment of its address. */
  readonly id: string;
  readonly title: TextKey;
  readonly pieces: readonly Piece[];
}

const text = (key: TextKey): Piece => ({ is: "text", key });
const list = (...keys: TextKey[]): Piece => ({ is: "list", keys });
const steps = (...keys: TextKey[]): Piece => ({ is: "steps", keys });
const figure = (name: Figure): Piece => ({ is: "figure", figure: name });

export const RULEBOOK: readonly Section[] = [
  { id: "idea", title: "rulebook.idea_title", pieces: [text("rulebook.idea")] },
  {
    id: "things",
    title: "rulebook.things_title",
    pieces: [list("rulebook.things_board", "rulebook.things_stones", "rulebook.things_points")],
  },
  {
    id: "numbers",
    title: "rulebook.numbers_title",
    pieces: [
      text("rulebook.numbers"),
      figure("numbers"),
      text("rulebook.numbers_harder"),
      list("rulebook.numbers_dice", "rulebook.numbers_cards", "rulebook.numbers_agreement"),
    ],
  },
  { id: "placing", title: "rulebook.placing_title", pieces: [text("rulebook.placing")] },
  {
    id: "continuity",
    title: "rulebook.continuity_title",
    pieces: [text("rulebook.continuity"), figure("continuity"), text("rulebook.continuity_gap")],
  },
  {
    id: "density",
    title: "rulebook.density_title",
    pieces: [text("rulebook.density"), figure("density")],
  },
  {
    id: "distance",
    title: "rulebook.distance_title",
    pieces: [text("rulebook.distance"), figure("distance"), text("rulebook.distance_which")],
  },
  {
    id: "shapes",
    title: "rulebook.shapes_title",
    pieces: [
      text("rulebook.shapes"),
      figure("centres"),
      text("rulebook.shapes_complete"),
      list(...KINDS.shapes.words.map((word) => partTextKey("shapes_book", word))),
      figure("nested"),
    ],
  },
  {
    id: "bonus",
    title: "rulebook.bonus_title",
    pieces: [
      text("rulebook.bonus"),
      list(
        ...choiceWords("bonus").map((word) => partTextKey("bonus_book", word)),
        "parts.bonus_limit_book",
        "rulebook.bonus_long",
      ),
    ],
  },
  {
    id: "turn",
    title: "rulebook.turn_title",
    pieces: [
      text("rulebook.turn"),
      steps(
        "rulebook.turn_place",
        "rulebook.turn_window",
        "rulebook.turn_bonus",
        "rulebook.turn_next",
      ),
    ],
  },
  {
    id: "window",
    title: "rulebook.window_title",
    pieces: [text("rulebook.window"), text("rulebook.window_next"), text("rulebook.window_time")],
  },
  {
    id: "shout",
    title: "rulebook.shout_title",
    pieces: [
      text("rulebook.shout"),
      figure("shout"),
      text("rulebook.shout_right"),
      steps(
        "rulebook.shout_shown",
        "rulebook.shout_void",
        "rulebook.shout_remove",
        "rulebook.shout_turn",
      ),
      text("rulebook.shout_wrong"),
      text("rulebook.shout_many"),
    ],
  },
  {
    id: "passing",
    title: "rulebook.passing_title",
    pieces: [text("rulebook.passing"), text("rulebook.passing_bonus")],
  },
  {
    id: "end",
    title: "rulebook.end_title",
    pieces: [
      text("rulebook.end"),
      list("rulebook.end_passes", "rulebook.end_repetition", "rulebook.end_resignation"),
      text("rulebook.end_wins"),
    ],
  },
  {
    id: "resigning",
    title: "rulebook.resigning_title",
    pieces: [
      text("rulebook.resigning"),
      list(
        "rulebook.resigning_open",
        "rulebook.resigning_remover",
        "rulebook.resigning_violator",
        "rulebook.resigning_starter",
      ),
    ],
  },
  {
    id: "keeping",
    title: "rulebook.keeping_title",
    pieces: [
      text("rulebook.keeping"),
      list("rulebook.keeping_challenge", "rulebook.keeping_strict"),
    ],
  },
  {
    id: "editions",
    title: "rulebook.editions_title",
    pieces: [text("rulebook.editions"), figure("editions")],
  },
  {
    id: "silent",
    title: "rulebook.silent_title",
    pieces: [
      text("rulebook.silent"),
      list(
        "rulebook.silent_bounds",
        "rulebook.silent_added",
        "rulebook.silent_colours",
        "rulebook.silent_shapes",
        "rulebook.silent_bonus",
        "rulebook.silent_shouts",
        "rulebook.silent_passes",
      ),
    ],
  },
];
