// A reference program with bare Node that sends one fixed page. For /bytes it only sends the page;
// for /sql it first runs the SQL statement that the product needs for this page.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import { referenceOptions, serveReference } from '../lib/peer.mjs';

const { databaseUrl, sql, values, page, path } = referenceOptions();
// A long page does not fit into the arguments of a program, so it comes from a file (`path`).
const bytes = path ? readFileSync(path) : Buffer.from(page);
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 8,
  options: '-c role=commonlab_app',
});

serveReference(
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
      .query({ name: 'page', text: sql, values })
      .then(answer, () => response.writeHead(500, { 'Content-Length': 0 }).end());
  }),
);
