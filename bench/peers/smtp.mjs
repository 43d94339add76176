// A mail server that accepts every mail immediately and stores none.
import { createServer } from 'node:net';
import { reportPortToParent } from '../lib/peer.mjs';

const server = createServer({ noDelay: true }, (socket) => {
  let data = false;
  let rest = '';
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.write('220 sink\r\n');
  socket.on('data', (/** @type {string} */ chunk) => {
    rest += chunk;
    for (;;) {
      const mark = data ? '\r\n.\r\n' : '\r\n';
      const at = rest.indexOf(mark);
      if (at < 0) return;
      const line = rest.slice(0, at);
      rest = rest.slice(at + mark.length);
      if (data) {
        data = false;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(line)) {
        data = true;
        socket.write('354 go on\r\n');
      } else if (/^EHLO/i.test(line)) socket.write('250-sink\r\n250 8BITMIME\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
});
server.listen(0, '127.0.0.1', () =>
  reportPortToParent(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
