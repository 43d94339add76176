import { printSizes, readTableSizes } from './sizes.mjs';
import { runStep } from '../../scripts/lib/progress.mjs';

const seconds = (/** @type {number} */ began) =>
  `${((performance.now() - began) / 1000).toFixed(1)} s`;

/**
 * Runs the product's retention jobs. Then verifies the audit log, deletes its old months, and
 * verifies it again.
 * @param {import('pg').Client} db
 * @param {import('./product.mjs').Product} product
 * @param {(name: string, words?: string[]) => Promise<{ code: number, said: string }>} run
 * @param {number} keptMonths
 * @returns whether every verification found the audit log complete
 */
export async function runRetention(db, product, run, keptMonths) {
  const before = await runStep('sizes', () => readTableSizes(db));
  printSizes([['before retention', before]]);
  for (const job of product.jobs) {
    const began = performance.now();
    const count = await runStep(`job ${job.name}`, () => product.untilNothing(() => job.run()));
    console.log(`job ${job.name}: ${count} in ${seconds(began)}`);
  }
  let began = performance.now();
  await product.sealAuditThoroughly();
  console.log(`sealing the audit log, with a look at 35 days: ${seconds(began)}`);
  const retained = await readTableSizes(db);
  began = performance.now();
  await db.query('VACUUM ANALYZE');
  console.log(`VACUUM ANALYZE: ${seconds(began)}`);
  const vacuumed = await readTableSizes(db);

  let whole = true;
  /**
   * Runs a program of the product and prints its duration and output.
   * @param {string} name @param {string[]} [words]
   */
  const program = async (name, words) => {
    const began = performance.now();
    const { code, said } = await runStep(name, () => run(name, words));
    console.log(`${name} ${words?.join(' ') ?? ''}: ${seconds(began)}, exit code ${code}\n${said}`);
    whole &&= code === 0;
  };
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1));
  await program('server/audit-verify.main');
  await program('server/audit-cut.main', ['--before', month.toISOString().slice(0, 7)]);
  await program('server/audit-verify.main');
  await db.query('VACUUM ANALYZE platform.audit_seal');
  printSizes([
    ['before retention', before],
    ['after it', retained],
    ['after VACUUM', vacuumed],
    ['after audit:cut', await readTableSizes(db)],
  ]);
  return whole;
}
