import { existsSync } from 'node:fs';
import { program } from '../../../scripts/lib/paths.mjs';
import { startProduct } from '../../../scripts/lib/product.mjs';

/** @typedef {import('../../../scripts/lib/product.mjs').Product} Product */

/**
 * The products that the teardown, which runs in the same process, must stop.
 * @type {{ products: Product[] }}
 */
export const shared = { products: [] };

/** @param {Product} product */
function told(product) {
  const invitation = /invitation code[^:]*: (\S+)/.exec(product.seeded)?.[1];
  if (!invitation || !product.inbox)
    throw new Error(`The demo told no invitation code: ${product.seeded}`);
  return {
    url: product.url,
    inboxUrl: product.inbox.url,
    invitation,
    serverPid: product.servers[0]?.pid(),
    logDir: product.logDir,
    env: product.env,
  };
}

/**
 * One product for each worker of jest, started like `npm start` with the demo, on throw-away state
 * and free ports. ENGINE=postgres leaves Redis out.
 * @param {{ maxWorkers: number }} run
 */
export default async function setup({ maxWorkers }) {
  if (!existsSync(program('server/main')))
    throw new Error('The programs are not built: npm run build');
  try {
    for (let worker = 1; worker <= maxWorkers; worker++)
      shared.products.push(
        // All test accounts register from one address, more per hour than the limit allows; the
        // limits have tests of their own.
        await startProduct({
          demo: true,
          env: { RATE_LIMITS: 'off' },
          engine: process.env.ENGINE === 'postgres' ? 'postgres' : undefined,
        }),
      );
    process.env.COMMONLAB_TEST_PRODUCTS = JSON.stringify(shared.products.map(told));
  } catch (error) {
    await Promise.all(shared.products.map((product) => product.stop()));
    throw error;
  }
}
