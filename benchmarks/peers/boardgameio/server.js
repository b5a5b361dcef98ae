// boardgame.io's server with its in-memory storage, and the simplest game that two can play on
// 36 cells: no rules but whose turn it is, so that next to nothing but the server is measured.

const { Server, Origins } = require('boardgame.io/server');

const marks = {
  name: 'marks',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(36).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: {
      client: false, // not applied optimistically
      move: ({ G, playerID }, cell) => {
        G.cells[cell] = playerID;
      },
    },
  },
};

const server = Server({ games: [marks], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2] || 0) }).then(({ appServer }) => {
  console.log(`listening ${appServer.address().port}`);
});
