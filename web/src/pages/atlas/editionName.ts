/** The name of an edition with its house rules. */
import { say } from "../../text/say.svelte";
import { houseRulesOf, parseEdition } from "../../setup/editionNotation";
import { formatHouseRules } from "../../setup/tableTerms";

export function editionName(text: string): string {
  const played = parseEdition(text);
  if (played === null) return text;
  const edition = say(`parts.edition_${played.edition}`);
  const house = formatHouseRules(houseRulesOf(played));
  return house.length === 0
    ? edition
    : say("atlas_page.edition_house", { edition, house: house.join(" ") });
}
