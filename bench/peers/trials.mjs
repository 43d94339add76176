// A reference program with bare Node and pg that stores batches of records. It looks up the token,
// checks the batches, combines them and stores them with the product's own statement. It has no
// framework, schema validation or access policy.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { programPath } from '../../scripts/lib/paths.mjs';
import { referenceOptions, serveRowsAsJson } from '../lib/peer.mjs';

const { storeRecordsText } = createRequire(import.meta.url)(
  programPath('server/runtime/record-log/store-records.sql'),
);
const MOST = 128;
const pool = new pg.Pool({
  connectionString: referenceOptions().databaseUrl,
  max: 8,
  options: '-c role=commonlab_app',
});

const sha256 = (/** @type {string | Buffer} */ data) => createHash('sha256').update(data).digest();

/**
 * @typedef {{ seq: number, data: string, sha256: string }} Trial
 * @typedef {{ participation: string, run_id: string, writer: string, trials: Trial[] }} Batch
 */

/** @param {Batch[]} batches */
async function store(batches) {
  /** @type {Buffer[]} */
  const frames = [];
  /** @type {Buffer[]} */
  const hashes = [];
  let at = 0;
  const rows = batches.map(({ trials }) => {
    const row = { at: at + 1, size: 0, hashes: 32 * hashes.length + 1, bytes: 0 };
    for (const { data, sha256: claimed } of trials) {
      const bytes = Buffer.from(data);
      const hash = sha256(bytes);
      if (hash.toString('hex') !== claimed) throw new Error('another hash');
      const head = Buffer.from('t\0\0\0\0');
      head.writeUInt32BE(bytes.length, 1);
      frames.push(head, bytes);
      hashes.push(hash);
      row.size += head.length + bytes.length;
      row.bytes += bytes.length;
    }
    at += row.size;
    return row;
  });
  const { rows: stored } = await pool.query({
    name: 'store',
    text: storeRecordsText,
    values: [
      batches.map(({ run_id }) => run_id),
      batches.map(({ participation }) => participation),
      batches.map(({ writer }) => writer),
      batches.map(({ trials }) => trials[0]?.seq),
      batches.map(({ trials }) => trials.at(-1)?.seq),
      rows.map((row) => row.at),
      rows.map((row) => row.size),
      rows.map((row) => row.hashes),
      rows.map((row) => row.bytes),
      batches.map(() => 20_000_000),
      batches.map(() => 0),
      batches.map(() => ''),
      Buffer.concat(hashes),
      Buffer.concat(frames),
      new Date().toISOString().slice(0, 10),
    ],
  });
  const byId = new Map(stored.map((row) => [row.id, row]));
  return batches.map(({ run_id, trials }) =>
    byId.get(run_id)?.stored ? { stored_through: trials.at(-1)?.seq } : undefined,
  );
}

/**
 * Combines many calls with one key each into few calls of `run` with many keys. While `atOnce`
 * calls of `run` work, new keys wait. The next call of `run` gets the waiting keys.
 * @template K, V
 * @param {(keys: K[]) => Promise<V[]>} run
 * @param {number} atOnce
 * @returns {(key: K) => Promise<V>}
 */
function gathered(run, atOnce) {
  /** @type {{ key: K, resolve: (value: V) => void, reject: (error: unknown) => void }[]} */
  const waiting = [];
  let running = 0;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST);
      await run(batch.map(({ key }) => key)).then(
        (values) => batch.forEach(({ resolve }, i) => resolve(/** @type {V} */ (values[i]))),
        (error) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    running -= 1;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running >= atOnce) return;
      running += 1;
      setImmediate(() => void drain());
    });
}

const person = gathered(async (/** @type {string[]} */ tokens) => {
  const asked = tokens.map(sha256);
  const { rows } = await pool.query({
    name: 'people',
    text: `SELECT t.hash, t.account_id FROM unnest($1::bytea[]) AS asked (hash)
      CROSS JOIN LATERAL (SELECT * FROM identity.token WHERE token.hash = asked.hash LIMIT 1) t
      WHERE t.expires_at > now()`,
    values: [asked],
  });
  const byHash = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
  return asked.map((hash) => byHash.get(hash.toString('latin1')));
}, 1);
const stored = gathered(store, 2);

/**
 * Answers a request to store a batch of records.
 * @param {import('node:http').IncomingMessage} request @param {string} body
 */
async function answer({ headers, url = '' }, body) {
  const me = await person(headers.authorization?.slice('Bearer '.length) ?? '');
  if (!me) return undefined;
  return stored({ participation: url.split('/')[3] ?? '', ...JSON.parse(body) });
}

serveRowsAsJson(answer, { found: 200, none: 404 });
