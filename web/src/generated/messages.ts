// Written by `python -m web.generate`. Change the server's messages instead.

/** Lets a stone stand. The number of the placement ensures that no other one is answered. */
export interface AcceptStone {
  readonly do: "accept";
  readonly seat: number;
  readonly placement: number;
  readonly id: string;
}

export interface Accepted {
  readonly event: "accepted";
  readonly by: number;
  readonly why?: "gone" | "time" | null;
}

/** The person who asks. The id is shown to nobody else. */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly guest: boolean;
  readonly scopes: readonly string[] | null;
}

/** Accepts the current proposal. The setting is stated, since a new proposal may just have been made. */
export interface AgreeNumbers {
  readonly do: "agree";
  readonly seat: number;
  readonly setting: string;
  readonly id: string;
}

export interface AllSeated {
  readonly event: "gathered";
}

export interface AnswerRematch {
  readonly do: "answer_rematch";
  readonly seat: number;
  readonly agree: boolean;
  readonly id: string;
}

/** A seat has answered in a slow game; the answer is revealed when all have answered. */
export interface AnswerSealed {
  readonly event: "answered";
  readonly seat: number;
}

export interface AnswerTakeback {
  readonly do: "answer_takeback";
  readonly seat: number;
  readonly agree: boolean;
  readonly id: string;
}

export interface AskTakeback {
  readonly do: "ask_takeback";
  readonly seat: number;
  readonly id: string;
}

/** How many settings were measured on one board, for one number of players, edition and kind of player. */
export interface AtlasBoard {
  readonly size: number;
  readonly players: number;
  readonly edition: string;
  readonly who: "greedy" | "random" | "search-100" | "search-1000" | "search-10000";
  readonly games: number;
  readonly settings: number;
}

/** A measure along two of the five numbers, the others fixed. */
export interface AtlasMap {
  readonly size: number;
  readonly players: number;
  readonly edition: string;
  readonly who: "greedy" | "random" | "search-100" | "search-1000" | "search-10000";
  readonly setting: string;
  readonly x: "a" | "b" | "c" | "d" | "e";
  readonly y: "a" | "b" | "c" | "d" | "e";
  readonly measure: "balance" | "bonus" | "chain" | "chain_share" | "chain_spread" | "choice" | "difficulty" | "drama" | "fill" | "first_shape" | "first_shape_wins" | "first_wins" | "last_wins" | "lead_changes" | "lead_changes_spread" | "length" | "length_spread" | "margin" | "margin_spread" | "shaped" | "skill" | "ties" | "traps" | "traps_10" | "traps_20" | "traps_30" | "traps_40";
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  readonly least: number | null;
  readonly most: number | null;
}

