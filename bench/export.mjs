import { setTimeout as pause } from 'node:timers/promises';
import { LoadDriver } from './lib/client.mjs';
import { systemLoad, median } from './lib/figures.mjs';
import { keyPressStudyPage, launchHostedStudy, startRuns } from './lib/hosted.mjs';
import { runReferenceOnce } from './lib/peer.mjs';
import { makePeople } from './lib/population.mjs';
import { createRunSealer } from './lib/run-sealer.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatPerSecond, shareOfLimitLine } from './lib/table.mjs';
import { makeTrial } from './lib/trial.mjs';
import { resetPeakMemory, peakMemoryOf } from './lib/peak-memory.mjs';

const TRIALS = 1_000;
const BATCH = 100;
const BYTES = 600;
const MOST_MB = 300;
/**
 * How many milliseconds the measurement waits for an export. Without this limit it would wait
 * forever for a worker that has died.
 */
const MOST_MS = 600_000;

/**
 * Makes a study whose runs have ended, and seals the runs with the product's own code. To seal a
 * run means to check its hash chain and to store it as one compressed row.
 * @param {import('./lib/benchmark-product.mjs').Setting} setting
 * @param {string} token
 * @param {number} count of runs
 * @param {string} level the privacy level
 */
async function finished(setting, token, count, level) {
  const driver = new LoadDriver(setting.port);
  const product = await createRunSealer(setting.serverUrl);
  try {
    const people = await makePeople(setting.db, count);
    const study = await launchHostedStudy(
      setting.port,
      token,
      { 'index.html': keyPressStudyPage },
      { capacity: count, level },
    );
    const runs = await startRuns(driver, study, people);
    // Sends the records of a hundred runs at a time, since the records of all runs would not fit
    // into memory.
    for (let at = 0; at < runs.length; at += 100) {
      const some = runs.slice(at, at + 100);
      for (let n = 0; n < TRIALS; n += BATCH) {
        const { statuses } = await driver.run(
          some.map((run) => {
            const data = Array.from({ length: BATCH }, (_, i) => makeTrial(n + i + 1, BYTES));
            return n + BATCH < TRIALS ? run.batch(data) : run.last(data);
          }),
        );
        if (statuses[200] !== some.length) throw new Error(JSON.stringify(statuses));
      }
      await driver.run(some.map((run) => run.complete()));
    }
    await product.seal();
    // Exports leave out the runs of the current day, so this moves the day of all runs back by one.
    await setting.db.query(
      'UPDATE research.run SET day = day - 1, last_day = last_day - 1 WHERE session_id = $1',
      [study.session_id],
    );
    await setting.db.query('VACUUM ANALYZE research.run, research.run_log, research.run_chunk');
    return study;
  } finally {
    driver.close();
    await product.stop();
  }
}

/**
 * Exports the data with the API calls of a researcher's browser, and measures from the request
 * until the file can be downloaded.
 * @param {import('./lib/benchmark-product.mjs').Setting} setting @param {string} token
 * @param {string} study @param {string} format @param {number} rows that it must have
 */
async function exported(setting, token, study, format, rows) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${setting.port}/api/studies/${study}/exports/`;
  const [worker = 0] = setting.workers();
  resetPeakMemory(worker);
  const began = performance.now();
  const asked = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ format }) });
  const { _id } = await asked.json();
  if (asked.status !== 202) throw new Error(`export: ${asked.status}`);
  for (;;) {
    const { items } = await (await fetch(url, { headers })).json();
    const one = items.find((/** @type {{ _id: string }} */ item) => item._id === _id);
    if (one.state === 'ready') {
      const ms = performance.now() - began;
      if (one.rows !== rows) throw new Error(`${one.rows} of ${rows} rows were exported`);
      return { ms, peak: peakMemoryOf(worker) };
    }
    if (!['waiting', 'running'].includes(one.state))
      throw new Error(`export: ${one.state} ${one.failure ?? ''}`);
    if (performance.now() - began > MOST_MS)
      throw new Error(`export: ${one.progress} % after ten minutes`);
    await pause(50);
  }
}

/**
 * Measures exports of a study's data by a worker. For comparison, a bare program reads the same
 * rows once and writes them compressed. The bare program knows the columns beforehand; the worker
 * must find them out.
 * @param {{ quick: boolean }} options
 */
export async function measureExport({ quick }) {
  // With `--quick`, ten thousand rows are stored, sealed and exported in about ten seconds; the
  // full measurement takes minutes.
  const sizes = quick ? [10] : [100, 1_000];
  const rounds = quick ? 1 : 2;
  const setting = await startBenchmarkProduct({ workers: 1 });
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const token = owner?.token ?? '';
    const lines = [];
    /** @type {Record<string, { worker: number[], peaks: number[], bare: number[] }>} */
    const found = {};
    for (const count of sizes) {
      const study = await finished(setting, token, count, 'roster_on_start');
      const isLargest = count === sizes.at(-1);
      for (const format of ['csv', 'parquet']) {
        const key = `${format} ${count}`;
        const one = (found[key] = { worker: [], peaks: [], bare: [] });
        for (let round = 0; round < (isLargest ? rounds : 1); round++) {
          const made = await exported(setting, token, study.study_id, format, count * TRIALS);
          one.worker.push(((count * TRIALS) / made.ms) * 1_000);
          one.peaks.push(made.peak);
          if (!isLargest) continue;
          const { rows, ms } = await runReferenceOnce('export', {
            url: setting.serverUrl,
            session: study.session_id,
            format,
          });
          if (rows !== count * TRIALS) throw new Error(`the loop read ${rows} rows`);
          one.bare.push((rows / ms) * 1_000);
        }
        const name = `export: ${(count * TRIALS).toLocaleString('en')} trials as ${format}`;
        if (isLargest)
          lines.push(
            shareOfLimitLine(name, median(one.worker), 'bare loop', median(one.bare), 0.5),
          );
        const peak = Math.max(...one.peaks);
        lines.push({
          what: `${name}, memory of the worker`,
          measured: `${Math.round(peak)} MB`,
          beside: isLargest ? undefined : formatPerSecond(median(one.worker)),
          aim: `≤ ${MOST_MB} MB`,
          held: peak <= MOST_MB,
        });
      }
    }
    return {
      lines,
      notes: [
        `export: runs of ${TRIALS} trials of ${BYTES} B, sealed; from the request until it can be ` +
          `downloaded; load ${systemLoad()}`,
      ],
    };
  } finally {
    await setting.stop();
  }
}
export { measureExport as export };
