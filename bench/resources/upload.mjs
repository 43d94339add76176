import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemLoad, median, sum } from '../lib/figures.mjs';
import { makeNoiseFile } from '../lib/noise.mjs';
import { startReference } from '../lib/peer.mjs';
import { makePeople } from '../lib/population.mjs';
import { cpuTimeOf } from '../lib/processor-time.mjs';
import { startBenchmarkProduct } from '../lib/benchmark-product.mjs';
import {
  keepAliveAgent,
  runConcurrently,
  sendStreamedRequest,
  limitConcurrency,
} from '../lib/stream-client.mjs';

/**
 * How many files are uploaded at the same time: as many as the web page uploads
 * (web/src/features/resources/uploads/upload-queue.ts).
 */
const FILES_AT_ONCE = 3;
const PIECES_AT_ONCE = 2;
const MB = 1_000_000;
const AIM = 0.5;

/** @typedef {import('../lib/noise.mjs').NoiseFile} NoiseFile */
/** @typedef {{ ms: number, server: number, postgres: number, driver: number }} Sent in milliseconds */

/**
 * Measures how long some work takes, and how much processor time all programs use meanwhile.
 * @param {() => Promise<unknown>} work @param {() => { server: number, postgres: number }} cpu
 *   @returns {Promise<Sent>}
 */
async function timed(work, cpu) {
  const [before, own, began] = [cpu(), process.cpuUsage(), performance.now()];
  await work();
  const ms = performance.now() - began;
  const [after, { user, system }] = [cpu(), process.cpuUsage(own)];
  return {
    ms,
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    driver: (user + system) / 1_000,
  };
}

/**
 * Uploads files as the page does, and measures from the creation of the first upload until the last
 * file exists.
 * @param {import('../lib/benchmark-product.mjs').Setting} setting @param {string} token @param {NoiseFile[]} files
 */
async function upload({ port, cpu }, token, files) {
  const agent = keepAliveAgent();
  const turn = limitConcurrency(PIECES_AT_ONCE);
  const authorization = `Bearer ${token}`;
  /**
   * Makes an API call over the open connections.
   * @param {string} method @param {string} path @param {object} [asked]
   */
  const ask = (method, path, asked) => {
    const body = Buffer.from(asked ? JSON.stringify(asked) : '');
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    return sendStreamedRequest(
      { port, agent, method, path, headers: { authorization, ...(asked && headers) } },
      asked ? [body] : [],
    );
  };
  const root = (await ask('GET', '/api/folders/')).items[0]._id;
  /** @param {NoiseFile} file */
  const send = async ({ name, bytes, sha256, pieces }) => {
    let at = await ask('POST', '/api/uploads/', { folder_id: root, path: name, bytes, sha256 });
    for (const piece of pieces) {
      const headers = {
        authorization,
        'content-type': 'application/partial-upload',
        'content-length': sum(piece.map(({ length }) => length)),
        'upload-offset': at.stored_bytes,
      };
      const path = `/api/uploads/${at._id}/`;
      at = await turn(() =>
        sendStreamedRequest({ port, agent, method: 'PATCH', path, headers }, piece),
      );
    }
    if (!at.complete) throw new Error(`${name} is not complete: ${JSON.stringify(at)}`);
  };
  const sent = await timed(() => runConcurrently(files, FILES_AT_ONCE, send), cpu);
  agent.destroy();
  return sent;
}

/**
 * Streams the files to the bare program, as many at a time as the page uploads.
 * @param {{ port: number, pid: number }} peer @param {NoiseFile[]} files
 */
async function streamBare({ port, pid }, files) {
  const agent = keepAliveAgent();
  /** @param {NoiseFile} file */
  const send = ({ bytes, pieces }) =>
    sendStreamedRequest(
      { port, agent, method: 'PUT', path: '/', headers: { 'content-length': bytes } },
      pieces.flat(),
    );
  const sent = await timed(
    () => runConcurrently(files, FILES_AT_ONCE, send),
    () => ({ server: cpuTimeOf(pid), postgres: 0 }),
  );
  agent.destroy();
  return sent;
}

/**
 * Throws an error unless all uploaded files are stored.
 * @param {import('pg').Client} db @param {string} owner @param {NoiseFile[]} files
 */