export interface AtlasMeasure {
  readonly name: "balance" | "bonus" | "chain" | "chain_share" | "chain_spread" | "choice" | "difficulty" | "drama" | "fill" | "first_shape" | "first_shape_wins" | "first_wins" | "last_wins" | "lead_changes" | "lead_changes_spread" | "length" | "length_spread" | "margin" | "margin_spread" | "shaped" | "skill" | "ties" | "traps" | "traps_10" | "traps_20" | "traps_30" | "traps_40";
  readonly kind: "games" | "number" | "share";
  readonly step: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

/** Everything that the atlas holds. */
export interface AtlasShown {
  readonly seed: number;
  readonly sizes: readonly number[];
  readonly boards: readonly AtlasBoard[];
  readonly measures: readonly AtlasMeasure[];
}

/** How the places compare on one setting among players who think: the place that won most often, and its share. */
export interface BalanceShown {
  readonly who: "greedy" | "random" | "search-100" | "search-1000" | "search-10000";
  readonly games: number;
  readonly balance: "clear" | "decided" | "even" | "far" | "unclear";
  readonly place: number;
  readonly wins: Figure;
}

export interface BlockList {
  readonly names: readonly string[];
}

export interface BonusTurnBegun {
  readonly event: "bonus_turn_begun";
  readonly by: number;
  readonly left: number;
}

/** A seat, and who has it. */
export interface Chair {
  readonly kind: "bot" | "guest" | "kept" | "open" | "person";
  readonly name: string | null;
  readonly level: number | null;
}

/** Claims that the player of a seat is gone; if the server agrees, the seat resigns. */
export interface ClaimSeat {
  readonly do: "claim_seat";
  readonly seat: number;
  readonly id: string;
}

export interface ClockShown {
  readonly left: readonly number[];
  readonly running: number | null;
  readonly since: number;
}

/** The host closes the table before the start. */
export interface Close {
  readonly do: "close";
  readonly id: string;
}

export interface CompletedShape {
  readonly centre: string;
  readonly stones: number;
  readonly points: readonly string[] | null;
}

export interface CourseShown {
  readonly lessons: readonly LessonShown[];
  readonly games: readonly FirstGameShown[];
}

/** A slow (correspondence) game: days for each stone or pass, and sealed answers. */
export interface Days {
  readonly kind: "days";
  readonly days: number;
}

/** A command was carried out and stored. Sent again with the same id, it gets this answer. */
export interface Done {
  readonly is: "done";
  readonly id: string;
  readonly number: number;
  readonly you: readonly number[];
}

export interface DrawCards {
  readonly do: "draw";
  readonly seat: number;
  readonly id: string;
}

/** One shout of a race: what the server measured, what the client reported, what counted. */
export interface Entry {
  readonly seat: number;
  readonly elapsed: number;
  readonly round_trip: number | null;
  readonly said: number | null;
  readonly used: number;
}

/** An example of what one rule forbids, on a board no larger than needed. */
export interface ExampleShown {
  readonly rule: "continuity" | "density" | "distance";
  readonly binds: boolean;
  readonly size: number;
  readonly board: readonly string[];
  readonly stone: StoneThere | null;
  readonly last: string | null;
  readonly marked: readonly string[];
  readonly breach: Readonly<Record<string, unknown>> | null;
}

/** What the five numbers of a setting do: one example per rule. */
export interface ExamplesShown {
  readonly setting: string;
  readonly size: number;
  readonly continuity: ExampleShown;
  readonly density: ExampleShown;
  readonly distance: ExampleShown;
}

export interface Figure {
  readonly value: number | null;
  readonly error: number | null;
}

/** A table to open after the lessons. */
export interface FirstGameShown {
  readonly id: string;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly level: number;
  readonly help: readonly string[];
  readonly table: Readonly<Record<string, unknown>>;
}

/** Fischer clock: a time for the whole game, plus an increment for every stone or pass. */
export interface Fischer {
  readonly kind: "fischer";
  readonly seconds: number;
  readonly increment?: number;
}

/** The forecast; if there is none, the forecasts of the nearest rules that have one. What is known of players who think is of the rules that were asked for, in either case. */
export interface ForecastAnswer {
  readonly rules: string;
  readonly forecast: ForecastShown | null;
  readonly instead: readonly ForecastShown[];
  readonly thinkers: ThinkersShown | null;
}

/** The forecast for a game by these rules, from the measurements. */
export interface ForecastShown {
  readonly rules: string;
  readonly setting: string;
  readonly who: "greedy" | "random" | "search-100" | "search-1000" | "search-10000";
  readonly games: number;
  readonly exact: boolean;
  readonly near: readonly NearSetting[];
  readonly wins: readonly Figure[];
  readonly measures: Readonly<Record<string, Figure>>;
  readonly harder_than: number;
  readonly thinkers: ThinkersShown | null;
}

/** The host frees a seat before the start. */
export interface Free {
  readonly do: "free";
  readonly seat: number;
  readonly id: string;
}

export interface GameBegun {
  readonly event: "begun";
  readonly rules: Readonly<Record<string, unknown>>;
  readonly setting: Readonly<Record<string, unknown>>;
  readonly share: string | null;
}

export interface GameEnded {
  readonly event: "ended";
  readonly how: "passes" | "repetition" | "resignation";
  readonly ranking: readonly number[];
}

/** A player's share of the seed: any text, which should be hard to guess. */
export interface GiveShare {
  readonly do: "share";
  readonly seat: number;
  readonly share: string;
  readonly id: string;
}

/** Presence: who is at the table. Sent when that has changed, at most every few seconds. */
export interface Here {
  readonly is: "here";
  readonly seats: readonly boolean[];
  readonly watching: number;
}

/** The points in which a table differs from its edition. */
export interface HouseRules {
  readonly bonus?: "declared" | "granted";
  readonly shapes?: "every" | "largest" | "whole";
  readonly bonus_pass?: boolean;
  readonly min_shape?: number;
  readonly bonus_limit?: number | null;
}

export interface KeepCard {
  readonly do: "keep";
  readonly seat: number;
  readonly index: number;
  readonly id: string;
}

export interface Leave {
  readonly do: "leave";
  readonly seat: number;
  readonly id: string;
}

/** A position and one task there. The client has the texts, under the lesson's id. */
export interface LessonShown {
  readonly id: string;
  readonly seat: number;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly setting: string;
  readonly actions: readonly (Readonly<Record<string, unknown>>)[];
  readonly view: Readonly<Record<string, unknown>>;
  readonly task: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Lets the stone stand for all of the sender's seats that have yet to answer. */
export interface LetStand {
  readonly do: "stand";
  readonly placement: number;
  readonly id: string;
}

/** Open tables, and games to watch. */
export interface Lobby {
  readonly is: "lobby";
  readonly open: readonly TableRow[];
  readonly running: readonly TableRow[];
}

/** A public table is new or has changed. If its stage changed, the row moves to the other list or leaves the lobby. */
export interface LobbyChange {
  readonly is: "lobby_change";
  readonly row: TableRow;
}

/** A table that was opened, and the path by which others find it. */
export interface Made {
  readonly table: string;
  readonly path: string;
}

export interface MadeToken {
  readonly token: TokenAnswer;
  readonly secret: string;
}

/** A notable step that a reader can jump to. */
export interface Moment {
  readonly kind: "bonus_chain" | "missed" | "over_declared" | "right_shout" | "undeclared" | "wrong_shout";
  readonly step: number;
  readonly placed: number;
  readonly by: number;
  readonly seats: readonly number[];
  readonly shapes: number | null;
  readonly declared: number | null;
  readonly length: number | null;
}

export interface NearSetting {
  readonly setting: string;
  readonly weight: number;
}

/** The settings and seats of a new table. */
export interface NewTable {
  readonly settings?: Settings;
  readonly seats?: readonly SeatPlan[] | null;
}

/** What happened, and the state of the table after it. */
export interface News {
  readonly is: "news";
  readonly after: number;
  readonly number: number;
  readonly at: number;
  readonly happened: readonly (SeatTaken | SeatReserved | SeatLeft | AllSeated | ServerCommitted | ShareGiven | SettlingStepTaken | GameBegun | Placed | Accepted | Stood | Shouted | Voided | Removed | Skipped | Passed | Resigned | BonusTurnBegun | GameEnded | RaceDecided | AnswerSealed | TakebackAsked | TakebackAnswered | PlacementTakenBack | PhraseSaid | RematchOffered | RematchAnswered | RematchOpened | TableClosed)[];
  readonly now: Now;
}

/** The current state of the table. */
export interface Now {
  readonly stage: "closed" | "gathering" | "over" | "playing" | "settling";
  readonly chairs: readonly Chair[];
  readonly settling: SettlingShown | null;
  readonly position: Position | null;
  readonly clock: ClockShown | null;
  readonly ends: number | null;
  readonly takeback: TakebackShown | null;
  readonly rematch: RematchShown | null;
  readonly next: string | null;
  readonly closed: "abandoned" | "host" | "keeper" | "no_agreement" | "not_begun" | null;
}

/** Offers another game: with the seats rotated, with one number changed, both, or neither. */
export interface OfferRematch {
  readonly do: "offer_rematch";
  readonly seat: number;
  readonly rotate?: boolean;
  readonly number?: "a" | "b" | "c" | "d" | "e" | null;
  readonly value?: number | null;
  readonly id: string;
}

/** The search's opinion so far. */
export interface Opinion {
  readonly to_move: number;
  readonly bonus_turns: number;
  readonly simulations: number;
  readonly share: number;
  readonly proven: boolean;
  readonly best: readonly OpinionCandidate[];
  readonly done: boolean;
}

export interface OpinionCandidate {
  readonly at: string | null;
  readonly declare: number;
  readonly visits: number;
  readonly wins: readonly number[] | null;
  readonly stones: readonly number[] | null;
  readonly winner: number | null;
  readonly line: readonly OpinionMove[];
}

export interface OpinionMove {
  readonly by: number;
  readonly at: string | null;
  readonly declare: number;
}

export interface Page {
  readonly tables: readonly TableRow[];
  readonly next: string | null;
}

export interface PassTurn {
  readonly do: "pass";
  readonly seat: number;
  readonly id: string;
}

export interface Passed {
  readonly event: "passed";
  readonly by: number;
}

/** A fixed time for each stone or pass. */
export interface PerMove {
  readonly kind: "per_move";
  readonly seconds: number;
}

export interface PhraseSaid {
  readonly event: "said";
  readonly seat: number;
  readonly phrase: string;
}

export interface Ping {
  readonly is: "ping";
  readonly n: number;
  readonly at: number;
  readonly round_trip: number | null;
}

export interface PlaceStone {
  readonly do: "place";
  readonly seat: number;
  readonly at: string;
  readonly declare?: number | null;
  readonly id: string;
}

export interface Placed {
  readonly event: "placed";
  readonly by: number;
  readonly at: string;
  readonly declared: number | null;
  readonly placement: number;
  readonly shapes?: number;
}

export interface PlacementTakenBack {
  readonly event: "taken_back";
  readonly actions: number;
}

/** Answers a ping at once, so that the server can measure the round-trip time. */
export interface Pong {
  readonly do: "pong";
  readonly n: number;
}

/** The game as `grav.game.view` shows it to everybody; help that was not agreed has no key. */
export interface Position {
  readonly phase: "opening" | "over" | "penalty" | "turn" | "window";
  readonly to_move: number | null;
  readonly violator: number | null;
  readonly order: readonly number[] | null;
  readonly board: readonly string[];
  readonly bonus_turns: number;
  readonly on_bonus_turn: boolean;
  readonly skips: readonly number[];
  readonly passed: readonly number[];
  readonly stones: readonly number[];
  readonly resigned: readonly number[];
  readonly window: WindowShown | null;
  readonly ended: string | null;
  readonly ranking: readonly number[] | null;
  readonly may: readonly (readonly string[])[];
  readonly last?: string;
  readonly legal?: readonly string[];
  readonly shapes?: Readonly<Record<string, number>>;
}

export interface ProposeNumbers {
  readonly do: "propose";
  readonly seat: number;
  readonly setting: string;
  readonly id: string;
}

/** The ranges of the measures while cards are drawn, over all ways in which they may fall. */
export interface ProspectShown {
  readonly size: number;
  readonly players: number;
  readonly edition: string;
  readonly who: "greedy" | "random" | "search-100" | "search-1000" | "search-10000";
  readonly games: number;
  readonly cards: readonly string[];
  readonly ways: number;
  readonly measured: number;
  readonly measures: Readonly<Record<string, Span | null>>;
  readonly harder_than: Span | null;
}

/** The photo finish: who shouted first, and what was measured. */
export interface RaceDecided {
  readonly event: "judged";
  readonly placement: number;
  readonly winner: number;
  readonly entries: readonly Entry[];
  readonly band: readonly number[];
  readonly sealed: boolean;
}

/** Returned only once: each code sets a new password, once. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** A command was not carried out, and nothing has changed. */
export interface Refused {
  readonly is: "refused";
  readonly id: string | null;
  readonly code: string;
  readonly text: string;
}

export interface RefusedAction {
  readonly code: string;
  readonly text: string;
}

export interface Registered {
  readonly account: Account;
  readonly recovery_codes: readonly string[];
}

export interface RematchAnswered {
  readonly event: "rematch_answered";
  readonly seat: number;
  readonly agreed: boolean;
}

export interface RematchOffered {
  readonly event: "rematch_offered";
  readonly seat: number;
  readonly rotate: boolean;
  readonly setting: string;
}

export interface RematchOpened {
  readonly event: "rematched";
  readonly table: string;
}

export interface RematchShown {
  readonly by: number;
  readonly rotate: boolean;
  readonly setting: string;
  readonly agreed: readonly number[];
}

export interface RemoveStone {
  readonly do: "remove";
  readonly seat: number;
  readonly at: string;
  readonly id: string;
}

export interface Removed {
  readonly event: "removed";
  readonly by: number;
  readonly of: number;
  readonly at: string;
  readonly why?: "gone" | "time" | null;
}

export interface ResignGame {
  readonly do: "resign";
  readonly seat: number;
  readonly id: string;
}

export interface Resigned {
  readonly event: "resigned";
  readonly by: number;
  readonly why?: "gone" | "time" | null;
}

export interface Result {
  readonly ended: string | null;
  readonly ranking: readonly number[] | null;
  readonly stones: readonly number[];
}

/** A whole game, step by step, with the truth about each placement. */
export interface Review {
  readonly table: string | null;
  readonly name: string | null;
  readonly date: string | null;
  readonly place: string | null;
  readonly remark: string | null;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly setting: unknown;
  readonly players: readonly Chair[];
  readonly result: Result;
  readonly races: readonly ReviewedRace[];
  readonly start: Position;
  readonly steps: readonly ReviewStep[];
  readonly moments: readonly Moment[];
}

/** An action, the game after it, and for a placement the truth about it. */
export interface ReviewStep {
  readonly number: number;
  readonly by: number;
  readonly action: Readonly<Record<string, unknown>>;
  readonly position: Position;
  readonly truth: Truth | null;
  readonly refused: RefusedAction | null;
  readonly comment: string | null;
}

/** Who shouted first, and by how much. */
export interface ReviewedRace {
  readonly step: number;
  readonly winner: number;
  readonly band: readonly number[];
  readonly sealed: boolean;
  readonly entries: readonly Entry[];
}

export interface ReviewedShout {
  readonly by: number;
  readonly right: boolean;
}

export interface RollDice {
  readonly do: "roll";
  readonly seat: number;
  readonly id: string;
}

export interface SayPhrase {
  readonly do: "say";
  readonly seat: number;
  readonly phrase: "back_soon" | "close_one" | "good_game" | "have_fun" | "hello" | "oops" | "sorry" | "take_your_time" | "thanks" | "thinking" | "well_seen";
  readonly id: string;
}

/** The host gives a seat to a bot. */
export interface SeatBot {
  readonly do: "seat_bot";
  readonly seat: number;
  readonly level: number;
  readonly id: string;
}

export interface SeatLeft {
  readonly event: "left";
  readonly seat: number;
}

/** Who gets a seat of a new table; without any field the seat is open. */
export interface SeatPlan {
  readonly me?: boolean;
  readonly label?: string | null;
  readonly level?: number | null;
  readonly invite?: string | null;
}

export interface SeatReserved {
  readonly event: "invited";
  readonly seat: number;
}

export interface SeatTaken {
  readonly event: "sat";
  readonly seat: number;
}

/** The hash of the server's share: the share itself is revealed when the numbers are settled. */
export interface ServerCommitted {
  readonly event: "committed";
  readonly commitment: string;
}

export interface SessionAnswer {
  readonly id: string;
  readonly created: number;
  readonly seen: number;
  readonly agent: string;
  readonly current: boolean;
}

export interface SessionList {
  readonly sessions: readonly SessionAnswer[];
}

export interface Settings {
  readonly size?: number;
  readonly seats?: number;
  readonly edition?: "classic" | "revised";
  readonly house_rules?: HouseRules;
  readonly enforcement?: "challenge" | "strict";
  readonly first?: number | null;
  readonly settle?: "agreement" | "cards" | "dice" | "given";
  readonly setting?: string | null;
  readonly clock?: Fischer | PerMove | Days | null;
  readonly window?: number | null;
  readonly help?: readonly ("last" | "legal" | "shapes")[] | null;
  readonly public?: boolean;
  readonly mode?: "device" | "online" | "referee";
}

export interface SettlingShown {
  readonly how: "agreement" | "cards" | "dice" | "given";
  readonly commitment: string | null;
  readonly shares: readonly (string | null)[];
  readonly to_act: readonly number[];
  readonly hand: readonly string[];
  readonly kept: readonly string[];
  readonly proposals: readonly (Readonly<Record<string, unknown>>)[];
  readonly accepted: readonly number[];
}

export interface SettlingStepTaken {
  readonly event: "stepped";
  readonly step: Readonly<Record<string, unknown>>;
}

export interface ShareGiven {
  readonly event: "shared";
  readonly seat: number;
  readonly share: string;
}

/** Shouts Grav about one placement. If it is too late, it is refused without a penalty. */
export interface ShoutGrav {
  readonly do: "grav";
  readonly seat: number;
  readonly placement: number;
  readonly said?: number | null;
  readonly id: string;
}

export interface Shouted {
  readonly event: "shouted";
  readonly by: number;
  readonly against: number;
  readonly at: string;
  readonly right: boolean;
  readonly breaches: readonly (Readonly<Record<string, unknown>>)[];
}

export interface Sit {
  readonly do: "sit";
  readonly seat: number;
  readonly label?: string | null;
  readonly id: string;
}

export interface Skipped {
  readonly event: "skipped";
  readonly by: number;
  readonly owed: number;
}

/** The range of a measure: one case in ten lies below `low`, one in ten above `high`. */
export interface Span {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** A question of the trainer: is this stone fine, or Grav? Contains the solution, which need not be secret. */
export interface SpotShown {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly setting: string;
  readonly rule: "continuity" | "density" | "distance" | null;
  readonly grade: "easy" | "hard" | "medium";
  readonly board: readonly string[];
  readonly stone: StoneThere;
  readonly last: string;
  readonly fine: boolean;
  readonly violations: readonly string[];
  readonly breaches: readonly (Readonly<Record<string, unknown>>)[];
  readonly seen: number | null;
}

/** A page of an endless series of positions; `first` selects where the next page starts. */
export interface Spots {
  readonly seed: string;
  readonly first: number;
  readonly spots: readonly SpotShown[];
}

export interface StoneThere {
  readonly by: number;
  readonly at: string;
}

export interface Stood {
  readonly event: "stood";
  readonly by: number;
  readonly at: string;
}

/** A board to try things on, as it is now. */
export interface Study {
  readonly position: Position;
  readonly last: ReviewStep | null;
  readonly placed: ReviewStep | null;
  readonly legal: Readonly<Record<string, number>> | null;
}

export interface TableClosed {
  readonly event: "closed";
  readonly why: "abandoned" | "host" | "keeper" | "no_agreement" | "not_begun";
}

/** A table as it appears in lists. */
export interface TableRow {
  readonly table: string;
  readonly stage: "closed" | "gathering" | "over" | "playing" | "settling";
  readonly settings: Settings;
  readonly chairs: readonly Chair[];
  readonly created: number;
  readonly changed: number;
  readonly slow: boolean;
}

export interface TakebackAnswered {
  readonly event: "takeback_answered";
  readonly seat: number;
  readonly agreed: boolean;
}

export interface TakebackAsked {
  readonly event: "takeback_asked";
  readonly seat: number;
}

export interface TakebackShown {
  readonly by: number;
  readonly agreed: readonly number[];
}

/** What was measured with players who think on a board, and of this setting. */
export interface ThinkersShown {
  readonly who: "greedy" | "random" | "search-100" | "search-1000" | "search-10000";
  readonly games: number;
  readonly measured: number;
  readonly decided: number;
  readonly even: number;
  readonly mostly: "decided" | "even" | "unclear";
  readonly here: BalanceShown | null;
  readonly enough: boolean;
}

export interface TokenAnswer {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ("play" | "bot" | "read")[];
  readonly created: number;
  readonly used: number | null;
}

export interface TokenList {
  readonly tokens: readonly TokenAnswer[];
}

/** Everything about a placement, as known after the last action. */
export interface Truth {
  readonly move: number;
  readonly at: string;
  readonly declared: number | null;
  readonly breaches: readonly (Readonly<Record<string, unknown>>)[];
  readonly shapes: number;
  readonly completed: readonly CompletedShape[];
  readonly bonus: number;
  readonly on_bonus_turn: boolean;
  readonly outcome: "open" | "stood" | "voided";
  readonly called: ReviewedShout | null;
  readonly asked: readonly number[];
  readonly missed: readonly number[];
}

export interface Voided {
  readonly event: "voided";
  readonly by: number;
  readonly at: string;
}

/** A full snapshot of the table: for a client that joins, or returns after a long absence. */
export interface Whole {
  readonly is: "whole";
  readonly number: number;
  readonly at: number;
  readonly table: string;
  readonly settings: Settings;
  readonly host: string | null;
  readonly hosting: boolean;
  readonly you: readonly number[];
  readonly rules: Readonly<Record<string, unknown>> | null;
  readonly setting: Readonly<Record<string, unknown>> | null;
  readonly actions: readonly (Readonly<Record<string, unknown>>)[];
  readonly now: Now;
}

export interface WindowShown {
  readonly placement: number;
  readonly by: number;
  readonly at: string;
  readonly declared: number | null;
  readonly awaiting: readonly number[];
  readonly answered: readonly number[];
  readonly shapes?: number | null;
  readonly bonus?: number | null;
}

export type FromSocket = Sit | SeatBot | Leave | Free | Close | GiveShare | RollDice | DrawCards | KeepCard | ProposeNumbers | AgreeNumbers | PlaceStone | PassTurn | AcceptStone | ShoutGrav | LetStand | RemoveStone | ResignGame | AskTakeback | AnswerTakeback | ClaimSeat | SayPhrase | OfferRematch | AnswerRematch | Pong;

export type Command = Sit | SeatBot | Leave | Free | Close | GiveShare | RollDice | DrawCards | KeepCard | ProposeNumbers | AgreeNumbers | PlaceStone | PassTurn | AcceptStone | ShoutGrav | LetStand | RemoveStone | ResignGame | AskTakeback | AnswerTakeback | ClaimSeat | SayPhrase | OfferRematch | AnswerRematch;

export type ToClient = Whole | News | Done | Refused | Ping | Here | Lobby | LobbyChange;

export type PublicEvent = SeatTaken | SeatReserved | SeatLeft | AllSeated | ServerCommitted | ShareGiven | SettlingStepTaken | GameBegun | Placed | Accepted | Stood | Shouted | Voided | Removed | Skipped | Passed | Resigned | BonusTurnBegun | GameEnded | RaceDecided | AnswerSealed | TakebackAsked | TakebackAnswered | PlacementTakenBack | PhraseSaid | RematchOffered | RematchAnswered | RematchOpened | TableClosed;
