// node bench/age.mjs [DIR] [--share 0.01] [--seed 1]: fills a separate database with the data of
// one year at a busy university. Then it runs the product's retention jobs, verifies the audit log,
// and deletes the log's old months. At last it measures requests for whose answers a person waits.
// It prints sizes, durations and the slowest ten statements with their plans. The exit code is 1 if
// the audit log is damaged, or if a statement of a measured request takes more than 50 ms on
// average. Run by hand, after npm run build.
// --share 1 is the whole year: 50,000 accounts, 10^6 enrolments, 10^7 sign-ins and 10^7 failed
// sign-ins. On two cores, --share 1 takes about an hour and 30 GB of disk. --share 0.3 takes 20
// minutes and 12 GB. The default, --share 0.01, takes one to two minutes and 1 GB.
// The program keeps DIR. A later run with --waits on the same DIR only measures the requests.
// Without DIR, the database is temporary.
import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/lib/engines/postgres.mjs';
import { programPath } from '../scripts/lib/paths.mjs';
import {
  ensureDir,
  removeDir,
  readOrCreateSecret,
  temporaryDir,
} from '../scripts/lib/processes/state.mjs';
import { runStep } from '../scripts/lib/progress.mjs';
import { runRetention } from './age/retention.mjs';
import { simulateYear } from './age/play.mjs';
import { startProductJobs } from './age/product.mjs';
import { measureResponseTimes } from './age/waits.mjs';
import { planSimulatedYear } from './age/volumes.mjs';
import { systemLoad } from './lib/figures.mjs';
import { openDatabase } from './lib/population.mjs';

const KEPT_MONTHS = '6';

/**
 * Starts PostgreSQL in `dir`, and runs `work` with a connection and the environment variables that
 * the product's programs need.
 * @param {string} dir @param {Record<string, string>} settings
 * @param {(at: { env: NodeJS.ProcessEnv, db: import('pg').Client }) => Promise<void>} work
 */
async function withDatabase(dir, settings, work) {
  const postgres = await startPostgres({ dir, settings });
  try {
    await postgres.ensureDatabase('commonlab');
    const env = {
      ...process.env,
      DATABASE_URL: postgres.serverUrl(),
      MIGRATION_DATABASE_URL: postgres.ownerUrl(),
      REDIS_URL: '',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: readOrCreateSecret(dir, 'secret.key'),
      DATA_DIR: dir,
      DEMO: '0',
      AUDIT_RETENTION_MONTHS: KEPT_MONTHS,
    };
    await run(env, 'server/migrate.main');
    const db = await openDatabase(postgres.ownerUrl());
    try {
      await work({ env, db });
    } finally {
      await db.end();
    }
  } finally {
    await postgres.stop();
  }
}

/**
 * Runs a compiled program of the product, and returns its exit code and output.
 * @param {NodeJS.ProcessEnv} env @param {string} name @param {string[]} words
 * @returns {Promise<{ code: number, said: string }>}
 */
function run(env, name, words = []) {
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [programPath(name), ...words], { env }, (error, out, errors) => {
      const code = error ? Number(error.code) || 1 : 0;
      if (code > 1) reject(new Error(`${name}: ${out}${errors}`));
      else resolve({ code, said: (out + errors).trim() });
    }),
  );
}

/**
 * Fills the database, runs the retention, and measures the requests.
 * @param {string} dir @param {number} share @param {number} seed
 */
async function main(dir, share, seed) {
  const year = planSimulatedYear(share, seed);
  console.log(`share ${share}, seed ${seed}, ${dir}; load ${systemLoad()}`);
  let whole = true;
  // Durability is off while the database is filled: after a crash, it would be filled again from
  // the beginning.
  const fast = { fsync: 'off', max_wal_size: '8GB', shared_buffers: '1GB', work_mem: '128MB' };
  await withDatabase(dir, fast, async ({ env, db }) => {
    const product = await startProductJobs(env);
    try {
      const began = performance.now();
      await simulateYear(db, year, product);
      console.log(
        `played in ${((performance.now() - began) / 60_000).toFixed(1)} min; load ${systemLoad()}`,
      );
    } finally {
      await product.close();
    }
  });
  await withDatabase(dir, {}, async ({ env, db }) => {
    const product = await startProductJobs(env);
    try {
      whole = await runRetention(
        db,
        product,
        (name, words) => run(env, name, words),
        Number(KEPT_MONTHS),
      );
    } finally {
      await product.close();
    }
  });
  return whole;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '0.01' },
    seed: { type: 'string', default: '1' },
    waits: { type: 'boolean', default: false },
  },
});
const share = Number(values.share);
const seed = Number(values.seed);
if (!(share > 0 && share <= 1) || !Number.isInteger(seed))
  throw new Error('node bench/age.mjs [DIR] [--share 0.01] [--seed 1] [--waits]');
const dir = positionals[0] ? ensureDir(positionals[0]) : temporaryDir('age');
try {
  const whole = values.waits || (await main(dir, share, seed));
  const quick = await runStep('measuring what people wait for', () => measureResponseTimes(dir));
  if (!whole || !quick) process.exitCode = 1;
} finally {
  if (!positionals[0]) removeDir(dir);
}