async function mustBeThere(db, owner, files) {
  const { rows } = await db.query(
    `SELECT count(*)::int AS files, count(DISTINCT v.sha256)::int AS contents, sum(v.bytes)::float8 AS bytes
     FROM research.resource r JOIN research.resource_version v ON v.resource_id = r.id AND v.number = r.newest
     WHERE r.owner_id = $1 AND v.sha256 = ANY($2) AND v.type = 'audio/wav'`,
    [owner, files.map(({ sha256 }) => sha256)],
  );
  const there = rows[0];
  const all = sum(files.map(({ bytes }) => bytes));
  if (there.files !== files.length || there.contents !== files.length || there.bytes !== all)
    throw new Error(`not all files are there: ${JSON.stringify(there)}`);
}

/**
 * Measures the upload of files with the API calls of the web page: the same number of bytes in few
 * large and in many small files. For comparison, bare Node streams the same bytes to the same disk.
 * @param {{ quick: boolean }} options
 */
export async function measureUpload({ quick }) {
  const rounds = quick ? 2 : 3;
  const shapes = quick
    ? [
        { count: 4, bytes: 50 * MB },
        { count: 200, bytes: MB },
      ]
    : [
        { count: 4, bytes: 250 * MB },
        { count: 1_000, bytes: MB },
      ];
  const setting = await startBenchmarkProduct();
  const dir = join(setting.env.DATA_DIR ?? '', 'bare');
  mkdirSync(dir);
  const peer = await startReference('upload', { dir });
  /**
   * Measures the upload of `count` files of `bytes` bytes each, by the product and by bare Node.
   * @param {number} count @param {number} bytes
   */
  const both = async (count, bytes) => {
    const files = Array.from({ length: count }, (_, i) => makeNoiseFile(`sound-${i}.wav`, bytes));
    // Each round uploads as another person, since bytes that a person already has are not sent
    // again.
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    if (!owner) throw new Error('no researcher');
    const product = await upload(setting, owner.token, files);
    await mustBeThere(setting.db, owner.id, files);
    const bare = await streamBare(peer, files);
    rmSync(dir, { recursive: true });
    mkdirSync(dir);
    return { product, bare };
  };
  try {
    await both(6, 10 * MB);
    const lines = [];
    const notes = [];
    for (const { count, bytes } of shapes) {
      /** @type {{ product: Sent, bare: Sent }[]} */
      const all = [];
      for (let round = 0; round < rounds; round++) all.push(await both(count, bytes));
      const found = figures(all, (count * bytes) / MB);
      const name = `upload: ${count.toLocaleString('en')} files of ${bytes / MB} MB`;
      lines.push(...found.lines.map((line) => ({ ...line, what: `${name}, ${line.what}` })));
      notes.push(`${name}: ${found.note}; load ${systemLoad()}`);
    }
    return { lines, notes };
  } finally {
    peer.stop();
    await setting.stop();
  }
}
export { measureUpload as upload };

/**
 * Makes the lines of the table from the medians of all rounds.
 * @param {{ product: Sent, bare: Sent }[]} rounds @param {number} mb of each round
 */
function figures(rounds, mb) {
  const [product, bare] = [rounds.map((r) => r.product), rounds.map((r) => r.bare)];
  const rate = ({ ms }) => (mb * 1_000) / ms;
  const cpu = ({ server, postgres }) => (server + postgres) / mb;
  const of = (/** @type {Sent[]} */ all, /** @type {(one: Sent) => number} */ what) =>
    median(all.map(what));
  const [p, b] = [of(product, rate), of(bare, rate)];
  const perMb = (/** @type {number} */ ms) => `${ms.toFixed(2)} ms`;
  const each = (/** @type {Sent[]} */ all) => all.map((one) => Math.round(rate(one))).join(', ');
  return {
    lines: [
      {
        what: 'MB a second',
        measured: p.toFixed(0),
        beside: `streamed to disk by bare Node ${b.toFixed(0)}`,
        share: p / b,
        aim: `≥ ${AIM * 100} %`,
        held: p / b >= AIM,
      },
      {
        what: 'CPU a MB',
        measured: perMb(of(product, cpu)),
        beside: `bare Node ${perMb(of(bare, cpu))}`,
        share: of(product, cpu) / of(bare, cpu),
      },
    ],
    note:
      `rounds of the product ${each(product)}, bare ${each(bare)} MB/s; of the product's CPU a MB ` +
      `${perMb(of(product, ({ postgres }) => postgres / mb))} PostgreSQL, its driver ` +
      `${perMb(of(product, ({ driver }) => driver / mb))}, the bare one's ${perMb(of(bare, ({ driver }) => driver / mb))}`,
  };
}
