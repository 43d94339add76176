import { LoadDriver } from './lib/client.mjs';
import { systemLoad, percentile } from './lib/figures.mjs';
import { keyPressStudyPage, launchHostedStudy, startRuns } from './lib/hosted.mjs';
import { makePeople } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { timeLimitLine, formatMs } from './lib/table.mjs';
import { makeTrial } from './lib/trial.mjs';

/**
 * How many participants finish at a time. The same number of other participants send trials
 * meanwhile.
 */
const AT_ONCE = 32;
const BYTES = 600;
const TRIALS = 10;
/**
 * For each of the `AT_ONCE` participants who finish, how many participants are in the middle of the
 * study. They take turns: at most `AT_ONCE` of them send trials at a time.
 */
const BESIDE = 8;

/**
 * Measures the end of a study. A participant sends the last trials and the end record in one
 * request. A second request completes the participation, and its answer contains the completion
 * code. 32 participants finish at a time, while 32 others send a batch of trials each.
 * @param {{ quick: boolean }} options
 */
export async function finish({ quick }) {
  const ends = quick ? 320 : 1_280;
  const setting = await startBenchmarkProduct();
  const driver = new LoadDriver(setting.port, AT_ONCE);
  const alone = Array.from({ length: AT_ONCE }, () => new LoadDriver(setting.port, 1));
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const people = await makePeople(setting.db, ends + AT_ONCE * BESIDE);
    const study = await launchHostedStudy(
      setting.port,
      owner?.token ?? '',
      { 'index.html': keyPressStudyPage },
      { capacity: people.length },
    );
    const runs = await startRuns(driver, study, people);
    const trials = (/** @type {{ stored: number }} */ run) =>
      Array.from({ length: TRIALS }, (_, n) => makeTrial(run.stored + n + 1, BYTES));
    await driver.run(runs.map((run) => run.batch(trials(run))));

    const ending = runs.slice(0, ends);
    const going = runs.slice(ends);
    const drive = { done: false };
    const beside = (async () => {
      while (!drive.done) {
        const { statuses } = await driver.run(going.map((run) => run.batch(trials(run))));
        if (statuses[200] !== going.length) throw new Error(JSON.stringify(statuses));
      }
    })();
    /** @type {{ stored: number[], code: number[] }} */
    const took = { stored: [], code: [] };
    let next = 0;
    await Promise.all(
      alone.map(async (connection) => {
        for (let run = ending[next++]; run; run = ending[next++]) {
          const last = run.last(trials(run));
          const complete = run.complete();
          const began = performance.now();
          const stored = await connection.run([last]);
          const at = performance.now();
          const completed = await connection.run([complete], { keep: true });
          took.code.push(performance.now() - began);
          took.stored.push(at - began);
          const answer = JSON.parse(`${completed.bodies[0]}`);
          if (!stored.statuses[200] || answer.state !== 'completed')
            throw new Error(`${JSON.stringify(stored.statuses)} ${completed.bodies[0]}`);
        }
      }),
    );
    drive.done = true;
    await beside;
    const { rows } = await setting.db.query(
      `SELECT count(*)::int AS whole FROM research.run r
       JOIN research.participation p ON p.id = r.participation_id
       WHERE r.state = 'finished' AND p.state = 'completed' AND r.stored_through = $1`,
      [2 * TRIALS + 1],
    );
    if (rows[0].whole !== ends) throw new Error(`${rows[0].whole} of ${ends} ended whole`);
    return {
      lines: [
        timeLimitLine(
          `finish: the last trials and "completed", p99 of ${ends.toLocaleString('en')}`,
          percentile(took.code, 0.99),
          150,
          `p50 ${formatMs(percentile(took.code, 0.5))}; until stored p50 ${formatMs(percentile(took.stored, 0.5))}, ` +
            `p99 ${formatMs(percentile(took.stored, 0.99))}`,
        ),
      ],
      notes: [
        `finish: ${AT_ONCE} end at a time while ${going.length} others send batches of ` +
          `${TRIALS} × ${BYTES} B, ${AT_ONCE} at a time; load ${systemLoad()}`,
      ],
    };
  } finally {
    for (const one of [driver, ...alone]) one.close();
    await setting.stop();
  }
}
