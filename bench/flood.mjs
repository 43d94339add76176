import { setTimeout as sleep } from 'node:timers/promises';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, median, percentile } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatMs } from './lib/table.mjs';

const MESSAGES = 3_000;
const REQUESTS = 400;
const IN_FLIGHT = 4;
const TIMES_CALM = 2;

/**
 * Measures how fast the server sends the catalogue, four requests at a time. Each round measures
 * twice: first without other load, then while one visitor's socket sends 3,000 `watch` messages.
 * @param {{ quick: boolean }} options
 */
export async function flood({ quick }) {
  const rounds = quick ? 5 : 15;
  const setting = await startBenchmarkProduct({ limits: true });
  /** @type {Awaited<ReturnType<typeof startReference>> | undefined} */
  let peer;
  try {
    const people = await makePeople(setting.db, REQUESTS);
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const [study] = await makeRecruitingStudies(setting.db, owner?.id ?? '', 200, 20);
    await setting.db.query('ANALYZE');
    peer = await startReference('flood', {
      target: `http://127.0.0.1:${setting.port}`,
      topic: `study:${study?.study_id}`,
      messages: MESSAGES,
    });
    const [product, hostile] = [
      new LoadDriver(setting.port, IN_FLIGHT),
      new LoadDriver(peer.port, 1),
    ];
    const requests = people.map(({ token }) => serializeRequest('GET', '/api/studies/', { token }));
    const drive = async () => {
      const { latencies, statuses } = await product.run(requests);
      if (statuses[200] !== REQUESTS) throw new Error(JSON.stringify(statuses));
      return latencies;
    };
    /** @type {{ calm: number[][], flooded: number[][], ends: string[] }} */
    const found = { calm: [], flooded: [], ends: [] };
    for (let round = -2; round < rounds; round++) {
      const calm = await drive();
      const attack = hostile.run([serializeRequest('POST', '/')], { keep: true });
      const flooded = await drive();
      const [end] = (await attack).bodies;
      await sleep(200);
      if (round < 0) continue;
      found.calm.push(calm);
      found.flooded.push(flooded);
      found.ends.push(end?.toString() ?? '');
    }
    for (const one of [product, hostile]) one.close();
    const of = (/** @type {number[][]} */ all, /** @type {number} */ p) =>
      median(all.map((latencies) => percentile(latencies, p)));
    const [p99, calm] = [of(found.flooded, 0.99), of(found.calm, 0.99)];
    return {
      lines: [
        {
          what: `flood: others' p99 while one socket sends ${MESSAGES.toLocaleString('en')} watches`,
          measured: formatMs(p99),
          beside: `calm ${formatMs(calm)}`,
          share: p99 / calm,
          aim: `≤ ${TIMES_CALM * 100} %`,
          held: p99 <= TIMES_CALM * calm,
        },
      ],
      notes: [
        `flood: others' p50 ${formatMs(of(found.flooded, 0.5))}, calm ${formatMs(of(found.calm, 0.5))}; longest ` +
          `${formatMs(Math.max(...found.flooded.flat()))}, calm ${formatMs(Math.max(...found.calm.flat()))}; ` +
          `${rounds} rounds; the flooding socket ended with ${[...new Set(found.ends)].join(' or ')}; load ${systemLoad()}`,
      ],
    };
  } finally {
    peer?.stop();
    await setting.stop();
  }
}
