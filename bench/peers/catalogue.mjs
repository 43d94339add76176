// Bare Node: /sql runs the catalogue's own statement for every request and sends the page, /bytes
// only sends it.
import { createServer } from 'node:http';
import pg from 'pg';
import { options, serve } from '../lib/peer.mjs';

const { databaseUrl, sql, values, page } = options();
const bytes = Buffer.from(page);
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 8,
  options: '-c role=commonlab_app',
});

serve(
  createServer((request, response) => {
    const answer = () =>
      response
        .writeHead(200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': bytes.length,
        })
        .end(bytes);
    if (request.url === '/bytes') return void answer();
    return void pool
      .query({ name: 'catalogue', text: sql, values })
      .then(answer, () => response.writeHead(500, { 'Content-Length': 0 }).end());
  }),
);
