import { createServer } from 'node:http';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts a reference program to compare the product with, in a process of its own like the
 * product's server.
 * @param {string} name of a file in bench/peers
 * @param {object} [options] handed to it as JSON
 * @returns {Promise<{ port: number, pid: number, stop: () => void }>}
 */
export function startReference(name, options = {}) {
  const child = fork(
    fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url)),
    [JSON.stringify(options)],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  return new Promise((resolve, reject) => {
    child.once('message', (port) =>
      resolve({ port: Number(port), pid: child.pid ?? 0, stop: () => void child.kill() }),
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the peer "${name}" ended (${code})`)));
  });
}

/**
 * Runs a reference program that sends one answer and ends.
 * @param {string} name of a file in bench/peers
 * @param {object} [options] handed to it as JSON
 * @returns {Promise<any>} its answer
 */
export function runReferenceOnce(name, options = {}) {
  const child = fork(
    fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url)),
    [JSON.stringify(options)],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the peer "${name}" ended (${code})`)));
  });
}

/**
 * Returns the options that the parent process passed; called in the reference program.
 * @returns {any}
 */
export const referenceOptions = () => JSON.parse(process.argv[2] ?? '{}');

/**
 * Called in the reference program: listens on a free port, reports it to the parent process, and
 * ends when that process ends.
 * @param {import('node:http').Server} server
 */
export function serveReference(server) {
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1', () =>
    reportPortToParent(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
  );
}

/**
 * Called in the reference program: answers each request as JSON, with the row that `answer` finds.
 * @param {(request: import('node:http').IncomingMessage, body: string) => Promise<unknown>} answer
 * @param {{ found: number, none: number }} status `found`: the status of a response with a row;
 *   `none`: the status if `answer` finds no row
 */
export function serveRowsAsJson(answer, { found, none }) {
  serveReference(
    createServer((request, response) => {
      /** @type {Buffer[]} */
      const parts = [];
      request
        .on('data', (part) => parts.push(part))
        .on('end', () => {
          answer(request, Buffer.concat(parts).toString()).then(
            (row) => {
              const text = JSON.stringify(row ?? { status: none });
              response
                .writeHead(row ? found : none, {
                  'Content-Type': 'application/json',
                  'Content-Length': Buffer.byteLength(text),
                })
                .end(text);
            },
            (error) => {
              console.error(error);
              response.writeHead(500, { 'Content-Length': 0 }).end();
            },
          );
        });
    }),
  );
}

/** @param {number} port */
export function reportPortToParent(port) {
  process.on('disconnect', () => process.exit(0));
  process.send?.(port);
}
