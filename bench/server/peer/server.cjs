// boardgame.io with a game that asks of it about what ours asks: stones in turn, and the other
// player's answer to each. Takes the size of the board; prints the port that it listens on.

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SIZE = Number(process.argv[2]);
const SQUARE = 3;
const MOST = 4;

function stonesIn(cells, top, left) {
  let stones = 0;
  for (let row = top; row < top + SQUARE; row++) {
    for (let column = left; column < left + SQUARE; column++) {
      if (cells[row * SIZE + column] !== 0) stones++;
    }
  }
  return stones;
}

// Whether a square over the point holds too many stones.
function isDense(cells, point) {
  const column = point % SIZE;
  const row = (point - column) / SIZE;
  const furthest = SIZE - SQUARE;
  for (let top = Math.max(0, row - SQUARE + 1); top <= Math.min(row, furthest); top++) {
    for (let left = Math.max(0, column - SQUARE + 1); left <= Math.min(column, furthest); left++) {
      if (stonesIn(cells, top, left) > MOST) return true;
    }
  }
  return false;
}

// The verdict is kept in the open: to hide it, as ours does, would cost a `playerView`.
function place({ G, ctx, playerID }, point) {
  if (G.asked || playerID !== ctx.currentPlayer || G.cells[point] !== 0) return INVALID_MOVE;
  const cells = G.cells.slice();
  cells[point] = 1 + Number(playerID);
  return { cells, last: point, asked: true, breach: isDense(cells, point) };
}

function accept({ G, ctx, playerID, events }) {
  if (!G.asked || playerID === ctx.currentPlayer) return INVALID_MOVE;
  events.endTurn();
  return { ...G, asked: false };
}

function shout({ G, ctx, playerID, events }) {
  if (!G.asked || playerID === ctx.currentPlayer) return INVALID_MOVE;
  events.endTurn();
  if (!G.breach) return { ...G, asked: false };
  const cells = G.cells.slice();
  cells[G.last] = 0;
  return { ...G, cells, asked: false };
}

const stones = {
  name: "stones",
  setup: () => ({ cells: Array(SIZE * SIZE).fill(0), last: null, asked: false, breach: false }),
  turn: { activePlayers: { all: null } },
  disableUndo: true, // it would keep states that nobody asks for
  moves: { place, accept, shout },
};

const server = Server({ games: [stones], origins: [] });
server.run({ port: 0 }).then(({ appServer }) => console.log(appServer.address().port));
