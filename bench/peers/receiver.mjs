// A server that receives the webhooks of researchers and acknowledges each one immediately. GET
// returns the number of webhooks that arrived, the time of the last one, and the first one with its
// headers and body.
import { createServer } from 'node:http';
import { serveReference } from '../lib/peer.mjs';

let arrived = 0;
let last = 0;
/** @type {{ headers: import('node:http').IncomingHttpHeaders, body: string } | undefined} */
let sample;

serveReference(
  createServer((asked, response) => {
    if (asked.method === 'GET') {
      const text = JSON.stringify({ arrived, last, sample });
      [arrived, last, sample] = [0, 0, undefined];
      response.writeHead(200, { 'Content-Length': Buffer.byteLength(text) }).end(text);
      return;
    }
    let body = '';
    asked.setEncoding('utf8');
    asked.on('data', (chunk) => (body += chunk));
    asked.on('end', () => {
      arrived += 1;
      last = Date.now();
      sample ??= { headers: asked.headers, body };
      response.writeHead(200, { 'Content-Length': 2 }).end('ok');
    });
  }),
);
