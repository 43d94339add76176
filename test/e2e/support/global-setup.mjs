import { existsSync } from 'node:fs';
import { program } from '../../../scripts/lib/paths.mjs';
import { startProduct } from '../../../scripts/lib/product.mjs';

/**
 * The product that the teardown, which runs in the same process, must stop.
 * @type {{ product?: import('../../../scripts/lib/product.mjs').Product }}
 */
export const shared = {};

/**
 * One product for all browser tests, started like `npm start` with the demo, on throw-away state
 * and free ports. ENGINE=postgres leaves Redis out.
 */
export default async function setup() {
  if (!existsSync(program('server/main')))
    throw new Error('The programs are not built: npm run build');
  // All test accounts register from one address, more per hour than the limit allows; the limits
  // have tests of their own.
  const product = await startProduct({
    demo: true,
    env: { RATE_LIMITS: 'off' },
    engine: process.env.ENGINE === 'postgres' ? 'postgres' : undefined,
  });
  shared.product = product;
  const invitation = /invitation code[^:]*: (\S+)/.exec(product.seeded)?.[1];
  if (!invitation || !product.inbox)
    throw new Error(`The demo told no invitation code: ${product.seeded}`);
  process.env.COMMONLAB_TEST_PRODUCT = JSON.stringify({
    url: product.url,
    inboxUrl: product.inbox.url,
    invitation,
    serverPid: product.servers[0]?.pid(),
    logDir: product.logDir,
    env: product.env,
  });
}
