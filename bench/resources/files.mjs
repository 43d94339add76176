import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireBuilt } from '../lib/require-built.mjs';
import { LoadDriver, serializeRequest } from '../lib/client.mjs';
import { systemLoad, percentile } from '../lib/figures.mjs';
import { startReference } from '../lib/peer.mjs';
import { makePeople } from '../lib/population.mjs';
import { startBenchmarkProduct } from '../lib/benchmark-product.mjs';
import { timeLimitLine, formatMs } from '../lib/table.mjs';

const FILES = 10_000;
const PAGE = 500;
const MIDDLE = 10;
const MOST_MS = 50;
const WARM = 20;

/**
 * Inserts pictures with thumbnails, and sounds, in one folder two levels below the root. It also
 * inserts the properties that a worker would read from these files.
 * @param {import('pg').Client} db @param {string} owner
 * @returns {Promise<string>} the folder
 */
async function makeFiles(db, owner) {
  const [root, middle, folder] = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    `INSERT INTO research.resource (id, owner_id, parent_id, kind, name, name_key, licence)
     VALUES ($2, $1, NULL, 'folder', '', '', ''), ($3, $1, $2, 'folder', 'Faces', 'FACES', 'CC-BY-4.0'),
       ($4, $1, $3, 'folder', 'Happy', 'HAPPY', '')`,
    [owner, root, middle, folder],
  );
  await db.query(
    `WITH made AS MATERIALIZED (
       SELECT n, gen_random_uuid() AS id, encode(sha256(('file ' || n)::bytea), 'hex') AS sha256,
         encode(sha256(('small ' || n)::bytea), 'hex') AS small, 10000 + (n::bigint * 7919) % 3000000 AS bytes,
         n % 4 < 3 AS is_picture, now() - n * interval '1 minute' AS at
       FROM generate_series(1, $3::int) AS n),
     stored AS (
       INSERT INTO platform.stored_file (sha256, size, type)
       SELECT sha256, bytes, 'application/octet-stream' FROM made
       UNION ALL SELECT small, 9000, 'application/octet-stream' FROM made WHERE is_picture RETURNING sha256),
     files AS (
       INSERT INTO research.resource
         (id, owner_id, parent_id, kind, name, name_key, newest, bytes, type, created_at, updated_at)
       SELECT id, $1, $2, 'file', 'face-' || lpad((n * 7919 % 10007)::text, 5, '0') || ending,
         upper('face-' || lpad((n * 7919 % 10007)::text, 5, '0') || ending), 1, bytes, type, at, at
       FROM made, LATERAL (SELECT CASE WHEN is_picture THEN '.png' ELSE '.wav' END AS ending,
         CASE WHEN is_picture THEN 'image/png' ELSE 'audio/wav' END AS type) AS kinds RETURNING id)
     INSERT INTO research.resource_version
       (resource_id, number, sha256, bytes, type, state, facts, thumbnail_sha256, created_at)
     SELECT id, 1, sha256, bytes, CASE WHEN is_picture THEN 'image/png' ELSE 'audio/wav' END, 'ready',
       CASE WHEN is_picture THEN '{"width": 800, "height": 600, "notes": []}'::jsonb
         ELSE '{"seconds": 2.5, "codecs": ["PCM"], "notes": []}'::jsonb END,
       CASE WHEN is_picture THEN small END, at FROM made`,
    [owner, folder, FILES],
  );
  await db.query('VACUUM ANALYZE research.resource, research.resource_version');
  return folder;
}

/**
 * Measures one page of a folder of 10,000 files, one request at a time.
 * @param {{ quick: boolean }} options
 */
