// node test/e2e/support/reused-product.mjs: starts a product that keeps running while you work on
// an end-to-end test. Meanwhile, `npm test -- e2e test/e2e/<name>.spec.ts` uses it and begins
// within seconds, each time with new people in the same database. Ctrl-C ends the product.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentHash } from '../../../scripts/lib/compile.mjs';
import { DIST, ROOT } from '../../../scripts/lib/paths.mjs';
import { isAlive } from '../../../scripts/lib/processes/processes.mjs';
import { readJson, writeAtomic } from '../../../scripts/lib/processes/state.mjs';
import { startTestProduct, productForTests } from './test-product.mjs';

const file = join(ROOT, '.cache/e2e-product.json');

/** @typedef {{ pid: number, programs: string, product: ReturnType<typeof productForTests> }} Kept */

/** Computes a hash of the built programs, to recognize whether the running product is still current. */
const programs = () => contentHash(DIST, ['contracts', 'migrations', 'server', 'web', 'workers']);

/**
 * Returns the product that is kept running, if any. If the programs were built again since its
 * start, requests a restart and waits for it.
 * @returns {Promise<Kept['product'] | undefined>}
 */
export async function findReusableProduct() {
  const built = await programs();
  /** @type {Kept | undefined} */
  let kept = readJson(file);
  while (kept && isAlive(kept.pid)) {
    if (kept.programs === built) return kept.product;
    process.kill(kept.pid, 'SIGHUP');
    await new Promise((resolve) => setTimeout(resolve, 250));
    kept = readJson(file);
  }
  return undefined;
}

async function keep() {
  const product = await startTestProduct();
  const tell = async () => {
    mkdirSync(dirname(file), { recursive: true });
    /** @type {Kept} */
    const kept = {
      pid: process.pid,
      programs: await programs(),
      product: productForTests(product),
    };
    writeAtomic(file, JSON.stringify(kept));
  };
  const end = async () => {
    rmSync(file, { force: true });
    await product.stop();
    process.exit();
  };
  let isRenewing = false;
  const renew = async () => {
    if (isRenewing) return;
    isRenewing = true;
    const running = [...product.servers, ...product.workers];
    for (const one of running) one.kill();
    await Promise.all(running.map((one) => one.whenReady()));
    await tell();
    isRenewing = false;
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  process.on('SIGHUP', () => void renew());
  await tell();
  process.stdout.write(`${product.url} stays until Ctrl-C\n`);
}

if (process.argv[1] === import.meta.filename) await keep();
