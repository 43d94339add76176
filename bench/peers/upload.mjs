// A reference program with bare Node: it streams the body of each request into a file of its own,
// and answers once the file is on disk.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { referenceOptions, serveReference } from '../lib/peer.mjs';

const { dir } = referenceOptions();
let files = 0;

serveReference(
  createServer((request, response) => {
    const file = createWriteStream(join(dir, String(files++)), { flags: 'wx', flush: true });
    pipeline(request, file).then(
      () => response.writeHead(200, { 'Content-Length': 0 }).end(),
      (error) => {
        console.error(error);
        response.writeHead(500, { 'Content-Length': 0 }).end();
      },
    );
  }),
);