export async function files({ quick }) {
  const times = quick ? 50 : 300;
  const setting = await startBenchmarkProduct();
  const driver = new LoadDriver(setting.port, 1);
  /** @type {Awaited<ReturnType<typeof startReference>> | undefined} */
  let peer;
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    if (!owner) throw new Error('no researcher');
    const folder = await makeFiles(setting.db, owner.id);
    /** @param {Record<string, string>} more */
    const list = (more) => {
      const query = new URLSearchParams({ folder, limit: String(PAGE), ...more });
      return serializeRequest('GET', `/api/files/?${query}`, { token: owner.token });
    };
    /** @param {Record<string, string>} more */
    const page = async (more) => {
      const { bodies, statuses } = await driver.run([list(more)], { keep: true });
      if (statuses[200] !== 1) throw new Error(`${JSON.stringify(statuses)} ${bodies[0]}`);
      return { text: `${bodies[0]}`, ...JSON.parse(`${bodies[0]}`) };
    };
    /**
     * Reads the pages one after the other, as a web page does when a person scrolls. Returns the
     * cursor of the page in the middle.
     * @param {Record<string, string>} more
     */
    const middleOf = async (more) => {
      let cursor = '';
      for (let n = 0; n < MIDDLE; n++)
        cursor = (await page({ ...more, ...(cursor && { cursor }) })).next_cursor;
      return { ...more, cursor };
    };
    const first = await page({});
    if (first.count !== FILES || first.items.length !== PAGE)
      throw new Error(`${first.items.length} of ${first.count} files`);
    const path = join(setting.env.DATA_DIR ?? '', 'page.json');
    writeFileSync(path, first.text);
    peer = await startReference('page', {
      databaseUrl: setting.serverUrl,
      sql: requireBuilt('server/resources/lists/file-rows.sql').filesPageSql('folder', 'name'),
      values: [[folder], null, null, null, null, PAGE + 1],
      path,
    });
    const bare = new LoadDriver(peer.port, 1);
    const beside = await measured(bare, serializeRequest('GET', '/sql'), times);
    bare.close();
    /** @type {[string, Record<string, string>][]} */
    const asked = [
      ['the first page', {}],
      ['a page in the middle', await middleOf({})],
      ['by size, the first page', { sort: '-bytes' }],
      ['by size, a page in the middle', await middleOf({ sort: '-bytes' })],
      ['a search that 500 and more have', { text: 'face-0' }],
      ['a search that few have', { text: '0777' }],
    ];
    const lines = [];
    const notes = [];
    for (const [name, more] of asked) {
      const before = setting.cpu();
      const { p50, p99 } = await measured(driver, list(more), times);
      const after = setting.cpu();
      const { items, count } = await page(more);
      const isFirst = lines.length === 0;
      const peer = `; bare Node, same SQL, same bytes p50 ${formatMs(beside.p50)}, p99 ${formatMs(beside.p99)}`;
      lines.push(
        timeLimitLine(
          `files: ${name} (${items.length} of ${count}), p99`,
          p99,
          MOST_MS,
          `p50 ${formatMs(p50)}${isFirst ? peer : ''}`,
        ),
      );
      const each = (/** @type {'server' | 'postgres'} */ one) =>
        formatMs((after[one] - before[one]) / (times + WARM));
      notes.push(
        `files: ${name}: CPU of the server ${each('server')}, of PostgreSQL ${each('postgres')}`,
      );
    }
    notes.push(
      `files: ${FILES.toLocaleString('en')} in one folder, ${PAGE} a page ` +
        `(${(first.text.length / 1_000).toFixed(0)} kB), one request at a time; load ${systemLoad()}`,
    );
    return { lines, notes };
  } finally {
    driver.close();
    peer?.stop();
    await setting.stop();
  }
}

/**
 * Measures the same request several times: the median and the 99th percentile, in milliseconds.
 * @param {LoadDriver} driver @param {Buffer} asked @param {number} times
 */
async function measured(driver, asked, times) {
  await driver.run(Array.from({ length: WARM }, () => asked));
  const { latencies, statuses } = await driver.run(Array.from({ length: times }, () => asked));
  if (statuses[200] !== times) throw new Error(`a page was refused: ${JSON.stringify(statuses)}`);
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}
