// A reference program with the minimal cost of an export: it reads each run's log once, unpacks it,
// parses its trials, writes them with columns that it knows beforehand, and compresses the result
// with zlib. It sends its parent process the number of rows and the time taken.
import { promisify } from 'node:util';
import { constants, createDeflateRaw, gunzip } from 'node:zlib';
import { once } from 'node:events';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import pg from 'pg';
import { referenceOptions } from '../lib/peer.mjs';

const { url, session, format } = referenceOptions();
const unpack = promisify(gunzip);
const COLUMNS = [
  ['run_participant', 'STRING'],
  ['run_session', 'STRING'],
  ['run_attempt', 'INT32'],
  ['run_seq', 'INT32'],
  ['run_kind', 'STRING'],
  ['rt', 'INT32'],
  ['stimulus', 'STRING'],
  ['response', 'STRING'],
  ['trial_type', 'STRING'],
  ['trial_index', 'INT32'],
  ['time_elapsed', 'INT32'],
  ['correct', 'BOOLEAN'],
  ['frames', 'STRING'],
];
const GROUP = 5_000;

const db = new pg.Client({ connectionString: url, options: '-c role=commonlab_app' });
await db.connect();
const packed = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION });
let bytes = 0;
packed.on('data', (chunk) => (bytes += chunk.length));
/**
 * Writes a part of the file, and waits if the compression is behind.
 * @param {string | Uint8Array} piece
 */
const write = async (piece) => {
  if (!packed.write(piece)) await once(packed, 'drain');
};
const quoted = (/** @type {unknown} */ value) => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const began = performance.now();
let rows = 0;
const out = new ByteWriter();
const table = new ParquetWriter({
  writer: out,
  schema: [
    { name: 'root', num_children: COLUMNS.length },
    ...COLUMNS.map(([name = '', type]) => ({
      name,
      repetition_type: /** @type {const} */ ('OPTIONAL'),
      ...(type === 'STRING'
        ? {
            type: /** @type {const} */ ('BYTE_ARRAY'),
            converted_type: /** @type {const} */ ('UTF8'),
          }
        : { type: /** @type {'INT32' | 'BOOLEAN'} */ (type) }),
    })),
  ],
});
/** @type {unknown[][]} */
let values = COLUMNS.map(() => []);
const flush = async () => {
  void table.write({
    columnData: COLUMNS.map(([name = ''], i) => ({ name, data: values[i] ?? [] })),
    rowGroupSize: values[0]?.length ?? 0,
  });
  values = COLUMNS.map(() => []);
  const piece = out.getBytes().slice();
  out.index = 0;
  await write(piece);
};
const { rows: runs } = await db.query(
  `SELECT r.id, r.attempt, encode(p.pseudonym, 'hex') AS participant FROM research.run r
   JOIN research.participation p ON p.id = r.participation_id WHERE r.session_id = $1`,
  [session],
);
if (format === 'csv') await write(`${COLUMNS.map(([name]) => name).join()}\r\n`);
for (const { id, attempt, participant } of runs) {
  const log = await db.query({
    name: 'log',
    text: 'SELECT lines FROM research.run_log WHERE run_id = $1',
    values: [id],
  });
  const lines = `${await unpack(log.rows[0].lines)}`.split('\n');
  let text = '';
  for (const line of lines) {
    if (line === '') continue;
    const { seq, kind, data } = JSON.parse(line);
    if (kind !== 'trial') continue;
    const t = JSON.parse(data);
    const cells = [participant, session, attempt, seq, kind, t.rt, t.stimulus, t.response];
    cells.push(t.trial_type, t.trial_index, t.time_elapsed, t.correct, t.frames);
    rows += 1;
    if (format === 'csv') text += `${cells.map(quoted).join()}\r\n`;
    else for (const [i, cell] of cells.entries()) values[i]?.push(cell);
  }
  if (format === 'csv') await write(text);
  else if ((values[0]?.length ?? 0) >= GROUP) await flush();
}
if (format === 'parquet') {
  if (values[0]?.length) await flush();
  void table.finish();
  await write(out.getBytes().slice());
}
packed.end();
await once(packed, 'end');
process.send?.({ rows, bytes, ms: performance.now() - began });
await db.end();
process.disconnect?.();
