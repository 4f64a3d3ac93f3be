// boardgame.io with the trivial game of `_trivial.py`: node _peer.cjs PORT memory|flat FOLDER, run in a folder that has it installed.
const { createRequire } = require("node:module");
const fetched = createRequire(process.cwd() + "/");
const { Server, FlatFile } = fetched("boardgame.io/server");
const [port, storage, folder] = process.argv.slice(2);
const cards = Array.from({ length: 60 }, (_, number) => number + 1);

const game = {
  name: "trivial",
  setup: () => ({
    board: Array(40).fill(0), hands: [cards.slice(0, 5), cards.slice(5, 10)], deck: cards.slice(10), points: [0, 0],
    rows: Array.from({ length: 5 }, () => ({ name: "row", count: 8, kind: "plain", open: true })),
    note: "a view of about 480 bytes, as in the comparison",
  }),
  moves: {
    put: ({ G, playerID }, square) => {
      const hand = G.hands[playerID];
      const card = hand.shift();
      G.deck.unshift(G.board[square] || card);
      G.board[square] = card;
      hand.push(G.deck.pop());
      G.points[playerID] += card;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    ...G, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)), deck: G.deck.length,
  }),
};

const options = { games: [game], origins: ["http://127.0.0.1"] };
if (storage === "flat") options.db = new FlatFile({ dir: folder });
Server(options).run(Number(port), () => process.stdout.write("ready\n"));
