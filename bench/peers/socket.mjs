// A bare Socket.IO server: at each POST it responds and then sends its message to all sockets in
// the room. It has no database, queue or other process.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { serveReference } from '../lib/peer.mjs';

const http = createServer((request, response) => {
  let text = '';
  request
    .on('data', (part) => (text += part))
    .on('end', () => {
      response.writeHead(201, { 'Content-Length': 0 }).end();
      io.to('room').emit('session.availability', JSON.parse(text));
    });
});
const io = new Server(http, {
  path: '/socket.io/',
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
});
io.on('connection', (socket) =>
  socket.on('watch', (_message, answer) => {
    void socket.join('room');
    answer({ ok: true });
  }),
);
serveReference(http);
