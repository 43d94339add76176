import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';
import { LoadDriver } from './lib/client.mjs';
import { systemLoad, median } from './lib/figures.mjs';
import { keyPressStudyPage, launchHostedStudy, startRuns } from './lib/hosted.mjs';
import { makePeople } from './lib/population.mjs';
import { createRunSealer } from './lib/run-sealer.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatPerSecond } from './lib/table.mjs';
import { makeTrial } from './lib/trial.mjs';

const pack = promisify(gzip);
const RUNS = 200;
const TRIALS = 200;
const BATCH = 20;
const BYTES = 600;

/**
 * Seals runs with the least possible work, for comparison: reads the chunks of each run, compresses
 * them unchanged and writes them in one transaction, without checking their content.
 * @param {pg.Client} db
 * @param {readonly string[]} ids
 */
async function packed(db, ids) {
  for (const id of ids) {
    await db.query('BEGIN');
    await db.query('SELECT 1 FROM research.run WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const { rows } = await db.query({
      name: 'chunks',
      text: 'SELECT frames FROM research.run_chunk WHERE run_id = $1 ORDER BY first',
      values: [id],
    });
    const lines = await pack(Buffer.concat(rows.map(({ frames }) => frames)));
    await db.query(
      'INSERT INTO research.run_log (run_id, through, lines) SELECT id, stored_through, $2 FROM research.run WHERE id = $1',
      [id, lines],
    );
    await db.query('DELETE FROM research.run_chunk WHERE run_id = $1', [id]);
    await db.query('UPDATE research.run SET sealed_through = stored_through WHERE id = $1', [id]);
    await db.query('COMMIT');
  }
}

/**
 * Measures how runs that have ended are sealed: the product checks the hash chain of each and
 * stores it as one compressed row.
 * @param {{ quick: boolean }} options
 */
export async function seal({ quick }) {
  const rounds = quick ? 2 : 5;
  const setting = await startBenchmarkProduct();
  const driver = new LoadDriver(setting.port);
  const product = await createRunSealer(setting.serverUrl);
  const bare = new pg.Client({
    connectionString: setting.serverUrl,
    options: '-c role=commonlab_app',
  });
  await bare.connect();
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const ended = async () => {
      const people = await makePeople(setting.db, RUNS);
      const study = await launchHostedStudy(
        setting.port,
        owner?.token ?? '',
        { 'index.html': keyPressStudyPage },
        { capacity: RUNS },
      );
      const runs = await startRuns(driver, study, people);
      for (let n = 0; n < TRIALS; n += BATCH) {
        const { statuses } = await driver.run(
          runs.map((run) => {
            const data = Array.from({ length: BATCH }, (_, i) => makeTrial(n + i + 1, BYTES));
            return n + BATCH < TRIALS ? run.batch(data) : run.last(data);
          }),
        );
        if (statuses[200] !== RUNS) throw new Error(JSON.stringify(statuses));
      }
      return runs.map(({ id }) => id);
    };
    /** @type {{ product: number[], bare: number[] }} */
    const rates = { product: [], bare: [] };
    for (let round = -1; round < rounds; round++) {
      await ended();
      let began = performance.now();
      const count = await product.seal();
      const ours = performance.now() - began;
      if (count !== RUNS) throw new Error(`${count} of ${RUNS} runs were sealed`);
      const ids = await ended();
      began = performance.now();
      await packed(bare, ids);
      const theirs = performance.now() - began;
      if (round < 0) continue;
      rates.product.push(((RUNS * TRIALS) / ours) * 1000);
      rates.bare.push(((RUNS * TRIALS) / theirs) * 1000);
    }
    const { rows } = await setting.db.query('SELECT count(*)::int AS left FROM research.run_chunk');
    if (rows[0].left !== 0) throw new Error(`${rows[0].left} chunks are left`);
    const [p, b] = [median(rates.product), median(rates.bare)];
    return {
      lines: [
        {
          what: `seal: trials of ${BYTES} B a second, checked and packed`,
          measured: formatPerSecond(p),
          beside: `read, packed and written unchecked ${formatPerSecond(b)}`,
          share: p / b,
          aim: '≥ 30,000/s',
          held: p >= 30_000,
        },
      ],
      notes: [`seal: ${RUNS} runs of ${TRIALS} trials; load ${systemLoad()}`],
    };
  } finally {
    driver.close();
    await bare.end();
    await product.stop();
    await setting.stop();
  }
}
