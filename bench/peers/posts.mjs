// A reference program with bare undici. At each POST it sends `count` identical requests, `atOnce`
// at a time. The response says how long they took.
import { createServer } from 'node:http';
import { Agent, request } from 'undici';
import { serveReference } from '../lib/peer.mjs';

const dispatcher = new Agent();

serveReference(
  createServer((asked, response) => {
    let text = '';
    asked.setEncoding('utf8');
    asked.on('data', (chunk) => (text += chunk));
    asked.on('end', () => {
      const { url, count, atOnce, headers, body } = JSON.parse(text);
      let left = count;
      const lane = async () => {
        while (left > 0) {
          left -= 1;
          const answer = await request(url, { dispatcher, method: 'POST', headers, body });
          await answer.body.text();
        }
      };
      const began = performance.now();
      void Promise.all(Array.from({ length: atOnce }, lane)).then(() => {
        const told = JSON.stringify({ ms: performance.now() - began });
        response.writeHead(200, { 'Content-Length': Buffer.byteLength(told) }).end(told);
      });
    });
  }),
);
