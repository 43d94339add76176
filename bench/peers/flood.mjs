// Plays a hostile visitor in a process of its own. At each POST, one socket sends the given number
// of `watch` messages for one study without waiting for answers, and the response says how the
// connection ended.
import { createServer } from 'node:http';
import { io } from 'socket.io-client';
import { referenceOptions, serveReference } from '../lib/peer.mjs';

const { target, topic, messages } = referenceOptions();

serveReference(
  createServer((_request, response) => {
    const socket = io(target, { transports: ['websocket'], forceNew: true, reconnection: false });
    let [answers, code] = [0, ''];
    const end = (/** @type {string} */ reason) => {
      const text = JSON.stringify({ answers, code, reason });
      response.writeHead(200, { 'Content-Length': Buffer.byteLength(text) }).end(text);
      socket.disconnect();
    };
    socket.on('cut_off', (message) => (code = message.code));
    socket.once('disconnect', end);
    socket.once('connect_error', (error) => end(error.message));
    socket.once('connect', () => {
      for (let i = 0; i < messages; i++)
        socket.emit('watch', { topic }, () => {
          answers += 1;
          if (answers === messages) end('all answered');
        });
    });
  }),
);
