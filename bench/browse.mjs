import { createRequire } from 'node:module';
import { programPath } from '../scripts/lib/paths.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, sum, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { timeLimitLine, formatCores, formatMs, shareOfLimitLine } from './lib/table.mjs';

const STUDIES = 1_000;
const PEOPLE = 5_000;
const WARM = 2;

/** Returns the SQL statement that the product itself sends for the first page of the catalogue. */
async function catalogueStatement() {
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const { CatalogueRead } = require(programPath('server/catalogue/catalogue.read'));
  const { Clock } = require(programPath('server/platform/concurrency/clock'));
  /** @type {{ sql: string, values: unknown[] }} */
  let asked = { sql: '', values: [] };
  const source = {
    query: (/** @type {string} */ sql, /** @type {unknown[]} */ values) =>
      ((asked = { sql, values }), Promise.resolve([])),
  };
  // The server reads the median durations of sessions once a day and keeps them in memory. So no
  // request reads them from the database, and this measurement uses an empty map.
  const medians = { of: () => Promise.resolve(new Map()) };
  await new CatalogueRead(source, new Clock(), medians).page({});
  return asked;
}

/**
 * Measures how 5,000 signed-in people open the catalogue of 1,000 recruiting studies, 64 at a time.
 * @param {{ quick: boolean }} options
 */
export async function browse({ quick }) {
  const rounds = quick ? 3 : 7;
  const setting = await startBenchmarkProduct();
  /** @type {Awaited<ReturnType<typeof startReference>> | undefined} */
  let peer;
  try {
    const people = await makePeople(setting.db, PEOPLE);
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    await makeRecruitingStudies(setting.db, owner?.id ?? '', STUDIES, 20);
    await setting.db.query('ANALYZE');
    const product = new LoadDriver(setting.port);
    const requests = people.map(({ token }) => serializeRequest('GET', '/api/studies/', { token }));
    const [page] = (await product.run(requests.slice(0, 1), { keep: true })).bodies;
    peer = await startReference('page', {
      databaseUrl: setting.serverUrl,
      ...(await catalogueStatement()),
      page: page?.toString(),
    });
    const bare = new LoadDriver(peer.port);
    const paths = {
      sql: people.map(({ token }) => serializeRequest('GET', '/sql', { token })),
      bytes: people.map(({ token }) => serializeRequest('GET', '/bytes', { token })),
    };
    /** @type {Record<'product' | 'sql' | 'bytes', import('./lib/client.mjs').Drive[]>} */
    const drives = { product: [], sql: [], bytes: [] };
    const cpu = { server: 0, postgres: 0 };
    for (let round = -WARM; round < rounds; round++) {
      const before = setting.cpu();
      const drive = await product.run(requests);
      const after = setting.cpu();
      if (drive.statuses[200] !== PEOPLE)
        throw new Error(`not every page was sent: ${JSON.stringify(drive.statuses)}`);
      const [sql, bytes] = [await bare.run(paths.sql), await bare.run(paths.bytes)];
      if (round < 0) continue;
      drives.product.push(drive);
      drives.sql.push(sql);
      drives.bytes.push(bytes);
      cpu.server += after.server - before.server;
      cpu.postgres += after.postgres - before.postgres;
    }
    product.close();
    bare.close();
    const [p, s, b] = [
      summariseRounds(drives.product),
      summariseRounds(drives.sql),
      summariseRounds(drives.bytes),
    ];
    const answers = sum(drives.product.map((r) => r.latencies.length));
    return {
      lines: [
        shareOfLimitLine(
          `browse: pages a second (${((page?.length ?? 0) / 1000).toFixed(1)} kB)`,
          p.perSecond,
          'bare Node, same SQL, same bytes',
          s.perSecond,
          0.6,
        ),
        shareOfLimitLine(
          'browse: the same, for orientation',
          p.perSecond,
          'bare Node, same bytes, no SQL',
          b.perSecond,
        ),
        timeLimitLine(
          'browse: p99',
          p.p99,
          60,
          `p50 ${formatMs(p.p50)}; bare with SQL p50 ${formatMs(s.p50)}, p99 ${formatMs(s.p99)}`,
        ),
      ],
      notes: [
        `browse: CPU in cores: server ${formatCores(cpu.server / p.ms)}, PostgreSQL ${formatCores(cpu.postgres / p.ms)}, ` +
          `driver ${formatCores(p.driver)}; server ${((cpu.server / answers) * 1000).toFixed(0)} µs a page; load ${systemLoad()}`,
      ],
    };
  } finally {
    peer?.stop();
    await setting.stop();
  }
}
